//! Floats: `nextFloat()` and `getFloat()`.
//!
//! The latter is Frédéric Goualard's γ-section algorithm ("Drawing random floating-point numbers from an interval",
//! 2022): all results are equally far apart, as far as the floats at the larger bound are, so that no value of the
//! interval is more likely than it should be.

use crate::draw::{next_u64, range_u64};
use crate::{Engine, Failure};

/// `Random\IntervalBoundary`: which bounds are results too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boundary {
    /// The lower one.
    #[default]
    ClosedOpen,
    /// Both.
    ClosedClosed,
    /// The upper one.
    OpenClosed,
    /// None.
    OpenOpen,
}

/// `Randomizer::nextFloat()`: from 0 up to, but not including, 1.
pub fn next_float(engine: &mut dyn Engine) -> Result<f64, Failure> {
    const UNIT: f64 = 1.0 / (1u64 << 53) as f64;
    Ok((next_u64(engine)? >> 11) as f64 * UNIT)
}

/// `Randomizer::getFloat($min, $max, $boundary)`; NAN if no float is in the interval.
pub fn float_in(engine: &mut dyn Engine, min: f64, max: f64, boundary: Boundary) -> Result<f64, Failure> {
    use Boundary::*;
    let step = step(min, max);
    let steps = steps(min, max, step);
    let empty = match boundary {
        ClosedClosed => max < min,
        ClosedOpen | OpenClosed => max <= min || steps < 1,
        OpenOpen => max <= min || steps < 2,
    };
    if empty {
        return Ok(f64::NAN);
    }
    // Counted down from the upper bound if that is the larger one, else up from the lower one.
    let down = min.abs() <= max.abs();
    let at = |k: u64| {
        let (quads, rest) = ((k >> 2) as f64, (k & 3) as f64);
        // Quarters, lest the product overflow.
        match down {
            true => 4.0 * (max * 0.25 - quads * step) - rest * step,
            false => 4.0 * (min * 0.25 + quads * step) + rest * step,
        }
    };
    Ok(match boundary {
        ClosedOpen => match (down, 1 + range_u64(engine, steps - 1)?) {
            (true, k) if k == steps => min,
            (true, k) => at(k),
            (false, k) => at(k - 1),
        },
        ClosedClosed => match (down, range_u64(engine, steps)?) {
            (true, k) if k == steps => min,
            (false, k) if k == steps => max,
            (_, k) => at(k),
        },
        OpenClosed => match (down, range_u64(engine, steps - 1)?) {
            (true, k) => at(k),
            (false, k) if k == steps - 1 => max,
            (false, k) => at(k + 1),
        },
        OpenOpen => at(1 + range_u64(engine, steps - 2)?),
    })
}

/// How far apart floats are at the larger of the bounds, towards the other one.
fn step(min: f64, max: f64) -> f64 {
    if min.abs() > max.abs() { min.next_up().min(f64::MAX) - min } else { max - max.next_down().max(f64::MIN) }
}

/// The steps from `a` to `b`, rounded up in spite of the rounding of the division.
fn steps(a: f64, b: f64, step: f64) -> u64 {
    // Both bounds are the last float there is.
    if step == 0.0 {
        return 1 << 63;
    }
    let count = b / step - a / step;
    let error = if a.abs() <= b.abs() { -a / step - (count - b / step) } else { b / step - (count + a / step) };
    let whole = count.ceil();
    if count != whole { whole as u64 } else { whole as u64 + u64::from(error > 0.0) }
}
