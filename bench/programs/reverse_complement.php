<?php
// Reads sequences, turns them round and replaces each letter by its partner.
mt_srand(3);
$text = '';
for ($s = 0; $s < 12; $s++) {
    $text .= ">SEQUENCE $s\n";
    for ($i = 0; $i < 900; $i++) {
        $line = '';
        for ($j = 0; $j < 15; $j++) {
            $line .= 'acgtACGTNRYK'[mt_rand(0, 11)];
        }
        $text .= str_repeat($line, 4) . "\n";
    }
}
$partners = array_combine(str_split('acgtumrwsykvhdbn'), str_split('TGCAAKYWSRMBDHVN'));
$map = $partners + array_combine(str_split('ACGTUMRWSYKVHDBN'), str_split('TGCAAKYWSRMBDHVN'));
$out = '';
for ($round = 0; $round < 40; $round++) {
    $body = [];
    $name = null;
    $flush = function () use (&$body, &$name, &$out, $map) {
        if ($name !== null) {
            $out = $name . "\n" . chunk_split(strtr(strrev(implode('', $body)), $map), 60, "\n");
        }
        $body = [];
    };
    foreach (explode("\n", $text) as $line) {
        if ($line !== '' && $line[0] === '>') {
            $flush();
            $name = $line;
        } else {
            $body[] = trim($line);
        }
    }
    $flush();
}
echo md5($out), ' ', strlen($out), "\n";
