<?php

function f1()
{
    try {
        return 'try';
    } finally {
        echo '[finally]';
    }
}
function f2()
{
    try {
        return 'try';
    } finally {
        return 'finally';
    }
}
function f3()
{
    try {
        throw new Exception('lost');
    } finally {
        return 'swallowed';
    }
}
function f4()
{
    foreach ([1, 2, 3] as $i) {
        try {
            if ($i === 2) {
                continue;
            }
            echo $i;
        } finally {
            echo "f$i ";
        }
    }
}
function f5()
{
    try {
        try {
            throw new Exception('first');
        } finally {
            throw new Exception('second');
        }
    } catch (Exception $e) {
        return $e->getMessage() . ' <- ' . $e->getPrevious()->getMessage();
    }
}
function f6()
{
    $x = 1;
    try {
        return $x;
    } finally {
        $x = 2;
    }
}
function f7()
{
    for ($i = 0; ; $i++) {
        try {
            try {
                if ($i === 1) {
                    break;
                }
            } finally {
                echo "inner$i ";
            }
        } finally {
            echo "outer$i ";
        }
    }
    return 'broke';
}
function f8()
{
    try {
        try {
            throw new Exception('a');
        } catch (Exception $e) {
            throw new Exception('b', 0, $e);
        } finally {
            echo '[f8 finally]';
        }
    } catch (Exception $e) {
        return $e->getMessage() . $e->getPrevious()->getMessage();
    }
}
function f9()
{
    try {
        return f9inner();
    } catch (Exception $e) {
        return 'caught ' . $e->getMessage();
    } finally {
        echo '[f9]';
    }
}
function f9inner()
{
    try {
        throw new Exception('inner');
    } finally {
        echo '[inner]';
    }
}
function f10()
{
    while (true) {
        try {
            return 'return';
        } finally {
            echo '[f10]';
            foreach ([1, 2] as $x) {
                if ($x === 1) {
                    continue;
                }
                break;
            }
        }
    }
}
function f11()
{
    try {
        try {
            return 'x';
        } finally {
            throw new Exception('from finally');
        }
    } catch (Exception $e) {
    }
    return 'continued';
}
function &f12(array &$a)
{
    try {
        return $a[0];
    } finally {
        $a[0] = 'set in finally';
    }
}
foreach (range(1, 11) as $n) {
    echo "f$n: ", ("f$n")(), "\n";
}
$list = [1];
$r = &f12($list);
$r .= '!';
echo $list[0], "\n";
try {
    echo "exit runs no finally\n";
    exit(0);
} finally {
    echo "never\n";
}
