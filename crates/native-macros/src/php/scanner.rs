//! A cursor over PHP source text.

/// What is wrong, as shown to the author of the signature.
pub type Result<T> = std::result::Result<T, String>;

/// A cursor that skips white space and comments between tokens.
pub struct Scanner<'a> {
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        let mut scanner = Scanner { rest: text };
        scanner.skip();
        scanner
    }
    /// The text ahead.
    pub fn rest(&self) -> &'a str {
        self.rest
    }
    pub fn at_end(&self) -> bool {
        self.rest.is_empty()
    }
    /// An error that names the place.
    pub fn error<T>(&self, expected: &str) -> Result<T> {
        let near: String = self.rest.chars().take(40).collect();
        Err(if near.is_empty() {
            format!("PHP signature: expected {expected} at the end")
        } else {
            format!("PHP signature: expected {expected} at `{near}`")
        })
    }
    /// The name ahead, possibly qualified by backslashes.
    pub fn peek_word(&self) -> Option<&'a str> {
        let first = self.rest.chars().next()?;
        if !(first.is_alphabetic() || first == '_' || first == '\\') {
            return None;
        }
        let end = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\\'));
        Some(&self.rest[..end.unwrap_or(self.rest.len())])
    }
    pub fn word(&mut self, expected: &str) -> Result<&'a str> {
        match self.peek_word() {
            Some(word) => {
                self.advance(word.len());
                Ok(word)
            }
            None => self.error(expected),
        }
    }
    /// Takes the word if it is next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word().is_some_and(|w| w.eq_ignore_ascii_case(word));
        if found {
            self.advance(word.len());
        }
        found
    }
    /// Takes punctuation if it is next.
    pub fn eat(&mut self, punctuation: &str) -> bool {
        let found = self.rest.starts_with(punctuation);
        if found {
            self.advance(punctuation.len());
        }
        found
    }
    pub fn expect(&mut self, punctuation: &str) -> Result<()> {
        if self.eat(punctuation) { Ok(()) } else { self.error(&format!("`{punctuation}`")) }
    }
    pub fn variable(&mut self) -> Result<&'a str> {
        self.expect("$")?;
        self.word("a variable name")
    }
    /// The text up to (not including) one of `stops` outside of brackets and quotes.
    pub fn expression(&mut self, stops: &[char]) -> Result<&'a str> {
        let mut depth = 0usize;
        let mut quote = None;
        let mut escaped = false;
        for (at, c) in self.rest.char_indices() {
            if let Some(q) = quote {
                if escaped {
                    escaped = false;
                } else if c == '\\' {
                    escaped = true;
                } else if c == q {
                    quote = None;
                }
                continue;
            }
            if depth == 0 && stops.contains(&c) {
                let text = self.rest[..at].trim_end();
                if text.is_empty() {
                    return self.error("an expression");
                }
                self.advance(at);
                return Ok(text);
            }
            match c {
                '"' | '\'' => quote = Some(c),
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.error(&format!("an expression and one of {stops:?}"))
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.skip();
    }
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let comment = if self.rest.starts_with("/*") {
                self.rest.find("*/").map_or(self.rest.len(), |at| at + 2)
            } else if self.rest.starts_with("//") {
                self.rest.find('\n').unwrap_or(self.rest.len())
            } else {
                return;
            };
            self.rest = &self.rest[comment..];
        }
    }
}
