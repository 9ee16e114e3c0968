--TEST--
Trees as deep as there is memory: printed, copied, compared, searched and freed without a deep stack
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
$node = $document;
for ($i = 0; $i < 20000; $i++) {
    $node = $node->appendChild($document->createElement('a'));
}
$node->appendChild($document->createTextNode('text'));
var_dump(strlen($document->saveXML()), $document->textContent);
$copy = $document->documentElement->cloneNode(true);
var_dump(strlen($document->saveXML($copy)));
$xpath = new DOMXPath($document);
var_dump($document->getElementsByTagName('a')->length, $xpath->evaluate('string(//text())'));
$document->normalizeDocument();
unset($copy, $node, $xpath, $document);
echo "done\n";
--EXPECT--
int(140027)
string(4) "text"
int(140004)
int(20000)
string(4) "text"
done
