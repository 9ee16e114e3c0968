<?php
// A value that an error handler has thrown for is computed with and stored all the same.
class S { static $any; static int $number = 1; }
set_error_handler(function ($n, $m) { echo "$m; "; throw new Exception("h"); });
function t($f)
{
    try { $f(); echo "ok\n"; } catch (Throwable $e) { for (; $e; $e = $e->getPrevious()) echo get_class($e), ': ', $e->getMessage(), ' < '; echo "\n"; }
    var_dump(S::$any, S::$number);
    S::$any = 5;
}
t(function () { S::$any = $u; });
t(function () { S::$any %= $u; });
t(function () { S::$any .= $u; });
t(function () { S::$any .= []; });
t(function () { S::$number = $u; });
t(function () { S::$number .= $u; });
t(function () { S::$number .= []; });
t(function () { S::$number = "a"; });
t(function () { S::$number += $u; });
t(function () { var_dump(S::$any += $u); });
t(function () { $n = "any"; S::$$n = $u; });
t(function () { $n = "any"; S::${$n . $q} = $u; });
t(function () { S::$any =& $u[$v]; });
t(function () { S::$any = 1.5; S::$any %= $u; });
t(function () { S::$any = 1.5; S::$any <<= 1; });
t(function () { S::$any = 1.5; S::$number += 1.5; });
