--TEST--
html_entity_decode() by document type
--FILE--
<?php
foreach ([ENT_HTML401, ENT_XML1, ENT_XHTML, ENT_HTML5] as $document) {
    echo bin2hex(html_entity_decode("&eacute;&apos;&#233;&#0;&#13;&#128;&quot;", ENT_QUOTES | $document)), "\n";
}
?>
--EXPECT--
c3a92661706f733bc3a92623303b0d26233132383b22
266561637574653b27c3a92623303b0dc28022
c3a927c3a92623303b0dc28022
c3a927c3a92623303b262331333b26233132383b22
