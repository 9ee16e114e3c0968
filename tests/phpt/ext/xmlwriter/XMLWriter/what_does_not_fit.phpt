--TEST--
What does not fit is refused
--EXTENSIONS--
xmlwriter
--FILE--
<?php
$writer = XMLWriter::toMemory();
var_dump($writer->endElement(), $writer->endPi(), $writer->endComment(), $writer->startAttribute('a'));
$writer->startElement('a');
var_dump($writer->startDtd('b'), $writer->startPi('XML'));
$writer->startComment();
var_dump($writer->startComment(), $writer->endElement(), $writer->endComment());
foreach (['', '1', 'a b'] as $name) {
    try {
        $writer->startElement($name);
    } catch (ValueError $e) {
        echo addcslashes($e->getMessage(), "\x80..\xff"), "\n";
    }
}
$writer->endElement();
echo $writer->outputMemory(), "\n";
--EXPECTF--
bool(false)
bool(true)
bool(false)
bool(false)

Warning: XMLWriter::startDtd(): xmlTextWriterStartDTD : DTD allowed only in prolog! in %s on line 5

Warning: XMLWriter::startPi(): xmlTextWriterStartPI : target name [Xx][Mm][Ll] is reserved for xml standardization! in %s on line 5
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
XMLWriter::startElement(): Argument #2 must be a valid element name, "" given
XMLWriter::startElement(): Argument #2 must be a valid element name, "1" given
XMLWriter::startElement(): Argument #2 must be a valid element name, "a b" given
<a><!----></a>
