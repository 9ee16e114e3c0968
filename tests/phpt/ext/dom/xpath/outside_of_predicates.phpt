--TEST--
position() and last() mean nothing outside of predicates; round() keeps the sign; a call need not be closed
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
$document->loadXML('<r><i/><i/></r>');
$xpath = new DOMXPath($document);
foreach (['position()', 'last()', '//i[last()=2]', 'count(//i[position()=1])', 'round(-0.5)', 'round(-0.2)', 'round(0.5)', 'round(-1.5)', 'nope(', 'true(', 'concat("a",', 'concat("a","b"'] as $expression) {
    $result = $xpath->evaluate($expression);
    echo $expression, ' ';
    var_dump($result instanceof DOMNodeList ? $result->length : $result);
}
$xpath->registerNamespace('php', 'http://php.net/xpath');
$xpath->registerPhpFunctions();
try {
    $xpath->evaluate('php:function("nope")');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$html = Dom\HTMLDocument::createFromString('<p>', LIBXML_NOERROR);
var_dump($html->querySelectorAll('|p')->length);
--EXPECTF--

Warning: DOMXPath::evaluate(): Invalid context position in %s on line 6
position() bool(false)

Warning: DOMXPath::evaluate(): Invalid context size in %s on line 6
last() bool(false)
//i[last()=2] int(2)
count(//i[position()=1]) float(1)
round(-0.5) float(-0)
round(-0.2) float(-0)
round(0.5) float(1)
round(-1.5) float(-1)

Warning: DOMXPath::evaluate(): xmlXPathCompOpEval: function nope not found in %s on line 6

Warning: DOMXPath::evaluate(): Unregistered function in %s on line 6
nope( bool(false)
true( bool(true)

Warning: DOMXPath::evaluate(): Invalid number of arguments in %s on line 6
concat("a", bool(false)

Warning: DOMXPath::evaluate(): Invalid expression in %s on line 6
concat("a","b" bool(false)
Invalid callback nope, function "nope" not found or invalid function name
int(1)
