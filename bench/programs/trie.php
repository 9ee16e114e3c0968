<?php
// A prefix tree of words: objects in arrays of objects, generators that delegate, string offsets.
final class Node {
    /** @var array<string, Node> */
    public array $next = [];
    public int $count = 0;
}
final class Trie implements IteratorAggregate, Countable {
    private Node $root;
    private int $size = 0;
    public function __construct() { $this->root = new Node; }
    public function add(string $word): void {
        $node = $this->root;
        for ($i = 0, $n = strlen($word); $i < $n; $i++) {
            $node = $node->next[$word[$i]] ??= new Node;
        }
        $this->size += $node->count++ === 0 ? 1 : 0;
    }
    public function count(): int { return $this->size; }
    private function walk(Node $node, string $prefix): Generator {
        if ($node->count > 0) {
            yield $prefix => $node->count;
        }
        ksort($node->next);
        foreach ($node->next as $letter => $child) {
            yield from $this->walk($child, $prefix . $letter);
        }
    }
    public function getIterator(): Iterator { return $this->walk($this->root, ''); }
    public function startingWith(string $prefix): array {
        $node = $this->root;
        foreach (str_split($prefix) as $letter) {
            $node = $node->next[$letter] ?? null;
            if ($node === null) {
                return [];
            }
        }
        return iterator_to_array($this->walk($node, $prefix));
    }
}
mt_srand(7);
$trie = new Trie;
$letters = 'etaoinshrdlu';
for ($i = 0; $i < 12000; $i++) {
    $word = '';
    for ($k = mt_rand(2, 6); $k > 0; $k--) {
        $word .= $letters[mt_rand(0, 11)];
    }
    $trie->add($word);
}
$longest = '';
$sum = 0;
foreach ($trie as $word => $count) {
    $sum += $count;
    if (strlen($word) > strlen($longest)) {
        $longest = $word;
    }
}
echo count($trie), ' ', $sum, ' ', $longest, "\n";
foreach (['et', 'tao', 'zz', 'in'] as $prefix) {
    echo $prefix, ' ', count($trie->startingWith($prefix)), "\n";
}
