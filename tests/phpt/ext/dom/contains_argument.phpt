--TEST--
What is no object is wrong for contains() as an object, what is no node as a node
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
foreach ([null, 5, 'x', [], new stdClass] as $other) {
    try {
        var_dump($document->contains($other));
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
$element = Dom\HTMLDocument::createEmpty()->createElement('p');
foreach (['', '1 2'] as $name) {
    try {
        $element->setAttribute($name, 'x');
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
bool(false)
DOMNode::contains(): Argument #1 ($other) must be of type ?object, int given
DOMNode::contains(): Argument #1 ($other) must be of type ?object, string given
DOMNode::contains(): Argument #1 ($other) must be of type ?object, array given
DOMNode::contains(): Argument #1 ($other) must be of type DOMNode|DOMNameSpaceNode|null, stdClass given
ValueError: Dom\Element::setAttribute(): Argument #1 ($qualifiedName) must not be empty
DOMException: Invalid Character Error
