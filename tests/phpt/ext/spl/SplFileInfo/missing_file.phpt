--TEST--
SplFileInfo: missing file
--FILE--
<?php
$i = new SplFileInfo("/does/not/exist");
foreach (["getSize", "getType", "getLinkTarget", "openFile"] as $m) {
    try { $i->$m(); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
}
var_dump($i->isFile(), $i->getRealPath());
try { new DirectoryIterator("/does/not/exist"); } catch (UnexpectedValueException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
SplFileInfo::getSize(): stat failed for /does/not/exist
SplFileInfo::getType(): Lstat failed for /does/not/exist
Unable to read link /does/not/exist, error: No such file or directory
SplFileInfo::openFile(/does/not/exist): Failed to open stream: No such file or directory
bool(false)
bool(false)
DirectoryIterator::__construct(/does/not/exist): Failed to open directory: No such file or directory
