//! `mb_convert_kana`: between the widths and the scripts in which Japanese is written.

use crate::state::{argument, chars, text};
use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_convert_kana];

const FLAGS: &[u8] = b"AaRrNnSsKkHhCcVMm";

/// Flags that contradict one another, in the order in which they are looked for and named.
const CONTRADICTIONS: [[u8; 2]; 17] = [
    *b"Aa", *b"Rr", *b"Nn", *b"Ss", *b"Kk", *b"Hh", *b"Cc", *b"Mm", *b"Ar", *b"Ra", *b"An", *b"Na", *b"HK", *b"hC", *b"hc",
    *b"kC", *b"kc",
];

/// The full-width katakana and marks for the half-width ones from U+FF61 on.
#[rustfmt::skip]
const WIDE: [u32; 63] = [
    0x3002, 0x300c, 0x300d, 0x3001, 0x30fb, 0x30f2, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30e3, 0x30e5, 0x30e7,
    0x30c3, 0x30fc, 0x30a2, 0x30a4, 0x30a6, 0x30a8, 0x30aa, 0x30ab, 0x30ad, 0x30af, 0x30b1, 0x30b3, 0x30b5, 0x30b7,
    0x30b9, 0x30bb, 0x30bd, 0x30bf, 0x30c1, 0x30c4, 0x30c6, 0x30c8, 0x30ca, 0x30cb, 0x30cc, 0x30cd, 0x30ce, 0x30cf,
    0x30d2, 0x30d5, 0x30d8, 0x30db, 0x30de, 0x30df, 0x30e0, 0x30e1, 0x30e2, 0x30e4, 0x30e6, 0x30e8, 0x30e9, 0x30ea,
    0x30eb, 0x30ec, 0x30ed, 0x30ef, 0x30f3, 0x309b, 0x309c,
];
const HALF: std::ops::RangeInclusive<u32> = 0xff61..=0xff9f;
const VOICED: u32 = 0xff9e;
const SEMI_VOICED: u32 = 0xff9f;
/// From katakana to the same hiragana.
const TO_HIRAGANA: u32 = 0x60;

/// What was asked for.
#[derive(Clone, Copy)]
struct Mode<'a>(&'a [u8]);

impl Mode<'_> {
    fn has(self, flag: u8) -> bool {
        self.0.contains(&flag)
    }
    fn check(self, ctx: &Ctx) -> PhpResult<()> {
        if let Some(&flag) = self.0.iter().find(|flag| !FLAGS.contains(flag)) {
            return Err(ctx.argument_error(2, format!("contains invalid flag: '{}'", flag as char)));
        }
        match CONTRADICTIONS.iter().find(|[a, b]| self.has(*a) && self.has(*b)) {
            Some([a, b]) => Err(ctx.argument_error(2, format!("must not combine '{}' and '{}' flags", *a as char, *b as char))),
            None => Ok(()),
        }
    }
    /// Converts what is at the beginning of `rest`; gives how many characters that were.
    fn step(self, rest: &[u32], out: &mut Vec<u32>) -> usize {
        let c = rest[0];
        match c {
            0x20..=0x7e | 0xa5 | 0x203e if self.widen(c, out) => 1,
            0x2018 | 0x2019 if self.has(b'm') => push(out, 0x27),
            0x201c | 0x201d if self.has(b'm') => push(out, 0x22),
            0x2212 if self.has(b'a') => push(out, 0x2d),
            0x3000 if self.has(b's') => push(out, 0x20),
            0xff01..=0xffe5 if !HALF.contains(&c) && self.narrow(c, out) => 1,
            0x3001..=0x30fe => self.kana(c, out),
            _ if HALF.contains(&c) && (self.has(b'K') || self.has(b'H')) => self.widen_kana(c, rest.get(1).copied(), out),
            _ => push(out, c),
        }
    }
    fn widen(self, c: u32, out: &mut Vec<u32>) -> bool {
        let wide = match c {
            0x20 if self.has(b'S') => 0x3000,
            0x22 if self.has(b'M') => 0x201d,
            0x27 if self.has(b'M') => 0x2019,
            0x5c | 0xa5 if self.has(b'M') => 0xffe5,
            0x7e | 0x203e if self.has(b'M') => 0xffe3,
            0x203e if self.has(b'm') => 0x7e,
            0x22 | 0x27 | 0x5c | 0x20 | 0x7e.. => return false,
            _ if self.has(b'A') => c + 0xfee0,
            0x30..=0x39 if self.has(b'N') => c + 0xfee0,
            0x41..=0x5a | 0x61..=0x7a if self.has(b'R') => c + 0xfee0,
            _ => return false,
        };
        out.push(wide);
        true
    }
    fn narrow(self, c: u32, out: &mut Vec<u32>) -> bool {
        let narrow = match c {
            0xff3c | 0xffe5 if self.has(b'm') => 0x5c,
            0xffe3 if self.has(b'm') => 0x7e,
            0xff02 | 0xff07 | 0xff3c | 0xff5e.. => return false,
            _ if self.has(b'a') => c - 0xfee0,
            0xff10..=0xff19 if self.has(b'n') => c - 0xfee0,
            0xff21..=0xff3a | 0xff41..=0xff5a if self.has(b'r') => c - 0xfee0,
            _ => return false,
        };
        out.push(narrow);
        true
    }
    /// Full-width kana and the marks around them.
    fn kana(self, c: u32, out: &mut Vec<u32>) -> usize {
        match c {
            // Marks belong to both scripts.
            0x3001 | 0x3002 | 0x300c | 0x300d | 0x309b | 0x309c | 0x30fb | 0x30fc if self.has(b'k') || self.has(b'h') => {
                narrow_kana(c, out)
            }
            0x3041..=0x3093 if self.has(b'h') => narrow_kana(c + TO_HIRAGANA, out),
            0x30a1..=0x30f4 if self.has(b'k') => narrow_kana(c, out),
            0x3041..=0x3093 | 0x309d | 0x309e if self.has(b'C') => push(out, c + TO_HIRAGANA),
            0x30a1..=0x30f3 | 0x30fd | 0x30fe if self.has(b'c') => push(out, c - TO_HIRAGANA),
            _ => push(out, c),
        }
    }
    fn widen_kana(self, c: u32, next: Option<u32>, out: &mut Vec<u32>) -> usize {
        let mut wide = WIDE[(c - HALF.start()) as usize];
        let mut taken = 1;
        if self.has(b'V') {
            let mark = match (c, next) {
                (0xff73, Some(VOICED)) if self.has(b'K') => Some(0x30f4),
                (0xff76..=0xff84 | 0xff8a..=0xff8e, Some(VOICED)) => Some(wide + 1),
                (0xff8a..=0xff8e, Some(SEMI_VOICED)) => Some(wide + 2),
                _ => None,
            };
            if let Some(with_mark) = mark {
                (wide, taken) = (with_mark, 2);
            }
        }
        if self.has(b'H') && (0x30a1..=0x30f3).contains(&wide) {
            wide -= TO_HIRAGANA;
        }
        out.push(wide);
        taken
    }
}

fn push(out: &mut Vec<u32>, c: u32) -> usize {
    out.push(c);
    1
}

/// Katakana, or a mark, of half width; voiced ones are written with a mark behind them.
fn narrow_kana(c: u32, out: &mut Vec<u32>) -> usize {
    let half = |c: u32| WIDE.iter().position(|&wide| wide == c).map(|at| HALF.start() + at as u32);
    match c {
        // Letters out of use, for which there is only another one.
        0x30ee => out.push(0xff9c),
        0x30f0 => out.push(0xff72),
        0x30f1 => out.push(0xff74),
        0x30f4 => out.extend([0xff73, VOICED]),
        _ => match (half(c), half(c - 1), half(c - 2)) {
            (Some(half), ..) => out.push(half),
            (None, Some(base), _) => out.extend([base, VOICED]),
            (None, None, Some(base)) => out.extend([base, SEMI_VOICED]),
            (None, None, None) => out.push(c),
        },
    }
    1
}

/// Kana of half width as those of full width, joined with the marks behind them.
pub(crate) fn widened(chars: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(chars.len());
    let mut rest = chars;
    while let Some(&c) = rest.first() {
        rest = &rest[if HALF.contains(&c) { Mode(b"KV").step(rest, &mut out) } else { push(&mut out, c) }..];
    }
    out
}

/// Converts between half and full width, hiragana and katakana.
#[php("function mb_convert_kana(string $string, string $mode = \"KV\", ?string $encoding = null): string")]
fn mb_convert_kana(ctx: &Ctx, string: &Str, mode: &PhpStr, encoding: Option<&PhpStr>) -> PhpResult<Str> {
    let mode = Mode(mode.as_bytes());
    mode.check(ctx)?;
    let encoding = argument(ctx, 3, encoding)?;
    let all = chars(ctx, encoding, string)?;
    ctx.reserve(all.len().saturating_mul(8))?;
    let mut out = Vec::with_capacity(all.len());
    let mut rest = all.as_slice();
    while !rest.is_empty() {
        rest = &rest[mode.step(rest, &mut out)..];
    }
    Ok(text(ctx, encoding, &out))
}
