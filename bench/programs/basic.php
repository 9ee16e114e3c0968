<?php
// A little BASIC: lexer with preg, recursive descent, line numbers, GOSUB, arrays, strings.
class BasicError extends Exception {
    public ?int $basicLine = null;
}
class Basic {
    private array $lines = [], $vars = [], $arrays = [], $stack = [], $loops = [], $data = [];
    private int $dataAt = 0;
    private int $pc = 0;
    private array $order = [];
    private array $tok = [];
    private int $pos = 0;
    private bool $jumped = false;
    public int $steps = 0;
    private string $out = '';
    const PATTERN = '~\s*(?:(?<num>\d+(?:\.\d+)?(?:E[+-]?\d+)?)|(?<str>"[^"]*")|(?<id>[A-Z][A-Z0-9]*\$?)|(?<op><>|<=|>=|[-+*/^=<>(),;:]))~Ai';
    public function load(string $source): static {
        foreach (preg_split('/\R/', trim($source)) as $line) {
            if (!preg_match('/^\s*(\d+)\s+(.*)$/', $line, $m)) throw new BasicError("Bad line: $line");
            $this->lines[(int) $m[1]] = $this->lex($m[2]);
        }
        ksort($this->lines);
        $this->order = array_keys($this->lines);
        foreach ($this->lines as $t) if ($t && $t[0] == ['id', 'DATA']) for ($i = 1; $i < count($t);
            $i++) if ($t[$i][0] !== 'op') $this->data[] = $t[$i][1];
        return $this;
    }
    private function lex(string $s): array {
        $at = 0;
        $out = [];
        if (stripos($s, 'REM') === 0) return [];
        while ($at < strlen(rtrim($s))) {
            if (!preg_match(self::PATTERN, $s, $m, PREG_UNMATCHED_AS_NULL, $at)) throw new BasicError("Cannot read at '" .
                substr($s, $at, 8) . "'");
            $at += strlen($m[0]);
            foreach (['num', 'str', 'id', 'op'] as $k) if (isset($m[$k])) {
                $out[] = [$k, match ($k) { 'num' => $m[$k] + 0, 'str' => substr($m[$k], 1, -1), 'id' => strtoupper($m[$k]),
                    'op' => $m[$k] }];
                break;
            }
        }
        return $out;
    }
    public function run(int $limit = 100000): string {
        $this->pc = 0;
        while ($this->pc < count($this->order)) {
            $line = $this->order[$this->pc];
            $this->tok = $this->lines[$line];
            $this->pos = 0;
            $this->jumped = false;
            try {
                do {
                    if (++$this->steps > $limit) throw new BasicError('Out of time');
                    if ($this->statement() === false) return $this->out;
                }
                while (!$this->jumped && $this->accept('op', ':'));
                if (!$this->jumped && $this->pos < count($this->tok) ) throw new BasicError('Unexpected ' . $this->tok[$this->pos][1]);
            }  catch (BasicError $e) {
                $e->basicLine ??= $line;
                throw $e;
            }  catch (DivisionByZeroError $e) {
                $x = new BasicError('Division by zero', 11, $e);
                $x->basicLine = $line;
                throw $x;
            }
            if (!$this->jumped) $this->pc++;
        }
        return $this->out;
    }
    private function accept(string $k, $v = null) {
        $t = $this->tok[$this->pos] ?? null;
        if ($t && $t[0] === $k && ($v === null || $t[1] === $v)) {
            $this->pos++;
            return $v === null ? $t[1] : true;
        }
        return false;
    }
    private function expect(string $k, $v = null) {
        $r = $this->accept($k, $v);
        if ($r === false) throw new BasicError('Expected ' . ($v ?? $k));
        return $r;
    }
    private function jump(int $n): void {
        $p = array_search($n, $this->order, true);
        if ($p === false) throw new BasicError("No line $n");
        $this->pc = $p;
        $this->jumped = true;
    }
    private function statement() {
        if (!isset($this->tok[$this->pos])) return;
        $word = $this->expect('id');
        switch ($word) {
            case 'PRINT': $nl = true;
            while (isset($this->tok[$this->pos]) && $this->tok[$this->pos] != ['op', ':'] && $this->tok[$this->pos] != ['id', 'ELSE']) {
                if ($this->accept('op', ';')) {
                    $nl = false;
                    continue;
                }
                if ($this->accept('op', ',')) {
                    $this->out .= "\t";
                    continue;
                }
                $v = $this->expr();
                $this->out .= is_string($v) ? $v : ($v >= 0 ? ' ' : '') . $v . ' ';
                $nl = true;
            }
            if ($nl) $this->out .= "\n";
            return;
            case 'GOTO': $this->jump((int) $this->expr());
            return;
            case 'GOSUB': $n = (int) $this->expr();
            $this->stack[] = $this->pc + 1;
            $this->jump($n);
            return;
            case 'RETURN': if (!$this->stack) throw new BasicError('RETURN without GOSUB');
            $this->pc = array_pop($this->stack);
            $this->jumped = true;
            return;
            case 'IF': $c = $this->expr();
            $this->expect('id', 'THEN');
            if ($c) {
                if (($n = $this->accept('num')) !== false) $this->jump($n);
                else return $this->statement();
            }  else {
                $this->pos = count($this->tok);
                foreach ($this->tok as $i => $t) if ($t === ['id', 'ELSE']) {
                    $this->pos = $i + 1;
                    return $this->statement();
                }
            }
            return;
            case 'ELSE': $this->pos = count($this->tok);
            return;
            case 'FOR': $v = $this->expect('id');
            $this->expect('op', '=');
            $this->vars[$v] = $this->expr();
            $this->expect('id', 'TO');
            $to = $this->expr();
            $step = $this->accept('id', 'STEP') ? $this->expr() : 1;
            $this->loops[] = [$v, $to, $step, $this->pc];
            return;
            case 'NEXT': $this->accept('id');
            [$v, $to, $step, $at] = end($this->loops) ?: throw new BasicError('NEXT without FOR');
            $this->vars[$v] += $step;
            if ($step > 0 ? $this->vars[$v] <= $to : $this->vars[$v] >= $to) {
                $this->pc = $at + 1;
                $this->jumped = true;
            }  else array_pop($this->loops);
            return;
            case 'DIM': do {
                $n = $this->expect('id');
                $this->expect('op', '(');
                $this->arrays[$n] = array_fill(0, (int) $this->expr() + 1, str_ends_with($n, '$') ? '' : 0);
                $this->expect('op', ')');
            }
            while ($this->accept('op', ','));
            return;
            case 'READ': do {
                $n = $this->expect('id');
                if (!array_key_exists($this->dataAt, $this->data)) throw new BasicError('Out of data');
                $this->vars[$n] = $this->data[$this->dataAt++];
            }
            while ($this->accept('op', ','));
            return;
            case 'DATA': $this->pos = count($this->tok);
            return;
            case 'END': return false;
            case 'LET': $word = $this->expect('id');
            default: if ($this->accept('op', '(')) {
                if (!isset($this->arrays[$word])) throw new BasicError("No array $word");
                $i = (int) $this->expr();
                $this->expect('op', ')');
                if (!array_key_exists($i, $this->arrays[$word])) throw new BasicError("Subscript $i out of range");
                $ref = &$this->arrays[$word][$i];
            }  else $ref = &$this->vars[$word];
            $this->expect('op', '=');
            $ref = $this->expr();
        }
    }
    private function expr() {
        $l = $this->conj();
        while ($this->accept('id', 'OR')) {
            $r = $this->conj();
            $l = $l || $r ? -1 : 0;
        }
        return $l;
    }
    private function conj() {
        $l = $this->rel();
        while ($this->accept('id', 'AND')) {
            $r = $this->rel();
            $l = $l && $r ? -1 : 0;
        }
        return $l;
    }
    private function rel() {
        $l = $this->sum();
        foreach (['=', '<>', '<=', '>=', '<', '>'] as $o) if ($this->accept('op', $o)) {
            $r = $this->sum();
            $c = is_string($l) ? strcmp($l, $r) : $l <=> $r;
            return match ($o) { '=' => $c == 0, '<>' => $c != 0, '<' => $c < 0, '>' => $c > 0, '<=' => $c <= 0, '>=' => $c >= 0 } ? -1 : 0;
        }
        return $l;
    }
    private function sum() {
        $l = $this->term();
        for (;;) {
            if ($this->accept('op', '+')) {
                $r = $this->term();
                $l = is_string($l) ? $l . $r : $l + $r;
            }  elseif ($this->accept('op', '-')) $l -= $this->term();
            else return $l;
        }
    }
    private function term() {
        $l = $this->power();
        for (;;) {
            if ($this->accept('op', '*')) $l *= $this->power();
            elseif ($this->accept('op', '/')) $l /= $this->power();
            elseif ($this->accept('id', 'MOD')) $l %= $this->power();
            else return $l;
        }
    }
    private function power() {
        $l = $this->unary();
        return $this->accept('op', '^') ? $l ** $this->power() : $l;
    }
    private function unary() {
        return $this->accept('op', '-') ? -$this->unary() : $this->atom();
    }
    private function atom() {
        if ($this->accept('op', '(')) {
            $v = $this->expr();
            $this->expect('op', ')');
            return $v;
        }
        foreach (['num', 'str'] as $k) if (($v = $this->accept($k)) !== false) return $v;
        $id = $this->expect('id');
        if ($this->accept('op', '(')) {
            $args = [];
            do $args[] = $this->expr();
            while ($this->accept('op', ','));
            $this->expect('op', ')');
            static $fn;
            $fn ??= ['INT' => fn ($x) => (int) floor($x), 'SQR' => sqrt(...), 'ABS' => 'abs', 'LEN' => strlen(...), 'CHR$' => chr(...),
                'LEFT$' => fn ($s, $n) => substr($s, 0, $n), 'MID$' => fn ($s, $a, $n = null) => substr($s, $a - 1, $n),
                'STR$' => strval(...), 'VAL' => floatval(...), 'ASC' => ord(...)];
            if (isset($this->arrays[$id])) return $this->arrays[$id][(int) $args[0]] ?? throw new BasicError("Subscript $args[0] out of range");
            if (isset($fn[$id])) return $fn[$id](...$args);
            throw new BasicError("No function $id");
        }
        return $this->vars[$id] ?? (str_ends_with($id, '$') ? '' : 0);
    }
}
$programs = [ "10 REM primes\n20 DIM S(800)\n30 FOR I=2 TO 800\n40 IF S(I)=1 THEN 90\n50 PRINT I;\n60 FOR J=I*2 TO 800 STEP I\n70 LET S(J)=1\n80 NEXT J\n90 NEXT I\n100 PRINT", "10 A=1:B=1:FOR I=1 TO 20:PRINT A;\n20 C=A+B:A=B:B=C\n30 NEXT\n40 PRINT \"DONE\"", "10 READ N\$,A\n20 IF N\$=\"END\" THEN 60\n30 T=T+A : C=C+1\n40 PRINT N\$,A,LEFT\$(N\$,2);\"-\";MID\$(N\$,2);LEN(N\$)\n50 GOTO 10\n60 PRINT \"MEAN\";T/C\n70 DATA \"ANN\",12,\"BOB\",7.5,\"CAROL\",31,\"END\",0", "10 FOR N=1 TO 5\n20 GOSUB 100\n30 PRINT N;\"!=\";F\n40 NEXT N\n50 END\n100 F=1\n110 FOR K=1 TO N\n120 F=F*K\n130 NEXT K\n140 RETURN", "10 X=5\n20 PRINT 10/(X-5)", "10 GOTO 999", "10 PRINT FOO(1)", "10 NEXT", "10 DIM A(3)\n20 A(4)=1", "10 PRINT @", "HELLO", "10 READ Q", "10 X=X+1\n20 GOTO 10", "10 PRINT 2^3^2;-2^2;7 MOD 3;1=1;\"A\"<\"B\";SQR(2);INT(-2.5);1E3;VAL(\"3.5X\");ASC(\"A\")\n20 IF 1=2 THEN PRINT \"NO\" ELSE PRINT \"ELSE\"", ];
foreach ($programs as $i => $source) {
    $b = new Basic;
    try {
        echo $b->load($source)->run(20000);
    }  catch (BasicError $e) {
        printf("? %s in %s (%d)%s\n", $e->getMessage(), $e->basicLine ?? 'load', $e->getCode(),
            $e->getPrevious() ? ' after ' . get_class($e->getPrevious()) : '');
    }
    echo "-- $i: {$b->steps} steps\n";
}
$b = new Basic;
echo $b->load("10 FOR I=1 TO 3000\n20 X=X+I*2-INT(I/3):IF X>1000 AND I MOD 2=0 THEN X=X-999\n30 NEXT\n40 PRINT X")->run();
