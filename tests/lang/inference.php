<?php
// Types that change where they cannot be followed: through names, references, generators, exceptions, finally blocks.

function overflow(int $n) {
    for ($i = PHP_INT_MAX - 2; $n > 0; $n--) {
        $i++;
    }
    return $i;
}
var_dump(overflow(2), overflow(4));

function counts() {
    $x = 1;
    while (true) {
        $got = yield $x;
        if ($got !== null) {
            $x = $got;
        }
        $x = $x + 1;
        if ($x > 100) {
            return $x;
        }
    }
}
$g = counts();
var_dump($g->current(), $g->send(2.5), $g->send(10), $g->send(PHP_INT_MAX), $g->getReturn());

function delegated() {
    $sum = 0;
    foreach ((function () { yield 1; yield 2.5; yield '3'; })() as $v) {
        $sum = $sum + $v;
        yield $sum;
    }
    $sum .= '!';
    yield $sum;
}
foreach (delegated() as $v) {
    var_dump($v);
}

function finally_changes($what) {
    $x = 1;
    try {
        $x = $x + 1;
        if ($what === 1) {
            throw new Exception('thrown');
        }
        if ($what === 2) {
            return $x;
        }
        $x = 1.5;
    } catch (Exception $e) {
        $x = $x . ' caught';
    } finally {
        $x = is_string($x) ? [$x] : $x * 2;
        $y = $x;
    }
    return [$x, $y];
}
var_dump(finally_changes(0), finally_changes(1), finally_changes(2));

function nested_finally() {
    $n = 0;
    for ($i = 0; $i < 4; $i++) {
        try {
            try {
                if ($i === 1) {
                    continue;
                }
                if ($i === 3) {
                    throw new Exception('inner');
                }
                $n = $n + 1;
            } finally {
                $n = $i === 1 ? $n . '' : $n;
            }
        } catch (Exception) {
            $n = [$n];
        } finally {
            $m = $n;
        }
    }
    return $m;
}
var_dump(nested_finally());

function thrown_in_the_middle() {
    $x = 1;
    try {
        for ($i = 0; $i < 3; $i++) {
            $x = $i === 2 ? new ArrayObject([$x]) : $x + 1;
            $x = $x + 1;
        }
    } catch (TypeError $e) {
        return [$i, $x::class, $e->getMessage()];
    }
}
var_dump(thrown_in_the_middle());

function by_name() {
    $a = 1;
    $b = 2;
    extract(['a' => 'text']);
    $name = 'b';
    $$name = [1];
    $c = $a . $b[0];
    return compact('a', 'b', 'c');
}
var_dump(by_name());

function read_by_name(int $a, $b = 2.5) {
    $sum = 0;
    for ($i = 0; $i < 3; $i++) {
        $sum = $sum + $a;
    }
    $a = 'changed';
    return [compact('a', 'sum', 'i'), get_defined_vars(), func_get_args()];
}
var_dump(read_by_name(4));

function referenced() {
    $x = 1;
    $f = function () use (&$x) { $x = 'closure'; };
    $x = $x + 1;
    $f();
    $y = $x . '!';
    $r = &$y;
    $r = 5;
    $z = $y + 1;
    $pair = [1, 2];
    [$p, &$q] = $pair;
    $z = $z + $pair[1];
    $q = 1.5;
    static $s = 1;
    $s = $s + 1;
    return [$x, $y, $z, $p, $s];
}
var_dump(referenced(), referenced());

$top = 1;
function changes_global() {
    global $top;
    $top = 'changed';
    $GLOBALS['other'] = 2.5;
}
$other = 1;
for ($i = 0; $i < 2; $i++) {
    $top = 1;
    $top = $top + 1;
    changes_global();
    var_dump($top, $other + 1);
    set_error_handler(function () { $GLOBALS['i'] = 7; return true; });
    echo $undefined, $i, "\n";
    restore_error_handler();
}

// Writing into a variable that held nothing makes it an array, which is counted.
function taken($list) { return $list; }
function element_of_null() { $a = null; $a[] = 5; $b = taken($a); $c = taken($a); return [$a, $b, $c]; }
function reference_into_undefined() { $a = @$a; $x = &$a[]; $x = str_repeat('x', 3); return [taken($a), taken($a)]; }
function nested_write() { $a = null; $a['k'][1] = 2; return [taken($a), taken($a)]; }
for ($i = 0; $i < 50; $i++) {
    $made[] = [element_of_null(), reference_into_undefined(), nested_write()];
}
echo count($made), json_encode($made[49]), "\n";
