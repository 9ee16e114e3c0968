<?php
// A function that a literal names in the place of a callee is called as one that is written as a name.
namespace Some {
    function doubled(int $x) { return 2 * $x; }
    function refers(&$x) { $x = 7; return $x; }
    function names() { $a = 1; $b = 2; return ('compact')('a', 'b'); }
    echo ('Some\doubled')(4), ' ', ('\Some\doubled')(5), ' ', ('\STRLEN')('abc'), "\n";
    var_dump(('Some\refers')($made['x']), $made, names());
    try {
        ('doubled')(1);
    } catch (\Error $e) {
        echo $e->getMessage(), "\n";
    }
    class C { static function m() { return __METHOD__; } }
    echo ('Some\C::m')(), ' ', ('array_sum')([1, 2]), ' ', count(('array_keys')(['a' => 1])), "\n";
    // What it makes of arguments that cannot be referred to is told when it is compiled.
    foreach (['(new Q)->p', '[1][0]'] as $value) {
        foreach (["[&$value];", "function &f() { return $value; }", "function &f() { yield $value; }"] as $code) {
            passthru(escapeshellarg(PHP_BINARY) . ' -n -d display_errors=1 -d html_errors=0 -r ' . escapeshellarg($code));
        }
    }
}
