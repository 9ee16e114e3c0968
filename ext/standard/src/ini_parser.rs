//! The language of ini files: `parse_ini_string`, `parse_ini_file`, and php.ini itself.
//!
//! Two layers, as in PHP: a scanner whose tokens depend on where in a line it is, and a small grammar with the operators
//! `| & ^ ~ ! ( )`. Error messages name tokens as PHP does.

use phant_memory::{Array, Key, Str, Value};
use phant_native::{Ctx, Level, PhpResult, Thrown, convert, descriptor::FunctionGroup, functions, php};
use phant_numeric::{Numeric, parse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![parse_ini_string, parse_ini_file];

/// How values are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `INI_SCANNER_NORMAL`
    Normal,
    /// `INI_SCANNER_RAW`
    Raw,
    /// `INI_SCANNER_TYPED`
    Typed,
}

/// Something a line says.
pub enum Entry {
    /// `[name]`
    Section(Str),
    /// `key = value`
    Value(Str, Value),
    /// `key[offset] = value`
    Element(Str, Str, Value),
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

    fn single_quoted(&mut self) -> Option<Token> {
        let rest = self.rest();
        if rest[0] != b'\'' {
            return None;
        }
        Some(match rest[1..].iter().position(|&b| b == b'\'') {
            Some(len) => {
                self.at += len + 2;
                Token::Raw(rest[1..=len].to_vec())
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
                    Some(&escaped @ (b'"' | b'\\')) => {
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

    fn variable(&mut self) -> Token {
        let rest = self.rest();
        if rest[0] == b'}' {
            self.at += 1;
            self.states.pop();
            return Token::Char(b'}');
        }
        if rest.starts_with(b":-") {
            self.at += 2;
            // What follows is read as a value, up to the brace.
            return Token::Fallback;
        }
        let mut len = run(rest, is_label);
        if let Some(at) = rest[..len].windows(2).position(|w| w == b":-") {
            len = at;
        }
        if len > 0 {
            return Token::VarName(self.take(len));
        }
        self.at = self.text.len();
        Token::End
    }

    /// The fallback of a variable: pieces up to the closing brace.
    fn fallback(&mut self) -> Token {
        let rest = self.rest();
        if rest.is_empty() {
            return Token::End;
        }
        if rest[0] == b'}' {
            self.at += 1;
            self.states.pop();
            return Token::Char(b'}');
        }
        if rest.starts_with(b"${") {
            self.at += 2;
            self.states.push(State::VarName);
            return Token::DollarCurly;
        }
        let len = run(rest, |b| !matches!(b, b'}' | b'$' | b'\n' | b'\r' | b'"')).max(1);
        Token::Text(self.take(len))
    }
}

/// Why reading stopped.
pub enum Stop {
    /// A syntax error: PHP's message without the place, and the line.
    Syntax(String, u32),
    /// The caller's function or a constant threw.
    Thrown(Thrown),
}

impl From<Thrown> for Stop {
    fn from(thrown: Thrown) -> Stop {
        Stop::Thrown(thrown)
    }
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    token: Token,
}

/// A value being put together: its text, and whether it is a number for typed reading.
#[derive(Default)]
struct Text {
    text: Vec<u8>,
    is_number: bool,
}

/// Reads ini text and hands every entry to `each`.
pub fn read(ctx: &mut Ctx, text: &[u8], mode: Mode, each: &mut dyn FnMut(&mut Ctx, Entry) -> PhpResult<()>) -> Result<(), Stop> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut scanner = Scanner { text, at: 0, line: 1, states: vec![State::Initial], mode };
    let token = scanner.next();
    let mut parser = Parser { scanner, token };
    while parser.token != Token::End {
        parser.statement(ctx, each)?;
    }
    Ok(())
}

impl Parser<'_> {
    fn advance(&mut self) -> Token {
        let next = self.scanner.next();
        std::mem::replace(&mut self.token, next)
    }

    fn unexpected(&self, expected: &str) -> Stop {
        let expecting = if expected.is_empty() { String::new() } else { format!(", expecting {expected}") };
        Stop::Syntax(format!("syntax error, unexpected {}{expecting}", self.token.name()), self.scanner.line)
    }

    fn expect(&mut self, byte: u8, expected: &str) -> Result<(), Stop> {
        if self.token != Token::Char(byte) {
            return Err(self.unexpected(expected));
        }
        self.advance();
        Ok(())
    }

    fn statement(&mut self, ctx: &mut Ctx, each: &mut dyn FnMut(&mut Ctx, Entry) -> PhpResult<()>) -> Result<(), Stop> {
        match self.token.clone() {
            Token::EndOfLine => {
                self.advance();
            }
            Token::Section => {
                self.advance();
                let name = self.pieces(ctx, false)?;
                self.expect(b']', "']'")?;
                each(ctx, Entry::Section(Str::new(&name.text)))?;
            }
            Token::Label(name) => {
                self.advance();
                if self.token == Token::Char(b'=') {
                    self.advance();
                    let value = self.value(ctx)?;
                    each(ctx, Entry::Value(Str::new(&name), value))?;
                }
            }
            Token::Offset(name) => {
                self.advance();
                let offset = self.pieces(ctx, true)?;
                self.expect(b']', "']'")?;
                self.expect(b'=', "'='")?;
                let value = self.value(ctx)?;
                each(ctx, Entry::Element(Str::new(&name), Str::new(&offset.text), value))?;
            }
            _ => return Err(self.unexpected("")),
        }
        Ok(())
    }

    fn value(&mut self, ctx: &mut Ctx) -> Result<Value, Stop> {
        let typed = self.scanner.mode == Mode::Typed;
        let simple = match self.token {
            Token::True => Some(if typed { Value::TRUE } else { Value::str("1") }),
            Token::False => Some(if typed { Value::FALSE } else { Value::str("") }),
            Token::Null => Some(if typed { Value::NULL } else { Value::str("") }),
            Token::EndOfLine => Some(Value::str("")),
            _ => None,
        };
        if let Some(value) = simple {
            self.advance();
            return Ok(value);
        }
        let text = self.expression(ctx)?;
        if typed && text.is_number {
            return Ok(match parse::classify(&text.text) {
                Numeric::Int(i) => Value::int(i),
                Numeric::Float(f) if text.text.contains(&b'.') => Value::float(f),
                _ => Value::from(text.text),
            });
        }
        Ok(Value::from(text.text))
    }

    fn expression(&mut self, ctx: &mut Ctx) -> Result<Text, Stop> {
        let mut left = self.operand(ctx)?;
        while let Token::Char(operator @ (b'|' | b'&' | b'^')) = self.token {
            self.advance();
            let right = self.operand(ctx)?;
            let (a, b) = (int(&left), int(&right));
            left = number(match operator {
                b'|' => a | b,
                b'&' => a & b,
                _ => a ^ b,
            });
        }
        Ok(left)
    }

    fn operand(&mut self, ctx: &mut Ctx) -> Result<Text, Stop> {
        match self.token {
            Token::Char(operator @ (b'~' | b'!')) => {
                self.advance();
                let operand = int(&self.operand(ctx)?);
                Ok(number(if operator == b'~' { !operand } else { i32::from(operand == 0) }))
            }
            Token::Char(b'(') => {
                ctx.check_stack()?;
                self.advance();
                let inner = self.expression(ctx)?;
                self.expect(b')', "'^' or '|' or '&' or ')'")?;
                Ok(inner)
            }
            _ => {
                if !self.is_piece() {
                    return Err(self.unexpected(""));
                }
                self.pieces(ctx, true)
            }
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
    fn pieces(&mut self, ctx: &mut Ctx, constants: bool) -> Result<Text, Stop> {
        let mut out = Text::default();
        let mut count = 0;
        while self.is_piece() {
            count += 1;
            match self.token.clone() {
                Token::DollarCurly => {
                    let value = self.variable(ctx)?;
                    out.text.extend_from_slice(&value);
                }
                Token::Char(_) => {
                    self.advance();
                    loop {
                        match self.token.clone() {
                            Token::Quoted(text) => {
                                self.advance();
                                out.text.extend_from_slice(&text);
                            }
                            Token::DollarCurly => {
                                let value = self.variable(ctx)?;
                                out.text.extend_from_slice(&value);
                            }
                            Token::Char(b'"') => break,
                            _ => return Err(self.unexpected("TC_DOLLAR_CURLY or TC_QUOTED_STRING or '\"'")),
                        }
                    }
                    self.advance();
                }
                Token::Constant(name) if constants => {
                    let value = constant(ctx, &name)?;
                    out.text.extend_from_slice(&value);
                    self.advance();
                }
                Token::Number(text) => {
                    out.is_number = count == 1;
                    out.text.extend_from_slice(&text);
                    self.advance();
                    continue;
                }
                Token::Raw(text) | Token::Constant(text) | Token::Text(text) | Token::Space(text) => {
                    out.text.extend_from_slice(&text);
                    self.advance();
                }
                _ => break,
            }
            out.is_number = false;
        }
        Ok(out)
    }

    /// `${NAME}` and `${NAME:-fallback}`
    fn variable(&mut self, ctx: &mut Ctx) -> Result<Vec<u8>, Stop> {
        ctx.check_stack()?;
        self.advance();
        let Token::VarName(name) = self.token.clone() else { return Err(self.unexpected("TC_VARNAME")) };
        self.advance();
        let mut fallback = Vec::new();
        if self.token == Token::Fallback {
            loop {
                self.token = self.scanner.fallback();
                match self.token.clone() {
                    Token::Text(text) => fallback.extend_from_slice(&text),
                    Token::DollarCurly => {
                        // The inner variable reads one token ahead, which belongs to the fallback.
                        let before = self.scanner.states.len();
                        let inner = self.nested_variable(ctx)?;
                        self.scanner.states.truncate(before - 1);
                        fallback.extend_from_slice(&inner);
                    }
                    Token::Char(b'}') => break,
                    _ => return Err(self.unexpected("'}'")),
                }
            }
        } else if self.token != Token::Char(b'}') {
            return Err(self.unexpected("TC_FALLBACK or '}'"));
        }
        self.advance();
        let name = String::from_utf8_lossy(&name).into_owned();
        if let Some(value) = ctx.ini.configured(&name) {
            return Ok(value.to_vec());
        }
        if let Some(value) = crate::environment::get(ctx, name.as_bytes()) {
            return Ok(value);
        }
        Ok(fallback)
    }

    /// A variable inside a fallback: the scanner stays right behind its brace.
    fn nested_variable(&mut self, ctx: &mut Ctx) -> Result<Vec<u8>, Stop> {
        self.token = self.scanner.next();
        let Token::VarName(name) = self.token.clone() else { return Err(self.unexpected("TC_VARNAME")) };
        self.token = self.scanner.next();
        let mut fallback = Vec::new();
        if self.token == Token::Fallback {
            loop {
                self.token = self.scanner.fallback();
                match self.token.clone() {
                    Token::Text(text) => fallback.extend_from_slice(&text),
                    Token::DollarCurly => {
                        ctx.check_stack()?;
                        fallback.extend(self.nested_variable(ctx)?);
                    }
                    Token::Char(b'}') => break,
                    _ => return Err(self.unexpected("'}'")),
                }
            }
        } else if self.token != Token::Char(b'}') {
            return Err(self.unexpected("TC_FALLBACK or '}'"));
        }
        let name = String::from_utf8_lossy(&name).into_owned();
        Ok(match ctx.ini.configured(&name) {
            Some(value) => value.to_vec(),
            None => crate::environment::get(ctx, name.as_bytes()).unwrap_or(fallback),
        })
    }
}

fn int(text: &Text) -> i32 {
    parse::to_int_in_base(&text.text, 10) as i32
}

fn number(i: i32) -> Text {
    Text { text: i.to_string().into_bytes(), is_number: true }
}

/// A constant's value as text, or its name if there is none.
fn constant(ctx: &mut Ctx, name: &[u8]) -> PhpResult<Vec<u8>> {
    match ctx.host.constant(ctx, name)? {
        Some(value) => Ok(convert::to_str(ctx, &value)?.to_vec()),
        None => Ok(name.to_vec()),
    }
}

/// Puts an entry into an array.
fn store(array: &mut Array, entry: Entry) {
    match entry {
        Entry::Section(_) => {}
        Entry::Value(name, value) => array.set(name, value),
        Entry::Element(name, offset, value) => {
            let leading_zero = name.len() > 1 && name[0] == b'0';
            let key = match parse::classify(&name) {
                Numeric::Int(i) if !leading_zero => Key::Int(i),
                _ => Key::Str(name),
            };
            let slot = array.make_mut().get_or_insert(key);
            if !slot.is_array() {
                slot.set(Value::empty_array());
            }
            let Some(list) = slot.as_array_mut() else { return };
            if offset.is_empty() {
                let _ = list.push(value);
            } else {
                list.set(offset, value);
            }
        }
    }
}

fn parse(ctx: &mut Ctx, text: &[u8], file: &str, sections: bool, mode: i64) -> PhpResult {
    let mode = match mode {
        0 => Mode::Normal,
        1 => Mode::Raw,
        2 => Mode::Typed,
        _ => {
            return Err(ctx.argument_error(3, "must be one of INI_SCANNER_NORMAL, INI_SCANNER_RAW, or INI_SCANNER_TYPED"));
        }
    };
    let mut all = Array::new();
    let mut section: Option<Str> = None;
    let result = read(ctx, text, mode, &mut |_, entry| {
        match (entry, &section) {
            (Entry::Section(name), _) => {
                if sections {
                    all.set(&name, Value::empty_array());
                    section = Some(name);
                }
            }
            (entry, None) => store(&mut all, entry),
            (entry, Some(name)) => {
                let slot = all.make_mut().get_or_insert(Key::from(name));
                if let Some(inner) = slot.as_array_mut() {
                    store(inner, entry);
                }
            }
        }
        Ok(())
    });
    match result {
        Ok(()) => Ok(Value::from(all)),
        Err(Stop::Thrown(thrown)) => Err(thrown),
        Err(Stop::Syntax(text, line)) => {
            ctx.report(Level::Warning, format!("{text} in {file} on line {line}\n"));
            ctx.check()?;
            Ok(Value::FALSE)
        }
    }
}

#[php(
    "function parse_ini_string(string $ini_string, bool $process_sections = false, int $scanner_mode = INI_SCANNER_NORMAL): array|false"
)]
fn parse_ini_string(ctx: &mut Ctx, ini_string: &Str, process_sections: bool, scanner_mode: i64) -> PhpResult {
    let text = ini_string.clone();
    parse(ctx, &text, "Unknown", process_sections, scanner_mode)
}

#[php(
    "function parse_ini_file(string $filename, bool $process_sections = false, int $scanner_mode = INI_SCANNER_NORMAL): array|false"
)]
fn parse_ini_file(ctx: &mut Ctx, filename: &Str, process_sections: bool, scanner_mode: i64) -> PhpResult {
    if filename.is_empty() {
        return Err(ctx.argument_error(1, "cannot be empty"));
    }
    let name = filename.clone();
    let content = {
        let function = Value::str("file_get_contents");
        ctx.call_value(&function, &[Value::from(name.clone())])?
    };
    match content.as_str() {
        Some(text) => {
            let text = text.clone();
            parse(ctx, &text, &name.to_text(), process_sections, scanner_mode)
        }
        None => Ok(Value::FALSE),
    }
}
