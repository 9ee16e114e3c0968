//! Which files are worth preloading, by what requests have used so far.
//!
//! A file counts if at least one in [`SHARE`] requests has included it, if including it declares something before its first
//! statement, and if nothing else that was compiled declares anything of the same name: where two files declare the same, it is
//! for the program to say which of them a request gets.

use crate::runtime::cache::{self, Entry};
use phant_bytecode::{Code, Op};
use std::{collections::HashMap, sync::Arc};

/// One request in so many must have included a file.
const SHARE: u64 = 5;
/// How many requests there must have been.
const ENOUGH: u64 = 20;

/// The paths of those files, the most used first; `None` if there were not enough requests to say.
pub fn popular() -> Option<Vec<Box<[u8]>>> {
    let mut entries = cache::all();
    entries.sort_by(|a, b| b.hits().cmp(&a.hits()).then_with(|| a.weight().0.cmp(b.weight().0)));
    entries.dedup_by(|a, b| a.weight().0 == b.weight().0);
    // The script that all requests begin with is included by all of them.
    let requests = entries.first()?.hits();
    if requests < ENOUGH {
        return None;
    }
    let mut owners: HashMap<(bool, Vec<u8>), usize> = HashMap::new();
    let names: Vec<Vec<(bool, Vec<u8>)>> = entries.iter().map(declared).collect();
    names.iter().flatten().for_each(|name| *owners.entry(name.clone()).or_default() += 1);
    let wanted = entries.iter().zip(&names).filter(|(entry, names)| {
        let is_used = entry.is_pinned() || entry.hits() >= requests.div_ceil(SHARE);
        is_used && declares_first(entry) && names.iter().all(|name| owners[name] == 1)
    });
    Some(wanted.map(|(entry, _)| entry.weight().0.into()).collect())
}

/// Whether including a file declares something before its first statement.
pub(crate) fn declares_first(entry: &Arc<Entry>) -> bool {
    let is_early = |insn: &phant_bytecode::Insn| insn.op == Op::DeclareClass as u16 && insn.c == 1;
    !entry.unit.functions.is_empty() || entry.unit.main.insns.iter().any(is_early)
}

/// What a file declares anywhere in it: whether it is a class, and its name in small letters. A name twice counts once.
pub(crate) fn declared(entry: &Arc<Entry>) -> Vec<(bool, Vec<u8>)> {
    let mut names = Vec::new();
    // What is not made yet declares nothing with a name.
    let mut note = |code: &Code| {
        let Some(code) = code.body.made() else { return };
        names.extend(code.classes.iter().filter(|class| !class.anonymous).map(|class| (true, class.lower.as_bytes().to_vec())));
        let functions = code.functions.iter().filter_map(|function| function.name.as_ref());
        names.extend(functions.map(|name| (false, name.to_ascii_lowercase())).filter(|(_, name)| !name.contains(&b'{')));
    };
    entry.unit.each_code(&mut |code| note(code));
    let functions = entry.unit.functions.iter().filter_map(|function| function.name.as_ref());
    names.extend(functions.map(|name| (false, name.to_ascii_lowercase())));
    names.sort();
    names.dedup();
    names
}
