--TEST--
An archive with encryption, changes and hostile names
--EXTENSIONS--
zip
--FILE--
<?php
$file = sys_get_temp_dir() . '/phant-zip-' . getmypid() . '.zip';
$zip = new ZipArchive;
var_dump($zip->open($file), $zip->getStatusString(), $zip->open($file, ZipArchive::CREATE));
$zip->addFromString('a.txt', str_repeat('text ', 100));
$zip->addFromString('b.txt', 'secret');
$zip->addEmptyDir('dir');
$zip->addFromString('../../up.txt', 'up');
var_dump($zip->setEncryptionName('b.txt', ZipArchive::EM_AES_128, 'pass'), $zip->setCompressionName('a.txt', ZipArchive::CM_BZIP2));
$zip->setCommentName('a.txt', 'a comment');
var_dump($zip->count(), $zip->close(), $zip->open($file));
$stat = $zip->statName('a.txt');
var_dump($stat['size'], $stat['comp_method'], $zip->getCommentName('a.txt'), strlen($zip->getFromName('a.txt')));
var_dump($zip->getFromName('b.txt'), $zip->getStatusString(), $zip->setPassword('wrong'), $zip->getFromName('b.txt'), $zip->getStatusString());
$zip->setPassword('pass');
var_dump($zip->getFromName('b.txt'), $zip->deleteName('a.txt'), $zip->getFromName('a.txt'), $zip->getStatusString(), $zip->unchangeAll());
$target = "$file.d";
var_dump($zip->extractTo($target), is_file("$target/up.txt"), $zip->locateName('A.TXT'), $zip->locateName('A.TXT', ZipArchive::FL_NOCASE));
try { $zip->status = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
$zip->close();
try { $zip->count(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
var_dump(file_get_contents("zip://$file#../../up.txt"));
foreach (['a.txt', 'b.txt', 'up.txt'] as $name) unlink("$target/$name");
rmdir("$target/dir"); rmdir($target); unlink($file);
--EXPECTF--
int(9)
string(8) "No error"
bool(true)
bool(true)
bool(true)
int(4)
bool(true)
bool(true)
int(500)
int(12)
string(9) "a comment"
int(500)
bool(false)
string(20) "No password provided"
bool(true)
bool(false)
string(23) "Wrong password provided"
string(6) "secret"
bool(true)
bool(false)
string(12) "No such file"
bool(true)
bool(true)
bool(true)
bool(false)
int(0)
Cannot write read-only property ZipArchive::$status
Invalid or uninitialized Zip object
string(2) "up"
