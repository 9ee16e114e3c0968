--TEST--
Text given to createElement, nodeValue and attributes has references; one that does not end loses what is before it
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = new DOMDocument();
foreach (['v&', 'a&amp;b&', 'a&known;b&', '&;', '', 'x&#65;&#x42;', '&#xZZ;', '&#1', '&#0;', '&#x110000;'] as $text) {
    $element = $document->createElement('e', $text);
    echo json_encode($text), ' ', $document->saveXML($element);
    $element->nodeValue = $text;
    echo ' ', $document->saveXML($element);
    $attribute = $document->createAttribute('a');
    $attribute->value = $text;
    echo ' ', $attribute->value, "\n";
}
libxml_use_internal_errors(true);
$document->createElement('e', 'a&b');
$error = libxml_get_last_error();
echo $error->code, ' ', $error->message, $error->line, "\n";
--EXPECTF--

Warning: DOMDocument::createElement(): unterminated entity reference                 in %s on line 4
"v&" <e/>
Warning: main(): unterminated entity reference                 in %s on line 6
 <e/>
Warning: main(): unterminated entity reference                 in %s on line 9
 

Warning: DOMDocument::createElement(): unterminated entity reference                 in %s on line 4
"a&amp;b&" <e/>
Warning: main(): unterminated entity reference                 in %s on line 6
 <e/>
Warning: main(): unterminated entity reference                 in %s on line 9
 

Warning: DOMDocument::createElement(): unterminated entity reference                 in %s on line 4
"a&known;b&" <e>a&known;</e>
Warning: main(): unterminated entity reference                 in %s on line 6
 <e>a&known;</e>
Warning: main(): unterminated entity reference                 in %s on line 9
 a
"&;" <e/> <e></e> 
"" <e/> <e></e> 
"x&#65;&#x42;" <e>xAB</e> <e>xAB</e> xAB

Warning: DOMDocument::createElement(): invalid hexadecimal character value in %s on line 4
"&#xZZ;" <e>ZZ;</e>
Warning: main(): invalid hexadecimal character value in %s on line 6
 <e>ZZ;</e>
Warning: main(): invalid hexadecimal character value in %s on line 9
 ZZ;

Warning: DOMDocument::createElement(): invalid decimal character value in %s on line 4
"&#1" <e/>
Warning: main(): invalid decimal character value in %s on line 6
 <e></e>
Warning: main(): invalid decimal character value in %s on line 9
 
"&#0;" <e/> <e></e> 

Warning: DOMDocument::createElement(): Internal error, xmlCopyCharMultiByte 0x110000 out of bound in %s on line 4
"&#x110000;" <e/>
Warning: main(): Internal error, xmlCopyCharMultiByte 0x110000 out of bound in %s on line 6
 <e></e>
Warning: main(): Internal error, xmlCopyCharMultiByte 0x110000 out of bound in %s on line 9
 
1302 unterminated entity reference               b
-1
