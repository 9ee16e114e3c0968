//! The values of literals: escape sequences, heredoc indentation, numbers.

use super::chars::count_lines;

/// A literal that PHP does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LiteralError {
    /// PHP's message.
    pub message: String,
    /// Lines between the start of the text and the error.
    pub lines: u32,
}

fn error<T>(message: impl Into<String>, before: &[u8], next: Option<u8>) -> Result<T, LiteralError> {
    Err(LiteralError { message: message.into(), lines: count_lines(before, next) })
}

/// What goes on in a string besides its value.
pub(crate) struct Octal {
    /// The three digits.
    pub digits: [u8; 3],
    /// Offset of the backslash.
    pub offset: usize,
}

/// Where an escape sequence of `text` starts that is not one character long, or is an octal overflow.
/// Checks without building: the lexer reports such errors before the parser sees the token.
pub(crate) fn check_escapes(text: &[u8], mut overflow: impl FnMut(Octal)) -> Result<(), LiteralError> {
    let mut at = 0;
    while let Some(found) = text[at..].iter().position(|&c| c == b'\\') {
        let backslash = at + found;
        let rest = &text[backslash + 1..];
        at = backslash + 1 + rest.len().min(1);
        match rest {
            [b'u', b'{', ..] => match codepoint(&rest[2..]) {
                Ok((_, len)) => at = backslash + 3 + len,
                Err(message) => return error(message, &text[..backslash], Some(b'\\')),
            },
            [a @ b'4'..=b'7', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] => {
                overflow(Octal { digits: [*a, *b, *c], offset: backslash });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Parses what follows `\u{`. Returns the code point and the length including the closing brace.
fn codepoint(rest: &[u8]) -> Result<(u32, usize), &'static str> {
    const INVALID: &str = "Invalid UTF-8 codepoint escape sequence";
    let len = rest.iter().take_while(|c| c.is_ascii_hexdigit()).count();
    if len == 0 || rest.get(len) != Some(&b'}') {
        return Err(INVALID);
    }
    let mut value: u32 = 0;
    for &digit in &rest[..len] {
        value = value.saturating_mul(16).saturating_add((digit as char).to_digit(16).unwrap_or(0));
        if value > 0x10ffff {
            return Err("Invalid UTF-8 codepoint escape sequence: Codepoint too large");
        }
    }
    Ok((value, len + 1))
}

/// Appends a code point in UTF-8. Surrogates are encoded like any other, as PHP does.
fn push_utf8(out: &mut Vec<u8>, c: u32) {
    let tail = |shift: u32| 0x80 | (c >> shift & 0x3f) as u8;
    match c {
        0..0x80 => out.push(c as u8),
        0x80..0x800 => out.extend([0xc0 | (c >> 6) as u8, tail(0)]),
        0x800..0x10000 => out.extend([0xe0 | (c >> 12) as u8, tail(6), tail(0)]),
        _ => out.extend([0xf0 | (c >> 18) as u8, tail(12), tail(6), tail(0)]),
    }
}

/// Replaces the escape sequences of a double-quoted string (`quote` is `"`), a shell command (`` ` ``) or a heredoc (0).
pub(crate) fn unescape(text: &[u8], quote: u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&c| c == b'\\') {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let Some((&c, after)) = rest.split_first() else {
            out.push(b'\\');
            break;
        };
        let mut used = 1;
        match c {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'f' => out.push(0x0c),
            b'v' => out.push(0x0b),
            b'e' => out.push(0x1b),
            b'\\' | b'$' => out.push(c),
            b'"' | b'`' if c == quote => out.push(c),
            b'x' | b'X' if after.first().is_some_and(u8::is_ascii_hexdigit) => {
                let len = after.iter().take(2).take_while(|c| c.is_ascii_hexdigit()).count();
                out.push(digits(&after[..len], 16) as u8);
                used += len;
            }
            b'0'..=b'7' => {
                let len = rest.iter().take(3).take_while(|c| (b'0'..=b'7').contains(c)).count();
                out.push(digits(&rest[..len], 8) as u8);
                used = len;
            }
            b'u' if after.first() == Some(&b'{') => match codepoint(&after[1..]) {
                Ok((value, len)) => {
                    push_utf8(&mut out, value);
                    used += 1 + len;
                }
                Err(_) => out.extend(b"\\u"),
            },
            _ => out.extend([b'\\', c]),
        }
        rest = &rest[used..];
    }
    out.extend_from_slice(rest);
    out
}

fn digits(text: &[u8], radix: u32) -> u32 {
    text.iter().fold(0, |value, &c| value * radix + (c as char).to_digit(radix).unwrap_or(0))
}

/// Replaces `\\` and `\'` of a single-quoted string.
pub(crate) fn unescape_single(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&c| c == b'\\') {
        out.extend_from_slice(&rest[..at]);
        match rest.get(at + 1) {
            Some(&c @ (b'\\' | b'\'')) => out.push(c),
            Some(&c) => out.extend([b'\\', c]),
            None => out.push(b'\\'),
        }
        rest = &rest[(at + 2).min(rest.len())..];
    }
    out.extend_from_slice(rest);
    out
}

/// Length of the newline at the start of `text`.
fn newline_len(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// Checks that each line of a heredoc part is indented as its closing label is.
/// `at_line_start`: the part starts a line. `at_end`: the closing label follows on the next line.
pub(crate) fn check_indentation(
    text: &[u8],
    indentation: u32,
    uses_spaces: bool,
    at_line_start: bool,
    at_end: bool,
) -> Result<(), LiteralError> {
    let mut at = 0;
    let mut line_start = at_line_start;
    loop {
        let end = text[at..].iter().position(|c| matches!(c, b'\n' | b'\r')).map(|i| at + i);
        if line_start {
            let line = &text[at..end.unwrap_or(text.len())];
            for skipped in 0..indentation as usize {
                let Some(&c) = line.get(skipped) else {
                    // Lines of whitespace alone need not be indented, but what `{$x}` follows is not one.
                    if end.is_none() && !at_end {
                        return indentation_error(indentation, &text[..at + skipped]);
                    }
                    break;
                };
                if c != b' ' && c != b'\t' {
                    return indentation_error(indentation, &text[..at + skipped]);
                }
                if (c == b' ') != uses_spaces {
                    return error("Invalid indentation - tabs and spaces cannot be mixed", &text[..at + skipped], Some(c));
                }
            }
        }
        let Some(end) = end else { return Ok(()) };
        at = end + newline_len(&text[end..]);
        line_start = true;
    }
}

fn indentation_error(indentation: u32, before: &[u8]) -> Result<(), LiteralError> {
    let message = format!("Invalid body indentation level (expecting an indentation level of at least {indentation})");
    error(message, before, None)
}

/// Removes the indentation of the closing label from each line of a heredoc part.
pub(crate) fn strip_indentation(text: &[u8], indentation: u32, at_line_start: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut line_start = at_line_start;
    loop {
        if line_start {
            let indent = rest.iter().take(indentation as usize).take_while(|c| matches!(c, b' ' | b'\t')).count();
            rest = &rest[indent..];
        }
        let Some(end) = rest.iter().position(|c| matches!(c, b'\n' | b'\r')) else { break };
        let end = end + newline_len(&rest[end..]);
        out.extend_from_slice(&rest[..end]);
        rest = &rest[end..];
        line_start = true;
    }
    out.extend_from_slice(rest);
    out
}

/// A number literal's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// Fits an `int`
    Int(i64),
    /// Does not, or has a point or an exponent
    Float(f64),
    /// `089`
    Invalid,
}

/// The value of an integer literal in any base, underscores included. Too large ones become floats.
pub(crate) fn integer(text: &[u8]) -> Number {
    let (radix, body) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', b'o' | b'O', rest @ ..] => (8, rest),
        [b'0', rest @ ..] if !rest.is_empty() => (8, rest),
        _ => (10, text),
    };
    let mut value: i64 = 0;
    let mut overflow = false;
    for &c in body {
        if c == b'_' {
            continue;
        }
        let Some(digit) = (c as char).to_digit(radix) else { return Number::Invalid };
        match value.checked_mul(radix as i64).and_then(|v| v.checked_add(digit as i64)) {
            Some(v) if !overflow => value = v,
            _ => overflow = true,
        }
    }
    if !overflow {
        return Number::Int(value);
    }
    if radix == 10 {
        return Number::Float(float(text));
    }
    // Digit by digit in floating point, rounding each time, as PHP does: binary and octal digits are added as
    // characters, of which that of zero is then taken away.
    let zero = if radix == 16 { 0.0 } else { f64::from(b'0') };
    let digits = body.iter().filter_map(|&c| (c as char).to_digit(radix));
    Number::Float(digits.fold(0.0, |value, digit| (value * f64::from(radix) + (f64::from(digit) + zero)) - zero))
}

/// The value of a decimal literal.
pub(crate) fn float(text: &[u8]) -> f64 {
    let text: String = text.iter().filter(|&&c| c != b'_').map(|&c| c as char).collect();
    text.parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        for (text, value) in [
            (&br#"a\n\t\\\$\"\`"#[..], &b"a\n\t\\$\"\\`"[..]),
            (br"\x41\x4\xg\101\8\400", b"A\x04\\xgA\\8\x00"),
            (br"\u{e9}\u{1F600}\u", b"\xc3\xa9\xf0\x9f\x98\x80\\u"),
            (br"a\", b"a\\"),
        ] {
            assert_eq!(unescape(text, b'"').escape_ascii().to_string(), value.escape_ascii().to_string());
        }
        assert_eq!(unescape_single(br"a\'\\\n\"), b"a'\\\\n\\");
    }

    #[test]
    fn numbers() {
        for (text, value) in [
            ("0", Number::Int(0)),
            ("1_000", Number::Int(1000)),
            ("0x1F", Number::Int(31)),
            ("0b11", Number::Int(3)),
            ("017", Number::Int(15)),
            ("0o17", Number::Int(15)),
            ("089", Number::Invalid),
            ("9223372036854775807", Number::Int(i64::MAX)),
            ("9223372036854775808", Number::Float(9223372036854775808.0)),
            ("0xFFFFFFFFFFFFFFFF", Number::Float(18446744073709551615.0)),
        ] {
            assert_eq!(integer(text.as_bytes()), value, "{text}");
        }
        assert_eq!(float(b"1_0.5e-1"), 1.05);
        assert_eq!(float(b".5"), 0.5);
        assert_eq!(float(b"5."), 5.0);
        assert_eq!(float(b"1e1000"), f64::INFINITY);
    }
}
