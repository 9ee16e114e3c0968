--TEST--
An error handler throws while a file is compiled
--FILE--
<?php
set_error_handler(function ($n, $m) { throw new ErrorException($m); });
for ($i = 0; $i < 50; $i++) {
    try {
        eval('class A' . $i . ' {
            const TEXT = ["some text", "x' . $i . '" => "some other text"];
            function first() { return "text " . 1; }
            function late($optional = "text' . $i . '", $required) { return ["x" => "one more text"]; }
        }');
    } catch (ErrorException $e) {
        $y[] = $e;
    }
}
echo count($y), "\n", $y[49]->getMessage(), "\n";
--EXPECT--
50
A49::late(): Optional parameter $optional declared before required parameter $required is implicitly treated as a required parameter
