<?php
// Native functions that begin without a frame and then ask for one, called by generators: what they are given is described
// behind the arguments, where a generator's frame has no room.
class Item {
    public function __construct(public int $x = 1) {}
    public function __toString(): string { return "item $this->x"; }
}
function unlike(array $items, array $known): Generator {
    foreach ($items as $item) {
        if (!in_array($item, $known, false)) {
            yield $item;
        }
    }
}
function texts(array $items): iterable {
    foreach ($items as $item) {
        yield str_replace('item', 'thing', $item) . implode('-', [$item, 1.5, null]) . trim($item, 'm') . max($item, 'a');
    }
}
for ($i = 0; $i < 50; $i++) {
    $items = [new Item, new Item(2), new Item(3), 'x'];
    $found = $texts = [];
    foreach (unlike($items, [new Item(2)]) as $item) {
        $found[] = (string) $item;
        $kept[] = [$item, str_repeat('y', $i)];
    }
    foreach (texts([new Item($i), "m$i"]) as $text) {
        $texts[] = $text;
    }
}
echo implode(', ', $found), "\n", implode(', ', $texts), "\n";
