--TEST--
Dom\XMLDocument: namespaces are written where they are needed
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = Dom\XMLDocument::createFromString('<r xmlns="urn:a" xmlns:p="urn:p"><p:x p:y="1" z="2"><in xmlns=""/></p:x></r>');
$root = $document->documentElement;
foreach ($root->attributes as $name => $attribute) {
    var_dump($name, $attribute->namespaceURI, $attribute->prefix, $attribute->value);
}
$child = $root->appendChild($document->createElementNS('urn:q', 'p:clash'));
$child->setAttributeNS('urn:p', 'p:a', '1');
$child->setAttributeNS('urn:r', 'p:b', '2');
$child->setAttribute('xmlns:z', 'no declaration');
echo $document->saveXml(), "\n";
$root->removeAttribute('xmlns:p');
echo $document->saveXml($root->firstChild), "\n";
var_dump($child->lookupNamespaceURI('p'), $child->lookupPrefix('urn:a'), $root->isDefaultNamespace('urn:a'));
foreach ($root->firstChild->firstChild->getInScopeNamespaces() as $info) {
    var_dump($info->prefix, $info->namespaceURI);
}
$root->firstElementChild->rename('urn:new', 'n:x');
echo $document->saveXml(), "\n";
foreach ([['', 'a:b'], ['urn:a', 'a:b:c'], ['urn:a', 'xmlns'], ['urn:a', 'xml:a'], [null, '1']] as [$uri, $name]) {
    try {
        $document->createElementNS($uri, $name);
    } catch (DOMException $e) {
        echo $e->getCode(), " ", $e->getMessage(), "\n";
    }
}
--EXPECT--
string(5) "xmlns"
string(29) "http://www.w3.org/2000/xmlns/"
NULL
string(5) "urn:a"
string(7) "xmlns:p"
string(29) "http://www.w3.org/2000/xmlns/"
string(5) "xmlns"
string(5) "urn:p"
<?xml version="1.0" encoding="UTF-8"?>
<r xmlns="urn:a" xmlns:p="urn:p"><p:x p:y="1" z="2"><in xmlns=""/></p:x><p:clash xmlns:p="urn:q" xmlns:ns1="urn:p" ns1:a="1" xmlns:ns2="urn:r" ns2:b="2" xmlns:z="no declaration"/></r>
<p:x xmlns:p="urn:p" p:y="1" z="2"><in xmlns=""/></p:x>
string(5) "urn:q"
NULL
bool(true)
<?xml version="1.0" encoding="UTF-8"?>
<r xmlns="urn:a"><n:x xmlns:n="urn:new" xmlns:p="urn:p" p:y="1" z="2"><in xmlns=""/></n:x><p:clash xmlns:p="urn:q" xmlns:ns1="urn:p" ns1:a="1" xmlns:ns2="urn:r" ns2:b="2" xmlns:z="no declaration"/></r>
14 Namespace Error
5 Invalid Character Error
14 Namespace Error
14 Namespace Error
5 Invalid Character Error
