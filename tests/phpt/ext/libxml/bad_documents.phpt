--TEST--
Errors of documents that are not well-formed: level, code, place and text
--EXTENSIONS--
dom
libxml
--FILE--
<?php
libxml_use_internal_errors(true);
$docs = ["<a b>x</a>", "<a b=>x</a>", "<a b='x'c='d'/>", "<a b='<'/>", "<a b='x/>", "<a", "<a><b></a>", "<a>", "<a></b>", "x", "<a/>x", "<a>&x;</a>", "<a>& b</a>", "<a>&x</a>", "<a>&#xZ;</a>","<a>&#0;</a>", "<a>]]></a>", "<a><!-- a -- b --></a>", "<a><!-- x", "<a><?xml x?></a>", "<a><?XML x?></a>", "<a><?p", "<a><![CDATA[x", "<a x='1' x='2'/>", "<x:a/>", "<a x:b='1'/>", "<a xmlns='foo'/>", "<a xmlns:b=''/>", "<a xmlns:b='foo'/>", "<a:b:c/>", "<:a/>", "< a/>", "<a>< b/></a>", "<a>\x01</a>", "<a>\xe4bc</a>", "<a b='\xe4bc'/>", "<?xml version='1.1'?><a/>", "<?xml version='2.0'?><a/>", "<?xml?><a/>", "<?xml version='1.0' encoding='foo'?><a/>", "<?xml version='1.0' standalone='x'?><a/>","<!DOCTYPE><a/>", "<!DOCTYPE a <a/>","<!DOCTYPE a [ <!ELEMENT> ]><a/>", "<!DOCTYPE a [ <!ENTITY x '<b>'> ]><a>&x;</a>", "<!DOCTYPE a [ <!ENTITY x '&y;'><!ENTITY y '&x;'> ]><a>&x;</a>", "<!DOCTYPE a [ <!ENTITY x SYSTEM 'foo'> ]><a b='&x;'>&x;</a>", "<a></a", "<a></a x>", "<a><b/>", " <?xml version='1.0'?><a/>", "<a b='&x;'/>", "<a xml:lang='!'/>", "<a xmlns:xml='x'/>", "<a xmlns:x='u' xmlns:y='u' x:a='1' y:a='2'/>", "<a\n\nb='1'\n\n<", "<!DOCTYPE a [ %x; <!ENTITY % y 'foo'> %y; ]><a/>", "<!DOCTYPE a [ <!ATTLIST a b CDATA> ]><a/>", "<!DOCTYPE a [ foo ]><a/>", "<a>\0</a>","<a b='\0'/>", "<a></a>\0x", "<a b = 'x' 1c='2'>t</a>", "<1/>", "", "<?xml version='1.0'><a/>", "<?xml version='1.0' encoding='utf-16'?><a/>","<a b='a\x02b'/>", "<!--x--", "<a b=\"x\ny\tz\" c='&#10;&lt;&amp;'>", "<a>text</b>more</a>", "<a><b><c></b></a>"];
foreach ($docs as $d) { $x = new DOMDocument; $r = @$x->loadXML($d ?: ' '); echo "== ", addcslashes($d, "\0..\37\177..\377"), " => ", var_export($r, true), "\n"; foreach (libxml_get_errors() as $e) echo "  $e->level $e->code l$e->line c$e->column ", rtrim($e->message), " [$e->file]\n"; libxml_clear_errors(); }
--EXPECT--
== <a b>x</a> => false
  3 41 l1 c5 Specification mandates value for attribute b []
== <a b=>x</a> => false
  3 39 l1 c6 AttValue: " or ' expected []
== <a b='x'c='d'/> => false
  3 65 l1 c9 attributes construct error []
  3 73 l1 c9 Couldn't find end of Start Tag a line 1 []
  3 5 l1 c9 Extra content at the end of the document []
== <a b='<'/> => false
  3 38 l1 c7 Unescaped '<' not allowed in attributes values []
  3 65 l1 c7 attributes construct error []
  3 73 l1 c7 Couldn't find end of Start Tag a line 1 []
  3 5 l1 c7 Extra content at the end of the document []
== <a b='x/> => false
  3 40 l1 c10 AttValue: ' expected []
  3 65 l1 c10 attributes construct error []
  3 73 l1 c10 Couldn't find end of Start Tag a line 1 []
== <a => false
  3 73 l1 c3 Couldn't find end of Start Tag a line 1 []
== <a><b></a> => false
  3 76 l1 c11 Opening and ending tag mismatch: b line 1 and a []
  3 77 l1 c11 Premature end of data in tag a line 1 []
== <a> => false
  3 77 l1 c4 Premature end of data in tag a line 1 []
== <a></b> => false
  3 76 l1 c8 Opening and ending tag mismatch: a line 1 and b []
== x => false
  3 4 l1 c1 Start tag expected, '<' not found []
== <a/>x => false
  3 5 l1 c5 Extra content at the end of the document []
== <a>&x;</a> => false
  3 26 l1 c7 Entity 'x' not defined []
== <a>& b</a> => false
  3 68 l1 c5 xmlParseEntityRef: no name []
== <a>&x</a> => false
  3 23 l1 c6 EntityRef: expecting ';' []
== <a>&#xZ;</a> => false
  3 6 l1 c7 CharRef: invalid hexadecimal value []
  3 9 l1 c7 xmlParseCharRef: invalid xmlChar value 0 []
== <a>&#0;</a> => false
  3 9 l1 c8 xmlParseCharRef: invalid xmlChar value 0 []
== <a>]]></a> => false
  3 62 l1 c4 Sequence ']]>' not allowed in content []
== <a><!-- a -- b --></a> => false
  3 80 l1 c11 Double hyphen within comment: <!-- a []
== <a><!-- x => false
  3 45 l1 c10 Comment not terminated []
  3 77 l1 c10 Premature end of data in tag a line 1 []
== <a><?xml x?></a> => false
  3 64 l1 c9 XML declaration allowed only at the start of the document []
== <a><?XML x?></a> => false
  3 64 l1 c9 Invalid PI name []
== <a><?p => false
  3 65 l1 c7 ParsePI: PI p space expected []
  3 47 l1 c7 ParsePI: PI p never end ... []
  3 77 l1 c7 Premature end of data in tag a line 1 []
== <a><![CDATA[x => false
  3 63 l1 c14 Unregistered error message []
  3 77 l1 c14 Premature end of data in tag a line 1 []
== <a x='1' x='2'/> => false
  3 42 l1 c15 Attribute x redefined []
== <x:a/> => true
  2 201 l1 c5 Namespace prefix x on a is not defined []
== <a x:b='1'/> => true
  2 201 l1 c11 Namespace prefix x for b on a is not defined []
== <a xmlns='foo'/> => true
  1 100 l1 c15 xmlns: URI foo is not absolute []
== <a xmlns:b=''/> => true
  2 200 l1 c14 xmlns:b: Empty XML namespace is not allowed []
== <a xmlns:b='foo'/> => true
== <a:b:c/> => true
  2 202 l1 c5 Failed to parse QName 'a:b:' []
  2 201 l1 c7 Namespace prefix a on b:c is not defined []
== <:a/> => true
  2 202 l1 c4 Failed to parse QName ':a' []
== < a/> => false
  3 68 l1 c2 StartTag: invalid element name []
  3 5 l1 c3 Extra content at the end of the document []
== <a>< b/></a> => false
  3 68 l1 c5 StartTag: invalid element name []
== <a>\001</a> => false
  3 9 l1 c4 PCDATA invalid Char value 1 []
== <a>\344bc</a> => false
  3 9 l1 c4 Input is not proper UTF-8, indicate encoding !
Bytes: 0xE4 0x62 0x63 0x3C []
== <a b='\344bc'/> => false
  3 9 l1 c7 Input is not proper UTF-8, indicate encoding !
Bytes: 0xE4 0x62 0x63 0x27 []
== <?xml version='1.1'?><a/> => true
  1 97 l1 c20 Unsupported version '1.1' []
== <?xml version='2.0'?><a/> => false
  3 108 l1 c20 Unsupported version '2.0' []
== <?xml?><a/> => false
  3 64 l1 c6 XML declaration allowed only at the start of the document []
== <?xml version='1.0' encoding='foo'?><a/> => false
  3 32 l1 c35 Unsupported encoding foo []
== <?xml version='1.0' standalone='x'?><a/> => false
  3 78 l1 c33 standalone accepts only 'yes' or 'no' []
  3 34 l1 c33 String not closed expecting " or ' []
  3 57 l1 c33 parsing XML declaration: '?>' expected []
== <!DOCTYPE><a/> => false
  3 68 l1 c10 xmlParseDocTypeDecl : no DOCTYPE name ! []
== <!DOCTYPE a <a/> => false
  3 61 l1 c13 DOCTYPE improperly terminated []
  3 4 l1 c14 Start tag expected, '<' not found []
== <!DOCTYPE a [ <!ELEMENT> ]><a/> => false
  3 65 l1 c24 Space required after 'ELEMENT' []
  3 1 l1 c24 internal error: xmlParseInternalSubset: error detected in Markup declaration []
  3 4 l1 c26 Start tag expected, '<' not found []
== <!DOCTYPE a [ <!ENTITY x '<b>'> ]><a>&x;</a> => false
  3 77 l1 c4 Premature end of data in tag b line 1 []
  3 85 l1 c4 chunk is not well balanced []
  3 26 l1 c41 Entity 'x' failed to parse []
== <!DOCTYPE a [ <!ENTITY x '&y;'><!ENTITY y '&x;'> ]><a>&x;</a> => false
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c4 Detected an entity reference loop []
  3 89 l1 c58 Detected an entity reference loop []
== <!DOCTYPE a [ <!ENTITY x SYSTEM 'foo'> ]><a b='&x;'>&x;</a> => false
  3 29 l1 c51 Attribute references external entity 'x' []
== <a></a => false
  3 73 l1 c7 expected '>' []
== <a></a x> => false
  3 73 l1 c8 expected '>' []
  3 5 l1 c8 Extra content at the end of the document []
== <a><b/> => false
  3 77 l1 c8 Premature end of data in tag a line 1 []
==  <?xml version='1.0'?><a/> => false
  3 64 l1 c7 XML declaration allowed only at the start of the document []
== <a b='&x;'/> => false
  3 26 l1 c10 Entity 'x' not defined []
== <a xml:lang='!'/> => true
== <a xmlns:xml='x'/> => true
  2 200 l1 c17 xml namespace prefix mapped to wrong URI []
== <a xmlns:x='u' xmlns:y='u' x:a='1' y:a='2'/> => true
  2 203 l1 c43 Namespaced Attribute a in 'u' redefined []
== <a\n\nb='1'\n\n< => false
  3 68 l5 c1 error parsing attribute name []
  3 65 l5 c1 attributes construct error []
  3 73 l5 c1 Couldn't find end of Start Tag a line 1 []
  3 5 l5 c1 Extra content at the end of the document []
== <!DOCTYPE a [ %x; <!ENTITY % y 'foo'> %y; ]><a/> => false
  3 26 l1 c18 PEReference: %x; not found []
  1 27 l1 c42 PEReference: %y; not found []
== <!DOCTYPE a [ <!ATTLIST a b CDATA> ]><a/> => false
  3 65 l1 c34 Space required after the attribute type []
== <!DOCTYPE a [ foo ]><a/> => false
  3 1 l1 c15 internal error: xmlParseInternalSubset: error detected in Markup declaration []
  3 61 l1 c15 DOCTYPE improperly terminated []
  3 4 l1 c15 Start tag expected, '<' not found []
== <a>\000</a> => false
  3 77 l1 c4 Premature end of data in tag a line 1 []
== <a b='\000'/> => false
  3 9 l1 c7 Char 0x0 out of allowed range []
  3 40 l1 c7 AttValue: ' expected []
  3 65 l1 c7 attributes construct error []
  3 73 l1 c7 Couldn't find end of Start Tag a line 1 []
== <a></a>\000x => true
== <a b = 'x' 1c='2'>t</a> => false
  3 68 l1 c12 error parsing attribute name []
  3 65 l1 c12 attributes construct error []
  3 73 l1 c12 Couldn't find end of Start Tag a line 1 []
  3 5 l1 c12 Extra content at the end of the document []
== <1/> => false
  3 68 l1 c2 StartTag: invalid element name []
  3 5 l1 c2 Extra content at the end of the document []
==  => false
  3 4 l1 c2 Start tag expected, '<' not found []
== <?xml version='1.0'><a/> => false
  3 65 l1 c20 Blank needed here []
  3 57 l1 c20 parsing XML declaration: '?>' expected []
== <?xml version='1.0' encoding='utf-16'?><a/> => false
  3 81 l1 c38 Document labelled UTF-16 but has UTF-8 content []
== <a b='a\002b'/> => false
  3 9 l1 c8 invalid character in attribute value []
  3 65 l1 c8 attributes construct error []
  3 73 l1 c8 Couldn't find end of Start Tag a line 1 []
  3 5 l1 c8 Extra content at the end of the document []
== <!--x-- => false
  3 80 l1 c6 Double hyphen within comment: <!--x []
  3 45 l1 c8 Comment not terminated []
  3 4 l1 c8 Start tag expected, '<' not found []
== <a b="x\ny\tz" c='&#10;&lt;&amp;'> => false
  3 77 l2 c25 Premature end of data in tag a line 1 []
== <a>text</b>more</a> => false
  3 76 l1 c12 Opening and ending tag mismatch: a line 1 and b []
  3 5 l1 c12 Extra content at the end of the document []
== <a><b><c></b></a> => false
  3 76 l1 c14 Opening and ending tag mismatch: c line 1 and b []
  3 76 l1 c18 Opening and ending tag mismatch: b line 1 and a []
  3 77 l1 c18 Premature end of data in tag a line 1 []
