--TEST--
addChild() takes references, and loses text before one that does not end
--EXTENSIONS--
simplexml
libxml
--FILE--
<?php
$root = simplexml_load_string('<r/>');
foreach (['v&', '&lt;x', '&;', 'a & b', '&#x4Z;'] as $text) {
    $root->addChild('k', $text);
}
echo $root->asXML();
--EXPECTF--

Warning: SimpleXMLElement::addChild(): unterminated entity reference                 in %s on line 4

Warning: SimpleXMLElement::addChild(): unterminated entity reference               b in %s on line 4

Warning: SimpleXMLElement::addChild(): invalid hexadecimal character value in %s on line 4
<?xml version="1.0"?>
<r><k/><k>&lt;x</k><k/><k/><k>Z;</k></r>
