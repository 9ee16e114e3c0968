//! Compiled patterns.

use pcre2_sys::*;
use std::{ffi::c_void, fmt, ptr, ptr::NonNull, sync::OnceLock};

/// A compiled pattern, with machine code if [`Regex::jit_compile`] made it.
pub struct Regex {
    code: NonNull<pcre2_code_8>,
    /// What it was compiled from.
    source: (Box<[u8]>, u32, u32),
    /// See [`Regex::watched`].
    watched: OnceLock<Option<Box<Regex>>>,
    groups: usize,
    utf: bool,
    jit: bool,
}

// SAFETY: the handle is owned; PCRE2 and its allocator of machine code do not mind which thread frees it.
unsafe impl Send for Regex {}
// SAFETY: once compiled, PCRE2 only reads a pattern and its machine code: what a match writes to is the matcher's. Who makes machine
// code borrows it mutably.
unsafe impl Sync for Regex {}

/// Why a pattern does not compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompileError {
    /// PCRE2's code; see [`crate::error_message`].
    pub code: i32,
    /// Where in the pattern.
    pub offset: usize,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at offset {}", crate::error_message(self.code), self.offset)
    }
}

impl Regex {
    /// Compiles a pattern with [`crate::options`].
    pub fn compile(pattern: &[u8], options: u32, extra_options: u32) -> Result<Regex, CompileError> {
        let (mut code, mut offset) = (0, 0);
        // SAFETY: the context is made, used and freed here; pattern and length belong together; PCRE2 copies what it keeps.
        let compiled = unsafe {
            let context = pcre2_compile_context_create_8(crate::memory::context());
            if !context.is_null() {
                pcre2_set_compile_extra_options_8(context, extra_options);
            }
            let compiled = pcre2_compile_8(pattern.as_ptr(), pattern.len(), options, &raw mut code, &raw mut offset, context);
            if !context.is_null() {
                pcre2_compile_context_free_8(context);
            }
            compiled
        };
        let Some(handle) = NonNull::new(compiled) else { return Err(CompileError { code, offset }) };
        let source = (Box::from(pattern), options, extra_options);
        let mut regex = Regex { code: handle, source, watched: OnceLock::new(), groups: 0, utf: false, jit: false };
        regex.groups = regex.info::<u32>(PCRE2_INFO_CAPTURECOUNT) as usize + 1;
        // Asked of the pattern, as `(*UTF)` inside it sets the option too.
        regex.utf = regex.info::<u32>(PCRE2_INFO_ALLOPTIONS) & PCRE2_UTF != 0;
        Ok(regex)
    }
    /// What the pattern takes, in bytes.
    pub fn size(&self) -> usize {
        let watched = self.watched.get().and_then(Option::as_ref).map_or(0, |regex| regex.size());
        self.info::<usize>(PCRE2_INFO_SIZE) + if self.jit { self.info::<usize>(PCRE2_INFO_JITSIZE) } else { 0 } + watched
    }
    /// Translates the pattern to machine code. An error means that matching goes on without.
    pub fn jit_compile(&mut self) -> Result<(), i32> {
        // SAFETY: the handle is live and not shared while it is borrowed mutably.
        let result = unsafe { pcre2_jit_compile_8(self.code.as_ptr(), PCRE2_JIT_COMPLETE) };
        self.jit = result == 0 && self.info::<usize>(PCRE2_INFO_JITSIZE) > 0;
        if result < 0 { Err(result) } else { Ok(()) }
    }
    /// The same pattern, compiled so that a match comes by a callout at each of its items.
    pub(crate) fn watched(&self) -> Option<&Regex> {
        let make = || {
            let (pattern, options, extra) = &self.source;
            let mut regex = Regex::compile(pattern, options | PCRE2_AUTO_CALLOUT, *extra).ok()?;
            // Without machine code it is slower, that is all.
            let _ = self.jit && regex.jit_compile().is_ok();
            Some(Box::new(regex))
        };
        self.watched.get_or_init(make).as_deref()
    }
    fn info<T: Default>(&self, what: u32) -> T {
        let mut value = T::default();
        // SAFETY: every caller asks for the type that PCRE2's manual names for `what`.
        unsafe { pcre2_pattern_info_8(self.code.as_ptr(), what, (&raw mut value).cast::<c_void>()) };
        value
    }
    /// Number of groups, the whole match included.
    #[inline]
    pub fn groups(&self) -> usize {
        self.groups
    }
    /// Whether subjects are UTF-8.
    #[inline]
    pub fn is_utf(&self) -> bool {
        self.utf
    }
    /// Whether there is machine code.
    #[inline]
    pub fn has_jit(&self) -> bool {
        self.jit
    }
    pub(crate) fn as_ptr(&self) -> *const pcre2_code_8 {
        self.code.as_ptr()
    }
    /// The named groups: number and name, in alphabetical order of names.
    pub fn names(&self) -> Vec<(usize, Box<[u8]>)> {
        let count = self.info::<u32>(PCRE2_INFO_NAMECOUNT) as usize;
        let size = self.info::<u32>(PCRE2_INFO_NAMEENTRYSIZE) as usize;
        let mut table: *const u8 = ptr::null();
        // SAFETY: PCRE2_INFO_NAMETABLE yields a pointer.
        unsafe { pcre2_pattern_info_8(self.code.as_ptr(), PCRE2_INFO_NAMETABLE, (&raw mut table).cast::<c_void>()) };
        if count == 0 || size < 3 || table.is_null() {
            return Vec::new();
        }
        // SAFETY: the table has `count` entries of `size` bytes and lives as long as the pattern.
        let table = unsafe { std::slice::from_raw_parts(table, count * size) };
        let entry = |entry: &[u8]| {
            let name = entry[2..].split(|&b| b == 0).next().unwrap_or_default();
            (usize::from(u16::from_be_bytes([entry[0], entry[1]])), Box::from(name))
        };
        table.chunks_exact(size).map(entry).collect()
    }
}

impl Drop for Regex {
    fn drop(&mut self) {
        // SAFETY: the handle is ours and not used again.
        unsafe { pcre2_code_free_8(self.code.as_ptr()) }
    }
}

impl fmt::Debug for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Regex").field("groups", &self.groups).field("utf", &self.utf).field("jit", &self.jit).finish()
    }
}
