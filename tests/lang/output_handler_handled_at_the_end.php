<?php
// With an exception handler the buffers go on.
set_exception_handler(function ($thrown) { echo "handled ", $thrown->getMessage(), "\n"; });
ob_start(fn($text) => "outer: $text");
echo "outer\n";
ob_start(function ($text) { throw new Exception("in $text"); });
echo "inner\n";
