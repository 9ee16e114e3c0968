<?php

class C
{
    public static function st($x = '')
    {
        return 'static' . $x;
    }

    public function in($x = '')
    {
        return 'instance' . $x;
    }

    private function priv()
    {
        return 'private';
    }

    public function test()
    {
        return [is_callable([$this, 'priv']), call_user_func([$this, 'priv']), array_map([$this, 'in'], [1]), call_user_func('static::st')];
    }

    public function __invoke(...$a)
    {
        return 'invoked' . count($a);
    }
}
function &refReturn(&$x)
{
    return $x;
}
$c = new C();
$list = ['strtolower', 'C::st', ['C', 'st'], [$c, 'in'], $c, fn ($x = '') => "arrow$x", strtoupper(...), 'nothing', ['C', 'in'], ['C', 'none'], [$c, 'priv'], 'C::none', [1, 2], ['C'], 5, ''];
foreach ($list as $i => $f) {
    $ok = is_callable($f, false, $name);
    echo $i, ' ', json_encode($ok), ' ', $name, ' ';
    if ($ok) {
        echo call_user_func($f, 'X');
    } else {
        try {
            echo call_user_func($f, 'X');
        } catch (TypeError $e) {
            echo $e->getMessage();
        }
    }
    echo "\n";
}
echo json_encode($c->test()), "\n";
try {
    [$c, 'priv']();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    ['C', 'in']();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
echo implode(',', array_map('C::st', [1, 2])), ' ', implode(',', array_filter(['a', ''], 'strlen')), ' ', call_user_func_array([$c, 'in'], ['x']), ' ', (new C())(1, 2), "\n";
function modify(&$x)
{
    $x .= '!';
}
$v = 'v';
call_user_func_array('modify', [&$v]);
call_user_func('modify', $v);
echo $v, "\n";
$args = ['b' => 2, 'a' => 1];
echo call_user_func_array(fn ($a, $b) => "$a$b", $args), "\n";
