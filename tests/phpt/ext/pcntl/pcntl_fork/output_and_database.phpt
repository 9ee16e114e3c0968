--TEST--
A second process has output buffers, files and databases of its own, and its exit status is its own
--EXTENSIONS--
pcntl pdo_sqlite
--FILE--
<?php
register_shutdown_function(function () { echo "shutdown\n"; });
ob_start();
echo "before ";
$file = tmpfile();
fwrite($file, "line\n");
$child = pcntl_fork();
if ($child === 0) {
    echo "child ";
    ob_end_flush();
    $db = new PDO('sqlite::memory:');
    $db->exec('CREATE TABLE t (a); INSERT INTO t VALUES (7)');
    echo $db->query('SELECT a FROM t')->fetchColumn(), "\n";
    fwrite($file, "child\n");
    exit(3);
}
pcntl_waitpid($child, $status);
echo "parent\n";
ob_end_flush();
rewind($file);
var_dump(pcntl_wifexited($status), pcntl_wexitstatus($status), stream_get_contents($file));
?>
--EXPECT--
before child 7
shutdown
before parent
bool(true)
int(3)
string(11) "line
child
"
shutdown
