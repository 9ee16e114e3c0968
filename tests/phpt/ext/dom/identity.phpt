--TEST--
A node is the same object as long as that lives, with what PHP code put into it
--EXTENSIONS--
dom
libxml
--FILE--
<?php
class Element extends DOMElement { public $mark = 0; }
$document = new DOMDocument();
$document->registerNodeClass('DOMElement', 'Element');
$document->loadXML('<a><b/><c/></a>');
$b = $document->documentElement->firstChild;
$b->mark = 5;
var_dump($document->getElementsByTagName('b')->item(0) === $b, $b->nextSibling->previousSibling->mark);
unset($b);
var_dump($document->documentElement->firstChild->mark);
$root = $document->documentElement;
unset($document);
var_dump(get_class($root->ownerDocument), $root->ownerDocument->documentElement === $root);
$child = $root->firstChild;
$root->removeChild($child);
$other = new DOMDocument();
$other->appendChild($other->importNode($root, true));
var_dump($child->parentNode, $child->ownerDocument === $root->ownerDocument, $other->saveXML($other->documentElement));
$fresh = new DOMElement('x', 'text');
try {
    $fresh->appendChild($root->firstChild);
    echo $fresh->textContent, "\n";
} catch (DOMException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
bool(true)
int(5)
int(0)
string(11) "DOMDocument"
bool(true)
NULL
bool(true)
string(11) "<a><c/></a>"
No Modification Allowed Error
