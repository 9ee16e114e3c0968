//! Compiles every script of the test suites, and PHP's own where they lie beside the repository, and verifies what comes out.

use phant_compiler::{CompileError, Environment, NativeFunction, Options};
use phant_memory::{Str, Value, permanent::Pool};
use phant_syntax::ParseOptions;
use std::{
    cell::Cell,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Knows of a few functions what the engine knows, so that their calls are compiled as they are there.
struct Surroundings(Cell<u64>);

impl Environment for Surroundings {
    fn native_function(&self, lower: &[u8]) -> Option<NativeFunction> {
        let by_ref = match lower {
            b"sort" | b"array_push" | b"array_pop" | b"array_shift" | b"end" | b"reset" | b"next" | b"settype" | b"shuffle" => 1,
            b"preg_match" | b"preg_match_all" => 1 << 2,
            b"array_multisort" => {
                return Some(NativeFunction { by_ref: u32::MAX, prefers: u32::MAX, ..NativeFunction::default() });
            }
            b"extract" | b"compact" | b"get_defined_vars" | b"func_get_args" => {
                return Some(NativeFunction { reads_vars: true, writes_vars: lower == b"extract", ..NativeFunction::default() });
            }
            b"strlen" | b"count" | b"in_array" | b"is_array" | b"is_int" | b"str_repeat" | b"var_dump" | b"implode"
            | b"assert" => 0,
            _ => return None,
        };
        Some(NativeFunction { by_ref, ..NativeFunction::default() })
    }
    fn constant(&self, _name: &[u8]) -> Option<Value> {
        None
    }
    fn fold_call(&self, _lower: &[u8], _args: &[Value]) -> Option<Value> {
        None
    }
    fn unique(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
    fn assertions(&self) -> bool {
        true
    }
}

/// The code of a script or of a test in PHP's format.
fn code(path: &Path) -> Option<Vec<u8>> {
    let text = std::fs::read(path).ok()?;
    if path.extension()? != "phpt" {
        return Some(text);
    }
    let find = |from: usize, what: &[u8]| text[from..].windows(what.len()).position(|w| w == what).map(|i| i + from);
    let start = find(0, b"--FILE--\n").or_else(|| find(0, b"--FILEEOF--\n"))?;
    let start = find(start, b"\n")? + 1;
    let end = find(start, b"\n--EXPECT").unwrap_or(text.len());
    Some(text[start..end].to_vec())
}
fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|e| e == "php" || e == "phpt" || e == "inc") {
            found.push(path);
        }
    }
}
/// What is wrong with a script's code; nothing if it does not compile.
fn faults(path: &Path) -> Option<Vec<String>> {
    let text = code(path)?;
    let program = phant_syntax::parse(&text, &ParseOptions { skip_shebang: true, ..ParseOptions::default() }).ok()?;
    let options = Options {
        file: Str::new(path.as_os_str().as_encoded_bytes()),
        is_eval: false,
        pool: Arc::<Pool>::default(),
        optimize: true,
        direct: true,
    };
    let unit: Result<_, CompileError> = phant_compiler::compile(&program, &options, &Surroundings(Cell::new(0))).unit;
    Some(phant_analysis::verify::unit(&unit.ok()?).iter().map(|f| format!("{}: {f}", path.display())).collect())
}

#[test]
fn every_unit_is_verified() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["tests", "bench", "examples", "../shared/conformance/php-8.4.24", "../shared/parity"] {
        scripts(&root.join(folder), &mut found);
    }
    found.sort();
    // Deep syntax trees need a deep stack.
    let run = move || {
        let mut wrong = Vec::new();
        let mut compiled = 0;
        for list in found.iter().filter_map(|path| faults(path)) {
            compiled += 1;
            wrong.extend(list);
        }
        (compiled, wrong)
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread");
    let (compiled, wrong) = thread.join().expect("no panic");
    assert!(compiled > 200, "only {compiled} scripts were compiled");
    assert!(wrong.is_empty(), "{} faults in {compiled} units:\n{}", wrong.len(), wrong.join("\n"));
}

/// The code of a function that is the only one of a script.
fn function(text: &str) -> phant_bytecode::Code {
    let program = phant_syntax::parse(text.as_bytes(), &ParseOptions::default()).unwrap_or_else(|_| panic!("{text}"));
    // The function outlives its unit, and what it refers to is in the pool.
    let pool = std::mem::ManuallyDrop::new(Arc::<Pool>::default());
    let options = Options { file: Str::new(b"/x.php"), is_eval: false, pool: Arc::clone(&pool), optimize: true, direct: true };
    let unit = phant_compiler::compile(&program, &options, &Surroundings(Cell::new(0))).unit;
    let unit = unit.unwrap_or_else(|_| panic!("{text} compiles"));
    let function = unit.functions.into_iter().next().expect("a function");
    Arc::into_inner(function).expect("nobody else has it")
}
/// What the verifier says about a function in which something was changed.
fn damaged(text: &str, damage: impl Fn(&mut phant_bytecode::Code)) -> String {
    let mut code = function(text);
    assert!(phant_analysis::verify::function(&code).is_ok(), "{text}");
    damage(&mut code);
    phant_analysis::verify::function(&code).expect_err(text).what
}
fn find(code: &phant_bytecode::Code, op: phant_bytecode::Op) -> usize {
    code.insns.iter().position(|i| i.op == op as u16).unwrap_or_else(|| panic!("{op:?} is emitted"))
}

#[test]
fn damage_is_found() {
    use phant_bytecode::Op;
    let sum = "<?php function f(int $n) { $s = 0; for ($i = 0; $i < $n; $i++) { $s = $s + g($i, $s . 'x'); } return $s; }";
    let counted = "<?php function f() { $s = 1.5; for ($i = 0; $i < 9; $i++) { $s = $s + 0.5; } return $s; }";
    let held = "<?php function f($o) { foreach ($o->all() as $v) { try { h([$v, k()]); } finally { $v = 1; } } }";
    let cases: [(&str, &str, &dyn Fn(&mut phant_bytecode::Code)); 12] = [
        (sum, "no slot", &|c| {
            let at = find(c, Op::ConcatVK);
            c.insns[at].a = c.frame_slots as u16;
        }),
        (sum, "no literal", &|c| {
            let at = find(c, Op::ConcatVK);
            c.insns[at].c = 99;
        }),
        (sum, "jumps to no instruction", &|c| {
            let at = find(c, Op::Jmp);
            c.insns[at].set_wide(1000);
        }),
        (sum, "cache words", &|c| {
            let at = find(c, Op::InitCall) + 1;
            c.insns[at].a = 9;
        }),
        (sum, "argument 1 of a call", &|c| {
            let at = find(c, Op::ConcatVK);
            c.insns[at].op = Op::Nop as u16;
        }),
        (sum, "`call` holds", &|c| {
            let at = find(c, Op::DoCall);
            c.insns[at].b += 1;
        }),
        (sum, "`right` holds", &|c| {
            let at = find(c, Op::DoCall);
            c.insns[at].a = 0;
        }),
        (sum, "runs off the end", &|c| c.insns.last_mut().expect("a return").op = Op::Nop as u16),
        (counted, "`left` may be", &|c| {
            let at = find(c, Op::AddFloatVK);
            c.insns[at].b = c.insns[find(c, Op::IncJmpLessIntVK)].a;
        }),
        (counted, "no literal that is a double", &|c| {
            let at = find(c, Op::AddFloatVK);
            c.insns[at].c = c.literals.iter().position(|v| v.as_int().is_some()).expect("9") as u16;
        }),
        (held, "is live as", &|c| c.live[0].start = 0),
        (held, "extension word", &|c| {
            let at = find(c, Op::Ext);
            c.insns[at].op = Op::Nop as u16;
        }),
    ];
    for (text, what, damage) in cases {
        let said = damaged(text, damage);
        assert!(said.contains(what), "{what}: {said}");
    }
}
