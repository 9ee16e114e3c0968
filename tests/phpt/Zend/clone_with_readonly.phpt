--TEST--
clone() with properties sets readonly ones anew, after __clone
--FILE--
<?php
class Point
{
    public function __construct(public readonly int $x, public int $y = 1)
    {
    }
    public function __clone()
    {
        $this->y = 7;
    }
    public function with(int $x): static
    {
        return clone($this, ['x' => $x]);
    }
}
var_dump((new Point(1))->with(5));
try {
    clone(new Point(1), ['x' => 2]);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
object(Point)#2 (2) {
  ["x"]=>
  int(5)
  ["y"]=>
  int(7)
}
Cannot modify protected(set) readonly property Point::$x from global scope
