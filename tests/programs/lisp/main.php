<?php

// A small Lisp: reader, evaluator with proper tail calls, closures, macros with quasiquotation, a few data types.
// Runs program.lisp and prints what it prints; then some wrong programs, for their messages.

declare(strict_types=1);

namespace Lisp;

use ArrayIterator;
use IteratorAggregate;
use RuntimeException;

final class LispError extends RuntimeException
{
}

final class Symbol
{
    /** @var array<string, self> */
    private static array $all = [];

    private function __construct(public readonly string $name)
    {
    }

    public static function of(string $name): self
    {
        return self::$all[$name] ??= new self($name);
    }

    public function __toString(): string
    {
        return $this->name;
    }
}

/** A cell of a list; the empty list is null. */
final class Pair implements IteratorAggregate
{
    public function __construct(public mixed $first, public mixed $rest)
    {
    }

    public static function list(array $items, mixed $tail = null): ?self
    {
        foreach (array_reverse($items) as $item) {
            $tail = new self($item, $tail);
        }
        return $tail;
    }

    public function getIterator(): \Generator
    {
        for ($cell = $this; $cell instanceof self; $cell = $cell->rest) {
            yield $cell->first;
        }
    }
}

final class Scope
{
    /** @var array<string, mixed> */
    private array $names = [];

    public function __construct(private readonly ?Scope $outer = null)
    {
    }

    public function define(string $name, mixed $value): void
    {
        $this->names[$name] = $value;
    }

    public function get(string $name): mixed
    {
        for ($scope = $this; $scope !== null; $scope = $scope->outer) {
            if (array_key_exists($name, $scope->names)) {
                return $scope->names[$name];
            }
        }
        throw new LispError("$name is not defined");
    }

    public function set(string $name, mixed $value): void
    {
        for ($scope = $this; $scope !== null; $scope = $scope->outer) {
            if (array_key_exists($name, $scope->names)) {
                $scope->names[$name] = $value;
                return;
            }
        }
        throw new LispError("cannot set $name: it is not defined");
    }
}

final class Lambda
{
    /** @param list<string> $parameters */
    public function __construct(
        public readonly array $parameters,
        public readonly ?string $rest,
        public readonly mixed $body,
        public readonly Scope $scope,
        public readonly bool $isMacro = false,
        public string $name = '',
    ) {
    }

    public function bind(array $arguments): Scope
    {
        $scope = new Scope($this->scope);
        $given = count($arguments);
        $wanted = count($this->parameters);
        if ($given < $wanted || ($this->rest === null && $given > $wanted)) {
            throw new LispError(sprintf('%s wants %s%d arguments, not %d', $this->name ?: 'lambda', $this->rest === null ? '' : 'at least ', $wanted, $given));
        }
        foreach ($this->parameters as $i => $parameter) {
            $scope->define($parameter, $arguments[$i]);
        }
        if ($this->rest !== null) {
            $scope->define($this->rest, Pair::list(array_slice($arguments, $wanted)));
        }
        return $scope;
    }
}

final class Reader
{
    /** @var list<string> */
    private array $tokens;
    private int $at = 0;

    public function __construct(string $source)
    {
        preg_match_all('~\s*(?:;[^\n]*\s*)*(,@|[()\'`,]|"(?:\\\\.|[^\\\\"])*"|[^\s()\'`,";]+)~', $source, $matches);
        $this->tokens = $matches[1];
    }

    public function forms(): iterable
    {
        while ($this->at < count($this->tokens)) {
            yield $this->read();
        }
    }

    private function read(): mixed
    {
        $token = $this->tokens[$this->at++] ?? throw new LispError('unexpected end of input');
        return match ($token) {
            '(' => $this->readList(),
            ')' => throw new LispError('unexpected )'),
            "'" => Pair::list([Symbol::of('quote'), $this->read()]),
            '`' => Pair::list([Symbol::of('quasiquote'), $this->read()]),
            ',' => Pair::list([Symbol::of('unquote'), $this->read()]),
            ',@' => Pair::list([Symbol::of('unquote-splicing'), $this->read()]),
            default => $this->atom($token),
        };
    }

    private function readList(): mixed
    {
        $items = [];
        $tail = null;
        while (($next = $this->tokens[$this->at] ?? null) !== ')') {
            if ($next === null) {
                throw new LispError('unclosed list');
            }
            if ($next === '.') {
                $this->at++;
                $tail = $this->read();
                continue;
            }
            $items[] = $this->read();
        }
        $this->at++;
        return Pair::list($items, $tail);
    }

    private function atom(string $token): mixed
    {
        if ($token[0] === '"') {
            return stripcslashes(substr($token, 1, -1));
        }
        if (is_numeric($token)) {
            return $token + 0;
        }
        return match ($token) {
            '#t' => true,
            '#f' => false,
            default => Symbol::of($token),
        };
    }
}

final class Printer
{
    public static function show(mixed $value, bool $quote = true): string
    {
        return match (true) {
            $value === null => '()',
            $value === true => '#t',
            $value === false => '#f',
            is_string($value) => $quote ? '"' . addcslashes($value, "\\\"\n") . '"' : $value,
            is_float($value) => rtrim(rtrim(sprintf('%.10F', $value), '0'), '.'),
            is_int($value) => (string) $value,
            $value instanceof Symbol => $value->name,
            $value instanceof Pair => self::pair($value, $quote),
            $value instanceof Lambda => '#<' . ($value->isMacro ? 'macro' : 'lambda') . ($value->name === '' ? '' : " $value->name") . '>',
            $value instanceof \Closure => '#<builtin>',
            default => '#<' . get_debug_type($value) . '>',
        };
    }

    private static function pair(Pair $pair, bool $quote): string
    {
        $parts = [];
        for ($cell = $pair; $cell instanceof Pair; $cell = $cell->rest) {
            $parts[] = self::show($cell->first, $quote);
        }
        if ($cell !== null) {
            array_push($parts, '.', self::show($cell, $quote));
        }
        return '(' . implode(' ', $parts) . ')';
    }
}

final class Interpreter
{
    public readonly Scope $global;
    public int $steps = 0;

    public function __construct()
    {
        $this->global = new Scope();
        foreach ($this->builtins() as $name => $function) {
            $this->global->define($name, $function);
        }
    }

    public function run(string $source): mixed
    {
        $result = null;
        foreach ((new Reader($source))->forms() as $form) {
            $result = $this->evaluate($form, $this->global);
        }
        return $result;
    }

    private function evaluate(mixed $form, Scope $scope): mixed
    {
        while (true) {
            $this->steps++;
            if ($form instanceof Symbol) {
                return $scope->get($form->name);
            }
            if (!$form instanceof Pair) {
                return $form;
            }
            $head = $form->first;
            $rest = $form->rest;
            if ($head instanceof Symbol) {
                switch ($head->name) {
                    case 'quote':
                        return $rest->first;
                    case 'quasiquote':
                        return $this->quasi($rest->first, $scope);
                    case 'if':
                        $form = $this->evaluate($rest->first, $scope) !== false ? $rest->rest->first : ($rest->rest->rest?->first);
                        continue 2;
                    case 'define':
                        return $this->define($rest, $scope);
                    case 'define-macro':
                        $macro = $this->lambda($rest->first->rest, $rest->rest, $scope, true, $rest->first->first->name);
                        $scope->define($macro->name, $macro);
                        return $rest->first->first;
                    case 'set!':
                        $scope->set($rest->first->name, $this->evaluate($rest->rest->first, $scope));
                        return null;
                    case 'lambda':
                        return $this->lambda($rest->first, $rest->rest, $scope);
                    case 'begin':
                        $form = $this->allButLast($rest, $scope);
                        continue 2;
                    case 'let':
                        $inner = new Scope($scope);
                        foreach ($rest->first ?? [] as $binding) {
                            $inner->define($binding->first->name, $this->evaluate($binding->rest->first, $scope));
                        }
                        $scope = $inner;
                        $form = $this->allButLast($rest->rest, $scope);
                        continue 2;
                    case 'cond':
                        foreach ($rest as $clause) {
                            if ($clause->first === Symbol::of('else') || $this->evaluate($clause->first, $scope) !== false) {
                                $form = $this->allButLast($clause->rest, $scope);
                                continue 3;
                            }
                        }
                        return null;
                    case 'and':
                        $value = true;
                        foreach ($rest ?? [] as $part) {
                            if (($value = $this->evaluate($part, $scope)) === false) {
                                return false;
                            }
                        }
                        return $value;
                    case 'try':
                        try {
                            return $this->evaluate($rest->first, $scope);
                        } catch (LispError $error) {
                            $handler = $this->evaluate($rest->rest->first, $scope);
                            return $this->apply($handler, [$error->getMessage()]);
                        } finally {
                            $this->steps += 1000;
                        }
                }
            }
            $function = $this->evaluate($head, $scope);
            if ($function instanceof Lambda && $function->isMacro) {
                $form = $this->apply($function, iterator_to_array($rest ?? new ArrayIterator(), false));
                continue;
            }
            $arguments = [];
            for ($cell = $rest; $cell !== null; $cell = $cell->rest) {
                $arguments[] = $this->evaluate($cell->first, $scope);
            }
            if ($function instanceof Lambda) {
                $scope = $function->bind($arguments);
                $form = $this->allButLast($function->body, $scope);
                continue;
            }
            if ($function instanceof \Closure) {
                return $this->native($function, $arguments);
            }
            throw new LispError(Printer::show($function) . ' cannot be called');
        }
    }

    private function native(\Closure $function, array $arguments): mixed
    {
        try {
            return $function(...$arguments);
        } catch (\TypeError | \ArithmeticError $error) {
            throw new LispError(get_class($error) . ' in a builtin', previous: $error);
        }
    }

    /** Evaluates a body up to its last form, which is the caller's to evaluate: that makes tail calls loops. */
    private function allButLast(?Pair $body, Scope $scope): mixed
    {
        if ($body === null) {
            return null;
        }
        for (; $body->rest !== null; $body = $body->rest) {
            $this->evaluate($body->first, $scope);
        }
        return $body->first;
    }

    private function define(Pair $rest, Scope $scope): Symbol
    {
        if ($rest->first instanceof Pair) {
            $name = $rest->first->first;
            $value = $this->lambda($rest->first->rest, $rest->rest, $scope, false, $name->name);
        } else {
            $name = $rest->first;
            $value = $this->evaluate($rest->rest->first, $scope);
            if ($value instanceof Lambda && $value->name === '') {
                $value->name = $name->name;
            }
        }
        $scope->define($name->name, $value);
        return $name;
    }

    private function lambda(mixed $parameters, ?Pair $body, Scope $scope, bool $isMacro = false, string $name = ''): Lambda
    {
        $names = [];
        for (; $parameters instanceof Pair; $parameters = $parameters->rest) {
            $names[] = $parameters->first->name;
        }
        return new Lambda($names, $parameters?->name, $body, $scope, $isMacro, $name);
    }

    public function apply(mixed $function, array $arguments): mixed
    {
        if ($function instanceof Lambda) {
            $scope = $function->bind($arguments);
            return $this->evaluate($this->allButLast($function->body, $scope), $scope);
        }
        return $this->native($function, $arguments);
    }

    private function quasi(mixed $form, Scope $scope): mixed
    {
        if (!$form instanceof Pair) {
            return $form;
        }
        if ($form->first === Symbol::of('unquote')) {
            return $this->evaluate($form->rest->first, $scope);
        }
        if ($form->first instanceof Pair && $form->first->first === Symbol::of('unquote-splicing')) {
            $items = $this->evaluate($form->first->rest->first, $scope);
            return Pair::list($items === null ? [] : [...$items], $this->quasi($form->rest, $scope));
        }
        return new Pair($this->quasi($form->first, $scope), $this->quasi($form->rest, $scope));
    }

    /** @return array<string, \Closure> */
    private function builtins(): array
    {
        $compare = fn (\Closure $holds) => function (int|float|string ...$values) use ($holds): bool {
            for ($i = 1; $i < count($values); $i++) {
                if (!$holds($values[$i - 1], $values[$i])) {
                    return false;
                }
            }
            return true;
        };
        return [
            '+' => fn (int|float ...$n) => array_sum($n),
            '*' => fn (int|float ...$n) => array_product($n),
            '-' => fn (int|float $a, int|float ...$n) => $n === [] ? -$a : $a - array_sum($n),
            '/' => fn (int|float $a, int|float $b) => $a / $b,
            'quotient' => intdiv(...),
            'modulo' => fn (int $a, int $b) => (($a % $b) + $b) % $b,
            'sqrt' => sqrt(...),
            '=' => $compare(static fn ($a, $b) => $a == $b),
            '<' => $compare(static fn ($a, $b) => $a < $b),
            '>' => $compare(static fn ($a, $b) => $a > $b),
            '<=' => $compare(static fn ($a, $b) => $a <= $b),
            'eq?' => static fn ($a, $b) => $a === $b,
            'equal?' => static fn ($a, $b) => Printer::show($a) === Printer::show($b),
            'not' => static fn ($a) => $a === false,
            'cons' => static fn ($a, $b) => new Pair($a, $b),
            'car' => static fn (Pair $p) => $p->first,
            'cdr' => static fn (Pair $p) => $p->rest,
            'set-car!' => static function (Pair $p, $value): void {
                $p->first = $value;
            },
            'list' => static fn (...$items) => Pair::list($items),
            'null?' => is_null(...),
            'pair?' => static fn ($a) => $a instanceof Pair,
            'number?' => static fn ($a) => is_int($a) || is_float($a),
            'string?' => is_string(...),
            'symbol?' => static fn ($a) => $a instanceof Symbol,
            'apply' => fn ($f, Pair $arguments) => $this->apply($f, [...$arguments]),
            'string-append' => static fn (string ...$s) => implode('', $s),
            'string-length' => strlen(...),
            'string-upcase' => strtoupper(...),
            'number->string' => static fn (int|float $n) => Printer::show($n),
            'string->list' => static fn (string $s) => Pair::list($s === '' ? [] : str_split($s)),
            'string<?' => static fn (string $a, string $b) => strcmp($a, $b) < 0,
            'sort' => fn (?Pair $list, $less) => $this->sort($list, $less),
            'error' => static fn (string $message, ...$more) => throw new LispError($message . implode('', array_map(fn ($v) => ' ' . Printer::show($v), $more))),
            'display' => static function (...$values): void {
                foreach ($values as $value) {
                    echo Printer::show($value, false);
                }
            },
            'newline' => static function (): void {
                echo "\n";
            },
            'write' => static function ($value): void {
                echo Printer::show($value), "\n";
            },
        ];
    }

    private function sort(?Pair $list, mixed $less): ?Pair
    {
        $items = $list === null ? [] : [...$list];
        usort($items, fn ($a, $b) => $this->apply($less, [$a, $b]) !== false ? -1 : ($this->apply($less, [$b, $a]) !== false ? 1 : 0));
        return Pair::list($items);
    }
}

$lisp = new Interpreter();
$lisp->run(file_get_contents(__DIR__ . '/program.lisp'));
echo "steps: $lisp->steps\n";

foreach (['(car 1)', '(undefined-function 1)', '(1 2)', '(define (f x) x) (f)', '(', ')', '(/ 1 0)', '(set! nowhere 1)', '((lambda (a . r) r))', '(error "own" (list 1 "two" \'three))'] as $wrong) {
    try {
        echo Printer::show($lisp->run($wrong)), "\n";
    } catch (LispError $error) {
        echo $wrong, ' => ', $error->getMessage(), $error->getPrevious() ? ' <- ' . get_class($error->getPrevious()) : '', "\n";
    }
}
