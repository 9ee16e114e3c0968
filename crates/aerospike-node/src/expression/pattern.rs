//! Regular expressions in expressions: POSIX syntax, basic or extended, brought to the syntax of the engine.

use crate::cdt::Outcome;
use phant_aerospike_wire::code;
use regex_automata::{
    hybrid::regex::{Cache, Regex},
    nfa::thompson,
    util::syntax,
};
use std::cell::RefCell;

/// The flags of `regcomp`.
mod flag {
    pub const EXTENDED: i64 = 1;
    pub const IGNORES_CASE: i64 = 2;
    pub const NEWLINES: i64 = 8;
}

/// The most memory of a pattern.
const MOST: usize = 1 << 20;

struct Compiled {
    flags: i64,
    pattern: Vec<u8>,
    regex: Regex,
    cache: Cache,
}

thread_local! {
    /// The last pattern of the thread: a scan has the same one for every record.
    static LAST: RefCell<Option<Compiled>> = const { RefCell::new(None) };
}

/// In basic syntax these characters are special with a backslash before, and plain without.
fn extended(basic: &str) -> String {
    let mut out = String::with_capacity(basic.len() + 8);
    let (mut is_escaped, mut is_set) = (false, false);
    for c in basic.chars() {
        let turns = matches!(c, '(' | ')' | '{' | '}' | '|' | '+' | '?') && !is_set;
        match (is_escaped, c) {
            (true, _) if turns => out.push(c),
            (true, _) => out.extend(['\\', c]),
            (false, '\\') if !is_set => {
                is_escaped = true;
                continue;
            }
            (false, _) if turns => out.extend(['\\', c]),
            (false, _) => out.push(c),
        }
        is_set = !is_escaped && if is_set { c != ']' } else { c == '[' };
        is_escaped = false;
    }
    if is_escaped {
        out.push('\\');
    }
    out
}

fn compile(flags: i64, pattern: &[u8]) -> Outcome<Compiled> {
    let text = std::str::from_utf8(pattern).map_err(|_| code::PARAMETER)?;
    let text = if flags & flag::EXTENDED != 0 { text.to_owned() } else { extended(text) };
    let lines = flags & flag::NEWLINES != 0;
    let syntax = syntax::Config::new()
        .case_insensitive(flags & flag::IGNORES_CASE != 0)
        .multi_line(lines)
        .dot_matches_new_line(!lines)
        .unicode(false)
        .utf8(false);
    let limit = thompson::Config::new().nfa_size_limit(Some(MOST)).utf8(false);
    let regex = Regex::builder().syntax(syntax).thompson(limit).build(&text).map_err(|_| code::PARAMETER)?;
    let cache = regex.create_cache();
    Ok(Compiled { flags, pattern: pattern.to_vec(), regex, cache })
}

/// Whether a pattern is found in a text.
pub fn matches(flags: i64, pattern: &[u8], text: &[u8]) -> Outcome<bool> {
    LAST.with_borrow_mut(|last| {
        let compiled = match last.take().filter(|last| last.flags == flags && last.pattern == pattern) {
            Some(compiled) => compiled,
            None => compile(flags, pattern)?,
        };
        let Compiled { regex, cache, .. } = last.insert(compiled);
        Ok(regex.is_match(cache, text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_syntaxes() {
        assert_eq!(matches(1, b"^(a|b)+$", b"abba"), Ok(true));
        assert_eq!(matches(0, b"^(a|b)+$", b"abba"), Ok(false));
        assert_eq!(matches(0, b"^\\(a\\|b\\)\\+$", b"abba"), Ok(true));
        assert_eq!(matches(0, b"a+[+]", b"a++"), Ok(true));
        assert_eq!(matches(3, b"ABC", b"xabcx"), Ok(true));
        assert_eq!(matches(1, b"ABC", b"xabcx"), Ok(false));
        assert_eq!(matches(1, b"(", b""), Err(code::PARAMETER));
        assert_eq!(matches(1, b"((((a{1000}){1000}){1000}){1000})", b""), Err(code::PARAMETER));
        assert_eq!(matches(1, b"a.c", b"a\xffc"), Ok(true));
    }
}
