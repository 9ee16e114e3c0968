<?php
ob_end_flush();
// Functions, statics, classes of the boot.
echo boot_function(5), ' ', boot_function(), "\n";
echo COMPILED, ' ', Boot\PATH, ' ', Boot\helper(1, 2, 3), ' ', RUNTIME['a'][1], "\n";
echo Square::$count, ' ', Square::find('two'), ' ', $squares[0]->call(), ' ', $squares[1]->call(), "\n";
new Square('three', 3);
echo Square::$count, ' ', json_encode(Square::find('three')), "\n";
echo Suit::first()->name, ' ', Suit::from('S')->name, ' ', Suit::Wild->value, "\n";
// New ones.
define('MADE_BY_RUN', 1);
const ALSO_MADE = 'x';
function run_function() { static $n = 0; return ++$n; }
class RunClass extends Base { function area(): float { return 0.5; } function __toString(): string { return 'run class'; } }
echo run_function(), run_function(), ' ', new RunClass('r'), ' ', (new RunClass('q'))->area(), ' ', Base::$count, "\n";
eval('function from_eval() { return __FUNCTION__; } class FromEval { public $p = [1, 2, "three"]; }');
echo from_eval(), ' ', count((new FromEval)->p), ' ', $evaluated->m(), "\n";
$anonymous2 = new class { public $list = ['literal', ['nested' => 1.5]]; };
echo $anonymous2->list[1]['nested'], "\n";
// Autoloading.
echo class_exists('Missing') ? 'y' : 'n', ' ', Loaded::TEXT, ' ', (new Loaded(7))->number, ' ', Loaded::$made, ' ', implode(',', $wanted), "\n";
// Closures, generators, references, cycles.
echo $counter(), $counter(), ' ', $bound(), ' ', $generator->send('second'), ' ', $generator->key(), "\n";
$reference = 'changed'; echo implode(',', $cycle->list), "\n";
$cycle->self = new ArrayObject([$cycle]); $cycle->more = range(1, 50);
echo $map[$cycle], ' ', count($map), ' ', $weak->get() === $cycle ? 'same' : 'other', "\n";
unset($cycle, $reference); gc_collect_cycles();
echo count($map), ' ', var_export($weak->get(), true), "\n";
// SPL.
echo $storage[$squares[0]], ' ', $heap->extract(), ' ', $queue->extract(), ' ', $list->shift(), ' ', $fixed[2], ' ', $object['k'], ' ', $iterator->current(), "\n";
$storage[new stdClass] = 1; $heap->insert(-5); $queue->insert('more', 5); $list->unshift('z'); $fixed->setSize(500); $object['new'] = $object; $iterator->next();
echo count($storage), ' ', $heap->top(), ' ', count($queue), ' ', count($list), ' ', $fixed->getSize(), ' ', count($object), ' ', $iterator->getPosition(), "\n";
foreach (new RecursiveIteratorIterator(new RecursiveArrayIterator([1, [2, [3]]])) as $n) echo $n;
echo "\n";
// Random numbers, dates, settings, locale, environment.
echo bin2hex($engine->generate()), ' ', mt_rand(1, 1000), ' ', $date->modify('+1 year')->format('c'), ' ', date_default_timezone_get(), ' ', 1 / 3, "\n";
ini_set('precision', '17'); ini_set('memory_limit', '64M'); date_default_timezone_set('Asia/Tokyo'); mt_srand(1); setlocale(LC_ALL, 'C.UTF-8');
echo 0.1, ' ', ini_get('memory_limit'), ' ', getenv('SNAPSHOT'), ' ', date('e', 0), "\n";
putenv('SNAPSHOT=run'); putenv('OTHER=run'); echo getenv('SNAPSHOT'), "\n";
chdir('/'); umask(0);
// Streams.
echo trim(fgets($memory)), ' ', ftell($memory), ' ', stream_context_get_options($context)['http']['method'], "\n";
fwrite($memory, 'appended by the run'); stream_context_set_option($context, 'http', 'header', ['X: y']); fclose($memory);
$own = fopen('php://temp', 'w+'); fwrite($own, str_repeat('t', 100)); $dir = opendir('/');
$self = new SplTempFileObject(); $self->fwrite("a,b\n"); $self->rewind(); echo implode('|', $self->fgetcsv(escape: '')), ' ', get_resource_type($own), "\n";
file_put_contents('php://output', "through a stream\n"); fclose(STDIN); 
// Patterns, strings, numbers.
preg_match('/(?<year>\d+)-(?<month>\d+)/', '1999-12', $m); echo $m['month'], ' ', $match['year'], ' ', preg_replace_callback('/b+/', fn($m) => strlen($m[0]), 'abbbc'), ' ', preg_match('/x(?<n>' . 'y)/', 'xy', $m), $m['n'], "\n";
$text .= 'changed'; echo strlen($text), ' ', strtok(' '), ' ', json_last_error(), ' ', strlen(serialize($deep)), ' ', md5($text), "\n";
$text[0] = 'X'; $deep['n99'] = [$deep]; $GLOBALS['new_global'] = 1; $squares[] = clone $squares[0];
// Errors, exceptions, handlers.
echo $undefined, "\n"; trigger_error('own');
set_error_handler(function ($l, $t) { echo "second handler: $t\n"; }); echo [1][5];
restore_error_handler(); restore_error_handler();
try { intdiv(1, 0); } catch (DivisionByZeroError $e) { echo get_class($e), ' ', $e->getLine(), "\n"; }
try { (fn(int $x) => $x)('no'); } catch (TypeError $e) { echo 'TypeError ', count($e->getTrace()), "\n"; }
set_exception_handler(fn($e) => print('exception handler: ' . $e->getMessage() . "\n"));
// Memory.
$big = []; for ($i = 0; $i < 300; $i++) $big["key $i"] = [$i, "value $i", new stdClass]; unset($big['key 5']);
echo count($big), ' ', spl_object_id(new stdClass), ' ', memory_get_usage() > 100_000 ? 'fine' : 'odd', "\n";
register_shutdown_function(function () { echo "run shutdown\n"; });
echo count(get_included_files()), ' ', ob_get_level(), ' ', count(spl_autoload_functions()), "\n";
spl_autoload_register(fn() => null); ob_start(); echo 'left in a buffer, '; ob_start(fn($t) => "[$t]"); echo "the end\n";
ob_end_flush(); ob_end_flush();
register_shutdown_function(function () { ob_start(); echo "the end\n"; });
$keep = new Loaded(8);
unset($keep, $anonymous, $anonymous2);
