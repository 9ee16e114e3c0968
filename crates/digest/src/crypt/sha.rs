//! The SHA-256 and SHA-512 methods, as Ulrich Drepper specified them in 2007.

use super::append_letters;
use sha2::digest::{Digest, FixedOutputReset};
use sha2::{Sha256, Sha512};

/// Hashes with the salt behind "$5$".
pub fn hash_256(password: &[u8], salt: &[u8]) -> Option<Vec<u8>> {
    hash::<Sha256>(b"$5$", password, salt, (0, 10, 20), |(a, b, c)| (c + 1, a + 1, b + 1))
}

/// Hashes with the salt behind "$6$".
pub fn hash_512(password: &[u8], salt: &[u8]) -> Option<Vec<u8>> {
    hash::<Sha512>(b"$6$", password, salt, (0, 21, 42), |(a, b, c)| (b + 1, c + 1, a + 1))
}

type Triple = (usize, usize, usize);

/// The number behind "rounds=" and the rest; `None` if it is out of range.
fn rounds(salt: &[u8]) -> Option<(Option<u32>, &[u8])> {
    let Some(text) = salt.strip_prefix(b"rounds=") else { return Some((None, salt)) };
    // As C's strtoul reads it.
    let start = text.iter().take_while(|b| b.is_ascii_whitespace() || **b == 0x0b).count();
    let negative = text.get(start) == Some(&b'-');
    let start = start + usize::from(matches!(text.get(start), Some(b'-' | b'+')));
    let digits = text[start..].iter().take_while(|b| b.is_ascii_digit()).count();
    let (number, rest) = text[start..].split_at(digits);
    let Some(rest) = rest.strip_prefix(b"$") else { return Some((None, salt)) };
    let rounds = std::str::from_utf8(number).ok()?.parse().ok()?;
    (!negative && (1000..=999_999_999).contains(&rounds)).then_some((Some(rounds), rest))
}

fn hash<D: Digest + FixedOutputReset>(
    prefix: &[u8],
    password: &[u8],
    salt: &[u8],
    first: Triple,
    next: fn(Triple) -> Triple,
) -> Option<Vec<u8>> {
    let (rounds, salt) = rounds(salt)?;
    let end = salt.iter().position(|&b| b == b'$').unwrap_or(salt.len()).min(16);
    let salt = &salt[..end];
    let digest = stretch::<D>(password, salt, rounds.unwrap_or(5000));

    let mut out = prefix.to_vec();
    if let Some(rounds) = rounds {
        out.extend_from_slice(format!("rounds={rounds}$").as_bytes());
    }
    out.extend_from_slice(salt);
    out.push(b'$');
    let at = |i: usize| u32::from(digest[i]);
    let mut triple = first;
    for _ in 0..digest.len() / 3 {
        let (a, b, c) = triple;
        append_letters(&mut out, at(a) << 16 | at(b) << 8 | at(c), 4);
        triple = next(triple);
    }
    match digest.len() {
        32 => append_letters(&mut out, at(31) << 8 | at(30), 3),
        _ => append_letters(&mut out, at(63), 2),
    }
    Some(out)
}

fn stretch<D: Digest + FixedOutputReset>(password: &[u8], salt: &[u8], rounds: u32) -> Vec<u8> {
    let inner = D::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    let mut first = D::new().chain_update(password).chain_update(salt);
    for chunk in password.chunks(inner.len()) {
        Digest::update(&mut first, &inner[..chunk.len()]);
    }
    let mut bits = password.len();
    while bits > 0 {
        Digest::update(&mut first, if bits & 1 != 0 { &inner[..] } else { password });
        bits >>= 1;
    }
    let mut digest = first.finalize();

    let repeated = |text: &[u8], times: usize, len: usize| {
        let mut hasher = D::new();
        (0..times).for_each(|_| Digest::update(&mut hasher, text));
        hasher.finalize().iter().copied().cycle().take(len).collect::<Vec<u8>>()
    };
    let password = repeated(password, password.len(), password.len());
    let salt = repeated(salt, 16 + usize::from(digest[0]), salt.len());

    let mut hasher = D::new();
    for round in 0..rounds {
        if phant_interrupt::is_urgent() {
            break;
        }
        let odd = round % 2 == 1;
        Digest::update(&mut hasher, if odd { &password[..] } else { &digest[..] });
        if round % 3 != 0 {
            Digest::update(&mut hasher, &salt);
        }
        if round % 7 != 0 {
            Digest::update(&mut hasher, &password);
        }
        Digest::update(&mut hasher, if odd { &digest[..] } else { &password[..] });
        digest = hasher.finalize_reset();
    }
    digest.to_vec()
}
