<?php
// A text adventure: enums, traits, anonymous classes, commands by patterns.
enum Direction: string {
    case North = 'n';
    case South = 's';
    case East = 'e';
    case West = 'w';
    public function opposite(): self {
        return match ($this) { self::North => self::South, self::South => self::North, self::East => self::West, self::West => self::East };
    }
    public static function fromWord(string $w): ?self {
        foreach (self::cases() as $c) if (in_array(strtolower($w), [$c->value, strtolower($c->name)], true)) return $c;
        return null;
    }
    const Up = self::North;
}
interface Describable {
    public function describe(): string;
}
trait HasName {
    public function __construct(public readonly string $name, private string $text = '') {}
    public function __toString(): string {
        return $this->name;
    }
    public function describe(): string {
        return $this->text ?: "Nothing special about the {$this->name}.";
    }
}
class Item implements Describable, Stringable {
    use HasName;
    public bool $heavy = false;
    public ?Closure $use = null;
    public static function heavy(string ...$a): static {
        $i = new static(...$a);
        $i->heavy = true;
        return $i;
    }
}
class Room implements Describable {
    use HasName {
        describe as private text;
    }
    private array $exits = [];
    public array $items = [];
    public bool $dark = false {
        get => $this->dark && !array_filter($this->items, fn ($i) => $i->name === 'lamp');
        set(bool|string $v) {
            $this->dark = (bool) $v;
        }
    }
    public function connect(Direction $d, self $to, bool $both = true): self {
        $this->exits[$d->value] = WeakReference::create($to);
        if ($both) $to->connect($d->opposite(), $this, false);
        return $this;
    }
    public function exit(Direction $d): ?self {
        return ($this->exits[$d->value] ?? null)?->get();
    }
    public function describe(): string {
        $s = $this->text();
        if ($this->items) $s .= ' You see ' . listing($this->items) . '.';
        if ($this->exits) $s .= ' Exits: ' .
            implode(', ', array_map(fn (string $d) => strtolower(Direction::from($d)->name), array_keys($this->exits))) . '.';
        return $s;
    }
}
function listing(array $things): string {
    $n = array_map(fn ($t) => (in_array($t->name[0], ['a', 'e', 'i', 'o', 'u']) ? 'an ' : 'a ') . $t, array_values($things));
    $last = array_pop($n);
    return $n ? implode(', ', $n) . " and $last" : $last;
}
class GameOver extends Exception {
    public function __construct(public readonly bool $won, string $m, ?Throwable $p = null) {
        parent::__construct($m, (int) $won, $p);
    }
}
class Refused extends DomainException {}
abstract class Command {
    private static array $all = [];
    abstract public function pattern(): string;
    abstract public function run(Game $g, string ...$args): string;
    public static function register(Command ...$c): void {
        array_push(self::$all, ...$c);
    }
    public static function parse(string $line): array {
        foreach (self::$all as $c) if (preg_match('/^(?:' . $c->pattern() . ')$/ix', trim($line), $m)) return [$c,
            array_filter($m, 'is_string', ARRAY_FILTER_USE_KEY)];
        throw new Refused("I do not understand '$line'.");
    }
}
class Game {
    public array $bag = [];
    public int $turns = 0;
    public array $visited = [];
    private array $flags = [];
    public function __construct(public Room $room, private int $limit = 1000) {
        $this->enter($room);
    }
    public function __get($n) {
        return $this->flags[$n] ?? false;
    }
    public function __set($n, $v) {
        $this->flags[$n] = $v;
    }
    public function __isset($n) {
        return isset($this->flags[$n]);
    }
    public function __unset($n) {
        unset($this->flags[$n]);
    }
    public function enter(Room $r): string {
        $this->room = $r;
        $first = !isset($this->visited[$r->name]);
        $this->visited[$r->name] = ($this->visited[$r->name] ?? 0) + 1;
        return $r->dark && !isset($this->bag['lamp']) ? 'It is dark.' : ($first ? $r->describe() : "You are in the $r again.");
    }
    public function find(string $n, bool $bag = true): Item {
        return $this->room->items[$n] ?? ($bag ? $this->bag[$n] ?? null : null) ?? throw new Refused("There is no $n here.");
    }
    public function play(string $line): string {
        if (++$this->turns > $this->limit) throw new GameOver(false, 'Too late.');
        try {
            [$c, $args] = Command::parse($line);
            return $c->run($this, ...$args);
        }  catch (Refused $e) {
            return $e->getMessage();
        }  catch (ArgumentCountError|TypeError $e) {
            return get_class($e) . '!';
        }
    }
}
Command::register( new class extends Command {
    public function pattern(): string {
        return '(?:go\s+)?(?<to>n|s|e|w|north|south|east|west)|go\s+(?<word>\w+)';
    }
    public function run(Game $g, string ...$a): string {
        $d = Direction::fromWord($w = $a['to'] ?: $a['word']) ?? throw new Refused("No direction: $w");
        $r = $g->room->exit($d) ?? throw new Refused("You cannot go {$d->name}.");
        if ($r->name === 'vault' && !$g->unlocked) throw new Refused('The vault is locked.');
        return $g->enter($r);
    }
}, new class extends Command {
    public function pattern(): string {
        return '(?:take|get|pick\s+up)\s+(?:the\s+)?(?<thing>\w+)';
    }
    public function run(Game $g, string ...$a): string {
        $thing = $a["thing"] ?? $a[0] ?? "";
        if ($thing === "all") {
            $out = [];
            foreach ($g->room->items as $n => $_) try {
                $out[] = $this->run($g, $n);
            }  catch (Refused $e) {
                $out[] = $e->getMessage();
            }
            return implode(' ', $out) ?: 'Nothing.';
        }
        $i = $g->find($thing, bag: false);
        if ($i->heavy) throw new Refused("The $i is too heavy.");
        $g->bag[$thing] = $i;
        unset($g->room->items[$thing]);
        return "Taken: $i.";
    }
}, new class extends Command {
    public function pattern(): string {
        return 'drop\s+(?<thing>\w+)';
    }
    public function run(Game $g, string ...$a): string {
        $thing = $a["thing"] ?? "";
        [$thing => $i] = $g->bag + [$thing => null];
        if (!$i) throw new Refused("You have no $thing.");
        $g->room->items[$thing] = $i;
        unset($g->bag[$thing]);
        return 'Dropped.';
    }
}, new class extends Command {
    public function pattern(): string {
        return '(?:look|l|examine|x)(?:\s+(?:at\s+)?(?<thing>\w+))?';
    }
    public function run(Game $g, string ...$a): string {
        $thing = $a["thing"] ?? "";
        return $thing === '' ? $g->room->describe() : $g->find($thing)->describe();
    }
}, new class extends Command {
    public function pattern(): string {
        return 'use\s+(?<thing>\w+)(?:\s+(?:on|with)\s+(?<other>\w+))?';
    }
    public function run(Game $g, string ...$a): string {
        $thing = $a["thing"] ?? "";
        $other = $a["other"] ?? null;
        $i = $g->find($thing);
        return $i->use ? ($i->use)->call($i, $g, $other) : "You cannot use the {$i}.";
    }
}, new class extends Command {
    public function pattern(): string {
        return 'inventory|i';
    }
    public function run(Game $g, string ...$a): string {
        return $g->bag ? 'You have ' . listing($g->bag) . '.' : 'You have nothing.';
    }
});
function world(): array {
    [$hall, $cellar, $vault, $garden] = [new Room('hall', 'A great hall.'), new Room('cellar', 'A damp cellar.'),
        new Room('vault', 'Gold everywhere.'), new Room('garden')];
    $cellar->dark = 'yes';
    $hall->connect(Direction::South, $cellar)->connect(Direction::East, $garden);
    $cellar->connect(Direction::West, $vault);
    $garden->items = ['lamp' => new Item('lamp'), 'statue' => Item::heavy('statue', 'Marble.')];
    $key = new Item(name: 'key', text: 'Rusty.');
    $key->use = function (Game $g, ?string $on): string {
        if ($on !== 'door') throw new Refused("The {$this->name} does not fit " . ($on ?? 'nothing') . '.');
        $g->unlocked = true;
        return 'Click.';
    };
    $cellar->items['key'] = $key;
    $chest = new Item('chest');
    $chest->use = fn (Game $g) => throw new GameOver(true, "You won in {$g->turns} turns.");
    $vault->items['chest'] = $chest;
    return [$hall, $cellar, $vault, $garden];
}
$script = ['look', 'go up', 'dance', 's', 'n', 'east', 'take all', 'i', 'x statue', 'x sword', 'w', 'go south', 'get the key', 'x key',
    'w', 'use key', 'use key with lamp', 'use key on door', 'drop lamp', 'look', 'take lamp', 'go west', 'i', 'use lamp', 'drop sword',
    'use chest', 'look'];
$rooms = world();
$g = new Game($rooms[0]);
try {
    foreach ($script as $l) echo '> ', $l, "\n", $g->play($l), "\n";
}  catch (GameOver $e) {
    printf("*** %s (%s, %d) ***\n", $e->getMessage(), var_export($e->won, true), $e->getCode());
}
print_r($g->visited);
var_dump(isset($g->unlocked), $g->missing);
unset($g->unlocked);
var_dump($g->unlocked, Direction::Up, Direction::tryFrom('x'));
$hash = 0;
for ($i = 0; $i < 220; $i++) {
    $rooms = world();
    $g = new Game($rooms[0], limit: 30);
    try {
        for ($k = 0;; $k++) {
            $t = $g->play($script[($i * 7 + $k * ($i % 5 + 1)) % count($script)]);
            $hash = ($hash * 31 + strlen($t)) % 1000003;
        }
    }  catch (GameOver $e) {
        $hash += $e->won ? 1000 : 1;
    }
}
echo $hash, "\n";
unset($rooms[0]);
gc_collect_cycles();
var_dump($rooms[1]->exit(Direction::North)?->name);
