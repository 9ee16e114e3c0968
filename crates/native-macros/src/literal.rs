//! The text of Rust string literals.

/// The value of a string literal's source text; `None` for other literals.
pub fn unquote(source: &str) -> Option<String> {
    if let Some(raw) = source.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inner = raw.get(hashes..raw.len().checked_sub(hashes)?)?;
        return Some(inner.strip_prefix('"')?.strip_suffix('"')?.to_string());
    }
    let inner = source.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next()? {
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            '0' => out.push('\0'),
            'x' => {
                let digits: String = chars.by_ref().take(2).collect();
                out.push(char::from(u8::from_str_radix(&digits, 16).ok()?));
            }
            'u' => {
                let digits: String = chars.by_ref().skip(1).take_while(|&c| c != '}').collect();
                out.push(char::from_u32(u32::from_str_radix(&digits.replace('_', ""), 16).ok()?)?);
            }
            '\n' => {
                let rest = chars.as_str().trim_start();
                chars = rest.chars();
            }
            other => out.push(other),
        }
    }
    Some(out)
}

/// A string literal with this value.
pub fn quote(text: &str) -> String {
    format!("{text:?}")
}

#[cfg(test)]
mod tests {
    use super::unquote;

    #[test]
    fn unquotes() {
        let check = |source: &str, value: &str| assert_eq!(unquote(source).as_deref(), Some(value), "{source}");
        check(r#""a b""#, "a b");
        check(r#""Random\\Engine \"x\"""#, "Random\\Engine \"x\"");
        check("r\"a\\b\"", "a\\b");
        check("r#\"say \"hi\"\"#", "say \"hi\"");
        check("\"a\\\n   b\"", "ab");
        check(r#""\u{e4}\x41\n""#, "äA\n");
        assert_eq!(unquote("12"), None);
        assert_eq!(unquote("b\"x\""), None);
    }
}
