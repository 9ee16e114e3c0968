--TEST--
Callbacks use the connection they are called by, throw, and close it
--EXTENSIONS--
sqlite3
--FILE--
<?php
$db = new SQLite3(':memory:');
$db->enableExceptions(true);
$db->exec('CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, "x"), (2, "y"), (3, NULL)');
$db->createFunction('inner', fn (int $n) => $db->querySingle("SELECT count(*) FROM t WHERE a > $n"));
var_dump($db->querySingle('SELECT inner(1) + inner(2)'));
$db->createFunction('thrower', fn () => throw new DomainException('from SQL'));
foreach (['SELECT thrower()', 'SELECT a FROM t WHERE thrower() = a'] as $sql) {
    try {
        $rows = $db->query($sql);
    } catch (DomainException $e) {
        echo $e->getMessage(), "\n";
    }
}
$db->createAggregate('joined', fn ($context, $row, $text) => "$context$row$text", fn ($context) => $context);
var_dump($db->querySingle('SELECT joined(b) FROM t'), $db->querySingle('SELECT joined(b) FROM t WHERE 0'));
$db->setAuthorizer(function (int $action, ?string $first) {
    return $action === SQLite3::READ && $first === 't' ? SQLite3::IGNORE : SQLite3::OK;
});
var_dump($db->querySingle('SELECT a FROM t'));
$db->setAuthorizer(null);
$statement = $db->prepare('SELECT a, b FROM t WHERE a > :least');
$statement->bindParam('least', $least);
foreach ([0, 2] as $least) {
    $result = $statement->execute();
    while ($row = $result->fetchArray(SQLITE3_ASSOC)) echo json_encode($row);
    echo "\n";
}
$db->close();
foreach ([fn () => $statement->execute(), fn () => $result->fetchArray(), fn () => $db->exec('x')] as $use) {
    try {
        $use();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
int(3)
from SQL
from SQL
string(5) "1x2y3"
NULL
NULL
{"a":1,"b":"x"}{"a":2,"b":"y"}{"a":3,"b":null}
{"a":3,"b":null}
The SQLite3 object has not been correctly initialised or is already closed
The SQLite3Result object has not been correctly initialised or is already closed
The SQLite3 object has not been correctly initialised or is already closed
