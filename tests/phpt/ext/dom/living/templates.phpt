--TEST--
Template elements: their contents are a tree of their own
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = Dom\HTMLDocument::createFromString('<!doctype html><template id=t>a<p>b</p><template>c</template></template>');
$template = $document->getElementById('t');
var_dump($template->innerHTML, $template->childNodes->length, $template->textContent, $document->querySelector('p'));
$copy = $template->cloneNode(true);
var_dump($copy->innerHTML, $template->cloneNode()->innerHTML);
$template->innerHTML = '<b>x</b>';
echo $document->saveHtml($template), "\n", $document->saveXml($template), "\n", $document->saveHtml($copy), "\n";
$other = Dom\HTMLDocument::createEmpty();
$other->append($other->importNode($copy, true));
echo $other->saveHtml(), "\n";
unset($document, $template, $copy);
echo $other->documentElement->innerHTML, "\n";
--EXPECT--
string(31) "a<p>b</p><template>c</template>"
int(0)
string(0) ""
NULL
string(0) ""
string(0) ""
<template id="t"><b>x</b></template>
<template xmlns="http://www.w3.org/1999/xhtml" id="t"><b>x</b></template>
<template id="t"></template>
<template id="t"></template>
