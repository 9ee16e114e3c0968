--TEST--
Dom\HTMLDocument::createFromString(): a tree comes of any text, with lexbor's errors
--EXTENSIONS--
dom
libxml
--FILE--
<?php
libxml_use_internal_errors(true);
$documents = [
    "<!doctype html><details><script type=hidden></pre>",
    "<!doctype html></malignmark>a&amp;ba&amp;b</desc><nobr><small><!></span>",
    "<!doctype html></legend><?pi?><select><ol />&#x;<track><col/><svg>x</math><option></colgroup>&#;<br>",
    "\n<small></image><html id='x'><listing>",
    "<li type=hidden><style></html>& </tr>",
    "<!doctype html></xmp><title a=\"&quot;&amp;\"><!-- c --></base><u>& <u/></span></thead><keygen>",
    "<!doctype html><button viewbox=1/><form a=\"&quot;&amp;\"><script><rtc><dialog type=hidden></applet><noframes>",
    "<!doctype html></button><foreignObject a=\"&quot;&amp;\"><table>",
    "<menu color=red></li></x-y>&copy=1&lt<!doctype html><fieldset><form><area><base><!doctype html public '-//W3C//DTD HTML 4.01//EN' 'x'><sub><mi></ol>",
    "&#0; </body>",
    "</dl></base></meta><p></option><applet/></input>",
    "<!doctype html><col a=\"&quot;&amp;\">& <applet></ul></textarea></dt><param><mglyph><wbr c=&copyx><xmp><!doctype html><fieldset><table/>",
    "<!doctype html><!doctype html><p><area>",
    "</body>0<annotation-xml></foreignObject><svg a=2>",
    "<!doctype html><desc><foreignObject>x",
    "<!doctype html><plaintext class=\"y z\"><sub><script></mglyph><template><sub></a><track></tbody></annotation-xml></rp>",
    "<!doctype html></main></colgroup>&#x80;",
    "<!doctype html></col></tt></foreignObject></h1><mglyph></var><?pi?><?pi?>",
    "<meta><tbody></tbody><summary>",
    "</td><main viewbox=1 a=2>0</math></source><object>é<sarcasm><legend><ol color=red />x",
    "<!doctype html><source><label></xmp></summary><h2><svg><menu><select></hr></address><image viewbox=1></image>",
    "<!doctype html></main></iframe></img><mi></rt><tt></table><!doctype html><marquee>",
    "<!doctype html><xmp><!--><form><rt><annotation-xml a=\"&quot;&amp;\"><param><foreignObject b></li></dl><b><rb color=red><sub></frame>",
    "<strike face><var><dialog><!-- c --></noframes>",
    "<!doctype html></fieldset></optgroup>",
    "</html><template></button><mglyph></img><keygen>",
    "</keygen><option>&#0;",
    "<!doctype html><search xlink:href=q><td><sup color=red a=\"&quot;&amp;\">&foo;&#65;<input selected><h2>",
    "<!doctype html><!--><base><iframe></sarcasm> <!></rp>é<</area></mi><head><big></plaintext>",
    "<td a=\"&quot;&amp;\"></option><fieldset type=hidden><hr><style><rtc><html>",
    "<annotation-xml></mi></main></wbr>",
    "<!doctype html><isindex/><meta><br definitionurl=z>0<body encoding='text/html'/></form>",
    "<hr></summary><!-- a--!>",
    "<!doctype html></iframe>",
    "<listing><p><em selected></span><div/><embed><input/><x-y><body /></p></col>&copy=1<iframe class=\"y z\">",
    " \t <style></xmp></keygen><xmp></frameset>text é<main viewbox=1>",
    "<!doctype html><colgroup><search>",
    "</select></hr><marquee>text </base>text </head>x<xmp></label></code><template></input><html / xmlns='u'>",
    "<!doctype html>&#0;<search><listing / c=&copyx><foreignObject /><option a=\"&quot;&amp;\" /><x-y><p><ul class=\"y z\" a=1 a=1><script><svg><center><ol>",
    "<!doctype html><option></option><!></form>&#0;&amp&notit;<label></label></optgroup>",
    "<!doctype html><!><table><style><form a=2></object><rp a=1><font viewbox=1>",
    "<!doctype html><center/>",
    "<!doctype html>& <code>\n<template></option></xmp><label definitionurl=z><sub></dt><tr xmlns='u'></meta>",
    "<!doctype html></rt></tr><track></head></caption></script><",
    "<base id='x'><span>",
    "<script><dl><var>é<image><small></sarcasm></button><details></rp><rtc>",
    "<!doctype html></tr><var><template>",
    "<!doctype html></legend></meta><colgroup><?pi?><fieldset>",
    "<td definitionurl=z class=\"y z\">",
    "<!doctype html><applet b></plaintext><var encoding='text/html'/><base>a&amp;b",
    "<dialog/><div></rtc></tr><style><a selected><details/><mi><listing><colgroup a=2><foreignObject>",
    "</thead></form><track><a></tbody></p><sub><form></keygen><br />",
    "<search>& </link><sup>&#x80;<applet><meta>",
    "<!doctype html><img>&#x80;<h2><base> \t ",
    "<!doctype html><div><!-- a--!><sarcasm>",
    "<!doctype html><dialog selected></area><x-y></><xmp><script>",
    "<!doctype html><embed>&#65;",
    "</pre><object><th b><form></summary><xmp></ol><wbr><?pi?><tbody><!><p>&lt",
    "<!doctype html></h1></rtc>&lt</noscript><script c=&copyx>é</rt><em></input><tr><html/>a&amp;b<h1 a=1 encoding='text/html'>",
    "<image>",
    "<!doctype html><textarea><menu><<legend>",
    "<html a=1 type=hidden><ruby a=\"&quot;&amp;\" viewbox=1><code></rb><iframe></link>",
    "<!doctype html>&ampx&#x;</rb>&#x80;<plaintext selected><tbody>",
    "<!doctype html>&#;<mglyph c=&copyx/></p>&foo;<th>&#;x<param></embed><col a=2>0",
    "<!doctype html><legend></head></param><annotation-xml>&#x80;</base>",
    "<!doctype html><frame><embed><em></summary><thead a=1><title><x</sarcasm><tt>",
    "</summary>",
    "<!doctype html></base><nobr xlink:href=q><legend a=1><head><thead></ol><!-->",
    "<!doctype html><tt xmlns='u'></li><plaintext><select><x-y c=&copyx>a&amp;b<dd><title>",
    "<!doctype html><noframes></foreignObject></malignmark></center><dialog>",
];
foreach ($documents as $text) {
    $document = Dom\HTMLDocument::createFromString($text);
    echo "== ", addcslashes($text, "\n\t"), "\n", $document->saveHtml(), "\n";
    foreach (libxml_get_errors() as $error) {
        echo "  ", $error->message, "\n";
    }
    libxml_clear_errors();
}
--EXPECT--
== <!doctype html><details><script type=hidden></pre>
<!DOCTYPE html><html><head></head><body><details><script type="hidden"></pre></script></details></body></html>
== <!doctype html></malignmark>a&amp;ba&amp;b</desc><nobr><small><!></span>
<!DOCTYPE html><html><head></head><body>a&amp;ba&amp;b<nobr><small><!----></small></nobr></body></html>
  tokenizer error incorrectly-opened-comment in Entity, line: 1, column: 65
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-27
  tree error unexpected-closed-token in Entity, line: 1, column: 45-48
  tree error unexpected-closed-token in Entity, line: 1, column: 68-71
== <!doctype html></legend><?pi?><select><ol />&#x;<track><col/><svg>x</math><option></colgroup>&#;<br>
<!DOCTYPE html><!--?pi?--><html><head></head><body><select><ol>&amp;#x;<track><svg>x<option>&amp;#;</option></svg><br></ol></select></body></html>
  tokenizer error unexpected-question-mark-instead-of-tag-name in Entity, line: 1, column: 26
  tokenizer error absence-of-digits-in-numeric-character-reference in Entity, line: 1, column: 48
  tokenizer error absence-of-digits-in-numeric-character-reference in Entity, line: 1, column: 96
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-23
  tree error unexpected-token in Entity, line: 1, column: 57-59
  tree error unexpected-element-in-open-elements-stack in Entity, line: 1, column: 70-73
  tree error unexpected-closed-token in Entity, line: 1, column: 70-73
  tree error unexpected-element-in-open-elements-stack in Entity, line: 1, column: 85-92
  tree error unexpected-closed-token in Entity, line: 1, column: 85-92
  tree error unexpected-token in Entity, line: 1, column: 98-99
== \n<small></image><html id='x'><listing>
<html id="x"><head></head><body><small><listing></listing></small></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 2, column: 2-6
  tree error unexpected-closed-token in Entity, line: 2, column: 10-14
  tree error unexpected-token in Entity, line: 2, column: 17-20
== <li type=hidden><style></html>& </tr>
<html><head></head><body><li type="hidden"><style></html>& </tr></style></li></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-3
== <!doctype html></xmp><title a="&quot;&amp;"><!-- c --></base><u>& <u/></span></thead><keygen>
<!DOCTYPE html><html><head><title a="&quot;&amp;">&lt;!-- c --&gt;&lt;/base&gt;&lt;u&gt;&amp; &lt;u/&gt;&lt;/span&gt;&lt;/thead&gt;&lt;keygen&gt;</title></head><body></body></html>
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-20
== <!doctype html><button viewbox=1/><form a="&quot;&amp;"><script><rtc><dialog type=hidden></applet><noframes>
<!DOCTYPE html><html><head></head><body><button viewbox="1/"><form a="&quot;&amp;"><script><rtc><dialog type=hidden></applet><noframes></script></form></button></body></html>
== <!doctype html></button><foreignObject a="&quot;&amp;"><table>
<!DOCTYPE html><html><head></head><body><foreignobject a="&quot;&amp;"><table></table></foreignobject></body></html>
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-23
== <menu color=red></li></x-y>&copy=1&lt<!doctype html><fieldset><form><area><base><!doctype html public '-//W3C//DTD HTML 4.01//EN' 'x'><sub><mi></ol>
<html><head></head><body><menu color="red">©=1&lt;<fieldset><form><area><base><sub><mi></mi></sub></form></fieldset></menu></body></html>
  tokenizer error missing-semicolon-after-character-reference in Entity, line: 1, column: 33
  tokenizer error missing-semicolon-after-character-reference in Entity, line: 1, column: 38
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-5
  tree error unexpected-closed-token in Entity, line: 1, column: 19-20
  tree error unexpected-closed-token in Entity, line: 1, column: 24-26
  tree error doctype-token-in-body-mode in Entity, line: 1, column: 40-46
  tree error doctype-token-in-body-mode in Entity, line: 1, column: 83-89
  tree error unexpected-closed-token in Entity, line: 1, column: 146-147
== &#0; </body>
<html><head></head><body>� </body></html>
  tokenizer error null-character-reference in Entity, line: 1, column: 2
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 1-5
== </dl></base></meta><p></option><applet/></input>
<html><head></head><body><p><applet></applet></p></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-4
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 3-4
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 8-11
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 15-18
  tree error unexpected-closed-token in Entity, line: 1, column: 25-30
  tree error unexpected-closed-token in Entity, line: 1, column: 43-47
== <!doctype html><col a="&quot;&amp;">& <applet></ul></textarea></dt><param><mglyph><wbr c=&copyx><xmp><!doctype html><fieldset><table/>
<!DOCTYPE html><html><head></head><body>&amp; <applet><param><mglyph><wbr c="&amp;copyx"><xmp><!doctype html><fieldset><table/></xmp></mglyph></applet></body></html>
  tree error unexpected-token in Entity, line: 1, column: 17-19
  tree error unexpected-closed-token in Entity, line: 1, column: 49-50
  tree error unexpected-closed-token in Entity, line: 1, column: 54-61
  tree error unexpected-closed-token in Entity, line: 1, column: 65-66
== <!doctype html><!doctype html><p><area>
<!DOCTYPE html><html><head></head><body><p><area></p></body></html>
  tree error doctype-token-in-before-html-mode in Entity, line: 1, column: 18-24
== </body>0<annotation-xml></foreignObject><svg a=2>
<html><head></head><body>0<annotation-xml><svg a="2"></svg></annotation-xml></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-6
  tree error unexpected-token in Entity, line: 1, column: 8
  tree error unexpected-closed-token in Entity, line: 1, column: 27-39
== <!doctype html><desc><foreignObject>x
<!DOCTYPE html><html><head></head><body><desc><foreignobject>x</foreignobject></desc></body></html>
== <!doctype html><plaintext class="y z"><sub><script></mglyph><template><sub></a><track></tbody></annotation-xml></rp>
<!DOCTYPE html><html><head></head><body><plaintext class="y z"><sub><script></mglyph><template><sub></a><track></tbody></annotation-xml></rp></plaintext></body></html>
== <!doctype html></main></colgroup>&#x80;
<!DOCTYPE html><html><head></head><body>€</body></html>
  tokenizer error control-character-reference in Entity, line: 1, column: 35
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-21
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 25-32
== <!doctype html></col></tt></foreignObject></h1><mglyph></var><?pi?><?pi?>
<!DOCTYPE html><html><head></head><body><mglyph><!--?pi?--><!--?pi?--></mglyph></body></html>
  tokenizer error unexpected-question-mark-instead-of-tag-name in Entity, line: 1, column: 63
  tokenizer error unexpected-question-mark-instead-of-tag-name in Entity, line: 1, column: 69
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-20
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 24-25
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 29-41
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 45-46
  tree error unexpected-closed-token in Entity, line: 1, column: 58-60
== <meta><tbody></tbody><summary>
<html><head><meta></head><body><summary></summary></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-5
  tree error unexpected-token in Entity, line: 1, column: 8-12
  tree error unexpected-closed-token in Entity, line: 1, column: 16-20
== </td><main viewbox=1 a=2>0</math></source><object>é<sarcasm><legend><ol color=red />x
<html><head></head><body><main viewbox="1" a="2">0<object>é<sarcasm><legend><ol color="red">x</ol></legend></sarcasm></object></main></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-4
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 3-4
  tree error unexpected-closed-token in Entity, line: 1, column: 29-32
  tree error unexpected-closed-token in Entity, line: 1, column: 36-41
== <!doctype html><source><label></xmp></summary><h2><svg><menu><select></hr></address><image viewbox=1></image>
<!DOCTYPE html><html><head></head><body><source><label><h2><svg></svg><menu><select><img viewbox="1"></select></menu></h2></label></body></html>
  tree error unexpected-closed-token in Entity, line: 1, column: 33-35
  tree error unexpected-closed-token in Entity, line: 1, column: 39-45
  tree error unexpected-token in Entity, line: 1, column: 57-60
  tree error unexpected-closed-token in Entity, line: 1, column: 72-73
  tree error unexpected-closed-token in Entity, line: 1, column: 77-83
  tree error unexpected-token in Entity, line: 1, column: 86-90
  tree error unexpected-closed-token in Entity, line: 1, column: 104-108
== <!doctype html></main></iframe></img><mi></rt><tt></table><!doctype html><marquee>
<!DOCTYPE html><html><head></head><body><mi><tt><marquee></marquee></tt></mi></body></html>
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-21
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 25-30
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 34-36
  tree error unexpected-closed-token in Entity, line: 1, column: 44-45
  tree error unexpected-closed-token in Entity, line: 1, column: 53-57
  tree error doctype-token-in-body-mode in Entity, line: 1, column: 61-67
== <!doctype html><xmp><!--><form><rt><annotation-xml a="&quot;&amp;"><param><foreignObject b></li></dl><b><rb color=red><sub></frame>
<!DOCTYPE html><html><head></head><body><xmp><!--><form><rt><annotation-xml a="&quot;&amp;"><param><foreignObject b></li></dl><b><rb color=red><sub></frame></xmp></body></html>
== <strike face><var><dialog><!-- c --></noframes>
<html><head></head><body><strike face=""><var><dialog><!-- c --></dialog></var></strike></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-7
  tree error unexpected-closed-token in Entity, line: 1, column: 39-46
== <!doctype html></fieldset></optgroup>
<!DOCTYPE html><html><head></head><body></body></html>
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-25
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 29-36
== </html><template></button><mglyph></img><keygen>
<html><head></head><body><template><mglyph><keygen></mglyph></template></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-6
  tree error unexpected-token in Entity, line: 1, column: 9-16
  tree error unexpected-closed-token in Entity, line: 1, column: 20-25
  tree error unexpected-closed-token in Entity, line: 1, column: 37-39
== </keygen><option>&#0;
<html><head></head><body><option>�</option></body></html>
  tokenizer error null-character-reference in Entity, line: 1, column: 19
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-8
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 3-8
== <!doctype html><search xlink:href=q><td><sup color=red a="&quot;&amp;">&foo;&#65;<input selected><h2>
<!DOCTYPE html><html><head></head><body><search xlink:href="q"><sup color="red" a="&quot;&amp;">&amp;foo;A<input selected=""><h2></h2></sup></search></body></html>
  tokenizer error unknown-named-character-reference in Entity, line: 1, column: 76
  tree error unexpected-token in Entity, line: 1, column: 38-39
== <!doctype html><!--><base><iframe></sarcasm> <!></rp>é<</area></mi><head><big></plaintext>
<!DOCTYPE html><!----><html><head><base></head><body><iframe></sarcasm> <!></rp>é<</area></mi><head><big></plaintext></iframe></body></html>
  tokenizer error abrupt-closing-of-empty-comment in Entity, line: 1, column: 20
== <td a="&quot;&amp;"></option><fieldset type=hidden><hr><style><rtc><html>
<html><head></head><body><fieldset type="hidden"><hr><style><rtc><html></style></fieldset></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-3
  tree error unexpected-token in Entity, line: 1, column: 2-3
  tree error unexpected-closed-token in Entity, line: 1, column: 23-28
== <annotation-xml></mi></main></wbr>
<html><head></head><body><annotation-xml></annotation-xml></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-15
  tree error unexpected-closed-token in Entity, line: 1, column: 19-20
  tree error unexpected-closed-token in Entity, line: 1, column: 24-27
  tree error unexpected-closed-token in Entity, line: 1, column: 31-33
== <!doctype html><isindex/><meta><br definitionurl=z>0<body encoding='text/html'/></form>
<!DOCTYPE html><html><head></head><body encoding="text/html"><isindex><meta><br definitionurl="z">0</isindex></body></html>
  tree error unexpected-token in Entity, line: 1, column: 54-57
  tree error unexpected-closed-token in Entity, line: 1, column: 83-86
== <hr></summary><!-- a--!>
<html><head></head><body><hr><!-- a--></body></html>
  tokenizer error incorrectly-closed-comment in Entity, line: 1, column: 24
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-3
  tree error unexpected-closed-token in Entity, line: 1, column: 7-13
== <!doctype html></iframe>
<!DOCTYPE html><html><head></head><body></body></html>
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-23
== <listing><p><em selected></span><div/><embed><input/><x-y><body /></p></col>&copy=1<iframe class="y z">
<html><head></head><body><listing><p><em selected=""></em></p><div><em selected=""><embed><input><x-y><p></p>©=1<iframe class="y z"></iframe></x-y></em></div></listing></body></html>
  tokenizer error missing-semicolon-after-character-reference in Entity, line: 1, column: 82
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-8
  tree error unexpected-closed-token in Entity, line: 1, column: 28-31
  tree error unexpected-element-in-open-elements-stack in Entity, line: 1, column: 34-36
  tree error unexpected-token in Entity, line: 1, column: 60-63
  tree error unexpected-closed-token in Entity, line: 1, column: 69
  tree error unexpected-closed-token in Entity, line: 1, column: 73-75
==  \t <style></xmp></keygen><xmp></frameset>text é<main viewbox=1>
<html><head><style></xmp></keygen><xmp></frameset>text é<main viewbox=1></style></head><body></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 5-9
== <!doctype html><colgroup><search>
<!DOCTYPE html><html><head></head><body><search></search></body></html>
  tree error unexpected-token in Entity, line: 1, column: 17-24
== </select></hr><marquee>text </base>text </head>x<xmp></label></code><template></input><html / xmlns='u'>
<html><head></head><body><marquee>text text x<xmp></label></code><template></input><html / xmlns='u'></xmp></marquee></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-8
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 3-8
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 12-13
  tree error unexpected-closed-token in Entity, line: 1, column: 31-34
  tree error unexpected-closed-token in Entity, line: 1, column: 43-46
== <!doctype html>&#0;<search><listing / c=&copyx><foreignObject /><option a="&quot;&amp;" /><x-y><p><ul class="y z" a=1 a=1><script><svg><center><ol>
<!DOCTYPE html><html><head></head><body>�<search><listing c="&amp;copyx"><foreignobject><option a="&quot;&amp;"><x-y><p></p><ul class="y z" a="1"><script><svg><center><ol></script></ul></x-y></option></foreignobject></listing></search></body></html>
  tokenizer error null-character-reference in Entity, line: 1, column: 17
  tokenizer error unexpected-solidus-in-tag in Entity, line: 1, column: 38
== <!doctype html><option></option><!></form>&#0;&amp&notit;<label></label></optgroup>
<!DOCTYPE html><html><head></head><body><option></option><!---->�&amp;¬it;<label></label></body></html>
  tokenizer error incorrectly-opened-comment in Entity, line: 1, column: 35
  tokenizer error null-character-reference in Entity, line: 1, column: 44
  tokenizer error missing-semicolon-after-character-reference in Entity, line: 1, column: 51
  tokenizer error missing-semicolon-after-character-reference in Entity, line: 1, column: 56
  tree error unexpected-closed-token in Entity, line: 1, column: 38-41
  tree error unexpected-closed-token in Entity, line: 1, column: 75-82
== <!doctype html><!><table><style><form a=2></object><rp a=1><font viewbox=1>
<!DOCTYPE html><!----><html><head></head><body><table><style><form a=2></object><rp a=1><font viewbox=1></style></table></body></html>
  tokenizer error incorrectly-opened-comment in Entity, line: 1, column: 18
== <!doctype html><center/>
<!DOCTYPE html><html><head></head><body><center></center></body></html>
== <!doctype html>& <code>\n<template></option></xmp><label definitionurl=z><sub></dt><tr xmlns='u'></meta>
<!DOCTYPE html><html><head></head><body>&amp; <code>
<template><label definitionurl="z"><sub></sub></label></template></code></body></html>
  tree error unexpected-closed-token in Entity, line: 2, column: 13-18
  tree error unexpected-closed-token in Entity, line: 2, column: 22-24
  tree error unexpected-closed-token in Entity, line: 2, column: 56-57
  tree error unexpected-token in Entity, line: 2, column: 60-61
  tree error unexpected-closed-token in Entity, line: 2, column: 75-78
== <!doctype html></rt></tr><track></head></caption></script><
<!DOCTYPE html><html><head></head><body><track>&lt;</body></html>
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-19
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 23-24
  tree error unexpected-closed-token in Entity, line: 1, column: 35-38
  tree error unexpected-closed-token in Entity, line: 1, column: 42-48
  tree error unexpected-closed-token in Entity, line: 1, column: 52-57
== <base id='x'><span>
<html><head><base id="x"></head><body><span></span></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-5
== <script><dl><var>é<image><small></sarcasm></button><details></rp><rtc>
<html><head><script><dl><var>é<image><small></sarcasm></button><details></rp><rtc></script></head><body></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-7
== <!doctype html></tr><var><template>
<!DOCTYPE html><html><head></head><body><var><template></template></var></body></html>
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-19
== <!doctype html></legend></meta><colgroup><?pi?><fieldset>
<!DOCTYPE html><html><head></head><body><!--?pi?--><fieldset></fieldset></body></html>
  tokenizer error unexpected-question-mark-instead-of-tag-name in Entity, line: 1, column: 43
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-23
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 27-30
  tree error unexpected-token in Entity, line: 1, column: 33-40
== <td definitionurl=z class="y z">
<html><head></head><body></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-3
  tree error unexpected-token in Entity, line: 1, column: 2-3
== <!doctype html><applet b></plaintext><var encoding='text/html'/><base>a&amp;b
<!DOCTYPE html><html><head></head><body><applet b=""><var encoding="text/html"><base>a&amp;b</var></applet></body></html>
  tree error unexpected-closed-token in Entity, line: 1, column: 28-36
== <dialog/><div></rtc></tr><style><a selected><details/><mi><listing><colgroup a=2><foreignObject>
<html><head></head><body><dialog><div><style><a selected><details/><mi><listing><colgroup a=2><foreignObject></style></div></dialog></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-7
  tree error unexpected-closed-token in Entity, line: 1, column: 17-19
  tree error unexpected-closed-token in Entity, line: 1, column: 23-24
== </thead></form><track><a></tbody></p><sub><form></keygen><br />
<html><head></head><body><track><a><p></p><sub><form><br></form></sub></a></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-7
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 3-7
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 11-14
  tree error unexpected-closed-token in Entity, line: 1, column: 28-32
  tree error unexpected-closed-token in Entity, line: 1, column: 36
  tree error unexpected-closed-token in Entity, line: 1, column: 51-56
== <search>& </link><sup>&#x80;<applet><meta>
<html><head></head><body><search>&amp; <sup>€<applet><meta></applet></sup></search></body></html>
  tokenizer error control-character-reference in Entity, line: 1, column: 24
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-7
  tree error unexpected-closed-token in Entity, line: 1, column: 13-16
== <!doctype html><img>&#x80;<h2><base> \t 
<!DOCTYPE html><html><head></head><body><img>€<h2><base> 	 </h2></body></html>
  tokenizer error control-character-reference in Entity, line: 1, column: 22
== <!doctype html><div><!-- a--!><sarcasm>
<!DOCTYPE html><html><head></head><body><div><!-- a--><sarcasm></sarcasm></div></body></html>
  tokenizer error incorrectly-closed-comment in Entity, line: 1, column: 30
== <!doctype html><dialog selected></area><x-y></><xmp><script>
<!DOCTYPE html><html><head></head><body><dialog selected=""><x-y><xmp><script></xmp></x-y></dialog></body></html>
  tokenizer error missing-end-tag-name in Entity, line: 1, column: 47
  tree error unexpected-closed-token in Entity, line: 1, column: 35-38
== <!doctype html><embed>&#65;
<!DOCTYPE html><html><head></head><body><embed>A</body></html>
== </pre><object><th b><form></summary><xmp></ol><wbr><?pi?><tbody><!><p>&lt
<html><head></head><body><object><form><xmp></ol><wbr><?pi?><tbody><!><p>&lt</xmp></form></object></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-5
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 3-5
  tree error unexpected-token in Entity, line: 1, column: 16-17
  tree error unexpected-closed-token in Entity, line: 1, column: 29-35
== <!doctype html></h1></rtc>&lt</noscript><script c=&copyx>é</rt><em></input><tr><html/>a&amp;b<h1 a=1 encoding='text/html'>
<!DOCTYPE html><html><head></head><body>&lt;<script c="&amp;copyx">é</rt><em></input><tr><html/>a&amp;b<h1 a=1 encoding='text/html'></script></body></html>
  tokenizer error missing-semicolon-after-character-reference in Entity, line: 1, column: 30
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-19
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 23-25
  tree error unexpected-closed-token in Entity, line: 1, column: 32-39
== <image>
<html><head></head><body><img></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-6
  tree error unexpected-token in Entity, line: 1, column: 2-6
== <!doctype html><textarea><menu><<legend>
<!DOCTYPE html><html><head></head><body><textarea>&lt;menu&gt;&lt;&lt;legend&gt;</textarea></body></html>
== <html a=1 type=hidden><ruby a="&quot;&amp;" viewbox=1><code></rb><iframe></link>
<html a="1" type="hidden"><head></head><body><ruby a="&quot;&amp;" viewbox="1"><code><iframe></link></iframe></code></ruby></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2-5
  tree error unexpected-closed-token in Entity, line: 1, column: 63-64
== <!doctype html>&ampx&#x;</rb>&#x80;<plaintext selected><tbody>
<!DOCTYPE html><html><head></head><body>&amp;x&amp;#x;€<plaintext selected=""><tbody></plaintext></body></html>
  tokenizer error missing-semicolon-after-character-reference in Entity, line: 1, column: 20
  tokenizer error absence-of-digits-in-numeric-character-reference in Entity, line: 1, column: 24
  tokenizer error control-character-reference in Entity, line: 1, column: 31
  tree error unexpected-closed-token in Entity, line: 1, column: 27-28
== <!doctype html>&#;<mglyph c=&copyx/></p>&foo;<th>&#;x<param></embed><col a=2>0
<!DOCTYPE html><html><head></head><body>&amp;#;<mglyph c="&amp;copyx/"><p></p>&amp;foo;&amp;#;x<param>0</mglyph></body></html>
  tokenizer error absence-of-digits-in-numeric-character-reference in Entity, line: 1, column: 18
  tokenizer error unknown-named-character-reference in Entity, line: 1, column: 45
  tokenizer error absence-of-digits-in-numeric-character-reference in Entity, line: 1, column: 52
  tree error unexpected-closed-token in Entity, line: 1, column: 39
  tree error unexpected-token in Entity, line: 1, column: 47-48
  tree error unexpected-closed-token in Entity, line: 1, column: 63-67
  tree error unexpected-token in Entity, line: 1, column: 70-72
== <!doctype html><legend></head></param><annotation-xml>&#x80;</base>
<!DOCTYPE html><html><head></head><body><legend><annotation-xml>€</annotation-xml></legend></body></html>
  tokenizer error control-character-reference in Entity, line: 1, column: 56
  tree error unexpected-closed-token in Entity, line: 1, column: 26-29
  tree error unexpected-closed-token in Entity, line: 1, column: 33-37
  tree error unexpected-closed-token in Entity, line: 1, column: 63-66
== <!doctype html><frame><embed><em></summary><thead a=1><title><x</sarcasm><tt>
<!DOCTYPE html><html><head></head><body><embed><em><title>&lt;x&lt;/sarcasm&gt;&lt;tt&gt;</title></em></body></html>
  tree error unexpected-token in Entity, line: 1, column: 17-21
  tree error unexpected-closed-token in Entity, line: 1, column: 36-42
  tree error unexpected-token in Entity, line: 1, column: 45-49
== </summary>
<html><head></head><body></body></html>
  tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 3-9
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 3-9
== <!doctype html></base><nobr xlink:href=q><legend a=1><head><thead></ol><!-->
<!DOCTYPE html><html><head></head><body><nobr xlink:href="q"><legend a="1"><!----></legend></nobr></body></html>
  tokenizer error abrupt-closing-of-empty-comment in Entity, line: 1, column: 76
  tree error unexpected-closed-token-in-before-html-mode in Entity, line: 1, column: 18-21
  tree error unexpected-token in Entity, line: 1, column: 55-58
  tree error unexpected-token in Entity, line: 1, column: 61-65
  tree error unexpected-closed-token in Entity, line: 1, column: 69-70
== <!doctype html><tt xmlns='u'></li><plaintext><select><x-y c=&copyx>a&amp;b<dd><title>
<!DOCTYPE html><html><head></head><body><tt xmlns="u"><plaintext><select><x-y c=&copyx>a&amp;b<dd><title></plaintext></tt></body></html>
  tree error unexpected-closed-token in Entity, line: 1, column: 32-33
== <!doctype html><noframes></foreignObject></malignmark></center><dialog>
<!DOCTYPE html><html><head><noframes></foreignObject></malignmark></center><dialog></noframes></head><body></body></html>
