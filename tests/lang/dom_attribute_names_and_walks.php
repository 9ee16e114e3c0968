<?php
// needs: dom
$legacy = new DOMDocument;
$legacy->loadXML('<r xmlns:p="urn:p" p:x="1" y="2" xml:id="q"/>');
foreach ($legacy->documentElement->attributes as $a) {
    var_dump($a->name, $a->nodeName, $a->localName, $a->prefix);
}
$living = Dom\XMLDocument::createFromString('<r xmlns:p="urn:p" p:x="1" y="2"/>');
foreach ($living->documentElement->attributes as $a) {
    var_dump($a->name, $a->nodeName, $a->localName, $a->prefix);
}
$xml = '<x><a/><b/><c/><d/><e/></x>';
foreach ([1, 2] as $removed) {
    foreach ([0, 1] as $kind) {
        $document = $kind ? Dom\XMLDocument::createFromString($xml) : new DOMDocument;
        if (!$kind) $document->loadXML($xml);
        $children = $document->documentElement->childNodes;
        foreach ($children as $i => $node) {
            echo $i, $node->localName, ' ';
            if ($i == 2) $children[$removed]->remove();
        }
        echo "\n";
    }
}
