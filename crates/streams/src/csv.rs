//! Comma-separated values as `fgetcsv`, `fputcsv` and `str_getcsv` have them.

use phant_memory::{Array, StrBuilder, Value};

/// The characters that matter.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Between fields.
    pub separator: u8,
    /// Around fields.
    pub enclosure: u8,
    /// Before an enclosure that does not end a field.
    pub escape: Option<u8>,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect { separator: b',', enclosure: b'"', escape: Some(b'\\') }
    }
}

/// The length without the line end.
fn without_end(line: &[u8]) -> usize {
    let mut n = line.len();
    if n > 0 && line[n - 1] == b'\n' {
        n -= 1;
    }
    if n > 0 && line[n - 1] == b'\r' {
        n -= 1;
    }
    n
}

/// Where an enclosed field stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Inside,
    /// Behind an escape character.
    Escaped,
    /// Behind an enclosure: the field's end, or the first of a doubled one.
    Enclosure,
}

/// The fields of a record. `more` gives the next line when an enclosed field goes on there.
pub fn parse(first: &[u8], dialect: Dialect, more: &mut dyn FnMut() -> Option<Vec<u8>>) -> Array {
    let Dialect { separator, enclosure, escape } = dialect;
    let mut out = Array::with_capacity(8);
    let mut line = std::borrow::Cow::Borrowed(first);
    let mut limit = without_end(&line);
    let mut at = 0;
    if limit == 0 {
        let _ = out.push(Value::NULL);
        return out;
    }
    loop {
        let mut start = at;
        while start < limit && is_space(line[start]) && line[start] != separator {
            start += 1;
        }
        if start < limit && line[start] == enclosure {
            let mut field = Vec::new();
            at = start + 1;
            let mut hunk = at;
            let mut state = State::Inside;
            loop {
                if at >= limit {
                    if state == State::Enclosure {
                        field.extend_from_slice(&line[hunk..at - 1]);
                        hunk = at;
                        break;
                    }
                    // The field goes on in the next line, with the line end in it.
                    field.extend_from_slice(&line[hunk..]);
                    at = limit;
                    hunk = limit;
                    let Some(next) = more() else { break };
                    line = std::borrow::Cow::Owned(next);
                    limit = without_end(&line);
                    at = 0;
                    hunk = 0;
                    state = State::Inside;
                    continue;
                }
                let b = line[at];
                match state {
                    State::Escaped => {
                        state = State::Inside;
                        at += 1;
                    }
                    State::Enclosure if b == enclosure => {
                        field.extend_from_slice(&line[hunk..at]);
                        at += 1;
                        hunk = at;
                        state = State::Inside;
                    }
                    State::Enclosure => {
                        field.extend_from_slice(&line[hunk..at - 1]);
                        hunk = at;
                        break;
                    }
                    State::Inside => {
                        if b == enclosure {
                            state = State::Enclosure;
                        } else if escape == Some(b) {
                            state = State::Escaped;
                        }
                        at += 1;
                    }
                }
            }
            // What stands between the closing enclosure and the separator belongs to the field.
            while at < limit && line[at] != separator {
                at += 1;
            }
            field.extend_from_slice(&line[hunk..at]);
            let _ = out.push(Value::from(field));
        } else {
            let from = at;
            while at < limit && line[at] != separator {
                at += 1;
            }
            let field = &line[from..at];
            let _ = out.push(Value::from(&field[..without_end(field)]));
        }
        if at >= limit {
            return out;
        }
        at += 1;
    }
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Appends a field, enclosed if need be.
pub fn write_field(out: &mut StrBuilder, field: &[u8], dialect: Dialect) {
    let Dialect { separator, enclosure, escape } = dialect;
    let special = |b: &u8| *b == separator || *b == enclosure || escape == Some(*b) || matches!(*b, b'\n' | b'\r' | b'\t' | b' ');
    if !field.iter().any(special) {
        out.push_bytes(field);
        return;
    }
    out.push(enclosure);
    let mut escaped = false;
    for &b in field {
        if escape == Some(b) {
            escaped = true;
        } else if !escaped && b == enclosure {
            out.push(enclosure);
        } else {
            escaped = false;
        }
        out.push(b);
    }
    out.push(enclosure);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut lines: Vec<Vec<u8>> = text.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
        let first = lines.remove(0);
        let mut lines = lines.into_iter();
        let array = parse(&first, Dialect::default(), &mut || lines.next());
        array.values().map(|v| v.as_str().map(|s| s.as_bytes().to_vec())).collect()
    }
    fn check(text: &str, expected: &[&str]) {
        let expected: Vec<_> = expected.iter().map(|e| Some(e.as_bytes().to_vec())).collect();
        assert_eq!(fields(text.as_bytes()), expected, "{text:?}");
    }

    #[test]
    fn records() {
        check("\"abc", &["abc"]);
        check("a,\"b\nc\n", &["a", "b\nc\n"]);
        check("\"a\"\"b\"", &["a\"b"]);
        check("\"a\"b", &["ab"]);
        check("\"a\" b,c", &["a b", "c"]);
        check(" \"a\",b", &["a", "b"]);
        check(" a, b \n", &[" a", " b "]);
        check("\"a\\\"b\",c\n", &["a\\\"b", "c"]);
        check("x,\"\n", &["x", "\n"]);
        check("a,b,", &["a", "b", ""]);
        check("\"\"\"a\"", &["\"a"]);
        assert_eq!(fields(b"\n"), [None]);
    }
}
