--TEST--
A class that is missing is a TypeError of setFetchMode() and query()
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
$pdo = new PDO('sqlite::memory:');
$statement = $pdo->query('SELECT 1 a');
try {
    $statement->setFetchMode(PDO::FETCH_CLASS, 'Missing');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
try {
    $pdo->query('SELECT 1', PDO::FETCH_CLASS, 'Missing');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
PDOStatement::setFetchMode(): Argument #2 must be a valid class
PDO::query(): Argument #3 must be a valid class
