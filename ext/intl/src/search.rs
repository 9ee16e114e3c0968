//! Searching for text by what ICU's root collation takes for equal: composed and decomposed letters are, characters that
//! collation ignores are as if they were not there, and without regard to case also letters of other width and kana of
//! the other script.

use icu_collator::{
    Collator, CollatorBorrowed,
    options::{CollatorOptions, Strength},
};
use icu_segmenter::GraphemeClusterSegmenter;
use std::{cell::OnceCell, cmp::Ordering};

/// A text and where its clusters begin and end.
pub(crate) struct Clusters<'a> {
    text: &'a str,
    /// The ends of the clusters, after a zero.
    bounds: Vec<usize>,
}

impl<'a> Clusters<'a> {
    pub(crate) fn new(text: &'a str) -> Clusters<'a> {
        let mut bounds = vec![0];
        bounds.extend(GraphemeClusterSegmenter::new().segment_str(text).filter(|&end| end > 0));
        Clusters { text, bounds }
    }
    pub(crate) fn len(&self) -> usize {
        self.bounds.len() - 1
    }
    /// The clusters from one to before another.
    pub(crate) fn part(&self, from: usize, to: usize) -> &'a str {
        &self.text[self.bounds[from]..self.bounds[to]]
    }
}

/// Whether upper and lower case are different.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Matters,
    Ignored,
}

/// A way of searching.
pub(crate) struct Search {
    case: Case,
    /// Made when letters are met that it is needed for.
    collator: OnceCell<Option<CollatorBorrowed<'static>>>,
}

impl Search {
    pub(crate) fn new(case: Case) -> Search {
        Search { case, collator: OnceCell::new() }
    }

    /// Whether a text stands in another one at a cluster.
    pub(crate) fn is_at(&self, haystack: &Clusters<'_>, needle: &Clusters<'_>, at: usize) -> bool {
        let mut at = at;
        for i in 0..needle.len() {
            let wanted = needle.part(i, i + 1);
            if self.ignores(wanted) {
                continue;
            }
            while at < haystack.len() && i > 0 && self.ignores(haystack.part(at, at + 1)) {
                at += 1;
            }
            if at == haystack.len() || !self.equal(haystack.part(at, at + 1), wanted) {
                return false;
            }
            at += 1;
        }
        true
    }

    fn equal(&self, a: &str, b: &str) -> bool {
        if a == b {
            return true;
        }
        // Two letters of ASCII need no collation.
        if a.is_ascii() && b.is_ascii() {
            return self.case == Case::Ignored && a.eq_ignore_ascii_case(b);
        }
        self.same(a, b)
    }

    /// Whether collation does not see a cluster.
    fn ignores(&self, cluster: &str) -> bool {
        let unseen = |c: char| matches!(c, '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}');
        if cluster.is_ascii() { cluster.chars().all(unseen) } else { self.same(cluster, "") }
    }

    fn same(&self, a: &str, b: &str) -> bool {
        let collator = self.collator.get_or_init(|| {
            let mut options = CollatorOptions::default();
            options.strength = Some(if self.case == Case::Matters { Strength::Tertiary } else { Strength::Secondary });
            Collator::try_new(Default::default(), options).ok()
        });
        collator.as_ref().is_some_and(|collator| collator.compare(a, b) == Ordering::Equal)
    }
}
