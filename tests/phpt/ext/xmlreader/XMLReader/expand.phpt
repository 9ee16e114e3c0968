--TEST--
A node as DOM's
--EXTENSIONS--
dom
xmlreader
--FILE--
<?php
$reader = XMLReader::fromString('<a xmlns="urn:a" xmlns:p="urn:p"><b p:c="1">x<d/>&amp;<![CDATA[<y>]]><!--z--></b><e/></a>');
while ($reader->read() && $reader->localName !== 'b');
$document = new DOMDocument;
$node = $reader->expand($document);
$document->appendChild($node);
echo $document->saveXML();
echo $reader->name, ' ', $reader->depth, "\n";
$reader->read();
echo $reader->expand()->nodeValue, "\n";
--EXPECT--
<?xml version="1.0"?>
<b xmlns="urn:a" xmlns:p="urn:p" p:c="1">x<d/>&amp;<![CDATA[<y>]]><!--z--></b>
b 1
x
