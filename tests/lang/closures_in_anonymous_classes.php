<?php
// A closure's name has the whole name of an anonymous class, and so has __METHOD__. Messages end it at the NUL byte.
class P {}

function shown(string $name): string
{
    return preg_replace('~\0.*?:(\d+)\$[0-9a-f]+~', '|FILE:$1$N', $name);
}

$object = new class extends P {
    public $hook {
        get {
            array_map(function (&$x) {}, [1]);
            return (new ReflectionFunction(function () {}))->getName();
        }
    }

    public function m()
    {
        array_map(function (&$x) {}, [1]);
        (function () {
            array_map(fn(&$x) => 1, [1]);
        })();
        return [(new ReflectionFunction(function () {}))->getName(), __METHOD__];
    }

    public function typed()
    {
        (function (int $i) {})('no number');
    }
};
echo shown($object->hook), "\n";
echo implode("\n", array_map(shown(...), $object->m())), "\n";
try {
    $object->typed();
} catch (TypeError $e) {
    echo preg_replace('~ called in.*~', '', shown($e->getMessage())), "\n";
    echo preg_replace('~.*\): ~', '', explode("\n", $e->getTraceAsString())[0]), "\n";
}
