--TEST--
file_get_contents() of regular files, and of what only looks like one
--FILE--
<?php
$folder = sys_get_temp_dir() . '/whole_files_' . getmypid();
mkdir($folder);
file_put_contents("$folder/a.txt", "one\ntwo and three");
file_put_contents("$folder/empty", '');
file_put_contents("$folder/large", $large = str_repeat("0123456789abcdef\n", 20000));
symlink("$folder/a.txt", "$folder/link");
var_dump(file_get_contents("$folder/a.txt"), file_get_contents("$folder/link"), file_get_contents("$folder/empty"));
var_dump(file_get_contents("$folder/large") === $large);
var_dump(file_get_contents("file://$folder/a.txt", false, null, 4, 3), file_get_contents("$folder/a.txt", length: 3));
chdir($folder);
var_dump(file_get_contents('a.txt') === file_get_contents('./missing/../a.txt'));
var_dump(strlen(file_get_contents('/proc/self/status')) > 100);
var_dump(@file_get_contents("$folder/missing"), @file_get_contents($folder));
// Every stream takes a number, whether it is seen or not.
$first = get_resource_id(fopen('a.txt', 'r'));
file_get_contents('a.txt');
file_get_contents('a.txt');
var_dump(get_resource_id(fopen('a.txt', 'r')) - $first);
// What the file system is asked next is asked anew.
var_dump(filesize('a.txt'));
file_put_contents('a.txt', 'longer than it was before');
clearstatcache();
var_dump(file_get_contents('a.txt'), filesize('a.txt'));

class Elsewhere {
    public $context;
    private $left;
    public function stream_open($path, $mode, $options, &$opened) { $this->left = "read by a class: $path"; return true; }
    public function stream_read($count) { $part = $this->left; $this->left = ''; return $part; }
    public function stream_eof() { return $this->left === ''; }
    public function stream_stat() { return []; }
}
stream_wrapper_unregister('file');
stream_wrapper_register('file', 'Elsewhere');
var_dump(file_get_contents('a.txt'));
stream_wrapper_restore('file');
array_map('unlink', glob("$folder/*"));
rmdir($folder);
ini_set('open_basedir', $folder);
var_dump(@file_get_contents(__FILE__));
?>
--EXPECT--
string(17) "one
two and three"
string(17) "one
two and three"
string(0) ""
bool(true)
string(3) "two"
string(3) "one"
bool(true)
bool(true)
bool(false)
string(0) ""
int(3)
int(17)
string(25) "longer than it was before"
int(25)
string(22) "read by a class: a.txt"
bool(false)
