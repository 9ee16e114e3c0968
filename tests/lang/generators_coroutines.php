<?php

function logger()
{
    $lines = [];
    try {
        while (($line = yield count($lines)) !== null) {
            $lines[] = strtoupper($line);
        }
    } finally {
        echo '[closing with ', implode(',', $lines), ']';
    }
    return $lines;
}
$l = logger();
echo $l->current(), $l->send('a'), $l->send('b'), "\n";
$l->send(null);
echo json_encode($l->getReturn()), "\n";

function average()
{
    $sum = $n = 0;
    while (true) {
        $x = yield $n ? $sum / $n : null;
        $sum += $x;
        $n++;
    }
}
$avg = average();
$avg->current();
foreach ([10, 20, 60] as $x) {
    echo $avg->send($x), ' ';
}
echo "\n";
class Scheduler
{
    private array $queue = [];
    public array $log = [];

    public function add(string $name, Generator $g)
    {
        $this->queue[] = [$name, $g];
    }

    public function run()
    {
        while ($this->queue) {
            [$name, $g] = array_shift($this->queue);
            if ($g->valid()) {
                $this->log[] = "$name:" . $g->current();
                $g->next();
                $this->queue[] = [$name, $g];
            }
        }
    }
}
$s = new Scheduler();
$s->add('A', (function () {
    foreach (range(1, 3) as $i) {
        yield $i;
    }
})());
$s->add('B', (fn () => yield from ['x', 'y'])());
$s->run();
echo implode(' ', $s->log), "\n";
function permutations(array $items)
{
    if (count($items) <= 1) {
        yield $items;
        return;
    }
    foreach ($items as $i => $item) {
        $rest = $items;
        unset($rest[$i]);
        foreach (permutations(array_values($rest)) as $p) {
            yield [$item, ...$p];
        }
    }
}
foreach (permutations(['a', 'b', 'c']) as $p) {
    echo implode($p), ' ';
}
echo "\n";
function primes()
{
    $found = [];
    for ($n = 2; ; $n++) {
        foreach ($found as $p) {
            if ($n % $p === 0) {
                continue 2;
            }
        }
        $found[] = $n;
        yield $n;
    }
}
foreach (primes() as $i => $p) {
    if ($i >= 15) {
        break;
    }
    echo $p, ' ';
}
echo "\n";
function lines(string $text)
{
    foreach (explode("\n", $text) as $no => $line) {
        $command = yield $no + 1 => trim($line);
        if ($command === 'skip') {
            yield 'skipped' => '';
        }
    }
}
$g = lines("one\n two\nthree");
foreach ($g as $no => $line) {
    echo "$no=$line ";
    if ($line === 'two') {
        $g->send('skip');
    }
}
echo "\n";
$gen = (function () {
    try {
        yield 1;
        yield 2;
    } catch (Exception $e) {
        echo '[', $e->getMessage(), ']';
        yield 99;
    }
})();
foreach ($gen as $v) {
    echo $v, ' ';
    if ($v === 1) {
        echo $gen->throw(new Exception('into')), ' ';
    }
}
echo "\n";
$unstarted = (function () {
    echo 'never started';
    yield;
})();
unset($unstarted);
$big = (function () {
    for ($i = 0; $i < 100000; $i++) {
        yield $i;
    }
})();
$sum = 0;
foreach ($big as $v) {
    $sum += $v;
}
echo $sum, "\n";
