//! From a text to selectors.

use super::{
    Combinator, Complex, Fault, List, Nth, Selectors, Simple, Test,
    lexer::{Token, tokens},
};

/// How deep functions may be inside each other.
const DEPTH: usize = 64;

/// Names of pseudo-classes without arguments.
const CLASSES: &[&str] = &[
    "active",
    "any-link",
    "blank",
    "checked",
    "disabled",
    "empty",
    "enabled",
    "first-child",
    "first-of-type",
    "focus",
    "hover",
    "last-child",
    "last-of-type",
    "link",
    "only-child",
    "only-of-type",
    "optional",
    "placeholder-shown",
    "read-only",
    "read-write",
    "required",
    "root",
];

/// Those that lexbor knows of and has no use for.
const UNSUPPORTED: &[&str] = &[
    "current",
    "default",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "in-range",
    "indeterminate",
    "invalid",
    "local-link",
    "out-of-range",
    "past",
    "scope",
    "target",
    "target-within",
    "user-invalid",
    "valid",
    "visited",
    "warning",
];

const ELEMENTS: &[&str] = &[
    "after",
    "backdrop",
    "before",
    "first-letter",
    "first-line",
    "grammar-error",
    "inactive-selection",
    "marker",
    "placeholder",
    "selection",
    "spelling-error",
    "target-text",
];

/// Selectors, separated by commas.
pub fn parse(text: &[u8]) -> Result<Selectors, Fault> {
    let mut parser = Parser { tokens: tokens(text), at: 0, depth: 0 };
    let list = parser.list(false)?;
    Ok(Selectors { list })
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

fn invalid(text: String) -> Fault {
    Fault::Invalid(format!("Selectors. {text}"))
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }
    fn ahead(&self, count: usize) -> &Token {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }
    fn take(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }
    fn skip_space(&mut self) {
        while *self.peek() == Token::Space {
            self.at += 1;
        }
    }
    fn accept(&mut self, byte: u8) -> bool {
        let is = *self.peek() == Token::Delimiter(byte);
        self.at += usize::from(is);
        is
    }
    fn unexpected<T>(&self) -> Result<T, Fault> {
        Err(invalid(format!("Unexpected token: {}", self.peek().shown())))
    }
    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        if self.accept(byte) { Ok(()) } else { self.unexpected() }
    }
    /// Complex selectors, up to the end or, inside a function, to its bracket.
    fn list(&mut self, inside: bool) -> Result<List, Fault> {
        let mut list = Vec::new();
        loop {
            self.skip_space();
            list.push(self.complex()?);
            self.skip_space();
            if self.accept(b',') {
                continue;
            }
            let ends = if inside { *self.peek() == Token::Delimiter(b')') } else { *self.peek() == Token::End };
            return if ends { Ok(list) } else { self.unexpected() };
        }
    }
    fn combinator(&mut self) -> Result<Option<Combinator>, Fault> {
        let found = match self.peek() {
            Token::Delimiter(b'>') => Combinator::Child,
            Token::Delimiter(b'+') => Combinator::Next,
            Token::Delimiter(b'~') => Combinator::Later,
            Token::Delimiter(b'|') if *self.ahead(1) == Token::Delimiter(b'|') => return Err(Fault::Unsupported),
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(found))
    }
    fn complex(&mut self) -> Result<Complex, Fault> {
        let mut parts: Vec<(Vec<Simple>, Option<Combinator>)> = vec![(self.compound()?, None)];
        loop {
            let had_space = *self.peek() == Token::Space;
            self.skip_space();
            if matches!(self.peek(), Token::End | Token::Delimiter(b',' | b')')) {
                break;
            }
            let combinator = match self.combinator()? {
                Some(combinator) => combinator,
                None if had_space => Combinator::Descendant,
                None => return self.unexpected(),
            };
            self.skip_space();
            let compound = self.compound()?;
            parts.push((compound, Some(combinator)));
        }
        parts.reverse();
        Ok(Complex { parts })
    }
    fn compound(&mut self) -> Result<Vec<Simple>, Fault> {
        let mut all = Vec::new();
        self.type_selector(&mut all)?;
        loop {
            match self.peek().clone() {
                Token::Hash(name) => {
                    self.at += 1;
                    all.push(Simple::Id(name));
                }
                Token::Delimiter(b'.') => {
                    self.at += 1;
                    match self.take() {
                        Token::Ident(name) => all.push(Simple::Class(name)),
                        _ => {
                            self.at -= 1;
                            return self.unexpected();
                        }
                    }
                }
                Token::Delimiter(b'[') => {
                    self.at += 1;
                    let simple = self.attribute()?;
                    all.push(simple);
                }
                Token::Delimiter(b':') => {
                    self.at += 1;
                    if self.accept(b':') {
                        return self.pseudo_element();
                    }
                    let simple = self.pseudo_class()?;
                    all.extend(simple);
                }
                _ if all.is_empty() => return self.unexpected(),
                _ => return Ok(all),
            }
        }
    }
    fn type_selector(&mut self, all: &mut Vec<Simple>) -> Result<(), Fault> {
        let name = |token: &Token| match token {
            Token::Ident(name) => Some(Simple::Type(name.clone())),
            Token::Delimiter(b'*') => Some(Simple::Any),
            _ => None,
        };
        let first = name(self.peek());
        if first.is_some() {
            self.at += 1;
        }
        let is_pipe = *self.peek() == Token::Delimiter(b'|');
        if !is_pipe || first.is_none() && *self.ahead(1) == Token::Delimiter(b'|') {
            all.extend(first);
            return Ok(());
        }
        self.at += 1;
        let Some(second) = name(self.peek()) else { return self.unexpected() };
        self.at += 1;
        all.push(Simple::Prefix(match first {
            Some(Simple::Type(prefix)) => Some(prefix),
            Some(_) => Some(b"*".to_vec()),
            None => None,
        }));
        all.push(second);
        Ok(())
    }
    fn attribute(&mut self) -> Result<Simple, Fault> {
        self.skip_space();
        let mut prefix = None;
        let is_named_pipe = |token: &Token| *token == Token::Delimiter(b'|');
        if is_named_pipe(self.ahead(1)) && *self.ahead(2) != Token::Delimiter(b'=') {
            prefix = match self.take() {
                Token::Ident(prefix) => Some(prefix),
                Token::Delimiter(b'*') => Some(b"*".to_vec()),
                _ => {
                    self.at -= 1;
                    return self.unexpected();
                }
            };
            self.at += 1;
        } else {
            self.accept(b'|');
        }
        let Token::Ident(name) = self.peek().clone() else { return self.unexpected() };
        self.at += 1;
        self.skip_space();
        let plain = |test, value, case| Simple::Attribute { prefix: prefix.clone(), name: name.clone(), test, value, case };
        if self.accept(b']') {
            return Ok(plain(Test::Exists, Vec::new(), None));
        }
        let test = match self.peek() {
            Token::Delimiter(b'=') => Test::Equals,
            Token::Delimiter(b'~') => Test::Includes,
            Token::Delimiter(b'|') => Test::Dash,
            Token::Delimiter(b'^') => Test::Prefix,
            Token::Delimiter(b'$') => Test::Suffix,
            Token::Delimiter(b'*') => Test::Contains,
            _ => return self.unexpected(),
        };
        self.at += 1;
        if test != Test::Equals {
            self.expect(b'=')?;
        }
        self.skip_space();
        let value = match self.peek().clone() {
            Token::Ident(value) | Token::String(value) => value,
            _ => return self.unexpected(),
        };
        self.at += 1;
        self.skip_space();
        let case = match self.peek() {
            Token::Ident(name) if name.eq_ignore_ascii_case(b"i") => Some(true),
            // `s` is taken and means nothing.
            Token::Ident(name) if name.eq_ignore_ascii_case(b"s") => Some(false),
            _ => None,
        };
        self.at += usize::from(case.is_some());
        self.skip_space();
        let simple = plain(test, value, case);
        // A bracket that the end closes is closed.
        if *self.peek() == Token::End {
            return self.unexpected();
        }
        self.expect(b']')?;
        Ok(simple)
    }
    fn pseudo_element<T>(&mut self) -> Result<T, Fault> {
        if let Token::Ident(name) = self.peek() {
            let lower = String::from_utf8_lossy(name).to_ascii_lowercase();
            if ELEMENTS.contains(&&lower[..]) {
                return Err(invalid(format!("Not supported: {lower}")));
            }
        }
        self.unexpected()
    }
    fn pseudo_class(&mut self) -> Result<Option<Simple>, Fault> {
        match self.peek().clone() {
            Token::Ident(name) => {
                let lower = String::from_utf8_lossy(&name).to_ascii_lowercase();
                if UNSUPPORTED.contains(&&lower[..]) {
                    return Err(invalid(format!("Not supported: {lower}")));
                }
                let Some(known) = CLASSES.iter().find(|known| **known == lower) else { return self.unexpected() };
                self.at += 1;
                let nth = |from_end, of_type| Simple::Nth(Nth { step: 0, offset: 1, from_end, of_type, of: None });
                Ok(Some(match *known {
                    "blank" => return Err(Fault::Blank),
                    "first-child" => nth(false, false),
                    "last-child" => nth(true, false),
                    "first-of-type" => nth(false, true),
                    "last-of-type" => nth(true, true),
                    known => Simple::State(known),
                }))
            }
            Token::Function(name) => self.function(&name),
            _ => self.unexpected(),
        }
    }
    fn function(&mut self, name: &[u8]) -> Result<Option<Simple>, Fault> {
        let lower = String::from_utf8_lossy(name).to_ascii_lowercase();
        let is_known = matches!(
            &lower[..],
            "current"
                | "dir"
                | "has"
                | "is"
                | "lang"
                | "not"
                | "nth-child"
                | "nth-col"
                | "nth-last-child"
                | "nth-last-col"
                | "nth-last-of-type"
                | "nth-of-type"
                | "where"
                | "lexbor-contains"
        );
        if !is_known {
            return self.unexpected();
        }
        if matches!(&lower[..], "dir" | "lang" | "nth-col" | "nth-last-col") {
            return Err(invalid(format!("Not supported: {lower}")));
        }
        self.at += 1;
        self.depth += 1;
        if self.depth > DEPTH {
            return self.unexpected();
        }
        self.skip_space();
        if *self.peek() == Token::Delimiter(b')') {
            return Err(invalid(format!("Pseudo function can't be empty: {lower}()")));
        }
        let simple = match &lower[..] {
            "has" => Simple::Has(self.relative()?),
            "not" => Simple::Not(self.list(true)?),
            "is" | "where" | "current" => Simple::Is(self.forgiving()?),
            "lexbor-contains" => self.contains()?,
            name => Simple::Nth(self.nth(name)?),
        };
        self.depth -= 1;
        self.skip_space();
        self.expect(b')')?;
        Ok(Some(simple))
    }
    fn contains(&mut self) -> Result<Simple, Fault> {
        let text = match self.peek().clone() {
            Token::Ident(text) | Token::String(text) => text,
            _ => return self.unexpected(),
        };
        self.at += 1;
        self.skip_space();
        let caseless = matches!(self.peek(), Token::Ident(name) if name.eq_ignore_ascii_case(b"i"));
        self.at += usize::from(caseless);
        Ok(Simple::Text { text, caseless })
    }
    /// Selectors of which those that make no sense do not count.
    fn forgiving(&mut self) -> Result<List, Fault> {
        let mut list = Vec::new();
        loop {
            self.skip_space();
            let begin = self.at;
            let fits = match self.complex() {
                Ok(complex) => {
                    self.skip_space();
                    let ends = matches!(self.peek(), Token::Delimiter(b',' | b')'));
                    if ends {
                        list.push(complex);
                    }
                    ends
                }
                Err(Fault::Invalid(_)) => false,
                Err(fault) => return Err(fault),
            };
            if !fits {
                self.at = begin;
                let mut depth = 0;
                loop {
                    match self.peek() {
                        Token::End => return self.unexpected(),
                        Token::Function(_) | Token::Delimiter(b'(') => depth += 1,
                        Token::Delimiter(b')') if depth > 0 => depth -= 1,
                        Token::Delimiter(b',' | b')') if depth == 0 => break,
                        _ => {}
                    }
                    self.at += 1;
                }
            }
            if !self.accept(b',') {
                return Ok(list);
            }
        }
    }
    fn relative(&mut self) -> Result<Vec<(Combinator, Complex)>, Fault> {
        let mut list = Vec::new();
        loop {
            self.skip_space();
            let combinator = self.combinator()?.unwrap_or(Combinator::Descendant);
            self.skip_space();
            list.push((combinator, self.complex()?));
            self.skip_space();
            if !self.accept(b',') {
                return Ok(list);
            }
        }
    }
    fn nth(&mut self, name: &str) -> Result<Nth, Fault> {
        let (step, offset) = self.formula()?;
        self.skip_space();
        let of_type = name.ends_with("-of-type");
        let mut of = None;
        if !of_type
            && let Token::Ident(word) = self.peek()
            && word.eq_ignore_ascii_case(b"of")
        {
            self.at += 1;
            of = Some(self.list(true)?);
        }
        Ok(Nth { step, offset, from_end: name.contains("-last-"), of_type, of })
    }
    /// `2n + 1`, `odd`, `3`, …
    fn formula(&mut self) -> Result<(i64, i64), Fault> {
        let begin = self.at;
        let mut text = Vec::new();
        loop {
            match self.peek() {
                Token::Ident(name) if name.eq_ignore_ascii_case(b"of") => break,
                Token::Ident(part) | Token::Number(part) => text.extend_from_slice(part),
                Token::Delimiter(byte @ (b'+' | b'-')) => text.push(*byte),
                Token::Space => {}
                _ => break,
            }
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&text).to_ascii_lowercase();
        let number = |text: &str| text.strip_prefix('+').unwrap_or(text).parse::<i64>().ok();
        let found = match &text[..] {
            "odd" => Some((2, 1)),
            "even" => Some((2, 0)),
            text => match text.split_once('n') {
                None => number(text).map(|offset| (0, offset)),
                Some((step, offset)) => {
                    let step = match step {
                        "" | "+" => Some(1),
                        "-" => Some(-1),
                        step => number(step),
                    };
                    let offset = if offset.is_empty() { Some(0) } else { number(offset) };
                    step.zip(offset)
                }
            },
        };
        match found {
            Some(found) => Ok(found),
            None => {
                self.at = begin;
                self.unexpected()
            }
        }
    }
}
