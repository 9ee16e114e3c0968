<?php
// An instruction goes on after an error handler has thrown: what it was about to write is written.
class A { public int $n = 1; public string $s = 'a'; public static $p = 1; public static int $i = 1; public $u; }
set_error_handler(function ($n, $m) { throw new ErrorException($m); });
function run(string $code): void {
    $o = new A;
    $d = new stdClass;
    $x = 5;
    $y = 'text';
    unset($o->u);
    try {
        eval($code);
    } catch (Throwable $t) {
        do {
            echo get_class($t), ': ', $t->getMessage(), "\n";
        } while ($t = $t->getPrevious());
    }
    echo $code, ' ', json_encode([$o, $d, $x ?? 'unset', $y, A::$i]), "\n";
    A::$i = 1;
}
foreach ([
    '$o->dynamic = 1;', '$o->dynamic[] = 1;', '$o->dynamic += 5;', '$o->dynamic++;', '$o->dynamic--;', '$r = &$o->dynamic;',
    '$o->dynamic ??= 3;', 'foreach ([7] as $o->dynamic);', '[$o->dynamic] = [8];', '$o->dynamic .= "x";', '$o->p = 2;', '$o->p += 2;',
    '$o->dynamic = $none;', '$o->u += 1;', '$o->u++;', '$d->missing += 1;', '$d->missing++;', '$d->missing--;', '$d->{[]}[] = 1;',
    '$d->{new A}[] = 1;', '$x = $none;', '$x .= $none;', '$none .= "x"; $x = $none;', '$y .= $none;', '$none++;', '$x += $none;',
    '$o->n += "abc";', '$o->n .= [];', '$o->s .= [];', '$o->s *= [];', 'A::$i .= new A;', 'A::$i += "abc";', '$r = &$o->n; $r .= [];',
    '$r = &$o->s; $r .= [];', '$r = [] . $none;', '$r = A::{$none};', 'include $none;',
] as $code) {
    run($code);
}
