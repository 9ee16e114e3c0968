<?php
// needs: ctype
// The wrapper for plain files is taken away, replaced and given back: what asks about files goes by that.
class Other {
    public $context;
    public function url_stat($path, $flags) { echo "asked for ", basename($path), "\n"; return false; }
}
$path = __FILE__;
var_dump(is_file($path), file_exists($path), is_readable($path), is_dir(dirname($path)), file_exists("a\0b"), file_exists(str_repeat('x', 300)));
clearstatcache();
stream_wrapper_unregister('file');
stream_wrapper_register('file', 'Other');
var_dump(is_file($path), file_exists($path));
stream_wrapper_restore('file');
clearstatcache();
var_dump(is_file($path), file_exists($path), file_exists(str_repeat('./', 200) . basename($path)) === file_exists(basename($path)));
var_dump(ini_get('precision'), ini_get('no.such'), ini_get('PRECISION'), ini_set('precision', '5'), ini_get('precision'));
foreach (['123', '12a', '', ' ', "\n", 'abc', 'ABC', '!?', "a b", 'ff'] as $text) {
    echo implode('', array_map(fn ($f) => (int) $f($text), ['ctype_alnum', 'ctype_alpha', 'ctype_cntrl', 'ctype_digit', 'ctype_lower',
        'ctype_graph', 'ctype_print', 'ctype_punct', 'ctype_space', 'ctype_upper', 'ctype_xdigit'])), "\n";
}
var_dump(@ctype_digit(53), @ctype_digit(300), @ctype_alpha(-200), @ctype_space(32), @ctype_upper([]), ctype_digit(5));
