<?php

// Autoloaders are called by the engine: with what they may do while they run.
$log = [];
$self = function ($c) use (&$self, &$log) {
    $log[] = "self $c " . count(spl_autoload_functions());
    spl_autoload_unregister($self);
    $self = null;
    $log[] = 'still here: ' . $c . ' ' . implode(',', array_map(fn ($f) => $f['function'], array_slice(debug_backtrace(), 0, 2)));
};
spl_autoload_register($self);
spl_autoload_register(static function ($class) use (&$log) {
    static $classes = null;
    static $calls = 0;
    if ($classes === null) {
        $classes = ['one' => 1, 'two' => 2];
        $log[] = 'map made';
    }
    $calls++;
    $cn = strtolower($class);
    if (isset($classes[$cn])) {
        eval("class $class { const N = {$classes[$cn]}; }");
        $log[] = "made $class in call $calls";
    }
});
class Loader
{
    public int $calls = 0;
    public function load(string $class, int $more = 7, ...$rest): void
    {
        global $log;
        $this->calls++;
        $log[] = "method $class $more " . count($rest) . ' ' . func_num_args();
    }
    public static function statically(string $class): bool
    {
        global $log;
        $log[] = static::class . " statically $class";
        return true;
    }
    public function __invoke($class)
    {
        global $log;
        $log[] = "invoked $class";
    }
    public function __call($name, $arguments)
    {
        global $log;
        $log[] = "$name " . json_encode($arguments);
    }
    public function __destruct()
    {
        echo "loader gone after $this->calls\n";
    }
}
class Other extends Loader
{
    public function __destruct()
    {
    }
}
$loader = new Loader();
spl_autoload_register([$loader, 'load']);
spl_autoload_register('Other::statically');
spl_autoload_register([$loader, 'magic']);
spl_autoload_register($loader);
spl_autoload_register(function () use (&$log) {
    $log[] = 'no parameters ' . func_num_args();
});
spl_autoload_register(function ($c) use (&$log) {
    $log[] = 'generator';
    yield $c;
});
spl_autoload_register('load_by_name');
function load_by_name($c)
{
    $GLOBALS['log'][] = "by name $c";
    $c = 'changed';
}
foreach (['One', 'None', '\Two', 'None', 'one'] as $name) {
    var_dump(class_exists($name));
    echo implode("\n", $log), "\n--\n";
    $log = [];
}
echo One::N + Two::N, "\n";
// All of them go while one runs.
spl_autoload_register(function ($c) use (&$loader) {
    $loader = null;
    foreach (spl_autoload_functions() as $f) {
        spl_autoload_unregister($f);
    }
    echo "all gone: $c\n";
    throw new LogicException("for $c");
}, true, true);
try {
    new Missing();
} catch (LogicException $e) {
    echo $e->getMessage(), ' ', count(spl_autoload_functions()), ' ', $e->getTrace()[0]['function'], "\n";
}
var_dump(class_exists('Missing'));
// One that asks for others.
spl_autoload_register(function ($c) {
    echo "[$c";
    if (strlen($c) < 6) {
        class_exists($c . 'x');
        class_exists($c);
    }
    echo "]";
});
class_exists('A');
echo "\n";
