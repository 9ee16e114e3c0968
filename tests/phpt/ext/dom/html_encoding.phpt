--TEST--
DOMDocument::loadHTML(), saveHTML(): encodings
--EXTENSIONS--
dom
libxml
--FILE--
<?php
// What a text begins with, and what a meta element says.
foreach (['<?xml encoding="UTF-8"><p>ä</p>', '<?xml encoding="ISO-8859-1"><p>ä</p>', ' <?xml encoding="UTF-8"><p>ä</p>', '<?xml><p>ä</p>', '<?xm><p>ä</p>','<?xm ä?><p>ä</p>', "<?xml encoding=\"UTF-8\"><meta charset=iso-8859-1><p>ä</p>","<?xmä><p>ä</p>","<?xml?>\n<p>a</p>", "\xEF\xBB\xBF<p>ä</p>", "<?xml encoding='UTF-8'><p>\xe4</p>", '<!-- ä --><?xml?><p>ä</p>', "<\0?\0p\0>\0a\0", "\xFF\xFE<\0p\0>\0\xe4\0<\0/\0p\0>\0", "\xFE\xFF\0<\0p\0>\0\xe4", "\0<\0?\0x\0m\0l\0>\0<\0p\0>\0a", "<\0?\0x\0m\0l\0>\0<\0p\0>\0a\0", "\xEF\xBB\xBF<meta charset=utf-8><p>ä</p>", "\xEF\xBB\xBF<meta charset=iso-8859-1><p>ä</p>", "\xFF\xFE<\0m\0e\0t\0a\0 \0c\0h\0a\0r\0s\0e\0t\0=\0u\0t\0f\0-\x008\0>\0\xe4\0", "<?xml?><meta charset=utf-8><p>ä</p>", "<?xml?><p>\xe4</p>","<?xml version='1.0' encoding='iso-8859-1'?><!DOCTYPE html><meta http-equiv='Content-Type' content='text/html; charset=iso-8859-15'><p>\xa4</p>", "<?php ?><p>a</p>", "<p><?x y?></p>", "<?x?>", "<?x ?y>","<? x>"] as $h) {
  $d = new DOMDocument; echo json_encode($h, JSON_INVALID_UTF8_SUBSTITUTE), ' '; var_dump(@$d->loadHTML($h), $d->encoding, $d->getElementsByTagName('p')->item(0)?->textContent, $d->saveHTML());
}
// Parts of documents are printed in UTF-8.
foreach (['<p>ä 👋</p>', '<?xml encoding="UTF-8"><body><p>ä 👋 &lt;</p></body>', '<meta charset="utf-8"><p title="ö">ä 👋</p>', '<?xml?><p>ä</p><script>"ä"</script><a href="ä" x="ä">x</a>'] as $h) {
 $d = new DOMDocument('1.0', 'UTF-8'); @$d->loadHTML($h); var_dump($d->encoding, $d->saveHTML($d->documentElement), $d->saveHTML()); }
 $d = new DOMDocument('1.0', 'UTF-8'); $d->appendChild($d->createElement('p', 'ä 👋')); var_dump($d->saveHTML(), $d->saveHTML($d->documentElement));
 $d = new DOMDocument('1.0'); $d->appendChild($d->createElement('p', 'ä 👋')); var_dump($d->saveHTML(), $d->saveHTML($d->documentElement));
 $d = new DOMDocument('1.0'); @$d->loadHTML('<p>ä</p>'); $d->encoding='UTF-8';var_dump($d->saveHTML(), $d->saveHTML($d->documentElement));
 $d->encoding='ISO-8859-1';var_dump($d->saveHTML(), $d->saveHTML($d->documentElement));
--EXPECT--
"<?xml encoding=\"UTF-8\"><p>\u00e4<\/p>" bool(true)
NULL
string(2) "ä"
string(170) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml encoding="UTF-8"><html><body><p>&auml;</p></body></html>
"
"<?xml encoding=\"ISO-8859-1\"><p>\u00e4<\/p>" bool(true)
NULL
string(2) "ä"
string(175) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml encoding="ISO-8859-1"><html><body><p>&auml;</p></body></html>
"
" <?xml encoding=\"UTF-8\"><p>\u00e4<\/p>" bool(true)
NULL
string(4) "Ã¤"
string(180) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml encoding="UTF-8"><html><body><p>&Atilde;&curren;</p></body></html>
"
"<?xml><p>\u00e4<\/p>" bool(true)
NULL
string(2) "ä"
string(153) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml><html><body><p>&auml;</p></body></html>
"
"<?xm><p>\u00e4<\/p>" bool(true)
NULL
string(2) "ä"
string(152) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xm><html><body><p>&auml;</p></body></html>
"
"<?xm \u00e4?><p>\u00e4<\/p>" bool(true)
NULL
string(2) "ä"
string(160) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xm &auml;?><html><body><p>&auml;</p></body></html>
"
"<?xml encoding=\"UTF-8\"><meta charset=iso-8859-1><p>\u00e4<\/p>" bool(true)
string(10) "iso-8859-1"
string(4) "Ã¤"
string(220) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml encoding="UTF-8"><html><head><meta charset="iso-8859-1"></head><body><p>&Atilde;&curren;</p></body></html>
"
"<?xm\u00e4><p>\u00e4<\/p>" bool(true)
NULL
string(2) "ä"
string(158) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xm&auml;><html><body><p>&auml;</p></body></html>
"
"<?xml?>\n<p>a<\/p>" bool(true)
NULL
string(1) "a"
string(150) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml ?><html><body><p>a</p></body></html>
"
"\ufeff<p>\u00e4<\/p>" bool(true)
NULL
string(2) "ä"
string(147) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&auml;</p></body></html>
"
"<?xml encoding='UTF-8'><p>\ufffd<\/p>" bool(true)
NULL
string(2) "ä"
string(170) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml encoding='UTF-8'><html><body><p>&auml;</p></body></html>
"
"<!-- \u00e4 --><?xml?><p>\u00e4<\/p>" bool(true)
NULL
string(4) "Ã¤"
string(190) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<!-- &Atilde;&curren; --><?xml ?><html><body><p>&Atilde;&curren;</p></body></html>
"
"<\u0000?\u0000p\u0000>\u0000a\u0000" bool(true)
NULL
string(1) "a"
string(146) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?p><html><body><p>a</p></body></html>
"
"\ufffd\ufffd<\u0000p\u0000>\u0000\ufffd\u0000<\u0000\/\u0000p\u0000>\u0000" bool(true)
NULL
string(2) "ä"
string(147) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&auml;</p></body></html>
"
"\ufffd\ufffd\u0000<\u0000p\u0000>\u0000\ufffd" bool(true)
NULL
string(2) "ä"
string(147) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&auml;</p></body></html>
"
"\u0000<\u0000?\u0000x\u0000m\u0000l\u0000>\u0000<\u0000p\u0000>\u0000a" bool(true)
NULL
string(1) "a"
string(148) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml><html><body><p>a</p></body></html>
"
"<\u0000?\u0000x\u0000m\u0000l\u0000>\u0000<\u0000p\u0000>\u0000a\u0000" bool(true)
NULL
string(1) "a"
string(148) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml><html><body><p>a</p></body></html>
"
"\ufeff<meta charset=utf-8><p>\u00e4<\/p>" bool(true)
string(5) "utf-8"
string(2) "ä"
string(182) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><meta charset="utf-8"></head><body><p>&auml;</p></body></html>
"
"\ufeff<meta charset=iso-8859-1><p>\u00e4<\/p>" bool(true)
string(10) "iso-8859-1"
string(4) "Ã¤"
string(197) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><meta charset="iso-8859-1"></head><body><p>&Atilde;&curren;</p></body></html>
"
"\ufffd\ufffd<\u0000m\u0000e\u0000t\u0000a\u0000 \u0000c\u0000h\u0000a\u0000r\u0000s\u0000e\u0000t\u0000=\u0000u\u0000t\u0000f\u0000-\u00008\u0000>\u0000\ufffd\u0000" bool(true)
string(5) "utf-8"
string(2) "ä"
string(182) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><meta charset="utf-8"></head><body><p>&auml;</p></body></html>
"
"<?xml?><meta charset=utf-8><p>\u00e4<\/p>" bool(true)
string(5) "utf-8"
string(2) "ä"
string(190) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml ?><html><head><meta charset="utf-8"></head><body><p>&auml;</p></body></html>
"
"<?xml?><p>\ufffd<\/p>" bool(true)
NULL
string(2) "ä"
string(155) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml ?><html><body><p>&auml;</p></body></html>
"
"<?xml version='1.0' encoding='iso-8859-1'?><!DOCTYPE html><meta http-equiv='Content-Type' content='text\/html; charset=iso-8859-15'><p>\ufffd<\/p>" bool(true)
string(11) "iso-8859-15"
string(3) "€"
string(180) "<!DOCTYPE html>
<?xml version='1.0' encoding='iso-8859-1'?><html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15"></head><body><p>�</p></body></html>
"
"<?php ?><p>a<\/p>" bool(true)
NULL
string(1) "a"
string(150) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?php ?><html><body><p>a</p></body></html>
"
"<p><?x y?><\/p>" bool(true)
NULL
string(0) ""
string(148) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p><?x y?></p></body></html>
"
"<?x?>" bool(true)
NULL
NULL
string(114) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?x ?>
"
"<?x ?y>" bool(true)
NULL
NULL
string(115) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?x ?y>
"
"<? x>" bool(true)
NULL
string(2) "x>"
string(146) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>x&gt;</p></body></html>
"
NULL
string(46) "<html><body><p>Ã¤ ð</p></body></html>"
string(181) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&Atilde;&curren; &eth;&#159;&#145;&#139;</p></body></html>
"
NULL
string(45) "<html><body><p>ä 👋 &lt;</p></body></html>"
string(185) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml encoding="UTF-8"><html><body><p>&auml; &#128075; &lt;</p></body></html>
"
string(5) "utf-8"
string(86) "<html><head><meta charset="utf-8"></head><body><p title="ö">ä 👋</p></body></html>"
string(207) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><head><meta charset="utf-8"></head><body><p title="&ouml;">&auml; &#128075;</p></body></html>
"
NULL
string(85) "<html><body><p>ä</p><script>"ä"</script><a href="%C3%A4" x="ä">x</a></body></html>"
string(213) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<?xml ?><html><body><p>&auml;</p><script>"&auml;"</script><a href="%C3%A4" x="&auml;">x</a></body></html>
"
string(24) "<p>&auml; &#128075;</p>
"
string(14) "<p>ä 👋</p>"
string(24) "<p>&#xE4; &#x1F44B;</p>
"
string(23) "<p>&#xE4; &#x1F44B;</p>"
string(157) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&Atilde;&curren;</p></body></html>
"
string(37) "<html><body><p>Ã¤</p></body></html>"
string(157) "<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/TR/REC-html40/loose.dtd">
<html><body><p>&Atilde;&curren;</p></body></html>
"
string(37) "<html><body><p>Ã¤</p></body></html>"

