//! `convert_uuencode()` and `convert_uudecode()`.

/// The bytes of a full line.
const LINE: usize = 45;

fn letter(bits: u8) -> u8 {
    if bits & 63 == 0 { b'`' } else { (bits & 63) + b' ' }
}

fn bits(letter: u8) -> u8 {
    letter.wrapping_sub(b' ') & 63
}

/// The text of `data`: lines of up to 45 bytes, and one with no bytes at the end.
pub fn encode(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() / 3 * 4 + data.len() / LINE * 2 + 16);
    for line in data.chunks(LINE) {
        out.push(letter(line.len() as u8));
        for group in line.chunks(3) {
            let at = |i: usize| group.get(i).copied().unwrap_or(0);
            let [a, b, c] = [at(0), at(1), at(2)];
            out.extend_from_slice(&[letter(a >> 2), letter(a << 4 | b >> 4), letter(b << 2 | c >> 6), letter(c)]);
        }
        out.push(b'\n');
    }
    out.extend_from_slice(b"`\n");
    out
}

/// The bytes of `text`; `None` if it is not uuencoded.
pub fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut total = 0;
    let mut rest = text;
    while let Some((&first, line)) = rest.split_first() {
        let len = usize::from(bits(first));
        if len == 0 {
            break;
        }
        // Only all lines together are cut to what they say.
        total += len;
        let (letters, after) = line.split_at_checked(len.div_ceil(3) * 4)?;
        for group in letters.as_chunks::<4>().0 {
            let [a, b, c, d] = group.map(bits);
            out.extend_from_slice(&[a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]);
        }
        if len < LINE {
            break;
        }
        rest = after.get(1..).unwrap_or_default();
    }
    out.truncate(total);
    Some(out)
}
