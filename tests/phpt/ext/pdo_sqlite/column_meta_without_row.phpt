--TEST--
What is known of columns does not need a row
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
$pdo = new PDO('sqlite::memory:');
$pdo->exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)');
$statement = $pdo->query('SELECT a, b, 1.5 c FROM t');
var_dump($statement->getColumnMeta(1));
$statement->fetchAll();
var_dump($statement->getColumnMeta(2)['native_type']);
--EXPECT--
array(8) {
  ["native_type"]=>
  string(4) "null"
  ["pdo_type"]=>
  int(0)
  ["sqlite:decl_type"]=>
  string(4) "TEXT"
  ["table"]=>
  string(1) "t"
  ["flags"]=>
  array(0) {
  }
  ["name"]=>
  string(1) "b"
  ["len"]=>
  int(-1)
  ["precision"]=>
  int(0)
}
string(4) "null"
