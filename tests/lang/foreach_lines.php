<?php
function f(...$x) { return null; }
foreach (
   f(
     1,
     2
   )
   as $v) {
}
foreach (
   f(
     function () {
     },
     2
   )
   as $v) {
}
foreach (
   f(
     2,
     function () {

     }
   )
   as
   $v) {
}
foreach (
   f(
     2,
     fn() =>

     4
   )
   as
   $v) {
}
foreach (
   f(
     2,
     [
     3,
     4]
   )
   as
   $v) {
}
class C { function m($x) { return null; } static function s($x) { return null; } }
foreach (
   (new C)
    ->m(
     function () {

     }
   )
   as
   $v) {
}
foreach (
   C::s(
     function () {

     }
   )
   as
   $v) {
}
foreach (
   f(f(
     function () {

     }
   ))
   as
   $v) {
}
foreach (f(
   function () {

   })
   as
   &$v) {
}
$v = 5;
foreach (
   $v
   as $x) {
}
foreach ((function () {
   yield 1;
   yield $undef1;
})() as
   $k =>
   $v) {
   echo $undef2;
}
foreach (
  array_map(
     function ($x) {
        return $x;
     },
     $undef3 ?? [1, 2]
  )
  as $v
) {
}
foreach (
     function () {
        return 1;
     }
  as $v
) {
}
foreach ($undef4 as $x
   => $y) {}
foreach (
   5
   as $x) {
}
foreach (new class {
   public $a = 1;
   function f() {
   }
} as [$z]) {
}
foreach ([1,
   2] as [
    $a,
    $b]) {
}
foreach (f(function () {
}) as $v) {
}

foreach (f(function () {
}) as $v):
endforeach;
