--TEST--
Functions that look at their arguments themselves: many calls from one place, with arguments of many kinds
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
function tell(callable $f, array ...$calls) {
    foreach ($calls as $args) {
        try {
            $r = null;
            // A place that has met the function calls it another way.
            for ($i = 0; $i < 4; $i++) {
                $r = $f(...$args);
            }
            echo json_encode($r), "\n";
        } catch (Throwable $e) {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        }
    }
}
$format = function (...$a) {
    return match (count($a)) {
        0 => number_format(),
        1 => number_format($a[0]),
        2 => number_format($a[0], $a[1]),
        3 => number_format($a[0], $a[1], $a[2]),
        4 => number_format($a[0], $a[1], $a[2], $a[3]),
        default => number_format($a[0], $a[1], $a[2], $a[3], $a[4]),
    };
};
tell($format, [], [1234567], [-1234.5], ["12345.678", 2], [1e15, "1"], [0.5], [1234.5678, 2, ','], [1234.5678, 2, ',', '.'],
    [1234567.891, 2, null, null], [1, 2, 3, 4, 5], ["x"], [[]], [new stdClass], [1234.5, null, "", " "]);
$translate = function (...$a) {
    return match (count($a)) {
        1 => strtr($a[0]),
        2 => strtr($a[0], $a[1]),
        3 => strtr($a[0], $a[1], $a[2]),
        default => strtr($a[0], $a[1], $a[2], $a[3]),
    };
};
tell($translate, ["/a/b/", "/", "_"], ["abc", "ab", "ba"], ["abc", ["a" => "b", "bc" => "d"]], ["abc"], ["abc", "a"], ["abc", [], "x"],
    [12321, 1, 7], ["a", "a", "b", "c"], [[], "a", "b"], ["////", "/", "//"], ["", "a", "b"], ["a", "a", ""]);
$compare = fn ($a, $b) => $a <=> $b;
$differ = function (...$a) {
    return match (count($a)) {
        1 => array_udiff($a[0]),
        2 => array_udiff($a[0], $a[1]),
        3 => array_udiff($a[0], $a[1], $a[2]),
        4 => array_udiff($a[0], $a[1], $a[2], $a[3]),
        5 => array_udiff($a[0], $a[1], $a[2], $a[3], $a[4]),
    };
};
tell($differ, [[1, 2, 3], [2], $compare], [[1, 2, 3], [2], [3], $compare], [[1, 2, 3], [2], [3], [9], $compare], [[1]], [[1], $compare], [1, [2], $compare]);
// What is written to an argument goes with it.
class Named { public $a = [1]; public static $b = 'x'; function __toString() { return 'Named'; } }
$named = new Named;
for ($i = 0; $i < 4; $i++) {
    $vars = get_class_vars($named);
}
echo json_encode($vars), "\n";
// References, and the object of a method.
$n = 1234.5;
$ref = &$n;
for ($i = 0; $i < 3; $i++) {
    $r = number_format($ref, $i);
}
echo $r, "\n";
$day = new DateTimeImmutable('2024-02-28');
class Day extends DateTimeImmutable {}
foreach ([new DateTime('2024-03-01'), new Day('2024-03-02'), $day, new stdClass, null] as $other) {
    try {
        for ($i = 0; $i < 3; $i++) {
            $r = $day->diff($other)->format('%R%a');
        }
        echo $r, "\n";
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
ArgumentCountError: number_format() expects at least 1 argument, 0 given
"1,234,567"
"-1,235"
"12,345.68"
"1,000,000,000,000,000.0"
"1"
"1,234,57"
"1.234,57"
"1,234,567.89"
ArgumentCountError: number_format() expects at most 4 arguments, 5 given
TypeError: number_format(): Argument #1 ($num) must be of type int|float, string given
TypeError: number_format(): Argument #1 ($num) must be of type int|float, array given
TypeError: number_format(): Argument #1 ($num) must be of type int|float, stdClass given
"1 235"
"_a_b_"
"bac"
"bd"
ArgumentCountError: strtr() expects exactly 2 arguments, 1 given
TypeError: strtr(): Argument #2 ($from) must be of type array, string given
TypeError: strtr(): Argument #2 ($from) must be of type string, array given
"72327"
ArgumentCountError: strtr() expects exactly 3 arguments, 4 given
TypeError: strtr(): Argument #1 ($string) must be of type string, array given
"\/\/\/\/"
""
"a"
{"0":1,"2":3}
[1]
[1]
ArgumentCountError: array_udiff() expects at least 2 arguments, 1 given
[1]
TypeError: array_udiff(): Argument #1 ($array) must be of type array, int given
{"a":[1],"b":"x"}
1,234.50
+2
+3
+0
DateTimeImmutable::diff(): Argument #1 ($targetObject) must be of type DateTimeInterface, stdClass given
DateTimeImmutable::diff(): Argument #1 ($targetObject) must be of type DateTimeInterface, null given
