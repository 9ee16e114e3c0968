//! From a pattern as PHP writes it (delimiters, modifiers) to a compiled one.

use crate::{
    error::State,
    shared::{self, Source},
};
use phant_memory::{PhpStr, Str, intern};
use phant_native::Ctx;
use phant_pcre2::{Regex, Subject, errors, options};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// A compiled pattern.
pub struct Pattern {
    /// What other threads may have too.
    pub(crate) regex: Arc<Regex>,
    /// Names by group number; empty if no group has one.
    pub(crate) names: Box<[Option<Name>]>,
    /// How many groups have a name.
    pub(crate) named: usize,
    /// No two groups have the same name.
    pub(crate) unique: bool,
    /// `(*MARK)` may occur.
    pub(crate) marks: bool,
    /// Empty matches may be stepped over in one search: see [`phant_pcre2::Matcher::find_after_empty`].
    pub(crate) one_step: bool,
}

/// The name of a group.
pub(crate) enum Name {
    Interned(Str),
    /// Interned names live as long as the process: a script that makes up names without end gets these instead.
    Own(Box<[u8]>),
}

/// How many group names are interned.
const MAX_INTERNED: usize = 20_000;
static INTERNED: AtomicUsize = AtomicUsize::new(0);

impl Name {
    fn new(name: Box<[u8]>) -> Name {
        if INTERNED.load(Ordering::Relaxed) < MAX_INTERNED {
            INTERNED.fetch_add(1, Ordering::Relaxed);
            Name::Interned(intern(&name))
        } else {
            Name::Own(name)
        }
    }
    #[inline]
    pub(crate) fn to_str(&self) -> Str {
        match self {
            Name::Interned(s) => s.clone(),
            Name::Own(bytes) => Str::new(bytes),
        }
    }
}

impl Pattern {
    /// A text as this pattern searches it.
    #[inline]
    pub(crate) fn subject<'a>(&self, text: &'a PhpStr) -> Subject<'a> {
        if self.regex.is_utf()
            && let Some(text) = text.as_utf8()
        {
            return Subject::Utf8(text);
        }
        Subject::Bytes(text.as_bytes())
    }
    /// Compiles; the error is the text of the warning.
    pub(crate) fn compile(ctx: &Ctx, source: &[u8]) -> Result<Pattern, Vec<u8>> {
        let parts = Parts::parse(source)?;
        let regex = compile_shared(ctx, &parts)?;
        let table = regex.names();
        // In alphabetical order.
        let unique = table.windows(2).all(|pair| pair[0].1 != pair[1].1);
        let named = table.len();
        let mut names = Vec::new();
        for (group, name) in table {
            names.resize_with(regex.groups(), || None);
            if let Some(slot) = names.get_mut(group) {
                *slot = Some(Name::new(name));
            }
        }
        let has = |text: &[u8]| parts.body.windows(text.len()).any(|w| w == text);
        Ok(Pattern {
            // `\G` is the start of the search, and verbs such as `(*CRLF)` change what a step forward is.
            one_step: regex.has_jit() && !has(b"\\G") && !has(b"(*"),
            marks: has(b"(*"),
            names: names.into_boxed_slice(),
            named,
            unique,
            regex,
        })
    }
}

/// The pattern that some thread has, or a new one, with machine code if that is wanted. One that machine code could not be made for is
/// this thread's alone: the next that asks is told so too.
fn compile_shared(ctx: &Ctx, parts: &Parts) -> Result<Arc<Regex>, Vec<u8>> {
    let jit = State::of(ctx).jit();
    let source = Source { body: parts.body.into(), options: parts.options, extra: parts.extra, jit };
    if let Some(known) = shared::find(&source) {
        return Ok(known);
    }
    let regex = Regex::compile(parts.body, parts.options, parts.extra);
    let mut regex = regex.map_err(|e| format!("Compilation failed: {e}").into_bytes())?;
    if jit && let Err(code) = regex.jit_compile() {
        if code == errors::NOMEMORY {
            State::of(ctx).disable_jit();
            ctx.warning(
                "Allocation of JIT memory failed, PCRE JIT will be disabled. This is likely caused by security \
                 restrictions. Either grant PHP permission to allocate executable memory, or set pcre.jit=0",
            );
        } else {
            ctx.warning(format!("JIT compilation failed: {}", phant_pcre2::error_message(code)));
        }
        return Ok(Arc::new(regex));
    }
    Ok(shared::add(source, regex))
}

/// A pattern taken apart.
struct Parts<'a> {
    body: &'a [u8],
    options: u32,
    extra: u32,
}

impl<'a> Parts<'a> {
    fn parse(source: &'a [u8]) -> Result<Parts<'a>, Vec<u8>> {
        let is_space = |b: &u8| matches!(b, b' ' | b'\t'..=b'\r');
        let start = source.iter().position(|b| !is_space(b)).ok_or(b"Empty regular expression")?;
        let open = source[start];
        if open.is_ascii_alphanumeric() || open == b'\\' || open == 0 {
            return Err("Delimiter must not be alphanumeric, backslash, or NUL byte".into());
        }
        let rest = &source[start + 1..];
        let close = match open {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            b'<' => b'>',
            other => other,
        };
        let Some(end) = find_end(rest, open, close) else {
            let matching: &[u8] = if open == close { b"" } else { b"matching " };
            return Err([b"No ending ", matching, b"delimiter '", &[close], b"' found"].concat());
        };
        let mut parts = Parts {
            body: &rest[..end],
            options: 0,
            extra: options::EXTRA_BAD_ESCAPE_IS_LITERAL | options::EXTRA_ALLOW_LOOKAROUND_BSK,
        };
        for &modifier in &rest[end + 1..] {
            parts.modify(modifier)?;
        }
        Ok(parts)
    }
    fn modify(&mut self, modifier: u8) -> Result<(), Vec<u8>> {
        self.options |= match modifier {
            b'i' => options::CASELESS,
            b'm' => options::MULTILINE,
            b's' => options::DOTALL,
            b'x' => options::EXTENDED,
            b'A' => options::ANCHORED,
            b'D' => options::DOLLAR_ENDONLY,
            b'U' => options::UNGREEDY,
            b'u' => options::UTF | options::UCP,
            b'J' => options::DUPNAMES,
            b'n' => options::NO_AUTO_CAPTURE,
            b'S' | b' ' | b'\n' | b'\r' => 0,
            b'r' => {
                self.extra |= options::EXTRA_CASELESS_RESTRICT;
                0
            }
            b'X' => {
                self.extra &= !options::EXTRA_BAD_ESCAPE_IS_LITERAL;
                0
            }
            0 => return Err("NUL byte is not a valid modifier".into()),
            other => return Err([b"Unknown modifier '", &[other][..], b"'"].concat()),
        };
        Ok(())
    }
}

/// Where the closing delimiter is. Brackets nest; a backslash hides the byte after it.
fn find_end(text: &[u8], open: u8, close: u8) -> Option<usize> {
    let (mut depth, mut at) = (1, 0);
    while let Some(&byte) = text.get(at) {
        if byte == b'\\' && at + 1 < text.len() {
            at += 1;
        } else if byte == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        } else if byte == open {
            depth += 1;
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &[u8], expected: Result<(&[u8], u32), &str>) {
        let parts = Parts::parse(source);
        assert_eq!(
            parts.as_ref().map(|p| (p.body, p.options)).map_err(|e| String::from_utf8_lossy(e).into_owned()),
            expected.map_err(String::from)
        );
    }

    #[test]
    fn delimiters_and_modifiers() {
        check(b" /a\\/b/i\n", Ok((b"a\\/b", options::CASELESS)));
        check(b"{a{2}}x", Ok((b"a{2}", options::EXTENDED)));
        check(b")a)", Ok((b"a", 0)));
        check(b"~a", Err("No ending delimiter '~' found"));
        check(b"<a", Err("No ending matching delimiter '>' found"));
        check(b"  ", Err("Empty regular expression"));
        check(b"/a/\0", Err("NUL byte is not a valid modifier"));
        check(b"/a/ik", Err("Unknown modifier 'k'"));
        check(b"1a1", Err("Delimiter must not be alphanumeric, backslash, or NUL byte"));
    }
}
