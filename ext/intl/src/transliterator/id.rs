//! Names of transliterators: `[filter] Source-Target/Variant (inverse); …`, and what they are the other way round.

use crate::char::set::{self, Set};

/// Which way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Direction {
    Forward,
    Reverse,
}

/// One transliterator's name.
#[derive(Clone)]
pub(super) struct Single {
    /// As it is shown.
    pub(super) shown: String,
    /// As it is looked up; empty for one that does nothing.
    pub(super) basic: String,
    pub(super) filter: Option<Set>,
}

/// A list of names.
pub(super) struct Compound {
    pub(super) shown: String,
    pub(super) list: Vec<Single>,
    pub(super) filter: Option<Set>,
}

/// A name in its parts.
struct Spec {
    source: String,
    target: String,
    variant: String,
    has_source: bool,
    filter: Option<(String, Set)>,
}

/// Reads names from a text.
pub(super) struct Reader<'a> {
    pub(super) text: &'a [char],
    pub(super) at: usize,
}

/// Names that have another one the other way round.
const INVERSES: [(&str, &str); 11] = [
    ("null", "Null"),
    ("upper", "Lower"),
    ("lower", "Upper"),
    ("title", "Lower"),
    ("nfc", "NFD"),
    ("nfd", "NFC"),
    ("nfkc", "NFKD"),
    ("nfkd", "NFKC"),
    ("fcc", "NFD"),
    ("fcd", "FCD"),
    ("remove", "Null"),
];

impl Reader<'_> {
    pub(super) fn skip_white(&mut self) {
        while self.text.get(self.at).is_some_and(|&c| set::is_white(c)) {
            self.at += 1;
        }
    }
    pub(super) fn take(&mut self, c: char) -> bool {
        let start = self.at;
        self.skip_white();
        if self.text.get(self.at) == Some(&c) {
            self.at += 1;
            return true;
        }
        self.at = start;
        false
    }
    fn set(&mut self) -> Option<(String, Set)> {
        let (set, end) = set::parse(self.text, self.at, &set::NoVariables).ok()?;
        let pattern = self.text[self.at..end].iter().collect();
        self.at = end;
        Some((pattern, set))
    }
    fn identifier(&mut self) -> String {
        let starts = |c: &char| c.is_alphabetic();
        let goes_on = |c: &&char| c.is_alphanumeric() || **c == '_';
        if !self.text.get(self.at).is_some_and(starts) {
            return String::new();
        }
        let name: String = self.text[self.at..].iter().take_while(goes_on).collect();
        self.at += name.chars().count();
        name
    }

    fn spec(&mut self) -> Option<Spec> {
        let start = self.at;
        let (mut first, mut source, mut target, mut variant) = Default::default();
        let (mut filter, mut delimiter, mut seen) = (None, None, false);
        loop {
            self.skip_white();
            let Some(&c) = self.text.get(self.at) else { break };
            if filter.is_none() && set::begins(&self.text[self.at..]) {
                filter = Some(self.set()?);
                continue;
            }
            if delimiter.is_none() && (c == '-' && String::is_empty(&target) || c == '/' && String::is_empty(&variant)) {
                delimiter = Some(c);
                self.at += 1;
                continue;
            }
            if delimiter.is_none() && seen {
                break;
            }
            let name = self.identifier();
            if name.is_empty() {
                break;
            }
            match delimiter {
                None => first = name,
                Some('-') => target = name,
                Some(_) => variant = name,
            }
            seen = true;
            delimiter = None;
        }
        if !String::is_empty(&first) {
            if target.is_empty() { target = first } else { source = first }
        }
        if String::is_empty(&source) && target.is_empty() {
            self.at = start;
            return None;
        }
        let has_source = !source.is_empty();
        if !has_source {
            source = "Any".to_owned();
        }
        if target.is_empty() {
            target = "Any".to_owned();
        }
        Some(Spec { source, target, variant, has_source, filter })
    }

    /// One name, with the one for the other way in parentheses.
    pub(super) fn single(&mut self, direction: Direction) -> Option<Single> {
        let start = self.at;
        let found = self.single_at(direction);
        if found.is_none() {
            self.at = start;
        }
        found
    }

    fn single_at(&mut self, direction: Direction) -> Option<Single> {
        let mut own = None;
        if !self.take('(') {
            own = Some(self.spec()?);
            if !self.take('(') {
                let own = own?;
                return Some(match direction {
                    Direction::Forward => own.single(direction),
                    Direction::Reverse => own.special_inverse().unwrap_or_else(|| own.single(direction)),
                });
            }
        }
        let mut other = None;
        if !self.take(')') {
            other = Some(self.spec()?);
            if !self.take(')') {
                return None;
            }
        }
        let (this, that) = if direction == Direction::Forward { (own, other) } else { (other, own) };
        let plain = |spec: &Option<Spec>| spec.as_ref().map(|spec| spec.single(Direction::Forward));
        let nothing = Single { shown: String::new(), basic: String::new(), filter: None };
        let mut single = plain(&this).unwrap_or(nothing);
        single.shown = format!("{}({})", single.shown, plain(&that).map_or(String::new(), |that| that.shown));
        Some(single)
    }

    /// One name without another in parentheses, as a function has it.
    pub(super) fn filtered(&mut self, direction: Direction) -> Option<Single> {
        self.spec().map(|spec| spec.single(direction))
    }

    /// A filter for all. `parens` says whether it has to be in parentheses, if that is known; whether it is comes back.
    pub(super) fn global_filter(&mut self, parens: Option<bool>) -> Option<(String, Set, bool)> {
        let start = self.at;
        let found = self.global_filter_at(parens);
        if found.is_none() {
            self.at = start;
        }
        found
    }
    fn global_filter_at(&mut self, parens: Option<bool>) -> Option<(String, Set, bool)> {
        let inside = parens != Some(false) && self.take('(');
        if parens == Some(true) && !inside {
            return None;
        }
        self.skip_white();
        if !set::begins(self.text.get(self.at..)?) {
            return None;
        }
        let (pattern, set) = self.set()?;
        (!inside || self.take(')')).then_some((pattern, set, inside))
    }
}

impl Spec {
    fn single(&self, direction: Direction) -> Single {
        let (mut shown, mut prefix) = (String::new(), String::new());
        match direction {
            Direction::Forward => {
                let from = if self.has_source { &mut shown } else { &mut prefix };
                *from = format!("{}-", self.source);
                shown.push_str(&self.target);
            }
            Direction::Reverse => shown = format!("{}-{}", self.target, self.source),
        }
        if !self.variant.is_empty() {
            shown = format!("{shown}/{}", self.variant);
        }
        self.filtered(prefix + &shown, shown)
    }
    fn filtered(&self, basic: String, shown: String) -> Single {
        let filter = self.filter.as_ref().map(|filter| filter.1.clone());
        let pattern = self.filter.as_ref().map_or(String::new(), |filter| format!("{} ", filter.0));
        Single { shown: pattern + &shown, basic, filter }
    }
    fn special_inverse(&self) -> Option<Single> {
        if !self.source.eq_ignore_ascii_case("Any") {
            return None;
        }
        let inverse = INVERSES.iter().find(|inverse| inverse.0.eq_ignore_ascii_case(&self.target));
        let inverse = match inverse {
            Some(inverse) => inverse.1,
            None if super::registry::is_any_target(&self.target) => "Null",
            None => return None,
        };
        let shown = if self.has_source { format!("Any-{inverse}") } else { inverse.to_owned() };
        Some(self.filtered(format!("Any-{inverse}"), shown))
    }
}

/// Reads a list of names.
pub(super) fn compound(text: &str, direction: Direction) -> Option<Compound> {
    let text: Vec<char> = text.chars().collect();
    let mut reader = Reader { text: &text, at: 0 };
    let (mut shown, mut filter, mut list) = (String::new(), None, Vec::new());
    let forward = direction == Direction::Forward;
    if let Some((pattern, set, _)) = reader.global_filter(Some(false)) {
        // What turns out to be the first name's filter is ICU's filter for all the same.
        filter = forward.then_some(set);
        if reader.take(';') {
            shown = if forward { format!("{pattern};") } else { format!("({pattern});") };
        } else {
            reader.at = 0;
        }
    }
    let mut delimited = true;
    while let Some(single) = reader.single(direction) {
        if forward {
            list.push(single)
        } else {
            list.insert(0, single)
        }
        if !reader.take(';') {
            delimited = false;
            break;
        }
    }
    if list.is_empty() {
        return None;
    }
    let names: Vec<&str> = list.iter().map(|single: &Single| single.shown.as_str()).collect();
    shown.push_str(&names.join(";"));
    if delimited {
        if let Some((pattern, set, _)) = reader.global_filter(Some(true)) {
            shown = if forward { format!("{shown}({pattern});") } else { format!("{pattern};{shown}") };
            if !forward {
                filter = Some(set);
            }
            reader.take(';');
        }
    }
    reader.skip_white();
    (reader.at == text.len()).then_some(Compound { shown, list, filter })
}
