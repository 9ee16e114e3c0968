<?php

$sources = [
    '$x = ;',
    'if (true {',
    'echo "unclosed;',
    'function f( { }',
    'class { }',
    'foreach ($a as) {}',
    '$a = [1, 2;',
    'return 1',
    '$x = 5 5;',
    'class A { public function }',
    'echo 1 2;',
    '}',
    "<<<EOT\nunclosed",
    '$a->;',
    'new;',
    '1 = 2;',
    'fn($x) = 5;',
    'match(1) { 1 => 2 ;',
    'use function;',
    'case 1:',
    '$x = "a {$b";',
    "echo 'a' . ;",
    'namespace;',
    '$$;',
    '[1, 2] = 5 =;',
    'enum E: string { case A = ; }',
    'function f(int) {}',
    'static fn => 1;',
    '@@@;',
    '&$x;',
    'const X;',
    'goto;',
    '0x;',
    '1_000_;',
    '08;',
    '"\u{110000}";',
];
foreach ($sources as $source) {
    try {
        eval($source);
        echo "fine: $source\n";
    } catch (ParseError $e) {
        echo $e->getMessage(), ' | line ', $e->getLine(), ' | ', strtok($source, "\n"), "\n";
    }
}
try {
    eval("\n\n\$x = 1;\n\$y = ;");
} catch (ParseError $e) {
    echo get_class($e), ' ', $e->getLine(), ' ', preg_replace('~.*/~', '', $e->getFile()), "\n";
}
