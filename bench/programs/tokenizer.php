<?php
// A lexer with one expression, a parser by precedence, and an evaluator over objects.
enum Kind { case Number; case Name; case Operator; case Open; case Close; case Comma; case End; }
final class Token {
    public function __construct(public readonly Kind $kind, public readonly string $text) {}
}
abstract class Node { abstract public function value(array $names): float; }
final class Number extends Node {
    public function __construct(private float $number) {}
    public function value(array $names): float { return $this->number; }
}
final class Name extends Node {
    public function __construct(private string $name) {}
    public function value(array $names): float { return $names[$this->name] ?? throw new DomainException("no $this->name"); }
}
final class Binary extends Node {
    public function __construct(private string $operator, private Node $left, private Node $right) {}
    public function value(array $names): float {
        $left = $this->left->value($names);
        $right = $this->right->value($names);
        return match ($this->operator) { '+' => $left + $right, '-' => $left - $right, '*' => $left * $right, '/' => $left / $right, '^' => $left ** $right };
    }
}
final class Call extends Node {
    public function __construct(private string $name, private array $arguments) {}
    public function value(array $names): float {
        return ($this->name)(...array_map(fn (Node $n) => $n->value($names), $this->arguments));
    }
}
final class Parser {
    private const POWER = ['+' => 1, '-' => 1, '*' => 2, '/' => 2, '^' => 3];
    private array $tokens = [];
    private int $at = 0;
    public function parse(string $text): Node {
        preg_match_all('~(?<Number>\d+(?:\.\d+)?)|(?<Name>[a-z_]\w*)|(?<Operator>[-+*/^])|(?<Open>\()|(?<Close>\))|(?<Comma>,)~', $text, $all, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
        $this->tokens = [];
        $this->at = 0;
        foreach ($all as $found) {
            foreach (Kind::cases() as $kind) {
                if (isset($found[$kind->name])) {
                    $this->tokens[] = new Token($kind, $found[$kind->name]);
                    break;
                }
            }
        }
        $this->tokens[] = new Token(Kind::End, '');
        return $this->expression(0);
    }
    private function next(): Token { return $this->tokens[$this->at++]; }
    private function expression(int $least): Node {
        $token = $this->next();
        $left = match ($token->kind) {
            Kind::Number => new Number((float) $token->text),
            Kind::Name => $this->name($token->text),
            Kind::Open => $this->inside(),
            default => throw new ParseError("unexpected $token->text"),
        };
        while (($power = self::POWER[$this->tokens[$this->at]->text] ?? 0) > $least) {
            $operator = $this->next()->text;
            $left = new Binary($operator, $left, $this->expression($operator === '^' ? $power - 1 : $power));
        }
        return $left;
    }
    private function inside(): Node {
        $node = $this->expression(0);
        $this->next();
        return $node;
    }
    private function name(string $name): Node {
        if ($this->tokens[$this->at]->kind !== Kind::Open) {
            return new Name($name);
        }
        $arguments = [];
        do {
            $this->at++;
            $arguments[] = $this->expression(0);
        } while ($this->tokens[$this->at]->kind === Kind::Comma);
        $this->at++;
        return new Call($name, $arguments);
    }
}
$parser = new Parser;
$sum = 0.0;
for ($i = 0; $i < 8000; $i++) {
    $node = $parser->parse("3 + x * (2 - y) ^ 2 / max(1, $i, sqrt(x + 4)) - 0.5 * (y + abs(x - $i) / 7)");
    for ($j = 0; $j < 5; $j++) {
        $sum += $node->value(['x' => $i, 'y' => $j]);
    }
}
printf("%.6f\n", $sum);
