--TEST--
SplFileObject: seek and key
--FILE--
<?php
$f = new SplTempFileObject;
$f->fwrite("l1\nl2\n\nl4");
$f->seek(2);
var_dump($f->key(), $f->current());
$f->seek(100);
var_dump($f->key());
$f->setFlags(SplFileObject::DROP_NEW_LINE | SplFileObject::READ_AHEAD | SplFileObject::SKIP_EMPTY);
foreach ($f as $k => $v) { echo "$k => $v\n"; }
--EXPECT--
int(2)
string(1) "
"
int(3)
0 => l1
1 => l2
2 => l4
