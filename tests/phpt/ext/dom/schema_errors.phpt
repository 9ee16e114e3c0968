--TEST--
DOMDocument::schemaValidateSource(): what does not fit is said for each element and attribute
--EXTENSIONS--
dom
libxml
--FILE--
<?php
libxml_use_internal_errors(true);
$schema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:element name="list"><xs:complexType><xs:sequence>
  <xs:element name="title" type="xs:string"/>
  <xs:element name="item" type="item" minOccurs="2" maxOccurs="3"/>
  <xs:element name="note" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:any processContents="skip"/></xs:sequence></xs:complexType></xs:element>
</xs:sequence><xs:attribute name="kind" use="required"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element>
<xs:complexType name="item"><xs:simpleContent><xs:extension base="code"><xs:attribute name="n" type="xs:positiveInteger"/><xs:attribute name="on" type="xs:date"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:simpleType name="code"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}-\d+"/><xs:maxLength value="6"/></xs:restriction></xs:simpleType>
</xs:schema>';
foreach ([
    '<list kind="a"><title>t</title><item n="1">AB-1</item><item on="2024-02-29">AB-12</item></list>',
    '<list kind="c"><title>t</title><item n="0">AB-1</item><item on="2023-02-29">ab-12</item></list>',
    '<list><title>t</title><item>AB-1</item></list>',
    '<list kind="a"><item>AB-1</item></list>',
    '<list kind="a"><title><b/></title><item>AB-1</item><item>AB-1</item><item>AB-1</item><item>AB-1</item></list>',
    '<list kind="a" other="1">text<title>t</title><item>AB-1</item><item>AB-12345</item><note>a<x y="1"/>b</note></list>',
    '<unknown/>',
] as $text) {
    $document = new DOMDocument();
    $document->loadXML($text);
    var_dump($document->schemaValidateSource($schema));
    foreach (libxml_get_errors() as $error) {
        echo "$error->level $error->code $error->line ", $error->message;
    }
    libxml_clear_errors();
}
--EXPECT--
bool(true)
bool(false)
2 1840 1 Element 'list', attribute 'kind': [facet 'enumeration'] The value 'c' is not an element of the set {'a', 'b'}.
2 1824 1 Element 'item', attribute 'n': '0' is not a valid value of the atomic type 'xs:positiveInteger'.
2 1824 1 Element 'item', attribute 'on': '2023-02-29' is not a valid value of the atomic type 'xs:date'.
2 1839 1 Element 'item': [facet 'pattern'] The value 'ab-12' is not accepted by the pattern '[A-Z]{2}-\d+'.
bool(false)
2 1868 1 Element 'list': The attribute 'kind' is required but missing.
2 1871 1 Element 'list': Missing child element(s). Expected is ( item ).
bool(false)
2 1871 1 Element 'item': This element is not expected. Expected is ( title ).
bool(false)
2 1828 1 Element 'title': Element content is not allowed, because the type definition is simple.
2 1871 1 Element 'item': This element is not expected. Expected is ( note ).
bool(false)
2 1866 1 Element 'list', attribute 'other': The attribute 'other' is not allowed.
2 1843 1 Element 'list': Character content other than whitespace is not allowed because the content type is 'element-only'.
2 1832 1 Element 'item': [facet 'maxLength'] The value has a length of '8'; this exceeds the allowed maximum length of '6'.
bool(false)
2 1845 1 Element 'unknown': No matching global declaration available for the validation root.
