<?php
function hsc(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
}

function shorten(string $text, int $length = 40): string
{
    return mb_strlen($text) > $length ? mb_substr($text, 0, $length - 1) . '…' : $text;
}

function slug(string $text): string
{
    $slug = '';
    for ($i = 0, $n = strlen($text); $i < $n; $i++) {
        $byte = ord($text[$i]);
        if ($byte >= 65 && $byte <= 90) {
            $slug .= chr($byte | 32);
        } elseif ($byte >= 97 && $byte <= 122 || $byte >= 48 && $byte <= 57) {
            $slug .= $text[$i];
        } elseif ($slug !== '' && substr($slug, -1) !== '-') {
            $slug .= '-';
        }
    }
    return rtrim($slug, '-');
}

function count_words(string $text): int
{
    return count(preg_split('/\W+/u', $text, -1, PREG_SPLIT_NO_EMPTY));
}

function plural(array $forms, int $count): string
{
    return sprintf($count == 1 ? $forms['one'] : $forms['many'], $count);
}

function ago(int $time): string
{
    $days = intdiv(max(0, time() - $time), 86400);
    return $days > 7 ? date('Y-m-d', $time) : ($days > 0 ? "$days days ago" : 'today');
}
