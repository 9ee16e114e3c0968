//! Compressed forms of files that have none on the disk: made when the first client wants one, and kept in memory.

use crate::{
    compress::{self, Coding, Effort},
    static_files::Content,
};
use std::{
    os::unix::fs::FileExt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// Larger files are sent as they are: making their forms would hold up other connections.
const LARGEST: u64 = 1 << 20;
/// Up to this size it is worth to try hard.
const EASY: usize = 64 << 10;
/// How much memory all forms may take.
const MOST: u64 = 32 << 20;

static KEPT: AtomicU64 = AtomicU64::new(0);

/// The forms of one file.
#[derive(Default)]
pub struct Made {
    forms: [OnceLock<Option<Arc<[u8]>>>; compress::SMALLEST.len()],
}

impl Made {
    /// A form; none if there is no use in it.
    pub fn get(&self, coding: Coding, content: &Content, size: u64) -> Option<Arc<[u8]>> {
        if !(compress::LEAST as u64..=LARGEST).contains(&size) {
            return None;
        }
        let at = compress::SMALLEST.iter().position(|&other| other == coding)?;
        if self.forms[at].get().is_none() && KEPT.load(Ordering::Relaxed) > MOST {
            return None;
        }
        self.forms[at].get_or_init(|| make(coding, content, size)).clone()
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let kept = self.forms.iter().filter_map(|form| form.get()?.as_ref()).map(|bytes| bytes.len() as u64).sum();
        KEPT.fetch_sub(kept, Ordering::Relaxed);
    }
}

fn make(coding: Coding, content: &Content, size: u64) -> Option<Arc<[u8]>> {
    let read = match content {
        Content::Memory(bytes) => bytes.to_vec(),
        Content::Disk(file) => {
            let mut bytes = vec![0; usize::try_from(size).ok()?];
            file.read_exact_at(&mut bytes, 0).ok()?;
            bytes
        }
    };
    let effort = if read.len() <= EASY { Effort::Kept } else { Effort::Once };
    let made = compress::whole(coding, effort, &read).ok().filter(|made| made.len() < read.len() / 10 * 9)?;
    KEPT.fetch_add(made.len() as u64, Ordering::Relaxed);
    Some(made.into())
}
