<?php
// Dynamic properties of classes that handle some themselves: what is told, and when.
foreach (['new ArrayObject', 'new ArrayObject([], ArrayObject::ARRAY_AS_PROPS)', 'new ArrayIterator([1])'] as $new) {
    foreach (['$o->q++;', '$o->q += 1;', '$o->q .= "x";', '$o->q[1]++;', 'echo $o->q;'] as $code) {
        if (str_contains($new, 'PROPS') && $code === '$o->q[1]++;') {
            continue;
        }
        $o = eval("return $new;");
        echo $new, ' ', $code, "\n";
        eval($code);
    }
}
(function () { $u2 = 1; (null ?: $u); (true ? $u : 1); $u; })();
