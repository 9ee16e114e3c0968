<?php

echo $undefinedVariable;
echo $array['key'];
$array = [];
echo $array['key']['deeper'];
$object = new stdClass();
echo $object->property;
echo $object->property->deeper;
echo "interpolated $nope {$array['x']}";
$undefinedArray[] = 1;
$undefinedCounter++;
$undefinedConcat .= 'x';
unset($neverDefined);
echo count($undefinedArray), $undefinedCounter, $undefinedConcat, "\n";
function undefinedInside()
{
    return $local;
}
undefinedInside();
list($a, $b) = [1];
foreach ($notDefined as $x) {
}
$f = fn () => $outer;
$f();
$s = 'str';
echo $s[5];
switch ($switchOn) {
    default:
        echo "default\n";
}
echo $x ?: 'elvis on undefined', "\n";
echo -$negated, +$plus, !$not, $cmp < 5, "\n";
static $st;
var_dump($st, $dumped);
return $result;
