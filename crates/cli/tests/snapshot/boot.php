<?php
namespace Boot { const PATH = '/boot'; function helper(int ...$n): int { return array_sum($n); } }
namespace {
define('RUNTIME', ['a' => [1, 2], 'b' => 'text']);
const COMPILED = 7 * 6;

interface Shape { const SIDES = 0; function area(): float; }
abstract class Base implements Shape, JsonSerializable {
    protected static array $registry = [];
    public static int $count = 0;
    function __construct(protected string $name) { static::$count++; self::$registry[$name] = $this; }
    static function find(string $name): ?static { return self::$registry[$name] ?? null; }
    function jsonSerialize(): mixed { return ['name' => $this->name, 'area' => $this->area()]; }
    abstract function __toString(): string;
}
trait Counts { private int $calls = 0; function call(): int { static $all = 0; $all++; return ++$this->calls * 100 + $all; } }
final class Square extends Base {
    use Counts;
    const SIDES = 4;
    function __construct(string $name, public readonly float $side) { parent::__construct($name); }
    function area(): float { return $this->side ** 2; }
    function __toString(): string { return "square {$this->name}"; }
}
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; const Wild = self::Spades; static function first(): self { return self::Hearts; } }

function boot_function(int $by = 1): int { static $calls = 10, $list = []; $calls += $by; $list[] = $calls; return count($list) * 1000 + $calls; }
function numbers() { $sent = []; for ($i = 0; ; $i++) { try { $sent[] = yield $i => count($sent); } finally { $sent[] = 'finally'; } } }

spl_autoload_register(function (string $class) { $GLOBALS['wanted'][] = $class; if ($class === 'Loaded') include 'FOLDER/Loaded.php'; });
set_error_handler(function (int $level, string $text, string $file, int $line) { echo "handled: $text\n"; return true; });
register_shutdown_function(function () { echo "booted shutdown ", count($GLOBALS['wanted'] ?? []), "\n"; });

$wanted = [];
$squares = [new Square('one', 1), new Square('two', 2.5)];
$cycle = new stdClass; $cycle->self = $cycle; $cycle->list = [1, 2, 3];
$counter = (function () { $n = 0; return function () use (&$n) { return ++$n; }; })();
$counter();
$bound = Closure::bind(fn() => $this->name, $squares[0], Base::class);
$generator = numbers(); $generator->current(); $generator->send('first');
$reference = &$cycle->list[1];
$storage = new SplObjectStorage; $storage[$squares[0]] = 'data of one';
$heap = new SplMinHeap; foreach ([5, 1, 3] as $n) $heap->insert($n);
$queue = new SplPriorityQueue; $queue->insert('low', 1); $queue->insert('high', 10);
$fixed = SplFixedArray::fromArray([1, 2, 3]);
$list = new SplDoublyLinkedList; $list->push('x'); $list->push('y');
$object = new ArrayObject(['k' => 'v']);
$iterator = new LimitIterator(new InfiniteIterator(new ArrayIterator(range(1, 3))), 1, 5);
$iterator->rewind(); $iterator->next();
$map = new WeakMap; $map[$cycle] = 'weakly known';
$weak = WeakReference::create($cycle);
$engine = new Random\Engine\Mt19937(42); $engine->generate();
$date = new DateTimeImmutable('2024-02-29 12:00:00 UTC');
$memory = fopen('php://memory', 'w+'); fwrite($memory, "line 1\nline 2\n"); rewind($memory); fgets($memory);
$context = stream_context_create(['http' => ['method' => 'POST']]);
preg_match('/(?<year>\d+)-(\d+)/', 'on 2024-02', $match);
ini_set('precision', '5'); ini_set('date.timezone', 'Europe/Berlin'); setlocale(LC_ALL, 'C');
putenv('SNAPSHOT=boot');
mt_srand(99); mt_rand();
$text = str_repeat('abc', 1000);
$deep = []; for ($i = 0; $i < 100; $i++) $deep = [$deep, "n$i" => $i];
strtok('a b c', ' ');
json_decode('{bad');
error_log_nothing(...);
function error_log_nothing() {}
eval('class Evaluated { const X = 1; function m() { static $n = 0; return ++$n; } }');
$evaluated = new Evaluated; $evaluated->m();
$anonymous = new class(5) { function __construct(public int $v) {} function __destruct() { echo "anonymous {$this->v} gone\n"; } };
gc_collect_cycles();
echo "booted\n";
ob_start(fn($text) => strtoupper(substr($text, 0, 1)) . substr($text, 1));
echo "buffered by the boot\n";
}
