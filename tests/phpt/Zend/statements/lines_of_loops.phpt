--TEST--
What a foreach has walked is freed on the line where the loop begins
--FILE--
<?php
class M { function __destruct() { echo (new Exception)->getTrace()[0]['line'] ?? '-', "\n"; } }
function a() {
  foreach ([new M, new M, 1] as $wv) {
    try {
      $x = 1;
    } catch (Throwable $t) { }
  }
  echo "a\n";
}
a();
function b() {
  if (1) foreach ([new M, new M, 1] as $k => $wv) {
    $x = 1;

  }
  echo "b\n";
}
b();
function c() {
  foreach ([new M, new M, 1] as
    $k =>
    $wv) {
    $x = 1;
    if ($k == 1) break;
  }
  unset($wv);
  echo "c\n";
}
c();
function d() {
  foreach ([new M] as $wv) {
    $x = 1;
    return
      1;
  }
}
d();
function e() {
  foreach ([new M, new M] as $wv) {
    try {
      $x = 1;
      if ($x) throw new Exception;
    } catch (Exception $t) {
      $x = 3;
    } finally {
      $x = 2;
    }
  }
  $wv = null;
  echo "e\n";
}
e();
function f() {
  for ($wi = 0, $wl = [new M, 2]; $wi < count($wl); $wi++) {
     $wv = $wl[$wi];
     if ($wi == 1) { $wl = [];
       $wv = 1; }
  }
  echo "f\n";
}
f();
function g() {
  foreach (array_map(fn($x) => new M, [1, 2]) as $wv) {
    if ($wv)
      continue;
    $x = 1;
  }
  $wv = null;
}
g();
function h() {
  foreach ((function () {
      $m = new M;
      yield 1;
      yield new M; })() as $wv) {
    $x = 1;
    $y = 2;
  }
}
h();
switch (new M) {
  case 1:
    echo 1;
    break;
  case
    2: echo 3;
  default:
    echo 4;
}
while (new M) {
  echo 1;
  break;
}
do {
  echo 1;
} while (!new M);
if (new M) {
  echo 1;
}
foreach ([new M] as $wv) {
  echo 1;
  unset($wv);
  echo 2;
}
--EXPECTF--
4
4
a
13
13
b
21
27
c
38
40
50
e
57
f
64
69
76
81

Notice: Object of class M could not be converted to int in %s on line 83
189
91
1197
98
112101
