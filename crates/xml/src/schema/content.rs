//! Content models: which lists of children they have.

use super::{Name, Namespaces, Particle, Schema, Term, Wildcard};
use std::collections::BTreeSet;

/// What a child was matched with.
#[derive(Clone)]
pub(super) enum Matched {
    Element(usize),
    Wildcard(u8),
}

/// How a list of children fails.
pub(super) struct Mismatch {
    /// The first child that does not fit; `None`: more are needed.
    pub at: Option<usize>,
    /// Names that would fit.
    pub expected: Vec<String>,
    /// What the children before it are.
    pub matched: Vec<Option<Matched>>,
}

pub(super) struct Matcher<'a> {
    schema: &'a Schema,
    children: &'a [Name],
    furthest: usize,
    expected: Vec<String>,
    matched: Vec<Option<Matched>>,
    /// Inside of what libxml2 counts: there it does not know what it expects.
    counted: usize,
}

impl Wildcard {
    /// Whether a namespace (empty for none) is one that it takes.
    pub fn takes(&self, uri: &[u8]) -> bool {
        match &self.namespaces {
            Namespaces::Any => true,
            Namespaces::Other(target) => !uri.is_empty() && uri != &target[..],
            Namespaces::These(all) => all.iter().any(|one| one == uri),
        }
    }
}

/// A name as messages show it.
pub(super) fn shown(name: &Name) -> String {
    let local = String::from_utf8_lossy(&name.1);
    if name.0.is_empty() { local.into_owned() } else { format!("{{{}}}{local}", String::from_utf8_lossy(&name.0)) }
}

/// Matches children with a particle: what each is declared as.
pub(super) fn matches(schema: &Schema, particle: &Particle, children: &[Name]) -> Result<Vec<Option<Matched>>, Mismatch> {
    let matched = vec![None; children.len()];
    let mut matcher = Matcher { schema, children, furthest: 0, expected: Vec::new(), matched, counted: 0 };
    let ends = matcher.particle(particle, BTreeSet::from([0]));
    if ends.contains(&children.len()) {
        return Ok(matcher.matched);
    }
    let at = (matcher.furthest < children.len()).then_some(matcher.furthest);
    // What ends before the last child, without a place where it got stuck inside, is followed by something too much.
    let mut matched = matcher.matched;
    matched.truncate(matcher.furthest);
    Err(Mismatch { at, expected: matcher.expected, matched })
}

impl Matcher<'_> {
    fn expect(&mut self, at: usize, name: String) {
        if at > self.furthest {
            self.furthest = at;
            self.expected.clear();
        }
        if at == self.furthest && self.counted == 0 && !self.expected.contains(&name) {
            self.expected.push(name);
        }
    }
    fn reached(&mut self, at: usize) {
        if at > self.furthest {
            self.furthest = at;
            self.expected.clear();
        }
    }
    fn particle(&mut self, particle: &Particle, from: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut reached = if particle.least == 0 { from.clone() } else { BTreeSet::new() };
        let (mut current, mut count) = (from, 0);
        while particle.most.is_none_or(|most| count < most) && !current.is_empty() {
            if phant_interrupt::is_urgent() {
                break;
            }
            let is_counted = count > 0 && matches!(particle.term, Term::Choice(_));
            self.counted += usize::from(is_counted);
            let next = self.term(&particle.term, &current);
            self.counted -= usize::from(is_counted);
            count += 1;
            if count < particle.least {
                if next == current {
                    // It takes nothing, however often.
                    reached.extend(next);
                    break;
                }
                current = next;
                continue;
            }
            current = next.into_iter().filter(|place| reached.insert(*place)).collect();
        }
        reached
    }
    fn term(&mut self, term: &Term, from: &BTreeSet<usize>) -> BTreeSet<usize> {
        match term {
            Term::Element(number) => from.iter().filter_map(|&at| self.element(*number, at)).collect(),
            Term::Wildcard(wildcard) => from.iter().filter_map(|&at| self.any(wildcard, at)).collect(),
            Term::Sequence(parts) => parts
                .iter()
                .fold(from.clone(), |places, part| if places.is_empty() { places } else { self.particle(part, places) }),
            Term::Choice(parts) => {
                let mut all = BTreeSet::new();
                parts.iter().for_each(|part| all.extend(self.particle(part, from.clone())));
                all
            }
            Term::All(parts) => from.iter().filter_map(|&at| self.all(parts, at)).collect(),
        }
    }
    fn element(&mut self, number: usize, at: usize) -> Option<usize> {
        let schema = self.schema;
        let element = &schema.elements[number];
        let child = self.children.get(at);
        let members = schema.members.get(&element.name).filter(|_| schema.globals.get(&element.name) == Some(&number));
        let fits = |candidate: usize| {
            let candidate = &schema.elements[candidate];
            !candidate.is_abstract && child.is_some_and(|child| *child == candidate.name)
        };
        let substitutes = members.into_iter().flatten().copied();
        let found = std::iter::once(number).chain(substitutes).find(|&candidate| fits(candidate));
        match found {
            Some(found) => {
                self.matched[at] = Some(Matched::Element(found));
                self.reached(at + 1);
                Some(at + 1)
            }
            None => {
                self.expect(at, shown(&element.name));
                None
            }
        }
    }
    fn any(&mut self, wildcard: &Wildcard, at: usize) -> Option<usize> {
        let child = self.children.get(at)?;
        if !wildcard.takes(&child.0) {
            self.expect(at, "##other*".to_owned());
            return None;
        }
        self.matched[at].get_or_insert(Matched::Wildcard(wildcard.strictness));
        self.reached(at + 1);
        Some(at + 1)
    }
    /// Every part once at most, in any order.
    fn all(&mut self, parts: &[Particle], from: usize) -> Option<usize> {
        let (mut at, mut used) = (from, vec![false; parts.len()]);
        self.counted += 1;
        'children: loop {
            for (number, part) in parts.iter().enumerate() {
                if used[number] {
                    continue;
                }
                if let Some(next) = self.term(&part.term, &BTreeSet::from([at])).pop_last()
                    && next > at
                {
                    used[number] = true;
                    at = next;
                    continue 'children;
                }
            }
            break;
        }
        self.counted -= 1;
        let complete = parts.iter().zip(&used).all(|(part, used)| *used || part.least == 0);
        complete.then_some(at)
    }
}
