--TEST--
A DTD can only be asked for before reading begins
--EXTENSIONS--
dom
xmlreader
--FILE--
<?php
$reader = new XMLReader;
$reader->XML('<a/>');
var_dump($reader->setParserProperty(XMLReader::SUBST_ENTITIES, true));
$reader->read();
var_dump($reader->setParserProperty(XMLReader::LOADDTD, false));
try { $reader->setParserProperty(XMLReader::LOADDTD, true); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
bool(true)
XMLReader::setParserProperty(): Argument #1 ($property) must be a valid parser property
