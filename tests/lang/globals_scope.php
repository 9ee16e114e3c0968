<?php

$x = 'global';
function noAccess()
{
    return isset($x) ? 'sees' : 'does not see';
}
function withGlobal()
{
    global $x, $new;
    $x .= ' changed';
    $new = 'created';
    return $x;
}
function withArray()
{
    $GLOBALS['x'] = 'by array';
    $GLOBALS['fresh'] = 1;
    unset($GLOBALS['new']);
    return array_key_exists('fresh', $GLOBALS);
}
echo noAccess(), ' ', withGlobal(), ' ', $new, "\n";
var_dump(withArray(), $x, isset($new), $fresh);
function unsetLocal()
{
    global $x;
    unset($x);
    return isset($x);
}
var_dump(unsetLocal(), $x);
function refGlobal()
{
    global $x;
    $y = 'local ref';
    $x = &$y;
    return $x;
}
echo refGlobal(), ' ', $x, "\n";
function &byRef()
{
    return $GLOBALS['x'];
}
$r = &byRef();
$r = 'through reference';
echo $x, "\n";
{
    $inBlock = 'blocks have no scope';
}
echo $inBlock, "\n";
if (true) {
    $inIf = 1;
}
for ($i = 0; $i < 2; $i++) {
    $inFor = $i;
}
echo $inIf, $inFor, $i, "\n";
$fn = function () {
    return [isset($x), isset($this), isset($GLOBALS['x'])];
};
echo json_encode($fn()), ' ', json_encode((fn () => isset($x))()), "\n";
$$inIf = 'variable variable';
echo ${1}, ' ', ${'x'}, "\n";
$arr = ['k' => 'x'];
echo ${$arr['k']}, "\n";
unset($x, $undefinedIsFine);
var_dump(isset($x), isset($GLOBALS['x']));
echo count(array_intersect(['GLOBALS', 'argv', 'argc', 'fn', 'arr'], array_keys(get_defined_vars()))), isset($_GET, $_POST, $_SERVER, $_COOKIE, $_FILES, $_ENV, $_REQUEST) ? ' superglobals' : '', "\n";
echo $argc, ' ', basename($argv[0]), ' ', $_SERVER['argc'], "\n";
