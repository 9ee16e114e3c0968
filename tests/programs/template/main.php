<?php

// A text template engine: a lexer, a parser to node objects, and two back ends that must agree: one walks the
// nodes, the other compiles them to PHP source for eval(). Filters, loops with a loop variable, inheritance by blocks.

declare(strict_types=1);

namespace Template;

class TemplateError extends \Exception
{
}

enum Token: string
{
    case Text = 'text';
    case Output = '{{';
    case Tag = '{%';
    case End = 'end';
}

abstract class Node
{
    abstract public function render(Context $context): string;

    abstract public function compile(): string;
}

final class Text extends Node
{
    public function __construct(private string $text)
    {
    }

    public function render(Context $context): string
    {
        return $this->text;
    }

    public function compile(): string
    {
        return 'echo ' . var_export($this->text, true) . ';';
    }
}

final class Expression
{
    /** @param list<array{string, list<mixed>}> $filters */
    private function __construct(private mixed $constant, private array $path, private array $filters)
    {
    }

    public static function parse(string $source): self
    {
        $parts = preg_split('/\|(?=(?:[^"]*"[^"]*")*[^"]*$)/', $source);
        $base = trim(array_shift($parts));
        $filters = [];
        foreach ($parts as $part) {
            if (!preg_match('/^\s*(\w+)(?:\((.*)\))?\s*$/s', $part, $m)) {
                throw new TemplateError("Bad filter '$part'");
            }
            $filters[] = [$m[1], isset($m[2]) ? json_decode("[$m[2]]", true, flags: JSON_THROW_ON_ERROR) : []];
        }
        return match (true) {
            is_numeric($base) => new self($base + 0, [], $filters),
            preg_match('/^"(.*)"$/s', $base, $m) === 1 => new self($m[1], [], $filters),
            preg_match('/^[a-z_]\w*(\.\w+)*$/i', $base) === 1 => new self(null, explode('.', $base), $filters),
            default => throw new TemplateError("Bad expression '$base'"),
        };
    }

    public function value(Context $context): mixed
    {
        $value = $this->path === [] ? $this->constant : $context->get($this->path);
        foreach ($this->filters as [$name, $arguments]) {
            $value = Filters::apply($name, $value, $arguments);
        }
        return $value;
    }

    public function compile(): string
    {
        $code = $this->path === [] ? var_export($this->constant, true) : '$context->get(' . var_export($this->path, true) . ')';
        foreach ($this->filters as [$name, $arguments]) {
            $code = '\Template\Filters::apply(' . var_export($name, true) . ", $code, " . var_export($arguments, true) . ')';
        }
        return $code;
    }
}

final class Output extends Node
{
    public function __construct(private Expression $expression)
    {
    }

    public function render(Context $context): string
    {
        return Filters::escape($this->expression->value($context));
    }

    public function compile(): string
    {
        return 'echo \Template\Filters::escape(' . $this->expression->compile() . ');';
    }
}

class Sequence extends Node
{
    /** @param list<Node> $nodes */
    public function __construct(protected array $nodes = [])
    {
    }

    public function add(Node $node): void
    {
        $this->nodes[] = $node;
    }

    public function render(Context $context): string
    {
        return implode('', array_map(fn (Node $node) => $node->render($context), $this->nodes));
    }

    public function compile(): string
    {
        return implode("\n", array_map(fn (Node $node) => $node->compile(), $this->nodes));
    }
}

final class Condition extends Node
{
    public function __construct(private Expression $test, private bool $negated, private Node $then, private ?Node $else)
    {
    }

    public function render(Context $context): string
    {
        return ((bool) $this->test->value($context) !== $this->negated) ? $this->then->render($context) : ($this->else?->render($context) ?? '');
    }

    public function compile(): string
    {
        $not = $this->negated ? '!' : '';
        $code = "if ($not({$this->test->compile()})) {\n{$this->then->compile()}\n}";
        return $this->else === null ? $code : "$code else {\n{$this->else->compile()}\n}";
    }
}

final class Loop extends Node
{
    private static int $depth = 0;

    public function __construct(private string $name, private Expression $list, private Node $body)
    {
    }

    public function render(Context $context): string
    {
        $out = '';
        $list = $this->list->value($context) ?? [];
        $count = count($list);
        $index = 0;
        foreach ($list as $key => $value) {
            $context->push([$this->name => $value, 'loop' => self::facts($index++, $key, $count)]);
            $out .= $this->body->render($context);
            $context->pop();
        }
        return $out;
    }

    public static function facts(int $index, int|string $key, int $count): array
    {
        return ['index' => $index + 1, 'key' => $key, 'first' => $index === 0, 'last' => $index === $count - 1, 'odd' => $index % 2 === 0];
    }

    public function compile(): string
    {
        $n = ++self::$depth;
        try {
            return <<<PHP
                \$list$n = {$this->list->compile()} ?? [];
                \$count$n = count(\$list$n);
                \$index$n = 0;
                foreach (\$list$n as \$key$n => \$value$n) {
                    \$context->push(['$this->name' => \$value$n, 'loop' => \\Template\\Loop::facts(\$index$n++, \$key$n, \$count$n)]);
                    {$this->body->compile()}
                    \$context->pop();
                }
                PHP;
        } finally {
            self::$depth--;
        }
    }
}

final class Block extends Sequence
{
    public function __construct(public readonly string $name, array $nodes)
    {
        parent::__construct($nodes);
    }

    public function render(Context $context): string
    {
        $override = $context->blocks[$this->name] ?? $this;
        return $override === $this ? parent::render($context) : $override->renderOwn($context);
    }

    private function renderOwn(Context $context): string
    {
        return parent::render($context);
    }

    public function compile(): string
    {
        return "if (isset(\$context->blocks['$this->name'])) { echo \$context->blocks['$this->name']->renderOwnFor(\$context); } else {\n" . parent::compile() . "\n}";
    }

    public function renderOwnFor(Context $context): string
    {
        return $this->renderOwn($context);
    }
}

final class Context
{
    /** @var array<string, Block> */
    public array $blocks = [];
    private array $stack;

    public function __construct(array $variables)
    {
        $this->stack = [$variables];
    }

    public function push(array $variables): void
    {
        $this->stack[] = $variables;
    }

    public function pop(): void
    {
        array_pop($this->stack);
    }

    public function get(array $path): mixed
    {
        $name = array_shift($path);
        for ($i = count($this->stack) - 1; $i >= 0; $i--) {
            if (array_key_exists($name, $this->stack[$i])) {
                $value = $this->stack[$i][$name];
                foreach ($path as $step) {
                    $value = match (true) {
                        is_array($value), $value instanceof \ArrayAccess => $value[$step] ?? null,
                        is_object($value) && method_exists($value, $step) => $value->$step(),
                        is_object($value) => $value->$step ?? null,
                        default => null,
                    };
                }
                return $value;
            }
        }
        return null;
    }
}

final class Raw implements \Stringable
{
    public function __construct(private string $html)
    {
    }

    public function __toString(): string
    {
        return $this->html;
    }
}

final class Filters
{
    private static array $registered = [];

    public static function register(string $name, callable $filter): void
    {
        self::$registered[$name] = $filter(...);
    }

    public static function apply(string $name, mixed $value, array $arguments): mixed
    {
        $filter = self::$registered[$name] ?? throw new TemplateError("No filter '$name'");
        return $filter($value, ...$arguments);
    }

    public static function escape(mixed $value): string
    {
        return match (true) {
            $value instanceof Raw => (string) $value,
            is_bool($value) => $value ? 'yes' : 'no',
            is_array($value) => self::escape(implode(', ', $value)),
            default => htmlspecialchars((string) $value),
        };
    }
}

final class Parser
{
    /** @var list<array{Token, string, int}> */
    private array $tokens = [];
    private int $at = 0;
    public ?string $parent = null;
    /** @var array<string, Block> */
    public array $blocks = [];

    public function __construct(private readonly string $name, string $source)
    {
        $line = 1;
        foreach (preg_split('/(\{\{.*?\}\}|\{%.*?%\}\n?|\{#.*?#\}\n?)/s', $source, -1, PREG_SPLIT_DELIM_CAPTURE | PREG_SPLIT_NO_EMPTY) as $piece) {
            $kind = str_starts_with($piece, '{#') ? null : (Token::tryFrom(substr($piece, 0, 2)) ?? Token::Text);
            if ($kind !== null) {
                $this->tokens[] = [$kind, $kind === Token::Text ? $piece : trim(substr(rtrim($piece), 2, -2)), $line];
            }
            $line += substr_count($piece, "\n");
        }
        $this->tokens[] = [Token::End, '', $line];
    }

    public function parse(): Sequence
    {
        [$nodes, $end] = $this->until();
        if ($end !== '') {
            $this->fail("Unexpected '$end'");
        }
        return new Sequence($nodes);
    }

    /** @return array{list<Node>, string} nodes, and the tag that ended them */
    private function until(string ...$ends): array
    {
        $nodes = [];
        while (true) {
            [$kind, $text] = $this->tokens[$this->at++];
            switch ($kind) {
                case Token::Text:
                    $nodes[] = new Text($text);
                    break;
                case Token::Output:
                    $nodes[] = new Output(Expression::parse($text));
                    break;
                case Token::End:
                    $ends === [] ?: $this->fail('Missing ' . implode(' or ', $ends));
                    return [$nodes, ''];
                case Token::Tag:
                    $word = strtok($text, ' ');
                    if (in_array($word, $ends, true)) {
                        return [$nodes, $word];
                    }
                    $node = $this->tag($word, trim(substr($text, strlen($word))));
                    if ($node !== null) {
                        $nodes[] = $node;
                    }
            }
        }
    }

    private function tag(string $word, string $rest): ?Node
    {
        switch ($word) {
            case 'if':
                $negated = str_starts_with($rest, 'not ');
                $test = Expression::parse($negated ? substr($rest, 4) : $rest);
                [$then, $end] = $this->until('else', 'endif');
                $else = $end === 'else' ? $this->until('endif')[0] : null;
                return new Condition($test, $negated, new Sequence($then), $else === null ? null : new Sequence($else));
            case 'for':
                if (!preg_match('/^(\w+) in (.+)$/', $rest, $m)) {
                    $this->fail("Bad loop '$rest'");
                }
                [$body] = $this->until('endfor');
                return new Loop($m[1], Expression::parse($m[2]), new Sequence($body));
            case 'block':
                [$body] = $this->until('endblock');
                return $this->blocks[$rest] = new Block($rest, $body);
            case 'extends':
                $this->parent = trim($rest, '"');
                return null;
        }
        $this->fail("Unknown tag '$word'");
    }

    private function fail(string $message): never
    {
        throw new TemplateError(sprintf('%s in %s on line %d', $message, $this->name, $this->tokens[$this->at - 1][2]));
    }
}

final class Engine
{
    /** @param array<string, string> $sources */
    public function __construct(private array $sources)
    {
    }

    /** @return array{Sequence, array<string, Block>} */
    private function load(string $name): array
    {
        $parser = new Parser($name, $this->sources[$name] ?? throw new TemplateError("No template $name"));
        $tree = $parser->parse();
        if ($parser->parent !== null) {
            [$tree, $blocks] = $this->load($parser->parent);
            return [$tree, $parser->blocks + $blocks];
        }
        return [$tree, []];
    }

    public function interpret(string $name, array $variables): string
    {
        [$tree, $blocks] = $this->load($name);
        $context = new Context($variables);
        $context->blocks = $blocks;
        return $tree->render($context);
    }

    public function compile(string $name): \Closure
    {
        [$tree, $blocks] = $this->load($name);
        $code = "return static function (\\Template\\Context \$context): void {\n{$tree->compile()}\n};";
        $function = eval($code);
        return function (array $variables) use ($function, $blocks): string {
            $context = new Context($variables);
            $context->blocks = $blocks;
            ob_start();
            try {
                $function($context);
                return ob_get_contents();
            } finally {
                ob_end_clean();
            }
        };
    }
}

Filters::register('upper', 'strtoupper');
Filters::register('lower', strtolower(...));
Filters::register('join', fn (array $list, string $glue) => implode($glue, $list));
Filters::register('default', fn (mixed $value, mixed $default) => $value ?? $default);
Filters::register('number', fn (int|float $n, int $digits = 0) => number_format($n, $digits, '.', ' '));
Filters::register('raw', fn (string $html) => new Raw($html));
Filters::register('sort', function (array $list, ?string $by = null): array {
    usort($list, fn ($a, $b) => $by === null ? $a <=> $b : $a[$by] <=> $b[$by]);
    return $list;
});
Filters::register('pad', [new class {
    public function pad(mixed $value, int $width): string
    {
        return str_pad((string) $value, $width, ' ', STR_PAD_LEFT);
    }
}, 'pad']);

final class Person
{
    public function __construct(private string $first, private string $last, public ?string $town = null)
    {
    }

    public function name(): string
    {
        return "$this->first $this->last";
    }
}

$sources = [];
foreach (glob(__DIR__ . '/*.txt') as $file) {
    if (!str_starts_with(basename($file), 'expected')) {
        $sources[basename($file, '.txt')] = file_get_contents($file);
    }
}
$variables = [
    'title' => 'Invoice <42>',
    'customer' => new Person('Ada', 'O\'Neil', 'Köln'),
    'items' => [
        ['name' => 'Wheel & axle', 'price' => 12.5, 'count' => 4, 'tags' => ['round', 'heavy']],
        ['name' => 'Bolt', 'price' => 0.05, 'count' => 1200, 'tags' => []],
        ['name' => '"Frame"', 'price' => 1899, 'count' => 1],
    ],
    'rates' => new \ArrayObject(['standard' => 19, 'reduced' => 7]),
    'paid' => false,
    'empty' => [],
    'note' => '<em>Thank you</em>',
];
$engine = new Engine($sources);
$interpreted = $engine->interpret('invoice', $variables);
$compiled = $engine->compile('invoice')($variables);
echo $interpreted;
var_dump($interpreted === $compiled);

$long = $engine->compile('rows');
$rows = ['rows' => array_map(fn (int $i) => range($i, $i + 9), range(1, 300))];
echo md5($long($rows)), ' ', md5($engine->interpret('rows', $rows)), "\n";

foreach (['{% if x %}', "a\nb{% nonsense %}", '{{ a b }}', '{{ x|missing }}', '{% endfor %}', "\n\n{% for x %}{% endfor %}"] as $i => $wrong) {
    try {
        (new Engine(["wrong$i" => $wrong]))->interpret("wrong$i", []);
    } catch (TemplateError $error) {
        echo $error->getMessage(), "\n";
    }
}
