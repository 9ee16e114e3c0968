//! Numbers of bytes as settings have them: `128M`.

/// A number of bytes such as `128M`, and what PHP says of one that is not written well.
pub fn quantity(text: &[u8]) -> (i64, Option<String>) {
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).escape_default().to_string();
    let invalid = |why: &str| Some(format!("Invalid quantity \"{}\"{why} for backwards compatibility", shown(text)));
    let is_space = |b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    let end = text.iter().rposition(|b| !is_space(b)).map_or(0, |i| i + 1);
    let start = text[..end].iter().position(|b| !is_space(b)).unwrap_or(end);
    if start == end {
        return (0, None);
    }
    let negative = text[start] == b'-';
    let mut digits = start + usize::from(matches!(text[start], b'-' | b'+'));
    let none = || (0, invalid(": no valid leading digits, interpreting as \"0\""));
    if digits >= end || !text[digits].is_ascii_digit() {
        return none();
    }
    let mut base = 10;
    if text[digits] == b'0' {
        match text[..end].get(digits + 1) {
            None => return (0, None),
            Some(b'0'..=b'9') => base = 8,
            Some(b'g' | b'G' | b'm' | b'M' | b'k' | b'K') => {}
            Some(prefix) => {
                base = match prefix {
                    b'x' | b'X' => 16,
                    b'o' | b'O' => 8,
                    b'b' | b'B' => 2,
                    other => {
                        let prefix = shown(&[*other]);
                        let text = format!("Invalid prefix \"0{prefix}\", interpreting as \"0\" for backwards compatibility");
                        return (0, Some(text));
                    }
                };
                digits += 2;
                if digits == end {
                    return (0, invalid(": no digits after base prefix, interpreting as \"0\""));
                }
                if (text[digits] as char).to_digit(base).is_none() {
                    return none();
                }
            }
        }
    }
    let mut value = 0u64;
    let mut overflow = false;
    let mut at = digits;
    while let Some(digit) = text[..end].get(at).and_then(|&b| (b as char).to_digit(base)) {
        match value.checked_mul(u64::from(base)).and_then(|v| v.checked_add(u64::from(digit))) {
            Some(next) if !overflow => value = next,
            _ => {
                overflow = true;
                value = u64::MAX;
            }
        }
        at += 1;
    }
    overflow |= value > i64::MAX as u64 + u64::from(negative);
    let mut value = if negative { (value as i64).wrapping_neg() } else { value as i64 };
    let number_end = at;
    while at < end && is_space(&text[at]) {
        at += 1;
    }
    if at < end {
        let factor: i64 = match text[end - 1] {
            b'g' | b'G' => 1 << 30,
            b'm' | b'M' => 1 << 20,
            b'k' | b'K' => 1 << 10,
            other => {
                let why =
                    format!(": unknown multiplier \"{}\", interpreting as \"{}\"", shown(&[other]), shown(&text[..number_end]));
                return (value, invalid(&why));
            }
        };
        overflow |= value.checked_mul(factor).is_none();
        value = value.wrapping_mul(factor);
        if at != end - 1 {
            let why = format!(", interpreting as \"{}{}\"", shown(&text[..number_end]), shown(&text[end - 1..end]));
            return (value, invalid(&why));
        }
    }
    let error = if overflow { invalid(": value is out of range, using overflow result") } else { None };
    (value, error)
}

#[cfg(test)]
mod tests {
    use super::quantity;

    #[test]
    fn quantities() {
        let cases: [(&str, i64, &str); 9] = [
            ("1K", 1024, ""),
            (" 5 M ", 5 << 20, ""),
            ("0x1F", 31, ""),
            ("0o17", 15, ""),
            ("-1", -1, ""),
            ("1.5G", 1 << 30, "Invalid quantity \"1.5G\", interpreting as \"1G\" for backwards compatibility"),
            ("5MB", 5, "Invalid quantity \"5MB\": unknown multiplier \"B\", interpreting as \"5\" for backwards compatibility"),
            ("0x", 0, "Invalid quantity \"0x\": no digits after base prefix, interpreting as \"0\" for backwards compatibility"),
            (
                "9999999999G",
                -7_709_325_834_783_293_440,
                "Invalid quantity \"9999999999G\": value is out of range, using overflow result for backwards compatibility",
            ),
        ];
        for (text, value, error) in cases {
            assert_eq!(quantity(text.as_bytes()), (value, (!error.is_empty()).then(|| error.into())), "{text}");
        }
    }
}
