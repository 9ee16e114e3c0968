--TEST--
Text of what is inside does not move the reader
--EXTENSIONS--
dom
xmlreader
--FILE--
<?php
$reader = XMLReader::fromString('<a xmlns="urn:a" xmlns:p="urn:p"><b p:c="1">x<d/>&amp;<![CDATA[<y>]]><!--z--></b><e/> </a>');
while ($reader->read()) {
    echo $reader->depth, ' ', $reader->nodeType, ' ', $reader->name, "\n";
    echo '  outer: ', $reader->readOuterXml(), "\n  inner: ", $reader->readInnerXml(), "\n  text: ", $reader->readString(), "\n";
}
--EXPECT--
0 1 a
  outer: <a xmlns="urn:a" xmlns:p="urn:p"><b p:c="1">x<d/>&amp;<![CDATA[<y>]]><!--z--></b><e/> </a>
  inner: <b xmlns="urn:a" xmlns:p="urn:p" p:c="1">x<d/>&amp;<![CDATA[<y>]]><!--z--></b><e xmlns="urn:a"/> 
  text: x&<y> 
1 1 b
  outer: <b xmlns="urn:a" xmlns:p="urn:p" p:c="1">x<d/>&amp;<![CDATA[<y>]]><!--z--></b>
  inner: x<d xmlns="urn:a"/>&amp;<![CDATA[<y>]]><!--z-->
  text: x&<y>
2 3 #text
  outer: x
  inner: 
  text: x
2 1 d
  outer: <d xmlns="urn:a"/>
  inner: 
  text: 
2 3 #text
  outer: &amp;
  inner: 
  text: &
2 4 #cdata-section
  outer: <![CDATA[<y>]]>
  inner: 
  text: 
2 8 #comment
  outer: <!--z-->
  inner: 
  text: 
1 15 b
  outer: <b xmlns="urn:a" xmlns:p="urn:p" p:c="1"/>
  inner: 
  text: 
1 1 e
  outer: <e xmlns="urn:a"/>
  inner: 
  text: 
1 14 #text
  outer:  
  inner: 
  text:  
0 15 a
  outer: <a xmlns="urn:a" xmlns:p="urn:p"/>
  inner: 
  text: 
