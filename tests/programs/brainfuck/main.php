<?php

// A brainf*ck interpreter: source is compiled to instructions, runs of + - < > are folded, [-] and copy loops
// become one instruction, and a flat loop executes them. Runs every .b file beside it.

declare(strict_types=1);

enum Op: int
{
    case Add = 0;
    case Move = 1;
    case Out = 2;
    case In = 3;
    case Open = 4;
    case Close = 5;
    case Clear = 6;
    case Multiply = 7;
}

final class SyntaxError extends Exception
{
}

final class Program
{
    /** @var list<array{Op, int, int}> */
    private array $code = [];

    public function __construct(string $source)
    {
        $open = [];
        $line = 1;
        foreach (str_split($source) as $char) {
            switch ($char) {
                case "\n":
                    $line++;
                    break;
                case '+':
                    $this->fold(Op::Add, 1);
                    break;
                case '-':
                    $this->fold(Op::Add, -1);
                    break;
                case '>':
                    $this->fold(Op::Move, 1);
                    break;
                case '<':
                    $this->fold(Op::Move, -1);
                    break;
                case '.':
                    $this->code[] = [Op::Out, 0, 0];
                    break;
                case ',':
                    $this->code[] = [Op::In, 0, 0];
                    break;
                case '[':
                    $open[] = [count($this->code), $line];
                    $this->code[] = [Op::Open, 0, 0];
                    break;
                case ']':
                    [$start] = array_pop($open) ?? throw new SyntaxError("Unexpected ] on line $line");
                    $this->close($start);
                    break;
            }
        }
        if ($open !== []) {
            throw new SyntaxError("Unclosed [ of line {$open[0][1]}");
        }
    }

    private function fold(Op $op, int $amount): void
    {
        $last = array_key_last($this->code);
        if ($last !== null && $this->code[$last][0] === $op) {
            $this->code[$last][1] += $amount;
        } else {
            $this->code[] = [$op, $amount, 0];
        }
    }

    private function close(int $start): void
    {
        $body = array_slice($this->code, $start + 1);
        $deltas = $this->multiplication($body);
        if ($deltas !== null) {
            array_splice($this->code, $start);
            foreach ($deltas as $offset => $factor) {
                $this->code[] = [Op::Multiply, $offset, $factor];
            }
            $this->code[] = [Op::Clear, 0, 0];
            return;
        }
        $this->code[$start][1] = count($this->code);
        $this->code[] = [Op::Close, $start, 0];
    }

    /**
     * A loop of + - < > that ends where it began and takes one from its counter adds multiples of the counter.
     *
     * @return array<int, int>|null offset => factor
     */
    private function multiplication(array $body): ?array
    {
        $at = 0;
        $deltas = [];
        foreach ($body as [$op, $amount]) {
            if ($op === Op::Move) {
                $at += $amount;
            } elseif ($op === Op::Add) {
                $deltas[$at] ??= 0;
                $deltas[$at] += $amount;
            } else {
                return null;
            }
        }
        if ($at !== 0 || ($deltas[0] ?? 0) !== -1) {
            return null;
        }
        unset($deltas[0]);
        ksort($deltas);
        return $deltas;
    }

    /** @return array<string, int> */
    public function statistics(): array
    {
        $counts = [];
        foreach ($this->code as [$op]) {
            $counts[$op->name] = ($counts[$op->name] ?? 0) + 1;
        }
        ksort($counts);
        return $counts;
    }

    public function run(string $input): string
    {
        $ops = array_map(fn (array $i): int => $i[0]->value, $this->code);
        $first = array_column($this->code, 1);
        $second = array_column($this->code, 2);
        $cells = array_fill(0, 3000, 0);
        $at = $read = $pc = 0;
        $end = count($ops);
        $output = '';
        while ($pc < $end) {
            switch ($ops[$pc]) {
                case 0:
                    $cells[$at] = ($cells[$at] + $first[$pc]) & 255;
                    break;
                case 1:
                    $at += $first[$pc];
                    break;
                case 2:
                    $output .= chr($cells[$at]);
                    break;
                case 3:
                    $cells[$at] = $read < strlen($input) ? ord($input[$read++]) : 0;
                    break;
                case 4:
                    if ($cells[$at] === 0) {
                        $pc = $first[$pc];
                    }
                    break;
                case 5:
                    if ($cells[$at] !== 0) {
                        $pc = $first[$pc];
                    }
                    break;
                case 6:
                    $cells[$at] = 0;
                    break;
                case 7:
                    $cells[$at + $first[$pc]] = ($cells[$at + $first[$pc]] + $cells[$at] * $second[$pc]) & 255;
                    break;
            }
            $pc++;
        }
        return $output;
    }
}

$inputs = ['reverse' => 'stressed desserts'];
foreach (glob(__DIR__ . '/*.b') as $file) {
    $name = basename($file, '.b');
    echo "== $name\n";
    $program = new Program(file_get_contents($file));
    foreach ($program->statistics() as $op => $count) {
        echo "$op $count, ";
    }
    echo "\n", $program->run($inputs[$name] ?? ''), "\n";
}
foreach (["+[>\n+]]", "[[\n[]"] as $wrong) {
    try {
        new Program($wrong);
    } catch (SyntaxError $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
