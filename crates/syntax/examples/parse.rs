//! Parses files and prints what `php -l` would say of each: for comparing with PHP.
//!
//! `parse FILE...` or `parse @LIST`, where LIST names a file a line. `--quiet` prints errors only, `--tree` the tree,
//! `--assert` the text of the first argument of a call that is the first statement, `--spans` where statements are,
//! `--declarations` what is declared, with lines and doc comments, `--tokens` the tokens.

#[path = "parse/declared.rs"]
mod declared;
#[path = "parse/tokens.rs"]
mod tokens;

use std::io::Write;

use phant_syntax::ast::print::print_expr;
use phant_syntax::ast::{ExprKind, Program, Stmt, StmtKind};
use phant_syntax::{ParseErrorKind, ParseOptions, parse};

fn main() {
    // The parser recurses with the nesting of the program.
    let worker = std::thread::Builder::new().stack_size(1 << 30).spawn(run).expect("a thread");
    worker.join().expect("no panic");
}

fn run() {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut tokens = false;
    let (mut quiet, mut tree, mut assert, mut spans, mut declarations) = (false, false, false, false, false);
    let mut paths = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--quiet" => quiet = true,
            "--tokens" => tokens = true,
            "--tree" => tree = true,
            "--assert" => assert = true,
            "--spans" => spans = true,
            "--declarations" => declarations = true,
            _ => match argument.strip_prefix('@') {
                Some(list) => paths.extend(std::fs::read_to_string(list).expect("a list").lines().map(str::to_owned)),
                None => paths.push(argument),
            },
        }
    }
    for path in paths {
        let source = std::fs::read(&path).expect("a readable file");
        if tokens {
            out.write_all(tokens::list(&source).as_bytes()).expect("standard output");
            writeln!(out, "== {path}").expect("standard output");
            continue;
        }
        let line = match parse(&source, &ParseOptions::default()) {
            Ok(program) if tree => format!("{program:#?}\n").into_bytes(),
            Ok(program) if assert => {
                let mut line = format!("{path}\tassert(").into_bytes();
                line.extend(first_argument(&program));
                line.extend(b")\0\n");
                line
            }
            Ok(program) if declarations => declared::list(&program).into_bytes(),
            Ok(program) if spans => statement_spans(&path, &program.statements).into_bytes(),
            Ok(_) if quiet => Vec::new(),
            Ok(_) => format!("{path}\tok\t0\t\n").into_bytes(),
            Err(error) => {
                let kind = if error.kind == ParseErrorKind::Parse { "parse" } else { "compile" };
                let mut line = format!("{path}\t{kind}\t{}\t", error.line).into_bytes();
                line.extend(error.message);
                if assert {
                    line.push(0);
                }
                line.push(b'\n');
                line
            }
        };
        out.write_all(&line).expect("standard output");
    }
}

fn first_argument(program: &Program) -> Vec<u8> {
    if let Some(Stmt { kind: StmtKind::Expr(expr), .. }) = program.statements.first()
        && let ExprKind::Call(call) = &expr.kind
        && let Some(argument) = call.args.list().first()
    {
        return print_expr(&argument.value, 14);
    }
    Vec::new()
}

fn statement_spans(path: &str, statements: &[Stmt]) -> String {
    let mut text = String::new();
    for statement in statements {
        match &statement.kind {
            StmtKind::Namespace { body: Some(body), .. } => text += &statement_spans(path, body),
            StmtKind::Namespace { .. } | StmtKind::Use(_) | StmtKind::GroupUse { .. } | StmtKind::Const { .. } => {}
            StmtKind::HaltCompiler(_) | StmtKind::Declare { .. } => {}
            _ => text += &format!("{path}\t{}\t{}\n", statement.span.start, statement.span.end),
        }
    }
    text
}
