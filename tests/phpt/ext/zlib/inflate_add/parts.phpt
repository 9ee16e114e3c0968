--TEST--
Data in parts, with what each call answers
--EXTENSIONS--
zlib
--FILE--
<?php
foreach ([ZLIB_ENCODING_RAW, ZLIB_ENCODING_DEFLATE, ZLIB_ENCODING_GZIP] as $encoding) {
    $data = zlib_encode(str_repeat('Phant ', 100), $encoding, 9);
    $context = inflate_init($encoding);
    $text = '';
    foreach (str_split($data, 3) as $part) {
        $text .= inflate_add($context, $part);
    }
    var_dump($text === str_repeat('Phant ', 100), inflate_get_status($context), inflate_get_read_len($context) === strlen($data));
    var_dump(inflate_add($context, 'x' . $data), inflate_get_status($context));
    $context = inflate_init($encoding);
    var_dump(inflate_add($context, substr($data, 0, -1), ZLIB_FINISH) !== '', inflate_get_status($context));
}
foreach ([[], ['dictionary' => 'other'], ['dictionary' => 'dictionary']] as $options) {
    $context = deflate_init(ZLIB_ENCODING_DEFLATE, ['dictionary' => 'dictionary', 'level' => 9]);
    $data = deflate_add($context, 'a dictionary', ZLIB_FINISH);
    var_dump(inflate_add(inflate_init(ZLIB_ENCODING_DEFLATE, $options), $data));
}
--EXPECTF--
bool(true)
int(1)
bool(true)

Warning: inflate_add(): data error in %s on line 10
bool(false)
int(-3)
bool(true)
int(-5)
bool(true)
int(1)
bool(true)

Warning: inflate_add(): data error in %s on line 10
bool(false)
int(-3)
bool(true)
int(-5)
bool(true)
int(1)
bool(true)

Warning: inflate_add(): data error in %s on line 10
bool(false)
int(-3)
bool(true)
int(-5)

Warning: inflate_add(): Inflating this data requires a preset dictionary, please specify it in the options array of inflate_init() in %s on line 17
bool(false)

Warning: inflate_add(): Dictionary does not match expected dictionary (incorrect adler32 hash) in %s on line 17
bool(false)
string(12) "a dictionary"
