//! Compiled patterns that several threads have: one that a worker of a server has compiled is not compiled by the others, and its
//! machine code, which is larger than everything else about it, is in memory once.
//!
//! Each thread's own cache says how long a pattern stays; here nothing is kept that none of them has.

use hashbrown::HashMap;
use phant_pcre2::Regex;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What makes two compiled patterns the same: the text between the delimiters, both kinds of options, whether there is machine code.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Source {
    pub(crate) body: Box<[u8]>,
    pub(crate) options: u32,
    pub(crate) extra: u32,
    pub(crate) jit: bool,
}

struct Table {
    regexes: HashMap<Source, Weak<Regex>, std::hash::RandomState>,
    /// With how many it is looked for those that no thread has any more.
    sweep_at: usize,
}

/// How many entries the table may have before it is swept for the first time.
const FIRST_SWEEP: usize = 256;

static TABLE: Mutex<Option<Table>> = Mutex::new(None);

/// Nothing is half done while the table is locked, whatever panics.
fn table() -> MutexGuard<'static, Option<Table>> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pattern, if some thread has it.
pub(crate) fn find(source: &Source) -> Option<Arc<Regex>> {
    table().as_ref()?.regexes.get(source)?.upgrade()
}

/// Shows a pattern to the other threads. If one of them was faster, its own is taken.
pub(crate) fn add(source: Source, regex: Regex) -> Arc<Regex> {
    let mut table = table();
    let table = table.get_or_insert_with(|| Table { regexes: HashMap::default(), sweep_at: FIRST_SWEEP });
    if let Some(known) = table.regexes.get(&source).and_then(Weak::upgrade) {
        return known;
    }
    if table.regexes.len() >= table.sweep_at {
        table.regexes.retain(|_, regex| regex.strong_count() > 0);
        table.sweep_at = FIRST_SWEEP.max(table.regexes.len() * 2);
    }
    let regex = Arc::new(regex);
    table.regexes.insert(source, Arc::downgrade(&regex));
    regex
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(number: usize) -> Source {
        Source { body: format!("a{number}").into_bytes().into(), options: 0, extra: 0, jit: false }
    }
    fn regex(source: &Source) -> Regex {
        Regex::compile(&source.body, 0, 0).unwrap()
    }

    #[test]
    fn threads_share_what_one_of_them_has() {
        let first = add(source(1), regex(&source(1)));
        let other = std::thread::spawn(|| (find(&source(1)).unwrap(), add(source(1), regex(&source(1))))).join().unwrap();
        assert!(Arc::ptr_eq(&first, &other.0) && Arc::ptr_eq(&first, &other.1));
        assert!(find(&Source { jit: true, ..source(1) }).is_none());
        drop((first, other));
        assert!(find(&source(1)).is_none());
        // What nobody has does not fill the table.
        for number in 0..10 * FIRST_SWEEP {
            add(source(number), regex(&source(number)));
        }
        assert!(table().as_ref().unwrap().regexes.len() <= FIRST_SWEEP);
    }
}
