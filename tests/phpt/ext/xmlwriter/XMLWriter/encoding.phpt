--TEST--
Characters that the encoding lacks become references
--EXTENSIONS--
xmlwriter
--FILE--
<?php
foreach (['UTF-8', 'ISO-8859-1', 'ascii', 'windows-1251', null] as $encoding) {
    $writer = XMLWriter::toMemory();
    $writer->startDocument('1.0', $encoding);
    $writer->startElement('a');
    $writer->writeAttribute('b', "\u{e9}\u{416}");
    $writer->text("\u{e9}\u{416}");
    $writer->endDocument();
    echo strtr($writer->outputMemory(), ["\xe9" => '<e9>', "\xc6" => '<c6>', "\xc3\xa9" => '<e acute>', "\xd0\x96" => '<zhe>']);
}
--EXPECT--
<?xml version="1.0" encoding="UTF-8"?>
<a b="<e acute><zhe>"><e acute><zhe></a>
<?xml version="1.0" encoding="ISO-8859-1"?>
<a b="<e9>&#1046;"><e9>&#1046;</a>
<?xml version="1.0" encoding="ASCII"?>
<a b="&#233;&#1046;">&#233;&#1046;</a>
<?xml version="1.0" encoding="windows-1251"?>
<a b="&#233;<c6>">&#233;<c6></a>
<?xml version="1.0"?>
<a b="&#xE9;&#x416;"><e acute><zhe></a>
