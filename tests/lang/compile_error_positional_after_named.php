<?php
// Whatever is known of the function: nothing is put in its place.
function f($a, $b = 2) {}
echo "not reached\n";
f(b: 1, 2);
