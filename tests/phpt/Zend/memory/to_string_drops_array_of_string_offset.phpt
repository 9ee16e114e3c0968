--TEST--
__toString drops the array whose string is written to
--FILE--
<?php
class T {
    function __toString() {
        global $a;
        $a = null;
        for ($i = 0; $i < 50; $i++) $GLOBALS['j'][] = [str_repeat('A', $i * 8), $i];
        return 't';
    }
}
$a = ['x' => 'str' . strlen(__LINE__)];
$a['x'][0] = new T;
var_dump($a);
echo count($j), ' ', md5(json_encode($j)), "\n";
--EXPECT--
NULL
50 45e46b3e209095486868e6967a7b6bd8
