--TEST--
SplFileInfo: parts of a path
--FILE--
<?php
foreach (["/a/b.tar.gz", "b", "/", "/a/", "//b", "a/.x", "a/b."] as $path) {
    $i = new SplFileInfo($path);
    echo json_encode([$i->getPath(), $i->getFilename(), $i->getExtension(), $i->getBasename(".gz"), $i->getPathname()], JSON_UNESCAPED_SLASHES), "\n";
}
--EXPECT--
["/a","b.tar.gz","gz","b.tar","/a/b.tar.gz"]
["","b","","b","b"]
["","/","","","/"]
["","/a","","a","/a"]
["/","b","","b","//b"]
["a",".x","x",".x","a/.x"]
["a","b.","","b.","a/b."]
