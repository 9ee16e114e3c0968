//! Reading numbers in words.

use super::{
    pattern::Pattern,
    rbnf::{Kind, Piece, Rule, RuleSet, Rules, Target},
};

impl Rules {
    /// The number that begins a text, and how many characters it takes: what is longest by the default rules.
    pub(crate) fn number_in(&self, text: &str, start: usize, lenient: bool) -> Option<(f64, usize)> {
        let chars: Vec<char> = text.chars().collect();
        let chars = &chars[start.min(chars.len())..];
        let folded: Vec<char> = if lenient { chars.iter().flat_map(|c| c.to_lowercase()).collect() } else { chars.to_vec() };
        let (value, length) = self.read(&folded)?;
        Some((value, start + length))
    }
}

/// What may be read at a place: the value and the length.
type Reading = (f64, usize);
/// How many steps reading may take in all.
const STEPS: usize = 200_000;

impl Rules {
    /// The longest reading of a text's beginning by any of the public rules, the default ones first.
    pub(crate) fn read(&self, text: &[char]) -> Option<Reading> {
        let mut steps = STEPS;
        let public = self.sets.iter().filter(|set| !set.name.starts_with("%%"));
        let mut best: Option<Reading> = None;
        for set in std::iter::once(&self.sets[self.default]).chain(public) {
            for reading in self.read_set(set, text, i64::MAX, 0, &mut steps) {
                if reading.1 > best.map_or(0, |best| best.1) {
                    best = Some(reading);
                }
            }
        }
        best
    }
    /// All readings by a set, of rules with bases below a bound.
    fn read_set(&self, set: &RuleSet, text: &[char], below: i64, depth: usize, steps: &mut usize) -> Vec<Reading> {
        let mut found: Vec<Reading> = Vec::new();
        if depth > 12 {
            return found;
        }
        let special = [&set.negative, &set.improper].into_iter().flatten();
        for rule in set.rules.iter().rev().filter(|rule| rule.base < below).chain(special) {
            if *steps == 0 {
                break;
            }
            *steps -= 1;
            for reading in self.read_rule(set, rule, text, depth, steps) {
                if !found.contains(&reading) {
                    found.push(reading);
                }
            }
        }
        found
    }
    fn read_rule(&self, set: &RuleSet, rule: &Rule, text: &[char], depth: usize, steps: &mut usize) -> Vec<Reading> {
        let start = if rule.kind == Kind::Normal { rule.base as f64 } else { 0.0 };
        let mut open: Vec<Reading> = vec![(start, 0)];
        for piece in &rule.text {
            let mut next = Vec::new();
            for (value, at) in open {
                let rest = &text[at..];
                match piece {
                    Piece::Text(literal) => {
                        let length = literal.chars().count();
                        if rest.len() >= length && literal.chars().eq(rest[..length].iter().copied()) {
                            next.push((value, at + length));
                        }
                    }
                    Piece::Plural { forms, .. } => {
                        for (_, form) in forms {
                            let length = form.chars().count();
                            if rest.len() >= length && form.chars().eq(rest[..length].iter().copied()) {
                                next.push((value, at + length));
                            }
                        }
                    }
                    Piece::Substitute(kind, target) => {
                        for (part, length) in self.read_target(set, rule, *kind, target, rest, depth, steps) {
                            if length > 0 {
                                next.push((combine(rule, *kind, value, part), at + length));
                            }
                        }
                    }
                }
            }
            next.truncate(24);
            open = next;
            if open.is_empty() {
                break;
            }
        }
        open
    }
    #[allow(clippy::too_many_arguments)]
    fn read_target(
        &self,
        set: &RuleSet,
        rule: &Rule,
        kind: char,
        target: &Target,
        text: &[char],
        depth: usize,
        steps: &mut usize,
    ) -> Vec<Reading> {
        let below = match kind {
            '>' if rule.kind == Kind::Normal => rule.divisor(),
            '<' if rule.kind == Kind::Normal => rule.base.max(1),
            _ => i64::MAX,
        };
        let set = match target {
            Target::Pattern(pattern) => {
                let mut format = self.decimal.clone();
                format.pattern = Pattern::parse(pattern, false).unwrap_or_default();
                let parsed = super::parse(&format, text, 0, false);
                return parsed.map(|parsed| (parsed.number.to_float(), parsed.end)).into_iter().collect();
            }
            Target::Set(name) => self.set(name),
            Target::Same | Target::Previous => Some(set),
        };
        let Some(set) = set else { return Vec::new() };
        if rule.kind != Kind::Normal && rule.kind != Kind::Negative && kind == '>' {
            return self.read_digits(set, text, depth, steps);
        }
        self.read_set(set, text, below, depth + 1, steps)
    }
    /// Digits behind the point, in words.
    fn read_digits(&self, set: &RuleSet, text: &[char], depth: usize, steps: &mut usize) -> Vec<Reading> {
        let (mut digits, mut at) = (String::from("0."), 0);
        loop {
            let skipped = text[at..].iter().take_while(|c| **c == ' ').count();
            let found = self.read_set(set, &text[at + skipped..], 10, depth + 1, steps);
            match found.into_iter().filter(|reading| reading.1 > 0 && reading.0 < 10.0).max_by_key(|reading| reading.1) {
                Some((digit, length)) => {
                    digits.push_str(&(digit as i64).to_string());
                    at += skipped + length;
                }
                None => break,
            }
        }
        if at == 0 { Vec::new() } else { vec![(digits.parse().unwrap_or(0.0), at)] }
    }
}

/// The value of a rule once a part of it is known.
fn combine(rule: &Rule, kind: char, value: f64, part: f64) -> f64 {
    match (rule.kind, kind) {
        (Kind::Negative, _) => -part,
        (Kind::Normal, '<') => value - rule.base as f64 + part * rule.divisor() as f64,
        (Kind::Normal, '>') => {
            let divisor = rule.divisor() as f64;
            value - value % divisor + part
        }
        (Kind::Normal, _) => part,
        (_, '<' | '>') => value + part,
        _ => part,
    }
}
