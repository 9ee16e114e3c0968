<?php
// What page code does with strings: interpolation, concatenation, sprintf, implode, escaping, substrings, case.

function row(int $i, string $name, float $price): string
{
    $class = $i % 2 ? 'odd' : 'even';
    $title = htmlspecialchars("<$name> & \"friends\" #{$i}");
    return "<tr class=\"$class\" id='row-$i'><td>" . $i . '</td><td>' . $title
        . "</td><td>{$price}</td><td>" . ucfirst(strtolower($name)) . "</td></tr>\n";
}

function page(int $rows): string
{
    $names = ['APPLE', 'Banana', 'cherry', 'Date', 'elderBERRY'];
    $cells = [];
    for ($i = 0; $i < $rows; $i++) {
        $cells[] = row($i, $names[$i % 5], $i * 0.25);
    }
    return '<table>' . implode('', $cells) . '</table>';
}

function report(int $lines): string
{
    $out = '';
    for ($i = 0; $i < $lines; $i++) {
        $out .= sprintf("%05d|%-10s|%8.2f|%x\n", $i, 'item' . $i % 100, $i / 3, $i);
        $out .= str_pad((string) $i, 12, '.', STR_PAD_LEFT) . number_format($i * 1.5, 1) . "\n";
    }
    return $out;
}

function slugs(int $n): int
{
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $slug = str_replace([' ', '_'], '-', trim(strtolower("  Some Title_number $i ")));
        $sum += strlen($slug) + strpos($slug, 'number') + ord($slug[$i % 10]);
        $sum += substr($slug, 5, 5) === 'title' ? 1 : 0;
        $sum += count(explode('-', $slug));
    }
    return $sum;
}

function reverseAndCount(string $text): array
{
    $reversed = '';
    $counts = [];
    for ($i = strlen($text) - 1; $i >= 0; $i--) {
        $char = $text[$i];
        $reversed .= $char;
        $counts[$char] = ($counts[$char] ?? 0) + 1;
    }
    return [$reversed, count($counts)];
}

function main(): void
{
    $page = page(200000);
    [$reversed, $distinct] = reverseAndCount(substr($page, 0, 3000000));
    echo strlen($page), ' ', md5($page), ' ', md5(report(150000)), ' ', slugs(250000), ' ', md5($reversed), ' ', $distinct, "\n";
}

main();
