<?php

// Real paths, looked up from their ends: with dots, links, slashes and what is not there.
$base = realpath(sys_get_temp_dir()) . '/phant-realpath-' . getmypid();
mkdir("$base/real/deep/deeper", 0777, true);
file_put_contents("$base/real/file.txt", 'x');
file_put_contents("$base/real/deep/inner.txt", 'y');
symlink("$base/real", "$base/link");
symlink('deep/../file.txt', "$base/real/relative");
symlink('nowhere', "$base/real/dangling");
symlink('loop', "$base/real/loop");
symlink('/', "$base/root");
chdir("$base/real");
$paths = ['real', 'link', 'link/file.txt', 'link/deep/inner.txt', 'link/deep/../file.txt', 'link/..', 'link/deep/..', 'link/deep/../..', 'real/./file.txt',
    'real//deep///inner.txt', 'real/', 'real/file.txt/', 'real/file.txt/.', 'real/file.txt/..', 'real/none', 'real/none/..', 'real/relative', 'real/dangling',
    'real/loop', 'root', 'root/', 'root/..', 'root/tmp/..', 'real/relative/', 'link/deep/deeper/../../relative', 'real/deep/deeper/.', 'real/deep/deeper/./..'];
$show = fn ($p) => is_string($p) ? str_replace($base, 'BASE', $p) : var_export($p, true);
for ($turn = 0; $turn < 2; $turn++) {
    foreach ($paths as $path) {
        echo $path, ' => ', $show(realpath("$base/$path")), "\n";
    }
    foreach (['', '.', '..', 'deep', './deep/../deep/inner.txt', 'deep/', '../link', '../../..//', '/', '//', '/..', '/../../', 'file.txt/x'] as $path) {
        echo $path, ' -> ', $show(realpath($path)) === dirname($show($base)) ? 'TMP' : $show(realpath($path)), "\n";
    }
}
var_dump(realpath(str_repeat('/.', 3000) . $base), realpath("$base/" . str_repeat('a', 300)));
// What the request changes itself is seen at once.
rename("$base/real/deep", "$base/real/moved");
var_dump(realpath("$base/link/deep/inner.txt"), $show(realpath("$base/link/moved/inner.txt")));
unlink("$base/link");
symlink("$base/real/moved", "$base/link");
echo $show(realpath("$base/link/inner.txt")), "\n";
unlink("$base/real/file.txt");
var_dump(realpath("$base/real/file.txt"), realpath_cache_size() > 0);
clearstatcache(true);
var_dump(realpath_cache_size(), realpath_cache_get());
realpath("$base/link/inner.txt");
$known = realpath_cache_get();
$mine = array_filter($known, fn ($key) => str_starts_with($key, $base), ARRAY_FILTER_USE_KEY);
ksort($mine);
foreach ($mine as $key => $entry) {
    echo $show($key), ' ', $show($entry['realpath']), ' ', var_export($entry['is_dir'], true), ' ', $entry['expires'] - time() > 100 ? 'soon' : 'now', "\n";
}
exec('rm -rf ' . escapeshellarg($base));
