//! Saved states as PHP shows them: a list of integers and strings, one per field of the algorithm's layout.

use phant_digest::{Algorithm, Digest, hash::Field};
use phant_memory::{Array, Str, Value};

/// Which way of saving it is: Keccak's is tied to an implementation.
pub fn magic(algorithm: &Algorithm) -> i64 {
    if algorithm.name.starts_with("sha3-") { 100 } else { 2 }
}

/// The fields of a saved state.
pub fn fields(algorithm: &Algorithm, image: &[u8]) -> Array {
    let mut out = Array::new();
    let mut rest = image;
    for &field in algorithm.layout {
        let (bytes, tail) = rest.split_at(field.size().min(rest.len()));
        rest = tail;
        let mut push = |value| {
            // No layout has so many fields that a list of them could be full.
            let _ = out.push(value);
        };
        match field {
            Field::Bytes(_) => push(Value::from(Str::new(bytes))),
            Field::Byte => push(Value::int(bytes.first().map_or(0, |&byte| i64::from(byte)))),
            // A long is two words, the low one first.
            Field::Words(_) | Field::Longs(_) => {
                bytes.as_chunks().0.iter().for_each(|word| push(Value::int(i64::from(i32::from_le_bytes(*word)))));
            }
        }
    }
    out
}

/// The saved state did not fit the algorithm.
const INVALID: i64 = -2000;
/// The way of saving is not ours.
const UNKNOWN: i64 = -1;

/// A running hash with a saved state. The error is PHP's code: -1000 less the offset of the first field that is wrong, or
/// one of the constants.
pub fn restore(algorithm: &'static Algorithm, state: &Value, given_magic: i64) -> Result<Box<dyn Digest>, i64> {
    let state = state.as_array().filter(|_| given_magic == magic(algorithm) && !algorithm.layout.is_empty()).ok_or(UNKNOWN)?;
    let mut image = Vec::new();
    let mut index = 0;
    let mut next = || {
        index += 1;
        state.get_int(index - 1)
    };
    for &field in algorithm.layout {
        let wrong = |image: &[u8]| -1000 - image.len() as i64;
        match field {
            Field::Bytes(len) => {
                let text = next().and_then(Value::as_str).filter(|text| text.len() == len);
                image.extend_from_slice(&text.ok_or_else(|| wrong(&image))?);
            }
            Field::Byte => image.push(next().and_then(Value::as_int).ok_or_else(|| wrong(&image))? as u8),
            Field::Words(count) => {
                for _ in 0..count {
                    let word = next().and_then(Value::as_int).ok_or_else(|| wrong(&image))?;
                    image.extend_from_slice(&(word as u32).to_le_bytes());
                }
            }
            Field::Longs(count) => {
                for _ in 0..count {
                    let (low, high) = (next().and_then(Value::as_int), next().and_then(Value::as_int));
                    let (Some(low), Some(high)) = (low, high) else { return Err(wrong(&image)) };
                    image.extend_from_slice(&(low as u32).to_le_bytes());
                    image.extend_from_slice(&(high as u32).to_le_bytes());
                }
            }
        }
    }
    let mut digest = algorithm.start();
    if digest.load(&image) { Ok(digest) } else { Err(INVALID) }
}
