--TEST--
An archive is written, run and read
--EXTENSIONS--
phar
--INI--
phar.readonly=0
--FILE--
<?php
$dir = sys_get_temp_dir() . '/phant-phar-' . getmypid();
mkdir($dir);
$phar = new Phar("$dir/a.phar", 0, 'app');
$phar['index.php'] = '<?php echo "in ", basename(Phar::running(false)), ": "; include "lib/b.php";';
$phar['lib/b.php'] = '<?php echo basename(__FILE__), "\n";';
$phar->setMetadata(['version' => 3]);
$phar->compressFiles(Phar::GZ);
var_dump(count($phar), $phar['lib/b.php']->isCompressed(), $phar->getMetadata(), $phar->getSignature()['hash_type']);
include 'phar://app/index.php';
foreach (new RecursiveIteratorIterator($phar) as $file) echo $file->getFilename(), "\n";
foreach (['../x', 'a//b', '.phar/x', "a\0b"] as $name) {
    try { $phar[$name] = 'x'; echo "set $name\n"; } catch (Throwable $e) { echo get_class($e), ': ', addcslashes($e->getMessage(), "\0"), "\n"; }
}
try { new Phar("$dir/b.phar", 0, 'app'); } catch (Exception $e) { echo get_class($e), "\n"; }
var_dump(file_exists("phar://$dir/a.phar/lib"), is_dir("phar://$dir/a.phar/lib"), scandir("phar://$dir/a.phar"));
$tar = new PharData("$dir/a.tar");
$tar->addFromString('x/y.txt', 'in tar');
$tar->addEmptyDir('empty');
var_dump(count($tar), file_get_contents("phar://$dir/a.tar/x/y.txt"), $tar['x/y.txt']->getContent(), $tar->isFileFormat(Phar::TAR));
unset($tar, $phar, $file);
array_map('unlink', glob("$dir/*"));
rmdir($dir);
--EXPECTF--
int(2)
bool(true)
array(1) {
  ["version"]=>
  int(3)
}
string(7) "SHA-256"
in a.phar: b.php
set ../x
BadMethodCallException: Entry a//b does not exist and cannot be created: phar error: invalid path "a//b" contains double slash
BadMethodCallException: Cannot set any files or directories in magic ".phar" directory
ValueError: Phar::offsetSet(): Argument #1 ($localName) must not contain any null bytes
UnexpectedValueException
bool(true)
bool(true)
array(3) {
  [0]=>
  string(2) ".."
  [1]=>
  string(9) "index.php"
  [2]=>
  string(3) "lib"
}
int(2)
string(6) "in tar"
string(6) "in tar"
bool(true)
