--TEST--
Elements and attributes of namespaces
--EXTENSIONS--
simplexml
--FILE--
<?php
$e = simplexml_load_string('<r xmlns="urn:d" xmlns:p="urn:p"><p:a p:x="1" x="2">t</p:a><a>u</a></r>');
echo count($e->children()), ' ', $e->a, ' ', count($e->children('urn:p')), ' ', $e->children('p', true)->a, "\n";
$a = $e->children('p', true)->a;
echo $a['x'], ' ', $a->attributes()['x'], ' ', $a->attributes('urn:p')->x, "\n";
$e->registerXPathNamespace('d', 'urn:d');
foreach ($e->xpath('//d:a | //@x | //p:a/@p:x') as $found) {
    echo $found->getName(), '=', $found, "\n";
}
$e->addChild('p:b', 'v & w;', 'urn:p');
$e->addChild('q:c', null, 'urn:q')->addAttribute('q:y', '<', 'urn:q');
echo json_encode([$e->getNamespaces(true), $e->getDocNamespaces(true)]), "\n", $e->asXML();
--EXPECT--
1 u 1 t
1 2 1
x=1
x=2
a=u
[{"":"urn:d","p":"urn:p","q":"urn:q"},{"":"urn:d","p":"urn:p","q":"urn:q"}]
<?xml version="1.0"?>
<r xmlns="urn:d" xmlns:p="urn:p"><p:a p:x="1" x="2">t</p:a><a>u</a><p:b>v & w;</p:b><q:c xmlns:q="urn:q" q:y="&lt;"/></r>
