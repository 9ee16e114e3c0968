<?php
// Globals go in reverse order as far as only they hold their objects, then the rest; buffers end last.
class Last {
    public function __construct(public string $name, public mixed $more = null) {}
    public function __destruct() { echo $this->name, "\n"; }
}
ob_start(fn($text) => "[$text]", 0, 0);
$a = new Last('a');
$b = new Last('b');
$shared = $b;
$c = new Last('c', new Last('inside c'));
$list = [new Last('listed')];
register_shutdown_function(function () {
    echo "shutdown\n";
    throw new Exception('thrown at the end');
});
register_shutdown_function(function () { echo "never\n"; });
