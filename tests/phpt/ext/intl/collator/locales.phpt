--TEST--
Sorting by locales and attributes
--EXTENSIONS--
intl
--FILE--
<?php
$words = ["cote", "coté", "côte", "côté", "Äpfel", "Apfel", "Zebra", "zebra", "ñandú", "nube", "10", "9", "a-b", "ab", "čaj", "cesta", "chata", "hora", "llama", "luz", "øl", "ål", "æble", "Öl", "olé"];
foreach (["en", "de", "de@collation=phonebook", "fr_CA", "es", "es@collation=traditional", "cs", "sv", "da", "nb", "fi", "lt", "hu", "tr"] as $l) { $c = new Collator($l); $a = $words; $c->sort($a); echo "$l ", implode(" ", $a), "\n"; }
$c = new Collator("en"); $c->setAttribute(Collator::NUMERIC_COLLATION, Collator::ON); $a = $words; $c->sort($a, Collator::SORT_STRING); echo implode(" ", $a), "\n";
$c = new Collator("en"); $c->setAttribute(Collator::CASE_FIRST, Collator::UPPER_FIRST); $a = $words; $c->asort($a); echo json_encode($a), "\n";
foreach ([0, 1, 2, 3, 15] as $s) { $c->setStrength($s); echo $s, ":"; foreach ([["a", "A"], ["a", "á"], ["a", "b"], ["ab", "a-b"], ["が", "か"], ["ア", "あ"]] as [$x, $y]) echo $c->compare($x, $y), " "; echo "\n"; }
var_dump($c->setAttribute(99, 1), $c->getErrorMessage(), $c->compare("\xff", ""), intl_get_error_message());
--EXPECT--
en 9 10 a-b ab æble ål Apfel Äpfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube Öl øl olé zebra Zebra
de 9 10 a-b ab æble ål Apfel Äpfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube Öl øl olé zebra Zebra
de@collation=phonebook 9 10 a-b ab æble Äpfel ål Apfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube Öl øl olé zebra Zebra
fr_CA 9 10 a-b ab æble ål Apfel Äpfel čaj cesta chata cote côte coté côté hora llama luz ñandú nube Öl øl olé zebra Zebra
es 9 10 a-b ab æble ål Apfel Äpfel čaj cesta chata cote coté côte côté hora llama luz nube ñandú Öl øl olé zebra Zebra
es@collation=traditional 9 10 a-b ab æble ål Apfel Äpfel čaj cesta cote coté côte côté chata hora luz llama nube ñandú Öl øl olé zebra Zebra
cs 9 10 a-b ab æble ål Apfel Äpfel cesta cote coté côte côté čaj hora chata llama luz ñandú nube Öl øl olé zebra Zebra
sv 9 10 a-b ab Apfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube olé zebra Zebra ål æble Äpfel Öl øl
da 9 10 a-b ab Apfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube olé Zebra zebra æble Äpfel øl Öl ål
nb 9 10 a-b ab Apfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube olé zebra Zebra æble Äpfel øl Öl ål
fi 9 10 a-b ab Apfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube olé zebra Zebra ål æble Äpfel Öl øl
lt 9 10 a-b ab æble ål Apfel Äpfel cesta chata cote coté côte côté čaj hora llama luz ñandú nube Öl øl olé zebra Zebra
hu 9 10 a-b ab æble ål Apfel Äpfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube øl olé Öl zebra Zebra
tr 9 10 a-b ab æble ål Apfel Äpfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube øl olé Öl zebra Zebra
9 10 a-b ab æble ål Apfel Äpfel čaj cesta chata cote coté côte côté hora llama luz ñandú nube Öl øl olé zebra Zebra
{"11":"9","10":"10","12":"a-b","13":"ab","22":"\u00e6ble","21":"\u00e5l","5":"Apfel","4":"\u00c4pfel","14":"\u010daj","15":"cesta","16":"chata","0":"cote","1":"cot\u00e9","2":"c\u00f4te","3":"c\u00f4t\u00e9","17":"hora","18":"llama","19":"luz","8":"\u00f1and\u00fa","9":"nube","23":"\u00d6l","20":"\u00f8l","24":"ol\u00e9","6":"Zebra","7":"zebra"}
0:0 0 -1 1 0 0 
1:0 -1 -1 1 1 0 
2:1 -1 -1 1 1 1 
3:1 -1 -1 1 1 1 
15:1 -1 -1 1 1 1 
bool(false)
string(55) "Error setting attribute value: U_ILLEGAL_ARGUMENT_ERROR"
bool(false)
string(63) "Error converting first argument to UTF-16: U_INVALID_CHAR_FOUND"
