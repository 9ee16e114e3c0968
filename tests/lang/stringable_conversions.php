<?php

class S
{
    public function __construct(private string $s = 'S!')
    {
    }

    public function __toString(): string
    {
        return $this->s;
    }
}
$s = new S();
echo $s, "$s", $s . $s, strlen($s), strtoupper($s), str_replace('S', $s, 'aSb'), in_array('S!', [$s]), "\n";
var_dump((string) $s, $s == 'S!', $s === 'S!', is_string($s), $s instanceof Stringable, implode(',', [$s, $s]), [(string) $s => 1], 'S!' <=> $s, (bool) $s, match (true) { $s == 'S!' => 'matched', default => 'not' });
function typed(string $x)
{
    return gettype($x);
}
function union(Stringable|string $x)
{
    return gettype($x);
}
echo typed($s), union($s), "\n";
class Bad
{
    public function __toString(): string
    {
        throw new Exception('in toString');
    }
}
try {
    echo 'before ' . new Bad();
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
try {
    echo new stdClass();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    $x = 'a' . new DateTimeZone('UTC');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    typed([]);
} catch (TypeError $e) {
    echo preg_replace('~, called.*~', '', $e->getMessage()), "\n";
}
class Num
{
    public function __toString(): string
    {
        return '42';
    }
}
try {
    var_dump((int) (string) new Num(), new Num() == 42, array_sum(['1', '2']), '5' + (string) new Num());
    var_dump(new Num() + 1);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$list = [new S('b'), new S('a'), 'c'];
sort($list, SORT_STRING);
echo implode($list), "\n";
echo str_pad(new S('x'), 3, new S('-')), sprintf('%s|%5s', new S('q'), new S('w')), json_encode(['k' => new S()]), "\n";
var_dump(array_unique([new S('a'), new S('a'), 'a']));
var_dump(settype($n, 'string'), strval(12.0), strval(true), strval(null), (string) -0.0, (string) 1e15, (string) 0.1, 1.0 . '', true . '', null . 'x');
