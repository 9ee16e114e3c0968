--TEST--
A pattern of mb_ereg that is used again
--EXTENSIONS--
mbstring
--FILE--
<?php
foreach (range(0, 2) as $_) {
    foreach (['b(c)?', '(?<n>é)+', 'a('] as $pattern) {
        $found = null;
        var_dump(@mb_ereg($pattern, 'abcéé', $found), $found === null ? null : array_keys($found), @mb_eregi($pattern, 'ABC'));
        var_dump(@mb_ereg_replace($pattern, '-', 'abcé'), @mb_ereg_match($pattern, 'bc'));
    }
    mb_regex_set_options('i');
}
--EXPECT--
bool(true)
array(2) {
  [0]=>
  int(0)
  [1]=>
  int(1)
}
bool(true)
string(4) "a-é"
bool(true)
bool(true)
array(3) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  string(1) "n"
}
bool(false)
string(4) "abc-"
bool(false)
bool(false)
array(0) {
}
bool(false)
bool(false)
bool(false)
bool(true)
array(2) {
  [0]=>
  int(0)
  [1]=>
  int(1)
}
bool(true)
string(4) "a-é"
bool(true)
bool(true)
array(3) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  string(1) "n"
}
bool(false)
string(4) "abc-"
bool(false)
bool(false)
array(0) {
}
bool(false)
bool(false)
bool(false)
bool(true)
array(2) {
  [0]=>
  int(0)
  [1]=>
  int(1)
}
bool(true)
string(4) "a-é"
bool(true)
bool(true)
array(3) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  string(1) "n"
}
bool(false)
string(4) "abc-"
bool(false)
bool(false)
array(0) {
}
bool(false)
bool(false)
bool(false)
