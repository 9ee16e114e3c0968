//! `docs/opcodes.md` is written from the table; this fails when it is stale. `PHANT_WRITE_DOCS=1 cargo test -p phant-bytecode`
//! writes it.

use phant_bytecode::{
    Op,
    ops::{Kind, Operand, ROWS, Row},
};
use std::fmt::Write;

/// The first opcode of every subject.
const SUBJECTS: &[(Op, &str)] = &[
    (Op::Nop, "Jumps, loops, exceptions"),
    (Op::LoadK, "Variables"),
    (Op::AddVV, "Operators"),
    (Op::EqualVV, "Comparisons"),
    (Op::NewArray, "Arrays and elements"),
    (Op::FetchProp, "Properties, constants, classes"),
    (Op::InitCall, "Calls, entry and exit of functions"),
    (Op::Echo, "The rest"),
];

fn operands(list: &[Operand]) -> String {
    let one = |o: &Operand| match o.kind {
        Kind::Unused => "–".to_owned(),
        Kind::Cache(layout) => format!("{}: {}", o.name, layout.name()),
        kind => format!("{}: {kind:?}", o.name),
    };
    list.iter().map(one).collect::<Vec<_>>().join(", ")
}
fn signature(row: &Row) -> String {
    let ext = row.ext.map_or_else(String::new, |ext| format!("; {}", operands(ext)));
    format!("`{}({}{ext})`", row.name, operands(row.operands))
}

fn document() -> String {
    let mut out = String::from(
        "# Opcodes\n\n\
         Written from the table in `crates/bytecode/src/ops/` by `crates/bytecode/tests/opcodes_document.rs`; edit the table.\n\n\
         Operands behind `;` are in an extension word. What their kinds mean is said at `Kind` in `ops/row.rs`, what rules give at\n\
         `Rule`. Effects: **throw** may end in an exception, **call** PHP code may run, **collect** a safepoint, **name** variables are\n\
         reached by name, **end** the next instruction is not executed next.\n",
    );
    for (i, row) in ROWS.iter().enumerate() {
        if let Some((_, title)) = SUBJECTS.iter().find(|s| s.0 == row.op) {
            let _ = write!(out, "\n## {title}\n");
        }
        let same = |other: &Row| other.doc == row.doc && other.rule == row.rule && other.effects == row.effects;
        if i == 0 || !same(&ROWS[i - 1]) {
            let effects: Vec<_> = row.effects.names().collect();
            let effects = if effects.is_empty() { "no effect".to_owned() } else { effects.join(", ") };
            let _ = write!(out, "\n{}\n*{effects}; gives {:?}*\n\n", row.doc.trim(), row.rule);
        }
        let _ = writeln!(out, "- {}", signature(row));
    }
    out
}

#[test]
fn opcodes_document_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/opcodes.md");
    let text = document();
    if std::env::var_os("PHANT_WRITE_DOCS").is_some() {
        std::fs::write(path, &text).expect("docs can be written");
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    assert!(there == text, "docs/opcodes.md is stale: PHANT_WRITE_DOCS=1 cargo test -p phant-bytecode");
}
