<?php
// needs: dom
$d='xmlns="http://relaxng.org/ns/structure/1.0"'; $dt='datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"';
function v($name, $rng, ...$xmls) { echo "== $name\n"; foreach ($xmls as $xml) { $doc=new DOMDocument; $doc->loadXML($xml); echo $xml,"\n"; var_dump($doc->relaxNGValidateSource($rng)); } }
$fruit="<element name='apple' $d $dt><element name='a'><text/></element><element name='n'><data type='int'/></element><optional><attribute name='x'/></optional><zeroOrMore><element name='z'><empty/></element></zeroOrMore></element>";
v('basic', $fruit, '<apple><a>t</a><n>5</n></apple>', '<apple x="1"><a/><n>5</n><z/><z/></apple>', '<apple><pear/></apple>', '<apple/>', '<apple><a>t</a></apple>', '<apple><a>t</a><n>abc</n></apple>', '<apple><a>t</a><n>5</n><pear/></apple>', '<apple><a>t</a><n>5</n>text</apple>', '<pear/>', '<apple><a>t</a><n>5</n><z>x</z></apple>', '<apple><a><b/></a><n>5</n></apple>','<apple><a>t</a><q/><n>5</n></apple>', '<apple>text<a>t</a><n>5</n></apple>');
$attr="<element name='r' $d $dt><attribute name='a'><data type='integer'/></attribute><attribute name='b'><choice><value>x</value><value>y</value></choice></attribute></element>";
v('attr', $attr, '<r a="1" b="x"/>', '<r a="1"/>', '<r a="q" b="x"/>', '<r a="1" b="z"/>', '<r/>', '<r a="1" b="x" c="3"/>');
$choice="<element name='r' $d><choice><element name='a'><empty/></element><element name='b'><text/></element></choice></element>";
v('choice', $choice, '<r><a/></r>', '<r><b>q</b></r>', '<r/>', '<r><c/></r>', '<r><a/><b/></r>');
$il="<element name='r' $d><interleave><element name='a'><empty/></element><element name='b'><empty/></element><text/></interleave></element>";
v('interleave', $il, '<r><a/><b/></r>', '<r>x<b/>y<a/>z</r>', '<r><a/></r>', '<r><a/><a/><b/></r>', '<r><a/><c/><b/></r>');
$g="<grammar $d><start><ref name='top'/></start><define name='top'><element name='t'><zeroOrMore><ref name='item'/></zeroOrMore></element></define><define name='item'><element><choice><name>i</name><nsName ns='urn:x'/></choice><mixed><zeroOrMore><ref name='item'/></zeroOrMore></mixed></element></define></grammar>";
v('grammar', $g, '<t><i>a<i/>b</i></t>', '<t><x xmlns="urn:x">q</x></t>', '<t><x/></t>', '<t><i><x/></i></t>');
$l="<element name='r' $d $dt><list><oneOrMore><data type='int'><param name='minInclusive'>3</param></data></oneOrMore></list></element>";
v('list', $l, '<r>3 4 5</r>', '<r>3 x</r>', '<r>1</r>');
$val="<element name='r' $d><value>abc</value></element>";
v('value', $val, '<r>abc</r>','<r> abc </r>','<r>x</r>','<r/>');
$ex="<element name='r' $d $dt><data type='token'><except><value>no</value></except></data></element>";
v('except', $ex, '<r>abc</r>','<r>no</r>');
$any="<grammar $d><start><element name='r'><zeroOrMore><ref name='any'/></zeroOrMore></element></start><define name='any'><element><anyName><except><name>bad</name></except></anyName><zeroOrMore><choice><attribute><anyName/></attribute><text/><ref name='any'/></choice></zeroOrMore></element></define></grammar>";
v('any', $any, '<r><a b="1">x<c/></a></r>', '<r><bad/></r>', '<r><a><bad/></a></r>');
$comb="<grammar $d><start combine='choice'><ref name='a'/></start><start combine='choice'><ref name='b'/></start><define name='a'><element name='a'><empty/></element></define><define name='b'><element name='b'><ref name='c'/></element></define><define name='c' combine='interleave'><element name='x'><empty/></element></define><define name='c' combine='interleave'><element name='y'><empty/></element></define></grammar>";
v('combine', $comb, '<a/>', '<b><y/><x/></b>', '<b><x/></b>', '<c/>');
$one="<element name='r' $d><element name='a'><empty/></element></element>";
v('one', $one, '<r><a/></r>', '<r><b/></r>', '<r/>', '<r>t</r>', '<r><a/><a/></r>', '<r><a/>t</r>', '<r x="1"><a/></r>', '<r xmlns="urn:u"/>', '<r><a xmlns="urn:u"/></r>');
$zero="<element name='r' $d><zeroOrMore><element name='a'><empty/></element></zeroOrMore></element>";
v('zero', $zero, '<r><a/></r>', '<r><b/></r>', '<r>t</r>', '<r><a/><b/></r>', '<r><a/>t</r>', '<r x="1"><a/></r>', '<r><a>q</a></r>');
$more="<element name='r' $d><oneOrMore><element name='a'><empty/></element></oneOrMore></element>";
v('more', $more, '<r><a/></r>', '<r><b/></r>', '<r/>', '<r>t</r>', '<r><a/><b/></r>', '<r><a/>t</r>', '<r x="1"><a/></r>');
$opt="<element name='r' $d><optional><element name='a'><empty/></element></optional></element>";
v('opt', $opt, '<r><a/></r>', '<r><b/></r>', '<r>t</r>', '<r><a/><b/></r>');
$att="<element name='r' $d><attribute name='x'/><element name='a'><empty/></element></element>";
v('attr+one', $att, '<r x="1"><b/></r>', '<r x="1"/>', '<r x="1">t</r>');
$cz="<element name='r' $d><zeroOrMore><choice><element name='a'><empty/></element><element name='b'><empty/></element></choice></zeroOrMore></element>";
v('choicezero', $cz, '<r><c/></r>', '<r><a/><c/></r>', '<r>t</r>');
$data="<element name='r' $d $dt><data type='int'/></element>";
v('data', $data, '<r><c/></r>', '<r/>', '<r>5<c/></r>');
$ns="<element name='r' ns='urn:p' $d><group><element name='a'><empty/></element><element name='b'><empty/></element></group></element>";
v('ns', $ns, '<r/>', '<r xmlns="urn:q"/>', '<r xmlns="urn:p"><a xmlns=""/></r>', '<r xmlns="urn:p"><a xmlns="urn:x"/></r>', '<r xmlns="urn:p"><c xmlns="urn:x"/></r>');
$ns="<element name='r' $d><group><element name='a'><empty/></element><element name='b'><empty/></element></group></element>";
v('nons', $ns, '<r xmlns="urn:q"/>', '<r><a xmlns="urn:u"/></r>','<r>t</r>','<r/>','<r><a/></r>', '<r><a/><b/><b/></r>', '<r><a/><b/>t</r>');
$em="<element name='r' $d><empty/></element>";
v('empty', $em, '<r>t</r>', '<r><a/></r>', '<r x="1"/>', '<r> </r>');
$te="<element name='r' $d><text/></element>";
v('text', $te, '<r>t<a/></r>', '<r x="1"/>');
echo "#### bad schemas\n";
foreach (['', '<a/>', "<element $d/>", "<element name='a' $d/>", "<element name='a' $d><foo/></element>", "<element name='a' $d><ref name='q'/></element>", "<grammar $d><start><ref name='q'/></start></grammar>", "<grammar $d><define name='x'><empty/></define></grammar>","<grammar $d/>", "<element name='a' $d><data type='nope'/></element>", "<element name='a' $d><data type='nope' $dt/></element>", "<element name='a' $d><data type='int' datatypeLibrary='urn:nope'/></element>", 'not xml', "<element name='a' $d><choice/></element>", "<element name='a:b' $d><empty/></element>","<element name='a' $d><attribute><text/></attribute></element>","<grammar $d><start><empty/></start><start><text/></start></grammar>", "<element name='a' $d $dt><data type='int'><param name='foo'>3</param></data></element>", "<element name='a' $d $dt><data type='int'><param name='minInclusive'>x</param></data></element>","<text $d/>","<element name='a' $d><list><element name='b'><text/></element></list></element>","<element name='a' $d><attribute name='x'><attribute name='y'/></attribute></element>", "<element name='a' $d><parentRef name='q'/></element>", "<element name='a' $d foo='1'><empty/></element>", "<grammar $d><start><element name='a'><ref name='r'/></element></start><define name='r'><ref name='r'/></define></grammar>","<element name='a' $d><data/></element>", "<element name='a' $d><except><empty/></except></element>","<element name='a' $d><notAllowed/></element>","<element name='a' $d><value type='int' $dt>x</value></element>", "<element name='a' $d><attribute name='xmlns'/></element>", "<element name='a' $d><group/></element>", "<grammar $d><start/></grammar>", "<grammar $d><start><element name='a'><empty/></element></start><foo/></grammar>", "<grammar $d><start><element name='a'><empty/></element></start><define><empty/></define></grammar>", "<element name='a' $d><zeroOrMore/></element>", "<element name='' $d><empty/></element>", "<element name='a' $d><list/></element>"] as $bad) {
  $doc=new DOMDocument; $doc->loadXML('<a/>'); echo "$bad\n"; try { var_dump($doc->relaxNGValidateSource($bad)); } catch (Throwable $e) { echo get_class($e), $e->getMessage(), "\n"; } }
$doc=new DOMDocument; $doc->loadXML('<a/>');
foreach (['', "a\0b", '/nonexist.rng'] as $f) try { var_dump($doc->relaxNGValidate($f)); } catch (Throwable $e) { echo get_class($e), $e->getMessage(), "\n"; }
$e = new DOMDocument; var_dump($e->relaxNGValidateSource($choice));
libxml_use_internal_errors(true); $doc->loadXML("<apple>\n<pear/></apple>"); $doc->relaxNGValidateSource($fruit); foreach(libxml_get_errors() as $x) echo $x->level,' ',$x->code,' ',$x->line,' ',$x->column,' ',$x->message; libxml_clear_errors(); $doc->relaxNGValidateSource("<element name='a' $d><ref name='q'/></element>");  foreach(libxml_get_errors() as $x) echo $x->level,' ',$x->code,' ',$x->line,' ',$x->column,' ',$x->message;

libxml_use_internal_errors(false);
$dir = sys_get_temp_dir() . '/phant_rng_' . getmypid();
mkdir($dir);
file_put_contents("$dir/part.rng", "<grammar $d ns='urn:p'><start><ref name='x'/></start><define name='x'><element name='x'><ref name='y'/></element></define><define name='y'><text/></define></grammar>");
file_put_contents("$dir/one.rng", "<element name='one' $d><attribute name='k'/></element>");
file_put_contents("$dir/main.rng", "<grammar $d><include href='part.rng'><define name='y'><element name='z'><externalRef href='one.rng'/></element></define></include></grammar>");
echo "== files\n";
foreach (['<x xmlns="urn:p"><z xmlns=""><one k="1"/></z></x>', '<x xmlns="urn:p">text</x>', '<x/>'] as $xml) {
    $doc = new DOMDocument;
    $doc->loadXML($xml);
    var_dump($doc->relaxNGValidate("$dir/main.rng"));
    $living = Dom\XMLDocument::createFromString($xml);
    var_dump($living->relaxNgValidate("$dir/main.rng"));
}
array_map('unlink', glob("$dir/*"));
rmdir($dir);
