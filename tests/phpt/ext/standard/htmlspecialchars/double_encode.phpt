--TEST--
htmlspecialchars() leaves entities alone on request
--FILE--
<?php
foreach ([ENT_HTML401, ENT_XML1, ENT_XHTML, ENT_HTML5] as $document) {
    echo htmlspecialchars("&eacute; &apos; &foo; &#39; &#x27; &#xZ; &; '", ENT_QUOTES | $document, "UTF-8", false), "\n";
}
?>
--EXPECT--
&eacute; &amp;apos; &amp;foo; &#39; &#x27; &amp;#xZ; &amp;; &#039;
&amp;eacute; &apos; &amp;foo; &#39; &#x27; &amp;#xZ; &amp;; &apos;
&eacute; &apos; &amp;foo; &#39; &#x27; &amp;#xZ; &amp;; &apos;
&eacute; &apos; &amp;foo; &#39; &#x27; &amp;#xZ; &amp;; &apos;
