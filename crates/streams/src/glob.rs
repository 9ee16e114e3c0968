//! `glob://`: the paths that match a pattern, as a directory.

use super::{Stream, StreamOps, flags, path as paths, wrapper::Wrapper};
use phant_memory::{Resource, Str};
use phant_native::ctx::Ctx;
use std::{any::Any, cell::Cell};

/// See the [module documentation](self).
pub struct GlobWrapper;

impl Wrapper for GlobWrapper {
    fn label(&self) -> &'static str {
        "glob"
    }
    fn open(&self, ctx: &Ctx, _path: &[u8], _mode: &[u8], options: u32, _context: Option<&Resource>) -> Option<Resource> {
        super::errors::log(ctx, options, "wrapper does not support stream open");
        None
    }
    fn open_dir(&self, ctx: &Ctx, path: &[u8], _options: u32, _context: Option<&Resource>) -> Option<Option<Resource>> {
        let pattern = match path.get(..7) {
            Some(head) if head.eq_ignore_ascii_case(b"glob://") => &path[7..],
            _ => path,
        };
        let found = match phant_os::fs::glob(pattern, 0) {
            Ok(found) => found,
            Err(phant_os::fs::GlobError::NoMatch) => Vec::new(),
            Err(_) => return Some(None),
        };
        let found: Vec<Vec<u8>> = found.into_iter().filter(|p| paths::permitted(ctx, p)).collect();
        let ops = Matches { found, at: Cell::new(0), pattern: pattern.to_vec() };
        Some(Some(Stream::new(Box::new(ops), b"r").with_flags(flags::DIRECTORY).register()))
    }
}

/// The matches being read.
pub struct Matches {
    found: Vec<Vec<u8>>,
    at: Cell<usize>,
    pattern: Vec<u8>,
}

impl Matches {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.found.len()
    }
    /// The pattern.
    pub fn pattern(&self) -> &[u8] {
        &self.pattern
    }
    /// The directory of the entry last read, or of the first one.
    pub fn directory(&self) -> Option<&[u8]> {
        let path = self.found.get(self.at.get().saturating_sub(1))?;
        let slash = path.iter().rposition(|&b| b == b'/')?;
        Some(&path[..slash])
    }
}

impl StreamOps for Matches {
    fn label(&self) -> &'static str {
        "glob"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, _ctx: &Ctx, _stream: &Stream, _out: &mut [u8]) -> Option<usize> {
        None
    }
    fn write(&self, _ctx: &Ctx, _stream: &Stream, _data: &[u8]) -> Option<usize> {
        None
    }
    fn can_write(&self) -> bool {
        false
    }
    fn read_entry(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Str> {
        let path = self.found.get(self.at.get())?;
        self.at.set(self.at.get() + 1);
        let from = path.iter().rposition(|&b| b == b'/').map_or(0, |i| i + 1);
        Some(Str::new(&path[from..]))
    }
    fn rewind_entries(&self, _ctx: &Ctx, _stream: &Stream) -> bool {
        self.at.set(0);
        true
    }
}
