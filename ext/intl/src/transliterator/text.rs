//! The text that is worked on: characters with a gap where the work is, so that replacing does not move the rest.

/// A text of characters.
pub(crate) struct Text {
    /// What is before the gap, and behind it with the last character first.
    before: Vec<char>,
    behind: Vec<char>,
}

/// Where work goes on, how far it goes, and how far the context goes that rules may look at.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) context_start: usize,
    pub(crate) start: usize,
    pub(crate) limit: usize,
    pub(crate) context_limit: usize,
}

impl Span {
    pub(crate) fn all(start: usize, limit: usize) -> Span {
        Span { context_start: start, start, limit, context_limit: limit }
    }
    /// Moves the ends after a text of one length was put in place of one of another.
    pub(crate) fn grow(&mut self, old: usize, new: usize) {
        self.limit = self.limit + new - old;
        self.context_limit = self.context_limit + new - old;
    }
}

impl Text {
    pub(crate) fn new(text: impl Iterator<Item = char>) -> Text {
        Text { before: text.collect(), behind: Vec::new() }
    }
    pub(crate) fn len(&self) -> usize {
        self.before.len() + self.behind.len()
    }
    pub(crate) fn get(&self, at: usize) -> Option<char> {
        match self.before.get(at) {
            Some(&c) => Some(c),
            None => self.behind.iter().rev().nth(at - self.before.len()).copied(),
        }
    }
    pub(crate) fn slice(&self, from: usize, to: usize) -> String {
        (from..to).filter_map(|at| self.get(at)).collect()
    }
    pub(crate) fn chars(&self, from: usize, to: usize) -> Vec<char> {
        (from..to).filter_map(|at| self.get(at)).collect()
    }
    fn gap_to(&mut self, at: usize) {
        while self.before.len() > at {
            let c = self.before.pop().unwrap_or_default();
            self.behind.push(c);
        }
        while self.before.len() < at {
            let Some(c) = self.behind.pop() else { return };
            self.before.push(c);
        }
    }
    /// Puts a text in place of what is between two places.
    pub(crate) fn replace(&mut self, from: usize, to: usize, new: &[char]) {
        // Whatever went before stays in front of the gap, as work goes on behind it.
        self.gap_to(to);
        self.before.truncate(from);
        self.before.extend_from_slice(new);
    }
    pub(crate) fn into_string(mut self) -> String {
        self.gap_to(usize::MAX);
        self.before.into_iter().collect()
    }
}
