//! Matching: scratch memory and what a match found.

use crate::Regex;
use pcre2_sys::*;
use std::{
    ffi::{CStr, c_int, c_void},
    ptr,
    ptr::NonNull,
};

/// How much a match may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How often the matching function may be entered; more is [`crate::errors::MATCHLIMIT`].
    pub matches: u32,
    /// How deep backtracking may nest without the JIT; more is [`crate::errors::DEPTHLIMIT`].
    pub depth: u32,
}

/// Text to be searched.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// Text that is UTF-8.
    Utf8(&'a str),
    /// Any bytes. A UTF pattern has PCRE2 check them at every match.
    Bytes(&'a [u8]),
}

impl<'a> Subject<'a> {
    /// The bytes.
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        match self {
            Subject::Utf8(text) => text.as_bytes(),
            Subject::Bytes(bytes) => bytes,
        }
    }
}

const JIT_STACK_MIN: usize = 32 << 10;
const JIT_STACK_MAX: usize = 192 << 10;
/// Groups that the offset vector has room for from the start.
const USUAL_GROUPS: usize = 32;
/// Backtracking memory that is kept for the next match.
const KEPT_FRAMES: usize = 1 << 20;

/// The outcome of a search; the error is one of [`crate::errors`].
pub type Found<'a> = Result<Option<Captures<'a>>, i32>;

/// Scratch memory of matches. Make one and use it again.
pub struct Matcher {
    data: NonNull<pcre2_match_data_8>,
    offsets: NonNull<usize>,
    groups: usize,
    context: NonNull<pcre2_match_context_8>,
    stack: Option<NonNull<pcre2_jit_stack_8>>,
    limits: Limits,
    /// Whether a match without the JIT may have taken memory for backtracking.
    may_have_grown: bool,
}

fn match_data(groups: usize) -> NonNull<pcre2_match_data_8> {
    // SAFETY: no preconditions; patterns have at most 65,535 groups.
    NonNull::new(unsafe { pcre2_match_data_create_8(groups as u32, crate::memory::context()) }).expect("out of memory")
}

/// The highest limit of matching that needs nobody to watch: it is reached in a fraction of a second.
const UNWATCHED: u32 = 10_000_000;

type Callout = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;

unsafe extern "C" {
    /// Of PCRE2's interface, but not of `pcre2-sys`.
    fn pcre2_set_callout_8(context: *mut pcre2_match_context_8, callout: Option<Callout>, data: *mut c_void) -> c_int;
}

/// Ends the match if the request should end.
unsafe extern "C" fn callout(_block: *mut c_void, _data: *mut c_void) -> c_int {
    if phant_interrupt::is_urgent() { PCRE2_ERROR_CALLOUT } else { 0 }
}

fn offset_vector(data: NonNull<pcre2_match_data_8>) -> NonNull<usize> {
    // SAFETY: the match data is live; its vector is never null.
    NonNull::new(unsafe { pcre2_get_ovector_pointer_8(data.as_ptr()) }).expect("match data has a vector")
}

impl Matcher {
    /// New scratch memory.
    pub fn new(limits: Limits) -> Matcher {
        let data = match_data(USUAL_GROUPS);
        // SAFETY: no preconditions; the stack is assigned to the context it is freed with.
        let (context, stack) = unsafe {
            let context = NonNull::new(pcre2_match_context_create_8(crate::memory::context())).expect("out of memory");
            let stack = NonNull::new(pcre2_jit_stack_create_8(JIT_STACK_MIN, JIT_STACK_MAX, ptr::null_mut()));
            if let Some(stack) = stack {
                pcre2_jit_stack_assign_8(context.as_ptr(), None, stack.as_ptr().cast());
            }
            (context, stack)
        };
        let mut matcher =
            Matcher { data, offsets: offset_vector(data), groups: USUAL_GROUPS, context, stack, limits, may_have_grown: false };
        matcher.apply(limits);
        matcher
    }
    fn apply(&mut self, limits: Limits) {
        // SAFETY: the context is live.
        unsafe {
            pcre2_set_match_limit_8(self.context.as_ptr(), limits.matches);
            pcre2_set_depth_limit_8(self.context.as_ptr(), limits.depth);
        }
        self.limits = limits;
    }
    /// Sets the limits of the matches that follow.
    #[inline]
    pub fn set_limits(&mut self, limits: Limits) {
        if self.limits != limits {
            self.apply(limits);
        }
    }
    #[cold]
    fn resize(&mut self, groups: usize) {
        let data = match_data(groups);
        // SAFETY: ours, and replaced right away.
        unsafe { pcre2_match_data_free_8(self.data.as_ptr()) };
        self.data = data;
        self.offsets = offset_vector(data);
        self.groups = groups;
    }
    /// Gives back what an unusually hard match has allocated.
    #[inline]
    pub fn trim(&mut self) {
        if self.may_have_grown {
            self.trim_frames();
        }
    }
    #[cold]
    fn trim_frames(&mut self) {
        self.may_have_grown = false;
        // SAFETY: the match data is live.
        if unsafe { pcre2_get_match_data_heapframes_size_8(self.data.as_ptr()) } > KEPT_FRAMES {
            self.resize(USUAL_GROUPS);
        }
    }
    /// Searches the subject from byte `start` on, with [`crate::match_options`]. `Ok(None)`: no match. The error is
    /// one of [`crate::errors`].
    #[inline]
    pub fn find<'a>(&'a mut self, regex: &'a Regex, subject: Subject<'a>, start: usize, options: u32) -> Found<'a> {
        let count = self.run(regex, subject, start, options);
        self.found(subject, count)
    }
    /// Searches on behind an empty match at byte `start`: for one there that is not empty, else for any behind it.
    ///
    /// `one_step` has the JIT do this in one search. That is the same unless the pattern can tell the start of the
    /// search (`\G`) or PCRE2 would skip over a line break (`(*CRLF)`).
    pub fn find_after_empty<'a>(&'a mut self, regex: &'a Regex, subject: Subject<'a>, start: usize, one_step: bool) -> Found<'a> {
        if one_step {
            return self.find(regex, subject, start, PCRE2_NOTEMPTY_ATSTART);
        }
        let mut count = self.run(regex, subject, start, PCRE2_NOTEMPTY_ATSTART | PCRE2_ANCHORED);
        let text = subject.as_bytes();
        if count == PCRE2_ERROR_NOMATCH && start < text.len() {
            let is_tail = |b: &&u8| regex.is_utf() && **b & 0xc0 == 0x80;
            let step = 1 + text[start + 1..].iter().take_while(is_tail).count();
            count = self.run(regex, subject, start + step, 0);
        }
        self.found(subject, count)
    }
    #[inline]
    fn run(&mut self, regex: &Regex, subject: Subject<'_>, start: usize, options: u32) -> i32 {
        let text = subject.as_bytes();
        if start > text.len() {
            return PCRE2_ERROR_BADOFFSET;
        }
        if self.groups < regex.groups() {
            self.resize(regex.groups());
        }
        let checked = match subject {
            _ if !regex.is_utf() => true,
            Subject::Utf8(text) if text.is_char_boundary(start) => true,
            Subject::Utf8(_) => return PCRE2_ERROR_BADUTFOFFSET,
            Subject::Bytes(_) => false,
        };
        if self.limits.matches > UNWATCHED {
            return self.run_watched(regex, text, checked, start, options);
        }
        self.call(regex, text, checked, start, options)
    }
    /// A search under a limit so high that it may take longer than the request has time. PCRE2 cannot be stopped from
    /// elsewhere: what is not over soon begins again, with callouts that look whether the request should end.
    #[cold]
    fn run_watched(&mut self, regex: &Regex, text: &[u8], checked: bool, start: usize, options: u32) -> i32 {
        let limits = self.limits;
        self.apply(Limits { matches: UNWATCHED, ..limits });
        let mut count = self.call(regex, text, checked, start, options);
        self.apply(limits);
        if count == PCRE2_ERROR_MATCHLIMIT
            && let Some(watched) = regex.watched()
        {
            // SAFETY: the context is live; the callout needs nothing.
            unsafe { pcre2_set_callout_8(self.context.as_ptr(), Some(callout), ptr::null_mut()) };
            count = self.call(watched, text, checked, start, options);
            // SAFETY: as above.
            unsafe { pcre2_set_callout_8(self.context.as_ptr(), None, ptr::null_mut()) };
        }
        count
    }
    #[inline(always)]
    fn call(&mut self, regex: &Regex, text: &[u8], checked: bool, start: usize, options: u32) -> i32 {
        let (code, data, context) = (regex.as_ptr(), self.data.as_ptr(), self.context.as_ptr());
        if checked && regex.has_jit() && options & !PCRE2_NOTEMPTY_ATSTART == 0 {
            // SAFETY: pattern, match data and context are live; `start` is inside the subject; UTF patterns get valid
            // text and a character boundary; the options are among those that the JIT supports.
            unsafe { pcre2_jit_match_8(code, text.as_ptr(), text.len(), start, options, data, context) }
        } else {
            self.may_have_grown = true;
            let check = if checked { PCRE2_NO_UTF_CHECK } else { 0 };
            // SAFETY: as above; without NO_UTF_CHECK the text may be anything.
            unsafe { pcre2_match_8(code, text.as_ptr(), text.len(), start, options | check, data, context) }
        }
    }
    /// What a search that returned `count` has found. Pattern and subject must stay as they are for `'a`: the callers'
    /// signatures see to that.
    #[inline]
    fn found<'a>(&'a mut self, subject: Subject<'a>, count: i32) -> Found<'a> {
        match count {
            1.. => Ok(Some(Captures { matcher: self, count: count as usize, length: subject.as_bytes().len() })),
            PCRE2_ERROR_NOMATCH => Ok(None),
            // The vector has room for all groups, so 0 does not happen.
            0 => Err(PCRE2_ERROR_INTERNAL),
            _ => Err(count),
        }
    }
}

impl Drop for Matcher {
    fn drop(&mut self) {
        // SAFETY: all three are ours and not used again.
        unsafe {
            pcre2_match_data_free_8(self.data.as_ptr());
            pcre2_match_context_free_8(self.context.as_ptr());
            if let Some(stack) = self.stack {
                pcre2_jit_stack_free_8(stack.as_ptr());
            }
        }
    }
}

/// What a match found. Groups are numbered from 0, the whole match.
pub struct Captures<'a> {
    matcher: &'a Matcher,
    count: usize,
    length: usize,
}

impl Captures<'_> {
    /// One more than the highest group that took part in the match.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }
    #[inline]
    fn vector(&self) -> &[usize] {
        // SAFETY: the vector has two entries per group, and PCRE2 has set those of the first `count` groups.
        unsafe { std::slice::from_raw_parts(self.matcher.offsets.as_ptr(), self.count * 2) }
    }
    /// Where a group matched: start and end. `None` if it took no part. The end is before the start where `\K` in an
    /// assertion has moved the start.
    #[inline]
    pub fn raw(&self, group: usize) -> Option<(usize, usize)> {
        match self.vector().get(group * 2..group * 2 + 2) {
            Some(&[start, end]) if start <= self.length && end <= self.length => Some((start, end)),
            _ => None,
        }
    }
    /// Where the whole match is.
    #[inline]
    pub fn whole(&self) -> (usize, usize) {
        self.raw(0).unwrap_or_default()
    }
    /// The name of the last `(*MARK)` that was passed.
    #[inline]
    pub fn mark(&self) -> Option<&[u8]> {
        // SAFETY: the mark is null or a NUL-terminated name inside the compiled pattern, which `'a` keeps alive.
        unsafe {
            let mark = pcre2_get_mark_8(self.matcher.data.as_ptr());
            if mark.is_null() { None } else { Some(CStr::from_ptr(mark.cast()).to_bytes()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{match_options, options};

    const LIMITS: Limits = Limits { matches: 1_000_000, depth: 100_000 };

    fn regex(pattern: &str, options: u32) -> Regex {
        let mut regex = Regex::compile(pattern.as_bytes(), options, 0).unwrap();
        regex.jit_compile().unwrap();
        regex
    }

    #[test]
    fn groups_and_marks() {
        let mut matcher = Matcher::new(LIMITS);
        let re = regex("(a)|(?<x>b)(*MARK:here)(c)?", 0);
        assert!(re.has_jit());
        assert_eq!(re.names(), [(2, Box::from(&b"x"[..]))]);
        let found = matcher.find(&re, Subject::Bytes(b"zb"), 0, 0).unwrap().unwrap();
        assert_eq!(
            (found.count(), found.raw(0), found.raw(1), found.raw(2), found.raw(3)),
            (3, Some((1, 2)), None, Some((1, 2)), None)
        );
        assert_eq!(found.mark(), Some(&b"here"[..]));
        assert!(matcher.find(&re, Subject::Bytes(b"zz"), 0, 0).unwrap().is_none());
    }

    #[test]
    fn text_is_checked() {
        let mut matcher = Matcher::new(LIMITS);
        let re = regex(".", options::UTF);
        assert_eq!(matcher.find(&re, Subject::Utf8("é"), 1, 0).err(), Some(PCRE2_ERROR_BADUTFOFFSET));
        assert_eq!(matcher.find(&re, Subject::Bytes(b"\xff"), 0, 0).err(), Some(PCRE2_ERROR_UTF8_ERR21));
        let options = match_options::NOTEMPTY_ATSTART | match_options::ANCHORED;
        assert_eq!(matcher.find(&re, Subject::Utf8("aé"), 1, options).unwrap().unwrap().whole(), (1, 3));
    }

    #[test]
    fn behind_an_empty_match() {
        let mut matcher = Matcher::new(LIMITS);
        let re = regex("a?", options::UTF);
        for one_step in [true, false] {
            let mut next =
                |text, start| matcher.find_after_empty(&re, Subject::Utf8(text), start, one_step).unwrap().map(|f| f.whole());
            assert_eq!(next("éa", 0), Some((2, 3)));
            assert_eq!(next("aé", 0), Some((0, 1)));
            assert_eq!(next("éé", 0), Some((2, 2)));
            assert_eq!(next("éé", 4), None);
        }
    }

    #[test]
    fn many_groups() {
        let mut matcher = Matcher::new(LIMITS);
        let re = regex(&"(a?)".repeat(500), 0);
        assert_eq!(matcher.find(&re, Subject::Bytes(b"aa"), 0, 0).unwrap().unwrap().count(), 501);
        matcher.trim();
    }

    #[test]
    fn errors() {
        let error = Regex::compile(b"a(", 0, 0).unwrap_err();
        assert_eq!(error.to_string(), "missing closing parenthesis at offset 2");
        assert!(crate::version().starts_with("10."));
    }
}
