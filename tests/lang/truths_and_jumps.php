<?php

// Tests and the jumps behind them, in conditions, loops, chains and values; keys and texts behind references; classes that come later.

function kinds($v)
{
    $r = '';
    if (is_int($v)) $r .= 'i'; else $r .= '-';
    if (!is_string($v)) $r .= 'n'; else $r .= 's';
    $r .= is_array($v) ? 'a' : '-';
    $r .= $v instanceof Countable ? 'c' : '-';
    $r .= $v instanceof Later ? 'L' : '-';
    if ($v instanceof Later || is_null($v)) $r .= '|';
    if (!($v instanceof Countable) && is_scalar($v)) $r .= '&';
    $b = is_bool($v);
    if ($b) $r .= 'b';
    if ($b === false) $r .= 'f';
    while (is_float($v)) { $r .= 'd'; break; }
    do { $r .= "."; } while (is_resource($v) && strlen($r) < 12);
    for ($i = 0; !is_callable($v) && $i < 2; $i++) $r .= $i;
    return $r . (bool) $v . !$v;
}
function arrays(array $a, $k)
{
    $r = '';
    if (isset($a[$k])) $r .= 'i';
    if (isset($a['n'])) $r .= 'n';
    if (isset($a[0])) $r .= '0';
    if (!empty($a[$k])) $r .= 'e';
    if (empty($a['n'])) $r .= 'E';
    $r .= isset($a[$k], $a['n']) ? 'b' : '-';
    if (array_key_exists($k, $a)) $r .= 'k';
    if (in_array($k, ['x', 'n', '1'], true)) $r .= '!';
    if (in_array($k, [1, 2])) $r .= '?';
    return $r;
}
class P
{
    public $a = 1;
    public $n = null;
    static $s = 0;
    static $t;
    function test($o)
    {
        $r = '';
        if (isset($this->a)) $r .= 'a';
        if (isset($o->n)) $r .= 'n';
        if (empty($o->a)) $r .= 'e';
        if (isset($o->dynamic)) $r .= 'd';
        if (empty(self::$s)) $r .= 's';
        if (isset(static::$t)) $r .= 't';
        return $r;
    }
}
function switched($x)
{
    switch (true) {
        case $x === 1: return 'one';
        case is_string($x): return 'text';
        case $x: return 'true';
        default: return 'other';
    }
}
function at(string &$s, int &$i, array &$m)
{
    $r = '';
    while ($i < 3) {
        $r .= $s[$i] . $s[0] . $s[-1] . ($m['k'] ?? '-') . $m[$i] . (isset($s[$i]) ? 1 : 0);
        switch ($s[$i]) { case 'b': $r .= 'B'; break; case 'c': $r .= 'C'; }
        $i++;
    }
    try { return $r . $s[7]; } catch (Error $e) { return $e->getMessage(); }
}
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
for ($turn = 0; $turn < 3; $turn++) {
    foreach ([1, 0, 1.5, 'x', '', '0', null, true, false, [], [1], new ArrayObject, fopen('php://memory', 'r'), 'strlen'] as $v) echo kinds($v), ' ';
    $text = 'by ref';
    $ref = &$text;
    echo kinds($ref), "\n";
    foreach (['n', 'x', 1, 0, '1', ''] as $k) echo arrays(['n' => null, 1 => 0, 'x' => 5], $k), ' ', arrays([7, 8], $k), ' ';
    $p = new P;
    echo $p->test($p), $p->test(new stdClass), "\n";
    $d = new stdClass;
    $d->dynamic = $turn;
    $d->a = $turn;
    echo $p->test($d);
    P::$s = $turn;
    P::$t = $turn;
    foreach ([1, 'a', true, null, 0, 2.5] as $x) echo switched($x), ' ';
    $s = 'abc';
    $i = 0;
    $m = ['k' => 'K', 1, 2, 3];
    echo at($s, $i, $m), $i, "\n";
    if ($turn == 1) { eval('class Later extends ArrayObject {}'); }
    if ($turn > 0) echo kinds(new Later), "\n";
    preg_match('/(?<y>b)(c)?/', 'ab', $found);
    echo $found['y'], $found[1], isset($found['z']) ? 1 : 0, isset($found[2]) ? 1 : 0, $found['z'] ?? 'none', "\n";
    echo $undefined instanceof P ? 1 : 0, $undefined instanceof Never ? 1 : 0, "\n";
}
