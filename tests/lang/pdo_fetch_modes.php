<?php

// needs: pdo pdo_sqlite
// Every fetch mode of PDOStatement, alone and with its flags.

$pdo = new PDO('sqlite::memory:');
$pdo->exec("CREATE TABLE t (a INT, B TEXT, c REAL); INSERT INTO t VALUES (1, 'x', 1.5), (2, 'y', 2.0), (3, NULL, 0.1)");

function show(string $title, callable $what): void
{
    echo "-- $title\n";
    try {
        ob_start();
        var_dump($what());
        // Numbers of objects do not matter here.
        echo preg_replace('/#\d+ /', '', ob_get_clean());
    } catch (Throwable $e) {
        ob_end_clean();
        echo get_class($e), ': ', $e->getMessage(), ' (', var_export($e->getCode(), true), ")\n";
    }
}

class Row
{
    public $a = 'unset';
    private $B = 'unset';
    protected $c;
    public string $seen;

    public function __construct(...$arguments)
    {
        $this->seen = json_encode([$arguments, $this->a, $this->B]);
    }
}
class Child extends Row
{
}
abstract class Unmade
{
}

$all = fn (string $sql, ...$mode) => fn () => $pdo->query($sql)->fetchAll(...$mode);
show('both', $all('SELECT a, a, B FROM t LIMIT 1', PDO::FETCH_BOTH));
show('assoc, numeric names', $all('SELECT a AS "5", B AS "-1", c AS "" FROM t LIMIT 1', PDO::FETCH_ASSOC));
show('named', $all('SELECT a, a, B, a FROM t LIMIT 1', PDO::FETCH_NAMED));
show('num', $all('SELECT a, B FROM t', PDO::FETCH_NUM));
show('obj', $all('SELECT a AS "5", B FROM t LIMIT 1', PDO::FETCH_OBJ));
show('column', $all('SELECT a, B FROM t', PDO::FETCH_COLUMN, 1));
show('column that is not there', $all('SELECT a, B FROM t', PDO::FETCH_COLUMN, 2));
show('pairs', $all('SELECT B, a FROM t', PDO::FETCH_KEY_PAIR));
show('pairs of three', $all('SELECT B, a, c FROM t', PDO::FETCH_KEY_PAIR));
show('function', $all('SELECT a, B FROM t', PDO::FETCH_FUNC, fn (...$row) => json_encode($row)));
show('class', $all('SELECT B, a, c FROM t', PDO::FETCH_CLASS, 'Row', [1, 'two' => 2]));
show('class, properties late', $all('SELECT B, a FROM t LIMIT 1', PDO::FETCH_CLASS | PDO::FETCH_PROPS_LATE, 'Row'));
show('class of the row', $all("SELECT 'Child', a FROM t LIMIT 1", PDO::FETCH_CLASS | PDO::FETCH_CLASSTYPE));
show('unknown class of the row', $all("SELECT 'Nothing', a FROM t LIMIT 1", PDO::FETCH_CLASS | PDO::FETCH_CLASSTYPE));
show('abstract class', $all('SELECT a FROM t', PDO::FETCH_CLASS, 'Unmade'));
show('arguments for nobody', $all('SELECT a FROM t', PDO::FETCH_CLASS, 'stdClass', [1]));

show('group', $all('SELECT B, a, c FROM t', PDO::FETCH_GROUP));
show('group, num', $all('SELECT a % 2, a, B FROM t', PDO::FETCH_GROUP | PDO::FETCH_NUM));
show('group, column', $all('SELECT a % 2, a, B FROM t', PDO::FETCH_GROUP | PDO::FETCH_COLUMN));
show('group, column 2', $all('SELECT a % 2, a, B FROM t', PDO::FETCH_GROUP | PDO::FETCH_COLUMN, 2));
show('group, obj', $all('SELECT a % 2, a FROM t', PDO::FETCH_GROUP | PDO::FETCH_OBJ));
show('unique', $all('SELECT B, a, c FROM t', PDO::FETCH_UNIQUE | PDO::FETCH_ASSOC));
show('unique, column', $all('SELECT B, a, c FROM t', PDO::FETCH_UNIQUE | PDO::FETCH_COLUMN));

$into = new stdClass;
$statement = $pdo->query('SELECT a FROM t', PDO::FETCH_INTO, $into);
show('into', fn () => $statement->fetch() === $into);
show('into, again', fn () => $statement->fetch()->a);

$statement = $pdo->query('SELECT a, B FROM t');
show('object', fn () => $statement->fetchObject());
show('object of a class', fn () => $statement->fetchObject('Row', ['x']));
show('object of no class', fn () => $statement->fetchObject('Nothing'));

$statement = $pdo->prepare('SELECT a, B, c FROM t');
$statement->execute();
$statement->bindColumn(1, $first);
$statement->bindColumn('B', $second);
$statement->bindColumn('c', $third, PDO::PARAM_INT);
while ($statement->fetch(PDO::FETCH_BOUND)) {
    var_dump($first, $second, $third);
}

foreach ($pdo->query('SELECT a, B FROM t', PDO::FETCH_LAZY) as $key => $row) {
    var_dump($key, $row->a, $row['B'], $row[0], isset($row->B), isset($row->nothing), $row->queryString);
}
show('a row that is written', fn () => $row->a = 1);
show('a row made by hand', fn () => new PDORow);
show('lazy, all', $all('SELECT a FROM t', PDO::FETCH_LAZY));
show('unknown mode', $all('SELECT a FROM t', 99));
