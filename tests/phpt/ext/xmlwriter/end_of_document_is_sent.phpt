--TEST--
XMLWriter::endDocument() sends what was written to the file or stream
--EXTENSIONS--
xmlwriter
--FILE--
<?php
$file = sys_get_temp_dir() . '/xmlwriter_end_of_document.xml';
$w = new XMLWriter;
$w->openUri($file);
$w->startDocument();
$w->writeElement('foo');
echo filesize($file), "\n";
var_dump($w->endDocument());
clearstatcache();
echo filesize($file), "\n";
var_dump($w->flush());
$w->startElement('a');
$w->text('b');
var_dump($w->endDocument());
clearstatcache();
echo filesize($file), "\n";
$memory = new XMLWriter;
$memory->openMemory();
$memory->startElement('x');
var_dump($memory->endDocument(), $memory->outputMemory());
unlink($file);
?>
--EXPECT--
0
bool(true)
29
int(0)
bool(true)
38
bool(true)
string(5) "<x/>
"
