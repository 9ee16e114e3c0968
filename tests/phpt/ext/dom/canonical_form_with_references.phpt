--TEST--
A document with references to entities has no canonical form
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
$document->loadXML('<!DOCTYPE r [<!ENTITY e "v">]><r><b>x<i>&e;</i></b><c a="&e;"/></r>');
var_dump($document->C14N(), $document->documentElement->lastChild->C14N());
$document->loadXML('<!DOCTYPE r [<!ENTITY e "v">]><r><c a="&e;"/></r>');
var_dump($document->C14N());
--EXPECTF--

Warning: DOMNode::C14N(): Node XML_ENTITY_REF_NODE is invalid here : processing node in %s on line 4

Warning: DOMNode::C14N(): Internal error : processing childrens list in %s on line 4

Warning: DOMNode::C14N(): Internal error : processing childrens list in %s on line 4

Warning: DOMNode::C14N(): Internal error : processing childrens list in %s on line 4

Warning: DOMNode::C14N(): Internal error : processing docs children list in %s on line 4

Warning: DOMNode::C14N(): Node XML_ENTITY_REF_NODE is invalid here : processing node in %s on line 4

Warning: DOMNode::C14N(): Internal error : processing childrens list in %s on line 4

Warning: DOMNode::C14N(): Internal error : processing childrens list in %s on line 4

Warning: DOMNode::C14N(): Internal error : processing childrens list in %s on line 4

Warning: DOMNode::C14N(): Internal error : processing docs children list in %s on line 4
bool(false)
bool(false)
string(20) "<r><c a="v"></c></r>"
