//! Encryption of entries: PKWARE's old cipher, and WinZip's AES (AE-2).

use crate::archive::er;
use phant_archive::{u16_at, zip};
use phant_digest::{algorithm, hmac, kdf};

/// `ZipArchive::EM_TRAD_PKWARE`
pub const TRADITIONAL: u16 = 1;
/// `ZipArchive::EM_AES_128`; the next ones are 192 and 256.
pub const AES_128: u16 = 0x101;
/// The extra field of AES.
const AES_FIELD: u16 = 0x9901;
const ROUNDS: u64 = 1000;
const MAC: usize = 10;

/// An entry without its encryption.
pub struct Opened {
    pub bytes: Vec<u8>,
    pub method: u16,
    /// Whether the sum of the contents is that of the directory.
    pub has_crc: bool,
}

struct Keys([u32; 3]);

fn crc_step(crc: u32, byte: u8) -> u32 {
    let mut value = (crc ^ u32::from(byte)) & 0xFF;
    for _ in 0..8 {
        value = if value & 1 != 0 { value >> 1 ^ 0xEDB8_8320 } else { value >> 1 };
    }
    crc >> 8 ^ value
}

impl Keys {
    fn new(password: &[u8]) -> Keys {
        let mut keys = Keys([0x1234_5678, 0x2345_6789, 0x3456_7890]);
        password.iter().for_each(|&b| keys.feed(b));
        keys
    }
    fn feed(&mut self, byte: u8) {
        let [a, b, c] = &mut self.0;
        *a = crc_step(*a, byte);
        *b = b.wrapping_add(*a & 0xFF).wrapping_mul(134_775_813).wrapping_add(1);
        *c = crc_step(*c, (*b >> 24) as u8);
    }
    fn mask(&self) -> u8 {
        let t = self.0[2] & 0xFFFF | 2;
        (t.wrapping_mul(t ^ 1) >> 8) as u8
    }
}

fn aes_sizes(strength: u8) -> Option<(usize, usize, &'static [u8])> {
    Some(match strength {
        1 => (16, 8, b"aes-128-ecb"),
        2 => (24, 12, b"aes-192-ecb"),
        3 => (32, 16, b"aes-256-ecb"),
        _ => return None,
    })
}

struct Derived {
    cipher: &'static [u8],
    key: Vec<u8>,
    mac_key: Vec<u8>,
    check: [u8; 2],
}

fn derive(password: &[u8], salt: &[u8], strength: u8) -> Option<Derived> {
    let (key_len, _, cipher) = aes_sizes(strength)?;
    let all = kdf::pbkdf2(algorithm(b"sha1")?, password, salt, ROUNDS, 2 * key_len + 2);
    Some(Derived {
        cipher,
        key: all[..key_len].to_vec(),
        mac_key: all[key_len..2 * key_len].to_vec(),
        check: [all[2 * key_len], all[2 * key_len + 1]],
    })
}

/// Counter mode with a counter whose lowest byte comes first, from one on.
fn aes(derived: &Derived, data: &mut [u8]) -> Option<()> {
    let cipher = phant_cipher::Cipher::named(derived.cipher)?;
    let blocks = data.len().div_ceil(16);
    // The counters are made and encrypted together.
    let mut counters = Vec::with_capacity(blocks * 16);
    for i in 1..=blocks as u128 {
        counters.extend_from_slice(&i.to_le_bytes());
    }
    let parameters = phant_cipher::Parameters { iv: b"", padding: false, associated: b"" };
    let mask = cipher.encrypt(&derived.key, &counters, parameters, 0).ok()?.0;
    for (byte, mask) in data.iter_mut().zip(mask) {
        *byte ^= mask;
    }
    Some(())
}

fn mac(derived: &Derived, data: &[u8]) -> Vec<u8> {
    let mut sum = algorithm(b"sha1").map_or_else(Vec::new, |sha1| hmac::hmac(sha1, &derived.mac_key, data));
    sum.truncate(MAC);
    sum
}

/// What encryption an entry has, by the numbers of `ZipArchive::EM_…`.
pub fn method_of(entry: &zip::Entry) -> u16 {
    if entry.flags & zip::ENCRYPTED == 0 {
        return 0;
    }
    if entry.method != zip::AES {
        return TRADITIONAL;
    }
    match zip::extra_part(&entry.extra, AES_FIELD).filter(|p| p.len() >= 7) {
        Some(part) if (1..=3).contains(&part[4]) => AES_128 + u16::from(part[4]) - 1,
        _ => 0xFFFF,
    }
}

/// What compression an entry has, behind its encryption.
pub fn compression_of(entry: &zip::Entry) -> u16 {
    match zip::extra_part(&entry.extra, AES_FIELD).filter(|p| p.len() >= 7 && entry.method == zip::AES) {
        Some(part) => u16_at(part, 5),
        None => entry.method,
    }
}

/// Takes the encryption off.
pub fn decrypt(entry: &zip::Entry, raw: &[u8], password: &[u8]) -> Result<Opened, i64> {
    if entry.method == zip::AES {
        let field = zip::extra_part(&entry.extra, AES_FIELD).filter(|p| p.len() >= 7).ok_or(er::ENCRNOTSUPP)?;
        let (_, salt_len, _) = aes_sizes(field[4]).ok_or(er::ENCRNOTSUPP)?;
        if raw.len() < salt_len + 2 + MAC {
            return Err(er::INCONS);
        }
        let derived = derive(password, &raw[..salt_len], field[4]).ok_or(er::ENCRNOTSUPP)?;
        if raw[salt_len..salt_len + 2] != derived.check {
            return Err(er::WRONGPASSWD);
        }
        let end = raw.len() - MAC;
        let mut bytes = raw[salt_len + 2..end].to_vec();
        if mac(&derived, &bytes) != raw[end..] {
            return Err(er::CRC);
        }
        aes(&derived, &mut bytes).ok_or(er::ENCRNOTSUPP)?;
        return Ok(Opened { bytes, method: u16_at(field, 5), has_crc: u16_at(field, 0) == 1 });
    }
    if raw.len() < 12 {
        return Err(er::INCONS);
    }
    let mut keys = Keys::new(password);
    let mut bytes = Vec::with_capacity(raw.len());
    for &byte in raw {
        let plain = byte ^ keys.mask();
        keys.feed(plain);
        bytes.push(plain);
    }
    let expected = if entry.flags & zip::DESCRIPTOR != 0 { (entry.time >> 8) as u8 } else { (entry.crc >> 24) as u8 };
    if bytes[11] != expected && bytes[11] != (entry.crc >> 24) as u8 {
        return Err(er::WRONGPASSWD);
    }
    bytes.drain(..12);
    Ok(Opened { bytes, method: entry.method, has_crc: true })
}

/// Encrypts packed contents of an entry, whose header is changed to say so.
pub fn encrypt(entry: &mut zip::Entry, packed: &[u8], how: u16, password: &[u8], random: &[u8]) -> Result<Vec<u8>, i64> {
    entry.flags |= zip::ENCRYPTED;
    if how == TRADITIONAL {
        let mut keys = Keys::new(password);
        let mut header = random[..12].to_vec();
        header[11] = (entry.crc >> 24) as u8;
        let mut out = Vec::with_capacity(packed.len() + 12);
        for &plain in header.iter().chain(packed) {
            out.push(plain ^ keys.mask());
            keys.feed(plain);
        }
        return Ok(out);
    }
    let strength = how.checked_sub(AES_128 - 1).and_then(|s| u8::try_from(s).ok()).ok_or(er::ENCRNOTSUPP)?;
    let (_, salt_len, _) = aes_sizes(strength).ok_or(er::ENCRNOTSUPP)?;
    let salt = &random[..salt_len];
    let derived = derive(password, salt, strength).ok_or(er::ENCRNOTSUPP)?;
    let mut bytes = packed.to_vec();
    aes(&derived, &mut bytes).ok_or(er::ENCRNOTSUPP)?;
    let sum = mac(&derived, &bytes);
    let mut field = AES_FIELD.to_le_bytes().to_vec();
    field.extend_from_slice(&[7, 0, 2, 0, b'A', b'E', strength]);
    field.extend_from_slice(&entry.method.to_le_bytes());
    entry.extra = zip::without_parts(&entry.extra, &[AES_FIELD]);
    entry.extra.extend_from_slice(&field);
    (entry.method, entry.needs, entry.crc) = (zip::AES, 51, 0);
    Ok([salt, &derived.check, &bytes, &sum].concat())
}
