//! `DateInterval::format`.

use crate::time::Relative;
use phant_memory::{Str, StrBuilder};
use std::fmt::Write;

/// A number as PHP prints it, which is all but the seconds: in 32 bits.
fn cut(number: i64) -> i64 {
    i64::from(number as i32)
}

/// An interval in a format.
pub(crate) fn format(format: &[u8], interval: &Relative) -> Str {
    let mut out = StrBuilder::with_capacity(format.len() + 8);
    let mut letters = format.iter().copied();
    while let Some(byte) = letters.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let Some(letter) = letters.next() else { break };
        let number = |wide: u8, number: i64, out: &mut StrBuilder| {
            // Capitals are padded.
            if letter == wide {
                let _ = write!(out, "{number:02}");
            } else {
                out.push_int(number);
            }
        };
        match letter {
            b'Y' | b'y' => number(b'Y', cut(interval.y), &mut out),
            b'M' | b'm' => number(b'M', cut(interval.m), &mut out),
            b'D' | b'd' => number(b'D', cut(interval.d), &mut out),
            b'H' | b'h' => number(b'H', cut(interval.h), &mut out),
            b'I' | b'i' => number(b'I', cut(interval.i), &mut out),
            b'S' | b's' => number(b'S', interval.s, &mut out),
            b'F' => {
                let _ = write!(out, "{:06}", interval.us);
            }
            b'f' => out.push_int(interval.us),
            b'a' => match interval.days {
                Some(days) => out.push_int(cut(days)),
                None => out.push_str("(unknown)"),
            },
            b'r' if interval.invert => out.push(b'-'),
            b'r' => {}
            b'R' => out.push(if interval.invert { b'-' } else { b'+' }),
            b'%' => out.push(b'%'),
            other => {
                out.push(b'%');
                out.push(other);
            }
        }
    }
    out.finish()
}
