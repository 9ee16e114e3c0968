<?php
// What is still buffered when a handler throws at the end of the request is lost, and so is the message.
echo "before\n";
ob_start(fn($text) => "outer: $text");
echo "outer\n";
ob_start(function ($text) { throw new Exception("in $text"); });
echo "inner\n";
ob_start(fn($text) => strtoupper($text));
echo "innermost\n";
