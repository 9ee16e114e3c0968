<?php
// What is reported while a file is compiled is reported by the include: traces made further in show it with the file they showed last.
function show($trace) {
    foreach ($trace as $i => $frame) {
        $args = array_map(fn($arg) => is_string($arg) ? basename($arg) : get_debug_type($arg), $frame['args'] ?? ['none']);
        echo "#$i ", basename($frame['file'] ?? '[internal]'), ' ', $frame['function'], '(', implode(', ', $args), ")\n";
    }
    echo "\n";
}
function inner() {
    show(debug_backtrace());
    show(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS));
    show(debug_backtrace(0, 3));
}
class Handler {
    static function handle($number, $text) {
        show(debug_backtrace());
        inner();
        (fn() => inner())();
        array_map('inner', [1]);
        show((new Exception)->getTrace());
    }
}
set_error_handler('Handler::handle');
function loader() { include __DIR__ . '/files/deprecated_parameters.php'; }
loader();
(function () { require_once __DIR__ . '/files/deprecated_parameters.php'; })();
eval('function of_eval($a = 1, $b) {}');
restore_error_handler();
// An autoloader that the class of a file asks for.
spl_autoload_register(function ($class) { inner(); });
function parent_missing() {
    try { include __DIR__ . '/files/needs_parent.php'; } catch (Error $e) { show($e->getTrace()); }
}
parent_missing();
ini_set('zend.exception_ignore_args', 1);
parent_missing();
