//! Memory of what outlives requests: literals of compiled units, interned names.
//!
//! Immutable strings and arrays are never counted, so nobody frees them one by one. Those that are made while
//! [`collect`] runs go together, with the [`Permanent`] it returns; all others live as long as the process.

use std::{alloc::Layout, cell::RefCell, fmt, ptr::NonNull};

/// The least room that is asked for at a time.
const CHUNK: usize = 4 << 10;
/// Every block begins at a multiple of this.
const ALIGN: usize = 16;

/// Owns the immutable strings and arrays of one compiled unit.
#[derive(Default)]
pub struct Permanent {
    chunks: Vec<(NonNull<u8>, Layout)>,
    /// Where the next block may begin, and how much room is left there.
    next: Option<NonNull<u8>>,
    left: usize,
}

// SAFETY: the chunks are owned, and what is in them is not written to once it was made.
unsafe impl Send for Permanent {}
// SAFETY: as above; there are no methods that change anything through a shared reference.
unsafe impl Sync for Permanent {}

thread_local! {
    static COLLECTING: RefCell<Option<Permanent>> = const { RefCell::new(None) };
}

/// Runs `f`. The immutable strings and arrays that it makes, interned ones aside, live as long as the second result.
pub fn collect<R>(f: impl FnOnce() -> R) -> (R, Permanent) {
    let outer = COLLECTING.replace(Some(Permanent::default()));
    let result = f();
    let collected = COLLECTING.replace(outer).unwrap_or_default();
    (result, collected)
}

/// Room for something that lives as long as the [`Permanent`] being collected, or the process.
pub(crate) fn allocate(size: usize) -> NonNull<u8> {
    COLLECTING.with_borrow_mut(|collecting| match collecting {
        Some(owner) => owner.allocate(size),
        None => allocate_forever(size),
    })
}

/// Room for something that lives as long as the process.
pub(crate) fn allocate_forever(size: usize) -> NonNull<u8> {
    chunk(size.max(1)).0
}

fn chunk(size: usize) -> (NonNull<u8>, Layout) {
    let layout = Layout::from_size_align(size, ALIGN).expect("less than the address space");
    // SAFETY: the size is not zero.
    let start = unsafe { std::alloc::alloc(layout) };
    (NonNull::new(start).unwrap_or_else(|| std::alloc::handle_alloc_error(layout)), layout)
}

impl Permanent {
    fn allocate(&mut self, size: usize) -> NonNull<u8> {
        let size = size.next_multiple_of(ALIGN);
        if size > CHUNK / 4 {
            let own = chunk(size);
            self.chunks.push(own);
            return own.0;
        }
        let start = match self.next {
            Some(next) if size <= self.left => next,
            _ => {
                let fresh = chunk(CHUNK);
                self.chunks.push(fresh);
                self.left = CHUNK;
                fresh.0
            }
        };
        self.left -= size;
        // SAFETY: `size` bytes from `start` are inside its chunk.
        self.next = Some(unsafe { start.add(size) });
        start
    }
    /// Bytes taken from the system.
    pub fn size(&self) -> usize {
        self.chunks.iter().map(|(_, layout)| layout.size()).sum()
    }
}

impl Drop for Permanent {
    fn drop(&mut self) {
        for (start, layout) in self.chunks.drain(..) {
            // SAFETY: the chunk was allocated with this layout; whoever dropped the owner uses nothing in it any more.
            unsafe { std::alloc::dealloc(start.as_ptr(), layout) };
        }
    }
}

impl fmt::Debug for Permanent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Permanent({} bytes)", self.size())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Array, Value, string::permanent};

    #[test]
    fn what_is_collected_can_be_read() {
        let ((text, list), owner) = super::collect(|| {
            let text: Vec<_> = (0..1000u32).map(|i| permanent(&vec![b'a'; i as usize])).collect();
            let list = Array::list(text.iter().map(|t| Value::from(t.clone()))).into_permanent();
            (text, list)
        });
        assert!(owner.size() > 500_000);
        assert!(text.iter().enumerate().all(|(i, t)| t.len() == i));
        assert!(list.iter().zip(&text).all(|((_, v), t)| v.as_str().is_some_and(|s| s.as_bytes() == t.as_bytes())));
        drop((text, list));
        drop(owner);
    }

    #[test]
    fn collections_nest() {
        let ((inner, kept), outer) = super::collect(|| {
            let before = permanent(b"before");
            let (text, inner) = super::collect(|| permanent(b"inner"));
            assert_eq!(text.as_bytes(), b"inner");
            (inner, (before, permanent(b"after")))
        });
        drop(inner);
        assert_eq!((kept.0.as_bytes(), kept.1.as_bytes()), (&b"before"[..], &b"after"[..]));
        // A handle looks at its string when it goes.
        drop(kept);
        drop(outer);
    }
}
