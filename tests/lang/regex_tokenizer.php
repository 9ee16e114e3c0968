<?php

$patterns = ['number' => '\d+(?:\.\d+)?', 'string' => '"(?:\\\\.|[^"\\\\])*"', 'name' => '[A-Za-z_]\w*', 'op' => '[-+*\/=<>!]=?|&&|\|\|', 'punct' => '[(){},;]', 'space' => '\s+'];
$regex = '~(?|' . implode('|', array_map(fn ($n, $p) => "($p)(*MARK:$n)", array_keys($patterns), $patterns)) . ')~A';
$source = 'let x = foo(1, 2.5) + "str \" esc"; if (x >= 10 && !y) { z = x / 2; }';
$offset = 0;
while ($offset < strlen($source)) {
    if (!preg_match($regex, $source, $m, 0, $offset)) {
        echo "error at $offset\n";
        break;
    }
    if ($m['MARK'] !== 'space') {
        echo $m['MARK'], ':', $m[0], ' ';
    }
    $offset += strlen($m[0]);
}
echo "\n";
$template = 'Hello {{name|upper}}, you are {{ age }} {{missing|default:none}}';
$vars = ['name' => 'ann', 'age' => 30];
echo preg_replace_callback('/\{\{\s*(?<var>\w+)(?:\|(?<filter>\w+)(?::(?<arg>\w+))?)?\s*\}\}/', function (array $m) use ($vars): string {
    $v = $vars[$m['var']] ?? null;
    return match ($m['filter'] ?? '') {
        'upper' => strtoupper($v),
        'default' => $v ?? $m['arg'],
        default => (string) $v,
    };
}, $template), "\n";
echo preg_replace('~(?<!\d)(\d{3})(?=(\d{3})+$)~', '$1,', '123456789'), ' ', preg_replace('/\B(?=(\d{3})+(?!\d))/', ',', '1234567'), "\n";
echo preg_replace('/(?P<y>\d+)-(?P<m>\d+)/', '\2/$1', '2024-05'), ' ', preg_replace('/x/e', '', 'x') ?? 'null', "\n";
print_r(preg_split('/(?<=[a-z])(?=[A-Z])|_/', 'camelCaseAnd_snake'));
var_dump(preg_match('/^(?<user>[^@\s]+)@(?<host>(?:[a-z0-9-]+\.)+[a-z]{2,})$/i', 'John.Doe@Mail.Example.org', $m), $m['user'], $m['host']);
preg_match_all('/(\w)(\d)?/', 'a1b', $m, PREG_PATTERN_ORDER);
echo json_encode($m), "\n";
preg_match_all('/(\w)(\d)?/', 'a1b', $m, PREG_SET_ORDER);
echo json_encode($m), "\n";
echo json_encode(preg_match_all('/x/', 'y', $m)), json_encode($m), "\n";
