//! The attributes of a NumberFormatter, by their numbers.

use super::{
    class::Kind,
    decimal::{Decimal, Mode},
    format::DecimalFormat,
    symbols,
};

/// What ICU takes for no limit of digits.
const NO_LIMIT: i64 = 2_000_000_000;
const ROUNDING_INCREMENT: i64 = 12;

/// The value of an attribute. `None` if there is none.
pub(crate) fn get(kind: &Kind, attribute: i64) -> Option<Value> {
    match kind {
        Kind::Decimal(format) => get_decimal(format, attribute),
        Kind::Rules { rounding, lenient, .. } => Some(Value::Int(match attribute {
            3 => NO_LIMIT,
            4 | 5 => 1,
            6 => 3,
            7 | 8 => 0,
            11 => *rounding,
            19 => i64::from(*lenient),
            _ => return None,
        })),
    }
}

/// A number that an attribute has.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    Int(i64),
    Float(f64),
}

fn get_decimal(format: &DecimalFormat, attribute: i64) -> Option<Value> {
    let pattern = &format.pattern;
    let limit = |digits: i32| if digits < 0 || i64::from(digits) > NO_LIMIT { NO_LIMIT } else { i64::from(digits) };
    let said = |number: i32| (number >= 0).then_some(i64::from(number));
    let (least, most) = format.fraction_digits();
    let most = if most == i32::MAX && pattern.max_sig > 0 { 0 } else { most };
    let least_integer = if pattern.exponent_digits > 0 && pattern.min_int == 0 { 1 } else { i64::from(pattern.min_int) };
    Some(Value::Int(match attribute {
        0 => i64::from(format.int_only),
        1 => i64::from(pattern.grouping_used),
        2 => i64::from(pattern.always_point),
        3 => limit(pattern.max_int),
        4 | 5 if least_integer < 0 => 1,
        4 | 5 => least_integer,
        6 => limit(if most == i32::MAX { 0 } else { most }),
        7 | 8 => i64::from(least),
        9 => format.multiplier.unwrap_or(1) * 10i64.pow(pattern.magnitude.clamp(0, 18) as u32),
        10 => said(pattern.grouping).unwrap_or(0),
        11 => format.rounding.0,
        ROUNDING_INCREMENT => return Some(Value::Float(pattern.increment.as_ref().map_or(0.0, Decimal::to_float))),
        13 => said(pattern.width)?,
        14 => i64::from(pattern.pad_position),
        15 => said(pattern.secondary).unwrap_or(0),
        16 => i64::from(pattern.min_sig > 0 || pattern.max_sig > 0),
        17 => said(pattern.min_sig)?,
        18 => said(pattern.max_sig)?,
        19 => i64::from(format.lenient),
        _ => return None,
    }))
}

/// Sets an attribute; whether there is one of that number.
pub(crate) fn set(kind: &mut Kind, attribute: i64, value: i64, float: f64) -> bool {
    match kind {
        Kind::Decimal(format) => set_decimal(format, attribute, value, float),
        Kind::Rules { rounding, lenient, .. } => {
            match attribute {
                11 => *rounding = value,
                19 => *lenient = value != 0,
                0..=18 => {}
                _ => return false,
            }
            true
        }
    }
}

fn set_decimal(format: &mut DecimalFormat, attribute: i64, value: i64, float: f64) -> bool {
    let number = value.clamp(-1, NO_LIMIT) as i32;
    let digits = number.max(0);
    let (least, most) = format.fraction_digits();
    let pattern = &mut format.pattern;
    match attribute {
        0 => format.int_only = value != 0,
        1 => {
            pattern.grouping_used = value != 0;
            if pattern.grouping_used && pattern.grouping < 0 {
                pattern.grouping = 3;
            }
        }
        2 => pattern.always_point = value != 0,
        3 => {
            pattern.max_int = digits;
            pattern.min_int = pattern.min_int.min(digits);
        }
        4 => {
            pattern.min_int = digits;
            if pattern.max_int >= 0 {
                pattern.max_int = pattern.max_int.max(digits);
            }
        }
        5 => (pattern.min_int, pattern.max_int) = (digits, digits),
        6 => (pattern.min_frac, pattern.max_frac) = (least.min(digits), digits),
        7 => (pattern.min_frac, pattern.max_frac) = (digits, most.max(digits)),
        8 => (pattern.min_frac, pattern.max_frac) = (digits, digits),
        9 => {
            let mut value = if value == 0 { 1 } else { value };
            let mut magnitude = 0;
            while value % 10 == 0 {
                value /= 10;
                magnitude += 1;
            }
            if value == 1 {
                (pattern.magnitude, format.multiplier) = (magnitude, None);
            } else {
                (pattern.magnitude, format.multiplier) = (0, Some(value * 10i64.pow(magnitude as u32)));
            }
        }
        10 => pattern.grouping = number,
        11 => format.rounding = Mode(value),
        ROUNDING_INCREMENT => pattern.increment = Some(Decimal::from_float(float)).filter(|step| !step.is_zero()),
        13 => pattern.width = number,
        14 => pattern.pad_position = digits.min(3),
        15 => pattern.secondary = number,
        16 if value == 0 => (pattern.min_sig, pattern.max_sig) = (-1, -1),
        16 if pattern.min_sig <= 0 => (pattern.min_sig, pattern.max_sig) = (1, 6),
        16 => {}
        17 => {
            pattern.min_sig = digits.max(1);
            pattern.max_sig = if pattern.max_sig < 0 { 999 } else { pattern.max_sig.max(digits) };
        }
        18 => {
            pattern.max_sig = digits.max(1);
            pattern.min_sig = pattern.min_sig.clamp(1, digits.max(1));
        }
        19 => format.lenient = value != 0,
        _ => return false,
    }
    true
}

/// A text that is an attribute. `None` if there is none.
pub(crate) fn text(kind: &Kind, attribute: i64) -> Option<String> {
    match kind {
        Kind::Decimal(format) => match attribute {
            0..=3 => Some(format.affix_text(attribute >= 2, attribute as usize % 2)),
            4 => Some(format.pattern.pad.clone().unwrap_or_else(|| " ".to_owned())),
            5 => Some(format.currency_code()),
            _ => None,
        },
        Kind::Rules { rules, .. } => match attribute {
            6 => Some(rules.default_name().to_owned()),
            7 => Some(rules.public_names()),
            _ => None,
        },
    }
}

/// Sets such a text. The error is ICU's code.
pub(crate) fn set_text(kind: &mut Kind, attribute: i64, value: &str) -> Result<(), i64> {
    const UNSUPPORTED: i64 = 16;
    match kind {
        Kind::Decimal(format) => match attribute {
            0..=3 => format.affixes[attribute as usize] = Some(value.to_owned()),
            4 => format.pattern.pad = value.chars().next().map(String::from),
            5 => {
                if value.chars().count() < 3 || !value.is_ascii() {
                    return Err(1);
                }
                format.set_currency(&value[..3].to_ascii_uppercase());
            }
            _ => return Err(UNSUPPORTED),
        },
        Kind::Rules { rules, .. } => match attribute {
            6 if rules.set_default(value) => {}
            6 => return Err(1),
            _ => return Err(UNSUPPORTED),
        },
    }
    Ok(())
}

/// How many symbols there are.
pub(crate) const SYMBOLS: i64 = 29;

/// A symbol. `None` for formatters by rules.
pub(crate) fn symbol(kind: &Kind, symbol: usize) -> Option<String> {
    let Kind::Decimal(format) = kind else { return None };
    let symbols = &format.symbols;
    Some(match symbol {
        18..27 => symbols.digits[symbol - 17].clone(),
        27 => "×".to_owned(),
        28.. => "~".to_owned(),
        _ => symbols.get(symbol).to_owned(),
    })
}

/// Sets a symbol; false for formatters by rules.
pub(crate) fn set_symbol(kind: &mut Kind, symbol: usize, value: &str) -> bool {
    let Kind::Decimal(format) = kind else { return false };
    match symbol {
        18..27 => format.symbols.digits[symbol - 17] = value.to_owned(),
        27.. => {}
        _ => {
            format.symbols.set(symbol, value);
            format.custom_symbol |= symbol == symbols::CURRENCY;
            if symbol == symbols::INTL_CURRENCY {
                format.currency = Some(value.to_owned());
            }
        }
    }
    true
}
