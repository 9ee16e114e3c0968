--TEST--
Names of properties of what is no object end in messages at a NUL byte
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
function t($f) {
    try {
        $f();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage();
    }
    echo "\n";
}
foreach (["\0", "a\0b", "\0a", ''] as $name) {
    foreach ([null, 5, 'text'] as $x) {
        t(fn () => $x->$name);
        t(function () use ($x, $name) { $x->$name = 1; });
        t(function () use ($x, $name) { $x->$name[] = 1; });
        t(function () use ($x, $name) { $x->$name++; });
        t(function () use ($x, $name) { $x->$name .= 1; });
    }
}
--EXPECT--
[Attempt to read property "" on null] 
Error: Attempt to assign property "" on null
Error: Attempt to modify property "" on null
Error: Attempt to increment/decrement property "" on null
Error: Attempt to assign property "" on null
[Attempt to read property "" on int] 
Error: Attempt to assign property "" on int
Error: Attempt to modify property "" on int
Error: Attempt to increment/decrement property "" on int
Error: Attempt to assign property "" on int
[Attempt to read property "" on string] 
Error: Attempt to assign property "" on string
Error: Attempt to modify property "" on string
Error: Attempt to increment/decrement property "" on string
Error: Attempt to assign property "" on string
[Attempt to read property "a" on null] 
Error: Attempt to assign property "a" on null
Error: Attempt to modify property "a" on null
Error: Attempt to increment/decrement property "a" on null
Error: Attempt to assign property "a" on null
[Attempt to read property "a" on int] 
Error: Attempt to assign property "a" on int
Error: Attempt to modify property "a" on int
Error: Attempt to increment/decrement property "a" on int
Error: Attempt to assign property "a" on int
[Attempt to read property "a" on string] 
Error: Attempt to assign property "a" on string
Error: Attempt to modify property "a" on string
Error: Attempt to increment/decrement property "a" on string
Error: Attempt to assign property "a" on string
[Attempt to read property "" on null] 
Error: Attempt to assign property "" on null
Error: Attempt to modify property "" on null
Error: Attempt to increment/decrement property "" on null
Error: Attempt to assign property "" on null
[Attempt to read property "" on int] 
Error: Attempt to assign property "" on int
Error: Attempt to modify property "" on int
Error: Attempt to increment/decrement property "" on int
Error: Attempt to assign property "" on int
[Attempt to read property "" on string] 
Error: Attempt to assign property "" on string
Error: Attempt to modify property "" on string
Error: Attempt to increment/decrement property "" on string
Error: Attempt to assign property "" on string
[Attempt to read property "" on null] 
Error: Attempt to assign property "" on null
Error: Attempt to modify property "" on null
Error: Attempt to increment/decrement property "" on null
Error: Attempt to assign property "" on null
[Attempt to read property "" on int] 
Error: Attempt to assign property "" on int
Error: Attempt to modify property "" on int
Error: Attempt to increment/decrement property "" on int
Error: Attempt to assign property "" on int
[Attempt to read property "" on string] 
Error: Attempt to assign property "" on string
Error: Attempt to modify property "" on string
Error: Attempt to increment/decrement property "" on string
Error: Attempt to assign property "" on string
