<?php

// needs: pdo pdo_sqlite
// Error modes, attributes, transactions, parameters.

function show(string $title, callable $what): void
{
    echo "-- $title\n";
    try {
        var_dump($what());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), ' (', var_export($e->getCode(), true), ') ', json_encode($e->errorInfo ?? null), "\n";
    }
}

show('no data source', fn () => new PDO('nothing'));
show('no driver', fn () => new PDO('nodriver:x'));
show('no file', fn () => new PDO('sqlite:/nonexistent/file'));
show('the class of the driver', fn () => get_class(PDO::connect('sqlite::memory:')));
class Mine extends PDO
{
}
show('another class', fn () => Mine::connect('sqlite::memory:'));
show('a class of one\'s own', fn () => get_class(new Mine('sqlite::memory:')));
show('no clones', fn () => clone new PDO('sqlite::memory:'));
show('no serialization', fn () => serialize(new PDO('sqlite::memory:')));

$pdo = new PDO('sqlite::memory:');
show('before anything', fn () => $pdo->errorInfo());
show('empty', fn () => $pdo->exec(''));
foreach ([PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING, PDO::ERRMODE_EXCEPTION] as $mode) {
    $pdo->setAttribute(PDO::ATTR_ERRMODE, $mode);
    show("error mode $mode", fn () => $pdo->exec('nonsense'));
    show('its code', fn () => $pdo->errorCode());
    show('its words', fn () => $pdo->errorInfo());
    show('prepare', fn () => $pdo->prepare('SELECT * FROM nowhere'));
}
$pdo->exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b UNIQUE)');
show('constraint', fn () => $pdo->exec('INSERT INTO t VALUES (1, 1), (2, 1)'));
show('unknown attribute', fn () => $pdo->getAttribute(77));
show('attribute of another type', fn () => $pdo->setAttribute(PDO::ATTR_CASE, 'x'));
show('attribute out of range', fn () => $pdo->setAttribute(PDO::ATTR_ERRMODE, 99));

show('commit too early', fn () => $pdo->commit());
show('begin', fn () => $pdo->beginTransaction());
show('begin again', fn () => $pdo->beginTransaction());
show('insert', fn () => $pdo->exec("INSERT INTO t VALUES (7, 'x')"));
show('key', fn () => $pdo->lastInsertId());
show('roll back', fn () => $pdo->rollBack());
show('nothing there', fn () => $pdo->query('SELECT count(*) FROM t')->fetchColumn());

$statement = $pdo->prepare('SELECT :a a, typeof(:a) ta, :b b, typeof(:b) tb, :c c, typeof(:c) tc');
$a = 1;
$b = '12abc';
$c = true;
$statement->bindParam('a', $a);
$statement->bindParam(':b', $b, PDO::PARAM_INT);
$statement->bindParam('c', $c, PDO::PARAM_BOOL);
show('bound', fn () => $statement->execute() ? $statement->fetch(PDO::FETCH_ASSOC) : null);
var_dump($a, $b, $c);
$statement->debugDumpParams();
show('too many', fn () => $statement->execute([1, 2, 3, 4]));
show('unknown name', fn () => $statement->execute(['nothing' => 1]));
show('number 0', fn () => $statement->bindValue(0, 1));
show('array', fn () => $statement->bindValue('a', []));

$pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
$pdo->setAttribute(PDO::ATTR_ORACLE_NULLS, PDO::NULL_TO_STRING);
$pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
$pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC);
show('attributes at work', fn () => $pdo->query("SELECT NULL AS a, 1.0 AS b, 2 AS c, '' AS d")->fetch());

class Statement extends PDOStatement
{
    protected function __construct(public readonly string $note)
    {
    }
}
show('statement class', fn () => $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Statement::class, ['noted']]));
show('its object', fn () => $pdo->query('SELECT 1')->note);
show('no statement', fn () => $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, ['stdClass']));
show('read only', fn () => $pdo->query('SELECT 1')->queryString = 'x');
show('quote', fn () => $pdo->quote("it's"));
show('drivers', fn () => in_array('sqlite', PDO::getAvailableDrivers(), true));
