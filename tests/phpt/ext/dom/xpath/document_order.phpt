--TEST--
Results are in document order, each once, whatever has changed since the last one
--EXTENSIONS--
dom
--FILE--
<?php
$document = new DOMDocument;
$document->loadXML('<r xmlns:p="urn:p"><a i="1"><b/><c k="v" l="w"/><p:b/></a><a i="2"><b/>text<c/></a><!-- x --><d><a i="3"/></d></r>');
$xpath = new DOMXPath($document);
$xpath->registerNamespace('php', 'http://php.net/xpath');
$xpath->registerPhpFunctions();
function shown(DOMNodeList $list): string {
    return implode(' ', array_map(fn ($node) => $node->getNodePath(), iterator_to_array($list)));
}
$expressions = ['//c | //b | //a', '//c/@* | //a/@i | //c', '//b/following-sibling::* | //a', '//@*/..', '//b/ancestor::*', '(//b | //c)[2]', '//*[self::b or self::c]/preceding::*',
    '//p:b | //b', '//b/..', '//text() | //comment() | //d', 'descendant::*', '//a/*', '//*/@k | //*/@i', '/r/a/c | /r/a/b', 'a[2]/c/preceding-sibling::node()'];
$check = function () use ($xpath, $expressions, &$document) {
    foreach ($expressions as $expression) {
        foreach ([1, 2] as $turn) {
            $got = shown(@$xpath->query($expression));
            if ($turn === 1) {
                $first = $got;
            }
        }
        echo $got, $first === $got ? '' : ' DIFFERS', "\n";
    }
};
$check();
echo "-- moved\n";
$root = $document->documentElement;
$root->insertBefore($root->lastChild, $root->firstChild);
$check();
echo "-- added and removed\n";
$root->firstChild->appendChild($document->createElement('b'))->setAttribute('i', '9');
$gone = $root->removeChild($root->childNodes[1]);
$root->appendChild($document->createElement('c', 'last'));
$check();
echo "-- beside the document\n";
echo shown($xpath->query('.//c | .//b | @i | .', $gone)), "\n";
echo shown($xpath->query('.//b | .//c | @i | .', $gone)), "\n";
function outside() { return $GLOBALS['gone']->firstChild; }
echo $xpath->query('php:function("outside") | //c | //d')->length, "\n";
$root->appendChild($gone);
$check();
--EXPECT--
/r/a[1] /r/a[1]/b /r/a[1]/c /r/a[2] /r/a[2]/b /r/a[2]/c /r/d/a
/r/a[1]/@i /r/a[1]/c /r/a[1]/c/@k /r/a[1]/c/@l /r/a[2]/@i /r/a[2]/c /r/d/a/@i
/r/a[1] /r/a[1]/c /r/a[1]/p:b /r/a[2] /r/a[2]/c /r/d/a
/r/a[1] /r/a[1]/c /r/a[2] /r/d/a
/r /r/a[1] /r/a[2]
/r/a[1]/c
/r/a[1] /r/a[1]/b /r/a[1]/c /r/a[1]/p:b /r/a[2]/b
/r/a[1]/b /r/a[1]/p:b /r/a[2]/b
/r/a[1] /r/a[2]
/r/a[2]/text() /r/comment() /r/d
/r/a[1] /r/a[1]/b /r/a[1]/c /r/a[1]/p:b /r/a[2] /r/a[2]/b /r/a[2]/c /r/d /r/d/a
/r/a[1]/b /r/a[1]/c /r/a[1]/p:b /r/a[2]/b /r/a[2]/c
/r/a[1]/@i /r/a[1]/c/@k /r/a[2]/@i /r/d/a/@i
/r/a[1]/b /r/a[1]/c /r/a[2]/b /r/a[2]/c
/r/a[2]/b /r/a[2]/text()
-- moved
/r/d/a /r/a[1] /r/a[1]/b /r/a[1]/c /r/a[2] /r/a[2]/b /r/a[2]/c
/r/d/a/@i /r/a[1]/@i /r/a[1]/c /r/a[1]/c/@k /r/a[1]/c/@l /r/a[2]/@i /r/a[2]/c
/r/d/a /r/a[1] /r/a[1]/c /r/a[1]/p:b /r/a[2] /r/a[2]/c
/r/d/a /r/a[1] /r/a[1]/c /r/a[2]
/r /r/a[1] /r/a[2]
/r/a[1]/c
/r/d /r/d/a /r/a[1] /r/a[1]/b /r/a[1]/c /r/a[1]/p:b /r/a[2]/b
/r/a[1]/b /r/a[1]/p:b /r/a[2]/b
/r/a[1] /r/a[2]
/r/d /r/a[2]/text() /r/comment()
/r/d /r/d/a /r/a[1] /r/a[1]/b /r/a[1]/c /r/a[1]/p:b /r/a[2] /r/a[2]/b /r/a[2]/c
/r/a[1]/b /r/a[1]/c /r/a[1]/p:b /r/a[2]/b /r/a[2]/c
/r/d/a/@i /r/a[1]/@i /r/a[1]/c/@k /r/a[2]/@i
/r/a[1]/b /r/a[1]/c /r/a[2]/b /r/a[2]/c
/r/a[2]/b /r/a[2]/text()
-- added and removed
/r/d/a /r/d/b /r/a /r/a/b /r/a/c /r/c
/r/d/a/@i /r/a/@i /r/a/c /r/c
/r/d/a /r/a /r/a/c
/r/d/a /r/d/b /r/a
/r /r/d /r/a
/r/a/b
/r/d /r/d/a /r/d/b /r/a /r/a/b /r/a/c
/r/d/b /r/a/b
/r/d /r/a
/r/d /r/a/text() /r/comment() /r/c/text()
/r/d /r/d/a /r/d/b /r/a /r/a/b /r/a/c /r/c
/r/a/b /r/a/c
/r/d/a/@i /r/d/b/@i /r/a/@i
/r/a/b /r/a/c

-- beside the document
/a /a/@i /a/b /a/c
/a /a/@i /a/b /a/c
4
/r/d/a /r/d/b /r/a[1] /r/a[1]/b /r/a[1]/c /r/c /r/a[2] /r/a[2]/b /r/a[2]/c
/r/d/a/@i /r/a[1]/@i /r/a[1]/c /r/c /r/a[2]/@i /r/a[2]/c /r/a[2]/c/@k /r/a[2]/c/@l
/r/d/a /r/a[1] /r/a[1]/c /r/a[2] /r/a[2]/c /r/a[2]/p:b
/r/d/a /r/d/b /r/a[1] /r/a[2] /r/a[2]/c
/r /r/d /r/a[1] /r/a[2]
/r/a[1]/b
/r/d /r/d/a /r/d/b /r/a[1] /r/a[1]/b /r/a[1]/c /r/c /r/a[2]/b
/r/d/b /r/a[1]/b /r/a[2]/b /r/a[2]/p:b
/r/d /r/a[1] /r/a[2]
/r/d /r/a[1]/text() /r/comment() /r/c/text()
/r/d /r/d/a /r/d/b /r/a[1] /r/a[1]/b /r/a[1]/c /r/c /r/a[2] /r/a[2]/b /r/a[2]/c /r/a[2]/p:b
/r/a[1]/b /r/a[1]/c /r/a[2]/b /r/a[2]/c /r/a[2]/p:b
/r/d/a/@i /r/d/b/@i /r/a[1]/@i /r/a[2]/@i /r/a[2]/c/@k
/r/a[1]/b /r/a[1]/c /r/a[2]/b /r/a[2]/c
/r/a[2]/b
