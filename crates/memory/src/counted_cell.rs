//! A field of shared state that holds a counted value.

use crate::{Array, Object, Str, Value};
use std::cell::UnsafeCell;

/// Values whose copy only raises a count: copying one runs no code that could reach the cell it is in.
pub trait Counted: sealed::Sealed + Clone {}

mod sealed {
    use crate::{Array, Object, Str, Value};
    pub trait Sealed {}
    impl Sealed for Value {}
    impl Sealed for Object {}
    impl Sealed for Array {}
    impl Sealed for Str {}
    impl Sealed for u32 {}
    impl Sealed for i64 {}
    impl<T: Sealed> Sealed for Option<T> {}
    impl<A: Sealed, B: Sealed> Sealed for (A, B) {}
    impl<A: Sealed, B: Sealed, C: Sealed, D: Sealed> Sealed for (A, B, C, D) {}
}

impl Counted for Value {}
impl Counted for Object {}
impl Counted for Array {}
impl Counted for Str {}
impl Counted for u32 {}
impl Counted for i64 {}
impl<T: Counted> Counted for Option<T> {}
impl<A: Counted, B: Counted> Counted for (A, B) {}
impl<A: Counted, B: Counted, C: Counted, D: Counted> Counted for (A, B, C, D) {}

/// As [`std::cell::Cell`], for counted values: they are read as copies of their own. Nothing borrows from the cell, so it may be
/// written at any time.
pub struct CountedCell<T: Counted>(UnsafeCell<T>);

impl<T: Counted> CountedCell<T> {
    /// A cell that holds `value`.
    pub const fn new(value: T) -> CountedCell<T> {
        CountedCell(UnsafeCell::new(value))
    }
    /// A copy of the value.
    #[inline(always)]
    pub fn get(&self) -> T {
        // SAFETY: the cell is of one thread, and the borrow ends with the copy, which runs no foreign code (see `Counted`).
        unsafe { (*self.0.get()).clone() }
    }
    /// Sets the value.
    #[inline(always)]
    pub fn set(&self, value: T) {
        drop(self.replace(value));
    }
    /// Sets the value, and gives back the one that was there.
    #[inline(always)]
    pub fn replace(&self, value: T) -> T {
        // SAFETY: nothing borrows from the cell (see `get`); the old value is moved out before anything is done with it.
        unsafe { std::mem::replace(&mut *self.0.get(), value) }
    }
    /// Takes the value, and leaves what is there by default.
    #[inline(always)]
    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
    /// The cell's address, for code that moves values word by word.
    #[inline(always)]
    pub const fn as_ptr(&self) -> *mut T {
        self.0.get()
    }
}

impl<T: Counted> CountedCell<Option<T>> {
    /// Whether there is a value.
    #[inline(always)]
    pub fn is_some(&self) -> bool {
        // SAFETY: as in `get`; the borrow ends with the question.
        unsafe { (*self.0.get()).is_some() }
    }
    /// Whether there is none.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        !self.is_some()
    }
}

impl<T: Counted + Default> Default for CountedCell<T> {
    fn default() -> CountedCell<T> {
        CountedCell::new(T::default())
    }
}

#[cfg(test)]
mod tests {
    use super::CountedCell;
    use crate::Str;

    #[test]
    fn values_are_read_as_copies() {
        let cell = CountedCell::new(Some(Str::from("a")));
        let first = cell.get();
        cell.set(Some(Str::from("b")));
        assert_eq!(first, Some(Str::from("a")));
        assert!(cell.is_some());
        assert_eq!(cell.take(), Some(Str::from("b")));
        assert!(cell.is_none());
    }
}
