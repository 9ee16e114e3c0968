//! Texts that requests give to `eval`, one after another the same: template engines that keep what they compile as text do. A
//! worker compiles such a text twice, since one that comes once is to leave nothing behind, and has an entry as files of the code
//! cache have from then on: instructions, and what inline caches have learnt, are there for later requests.
//!
//! It is one for requests that use the code cache, and for texts that declare nothing by a name and of which nothing was reported.
//! Where they come to too much, or the cache is emptied, all of them go when the request is over.

use crate::runtime::{
    cache::{self, CompileKey, Entry},
    vm::Vm,
};
use phant_bytecode::{Op, Unit};
use phant_memory::{Str, string::SeededState};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    hash::BuildHasher,
    sync::Arc,
};

/// See the [module documentation](self). A worker has one.
#[derive(Default)]
pub(crate) struct Texts {
    /// Entries by text, one for each place that evaluates it.
    entries: RefCell<HashMap<Box<[u8]>, Vec<Arc<Entry>>, SeededState>>,
    /// The bytes that those take, nearly.
    bytes: Cell<usize>,
    /// In which request texts were compiled last that may get an entry, by the hash of all that they depend on.
    seen: RefCell<Seen>,
    /// The number of the request.
    request: Cell<u32>,
}

type Seen = HashMap<u64, u32, SeededState>;

/// Most bytes that entries take.
const MOST_BYTES: usize = 4 << 20;
/// So many of them are known.
const MOST_SEEN: usize = 1024;

impl Texts {
    /// The entry of a text that is evaluated at a place, if the request uses the cache.
    pub(crate) fn find(&self, vm: &Vm, text: &[u8], place: &[u8]) -> Option<Arc<Entry>> {
        let entries = self.entries.borrow();
        let all = entries.get(text)?;
        all.iter().find(|entry| entry.unit.file.as_bytes() == place && cache::suits(vm, entry)).cloned()
    }
    /// Whether an earlier request has compiled a text for a place with the same settings, and noted it.
    pub(crate) fn is_repeated(&self, text: &[u8], place: &[u8], key: &CompileKey) -> bool {
        let seen = self.seen.borrow();
        if seen.is_empty() || self.bytes.get() > MOST_BYTES {
            return false;
        }
        seen.get(&hash(&seen, text, place, key)).is_some_and(|&request| request != self.request.get())
    }
    /// Notes a text that was compiled without anything being reported.
    pub(crate) fn note(&self, vm: &Vm, text: &[u8], place: &[u8], key: &CompileKey, unit: &Unit) {
        if text.len() > MOST_BYTES / 16 || !cache::is_enabled(vm) || !may_be_kept(unit) {
            return;
        }
        let mut seen = self.seen.borrow_mut();
        if seen.len() >= MOST_SEEN {
            seen.clear();
        }
        let hash = hash(&seen, text, place, key);
        seen.insert(hash, self.request.get());
    }
    /// Keeps the unit of a text that is repeated; it has its literals for itself.
    pub(crate) fn keep(&self, vm: &Vm, text: &Str, unit: Unit) -> Arc<Entry> {
        let entry = Arc::new(Entry::of_text(vm, unit));
        let (_, size) = entry.weight();
        self.bytes.set(self.bytes.get() + size + text.len());
        self.entries.borrow_mut().entry(text.as_bytes().into()).or_default().push(entry.clone());
        entry
    }
    /// A request is over. Whether all entries went, which they do on demand, and when they come to too much.
    pub(crate) fn end(&self, forget: bool) -> bool {
        self.request.set(self.request.get().wrapping_add(1));
        let over = forget || self.bytes.get() > MOST_BYTES;
        if over {
            self.bytes.set(0);
            self.seen.borrow_mut().clear();
            self.entries.borrow_mut().drain().flat_map(|(_, all)| all).for_each(|entry| entry.forget());
        }
        over
    }
}

fn hash(seen: &Seen, text: &[u8], place: &[u8], key: &CompileKey) -> u64 {
    seen.hasher().hash_one((text, place, key.to_bytes()))
}

/// Whether the unit of a text may be run by one request after another: it declares nothing by a name, not even in functions
/// inside it, which in each evaluation would be another.
fn may_be_kept(unit: &Unit) -> bool {
    let mut declares = !unit.functions.is_empty() || unit.halt_offset.is_some();
    unit.each_code(&mut |code| {
        let body = code.body.get();
        declares |= !body.classes.is_empty() || body.insns.iter().any(|insn| insn.op == Op::DeclareFunction as u16);
    });
    !declares
}
