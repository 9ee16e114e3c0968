--TEST--
strip_tags() knows quotes, comments, PHP and XML
--FILE--
<?php
foreach (["<a href='x>y'>b</a>", "<!-- a > b -->c", "<?php echo '?>'; ?>x", "<?xml version='1.0'?>a<b/>", "a < b > c", "<br/>x<BR>"] as $html) {
    var_dump(strip_tags($html), strip_tags($html, "<a><br>"));
}
?>
--EXPECT--
string(1) "b"
string(18) "<a href='xy'>b</a>"
string(1) "c"
string(1) "c"
string(1) "x"
string(1) "x"
string(1) "a"
string(1) "a"
string(9) "a < b > c"
string(9) "a < b > c"
string(1) "x"
string(10) "<br/>x<BR>"
