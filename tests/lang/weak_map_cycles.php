<?php
// The value of a weak map's entry does not keep its own key alive; destructors run before what they lead to is freed.
class Noted {
    public $other;
    public function __construct(public string $name) {}
    public function __destruct() { echo $this->name, "\n"; unset($this->other); }
}
$map = new WeakMap;
$key = new Noted('key');
$map[$key] = $key;
gc_collect_cycles();
var_dump(count($map));
unset($key);
var_dump(gc_collect_cycles(), count($map));
$a = new Noted('a');
$a->other = [$a, new stdClass];
unset($a);
var_dump(gc_collect_cycles());
