//! Skeletons of numbers in messages: `::currency/EUR .00`, `::compact-short`.

use super::format::Simple;
use crate::{
    data::{Chain, Kind, Res},
    number::{decimal::Decimal, format::DecimalFormat, pattern::Pattern, plural::PluralRules},
};

/// ICU's code for words that it does not know.
const SKELETON_SYNTAX: i64 = 0x10113;

/// The formatter that a skeleton says.
pub(super) fn number(locale: &str, skeleton: &str) -> Result<Simple, i64> {
    let words: Vec<&str> = skeleton.split_whitespace().collect();
    let currency = words.iter().find_map(|word| word.strip_prefix("currency/")).filter(|code| code.len() == 3);
    let percent = words.iter().any(|word| matches!(*word, "percent" | "%" | "%x100"));
    let kind = if currency.is_some() {
        "currencyFormat"
    } else if percent {
        "percentFormat"
    } else {
        "decimalFormat"
    };
    let mut format = DecimalFormat::of_style(locale, kind);
    if let Some(code) = currency {
        format.set_currency(&code.to_ascii_uppercase());
    } else {
        // Six digits behind the point, and nothing multiplied.
        format.pattern.magnitude = 0;
        (format.pattern.min_frac, format.pattern.max_frac) = (0, 6);
    }
    let mut compact = None;
    for word in words {
        match word {
            "compact-short" | "K" => compact = Some(false),
            "compact-long" | "KK" => compact = Some(true),
            "percent" | "%" | "latin" => {}
            "%x100" => format.pattern.magnitude = 2,
            "precision-integer" | "." => (format.pattern.min_frac, format.pattern.max_frac) = (0, 0),
            "precision-unlimited" | ".+" => (format.pattern.min_frac, format.pattern.max_frac) = (0, 999),
            "group-off" | ",_" => format.pattern.grouping_used = false,
            "group-auto" | "sign-auto" => {}
            "sign-always" | "+!" => {
                format.pattern.negative = Some((format!("-{}", format.pattern.prefix), format.pattern.suffix.clone()));
                format.pattern.prefix.insert(0, '+');
            }
            "sign-never" | "+_" => format.pattern.negative = Some((format.pattern.prefix.clone(), format.pattern.suffix.clone())),
            _ if word.starts_with("currency/") => {}
            _ if word.starts_with('.') && word[1..].bytes().all(|b| matches!(b, b'0' | b'#')) => {
                let zeros = word.bytes().filter(|b| *b == b'0').count() as i32;
                (format.pattern.min_frac, format.pattern.max_frac) = (zeros, word.len() as i32 - 1);
            }
            _ if word.bytes().all(|b| matches!(b, b'@' | b'#')) => {
                let least = word.bytes().filter(|b| *b == b'@').count() as i32;
                (format.pattern.min_sig, format.pattern.max_sig) = (least.max(1), word.len() as i32);
            }
            _ if word.starts_with("scale/") => {
                let by: i64 = word[6..].parse().map_err(|_| SKELETON_SYNTAX)?;
                format.multiplier = Some(by);
            }
            _ if word.bytes().all(|b| b == b'0') => format.pattern.min_int = word.len() as i32,
            _ => return Err(SKELETON_SYNTAX),
        }
    }
    Ok(match compact {
        Some(long) => Simple::Compact { format: Box::new(format), long },
        None => Simple::Number(Box::new(format)),
    })
}

/// A number in thousands or millions, with the word for that.
pub(super) fn compact(locale: &str, format: &DecimalFormat, long: bool, number: &Decimal) -> String {
    let chain = Chain::new("", locale);
    let kind = if long { "patternsLong" } else { "patternsShort" };
    let of = if format.currency.is_some() { "currencyFormat" } else { "decimalFormat" };
    let find = |magnitude: i32| {
        let key = format!("1{}", "0".repeat(magnitude as usize));
        chain.find(&["NumberElements", "latn", kind, of, &key])
    };
    let zeros = |table: Res| {
        let text = table.get("other").and_then(Res::text).unwrap_or("0");
        text.chars().filter(|c| *c == '0').count() as i32
    };
    let rounded = |magnitude: i32, table: Option<Res>| {
        let shift = table.map_or(0, |table| if is_plain(table) { 0 } else { magnitude + 1 - zeros(table) });
        let mut small = number.clone();
        small.shift(-shift);
        if small.magnitude() >= 1 {
            small.round(0, format.rounding)
        } else {
            small.round_significant(2, format.rounding)
        }
        small
    };
    let mut magnitude = number.magnitude().min(14);
    let mut table = if magnitude >= 3 { find(magnitude) } else { None };
    let mut small = rounded(magnitude, table);
    // Rounding may have made a digit more.
    if table.is_some_and(|table| !is_plain(table) && small.magnitude() + 1 > zeros(table)) && magnitude < 14 {
        magnitude += 1;
        table = find(magnitude);
        small = rounded(magnitude, table);
    }
    let mut plain = format.clone();
    (plain.pattern.min_frac, plain.pattern.max_frac) = (0, 2);
    let Some(table) = table.filter(|table| !is_plain(*table)) else { return plain.format(&small) };
    let keyword = PluralRules::new(locale, false).select(&small.size(), small.fraction_digits());
    let text = table.get(keyword).or_else(|| table.get("other")).and_then(Res::text).unwrap_or("0");
    if let Ok(pattern) = Pattern::parse(text, false) {
        (plain.pattern.prefix, plain.pattern.suffix, plain.pattern.negative) = (pattern.prefix, pattern.suffix, pattern.negative);
    }
    plain.format(&small)
}

/// Whether a form has no word, so that the number is written whole.
fn is_plain(table: Res) -> bool {
    table.kind() == Kind::Table && table.get("other").and_then(Res::text) == Some("0")
}
