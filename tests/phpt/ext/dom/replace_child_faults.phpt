--TEST--
What replaceChild() says of wrong nodes
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
$document->loadXML('<e><z/></e>');
$e = $document->documentElement;
$cases = [
    [$document->createAttribute('d'), $e->firstChild],
    [$document->createElement('d'), $document->createAttribute('q')],
    [$document->createAttribute('d'), $document->createElement('q')],
    [$document->createElement('d'), $document->createElement('q')],
    [$e, $e->firstChild],
];
foreach ($cases as [$new, $old]) {
    try {
        var_dump($e->replaceChild($new, $old));
    } catch (DOMException $x) {
        echo $x->getMessage(), "\n";
    }
}
$e->firstChild->remove();
var_dump($e->replaceChild($document->createElement('d'), $document->createElement('q')));
--EXPECT--
Hierarchy Request Error
Hierarchy Request Error
Hierarchy Request Error
Not Found Error
Hierarchy Request Error
bool(false)
