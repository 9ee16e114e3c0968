--TEST--
What an output handler prints itself is lost, unless it fails
--FILE--
<?php
function t($n, $f, $size = 0) { ob_start(); ob_start($f, $size); try { echo "hello"; echo "more"; } catch (Throwable $t) { echo get_class($t); } try { ob_end_flush(); } catch (Throwable $t) { echo get_class($t); } $r = ob_get_clean(); echo $n, ": ", json_encode($r), "\n"; }
foreach ([0, 2, 1, 1000] as $s) {
t('false', function ($b) { echo "X"; return false; }, $s);
t('throw', function ($b) { echo "X"; throw new Exception; }, $s);
t('string', function ($b) { echo "X"; return "s"; }, $s);
t('null', function ($b) { echo "X"; return null; }, $s);
t('true', function ($b) { echo "X"; return true; }, $s);
t('empty', function ($b) { echo "X"; return ''; }, $s);
t('print_r', function ($b) { echo "X"; print("Y"); return $b; }, $s);
t('second', function ($b) { static $n = 0; echo "X"; if ($n++) throw new Exception; return $b; }, $s);
t('array', function ($b) { echo "X"; return []; }, $s);
}

class M { function __destruct() { echo "destruct\n"; } }
ob_start(function ($b) { $o = new M; return $o . $b; }, 4);
try { echo 'hello'; } catch (Error $e) { echo $e->getMessage(), "\n"; }
ob_end_flush();
--EXPECT--
false: "hellomoreX"
throw: "hellomoreXException"
string: "s"
null: ""
true: ""
empty: ""
print_r: "hellomore"
second: "hellomore"
array: "Array"
false: "helloXmore"
throw: "helloXException"
string: "sss"
null: ""
true: ""
empty: ""
print_r: "hellomore"
second: "hellomoreXException"
array: "ArrayArrayArray"
false: "helloXmore"
throw: "helloXException"
string: "sss"
null: ""
true: ""
empty: ""
print_r: "hellomore"
second: "hellomoreXException"
array: "ArrayArrayArray"
false: "hellomoreX"
throw: "hellomoreXException"
string: "s"
null: ""
true: ""
empty: ""
print_r: "hellomore"
second: "hellomore"
array: "Array"
hellodestruct
Object of class M could not be converted to string
