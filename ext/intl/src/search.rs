//! Searching for text by what ICU's root collation takes for equal: composed and decomposed letters are, characters that
//! collation ignores are as if they were not there, and without regard to case also letters of other width and kana of
//! the other script.

use icu_collator::{
    Collator, CollatorBorrowed,
    options::{CollatorOptions, Strength},
};
use icu_segmenter::GraphemeClusterSegmenter;
use memchr::memmem;
use phant_native::{Ctx, PhpResult};
use std::{borrow::Cow, cell::OnceCell, cmp::Ordering, ops::Range};

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

/// A text and what is looked for in it, where every byte is a character that collation sees.
pub(crate) struct Plain<'a> {
    haystack: Cow<'a, [u8]>,
    needle: Cow<'a, [u8]>,
}

impl<'a> Plain<'a> {
    pub(crate) fn of(haystack: &Clusters<'a>, needle: &Clusters<'a>, case: Case) -> Option<Plain<'a>> {
        // A line's end may be one cluster of two bytes.
        let plain = |text: &str| text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\t'..=b'\x0c'));
        if needle.text.is_empty() || !plain(haystack.text) || !plain(needle.text) {
            return None;
        }
        let bytes = |text: &'a str| match case {
            Case::Matters => Cow::Borrowed(text.as_bytes()),
            Case::Ignored => Cow::Owned(text.to_ascii_lowercase().into_bytes()),
        };
        Some(Plain { haystack: bytes(haystack.text), needle: bytes(needle.text) })
    }

    /// The first, or last, of some places where the text stands.
    pub(crate) fn find(&self, places: Range<usize>, last: bool) -> Option<usize> {
        let end = self.haystack.len().min((places.end + self.needle.len()).saturating_sub(1));
        let part = self.haystack.get(places.start..end)?;
        let found = if last { memmem::rfind(part, &self.needle) } else { memmem::find(part, &self.needle) };
        found.map(|at| at + places.start)
    }
}

/// A way of searching for a text.
pub(crate) struct Search<'a> {
    case: Case,
    /// The text's clusters, but for those that collation does not see, and whether there are some of these in front.
    wanted: Vec<&'a str>,
    skips_first: bool,
    /// Made when letters are met that it is needed for.
    collator: OnceCell<Option<CollatorBorrowed<'static>>>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(case: Case, needle: &Clusters<'a>) -> Search<'a> {
        let mut search = Search { case, wanted: Vec::new(), skips_first: false, collator: OnceCell::new() };
        let clusters = (0..needle.len()).map(|i| needle.part(i, i + 1));
        let wanted: Vec<&str> = clusters.filter(|cluster| !search.ignores(cluster)).collect();
        search.skips_first = needle.len() > 0 && wanted.first() != Some(&needle.part(0, 1));
        search.wanted = wanted;
        search
    }

    /// The first, or last, of some places where the text stands.
    pub(crate) fn find(&self, ctx: &Ctx, text: &Clusters<'_>, places: Range<usize>, last: bool) -> PhpResult<Option<usize>> {
        // Behind the last place that is tried there is not enough left.
        let mut places = places.start..places.end.min((text.len() + 1).saturating_sub(self.wanted.len()));
        while let Some(at) = if last { places.next_back() } else { places.next() } {
            ctx.poll()?;
            if self.is_at(text, at) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether the text stands in another one at a cluster.
    fn is_at(&self, haystack: &Clusters<'_>, at: usize) -> bool {
        let mut at = at;
        for (i, wanted) in self.wanted.iter().enumerate() {
            while at < haystack.len() && (i > 0 || self.skips_first) && self.ignores(haystack.part(at, at + 1)) {
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
