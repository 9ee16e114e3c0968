--TEST--
HTML: embed has an end tag, a list item without content has none
--EXTENSIONS--
dom
libxml
--FILE--
<?php
foreach (['<div><embed src=x><p>y</p></div><p>z', '<embed src=x>text<b>c</b>', '<p><embed src=x></p>q', '<ul><li></li><li></ul>', '<p><embed src=x></embed>y</p>', '<li><b>x</b><li>y', '<embed/>x<embed>'] as $c) { $d = new DOMDocument; libxml_use_internal_errors(true); $d->loadHTML($c, LIBXML_HTML_NODEFDTD); echo $d->saveHTML(); foreach (libxml_get_errors() as $e) echo $e->message; libxml_clear_errors(); echo $d->saveXML(); }
--EXPECT--
<html><body><div><embed src="x"><p>y</p></embed></div><p>z</p></body></html>
<?xml version="1.0" standalone="yes"?>
<html><body><div><embed src="x"><p>y</p></embed></div><p>z</p></body></html>
<html><body><embed src="x">text<b>c</b></embed></body></html>
<?xml version="1.0" standalone="yes"?>
<html><body><embed src="x">text<b>c</b></embed></body></html>
<html><body><p><embed src="x"></embed></p>q</body></html>
<?xml version="1.0" standalone="yes"?>
<html><body><p><embed src="x"/></p>q</body></html>
<html><body><ul><li><li></ul></body></html>
<?xml version="1.0" standalone="yes"?>
<html><body><ul><li/><li/></ul></body></html>
<html><body><p><embed src="x"></embed>y</p></body></html>
<?xml version="1.0" standalone="yes"?>
<html><body><p><embed src="x"/>y</p></body></html>
<html><body><li><b>x</b></li><li>y</li></body></html>
<?xml version="1.0" standalone="yes"?>
<html><body><li><b>x</b></li><li>y</li></body></html>
<html><body><embed></embed>x<embed></embed></body></html>
<?xml version="1.0" standalone="yes"?>
<html><body><embed/>x<embed/></body></html>
