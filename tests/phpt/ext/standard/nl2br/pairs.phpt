--TEST--
nl2br() takes pairs of line break characters as one
--FILE--
<?php
echo json_encode(nl2br("a\nb\r\nc\n\rd\re\n\n")), "\n", nl2br("a\nb", false), "\n";
?>
--EXPECT--
"a<br \/>\nb<br \/>\r\nc<br \/>\n\rd<br \/>\re<br \/>\n<br \/>\n"
a<br>
b
