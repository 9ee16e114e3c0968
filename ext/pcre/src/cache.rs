//! Compiled patterns, kept per thread, and the scratch memory of matches.
//!
//! Both are outside the request heap: they own memory of PCRE2's, and the next request on this thread wants them again.

use crate::{error::State, pattern::Pattern};
use hashbrown::HashTable;
use phant_memory::PhpStr;
use phant_native::{Ctx, PhpResult};
use phant_pcre2::{Limits, Matcher};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// As many patterns as PHP keeps.
const MAX_PATTERNS: usize = 4096;
/// What they may take together, in bytes: machine code is large and on no request's account.
const MAX_BYTES: usize = 32 << 20;
/// How many go when there is no room left: those that were not used for longest.
const EVICTED: usize = MAX_PATTERNS / 8;
/// Scratch memory kept for calls inside callbacks of calls.
const MAX_MATCHERS: usize = 8;

struct Entry {
    hash: u64,
    source: Box<[u8]>,
    jit: bool,
    pattern: Rc<Pattern>,
    used: Cell<u64>,
    size: usize,
}

struct Cache {
    entries: HashTable<Entry>,
    clock: u64,
    /// What the patterns take.
    bytes: usize,
}

impl Cache {
    const EMPTY: Cache = Cache { entries: HashTable::new(), clock: 0, bytes: 0 };

    #[inline]
    fn get(&mut self, source: &PhpStr, jit: bool) -> Option<Rc<Pattern>> {
        let entry = self.entries.find(source.hash(), |e| e.jit == jit && same(&e.source, source))?;
        self.clock += 1;
        entry.used.set(self.clock);
        Some(entry.pattern.clone())
    }
    /// Lets the `count` patterns go that were not used for longest, and one more.
    fn evict(&mut self, count: usize) {
        let mut used: Vec<u64> = self.entries.iter().map(|e| e.used.get()).collect();
        let (_, &mut limit, _) = used.select_nth_unstable(count);
        self.entries.retain(|e| e.used.get() > limit);
        self.bytes = self.entries.iter().map(|e| e.size).sum();
    }
    fn add(&mut self, source: &PhpStr, jit: bool, pattern: Rc<Pattern>) {
        let size = pattern.regex.size() + source.len();
        if self.entries.len() >= MAX_PATTERNS {
            self.evict(EVICTED);
        }
        while !self.entries.is_empty() && self.bytes + size > MAX_BYTES {
            self.evict(self.entries.len() / 4);
        }
        self.bytes += size;
        self.clock += 1;
        let used = Cell::new(self.clock);
        let entry = Entry { hash: source.hash(), source: source.as_bytes().into(), jit, pattern, used, size };
        self.entries.insert_unique(entry.hash, entry, |e| e.hash);
    }
}

/// Up to this length, comparing eight bytes at a time takes fewer steps than a call.
const SHORT: usize = 128;
/// Whether two patterns are the same. Mostly they are, and short.
#[inline]
fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if a.len() > SHORT {
        return a == b;
    }
    let (Some(a_end), Some(b_end)) = (a.last_chunk::<8>(), b.last_chunk::<8>()) else {
        return a.iter().zip(b).all(|(a, b)| a == b);
    };
    a_end == b_end && a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0).all(|(a, b)| a == b)
}

thread_local! {
    static CACHE: RefCell<Cache> = const { RefCell::new(Cache::EMPTY) };
    // Boxed, as what is lent and given back is moved.
    static IDLE: Cell<Option<Box<Matcher>>> = const { Cell::new(None) };
    // Those of calls inside callbacks.
    #[allow(clippy::vec_box)]
    static MATCHERS: RefCell<Vec<Box<Matcher>>> = const { RefCell::new(Vec::new()) };
}

/// The compiled pattern for a PHP pattern such as `/a+/i`. `None`: it has none, and a warning says why.
#[inline]
pub(crate) fn compile(ctx: &Ctx, state: &State, source: &PhpStr) -> PhpResult<Option<Rc<Pattern>>> {
    let jit = state.jit();
    if let Some(pattern) = CACHE.with_borrow_mut(|cache| cache.get(source, jit)) {
        return Ok(Some(pattern));
    }
    compile_new(ctx, source, jit)
}

#[cold]
fn compile_new(ctx: &Ctx, source: &PhpStr, jit: bool) -> PhpResult<Option<Rc<Pattern>>> {
    match Pattern::compile(ctx, source.as_bytes()) {
        Ok(pattern) => {
            let pattern = Rc::new(pattern);
            CACHE.with_borrow_mut(|cache| cache.add(source, jit, pattern.clone()));
            Ok(Some(pattern))
        }
        Err(message) => {
            State::of(ctx).fail_internally();
            ctx.warning(message);
            ctx.check()?;
            Ok(None)
        }
    }
}

/// Scratch memory, lent for the length of a call. It stays where it is, as copying it to and fro would cost as much as a
/// short match.
pub(crate) struct LentMatcher(Option<Box<Matcher>>);

impl LentMatcher {
    #[inline]
    pub(crate) fn new(limits: Limits) -> LentMatcher {
        match IDLE.take().or_else(|| MATCHERS.with_borrow_mut(Vec::pop)) {
            Some(mut matcher) => {
                matcher.set_limits(limits);
                LentMatcher(Some(matcher))
            }
            None => LentMatcher(Some(Box::new(Matcher::new(limits)))),
        }
    }
}

impl std::ops::Deref for LentMatcher {
    type Target = Matcher;
    #[inline]
    fn deref(&self) -> &Matcher {
        self.0.as_ref().expect("lent until dropped")
    }
}
impl std::ops::DerefMut for LentMatcher {
    #[inline]
    fn deref_mut(&mut self) -> &mut Matcher {
        self.0.as_mut().expect("lent until dropped")
    }
}

impl Drop for LentMatcher {
    #[inline]
    fn drop(&mut self) {
        if let Some(mut matcher) = self.0.take() {
            matcher.trim();
            if let Some(other) = IDLE.replace(Some(matcher)) {
                MATCHERS.with_borrow_mut(|pool| {
                    if pool.len() < MAX_MATCHERS {
                        pool.push(other);
                    }
                });
            }
        }
    }
}
