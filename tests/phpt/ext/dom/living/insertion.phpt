--TEST--
Dom\Node: where nodes may be put
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = Dom\XMLDocument::createFromString('<!DOCTYPE r><r><a/><b/></r>');
$root = $document->documentElement;
[$a, $b] = [$root->firstChild, $root->lastChild];
$other = Dom\XMLDocument::createEmpty();
$tries = [
    fn () => $a->appendChild($root),
    fn () => $document->appendChild($document->createElement('x')),
    fn () => $document->append('text'),
    fn () => $document->insertBefore($document->createComment('c'), $a),
    fn () => $root->appendChild($other->createElement('x')),
    fn () => $root->appendChild($document->doctype),
    fn () => $document->createTextNode('x')->appendChild($a),
    fn () => $root->replaceChild($b, $document->doctype),
    fn () => $root->append($root),
    fn () => $document->replaceChild($document->createTextNode('x'), $root),
    fn () => $document->insertBefore($document->createElement('y'), $document->doctype),
    fn () => $a->before('1', $b, '2'),
    fn () => $b->replaceWith($a, 'x', $b),
    fn () => $root->replaceChildren('q', $a),
    fn () => $a->remove(),
    fn () => $a->remove(),
];
foreach ($tries as $number => $try) {
    try {
        $try();
        echo $number, " ";
    } catch (Throwable $e) {
        echo $number, " ", get_class($e), " ", $e->getCode(), " ", $e->getMessage(), " ";
    }
    echo $document->saveXml($document->documentElement), "\n";
}
--EXPECT--
0 DOMException 3 Hierarchy Request Error <r><a/><b/></r>
1 DOMException 3 Cannot have more than one element child in a document <r><a/><b/></r>
2 DOMException 3 Cannot insert text as a child of a document <r><a/><b/></r>
3 DOMException 8 Not Found Error <r><a/><b/></r>
4 DOMException 4 Wrong Document Error <r><a/><b/></r>
5 DOMException 3 Cannot insert a document type into anything other than a document <r><a/><b/></r>
6 DOMException 3 Hierarchy Request Error <r><a/><b/></r>
7 DOMException 8 Not Found Error <r><a/><b/></r>
8 DOMException 3 Hierarchy Request Error <r><a/><b/></r>
9 DOMException 3 Cannot insert text as a child of a document <r><a/><b/></r>
10 DOMException 3 Cannot have more than one element child in a document <r><a/><b/></r>
11 <r>1<b/>2<a/></r>
12 <r>1<a/>x<b/>2</r>
13 <r>q<a/></r>
14 <r>q</r>
15 DOMException 8 Not Found Error <r>q</r>
