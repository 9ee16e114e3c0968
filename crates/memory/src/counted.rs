//! A value in the request heap that several owners share.

use crate::{HeapBox, RequestHeap};
use std::{cell::Cell, ops::Deref, ptr::NonNull};

/// A counted handle. The value goes with the last one, or with the heap, which drops nothing.
pub struct HeapRc<T>(NonNull<Counted<T>>);

struct Counted<T> {
    count: Cell<usize>,
    value: T,
}

impl<T> HeapRc<T> {
    /// The first handle of a value.
    pub fn new(value: T) -> HeapRc<T> {
        let counted = Counted { count: Cell::new(1), value };
        HeapRc(NonNull::from(HeapBox::leak(HeapBox::new_in(counted, RequestHeap))))
    }
    fn counted(&self) -> &Counted<T> {
        // SAFETY: the handle's count keeps it alive.
        unsafe { self.0.as_ref() }
    }
}

impl<T> Clone for HeapRc<T> {
    #[inline]
    fn clone(&self) -> HeapRc<T> {
        let count = &self.counted().count;
        count.set(count.get() + 1);
        HeapRc(self.0)
    }
}

impl<T> Drop for HeapRc<T> {
    #[inline]
    fn drop(&mut self) {
        let count = &self.counted().count;
        count.set(count.get() - 1);
        if count.get() == 0 {
            // SAFETY: `new` made the box, and this was the last handle.
            drop(unsafe { HeapBox::from_raw_in(self.0.as_ptr(), RequestHeap) });
        }
    }
}

impl<T> Deref for HeapRc<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.counted().value
    }
}

#[cfg(test)]
mod tests {
    use super::HeapRc;
    use std::cell::Cell;

    #[test]
    fn the_last_handle_drops_the_value() {
        struct Tells<'a>(&'a Cell<u32>);
        impl Drop for Tells<'_> {
            fn drop(&mut self) {
                self.0.set(self.0.get() + 1);
            }
        }
        let gone = Cell::new(0);
        let first = HeapRc::new(Tells(&gone));
        let second = first.clone();
        drop(first);
        assert_eq!(gone.get(), 0);
        drop(second);
        assert_eq!(gone.get(), 1);
    }
}
