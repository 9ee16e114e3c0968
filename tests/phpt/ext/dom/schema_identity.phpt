--TEST--
DOMDocument::schemaValidateSource(): unique, key and keyref
--EXTENSIONS--
dom
libxml
--FILE--
<?php
libxml_use_internal_errors(true);
function run($schema, ...$docs) {
    foreach ($docs as $text) {
        $d = new DOMDocument; $d->loadXML($text);
        var_dump(@$d->schemaValidateSource($schema));
        foreach (libxml_get_errors() as $e) echo "  $e->level $e->code $e->line $e->message";
        libxml_clear_errors();
    }
}
function schema($constraints, $more = '', $item = '<xs:attribute name="id" type="xs:integer"/><xs:attribute name="ref" type="xs:string"/><xs:attribute name="d" type="xs:decimal" default="5"/>') {
    return '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
<xs:element name="list"><xs:complexType><xs:sequence><xs:element name="item" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="n" type="xs:decimal" minOccurs="0" maxOccurs="9"/><xs:element name="s" type="xs:string" minOccurs="0" nillable="true"/><xs:element ref="t:list" minOccurs="0"/></xs:sequence>'.$item.'</xs:complexType></xs:element></xs:sequence></xs:complexType>
'.$constraints.'
</xs:element>'.$more.'</xs:schema>';
}
$ns = 'xmlns="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
echo "unique\n";
$u = schema('<xs:unique name="U"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:unique>');
run($u, "<list $ns><item id='1'/><item id='2'/><item/><item/></list>", "<list $ns>\n<item id='1'/>\n<item id='2'/>\n<item id='01'/>\n<item id='1'/>\n<item id=' +1 '/></list>", "<list $ns><item id='1'><list>\n<item id='1'/>\n<item id='1'/></list></item>\n<item id='1'/></list>");
echo "key\n";
$u = schema('<xs:key name="K"><xs:selector xpath=".//t:item"/><xs:field xpath="@id"/><xs:field xpath="t:n"/></xs:key>');
run($u, "<list $ns><item id='1'><n>1</n></item><item id='1'><n>2</n></item></list>", "<list $ns>\n<item id='1'><n>1.0</n></item>\n<item id='1'><n>1</n></item>\n<item id='2'/>\n<item><n>3</n></item>\n<item/></list>", "<list $ns>\n<item id='1'><n>1</n><n>2</n></item>\n</list>", "<list $ns><item id='1'><n>1</n><list>\n<item id='1'><n>1</n></item>\n<item id='1'><n>1</n></item></list></item>\n</list>");
echo "key and keyref\n";
$u = schema('<xs:key name="K"><xs:selector xpath="t:item"/><xs:field xpath="@ref"/></xs:key><xs:keyref name="R" refer="t:K"><xs:selector xpath=".//t:item"/><xs:field xpath="t:s"/></xs:keyref>');
run($u, "<list $ns><item ref='a'><s>a</s></item><item ref='b'/></list>", "<list $ns>\n<item ref='a'><s>b</s></item>\n<item ref='c'><s>d</s></item>\n<item><s>b</s></item></list>", "<list $ns>\n<item ref='a'><s>in</s><list>\n<item ref='in'><s>a</s></item></list></item></list>", "<list $ns>\n<item ref='a'><s xsi:nil='true'/></item></list>");
$u = schema('<xs:key name="K"><xs:selector xpath="t:item"/><xs:field xpath="t:s"/></xs:key>');
run($u, "<list $ns>\n<item><s xsi:nil='true'/></item><item><s>a</s></item></list>");
echo "kinds of values\n";
$u = schema('<xs:unique name="U"><xs:selector xpath="t:item"/><xs:field xpath="."/></xs:unique>');
run($u, "<list $ns><item id='1'/></list>");
$u = schema('<xs:unique name="U"><xs:selector xpath="t:item"/><xs:field xpath="@d"/></xs:unique>');
run($u, "<list $ns>\n<item/>\n<item d='5.0'/>\n<item/></list>", "<list $ns>\n<item d='5.00'/>\n<item d='5.0'/>\n</list>");
$u = schema('<xs:unique name="U"><xs:selector xpath="t:item/t:n"/><xs:field xpath="."/></xs:unique>');
run($u, "<list $ns><item id='1'><n>1</n><n>+1.0</n><n>01</n><n>-0</n><n>0</n></item></list>");
$u = schema('<xs:unique name="U"><xs:selector xpath="t:item/*"/><xs:field xpath="."/></xs:unique>');
run($u, "<list $ns><item id='1'><n>1</n><s>1</s></item><item><list/></item></list>");
echo "xpaths\n";
foreach (['t:item', ' t:item | t:list ', './/t:item', '.', 'child::t:item', './t:item', 'child::*', 't:*', '//t:item', 't:item[1]', '@id', 'x:item', 't:item//t:n', '..', '', 'descendant::t:item', 'item', './/t:item/child::t:n/.'] as $x) {
    echo "$x\n"; run(schema("<xs:unique name='U'><xs:selector xpath='$x'/><xs:field xpath='.'/></xs:unique>"), "<list $ns><item><n>1</n></item><item><n>1</n></item></list>");
}
foreach (['@id', 'attribute::id', '@t:id', './@id', 't:n/@id', './/t:n', './/@id', '//@id', ''] as $x) {
    echo "$x\n"; run(schema("<xs:unique name='U'><xs:selector xpath='t:item'/><xs:field xpath='$x'/></xs:unique>"), "<list $ns><item id='1'><n>1</n></item><item id='1'><n>1</n></item></list>");
}
echo "schemas\n";
foreach (['<xs:unique><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:unique>', '<xs:unique name="U"><xs:field xpath="@id"/></xs:unique>', '<xs:unique name="U"><xs:selector xpath="t:item"/></xs:unique>', '<xs:unique name="U"/>', '<xs:unique name="U"><xs:selector/><xs:field xpath="@id"/></xs:unique>', '<xs:keyref name="R"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:keyref>', '<xs:keyref name="R" refer="t:N"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:keyref>', '<xs:key name="A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/><xs:field xpath="@ref"/></xs:key><xs:keyref name="R" refer="t:A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:keyref>', '<xs:key name="A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:key><xs:unique name="A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:unique>', '<xs:keyref name="A" refer="t:A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:keyref>', '<xs:key name="A"><xs:annotation/><xs:selector xpath="t:item"><xs:annotation/></xs:selector><xs:field xpath="@id"/></xs:key>'] as $c) { echo "$c\n"; run(schema($c), "<list $ns><item id='1'/></list>"); }

echo "types that contain each other\n";
run('<xs:schema xmlns="urn:r" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:r" elementFormDefault="qualified">
<xs:element name="root" type="list"/>
<xs:complexType name="list"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="int" type="xs:integer"/><xs:element name="map" type="map"/></xs:choice></xs:complexType>
<xs:complexType name="map"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="list" type="entry"/></xs:choice></xs:complexType>
<xs:complexType name="entry"><xs:complexContent><xs:extension base="list"><xs:attribute name="key" use="required"/></xs:extension></xs:complexContent></xs:complexType>
</xs:schema>', '<root xmlns="urn:r"><int>1</int><map><list key="a"><int>1</int><map/></list></map></root>', '<root xmlns="urn:r"><map><list><int>x</int></list></map></root>');
--EXPECT--
unique
bool(true)
bool(false)
  2 1877 4 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
  2 1877 5 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
  2 1877 6 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
bool(false)
  2 1877 3 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
  2 1877 4 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
key
bool(true)
bool(false)
  2 1877 3 Element '{urn:t}item': Duplicate key-sequence ['1', '1.0'] in key identity-constraint '{urn:t}K'.
  2 1877 4 Element '{urn:t}item': Not all fields of key identity-constraint '{urn:t}K' evaluate to a node.
  2 1877 5 Element '{urn:t}item': Not all fields of key identity-constraint '{urn:t}K' evaluate to a node.
  2 1877 6 Element '{urn:t}item': Not all fields of key identity-constraint '{urn:t}K' evaluate to a node.
bool(false)
  2 1877 2 Element '{urn:t}n': The XPath 't:n' of a field of key identity-constraint '{urn:t}K' evaluates to a node-set with more than one member.
bool(false)
  2 1877 3 Element '{urn:t}item': Duplicate key-sequence ['1', '1.0'] in key identity-constraint '{urn:t}K'.
  2 1877 3 Element '{urn:t}item': Duplicate key-sequence ['1', '1.0'] in key identity-constraint '{urn:t}K'.
  2 1877 1 Element '{urn:t}item': Duplicate key-sequence ['1', '1.0'] in key identity-constraint '{urn:t}K'.
key and keyref
bool(true)
bool(false)
  2 1877 4 Element '{urn:t}item': Not all fields of key identity-constraint '{urn:t}K' evaluate to a node.
  2 1877 2 Element '{urn:t}item': No match found for key-sequence ['b'] of keyref '{urn:t}R'.
  2 1877 3 Element '{urn:t}item': No match found for key-sequence ['d'] of keyref '{urn:t}R'.
  2 1877 4 Element '{urn:t}item': No match found for key-sequence ['b'] of keyref '{urn:t}R'.
bool(false)
  2 1877 3 Element '{urn:t}item': No match found for key-sequence ['a'] of keyref '{urn:t}R'.
bool(false)
  2 1877 2 Element '{urn:t}s': Warning: No precomputed value available, the value was either invalid or something strange happened.
bool(false)
  2 1877 2 Element '{urn:t}s': Warning: No precomputed value available, the value was either invalid or something strange happened.
  2 1877 2 Element '{urn:t}item': Not all fields of key identity-constraint '{urn:t}K' evaluate to a node.
kinds of values
bool(false)
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
bool(false)
  2 1877 3 Element '{urn:t}item': Duplicate key-sequence ['5.0'] in unique identity-constraint '{urn:t}U'.
  2 1877 4 Element '{urn:t}item': Duplicate key-sequence ['5.0'] in unique identity-constraint '{urn:t}U'.
bool(false)
  2 1877 3 Element '{urn:t}item': Duplicate key-sequence ['5.0'] in unique identity-constraint '{urn:t}U'.
bool(false)
  2 1877 1 Element '{urn:t}n': Duplicate key-sequence ['1.0'] in unique identity-constraint '{urn:t}U'.
  2 1877 1 Element '{urn:t}n': Duplicate key-sequence ['1.0'] in unique identity-constraint '{urn:t}U'.
  2 1877 1 Element '{urn:t}n': Duplicate key-sequence ['0.0'] in unique identity-constraint '{urn:t}U'.
bool(false)
  2 1877 1 Element '{urn:t}list': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
xpaths
t:item
bool(false)
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
 t:item | t:list 
bool(false)
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
.//t:item
bool(false)
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
.
bool(false)
  2 1877 1 Element '{urn:t}list': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
child::t:item
bool(false)
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
./t:item
bool(false)
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
child::*
bool(false)
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
t:*
bool(false)
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
  2 1877 1 Element '{urn:t}item': The XPath '.' of a field of unique identity-constraint '{urn:t}U' does evaluate to a node of non-simple type.
//t:item
bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}selector', attribute 'xpath': The XPath expression '//t:item' could not be compiled.
t:item[1]
bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}selector', attribute 'xpath': The XPath expression 't:item[1]' could not be compiled.
@id
bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}selector', attribute 'xpath': The XPath expression '@id' could not be compiled.
x:item
bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}selector', attribute 'xpath': The XPath expression 'x:item' could not be compiled.
t:item//t:n
bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}selector', attribute 'xpath': The XPath expression 't:item//t:n' could not be compiled.
..
bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}selector', attribute 'xpath': The XPath expression '..' could not be compiled.

bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}selector', attribute 'xpath': The XPath expression '' could not be compiled.
descendant::t:item
bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}selector', attribute 'xpath': The XPath expression 'descendant::t:item' could not be compiled.
item
bool(true)
.//t:item/child::t:n/.
bool(false)
  2 1877 1 Element '{urn:t}n': Duplicate key-sequence ['1.0'] in unique identity-constraint '{urn:t}U'.
@id
bool(false)
  2 1877 1 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
attribute::id
bool(false)
  2 1877 1 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
@t:id
bool(true)
./@id
bool(false)
  2 1877 1 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
t:n/@id
bool(true)
.//t:n
bool(false)
  2 1877 1 Element '{urn:t}item': Duplicate key-sequence ['1.0'] in unique identity-constraint '{urn:t}U'.
.//@id
bool(false)
  2 1877 1 Element '{urn:t}item': Duplicate key-sequence ['1'] in unique identity-constraint '{urn:t}U'.
//@id
bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}field', attribute 'xpath': The XPath expression '//@id' could not be compiled.

bool(false)
  2 3037 3 Element '{http://www.w3.org/2001/XMLSchema}field', attribute 'xpath': The XPath expression '' could not be compiled.
schemas
<xs:unique><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:unique>
bool(false)
  2 3036 3 Element '{http://www.w3.org/2001/XMLSchema}unique': The attribute 'name' is required but missing.
<xs:unique name="U"><xs:field xpath="@id"/></xs:unique>
bool(false)
  2 3033 3 Element '{http://www.w3.org/2001/XMLSchema}unique': The content is not valid. Expected is (annotation?, (selector, field+)).
<xs:unique name="U"><xs:selector xpath="t:item"/></xs:unique>
bool(false)
  2 3033 3 Element '{http://www.w3.org/2001/XMLSchema}unique': The content is not valid. Expected is (annotation?, (selector, field+)).
<xs:unique name="U"/>
bool(false)
  2 3034 3 Element '{http://www.w3.org/2001/XMLSchema}unique': A child element is missing.
<xs:unique name="U"><xs:selector/><xs:field xpath="@id"/></xs:unique>
bool(false)
  2 3036 3 Element '{http://www.w3.org/2001/XMLSchema}selector': The attribute 'name' is required but missing.
<xs:keyref name="R"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:keyref>
bool(false)
  2 3036 3 Element '{http://www.w3.org/2001/XMLSchema}keyref': The attribute 'refer' is required but missing.
<xs:keyref name="R" refer="t:N"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:keyref>
bool(false)
  2 3004 3 keyRef 'R', attribute 'refer': The QName value '{urn:t}N' does not resolve to a(n) key identity-constraint.
<xs:key name="A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/><xs:field xpath="@ref"/></xs:key><xs:keyref name="R" refer="t:A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:keyref>
bool(false)
  2 3080 3 keyRef 'R': The cardinality of the keyref differs from the cardinality of the referenced key/unique '{urn:t}A'.
<xs:key name="A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:key><xs:unique name="A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:unique>
bool(false)
  2 1761 3 Element '{http://www.w3.org/2001/XMLSchema}unique': A global unique identity-constraint '{urn:t}A' does already exist.
<xs:keyref name="A" refer="t:A"><xs:selector xpath="t:item"/><xs:field xpath="@id"/></xs:keyref>
bool(false)
  2 3080 3 keyRef 'A': The keyref references a keyref.
<xs:key name="A"><xs:annotation/><xs:selector xpath="t:item"><xs:annotation/></xs:selector><xs:field xpath="@id"/></xs:key>
bool(true)
types that contain each other
bool(true)
bool(false)
  2 1868 1 Element '{urn:r}list': The attribute 'key' is required but missing.
  2 1824 1 Element '{urn:r}int': 'x' is not a valid value of the atomic type 'xs:integer'.

