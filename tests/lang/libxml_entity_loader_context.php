<?php
// needs: dom
foreach ([0, LIBXML_DTDLOAD, LIBXML_NOENT|LIBXML_DTDLOAD] as $o) foreach (['<!DOCTYPE foo PUBLIC "-//FOO/BAR" "foobar.dtd"><foo>bar</foo>', '<!DOCTYPE foo SYSTEM "foobar.dtd"><foo>bar</foo>', '<!DOCTYPE foo [<!ENTITY e SYSTEM "e.ent"><!ENTITY % p PUBLIC "pp" "p.ent">%p;]><foo>bar&e;</foo>'] as $xml) {
 echo "== $o $xml\n";
libxml_set_external_entity_loader(function ($public, $system, $context) { var_dump($public,$system,$context); return null; });
$dd = new DOMDocument; $r = $dd->loadXML($xml, $o); var_dump($r); var_dump($dd->validate()); libxml_set_external_entity_loader(null); var_dump($dd->validate());
libxml_use_internal_errors(true); libxml_set_external_entity_loader(fn()=>null); $dd->loadXML($xml, $o); $dd->validate(); foreach (libxml_get_errors() as $e) echo $e->level,' ',$e->code,' ',$e->line,' ',$e->column,' ',$e->message; libxml_clear_errors(); libxml_use_internal_errors(false); 
}
