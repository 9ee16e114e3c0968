--TEST--
Names of properties that begin with NUL are looked at in classes that have properties
--FILE--
<?php
class Some { public $x; }
foreach (['O:8:"stdClass":1:{s:3:"%0ef";i:1;}', 'O:4:"Some":1:{s:3:"e%0f";i:1;}', 'O:7:"Unknown":1:{s:3:"%0ef";i:1;}'] as $text) {
    echo str_replace("\0", '~', serialize(unserialize(str_replace('%0', "\0", $text)))), "\n";
}
--EXPECTF--
O:8:"stdClass":1:{s:3:"~ef";i:1;}

Deprecated: Creation of dynamic property Some::$e is deprecated in %s on line 4
O:4:"Some":2:{s:1:"x";N;s:3:"e~f";i:1;}
O:7:"Unknown":1:{s:3:"~ef";i:1;}
