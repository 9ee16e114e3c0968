--TEST--
Paths that asXML() refuses
--EXTENSIONS--
simplexml
--FILE--
<?php
$element = new SimpleXMLElement('<a/>');
foreach (['', "a\0b"] as $path) {
    try { $element->asXML($path); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
    try { $element->saveXML($path); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
Path must not be empty
Path must not be empty
SimpleXMLElement::asXML(): Argument #1 ($filename) must not contain any null bytes
SimpleXMLElement::saveXML(): Argument #1 ($filename) must not contain any null bytes
