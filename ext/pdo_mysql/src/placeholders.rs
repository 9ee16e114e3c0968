//! Parameters in SQL: where they stand, outside of texts, names and comments.

use phant_ext_pdo::error::SqlState;

/// A piece of SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text that stays.
    Text(Vec<u8>),
    /// `?`
    Number(usize),
    /// `:name`, with the colon.
    Name(Vec<u8>),
}

/// `HY093`
pub const BAD_PARAMETER: SqlState = *b"HY093";

/// Splits SQL at its parameters. The error is in words: names and numbers may not be mixed.
pub fn split(sql: &[u8]) -> Result<Vec<Piece>, &'static str> {
    let mut pieces = Vec::new();
    let (mut from, mut at, mut numbers, mut names) = (0, 0, 0, 0);
    while at < sql.len() {
        let rest = &sql[at..];
        let skipped = skip(rest);
        if skipped > 0 {
            at += skipped;
            continue;
        }
        let piece = match rest {
            // Two in a row are none.
            [b'?', b'?', ..] => {
                at += rest.iter().take_while(|&&c| c == b'?').count();
                continue;
            }
            [b'?', ..] => {
                numbers += 1;
                (Piece::Number(numbers - 1), 1)
            }
            [b':', b':', ..] => {
                at += rest.iter().take_while(|&&c| c == b':').count();
                continue;
            }
            [b':', first, ..] if is_word(*first) => {
                let length = 1 + rest[1..].iter().take_while(|&&c| is_word(c)).count();
                names += 1;
                (Piece::Name(rest[..length].to_vec()), length)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        if at > from {
            pieces.push(Piece::Text(sql[from..at].to_vec()));
        }
        at += piece.1;
        from = at;
        pieces.push(piece.0);
    }
    if from < sql.len() {
        pieces.push(Piece::Text(sql[from..].to_vec()));
    }
    if numbers > 0 && names > 0 { Err("mixed named and positional parameters") } else { Ok(pieces) }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The length of the quoted text or comment that SQL begins with; 0 if it begins with none.
fn skip(sql: &[u8]) -> usize {
    let until = |end: &[u8], from: usize| {
        sql[from..].windows(end.len()).position(|w| w == end).map_or(sql.len(), |at| from + at + end.len())
    };
    match sql {
        [quote @ (b'\'' | b'"'), ..] => quoted(sql, *quote, true),
        [b'`', ..] => quoted(sql, b'`', false),
        [b'-', b'-', space, ..] if space.is_ascii_whitespace() => until(b"\n", 2),
        [b'#', ..] => until(b"\n", 1),
        [b'/', b'*', ..] => until(b"*/", 2),
        _ => 0,
    }
}

/// A text in quotes; one that does not end is not quoted.
fn quoted(sql: &[u8], quote: u8, backslashes: bool) -> usize {
    let mut at = 1;
    while let Some(&byte) = sql.get(at) {
        at += match byte {
            b'\\' if backslashes => 2,
            _ if byte == quote => return at + 1,
            _ => 1,
        };
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(sql: &str) -> String {
        match split(sql.as_bytes()) {
            Err(words) => words.to_owned(),
            Ok(pieces) => pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => String::from_utf8_lossy(text).into_owned(),
                    Piece::Number(number) => format!("<{number}>"),
                    Piece::Name(name) => format!("<{}>", String::from_utf8_lossy(name)),
                })
                .collect(),
        }
    }

    #[test]
    fn parameters_are_found_outside_of_texts_and_comments() {
        assert_eq!(shown("select ?, ?"), "select <0>, <1>");
        assert_eq!(shown("select :a, :b_1"), "select <:a>, <:b_1>");
        assert_eq!(
            shown("select '?', \"\\\"?\", `?`, ? -- ?\n, ? # ?\n/* :a */"),
            "select '?', \"\\\"?\", `?`, <0> -- ?\n, <1> # ?\n/* :a */"
        );
        assert_eq!(shown("select a--?"), "select a--<0>");
        assert_eq!(shown("select ??, a::b"), "select ??, a::b");
        assert_eq!(shown("select ?, :a"), "mixed named and positional parameters");
        assert_eq!(shown("select 'open ?"), "select 'open <0>");
    }
}
