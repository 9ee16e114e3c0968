<?php
// needs: dom xmlreader
$d='xmlns="http://relaxng.org/ns/structure/1.0"';
$rng="<element name='a' $d><element name='b'><text/></element></element>";
file_put_contents('/tmp/phant_xr_' . getmypid() . '_a.rng', $rng);
$xsd='<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType><xs:sequence><xs:element name="b" type="xs:int"/><xs:element name="c" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="x" type="xs:int" default="7"/></xs:complexType></xs:element></xs:schema>';
file_put_contents('/tmp/phant_xr_' . getmypid() . '_a.xsd', $xsd);
function t($f){ try { var_dump($f()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
$r=new XMLReader;
t(fn()=>$r->setRelaxNGSchema('/tmp/phant_xr_' . getmypid() . '_a.rng'));
t(fn()=>$r->setRelaxNGSchemaSource($rng));
t(fn()=>$r->setRelaxNGSchemaSource(''));
t(fn()=>$r->setRelaxNGSchemaSource(null));
t(fn()=>$r->setSchema(null));
t(fn()=>$r->setRelaxNGSchema("a\0"));
foreach (['<a><b>x</b></a>', '<a><c/></a>', '<a><b/><b/></a>', "<a>\n<b><q/></b></a>", '<c/>'] as $xml) { echo "== $xml\n";
 $r=new XMLReader; $r->XML($xml); var_dump($r->isValid()); t(fn()=>$r->setRelaxNGSchemaSource($rng)); while ($r->read()) { echo $r->nodeType, $r->name, ' ', var_export($r->isValid()), "\n"; } var_dump($r->isValid()); t(fn()=>$r->setRelaxNGSchemaSource($rng)); t(fn()=>$r->close()); var_dump($r->isValid()); }
foreach (['<a><b>5</b></a>', '<a x="3"><b>5</b><c/><c><d/></c></a>', '<a><c/></a>', '<a><b>x</b></a>', '<c/>', '<a y="1"><b>5</b></a>', '<a><b>5</b><c/><b/></a>', '<a/>'] as $xml) { echo "== xsd $xml\n";
 $r=new XMLReader; $r->XML($xml); t(fn()=>$r->setSchema('/tmp/phant_xr_' . getmypid() . '_a.xsd')); while ($r->read()); var_dump($r->isValid()); }
$r=new XMLReader; $r->XML('<a><b>5</b></a>'); $r->read(); echo "-- late\n"; t(fn()=>$r->setSchema('/tmp/phant_xr_' . getmypid() . '_a.xsd')); t(fn()=>$r->setRelaxNGSchemaSource($rng)); t(fn()=>$r->setSchema(null));
$r=new XMLReader; $r->XML('<a><b>5</b></a>'); t(fn()=>$r->setSchema('/nonexist.xsd')); t(fn()=>$r->setRelaxNGSchema('/nonexist.rng'));t(fn()=>$r->setRelaxNGSchemaSource('<a/>')); t(fn()=>$r->setRelaxNGSchemaSource('<a')); t(fn()=>$r->setSchema(null)); t(fn()=>$r->setRelaxNGSchema(null));
echo "-- clear\n"; $r=new XMLReader; $r->XML('<c/>'); t(fn()=>$r->setRelaxNGSchemaSource($rng)); t(fn()=>$r->setRelaxNGSchemaSource(null)); while ($r->read()); var_dump($r->isValid());

array_map('unlink', glob('/tmp/phant_xr_' . getmypid() . '_*'));
