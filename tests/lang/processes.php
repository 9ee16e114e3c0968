<?php

echo shell_exec('echo from the shell'), `echo backticks`, "\n";
$name = 'interpolated';
echo `echo $name {$name}`;
exec('printf "a\nb\n"; exit 3', $out, $code);
echo json_encode($out), $code, "\n";
system('echo system', $code);
echo $code, "\n";
passthru('printf passthru');
echo "\n", escapeshellarg("it's"), ' ', escapeshellcmd('a;b|c'), "\n";
$p = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
fwrite($pipes[0], "through cat\n");
fclose($pipes[0]);
echo stream_get_contents($pipes[1]);
fclose($pipes[1]);
fclose($pipes[2]);
var_dump(proc_close($p));
$p = proc_open('echo $VAR; pwd; exit 5', [1 => ['pipe', 'w']], $pipes, '/', ['VAR' => 'env value']);
echo stream_get_contents($pipes[1]);
var_dump(proc_get_status($p)['command'], proc_close($p));
$h = popen('cat', 'w');
fwrite($h, "popen\n");
var_dump(pclose($h));
var_dump(shell_exec('exit 1'), exec('true'), is_resource(STDIN));
