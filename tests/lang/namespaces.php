<?php

namespace App\Util {
    const LIMIT = 5;
    function helper(): string
    {
        return __FUNCTION__;
    }
    function strlen($s)
    {
        return 'own strlen';
    }
    class Tool
    {
        public function who()
        {
            return __CLASS__ . '|' . __NAMESPACE__ . '|' . __METHOD__ . '|' . self::class;
        }
    }
    interface Marker
    {
    }
    enum Level
    {
        case One;
    }
}

namespace App {
    use App\Util\{Tool, Marker as M, Level};
    use function App\Util\helper;
    use function App\Util\helper as h2;
    use const App\Util\LIMIT;

    class Tool2 extends Tool implements M
    {
    }
    echo (new Tool2())->who(), "\n";
    echo helper(), ' ', h2(), ' ', LIMIT, ' ', Util\helper(), ' ', namespace\Util\LIMIT, "\n";
    echo strlen('abc'), ' ', Util\strlen('abc'), ' ', \strlen('abcd'), "\n";
    echo Tool::class, ' ', M::class, ' ', Unknown::class, ' ', \Unknown::class, ' ', namespace\X::class, "\n";
    var_dump(new Tool2() instanceof M, Level::One);
    $class = '\App\Util\Tool';
    echo get_class(new $class()), ' ', (new \ReflectionClass($class))->getShortName(), "\n";
    echo \call_user_func('App\Util\helper'), ' ', \constant('App\Util\LIMIT'), ' ', E_ALL, ' ', \E_ERROR, "\n";
    $f = __NAMESPACE__ . '\Util\helper';
    echo $f(), "\n";
    try {
        undefined_function();
    } catch (\Error $e) {
        echo $e->getMessage(), "\n";
    }
    try {
        echo UNDEFINED_CONST;
    } catch (\Error $e) {
        echo $e->getMessage(), "\n";
    }
    try {
        new Missing();
    } catch (\Error $e) {
        echo $e->getMessage(), "\n";
    }
    define('App\DEFINED', 'defined');
    echo DEFINED, \App\DEFINED, true, TRUE, \PHP_VERSION_ID > 80000, "\n";
    function map(callable $f, array $a)
    {
        return \array_map($f, $a);
    }
    echo \implode(',', map(fn ($x) => $x * 2, [1, 2])), ' ', (function () {
        return __FUNCTION__;
    })(), "\n";
}

namespace {
    use App\Util as U;

    echo U\helper(), ' ', get_class(new U\Tool()), ' ', \App\Util\LIMIT, "\n";
    echo __NAMESPACE__ === '' ? 'global' : 'not', "\n";
    class Match_
    {
        public function list()
        {
            return 'list';
        }

        public function class()
        {
            return 'class method';
        }

        const FOR = 'for const';
    }
    echo (new Match_())->list(), (new Match_())->class(), Match_::FOR, "\n";
}
