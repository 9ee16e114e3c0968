--TEST--
Zeros that begin a number in a name of a converter do not count
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['ISO_8859-01', 'iso88591', 'ISO-8859-1', 'latin-1', 'cp01252', 'UTF-08', 'utf8', 'ISO-88590'] as $name) {
    $converter = @new UConverter($name, 'UTF-8');
    echo $name, ' ', json_encode(@UConverter::transcode("caf\u{e9}", $name, 'UTF-8') === false ? false : bin2hex(UConverter::transcode("caf\u{e9}", $name, 'UTF-8'))), "\n";
}
--EXPECT--
ISO_8859-01 "636166e9"
iso88591 "636166e9"
ISO-8859-1 "636166e9"
latin-1 "636166e9"
cp01252 "636166e9"
UTF-08 "636166c3a9"
utf8 "636166c3a9"
ISO-88590 false
