--TEST--
What is no signal and no handler is refused
--EXTENSIONS--
pcntl
--FILE--
<?php
foreach ([[0, SIG_DFL], [65, SIG_IGN], [SIGUSR1, 5], [SIGUSR1, 'no function'], [SIGUSR1, null], [SIGUSR1, []]] as [$signal, $handler]) {
    try {
        var_dump(pcntl_signal($signal, $handler));
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump(pcntl_signal_get_handler(SIGUSR1), pcntl_exec('/no/such/program'), pcntl_errno() === PCNTL_ENOENT);
var_dump(pcntl_waitpid(-1, $status), pcntl_errno() === PCNTL_ECHILD);
?>
--EXPECTF--
ValueError: pcntl_signal(): Argument #1 ($signal) must be greater than or equal to 1
ValueError: pcntl_signal(): Argument #1 ($signal) must be less than 65
ValueError: pcntl_signal(): Argument #2 ($handler) must be either SIG_DFL or SIG_IGN when an integer value is given
TypeError: pcntl_signal(): Argument #2 ($handler) must be of type callable|int, string given
TypeError: pcntl_signal(): Argument #2 ($handler) must be of type callable|int, null given
TypeError: pcntl_signal(): Argument #2 ($handler) must be of type callable|int, array given

Warning: pcntl_exec(): Error has occurred: (errno 2) No such file or directory in %s on line %d
int(0)
bool(false)
bool(true)
int(-1)
bool(true)
