//! Errors in PHP's words: source (after `<?php `), message, line. Expectations are PHP 8.4's.

use phant_syntax::{ParseErrorKind, ParseOptions, parse};

#[rustfmt::skip]
const SYNTAX_ERRORS: &[(&str, &str, u32)] = &[
    ("1 <<<\"FOO\"\na\nFOO;", r#"syntax error, unexpected heredoc start "<<<"FOO""#, 2),
    ("1 'a\n';", r#"syntax error, unexpected single-quoted string "a""#, 2),
    ("`$b a`b;", r#"syntax error, unexpected identifier "b""#, 1),
    ("1 'abc", r#"syntax error, unexpected string content "abc""#, 1),
    (r#"1 "abc"#, "syntax error, unexpected double-quote mark", 1),
    (r#""abc {$x 1"#, r#"syntax error, unexpected integer "1", expecting "->" or "?->" or "[""#, 1),
    (r#""abc $x[1"#, r#"syntax error, unexpected end of file, expecting "]""#, 1),
    (r#""abc $x["#, r#"syntax error, unexpected end of file, expecting "-" or identifier or variable or number"#, 1),
    (r#""abc $x[-a]";"#, r#"syntax error, unexpected identifier "a", expecting number"#, 1),
    (r#""abc {$a->}";"#, r#"syntax error, unexpected token "}", expecting identifier or variable or "{" or "$""#, 1),
    (r#""abc ${a[1]->b}";"#, r#"syntax error, unexpected token "->", expecting "}""#, 1),
    ("declare(ticks);", r#"syntax error, unexpected token ")", expecting "=""#, 1),
    ("const ;", r#"syntax error, unexpected token ";", expecting identifier"#, 1),
    ("try ;", r#"syntax error, unexpected token ";", expecting "{""#, 1),
    ("do x; until", r#"syntax error, unexpected identifier "until", expecting "while""#, 1),
    ("foreach ($a as [$x] x) {}", r#"syntax error, unexpected identifier "x", expecting "->" or "?->" or "[""#, 1),
    ("foreach ($a as list($x) x) {}", r#"syntax error, unexpected identifier "x", expecting "=>" or ")""#, 1),
    ("foreach ($a $b) {}", r#"syntax error, unexpected variable "$b""#, 1),
    ("switch ($a): foo; endswitch;", r#"syntax error, unexpected identifier "foo", expecting "endswitch" or "case" or "default""#, 1),
    ("unset(1);", r#"syntax error, unexpected integer "1""#, 1),
    ("unset($a) b;", r#"syntax error, unexpected identifier "b", expecting ";""#, 1),
    ("empty($a, $b);", r#"syntax error, unexpected token ",""#, 1),
    ("[list($a) => 1];", r#"syntax error, unexpected token "=>", expecting "]""#, 1),
    ("[&$a => 1];", r#"syntax error, unexpected token "=>", expecting "->" or "?->" or "[""#, 1),
    ("match (1) { default };", r#"syntax error, unexpected token "}", expecting "=>""#, 1),
    ("match (1) { 1, default => 1, };", r#"syntax error, unexpected token "default", expecting "=>""#, 1),
    ("match (1) { 1, , => 1, };", r#"syntax error, unexpected token ",", expecting "=>""#, 1),
    ("fn() 1;", r#"syntax error, unexpected integer "1", expecting "=>""#, 1),
    ("function() use { };", r#"syntax error, unexpected token "{", expecting "(""#, 1),
    ("function foo(int) {}", r#"syntax error, unexpected token "(int)", expecting "(""#, 1),
    ("function foo($a = ) {}", r#"syntax error, unexpected token ")""#, 1),
    ("function foo(?static $a) {}", r#"syntax error, unexpected token "static""#, 1),
    ("function foo(#[A]) {}", r#"syntax error, unexpected token ")", expecting variable"#, 1),
    ("#[A,,] function x() {}", r#"syntax error, unexpected token ",", expecting "]""#, 1),
    ("#[A] $x;", r#"syntax error, unexpected variable "$x""#, 1),
    (r#"namespace A\B C;"#, r#"syntax error, unexpected identifier "C", expecting "{""#, 1),
    (r#"use A\{;"#, r#"syntax error, unexpected token ";", expecting identifier or namespaced name or "function" or "const""#, 1),
    ("__halt_compiler() x;", r#"syntax error, unexpected identifier "x", expecting ";""#, 1),
    ("if (1) class A {}", r#"syntax error, unexpected token "class""#, 1),
    ("while (1) use A;", r#"syntax error, unexpected token "use""#, 1),
    ("1 + * 2;", r#"syntax error, unexpected token "*""#, 1),
    ("1 ? 2;", r#"syntax error, unexpected token ";""#, 1),
    ("(a) = 2;", r#"syntax error, unexpected token "=""#, 1),
    ("$a++->b;", r#"syntax error, unexpected token "->""#, 1),
    ("new A::b;", r#"syntax error, unexpected identifier "b", expecting variable or "$""#, 1),
    ("__LINE__::a;", r#"syntax error, unexpected token "::""#, 1),
    ("[$a] += 1;", r#"syntax error, unexpected token "+=""#, 1),
    ("$$;", r#"syntax error, unexpected token ";", expecting variable or "{" or "$""#, 1),
    ("$a[1 2];", r#"syntax error, unexpected integer "2", expecting "]""#, 1),
    ("echo 1 2;", r#"syntax error, unexpected integer "2", expecting "," or ";""#, 1),
    ("class A { public $a, $b { get; } }", r#"syntax error, unexpected token "{", expecting "," or ";""#, 1),
    ("class A { public 1; }", r#"syntax error, unexpected integer "1", expecting variable"#, 1),
    ("class A { function x() { } ", "Unclosed '{'", 1),
];

#[rustfmt::skip]
const COMPILE_ERRORS: &[(&str, &str, u32)] = &[
    ("declare(encoding=M_PI);", "Encoding must be a literal", 1),
    ("final abstract class A {}", "Cannot use the final modifier on an abstract class", 1),
    ("abstract abstract class A {}", "Multiple abstract modifiers are not allowed", 1),
    ("class A { final final function a(); }", "Multiple final modifiers are not allowed", 1),
    ("class A { public private function a(); }", "Multiple access type modifiers are not allowed", 1),
    ("class A { static const A = 1; }", "Cannot use the static modifier on a class constant", 1),
    ("class A { readonly const A = 1; }", "Cannot use the readonly modifier on a class constant", 1),
    ("class A { public $a { abstract get; } }", "Cannot use the abstract modifier on a property hook", 1),
    ("class A { function __construct(readonly readonly $a) {} }", "Multiple readonly modifiers are not allowed", 1),
];

fn check(rows: &[(&str, &str, u32)], kind: ParseErrorKind) {
    for &(source, message, line) in rows {
        let error = parse(format!("<?php {source}").as_bytes(), &ParseOptions::default()).expect_err(source);
        let found = (String::from_utf8_lossy(&error.message).into_owned(), error.line, error.kind);
        assert_eq!(found, (message.to_owned(), line, kind), "{source}");
    }
}

#[test]
fn syntax_errors() {
    check(SYNTAX_ERRORS, ParseErrorKind::Parse);
}

#[test]
fn compile_errors() {
    check(COMPILE_ERRORS, ParseErrorKind::Compile);
}
