<?php
// What ends when an array, an object or a reference ends: in which order, with which handles, however deep.

#[AllowDynamicProperties]
class Node
{
    public $next;
    public array $more = [];
    public string $name = 'node';
}
class Loud
{
    public $held;
    public function __construct(public string $name)
    {
    }
    public function __destruct()
    {
        echo "end of {$this->name}\n";
    }
}
class Typed
{
    public int $number = 1;
    public ?Typed $other = null;
}

// Handles are free when what an object held is gone, innermost first.
function ids(): string
{
    $made = [];
    for ($i = 0; $i < 6; $i++) {
        $made[] = new stdClass;
    }
    return implode(' ', array_map('spl_object_id', $made));
}
echo ids(), "\n";
$outer = new Node;
$outer->next = new Node;
$outer->more = [new Node, [new Node]];
$outer->next->next = new Node;
unset($outer);
echo ids(), "\n";
$list = [new Node, 'a' => new Node, [new Node, [new Node]]];
$list[0]->next = new Node;
unset($list);
echo ids(), "\n";

// Destructors are called when the instruction is over, in the order in which objects lost their last holder.
$outer = new Node;
$outer->next = new Loud('first');
$outer->more = ['x' => new Loud('second'), [new Loud('third')]];
$outer->more[1] = new Loud('fourth');
$outer->more['x']->held = new Loud('inside the second');
unset($outer);
echo ids(), "\n";
$list = [1, 'two', [new Loud('in a list')], new Loud('behind it')];
$list = null;
$plain = [new Node];
$plain[0]->next = [new Loud('within plain ones')];
$plain = [];
echo ids(), "\n";

// References to typed properties stay typed until the object goes, and are free afterwards.
$typed = new Typed;
$typed->other = new Typed;
$number = &$typed->other->number;
try {
    $number = 'text';
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
unset($e);
$typed = null;
$number = 'text';
echo $number, "\n";

// Elements that others hold too, with and without holes, of all sizes.
foreach ([1, 2, 4, 5, 8, 9, 10, 13, 40] as $size) {
    $kept = [];
    $list = $hash = [];
    for ($i = 0; $i < $size; $i++) {
        $element = match ($i % 5) {
            0 => $i,
            1 => "text $i",
            2 => [$i, "in $i"],
            3 => new Node,
            4 => null,
        };
        $list[] = $element;
        $hash["key $i"] = $element;
        if ($i % 4 == 1) {
            $kept[] = $element;
        }
    }
    unset($list[intdiv($size, 2)], $hash['key ' . intdiv($size, 3)], $element);
    $copy = $hash;
    $copy['more'] = $list;
    $other = $list;
    $other[] = $size;
    unset($list, $hash);
    echo $size, ' ', count($kept), ' ', count($copy), ' ', count($other), ' ', md5(serialize([$copy, $other])), "\n";
    unset($copy, $other);
    echo '  ', md5(serialize($kept)), "\n";
}

// Copies of small arrays, with references that others share, and those that nobody else does.
$shared = 'shared';
$a = ['x' => &$shared, 'y' => [1], 5 => 'five'];
$alone = 'alone';
$a['z'] = &$alone;
unset($alone);
$b = $a;
$b['new'] = 1;
$b['x'] = 'written';
$b['z'] = 'changed';
echo $shared, ' ', $a['z'], ' ', json_encode($a), ' ', json_encode($b), "\n";
$a = [&$shared, 2];
$b = $a;
$b[] = 3;
$b[0] = 'again';
echo $shared, ' ', json_encode($a), ' ', json_encode($b), "\n";

// Roots come and go.
$ring = [];
for ($i = 0; $i < 50; $i++) {
    $node = new Node;
    $node->next = $node;
    $held = [$node, $i];
    $twice = $held;
    unset($twice);
    $ring[] = $held;
    if ($i % 3 == 0) {
        array_shift($ring);
    }
}
unset($node, $held, $ring);
echo gc_collect_cycles(), ' ', gc_status()['roots'], "\n";

function chain(int $length): Node
{
    $first = null;
    for ($i = 0; $i < $length; $i++) {
        $node = new Node;
        $node->next = $first;
        $first = $node;
    }
    return $first;
}
// Deeper than is freed one inside the other.
$chain = chain(5000);
unset($chain);
$nested = [];
for ($i = 0; $i < 5000; $i++) {
    $nested = ['key' . ($i & 3) => $nested, 'x' => "text $i"];
}
unset($nested);
$nested = [];
for ($i = 0; $i < 5000; $i++) {
    $nested = [$nested, $i];
}
unset($nested);
$mixed = null;
for ($i = 0; $i < 2000; $i++) {
    $node = new Node;
    $node->more = [$i, [$mixed], "s$i"];
    $node->dynamic = $i & 7 ? 1 : ArrayAccess::class;
    $object = new ArrayObject([$node]);
    $mixed = fn() => $object;
}
unset($mixed, $object, $node);
$value = 1;
for ($i = 0; $i < 2000; $i++) {
    $reference = &$array[0];
    $reference = $value;
    $value = [&$reference, 'r' => $i];
    unset($reference, $array);
}
unset($value);
echo "deep ones are gone\n";

