//! What transliterators are made of, and how they run.

use super::{
    registry,
    rules::Rules,
    special,
    text::{Span, Text},
};
use crate::{
    char::{
        set::Set,
        tables::{Tables, table},
    },
    normalizer::Form,
};
use std::sync::Arc;

/// A transliterator.
pub(crate) struct Transform {
    /// What is not in it stays as it is.
    pub(super) filter: Option<Arc<Set>>,
    pub(super) kind: Kind,
}

/// What a transliterator does.
pub(super) enum Kind {
    Null,
    Remove,
    Upper,
    Lower,
    Title,
    Normalize(Form),
    Hex(special::HexForm),
    Unhex(&'static [special::HexForm]),
    Name,
    Unname,
    /// Spaces between words.
    Words,
    Rules(Arc<Rules>),
    Sequence(Vec<Transform>),
    Shared(Arc<Transform>),
    /// From each script there is to this target.
    Any(String),
}

/// How deep transliterators may use others.
const DEEPEST: usize = 24;
const COMMON: i32 = 0;
const INHERITED: i32 = 1;

impl Transform {
    pub(super) fn new(kind: Kind) -> Transform {
        Transform { filter: None, kind }
    }

    /// Whether nothing is ever changed.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self.kind, Kind::Null)
    }

    /// Changes what is in the span; its limit follows.
    pub(crate) fn run(&self, text: &mut Text, span: &mut Span) {
        self.run_at(text, span, 0);
    }

    pub(super) fn run_at(&self, text: &mut Text, span: &mut Span, depth: usize) {
        if depth > DEEPEST || phant_native::limits::reached() {
            return;
        }
        let Some(filter) = &self.filter else { return self.run_all(text, span, depth) };
        // Each run of characters that the filter takes is by itself, but sees the context of all.
        let mut at = span.start;
        let taken = |text: &Text, at: usize| text.get(at).is_some_and(|c| filter.has(c));
        while at < span.limit {
            while at < span.limit && !taken(text, at) {
                at += 1;
            }
            let start = at;
            while at < span.limit && taken(text, at) {
                at += 1;
            }
            if start == at {
                break;
            }
            let mut part = Span { start, limit: at, ..*span };
            self.run_all(text, &mut part, depth);
            span.limit = span.limit + part.limit - at;
            span.context_limit = span.context_limit + part.limit - at;
            at = part.limit;
        }
    }

    fn run_all(&self, text: &mut Text, span: &mut Span, depth: usize) {
        let whole = |text: &mut Text, span: &mut Span, change: &dyn Fn(&str) -> String| {
            let old = text.slice(span.start, span.limit);
            let new = change(&old);
            if new != old {
                let new: Vec<char> = new.chars().collect();
                text.replace(span.start, span.limit, &new);
                span.grow(span.limit - span.start, new.len());
            }
        };
        match &self.kind {
            Kind::Null => {}
            Kind::Remove => whole(text, span, &|_| String::new()),
            Kind::Upper => whole(text, span, &special::upper),
            Kind::Lower => whole(text, span, &special::lower),
            Kind::Title => {
                let inside = special::inside_word(text, span);
                whole(text, span, &|text| special::title(text, inside));
            }
            Kind::Normalize(form) => whole(text, span, &|text| form.apply(text)),
            Kind::Hex(form) => whole(text, span, &|text| special::hex(text, *form)),
            Kind::Unhex(forms) => whole(text, span, &|text| special::unhex(text, forms)),
            Kind::Name => whole(text, span, &special::name),
            Kind::Unname => whole(text, span, &special::unname),
            Kind::Words => {
                let inside = crate::break_iterator::words_within(&text.chars(span.start, span.limit));
                whole(text, span, &|_| inside.clone());
            }
            Kind::Rules(rules) => rules.run(text, span, depth),
            Kind::Shared(inner) => inner.run_at(text, span, depth + 1),
            Kind::Sequence(parts) => {
                let start = span.start;
                for part in parts {
                    span.start = start;
                    part.run_at(text, span, depth + 1);
                }
            }
            Kind::Any(target) => any(target, text, span, depth),
        }
    }
}

/// Runs of one script each, with what belongs to none.
fn any(target: &str, text: &mut Text, span: &mut Span, depth: usize) {
    let script = |text: &Text, at: usize| text.get(at).map_or(0, |c| Tables::get().value(table::SCRIPT, u32::from(c)));
    let neutral = |script: i32| matches!(script, COMMON | INHERITED);
    let wanted = registry::script_of(target.split('/').next().unwrap_or_default());
    let (mut at, mut all) = (span.context_start, *span);
    while at < all.context_limit && at < all.limit {
        let mut start = at;
        while start > all.context_start && neutral(script(text, start - 1)) {
            start -= 1;
        }
        let mut found = None;
        while at < all.context_limit {
            let next = script(text, at);
            if !neutral(next) && *found.get_or_insert(next) != next {
                break;
            }
            at += 1;
        }
        if at <= all.start {
            continue;
        }
        let transform = found.filter(|&script| Some(script) != wanted).and_then(|script| source(script, target));
        let Some(transform) = transform else { continue };
        let limit = at.min(all.limit);
        let mut part = Span { start: start.max(all.start), limit, ..all };
        transform.run_at(text, &mut part, depth + 1);
        all.limit = all.limit + part.limit - limit;
        all.context_limit = all.context_limit + part.limit - limit;
        at = at + part.limit - limit;
    }
    span.limit = all.limit;
    span.context_limit = all.context_limit;
}

/// The transliterator from a script.
fn source(script: i32, target: &str) -> Option<Arc<Transform>> {
    let name = registry::script_name(script)?;
    registry::shared(&format!("{name}-{target}"))
}
