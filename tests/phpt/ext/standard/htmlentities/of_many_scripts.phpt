--TEST--
htmlentities() of characters with and without entities, and entities that are there
--FILE--
<?php
$text = "Žluťoučký kůň — 日本語 € é & &amp; &eacute; <a href='x'>\"≠♦\u{2665}\u{2667}\u{fffd}";
foreach ([ENT_QUOTES, ENT_NOQUOTES, ENT_QUOTES | ENT_XHTML, ENT_QUOTES | ENT_XML1, ENT_QUOTES | ENT_HTML5] as $flags) {
    echo htmlentities($text, $flags), "\n", htmlentities($text, $flags, 'UTF-8', false), "\n";
}
echo htmlentities("\xe9\xa4", ENT_QUOTES, 'ISO-8859-15'), "\n";
?>
--EXPECT--
Žluťoučk&yacute; kůň &mdash; 日本語 &euro; &eacute; &amp; &amp;amp; &amp;eacute; &lt;a href=&#039;x&#039;&gt;&quot;&ne;&diams;&hearts;♧�
Žluťoučk&yacute; kůň &mdash; 日本語 &euro; &eacute; &amp; &amp; &eacute; &lt;a href=&#039;x&#039;&gt;&quot;&ne;&diams;&hearts;♧�
Žluťoučk&yacute; kůň &mdash; 日本語 &euro; &eacute; &amp; &amp;amp; &amp;eacute; &lt;a href='x'&gt;"&ne;&diams;&hearts;♧�
Žluťoučk&yacute; kůň &mdash; 日本語 &euro; &eacute; &amp; &amp; &eacute; &lt;a href='x'&gt;"&ne;&diams;&hearts;♧�
Žluťoučk&yacute; kůň &mdash; 日本語 &euro; &eacute; &amp; &amp;amp; &amp;eacute; &lt;a href=&#039;x&#039;&gt;&quot;&ne;&diams;&hearts;♧�
Žluťoučk&yacute; kůň &mdash; 日本語 &euro; &eacute; &amp; &amp; &eacute; &lt;a href=&#039;x&#039;&gt;&quot;&ne;&diams;&hearts;♧�
Žluťoučký kůň — 日本語 € é &amp; &amp;amp; &amp;eacute; &lt;a href=&apos;x&apos;&gt;&quot;≠♦♥♧�
Žluťoučký kůň — 日本語 € é &amp; &amp; &amp;eacute; &lt;a href=&apos;x&apos;&gt;&quot;≠♦♥♧�
&Zcaron;lu&tcaron;ou&ccaron;k&yacute; k&uring;&ncaron; &mdash; 日本語 &euro; &eacute; &amp; &amp;amp&semi; &amp;eacute&semi; &lt;a href&equals;&apos;x&apos;&gt;&quot;&NotEqual;&diamondsuit;&hearts;♧�
&Zcaron;lu&tcaron;ou&ccaron;k&yacute; k&uring;&ncaron; &mdash; 日本語 &euro; &eacute; &amp; &amp; &eacute; &lt;a href&equals;&apos;x&apos;&gt;&quot;&NotEqual;&diamondsuit;&hearts;♧�
&eacute;&euro;
