--TEST--
HTML 5 has entities for two code points
--FILE--
<?php
echo htmlentities("fj <\u{20d2} \u{2242}\u{338} \u{2242}x", ENT_HTML5), "\n";
echo bin2hex(html_entity_decode("&fjlig;&nvlt;&NotEqualTilde;", ENT_HTML5)), "\n";
?>
--EXPECT--
&fjlig; &nvlt; &nesim; &esim;x
666a3ce28392e28982ccb8
