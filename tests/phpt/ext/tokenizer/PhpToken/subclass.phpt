--TEST--
PhpToken::tokenize(): makes objects of the class it is called on, without its constructor
--EXTENSIONS--
tokenizer
json
--FILE--
<?php
class Token extends PhpToken {
    public $extra = 'x';
    public function getTokenName(): ?string { return strtolower(parent::getTokenName() ?? '?'); }
}
foreach (Token::tokenize("<?php\necho 1 ;") as $token) {
    echo get_class($token), " $token->line $token->pos ", $token->getTokenName(), ' ', json_encode((string) $token), " $token->extra\n";
}
abstract class None extends PhpToken {}
try {
    None::tokenize('<?php 1;');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
var_dump((new PhpToken(-1, 'a'))->getTokenName() === chr(255), (new PhpToken(65, 'a'))->getTokenName(), token_name(410), token_name(T_DOUBLE_COLON), token_name(59));
--EXPECT--
Token 1 0 t_open_tag "<?php\n" x
Token 2 6 t_echo "echo" x
Token 2 10 t_whitespace " " x
Token 2 11 t_lnumber "1" x
Token 2 12 t_whitespace " " x
Token 2 13 ; ";" x
Cannot instantiate abstract class None
bool(true)
string(1) "A"
string(7) "UNKNOWN"
string(14) "T_DOUBLE_COLON"
string(7) "UNKNOWN"
