--TEST--
Objects for elements that are gone
--EXTENSIONS--
simplexml
--FILE--
<?php
$list = simplexml_load_string('<list><item n="1">a</item><item n="2">b<sub/></item></list>');
$second = $list->item[1];
$inside = $second->sub;
unset($list->item[0]);
echo $second['n'], ' ', count($list->item), ' ', $list->asXML();
foreach ($list->item as $item) {
    unset($list->item);
}
echo $list->asXML();
$list->item = 'new';
$list->item['n'] = 3;
$list->deep->er->and['x'] = 'y';
echo $list->asXML();
unset($list->deep->er->and['x'], $list->item);
echo $list->asXML(), var_export(isset($list->item), true), "\n";
--EXPECT--
2 1 <?xml version="1.0"?>
<list><item n="2">b<sub/></item></list>
<?xml version="1.0"?>
<list/>
<?xml version="1.0"?>
<list><item n="3">new</item><deep><er><and x="y"/></er></deep></list>
<?xml version="1.0"?>
<list><deep><er><and/></er></deep></list>
false
