<?php
// Places in code that have met one kind of operand many times, and then meet another.
namespace App;

// Bytes of strings.
function byte($text, $at, $byte) { $text[$at] = $byte; return $text; }
for ($i = 0; $i < 3; $i++) { $r = byte(str_repeat('-', 6), $i, 'x'); }
echo $r, "\n";
$shared = str_repeat('=', 4); $other = $shared;
echo byte($shared, 1, 'y'), ' ', $other, "\n";
foreach ([[9, 'z'], [-1, 'q'], [1, ''], [1, 'long'], ['2', 'k'], ['x', 'k'], [1.7, 'f'], [1, 7]] as [$at, $with]) {
    try { var_dump(byte(str_repeat('.', 3), $at, $with)); } catch (\Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
try { var_dump(byte([1, 2], 1, 'in array'), byte(null, 'k', 1)); byte(5, 1, 'x'); } catch (\Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
$text = str_repeat('a', 3); $alias = &$text;
for ($i = 0; $i < 3; $i++) { $text[$i] = 'b'; $hash[$text] = $i; }
print_r($hash); echo $alias, "\n";

// Globals.
$counter = 0;
function count_up() { global $counter, $missing; $counter++; return [$counter, $missing]; }
count_up(); count_up(); [$n, $m] = count_up(); var_dump($n, $m);
unset($counter); var_dump(count_up(), $counter); $GLOBALS['counter'] = 'text'; echo json_encode(count_up()), "\n";
function twice() { $counter = [1]; global $counter; global $counter; return $counter; }
var_dump(twice());

// New arrays at places.
class Typed { public ?array $list = null; public ?\stdClass $object = null; public int $number = 0; public array $never; public static ?array $s = null; }
$t = new Typed;
$t->list['a']['b'][] = 1; $t->list['a'][5] = 2; Typed::$s[][] = 3;
echo json_encode([$t->list, Typed::$s]), "\n";
try { $t->object['x'] = 1; } catch (\Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
try { $t->object[] = 1; } catch (\Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
$r = &$t->object;
try { $r['x']['y'] = 1; } catch (\Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
try { $r[] = 1; } catch (\Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
try { $t->never['k'] = 1; $t->never[] = 2; echo json_encode($t->never), "\n"; } catch (\Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
$false = false; $false['x'][] = 1; $empty = []; $copy = $empty; $empty['k']['l'] = 1; echo json_encode([$false, $empty, $copy]), "\n";
function place(&$p, $k) { $p[$k][] = $k; return $p; }
$nothing = null; place($nothing, 'a'); place($nothing, 3); echo json_encode(place($nothing, 'a')), "\n";
try { $five = 5; place($five, 'a'); } catch (\Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
echo json_encode(place($new, 1.5)), json_encode($new), "\n";

// References.
function assign(&$to, $value) { $to = $value; $to = 'literal'; return $to; }
$x = 'before'; for ($i = 0; $i < 3; $i++) { assign($x, [$i]); } var_dump($x);
$typed = new Typed; try { assign($typed->number, 5); } catch (\TypeError $e) { echo $e->getMessage(), "\n"; } var_dump($typed->number);
class Noisy { public function __construct(private $n) {} public function __destruct() { echo "end {$this->n}\n"; } }
$x = new Noisy(1); assign($x, 2); $x = [new Noisy(2)]; assign($x, 'scalar'); echo "after\n";
$list = [1, 'two', [3]]; foreach ($list as &$v) { $v = is_array($v) ? $v : [$v]; } unset($v); echo json_encode($list), "\n";
$list = [1, 2, 3]; foreach ($list as $k => &$v) { if ($k == 0) { $list[] = 4; } $v *= 2; } echo json_encode($list), "\n"; $v = 'last'; echo json_encode($list), "\n";
foreach ($list as &$v) { if ($v === 2) { unset($list[1]); } echo $v, ' '; } echo "\n";
