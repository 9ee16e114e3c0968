<?php
// needs: intl mbstring
require __DIR__ . '/files/resource_bundle_writer.inc';
$folder = sys_get_temp_dir() . '/phant_rb_' . getmypid();
write_bundles($folder, [
    'root' => ['greeting' => 'Hello', 'only' => 'in root', 'list' => ['a', 'b', 3], 'shown' => 'root'],
    'de' => ['greeting' => 'Grüß Gott €😀', 'number' => -7, 'table' => ['x' => 1, 'y' => 'zwei'], 'bytes' => new Bin("a\0b"),
        'numbers' => new Ints([1, -2, 70000]), 'empty' => '', 'same' => new Alias('/LOCALE/table/y'),
        'other' => new Alias('root/list/1')],
    'de_AT' => ['shown' => 'de_AT'],
    'res_index' => ['InstalledLocales' => ['de' => '', 'de_AT' => '', 'root' => '']],
]);
$de = new ResourceBundle('de', $folder);
var_dump(count($de), $de['greeting'], $de->get('number'), $de['bytes'], $de['numbers'], $de['empty']);
foreach ($de['table'] as $key => $value) {
    echo "$key: ";
    var_dump($value);
}
var_dump($de['same'], $de['other']);
echo "-- parents\n";
$at = ResourceBundle::create('de_AT@currency=EUR', $folder);
var_dump($at['shown'], $at['greeting'], $at->getErrorCode());
var_dump($at->get('only'), $at->getErrorCode());
var_dump($at->get('only', false), $at->getErrorMessage());
var_dump(count($at), iterator_to_array($at));
echo "-- without parents\n";
$alone = new ResourceBundle('de_AT', $folder, false);
var_dump($alone['greeting'], $alone->getErrorMessage());
echo "-- arrays\n";
$list = $at['list'];
foreach ($list as $key => $value) echo "$key => $value\n";
var_dump($list[0], $list->get(2), $list[3], $list->getErrorMessage(), $list['0'], $list->getErrorMessage());
echo "-- locales\n";
var_dump(ResourceBundle::getLocales($folder), resourcebundle_locales("$folder/none"), intl_get_error_message());
remove_bundles($folder);
?>
