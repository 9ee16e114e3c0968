--TEST--
A schema imports others of other namespaces; included ones without a namespace take that of the one which includes them
--EXTENSIONS--
dom
--FILE--
<?php
$folder = sys_get_temp_dir() . '/schema-' . getmypid();
mkdir($folder);
file_put_contents("$folder/main.xsd", '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:m="urn:m" xmlns:t="urn:t" targetNamespace="urn:m"
    elementFormDefault="qualified">
  <xs:import namespace="urn:t" schemaLocation="types.xsd"/>
  <xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="xml.xsd"/>
  <xs:include schemaLocation="part.xsd"/>
  <xs:element name="list"><xs:complexType>
    <xs:sequence><xs:element ref="t:item" maxOccurs="unbounded"/><xs:element name="size" type="t:size"/><xs:element name="part" type="m:part"/></xs:sequence>
    <xs:attribute ref="xml:lang"/>
  </xs:complexType></xs:element>
</xs:schema>');
file_put_contents("$folder/types.xsd", '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t">
  <xs:simpleType name="size"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>
  <xs:element name="item"><xs:complexType><xs:sequence><xs:element name="inner" type="size" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>');
file_put_contents("$folder/xml.xsd", '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
  <xs:attribute name="lang"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="en"/></xs:restriction></xs:simpleType></xs:attribute>
</xs:schema>');
file_put_contents("$folder/part.xsd", '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="part"><xs:attribute name="x" type="number"/></xs:complexType>
  <xs:simpleType name="number"><xs:restriction base="xs:int"/></xs:simpleType>
</xs:schema>');
libxml_use_internal_errors(true);
foreach ([
    '<list xmlns="urn:m" xmlns:t="urn:t" xml:lang="en"><t:item><inner xmlns="">3</inner></t:item><size>4</size><part x="1"/></list>',
    '<list xmlns="urn:m" xmlns:t="urn:t" xml:lang="de"><t:item/><size>10</size><part x="y"/></list>',
    '<list xmlns="urn:m"><item/><size>1</size></list>',
    '<list xmlns="urn:m" xmlns:t="urn:t"><t:item><t:inner>3</t:inner></t:item></list>',
] as $xml) {
    $document = new DOMDocument;
    $document->loadXML($xml);
    var_dump($document->schemaValidate("$folder/main.xsd"));
    foreach (libxml_get_errors() as $error) {
        echo $error->code, ' ', $error->message;
    }
    libxml_clear_errors();
}
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
bool(true)
bool(false)
1840 Element '{urn:m}list', attribute '{http://www.w3.org/XML/1998/namespace}lang': [facet 'enumeration'] The value 'de' is not an element of the set {'en'}.
1834 Element '{urn:m}size': [facet 'maxInclusive'] The value '10' is greater than the maximum value allowed ('9').
1824 Element '{urn:m}part', attribute 'x': 'y' is not a valid value of the atomic type '{urn:m}number'.
bool(false)
1871 Element '{urn:m}item': This element is not expected. Expected is ( {urn:t}item ).
bool(false)
1871 Element '{urn:t}inner': This element is not expected. Expected is ( inner ).
1871 Element '{urn:m}list': Missing child element(s). Expected is one of ( {urn:t}item, {urn:m}size ).
