--TEST--
password_hash() checks its parameters
--FILE--
<?php
foreach ([["a\0b", PASSWORD_BCRYPT, []], ["a", PASSWORD_BCRYPT, ["cost" => 3]], ["a", "x", []], ["a", PASSWORD_ARGON2ID, ["time_cost" => 0]]] as $arguments) {
    try {
        password_hash(...$arguments);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
$hash = password_hash("secret", PASSWORD_BCRYPT, ["cost" => 4]);
var_dump(strlen($hash), password_verify("secret", $hash), password_verify("other", $hash), password_needs_rehash($hash, PASSWORD_BCRYPT, ["cost" => 5]));
print_r(password_get_info($hash));
?>
--EXPECT--
Bcrypt password must not contain null character
Invalid bcrypt cost parameter specified: 3
password_hash(): Argument #2 ($algo) must be a valid password hashing algorithm
Time cost is outside of allowed time range
int(60)
bool(true)
bool(false)
bool(true)
Array
(
    [algo] => 2y
    [algoName] => bcrypt
    [options] => Array
        (
            [cost] => 4
        )

)
