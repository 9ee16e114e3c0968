//! `crypt()`: the method is told by the salt.

mod blowfish;
mod des;
mod md5;
mod sha;

/// The alphabet of all methods but Blowfish.
const ALPHABET: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The bytes of a salt that are looked at.
const MAX_SALT: usize = 123;

/// `crypt($password, $salt)`: the hash, or "*0" ("*1" if the salt begins with "*0") if the salt is not valid.
pub fn crypt(password: &[u8], salt: &[u8]) -> Vec<u8> {
    let failure = if salt.starts_with(b"*0") { b"*1" } else { b"*0" };
    hash(password, salt).unwrap_or_else(|| failure.to_vec())
}

/// As [`crypt`], `None` if the salt is not valid.
pub fn hash(password: &[u8], salt: &[u8]) -> Option<Vec<u8>> {
    // All methods are defined on C strings.
    let password = until_zero(password);
    let salt = until_zero(&salt[..salt.len().min(MAX_SALT)]);
    match salt {
        [b'$', b'1', b'$', ..] => Some(md5::hash(password, &salt[3..])),
        [b'$', b'5', b'$', ..] => sha::hash_256(password, &salt[3..]),
        [b'$', b'6', b'$', ..] => sha::hash_512(password, &salt[3..]),
        [b'$', b'2', _, b'$', ..] => blowfish::hash(password, salt),
        [b'_', ..] => des::extended(password, &salt[1..]),
        _ => des::traditional(password, salt),
    }
}

fn until_zero(text: &[u8]) -> &[u8] {
    &text[..text.iter().position(|&b| b == 0).unwrap_or(text.len())]
}

/// Appends `count` letters for the bits of `value`, from the lowest on.
fn append_letters(out: &mut Vec<u8>, value: u32, count: u32) {
    out.extend((0..count).map(|i| ALPHABET[(value >> (6 * i) & 63) as usize]));
}

/// The six bits of a letter.
fn letter_value(letter: u8) -> Option<u32> {
    ALPHABET.iter().position(|&b| b == letter).map(|i| i as u32)
}
