//! Punycode (RFC 3492): text in the letters, digits and hyphens of host names.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 0x80;

fn adapt(delta: u32, points: u32, first: bool) -> u32 {
    let mut delta = if first { delta / DAMP } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

fn digit_value(byte: u8) -> Option<u32> {
    match byte {
        b'a'..=b'z' => Some(u32::from(byte - b'a')),
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 26),
        _ => None,
    }
}

/// The text that an encoded one (without its prefix) stands for, of at most some hundred characters.
pub(crate) fn decode(encoded: &[u8]) -> Option<String> {
    // A hyphen that nothing stands before separates nothing.
    let (basic, rest) = match encoded.iter().rposition(|&b| b == b'-').filter(|&at| at > 0) {
        Some(at) => (&encoded[..at], &encoded[at + 1..]),
        None => (&[][..], encoded),
    };
    if !encoded.is_ascii() {
        return None;
    }
    let mut out: Vec<char> = basic.iter().map(|&b| b as char).collect();
    let (mut n, mut i, mut bias) = (INITIAL_N, 0u32, INITIAL_BIAS);
    let mut rest = rest.iter().copied();
    while rest.len() > 0 {
        let before = i;
        let (mut weight, mut k) = (1u32, BASE);
        loop {
            let digit = digit_value(rest.next()?)?;
            i = i.checked_add(digit.checked_mul(weight)?)?;
            let t = threshold(k, bias);
            if digit < t {
                break;
            }
            weight = weight.checked_mul(BASE - t)?;
            k += BASE;
        }
        let points = out.len() as u32 + 1;
        bias = adapt(i - before, points, before == 0);
        n = n.checked_add(i / points)?;
        i %= points;
        out.insert(i as usize, char::from_u32(n)?);
        i += 1;
    }
    Some(out.into_iter().collect())
}

/// A text encoded, without a prefix; `None` if it is far too long.
pub(crate) fn encode(text: &str) -> Option<String> {
    let points: Vec<u32> = text.chars().map(u32::from).collect();
    let mut out: String = text.chars().filter(char::is_ascii).collect();
    let basic = out.len() as u32;
    if basic > 0 {
        out.push('-');
    }
    let (mut n, mut delta, mut bias, mut done) = (INITIAL_N, 0u32, INITIAL_BIAS, basic);
    while (done as usize) < points.len() {
        let next = points.iter().copied().filter(|&c| c >= n).min()?;
        delta = delta.checked_add((next - n).checked_mul(done + 1)?)?;
        n = next;
        for &c in &points {
            if c < n {
                delta = delta.checked_add(1)?;
            }
            if c == n {
                write_number(delta, bias, &mut out);
                bias = adapt(delta, done + 1, done == basic);
                delta = 0;
                done += 1;
            }
        }
        delta = delta.checked_add(1)?;
        n += 1;
    }
    Some(out)
}

fn write_number(mut number: u32, bias: u32, out: &mut String) {
    let digit = |value: u32| b"abcdefghijklmnopqrstuvwxyz0123456789"[value as usize] as char;
    let mut k = BASE;
    loop {
        let t = threshold(k, bias);
        if number < t {
            out.push(digit(number));
            return;
        }
        out.push(digit(t + (number - t) % (BASE - t)));
        number = (number - t) / (BASE - t);
        k += BASE;
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[track_caller]
    fn check(text: &str, encoded: &str) {
        assert_eq!(encode(text).as_deref(), Some(encoded));
        assert_eq!(decode(encoded.as_bytes()).as_deref(), Some(text));
    }

    #[test]
    fn both_ways() {
        check("münchen", "mnchen-3ya");
        check("例え", "r8jz45g");
        check("abc", "abc-");
        check("", "");
        assert_eq!(decode(b"zzzz"), None);
        assert_eq!(decode(b"-3ya"), None);
        assert_eq!(decode("ä".as_bytes()), None);
    }
}
