//! Tokens inside strings, heredocs and nowdocs.

use super::chars::{is_label, is_label_start};
use super::literal::check_indentation;
use super::{Lexer, Mode, TokenKind};
use TokenKind::*;

const MIXED: &str = "Invalid indentation - tabs and spaces cannot be mixed";

/// Blanks at the start of a line.
struct Indent {
    len: usize,
    spaces: bool,
    tabs: bool,
}

/// What is known of a heredoc's closing label before the lexer gets there.
#[derive(Clone, Copy, Default)]
pub(super) struct Label {
    indentation: u32,
    uses_spaces: bool,
    /// The first token of the body.
    first: Option<TokenKind>,
}

impl<'s> Lexer<'s> {
    /// After `->`: any word is a name.
    pub(super) fn property(&mut self) -> Option<TokenKind> {
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b' ' | b'\t' | b'\n' | b'\r', ..) => Some(self.scripting()),
            (b'#', ..) | (b'/', b'/', _) => Some(self.line_comment()),
            (b'/', b'*', _) => Some(self.block_comment()),
            (b'-', b'>', _) => {
                self.pos += 2;
                Some(ObjectOperator)
            }
            (b'?', b'-', b'>') => {
                self.pos += 3;
                Some(NullsafeObjectOperator)
            }
            (c, ..) => {
                self.pop_mode();
                if !is_label_start(c) {
                    return None;
                }
                self.pos += self.label_len(self.pos);
                Some(String)
            }
        }
    }

    /// After `${`: a name, or any expression.
    pub(super) fn var_name(&mut self) -> Option<TokenKind> {
        self.mode = Mode::Scripting;
        if !is_label_start(self.peek(0)) {
            return None;
        }
        let len = self.label_len(self.pos);
        if !matches!(self.peek(len), b'[' | b'}') {
            return None;
        }
        self.pos += len;
        Some(StringVarname)
    }

    /// After `$a[` in a string.
    pub(super) fn var_offset(&mut self) -> TokenKind {
        let Some(&c) = self.src.get(self.pos) else { return self.end() };
        match c {
            b'0'..=b'9' => {
                let pos = self.pos;
                self.number_in_offset();
                debug_assert!(self.pos > pos);
                NumString
            }
            b'$' if is_label_start(self.peek(1)) => {
                self.pos += 2 + self.label_len(self.pos + 2);
                Variable
            }
            b']' => {
                self.pop_mode();
                self.pos += 1;
                CloseBracket
            }
            b' ' | b'\n' | b'\r' | b'\t' | b'\\' | b'\'' | b'#' => {
                self.pop_mode();
                EncapsedAndWhitespace
            }
            _ if is_label_start(c) => {
                self.pos += self.label_len(self.pos);
                String
            }
            _ => match single(c) {
                Some(kind) => {
                    self.pos += 1;
                    kind
                }
                None => self.bad_character(),
            },
        }
    }

    /// Digits of any base; the value is decided by the parser.
    fn number_in_offset(&mut self) {
        let is_digit: fn(&u8) -> bool = match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'0', b'x' | b'X', c) if c.is_ascii_hexdigit() => u8::is_ascii_hexdigit,
            (b'0', b'b' | b'B', b'0' | b'1') => |c| matches!(c, b'0' | b'1'),
            (b'0', b'o' | b'O', b'0'..=b'7') => |c| matches!(c, b'0'..=b'7'),
            _ => {
                self.pos += self.digits_len(self.pos, u8::is_ascii_digit);
                return;
            }
        };
        self.pos += 2;
        self.pos += self.digits_len(self.pos, is_digit);
    }

    /// In double quotes, backticks or a heredoc.
    pub(super) fn in_string(&mut self) -> TokenKind {
        let Some(&c) = self.src.get(self.pos) else { return self.end() };
        match c {
            b'$' if is_label_start(self.peek(1)) => return self.string_variable(),
            b'$' if self.peek(1) == b'{' => {
                self.open_bracket(b'{');
                self.push_mode(Mode::VarName);
                self.pos += 2;
                return DollarOpenCurlyBraces;
            }
            b'{' if self.peek(1) == b'$' => {
                self.open_bracket(b'{');
                self.push_mode(Mode::Scripting);
                self.pos += 1;
                return CurlyOpen;
            }
            b'"' if self.mode == Mode::DoubleQuotes => {
                self.mode = Mode::Scripting;
                self.pos += 1;
                return DoubleQuote;
            }
            b'`' if self.mode == Mode::Backtick => {
                self.mode = Mode::Scripting;
                self.pos += 1;
                return Backtick;
            }
            _ => {}
        }
        if self.mode == Mode::Heredoc { self.heredoc_text() } else { self.quoted_text() }
    }

    fn string_variable(&mut self) -> TokenKind {
        self.pos += 1;
        self.pos += self.label_len(self.pos);
        match (self.peek(0), self.peek(1), self.peek(2), self.peek(3)) {
            (b'[', ..) => {
                // The bracket is a token of its own, in the new mode.
                self.push_mode(Mode::VarOffset);
            }
            (b'-', b'>', c, _) | (b'?', b'-', b'>', c) if is_label_start(c) => self.push_mode(Mode::Property),
            _ => {}
        }
        Variable
    }

    fn quoted_text(&mut self) -> TokenKind {
        let quote = if self.mode == Mode::DoubleQuotes { b'"' } else { b'`' };
        let rest = self.rest();
        let mut at = 0;
        let mut has_escape = false;
        while let Some(&c) = rest.get(at) {
            match c {
                b'\\' => {
                    has_escape = true;
                    at += 1;
                }
                _ if c == quote || starts_interpolation(&rest[at..]) => break,
                _ => {}
            }
            at += 1;
        }
        let at = at.min(rest.len());
        if has_escape && let Some(error) = self.check_escapes(&rest[..at]) {
            return error;
        }
        self.skip_text(at);
        EncapsedAndWhitespace
    }

    fn heredoc_text(&mut self) -> TokenKind {
        let rest = self.rest();
        let mut at = 0;
        let mut has_escape = false;
        let mut closing = None;
        while let Some(&c) = rest.get(at) {
            match c {
                b'\n' | b'\r' => {
                    let newline = self.newline_len(self.pos + at);
                    let line = self.pos + at + newline;
                    let indent = self.indent(line);
                    if line + indent.len == self.src.len() {
                        // PHP checks nothing here.
                        self.skip_text(rest.len());
                        return EncapsedAndWhitespace;
                    }
                    if self.closes_heredoc(line + indent.len) {
                        if self.strict && indent.spaces && indent.tabs {
                            return self.mixed_indentation();
                        }
                        closing = Some((newline, indent));
                        break;
                    }
                    at += newline;
                    continue;
                }
                b'\\' => {
                    has_escape = true;
                    if !matches!(rest.get(at + 1), Some(b'\n' | b'\r')) {
                        at += 1;
                    }
                }
                _ if starts_interpolation(&rest[at..]) => break,
                _ => {}
            }
            at += 1;
        }
        let at = at.min(rest.len());
        if let Some(error) = self.check_heredoc_text(&rest[..at], has_escape, closing.is_some()) {
            return error;
        }
        self.skip_text(at);
        if let Some((newline, indent)) = closing {
            self.pos += newline;
            self.reach_label(indent);
        }
        EncapsedAndWhitespace
    }

    fn mixed_indentation(&mut self) -> TokenKind {
        self.fail(MIXED, self.line)
    }

    /// The text before the closing label is read, up to the label's line.
    fn reach_label(&mut self, indent: Indent) {
        self.pending_newline = true;
        self.mode = Mode::HeredocEnd;
        if self.scan_ahead.is_some() {
            self.scan_ahead = Some((indent.len as u32, indent.spaces));
        }
        if let Some(heredoc) = self.heredocs.last_mut() {
            heredoc.indentation = indent.len as u32;
        }
    }

    fn check_heredoc_text(&mut self, text: &[u8], has_escape: bool, at_end: bool) -> Option<TokenKind> {
        if !self.strict || self.scan_ahead.is_some() {
            return None;
        }
        let &heredoc = self.heredocs.last()?;
        if heredoc.indentation > 0 {
            let at_line_start = matches!(self.src[self.pos - 1], b'\n' | b'\r');
            if let Err(error) = check_indentation(text, heredoc.indentation, heredoc.uses_spaces, at_line_start, at_end) {
                return Some(self.fail(error.message, self.line + error.lines));
            }
        }
        if has_escape { self.check_escapes(text) } else { None }
    }

    /// Blanks from `at` on.
    fn indent(&self, at: usize) -> Indent {
        let blanks = &self.src[at..];
        let len = blanks.iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
        Indent { len, spaces: blanks[..len].contains(&b' '), tabs: blanks[..len].contains(&b'\t') }
    }

    /// Whether the label of the current heredoc is at `at`. At the very end of the source it does not count.
    fn closes_heredoc(&self, at: usize) -> bool {
        let Some(heredoc) = self.heredocs.last() else { return false };
        let label = &self.src[heredoc.label_start..heredoc.label_end];
        let rest = self.src.get(at..).unwrap_or(&[]);
        rest.starts_with(label) && rest.get(label.len()).is_some_and(|&c| !is_label(c))
    }

    /// After `<<<A`: finds how far the closing label is indented.
    pub(super) fn heredoc_indent(&mut self) -> TokenKind {
        let indent = self.indent(self.pos);
        if self.pos + indent.len == self.src.len() {
            return StartHeredoc;
        }
        if self.closes_heredoc(self.pos + indent.len) {
            if indent.spaces && indent.tabs && self.strict {
                return self.mixed_indentation();
            }
            self.mode = Mode::HeredocEnd;
            if let Some(heredoc) = self.heredocs.last_mut() {
                heredoc.indentation = indent.len as u32;
            }
            return StartHeredoc;
        }
        if self.mode == Mode::Heredoc && self.scan_ahead.is_none() {
            return self.look_for_label();
        }
        StartHeredoc
    }

    /// Reads ahead to the closing label of a heredoc: only a lexer can tell what is inside of it.
    fn look_for_label(&mut self) -> TokenKind {
        let found = match self.known_labels.binary_search_by_key(&self.pos, |&(pos, _)| pos) {
            Ok(index) => self.known_labels[index].1,
            Err(_) => self.read_ahead(),
        };
        let Label { indentation, uses_spaces, first } = found;
        if indentation > 0 && self.strict && matches!(first, Some(Variable | DollarOpenCurlyBraces | CurlyOpen)) {
            let message = format!("Invalid body indentation level (expecting an indentation level of at least {indentation})");
            return self.fail(message, self.line);
        }
        if let Some(heredoc) = self.heredocs.last_mut() {
            heredoc.indentation = indentation;
            heredoc.uses_spaces = uses_spaces;
        }
        StartHeredoc
    }

    /// Finds the label of the heredoc whose body starts here, and those of all heredocs inside of it: looking for each
    /// of them anew would take quadratic time.
    fn read_ahead(&mut self) -> Label {
        let mut ahead = self.ahead();
        let mut found = Vec::new();
        let mut open = vec![(self.pos, Label::default())];
        while let Some((_, label)) = open.last_mut() {
            let kind = ahead.next_token().kind;
            label.first.get_or_insert(kind);
            match kind {
                StartHeredoc => open.push((ahead.pos, Label::default())),
                EndHeredoc => {
                    (label.indentation, label.uses_spaces) = ahead.scan_ahead.unwrap_or_default();
                    let (indentation, uses_spaces) = (label.indentation, label.uses_spaces);
                    found.extend(open.pop());
                    // Without a label of its own, PHP goes by the last one it saw.
                    if let Some((_, outer)) = open.last_mut() {
                        (outer.indentation, outer.uses_spaces) = (indentation, uses_spaces);
                    }
                }
                End | Error => found.append(&mut open),
                _ => {}
            }
        }
        found.sort_unstable_by_key(|&(pos, _)| pos);
        let label = found.first().map_or(Label::default(), |&(_, label)| label);
        self.known_labels = found;
        label
    }

    pub(super) fn heredoc_end(&mut self) -> TokenKind {
        if let Some(heredoc) = self.heredocs.pop() {
            let len = heredoc.indentation as usize + heredoc.label_end - heredoc.label_start;
            self.pos = (self.pos + len).min(self.src.len());
        }
        self.mode = Mode::Scripting;
        EndHeredoc
    }

    pub(super) fn nowdoc(&mut self) -> TokenKind {
        if self.at_end() {
            return self.end();
        }
        let rest = self.rest();
        let mut at = 0;
        let mut last = None;
        while let Some(found) = rest[at..].iter().position(|c| matches!(c, b'\n' | b'\r')) {
            at += found;
            let newline = self.newline_len(self.pos + at);
            let line = self.pos + at + newline;
            let indent = self.indent(line);
            if line + indent.len == self.src.len() {
                last = None;
                break;
            }
            if !self.closes_heredoc(line + indent.len) {
                at += newline;
                last = Some(indent);
                continue;
            }
            if self.strict && indent.spaces && indent.tabs {
                return self.mixed_indentation();
            }
            if self.strict && indent.len > 0 {
                let checked = check_indentation(&rest[..at], indent.len as u32, indent.spaces, true, true);
                if let Err(error) = checked {
                    return self.fail(error.message, self.line + error.lines);
                }
            }
            self.skip_text(at);
            self.pos += newline;
            self.reach_label(indent);
            return EncapsedAndWhitespace;
        }
        // Without a closing label, PHP takes the last line for the one with the label.
        if let Some(indent) = last.filter(|_| self.strict) {
            let checked = check_indentation(rest, indent.len as u32, indent.spaces && !indent.tabs, true, false);
            if let Err(error) = checked {
                return self.fail(error.message, self.line + error.lines);
            }
        }
        self.skip_text(rest.len());
        EncapsedAndWhitespace
    }
}

/// Whether a variable or `{$` or `${` is at the start of `text`.
fn starts_interpolation(text: &[u8]) -> bool {
    match text {
        [b'$', c, ..] => is_label_start(*c) || *c == b'{',
        [b'{', b'$', ..] => true,
        _ => false,
    }
}

/// The token of a character that is one.
fn single(c: u8) -> Option<TokenKind> {
    TokenKind::ALL.iter().copied().find(|kind| kind.id() == c as u16)
}
