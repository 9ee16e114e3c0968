<?php
// What happens all the same when who hears of a conversion throws, or takes the variable away.
function told(Throwable $e) {
    for (; $e; $e = $e->getPrevious()) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
set_error_handler(function ($n, $m) { throw new Exception($m); });
foreach ([1.5, STDIN, $u ?? null] as $key) {
    $a = [[1], [2], [3]];
    try { unset($a[$key]); } catch (Exception $e) { told($e); }
    echo count($a), "\n";
}
class P { public int $i = 1; public string $s = ''; }
class Text { public function __toString(): string { throw new Exception('text'); } }
$p = new P;
$r = &$p->i;
$t = &$p->s;
try { $r = 1.5; } catch (Throwable $e) { told($e); }
try { $r += 1.5; } catch (Throwable $e) { told($e); }
try { $p->i = 1.5; } catch (Throwable $e) { told($e); }
try { [$r] = [1.5]; } catch (Throwable $e) { told($e); }
try { $t = new Text; } catch (Throwable $e) { told($e); }
restore_error_handler();
set_error_handler(function ($n, $m) { echo "[$m]\n"; unset($GLOBALS['a']); });
unset($a);
$b = &$a;
$a[1.7][] = 1;
var_dump($b);
unset($b);
$b = &$a;
$c = &$a[1.7]['x'];
var_dump($b);
function unknown() {
    global $a;
    $a = [1];
    $a[$u] = 2;
    var_dump($a);
}
restore_error_handler();
set_error_handler(function ($n, $m) { echo "[$m]\n"; $GLOBALS['a'] = null; });
unknown();
$a = [1];
$a[$u][1] = 2;
var_dump($a);
$a = [1];
var_dump($a[$u] .= 2, $a);
$a = null;
var_dump($a[$u]++, $a);
restore_error_handler();

// Whatever by-reference parameter collects a named argument is told that it is a value.
set_error_handler(function ($n, $m) { echo "[$m]\n"; });
function rest(&...$rest) { return count($rest); }
function more(&$first, &...$rest) { return count($rest); }
foreach ([['a' => 1, 'b' => 2], [1, 'a' => 2]] as $args) {
    foreach (['rest', 'more'] as $f) {
        try { var_dump(call_user_func_array($f, $args)); } catch (Error $e) { told($e); }
        $dynamic = 'call_user_func_array';
        try { var_dump($dynamic($f, $args)); } catch (Error $e) { told($e); }
    }
}
// sprintf converts where its last argument is.
$text = sprintf('%s %d',
    [1],
    new stdClass
);
try { unserialize('a:2:{i:0;O:1:"P":1:{s:1:"i";R:1;}i:1;i:2;}'); } catch (TypeError $e) { told($e); }
