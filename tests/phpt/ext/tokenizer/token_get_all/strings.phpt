--TEST--
token_get_all(): what is in strings and heredocs
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

show('<?php "a{$b[1]} ${c} $d->e $f[0x12] $g[-1] $h[abc]"; `ls $x`; "\u{zz}"; \'un');
show("<?php <<<A\n x \$a[ 1]\n \tA . <<<'B'\n  y\n  B;");
show("<?php <<<A\n no end");
--EXPECT--
1 T_OPEN_TAG "<?php "
"
1 T_ENCAPSED_AND_WHITESPACE "a"
1 T_CURLY_OPEN "{"
1 T_VARIABLE "$b"
[
1 T_LNUMBER "1"
]
}
1 T_ENCAPSED_AND_WHITESPACE " "
1 T_DOLLAR_OPEN_CURLY_BRACES "${"
1 T_STRING_VARNAME "c"
}
1 T_ENCAPSED_AND_WHITESPACE " "
1 T_VARIABLE "$d"
1 T_OBJECT_OPERATOR "->"
1 T_STRING "e"
1 T_ENCAPSED_AND_WHITESPACE " "
1 T_VARIABLE "$f"
[
1 T_NUM_STRING "0x12"
]
1 T_ENCAPSED_AND_WHITESPACE " "
1 T_VARIABLE "$g"
[
-
1 T_NUM_STRING "1"
]
1 T_ENCAPSED_AND_WHITESPACE " "
1 T_VARIABLE "$h"
[
1 T_STRING "abc"
]
"
;
1 T_WHITESPACE " "
`
1 T_ENCAPSED_AND_WHITESPACE "ls "
1 T_VARIABLE "$x"
`
;
1 T_WHITESPACE " "
1 T_CONSTANT_ENCAPSED_STRING "\"\\u{zz}\""
;
1 T_WHITESPACE " "
1 T_ENCAPSED_AND_WHITESPACE "'un"
--
1 T_OPEN_TAG "<?php "
1 T_START_HEREDOC "<<<A\n"
2 T_ENCAPSED_AND_WHITESPACE " x "
2 T_VARIABLE "$a"
[
2 T_ENCAPSED_AND_WHITESPACE ""
2 T_ENCAPSED_AND_WHITESPACE " 1]\n"
3 T_END_HEREDOC " \tA"
3 T_WHITESPACE " "
.
3 T_WHITESPACE " "
3 T_START_HEREDOC "<<<'B'\n"
4 T_ENCAPSED_AND_WHITESPACE "  y\n"
5 T_END_HEREDOC "  B"
;
--
1 T_OPEN_TAG "<?php "
1 T_START_HEREDOC "<<<A\n"
2 T_ENCAPSED_AND_WHITESPACE " no end"
--
