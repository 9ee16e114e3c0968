//! `version_compare`.

use phant_memory::{PhpStr, StrBuilder, Value};
use phant_native::{Late, PhpResult, descriptor::FunctionGroup, functions, php};
use phant_numeric::parse;
use std::cmp::Ordering;

pub(crate) const FUNCTIONS: FunctionGroup = functions![version_compare];

/// A version with a dot wherever letters meet digits and for every other byte.
fn canonical(version: &[u8]) -> StrBuilder {
    let digit = |b: u8| b.is_ascii_digit();
    let sign = |b: u8| matches!(b, b'-' | b'_' | b'+');
    let other = |b: u8| !b.is_ascii_digit() && b != b'.';
    let mut out = StrBuilder::with_capacity(version.len() * 2);
    version.first().into_iter().for_each(|&byte| out.push(byte));
    for pair in version.windows(2) {
        let (last, byte) = (pair[0], pair[1]);
        let after_dot = out.as_bytes().last() == Some(&b'.');
        let border = other(last) && digit(byte) || digit(last) && other(byte);
        if sign(byte) || !border && !byte.is_ascii_alphanumeric() {
            if !after_dot {
                out.push(b'.');
            }
            continue;
        }
        if border && !after_dot {
            out.push(b'.');
        }
        out.push(byte);
    }
    if out.as_bytes().last() == Some(&b'.') {
        out.truncate(out.len() - 1);
    }
    out
}

/// The rank of a named part: unknown names are below everything.
fn rank(part: &[u8]) -> i32 {
    const FORMS: [(&[u8], i32); 11] = [
        (b"dev", 0),
        (b"alpha", 1),
        (b"a", 1),
        (b"beta", 2),
        (b"b", 2),
        (b"RC", 3),
        (b"rc", 3),
        (b"#", 4),
        (b"pl", 5),
        (b"p", 5),
        (b"\0", -1),
    ];
    FORMS.iter().find(|(name, _)| part.starts_with(name)).map_or(-1, |&(_, rank)| rank)
}

/// Stands for a number beside a name.
const NUMBER: &[u8] = b"#N#";

fn compare_parts(a: &[u8], b: &[u8]) -> Ordering {
    let numeric = |s: &[u8]| s.first().is_some_and(u8::is_ascii_digit);
    match (numeric(a), numeric(b)) {
        (true, true) => number(a).cmp(&number(b)),
        (false, false) => rank(a).cmp(&rank(b)),
        (true, false) => rank(NUMBER).cmp(&rank(b)),
        (false, true) => rank(a).cmp(&rank(NUMBER)),
    }
}

fn number(part: &[u8]) -> i64 {
    parse::plain_int(part).unwrap_or_else(|| parse::to_int(part))
}

/// Compares two versions.
pub(crate) fn compare(a: &[u8], b: &[u8]) -> Ordering {
    if a.is_empty() || b.is_empty() {
        return a.is_empty().cmp(&b.is_empty()).reverse();
    }
    let form = |v: &[u8]| (v[0] != b'#').then(|| canonical(v));
    let (form_a, form_b) = (form(a), form(b));
    // `None` once a version has no more dots.
    let mut rest_a = Some(form_a.as_ref().map_or(a, StrBuilder::as_bytes));
    let mut rest_b = Some(form_b.as_ref().map_or(b, StrBuilder::as_bytes));
    while let (Some(a), Some(b)) = (rest_a, rest_b) {
        if a.is_empty() || b.is_empty() {
            break;
        }
        let (part_a, next_a) = part(a);
        let (part_b, next_b) = part(b);
        let order = compare_parts(part_a, part_b);
        if order.is_ne() {
            return order;
        }
        (rest_a, rest_b) = (next_a, next_b);
    }
    let numeric = |s: &[u8]| s.first().is_some_and(u8::is_ascii_digit);
    match (rest_a, rest_b) {
        (Some(a), _) if numeric(a) => Ordering::Greater,
        (Some(a), _) => compare(a, NUMBER),
        (None, Some(b)) if numeric(b) => Ordering::Less,
        (None, Some(b)) => compare(NUMBER, b),
        (None, None) => Ordering::Equal,
    }
}

/// What is before a dot, and what behind it.
fn part(version: &[u8]) -> (&[u8], Option<&[u8]>) {
    match version.iter().position(|&b| b == b'.') {
        Some(dot) => (&version[..dot], Some(&version[dot + 1..])),
        None => (version, None),
    }
}

/// Compares two versions in PHP's own way of numbering.
#[php("function version_compare(string $version1, string $version2, ?string $operator = null): int|bool", pure)]
fn version_compare(late: Late<'_>, version1: &PhpStr, version2: &PhpStr, operator: Option<&PhpStr>) -> PhpResult {
    let order = compare(version1, version2);
    let Some(operator) = operator else { return Ok(Value::int(order as i64)) };
    Ok(Value::bool(match operator.as_bytes() {
        b"<" | b"lt" => order.is_lt(),
        b"<=" | b"le" => order.is_le(),
        b">" | b"gt" => order.is_gt(),
        b">=" | b"ge" => order.is_ge(),
        b"=" | b"==" | b"eq" => order.is_eq(),
        b"!=" | b"<>" | b"ne" => order.is_ne(),
        _ => return Err(late.ctx()?.argument_error(3, "must be a valid comparison operator")),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        let cases: [(&str, &str, Ordering); 9] = [
            ("1.0", "1.0.0", Ordering::Less),
            ("5.2", "5.10", Ordering::Less),
            ("1.0rc1", "1.0RC1", Ordering::Equal),
            ("1.0-dev", "1.0alpha", Ordering::Less),
            ("1.0", "1.0pl1", Ordering::Less),
            ("1.0foo", "1.0dev", Ordering::Less),
            ("1.0.1", "1.0b", Ordering::Greater),
            ("", "1", Ordering::Less),
            ("1", "1", Ordering::Equal),
        ];
        for (a, b, order) in cases {
            assert_eq!(compare(a.as_bytes(), b.as_bytes()), order, "{a} {b}");
        }
    }
}
