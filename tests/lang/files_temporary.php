<?php

$dir = sys_get_temp_dir() . '/phant-lang-' . getmypid();
mkdir($dir);
$f = "$dir/file.txt";
var_dump(file_put_contents($f, "one\ntwo\nthree\n"), file_put_contents($f, ['four', "\n"], FILE_APPEND), filesize($f), file($f, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES), is_file($f), is_dir($dir), file_exists("$f.none"), is_writable($f));
$h = fopen($f, 'r+');
var_dump(flock($h, LOCK_EX), fgets($h), ftell($h), fseek($h, 0, SEEK_END), fwrite($h, 'end'), fflush($h), rewind($h), fpassthru($h), fclose($h));
var_dump(copy($f, "$dir/copy"), rename("$dir/copy", "$dir/moved"), file_exists("$dir/copy"), md5_file("$dir/moved") === md5_file($f), touch($f, 1000000000), filemtime($f), chmod($f, 0600), decoct(fileperms($f) & 0777), symlink($f, "$dir/link"), is_link("$dir/link"), basename(readlink("$dir/link")));
var_dump(scandir($dir), array_map('basename', glob("$dir/*.txt")), pathinfo('/a/b/file.tar.gz'), basename('/a/b/'), dirname('/a/b/c', 2), basename(realpath("$dir/../" . basename($dir) . '/file.txt')));
foreach (new DirectoryIterator($dir) as $e) {
    $names[] = $e->getFilename() . ($e->isDot() ? '' : $e->getSize() > 0);
}
sort($names);
echo implode(',', $names), "\n";
mkdir("$dir/sub/deep", 0777, true);
touch("$dir/sub/deep/x.php");
$all = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST) as $e) {
    $all[] = substr($e->getPathname(), strlen($dir));
}
sort($all);
echo implode(' ', $all), "\n";
var_dump(@rmdir($dir), @unlink("$dir/none"), @mkdir($dir), error_get_last()['message']);
$s = new SplFileObject($f);
foreach ($s as $n => $line) {
    echo $n, ':', rtrim($line), ' ';
}
echo $s->getExtension(), "\n";
$t = tmpfile();
fwrite($t, 'temp');
var_dump(fstat($t)['size'], is_file(stream_get_meta_data($t)['uri']));
$h = @fopen($f, "x");
var_dump($h, @fopen("$dir/none/x", "w"));
foreach (array_reverse($all) as $e) {
    is_dir($dir . $e) && !is_link($dir . $e) ? rmdir($dir . $e) : unlink($dir . $e);
}
var_dump(rmdir($dir), is_dir($dir));
