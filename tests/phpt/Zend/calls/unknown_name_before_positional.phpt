--TEST--
An unknown name is noticed before a positional argument behind it
--FILE--
<?php
foreach ([fn($a) => strlen(...$a), fn($a) => call_user_func_array('strlen', $a), fn($a) => forward_static_call_array('strlen', $a)] as $call) {
    foreach ([['x' => 1, 2], ['string' => 'abc', 5]] as $arguments) {
        try {
            $call($arguments);
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
?>
--EXPECT--
Unknown named parameter $x
Cannot use positional argument after named argument during unpacking
Unknown named parameter $x
Cannot use positional argument after named argument
Unknown named parameter $x
Cannot use positional argument after named argument
