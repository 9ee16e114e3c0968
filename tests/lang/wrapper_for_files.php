<?php
// A wrapper in place of that for plain files: what it is given and which flags.
class W { public $context;
 function __call($m, $a) { echo "$m(", implode(', ', array_map(fn($x) => is_scalar($x) ? var_export($x, true) : gettype($x), $a)), ")\n"; return false; }
 function stream_open($p,$m,$o,&$x) { echo "open $p $m\n"; return false; }
 function url_stat($p, $f) { echo "url_stat $p $f\n"; return false; }
 function unlink($p) { echo "unlink $p\n"; return false; }
 function rename($p, $q) { echo "rename $p $q\n"; return false; }
 function mkdir($p, $m, $f) { echo "mkdir $p $m $f\n"; return false; }
 function rmdir($p, $m) { echo "rmdir $p $m\n"; return false; }
 function dir_opendir($p, $m) { echo "opendir $p $m\n"; return false; }
 function stream_metadata($p, $m, $v) { echo "metadata $p $m\n"; return false; }
}
class_exists('W');
stream_wrapper_unregister('file');
stream_wrapper_register('file', 'W');
foreach (['file:///a', 'file://localhost/a', 'FILE:///a', '/a', 'a', 'file://x/y', 'file:/a'] as $p) {
  echo "== $p\n";
  @fopen($p, 'r'); @file_get_contents($p); @file_exists($p); @is_file($p); @stat($p); @lstat($p); @copy($p, 'q'); @filesize($p);
  @unlink($p); @rename($p, $p); @mkdir($p); @rmdir($p); @opendir($p); @scandir($p); @touch($p); @chmod($p, 0); @is_writable($p);
  @include $p; @highlight_file($p); @file_put_contents($p, 'x'); @is_link($p); @filetype($p);
  try { new SplFileObject($p); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
  try { new DirectoryIterator($p); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
}
stream_wrapper_restore('file');
