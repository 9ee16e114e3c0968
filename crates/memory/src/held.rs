//! What reading a value gives: borrowed where the value has it, a counted copy where a reference stands between.

use std::{fmt, ops::Deref};

/// A value or handle that somebody else holds. It cannot be cloned: `clone` gives a copy of what is held, which keeps that
/// alive by itself.
pub enum Held<'a, T> {
    /// Where it lies. Nothing can replace it while it is borrowed.
    Borrowed(&'a T),
    /// From the cell of a reference, which others may overwrite at any time.
    Owned(T),
}

impl<T: Clone> Held<'_, T> {
    /// What is held, with a count of its own.
    #[inline]
    pub fn into_owned(self) -> T {
        match self {
            Held::Borrowed(held) => held.clone(),
            Held::Owned(held) => held,
        }
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        match self {
            Held::Borrowed(held) => held,
            Held::Owned(held) => held,
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Held<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: fmt::Display> fmt::Display for Held<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Held<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
