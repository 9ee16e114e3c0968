//! The syntax of php.ini: what `parse_ini_string` and the configuration loader read.
//!
//! Two layers, as in PHP: a scanner whose tokens depend on where in a line it is, and a small grammar with the operators
//! `| & ^ ~ ! ( )`. Error messages name tokens as PHP does. Nothing of a request is needed here: constants and
//! `${variables}` are asked of the caller.

#![forbid(unsafe_code)]

use phant_numeric::{Numeric, parse as numbers};

/// How values are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Constants, operators and `${variables}` are evaluated, words such as `on` become `1` or nothing.
    Normal,
    /// Values are text to the end of the line.
    Raw,
    /// As normal, but truth values, null and plain numbers keep their type.
    Typed,
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum IniValue {
    Text(Vec<u8>),
    Int(i64),
    Float(f64),
    Bool(bool),
    Null,
}

impl IniValue {
    /// The value as settings keep it.
    pub fn into_text(self) -> Vec<u8> {
        match self {
            IniValue::Text(text) => text,
            IniValue::Int(i) => i.to_string().into_bytes(),
            IniValue::Float(f) => f.to_string().into_bytes(),
            IniValue::Bool(true) => b"1".to_vec(),
            IniValue::Bool(false) | IniValue::Null => Vec::new(),
        }
    }
}

/// One line's meaning.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// `[name]`
    Section(Vec<u8>),
    /// `name = value`
    Entry(Vec<u8>, IniValue),
    /// `name[offset] = value`; the offset may be empty
    Element(Vec<u8>, Vec<u8>, IniValue),
}

/// What names in values stand for.
pub trait Names {
    /// A constant's value as text.
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>>;
    /// What `${name}` stands for: a setting or an environment variable.
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>>;
}

/// A syntax error, in PHP's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// `syntax error, unexpected …`
    pub message: String,
    /// From 1.
    pub line: u32,
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Section,
    Raw(Vec<u8>),
    Number(Vec<u8>),
    Constant(Vec<u8>),
    Text(Vec<u8>),
    Space(Vec<u8>),
    Label(Vec<u8>),
    Offset(Vec<u8>),
    DollarCurly,
    VarName(Vec<u8>),
    Fallback,
    Quoted(Vec<u8>),
    True,
    False,
    Null,
    EndOfLine,
    Char(u8),
    End,
}

impl Token {
    fn name(&self) -> String {
        match self {
            Token::Section => "TC_SECTION".into(),
            Token::Raw(_) => "TC_RAW".into(),
            Token::Number(_) => "TC_NUMBER".into(),
            Token::Constant(_) => "TC_CONSTANT".into(),
            Token::Text(_) => "TC_STRING".into(),
            Token::Space(_) => "TC_WHITESPACE".into(),
            Token::Label(_) => "TC_LABEL".into(),
            Token::Offset(_) => "TC_OFFSET".into(),
            Token::DollarCurly => "TC_DOLLAR_CURLY".into(),
            Token::VarName(_) => "TC_VARNAME".into(),
            Token::Fallback => "TC_FALLBACK".into(),
            Token::Quoted(_) => "TC_QUOTED_STRING".into(),
            Token::True => "BOOL_TRUE".into(),
            Token::False => "BOOL_FALSE".into(),
            Token::Null => "NULL_NULL".into(),
            Token::EndOfLine => "END_OF_LINE".into(),
            Token::Char(c) => format!("'{}'", *c as char),
            Token::End => "end of file".into(),
        }
    }
}

/// Where the scanner is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Initial,
    Offset,
    SectionValue,
    SectionRaw,
    Value,
    Raw,
    Quotes,
    VarName,
    Fallback,
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
    states: Vec<State>,
    mode: Mode,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_label(byte: u8) -> bool {
    !matches!(
        byte,
        b'=' | b'\n'
            | b'\r'
            | b'\t'
            | b';'
            | b'&'
            | b'|'
            | b'^'
            | b'$'
            | b'~'
            | b'('
            | b')'
            | b'{'
            | b'}'
            | b'!'
            | b'"'
            | b'['
            | b']'
            | 0
    )
}

fn is_operator(byte: u8) -> bool {
    matches!(byte, b'&' | b'|' | b'^' | b'~' | b'(' | b')' | b'!')
}

/// The length of what the predicate holds for.
fn run(text: &[u8], what: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|&&b| what(b)).count()
}

/// The length of a constant's name at the start.
fn constant_length(text: &[u8]) -> usize {
    match text.first() {
        Some(b) if b.is_ascii_alphabetic() || *b == b'_' => run(text, |b| b.is_ascii_alphanumeric() || b == b'_'),
        _ => 0,
    }
}

/// The length of a number at the start.
fn number_length(text: &[u8]) -> usize {
    let sign = usize::from(text.first() == Some(&b'-'));
    let whole = run(&text[sign..], |b| b.is_ascii_digit());
    let plain = if whole > 0 { sign + whole } else { 0 };
    let leading = run(text, |b| b.is_ascii_digit());
    if text.get(leading) == Some(&b'.') {
        let fraction = run(&text[leading + 1..], |b| b.is_ascii_digit());
        if leading + fraction > 0 {
            return plain.max(leading + 1 + fraction);
        }
    }
    plain
}

/// The length of a run of a value's ordinary bytes, in which `$` stands with the byte behind it.
fn value_length(text: &[u8], ordinary: impl Fn(u8) -> bool, escapes: bool) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'$' => match text.get(at + 1) {
                Some(b'\\') if at + 2 < text.len() => at += 3,
                Some(b'{' | 0) | None => break,
                Some(_) => at += 2,
            },
            b'\\' if escapes && at + 1 < text.len() => at += 2,
            b if ordinary(b) => at += 1,
            _ => break,
        }
    }
    at
}

impl<'a> Scanner<'a> {
    fn state(&self) -> State {
        self.states.last().copied().unwrap_or(State::Initial)
    }
    fn go(&mut self, state: State) {
        if let Some(top) = self.states.last_mut() {
            *top = state;
        }
    }
    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }
    fn take(&mut self, len: usize) -> Vec<u8> {
        let taken = self.text[self.at..self.at + len].to_vec();
        self.at += len;
        taken
    }
    fn skip_blanks(&mut self) {
        self.at += run(self.rest(), is_blank);
    }
    /// Takes a line end, if there is one.
    fn newline(&mut self) -> bool {
        let len = match self.rest() {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => return false,
        };
        self.at += len;
        self.line += 1;
        true
    }
    /// A line end or comment behind blanks.
    fn line_end(&mut self) -> bool {
        let start = self.at;
        self.skip_blanks();
        if self.rest().first() == Some(&b';') {
            self.at += run(self.rest(), |b| !matches!(b, b'\r' | b'\n'));
            self.newline();
            return true;
        }
        if self.newline() {
            return true;
        }
        self.at = start;
        false
    }

    fn next(&mut self) -> Token {
        if self.at >= self.text.len() {
            return match self.state() {
                State::Value | State::Raw => {
                    self.go(State::Initial);
                    Token::EndOfLine
                }
                _ => Token::End,
            };
        }
        match self.state() {
            State::Initial => self.initial(),
            State::Value => self.value(),
            State::Raw => self.raw(),
            State::SectionValue | State::Offset => self.inside_brackets(),
            State::SectionRaw => self.section_raw(),
            State::Quotes => self.quotes(),
            State::VarName => self.variable(),
            State::Fallback => self.fallback(),
        }
    }

    /// A word such as `on` with the blanks behind it.
    fn boolean(&mut self, longest_other: usize) -> Option<Token> {
        let words: [(&[u8], Token); 8] = [
            (b"true", Token::True),
            (b"on", Token::True),
            (b"yes", Token::True),
            (b"false", Token::False),
            (b"off", Token::False),
            (b"no", Token::False),
            (b"none", Token::False),
            (b"null", Token::Null),
        ];
        let rest = self.rest();
        let mut best: Option<(usize, Token)> = None;
        for (word, token) in words {
            if rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word) {
                let len = word.len() + run(&rest[word.len()..], is_blank);
                if best.as_ref().is_none_or(|(l, _)| len > *l) {
                    best = Some((len, token));
                }
            }
        }
        let (len, token) = best?;
        if len < longest_other {
            return None;
        }
        self.at += len;
        Some(token)
    }

    fn initial(&mut self) -> Token {
        if self.line_end() {
            return Token::EndOfLine;
        }
        let blanks = run(self.rest(), is_blank);
        if self.rest().get(blanks) == Some(&b'=') {
            self.at += blanks + 1;
            self.skip_blanks();
            self.go(if self.mode == Mode::Raw { State::Raw } else { State::Value });
            return Token::Char(b'=');
        }
        if blanks > 0 {
            // Spaces belong to the name behind them, which makes it longer than any word with a meaning.
            let rest = self.rest();
            let named = rest[..blanks].iter().all(|&b| b == b' ') && rest.get(blanks).is_some_and(|&b| is_label(b));
            self.at += blanks;
            if !named {
                return self.next();
            }
        }
        let rest = self.rest();
        if rest[0] == b'[' {
            self.at += 1;
            self.go(if self.mode == Mode::Raw { State::SectionRaw } else { State::SectionValue });
            return Token::Section;
        }
        let label = run(rest, is_label);
        if label > 0 && rest.get(label) == Some(&b'[') {
            let name = self.take(label);
            self.at += 1;
            self.skip_blanks();
            self.go(State::Offset);
            return Token::Offset(name.trim_ascii().to_vec());
        }
        if blanks == 0
            && let Some(token) = self.boolean(label)
        {
            return token;
        }
        if label > 0 {
            let name = self.take(label);
            return Token::Label(name.trim_ascii().to_vec());
        }
        let byte = rest[0];
        self.at += 1;
        self.skip_blanks();
        Token::Char(byte)
    }

    fn value(&mut self) -> Token {
        if self.line_end() {
            self.go(State::Initial);
            return Token::EndOfLine;
        }
        let rest = self.rest();
        if let Some(token) = self.single_quoted() {
            return token;
        }
        if let Some(token) = self.variable_or_quote() {
            return token;
        }
        let constant = constant_length(rest);
        let number = number_length(rest);
        let ordinary = |b| !matches!(b, b'=' | b' ' | b'\t' | b'\n' | b'\r' | b';' | b'"' | b'\'' | 0) && !is_operator(b);
        let text = value_length(rest, ordinary, false);
        if let Some(token) = self.boolean(text) {
            return token;
        }
        if constant > 0 && constant >= text {
            return Token::Constant(self.take(constant));
        }
        if number > 0 && number >= text {
            return Token::Number(self.take(number));
        }
        if text > 0 {
            return Token::Text(self.take(text));
        }
        if is_operator(rest[0]) {
            self.at += 1;
            self.skip_blanks();
            return Token::Char(rest[0]);
        }
        if is_blank(rest[0]) {
            let blanks = run(rest, is_blank);
            return Token::Space(self.take(blanks));
        }
        if rest[0] != b'=' {
            self.at += 1;
        }
        self.go(State::Initial);
        Token::EndOfLine
    }

    /// Text in single quotes, which has at least one byte.
    fn single_quoted(&mut self) -> Option<Token> {
        let rest = self.rest().strip_prefix(b"'")?;
        Some(match rest.iter().position(|&b| b == b'\'') {
            Some(0) => return None,
            Some(len) => {
                self.at += len + 2;
                Token::Raw(rest[..len].to_vec())
            }
            None => {
                self.at = self.text.len();
                self.states = vec![State::Initial];
                Token::End
            }
        })
    }

    /// `${` and `"` (with blanks before it).
    fn variable_or_quote(&mut self) -> Option<Token> {
        let rest = self.rest();
        if rest.starts_with(b"${") {
            self.at += 2;
            self.states.push(State::VarName);
            return Some(Token::DollarCurly);
        }
        let blanks = run(rest, is_blank);
        if rest.get(blanks) == Some(&b'"') {
            self.at += blanks + 1;
            self.states.push(State::Quotes);
            return Some(Token::Char(b'"'));
        }
        None
    }

    fn raw(&mut self) -> Token {
        if self.line_end() {
            self.go(State::Initial);
            return Token::EndOfLine;
        }
        self.skip_blanks();
        let rest = self.rest();
        let mut end = rest.len();
        let mut comment = None;
        for (i, &byte) in rest.iter().enumerate() {
            match byte {
                b'\n' | b'\r' => {
                    end = i;
                    break;
                }
                b';' if comment.is_none() => comment = Some(i),
                b'"' if rest[0] == b'"' => comment = None,
                _ => {}
            }
        }
        if rest[0] == 0 {
            self.at += 1;
            self.go(State::Initial);
            return Token::EndOfLine;
        }
        let trim = |len: usize| len - rest[..len].iter().rev().take_while(|&&b| is_blank(b)).count();
        let len = trim(comment.unwrap_or(end));
        if len > 1 && rest[0] == b'"' && rest[len - 1] == b'"' {
            self.at += comment.unwrap_or(end);
            return Token::Raw(rest[1..len - 1].to_vec());
        }
        self.at += comment.unwrap_or(end);
        Token::Raw(rest[..len].to_vec())
    }

    fn section_raw(&mut self) -> Token {
        let len = run(self.rest(), |b| !matches!(b, b']' | b'\n' | b'\r'));
        if len > 0 {
            return Token::Raw(self.take(len));
        }
        self.section_end()
    }

    fn section_end(&mut self) -> Token {
        let byte = self.rest()[0];
        self.at += 1;
        if byte == b']' {
            self.go(State::Initial);
            self.skip_blanks();
            if !self.newline() {
                self.line += 1;
            }
            return Token::Char(b']');
        }
        self.at = self.text.len();
        Token::End
    }

    fn inside_brackets(&mut self) -> Token {
        let in_section = self.state() == State::SectionValue;
        let rest = self.rest();
        if !in_section {
            let blanks = run(rest, is_blank);
            if rest.get(blanks) == Some(&b']') {
                self.at += blanks + 1;
                self.go(State::Initial);
                return Token::Char(b']');
            }
        }
        if let Some(token) = self.single_quoted().or_else(|| self.variable_or_quote()) {
            return token;
        }
        let constant = constant_length(rest);
        let number = number_length(rest);
        let ordinary = |b| !matches!(b, b'\n' | b'\r' | b';' | b'"' | b'\'' | b']' | b'\\');
        let text = value_length(rest, ordinary, true);
        if constant > 0 && constant >= text {
            return Token::Constant(self.take(constant));
        }
        if number > 0 && number >= text {
            return Token::Number(self.take(number));
        }
        if text > 0 {
            return Token::Text(self.take(text));
        }
        self.section_end()
    }

    fn quotes(&mut self) -> Token {
        let rest = self.rest();
        if rest[0] == b'"' {
            self.at += 1;
            self.skip_blanks();
            self.states.pop();
            return Token::Char(b'"');
        }
        if rest.starts_with(b"${") {
            self.at += 2;
            self.states.push(State::VarName);
            return Token::DollarCurly;
        }
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(&byte) = rest.get(at) {
            match byte {
                b'"' => break,
                b'$' if rest.get(at + 1) == Some(&b'{') => break,
                b'\\' => match rest.get(at + 1) {
                    // A Windows path may end in a backslash: the quote then closes the text.
                    Some(b'"') if matches!(rest.get(at + 2), None | Some(b'\n' | b'\r')) => {
                        out.push(b'\\');
                        at += 1;
                        continue;
                    }
                    Some(&escaped @ (b'"' | b'\\' | b'$')) => {
                        out.push(escaped);
                        at += 2;
                        continue;
                    }
                    Some(&other) => {
                        out.extend([b'\\', other]);
                        at += 2;
                        continue;
                    }
                    None => out.push(b'\\'),
                },
                _ => {
                    if byte == b'\n' || byte == b'\r' && rest.get(at + 1) != Some(&b'\n') {
                        self.line += 1;
                    }
                    out.push(byte);
                }
            }
            at += 1;
        }
        self.at += at;
        Token::Quoted(out)
    }

    /// The inside of `${…}`: a name, and what introduces a fallback.
    fn variable(&mut self) -> Token {
        let rest = self.rest();
        if rest[0] == b'}' {
            self.at += 1;
            self.states.pop();
            return Token::Char(b'}');
        }
        let name = run(rest, is_label);
        let name = rest[..name].windows(2).position(|w| w == b":-").unwrap_or(name);
        // A name of one byte before a fallback is not told from it, in PHP either.
        if name <= 1 && rest[name..].starts_with(b":-") {
            self.at += name + 2;
            self.go(State::Fallback);
            return Token::Fallback;
        }
        if name > 0 {
            return Token::VarName(self.take(name).trim_ascii().to_vec());
        }
        self.at = self.text.len();
        Token::End
    }

    /// What stands for a variable that is not set, up to the brace.
    fn fallback(&mut self) -> Token {
        let rest = self.rest();
        if rest[0] == b'}' {
            self.at += 1;
            self.states.pop();
            return Token::Char(b'}');
        }
        if let Some(token) = self.variable_or_quote() {
            return token;
        }
        let ordinary = |b| !matches!(b, b'\n' | b'\r' | b';' | b'"' | b'\'' | b'}' | b'\\');
        let constant = constant_length(rest);
        let text = value_length(rest, ordinary, true);
        if constant > 0 && constant >= text {
            return Token::Constant(self.take(constant));
        }
        if text > 0 {
            return Token::Text(self.take(text));
        }
        self.at = self.text.len();
        Token::End
    }
}

/// How deep values may nest, as deep as PHP's parser goes.
const MAX_DEPTH: u32 = 2000;

struct Parser<'a> {
    scanner: Scanner<'a>,
    token: Token,
    depth: u32,
    names: &'a mut dyn Names,
}

/// A value being put together: its text, and whether it begins with a number, for typed reading.
#[derive(Default)]
struct Text {
    text: Vec<u8>,
    is_number: bool,
}

type Result<T> = std::result::Result<T, SyntaxError>;

/// Reads a configuration text and gives its items in order, up to the first error.
pub fn parse(source: &[u8], mode: Mode, names: &mut dyn Names, each: &mut dyn FnMut(Item)) -> Result<()> {
    let text = source.strip_prefix(b"\xef\xbb\xbf").unwrap_or(source);
    // A NUL byte ends the text, as the end of the file does.
    let text = &text[..text.iter().position(|&b| b == 0).unwrap_or(text.len())];
    let mut scanner = Scanner { text, at: 0, line: 1, states: vec![State::Initial], mode };
    let token = scanner.next();
    let mut parser = Parser { scanner, token, depth: 0, names };
    while parser.token != Token::End {
        if let Some(item) = parser.statement()? {
            each(item);
        }
    }
    Ok(())
}

impl Parser<'_> {
    fn advance(&mut self) -> Token {
        let next = self.scanner.next();
        std::mem::replace(&mut self.token, next)
    }

    fn unexpected<T>(&self, expected: &str) -> Result<T> {
        let expecting = if expected.is_empty() { String::new() } else { format!(", expecting {expected}") };
        let message = format!("syntax error, unexpected {}{expecting}", self.token.name());
        Err(SyntaxError { message, line: self.scanner.line })
    }

    fn expect(&mut self, byte: u8, expected: &str) -> Result<()> {
        if self.token != Token::Char(byte) {
            return self.unexpected(expected);
        }
        self.advance();
        Ok(())
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(SyntaxError { message: "memory exhausted".into(), line: self.scanner.line });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn statement(&mut self) -> Result<Option<Item>> {
        Ok(match self.token.clone() {
            Token::EndOfLine => {
                self.advance();
                None
            }
            Token::Section => {
                self.advance();
                let name = self.pieces(false)?;
                self.expect(b']', "']'")?;
                Some(Item::Section(name.text))
            }
            Token::Label(name) => {
                self.advance();
                if self.token != Token::Char(b'=') {
                    return Ok(None);
                }
                self.advance();
                Some(Item::Entry(name, self.value()?))
            }
            Token::Offset(name) => {
                self.advance();
                let offset = self.pieces(true)?;
                self.expect(b']', "']'")?;
                self.expect(b'=', "'='")?;
                Some(Item::Element(name, offset.text, self.value()?))
            }
            _ => return self.unexpected(""),
        })
    }

    fn value(&mut self) -> Result<IniValue> {
        let typed = self.scanner.mode == Mode::Typed;
        let word = match self.token {
            Token::True => Some(IniValue::Bool(true)),
            Token::False => Some(IniValue::Bool(false)),
            Token::Null => Some(IniValue::Null),
            Token::EndOfLine => Some(IniValue::Text(Vec::new())),
            _ => None,
        };
        if let Some(word) = word {
            self.advance();
            return Ok(if typed { word } else { IniValue::Text(word.into_text()) });
        }
        let text = self.expression()?;
        if typed && text.is_number {
            return Ok(match numbers::classify(&text.text) {
                Numeric::Int(i) => IniValue::Int(i),
                Numeric::Float(f) if text.text.contains(&b'.') => IniValue::Float(f),
                _ => IniValue::Text(text.text),
            });
        }
        Ok(IniValue::Text(text.text))
    }

    /// Operators: `|`, `&` and `^` bind alike, from left to right.
    fn expression(&mut self) -> Result<Text> {
        let mut left = self.operand()?;
        while let Token::Char(operator @ (b'|' | b'&' | b'^')) = self.token {
            self.advance();
            let right = self.operand()?;
            let (a, b) = (int(&left), int(&right));
            left = number(match operator {
                b'|' => a | b,
                b'&' => a & b,
                _ => a ^ b,
            });
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Text> {
        match self.token {
            Token::Char(operator @ (b'~' | b'!')) => {
                self.advance();
                let operand = int(&self.nested(Self::operand)?);
                Ok(number(if operator == b'~' { !operand } else { i32::from(operand == 0) }))
            }
            Token::Char(b'(') => {
                self.advance();
                let inner = self.nested(Self::expression)?;
                self.expect(b')', "'^' or '|' or '&' or ')'")?;
                Ok(inner)
            }
            _ if !self.is_piece() => self.unexpected(""),
            _ => self.pieces(true),
        }
    }

    fn is_piece(&self) -> bool {
        matches!(
            self.token,
            Token::Raw(_)
                | Token::Number(_)
                | Token::Constant(_)
                | Token::Text(_)
                | Token::Space(_)
                | Token::DollarCurly
                | Token::Char(b'"')
        )
    }

    /// Texts, variables and quoted texts side by side. Names of constants stand for their values if `constants`.
    fn pieces(&mut self, constants: bool) -> Result<Text> {
        let mut out = Text { text: Vec::new(), is_number: matches!(self.token, Token::Number(_)) };
        while self.is_piece() {
            if self.token == Token::DollarCurly {
                out.text.extend(self.nested(Self::variable)?);
                continue;
            }
            match self.advance() {
                Token::Char(_) => self.quoted(&mut out.text)?,
                Token::Constant(name) => match constants.then(|| self.names.constant(&name)).flatten() {
                    Some(value) => out.text.extend(value),
                    None => out.text.extend(name),
                },
                Token::Number(text) | Token::Raw(text) | Token::Text(text) | Token::Space(text) => out.text.extend(text),
                _ => {}
            }
        }
        Ok(out)
    }

    /// What stands between double quotes, and the quote that ends it.
    fn quoted(&mut self, out: &mut Vec<u8>) -> Result<()> {
        loop {
            match &self.token {
                Token::DollarCurly => out.extend(self.nested(Self::variable)?),
                Token::Quoted(text) => {
                    out.extend(text);
                    self.advance();
                }
                Token::Char(b'"') => {
                    self.advance();
                    return Ok(());
                }
                _ => return self.unexpected("TC_DOLLAR_CURLY or TC_QUOTED_STRING or '\"'"),
            }
        }
    }

    /// `${NAME}` and `${NAME:-fallback}`
    fn variable(&mut self) -> Result<Vec<u8>> {
        self.advance();
        let Token::VarName(name) = self.token.clone() else { return self.unexpected("TC_VARNAME") };
        self.advance();
        let mut fallback = Vec::new();
        if self.token == Token::Fallback {
            self.advance();
            fallback = self.pieces(true)?.text;
            self.expect(b'}', "'}'")?;
        } else {
            self.expect(b'}', "TC_FALLBACK or '}'")?;
        }
        Ok(self.names.variable(&name).filter(|value| !value.is_empty()).unwrap_or(fallback))
    }
}

fn int(text: &Text) -> i32 {
    numbers::to_int_in_base(&text.text, 10) as i32
}

fn number(i: i32) -> Text {
    Text { text: i.to_string().into_bytes(), is_number: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed;
    impl Names for Fixed {
        fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
            match name {
                b"E_ALL" => Some(b"32767".to_vec()),
                b"E_NOTICE" => Some(b"8".to_vec()),
                _ => None,
            }
        }
        fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
            (name == b"HOME").then(|| b"/h".to_vec())
        }
    }

    fn read(source: &str, mode: Mode) -> String {
        let mut out = Vec::new();
        let show = |v: IniValue| match v {
            IniValue::Text(t) => format!("{:?}", String::from_utf8_lossy(&t)),
            other => format!("{other:?}"),
        };
        let result = parse(source.as_bytes(), mode, &mut Fixed, &mut |item| {
            out.push(match item {
                Item::Section(name) => format!("[{}]", String::from_utf8_lossy(&name)),
                Item::Entry(name, v) => format!("{}={}", String::from_utf8_lossy(&name), show(v)),
                Item::Element(name, offset, v) => {
                    format!("{}[{}]={}", String::from_utf8_lossy(&name), String::from_utf8_lossy(&offset), show(v))
                }
            })
        });
        if let Err(e) = result {
            out.push(format!("{} on line {}", e.message, e.line));
        }
        out.join(" ")
    }

    /// source, normal, raw, typed: as the reference reads them
    const TABLE: &[[&str; 4]] = &[
        ["a=yes;c", r#"a="1""#, r#"a="yes""#, "a=Bool(true)"],
        ["a=null", r#"a="""#, r#"a="null""#, "a=Null"],
        ["a = foo  bar  ", r#"a="foo  bar  ""#, r#"a="foo  bar""#, r#"a="foo  bar  ""#],
        ["a=  x ; com", r#"a="x""#, r#"a="x""#, r#"a="x""#],
        ["a=E_ALL & ~E_NOTICE", r#"a="32759""#, r#"a="E_ALL & ~E_NOTICE""#, "a=Int(32759)"],
        ["a=(1|2)&2", r#"a="2""#, r#"a="(1|2)&2""#, "a=Int(2)"],
        [r#"a="x" "y""#, r#"a="xy""#, r#"a="x\" \"y""#, r#"a="xy""#],
        ["a='it''s'", r#"a="its""#, r#"a="'it''s'""#, r#"a="its""#],
        [r#"a="a\"b\\c\n""#, r#"a="a\"b\\c\\n""#, r#"a="a\\\"b\\\\c\\n""#, r#"a="a\"b\\c\\n""#],
        ["a=${HOME}x", r#"a="/hx""#, r#"a="${HOME}x""#, r#"a="/hx""#],
        ["a=${NOPE:-def}", r#"a="def""#, r#"a="${NOPE:-def}""#, r#"a="def""#],
        ["[a b]\nx=1\n[c]", r#"[a b] x="1" [c]"#, r#"[a b] x="1" [c]"#, "[a b] x=Int(1) [c]"],
        ["x[]=1\n x [ z ] = 4", r#"x[]="1" x[z ]="4""#, r#"x[]="1" x[z ]="4""#, "x[]=Int(1) x[z ]=Int(4)"],
        ["a=007", r#"a="007""#, r#"a="007""#, "a=Int(7)"],
        ["a=-5", r#"a="-5""#, r#"a="-5""#, "a=Int(-5)"],
        ["a=1.50", r#"a="1.50""#, r#"a="1.50""#, "a=Float(1.5)"],
        ["a=1e5", r#"a="1e5""#, r#"a="1e5""#, r#"a="1e5""#],
        [r#"a="x;y" ; com"#, r#"a="x;y""#, r#"a="x;y""#, r#"a="x;y""#],
        ["a=a$b", r#"a="a$b""#, r#"a="a$b""#, r#"a="a$b""#],
        ["a='a' b", r#"a="a b""#, r#"a="'a' b""#, r#"a="a b""#],
        ["[sec]x=1", r#"[sec] x="1""#, r#"[sec] x="1""#, "[sec] x=Int(1)"],
        ["a=x\r\nb=y\rc=z", r#"a="x" b="y" c="z""#, r#"a="x" b="y" c="z""#, r#"a="x" b="y" c="z""#],
        ["lonely", "", "", ""],
    ];

    #[test]
    fn as_the_reference_reads() {
        for [source, normal, raw, typed] in TABLE {
            assert_eq!(read(source, Mode::Normal), *normal, "{source}");
            assert_eq!(read(source, Mode::Raw), *raw, "{source} raw");
            assert_eq!(read(source, Mode::Typed), *typed, "{source} typed");
        }
    }

    #[test]
    fn errors() {
        for (source, message) in [
            ("a=yes foo", "unexpected TC_CONSTANT on line 1"),
            ("a=true false", "unexpected BOOL_FALSE on line 1"),
            ("a=b=c", "unexpected '=' on line 1"),
            ("\nyes=1", "unexpected BOOL_TRUE on line 2"),
            ("[x", "unexpected end of file, expecting ']' on line 1"),
            ("a='x", "unexpected end of file on line 1"),
            ("a=a(b)", "unexpected '(' on line 1"),
            ("a=1|\n", "unexpected END_OF_LINE on line 2"),
            ("=1", "unexpected '=' on line 1"),
            ("{=1", "unexpected '{' on line 1"),
        ] {
            // What stands before the fault has been read by then.
            let got = read(source, Mode::Normal);
            assert!(got.ends_with(&format!("syntax error, {message}")), "{source}: {got}");
        }
    }
}
