//! Figures about the process's memory.

/// Bytes that `malloc` has handed out and not got back.
pub fn allocated() -> usize {
    // SAFETY: only reads the allocator's figures.
    let figures = unsafe { libc::mallinfo2() };
    figures.uordblks + figures.hblkhd
}
