--TEST--
http_build_query() with nested data
--FILE--
<?php
class P { public $a = 1; protected $b = 2; public $c = ["x y" => "z&"]; }
echo http_build_query(["n" => null, "t" => true, "f" => false, 5 => 1.5, "o" => new P, "l" => [1, 2]], "p_"), "\n";
echo http_build_query(["a b" => "c d"], "", ";", PHP_QUERY_RFC3986), "\n";
?>
--EXPECT--
t=1&f=0&p_5=1.5&o%5Ba%5D=1&o%5Bc%5D%5Bx+y%5D=z%26&l%5B0%5D=1&l%5B1%5D=2
a%20b=c%20d
