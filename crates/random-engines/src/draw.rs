//! Integers in a range, bytes, shuffles, picks.

use crate::{Engine, Failure, MAX_ATTEMPTS, Mode};

/// A number from `min` to `max`, both included: `mt_rand()`, `random_int()`, `Randomizer::getInt()`.
///
/// The range must not be empty. A Mersenne twister in legacy mode is uniform here too; where PHP scales instead, call
/// [`crate::Mt19937::rand_range`], as [`get_int`] does.
pub fn range<E: Engine + ?Sized>(engine: &mut E, min: i64, max: i64) -> Result<i64, Failure> {
    let width = max.wrapping_sub(min) as u64;
    let offset = match u32::try_from(width) {
        Ok(width) => u64::from(range_u32(engine, width)?),
        Err(_) => range_u64(engine, width)?,
    };
    Ok(min.wrapping_add(offset as i64))
}

/// `Randomizer::getInt($min, $max)`
pub fn get_int(engine: &mut dyn Engine, min: i64, max: i64) -> Result<i64, Failure> {
    match engine.as_mt19937() {
        Some(twister) if twister.mode() == Mode::Legacy => Ok(twister.legacy_range(min, max)),
        _ => range(engine, min, max),
    }
}

/// Calls the engine until there are `size` bytes.
fn gather<E: Engine + ?Sized>(engine: &mut E, size: usize) -> Result<u64, Failure> {
    let mut bits = 0;
    let mut have = 0;
    while have < size {
        let output = engine.generate()?;
        bits |= output.bits << (8 * have);
        have += output.size;
    }
    Ok(bits)
}

/// 64 bits, from as many calls as that takes.
pub(crate) fn next_u64<E: Engine + ?Sized>(engine: &mut E) -> Result<u64, Failure> {
    gather(engine, 8)
}

/// A number from 0 to `max`, included.
pub fn range_u32<E: Engine + ?Sized>(engine: &mut E, max: u32) -> Result<u32, Failure> {
    let mut bits = gather(engine, 4)? as u32;
    let Some(count) = max.checked_add(1) else { return Ok(bits) };
    if count.is_power_of_two() {
        return Ok(bits & max);
    }
    // Numbers from the last, incomplete multiple of `count` on would make small results more likely.
    let limit = u32::MAX - u32::MAX % count - 1;
    let mut attempts = 0;
    while bits > limit {
        attempts += 1;
        if attempts > MAX_ATTEMPTS {
            return Err(Failure::Attempts);
        }
        bits = gather(engine, 4)? as u32;
    }
    Ok(bits % count)
}

/// A number from 0 to `max`, included.
pub fn range_u64<E: Engine + ?Sized>(engine: &mut E, max: u64) -> Result<u64, Failure> {
    let mut bits = next_u64(engine)?;
    let Some(count) = max.checked_add(1) else { return Ok(bits) };
    if count.is_power_of_two() {
        return Ok(bits & max);
    }
    let limit = u64::MAX - u64::MAX % count - 1;
    let mut attempts = 0;
    while bits > limit {
        attempts += 1;
        if attempts > MAX_ATTEMPTS {
            return Err(Failure::Attempts);
        }
        bits = next_u64(engine)?;
    }
    Ok(bits % count)
}

/// `Randomizer::nextInt()`
pub fn next_int(engine: &mut dyn Engine) -> Result<i64, Failure> {
    Ok((engine.generate()?.bits >> 1) as i64)
}

/// `Randomizer::getBytes($length)`
pub fn bytes(engine: &mut dyn Engine, length: usize) -> Result<Vec<u8>, Failure> {
    let mut out = vec![0; length];
    engine.fill(&mut out)?;
    Ok(out)
}

/// `Randomizer::getBytesFromString($source, $length)`; the source must not be empty.
pub fn bytes_from(engine: &mut dyn Engine, source: &[u8], length: usize) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::with_capacity(length);
    let last = source.len() - 1;
    if last > 0xff {
        while out.len() < length {
            out.push(source[range(engine, 0, last as i64)? as usize]);
        }
        return Ok(out);
    }
    // Each byte of the engine gives one offset, cut to as many bits as the last offset has.
    let mask = (last + 1).next_power_of_two() - 1;
    let mut attempts = 0;
    while out.len() < length {
        let output = engine.generate()?;
        for byte in &output.bits.to_le_bytes()[..output.size] {
            let offset = usize::from(*byte) & mask;
            if offset > last {
                attempts += 1;
                if attempts > MAX_ATTEMPTS {
                    return Err(Failure::Attempts);
                }
                continue;
            }
            attempts = 0;
            out.push(source[offset]);
            if out.len() >= length {
                break;
            }
        }
    }
    Ok(out)
}

/// `shuffle()`, `str_shuffle()`, `shuffleArray()`, `shuffleBytes()`: calls `swap` with the two places to exchange.
pub fn shuffle<E: Engine + ?Sized>(engine: &mut E, length: usize, mut swap: impl FnMut(usize, usize)) -> Result<(), Failure> {
    for last in (1..length).rev() {
        let other = range(engine, 0, last as i64)? as usize;
        if other != last {
            swap(other, last);
        }
    }
    Ok(())
}

/// Which element [`pick_one`] chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The element that is this far from the first.
    Element(usize),
    /// The one in this slot.
    Slot(usize),
}

/// `array_rand($array)`: one of `length` elements, which are in `slots` slots, some of them empty.
pub fn pick_one<E: Engine + ?Sized>(
    engine: &mut E,
    length: usize,
    slots: usize,
    mut is_empty: impl FnMut(usize) -> bool,
) -> Result<Pick, Failure> {
    if length * 2 < slots {
        return Ok(Pick::Element(range(engine, 0, length as i64 - 1)? as usize));
    }
    loop {
        let slot = range(engine, 0, slots as i64 - 1)? as usize;
        if !is_empty(slot) {
            return Ok(Pick::Slot(slot));
        }
    }
}

/// `array_rand($array, $count)`, `pickArrayKeys()`, for more than one: which of `length` elements are picked.
pub fn pick_many<E: Engine + ?Sized>(engine: &mut E, length: usize, count: usize) -> Result<Vec<bool>, Failure> {
    let mut chosen = vec![false; length];
    pick_among(engine, &mut chosen, count)?;
    Ok(chosen)
}

/// As [`pick_many`], of as many elements as there are places.
pub fn pick_among<E: Engine + ?Sized>(engine: &mut E, chosen: &mut [bool], count: usize) -> Result<(), Failure> {
    let length = chosen.len();
    // Of more than half it is quicker to choose which ones not to pick.
    let invert = count > length >> 1;
    let mut left = if invert { length - count } else { count };
    chosen.fill(invert);
    let mut attempts = 0;
    while left > 0 {
        let element = range(engine, 0, length as i64 - 1)? as usize;
        if chosen[element] != invert {
            attempts += 1;
            if attempts > MAX_ATTEMPTS {
                return Err(Failure::Attempts);
            }
            continue;
        }
        chosen[element] = !invert;
        left -= 1;
        attempts = 0;
    }
    Ok(())
}
