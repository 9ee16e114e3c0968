--TEST--
saveXML() of the document itself names an encoding; what can have no children refuses them silently
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
$document->loadXML("<a>\u{e9}</a>");
echo $document->saveXML(), $document->saveXML($document), $document->saveXML($document, LIBXML_NOXMLDECL);
foreach ([$document->createTextNode('t'), $document->createComment('c'), $document->createCDATASection('d')] as $node) {
    $child = $document->createElement('z');
    var_dump($node->appendChild($child), $node->insertBefore($child), $node->replaceChild($child, $child));
}
--EXPECT--
<?xml version="1.0"?>
<a>&#xE9;</a>
<?xml version="1.0" encoding="UTF-8"?>
<a>é</a>
<?xml version="1.0" encoding="UTF-8"?>
<a>é</a>
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
