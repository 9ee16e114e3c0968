//! Simple types: what texts they have.

use super::{Kind, Schema, TypeId, pattern::Pattern};
use crate::chars;

/// The types that XML Schema itself has, as far as they differ in what they accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    AnySimple,
    String,
    NormalizedString,
    Token,
    Language,
    Name,
    NcName,
    NmToken,
    Boolean,
    Decimal,
    Integer { least: Option<i128>, most: Option<i128> },
    Double,
    DateTime(&'static str),
    Duration,
    HexBinary,
    Base64,
    AnyUri,
    QName,
}

pub(crate) const BUILTINS: &[(&str, Builtin)] = {
    use Builtin::*;
    const fn int(least: Option<i128>, most: Option<i128>) -> Builtin {
        Integer { least, most }
    }
    &[
        ("anySimpleType", AnySimple),
        ("anyAtomicType", AnySimple),
        ("string", String),
        ("normalizedString", NormalizedString),
        ("token", Token),
        ("language", Language),
        ("Name", Name),
        ("NCName", NcName),
        ("ID", NcName),
        ("IDREF", NcName),
        ("ENTITY", NcName),
        ("NMTOKEN", NmToken),
        ("boolean", Boolean),
        ("decimal", Decimal),
        ("integer", int(None, None)),
        ("nonPositiveInteger", int(None, Some(0))),
        ("negativeInteger", int(None, Some(-1))),
        ("long", int(Some(i64::MIN as i128), Some(i64::MAX as i128))),
        ("int", int(Some(i32::MIN as i128), Some(i32::MAX as i128))),
        ("short", int(Some(-32768), Some(32767))),
        ("byte", int(Some(-128), Some(127))),
        ("nonNegativeInteger", int(Some(0), None)),
        ("unsignedLong", int(Some(0), Some(u64::MAX as i128))),
        ("unsignedInt", int(Some(0), Some(u32::MAX as i128))),
        ("unsignedShort", int(Some(0), Some(65535))),
        ("unsignedByte", int(Some(0), Some(255))),
        ("positiveInteger", int(Some(1), None)),
        ("float", Double),
        ("double", Double),
        ("dateTime", DateTime("YMDT")),
        ("date", DateTime("YMD")),
        ("time", DateTime("T")),
        ("gYear", DateTime("Y")),
        ("gYearMonth", DateTime("YM")),
        ("gMonth", DateTime("-M")),
        ("gMonthDay", DateTime("-MD")),
        ("gDay", DateTime("--D")),
        ("duration", Duration),
        ("hexBinary", HexBinary),
        ("base64Binary", Base64),
        ("anyURI", AnyUri),
        ("QName", QName),
        ("NOTATION", QName),
    ]
};

/// The built-in lists, and what they are lists of.
pub(crate) const LISTS: [(&str, &str); 3] = [("NMTOKENS", "NMTOKEN"), ("IDREFS", "IDREF"), ("ENTITIES", "ENTITY")];

pub(crate) enum Variety {
    Atomic(Builtin),
    List(TypeId),
    Union(Vec<TypeId>),
}

pub(crate) enum Facet {
    Enumeration(Vec<Vec<u8>>),
    Patterns(Vec<(Vec<u8>, Pattern)>),
    Length(usize),
    MinLength(usize),
    MaxLength(usize),
    MinInclusive(Vec<u8>),
    MaxInclusive(Vec<u8>),
    MinExclusive(Vec<u8>),
    MaxExclusive(Vec<u8>),
    TotalDigits(usize),
    FractionDigits(usize),
}

pub(crate) struct Simple {
    pub variety: Variety,
    /// Its own facets; those of the type it restricts are that one's.
    pub facets: Vec<Facet>,
    pub base: Option<TypeId>,
    /// `whiteSpace`: 0 preserve, 1 replace, 2 collapse.
    pub white_space: u8,
}

/// What is wrong with a text.
pub(crate) struct Wrong {
    pub code: i32,
    /// Comes before the statement that the value is not one of the type's.
    pub facet: Option<String>,
}

/// A text with white space as a type has it.
pub(crate) fn normalized(text: &[u8], white_space: u8) -> Vec<u8> {
    match white_space {
        0 => text.to_vec(),
        1 => text.iter().map(|&byte| if chars::is_blank(byte) { b' ' } else { byte }).collect(),
        _ => {
            let parts: Vec<&[u8]> = text.split(|&byte| chars::is_blank(byte)).filter(|part| !part.is_empty()).collect();
            parts.join(&b' ')
        }
    }
}

/// Checks a text; recurses by the nesting of types, which reading bounds.
pub(crate) fn check(schema: &Schema, id: TypeId, text: &[u8]) -> Result<(), Wrong> {
    let Kind::Simple(simple) = &schema.types[id].kind else { return Ok(()) };
    let value = normalized(text, simple.white_space);
    if let Some(base) = simple.base {
        check(schema, base, &value)?;
    }
    let plain = |code| Wrong { code, facet: None };
    let mut length = length_of(simple, &value);
    match &simple.variety {
        Variety::Atomic(builtin) if !accepts(*builtin, &value) => return Err(plain(1824)),
        Variety::Atomic(_) => {}
        Variety::List(item) => {
            let items: Vec<&[u8]> = value.split(|&byte| byte == b' ').filter(|item| !item.is_empty()).collect();
            length = items.len();
            for one in items {
                check(schema, *item, one)?;
            }
        }
        Variety::Union(members) => {
            if !members.iter().any(|&member| check(schema, member, &value).is_ok()) {
                return Err(plain(1826));
            }
        }
    }
    simple.facets.iter().try_for_each(|facet| check_facet(facet, simple, &value, length))
}

fn length_of(simple: &Simple, value: &[u8]) -> usize {
    match simple.variety {
        Variety::Atomic(Builtin::HexBinary) => value.len() / 2,
        Variety::Atomic(Builtin::Base64) => {
            value.iter().filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')).count() * 3 / 4
        }
        _ => value.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(),
    }
}

fn check_facet(facet: &Facet, simple: &Simple, value: &[u8], length: usize) -> Result<(), Wrong> {
    let shown = String::from_utf8_lossy(value);
    let wrong = |code, text: String| Err(Wrong { code, facet: Some(text) });
    let ordered = |bound: &[u8]| compare(simple, value, bound);
    use std::cmp::Ordering::{Equal, Greater, Less};
    match facet {
        Facet::Enumeration(values) if !values.iter().any(|one| one == value || ordered(one) == Some(Equal)) => {
            let all: Vec<String> = values.iter().map(|one| format!("'{}'", String::from_utf8_lossy(one))).collect();
            let all = all.join(", ");
            wrong(1840, format!("[facet 'enumeration'] The value '{shown}' is not an element of the set {{{all}}}."))
        }
        Facet::Patterns(patterns) if !patterns.iter().any(|(_, pattern)| pattern.matches(value)) => {
            let text = patterns.first().map(|(text, _)| String::from_utf8_lossy(text).into_owned()).unwrap_or_default();
            wrong(1839, format!("[facet 'pattern'] The value '{shown}' is not accepted by the pattern '{text}'."))
        }
        Facet::Length(wanted) if length != *wanted => {
            let text = "[facet 'length'] The value has a length of";
            wrong(1830, format!("{text} '{length}'; this differs from the allowed length of '{wanted}'."))
        }
        Facet::MinLength(least) if length < *least => {
            let text = "[facet 'minLength'] The value has a length of";
            wrong(1831, format!("{text} '{length}'; this underruns the allowed minimum length of '{least}'."))
        }
        Facet::MaxLength(most) if length > *most => {
            let text = "[facet 'maxLength'] The value has a length of";
            wrong(1832, format!("{text} '{length}'; this exceeds the allowed maximum length of '{most}'."))
        }
        Facet::MinInclusive(bound) if ordered(bound) == Some(Less) => {
            let bound = String::from_utf8_lossy(bound);
            let text = format!("is less than the minimum value allowed ('{bound}').");
            wrong(1833, format!("[facet 'minInclusive'] The value '{shown}' {text}"))
        }
        Facet::MaxInclusive(bound) if ordered(bound) == Some(Greater) => {
            let bound = String::from_utf8_lossy(bound);
            let text = format!("is greater than the maximum value allowed ('{bound}').");
            wrong(1834, format!("[facet 'maxInclusive'] The value '{shown}' {text}"))
        }
        Facet::MinExclusive(bound) if matches!(ordered(bound), Some(Less | Equal)) => {
            let bound = String::from_utf8_lossy(bound);
            wrong(1835, format!("[facet 'minExclusive'] The value '{shown}' must be greater than '{bound}'."))
        }
        Facet::MaxExclusive(bound) if matches!(ordered(bound), Some(Greater | Equal)) => {
            let bound = String::from_utf8_lossy(bound);
            wrong(1836, format!("[facet 'maxExclusive'] The value '{shown}' must be less than '{bound}'."))
        }
        Facet::TotalDigits(most) => {
            let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
            if digits <= *most {
                return Ok(());
            }
            let text = format!("has more digits than are allowed ('{most}').");
            wrong(1837, format!("[facet 'totalDigits'] The value '{shown}' {text}"))
        }
        Facet::FractionDigits(most) => {
            let places = value.iter().position(|&byte| byte == b'.').map_or(0, |at| value.len() - at - 1);
            if places <= *most {
                return Ok(());
            }
            let text = format!("has more fractional digits than are allowed ('{most}').");
            wrong(1838, format!("[facet 'fractionDigits'] The value '{shown}' {text}"))
        }
        _ => Ok(()),
    }
}

/// How two values of a type stand to each other; `None` if they do not.
pub(crate) fn compare(simple: &Simple, a: &[u8], b: &[u8]) -> Option<std::cmp::Ordering> {
    let text = |value: &[u8]| std::str::from_utf8(value).ok().map(|text| text.trim().to_owned());
    let (a, b) = (text(a)?, text(b)?);
    match simple.variety {
        Variety::Atomic(Builtin::Integer { .. }) => {
            let number = |text: &str| text.strip_prefix('+').unwrap_or(text).parse::<i128>().ok();
            Some(number(&a)?.cmp(&number(&b)?))
        }
        Variety::Atomic(Builtin::Decimal | Builtin::Double) => a.parse::<f64>().ok()?.partial_cmp(&b.parse().ok()?),
        Variety::Atomic(Builtin::DateTime(_)) => Some(a.cmp(&b)),
        _ => None,
    }
}

fn accepts(builtin: Builtin, value: &[u8]) -> bool {
    let text = std::str::from_utf8(value).unwrap_or("");
    match builtin {
        Builtin::AnySimple | Builtin::String | Builtin::NormalizedString | Builtin::Token => true,
        Builtin::Language => {
            let mut parts = value.split(|&byte| byte == b'-');
            let first = parts.next().unwrap_or_default();
            let fits = |part: &[u8]| (1..=8).contains(&part.len()) && part.iter().all(u8::is_ascii_alphanumeric);
            fits(first) && first.iter().all(u8::is_ascii_alphabetic) && parts.all(fits)
        }
        Builtin::Name => chars::is_name(value),
        Builtin::NcName => chars::is_ncname(value),
        Builtin::NmToken => chars::is_nmtoken(value),
        Builtin::Boolean => matches!(value, b"true" | b"false" | b"1" | b"0"),
        Builtin::Decimal => is_decimal(value),
        Builtin::Integer { least, most } => {
            let digits = value.strip_prefix(b"+").or_else(|| value.strip_prefix(b"-")).unwrap_or(value);
            if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
                return false;
            }
            // Beyond 38 digits only types without bounds go.
            match text.strip_prefix('+').unwrap_or(text).parse::<i128>() {
                Ok(number) => least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most),
                Err(_) if value[0] == b'-' => least.is_none(),
                Err(_) => most.is_none(),
            }
        }
        Builtin::Double => {
            let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
            let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent).as_bytes();
            matches!(text, "INF" | "-INF" | "NaN")
                || is_decimal(mantissa.as_bytes()) && !exponent.is_empty() && exponent.iter().all(u8::is_ascii_digit)
        }
        Builtin::DateTime(parts) => is_date_time(text, parts),
        Builtin::Duration => is_duration(value),
        Builtin::HexBinary => value.len().is_multiple_of(2) && value.iter().all(u8::is_ascii_hexdigit),
        Builtin::Base64 => {
            let symbols = value.iter().filter(|byte| **byte != b' ');
            let count = symbols.clone().count();
            let body = symbols.clone().take_while(|byte| **byte != b'=').count();
            count.is_multiple_of(4)
                && count - body <= 2
                && symbols.clone().take(body).all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
                && symbols.skip(body).all(|byte| *byte == b'=')
        }
        Builtin::AnyUri => !value.iter().any(|byte| matches!(byte, b'<' | b'>' | b'{' | b'}' | b'|' | b'^' | b'`' | b'\\')),
        Builtin::QName => chars::is_qname(value),
    }
}

fn is_decimal(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"+").or_else(|| value.strip_prefix(b"-")).unwrap_or(value);
    let points = digits.iter().filter(|&&byte| byte == b'.').count();
    points <= 1 && digits.len() > points && digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

fn is_duration(value: &[u8]) -> bool {
    let value = value.strip_prefix(b"-").unwrap_or(value);
    let Some(rest) = value.strip_prefix(b"P") else { return false };
    let (date, time) = match rest.iter().position(|&byte| byte == b'T') {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let parts = |text: &[u8], units: &[u8]| {
        let (mut from, mut unit) = (0, 0);
        for (at, &byte) in text.iter().enumerate() {
            if byte.is_ascii_digit() || byte == b'.' && units.contains(&b'S') {
                continue;
            }
            match units[unit..].iter().position(|&known| known == byte) {
                Some(found) if at > from => {
                    unit += found + 1;
                    from = at + 1;
                }
                _ => return false,
            }
        }
        from == text.len()
    };
    let something = !date.is_empty() || time.is_some();
    something && parts(date, b"YMD") && time.is_none_or(|time| !time.is_empty() && parts(time, b"HMS"))
}

/// `parts`: year, month, day, time, with what stands before them.
fn is_date_time(text: &str, parts: &str) -> bool {
    let mut rest = text;
    let digits = |rest: &mut &str, least: usize, most: usize| -> Option<u32> {
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        if count < least || count > most {
            return None;
        }
        let (number, behind) = rest.split_at(count);
        *rest = behind;
        number.parse().ok()
    };
    let take = |rest: &mut &str, c: char| rest.strip_prefix(c).map(|behind| *rest = behind).is_some();
    let (mut before, mut month) = (false, 1);
    let mut year = 2000;
    for part in parts.chars() {
        let fits = match part {
            'Y' => {
                take(&mut rest, '-');
                digits(&mut rest, 4, 9).map(|found| year = found).is_some()
            }
            '-' => take(&mut rest, '-'),
            'M' => {
                (take(&mut rest, '-') || !before && !parts.starts_with('-'))
                    && digits(&mut rest, 2, 2).map(|found| month = found).is_some()
                    && (1..=12).contains(&month)
            }
            'D' => {
                let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
                let most = match month {
                    2 => 28 + u32::from(leap),
                    4 | 6 | 9 | 11 => 30,
                    _ => 31,
                };
                take(&mut rest, '-') && digits(&mut rest, 2, 2).is_some_and(|day| (1..=most).contains(&day))
            }
            _ => {
                let separated = !before || take(&mut rest, 'T');
                let mut clock = || {
                    let hour = digits(&mut rest, 2, 2)?;
                    let minute = take(&mut rest, ':').then(|| digits(&mut rest, 2, 2))??;
                    let second = take(&mut rest, ':').then(|| digits(&mut rest, 2, 2))??;
                    if take(&mut rest, '.') {
                        digits(&mut rest, 1, 9)?;
                    }
                    Some(hour <= 23 && minute <= 59 && second <= 59 || hour == 24 && minute == 0 && second == 0)
                };
                separated && clock() == Some(true)
            }
        };
        if !fits {
            return false;
        }
        before = true;
    }
    if rest.is_empty() || rest == "Z" {
        return true;
    }
    let Some(zone) = rest.strip_prefix(['+', '-']) else { return false };
    let zone = zone.as_bytes();
    zone.len() == 5 && zone[2] == b':' && [0, 1, 3, 4].iter().all(|&at| zone[at].is_ascii_digit())
}
