--TEST--
Class names that SplFileInfo is given
--FILE--
<?php
$f = new SplFileInfo('.');
foreach (['nope', 'stdClass', '', 'SplFileInfo'] as $class) {
    try { $f->getPathInfo($class); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    try { $f->setInfoClass($class); } catch (Error $e) { echo $e->getMessage(), "\n"; }
    try { $f->getFileInfo($class); } catch (Error $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
SplFileInfo::getPathInfo(): Argument #1 ($class) must be a valid class name or null, nope given
SplFileInfo::setInfoClass(): Argument #1 ($class) must be a class name derived from SplFileInfo, nope given
SplFileInfo::getFileInfo(): Argument #1 ($class) must be a class name derived from SplFileInfo or null, nope given
SplFileInfo::getPathInfo(): Argument #1 ($class) must be a class name derived from SplFileInfo or null, stdClass given
SplFileInfo::setInfoClass(): Argument #1 ($class) must be a class name derived from SplFileInfo, stdClass given
SplFileInfo::getFileInfo(): Argument #1 ($class) must be a class name derived from SplFileInfo or null, stdClass given
SplFileInfo::getPathInfo(): Argument #1 ($class) must be a valid class name or null,  given
SplFileInfo::setInfoClass(): Argument #1 ($class) must be a class name derived from SplFileInfo,  given
SplFileInfo::getFileInfo(): Argument #1 ($class) must be a class name derived from SplFileInfo or null,  given
