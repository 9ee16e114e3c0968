//! Patterns of messages: text with arguments in braces, some of which choose among messages.

/// A piece of a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Text(String),
    /// The number that a plural is of.
    Hash,
    Arg(Arg),
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arg {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// What becomes of an argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    None,
    /// A type and a style, as `number` and `integer`.
    Simple(String, String),
    Plural {
        ordinal: bool,
        offset: f64,
        cases: Vec<(String, Vec<Part>)>,
    },
    Select(Vec<(String, Vec<Part>)>),
    /// Messages for numbers from limits on; whether the limit itself is excluded.
    Choice(Vec<(f64, bool, Vec<Part>)>),
}

/// What is wrong with a pattern: ICU's code, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) code: i64,
    pub(crate) at: usize,
}

pub(crate) const PATTERN_SYNTAX: i64 = 0x10107;
const UNMATCHED_BRACES: i64 = 0x10109;
const DEFAULT_MISSING: i64 = 0x1010f;
const INDEX_OUT_OF_BOUNDS: i64 = 8;
/// How deep messages may be in one another.
const DEPTH: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    None,
    Plural,
    Choice,
    Other,
}

struct Reader<'a> {
    text: &'a [char],
    at: usize,
}

/// Reads a pattern.
pub(crate) fn parse(text: &[char]) -> Result<Vec<Part>, Wrong> {
    let mut reader = Reader { text, at: 0 };
    reader.message(Parent::None, 0)
}

fn is_syntax(c: char) -> bool {
    c.is_ascii_punctuation() && c != '_' || c.is_whitespace()
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }
    fn wrong<T>(&self, code: i64, at: usize) -> Result<T, Wrong> {
        Err(Wrong { code, at })
    }
    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }
    fn accept(&mut self, c: char) -> bool {
        let is_it = self.peek() == Some(c);
        self.at += usize::from(is_it);
        is_it
    }
    fn message(&mut self, parent: Parent, depth: usize) -> Result<Vec<Part>, Wrong> {
        if depth > DEPTH {
            return self.wrong(INDEX_OUT_OF_BOUNDS, self.at);
        }
        let (mut parts, mut text) = (Vec::new(), String::new());
        let flush = |text: &mut String, parts: &mut Vec<Part>| {
            if !text.is_empty() {
                parts.push(Part::Text(std::mem::take(text)));
            }
        };
        while let Some(c) = self.peek() {
            match c {
                '\'' => self.quote(parent, &mut text),
                '#' if parent == Parent::Plural => {
                    flush(&mut text, &mut parts);
                    parts.push(Part::Hash);
                    self.at += 1;
                }
                '{' => {
                    flush(&mut text, &mut parts);
                    parts.push(Part::Arg(self.arg(parent, depth)?));
                }
                '}' if parent != Parent::None => break,
                '|' if parent == Parent::Choice => break,
                _ => {
                    text.push(c);
                    self.at += 1;
                }
            }
        }
        if parent != Parent::None && self.peek().is_none() {
            return self.wrong(UNMATCHED_BRACES, 0);
        }
        flush(&mut text, &mut parts);
        Ok(parts)
    }
    /// An apostrophe: itself, or the beginning of quoted text where it stands before something special.
    fn quote(&mut self, parent: Parent, text: &mut String) {
        self.at += 1;
        match self.peek() {
            Some('\'') => {
                text.push('\'');
                self.at += 1;
            }
            Some(c)
                if matches!(c, '{' | '}') || (c == '#' && parent == Parent::Plural) || (c == '|' && parent == Parent::Choice) =>
            {
                while let Some(c) = self.peek() {
                    self.at += 1;
                    if c != '\'' {
                        text.push(c);
                    } else if self.accept('\'') {
                        text.push('\'');
                    } else {
                        return;
                    }
                }
            }
            _ => text.push('\''),
        }
    }
    fn arg(&mut self, parent: Parent, depth: usize) -> Result<Arg, Wrong> {
        let open = self.at;
        self.at += 1;
        self.skip_spaces();
        let start = self.at;
        while self.peek().is_some_and(|c| !is_syntax(c)) {
            self.at += 1;
        }
        let mut name: String = self.text[start..self.at].iter().collect();
        if self.peek().is_none() {
            return self.wrong(UNMATCHED_BRACES, open);
        }
        if name.is_empty() {
            return self.wrong(PATTERN_SYNTAX, start);
        }
        if name.bytes().all(|b| b.is_ascii_digit()) {
            if name.len() > 1 && name.starts_with('0') {
                return self.wrong(PATTERN_SYNTAX, start);
            }
            if name.parse::<i32>().is_err() {
                return self.wrong(INDEX_OUT_OF_BOUNDS, start);
            }
        } else if name.starts_with(|c: char| c.is_ascii_digit()) {
            return self.wrong(PATTERN_SYNTAX, start);
        }
        self.skip_spaces();
        let kind = if self.accept('}') {
            Kind::None
        } else if self.accept(',') {
            self.typed(start, parent, depth)?
        } else if self.peek().is_none() {
            return self.wrong(UNMATCHED_BRACES, open);
        } else {
            return self.wrong(PATTERN_SYNTAX, start);
        };
        name.shrink_to_fit();
        Ok(Arg { name, kind })
    }
    fn typed(&mut self, name_at: usize, parent: Parent, depth: usize) -> Result<Kind, Wrong> {
        self.skip_spaces();
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            self.at += 1;
        }
        let kind: String = self.text[start..self.at].iter().collect();
        self.skip_spaces();
        if self.peek().is_none() {
            return self.wrong(UNMATCHED_BRACES, 0);
        }
        if kind.is_empty() || !matches!(self.peek(), Some(',' | '}')) {
            return self.wrong(PATTERN_SYNTAX, name_at);
        }
        let lower = kind.to_ascii_lowercase();
        let complex = matches!(lower.as_str(), "plural" | "select" | "selectordinal" | "choice");
        if self.accept('}') {
            return if complex { self.wrong(PATTERN_SYNTAX, name_at) } else { Ok(Kind::Simple(kind, String::new())) };
        }
        self.at += 1;
        let _ = parent;
        let found = match lower.as_str() {
            "choice" => self.choice(depth)?,
            "select" => Kind::Select(self.cases(Parent::Other, depth, &mut 0.0)?),
            "plural" | "selectordinal" => {
                let mut offset = 0.0;
                let cases = self.cases(Parent::Plural, depth, &mut offset)?;
                Kind::Plural { ordinal: lower == "selectordinal", offset, cases }
            }
            _ => return self.style(kind),
        };
        self.at += 1;
        Ok(found)
    }
    /// A style: everything up to the brace that closes it.
    fn style(&mut self, kind: String) -> Result<Kind, Wrong> {
        let (mut style, mut open) = (String::new(), 0);
        while let Some(c) = self.peek() {
            self.at += 1;
            match c {
                '\'' => {
                    style.push(c);
                    while let Some(c) = self.peek() {
                        self.at += 1;
                        style.push(c);
                        if c == '\'' {
                            break;
                        }
                    }
                    continue;
                }
                '{' => open += 1,
                '}' if open == 0 => return Ok(Kind::Simple(kind, style)),
                '}' => open -= 1,
                _ => {}
            }
            style.push(c);
        }
        self.wrong(UNMATCHED_BRACES, 0)
    }
    fn cases(&mut self, parent: Parent, depth: usize, offset: &mut f64) -> Result<Vec<(String, Vec<Part>)>, Wrong> {
        let start = self.at;
        let mut cases: Vec<(String, Vec<Part>)> = Vec::new();
        loop {
            self.skip_spaces();
            let at = self.at;
            match self.peek() {
                None => return self.wrong(UNMATCHED_BRACES, 0),
                Some('}') => break,
                Some(_) => {}
            }
            let exact = parent == Parent::Plural && self.accept('=');
            let from = self.at;
            while self.peek().is_some_and(|c| !is_syntax(c) || (exact && matches!(c, '-' | '.'))) {
                self.at += 1;
            }
            let word: String = self.text[from..self.at].iter().collect();
            if word.is_empty() || (exact && word.parse::<f64>().is_err()) {
                return self.wrong(PATTERN_SYNTAX, at);
            }
            if parent == Parent::Plural && !exact && word == "offset" && cases.is_empty() && self.accept(':') {
                self.skip_spaces();
                let from = self.at;
                while self.peek().is_some_and(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) {
                    self.at += 1;
                }
                let number: String = self.text[from..self.at].iter().collect();
                *offset = number.parse().map_err(|_| Wrong { code: PATTERN_SYNTAX, at: from })?;
                continue;
            }
            self.skip_spaces();
            if self.peek() != Some('{') {
                return self.wrong(PATTERN_SYNTAX, at);
            }
            self.at += 1;
            let message = self.message(if parent == Parent::Plural { Parent::Plural } else { Parent::Other }, depth + 1)?;
            self.at += 1;
            cases.push((if exact { format!("={word}") } else { word }, message));
        }
        if !cases.iter().any(|(word, _)| word == "other") {
            return self.wrong(DEFAULT_MISSING, start);
        }
        Ok(cases)
    }
    fn choice(&mut self, depth: usize) -> Result<Kind, Wrong> {
        let mut found = Vec::new();
        loop {
            self.skip_spaces();
            let from = self.at;
            while self.peek().is_some_and(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | '∞' | 'e' | 'E')) {
                self.at += 1;
            }
            let number: String = self.text[from..self.at].iter().collect();
            let limit = match number.as_str() {
                "∞" => f64::INFINITY,
                "-∞" => f64::NEG_INFINITY,
                number => number.parse().map_err(|_| Wrong { code: PATTERN_SYNTAX, at: from })?,
            };
            self.skip_spaces();
            let excluded = match self.peek() {
                Some('<') => true,
                Some('#' | '≤') => false,
                None => return self.wrong(UNMATCHED_BRACES, 0),
                _ => return self.wrong(PATTERN_SYNTAX, from),
            };
            self.at += 1;
            found.push((limit, excluded, self.message(Parent::Choice, depth + 1)?));
            match self.peek() {
                Some('|') => self.at += 1,
                _ => return Ok(Kind::Choice(found)),
            }
        }
    }
}
