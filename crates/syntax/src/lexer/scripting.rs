//! Tokens of PHP code outside of strings.

use super::chars::{count_lines, is_label, is_label_start, is_space, stops_quoted};
use super::keyword::keyword;
use super::literal::{Number, check_escapes, integer};
use super::{Heredoc, Lexer, Mode, TokenKind};
use TokenKind::*;
use memchr::memmem;

impl<'s> Lexer<'s> {
    pub(super) fn scripting(&mut self) -> TokenKind {
        let Some(&c) = self.src.get(self.pos) else { return self.end() };
        match c {
            b' ' | b'\t' | b'\n' | b'\r' => self.whitespace(),
            b'b' | b'B' => match self.peek(1) {
                b'\'' => self.single_quoted(1),
                b'"' => self.double_quoted(1),
                b'<' => self.heredoc_start(1).unwrap_or_else(|| self.word()),
                _ => self.word(),
            },
            c if is_label_start(c) => self.word(),
            b'$' => self.variable(),
            b'0'..=b'9' => self.number(),
            b'\'' => self.single_quoted(0),
            b'"' => self.double_quoted(0),
            b'`' => {
                self.mode = Mode::Backtick;
                self.take(1, Backtick)
            }
            b'\\' => self.qualified(),
            b';' => self.take(1, Semicolon),
            b',' => self.take(1, Comma),
            b'(' => self.open_paren(),
            b')' => self.close(b')', CloseParen),
            b'[' => self.open(1, OpenBracket, b'['),
            b']' => self.close(b']', CloseBracket),
            b'{' => {
                self.push_mode(Mode::Scripting);
                self.open(1, OpenBrace, b'{')
            }
            b'}' => {
                self.pop_mode();
                self.close(b'}', CloseBrace)
            }
            b'#' if self.peek(1) == b'[' => self.open(2, Attribute, b'['),
            b'#' => self.line_comment(),
            _ => self.operator(c),
        }
    }

    #[inline]
    fn take(&mut self, len: usize, kind: TokenKind) -> TokenKind {
        self.pos += len;
        kind
    }

    fn open(&mut self, len: usize, kind: TokenKind, bracket: u8) -> TokenKind {
        self.open_bracket(bracket);
        self.take(len, kind)
    }

    fn close(&mut self, bracket: u8, kind: TokenKind) -> TokenKind {
        self.pos += 1;
        self.close_bracket(bracket).unwrap_or(kind)
    }

    fn whitespace(&mut self) -> TokenKind {
        let rest = self.rest();
        let (mut at, mut lines) = (0, 0);
        loop {
            match rest.get(at) {
                Some(b' ' | b'\t') => at += 1,
                Some(b'\n') => {
                    lines += 1;
                    at += 1;
                    // Most lines are indented.
                    while rest[at..].first_chunk() == Some(b"    ") {
                        at += 4;
                    }
                }
                Some(b'\r') => {
                    at += 1;
                    lines += (rest.get(at) != Some(&b'\n')) as u32;
                }
                _ => break,
            }
        }
        self.line += lines;
        self.take(at, Whitespace)
    }

    fn operator(&mut self, c: u8) -> TokenKind {
        let (c1, c2) = (self.peek(1), self.peek(2));
        let (len, kind) = match (c, c1, c2) {
            (b'-', b'>', _) => {
                self.push_mode(Mode::Property);
                (2, ObjectOperator)
            }
            (b'-', b'=', _) => (2, MinusEqual),
            (b'-', b'-', _) => (2, Dec),
            (b'-', ..) => (1, Minus),
            (b'=', b'=', b'=') => (3, IsIdentical),
            (b'=', b'=', _) => (2, IsEqual),
            (b'=', b'>', _) => (2, DoubleArrow),
            (b'=', ..) => (1, Equal),
            (b'.', b'0'..=b'9', _) => return self.number(),
            (b'.', b'.', b'.') => (3, Ellipsis),
            (b'.', b'=', _) => (2, ConcatEqual),
            (b'.', ..) => (1, Dot),
            (b':', b':', _) => (2, DoubleColon),
            (b':', ..) => (1, Colon),
            (b'+', b'+', _) => (2, Inc),
            (b'+', b'=', _) => (2, PlusEqual),
            (b'+', ..) => (1, Plus),
            (b'/', b'/', _) => return self.line_comment(),
            (b'/', b'*', _) => return self.block_comment(),
            (b'/', b'=', _) => (2, DivEqual),
            (b'/', ..) => (1, Slash),
            (b'?', b'>', _) => return self.close_tag(),
            (b'?', b'-', b'>') => {
                self.push_mode(Mode::Property);
                (3, NullsafeObjectOperator)
            }
            (b'?', b'?', b'=') => (3, CoalesceEqual),
            (b'?', b'?', _) => (2, Coalesce),
            (b'?', ..) => (1, Question),
            (b'!', b'=', b'=') => (3, IsNotIdentical),
            (b'!', b'=', _) => (2, IsNotEqual),
            (b'!', ..) => (1, Bang),
            (b'<', b'=', b'>') => (3, Spaceship),
            (b'<', b'=', _) => (2, IsSmallerOrEqual),
            (b'<', b'>', _) => (2, IsNotEqual),
            (b'<', b'<', b'=') => (3, SlEqual),
            (b'<', b'<', b'<') => return self.heredoc_start(0).unwrap_or_else(|| self.take(2, Sl)),
            (b'<', b'<', _) => (2, Sl),
            (b'<', ..) => (1, Less),
            (b'>', b'>', b'=') => (3, SrEqual),
            (b'>', b'>', _) => (2, Sr),
            (b'>', b'=', _) => (2, IsGreaterOrEqual),
            (b'>', ..) => (1, Greater),
            (b'*', b'*', b'=') => (3, PowEqual),
            (b'*', b'*', _) => (2, Pow),
            (b'*', b'=', _) => (2, MulEqual),
            (b'*', ..) => (1, Star),
            (b'&', b'&', _) => (2, BooleanAnd),
            (b'&', b'=', _) => (2, AndEqual),
            (b'&', ..) => (1, self.ampersand()),
            (b'|', b'|', _) => (2, BooleanOr),
            (b'|', b'=', _) => (2, OrEqual),
            // 8.5's. Never a valid pair of tokens, and 8.4's tokenizer tells them apart.
            (b'|', b'>', _) if self.strict => (2, Pipe),
            (b'|', ..) => (1, Bar),
            (b'^', b'=', _) => (2, XorEqual),
            (b'^', ..) => (1, Caret),
            (b'%', b'=', _) => (2, ModEqual),
            (b'%', ..) => (1, Percent),
            (b'~', ..) => (1, Tilde),
            (b'@', ..) => (1, At),
            _ => return self.bad_character(),
        };
        self.take(len, kind)
    }

    pub(super) fn bad_character(&mut self) -> TokenKind {
        self.pos += 1;
        BadCharacter
    }

    /// Which token the `&` at the position is: it depends on what follows it.
    fn ampersand(&self) -> TokenKind {
        match &self.src[self.skip_trivia(self.pos + 1)..] {
            [b'$', ..] | [b'.', b'.', b'.', ..] => AmpersandFollowedByVar,
            _ => AmpersandNotFollowedByVar,
        }
    }

    /// The offset after whitespace and comments from `at` on.
    fn skip_trivia(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.src[at..];
            let len = match rest {
                [b' ' | b'\t' | b'\n' | b'\r', ..] => 1,
                [b'/', b'*', body @ ..] => match memmem::find(body, b"*/") {
                    Some(end) => end + 4,
                    None => return at,
                },
                [b'#', b'[', ..] => return at,
                [b'/', b'/', ..] | [b'#', ..] => match rest.iter().position(|c| matches!(c, b'\n' | b'\r')) {
                    Some(end) => end + 1,
                    None => return at,
                },
                _ => return at,
            };
            // PHP's pattern for this does not get past a NUL.
            if rest[..len].contains(&0) {
                return at;
            }
            at += len;
        }
    }

    pub(super) fn line_comment(&mut self) -> TokenKind {
        let rest = self.rest();
        let mut len = 1;
        while let Some(&c) = rest.get(len) {
            if matches!(c, b'\n' | b'\r') || (c == b'?' && rest.get(len + 1) == Some(&b'>')) {
                break;
            }
            len += 1;
        }
        self.take(len, Comment)
    }

    pub(super) fn block_comment(&mut self) -> TokenKind {
        let rest = self.rest();
        let kind = if rest.len() > 3 && rest[2] == b'*' && is_space(rest[3]) { DocComment } else { Comment };
        match memmem::find(&rest[2..], b"*/") {
            Some(end) => {
                self.skip_text(end + 4);
                kind
            }
            None if self.strict => {
                let line = self.line;
                self.pos = self.src.len();
                self.fail(format!("Unterminated comment starting line {line}"), line)
            }
            None => {
                let message = format!("Unterminated comment starting line {}", self.line);
                self.warn(message.into_bytes(), self.line);
                self.skip_text(rest.len());
                kind
            }
        }
    }

    fn close_tag(&mut self) -> TokenKind {
        let newline = self.newline_len(self.pos + 2);
        self.pos += 2 + newline;
        self.pending_newline = newline > 0;
        self.mode = Mode::Html;
        CloseTag
    }

    fn variable(&mut self) -> TokenKind {
        if !is_label_start(self.peek(1)) {
            return self.take(1, Dollar);
        }
        let len = 2 + self.label_len(self.pos + 2);
        self.take(len, Variable)
    }

    /// Extends a name that ends at `end` by `\label` pairs.
    fn name_end(&self, mut end: usize) -> usize {
        while self.src.get(end) == Some(&b'\\') && self.src.get(end + 1).is_some_and(|&c| is_label_start(c)) {
            end += 2 + self.label_len(end + 2);
        }
        end
    }

    fn qualified(&mut self) -> TokenKind {
        let end = self.name_end(self.pos);
        if end == self.pos {
            return self.take(1, NsSeparator);
        }
        self.pos = end;
        NameFullyQualified
    }

    /// A keyword, identifier or qualified name.
    fn word(&mut self) -> TokenKind {
        let start = self.pos;
        let end = start + self.label_len(start);
        let word = &self.src[start..end];
        let name_end = self.name_end(end);
        if name_end != end {
            self.pos = name_end;
            return if word.eq_ignore_ascii_case(b"namespace") { NameRelative } else { NameQualified };
        }
        self.pos = end;
        let Some(kind) = keyword(word) else { return String };
        match kind {
            Enum => self.enum_keyword(),
            Yield => self.yield_keyword(),
            Private if self.set_suffix() => self.take(5, PrivateSet),
            Protected if self.set_suffix() => self.take(5, ProtectedSet),
            Public if self.set_suffix() => self.take(5, PublicSet),
            _ => kind,
        }
    }

    fn set_suffix(&self) -> bool {
        self.rest().len() >= 5 && self.rest()[..5].eq_ignore_ascii_case(b"(set)")
    }

    /// `enum` is a keyword only before a name.
    fn enum_keyword(&self) -> TokenKind {
        let at = self.skip_trivia(self.pos);
        if at == self.pos || !self.src.get(at).is_some_and(|&c| is_label_start(c)) {
            return String;
        }
        let word = &self.src[at..at + self.label_len(at)];
        let is_clause = word.eq_ignore_ascii_case(b"extends") || word.eq_ignore_ascii_case(b"implements");
        if is_clause { String } else { Enum }
    }

    /// `yield from` is one token, whatever is between the two words.
    fn yield_keyword(&mut self) -> TokenKind {
        let at = self.skip_trivia(self.pos);
        let end = at + self.label_len(at);
        if at == self.pos || !self.src[at..end].eq_ignore_ascii_case(b"from") {
            return Yield;
        }
        self.line += count_lines(&self.src[self.pos..at], None);
        self.pos = end;
        YieldFrom
    }

    fn open_paren(&mut self) -> TokenKind {
        let rest = &self.rest()[1..];
        let blank = |text: &[u8]| text.iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
        let start = blank(rest);
        let len = rest[start..].iter().take_while(|c| c.is_ascii_alphabetic()).count();
        let end = start + len;
        if (3..=7).contains(&len) {
            let close = end + blank(&rest[end..]);
            if rest.get(close) == Some(&b')')
                && let Some(kind) = self.cast(&rest[start..end])
            {
                self.pos += close + 2;
                return kind;
            }
        }
        self.open(1, OpenParen, b'(')
    }

    fn cast(&mut self, word: &[u8]) -> Option<TokenKind> {
        let mut lower = [0; 7];
        lower[..word.len()].copy_from_slice(word);
        lower.make_ascii_lowercase();
        Some(match &lower[..word.len()] {
            b"int" | b"integer" => IntCast,
            b"float" | b"double" => DoubleCast,
            b"real" if self.strict => self.fail("The (real) cast has been removed, use (float) instead", self.line),
            b"real" => DoubleCast,
            b"string" | b"binary" => StringCast,
            b"array" => ArrayCast,
            b"object" => ObjectCast,
            b"bool" | b"boolean" => BoolCast,
            b"unset" => UnsetCast,
            _ => return None,
        })
    }

    /// Length of digits with single underscores between them.
    pub(super) fn digits_len(&self, from: usize, is_digit: fn(&u8) -> bool) -> usize {
        let mut at = from;
        loop {
            at += self.src[at.min(self.src.len())..].iter().take_while(|c| is_digit(c)).count();
            let more = at > from && self.src.get(at) == Some(&b'_') && self.src.get(at + 1).is_some_and(is_digit);
            if !more {
                return at - from;
            }
            at += 1;
        }
    }

    fn number(&mut self) -> TokenKind {
        let start = self.pos;
        if self.src[start] == b'0' {
            let is_digit: Option<fn(&u8) -> bool> = match self.peek(1) {
                b'x' | b'X' => Some(u8::is_ascii_hexdigit),
                b'b' | b'B' => Some(|c| matches!(c, b'0' | b'1')),
                b'o' | b'O' => Some(|c| matches!(c, b'0'..=b'7')),
                _ => None,
            };
            if let Some(is_digit) = is_digit
                && self.src.get(start + 2).is_some_and(is_digit)
            {
                let len = 2 + self.digits_len(start + 2, is_digit);
                return self.integer(len);
            }
        }
        let mut len = self.digits_len(start, u8::is_ascii_digit);
        let mut is_float = false;
        if self.src.get(start + len) == Some(&b'.') {
            let fraction = self.digits_len(start + len + 1, u8::is_ascii_digit);
            if fraction > 0 || len > 0 {
                is_float = true;
                len += 1 + fraction;
            }
        }
        if matches!(self.src.get(start + len), Some(b'e' | b'E')) {
            let sign = matches!(self.src.get(start + len + 1), Some(b'+' | b'-')) as usize;
            let exponent = self.digits_len(start + len + 1 + sign, u8::is_ascii_digit);
            if exponent > 0 {
                is_float = true;
                len += 1 + sign + exponent;
            }
        }
        if is_float { self.take(len, DNumber) } else { self.integer(len) }
    }

    fn integer(&mut self, len: usize) -> TokenKind {
        let text = &self.src[self.pos..self.pos + len];
        self.pos += len;
        // Up to 15 digits of any base fit, and only a leading zero makes them invalid.
        if len <= 15 && text[0] != b'0' {
            return LNumber;
        }
        match integer(text) {
            Number::Int(_) => LNumber,
            Number::Float(_) => DNumber,
            Number::Invalid if self.strict => self.fail("Invalid numeric literal", self.line),
            Number::Invalid => octal_prefix(text),
        }
    }

    fn single_quoted(&mut self, prefix: usize) -> TokenKind {
        let rest = self.rest();
        let mut at = prefix + 1;
        let mut may_have_lines = false;
        loop {
            while rest.get(at).is_some_and(|&c| !stops_quoted(c)) {
                at += 1;
            }
            match rest.get(at) {
                Some(b'\'') if may_have_lines => {
                    self.skip_text(at + 1);
                    return ConstantEncapsedString;
                }
                Some(b'\'') => return self.take(at + 1, ConstantEncapsedString),
                Some(&c) => {
                    may_have_lines = true;
                    at += 1 + (c == b'\\') as usize;
                }
                None => {
                    // PHP does not count the lines of a string without an end.
                    self.pos += rest.len();
                    return EncapsedAndWhitespace;
                }
            }
        }
    }

    fn double_quoted(&mut self, prefix: usize) -> TokenKind {
        let rest = self.rest();
        let mut at = prefix + 1;
        let mut has_escape = false;
        while let Some(&c) = rest.get(at) {
            match c {
                b'"' => {
                    if has_escape && let Some(error) = self.check_escapes(&rest[prefix + 1..at]) {
                        self.pos += at + 1;
                        return error;
                    }
                    self.skip_text(at + 1);
                    return ConstantEncapsedString;
                }
                b'$' if rest.get(at + 1).is_some_and(|&c| is_label_start(c) || c == b'{') => break,
                b'{' if rest.get(at + 1) == Some(&b'$') => break,
                b'\\' => {
                    has_escape = true;
                    at += 1;
                }
                _ => {}
            }
            at += 1;
        }
        self.mode = Mode::DoubleQuotes;
        self.take(prefix + 1, DoubleQuote)
    }

    /// Reports what is wrong with the escape sequences of `text`, which starts on the current line.
    pub(super) fn check_escapes(&mut self, text: &[u8]) -> Option<TokenKind> {
        if !self.strict {
            return None;
        }
        let line = self.line;
        let mut warnings = Vec::new();
        let checked = check_escapes(text, |octal| warnings.push(octal));
        for octal in warnings {
            let digits: std::string::String = octal.digits.iter().map(|&c| c as char).collect();
            let message = format!("Octal escape sequence overflow \\{digits} is greater than \\377");
            self.warn(message.into_bytes(), line + count_lines(&text[..octal.offset], Some(b'\\')));
        }
        let error = checked.err()?;
        Some(self.fail(error.message, line + error.lines))
    }

    fn heredoc_start(&mut self, prefix: usize) -> Option<TokenKind> {
        let rest = self.rest();
        let mut at = prefix + 3;
        if rest.get(prefix..at) != Some(b"<<<") {
            return None;
        }
        at += rest[at..].iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
        let quote = rest.get(at).copied().filter(|c| matches!(c, b'\'' | b'"'));
        at += quote.is_some() as usize;
        let label = at;
        if !rest.get(at).is_some_and(|&c| is_label_start(c)) {
            return None;
        }
        at += rest[at..].iter().take_while(|&&c| is_label(c)).count();
        let label_end = at;
        if let Some(quote) = quote {
            if rest.get(at) != Some(&quote) {
                return None;
            }
            at += 1;
        }
        let newline = self.newline_len(self.pos + at);
        if newline == 0 {
            return None;
        }
        let (label_start, label_end) = (self.pos + label, self.pos + label_end);
        self.line += 1;
        self.pos += at + newline;
        self.mode = if quote == Some(b'\'') { Mode::Nowdoc } else { Mode::Heredoc };
        self.heredocs.push(Heredoc { label_start, label_end, indentation: 0, uses_spaces: false });
        Some(self.heredoc_indent())
    }
}

/// The token of an octal literal with an 8 or 9 in it: PHP looks whether the digits before that fit an integer.
fn octal_prefix(text: &[u8]) -> TokenKind {
    let digits = text.iter().filter(|&&c| c != b'_').take_while(|c| matches!(c, b'0'..=b'7'));
    let value = digits.fold(0u128, |value, &c| (value << 3 | u128::from(c - b'0')).min(u128::from(u64::MAX)));
    if value > i64::MAX as u128 { DNumber } else { LNumber }
}
