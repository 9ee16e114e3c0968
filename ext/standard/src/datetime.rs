//! `strptime`.

use phant_memory::{Array, PhpStr, Value};
use phant_native::{descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![strptime];

#[php(
    "function strptime(string $timestamp, string $format): array|false",
    deprecated = " since 8.2, use date_parse_from_format() (for locale-independent parsing), or IntlDateFormatter::parse() (for locale-dependent parsing) instead"
)]
fn strptime(timestamp: &PhpStr, format: &PhpStr) -> OrFalse<Array> {
    // Texts end at a NUL byte, as in C.
    let until_nul = |text: &PhpStr| text.split(|&b| b == 0).next().unwrap_or_default().to_vec();
    let (text, format) = (until_nul(timestamp), until_nul(format));
    let Ok(Some((parts, rest))) = phant_os::time::parse(&text, &format) else { return OrFalse::False };
    let mut out = Array::with_hash_capacity(9);
    for (name, value) in [
        ("tm_sec", parts.second),
        ("tm_min", parts.minute),
        ("tm_hour", parts.hour),
        ("tm_mday", parts.day),
        ("tm_mon", parts.month),
        ("tm_year", parts.year),
        ("tm_wday", parts.weekday),
        ("tm_yday", parts.day_of_year),
    ] {
        out.set_name(name, Value::int(i64::from(value)));
    }
    out.set_name("unparsed", Value::str(&text[text.len() - rest..]));
    OrFalse::Some(out)
}
