<?php

// JSON read, changed and printed without the json extension: a recursive-descent parser over bytes, with exact
// errors, unicode escapes, big numbers; a pretty printer; path queries. Checked against json_encode where it exists.

declare(strict_types=1);

final class JsonError extends UnexpectedValueException
{
    public function __construct(string $message, public readonly int $row, public readonly int $column)
    {
        parent::__construct("$message at line $row, column $column");
    }
}

final class JsonReader
{
    private int $at = 0;
    private readonly int $length;

    public function __construct(private readonly string $text, private readonly int $depth = 64)
    {
        $this->length = strlen($text);
    }

    public static function parse(string $text): mixed
    {
        $reader = new self($text);
        $value = $reader->value($reader->depth);
        $reader->space();
        if ($reader->at < $reader->length) {
            $reader->fail('Unexpected ' . $reader->show());
        }
        return $value;
    }

    private function value(int $depth): mixed
    {
        if ($depth === 0) {
            $this->fail('Nested too deep');
        }
        $this->space();
        $char = $this->text[$this->at] ?? '';
        switch ($char) {
            case '{':
                return $this->object($depth);
            case '[':
                return $this->list($depth);
            case '"':
                return $this->string();
            case 't':
                return $this->word('true', true);
            case 'f':
                return $this->word('false', false);
            case 'n':
                return $this->word('null', null);
        }
        if ($char === '-' || ($char >= '0' && $char <= '9' && $char !== '')) {
            return $this->number();
        }
        $this->fail('Unexpected ' . $this->show());
    }

    private function object(int $depth): stdClass
    {
        $object = new stdClass();
        $this->at++;
        $this->space();
        if (($this->text[$this->at] ?? '') === '}') {
            $this->at++;
            return $object;
        }
        do {
            $this->space();
            if (($this->text[$this->at] ?? '') !== '"') {
                $this->fail('Expected a name, found ' . $this->show());
            }
            $name = $this->string();
            $this->space();
            $this->expect(':');
            $object->{$name} = $this->value($depth - 1);
            $this->space();
        } while ($this->accept(','));
        $this->expect('}');
        return $object;
    }

    private function list(int $depth): array
    {
        $list = [];
        $this->at++;
        $this->space();
        if ($this->accept(']')) {
            return $list;
        }
        do {
            $list[] = $this->value($depth - 1);
            $this->space();
        } while ($this->accept(','));
        $this->expect(']');
        return $list;
    }

    private function string(): string
    {
        $out = '';
        $this->at++;
        while (true) {
            $run = strcspn($this->text, "\"\\\0\n\r\t", $this->at);
            $out .= substr($this->text, $this->at, $run);
            $this->at += $run;
            $char = $this->text[$this->at] ?? $this->fail('Unclosed string');
            if ($char === '"') {
                $this->at++;
                return $out;
            }
            if ($char !== '\\') {
                $this->fail('Control character in a string');
            }
            $escape = $this->text[++$this->at] ?? '';
            $this->at++;
            $out .= match ($escape) {
                '"', '\\', '/' => $escape,
                'b' => "\x08",
                'f' => "\f",
                'n' => "\n",
                'r' => "\r",
                't' => "\t",
                'u' => $this->unicode(),
                default => $this->fail("Unknown escape \\$escape"),
            };
        }
    }

    private function unicode(): string
    {
        $code = $this->hex();
        if ($code >= 0xD800 && $code < 0xDC00) {
            if (substr($this->text, $this->at, 2) !== '\u') {
                $this->fail('Lone surrogate');
            }
            $this->at += 2;
            $low = $this->hex();
            if ($low < 0xDC00 || $low > 0xDFFF) {
                $this->fail('Lone surrogate');
            }
            $code = 0x10000 + (($code & 0x3FF) << 10) + ($low & 0x3FF);
        }
        return match (true) {
            $code < 0x80 => chr($code),
            $code < 0x800 => chr(0xC0 | $code >> 6) . chr(0x80 | $code & 0x3F),
            $code < 0x10000 => chr(0xE0 | $code >> 12) . chr(0x80 | $code >> 6 & 0x3F) . chr(0x80 | $code & 0x3F),
            default => chr(0xF0 | $code >> 18) . chr(0x80 | $code >> 12 & 0x3F) . chr(0x80 | $code >> 6 & 0x3F) . chr(0x80 | $code & 0x3F),
        };
    }

    private function hex(): int
    {
        $digits = substr($this->text, $this->at, 4);
        if (strlen($digits) !== 4 || strspn($digits, '0123456789abcdefABCDEF') !== 4) {
            $this->fail('Expected four hexadecimal digits');
        }
        $this->at += 4;
        return (int) hexdec($digits);
    }

    private function number(): int|float
    {
        if (!preg_match('/-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/A', $this->text, $match, 0, $this->at)) {
            $this->fail('Bad number');
        }
        $this->at += strlen($match[0]);
        return count($match) === 1 ? $match[0] + 0 : (float) $match[0];
    }

    private function word(string $word, ?bool $value): ?bool
    {
        if (substr_compare($this->text, $word, $this->at, strlen($word)) !== 0) {
            $this->fail('Unexpected ' . $this->show());
        }
        $this->at += strlen($word);
        return $value;
    }

    private function space(): void
    {
        $this->at += strspn($this->text, " \t\r\n", $this->at);
    }

    private function accept(string $char): bool
    {
        if (($this->text[$this->at] ?? '') === $char) {
            $this->at++;
            return true;
        }
        return false;
    }

    private function expect(string $char): void
    {
        $this->accept($char) || $this->fail("Expected $char, found " . $this->show());
    }

    private function show(): string
    {
        return $this->at < $this->length ? "'" . $this->text[$this->at] . "'" : 'the end';
    }

    private function fail(string $message): never
    {
        $before = substr($this->text, 0, $this->at);
        $line = substr_count($before, "\n") + 1;
        throw new JsonError($message, $line, $this->at - (int) strrpos("\n$before", "\n") + 1);
    }
}

final class JsonPrinter
{
    private const array ESCAPES = ['"' => '\"', '\\' => '\\\\', '/' => '\/', "\x08" => '\b', "\f" => '\f', "\n" => '\n', "\r" => '\r', "\t" => '\t'];

    public function __construct(private readonly string $indent = '    ', private readonly bool $sortNames = false)
    {
    }

    public function print(mixed $value, string $margin = ''): string
    {
        return match (gettype($value)) {
            'NULL' => 'null',
            'boolean' => $value ? 'true' : 'false',
            'integer' => (string) $value,
            'double' => $this->float($value),
            'string' => $this->string($value),
            'array' => $this->block('[', $value, ']', $margin, false),
            'object' => $this->block('{', get_object_vars($value), '}', $margin, true),
        };
    }

    private function block(string $open, array $items, string $close, string $margin, bool $names): string
    {
        if ($items === []) {
            return $open . $close;
        }
        if ($names && $this->sortNames) {
            ksort($items, SORT_STRING);
        }
        $inner = $margin . $this->indent;
        $lines = [];
        foreach ($items as $name => $item) {
            $lines[] = $inner . ($names ? $this->string((string) $name) . ': ' : '') . $this->print($item, $inner);
        }
        return "$open\n" . implode(",\n", $lines) . "\n$margin$close";
    }

    private function float(float $value): string
    {
        $text = var_export($value, true);
        return preg_replace('/\.0$/', '', strtolower($text));
    }

    private function string(string $text): string
    {
        return '"' . preg_replace_callback('~["\\\\/\x00-\x1F]|[^\x00-\x7F]~u', function (array $match): string {
            [$char] = $match;
            if (isset(self::ESCAPES[$char])) {
                return self::ESCAPES[$char];
            }
            $code = $this->codePoint($char);
            return $code < 0x10000
                ? sprintf('\u%04x', $code)
                : sprintf('\u%04x\u%04x', 0xD800 + ($code - 0x10000 >> 10), 0xDC00 + ($code - 0x10000 & 0x3FF));
        }, $text) . '"';
    }

    private function codePoint(string $char): int
    {
        $bytes = array_values(unpack('C*', $char));
        $code = match (count($bytes)) {
            1 => $bytes[0],
            2 => $bytes[0] & 0x1F,
            3 => $bytes[0] & 0x0F,
            4 => $bytes[0] & 0x07,
        };
        foreach (array_slice($bytes, 1) as $byte) {
            $code = $code << 6 | $byte & 0x3F;
        }
        return $code;
    }
}

/** Follows a path such as orders[1].lines[*].price; * stands for every element. */
function select(mixed $value, string $path): Generator
{
    if ($path === '') {
        yield $value;
        return;
    }
    if (!preg_match('/^\.?(?:(?<name>\w+)|\[(?<index>\d+|\*)\])(?<rest>.*)$/', $path, $match, PREG_UNMATCHED_AS_NULL)) {
        throw new InvalidArgumentException("Bad path $path");
    }
    ['name' => $name, 'index' => $index, 'rest' => $rest] = $match;
    if ($name !== null) {
        if (isset($value?->$name)) {
            yield from select($value->$name, $rest);
        }
    } elseif ($index === '*') {
        foreach ($value as $item) {
            yield from select($item, $rest);
        }
    } elseif (array_key_exists((int) $index, $value)) {
        yield from select($value[(int) $index], $rest);
    }
}

$text = file_get_contents(__DIR__ . '/sample.json');
$document = JsonReader::parse($text);
$printed = (new JsonPrinter())->print($document);
echo $printed, "\n";
var_dump($printed === json_encode($document, JSON_PRETTY_PRINT));
var_dump((new JsonPrinter())->print(JsonReader::parse($printed)) === $printed);
var_dump($document == json_decode($text));
echo (new JsonPrinter("\t", sortNames: true))->print($document->orders[0]), "\n";

foreach (['orders[*].lines[*].price', 'orders[1].customer.name', 'empty.none', 'matrix[1][*]'] as $path) {
    echo $path, ': ', implode(', ', array_map((new JsonPrinter(''))->print(...), iterator_to_array(select($document, $path), false))), "\n";
}

$bad = ['', '{', '[1,]', "{\"a\": 1,\n \"b\" 2}", '[01]', "[\n\n  tru]", '"abc', '"\q"', '"\ud800x"', '"\u12g4"', "\"a\nb\"", '[1] 2', '{"a":1}}', '{a:1}', '-', str_repeat('[', 65)];
foreach ($bad as $source) {
    try {
        var_dump(JsonReader::parse($source));
    } catch (JsonError $error) {
        printf("%-22s %s (%d:%d)\n", substr(json_encode($source), 0, 20), $error->getMessage(), $error->row, $error->column);
    }
}

// A larger document, built, printed, read again.
$rows = [];
for ($i = 0; $i < 3000; $i++) {
    $rows[] = (object) ['id' => $i, 'name' => "Näme \u{1F600} $i", 'share' => $i / 8, 'tags' => $i % 3 ? ['a', (string) $i] : [], 'parent' => $i ? $i - 1 : null];
}
$printed = (new JsonPrinter(' '))->print($rows);
echo strlen($printed), ' ', md5($printed), ' ', var_export(JsonReader::parse($printed) == $rows, true), "\n";
