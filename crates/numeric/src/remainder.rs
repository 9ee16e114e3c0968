//! `fmod()`: the remainder of floats, which is exact.

/// Bits of a float's fraction.
const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
/// What is added to the exponent of a fraction taken as an integer.
const BIAS: i64 = 1023 + FRACTION as i64;

/// The digits of a float that is not tiny, zero, infinite or NaN, as an integer, and its exponent field.
#[inline]
fn parts(value: f64) -> Option<(u64, i64)> {
    let bits = value.to_bits();
    let exponent = (bits >> FRACTION & 0x7ff) as i64;
    (1..0x7ff).contains(&exponent).then_some((bits & ((1 << FRACTION) - 1) | 1 << FRACTION, exponent))
}

/// What is left of `x` when `y` has been taken from it as often as it fits; it has the sign of `x`.
pub fn fmod(x: f64, y: f64) -> f64 {
    /// Digits that can be added to those of a float before they fill a word.
    const STEP: i64 = 64 - f64::MANTISSA_DIGITS as i64;
    let (Some((mut rest, of_x)), Some((divisor, of_y))) = (parts(x), parts(y)) else { return x % y };
    if of_x < of_y {
        return x;
    }
    let mut more = of_x - of_y;
    while more > STEP {
        rest = (rest << STEP) % divisor;
        more -= STEP;
    }
    rest = (rest << more) % divisor;
    if rest == 0 {
        return 0f64.copysign(x);
    }
    // The rest is an integer, to be scaled as `y` is.
    let bits = (rest as f64).to_bits() as i64;
    let exponent = (bits >> FRACTION) + of_y - BIAS;
    if exponent < 1 {
        return x % y;
    }
    f64::from_bits((bits + ((of_y - BIAS) << FRACTION)) as u64).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::fmod;

    #[test]
    fn as_the_library() {
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        };
        for i in 0..300_000 {
            let (x, y) = match i % 3 {
                0 => (f64::from_bits(random()), f64::from_bits(random())),
                1 => ((random() % 100_000) as f64 / 100.0 - 500.0, (random() % 1000) as f64 / 8.0),
                _ => ((random() % 100_000) as f64, (random() % 50) as f64),
            };
            let (own, other) = (fmod(x, y), x % y);
            assert!(own.to_bits() == other.to_bits() || own.is_nan() && other.is_nan(), "{x:e} {y:e} {own:e} {other:e}");
        }
        for special in [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NAN, f64::MIN_POSITIVE, 5e-324, f64::MAX] {
            for y in [0.0, 1.0, -2.5, f64::INFINITY, f64::NAN, f64::MIN_POSITIVE, 5e-324, f64::MAX] {
                let (own, other) = (fmod(special, y), special % y);
                assert!(own.to_bits() == other.to_bits() || own.is_nan() && other.is_nan(), "{special:e} {y:e}");
            }
        }
        for value in [0.5, -0.5, 0.0, -0.0, 1e300, -2.0, -2.1, 4_503_599_627_370_495.5, -4_503_599_627_370_495.5, f64::INFINITY] {
            assert_eq!(crate::round::floor(value).to_bits(), value.floor().to_bits(), "{value}");
        }
    }
}
