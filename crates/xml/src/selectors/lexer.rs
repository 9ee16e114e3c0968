//! The tokens of CSS, as far as selectors are made of them.

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Ident(Vec<u8>),
    Function(Vec<u8>),
    Hash(Vec<u8>),
    String(Vec<u8>),
    /// A number with what it is written as, and its unit.
    Number(Vec<u8>),
    Delimiter(u8),
    Space,
    End,
}

impl Token {
    /// As it is shown in errors.
    pub fn shown(&self) -> String {
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        match self {
            Token::Ident(name) => text(name),
            Token::Function(name) => text(name) + "(",
            Token::Hash(name) => format!("#{}", text(name)),
            Token::String(value) => format!("\"{}\"", text(value)),
            Token::Number(written) => text(written),
            Token::Delimiter(byte) => char::from(*byte).to_string(),
            Token::Space => " ".to_owned(),
            Token::End => "END-OF-FILE".to_owned(),
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}
fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}
fn is_name(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit() || byte == b'-'
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
}

/// All tokens of a text; the last is the end.
pub(super) fn tokens(text: &[u8]) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0 };
    let mut all = Vec::new();
    loop {
        let token = lexer.next();
        let ends = token == Token::End;
        all.push(token);
        if ends {
            return all;
        }
    }
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }
    fn is_escape(&self, ahead: usize) -> bool {
        self.peek(ahead) == Some(b'\\') && self.peek(ahead + 1).is_some_and(|byte| byte != b'\n')
    }
    fn begins_ident(&self) -> bool {
        match self.peek(0) {
            Some(b'-') => self.peek(1).is_some_and(|byte| is_name_start(byte) || byte == b'-') || self.is_escape(1),
            Some(byte) if is_name_start(byte) => true,
            _ => self.is_escape(0),
        }
    }
    fn begins_number(&self) -> bool {
        let digit = |ahead: usize| self.peek(ahead).is_some_and(|byte| byte.is_ascii_digit());
        match self.peek(0) {
            Some(b'+' | b'-') => digit(1) || self.peek(1) == Some(b'.') && digit(2),
            Some(b'.') => digit(1),
            _ => digit(0),
        }
    }
    fn name(&mut self) -> Vec<u8> {
        let mut name = Vec::new();
        while let Some(byte) = self.peek(0) {
            if is_name(byte) {
                name.push(byte);
                self.at += 1;
            } else if self.is_escape(0) {
                self.at += 1;
                self.escape(&mut name);
            } else {
                break;
            }
        }
        name
    }
    fn escape(&mut self, to: &mut Vec<u8>) {
        let mut number = 0u32;
        let mut digits = 0;
        while digits < 6
            && let Some(digit) = self.peek(0).and_then(|byte| char::from(byte).to_digit(16))
        {
            number = number * 16 + digit;
            digits += 1;
            self.at += 1;
        }
        if digits == 0 {
            to.extend(self.peek(0));
            self.at += 1;
            return;
        }
        if self.peek(0).is_some_and(is_space) {
            self.at += 1;
        }
        let c = char::from_u32(number).filter(|&c| c != '\0').unwrap_or('\u{FFFD}');
        crate::chars::push(to, u32::from(c));
    }
    fn string(&mut self, quote: u8) -> Token {
        let mut value = Vec::new();
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            match byte {
                byte if byte == quote => break,
                b'\\' if self.peek(0) == Some(b'\n') => self.at += 1,
                b'\\' if self.peek(0).is_some() => self.escape(&mut value),
                b'\\' => {}
                byte => value.push(byte),
            }
        }
        Token::String(value)
    }
    fn next(&mut self) -> Token {
        while self.text[self.at..].starts_with(b"/*") {
            let rest = &self.text[self.at + 2..];
            let length = rest.windows(2).position(|window| window == b"*/").map_or(rest.len(), |at| at + 2);
            self.at += 2 + length;
        }
        let Some(byte) = self.peek(0) else { return Token::End };
        if is_space(byte) {
            while self.peek(0).is_some_and(is_space) {
                self.at += 1;
            }
            return Token::Space;
        }
        if byte == b'"' || byte == b'\'' {
            return self.string(byte);
        }
        if byte == b'#' && (self.peek(1).is_some_and(is_name) || self.is_escape(1)) {
            self.at += 1;
            return Token::Hash(self.name());
        }
        if self.begins_number() {
            let from = self.at;
            self.at += 1;
            while self.peek(0).is_some_and(|byte| byte.is_ascii_digit() || byte == b'.') {
                self.at += 1;
            }
            if self.begins_ident() {
                self.name();
            }
            return Token::Number(self.text[from..self.at].to_vec());
        }
        if self.begins_ident() {
            let name = self.name();
            if self.peek(0) == Some(b'(') {
                self.at += 1;
                return Token::Function(name);
            }
            return Token::Ident(name);
        }
        self.at += 1;
        Token::Delimiter(byte)
    }
}
