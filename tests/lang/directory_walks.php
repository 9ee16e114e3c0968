<?php
// What foreach gets of directories, and of classes that change an iterator's methods.
$top = sys_get_temp_dir() . '/phant-walk-' . getmypid();
mkdir($top); mkdir("$top/b"); touch("$top/a.txt"); touch("$top/b/c.txt");
class Loud extends DirectoryIterator { function current(): mixed { echo 'current '; return parent::current(); } }
class Silent extends FilesystemIterator { public $more = 1; }
function sorted(iterable $walk, callable $show): void
{
    $lines = [];
    foreach ($walk as $key => $entry) $lines[] = $show($key, $entry);
    sort($lines);
    echo implode(' ', $lines), "\n";
}
sorted(new DirectoryIterator($top), fn ($k, $e) => get_class($e) . ':' . $e->getFilename() . ':' . (int) $e->isDot());
sorted(new Loud($top), fn ($k, $e) => get_class($e) . ':' . $e->getFilename());
$name = fn ($k, $e) => basename($k) . ':' . (is_string($e) ? basename($e) : get_class($e) . ':' . $e->getFilename());
sorted(new FilesystemIterator($top), $name);
sorted(new Silent($top, FilesystemIterator::KEY_AS_FILENAME | FilesystemIterator::CURRENT_AS_PATHNAME), $name);
sorted(new FilesystemIterator($top, FilesystemIterator::CURRENT_AS_SELF), $name);
sorted(new RecursiveIteratorIterator(new RecursiveDirectoryIterator($top, FilesystemIterator::SKIP_DOTS)), $name);
$walk = new DirectoryIterator($top);
foreach ($walk as $number => $entry) if ($number == 1) break;
var_dump($walk->key(), $walk->valid());
$n = 0;
foreach ($walk as $number => $entry) $n++;
var_dump($n, $walk->valid(), count(iterator_to_array(new FilesystemIterator($top))));
try { foreach ($walk as &$entry); } catch (Error $e) { echo $e->getMessage(), "\n"; }
$bare = (new ReflectionClass('DirectoryIterator'))->newInstanceWithoutConstructor();
try { foreach ($bare as $entry); } catch (Error $e) { echo $e->getMessage(), "\n"; }
unlink("$top/b/c.txt"); unlink("$top/a.txt"); rmdir("$top/b"); rmdir($top);
