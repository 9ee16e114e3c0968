<?php
// A form and its fields: property hooks, asymmetric visibility, callables, static factories.
namespace Form;
interface Named {
    public string $name {
        get;
    }
    public string $id {
        get;
        set;
    }
}
abstract class Field implements Named {
    private static int $seq = 0;
    public private(set) int $changes = 0;
    public protected(set) array $errors = [];
    protected array $rules = [];
    public string $id {
        get => $this->id ??= 'f' . ++self::$seq;
        set(string $v) {
            if (!preg_match('/^\w+$/', $v)) throw new \ValueError("Bad id '$v'");
            $this->id = $v;
        }
    }
    public string $label {
        get => ucfirst(strtr($this->name, '_', ' ')) . ($this->required ? ' *' : '');
    }
    public mixed $value = null {
        set {
            $v = $this->cast($value);
            if ($v !== $this->value) {
                $this->changes++;
                $this->value = $v;
            }
        }
        get => $this->value ?? $this->default;
    }
    abstract protected function cast(mixed $v): mixed;
    public function __construct(public readonly string $name, public readonly bool $required = false,
        protected readonly mixed $default = null, callable ...$rules) {
        foreach ($rules as $k => $r) $this->rules[$k] = $r(...);
    }
    public bool $valid {
        get {
            $this->errors = [];
            if ($this->required && ($this->value === null || $this->value === '')) $this->errors['required'] = "{$this->label} is missing";
            else foreach ($this->rules as $n => $r) if (($m = $r($this->value, $this)) !== true) $this->errors[$n] = is_string($m) ?
                $m : "$n failed";
            return !$this->errors;
        }
    }
    public static function make(string $name, mixed ...$o): static {
        return new static($name, ...$o);
    }
    public function __clone() {
        $this->changes = 0;
    }
}
class Text extends Field {
    protected function cast(mixed $v): mixed {
        return $v === null ? null : trim((string) $v);
    }
    public int $length {
        get => mb_strlen((string) $this->value);
    }
}
class Number extends Field {
    public function __construct(string $name, public readonly ?int $min = null, public readonly ?int $max = null, mixed ...$rest) {
        parent::__construct($name, ...$rest,
            range: fn ($v) => $v === null ||
            ($v >= ($min ?? $v) && $v <= ($max ?? $v)) ?: sprintf('%s must be in %s..%s', $this->label, $min ?? '-∞', $max ?? '∞'));
    }
    protected function cast(mixed $v): ?int {
        return is_numeric($v) ? (int) $v : null;
    }
}
final class Choice extends Field {
    public array $options {
        set(array|string $o) => is_string($o) ? explode('|', $o) : array_values($o);
    }
    protected function cast(mixed $v): mixed {
        return in_array($v, $this->options, true) ? $v : null;
    }
}
enum Method: string {
    case Get = 'get';
    case Post = 'post';
    const
    Default = self::Post;
    public static function names(): array {
        return array_map(fn (self $m) => $m->name, self::cases());
    }
}
class Form implements \ArrayAccess, \IteratorAggregate {
    private array $fields = [];
    public private(set) ?string $error = null;
    public function __construct(public readonly Method $method = Method::Default,
        private \Countable $log = new \ArrayObject([Method::Get->value]), Field ...$f) {
        foreach ($f as $x) $this->fields[$x->name] = $x;
    }
    public bool $valid {
        get => array_reduce($this->fields, fn ($ok, $f) => $f->valid && $ok, true);
    }
    public array $values {
        get => array_map(fn ($f) => $f->value, $this->fields);
        set {
            foreach ($value as $k => $v) if (isset($this->fields[$k])) $this->fields[$k]->value = $v;
            else $this->log[] = "no $k";
        }
    }
    public int $noise {
        get => count($this->log);
    }
    public function offsetExists(mixed $o): bool {
        return isset($this->fields[$o]);
    }
    public function offsetGet(mixed $o): Field {
        return $this->fields[$o] ?? throw new \OutOfBoundsException($o);
    }
    public function offsetSet(mixed $o, mixed $v): void {
        $this->fields[$o ?? $v->name] = $v;
    }
    public function offsetUnset(mixed $o): void {
        unset($this->fields[$o]);
    }
    public function getIterator(): \Iterator {
        yield from $this->fields;
    }
}
$email = fn (?string $v) => $v === null || filter_var($v, FILTER_VALIDATE_EMAIL) !== false ?: "'$v' is no address";
$f = new Form(Method::Post, new \ArrayObject, Text::make('full_name', required: true, short: fn ($v, $f) => $f->length <= 10),
    Text::make('mail', rules: $email), new Number('age', 18, max: 99, required: true), $c = new Choice('colour', default: 'red'));
$c->options = 'red|green|blue';
$f->values = ['full_name' => '  Wolfgang Amadeus ', 'mail' => 'nope', 'age' => '12', 'colour' => 'pink', 'x' => 1];
var_dump($f->valid, $f->noise);
foreach ($f as $n => $x) printf("%-10s %-12s %-20s %s %d %s\n", $n, $x->label, json_encode($x->value), $x->id, $x->changes,
    json_encode($x->errors));
$f->values = ['full_name' => 'Ann', 'mail' => 'ann@example.org', 'age' => 42.9, 'colour' => 'blue'];
var_dump($f->valid, $f->values, $f['age']->changes, (clone $f['age'])->changes, Method::names(), $f->method);
foreach ([fn () => $f['mail']->id = 'not ok', fn () => $f['mail']->changes = 5, fn () => $f['mail']->errors[] = 'x',
    fn () => $f->valid = true, fn () => $f['zz'], fn () => $f['age']->label = 'x', fn () => $f->error = 'x', fn () => $f['age']->max++,
    fn () => isset($c->options) . count($c->options), function () use ($c) {
    $c->options[] = 'pink';
}, fn () => new Form(log: 5), fn () => new Text(...['name' => 'a', 'b', 'c']), fn () => Text::make(), function () use ($f) {
    unset($f['mail']->value);
}, function () use ($f) {
    $r = &$f['mail']->label;
}, fn () => json_encode($f['age']), fn () => get_object_vars($f['mail']), fn () => (array) (new class {
    public int $v {
        get => 5;
    }
    public int $b = 1 {
        get => $this->b * 2;
    }
}), function () {
    var_dump(new class {
        public int $v {
            get => 5;
        }
        public int $b = 1 {
            get => $this->b * 2;
        }
    });
}, fn () => new \ReflectionProperty(Field::class, 'value')->getHooks()['get']->name,
    fn () => (string) new \ReflectionProperty(Field::class, 'changes'), fn () => \Closure::fromCallable([$f['mail'], 'cast'])] as $i =>
    $g) try {
    echo $i, ' ';
    var_dump($g());
}  catch (\Throwable $e) {
    echo $e::class, ': ', $e->getMessage(), "\n";
}
$n = 0;
for ($i = 0; $i < 5000; $i++) {
    $f->values = ['full_name' => " name $i ", 'age' => $i % 120, 'colour' => ['red', 'green', 'x'][$i % 3]];
    if ($f->valid) $n += $f['full_name']->length + strlen($f['colour']->value ?? '');
    else $n += count($f['age']->errors);
}
echo $n, ' ', $f['age']->changes, "\n";
