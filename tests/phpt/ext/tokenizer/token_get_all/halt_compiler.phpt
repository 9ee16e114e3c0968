--TEST--
token_get_all(): what follows __halt_compiler() is one token
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

show("<?php __halt_compiler /* x */ ( ) ; data <?php");
show("<?php __halt_compiler() ?>\ndata", TOKEN_PARSE);
show("<?php __halt_compiler ; a < data");
show("<?php __halt_compiler();");
--EXPECT--
1 T_OPEN_TAG "<?php "
1 T_HALT_COMPILER "__halt_compiler"
1 T_WHITESPACE " "
1 T_COMMENT "\/* x *\/"
1 T_WHITESPACE " "
(
1 T_WHITESPACE " "
)
1 T_WHITESPACE " "
;
1 T_INLINE_HTML " data <?php"
--
1 T_OPEN_TAG "<?php "
1 T_HALT_COMPILER "__halt_compiler"
(
)
1 T_WHITESPACE " "
1 T_CLOSE_TAG "?>\n"
1 T_INLINE_HTML "data"
--
1 T_OPEN_TAG "<?php "
1 T_HALT_COMPILER "__halt_compiler"
1 T_WHITESPACE " "
;
1 T_WHITESPACE " "
1 T_STRING "a"
1 T_WHITESPACE " "
<
1 T_INLINE_HTML " data"
--
1 T_OPEN_TAG "<?php "
1 T_HALT_COMPILER "__halt_compiler"
(
)
;
--
