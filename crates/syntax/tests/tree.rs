//! The tree: what is accepted, lines, doc comments, and the limits of nesting.

use phant_syntax::ast::{ExprKind, FunctionBody, Member, Program, StmtKind};
use phant_syntax::{ParseErrorKind, ParseOptions, parse};

fn program(source: &str) -> Program {
    parse(source.as_bytes(), &ParseOptions::default()).expect(source)
}

fn error(source: String) -> (ParseErrorKind, String) {
    let error = parse(source.as_bytes(), &ParseOptions::default()).expect_err("an error");
    (error.kind, String::from_utf8_lossy(&error.message).into_owned())
}

#[test]
fn accepts_8_5() {
    for source in [
        "$x |> trim(...) |> strlen(...);",
        "clone($x, ['a' => 1]);",
        "clone(...);",
        "(void) f();",
        "#[A] const B = 1;",
        "class A { function __construct(final public int $x) {} const F = static function () {}; }",
    ] {
        program(&format!("<?php {source}"));
    }
}

#[test]
fn keywords_as_names() {
    program("<?php class A { const CLASS_ = 1, LIST = 2; function new() { $this->class->for(); self::LIST; static::print(); } }");
    program("<?php f(default: 1, array: 2); enum E { case Default; } enum('x'); readonly(1);");
}

#[test]
fn lines_are_those_of_the_first_operand() {
    let program = program("<?php\n$a\n  ->b()\n  ->c();\n[\n  1,\n];\nf(\n  1\n);");
    let lines: Vec<u32> = program.statements.iter().map(|statement| statement.line).collect();
    assert_eq!(lines, [2, 6, 8]);
}

#[test]
fn doc_comments() {
    let program = program("<?php /** c */ class A { /** p */ public $p; public $q; /** m */ function m() {} function n() {} }");
    let StmtKind::Class(class) = &program.statements[0].kind else { panic!("not a class") };
    let mut docs = vec![class.doc_comment.clone()];
    for member in &class.members {
        match member {
            Member::Properties(properties) => docs.push(properties.items[0].doc_comment.clone()),
            Member::Method(method) => docs.push(method.function.doc_comment.clone()),
            _ => {}
        }
    }
    let docs: Vec<String> = docs.iter().map(|doc| doc.as_ref().map_or(String::new(), ToString::to_string)).collect();
    assert_eq!(docs, ["/** c */", "/** p */", "", "/** m */", ""]);
}

#[test]
fn generators() {
    let program = program("<?php function f() { return function () { yield; }; }");
    let StmtKind::Function(outer) = &program.statements[0].kind else { panic!("not a function") };
    let FunctionBody::Block(body) = &outer.body else { panic!("no body") };
    let StmtKind::Return(Some(inner)) = &body[0].kind else { panic!("not a return") };
    let ExprKind::Closure(inner) = &inner.kind else { panic!("not a closure") };
    assert_eq!((outer.is_generator, inner.is_generator), (false, true));
}

#[test]
fn shebang() {
    let options = ParseOptions { skip_shebang: true, ..ParseOptions::default() };
    let program = parse(b"#!/usr/bin/php\n<?php\nf();", &options).expect("a program");
    assert_eq!(program.statements.len(), 1);
    assert_eq!(program.statements[0].line, 3);
}

#[test]
fn halt_offset() {
    let source = "<?php f(); __halt_compiler();data \" { '";
    assert_eq!(program(source).halt_offset, source.find("data").map(|at| at as u32));
}

#[test]
fn limits() {
    let worker = std::thread::Builder::new().stack_size(512 << 20).spawn(|| {
        program(&format!("<?php {}1{};", "(".repeat(9_990), ")".repeat(9_990)));
        program(&format!("<?php {}1;", "1 + ".repeat(99_000)));
        let deep = error(format!("<?php {}1{};", "(".repeat(20_000), ")".repeat(20_000)));
        assert_eq!(deep, (ParseErrorKind::Parse, "memory exhausted".to_owned()));
        let (kind, message) = error(format!("<?php {}1;", "1 + ".repeat(200_000)));
        assert_eq!(kind, ParseErrorKind::Compile);
        assert!(message.starts_with("Maximum call stack size"), "{message}");
    });
    worker.expect("a thread").join().expect("no panic");
}
