--TEST--
XPath: attributes of all elements below, by name, namespace, predicate and position
--EXTENSIONS--
dom
--FILE--
<?php
$document = new DOMDocument;
$document->loadXML('<r xmlns:x="urn:x" x:id="1" id="2" class="red"><a class="red" x:class="b">t<b class="blue"/></a>'
    . '<x:a class="red"/><!--c--><?pi d?><a/></r>');
$xpath = new DOMXPath($document);
$xpath->registerNamespace('x', 'urn:x');
foreach ([
    '//@class', '//@*', '//@x:class', "//@class[. = 'red']", '//@class[1]', '//@class[last()]', '(//@class)[2]', '//a//@class',
    '//@class//@class', '//@class/..', '//text()/@class', '//b/ancestor::*/@class', '/r/a[1]/following-sibling::a',
    '/r/a/following-sibling::*', '//a | //@class', "//*[@class = 'red'][1]/@class", '//@nothing',
] as $query) {
    echo $query, ':';
    foreach ($xpath->query($query) as $node) {
        echo ' ', $node->nodeName, '=', $node->nodeValue;
    }
    echo "\n";
}
?>
--EXPECT--
//@class: class=red class=red class=blue class=red
//@*: x:id=1 id=2 class=red class=red x:class=b class=blue class=red
//@x:class: x:class=b
//@class[. = 'red']: class=red class=red class=red
//@class[1]: class=red class=red class=blue class=red
//@class[last()]: class=red class=red class=blue class=red
(//@class)[2]: class=red
//a//@class: class=red class=blue
//@class//@class:
//@class/..: r=t a=t b= x:a=
//text()/@class:
//b/ancestor::*/@class: class=red class=red
/r/a[1]/following-sibling::a: a=
/r/a/following-sibling::*: x:a= a=
//a | //@class: class=red a=t class=red class=blue class=red a=
//*[@class = 'red'][1]/@class: class=red class=red
//@nothing:
