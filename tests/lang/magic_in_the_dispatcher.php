<?php
// Magic property methods and hooks that set: what they may do, and what must hold when they end in any way.
error_reporting(E_ALL);
set_error_handler(function ($level, $text) { echo "  [$text]\n"; return true; });

class Bag {
    public $log = [];
    private $secret = 'hidden';
    function __get($name) {
        $this->log[] = "get $name";
        switch ($name) {
            case 'same': return $this->same;
            case 'other': return $this->deep . '!';
            case 'deep': return func_num_args() . implode(',', func_get_args());
            case 'throws': throw new RuntimeException("no $name");
            case 'object': return new ArrayObject([1, 2]);
            case 'nothing': return;
            case 'trace': return implode(' < ', array_map(fn ($f) => ($f['class'] ?? '') . ($f['type'] ?? '') . $f['function'], debug_backtrace()));
            case 'finally': try { return 'try'; } finally { $this->log[] = 'finally'; }
            case 'reference': $a = 5; $b = &$a; return $b;
            case 'static': static $count = 0; return ++$count;
            case 'undefined': return $nothing;
            default: return "<$name>";
        }
    }
    function __isset($name) {
        $this->log[] = "isset $name";
        return match ($name) { 'array' => [1], 'empty' => '', 'zero' => 0, 'object' => $this, 'same' => isset($this->same), 'throws' => throw new LogicException('isset'), default => true };
    }
    function __set($name, $value) {
        $this->log[] = "set $name";
        if ($name === 'same') { $this->same = $value; return; }
        if ($name === 'throws') throw new DomainException('set');
        if ($name === 'change') { $value = 'changed'; }
        return $value;
    }
}
function reads(Bag $o, string $what): void {
    try {
        echo $what, ': ';
        for ($i = 0; $i < 3; $i++) {
            $r = match ($what) {
                'same' => $o->same, 'other' => $o->other, 'deep' => $o->deep, 'throws' => $o->throws, 'object' => $o->object, 'nothing' => $o->nothing,
                'trace' => $o->trace, 'finally' => $o->finally, 'reference' => $o->reference, 'static' => $o->static, 'undefined' => $o->undefined, 'secret' => $o->secret, 'plain' => $o->plain,
            };
        }
        echo is_object($r) ? get_class($r) : var_export($r, true), "\n";
    } catch (Exception $e) {
        echo get_class($e), ' ', $e->getMessage(), "\n";
    }
}
foreach (['plain', 'same', 'other', 'deep', 'throws', 'throws', 'object', 'nothing', 'trace', 'finally', 'reference', 'static', 'undefined', 'secret'] as $what) {
    $o = new Bag;
    reads($o, $what);
    reads($o, $what);
    echo '  ', implode(' ', $o->log), "\n";
}

function asks(Bag $o): void {
    for ($i = 0; $i < 3; $i++) {
        var_dump(isset($o->array), isset($o->empty), isset($o->zero), isset($o->object), isset($o->same), isset($o->secret), empty($o->plain), $o->plain ?? 'none', $o->empty ?? 'none');
        try { isset($o->throws); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
    }
    echo implode(' ', $o->log), "\n";
}
asks(new Bag);

function writes(Bag $o): void {
    for ($i = 0; $i < 3; $i++) {
        $o->plain = $i;
        $o->change = $v = [$i];
        echo json_encode($v), ' ', json_encode($o->wanted = $i), "\n";
        try { $o->throws = 1; } catch (DomainException $e) { echo $e->getMessage(), "\n"; }
        $o->secret = 'x';
        $o->literal = 'text';
    }
    $o->same = new ArrayObject;
    $o->same = 2;
    echo implode(' ', $o->log), "\n";
    var_dump($o->same);
}
writes(new Bag);

class Hooked {
    public int $set = 0 { set(int|string $v) { if ($v === 'throw') throw new Exception('hook'); $this->set = (int) $v * 2; } }
    public string $short { set => strtoupper($value); }
    public $both { get => 'got ' . $this->both; set { $this->both = $value; $this->set = strlen($value); } }
    public array $log = [];
    public $virtual { set { $this->log[] = $value; return; } }
}
function hooks(Hooked $h): void {
    for ($i = 1; $i < 4; $i++) {
        $h->set = $i;
        $h->set = "1$i";
        $h->short = "text$i";
        $h->both = str_repeat('x', $i);
        $h->virtual = [$i];
        try { $h->set = 'throw'; } catch (Exception $e) { echo $e->getMessage(), ' '; }
        try { $h->short = []; } catch (TypeError $e) { echo strtok($e->getMessage(), ","), "\n"; }
        echo $h->set, ' ', $h->short, ' ', $h->both, ' ', json_encode($h->log), "\n";
    }
}
hooks(new Hooked);

// A fiber that is suspended in a method holds its guard.
$o = new class {
    function __get($name) { return Fiber::getCurrent() ? Fiber::suspend($name) : "main $name"; }
};
$read = function ($o) { return $o->a; };
echo $read($o), "\n";
$fibers = [];
foreach ([1] as $i) {
    $fibers[$i] = new Fiber(fn () => $read($o));
    var_dump($fibers[$i]->start());
}
var_dump($read($o));
$fibers[1]->resume('one');
var_dump($fibers[1]->getReturn(), $read($o));
unset($fibers);
gc_collect_cycles();
var_dump($read($o));

// The object's last variable goes while its method runs.
class Last {
    function __get($name) { global $last; $last = null; return $name; }
    function __set($name, $value) { global $last; $last = null; echo "set $name\n"; }
    function __isset($name) { global $last; $last = null; return true; }
    function __destruct() { echo "gone\n"; }
}
function last(): void {
    global $last;
    for ($i = 0; $i < 3; $i++) {
        $last = new Last; echo $last->x, "\n";
        $last = new Last; $last->x = 1;
        $last = new Last; var_dump(isset($last->x));
    }
}
last();

// One text of one part.
class Text { function __toString(): string { return 'text'; } }
$t = new Text; $n = 5; $f = 1.50; $nul = null; $arr = [1];
var_dump("$t", "{$t}", "$n", "$f", "$nul", "$undefined", "$arr", "{$o->a}", sprintf('%s', $t), sprintf('%d', '12abc'), sprintf('%s', $arr), strval($n), intval('12x'), floatval('1e3abc'), doubleval(true));
var_dump(function_exists('strlen'), function_exists('no_such'), extension_loaded('JSON'), extension_loaded('nosuch'), defined('PHP_VERSION'), defined('NO_SUCH'));
