<?php
// Runs the program named by its last argument; without one, and with PHP's own process control, each program whose path
// comes as a line, in a process of its own: starting PHP for each would take longer than running it.
function next_program() {
    global $argv;
    $end = array_pop($argv);
    $_SERVER['argv'] = [];
    $_SERVER['argc'] = 0;
    if (!str_starts_with($end, 'serve:')) return $end;
    // The limit is for each program, not for all of them; a process does not inherit it.
    $seconds = (int)ini_get('max_execution_time');
    set_time_limit(0);
    while (($path = fgets(STDIN)) !== false) {
        $child = pcntl_fork();
        if ($child === 0) {
            pcntl_alarm((int)$argv[1]);
            set_time_limit($seconds);
            return rtrim($path, "\n");
        }
        pcntl_waitpid($child, $status);
        $how = pcntl_wifsignaled($status) ? -pcntl_wtermsig($status) : pcntl_wexitstatus($status);
        echo "\n", $end, $how, "\n";
    }
    exit;
}
include next_program();
