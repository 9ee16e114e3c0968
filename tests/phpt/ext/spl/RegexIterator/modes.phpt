--TEST--
RegexIterator: modes
--FILE--
<?php
foreach (range(0, 4) as $mode) {
    $r = new RegexIterator(new ArrayIterator(["apple", "x", "avocado"]), "/a(.)/", $mode);
    $r->replacement = "[$1]";
    echo json_encode(iterator_to_array($r)), "\n";
}
try { new RegexIterator(new ArrayIterator([]), "a/"); } catch (InvalidArgumentException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
{"0":"apple","2":"avocado"}
{"0":["ap","p"],"2":["av","v"]}
{"0":[["ap"],["p"]],"2":[["av","ad"],["v","d"]]}
{"0":["","ple"],"2":["","oc","o"]}
{"0":"[p]ple","2":"[v]oc[d]o"}
RegexIterator::__construct(): Delimiter must not be alphanumeric, backslash, or NUL byte
