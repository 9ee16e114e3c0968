--TEST--
nodeValue can be written where there is one
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = Dom\XMLDocument::createFromString('<!DOCTYPE e><e k="v"><!--c--><?p i?>t<![CDATA[x]]></e>');
$e = $document->documentElement;
$nodes = [$document, $document->doctype, $e, $e->attributes[0], ...$e->childNodes, $document->createDocumentFragment()];
foreach ($nodes as $node) {
    try {
        $node->nodeValue = 'new';
        echo get_class($node), ' ', $node->nodeValue, "\n";
    } catch (Error $x) {
        echo $x->getMessage(), "\n";
    }
}
foreach (['<x:y/>', '<a x:b="1"/>', '<a/>'] as $inner) {
    try {
        $e->innerHTML = $inner;
        echo $e->innerHTML, "\n";
    } catch (DOMException $x) {
        echo $x->getMessage(), "\n";
    }
}
--EXPECT--
Cannot modify readonly property Dom\XMLDocument::$nodeValue
Cannot modify readonly property Dom\DocumentType::$nodeValue
Cannot modify readonly property Dom\Element::$nodeValue
Dom\Attr new
Dom\Comment new
Dom\ProcessingInstruction new
Dom\Text new
Dom\CDATASection new
Cannot modify readonly property Dom\DocumentFragment::$nodeValue
XML fragment is not well-formed
XML fragment is not well-formed
<a/>
