--TEST--
str_increment() and str_decrement() carry
--FILE--
<?php
foreach (["a", "z", "Az", "zZ9", "9"] as $text) {
    echo str_increment($text), " ";
}
foreach (["b", "aa", "10", "1a0", "B0"] as $text) {
    echo str_decrement($text), " ";
}
echo "\n";
foreach (["", "a-b"] as $text) {
    try {
        str_increment($text);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
b aa Ba aaA0 10 a z 9 z9 A9 
str_increment(): Argument #1 ($string) must not be empty
str_increment(): Argument #1 ($string) must be composed only of alphanumeric ASCII characters
