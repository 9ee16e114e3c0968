--TEST--
The context of a file object is looked at first
--FILE--
<?php
foreach ([fn() => new SplFileObject(__FILE__, 'r', false, 'x'), fn() => (new SplFileInfo(__DIR__))->openFile('r', false, true)] as $open) {
    try { $open(); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
SplFileObject::__construct(): Argument #4 ($context) must be of type resource or null, string given
SplFileInfo::openFile(): Argument #3 ($context) must be of type resource or null, true given
