--TEST--
Notations are printed first, and are no part of internalSubset
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
$document->loadXML('<!DOCTYPE r [<!ELEMENT r ANY><!NOTATION n PUBLIC "p"><!ENTITY e "v">]><r/>');
echo $document->saveXML(), $document->doctype->internalSubset;
$living = Dom\XMLDocument::createFromString('<!DOCTYPE r [<!ELEMENT r ANY><!NOTATION n PUBLIC "p">]><r/>');
echo $living->saveXml(), "\n", $living->doctype->internalSubset;
--EXPECT--
<?xml version="1.0"?>
<!DOCTYPE r [
<!NOTATION n PUBLIC "p" >
<!ELEMENT r ANY>
<!ENTITY e "v">
]>
<r/>
<!ELEMENT r ANY>
<!ENTITY e "v">
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE r [
<!NOTATION n PUBLIC "p" >
<!ELEMENT r ANY>
]>
<r/>
<!ELEMENT r ANY>
