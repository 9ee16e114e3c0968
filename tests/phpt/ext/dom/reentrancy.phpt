--TEST--
Error handlers and functions called from XPath change the tree that is being worked on
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
$document->loadXML('<a><b>1</b><b>2</b><b>3</b></a>');
set_error_handler(function ($level, $text) use ($document) {
    echo $text, "\n";
    if ($document->documentElement) {
        $document->removeChild($document->documentElement);
    }
    return true;
});
var_dump($document->loadXML('<x><y></x>'), $document->saveXML());
$document->loadXML('<a><b>1</b><b>2</b><b>3</b></a>');
$xpath = new DOMXPath($document);
$xpath->registerNamespace('php', 'http://php.net/xpath');
$xpath->registerPhpFunctions();
function drop($nodes) {
    $nodes[0]->textContent = 'changed';
    return true;
}
$found = $xpath->query('//b[php:function("drop", .)]');
var_dump($found->length, $document->saveXML());
$list = $document->getElementsByTagName('b');
foreach ($list as $b) {
    $b->parentNode->removeChild($b);
}
var_dump($list->length);
set_error_handler(function () { throw new Exception('thrown'); });
try {
    $document->loadXML('<a><b></a>');
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
try {
    $xpath->query('//[');
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
DOMDocument::loadXML(): Opening and ending tag mismatch: y line 1 and x in Entity, line: 1
DOMDocument::loadXML(): Premature end of data in tag x line 1 in Entity, line: 1
bool(false)
string(22) "<?xml version="1.0"?>
"
int(3)
string(72) "<?xml version="1.0"?>
<a><b>changed</b><b>changed</b><b>changed</b></a>
"
int(1)
thrown
thrown
