<?php
// What __get() is being asked for is made by an update before the operator fails.
class A {
    public function &__get($name) {
        $this->made += [];
    }
}
foreach ([
    fn($a) => $a->made, fn($a) => $a->made->inner = 5, fn($a) => $a->made++, fn($a) => $a->made[] = 1, fn($a) => $a->made .= 'x',
    function ($a) { $r = &$a->made; }, function ($a) { foreach ([[1, [2]]] as [$a->first, [$a->made->inner]]); },
] as $use) {
    $a = new A;
    try {
        @$use($a);
    } catch (Error $e) {
        echo $e->getMessage(), ': ';
    }
    echo json_encode($a), "\n";
}
