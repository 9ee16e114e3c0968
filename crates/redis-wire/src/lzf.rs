//! LZF, as liblzf writes it: runs of literal bytes, and references of at least three bytes up to 8 KiB back.

/// The hash table has two to this many places.
const HASH_LOG: u32 = 16;
/// The longest run of literal bytes.
const LONGEST_RUN: usize = 1 << 5;
/// How far back a reference goes.
const FARTHEST: usize = 1 << 13;
/// How much a reference stands for at most.
const LONGEST_REFERENCE: usize = (1 << 8) + (1 << 3);

/// Where in the table three bytes are: the middle of a product, by the multiplier that Snappy has too. Which matches are found
/// depends on it, and so do the bytes that come out.
fn place(bytes: u32) -> usize {
    (bytes.wrapping_mul(0x1e35_a7bd) >> (24 - HASH_LOG)) as usize & ((1 << HASH_LOG) - 1)
}

/// Compresses; `None` if that takes more than `room` bytes.
pub fn compress(data: &[u8], room: usize) -> Option<Vec<u8>> {
    if data.is_empty() || room == 0 {
        return None;
    }
    let mut table = vec![0u32; 1 << HASH_LOG];
    let mut out: Vec<u8> = Vec::with_capacity(room.min(data.len() + 16));
    let (mut at, mut literals) = (0, 0);
    // The place of a run's length is before the run.
    out.push(0);
    let begins = |at: usize| u32::from(data[at]) << 8 | u32::from(data[at + 1]);
    let mut hash = if data.len() > 2 { begins(0) } else { 0 };
    while at + 2 < data.len() {
        hash = hash << 8 | u32::from(data[at + 2]);
        let known = &mut table[place(hash)];
        // Zero is nothing: positions are counted from one.
        let reference = (*known as usize).checked_sub(1);
        *known = at as u32 + 1;
        let found = reference.filter(|&r| at - r - 1 < FARTHEST && r > 0 && data[r..r + 3] == data[at..at + 3]);
        let Some(reference) = found else {
            if out.len() >= room {
                return None;
            }
            literals += 1;
            out.push(data[at]);
            at += 1;
            if literals == LONGEST_RUN {
                let start = out.len() - literals - 1;
                out[start] = literals as u8 - 1;
                literals = 0;
                out.push(0);
            }
            continue;
        };
        let distance = at - reference - 1;
        if out.len() + 3 + 1 >= room && out.len() - usize::from(literals == 0) + 3 + 1 >= room {
            return None;
        }
        end_run(&mut out, literals);
        let most = (data.len() - at - 2).min(LONGEST_REFERENCE);
        let mut length = 2;
        // Long ones are looked at by the sixteen first, so that they may be a byte or two longer at the end of the data.
        let unbound = if most > 16 { 18 } else { 0 };
        loop {
            length += 1;
            if (length > unbound && length >= most) || data[reference + length] != data[at + length] {
                break;
            }
        }
        let coded = length - 2;
        if coded < 7 {
            out.push((distance >> 8) as u8 + ((coded as u8) << 5));
        } else {
            out.push((distance >> 8) as u8 + (7 << 5));
            out.push((coded - 7) as u8);
        }
        out.push(distance as u8);
        literals = 0;
        out.push(0);
        at += length;
        if at + 2 >= data.len() {
            break;
        }
        // The last two places of what the reference stands for are known from now on.
        at -= 2;
        hash = begins(at);
        for _ in 0..2 {
            hash = hash << 8 | u32::from(data[at + 2]);
            table[place(hash)] = at as u32 + 1;
            at += 1;
        }
    }
    if out.len() + 3 > room {
        return None;
    }
    while at < data.len() {
        literals += 1;
        out.push(data[at]);
        at += 1;
        if literals == LONGEST_RUN {
            let start = out.len() - literals - 1;
            out[start] = literals as u8 - 1;
            literals = 0;
            out.push(0);
        }
    }
    end_run(&mut out, literals);
    Some(out)
}

/// Writes the length of the run at the end; a run of nothing goes.
fn end_run(out: &mut Vec<u8>, literals: usize) {
    if literals == 0 {
        out.pop();
    } else {
        let start = out.len() - literals - 1;
        out[start] = literals as u8 - 1;
    }
}

/// Why data cannot be taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is longer than that.
    TooLong,
    /// It is not LZF.
    Malformed,
}

/// Decompresses to at most `limit` bytes.
pub fn decompress(mut data: &[u8], limit: usize) -> Result<Vec<u8>, Refused> {
    let mut out = Vec::new();
    while let Some((&control, rest)) = data.split_first() {
        data = rest;
        let control = usize::from(control);
        if control < LONGEST_RUN {
            let run = data.get(..=control).ok_or(Refused::Malformed)?;
            if out.len() + run.len() > limit {
                return Err(Refused::TooLong);
            }
            out.extend_from_slice(run);
            data = &data[control + 1..];
            continue;
        }
        let mut length = control >> 5;
        let mut next = || {
            let (&byte, rest) = data.split_first().ok_or(Refused::Malformed)?;
            data = rest;
            Ok(usize::from(byte))
        };
        if length == 7 {
            length += next()?;
        }
        length += 2;
        let distance = (control & 31) << 8 | next()?;
        let start = out.len().checked_sub(distance + 1).ok_or(Refused::Malformed)?;
        if out.len() + length > limit {
            return Err(Refused::TooLong);
        }
        // What is copied may be what was just written.
        for i in 0..length {
            out.push(out[start + i]);
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::{Refused, compress, decompress};

    #[test]
    fn there_and_back() {
        let mut text = b"the quick brown fox jumps over the lazy dog, the quick brown fox ".repeat(40);
        text.extend((0..3000u32).map(|i| ((i * i) >> 3) as u8));
        for length in 0..text.len().min(400) {
            if let Some(small) = compress(&text[..length], length + 100) {
                assert_eq!(decompress(&small, length).unwrap(), &text[..length]);
            }
        }
        let small = compress(&text, text.len()).unwrap();
        assert!(small.len() < text.len());
        assert_eq!(decompress(&small, text.len()).unwrap(), text);
        assert_eq!(decompress(&small, 100), Err(Refused::TooLong));
        assert_eq!(decompress(&[0xff], 100), Err(Refused::Malformed));
        assert_eq!(decompress(&[0x20, 0], 100), Err(Refused::Malformed));
    }
}
