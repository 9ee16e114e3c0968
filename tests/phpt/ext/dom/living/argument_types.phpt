--TEST--
What is no node is no text either; null where it is taken
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = Dom\XMLDocument::createFromString('<r><a/></r>');
$root = $document->documentElement;
$calls = [
    fn() => $root->append(null),
    fn() => $root->prepend('x', 5),
    fn() => $root->replaceChildren(new stdClass),
    fn() => $root->firstChild->before(true),
    fn() => $root->firstChild->after([]),
    fn() => $root->firstChild->replaceWith(1.5),
    fn() => $document->append('text'),
    fn() => $root->getRootNode(null)->nodeName,
    fn() => $root->getRootNode(5),
    fn() => $document->xinclude(),
    fn() => $document->textContent = [],
    fn() => $document->doctype,
    fn() => Dom\HTMLDocument::createEmpty()->body = true,
];
foreach ($calls as $call) {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo $document->saveXml(), "\n";
--EXPECT--
TypeError: Dom\Element::append(): Argument #1 must be of type Dom\Node|string, null given
TypeError: Dom\Element::prepend(): Argument #2 must be of type Dom\Node|string, int given
TypeError: Dom\Element::replaceChildren(): Argument #1 must be of type Dom\Node|string, stdClass given
TypeError: Dom\Element::before(): Argument #1 must be of type Dom\Node|string, bool given
TypeError: Dom\Element::after(): Argument #1 must be of type Dom\Node|string, array given
TypeError: Dom\Element::replaceWith(): Argument #1 must be of type Dom\Node|string, float given
DOMException: Cannot insert text as a child of a document
string(9) "#document"
TypeError: Dom\Node::getRootNode(): Argument #1 ($options) must be of type ?array, int given
int(0)
Error: Cannot modify readonly property Dom\XMLDocument::$textContent
NULL
TypeError: Cannot assign true to property Dom\Document::$body of type ?Dom\HTMLElement
<?xml version="1.0" encoding="UTF-8"?>
<r><a/></r>
