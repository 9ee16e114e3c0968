--TEST--
DOMDocument::saveHTML() and saveHTMLFile() with formatOutput: line breaks around blocks
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), "html");
$cases = ['<p>a<div>b<p>c</p></div>d</p>','<div><ul><li>a</li><li>b <b>c</b></li></ul></div>','<pre><div>a</div><div>b</div></pre>','<div><div>a</div></div>','<div><b>a</b><i>b</i></div>','<table><tr><td>1</td><td>2</td></tr></table>','<div><img src=x><br><hr><input></div>','<div><hr><p>x</p></div>','<div><!-- c --><p>a</p><!-- d --></div>','<div><section>a</section><section>b</section></div>','<select><option>a</option><option>b</option></select>','<div><ul></ul><ul></ul><li></li></div>','<title>x</title><script>if (a<b) {}</script><style>p{}</style><link rel=x><meta name=a content=b><p>a<br>b</p>','<html><body></body></html>','<body><!--x--></body>', "<div>\n <p>a</p>\n <p>b</p></div>", '<p><div></div><div></div></p>', '<param name=x><div><param name=y><param name=z></div>','<form><p>a</p><input><p>b</p></form>','<dl><dt>a<dd>b</dl>&unk;', '<div><?pi x?><p>a</p></div>'];
foreach ($cases as $c) { $d = new DOMDocument; $d->formatOutput = true; @$d->loadHTML($c); echo $d->saveHTML(), "-----\n"; foreach ($d->getElementsByTagName('*') as $e) echo $d->saveHTML($e), "|\n"; }
$d = new DOMDocument; $d->formatOutput = true; $d->loadXML('<div xmlns="urn:x"><p>a</p><p>b</p><x:div xmlns:x="u"><p/><p/></x:div></div>'); echo $d->saveHTML(), $d->saveHTML($d->documentElement), "\n";
$f = $d->createDocumentFragment(); foreach ([1,2] as $i) $f->appendChild($d->createElement('div'))->appendChild($d->createElement('p', $i)); echo $d->saveHTML($f), "\n";
$f = $d->createElement('pre'); foreach ([1,2] as $i) $f->appendChild($d->createElement('div'))->appendChild($d->createElement('p', $i)); echo $d->saveHTML($f), "\n"; 
$f->appendChild($d->createEntityReference('amp')); $f->appendChild($d->createElement('div')); $f->appendChild($d->createCDATASection('x<')); echo $d->saveHTML($f), "\n";
$d->saveHTMLFile($file); echo file_get_contents($file);
$d = new DOMDocument; @$d->loadHTML('<div><p>a</p><p>b</p></div>'); $d->saveHTMLFile($file); echo file_get_contents($file);
$d = new DOMDocument; $d->formatOutput = true; @$d->loadHTML('<div><p>a</p><p>b</p></div>'); $d->saveHTMLFile($file); echo file_get_contents($file);
foreach (['li','p','td','DIV'] as $t) { $y = $d->createElement($t); $y->setAttribute('a','b'); echo $d->saveHTML($y), "\n"; }
unlink($file);
--EXPECT--
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body>
<p>a</p>
<div>b<p>c</p>
</div>d</body></html>
-----
<html><body>
<p>a</p>
<div>b<p>c</p>
</div>d</body></html>|
<body>
<p>a</p>
<div>b<p>c</p>
</div>d</body>|
<p>a</p>
|
<div>b<p>c</p>
</div>|
<p>c</p>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div><ul>
<li>a</li>
<li>b <b>c</b>
</li>
</ul></div></body></html>
-----
<html><body><div><ul>
<li>a</li>
<li>b <b>c</b>
</li>
</ul></div></body></html>|
<body><div><ul>
<li>a</li>
<li>b <b>c</b>
</li>
</ul></div></body>|
<div><ul>
<li>a</li>
<li>b <b>c</b>
</li>
</ul></div>|
<ul>
<li>a</li>
<li>b <b>c</b>
</li>
</ul>|
<li>a</li>
|
<li>b <b>c</b>
</li>|
<b>c</b>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><pre><div>a</div><div>b</div></pre></body></html>
-----
<html><body><pre><div>a</div><div>b</div></pre></body></html>|
<body><pre><div>a</div><div>b</div></pre></body>|
<pre><div>a</div><div>b</div></pre>|
<div>a</div>|
<div>b</div>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div><div>a</div></div></body></html>
-----
<html><body><div><div>a</div></div></body></html>|
<body><div><div>a</div></div></body>|
<div><div>a</div></div>|
<div>a</div>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
<b>a</b><i>b</i>
</div></body></html>
-----
<html><body><div>
<b>a</b><i>b</i>
</div></body></html>|
<body><div>
<b>a</b><i>b</i>
</div></body>|
<div>
<b>a</b><i>b</i>
</div>|
<b>a</b>|
<i>b</i>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><table><tr>
<td>1</td>
<td>2</td>
</tr></table></body></html>
-----
<html><body><table><tr>
<td>1</td>
<td>2</td>
</tr></table></body></html>|
<body><table><tr>
<td>1</td>
<td>2</td>
</tr></table></body>|
<table><tr>
<td>1</td>
<td>2</td>
</tr></table>|
<tr>
<td>1</td>
<td>2</td>
</tr>|
<td>1</td>
|
<td>2</td>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
<img src="x"><br><hr>
<input>
</div></body></html>
-----
<html><body><div>
<img src="x"><br><hr>
<input>
</div></body></html>|
<body><div>
<img src="x"><br><hr>
<input>
</div></body>|
<div>
<img src="x"><br><hr>
<input>
</div>|
<img src="x">|
<br>|
<hr>
|
<input>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
<hr>
<p>x</p>
</div></body></html>
-----
<html><body><div>
<hr>
<p>x</p>
</div></body></html>|
<body><div>
<hr>
<p>x</p>
</div></body>|
<div>
<hr>
<p>x</p>
</div>|
<hr>
|
<p>x</p>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
<!-- c --><p>a</p>
<!-- d -->
</div></body></html>
-----
<html><body><div>
<!-- c --><p>a</p>
<!-- d -->
</div></body></html>|
<body><div>
<!-- c --><p>a</p>
<!-- d -->
</div></body>|
<div>
<!-- c --><p>a</p>
<!-- d -->
</div>|
<p>a</p>
|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
<section>a</section><section>b</section>
</div></body></html>
-----
<html><body><div>
<section>a</section><section>b</section>
</div></body></html>|
<body><div>
<section>a</section><section>b</section>
</div></body>|
<div>
<section>a</section><section>b</section>
</div>|
<section>a</section>|
<section>b</section>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><select><option>a</option>
<option>b</option></select></body></html>
-----
<html><body><select><option>a</option>
<option>b</option></select></body></html>|
<body><select><option>a</option>
<option>b</option></select></body>|
<select><option>a</option>
<option>b</option></select>|
<option>a</option>
|
<option>b</option>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
<ul></ul>
<ul></ul>
<li>
</div></body></html>
-----
<html><body><div>
<ul></ul>
<ul></ul>
<li>
</div></body></html>|
<body><div>
<ul></ul>
<ul></ul>
<li>
</div></body>|
<div>
<ul></ul>
<ul></ul>
<li>
</div>|
<ul></ul>
|
<ul></ul>
|
<li>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html>
<head>
<title>x</title>
<script>if (a<b) {}</script><style>p{}</style>
<link rel="x">
<meta name="a" content="b">
</head>
<body><p>a<br>b</p></body>
</html>
-----
<html>
<head>
<title>x</title>
<script>if (a<b) {}</script><style>p{}</style>
<link rel="x">
<meta name="a" content="b">
</head>
<body><p>a<br>b</p></body>
</html>|
<head>
<title>x</title>
<script>if (a<b) {}</script><style>p{}</style>
<link rel="x">
<meta name="a" content="b">
</head>
|
<title>x</title>
|
<script>if (a<b) {}</script>|
<style>p{}</style>
|
<link rel="x">
|
<meta name="a" content="b">|
<body><p>a<br>b</p></body>|
<p>a<br>b</p>|
<br>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body></body></html>
-----
<html><body></body></html>|
<body></body>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><!--x--></body></html>
-----
<html><body><!--x--></body></html>|
<body><!--x--></body>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
 <p>a</p>
 <p>b</p>
</div></body></html>
-----
<html><body><div>
 <p>a</p>
 <p>b</p>
</div></body></html>|
<body><div>
 <p>a</p>
 <p>b</p>
</div></body>|
<div>
 <p>a</p>
 <p>b</p>
</div>|
<p>a</p>|
<p>b</p>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body>
<p></p>
<div></div>
<div></div>
</body></html>
-----
<html><body>
<p></p>
<div></div>
<div></div>
</body></html>|
<body>
<p></p>
<div></div>
<div></div>
</body>|
<p></p>
|
<div></div>
|
<div></div>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body>
<param name="x">
<div>
<param name="y">
<param name="z">
</div>
</body></html>
-----
<html><body>
<param name="x">
<div>
<param name="y">
<param name="z">
</div>
</body></html>|
<body>
<param name="x">
<div>
<param name="y">
<param name="z">
</div>
</body>|
<param name="x">
|
<div>
<param name="y">
<param name="z">
</div>|
<param name="y">
|
<param name="z">|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><form>
<p>a</p>
<input><p>b</p>
</form></body></html>
-----
<html><body><form>
<p>a</p>
<input><p>b</p>
</form></body></html>|
<body><form>
<p>a</p>
<input><p>b</p>
</form></body>|
<form>
<p>a</p>
<input><p>b</p>
</form>|
<p>a</p>
|
<input>|
<p>b</p>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body>
<dl>
<dt>a</dt>
<dd>b</dd>
</dl>&amp;unk;</body></html>
-----
<html><body>
<dl>
<dt>a</dt>
<dd>b</dd>
</dl>&amp;unk;</body></html>|
<body>
<dl>
<dt>a</dt>
<dd>b</dd>
</dl>&amp;unk;</body>|
<dl>
<dt>a</dt>
<dd>b</dd>
</dl>|
<dt>a</dt>
|
<dd>b</dd>|
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
<?pi x?><p>a</p>
</div></body></html>
-----
<html><body><div>
<?pi x?><p>a</p>
</div></body></html>|
<body><div>
<?pi x?><p>a</p>
</div></body>|
<div>
<?pi x?><p>a</p>
</div>|
<p>a</p>|
<div xmlns="urn:x"><p>a</p><p>b</p><x:div xmlns:x="u"><p></p><p></p></x:div></div>
<div xmlns="urn:x"><p>a</p><p>b</p><x:div xmlns:x="u"><p></p><p></p></x:div></div>
<div><p>1</p></div><div><p>2</p></div>
<pre><div><p>1</p></div><div><p>2</p></div></pre>
<pre><div><p>1</p></div><div><p>2</p></div>&amp;<div></div>x<</pre>
<div xmlns="urn:x"><p>a</p><p>b</p><x:div xmlns:x="u"><p></p><p></p></x:div></div>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div><p>a</p><p>b</p></div></body></html>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><div>
<p>a</p>
<p>b</p>
</div></body></html>
<li a="b">
<p a="b"></p>
<td a="b"></td>
<DIV a="b"></DIV>
