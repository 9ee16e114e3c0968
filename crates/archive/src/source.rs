//! Where an archive's bytes are.

use std::{fs::File, io, os::unix::fs::FileExt};

/// Where an archive's bytes are: a file, or memory.
#[derive(Debug)]
pub enum Source {
    /// A file, read in places.
    File(File, u64),
    /// Bytes, such as those of an archive that was compressed as a whole.
    Memory(Vec<u8>),
}

impl Source {
    /// The bytes of an open file.
    pub fn file(file: File) -> io::Result<Source> {
        let len = file.metadata()?.len();
        Ok(Source::File(file, len))
    }
    /// How many bytes there are.
    pub fn len(&self) -> u64 {
        match self {
            Source::File(_, len) => *len,
            Source::Memory(bytes) => bytes.len() as u64,
        }
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// So many bytes from there; `None` if there are not as many.
    pub fn bytes(&self, at: u64, len: u64) -> Option<Vec<u8>> {
        if at.checked_add(len)? > self.len() {
            return None;
        }
        match self {
            Source::File(file, _) => {
                let mut out = vec![0; usize::try_from(len).ok()?];
                file.read_exact_at(&mut out, at).ok()?;
                Some(out)
            }
            Source::Memory(bytes) => Some(bytes[at as usize..(at + len) as usize].to_vec()),
        }
    }
    /// Up to so many bytes from there.
    pub fn some(&self, at: u64, len: u64) -> Vec<u8> {
        let len = len.min(self.len().saturating_sub(at));
        self.bytes(at, len).unwrap_or_default()
    }
    /// Hands on all bytes up to `end` in pieces.
    pub fn each(&self, end: u64, mut piece: impl FnMut(&[u8])) {
        let mut at = 0;
        while at < end {
            let some = self.some(at, (end - at).min(1 << 16));
            if some.is_empty() {
                return;
            }
            at += some.len() as u64;
            piece(&some);
        }
    }
    /// Where a text begins, from `from` on, in capital letters or small ones.
    pub fn find_word(&self, wanted: &[u8], from: u64) -> Option<u64> {
        const PIECE: u64 = 1 << 16;
        let overlap = wanted.len() as u64 - 1;
        let mut at = from;
        loop {
            let piece = self.some(at, PIECE + overlap);
            if let Some(found) = piece.windows(wanted.len()).position(|w| w.eq_ignore_ascii_case(wanted)) {
                return Some(at + found as u64);
            }
            if (piece.len() as u64) < PIECE + overlap {
                return None;
            }
            at += PIECE;
        }
    }
}
