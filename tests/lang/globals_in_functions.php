<?php
// Global variables by name in functions whose own variables keep their types.
$x = 5; $list = [1, 'k' => ['d' => 2]]; $nothing = null; $text = 'abc';
function reads() { $n = 0; for ($i = 0; $i < 3; $i++) { $n += $GLOBALS['x']; $x = 100; } return [$n, $x]; }
function writes() { $x = 'local'; $GLOBALS['x']++; $GLOBALS['x'] += 10; $GLOBALS['made'] = [$x]; $GLOBALS['made'][] = 2; return $x; }
function binds() { $x = &$GLOBALS['x']; $x = 'by reference'; $GLOBALS['x'] .= '!'; return $x; }
function tests() {
    return [isset($GLOBALS['x']), isset($GLOBALS['absent']), isset($GLOBALS['nothing']), empty($GLOBALS['nothing']), empty($GLOBALS['x']),
        isset($GLOBALS['list']['k']['d']), isset($GLOBALS['list']['k']['e']), empty($GLOBALS['list'][0]), $GLOBALS['absent'] ?? 'default',
        $GLOBALS['list']['k']['d'] ?? 'none', isset($GLOBALS['text'][1]), $GLOBALS['text'][-1]];
}
function removes() { $x = 1; unset($GLOBALS['x'], $GLOBALS['list']['k']); return [$x, isset($GLOBALS['x']), $GLOBALS['list']]; }
function undefined() { $a = 1; $r = $GLOBALS['gone']; $GLOBALS['gone2'] .= 'x'; $GLOBALS['gone3']['a']['b'] ??= 4; return [$a, $r, $GLOBALS['gone2'], $GLOBALS['gone3']]; }
function named(string $name, $value) { $GLOBALS[$name] = $value; $$name = 'mine'; return [$GLOBALS[$name], $$name]; }
function numbered() { $GLOBALS[5] = 'five'; $GLOBALS[1.5] = 'one'; return [$GLOBALS[5], $GLOBALS['5'], isset($GLOBALS[5]), $GLOBALS['1.5'] ?? 'no', isset($GLOBALS[6])]; }
function superglobals() { $_GET['a'] = 1; $_GET['b']['c'] = 2; $n = 0; foreach ($_GET as $k => $v) { $n++; } $_POST = ['p' => 1]; unset($_GET['a']);
    return [$n, $_GET, isset($_GET['b']['c']), isset($_GET['z']), empty($_POST), count($_POST), $_SERVER['argc'] > 0, isset($_SESSION), $GLOBALS['_POST']]; }
function lists() { [$GLOBALS['one'], $GLOBALS['two']] = [1, 2]; foreach ([7, 8] as $GLOBALS['last']); global ${'one'}; $one++; return [$GLOBALS['one'], $GLOBALS['two'], $GLOBALS['last']]; }
function steps() { $GLOBALS['n'] = 1; $a = $GLOBALS['n']++ + ++$GLOBALS['n']; $b = $GLOBALS['n']--; return [$a, $b, $GLOBALS['n']]; }
function counted() { $copy = $GLOBALS; $copy['x'] = 'changed'; return isset($copy['list']) && $GLOBALS['x'] !== 'changed'; }
function generated() { $GLOBALS['g'] = 0; while ($GLOBALS['g'] < 3) { $local = $GLOBALS['g']++; yield $local; } }
class Key { function __toString(): string { $GLOBALS['seen'] = true; return 'x'; } }
function object() { return [$GLOBALS[(string) new Key], $GLOBALS['seen']]; }
set_error_handler(function ($n, $m) { echo "  $m\n"; $GLOBALS['x'] = 'handler'; return true; });
foreach (['reads', 'writes', 'binds', 'tests', 'counted', 'object', 'removes', 'undefined', 'numbered', 'superglobals', 'lists', 'steps'] as $f) {
    for ($turn = 0; $turn < 2; $turn++) {
        echo $f, ' ', json_encode($f()), "\n";
    }
}
echo json_encode([named('x', [1]), named('fresh', 2), iterator_to_array(generated())]), "\n";
var_dump($x, $fresh, $made, $one, $last, $GLOBALS['x']);
