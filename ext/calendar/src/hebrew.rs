//! Jewish dates in Hebrew, in the encoding ISO 8859-8.

use crate::day::{Date, is_jewish_leap};

/// What is added to numbers.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// An apostrophe (geresh) behind the thousands: `CAL_JEWISH_ADD_ALAFIM_GERESH`.
    pub thousands_mark: bool,
    /// The word "thousands" (alafim) behind them: `CAL_JEWISH_ADD_ALAFIM`.
    pub thousands_word: bool,
    /// A double quote (gershayim) before the last letter, or an apostrophe behind a single one:
    /// `CAL_JEWISH_ADD_GERESHAYIM`.
    pub marks: bool,
}

const ALEF: u8 = 0xe0;
const TET: u8 = 0xe8;
const TAV: u8 = 0xfa;
/// Letters for 10 to 90. The forms at the end of a word, which lie between them, are no numerals.
const TENS: [u8; 9] = [0xe9, 0xeb, 0xec, 0xee, 0xf0, 0xf1, 0xf2, 0xf4, 0xf6];
/// Letters for 100 to 400.
const HUNDREDS: [u8; 4] = [0xf7, 0xf8, 0xf9, TAV];
const ALAFIM: &[u8] = b" \xe0\xec\xf4\xe9\xed ";

const MONTHS: [&[u8]; 13] = [
    b"\xfa\xf9\xf8\xe9",
    b"\xe7\xf9\xe5\xef",
    b"\xeb\xf1\xec\xe5",
    b"\xe8\xe1\xfa",
    b"\xf9\xe1\xe8",
    b"\xe0\xe3\xf8 \xe0'",
    b"\xe0\xe3\xf8 \xe1'",
    b"\xf0\xe9\xf1\xef",
    b"\xe0\xe9\xe9\xf8",
    b"\xf1\xe9\xe5\xef",
    b"\xfa\xee\xe5\xe6",
    b"\xe0\xe1",
    b"\xe0\xec\xe5\xec",
];
/// The only Adar of a year.
const ADAR: &[u8] = b"\xe0\xe3\xf8";

/// A number from 1 to 9999 in letters; `None` for others.
pub fn number(number: i64, style: Style) -> Option<Vec<u8>> {
    if !(1..=9999).contains(&number) {
        return None;
    }
    let mut out = Vec::new();
    let thousands = number / 1000;
    if thousands > 0 {
        out.push(ALEF + thousands as u8 - 1);
        if style.thousands_mark {
            out.push(b'\'');
        }
        if style.thousands_word {
            out.extend_from_slice(ALAFIM);
        }
    }
    let start = out.len();
    let mut rest = (number % 1000) as usize;
    while rest >= 100 {
        let hundreds = (rest / 100).min(4);
        out.push(HUNDREDS[hundreds - 1]);
        rest -= 100 * hundreds;
    }
    if rest == 15 || rest == 16 {
        // 10 and 5 or 6 would spell the name of God.
        out.extend([TET, ALEF + rest as u8 - 10]);
    } else {
        if rest >= 10 {
            out.push(TENS[rest / 10 - 1]);
        }
        if !rest.is_multiple_of(10) {
            out.push(ALEF + (rest % 10) as u8 - 1);
        }
    }
    if style.marks {
        match out.len() - start {
            0 => {}
            1 => out.push(b'\''),
            _ => out.insert(out.len() - 1, b'"'),
        }
    }
    Some(out)
}

/// A date in words; `None` if its year is beyond what letters can say.
pub fn date(date: Date, style: Style) -> Option<Vec<u8>> {
    let month = match date.month {
        7 if !is_jewish_leap(date.year) => ADAR,
        month => MONTHS.get(usize::try_from(month - 1).ok()?)?,
    };
    let (day, year) = (number(date.day, style)?, number(date.year, style)?);
    Some([&day, month, &year].join(&b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let plain = Style { thousands_mark: false, thousands_word: false, marks: false };
        assert_eq!(number(15, plain).as_deref(), Some(&[TET, 0xe5][..]));
        assert_eq!(number(5730, plain).as_deref(), Some(&[0xe4, TAV, 0xf9, 0xec][..]));
        assert_eq!(number(0, plain), None);
        assert_eq!(number(8, Style { marks: true, ..plain }).as_deref(), Some(&[0xe7, b'\''][..]));
    }
}
