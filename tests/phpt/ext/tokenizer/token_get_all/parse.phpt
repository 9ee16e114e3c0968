--TEST--
token_get_all(): TOKEN_PARSE tells names from keywords, and errors have a line
--EXTENSIONS--
tokenizer
json
--FILE--
<?php
function show(string $code, int $flags = 0): void
{
    try {
        foreach (token_get_all($code, $flags) as $token) {
            echo is_array($token) ? "$token[2] " . token_name($token[0]) . ' ' . json_encode($token[1]) : $token, "\n";
        }
    } catch (Throwable $e) {
        echo get_class($e), ' ', $e->getLine(), ' ', $e->getMessage(), "\n";
    }
    echo "--\n";
}

show('<?php namespace list; class A { const FOO = 1, function = 2; use X { a as final; } function list() { f(class: static::class); } }', TOKEN_PARSE);
show("<?php\n\n if (1) {", TOKEN_PARSE);
show("<?php /* open", TOKEN_PARSE);
show("<?php\nabstract abstract class X {}", TOKEN_PARSE);
--EXPECT--
1 T_OPEN_TAG "<?php "
1 T_NAMESPACE "namespace"
1 T_WHITESPACE " "
1 T_STRING "list"
;
1 T_WHITESPACE " "
1 T_CLASS "class"
1 T_WHITESPACE " "
1 T_STRING "A"
1 T_WHITESPACE " "
{
1 T_WHITESPACE " "
1 T_CONST "const"
1 T_WHITESPACE " "
1 T_STRING "FOO"
1 T_WHITESPACE " "
=
1 T_WHITESPACE " "
1 T_LNUMBER "1"
,
1 T_WHITESPACE " "
1 T_STRING "function"
1 T_WHITESPACE " "
=
1 T_WHITESPACE " "
1 T_LNUMBER "2"
;
1 T_WHITESPACE " "
1 T_USE "use"
1 T_WHITESPACE " "
1 T_STRING "X"
1 T_WHITESPACE " "
{
1 T_WHITESPACE " "
1 T_STRING "a"
1 T_WHITESPACE " "
1 T_AS "as"
1 T_WHITESPACE " "
1 T_FINAL "final"
;
1 T_WHITESPACE " "
}
1 T_WHITESPACE " "
1 T_FUNCTION "function"
1 T_WHITESPACE " "
1 T_STRING "list"
(
)
1 T_WHITESPACE " "
{
1 T_WHITESPACE " "
1 T_STRING "f"
(
1 T_STRING "class"
:
1 T_WHITESPACE " "
1 T_STATIC "static"
1 T_DOUBLE_COLON "::"
1 T_STRING "class"
)
;
1 T_WHITESPACE " "
}
1 T_WHITESPACE " "
}
--
ParseError 3 Unclosed '{'
--
ParseError 1 Unterminated comment starting line 1
--
CompileError 2 Multiple abstract modifiers are not allowed
--
