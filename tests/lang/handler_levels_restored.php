<?php
// A handler that restores the one before it while it runs is in force again, but with the levels of the other.
function once() { echo "once\n"; restore_error_handler(); }
set_error_handler('once');
function f() { echo $u; echo $u; trigger_error('x'); }
f();
var_dump(set_error_handler(null)); restore_error_handler();
function a($n, $m) { echo "a $m\n"; }
function b($n, $m) { static $turn = 0; echo "b $m\n"; if (!$turn++) { restore_error_handler(); trigger_error('inside'); } }
set_error_handler('a', E_USER_NOTICE); set_error_handler('b');
trigger_error('1'); trigger_error('2'); restore_error_handler(); trigger_error('3'); echo $v;
restore_error_handler();
echo $v;
// What is compiled to an instruction has no frame.
try { get_class(); } catch (Error $e) { echo $e->getMessage(), ' ', count($e->getTrace()), "\n"; }
try { get_class(5); } catch (Error $e) { echo $e->getMessage(), ' ', count($e->getTrace()), "\n"; }
include 'absent://x'; include_once 'absent://x'; fopen('absent://x', 'r', true); file_get_contents('absent://x');
