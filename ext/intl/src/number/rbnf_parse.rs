//! Reading numbers in words.

use super::{
    pattern::Pattern,
    rbnf::{Kind, Piece, Rule, RuleSet, Rules, Target},
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
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
/// How many rules may be tried in all.
const STEPS: usize = 200_000;

/// How deeply sets may ask others.
const DEEPEST: usize = 60;

/// What a set may be asked again: rules with bases below a bound, at a place, and which of its special rules are under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    set: *const RuleSet,
    below: i64,
    at: usize,
    under_way: u8,
}

impl Rules {
    /// The longest reading of a text's beginning by any of the public rules, the default ones first.
    pub(crate) fn read(&self, text: &[char]) -> Option<Reading> {
        let reader = Reader { rules: self, text, steps: Cell::new(STEPS), known: RefCell::default() };
        let public = self.sets.iter().filter(|set| !set.name.starts_with("%%"));
        let mut best: Option<Reading> = None;
        for set in std::iter::once(&self.sets[self.default]).chain(public) {
            let question = Question { set, below: i64::MAX, at: 0, under_way: 0 };
            for &reading in reader.read_set(set, question, 0).iter() {
                if reading.1 > best.map_or(0, |best| best.1) {
                    best = Some(reading);
                }
            }
        }
        best
    }
}

struct Reader<'a> {
    rules: &'a Rules,
    text: &'a [char],
    steps: Cell<usize>,
    known: RefCell<HashMap<Question, Rc<[Reading]>>>,
}

impl Reader<'_> {
    /// All readings by a set.
    fn read_set(&self, set: &RuleSet, question: Question, depth: usize) -> Rc<[Reading]> {
        if depth > DEEPEST {
            return Rc::default();
        }
        if let Some(known) = self.known.borrow().get(&question) {
            return Rc::clone(known);
        }
        // Whoever asks the same on the way to the answer learns nothing from it.
        self.known.borrow_mut().insert(question, Rc::default());
        let mut found: Vec<Reading> = Vec::new();
        let mut tried = |rule: &Rule, under_way: u8| {
            let Some(left) = self.steps.get().checked_sub(1) else { return };
            self.steps.set(left);
            for reading in self.read_rule(set, rule, Question { under_way, ..question }, depth) {
                if !found.contains(&reading) {
                    found.push(reading);
                }
            }
        };
        set.rules.iter().rev().filter(|rule| rule.base < question.below).for_each(|rule| tried(rule, question.under_way));
        // A special rule whose first part is another number must not be asked for that number again.
        for (bit, rule) in [(1, &set.negative), (2, &set.improper)] {
            if let Some(rule) = rule.as_ref().filter(|_| question.under_way & bit == 0) {
                tried(rule, question.under_way | bit);
            }
        }
        let found: Rc<[Reading]> = found.into();
        self.known.borrow_mut().insert(question, Rc::clone(&found));
        found
    }
    fn read_rule(&self, set: &RuleSet, rule: &Rule, question: Question, depth: usize) -> Vec<Reading> {
        let start = if rule.kind == Kind::Normal { rule.base as f64 } else { 0.0 };
        let mut open: Vec<Reading> = vec![(start, 0)];
        for piece in &rule.text {
            let mut next = Vec::new();
            for (value, length) in open {
                let at = question.at + length;
                let rest = &self.text[at..];
                let mut literal = |text: &str| {
                    let count = text.chars().count();
                    if rest.len() >= count && text.chars().eq(rest[..count].iter().copied()) {
                        next.push((value, length + count));
                    }
                };
                match piece {
                    Piece::Text(text) => literal(text),
                    Piece::Plural { forms, .. } => forms.iter().for_each(|(_, form)| literal(form)),
                    Piece::Substitute(kind, target) => {
                        for &(part, more) in self.read_target(set, rule, *kind, target, Question { at, ..question }, depth).iter()
                        {
                            if more > 0 {
                                next.push((combine(rule, *kind, value, part), length + more));
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
    fn read_target(
        &self,
        set: &RuleSet,
        rule: &Rule,
        kind: char,
        target: &Target,
        question: Question,
        depth: usize,
    ) -> Rc<[Reading]> {
        let below = match kind {
            '>' if rule.kind == Kind::Normal => rule.divisor(),
            '<' if rule.kind == Kind::Normal => rule.base.max(1),
            '=' => question.below,
            _ => i64::MAX,
        };
        let set = match target {
            Target::Pattern(pattern) => {
                let mut format = self.rules.decimal.clone();
                format.pattern = Pattern::parse(pattern, false).unwrap_or_default();
                let parsed = super::parse(&format, &self.text[question.at..], 0, false);
                return parsed.ok().map(|parsed| (parsed.number.to_float(), parsed.end)).into_iter().collect();
            }
            Target::Set(name) => self.rules.set(name),
            Target::Same | Target::Previous => Some(set),
        };
        let Some(set) = set else { return Rc::default() };
        let question = Question { set, below, ..question };
        if rule.kind != Kind::Normal && rule.kind != Kind::Negative && kind == '>' {
            return self.read_digits(set, question, depth);
        }
        self.read_set(set, question, depth + 1)
    }
    /// Digits behind the point, in words.
    fn read_digits(&self, set: &RuleSet, question: Question, depth: usize) -> Rc<[Reading]> {
        let (mut digits, mut length) = (String::from("0."), 0);
        loop {
            let rest = &self.text[question.at + length..];
            let skipped = rest.iter().take_while(|c| **c == ' ').count();
            let found = self.read_set(set, Question { below: 10, at: question.at + length + skipped, ..question }, depth + 1);
            match found.iter().filter(|reading| reading.1 > 0 && reading.0 < 10.0).max_by_key(|reading| reading.1) {
                Some(&(digit, more)) => {
                    digits.push_str(&(digit as i64).to_string());
                    length += skipped + more;
                }
                None => break,
            }
        }
        if length == 0 { Rc::default() } else { [(digits.parse().unwrap_or(0.0), length)].into() }
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
