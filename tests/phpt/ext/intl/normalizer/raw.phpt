--TEST--
Normalizer::getRawDecomposition() takes one step
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['a', 'é', 'ṩ', 'ﬁ', '한', "\u{fb05}", "\u{3378}", "\u{ffa1}", "\u{ffdc}", "\u{ffc8}", "\u{320e}", "\u{ffe3}", "\u{fe49}", "\u{1d160}", "\u{fb2c}", 'A'] as $c) {
    foreach ([Normalizer::FORM_C, Normalizer::FORM_KC, Normalizer::FORM_KC_CF] as $form) {
        echo bin2hex(Normalizer::getRawDecomposition($c, $form) ?? '-'), ' ';
    }
    echo "\n";
}
var_dump(Normalizer::getRawDecomposition(''), intl_get_error_message());
var_dump(Normalizer::getRawDecomposition("\xff"), intl_get_error_message());
?>
--EXPECT--
2d 2d 2d 
65cc81 65cc81 65cc81 
e1b9a3cc87 e1b9a3cc87 e1b9a3cc87 
2d 6669 6669 
ed9598e186ab ed9598e186ab ed9598e186ab 
2d c5bf74 7374 
2d 646dc2b2 646d32 
2d e384b1 e18480 
2d e385a3 e185b5 
2d 2d 2d 
2d 28e18480e185a129 28eab08029 
2d c2af 20cc84 
2d e280be 20cc85 
f09d859ff09d85ae f09d859ff09d85ae f09d8598f09d85a5f09d85ae 
efad89d781 efad89d781 d7a9d6bcd781 
2d 2d 61 
NULL
string(89) "Input string must be exactly one UTF-8 encoded code point long.: U_ILLEGAL_ARGUMENT_ERROR"
NULL
string(49) "Code point out of range: U_ILLEGAL_ARGUMENT_ERROR"
