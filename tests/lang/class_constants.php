<?php

class Config
{
    const A = 1;
    const B = self::A + 1, C = self::B * 2;
    public const string NAME = 'config';
    protected const LIST = ['x' => self::A, 'y' => [self::B]];
    private const SECRET = 's';
    final public const FIXED = PHP_VERSION_ID >= 80400 ? 'new' : 'old';
    const EXPR = self::NAME . '/' . self::LIST['y'][0] . (self::A ?: 5) . (true && false ? 'a' : 'b');
    const OBJ = Level::High;

    public static function all(): array
    {
        return [self::SECRET, static::LIST, self::class];
    }
}
enum Level
{
    case High;
}
class Child extends Config
{
    const A = 100;
}
echo Config::C, ' ', Child::C, ' ', Child::A, ' ', Child::B, "\n";
echo Config::EXPR, ' ', Config::FIXED, "\n";
print_r(Child::all());
var_dump(Config::OBJ, constant('Config::NAME'));
$name = 'A';
echo Config::{$name}, ' ', (new Child())::A, "\n";
foreach ([fn () => Config::SECRET, fn () => Config::LIST, fn () => Config::NONE, fn () => Nope::X] as $try) {
    try {
        $try();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
const TOP = 5;
const LIST_OF = [1, TOP => 'five'];
define('RUNTIME', TOP * 2);
define('ARR', ['a' => [1]]);
echo TOP, RUNTIME, ARR['a'][0], LIST_OF[5], \TOP, "\n";
define('TOP', 6);
var_dump(defined('NONE'), PHP_EOL, M_PI, PHP_INT_SIZE, E_ALL);
try {
    echo NONE;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
echo __LINE__, ' ', basename(__FILE__), ' ', __NAMESPACE__, '|', __FUNCTION__, '|', "\n";
