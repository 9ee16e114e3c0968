//! Compiled code as text, for `phant dump bytecode`.

use crate::{
    Code, Op, Unit,
    insn::Insn,
    ops::{Kind, Operand},
};
use phant_memory::{Value, View};
use std::fmt::Write;

/// Everything a unit consists of.
pub fn unit(unit: &Unit) -> String {
    let mut out = String::new();
    code(&mut out, &unit.main, "main");
    for function in &unit.functions {
        function_and_below(&mut out, function, "");
    }
    below(&mut out, &unit.main);
    out
}

fn function_and_below(out: &mut String, function: &Code, class: &str) {
    let name = function.name.as_ref().map_or_else(|| "{main}".into(), |n| n.to_text().into_owned());
    code(out, function, &format!("{class}{name}()"));
    below(out, function);
}

/// Functions and classes declared inside.
fn below(out: &mut String, parent: &Code) {
    for function in &parent.functions {
        function_and_below(out, function, "");
    }
    for class in &parent.classes {
        for method in &class.methods {
            function_and_below(out, &method.code, &format!("{}::", class.name));
        }
    }
}

/// One function: a header, then an instruction a line.
fn code(out: &mut String, code: &Code, title: &str) {
    let file = code.file.as_ref().map_or_else(String::new, |f| format!(" {f}:{}", code.line));
    let _ = writeln!(out, "{title}:{file}");
    let _ = writeln!(
        out,
        "  ; {} instructions, {} slots, {} literals, {} cache words",
        code.insns.len(),
        code.frame_slots,
        code.literals.len(),
        code.cache_words
    );
    let mut after_ext: Option<&'static [Operand]> = None;
    let mut last_line = 0;
    for (i, insn) in code.insns.iter().enumerate() {
        let line = code.lines.get(i).copied().unwrap_or(0);
        let shown = if line == last_line { String::new() } else { line.to_string() };
        last_line = line;
        let (name, described) = match (Op::from_number(insn.op), after_ext.take()) {
            (_, Some(described)) => ("", described),
            (Some(op), None) => {
                after_ext = op.row().ext;
                (op.name(), op.row().operands)
            }
            (None, None) => ("?", Op::Ext.row().operands),
        };
        let text = operands(code, i, insn, described);
        let _ = writeln!(out, "{}", format!("{shown:>5} {i:04} {name:<16} {text}").trim_end());
    }
    for region in &code.regions {
        let part = |n: u32| if n == crate::TryRegion::NONE { "-".to_owned() } else { format!("{n:04}") };
        let _ = writeln!(
            out,
            "  ; try {} catch {} finally {}..{}",
            part(region.start),
            part(region.catch),
            part(region.finally),
            part(region.finally_end)
        );
    }
    out.push('\n');
}

fn operands(code: &Code, at: usize, insn: &Insn, described: &[Operand]) -> String {
    let mut parts = Vec::new();
    for (place, operand) in described.iter().enumerate() {
        let n = insn.operand(place);
        match operand.kind {
            Kind::Unused => {}
            Kind::Out | Kind::Wanted | Kind::Pointer | Kind::NextKey => parts.push(format!("{} =", slot(code, n))),
            kind if kind.is_slot() => parts.push(slot(code, n)),
            kind if kind.is_literal() => {
                parts.push(code.literals.get(n as usize).map_or_else(|| format!("k{n}"), |k| literal(k)))
            }
            Kind::Cache(_) => parts.push(format!("cache {n}")),
            Kind::Near => parts.push(format!("-> {:04}", at as i64 + i64::from(n as i16))),
            Kind::Far | Kind::Note => parts.push(format!("-> {:04}", at as i64 + i64::from(insn.wide()))),
            _ => parts.push(format!("{}: {n}", operand.name)),
        }
    }
    parts.join(" ")
}

/// `$name` for a variable, `tN` for a temporary.
fn slot(code: &Code, n: u16) -> String {
    const HEADER: u16 = 5;
    match n.checked_sub(HEADER) {
        None => "-".to_owned(),
        Some(i) => match code.vars.get(i as usize) {
            Some(name) => format!("${name}"),
            None => format!("t{}", i as usize - code.vars.len()),
        },
    }
}

fn literal(value: &Value) -> String {
    match value.view() {
        View::Null => "null".to_owned(),
        View::Bool(b) => b.to_string(),
        View::Int(i) => i.to_string(),
        View::Float(f) => format!("{f:?}"),
        View::Str(s) => {
            let text = s.to_text();
            match text.char_indices().nth(60) {
                Some((end, _)) => format!("{:?}…", &text[..end]),
                None => format!("{text:?}"),
            }
        }
        View::Array(a) => format!("array({})", a.len()),
        View::Object(_) => "object".to_owned(),
        View::Resource(_) => "resource".to_owned(),
    }
}
