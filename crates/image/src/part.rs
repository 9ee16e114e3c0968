//! Bytes that are part of what was read in one go: units are small, and lie one behind the other.

use std::{ops::Deref, ops::Range, sync::Arc};

/// Some bytes, which live as long as there are parts of what they were read with.
#[derive(Clone)]
pub struct Part {
    whole: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Part {
    /// What is at a place.
    pub fn of(whole: &Arc<Vec<u8>>, range: Range<usize>) -> Option<Part> {
        whole.get(range.clone())?;
        Some(Part { whole: whole.clone(), range })
    }
}

impl From<Vec<u8>> for Part {
    fn from(bytes: Vec<u8>) -> Part {
        let range = 0..bytes.len();
        Part { whole: Arc::new(bytes), range }
    }
}

impl Deref for Part {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.whole[self.range.clone()]
    }
}
