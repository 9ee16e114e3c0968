//! Session ids.

use phant_memory::Str;
use phant_native::Ctx;

/// The longest id.
pub const LONGEST: usize = 256;

const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-,";

/// A new id of as many characters as the settings say, with as many random bits in each.
pub fn create(ctx: &Ctx) -> Option<Str> {
    let length = usize::try_from(ctx.ini.int("session.sid_length")).unwrap_or(32).clamp(22, LONGEST);
    let bits = ctx.ini.int("session.sid_bits_per_character").clamp(4, 6) as u32;
    let mut random = [0; LONGEST];
    if phant_random_engines::fill(&mut random[..length]).is_err() {
        return None;
    }
    let mask = (1u8 << bits) - 1;
    Some(Str::new(random[..length].iter().map(|byte| DIGITS[usize::from(byte & mask)]).collect::<Vec<_>>()))
}

/// Whether an id is one that every module can take.
pub fn is_valid(id: &[u8]) -> bool {
    (1..=LONGEST).contains(&id.len()) && id.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b','))
}
