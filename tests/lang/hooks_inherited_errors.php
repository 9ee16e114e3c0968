<?php
// Which class errors about inherited properties with hooks name.
class Base {
    public int $computed { get => 5; }
    public int $sink { set { echo "sink $value\n"; } }
    public int $backed = 1 { get => $this->backed; set => $value; }
    public array $list = [1] { get => $this->list; }
    public int $inner { get { return $this->inner; } }
    public int $writes { set { $this->writes = 5; } }
    public private(set) int $closed { get => 1; set {} }
    public int $loop { get { $name = 'loop'; return $this->$name; } set { $name = 'loop'; $this->$name = $value; } }
    public protected(set) int $half = 1 { get => $this->half; }
}
class Middle extends Base {}
class Leaf extends Middle {
    public int $own { get => 7; }
    public function touch(): void { $this->closed = 1; }
}
$leaf = new Leaf;
$tries = [
    'write' => fn () => $leaf->computed = 1,
    'write own' => fn () => $leaf->own = 1,
    'add' => fn () => $leaf->computed += 1,
    'count' => fn () => $leaf->computed++,
    'count before' => fn () => --$leaf->sink,
    'coalesce' => fn () => $leaf->sink ??= 5,
    'read' => fn () => $leaf->sink,
    'isset' => fn () => isset($leaf->sink),
    'empty' => fn () => empty($leaf->sink),
    'element' => fn () => $leaf->list[] = 1,
    'element of a number' => fn () => $leaf->computed[0] = 1,
    'reference' => function () use ($leaf) { $r = &$leaf->backed; },
    'reference own' => function () use ($leaf) { $r = &$leaf->own; },
    'reference to write-only' => function () use ($leaf) { $r = &$leaf->sink; },
    'bind' => function () use ($leaf) { $x = 1; $leaf->backed = &$x; },
    'unset' => function () use ($leaf) { unset($leaf->backed); },
    'unset virtual' => function () use ($leaf) { unset($leaf->computed); },
    'unset element' => function () use ($leaf) { unset($leaf->list[0]); },
    'inner' => fn () => $leaf->inner,
    'writes' => fn () => $leaf->writes = 1,
    'closed' => fn () => $leaf->closed = 1,
    'touch' => fn () => $leaf->touch(),
    'half' => fn () => $leaf->half = 1,
    'half reference' => function () use ($leaf) { $r = &$leaf->half; },
    'type' => fn () => $leaf->backed = 'x',
    'each by reference' => function () use ($leaf) { foreach ($leaf as $k => &$v) { echo $k, ' '; } },
    'reflection' => fn () => (new ReflectionProperty($leaf, 'computed'))->setValue($leaf, 1),
    'reflection raw' => fn () => (new ReflectionProperty($leaf, 'computed'))->setRawValue($leaf, 1),
    'reflection read' => fn () => (new ReflectionProperty($leaf, 'sink'))->getValue($leaf),
    'reflection raw read' => fn () => (new ReflectionProperty($leaf, 'sink'))->getRawValue($leaf),
    'reflection raw loop' => fn () => (new ReflectionProperty($leaf, 'loop'))->getRawValue($leaf),
    'reflection raw write' => fn () => (new ReflectionProperty($leaf, 'loop'))->setRawValue($leaf, 5),
    'loop' => fn () => $leaf->loop,
    'loop isset' => fn () => isset($leaf->loop),
    'loop write' => fn () => $leaf->loop = 4,
    'loop add' => fn () => $leaf->loop += 4,
];
foreach ($tries as $name => $try) {
    try {
        echo $name, ': ';
        echo json_encode($try()), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
