--TEST--
Handlers of signals run between instructions, may throw, and do not interrupt each other
--EXTENSIONS--
pcntl posix
--FILE--
<?php
pcntl_async_signals(true);
$depth = $calls = 0;
pcntl_signal(SIGUSR1, function (int $signal) use (&$depth, &$calls) {
    $depth++;
    echo "in $signal at depth $depth\n";
    if (++$calls === 1) posix_kill(posix_getpid(), SIGUSR1);
    for ($i = 0; $i < 1000; $i++);
    $depth--;
});
posix_kill(posix_getpid(), SIGUSR1);
echo "after\n";
pcntl_signal(SIGUSR2, fn () => throw new LogicException('from a handler'));
try {
    array_map(fn ($n) => posix_kill(posix_getpid(), SIGUSR2) && print("not reached\n"), [1, 2]);
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
}
pcntl_alarm(1);
pcntl_signal(SIGALRM, function () { echo "alarm\n"; });
var_dump(sleep(5) > 2);
pcntl_signal(SIGUSR1, SIG_IGN);
posix_kill(posix_getpid(), SIGUSR1);
echo "ignored\n";
?>
--EXPECT--
in 10 at depth 1
after
in 10 at depth 1
from a handler
alarm
bool(true)
ignored
