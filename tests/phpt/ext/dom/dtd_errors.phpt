--TEST--
DOMDocument::validate(): what does not follow the document type is said for each element and attribute
--EXTENSIONS--
dom
libxml
--FILE--
<?php
libxml_use_internal_errors(true);
$dtd='<!DOCTYPE r [<!ELEMENT r (a,b*,(c|d)+)><!ELEMENT a (#PCDATA)><!ELEMENT b (#PCDATA|a)*><!ELEMENT c EMPTY><!ELEMENT d ANY><!ATTLIST c k (x|y) #REQUIRED i ID #IMPLIED j IDREF #IMPLIED><!ATTLIST a f CDATA #FIXED "z" n NMTOKEN #IMPLIED>]>';
foreach(['<r><a/><c k="x"/></r>','<r><c k="x"/></r>','<r><a><b/></a><c k="x"/></r>','<r><a/><b>t<c k="x"/></b><d>x<q/></d></r>','<r><a/><c/></r>','<r><a/><c k="z">x</c></r>','<r><a f="q" n="a b"/><c k="x" i="p"/><c k="x" i="o"/><c k="y" j="nope"/></r>','<q/>','<r>text<a/><c k="x"/></r>','<r><a zz="1"/><c k="x"/></r>', '<r/>', '<r><a/><c k="x" i="1x"/></r>'] as $x){ $d=new DOMDocument; $d->loadXML($dtd.$x); echo "== $x\n"; var_dump($d->validate()); foreach(libxml_get_errors() as $e) echo "$e->level $e->code $e->line $e->column ",$e->message; libxml_clear_errors(); }
$d=new DOMDocument; $d->loadXML('<r/>'); var_dump($d->validate()); foreach(libxml_get_errors() as $e) echo "$e->level $e->code $e->line $e->column ",$e->message;
--EXPECT--
== <r><a/><c k="x"/></r>
bool(true)
== <r><c k="x"/></r>
bool(false)
2 504 1 0 Element r content does not follow the DTD, expecting (a , b* , (c | d)+), got (c)
== <r><a><b/></a><c k="x"/></r>
bool(false)
2 529 1 0 Element a was declared #PCDATA but contains non text nodes
== <r><a/><b>t<c k="x"/></b><d>x<q/></d></r>
bool(false)
2 515 1 0 Element c is not declared in b list of possible children
2 534 1 0 No declaration for element q
== <r><a/><c/></r>
bool(false)
2 518 1 0 Element c does not carry attribute k
== <r><a/><c k="z">x</c></r>
bool(false)
2 528 1 0 Element c was declared EMPTY this one has content
2 502 1 0 Value "z" for attribute k of c is not among the enumerated set
== <r><a f="q" n="a b"/><c k="x" i="p"/><c k="x" i="o"/><c k="y" j="nope"/></r>
bool(false)
2 500 1 0 Value for attribute f of a is different from default "z"
2 502 1 0 Value for attribute f of a must be "z"
2 502 1 0 Syntax of value for attribute n of a is not valid
2 536 1 0 IDREF attribute j references an unknown ID "nope"
== <q/>
bool(false)
2 531 1 0 root and DTD name do not match 'q' and 'r'
== <r>text<a/><c k="x"/></r>
bool(false)
2 504 1 0 Element r content does not follow the DTD, expecting (a , b* , (c | d)+), got (CDATA a c)
== <r><a zz="1"/><c k="x"/></r>
bool(false)
2 533 1 0 No declaration for attribute zz of element a
== <r/>
bool(false)
2 504 1 0 Element r content does not follow the DTD, expecting (a , b* , (c | d)+), got 
== <r><a/><c k="x" i="1x"/></r>
bool(false)
2 502 1 0 Syntax of value for attribute i of c is not valid
bool(false)
2 522 0 0 no DTD found!
