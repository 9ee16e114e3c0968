--TEST--
Entities that would expand to too much end the document with an error
--EXTENSIONS--
dom
libxml
--FILE--
<?php
libxml_use_internal_errors(true);
$text = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">';
for ($i = 0; $i < 12; $i++) {
    $text .= '<!ENTITY ' . chr(98 + $i) . ' "' . str_repeat('&' . chr(97 + $i) . ';', 10) . '">';
}
$document = new DOMDocument();
var_dump($document->loadXML($text . ']><a>&m;</a>', LIBXML_NOENT));
var_dump(libxml_get_last_error()->code, libxml_get_last_error()->message);
libxml_clear_errors();
var_dump($document->loadXML($text . ']><a b="&m;"/>'));
var_dump(libxml_get_last_error()->code);
libxml_clear_errors();
var_dump($document->loadXML(str_repeat('<a>', 300)));
echo libxml_get_last_error()->message;
var_dump($document->loadXML(str_repeat('<a>', 300) . str_repeat('</a>', 300), LIBXML_PARSEHUGE));
--EXPECT--
bool(false)
int(89)
string(34) "Detected an entity reference loop
"
bool(false)
int(89)
bool(false)
Excessive depth in document: 256 use XML_PARSE_HUGE option
bool(true)
