<?php
// array_key_exists() of $GLOBALS looks the variable up where it is.
$here = 1;
$null = null;
$ref = &$here;
$GLOBALS['12'] = 'twelve';
$GLOBALS['name with blanks'] = 2;
function ask(mixed $key): void
{
    try {
        var_dump(array_key_exists($key, $GLOBALS));
    } catch (TypeError $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
foreach (['here', 'null', 'ref', 'gone', '12', 12, 'name with blanks', '', null, true, 1.5, '_SERVER', '_GET', 'GLOBALS', [1], new stdClass] as $key) {
    ask($key);
}
unset($here);
ask('here');
ask('ref');
$name = 'n' . 'ull';
var_dump(array_key_exists($name, $GLOBALS), array_key_exists('nu' . 'll', $GLOBALS), \array_key_exists('nope' . $name, $GLOBALS));
if (array_key_exists('null', $GLOBALS) && !array_key_exists($undefined, $GLOBALS)) {
    echo "both\n";
}
set_error_handler(function ($level, $text) {
    echo "handler: $text\n";
    $GLOBALS['made'] = 1;
    return true;
});
var_dump(array_key_exists($unknown ?? 'made', $GLOBALS));
var_dump(array_key_exists($nothing, $GLOBALS), array_key_exists('made', $GLOBALS));
function local(): array
{
    $a = 1;
    $b = &$a;
    $c = null;
    unset($c);
    return get_defined_vars();
}
var_dump(local());
$copy = $GLOBALS;
var_dump(isset($copy['null']), array_key_exists('null', $copy), $copy['ref'], $copy[12], count(array_intersect_key($copy, ['ref' => 1, 'made' => 1])));
