--TEST--
version_compare() orders
--FILE--
<?php
$versions = ["1.0", "1.0.0", "1.0dev", "1.0-alpha1", "1.0b2", "1.0RC1", "1.0pl1", "1.1", "1", "1.", "1.0.x"];
usort($versions, "version_compare");
echo implode(" < ", $versions), "\n";
var_dump(version_compare("1.0", "1.0.1", "lt"), version_compare("5.2", "5.10", ">="));
try {
    version_compare("1", "2", "foo");
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
1 < 1. < 1.0.x < 1.0dev < 1.0-alpha1 < 1.0b2 < 1.0RC1 < 1.0 < 1.0.0 < 1.0pl1 < 1.1
bool(true)
bool(false)
version_compare(): Argument #3 ($operator) must be a valid comparison operator
