<?php

// needs: tokenizer
$code = '<?php
namespace A\B;
/** doc */
#[Attr(1)]
final class C extends \D\E { // comment
    public function m(?int $x = 0x1F, string ...$y): static { return $x ?->y ?? fn() => "a $x[0] {$y->z} ${v}" . \'s\' <=> 1.5; }
}
echo <<<EOT
  text $a
  EOT;
?>html <?= $x |> f(...) ?>';
foreach (token_get_all($code) as $t) {
    echo is_array($t) ? token_name($t[0]) . ' ' . json_encode($t[1], JSON_UNESCAPED_SLASHES) . ' ' . $t[2] : $t, "\n";
}
foreach (PhpToken::tokenize('<?php $a = namespace\f(1);') as $t) {
    echo $t->getTokenName(), '|', $t->text, '|', $t->line, '|', $t->pos, '|', $t->isIgnorable() ? 'ignorable' : '', $t->is(T_VARIABLE) ? 'variable' : '', "\n";
}
try {
    token_get_all('<?php $x = 08; "', TOKEN_PARSE);
} catch (ParseError $e) {
    echo $e->getMessage(), "\n";
}
echo count(token_get_all('<?php class { enum')), "\n";
