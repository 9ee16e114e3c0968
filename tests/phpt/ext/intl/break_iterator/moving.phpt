--TEST--
Break iterators: places, statuses, rules
--EXTENSIONS--
intl
--FILE--
<?php
$b = IntlBreakIterator::createWordInstance("en_US"); $b->setText("Hello, wörld 3.14!");
foreach ($b as $k => $v) echo "$k=>$v:", $b->getRuleStatus(), " "; echo "\n";
foreach ([-5, -1, 0, 1, 5, 6, 8, 9, 10, 50] as $o) { echo "$o: ", $b->following($o), "@", $b->current(), " ", $b->preceding($o), "@", $b->current(), " ", json_encode($b->isBoundary($o)), "@", $b->current(), "\n"; }
$b->first(); foreach ([1, 2, -1, 0, 100] as $n) echo $b->next($n), "@", $b->current(), "\n";
$c = IntlBreakIterator::createCodePointInstance(); $c->setText("aé😀"); foreach ($c as $v) echo $v, ":", $c->getLastCodePoint(), " "; echo "\n";
foreach ([-5, 0, 1, 2, 3, 7, 50] as $o) { echo "$o: ", $c->following($o), ",", $c->getLastCodePoint(), " ", $c->preceding($o), ",", $c->getLastCodePoint(), " ", json_encode($c->isBoundary($o)), "@", $c->current(), "\n"; }
foreach (["Ελληνικά; ναι.", "I can't, U.S.A. 12,000.50", "한국어 문장입니다", "昨日は雨でした。"] as $s) foreach (["Word", "Line", "Sentence", "Character", "Title"] as $k) { $x = IntlBreakIterator::{"create{$k}Instance"}("en"); $x->setText($s); echo "$k: "; foreach ($x->getPartsIterator() as $q) echo $q, "|", $x->getRuleStatus(), "|"; echo "\n"; }
foreach (["[a", "", "\$x;", "a"] as $r) { try { new IntlRuleBasedBreakIterator($r); } catch (IntlException $e) { echo $e->getMessage(), " ", intl_get_error_code(), "\n"; } }
$r = new IntlRuleBasedBreakIterator('$w = [:Letter:]; $w+ {7}; [0-9]+ {8}; ($w [0-9])+ {9};'); $r->setText("ab12 a1b2 x"); foreach ($r->getPartsIterator(IntlPartsIterator::KEY_RIGHT) as $k => $p) echo "$k=$p:", $r->getRuleStatus(), " "; echo $r->getRules(), "\n";
--EXPECT--
0=>0:0 1=>5:200 2=>6:0 3=>7:0 4=>13:200 5=>14:0 6=>18:100 7=>19:0 
-5: 0@0 -1@0 false@0
-1: 0@0 -1@0 false@0
0: 5@5 -1@0 true@0
1: 5@5 0@0 false@5
5: 6@6 0@0 true@5
6: 7@7 5@5 true@6
8: 13@13 7@7 false@13
9: 13@13 7@7 false@13
10: 13@13 7@7 false@13
50: -1@19 19@19 false@19
5@5
7@7
6@6
6@6
-1@19
0:-1 1:97 3:233 7:128512 
-5: 1,97 -1,-1 false@0
0: 1,97 -1,-1 true@0
1: 3,233 0,97 true@1
2: 3,233 0,97 false@1
3: 7,128512 1,233 true@3
7: -1,-1 3,128512 true@7
50: -1,-1 3,128512 false@7
Word: Ελληνικά|200|;|0| |0|ναι|200|.|0|
Line: Ελληνικά; |0|ναι.|0|
Sentence: Ελληνικά; ναι.|0|
Character: Ε|0|λ|0|λ|0|η|0|ν|0|ι|0|κ|0|ά|0|;|0| |0|ν|0|α|0|ι|0|.|0|
Title: Ελληνικά; |0|ναι.|0|
Word: I|200| |0|can't|200|,|0| |0|U.S.A|200|.|0| |0|12,000.50|100|
Line: I |0|can't, |0|U.S.A. |0|12,000.50|0|
Sentence: I can't, U.S.A. |0|12,000.50|100|
Character: I|0| |0|c|0|a|0|n|0|'|0|t|0|,|0| |0|U|0|.|0|S|0|.|0|A|0|.|0| |0|1|0|2|0|,|0|0|0|0|0|0|0|.|0|5|0|0|0|
Title: I |0|can't, |0|U.|0|S.|0|A. 12,000.50|0|
Word: 한국어|200| |0|문장입니다|200|
Line: 한|0|국|0|어 |0|문|0|장|0|입|0|니|0|다|0|
Sentence: 한국어 문장입니다|100|
Character: 한|0|국|0|어|0| |0|문|0|장|0|입|0|니|0|다|0|
Title: 한국어 문장입니다|0|
Word: 昨日|400|は|400|雨|400|で|400|した|400|。|0|
Line: 昨|0|日|0|は|0|雨|0|で|0|し|0|た。|0|
Sentence: 昨日は雨でした。|0|
Character: 昨|0|日|0|は|0|雨|0|で|0|し|0|た|0|。|0|
Title: 昨日は雨でした。|0|
IntlRuleBasedBreakIterator::__construct(): unable to create RuleBasedBreakIterator from rules (parse error on line 1, offset 1) 65538
IntlRuleBasedBreakIterator::__construct(): unable to create RuleBasedBreakIterator from rules (parse error on line 1, offset 0) 66051
IntlRuleBasedBreakIterator::__construct(): unable to create RuleBasedBreakIterator from rules (parse error on line 1, offset 3) 66057
IntlRuleBasedBreakIterator::__construct(): unable to create RuleBasedBreakIterator from rules (parse error on line 1, offset 1) 66051
2=ab:7 4=12:8 5= :0 9=a1b2:9 10= :0 11=x:7 $w=[:Letter:];$w+{7};[0-9]+{8};($w[0-9])+{9};
