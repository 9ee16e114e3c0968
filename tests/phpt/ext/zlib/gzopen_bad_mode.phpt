--TEST--
A mode that is none is shown as it was given
--EXTENSIONS--
zlib
--FILE--
<?php
foreach (['q', '-1', '9r'] as $mode) {
    var_dump(gzopen(__FILE__, $mode));
}
--EXPECTF--

Warning: gzopen(%s): Failed to open stream: `q' is not a valid mode for fopen in %s on line 3
bool(false)

Warning: gzopen(%s): Failed to open stream: `-1' is not a valid mode for fopen in %s on line 3
bool(false)

Warning: gzopen(%s): Failed to open stream: `9r' is not a valid mode for fopen in %s on line 3
bool(false)
