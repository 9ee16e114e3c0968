//! Every script of the test suites comes back from its bytes as it was compiled, and damaged bytes make an error or a unit.

use phant_bytecode::Unit;
use phant_compiler::{Environment, NativeFunction, Options};
use phant_image::unit::{Note, decode, decode_lazily, encode};
use phant_memory::{Str, Value, permanent::Pool};
use phant_syntax::ParseOptions;
use std::{
    cell::Cell,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Knows nothing of the engine.
struct Nowhere(Cell<u64>);

impl Environment for Nowhere {
    fn native_function(&self, _lower: &[u8]) -> Option<NativeFunction> {
        None
    }
    fn constant(&self, _name: &[u8]) -> Option<Value> {
        None
    }
    fn fold_call(&self, _lower: &[u8], _args: &[Value]) -> Option<Value> {
        None
    }
    fn unique(&self) -> u64 {
        self.0.replace(self.0.get() + 1)
    }
    fn assertions(&self) -> bool {
        true
    }
}

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|e| e == "php" || e == "phpt" || e == "inc") {
            found.push(path);
        }
    }
}

/// The units of all scripts that compile.
fn each_unit(mut f: impl FnMut(&Path, Unit)) -> usize {
    let mut found = Vec::new();
    scripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests"), &mut found);
    found.sort();
    let mut count = 0;
    for (number, path) in found.iter().enumerate() {
        let Ok(text) = std::fs::read(path) else { continue };
        let Ok(program) = phant_syntax::parse(&text, &ParseOptions::default()) else { continue };
        let options = Options {
            file: Str::new(path.as_os_str().as_encoded_bytes()),
            is_eval: false,
            pool: Arc::<Pool>::default(),
            optimize: number % 2 == 0,
            direct: true,
        };
        if let Ok(unit) = phant_compiler::compile(&program, &options, &Nowhere(Cell::new(0))).unit {
            f(path, unit);
            count += 1;
        }
    }
    count
}

/// All of a unit but where its strings are.
fn shown(unit: &Unit) -> String {
    format!("{:?}{:?}{:?}{:?}", unit.file, unit.main, unit.functions, unit.halt_offset)
}

#[test]
fn units_come_back_as_they_were() {
    let notes = [Note { level: 8192, message: b"text".to_vec(), line: 3 }];
    let count = each_unit(|path, unit| {
        let Some(bytes) = encode(&unit, &notes) else { panic!("{}: not stored", path.display()) };
        let (again, told) = decode(&bytes).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        assert_eq!(shown(&again), shown(&unit), "{}", path.display());
        assert_eq!(told, notes);
        assert_eq!(encode(&again, &told).as_deref(), Some(&bytes[..]), "{}", path.display());
        let faults = phant_analysis::verify::unit(&again);
        assert!(faults.is_empty(), "{}: {}", path.display(), faults[0]);
    });
    assert!(count > 400, "{count} scripts");
}

#[test]
fn bodies_are_made_when_they_are_asked_for() {
    let mut waited = 0;
    each_unit(|path, unit| {
        let bytes = encode(&unit, &[]).expect("stored");
        let (again, _) = decode_lazily(bytes.clone().into()).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        let mut classes = (0, 0);
        let count = |unit: &Unit, classes: &mut usize| {
            unit.each_code(&mut |code| *classes += code.body.made().map_or(0, |body| body.classes.len()));
        };
        again.each_code(&mut |code| waited += usize::from(code.body.waiting() > 0));
        count(&again, &mut classes.0);
        // The verifier looks into all of it, from several threads at once.
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| assert!(phant_analysis::verify::unit(&again).is_empty(), "{}", path.display()));
            }
        });
        // Code in attributes of classes it does not ask for; who names a field does.
        again.each_code(&mut |code| assert!(code.frame_slots > 0 && code.body.waiting() == 0));
        count(&again, &mut classes.1);
        assert_eq!(classes.0, classes.1, "{}: all classes are known from the start", path.display());
        assert_eq!(shown(&again), shown(&unit), "{}", path.display());
        assert_eq!(encode(&again, &[]), Some(bytes), "{}", path.display());
    });
    assert!(waited > 1000, "{waited} bodies have waited");
}

#[test]
fn damaged_bytes_make_an_error_or_a_unit() {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    each_unit(|_, unit| {
        let bytes = encode(&unit, &[]).expect("stored");
        for _ in 0..20 {
            let mut damaged = bytes.clone();
            for _ in 0..=random(3) {
                let at = random(damaged.len());
                match random(4) {
                    0 => damaged[at] = random(256) as u8,
                    1 => damaged[at] ^= 1 << random(8),
                    2 => damaged.truncate(at.max(1)),
                    _ => damaged[at] = damaged[at].wrapping_add(1),
                }
            }
            if let Ok((unit, notes)) = decode(&damaged) {
                assert!(encode(&unit, &notes).is_some());
            }
        }
    });
}
