<?php
// The first assignment of a variable may take the result of a call or a fetch where it is made: where that fails, there is no variable.
class Loud
{
    public $name;
    function __construct($name) { $this->name = $name; }
    function __destruct() { echo "~$this->name\n"; if ($this->name === 'throws') { throw new Exception('destructor'); } }
}
class Magic
{
    public $plain = [1, 2];
    public static $shared = 's';
    const K = 'k';
    function __get($n) { if ($n === 'bad') { throw new Exception('get'); } return "got $n"; }
    function &ref() { return $this->plain; }
    function __toString() { throw new Exception('text'); }
}
function shown(array $vars) { ksort($vars); echo json_encode(array_map(fn ($v) => is_object($v) ? get_class($v) : $v, $vars)), "\n"; }
set_error_handler(function ($n, $text) { throw new ErrorException($text); });

function undefined_property() { $o = new stdClass; try { $x = $o->none; } catch (Exception $e) { echo $e->getMessage(), ' '; } echo isset($x) ? 'set' : 'unset', "\n"; unset($e, $o); shown(get_defined_vars()); }
undefined_property();
function undefined_key($a) { try { $x = $a['none']; } catch (Exception $e) { echo $e->getMessage(), ' '; } unset($e); shown(get_defined_vars()); }
undefined_key([]);
function undefined_variable_key($a, $k) { try { $x = $a[$k]; } catch (Exception $e) { echo $e->getMessage(), ' '; } unset($e); shown(get_defined_vars()); }
undefined_variable_key([], 7);
function get_throws(Magic $m) { try { $x = $m->bad; } catch (Exception $e) { echo $e->getMessage(), ' '; } unset($e, $m); shown(get_defined_vars()); }
get_throws(new Magic);
function get_gives(Magic $m) { $x = $m->good; $y = $m->plain[1]; $z = $m->plain; $s = Magic::$shared; $k = Magic::K; unset($m); shown(get_defined_vars()); }
get_gives(new Magic);
function thrower($what) { throw new Exception($what); }
function call_throws() { try { $x = thrower('call'); } catch (Exception $e) { echo $e->getMessage(), ' '; } unset($e); shown(get_defined_vars()); }
call_throws();
function native_throws($text) { try { $x = intdiv(1, $text); } catch (Error $e) { echo get_class($e), ' '; } unset($e); shown(get_defined_vars()); }
native_throws(0);
function result_with_local() { $local = new Loud('throws'); return 5; }
function destructor_throws() { try { $x = result_with_local(); } catch (Exception $e) { echo $e->getMessage(), ' '; } unset($e); shown(get_defined_vars()); }
destructor_throws();
function of_temporary() { try { $x = (new Loud('throws'))->name; } catch (Exception $e) { echo $e->getMessage(), ' '; } unset($e); shown(get_defined_vars()); }
of_temporary();
function text_throws(Magic $m) { try { $x = "a{$m}b"; } catch (Exception $e) { echo $e->getMessage(), ' '; } unset($e, $m); shown(get_defined_vars()); }
text_throws(new Magic);
function cast_throws(Magic $m) { try { $x = (string) $m; } catch (Exception $e) { echo $e->getMessage(), ' '; } unset($e, $m); shown(get_defined_vars()); }
cast_throws(new Magic);

function by_reference(Magic $m) { $x = $m->ref(); $x[] = 3; echo json_encode([$x, $m->plain]), "\n"; }
by_reference(new Magic);
function in_loop($n) { for ($i = 0; $i < $n; $i++) { $x = new Loud("loop $i"); $y = strtoupper($x->name); echo $y, "\n"; } }
in_loop(2);
function by_goto() { $n = 0; again: $x = strrev("ab$n"); echo $x, "\n"; $kept = [$x]; $z = end($kept); if ($n++ < 2) { goto again; } return $z; }
echo by_goto(), "\n";
function by_name($name) { $$name = new Loud('by name'); $x = strtoupper('x'); echo "$x\n"; }
by_name('x');
function by_extract() { extract(['x' => new Loud('extracted')]); $x = strtoupper('y'); echo "$x\n"; }
by_extract();
function own_value() { $x = strlen(@json_encode(isset($x) ? 1 : 'none')); echo $x, "\n"; }
own_value();
function captured() { $x = array_map(function ($v) use (&$x) { $x = 'inner'; return $v; }, [1]); var_dump($x); }
captured();
function given($x) { $x = strtoupper($x); echo $x, "\n"; }
given('given');
function branches($c) { $x = $c ? strtoupper('then') : strtolower('ELSE'); $y = $c && strlen('a'); $z = $c ?: trim(' b '); echo json_encode([$x, $y, $z]), "\n"; }
branches(true);
branches(false);
function generates() { $x = yield 1; $y = strtoupper((string) $x); yield $y; $z = yield from inner(); yield $z; }
function inner() { $a = yield 'i'; return strrev("$a!"); }
$g = generates(); $g->current(); echo $g->send('sent'), "\n"; $g->next(); echo $g->send('abc'), "\n";
function late_finally() { try { $x = strtoupper('body'); return $x; } finally { $y = strlen('finally'); echo $y, "\n"; } }
echo late_finally(), "\n";
function switched($k) { switch ($k) { case 1: $x = strtoupper('one'); break; default: $x = strtoupper('more'); } return $x; }
echo switched(1), switched(2), "\n";
static function () { $x = (fn () => 'arrow')(); echo $x, "\n"; };
(static function () { $x = (fn () => 'arrow')(); echo $x, "\n"; })();
function closures() { $f = function () { return 'made'; }; $r = $f(); return $r; }
echo closures(), "\n";
