<?php

// Globals, static variables and variable variables change under a function's feet.
function setGlobal($v)
{
    $GLOBALS['shared'] = $v;
}
function reader()
{
    global $shared;
    $out = [];
    for ($i = 0; $i < 3; $i++) {
        setGlobal($i === 1 ? 'text' : $i);
        $out[] = $shared;
    }
    $shared = 'local write';
    return $out;
}
$shared = 0;
var_dump(reader(), $shared);

function variable()
{
    $a = 1;
    $name = 'a';
    for ($i = 0; $i < 3; $i++) {
        $$name = $i === 1 ? 'str' : $$name . $i;
        echo $a, ' ';
    }
    ${'b' . 'c'} = 5;
    echo $bc, ' ', ${'a'}, "\n";
    return get_defined_vars();
}
print_r(variable());
function extracting(array $data)
{
    $x = 1;
    extract($data);
    $y = $x + 1;
    return compact('x', 'y');
}
echo json_encode([extracting(['x' => 5]), extracting(['x' => 2.5]), extracting(['z' => 1])]), "\n";
function errors()
{
    $x = 1;
    set_error_handler(function () use (&$x) {
        $x = 100;
        return true;
    });
    $y = $undefined + $x;
    restore_error_handler();
    return [$x, $y];
}
echo json_encode(errors()), "\n";
function destructing()
{
    $state = ['n' => 0];
    $o = new class($state) {
        public function __construct(private array &$s)
        {
        }

        public function __destruct()
        {
            $this->s['n'] = 'changed by the destructor';
        }
    };
    $before = $state['n'];
    $o = null;
    return [$before, $state['n']];
}
echo json_encode(destructing()), "\n";
foreach ([1, 2] as $i) {
    ${"dyn$i"} = $i * 10;
}
echo $dyn1 + $dyn2, "\n";
function &counterRef()
{
    static $c = 0;
    return $c;
}
$r = &counterRef();
$r += 10;
echo counterRef(), "\n";
unset($GLOBALS['shared']);
var_dump(isset($shared));
function recursiveGlobal($n)
{
    global $depth;
    $depth = $n;
    if ($n < 3) {
        recursiveGlobal($n + 1);
    }
    return $depth;
}
echo recursiveGlobal(0), "\n";
