//! Patterns of `mb_ereg` and its kind, which are Oniguruma's in the syntax of Ruby, on PCRE2.
//!
//! The two agree on most of their syntax. What they write differently is translated ([`translate`]); what only Oniguruma
//! has (absent operators, intersections in classes) is an error or means what PCRE2 says. Texts are matched in UTF-8: other
//! encodings are converted, and places in them counted in their own bytes.

use phant_pcre2::{CompileError, Limits, Matcher, Regex, Subject, options};
use std::cell::Cell;

/// Options, as `mb_regex_set_options` has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) ignore_case: bool,
    pub(crate) extended: bool,
    /// The dot matches line ends too.
    pub(crate) multi_line: bool,
    /// `^` and `$` are the ends of the text, not of lines.
    pub(crate) single_line: bool,
    pub(crate) longest: bool,
    pub(crate) not_empty: bool,
    /// The letter of the syntax. Ruby's is the default; the others are read like it.
    pub(crate) syntax: u8,
}

impl Options {
    /// What holds where nothing is said.
    pub(crate) const DEFAULT: Options = Options { multi_line: true, single_line: true, ..Options::NONE };
    const NONE: Options = Options {
        ignore_case: false,
        extended: false,
        multi_line: false,
        single_line: false,
        longest: false,
        not_empty: false,
        syntax: b'r',
    };

    /// Reads letters; the error is one that is no option.
    pub(crate) fn parse(text: &[u8]) -> Result<Options, u8> {
        let mut options = Options::NONE;
        for &letter in text {
            match letter {
                b'i' => options.ignore_case = true,
                b'x' => options.extended = true,
                b'm' => options.multi_line = true,
                b's' => options.single_line = true,
                b'p' => (options.multi_line, options.single_line) = (true, true),
                b'l' => options.longest = true,
                b'n' => options.not_empty = true,
                b'j' | b'u' | b'g' | b'c' | b'r' | b'z' | b'b' | b'd' => options.syntax = letter,
                other => return Err(other),
            }
        }
        Ok(options)
    }
    /// The letters.
    pub(crate) fn text(self) -> String {
        let lines = match (self.multi_line, self.single_line) {
            (true, true) => "p",
            (true, false) => "m",
            (false, true) => "s",
            (false, false) => "",
        };
        let mut out = String::new();
        for (on, letter) in
            [(self.ignore_case, "i"), (self.extended, "x"), (true, lines), (self.longest, "l"), (self.not_empty, "n")]
        {
            if on {
                out.push_str(letter);
            }
        }
        out.push(char::from(self.syntax));
        out
    }
}

/// The pattern as PCRE2 writes it.
fn translate(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '\\' => {
                let next = rest[1..].chars().next();
                taken += next.map_or(0, char::len_utf8);
                // Hexadecimal digits.
                match (next, in_class) {
                    (Some('h'), true) => out.push_str("0-9a-fA-F"),
                    (Some('h'), false) => out.push_str("[0-9a-fA-F]"),
                    (Some('H'), false) => out.push_str("[^0-9a-fA-F]"),
                    _ => out.push_str(&rest[..taken]),
                }
            }
            '[' => {
                // A bracket that begins a class in a class is a named one, or stands for itself.
                let named = in_class && rest.starts_with("[:");
                out.push_str(if in_class && !named { "\\[" } else { "[" });
                if named && let Some(end) = rest.find(":]") {
                    match &rest[..end + 2] {
                        // Those of ASCII alone; the bracket is written already.
                        "[:xdigit:]" => {
                            out.pop();
                            out.push_str("0-9a-fA-F");
                        }
                        name => out.push_str(&name[1..]),
                    }
                    taken = end + 2;
                } else if !in_class {
                    in_class = true;
                    // What closes a class stands for itself where it comes first.
                    for first in ["[^]", "[]", "[^"] {
                        if rest.starts_with(first) {
                            out.push_str(&first[1..]);
                            taken = first.len();
                            break;
                        }
                    }
                }
            }
            ']' => {
                in_class = false;
                out.push(']');
            }
            '{' if !in_class && rest[1..].starts_with(',') && rest[2..].starts_with(|d: char| d.is_ascii_digit()) => {
                out.push_str("{0");
            }
            // What Ruby calls m, Perl calls s.
            '(' if !in_class && rest.starts_with("(?") => {
                let flags = rest[2..].find(|f: char| !matches!(f, 'i' | 'm' | 'x' | '-')).unwrap_or(0);
                let ends = rest[2 + flags..].starts_with([')', ':']);
                out.push_str("(?");
                taken = 2;
                if flags > 0 && ends {
                    out.push_str(&rest[2..2 + flags].replace('m', "s"));
                    taken += flags;
                }
            }
            c => out.push(c),
        }
        rest = &rest[taken..];
    }
    out
}

/// How many steps of PCRE2 go with one way back of Oniguruma's, about.
const STEPS: u32 = 4;

/// Compiles a pattern. The error is in Oniguruma's words.
pub(crate) fn compile(pattern: &str, wanted: Options) -> Result<Regex, String> {
    let mut bits = options::UTF | options::UCP | options::DUPNAMES;
    for (on, bit) in [
        (wanted.ignore_case, options::CASELESS),
        (wanted.extended, options::EXTENDED),
        (wanted.multi_line, options::DOTALL),
        (!wanted.single_line, options::MULTILINE),
    ] {
        if on {
            bits |= bit;
        }
    }
    let translated = translate(pattern);
    let words = |error: CompileError| match numbered_name(&translated).filter(|_| error.code == 144) {
        Some(name) => format!("invalid group name <{name}>"),
        None => words(error),
    };
    let regex = Regex::compile(translated.as_bytes(), bits, 0).map_err(words)?;
    if regex.names().is_empty() {
        return Ok(regex);
    }
    // Where groups have names, those without do not count.
    Regex::compile(translated.as_bytes(), bits | options::NO_AUTO_CAPTURE, 0).map_err(words)
}

/// The first name of a group that begins with a digit.
fn numbered_name(pattern: &str) -> Option<&str> {
    let at =
        pattern.match_indices("(?<").map(|(at, _)| at + 3).find(|&at| pattern[at..].starts_with(|c: char| c.is_ascii_digit()))?;
    pattern[at..].split('>').next()
}

fn words(error: CompileError) -> String {
    match error.code {
        101 => "end pattern at escape".into(),
        104 => "too big or too small number is specified for repeat".into(),
        106 => "premature end of char-class".into(),
        107 => "invalid char-class range".into(),
        108 => "empty range in char class".into(),
        109 => "target of repeat operator is not specified".into(),
        111 => "undefined group option".into(),
        114 => "end pattern with unmatched parenthesis".into(),
        115 => "invalid backref number/name".into(),
        122 => "unmatched close parenthesis".into(),
        125 => "invalid pattern in look-behind".into(),
        142 | 162 => "group name is empty".into(),
        147 => "invalid character property name".into(),
        code => phant_pcre2::error_message(code),
    }
}

/// What was found: the groups' places, of which the first is the whole match.
#[derive(Clone, Debug)]
pub(crate) struct Match(pub(crate) Vec<Option<(usize, usize)>>);

impl Match {
    /// The place of the whole match.
    pub(crate) fn whole(&self) -> (usize, usize) {
        self.0.first().copied().flatten().unwrap_or_default()
    }
}

thread_local! {
    /// The scratch memory of the last search.
    static SPARE: Cell<Option<Matcher>> = const { Cell::new(None) };
}

/// A pattern at work on a text.
pub(crate) struct Search<'a> {
    regex: &'a Regex,
    text: &'a str,
    /// There until the search is dropped.
    matcher: Option<Matcher>,
    not_empty: bool,
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if let Some(mut matcher) = self.matcher.take() {
            matcher.trim();
            SPARE.set(Some(matcher));
        }
    }
}

impl<'a> Search<'a> {
    /// `retries` and `depth` bound the work.
    pub(crate) fn new(regex: &'a Regex, text: &'a str, options: Options, retries: i64, depth: i64) -> Search<'a> {
        // No bound is PCRE2's own.
        let bound = |limit: i64| u32::try_from(limit).ok().filter(|&limit| limit > 0).unwrap_or(10_000_000);
        // PCRE2 counts every step, Oniguruma the ways back.
        let limits = Limits { matches: bound(retries).saturating_mul(STEPS).max(1000), depth: bound(depth) };
        let mut matcher = SPARE.take().unwrap_or_else(|| Matcher::new(limits));
        matcher.set_limits(limits);
        Search { regex, text, matcher: Some(matcher), not_empty: options.not_empty }
    }
    /// The first match from a place on; the error is PCRE2's.
    pub(crate) fn from(&mut self, start: usize, match_options: u32) -> Result<Option<Match>, i32> {
        let mut start = start;
        let Some(matcher) = &mut self.matcher else { return Ok(None) };
        loop {
            let found = matcher.find(self.regex, Subject::Utf8(self.text), start, match_options)?;
            let Some(found) = found else { return Ok(None) };
            let groups: Vec<_> = (0..self.regex.groups()).map(|group| found.raw(group).filter(|(from, to)| from <= to)).collect();
            let whole = found.whole();
            if !(self.not_empty && whole.0 == whole.1) {
                return Ok(Some(Match(groups)));
            }
            match step(self.text, whole.1) {
                Some(next) => start = next,
                None => return Ok(None),
            }
        }
    }
    /// The place behind the character at a place.
    pub(crate) fn step(&self, at: usize) -> Option<usize> {
        step(self.text, at)
    }
}

fn step(text: &str, at: usize) -> Option<usize> {
    text[at..].chars().next().map(|c| at + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translations() {
        for (pattern, expected) in [
            ("\\h[\\h]", "[0-9a-fA-F][0-9a-fA-F]"),
            ("a{,3}[{,3}]", "a{0,3}[{,3}]"),
            ("(?m)a(?mi-x:b)(?<m>c)", "(?s)a(?si-x:b)(?<m>c)"),
            ("[]a[:alpha:]]", "[]a[:alpha:]]"),
            ("[^]x[]", "[^]x\\[]"),
        ] {
            assert_eq!(translate(pattern), expected);
        }
    }

    #[test]
    fn option_letters() {
        for (given, shown) in [("pr", "pr"), ("i", "ir"), ("msx", "xpr"), ("imxlnpsgj", "ixplnj"), ("", "r")] {
            assert_eq!(Options::parse(given.as_bytes()).expect("letters").text(), shown);
        }
        assert_eq!(Options::parse(b"iq"), Err(b'q'));
    }
}
