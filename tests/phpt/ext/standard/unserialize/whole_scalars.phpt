--TEST--
Texts that are one scalar, and what is nearly one
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "[$message]\n"; return true; });
enum Suit { case A; }
foreach (['s:3:"abc";', 's:0:"";', "s:2:\"\\\"\";\";", 's:03:"abc";', 's:2:"abc";', 's:4:"abc";', 's:3:"abc"; ', 's::"";', 's:3:"abc"', 's:99999999999999999999:"";',
    's:+3:"abc";', 's:5:"a";"b";', 'i:5;', 'i:007;', 'i:999999999999999999;', 'i:9999999999999999999;', 'i:;', 'i:-5;', 'i:5;i:6;', 'i:5;;', 'b:1;', 'b:2;', 'b:1;;',
    'N;', 'N;N;', 'd:1.5;', "E:3:\"a\0b\";", "E:8:\"Suit:B\0c\";", 'C:8:"stdClass":5:'] as $text) {
    var_dump(unserialize($text));
}
class Nests implements Serializable {
    public $read;
    function serialize() { return ''; }
    function unserialize($text) { $this->read = [unserialize('i:5;'), unserialize('s:1:"x";')]; }
    function __serialize(): array { return []; }
}
// The scalars of nested calls have numbers, too: the third value is the text.
var_dump(unserialize('a:2:{i:0;C:5:"Nests":0:{}i:1;r:2;}')[1]->read);
var_dump(unserialize('a:2:{i:0;C:5:"Nests":0:{}i:1;R:4;}'));
--EXPECT--
string(3) "abc"
string(0) ""
[unserialize(): Extra data starting at offset 9 of 11 bytes]
string(2) "\""
string(3) "abc"
[unserialize(): Error at offset 7 of 10 bytes]
bool(false)
[unserialize(): Error at offset 9 of 10 bytes]
bool(false)
[unserialize(): Extra data starting at offset 10 of 11 bytes]
string(3) "abc"
[unserialize(): Error at offset 0 of 6 bytes]
bool(false)
[unserialize(): Error at offset 9 of 9 bytes]
bool(false)
[unserialize(): Error at offset 2 of 26 bytes]
bool(false)
[unserialize(): Error at offset 0 of 11 bytes]
bool(false)
string(5) "a";"b"
int(5)
int(7)
int(999999999999999999)
[unserialize(): Numerical result out of range]
int(9223372036854775807)
[unserialize(): Error at offset 0 of 3 bytes]
bool(false)
int(-5)
[unserialize(): Extra data starting at offset 4 of 8 bytes]
int(5)
[unserialize(): Extra data starting at offset 4 of 5 bytes]
int(5)
bool(true)
[unserialize(): Error at offset 0 of 4 bytes]
bool(false)
[unserialize(): Extra data starting at offset 4 of 5 bytes]
bool(true)
NULL
[unserialize(): Extra data starting at offset 2 of 4 bytes]
NULL
float(1.5)
[unserialize(): Invalid enum name 'a' (missing colon)]
[unserialize(): Error at offset 0 of 10 bytes]
bool(false)
[unserialize(): Undefined constant Suit::B]
[unserialize(): Error at offset 15 of 15 bytes]
bool(false)
[unserialize(): Error at offset 16 of 17 bytes]
bool(false)
[Nests implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead (or in addition, if support for old PHP versions is necessary)]
array(2) {
  [0]=>
  int(5)
  [1]=>
  string(1) "x"
}
array(2) {
  [0]=>
  object(Nests)#2 (1) {
    ["read"]=>
    array(2) {
      [0]=>
      int(5)
      [1]=>
      string(1) "x"
    }
  }
  [1]=>
  string(1) "x"
}
