//! The grammar: rules with weighted alternatives, read from text, and the walk that makes a program of it.
//!
//! ```text
//! rule
//!   - alternative with #another rule
//!   - 3* one that is taken three times as often,
//!     of two lines
//!   - @loop break;
//! ```
//!
//! `#name` is a hole. `#(name a b)` fills it in the context `a b` and no other, `#(name +a -b)` in the present context with
//! `a` and without `b`. An alternative with `@a` is for the context `a` only. `#uid` is a number that no other alternative
//! gets, `#prelude` the functions that every program has.
//!
//! Rules that lead to themselves are bounded: below a depth, and after a number of steps, the alternative that ends
//! soonest is taken. Each program does without some of their alternatives, which differ from seed to seed, so that it has
//! more of the others ("swarm testing", Groce and others, 2012).

use crate::random::Random;
use std::collections::HashMap;

const SOURCES: &[&str] = &[
    include_str!("../grammar/program.txt"),
    include_str!("../grammar/classes.txt"),
    include_str!("../grammar/names.txt"),
    include_str!("../grammar/places.txt"),
    include_str!("../grammar/expressions.txt"),
    include_str!("../grammar/statements.txt"),
    include_str!("../grammar/natives.txt"),
    include_str!("../grammar/containers.txt"),
    include_str!("../grammar/warm.txt"),
    include_str!("../grammar/language.txt"),
];
const PRELUDE: &str = include_str!("../grammar/prelude.php");
const CONTEXTS: [&str; 4] = ["gen", "from", "this", "loop"];
/// Higher than any alternative.
const ENDLESS: u32 = u32::MAX / 2;

/// What surrounds a hole: a bit for each of [`CONTEXTS`].
type Context = u8;

enum Part {
    Text(String),
    Hole { rule: usize, clear: Context, set: Context },
    Unique,
    Prelude,
}

struct Alternative {
    weight: usize,
    needs: Context,
    parts: Vec<Part>,
    /// How many rules deep its smallest expansion is.
    height: u32,
}

struct Rule {
    name: String,
    alternatives: Vec<Alternative>,
    height: u32,
    recursive: bool,
}

/// The rules, checked.
pub struct Grammar {
    rules: Vec<Rule>,
}

fn context(name: &str) -> Context {
    1 << CONTEXTS.iter().position(|c| *c == name).unwrap_or_else(|| panic!("no context {name}"))
}

/// Rule names with the texts of their alternatives.
fn read(source: &str) -> Vec<(String, Vec<String>)> {
    let mut rules: Vec<(String, Vec<String>)> = Vec::new();
    for line in source.lines() {
        let alternatives = rules.last_mut().map(|r| &mut r.1);
        if line.starts_with("# ") || line.is_empty() {
            continue;
        } else if let Some(first) = line.strip_prefix("  -") {
            alternatives.expect("a rule before an alternative").push(first.strip_prefix(' ').unwrap_or(first).to_owned());
        } else if let Some(more) = line.strip_prefix("    ") {
            let text = alternatives.and_then(|a| a.last_mut()).expect("an alternative before its second line");
            text.push('\n');
            text.push_str(more);
        } else {
            rules.push((line.trim().to_owned(), Vec::new()));
        }
    }
    rules
}

/// A hole's text behind the `#`, as far as it is one: the name, the contexts, the length.
fn hole(text: &str) -> Option<(&str, Vec<&str>, usize)> {
    if let Some(inner) = text.strip_prefix('(') {
        let end = inner.find(')')?;
        let mut words = inner[..end].split(' ');
        return Some((words.next()?, words.collect(), end + 2));
    }
    let end = text.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| (&text[..end], Vec::new(), end))
}

fn parts(mut text: &str, numbers: &HashMap<String, usize>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut literal = String::new();
    while let Some(at) = text.find('#') {
        literal.push_str(&text[..at]);
        text = &text[at + 1..];
        let Some((name, words, length)) = hole(text) else {
            literal.push('#');
            continue;
        };
        text = &text[length..];
        if !literal.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut literal)));
        }
        // A name in parentheses without signs says all there is of the context.
        let exact = length != name.len() && words.iter().all(|w| !w.starts_with(['+', '-']));
        let (mut clear, mut set) = (if exact { Context::MAX } else { 0 }, 0);
        for word in words {
            match word.strip_prefix('-') {
                Some(word) => clear |= context(word),
                None => set |= context(word.trim_start_matches('+')),
            }
        }
        parts.push(match name {
            "uid" => Part::Unique,
            "prelude" => Part::Prelude,
            _ => Part::Hole { rule: *numbers.get(name).unwrap_or_else(|| panic!("no rule {name}")), clear, set },
        });
    }
    literal.push_str(text);
    if !literal.is_empty() {
        parts.push(Part::Text(literal));
    }
    parts
}

fn alternative(mut text: &str, numbers: &HashMap<String, usize>) -> Alternative {
    let (mut weight, mut needs) = (1, 0);
    if let Some((word, rest)) = text.strip_prefix('@').and_then(|t| t.split_once(' '))
        && CONTEXTS.contains(&word)
    {
        (needs, text) = (context(word), rest);
    }
    if let Some((number, rest)) = text.split_once('*')
        && let Ok(number) = number.parse()
    {
        (weight, text) = (number, rest.strip_prefix(' ').unwrap_or(rest));
    }
    Alternative { weight, needs, parts: parts(text, numbers), height: ENDLESS }
}

impl Grammar {
    /// Reads the grammar; panics where it is not one.
    pub fn new() -> Grammar {
        let texts: Vec<_> = SOURCES.iter().flat_map(|s| read(s)).collect();
        let numbers: HashMap<String, usize> = texts.iter().enumerate().map(|(i, r)| (r.0.clone(), i)).collect();
        assert_eq!(numbers.len(), texts.len(), "two rules have one name");
        let rules = texts.iter().map(|(name, alternatives)| Rule {
            name: name.clone(),
            alternatives: alternatives.iter().map(|a| alternative(a, &numbers)).collect(),
            height: ENDLESS,
            recursive: false,
        });
        let mut grammar = Grammar { rules: rules.collect() };
        grammar.measure();
        for at in 0..grammar.rules.len() {
            assert!(grammar.rules[at].height < ENDLESS, "rule {} never ends", grammar.rules[at].name);
            grammar.rules[at].recursive = grammar.leads_to(at);
        }
        grammar
    }

    /// Computes the heights, to a fixed point.
    fn measure(&mut self) {
        loop {
            let heights: Vec<u32> = self.rules.iter().map(|r| r.height).collect();
            for alternative in self.rules.iter_mut().flat_map(|r| &mut r.alternatives) {
                let inner = alternative.parts.iter().filter_map(|p| match p {
                    Part::Hole { rule, .. } => Some(heights[*rule]),
                    _ => None,
                });
                alternative.height = inner.max().map_or(0, |h| (h + 1).min(ENDLESS));
            }
            for rule in &mut self.rules {
                let free = rule.alternatives.iter().filter(|a| a.needs == 0);
                rule.height = free.map(|a| a.height).min().unwrap_or(ENDLESS);
            }
            if self.rules.iter().map(|r| r.height).eq(heights) {
                return;
            }
        }
    }

    /// Whether a rule leads to itself.
    fn leads_to(&self, start: usize) -> bool {
        let (mut seen, mut open) = (vec![false; self.rules.len()], vec![start]);
        while let Some(at) = open.pop() {
            for part in self.rules[at].alternatives.iter().flat_map(|a| &a.parts) {
                let Part::Hole { rule, .. } = part else { continue };
                if *rule == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[*rule], true) {
                    open.push(*rule);
                }
            }
        }
        false
    }

    /// The program of a seed.
    pub fn program(&self, seed: u64) -> String {
        let mut random = Random::new(seed);
        let depth = 3 + random.below(4) as u32;
        let dropped = random.below(40);
        let swarm = random.next();
        let steps = 1000 + random.below(2500);
        let mut walk = Walk { grammar: self, random, swarm, dropped, steps, unique: 0 };
        let start = self.rules.iter().position(|r| r.name == "program").expect("a rule program");
        let mut text = walk.expand(start, 0, depth);
        text.push('\n');
        text
    }
}

impl Default for Grammar {
    fn default() -> Self {
        Self::new()
    }
}

/// The making of one program.
struct Walk<'g> {
    grammar: &'g Grammar,
    random: Random,
    /// Which alternatives are left out, as a hash, and how many in a hundred.
    swarm: u64,
    dropped: usize,
    /// Holes left before everything is kept short.
    steps: usize,
    unique: usize,
}

impl Walk<'_> {
    fn is_dropped(&self, rule: usize, alternative: usize) -> bool {
        let key = self.swarm ^ ((rule as u64) << 32 | alternative as u64);
        Random::new(key).below(100) < self.dropped
    }

    fn choose(&mut self, at: usize, context: Context, depth: u32) -> usize {
        let rule = &self.grammar.rules[at];
        let short = rule.recursive && (depth == 0 || self.steps == 0);
        let weights: Vec<usize> = (rule.alternatives.iter().enumerate())
            .map(|(i, a)| {
                let fits = a.needs & !context == 0;
                let wanted = if short { a.height == rule.height } else { !(rule.recursive && self.is_dropped(at, i)) };
                if fits && wanted { a.weight } else { 0 }
            })
            .collect();
        let total: usize = weights.iter().sum();
        if total == 0 {
            return rule.alternatives.iter().position(|a| a.height == rule.height && a.needs == 0).unwrap_or(0);
        }
        let mut left = self.random.below(total);
        for (i, weight) in weights.iter().enumerate() {
            if left < *weight {
                return i;
            }
            left -= weight;
        }
        0
    }

    fn expand(&mut self, at: usize, context: Context, depth: u32) -> String {
        let grammar = self.grammar;
        let chosen = self.choose(at, context, depth);
        let rule = &grammar.rules[at];
        let depth = if rule.recursive { depth.saturating_sub(1) } else { depth };
        self.steps = self.steps.saturating_sub(1);
        let (mut text, mut unique) = (String::new(), None);
        for part in &rule.alternatives[chosen].parts {
            match part {
                Part::Text(literal) => text.push_str(literal),
                Part::Prelude => text.push_str(PRELUDE.trim_end()),
                Part::Unique => {
                    let number = *unique.get_or_insert(self.unique);
                    self.unique = self.unique.max(number + 1);
                    text.push_str(&number.to_string());
                }
                Part::Hole { rule, clear, set } => {
                    let inner = self.expand(*rule, context & !clear | set, depth);
                    let line = text.rfind('\n').map_or(0, |n| n + 1);
                    let indent: String = text[line..].chars().take_while(|c| *c == ' ').collect();
                    text.push_str(&inner.replace('\n', &format!("\n{indent}")));
                    // A line of nothing but empty holes is no line.
                    if inner.is_empty() && text[line..].trim().is_empty() {
                        text.truncate(line.saturating_sub(1));
                    }
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_one_program() {
        let grammar = Grammar::new();
        assert_eq!(grammar.program(7), grammar.program(7));
        assert_ne!(grammar.program(7), grammar.program(8));
    }

    #[test]
    fn programs_have_bounded_size_and_no_holes() {
        let grammar = Grammar::new();
        for seed in 0..200 {
            let text = grammar.program(seed);
            assert!(text.starts_with("<?php"));
            assert!(text.len() < 100_000, "seed {seed}: {} bytes", text.len());
            let holes = text.match_indices('#').filter(|(at, _)| !text[at + 1..].starts_with('['));
            assert_eq!(holes.count(), 0, "seed {seed}");
        }
    }
}
