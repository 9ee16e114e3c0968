//! Numbers and their texts.

use crate::chars;

/// A number's text.
pub fn format(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    if value == value.trunc() && value.abs() < 2_147_483_648.0 {
        return (value as i64).to_string();
    }
    let size = value.abs();
    if !(1e-5..=1e9).contains(&size) {
        let text = format!("{value:.14e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    let whole = size.log10() as i32;
    let places = if whole > 0 { 15 - whole - 1 } else { 15 - whole };
    let text = format!("{value:.*}", places.max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The number a text is, or NaN.
pub fn parse(text: &[u8]) -> f64 {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text.strip_prefix(b"-") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let Some((value, length)) = prefix(digits) else { return f64::NAN };
    if !digits[length..].iter().all(|&byte| chars::is_blank(byte)) {
        return f64::NAN;
    }
    if negative { -value } else { value }
}

/// The number a text begins with, and its length.
pub(super) fn prefix(text: &[u8]) -> Option<(f64, usize)> {
    let digits = |from: usize| text[from.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(0);
    let mut end = whole;
    if text.get(end) == Some(&b'.') {
        let places = digits(end + 1);
        if whole + places == 0 {
            return None;
        }
        end += 1 + places;
    } else if whole == 0 {
        return None;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    let value = std::str::from_utf8(&text[..end]).ok()?.parse().unwrap_or(f64::NAN);
    Some((value, end))
}
