<?php
// Moves of chess from positions in FEN: generators, copies of boards, counting to a depth.
class Board {
    const PIECES = ['P' => 1, 'N' => 2, 'B' => 3, 'R' => 4, 'Q' => 5, 'K' => 6];
    const OFF = ['N' => [-21, -19, -12, -8, 8, 12, 19, 21], 'B' => [-11, -9, 9, 11], 'R' => [-10, -1, 1, 10],
        'Q' => [-11, -9, 9, 11, -10, -1, 1, 10], 'K' => [-11, -9, 9, 11, -10, -1, 1, 10]];
    public array $sq;
    public string $turn = 'w';
    public string $castle = 'KQkq';
    public ?int $ep = null;
    public int $half = 0, $full = 1;
    static function fromFen(string $fen): Board {
        $b = new Board;
        [$rows, $b->turn, $b->castle, $ep, $half, $full] = explode(' ', $fen);
        $b->half = (int) $half;
        $b->full = (int) $full;
        $b->sq = array_fill(0, 120, '#');
        foreach (explode('/', $rows) as $r => $row) {
            $f = 0;
            foreach (str_split($row) as $ch) {
                if (ctype_digit($ch)) {
                    for ($i = 0; $i < (int) $ch; $i++) $b->sq[21 + $r * 10 + $f++] = '.';
                }  else $b->sq[21 + $r * 10 + $f++] = $ch;
            }
        }
        $b->ep = $ep === '-' ? null : self::square($ep);
        return $b;
    }
    static function square(string $name): int {
        return 21 + (8 - (int) $name[1]) * 10 + ord($name[0]) - 97;
    }
    static function name(int $s): string {
        return chr(97 + ($s - 21) % 10) . (8 - intdiv($s - 21, 10));
    }
    function fen(): string {
        $rows = [];
        for ($r = 0; $r < 8; $r++) {
            $row = '';
            for ($f = 0; $f < 8; $f++) $row .= $this->sq[21 + $r * 10 + $f];
            $rows[] = preg_replace_callback('/\.+/', fn ($m) => strlen($m[0]), $row);
        }
        return implode('/', $rows) . " $this->turn " . ($this->castle ?: '-') . ' ' .
            ($this->ep === null ? '-' : self::name($this->ep)) . " $this->half $this->full";
    }
    function own(string $p): bool {
        return $this->turn === 'w' ? ctype_upper($p) : ctype_lower($p);
    }
    function enemy(string $p): bool {
        return $this->turn === 'w' ? ctype_lower($p) : ctype_upper($p);
    }
    function attacked(int $s, string $by): bool {
        $up = $by === 'w';
        foreach (['N', 'K'] as $k) foreach (self::OFF[$k] as $d) if ($this->sq[$s + $d] === ($up ? $k : strtolower($k))) return true;
        foreach ($up ? [9, 11] : [-9, -11] as $d) if ($this->sq[$s + $d] === ($up ? 'P' : 'p')) return true;
        foreach (['B', 'R'] as $k) foreach (self::OFF[$k] as $d) {
            $t = $s + $d;
            while ($this->sq[$t] === '.') $t += $d;
            $p = $this->sq[$t];
            if ($p !== '#' && ctype_upper($p) === $up && (strtoupper($p) === $k || strtoupper($p) === 'Q')) return true;
        }
        return false;
    }
    function pseudo(): iterable {
        $white = $this->turn === 'w';
        $fwd = $white ? -10 : 10;
        foreach ($this->sq as $s => $p) {
            if ($p === '#' || $p === '.' || !$this->own($p)) continue;
            switch ($k = strtoupper($p)) {
                case 'P': if ($this->sq[$s + $fwd] === '.') {
                    yield from $this->pawn($s, $s + $fwd);
                    if (intdiv($s, 10) === ($white ? 8 : 3) && $this->sq[$s + 2 * $fwd] === '.') yield [$s, $s + 2 * $fwd, ''];
                }
                foreach ([$fwd - 1, $fwd + 1] as $d) if ($this->enemy($this->sq[$s + $d]) ||
                    $s + $d === $this->ep) yield from $this->pawn($s, $s + $d);
                break;
                case 'N':
                case 'K': foreach (self::OFF[$k] as $d) {
                    $q = $this->sq[$s + $d];
                    if ($q === '.' || $this->enemy($q)) yield [$s, $s + $d, ''];
                }
                if ($k === 'K') yield from $this->castles($s, $white);
                break;
                default: foreach (self::OFF[$k] as $d) {
                    for ($t = $s + $d; $this->sq[$t] === '.'; $t += $d) yield [$s, $t, ''];
                    if ($this->enemy($this->sq[$t])) yield [$s, $t, ''];
                }
            }
        }
    }
    private function pawn(int $from, int $to): Generator {
        $r = intdiv($to, 10);
        if ($r === 2 || $r === 9) foreach (['q', 'r', 'b', 'n'] as $p) yield [$from, $to, $p];
        else yield [$from, $to, ''];
    }
    private function castles(int $s, bool $white): Generator {
        $foe = $white ? 'b' : 'w';
        if ($this->castle === '' || $this->castle === '-' || $this->attacked($s, $foe)) return;
        if (str_contains($this->castle, $white ? 'K' : 'k') && $this->sq[$s + 1] === '.' && $this->sq[$s + 2] === '.' &&
            !$this->attacked($s + 1, $foe)) yield [$s, $s + 2, ''];
        if (str_contains($this->castle, $white ? 'Q' : 'q') && $this->sq[$s - 1] === '.' && $this->sq[$s - 2] === '.' &&
            $this->sq[$s - 3] === '.' && !$this->attacked($s - 1, $foe)) yield [$s, $s - 2, ''];
    }
    function move(array $m): Board {
        [$from, $to, $promo] = $m;
        $b = clone $this;
        $p = $b->sq[$from];
        $b->half = $b->sq[$to] !== '.' || strtoupper($p) === 'P' ? 0 : $b->half + 1;
        $b->sq[$to] = $promo === '' ? $p : ($this->turn === 'w' ? strtoupper($promo) : $promo);
        $b->sq[$from] = '.';
        $b->ep = null;
        if (strtoupper($p) === 'P') {
            if ($to === $this->ep) $b->sq[$to + ($this->turn === 'w' ? 10 : -10)] = '.';
            if (abs($to - $from) === 20) $b->ep = ($from + $to) >> 1;
        }  elseif (strtoupper($p) === 'K') {
            if ($to - $from === 2) {
                $b->sq[$from + 1] = $b->sq[$from + 3];
                $b->sq[$from + 3] = '.';
            }
            if ($from - $to === 2) {
                $b->sq[$from - 1] = $b->sq[$from - 4];
                $b->sq[$from - 4] = '.';
            }
        }
        static $rights = ['e1' => 'KQ', 'h1' => 'K', 'a1' => 'Q', 'e8' => 'kq', 'h8' => 'k', 'a8' => 'q'];
        foreach ([$from, $to] as $s) if ($lost = $rights[self::name($s)] ?? null) $b->castle = str_replace(str_split($lost), '',
            $b->castle);
        if ($this->turn === 'b') $b->full++;
        $b->turn = $this->turn === 'w' ? 'b' : 'w';
        return $b;
    }
    function legal(): array {
        $out = [];
        foreach ($this->pseudo() as $m) {
            $b = $this->move($m);
            $king = array_search($this->turn === 'w' ? 'K' : 'k', $b->sq, true);
            if (!$b->attacked($king, $b->turn)) $out[self::name($m[0]) . self::name($m[1]) . $m[2]] = $b;
        }
        return $out;
    }
}
function perft(Board $b, int $depth): int {
    if (!$depth) return 1;
    $n = 0;
    foreach ($b->legal() as $next) $n += $depth === 1 ? 1 : perft($next, $depth - 1);
    return $n;
}
foreach (['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' => 2,
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' => 2, '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' => 3,
    'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8' => 2] as $fen => $depth) {
    $b = Board::fromFen($fen);
    var_dump($b->fen() === $fen);
    for ($d = 1; $d <= $depth; $d++) echo "$d: ", perft($b, $d), "\n";
    $moves = $b->legal();
    ksort($moves);
    echo implode(' ', array_keys($moves)), "\n", end($moves)->fen(), "\n";
}
