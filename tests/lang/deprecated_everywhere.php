<?php
class D { #[Deprecated] function __call($n, $a) { return "call $n"; } #[Deprecated('old', since: '2')] static function __callStatic($n, $a) { return "static $n"; }
  #[Deprecated] const A = 1; #[Deprecated(message: 'b')] const B = self::A; }
echo (new D)->some(), D::thing(), D::B, "\n";
const WORD = 'a word'; #[Deprecated(WORD, 'x')] function f() {} f();
#[Deprecated(7)] function g() {} g();
foreach (['[]', 'foo: 1', '1, 2, 3', 'NOPE'] as $i => $args) { eval("#[Deprecated($args)] function h$i() {}"); try { ("h$i")(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
