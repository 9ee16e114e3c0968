<?php

$tries = [
    'suspend outside' => fn () => Fiber::suspend(),
    'resume before start' => function () {
        (new Fiber(fn () => 1))->resume();
    },
    'start twice' => function () {
        $f = new Fiber(fn () => Fiber::suspend());
        $f->start();
        $f->start();
    },
    'return early' => function () {
        $f = new Fiber(fn () => Fiber::suspend());
        $f->start();
        $f->getReturn();
    },
    'return before start' => fn () => (new Fiber(fn () => 1))->getReturn(),
    'resume finished' => function () {
        $f = new Fiber(fn () => 1);
        $f->start();
        $f->resume();
    },
    'resume itself' => function () {
        $f = null;
        $f = new Fiber(function () use (&$f) {
            $f->resume();
        });
        $f->start();
    },
    'throws' => function () {
        $f = new Fiber(function () {
            throw new DomainException('inside');
        });
        $f->start();
    },
    'return after throw' => function () {
        $f = new Fiber(function () {
            throw new DomainException('inside');
        });
        try {
            $f->start();
        } catch (DomainException) {
        }
        $f->getReturn();
    },
    'not callable' => fn () => new Fiber('no such function'),
];
foreach ($tries as $name => $try) {
    try {
        $try();
        echo "$name: nothing\n";
    } catch (Throwable $e) {
        echo "$name: ", get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$f = new Fiber(function () {
    try {
        echo "suspending\n";
        Fiber::suspend();
        echo "never\n";
    } finally {
        echo "finally runs when dropped\n";
    }
});
$f->start();
unset($f);
gc_collect_cycles();
echo "end\n";
