//! Natural order: `strnatcmp` and `strnatcasecmp`.
//!
//! The rules are Martin Pool's, as PHP varies them: zeros at the very start are skipped, runs of digits compare by
//! value unless one starts with a zero, then digit by digit as fractions do.

use std::cmp::Ordering;

/// Compares in natural order; `fold_case` ignores the case of ASCII letters.
pub fn compare(a: &[u8], b: &[u8], fold_case: bool) -> Ordering {
    if a.is_empty() || b.is_empty() {
        return a.len().cmp(&b.len());
    }
    let mut a = Cursor { text: a, at: 0 };
    let mut b = Cursor { text: b, at: 0 };
    a.skip_leading_zeros();
    b.skip_leading_zeros();
    loop {
        let (x, y) = (a.byte(), b.byte());
        if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() {
            // Neither blanks nor digits: the usual case, and soon over.
            let (x, y) = if fold_case { (x.to_ascii_uppercase(), y.to_ascii_uppercase()) } else { (x, y) };
            if x != y {
                return x.cmp(&y);
            }
            a.at += 1;
            b.at += 1;
            if a.at_end() || b.at_end() {
                return b.at_end().cmp(&a.at_end());
            }
            continue;
        }
        a.skip_space();
        b.skip_space();
        if a.is_digit() && b.is_digit() {
            let fractional = a.byte() == b'0' || b.byte() == b'0';
            let ordering = if fractional { compare_fractions(&mut a, &mut b) } else { compare_integers(&mut a, &mut b) };
            if ordering.is_ne() {
                return ordering;
            }
            if a.at_end() || b.at_end() {
                return b.at_end().cmp(&a.at_end());
            }
        }
        let (mut x, mut y) = (a.byte(), b.byte());
        if fold_case {
            (x, y) = (x.to_ascii_uppercase(), y.to_ascii_uppercase());
        }
        if x != y {
            return x.cmp(&y);
        }
        a.at += 1;
        b.at += 1;
        if a.at_end() || b.at_end() {
            return b.at_end().cmp(&a.at_end());
        }
    }
}

/// The longer run wins; among equal lengths the first difference.
fn compare_integers(a: &mut Cursor, b: &mut Cursor) -> Ordering {
    let mut bias = Ordering::Equal;
    loop {
        match (a.is_digit(), b.is_digit()) {
            (false, false) => return bias,
            (false, true) => return Ordering::Less,
            (true, false) => return Ordering::Greater,
            (true, true) => bias = bias.then(a.byte().cmp(&b.byte())),
        }
        a.at += 1;
        b.at += 1;
    }
}

/// The first difference wins.
fn compare_fractions(a: &mut Cursor, b: &mut Cursor) -> Ordering {
    loop {
        match (a.is_digit(), b.is_digit()) {
            (false, false) => return Ordering::Equal,
            (false, true) => return Ordering::Less,
            (true, false) => return Ordering::Greater,
            (true, true) if a.byte() != b.byte() => return a.byte().cmp(&b.byte()),
            (true, true) => {}
        }
        a.at += 1;
        b.at += 1;
    }
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    /// The current byte; a zero byte at the end, as in C.
    fn byte(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn is_digit(&self) -> bool {
        self.byte().is_ascii_digit()
    }

    fn skip_leading_zeros(&mut self) {
        while self.byte() == b'0' && self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    fn skip_space(&mut self) {
        while phant_numeric::parse::is_space(self.byte()) {
            self.at += 1;
        }
    }
}
