//! Plural rules of CLDR: which form of a word a number takes.

use super::decimal::Decimal;
use crate::data::{self, Res};

/// The operands of the rules.
struct Operands {
    n: f64,
    i: f64,
    v: f64,
    w: f64,
    f: f64,
    t: f64,
    /// Whether the number is written as it is, so that `n` is exact.
    whole: bool,
}

/// The rules of a locale, for counting or for putting in order.
#[derive(Clone, Copy)]
pub(crate) struct PluralRules(Option<Res>);

impl PluralRules {
    pub(crate) fn new(locale: &str, ordinal: bool) -> PluralRules {
        let kind = if ordinal { "locales_ordinals" } else { "locales" };
        let mut name = data::plain(locale);
        let rules = loop {
            if let Some(set) = data::fact("plurals", &[kind, &name]).and_then(Res::text) {
                break if set.is_empty() { None } else { data::fact("plurals", &["rules", set]) };
            }
            match name.rfind('_') {
                Some(at) => name.truncate(at),
                None => break None,
            }
        };
        PluralRules(rules)
    }
    /// The keyword for a number that is shown with `shown` digits behind the point.
    pub(crate) fn select(self, number: &Decimal, shown: usize) -> &'static str {
        let Some(rules) = self.0 else { return "other" };
        let operands = operands(number, shown);
        for (keyword, rule) in rules.entries() {
            let Some(rule) = rule.text() else { continue };
            let condition = rule.split('@').next().unwrap_or_default().trim();
            if keyword != "other" && !condition.is_empty() && holds(condition, &operands) {
                return keyword;
            }
        }
        "other"
    }
}

fn operands(number: &Decimal, shown: usize) -> Operands {
    let (whole, part) = number.plain(0, shown);
    let fold = |digits: &[u8]| digits.iter().fold(0.0, |n: f64, d| n * 10.0 + f64::from(*d));
    let end = part.iter().rposition(|&d| d != 0).map_or(0, |at| at + 1);
    Operands {
        n: number.to_float().abs(),
        i: fold(&whole),
        v: part.len() as f64,
        w: end as f64,
        f: fold(&part),
        t: fold(&part[..end]),
        whole: end == 0,
    }
}

fn holds(condition: &str, operands: &Operands) -> bool {
    condition.split(" or ").any(|all| all.split(" and ").all(|relation| relation_holds(relation.trim(), operands)))
}

/// `n % 100 != 3..4,9`
fn relation_holds(relation: &str, operands: &Operands) -> bool {
    let (left, right, wanted) = match relation.split_once("!=") {
        Some((left, right)) => (left, right, false),
        None => match relation.split_once('=') {
            Some((left, right)) => (left, right, true),
            None => return false,
        },
    };
    let mut words = left.split_whitespace();
    let mut value = match words.next() {
        Some("n") => operands.n,
        Some("i") => operands.i,
        Some("v") => operands.v,
        Some("w") => operands.w,
        Some("f") => operands.f,
        Some("t") => operands.t,
        // Exponents of compact notation: there is none here.
        _ => 0.0,
    };
    let uses_n = left.trim_start().starts_with('n');
    if let (Some("%"), Some(modulus)) = (words.next(), words.next())
        && let Ok(modulus) = modulus.parse::<f64>()
    {
        value %= modulus;
    }
    let inside = right.split(',').any(|range| {
        let range = range.trim();
        match range.split_once("..") {
            Some((low, high)) => {
                let (Ok(low), Ok(high)) = (low.parse::<f64>(), high.parse::<f64>()) else { return false };
                (!uses_n || operands.whole) && value >= low && value <= high
            }
            None => range.parse::<f64>() == Ok(value),
        }
    });
    inside == wanted
}
