<?php
// What functions return by reference is a place: it can be written to, appended to and taken apart by reference.
$list = [1, 2];
function &whole() { global $list; return $list; }
function copy_of() { global $list; return $list; }
whole()[0] = 10;
whole()[] = 3;
copy_of()[] = 4;
var_dump($list);
whole()['new'] ??= 5;
[, &$second] = whole();
$second = 20;
[&$lost] = copy_of();
$lost = 0;
var_dump($list);
function late() {
    try {
        by_reference([1, 2][0]);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
function by_reference(&$x) {}
late();
