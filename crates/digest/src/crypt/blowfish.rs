//! bcrypt: the methods "$2y$" (or "$2b$"), "$2a$" and "$2x$" of Solar Designer's crypt_blowfish.
//!
//! Old releases of it read bytes of the password as signed numbers. "$2x$" still does; "$2a$" does not, but changes
//! the hash of those passwords for which that would have lost characters, so that no hash of then verifies now.

use blowfish::Blowfish;

const ALPHABET: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The letters of the salt.
const SALT: usize = 22;

/// Hashes with a whole setting: "$2y$", two digits of cost, "$", salt.
pub fn hash(password: &[u8], setting: &[u8]) -> Option<Vec<u8>> {
    let &[_, _, variant @ (b'a' | b'b' | b'x' | b'y'), _, tens @ b'0'..=b'3', ones @ b'0'..=b'9', b'$', ref rest @ ..] = setting
    else {
        return None;
    };
    let cost = u32::from(tens - b'0') * 10 + u32::from(ones - b'0');
    if !(4..=31).contains(&cost) || rest.len() < SALT {
        return None;
    }
    let salt = decode(&rest[..SALT])?;
    let salt: &[u8; 16] = salt.first_chunk()?;
    let digest = raw(&key(password, variant), cost, salt);

    let mut out = setting[..7].to_vec();
    out.extend(encode(salt));
    // Of the last byte there is no room for.
    out.extend(encode(&digest[..23]));
    Some(out)
}

/// The text of `bytes`: letters for six bits each, highest first.
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() * 4 / 3 + 1);
    for group in bytes.chunks(3) {
        let at = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        out.extend((0..=group.len()).map(|i| ALPHABET[(bits >> (18 - 6 * i) & 63) as usize]));
    }
    out
}

fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(18);
    for group in text.chunks(4) {
        let mut bits = 0;
        for i in 0..4 {
            let value = match group.get(i) {
                Some(letter) => ALPHABET.iter().position(|b| b == letter)?,
                None => 0,
            };
            bits = bits << 6 | value as u32;
        }
        out.extend_from_slice(&bits.to_be_bytes()[1..]);
    }
    Some(out)
}

/// The words that a password sets up the cipher with.
struct Key {
    words: [u8; 72],
    /// The same, for the first of all set-ups: see "$2a$".
    first: [u8; 72],
}

fn key(password: &[u8], variant: u8) -> Key {
    let mut bytes = password.iter().chain(&[0]).copied().cycle();
    let mut words = [0; 72];
    let mut difference = 0;
    let mut sign = 0;
    for out in words.as_chunks_mut::<4>().0 {
        let (mut correct, mut signed) = (0u32, 0u32);
        for i in 0..4 {
            let byte = bytes.next().unwrap_or(0);
            correct = correct << 8 | u32::from(byte);
            signed = signed << 8 | byte as i8 as u32;
            // The first byte of a word has nothing before it to lose.
            if i > 0 {
                sign |= signed & 0x80;
            }
        }
        difference |= correct ^ signed;
        *out = if variant == b'x' { signed } else { correct }.to_be_bytes();
    }
    let mut first = words;
    // Some difference would have been only in the lost characters: half of the words the same, or all of them.
    if variant == b'a' && sign != 0 && (difference | difference >> 16) & 0xffff == 0 {
        first[1] ^= 1;
    }
    Key { words, first }
}

fn raw(key: &Key, cost: u32, salt: &[u8; 16]) -> [u8; 24] {
    let mut cipher = Blowfish::bc_init_state();
    cipher.salted_expand_key(salt, &key.first);
    for _ in 0..1u64 << cost {
        if phant_interrupt::is_urgent() {
            break;
        }
        cipher.bc_expand_key(&key.words);
        cipher.bc_expand_key(salt);
    }
    let mut out = *b"OrpheanBeholderScryDoubt";
    for block in out.as_chunks_mut::<8>().0 {
        let [a, b, c, d, e, f, g, h] = *block;
        let mut words = [u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h])];
        for _ in 0..64 {
            words = cipher.bc_encrypt(words);
        }
        let bytes = words.map(u32::to_be_bytes);
        block.copy_from_slice(bytes.as_flattened());
    }
    out
}
