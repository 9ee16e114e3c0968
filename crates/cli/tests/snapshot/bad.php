<?php throw new RuntimeException('uncaught', 5, new Exception('inner'));
//---
<?php exit(7);
//---
<?php function twice() {} eval('function twice() {}');
//---
<?php class A extends { }
//---
<?php function endless() { $x = [str_repeat('x', 100_000)]; return endless() + count($x); } endless();
//---
<?php ini_set('memory_limit', '8M'); $list = []; while (true) $list[] = str_repeat('y', 100_000);
//---
<?php ob_start(fn($t) => throw new Exception('in a buffer')); echo 'x';
//---
<?php foreach ($generator as $k => $v) { if ($k > 20) throw new LogicException("$k $v"); }
//---
<?php $f = fopen('php://memory', 'w'); set_error_handler(fn() => exit("from a handler\n")); echo $nothing;
//---
<?php class D { public $o; function __destruct() { throw new Exception('destructor'); } } $d = new D; $d->o = $d; unset($d); gc_collect_cycles();
//---
<?php usort($squares, function ($a, $b) { throw new Exception('while sorting'); });
//---
<?php register_shutdown_function(function () { throw new Exception('while shutting down'); }); new Square('s', 'not a number');
//---
<?php $object->uasort(function ($a, $b) use ($object) { exit(9); }); array_map(function ($s) { exit(8); }, $squares);
//---
<?php array_walk($deep, function () { preg_replace_callback('/./', function () { (function () { exit(4); })(); }, 'abc'); });
//---
<?php $file = tmpfile(); fwrite($file, 'x'); $open = new SplFileObject(__FILE__ === '' ? '' : '/etc/passwd'); echo strlen($open->fgets()) > 0, "\n"; $p = proc_open(['true'], [], $pipes); exit(2);
