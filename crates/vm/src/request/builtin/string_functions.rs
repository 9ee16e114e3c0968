//! The string functions of the core.

use phant_memory::PhpStr;
use phant_native::{Late, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const CORE: FunctionGroup = functions![strlen, strcmp, strncmp, strcasecmp, strncasecmp];

#[php("function strlen(string $string): int", pure)]
fn strlen(string: &PhpStr) -> usize {
    string.len()
}

#[php("function strcmp(string $string1, string $string2): int", pure)]
fn strcmp(string1: &PhpStr, string2: &PhpStr) -> i64 {
    exact(string1, string2)
}

#[php("function strncmp(string $string1, string $string2, int $length): int", pure)]
fn strncmp(late: Late<'_>, string1: &PhpStr, string2: &PhpStr, length: i64) -> PhpResult<i64> {
    let length = limit(late, length)?;
    Ok(exact(head(string1, length), head(string2, length)))
}

#[php("function strcasecmp(string $string1, string $string2): int", pure)]
fn strcasecmp(string1: &PhpStr, string2: &PhpStr) -> i64 {
    case_insensitive(string1, string2)
}

#[php("function strncasecmp(string $string1, string $string2, int $length): int", pure)]
fn strncasecmp(late: Late<'_>, string1: &PhpStr, string2: &PhpStr, length: i64) -> PhpResult<i64> {
    let length = limit(late, length)?;
    Ok(case_insensitive(head(string1, length), head(string2, length)))
}

fn limit(late: Late<'_>, length: i64) -> PhpResult<usize> {
    match usize::try_from(length) {
        Ok(length) => Ok(length),
        Err(_) => Err(late.ctx()?.argument_error(3, "must be greater than or equal to 0")),
    }
}

fn head(text: &[u8], length: usize) -> &[u8] {
    &text[..text.len().min(length)]
}

/// The difference of the first bytes that differ, or which text is longer.
fn difference(a: &[u8], b: &[u8], fold: impl Fn(u8) -> u8) -> i64 {
    let differ = a.iter().zip(b).map(|(&x, &y)| i64::from(fold(x)) - i64::from(fold(y))).find(|&d| d != 0);
    differ.unwrap_or_else(|| a.len().cmp(&b.len()) as i64)
}

fn exact(a: &[u8], b: &[u8]) -> i64 {
    // Equal beginnings are skipped fast.
    let common = a.len().min(b.len());
    if a[..common] == b[..common] { a.len().cmp(&b.len()) as i64 } else { difference(a, b, |byte| byte) }
}

fn case_insensitive(a: &[u8], b: &[u8]) -> i64 {
    // Blocks that are the same but for case are skipped many bytes at a time.
    let (blocks_a, _) = a.as_chunks::<32>();
    let (blocks_b, _) = b.as_chunks::<32>();
    let alike =
        |x: &[u8; 32], y: &[u8; 32]| (0..32).fold(0, |any, i| any | x[i].to_ascii_lowercase() ^ y[i].to_ascii_lowercase()) == 0;
    let skipped = 32 * blocks_a.iter().zip(blocks_b).take_while(|(x, y)| alike(x, y)).count();
    difference(&a[skipped..], &b[skipped..], |byte| byte.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_count() {
        let long = "The Quick Brown Fox Jumps Over The Lazy Dog, Twice Or More Often";
        let (upper, lower) = (long.to_uppercase(), long.to_lowercase());
        assert_eq!(case_insensitive(upper.as_bytes(), lower.as_bytes()), 0);
        for at in 0..long.len() {
            let mut other = lower.clone().into_bytes();
            other[at] = b'~';
            let wanted = i64::from(lower.as_bytes()[at]) - i64::from(b'~');
            assert_eq!(case_insensitive(upper.as_bytes(), &other), wanted, "{at}");
        }
        assert_eq!(case_insensitive(upper.as_bytes(), &lower.as_bytes()[..40]), 1);
        assert_eq!(case_insensitive(b"", b"a"), -1);
    }
}
