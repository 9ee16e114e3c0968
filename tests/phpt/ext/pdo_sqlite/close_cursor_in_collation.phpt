--TEST--
A collation closes the cursor of the statement that calls it
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
// PHP 8.4 itself crashes here. Whatever the statement makes of it, it must be usable afterwards.
$db = Pdo\Sqlite::connect('sqlite::memory:');
$db->exec("CREATE TABLE t(x TEXT)");
$db->exec("INSERT INTO t VALUES ('b'),('a'),('c')");
$s = null;
$evil = true;
$db->createCollation('evil', function ($a, $b) use (&$s, &$evil) {
    try {
        if ($evil) $s->closeCursor();
    } catch (Throwable) {
    }
    return $a <=> $b;
});
$s = $db->prepare("SELECT x FROM t ORDER BY x COLLATE evil");
try {
    $s->execute();
} catch (Throwable) {
}
$evil = false;
$s->execute();
echo implode(' ', $s->fetchAll(PDO::FETCH_COLUMN)), "\n";
--EXPECT--
a b c
