--TEST--
Handlers may change the arrays that are being filled
--EXTENSIONS--
xml
--FILE--
<?php
$values = $index = null;
$parser = xml_parser_create();
xml_set_element_handler($parser, function ($parser, $name) use (&$values, &$index) {
    if ($name === 'B') {
        $values[] = 'mine';
        $index = 'no array';
    }
}, null);
xml_parse_into_struct($parser, '<a>x<b/>y</a>', $values, $index);
echo json_encode([$values, $index]), "\n";
--EXPECT--
[[{"tag":"A","type":"open","level":1,"value":"x"},"mine",{"tag":"B","type":"complete","level":2},{"tag":"A","value":"y","type":"cdata","level":1},{"tag":"A","type":"close","level":1}],"no array"]
