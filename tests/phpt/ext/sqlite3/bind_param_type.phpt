--TEST--
Variables are bound as text where no type is given, values by their own
--EXTENSIONS--
sqlite3
--FILE--
<?php
$db = new SQLite3(':memory:');
$statement = $db->prepare('SELECT typeof(?1), ?1');
foreach ([5, 1.5, true, null] as $value) {
    $variable = $value;
    $statement->bindParam(1, $variable);
    echo json_encode($statement->execute()->fetchArray(SQLITE3_NUM));
    $statement->bindValue(1, $value);
    echo json_encode($statement->execute()->fetchArray(SQLITE3_NUM)), "\n";
}
--EXPECT--
["text","5"]["integer",5]
["text","1.5"]["real",1.5]
["text","1"]["integer",1]
["null",null]["null",null]
