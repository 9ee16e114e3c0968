--TEST--
Notices of igbinary_unserialize() about names of properties
--EXTENSIONS--
igbinary
--FILE--
<?php
class Q { private $a = 1; public $c = 3; }
foreach (["\0", "\0ab", "\0abcd\0", "new", "\0R\0p"] as $name) {
    echo bin2hex($name), "\n";
    $object = igbinary_unserialize("\0\0\0\2\x17\1Q\x14\2\x11" . chr(strlen($name)) . "$name\6\7\x11\1c\6\x09");
    echo count((array) $object), "\n";
}
--EXPECTF--
00

Notice: Illegal member variable name in %s on line 5

Deprecated: igbinary_unserialize(): Creation of dynamic property Q::$ is deprecated in %s on line 5
3
006162

Notice: Corrupt member variable name in %s on line 5

Deprecated: igbinary_unserialize(): Creation of dynamic property Q::$ is deprecated in %s on line 5
3
006162636400

Notice: Corrupt member variable name in %s on line 5

Deprecated: igbinary_unserialize(): Creation of dynamic property Q::$ is deprecated in %s on line 5
3
6e6577

Deprecated: igbinary_unserialize(): Creation of dynamic property Q::$new is deprecated in %s on line 5
3
00520070

Deprecated: igbinary_unserialize(): Creation of dynamic property Q::$p is deprecated in %s on line 5
3
