--TEST--
Normalizer::normalize() in every form
--EXTENSIONS--
intl
--FILE--
<?php
foreach (['', 'ab', 'é', "e\u{301}", 'ṩ', 'ﬁ', '한', 'Å', 'ὠ', "ſ\u{323}\u{307}", "\u{ad}x", "\u{fdfa}", "a\u{315}\u{300}\u{5ae}b", "\u{1d15e}", "\u{344}", "\u{958}", 'ǅ', 'ß', 'İ', "\u{345}Ω"] as $text) {
    foreach ([Normalizer::FORM_C, Normalizer::FORM_D, Normalizer::FORM_KC, Normalizer::FORM_KD, Normalizer::FORM_KC_CF] as $form) {
        echo bin2hex(Normalizer::normalize($text, $form)), Normalizer::isNormalized($text, $form) ? ' is ' : ' ';
    }
    echo "\n";
}
var_dump(Normalizer::normalize("\xff"), intl_get_error_code(), intl_get_error_message());
var_dump(Normalizer::isNormalized("\xff"), intl_get_error_message());
try {
    Normalizer::normalize('a', 2);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
 is  is  is  is  is 
6162 is 6162 is 6162 is 6162 is 6162 is 
c3a9 is 65cc81 c3a9 is 65cc81 c3a9 is 
c3a9 65cc81 is c3a9 65cc81 is c3a9 
e1b9a9 is 73cca3cc87 e1b9a9 is 73cca3cc87 e1b9a9 is 
efac81 is efac81 is 6669 6669 6669 
ed959c is e18492e185a1e186ab ed959c is e18492e185a1e186ab ed959c is 
c385 is 41cc8a c385 is 41cc8a c3a5 
e1bda0 is cf89cc93 e1bda0 is cf89cc93 e1bda0 is 
e1ba9bcca3 c5bfcca3cc87 is e1b9a9 73cca3cc87 e1b9a9 
c2ad78 is c2ad78 is c2ad78 is c2ad78 is 78 
efb7ba is efb7ba is d8b5d984d98920d8a7d984d984d98720d8b9d984d98ad98720d988d8b3d984d985 d8b5d984d98920d8a7d984d984d98720d8b9d984d98ad98720d988d8b3d984d985 d8b5d984d98920d8a7d984d984d98720d8b9d984d98ad98720d988d8b3d984d985 
c3a0d6aecc9562 61d6aecc80cc9562 c3a0d6aecc9562 61d6aecc80cc9562 c3a0d6aecc9562 
f09d8597f09d85a5 f09d8597f09d85a5 f09d8597f09d85a5 f09d8597f09d85a5 f09d8597f09d85a5 
cc88cc81 cc88cc81 cc88cc81 cc88cc81 cc88cc81 
e0a495e0a4bc e0a495e0a4bc e0a495e0a4bc e0a495e0a4bc e0a495e0a4bc 
c785 is c785 is 44c5be 447acc8c 64c5be 
c39f is c39f is c39f is c39f is 7373 
c4b0 is 49cc87 c4b0 is 49cc87 69cc87 
cd85cea9 is cd85cea9 is cd85cea9 is cd85cea9 is ceb9cf89 
bool(false)
int(10)
string(61) "Error converting input string to UTF-16: U_INVALID_CHAR_FOUND"
bool(false)
string(56) "Error converting string to UTF-16.: U_INVALID_CHAR_FOUND"
Normalizer::normalize(): Argument #2 ($form) must be a a valid normalization form
