--TEST--
Texts that are one scalar, or nearly one
--FILE--
<?php
foreach (['i:5;', 'i:-5;', 'i:0;', 'i:-0;', 'i:007;', 'i:+5;', 'i:-;', 'i:;', 'i:5', 'i:5;x', 'i:999999999999999999;', 'i:-999999999999999999;', 'i:9223372036854775807;', 'i:9223372036854775808;',
    'i:5.5;', 'b:0;', 'b:1;', 'b:2;', 'N;', 'N', 's:3:"abc";', 's:0:"";', 's:2:"abc";', 's:4:"abc";', 's:03:"abc";', 's:3:"a"c";', 's:3:abc;', 's::"abc";', 's:-1:"";', 's:3:"abc"', 's:3:"abc";;', 's:1:"";', 'd:0.5;', 'a:1:{i:0;i:5;}'] as $text) {
    echo $text, ' => '; var_dump(unserialize($text));
}
--EXPECTF--
i:5; => int(5)
i:-5; => int(-5)
i:0; => int(0)
i:-0; => int(0)
i:007; => int(7)
i:+5; => int(5)
i:-; => 
Warning: unserialize(): Error at offset 0 of 4 bytes in %s on line 4
bool(false)
i:; => 
Warning: unserialize(): Error at offset 0 of 3 bytes in %s on line 4
bool(false)
i:5 => 
Warning: unserialize(): Error at offset 0 of 3 bytes in %s on line 4
bool(false)
i:5;x => 
Warning: unserialize(): Extra data starting at offset 4 of 5 bytes in %s on line 4
int(5)
i:999999999999999999; => int(999999999999999999)
i:-999999999999999999; => int(-999999999999999999)
i:9223372036854775807; => int(9223372036854775807)
i:9223372036854775808; => 
Warning: unserialize(): Numerical result out of range in %s on line 4
int(9223372036854775807)
i:5.5; => 
Warning: unserialize(): Error at offset 0 of 6 bytes in %s on line 4
bool(false)
b:0; => bool(false)
b:1; => bool(true)
b:2; => 
Warning: unserialize(): Error at offset 0 of 4 bytes in %s on line 4
bool(false)
N; => NULL
N => 
Warning: unserialize(): Error at offset 0 of 1 bytes in %s on line 4
bool(false)
s:3:"abc"; => string(3) "abc"
s:0:""; => string(0) ""
s:2:"abc"; => 
Warning: unserialize(): Error at offset 7 of 10 bytes in %s on line 4
bool(false)
s:4:"abc"; => 
Warning: unserialize(): Error at offset 9 of 10 bytes in %s on line 4
bool(false)
s:03:"abc"; => string(3) "abc"
s:3:"a"c"; => string(3) "a"c"
s:3:abc; => 
Warning: unserialize(): Error at offset 0 of 8 bytes in %s on line 4
bool(false)
s::"abc"; => 
Warning: unserialize(): Error at offset 0 of 9 bytes in %s on line 4
bool(false)
s:-1:""; => 
Warning: unserialize(): Error at offset 0 of 8 bytes in %s on line 4
bool(false)
s:3:"abc" => 
Warning: unserialize(): Error at offset 9 of 9 bytes in %s on line 4
bool(false)
s:3:"abc";; => 
Warning: unserialize(): Extra data starting at offset 10 of 11 bytes in %s on line 4
string(3) "abc"
s:1:""; => 
Warning: unserialize(): Error at offset 6 of 7 bytes in %s on line 4
bool(false)
d:0.5; => float(0.5)
a:1:{i:0;i:5;} => array(1) {
  [0]=>
  int(5)
}
