<?php
// Growing strings with .= : characters, numbers, into properties and array elements.

class Buffer
{
    public string $text = '';

    public function write(string $piece): void
    {
        $this->text .= $piece;
    }
}

function local(int $n): string
{
    $text = '';
    for ($i = 0; $i < $n; $i++) {
        $text .= 'x';
        $text .= "y";
        $text .= $i & 7;
    }
    return $text;
}

function property(int $n): string
{
    $buffer = new Buffer();
    for ($i = 0; $i < $n; $i++) {
        $buffer->write('abc');
        $buffer->text .= ';';
    }
    return $buffer->text;
}

function element(int $n): array
{
    $columns = ['', '', '', ''];
    for ($i = 0; $i < $n; $i++) {
        $columns[$i & 3] .= 'cell ';
    }
    return $columns;
}

function main(): void
{
    for ($round = 0; $round < 6; $round++) {
        $a = local(500000);
        $b = property(500000);
        $c = element(500000);
    }
    echo strlen($a), ' ', md5($a), ' ', crc32($b), ' ', crc32(implode('|', $c)), "\n";
}

main();
