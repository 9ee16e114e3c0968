--TEST--
When values end that unserialize() has read in vain, or replaced
--FILE--
<?php
// What was read of a damaged text ends as a whole, then values that others took the place of, in a row with delayed calls.
class D { public $n; public $c; function __destruct() { echo "~", $this->n ?? '?', " "; } }
function t($s) { echo "[", strlen($s), "] "; try { echo str_replace("\0", '~', json_encode(array_map(fn ($v) => is_object($v) ? get_class($v) : $v, (array) ($v = @unserialize($s))))), ' '; unset($v); echo "\n"; } catch (Throwable $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; } }
function o($n, $c = 'N;') { return 'O:1:"D":2:{s:1:"n";s:' . strlen($n) . ':"' . $n . '";s:1:"c";' . $c . '}'; }
t('a:3:{i:0;' . o('a') . 'i:1;' . o('b') . 'i:2;X');
t('a:3:{i:0;' . o('a') . 'i:0;' . o('b') . 'i:2;' . o('c') . '}');
t('a:3:{i:0;' . o('a') . 'i:0;' . o('b') . 'i:2;X');
t(o('a', o('b', 'X')));
t(o('a', 'a:2:{i:0;' . o('b') . 'i:1;' . o('c', 'X')));
t('a:2:{i:0;a:2:{i:0;' . o('a') . 'i:1;' . o('b') . '}i:1;X');
t('a:2:{i:0;a:2:{i:0;' . o('a') . 'i:1;' . o('b') . 'X');
class W extends D { function __wakeup() { echo "w{$this->n} "; if ($this->n == 'thr') throw new Exception('wk'); } }
function w($n, $c = 'N;') { return str_replace('"D"', '"W"', o($n, $c)); }
t('a:3:{i:0;' . w('a') . 'i:1;' . w('b') . 'i:2;' . w('c') . '}');
t('a:3:{i:0;' . w('a') . 'i:1;' . w('thr') . 'i:2;' . w('c') . '}');
t('a:3:{i:0;' . w('thr') . 'i:1;' . w('thr') . 'i:2;' . w('c') . '}');
t('a:3:{i:0;' . w('a') . 'i:1;' . w('thr') . 'i:2;X');
t('a:3:{i:0;' . w('a', w('b', w('thr', w('d')))) . 'i:1;' . w('e') . '}');
class U extends D { function __unserialize(array $d) { $this->n = $d['n']; $this->c = $d['c']; echo "u{$this->n} "; if ($this->n == 'thr') throw new Exception('un'); } }
function u($n, $c = 'N;') { return str_replace('"D"', '"U"', o($n, $c)); }
t('a:3:{i:0;' . u('a') . 'i:1;' . u('b') . 'i:2;' . u('c') . '}');
t('a:3:{i:0;' . u('a', o('x')) . 'i:1;' . u('thr', o('y')) . 'i:2;' . u('c', o('z')) . '}');
t('a:3:{i:0;' . u('a', o('x')) . 'i:1;' . u('b', o('y')) . 'i:2;' . u('c', o('z')) . 'X');
t('a:4:{i:0;' . o('a', o('x')) . 'i:1;r:3;i:2;R:2;i:3;X');
t('a:4:{i:0;' . o('a', o('x')) . 'i:1;r:3;i:0;' . o('z') . 'i:3;' . o('q') . 'X');
t(o('a', o('b', o('c'))) . 'trailing');
t('O:1:"D":3:{s:1:"n";s:1:"a";s:1:"c";' . o('b') . 's:1:"c";' . o('d') . '}');
t('O:1:"D":4:{s:1:"n";s:1:"a";s:1:"c";' . o('b') . 's:1:"c";' . o('d') . 's:1:"z";X');
t('O:1:"D":4:{s:1:"n";s:1:"a";s:1:"c";' . o('b') . 's:2:"zz";' . o('d') . 's:1:"z";' . o('e', 'X'));
t('O:11:"ArrayObject":4:{i:0;i:0;i:1;a:2:{i:0;' . o('a') . 'i:1;' . o('b') . '}i:2;a:1:{s:1:"p";' . o('q') . '}i:3;X');
t('O:8:"stdClass":2:{s:1:"a";' . o('a') . 's:1:"b";' . o('b', 'X'));
t('O:16:"SplObjectStorage":2:{i:0;a:4:{i:0;' . o('k1') . 'i:1;' . o('v1') . 'i:2;' . o('k2') . 'i:3;' . o('v2') . '}i:1;a:0:{}}');
t('O:19:"SplDoublyLinkedList":3:{i:0;i:0;i:1;a:2:{i:0;' . o('a') . 'i:1;' . o('b') . '}i:2;a:0:{}X');
t('C:11:"ArrayObject":' . strlen($x = 'x:i:0;a:1:{i:0;' . o('a') . '};m:a:1:{i:0;' . o('m') . 'X') . ':{' . $x . '}');
t('a:2:{s:1:"a";' . o('a') . 's:1:"b";E:4:"X:yy";}');
t('a:2:{s:1:"a";' . o('a') . 's:1:"b";R:9;}');
echo "end\n";
--EXPECT--
[94] ~a ~b [false] 
[132] ~a {"0":"D","2":"D"} ~b ~c 
[94] ~b ~a [false] 
[73] ~a ~b [false] 
[124] ~a ~b ~c [false] 
[104] ~a ~b [false] 
[99] ~a ~b [false] 
[132] wa wb wc ["W","W","W"] ~a ~b ~c 
[134] wa wthr ~a Exception wk
[136] wthr Exception wk
[96] wa ~a wthr Exception wk
[200] wd wthr ~d Exception wk
[132] ua ub uc ["U","U","U"] ~a ~b ~c 
[242] ux ua uy uthr ~a ~x Exception un
~y [240] ux ua ~a ~x uy ub ~b ~y uz uc ~c ~z [false] 
[104] ~a ~x [false] 
[176] ~a ~x [false] 
[118] {"n":"a","c":"D"} ~a ~b ~c 
[120] ~b {"n":"a","c":"D"} ~a ~d 
[128] ~a ~d ~b [false] 
[165] ~a ~d ~e ~b [false] 
[185] ~a ~b ~q [false] 
[109] ~a ~b [false] 
[220] [] ~k1 ~v1 ~k2 ~v2 
[143] ~a ~b [false] 
[130] ~a ~m UnexpectedValueException Error at offset 104 of 105 bytes
[71] ~a [false] 
[64] ~a [false] 
end
