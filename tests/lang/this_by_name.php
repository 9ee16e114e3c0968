<?php
// `$this` where there is no object: an error, but for `isset`, `empty`, and where it is looked up by name.
set_error_handler(function ($n, $m) { echo $m, "\n"; return true; });
foreach (['$this ?? 1', '$this->a ?? 1', 'isset($this)', 'empty($this)', '@$this', '$this', '($t = "this") ? $$t : 0', '($t = "this") ? $$t ?? 5 : 0'] as $code) {
    echo $code, ': ';
    try {
        var_dump((static fn () => eval("return $code;"))());
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
set_error_handler(function ($n, $m) { throw new ErrorException($m); });
function assign() {
    $name = 'target';
    $target = 5;
    try {
        $$name = $none;
    } catch (ErrorException $e) {
        echo $e->getMessage(), "\n";
    }
    var_dump($target);
}
assign();
