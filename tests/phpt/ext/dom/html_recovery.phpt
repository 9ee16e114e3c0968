--TEST--
DOMDocument::loadHTML(): a tree comes of any text
--EXTENSIONS--
dom
libxml
--FILE--
<?php
libxml_use_internal_errors(true);
$docs=["text","<p>a<p>b","<html><body><p>x</p></body></html>","<title>t</title><p>x","<ul><li>a<li>b</ul>","<table><tr><td>a<td>b<tr><td>c</table>","<div><span>x</div>y</span>","<foo>x</foo>","<img src=a.png><br>x","a &amp; b &eacute; &foo; &lt &copy x","<!DOCTYPE html><html><head></head><body>x</body></html>","<!-- c --><p>x","<p class=a id='b' checked>x</p>","<script>if (a<b && c) {}</script><p>x","<b><i>x</b>y</i>","<a href='?a=1&b=2'>x</a>","</p>x","<p>é ü</p>","<meta charset='utf-8'><p>é</p>","<meta http-equiv='Content-Type' content='text/html; charset=utf-8'><p>é</p>","<select><option>a<option selected>b</select>","<textarea> <b>x</textarea>","<p>x\n\n y</p>\n\n<div>\n</div>","<div><p>a</div>","<style>a > b</style>","<input disabled value=\"a&quot;b\">","<h1>a<h2>b","<p>a<div>b</div>c</p>","<body><div>a</body></html>x","<br/><hr />","<section><article>x</article></section>", "<td>x</td>", "x<!-- y","<p a=1 a=2>", "<","<1>","a<b","<p>&nbsp;&euro;&#8364;&#x41;</p>","<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\"><html xmlns=\"http://www.w3.org/1999/xhtml\"><body>x</body></html>","<p><![CDATA[x]]></p>","<?php echo 1 ?><p>x","<pre>\na\n b</pre>","<dl><dt>a<dd>b<dt>c</dl>","<form><form></form></form>","<head><link rel=x><p>y","<body a=1><body b=2>x","<html><head><title>x</title></head>\n<body>\n<p>a</p>\n</body>\n</html>\n"];
foreach($docs as $h){ $d=new DOMDocument; $r=@$d->loadHTML($h); echo "== ",addcslashes($h,"\n"),"\n",$d->saveHTML(); foreach(libxml_get_errors() as $e) echo "  $e->level $e->code l$e->line c$e->column ",$e->message; libxml_clear_errors(); }
--EXPECT--
== text
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>text</p></body></html>
== <p>a<p>b
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>a</p><p>b</p></body></html>
== <html><body><p>x</p></body></html>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>x</p></body></html>
== <title>t</title><p>x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><title>t</title></head><body><p>x</p></body></html>
== <ul><li>a<li>b</ul>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><ul><li>a</li><li>b</li></ul></body></html>
== <table><tr><td>a<td>b<tr><td>c</table>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table></body></html>
== <div><span>x</div>y</span>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div><span>x</span></div>y</body></html>
  2 76 l1 c27 Unexpected end tag : span
== <foo>x</foo>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><foo>x</foo></body></html>
  2 801 l1 c5 Tag foo invalid
== <img src=a.png><br>x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><img src="a.png"><br>x</body></html>
== a &amp; b &eacute; &foo; &lt &copy x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>a &amp; b &eacute; &amp;foo; &amp;lt &amp;copy x</p></body></html>
  2 23 l1 c29 htmlParseEntityRef: expecting ';'
  2 23 l1 c35 htmlParseEntityRef: expecting ';'
== <!DOCTYPE html><html><head></head><body>x</body></html>
<!DOCTYPE html>
<html><head></head><body>x</body></html>
== <!-- c --><p>x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<!-- c --><html><body><p>x</p></body></html>
== <p class=a id='b' checked>x</p>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p class="a" id="b" checked>x</p></body></html>
== <script>if (a<b && c) {}</script><p>x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><script>if (a<b && c) {}</script></head><body><p>x</p></body></html>
== <b><i>x</b>y</i>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><b><i>x</i></b>y</body></html>
  2 76 l1 c12 Opening and ending tag mismatch: b and i
  2 76 l1 c17 Unexpected end tag : i
== <a href='?a=1&b=2'>x</a>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><a href="?a=1&amp;b=2">x</a></body></html>
  2 23 l1 c16 htmlParseEntityRef: expecting ';'
== </p>x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>x</p></body></html>
  2 76 l1 c5 Unexpected end tag : p
== <p>é ü</p>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&Atilde;&copy; &Atilde;&frac14;</p></body></html>
== <meta charset='utf-8'><p>é</p>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><meta charset="utf-8"></head><body><p>&eacute;</p></body></html>
== <meta http-equiv='Content-Type' content='text/html; charset=utf-8'><p>é</p>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><p>é</p></body></html>
== <select><option>a<option selected>b</select>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><select><option>a</option><option selected>b</option></select></body></html>
== <textarea> <b>x</textarea>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><textarea> <b>x</b></textarea></body></html>
  2 76 l1 c27 Opening and ending tag mismatch: textarea and b
== <p>x\n\n y</p>\n\n<div>\n</div>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>x

 y</p>

<div>
</div></body></html>
== <div><p>a</div>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div><p>a</p></div></body></html>
== <style>a > b</style>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><style>a > b</style></head></html>
== <input disabled value="a&quot;b">
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><input disabled value='a"b'></body></html>
== <h1>a<h2>b
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><h1>a<h2>b</h2></h1></body></html>
== <p>a<div>b</div>c</p>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>a</p><div>b</div>c</body></html>
  2 76 l1 c22 Unexpected end tag : p
== <body><div>a</body></html>x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>a</div></body><html><p>x</p></html></html>
== <br/><hr />
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><br><hr></body></html>
== <section><article>x</article></section>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><section><article>x</article></section></body></html>
  2 801 l1 c9 Tag section invalid
  2 801 l1 c18 Tag article invalid
== <td>x</td>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><td>x</td></body></html>
== x<!-- y
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>x</p></body></html>
  2 45 l1 c8 Comment not terminated 
<!--
== <p a=1 a=2>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p a="1"></p></body></html>
  2 42 l1 c11 Attribute a redefined
== <
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">

== <1>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>1&gt;</p></body></html>
== a<b
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>a<b></b></p></body></html>
  2 73 l1 c4 Couldn't find end of Start Tag b
== <p>&nbsp;&euro;&#8364;&#x41;</p>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&nbsp;&euro;&euro;A</p></body></html>
== <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><body>x</body></html>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><body>x</body></html>
== <p><![CDATA[x]]></p>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&lt;![CDATA[x]]&gt;</p></body></html>
== <?php echo 1 ?><p>x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?php echo 1 ?><html><body><p>x</p></body></html>
== <pre>\na\n b</pre>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><pre>
a
 b</pre></body></html>
== <dl><dt>a<dd>b<dt>c</dl>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><dl><dt>a</dt><dd>b</dd><dt>c</dt></dl></body></html>
== <form><form></form></form>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><form></form><form></form></body></html>
  2 76 l1 c27 Unexpected end tag : form
== <head><link rel=x><p>y
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><link rel="x"></head><body><p>y</p></body></html>
== <body a=1><body b=2>x
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body a="1">x</body></html>
  2 800 l1 c16 htmlParseStartTag: misplaced <body> tag
== <html><head><title>x</title></head>\n<body>\n<p>a</p>\n</body>\n</html>\n
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><title>x</title></head>
<body>
<p>a</p>
</body>
</html>
