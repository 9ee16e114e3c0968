<?php
// Building, walking and dropping many short-lived trees: allocation and reference counting.

final class Node
{
    public ?Node $left = null;
    public ?Node $right = null;

    public static function build(int $depth): self
    {
        $node = new self();
        if ($depth > 0) {
            $node->left = self::build($depth - 1);
            $node->right = self::build($depth - 1);
        }
        return $node;
    }

    public function count(): int
    {
        return $this->left === null ? 1 : 1 + $this->left->count() + $this->right->count();
    }
}

function insert(?array $tree, int $key): array
{
    if ($tree === null) {
        return [null, $key, null];
    }
    if ($key < $tree[1]) {
        $tree[0] = insert($tree[0], $key);
    } elseif ($key > $tree[1]) {
        $tree[2] = insert($tree[2], $key);
    }
    return $tree;
}

function depth(?array $tree): int
{
    return $tree === null ? 0 : 1 + max(depth($tree[0]), depth($tree[2]));
}

function main(): void
{
    $kept = Node::build(16);
    $nodes = 0;
    for ($depth = 4; $depth <= 16; $depth += 2) {
        for ($i = 1 << (18 - $depth); $i > 0; $i--) {
            $nodes += Node::build($depth)->count();
        }
    }
    $tree = null;
    $key = 42;
    for ($i = 0; $i < 40000; $i++) {
        $key = ($key * 7621 + 1) % 32768;
        $tree = insert($tree, $key);
    }
    echo $nodes, ' ', $kept->count(), ' ', depth($tree), "\n";
}

main();
