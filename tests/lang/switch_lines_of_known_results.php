<?php
// A comparison counts for the line of its case where the case is no constant for PHP, even if its result is known.
class M {}

switch ($x) {
    case (print "a\n"):
        break;
    case gettype(!-0.0):
        break;
}
switch (new M()) {
    case (print substr('abc', 1)):
        echo "\n";
        break;
}
switch (match (1) {
    2 => 3,
    default => new M(),
}) {
    case 1 + PHP_INT_SIZE:
        break;
}
