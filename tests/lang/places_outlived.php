<?php
// What a place is in goes while the instruction that is about to write there runs PHP code.
class P {}
#[AllowDynamicProperties]
class Q { public $p = ['s']; public int $n = 1; public array $list = []; }
class T
{
    function __construct(private string $text, private $then) {}
    function __toString() { ($this->then)(); churn(); return $this->text; }
}
function churn()
{
    for ($length = 1; $length < 90; $length++) {
        for ($i = 0; $i < 20; $i++) {
            $GLOBALS['churn'][] = str_repeat("\x07\x41AAAAAA", $length);
        }
        $GLOBALS['churn'][] = [str_repeat('A', $length * 8), $length];
    }
}
function handler($then)
{
    set_error_handler(function ($number, $text) use (&$then) {
        echo "  $text\n";
        if ($then) {
            $now = $then;
            $then = null;
            $now();
        }
        churn();
        return true;
    });
}
function attempt($name, $do)
{
    global $a;
    echo "$name:\n";
    try {
        $do();
    } catch (Error $e) {
        echo '  ', get_class($e), ': ', $e->getMessage(), "\n";
    }
    echo '  ', json_encode($a), "\n";
}
$gone = function () { $GLOBALS['a'] = null; };

$a = new P;
handler($gone);
attempt('dynamic property', function () { global $a; $a->dyn[$undefined]['y'] = 1; });
$a = new Q;
handler($gone);
attempt('dynamic property that is allowed', function () { global $a; $a->dyn[$undefined]['y'] = 1; });
$a = new Q;
handler($gone);
attempt('declared property', function () { global $a; $a->p[$undefined][] = 1; });
$a = ['x' => 'str' . strlen('abc')];
attempt('byte of a string', function () use ($gone) { global $a; $a['x'][0] = new T('t', $gone); });
$a = ['x' => ['y' => ['z' => 1]]];
handler($gone);
attempt('element', function () { global $a; $a['x']['y'][$undefined] = 2; });
$a = ['x' => ['y' => ['z' => 1]]];
handler($gone);
attempt('element that is missing', function () { global $a; $a['x']['y']['none'] .= 'more'; });
$a = ['x' => ['y' => ['z' => 1]]];
handler($gone);
attempt('element of an element that is missing', function () { global $a; $a['x']['none']['q'] += 2; });
$a = ['x' => ['y' => ['z' => 1]]];
handler($gone);
attempt('counting', function () { global $a; $a['x']['y']['none']++; });
$a = new Q;
attempt('typed property', function () use ($gone) { global $a; $a->n = new T('t', $gone); });
$a = [[1, 2], [3]];
handler(function () { $GLOBALS['a'] = 'other'; });
attempt('another value', function () { global $a; $a[0][$undefined][7] = 1; });
$a = ['x' => ['y' => 1]];
$copy = null;
handler(function () { $GLOBALS['copy'] = $GLOBALS['a']; });
attempt('a copy', function () { global $a; $a['x'][$undefined] = 2; });
echo json_encode($copy), "\n";
