--TEST--
Classes that registerNodeClass() refuses
--EXTENSIONS--
dom
--FILE--
<?php
$old = new DOMDocument;
$new = Dom\XMLDocument::createEmpty();
foreach ([[$old, 'NoSuch', null], [$old, '', null], [$old, 'DOMNode', 'NoSuch'], [$old, 'ArrayObject', null], [$old, 'DOMElement', 'ArrayObject'],
    [$old, 'DOMElement', 'DOMNode'], [$new, 'NoSuch', null], [$new, 'DOMElement', null], [$new, 'Dom\Element', 'ArrayObject']] as [$document, $base, $class]) {
    try { $document->registerNodeClass($base, $class); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$fragment = $old->createDocumentFragment();
var_dump($fragment->appendXML(''), $fragment->appendXML(' '));
--EXPECT--
TypeError: DOMDocument::registerNodeClass(): Argument #1 ($baseClass) must be a class name derived from DOMNode, NoSuch given
TypeError: DOMDocument::registerNodeClass(): Argument #1 ($baseClass) must be a class name derived from DOMNode,  given
TypeError: DOMDocument::registerNodeClass(): Argument #2 ($extendedClass) must be a valid class name or null, NoSuch given
TypeError: DOMDocument::registerNodeClass(): Argument #1 ($baseClass) must be a class name derived from DOMNode, ArrayObject given
Error: DOMDocument::registerNodeClass(): Argument #2 ($extendedClass) must be a class name derived from DOMElement or null, ArrayObject given
Error: DOMDocument::registerNodeClass(): Argument #2 ($extendedClass) must be a class name derived from DOMElement or null, DOMNode given
TypeError: Dom\Document::registerNodeClass(): Argument #1 ($baseClass) must be a class name derived from Dom\Node, NoSuch given
TypeError: Dom\Document::registerNodeClass(): Argument #1 ($baseClass) must be a class name derived from Dom\Node, DOMElement given
Error: Dom\Document::registerNodeClass(): Argument #2 ($extendedClass) must be a class name derived from Dom\Element or null, ArrayObject given
bool(false)
bool(true)
