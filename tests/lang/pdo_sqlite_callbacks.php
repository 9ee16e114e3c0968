<?php

// needs: pdo pdo_sqlite
// Functions, aggregates and collations that SQL calls, and the exceptions they throw.

function show(string $title, callable $what): void
{
    echo "-- $title\n";
    try {
        var_dump($what());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}

$pdo = PDO::connect('sqlite::memory:');
$value = fn (string $sql) => fn () => $pdo->query($sql)->fetchColumn();

$pdo->createFunction('kind', fn ($x) => get_debug_type($x));
show('types', fn () => $pdo->query("SELECT kind(1), kind(1.5), kind('a'), kind(NULL), kind(x'41')")->fetch(PDO::FETCH_NUM));
$pdo->createFunction('again', fn ($sql) => $pdo->query($sql)->fetchColumn());
show('a query inside a query', $value("SELECT again('SELECT 6 * 7')"));
$pdo->createFunction('fail', fn () => throw new LogicException('from PHP'));
show('an exception', $value('SELECT fail()'));
show('an exception in the second row', fn () => $pdo->query('SELECT 1 UNION ALL SELECT fail()')->fetchAll());
show('afterwards', $value('SELECT 1'));
$pdo->createFunction('listed', fn () => []);
show('an array', $value('SELECT listed()'));
$pdo->createFunction('pair', fn ($a, $b) => "$a-$b", 2, Pdo\Sqlite::DETERMINISTIC);
show('two arguments', $value('SELECT pair(1, 2)'));
show('no callback', fn () => $pdo->createFunction('x', 'no_such_function'));

$pdo->createAggregate(
    'joined',
    fn ($context, $row, $value) => [...($context ?? []), "$row:$value"],
    fn ($context, $rows) => implode(' ', $context ?? ['nothing']) . " of $rows",
    1,
);
$pdo->exec('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2)');
show('an aggregate', fn () => $pdo->query('SELECT b, joined(a) FROM t GROUP BY b')->fetchAll(PDO::FETCH_KEY_PAIR));
show('of no rows', $value('SELECT joined(a) FROM t WHERE 0'));
$pdo->createAggregate('broken', fn () => throw new Exception('in a step'), fn () => 1);
show('a step that throws', $value('SELECT broken(a) FROM t'));

$pdo->createCollation('backwards', fn ($a, $b) => strcmp($b, $a));
show('a collation', fn () => $pdo->query("SELECT x FROM (SELECT 'a' x UNION ALL SELECT 'c' UNION ALL SELECT 'b') ORDER BY x COLLATE backwards")
    ->fetchAll(PDO::FETCH_COLUMN));
$pdo->createCollation('wrong', fn ($a, $b) => 'no number');
show('a collation without a number', $value("SELECT 'a' = 'b' COLLATE wrong"));

$pdo->exec("CREATE TABLE blobs (data BLOB); INSERT INTO blobs VALUES (x'0102030405')");
$stream = $pdo->openBlob('blobs', 'data', 1, flags: Pdo\Sqlite::OPEN_READWRITE);
show('a blob', fn () => bin2hex(fread($stream, 2)) . ' ' . ftell($stream));
show('written', fn () => fwrite($stream, 'AB'));
fclose($stream);
show('its row', $value('SELECT hex(data) FROM blobs'));
show('no such row', fn () => $pdo->openBlob('blobs', 'data', 2));

$old = new PDO('sqlite::memory:');
$old->sqliteCreateFunction('up', 'strtoupper');
show('the old method', fn () => $old->query("SELECT up('abc')")->fetchColumn());
show('is there', fn () => [method_exists($old, 'sqliteCreateFunction'), method_exists('PDO', 'sqliteCreateFunction')]);
show('and not shown', fn () => in_array('sqliteCreateFunction', get_class_methods($old), true));
show('the new one is not', fn () => $old->createFunction('x', 'strlen'));
