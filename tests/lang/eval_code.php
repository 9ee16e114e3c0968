<?php

$x = 5;
eval('$y = $x * 2; echo $y, "\n";');
echo $y, "\n";
var_dump(eval('return $x + 1;'), eval(''), eval('1;'));
eval('function made($n) { return $n . __FUNCTION__ . __LINE__; }');
echo made(1), "\n";
eval('?>inline <?= $x ?> html<?php echo " php";');
echo "\n";
eval('class Made { const C = 1; public function m() { return __METHOD__; } }');
echo (new Made())->m(), Made::C, "\n";
function scoped()
{
    $local = 'local';
    eval('$local .= " changed"; $new = 1;');
    return $local . $new;
}
echo scoped(), "\n";
try {
    eval('throw new Exception("from eval");');
} catch (Exception $e) {
    echo $e->getMessage(), ' ', preg_replace('~.*/~', '', $e->getFile()), ' ', $e->getLine(), "\n";
}
eval("\n\necho \$undefinedInEval;");
class K
{
    private $p = 'private';

    public function run($code)
    {
        return eval($code);
    }
}
echo (new K())->run('return $this->p . self::class . static::class;'), "\n";
$f = eval('return fn($a) => $a * $x;');
echo $f(3), "\n";
eval('namespace Foo; function bar() { return __NAMESPACE__; } echo bar(), "\n";');
echo Foo\bar(), "\n";
var_dump(eval('return [__FILE__ !== "", __LINE__];'));
