//! What is said of text: its kind, by the rules for text, its characters and its lines.

use crate::{
    encoding,
    entry::flag,
    flags,
    run::{Run, Tried, View},
};

/// The longest usual line.
const LONG_LINE: usize = 300;

/// What the lines of a text are like.
#[derive(Default)]
struct Lines {
    crlf: usize,
    lf: usize,
    cr: usize,
    nel: usize,
    longest: usize,
    escapes: bool,
    backspaces: bool,
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rposition(|&b| b != 0).map_or(0, |at| at + 1).max(1);
    &bytes[..length.min(bytes.len())]
}

fn lines(characters: &[u32]) -> Lines {
    let mut lines = Lines::default();
    let (mut after_cr, mut start) = (false, 0);
    for (i, &character) in characters.iter().enumerate() {
        if character == 0x0a {
            *(if after_cr { &mut lines.crlf } else { &mut lines.lf }) += 1;
        } else if after_cr {
            lines.cr += 1;
        }
        after_cr = character == 0x0d;
        lines.nel += usize::from(character == 0x85);
        if matches!(character, 0x0a | 0x0d | 0x85) {
            start = i + 1;
        }
        let length = (i + 1).saturating_sub(start);
        if length > LONG_LINE {
            lines.longest = lines.longest.max(length);
        }
        lines.escapes |= character == 0x1b;
        lines.backspaces |= character == 0x08;
    }
    // A carriage return at the very end is not counted: what follows it is not known.
    lines
}

impl Run<'_> {
    /// Says what there is to say of text. False: it is none, or nothing was asked that text answers.
    pub fn text(&mut self, bytes: &[u8], looks_like_text: bool) -> Tried<bool> {
        let mut front = trimmed(bytes);
        // Characters of two bytes may end in a NUL.
        if front.len() % 2 == 1 && bytes.len().is_multiple_of(2) {
            front = &bytes[..front.len() + 1];
        }
        let found = encoding::detect(front);
        let length = trimmed(front).len();
        // What is beyond UTF-8's first definition could not be looked at.
        if !found.is_text || length <= 1 || found.characters.iter().any(|&c| c > 0x7fff_ffff) {
            return Ok(false);
        }
        let mut matched = false;
        if !found.characters.is_empty() && !self.asks(flags::NO_SOFT) {
            let utf8: String = found.characters.iter().map(|&c| char::from_u32(c).unwrap_or('\u{fffd}')).collect();
            matched = self.text_rules(utf8.as_bytes(), looks_like_text)?;
        }
        if self.asks(flags::APPLE | flags::EXTENSION) {
            return Ok(matched);
        }
        let lines = lines(&found.characters);
        if self.asks(flags::MIME) {
            if self.asks(flags::MIME_TYPE) {
                if !self.out.is_empty() {
                    if !self.asks(flags::CONTINUE) {
                        return Ok(true);
                    }
                    if matched {
                        self.separate();
                    }
                }
                self.print("text/plain");
            }
            return Ok(true);
        }
        self.describe(&found, &lines);
        Ok(true)
    }
    /// Tries the rules for text.
    fn text_rules(&mut self, utf8: &[u8], looks_like_text: bool) -> Tried<bool> {
        // The rules see other bytes than the file's, and those do not live as long.
        let mut inner = Run::new(self.database, self.patterns, self.flags, self.input);
        inner.out = std::mem::take(&mut self.out);
        let view = View { front: utf8, end: None };
        let matched = inner.rules(view, flag::TEXT, looks_like_text);
        self.out = std::mem::take(&mut inner.out);
        self.error = self.error.take().or(inner.error.take());
        self.forgiving(matched)
    }
    fn describe(&mut self, found: &encoding::Found, lines: &Lines) {
        let mut is_program = false;
        if !self.out.is_empty() && !self.replace(b" text") {
            is_program = self.replace(b" text executable");
            if !is_program {
                self.print(", ");
            }
        }
        self.print(found.name);
        self.print(" text");
        if is_program {
            self.print(" executable");
        }
        if lines.longest > 0 {
            self.print(format!(", with very long lines ({})", lines.longest));
        }
        let counts = [(lines.crlf, " CRLF"), (lines.cr, " CR"), (lines.lf, " LF"), (lines.nel, " NEL")];
        let kinds: Vec<&str> = counts.iter().filter(|(count, _)| *count > 0).map(|(_, name)| *name).collect();
        if kinds.is_empty() {
            self.print(", with no line terminators");
        } else if kinds != [" LF"] {
            self.print(format!(", with{} line terminators", kinds.join(",")));
        }
        if lines.escapes {
            self.print(", with escape sequences");
        }
        if lines.backspaces {
            self.print(", with overstriking");
        }
    }
    /// Puts `, ` in place of some words at ends of lines.
    fn replace(&mut self, words: &[u8]) -> bool {
        let mut replaced = false;
        let lines: Vec<Vec<u8>> = self
            .out
            .split(|&b| b == b'\n')
            .map(|line| match line.strip_suffix(words) {
                Some(rest) => {
                    replaced = true;
                    [rest, b", "].concat()
                }
                None => line.to_vec(),
            })
            .collect();
        self.out = lines.join(&b'\n');
        replaced
    }
}
