--TEST--
The class must come from SimpleXMLElement; empty text is no document, silently
--EXTENSIONS--
simplexml
libxml
--FILE--
<?php
foreach (['ArrayObject', 'missing', ''] as $class) {
    try {
        simplexml_load_string('<a/>', $class);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(simplexml_load_string(''));
try {
    new SimpleXMLElement('');
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
simplexml_load_string(): Argument #2 ($class_name) must be a class name derived from SimpleXMLElement or null, ArrayObject given
simplexml_load_string(): Argument #2 ($class_name) must be a class name derived from SimpleXMLElement or null, missing given
simplexml_load_string(): Argument #2 ($class_name) must be a class name derived from SimpleXMLElement or null,  given
bool(false)
String could not be parsed as XML
