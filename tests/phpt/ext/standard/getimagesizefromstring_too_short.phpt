--TEST--
Data that end before the kind of image is known
--FILE--
<?php
foreach (['', 'ab', 'abc', 'abcd', 'abcdefghijk', 'abcdefghijkl', 'RIFF', "II*\0"] as $data) {
    var_dump(getimagesizefromstring($data));
}
--EXPECTF--

Notice: getimagesizefromstring(): Error reading from ! in %s on line 3
bool(false)

Notice: getimagesizefromstring(): Error reading from ab! in %s on line 3
bool(false)

Notice: getimagesizefromstring(): Error reading from abc! in %s on line 3
bool(false)

Notice: getimagesizefromstring(): Error reading from abcd! in %s on line 3
bool(false)

Notice: getimagesizefromstring(): Error reading from abcdefghijk! in %s on line 3
bool(false)
bool(false)

Notice: getimagesizefromstring(): Error reading from RIFF! in %s on line 3
bool(false)
bool(false)
