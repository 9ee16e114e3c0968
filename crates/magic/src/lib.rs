//! What kind of file some bytes are: the magic(5) language, and the database of libmagic.
//!
//! `entry` is a line of a database, `database` the compiled form, `source` the text that people write. `run` tries the
//! lines on a file, with `fetch` for what a line looks at, `compare` for its condition and `print` for what it says.
//! `encoding` and `text` know text, `formats` what no lines could describe (tar, JSON, CSV, SIMH), `compound` Microsoft's
//! compound documents, `der` certificates.
//!
//! The bytes are anybody's, and so may a database be: every place in them is checked, and recursion is bounded.

#![forbid(unsafe_code)]

mod compare;
mod compound;
pub mod database;
#[rustfmt::skip]
mod der;
mod encoding;
#[rustfmt::skip]
pub mod entry;
mod fetch;
mod formats;
mod print;
mod run;
pub mod source;
mod text;
mod time;

pub use database::Database;
use phant_pcre2::{Limits, Matcher, Regex, options};
use std::{cell::RefCell, collections::HashMap, rc::Rc};

/// What is asked for; the numbers are libmagic's.
#[allow(missing_docs)]
pub mod flags {
    pub const CHECK: u32 = 0x40;
    pub const MIME_TYPE: u32 = 0x10;
    pub const CONTINUE: u32 = 0x20;
    pub const RAW: u32 = 0x100;
    pub const MIME_ENCODING: u32 = 0x400;
    pub const MIME: u32 = MIME_TYPE | MIME_ENCODING;
    pub const APPLE: u32 = 0x800;
    pub const NO_TAR: u32 = 0x2000;
    pub const NO_SOFT: u32 = 0x4000;
    pub const NO_TEXT: u32 = 0x2_0000;
    pub const NO_CDF: u32 = 0x4_0000;
    pub const NO_CSV: u32 = 0x8_0000;
    pub const NO_ENCODING: u32 = 0x20_0000;
    pub const NO_JSON: u32 = 0x40_0000;
    pub const NO_SIMH: u32 = 0x80_0000;
    pub const EXTENSION: u32 = 0x100_0000;
    /// Whatever has no descriptions.
    pub const NO_DESCRIPTION: u32 = MIME | APPLE | EXTENSION;
}

/// How much of a file is looked at.
pub const MOST: usize = 7 << 20;

/// A file.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// Its beginning, up to [`MOST`] bytes.
    pub bytes: &'a [u8],
    /// Its end, as many bytes as the beginning; `None` if that is not to be had.
    pub end: Option<&'a [u8]>,
    /// Its mode, as `stat` has it; 0 if it is not in a file system.
    pub mode: u32,
    /// Reads bytes beyond the beginning.
    pub read_at: Option<&'a dyn Fn(u64, &mut [u8]) -> bool>,
}

/// Patterns that were compiled, and the memory to match them.
#[derive(Default)]
pub struct Patterns {
    known: RefCell<HashMap<(Box<[u8]>, bool), Option<Rc<Regex>>>>,
    matcher: RefCell<Option<Matcher>>,
}

/// Patterns to remember; there are fewer than that in libmagic's database.
const PATTERNS: usize = 1024;
const LIMITS: Limits = Limits { matches: 1_000_000, depth: 100_000 };

impl Patterns {
    /// Where a pattern matches; the error is a pattern that does not compile, or a search that took too long.
    fn find(&self, pattern: &[u8], ignore_case: bool, text: &[u8]) -> Result<Option<(usize, usize)>, ()> {
        let key = (Box::from(pattern), ignore_case);
        let mut known = self.known.borrow_mut();
        if known.len() >= PATTERNS && !known.contains_key(&key) {
            known.clear();
        }
        let regex = known.entry(key).or_insert_with_key(|(pattern, ignore_case)| {
            let options = options::MULTILINE | if *ignore_case { options::CASELESS } else { 0 };
            let mut regex = Regex::compile(pattern, options, 0).ok()?;
            // Without machine code it is slower, that is all.
            let _ = regex.jit_compile();
            Some(Rc::new(regex))
        });
        let regex = regex.clone().ok_or(())?;
        drop(known);
        let mut matcher = self.matcher.borrow_mut();
        let matcher = matcher.get_or_insert_with(|| Matcher::new(LIMITS));
        let found = matcher.find(&regex, phant_pcre2::Subject::Bytes(text), 0, 0).map_err(|_| ())?;
        Ok(found.map(|captures| captures.whole()).filter(|(from, to)| from <= to))
    }
}

/// What is known about a file. The error is a text, for a file that could not be examined.
pub fn identify(database: &Database, patterns: &Patterns, flags: u32, input: Input<'_>) -> Result<Vec<u8>, String> {
    let mut run = run::Run::new(database, patterns, flags, input);
    let outcome = run.identify();
    match (run.error.take(), outcome) {
        (Some(error), _) => Err(error),
        (None, Err(())) => Err(String::new()),
        (None, Ok(())) => Ok(print::shown(&run.out, flags)),
    }
}
