//! What a file declares, as Reflection would tell: for comparing lines and doc comments with PHP.

use phant_syntax::ast::*;

/// One declaration a line, sorted.
pub fn list(program: &Program) -> String {
    let mut lines = Vec::new();
    statements(&program.statements, "", &mut lines);
    lines.sort();
    lines.dedup();
    lines.join("\n") + "\n"
}

fn doc(comment: &Option<Bytes>) -> String {
    match comment {
        None => "null".to_owned(),
        Some(text) => {
            let escaped = text.to_string().replace('\\', "\\\\").replace('"', "\\\"").replace('/', "\\/");
            format!("\"{}\"", escaped.replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r"))
        }
    }
}

fn statements(list: &[Stmt], namespace: &str, lines: &mut Vec<String>) {
    let mut namespace = namespace.to_owned();
    for statement in list {
        match &statement.kind {
            StmtKind::Namespace { name, body } => {
                let prefix = name.as_ref().map_or(String::new(), |name| format!("{}\\", name.text));
                match body {
                    Some(body) => statements(body, &prefix, lines),
                    None => namespace = prefix,
                }
            }
            StmtKind::Function(f) => {
                let name = f.name.as_ref().map_or(String::new(), |name| name.name.to_string());
                lines.push(format!("function {namespace}{name} {} {} {}", f.line, f.end_line, doc(&f.doc_comment)));
            }
            StmtKind::Class(c) => class(c, &namespace, lines),
            StmtKind::Expr(expr) => expression(expr, lines),
            _ => {}
        }
    }
}

fn expression(expr: &Expr, lines: &mut Vec<String>) {
    match &expr.kind {
        ExprKind::Assign(_, value) => expression(value, lines),
        ExprKind::Closure(f) | ExprKind::ArrowFunction(f) => {
            lines.push(format!("closure {} {} {}", f.line, f.end_line, doc(&f.doc_comment)));
        }
        ExprKind::New(new) => {
            if let NewClass::Anonymous(c) = &new.class {
                class(c, "", lines);
            }
        }
        ExprKind::Call(call) => call.args.list().iter().for_each(|argument| expression(&argument.value, lines)),
        ExprKind::Array(literal) => {
            literal.elements.iter().flatten().for_each(|element| expression(&element.value, lines));
        }
        _ => {}
    }
}

fn class(c: &Class, namespace: &str, lines: &mut Vec<String>) {
    let name = c.name.as_ref().map_or("anon".to_owned(), |name| format!("{namespace}{}", name.name));
    lines.push(format!("class {name} {} {} {}", c.line, c.end_line, doc(&c.doc_comment)));
    for member in &c.members {
        match member {
            Member::Constants(constants) => {
                for item in &constants.items {
                    lines.push(format!("const {name}::{} {}", item.name.name, doc(&item.doc_comment)));
                }
            }
            Member::Case(case) => lines.push(format!("const {name}::{} {}", case.name.name, doc(&case.doc_comment))),
            Member::Properties(properties) => {
                for item in &properties.items {
                    lines.push(format!("prop {name}::{} {}", item.name.name, doc(&item.doc_comment)));
                    hooks(&name, &item.name, item.hooks.as_deref(), lines);
                }
            }
            Member::Method(method) => {
                let f = &method.function;
                let method = f.name.as_ref().map_or(String::new(), |name| name.name.to_string());
                lines.push(format!("method {name}::{method} {} {} {}", f.line, f.end_line, doc(&f.doc_comment)));
                for param in f.params().iter().filter(|param| !param.modifiers.is_empty()) {
                    lines.push(format!("prop {name}::{} {}", param.name.name, doc(&param.doc_comment)));
                    hooks(&name, &param.name, param.hooks.as_deref(), lines);
                }
            }
            Member::TraitUse(_) => {}
        }
    }
}

fn hooks(class: &str, property: &Ident, hooks: Option<&[PropertyHook]>, lines: &mut Vec<String>) {
    for hook in hooks.unwrap_or(&[]) {
        let f = &hook.function;
        let name = f.name.as_ref().map_or(String::new(), |name| name.name.to_string());
        let (property, comment) = (&property.name, doc(&f.doc_comment));
        lines.push(format!("hook {class}::{property}::{name} {} {} {comment}", f.line, f.end_line));
    }
}
