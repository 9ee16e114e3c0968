//! `round()` with every `RoundingMode`, as PHP 8.4 computes it.
//!
//! There is no pre-rounding. The value is scaled and cut to an integer; whether to go one further is decided by
//! scaling the candidate (the integer, or the middle to the next) back and comparing it with the value as given. So
//! 0.285, which is a little less than 285/1000, rounds to 0.29: the double nearest to 0.285 *is* 0.285.

/// `RoundingMode`, in the order of `PHP_ROUND_*` constants 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundingMode {
    /// `PHP_ROUND_HALF_UP`
    HalfAwayFromZero = 1,
    /// `PHP_ROUND_HALF_DOWN`
    HalfTowardsZero,
    /// `PHP_ROUND_HALF_EVEN`
    HalfEven,
    /// `PHP_ROUND_HALF_ODD`
    HalfOdd,
    /// `PHP_ROUND_CEILING`
    PositiveInfinity,
    /// `PHP_ROUND_FLOOR`
    NegativeInfinity,
    /// `PHP_ROUND_TOWARD_ZERO`
    TowardsZero,
    /// `PHP_ROUND_AWAY_FROM_ZERO`
    AwayFromZero,
}

impl RoundingMode {
    /// The mode of a `PHP_ROUND_*` constant.
    pub fn from_constant(constant: i64) -> Option<RoundingMode> {
        use RoundingMode::*;
        Some(match constant {
            1 => HalfAwayFromZero,
            2 => HalfTowardsZero,
            3 => HalfEven,
            4 => HalfOdd,
            5 => PositiveInfinity,
            6 => NegativeInfinity,
            7 => TowardsZero,
            8 => AwayFromZero,
            _ => return None,
        })
    }
}

/// `floor($value)`: a conversion to an integer and back, where the processor has no instruction that every one has.
#[inline]
pub fn floor(value: f64) -> f64 {
    const WHOLE_FROM: f64 = 4_503_599_627_370_496.0;
    if value.abs() < WHOLE_FROM {
        let whole = value as i64 as f64;
        // Zero keeps the sign.
        (if whole > value { whole - 1.0 } else { whole }).copysign(value)
    } else {
        value
    }
}

/// `round($value, $places, $mode)` for a float.
pub fn round(value: f64, places: i32, mode: RoundingMode) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    let scale = Scale { places, power: power_of_ten(places.unsigned_abs()) };
    let scaled = scale.up(value);
    // Beyond the precision of a double: nothing to round.
    if scaled.abs() >= 1e16 {
        return value;
    }
    let rounded = round_scaled(scaled, value, &scale, mode);
    if places.unsigned_abs() < 23 {
        return scale.down(rounded);
    }
    let text = format!("{rounded:.6}e{}", -i64::from(places));
    match text.parse::<f64>() {
        // The text of a negative zero has no sign.
        Ok(0.0) => 0.0,
        Ok(result) if result.is_finite() => result,
        _ => value,
    }
}

struct Scale {
    places: i32,
    power: f64,
}

impl Scale {
    #[inline(always)]
    fn up(&self, value: f64) -> f64 {
        if self.places == 0 {
            return value;
        }
        if self.places >= 0 { value * self.power } else { value / self.power }
    }

    #[inline(always)]
    fn down(&self, value: f64) -> f64 {
        if self.places == 0 {
            return value;
        }
        if self.places > 0 { value / self.power } else { value * self.power }
    }
}

fn round_scaled(scaled: f64, value: f64, scale: &Scale, mode: RoundingMode) -> f64 {
    use RoundingMode::*;
    let sign = 1f64.copysign(value);
    // What is rounded is below 1e16, where this is what `trunc` gives, without a call.
    let mut integral = (scaled as i64 as f64).copysign(scaled);
    // Scaling may have fallen just short of an integer: 0.29 * 100 is 28.999999999999996.
    if scale.down(integral + sign) == value {
        integral += sign;
    }
    let beyond = || value.abs() > scale.down(integral).abs();
    let middle = scale.down(integral + 0.5 * sign).abs();
    let further = match mode {
        HalfAwayFromZero => value.abs() >= middle,
        HalfTowardsZero => value.abs() > middle,
        HalfEven => value.abs() > middle || value.abs() == middle && integral % 2.0 != 0.0,
        HalfOdd => value.abs() > middle || value.abs() == middle && integral % 2.0 == 0.0,
        PositiveInfinity => beyond() && value > 0.0,
        NegativeInfinity => beyond() && value < 0.0,
        TowardsZero => false,
        AwayFromZero => beyond(),
    };
    if further { integral + sign } else { integral }
}

/// 10 to the given power; exact up to 22.
fn power_of_ten(exponent: u32) -> f64 {
    const EXACT: [f64; 23] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
        1e22,
    ];
    EXACT.get(exponent as usize).copied().unwrap_or_else(|| 10f64.powf(f64::from(exponent)))
}

/// `round($value, $places, $mode)` for an integer: only negative places change it.
pub fn round_int(value: i64, places: i32, mode: RoundingMode) -> f64 {
    if places >= 0 { value as f64 } else { round(value as f64, places, mode) }
}
