<?php
// HTML from a tree of elements: __call, __get, ArrayAccess, __toString, htmlspecialchars, sprintf.
class Element implements ArrayAccess, IteratorAggregate {
    protected array $attributes = [];
    protected array $children = [];
    public function __construct(protected string $tag, string|Element ...$children) { $this->children = $children; }
    public static function __callStatic(string $tag, array $children): static { return new static($tag, ...$children); }
    public function __call(string $name, array $arguments): static { $this->attributes[strtolower(preg_replace('/[A-Z]/', '-$0', $name))] = $arguments[0] ?? true; return $this; }
    public function __get(string $name): mixed { return $this->attributes[$name] ?? null; }
    public function __set(string $name, mixed $value): void { $this->attributes[$name] = $value; }
    public function __isset(string $name): bool { return isset($this->attributes[$name]); }
    public function offsetExists(mixed $offset): bool { return isset($this->children[$offset]); }
    public function offsetGet(mixed $offset): mixed { return $this->children[$offset]; }
    public function offsetSet(mixed $offset, mixed $value): void { if ($offset === null) { $this->children[] = $value; } else { $this->children[$offset] = $value; } }
    public function offsetUnset(mixed $offset): void { unset($this->children[$offset]); }
    public function getIterator(): Iterator { return new ArrayIterator($this->children); }
    public function __toString(): string {
        $html = "<{$this->tag}";
        foreach ($this->attributes as $name => $value) {
            if ($value !== false && $value !== null) {
                $html .= $value === true ? " $name" : sprintf(' %s="%s"', $name, htmlspecialchars((string) $value));
            }
        }
        if (in_array($this->tag, ['br', 'img', 'input', 'hr'], true)) {
            return "$html>";
        }
        $html .= '>';
        foreach ($this as $child) {
            $html .= is_string($child) ? htmlspecialchars($child) : $child;
        }
        return "$html</{$this->tag}>";
    }
}
function table(array $rows): Element {
    $table = Element::table()->class('data')->dataCount(count($rows));
    foreach ($rows as $n => $row) {
        $tr = Element::tr();
        $tr->id = "row-$n";
        foreach ($row as $key => $cell) {
            $tr[] = Element::td((string) $cell)->class($key)->title("\"$key\" & <$cell>");
        }
        if (isset($tr->id) && $n % 2) {
            $tr->class = trim($tr->class . ' odd');
        }
        $table[] = $tr;
    }
    return $table;
}
$hash = '';
for ($i = 0; $i < 120; $i++) {
    $rows = [];
    for ($k = 0; $k < 20; $k++) {
        $rows[] = ['name' => "Name <$k>", 'value' => $i * $k, 'note' => "a & b \"$i\""];
    }
    $page = Element::div(Element::h1("Page $i"), Element::br(), table($rows), Element::input()->type('text')->disabled()->value("x'y"));
    $hash = md5($hash . $page);
}
echo strlen((string) $page), ' ', $hash, "\n";
