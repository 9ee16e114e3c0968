--TEST--
An expression whose value is no list of nodes finds none
--EXTENSIONS--
simplexml
--FILE--
<?php
$element = new SimpleXMLElement('<a x="1"><b>t</b></a>');
foreach (['1', '"x"', 'count(b)', 'true()', 'string(b)', '//zz', '//b'] as $expression) {
    echo $expression, ': ', count($element->xpath($expression)), "\n";
}
var_dump($element->registerXPathNamespace('', 'urn:u'), $element->registerXPathNamespace('p', 'urn:u'));
--EXPECT--
1: 0
"x": 0
count(b): 0
true(): 0
string(b): 0
//zz: 0
//b: 1
bool(false)
bool(true)
