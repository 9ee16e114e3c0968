<?php

// A calculator: a generator tokenizes, a Pratt parser builds expression objects, and they are evaluated,
// simplified, differentiated and printed. Enums, match, closures, readonly classes, exceptions.

declare(strict_types=1);

namespace Calculator;

use Closure;
use Generator;

final class CalculatorException extends \Exception
{
    public static function at(string $source, int $offset, string $message): self
    {
        return new self(sprintf("%s\n  %s\n  %s^", $message, $source, str_repeat(' ', $offset)));
    }
}

enum Kind
{
    case Number;
    case Name;
    case Operator;
    case Open;
    case Close;
    case Comma;
    case Assign;
    case End;
}

enum Operator: string
{
    case Add = '+';
    case Subtract = '-';
    case Multiply = '*';
    case Divide = '/';
    case Modulo = '%';
    case Power = '^';

    const string COMMUTATIVE = '+*';

    public function precedence(): int
    {
        return match ($this) {
            self::Add, self::Subtract => 10,
            self::Multiply, self::Divide, self::Modulo => 20,
            self::Power => 40,
        };
    }

    public function isRightAssociative(): bool
    {
        return $this === self::Power;
    }

    public function isCommutative(): bool
    {
        return str_contains(self::COMMUTATIVE, $this->value);
    }

    public function apply(int|float $a, int|float $b): int|float
    {
        return match ($this) {
            self::Add => $a + $b,
            self::Subtract => $a - $b,
            self::Multiply => $a * $b,
            self::Divide => $b == 0 ? throw new \DivisionByZeroError('division by zero') : $a / $b,
            self::Modulo => is_int($a) && is_int($b) ? $a % $b : fmod($a, $b),
            self::Power => $a ** $b,
        };
    }
}

final readonly class Token
{
    public function __construct(public Kind $kind, public string $text, public int $offset)
    {
    }
}

/** @return Generator<int, Token, void, int> the count of characters read */
function tokenize(string $source): Generator
{
    $rules = [
        '\s+' => null,
        '\d+(?:\.\d+)?(?:e[+-]?\d+)?' => Kind::Number,
        '[a-z_]\w*' => Kind::Name,
        '[-+*/%^]' => Kind::Operator,
        '\(' => Kind::Open,
        '\)' => Kind::Close,
        ',' => Kind::Comma,
        '=' => Kind::Assign,
    ];
    $offset = 0;
    next:
    while ($offset < strlen($source)) {
        foreach ($rules as $rule => $kind) {
            if (preg_match("~$rule~Ai", $source, $match, 0, $offset)) {
                if ($kind !== null) {
                    yield $offset => new Token($kind, $match[0], $offset);
                }
                $offset += strlen($match[0]);
                goto next;
            }
        }
        throw CalculatorException::at($source, $offset, "Unexpected character '$source[$offset]'");
    }
    yield $offset => new Token(Kind::End, '', $offset);
    return $offset;
}

interface Expression extends \Stringable
{
    public function evaluate(Scope $scope): int|float;

    public function derive(string $name): self;

    public function simplify(): self;
}

trait Describes
{
    public function __toString(): string
    {
        return $this->describe(0);
    }

    abstract public function describe(int $outer): string;

    public function simplify(): Expression
    {
        return $this;
    }
}

final readonly class Number implements Expression
{
    use Describes;

    public function __construct(public int|float $value)
    {
    }

    public function evaluate(Scope $scope): int|float
    {
        return $this->value;
    }

    public function derive(string $name): Expression
    {
        return new self(0);
    }

    public function describe(int $outer): string
    {
        return $this->value < 0 ? "($this->value)" : (string) $this->value;
    }
}

final readonly class Variable implements Expression
{
    use Describes;

    public function __construct(public string $name)
    {
    }

    public function evaluate(Scope $scope): int|float
    {
        return $scope->value($this->name);
    }

    public function derive(string $name): Expression
    {
        return new Number((int) ($name === $this->name));
    }

    public function describe(int $outer): string
    {
        return $this->name;
    }
}

final readonly class Negation implements Expression
{
    use Describes {
        simplify as private unchanged;
    }

    public function __construct(public Expression $operand)
    {
    }

    public function evaluate(Scope $scope): int|float
    {
        return -$this->operand->evaluate($scope);
    }

    public function derive(string $name): Expression
    {
        return new self($this->operand->derive($name));
    }

    public function simplify(): Expression
    {
        $operand = $this->operand->simplify();
        return match (true) {
            $operand instanceof Number => new Number(-$operand->value),
            $operand instanceof self => $operand->operand,
            $operand === $this->operand => $this->unchanged(),
            default => new self($operand),
        };
    }

    public function describe(int $outer): string
    {
        return '-' . $this->operand->describe(30);
    }
}

final readonly class Binary implements Expression
{
    use Describes;

    public function __construct(public Operator $operator, public Expression $left, public Expression $right)
    {
    }

    public function evaluate(Scope $scope): int|float
    {
        return $this->operator->apply($this->left->evaluate($scope), $this->right->evaluate($scope));
    }

    public function derive(string $name): Expression
    {
        [$f, $g] = [$this->left, $this->right];
        [$df, $dg] = [$f->derive($name), $g->derive($name)];
        $make = static fn (Operator $operator): Closure => static fn (Expression $a, Expression $b): Expression => new Binary($operator, $a, $b);
        $times = $make(Operator::Multiply);
        return match ($this->operator) {
            Operator::Add, Operator::Subtract => new self($this->operator, $df, $dg),
            Operator::Multiply => $make(Operator::Add)($times($df, $g), $times($f, $dg)),
            Operator::Divide => $make(Operator::Divide)(
                $make(Operator::Subtract)($times($df, $g), $times($f, $dg)),
                $make(Operator::Power)($g, new Number(2)),
            ),
            Operator::Power => $g instanceof Number
                ? $times($times($g, $make(Operator::Power)($f, new Number($g->value - 1))), $df)
                : throw new CalculatorException("Cannot derive $this"),
            default => throw new CalculatorException("Cannot derive $this"),
        };
    }

    public function simplify(): Expression
    {
        [$a, $b] = [$this->left->simplify(), $this->right->simplify()];
        if ($a instanceof Number && $b instanceof Number) {
            return new Number($this->operator->apply($a->value, $b->value));
        }
        $is = fn (Expression $e, int $n): bool => $e instanceof Number && $e->value == $n;
        return match ($this->operator) {
            Operator::Add => $is($a, 0) ? $b : ($is($b, 0) ? $a : new self($this->operator, $a, $b)),
            Operator::Subtract => $is($b, 0) ? $a : ($is($a, 0) ? new Negation($b) : new self($this->operator, $a, $b)),
            Operator::Multiply => match (true) {
                $is($a, 0), $is($b, 0) => new Number(0),
                $is($a, 1) => $b,
                $is($b, 1) => $a,
                default => new self($this->operator, $a, $b),
            },
            Operator::Divide => $is($b, 1) ? $a : new self($this->operator, $a, $b),
            Operator::Power => $is($b, 1) ? $a : ($is($b, 0) ? new Number(1) : new self($this->operator, $a, $b)),
            default => new self($this->operator, $a, $b),
        };
    }

    public function describe(int $outer): string
    {
        $own = $this->operator->precedence();
        $text = sprintf(
            '%s %s %s',
            $this->left->describe($own + (int) $this->operator->isRightAssociative()),
            $this->operator->value,
            $this->right->describe($own + (int) !($this->operator->isRightAssociative() || $this->operator->isCommutative())),
        );
        return $own < $outer ? "($text)" : $text;
    }
}

final readonly class Call implements Expression
{
    use Describes;

    /** @var list<Expression> */
    public array $arguments;

    public function __construct(public string $name, Expression ...$arguments)
    {
        $this->arguments = $arguments;
    }

    public function evaluate(Scope $scope): int|float
    {
        return $scope->call($this->name, ...array_map(static fn (Expression $e) => $e->evaluate($scope), $this->arguments));
    }

    public function derive(string $name): Expression
    {
        return match ($this->name) {
            'sin' => new Binary(Operator::Multiply, new self('cos', ...$this->arguments), $this->arguments[0]->derive($name)),
            'cos' => new Negation(new Binary(Operator::Multiply, new self('sin', ...$this->arguments), $this->arguments[0]->derive($name))),
            default => throw new CalculatorException("Cannot derive $this"),
        };
    }

    public function describe(int $outer): string
    {
        return $this->name . '(' . implode(', ', $this->arguments) . ')';
    }
}

final class Scope
{
    /** @var array<string, int|float> */
    private array $values = ['pi' => M_PI, 'e' => M_E];
    /** @var array<string, Closure> */
    private array $functions = [];

    public function __construct()
    {
        foreach (['sin', 'cos', 'sqrt', 'abs', 'floor', 'max', 'min', 'round'] as $name) {
            $this->functions[$name] = $name(...);
        }
    }

    public function value(string $name): int|float
    {
        return $this->values[$name] ?? throw new CalculatorException("Unknown name $name");
    }

    public function call(string $name, int|float ...$arguments): int|float
    {
        $function = $this->functions[$name] ?? throw new CalculatorException("Unknown function $name");
        try {
            return $function(...$arguments);
        } catch (\ArgumentCountError) {
            throw new CalculatorException("Wrong number of arguments for $name: " . count($arguments));
        }
    }

    public function set(string $name, int|float $value): int|float
    {
        return $this->values[$name] = $value;
    }

    public function define(string $name, array $parameters, Expression $body): void
    {
        $this->functions[$name] = function (int|float ...$arguments) use ($name, $parameters, $body): int|float {
            if (count($arguments) !== count($parameters)) {
                throw new CalculatorException("$name wants " . count($parameters) . ' arguments');
            }
            $inner = clone $this;
            foreach (array_combine($parameters, $arguments) as $parameter => $argument) {
                $inner->set($parameter, $argument);
            }
            return $body->evaluate($inner);
        };
    }
}

final class Parser
{
    private Generator $tokens;

    public function __construct(private readonly string $source)
    {
        $this->tokens = tokenize($source);
    }

    public function statement(Scope $scope): string
    {
        $expression = $this->expression(0);
        $next = $this->tokens->current();
        if ($next->kind === Kind::Assign) {
            $this->tokens->next();
            $body = $this->expression(0);
            $this->end();
            if ($expression instanceof Variable) {
                return "$expression->name = " . $this->show($scope->set($expression->name, $body->evaluate($scope)));
            }
            if ($expression instanceof Call) {
                $names = array_map(fn (Expression $e) => $e instanceof Variable ? $e->name : $this->fail($next, 'A parameter must be a name'), $expression->arguments);
                $scope->define($expression->name, $names, $body);
                return "$expression = $body";
            }
            $this->fail($next, 'Cannot assign to this');
        }
        $this->end();
        if ($expression instanceof Call && $expression->name === 'd') {
            return (string) $expression->arguments[0]->derive('x')->simplify();
        }
        if ($expression instanceof Call && $expression->name === 'show') {
            return "{$expression->arguments[0]}  or  {$expression->arguments[0]->simplify()}";
        }
        return $this->show($expression->evaluate($scope));
    }

    private function show(int|float $value): string
    {
        return is_float($value) ? rtrim(rtrim(number_format($value, 10, '.', ''), '0'), '.') : (string) $value;
    }

    private function end(): void
    {
        $token = $this->tokens->current();
        $token->kind === Kind::End || $this->fail($token, "Unexpected '$token->text'");
    }

    private function expression(int $least): Expression
    {
        $left = $this->prefix();
        while (($token = $this->tokens->current())->kind === Kind::Operator) {
            $operator = Operator::from($token->text);
            $precedence = $operator->precedence();
            if ($precedence < $least) {
                break;
            }
            $this->tokens->next();
            $left = new Binary($operator, $left, $this->expression($precedence + (int) !$operator->isRightAssociative()));
        }
        return $left;
    }

    private function prefix(): Expression
    {
        $token = $this->tokens->current();
        $this->tokens->next();
        switch (true) {
            case $token->kind === Kind::Number:
                return new Number($token->text + 0);
            case $token->kind === Kind::Operator && $token->text === '-':
                return new Negation($this->expression(30));
            case $token->kind === Kind::Open:
                $inner = $this->expression(0);
                $this->close();
                return $inner;
            case $token->kind === Kind::Name:
                if ($this->tokens->current()->kind !== Kind::Open) {
                    return new Variable($token->text);
                }
                $this->tokens->next();
                $arguments = [];
                while ($this->tokens->current()->kind !== Kind::Close) {
                    $arguments[] = $this->expression(0);
                    if ($this->tokens->current()->kind !== Kind::Comma) {
                        break;
                    }
                    $this->tokens->next();
                }
                $this->close();
                return new Call($token->text, ...$arguments);
            default:
                $this->fail($token, $token->kind === Kind::End ? 'Unexpected end' : "Unexpected '$token->text' ({$token->kind->name})");
        }
    }

    private function close(): void
    {
        $token = $this->tokens->current();
        $token->kind === Kind::Close || $this->fail($token, 'Expected )');
        $this->tokens->next();
    }

    private function fail(Token $token, string $message): never
    {
        throw CalculatorException::at($this->source, $token->offset, $message);
    }
}

$scope = new Scope();
foreach (file(__DIR__ . '/input.txt', FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) as $line) {
    echo "> $line\n";
    try {
        echo (new Parser($line))->statement($scope), "\n";
    } catch (CalculatorException | \ArithmeticError $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}

$tokens = tokenize('1 + x');
foreach ($tokens as $offset => $token) {
    echo $offset, ' ', $token->kind->name, ' ', $token->text, "\n";
}
echo 'read ', $tokens->getReturn(), "\n";
