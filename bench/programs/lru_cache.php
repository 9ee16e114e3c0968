<?php
// A cache that forgets what was used least recently: a linked list of objects, and ArrayAccess in front.
final class Entry {
    public ?Entry $before = null;
    public ?Entry $after = null;
    public function __construct(public string $key, public mixed $value) {}
}
final class Cache implements ArrayAccess, Countable {
    private array $entries = [];
    private Entry $head;
    private Entry $tail;
    public int $hits = 0;
    public function __construct(private int $most) {
        $this->head = new Entry('', null);
        $this->tail = new Entry('', null);
        $this->head->after = $this->tail;
        $this->tail->before = $this->head;
    }
    private function unlink(Entry $entry): void {
        $entry->before->after = $entry->after;
        $entry->after->before = $entry->before;
    }
    private function first(Entry $entry): void {
        $entry->after = $this->head->after;
        $entry->before = $this->head;
        $this->head->after->before = $entry;
        $this->head->after = $entry;
    }
    public function offsetExists(mixed $key): bool { return isset($this->entries[$key]); }
    public function offsetGet(mixed $key): mixed {
        if (!isset($this->entries[$key])) {
            return null;
        }
        $this->hits++;
        $entry = $this->entries[$key];
        $this->unlink($entry);
        $this->first($entry);
        return $entry->value;
    }
    public function offsetSet(mixed $key, mixed $value): void {
        if (isset($this->entries[$key])) {
            $this->entries[$key]->value = $value;
            return;
        }
        if (count($this->entries) >= $this->most) {
            $this->offsetUnset($this->tail->before->key);
        }
        $this->first($this->entries[$key] = new Entry($key, $value));
    }
    public function offsetUnset(mixed $key): void {
        $this->unlink($this->entries[$key]);
        unset($this->entries[$key]);
    }
    public function count(): int { return count($this->entries); }
}
mt_srand(1);
$cache = new Cache(200);
for ($i = 0; $i < 400000; $i++) {
    $key = 'k' . min(mt_rand(0, 600), mt_rand(0, 600));
    if (isset($cache[$key])) {
        $value = $cache[$key];
    } else {
        $cache[$key] = [$i, $key];
    }
}
echo count($cache), ' ', $cache->hits, "\n";
