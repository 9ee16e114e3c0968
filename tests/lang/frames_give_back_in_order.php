<?php
// When a function ends, its variables give back what they hold one after the other: the destructor of one runs while the next is
// still held. Objects that end behind others in an array go, and give their numbers back, behind those.
class Telling {
    public function __construct(public string $name, public mixed $more = null) {}
    public function __destruct() { echo $this->name, ': ', isset($GLOBALS['weak']) ? var_export((bool)$GLOBALS['weak']->get(), true) : '-', "\n"; }
}
function held() {
    $first = new Telling('first');
    $second = new Telling('second');
    $GLOBALS['weak'] = WeakReference::create($second);
}
held();
class Taking {
    public function __destruct() { echo "taking\n"; $GLOBALS['shared'] = null; echo "taken\n"; }
}
function shares($value) {
    $taking = new Taking;
    $last = $GLOBALS['shared'] = new Telling('shared');
    return $value;
}
shares(1);
shares([1, 2]);
(function () { $taking = new Taking; $last = $GLOBALS['shared'] = new Telling('shared'); })();
(new class { function m() { $taking = new Taking; $last = $GLOBALS['shared'] = new Telling('shared'); return $this; } })->m();
$generator = (function () { $taking = new Taking; $last = $GLOBALS['shared'] = new Telling('shared'); yield 1; })();
$generator->current();
unset($generator);
foreach ((function () { $taking = new Taking; $last = $GLOBALS['shared'] = new Telling('shared'); yield 1; })() as $v);
function throws() { $taking = new Taking; $last = $GLOBALS['shared'] = new Telling('shared'); throw new Exception('thrown'); }
try { throws(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
unset($e);
$weak = null;

// Numbers.
$list = [new Telling('a'), new Telling('b'), fn() => 1, new stdClass];
$list = null;
$new = [new stdClass, new stdClass, new stdClass, new stdClass];
echo implode(' ', array_map(spl_object_id(...), $new)), "\n";
$list = [new Telling('a'), $plain = new stdClass];
$weak = WeakReference::create($plain);
unset($plain);
$list = null;
echo "end\n";

// A closure that is let go of by the call gives its variable back as the result, wanted or not.
$x = new stdClass;
(function () use ($x) { return $x; })();
(function ($x) { return $x; })($x, new stdClass);
var_dump((function () use ($x) { return $x; })());
