--TEST--
A copy of a list of nodes is empty
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
$document->loadXML('<a b="c"><d/></a>');
$html = Dom\HTMLDocument::createFromString('<p id=x>', LIBXML_NOERROR);
$lists = [
    $document->documentElement->attributes,
    $document->documentElement->childNodes,
    $html->body->childNodes,
    $html->body->children,
    $html->body->firstChild->attributes,
];
foreach ($lists as $list) {
    $copy = clone $list;
    echo get_class($copy), ' ', $list->length, ' ', $copy->length, "\n";
    var_dump($copy->item(0), iterator_to_array($copy));
}
try {
    clone $html->body->firstChild->classList;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
--EXPECTF--

Warning: Undefined property: Dom\HTMLElement::$children in %s on line 9
DOMNamedNodeMap 1 0
NULL
array(0) {
}
DOMNodeList 1 0
NULL
array(0) {
}
Dom\NodeList 1 0
NULL
array(0) {
}

Fatal error: Uncaught Error: __clone method called on non-object in %s:13
Stack trace:
#0 {main}
  thrown in %s on line 13
