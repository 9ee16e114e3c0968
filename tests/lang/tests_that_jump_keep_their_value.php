<?php
// The value of a test that a jump takes at once may still be wanted where the jump leads.
class A {}
class B extends A {}
function types($x, $y)
{
    $both = is_int($x) && is_string($y);
    $any = is_int($x) || is_string($y);
    return [$both, $any, is_null($x) && $y, !is_array($x) || $y];
}
function classes($x)
{
    $both = $x instanceof A && $x instanceof B;
    $any = $x instanceof B || $x instanceof A;
    $absent = $x instanceof Nowhere && $x instanceof A;
    return [$both, $any, $absent, $x instanceof Nowhere || $x instanceof A];
}
function many()
{
    return isset($GLOBALS['not_there'], $GLOBALS['nor_here']->member);
}
class Own
{
    public function same($x)
    {
        $same = $x instanceof self && $x !== $this;
        $other = $x instanceof self || $x === null;
        return [$same, $other];
    }
}
foreach ([1, 2, 3] as $turn) {
    echo json_encode([types(1, 'a'), types(1, 2), types('a', 'b'), types(null, 0)]), "\n";
    echo json_encode([classes(new A), classes(new B), classes(null), classes(5)]), "\n";
    echo json_encode([many(), (new Own)->same(new Own), (new Own)->same(null), (new Own)->same(new A)]), "\n";
}
