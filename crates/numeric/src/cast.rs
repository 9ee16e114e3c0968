//! Casts between `float` and `int`.

const TWO_POW_63: f64 = 9_223_372_036_854_775_808.0;

/// `(int) $value`: truncates; values out of range wrap around modulo 2^64; INF and NAN are 0.
#[inline]
pub fn float_to_int(value: f64) -> i64 {
    if (-TWO_POW_63..TWO_POW_63).contains(&value) { value as i64 } else { wrap(value) }
}

#[cold]
fn wrap(value: f64) -> i64 {
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    // From here on, INF and NAN as well as everything whose low 64 bits are zero.
    if exponent >= 64 {
        return 0;
    }
    let mantissa = (bits & ((1 << 52) - 1)) | 1 << 52;
    let magnitude = mantissa << exponent.max(0);
    if value < 0.0 { magnitude.wrapping_neg() as i64 } else { magnitude as i64 }
}

/// Whether `value` survives the cast to `int`; PHP deprecates implicit casts of other floats.
#[inline]
pub fn is_float_int_compatible(value: f64) -> bool {
    float_to_int(value) as f64 == value
}
