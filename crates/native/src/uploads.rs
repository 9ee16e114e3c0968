//! The files that a request uploaded: temporary files that go with it unless the script moves them. Whoever read
//! the request deletes them.

use crate::ctx::Ctx;
use phant_memory::{HeapVec, Str, heap_vec};
use std::cell::RefCell;

struct Uploads(RefCell<HeapVec<Str>>);

impl Default for Uploads {
    fn default() -> Self {
        Uploads(RefCell::new(heap_vec()))
    }
}

/// Remembers an uploaded file.
pub fn add(ctx: &Ctx, path: Str) {
    ctx.state::<Uploads>().0.borrow_mut().push(path);
}

/// Whether a path is that of an uploaded file which has not been moved.
pub fn contains(ctx: &Ctx, path: &[u8]) -> bool {
    ctx.state::<Uploads>().0.borrow().iter().any(|p| p.as_bytes() == path)
}

/// Forgets an uploaded file: it is the script's now.
pub fn remove(ctx: &Ctx, path: &[u8]) {
    ctx.state::<Uploads>().0.borrow_mut().retain(|p| p.as_bytes() != path);
}
