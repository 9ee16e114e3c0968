<?php

$h = new SplMinHeap();
foreach ([5, 1, 3] as $x) {
    $h->insert($x);
}
echo $h->extract(), $h->top(), count($h), ' ';
foreach ($h as $x) {
    echo $x;
}
echo count($h), "\n";
$pq = new SplPriorityQueue();
foreach (['low' => 1, 'high' => 10, 'mid' => 5, 'high2' => 10] as $v => $p) {
    $pq->insert($v, $p);
}
$pq->setExtractFlags(SplPriorityQueue::EXTR_BOTH);
echo json_encode($pq->extract()), ' ';
$pq->setExtractFlags(SplPriorityQueue::EXTR_DATA);
while (!$pq->isEmpty()) {
    echo $pq->extract(), ' ';
}
echo "\n";
class Tasks extends SplHeap
{
    protected function compare($a, $b): int
    {
        return strlen($b) - strlen($a);
    }
}
$t = new Tasks();
foreach (['ccc', 'a', 'bb'] as $s) {
    $t->insert($s);
}
echo implode(',', iterator_to_array($t, false)), "\n";
$s = new SplStack();
$s->push(1);
$s->push(2);
$s[] = 3;
echo $s->pop(), $s->top(), count($s), ' ', implode(',', iterator_to_array($s)), "\n";
$q = new SplQueue();
$q->enqueue('a');
$q->enqueue('b');
echo $q->dequeue(), $q[0], "\n";
$l = new SplDoublyLinkedList();
foreach ([1, 2, 3] as $x) {
    $l->push($x);
}
$l->unshift(0);
$l->add(2, 'inserted');
$l->offsetUnset(0);
$l->setIteratorMode(SplDoublyLinkedList::IT_MODE_LIFO);
foreach ($l as $k => $v) {
    echo "$k=$v ";
}
echo "\n";
$f = new SplFixedArray(3);
$f[0] = 'x';
$f[2] = 'z';
echo $f->getSize(), json_encode($f->toArray()), "\n";
foreach ([fn () => $f[3], fn () => $f['a'], fn () => $f[] = 1, fn () => (new SplStack())->pop(), fn () => (new SplMinHeap())->extract(), fn () => new SplFixedArray(-1), fn () => (new SplQueue())->dequeue()] as $try) {
    try {
        var_dump($try());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$o1 = new stdClass();
$o2 = new stdClass();
$st = new SplObjectStorage();
$st[$o1] = 'one';
$st->attach($o2, 'two');
$st->attach($o1, 'changed');
echo count($st), $st[$o1], var_export($st->contains($o2), true), isset($st[new stdClass()]) ? 'y' : 'n', "\n";
foreach ($st as $i => $o) {
    echo $i, get_class($o), $st[$o], ' ';
}
$st->detach($o1);
echo count($st), "\n";
$ao = new ArrayObject(['b' => 1, 'a' => 2], ArrayObject::ARRAY_AS_PROPS);
$ao->c = 3;
$ao[] = 'pushed';
unset($ao['b']);
$ao->ksort();
echo json_encode($ao), count($ao), isset($ao['c']), $ao->a, "\n";
foreach ($ao as $k => $v) {
    echo "$k=$v ";
}
$copy = $ao->getArrayCopy();
$ao->exchangeArray([1]);
echo count($copy), count($ao), "\n";
$c = new CachingIterator(new ArrayIterator(['a', 'b', 'c']));
foreach ($c as $v) {
    echo $v, $c->hasNext() ? ',' : "\n";
}
$it = new RegexIterator(new ArrayIterator(['apple', 'bob', 'avocado']), '/^a/');
echo implode(',', iterator_to_array($it)), "\n";
$tree = new RecursiveTreeIterator(new RecursiveArrayIterator(['a' => 1, 'b' => ['c' => 2, 'd' => ['e' => 3]]]));
foreach ($tree as $k => $line) {
    echo $line, "\n";
}
echo implode(',', iterator_to_array(new NoRewindIterator(new ArrayIterator([1, 2])))), "\n";
print_r(iterator_to_array(new IteratorIterator(new ArrayObject([1, 2]))));
