//! Figures about the process's memory.

/// Bytes that `malloc` has handed out and not got back.
pub fn allocated() -> usize {
    // SAFETY: only reads the allocator's figures.
    let figures = unsafe { libc::mallinfo2() };
    figures.uordblks + figures.hblkhd
}

/// Asks the system to use large pages for the mapping that some memory lies in, which spares a program with much memory the most of
/// its address translations. Where that cannot be had, nothing changes.
pub fn prefer_huge_pages<T>(within: &T) {
    let address = std::ptr::from_ref(within).addr();
    let Ok(maps) = std::fs::read_to_string("/proc/self/maps") else { return };
    let range = |line: &str| {
        let (from, to) = line.split(' ').next()?.split_once('-')?;
        Some((usize::from_str_radix(from, 16).ok()?, usize::from_str_radix(to, 16).ok()?))
    };
    if let Some((from, to)) = maps.lines().filter_map(range).find(|&(from, to)| (from..to).contains(&address)) {
        // SAFETY: advice about how a range is backed; what is in it stays.
        unsafe { libc::madvise(std::ptr::without_provenance_mut(from), to - from, libc::MADV_HUGEPAGE) };
    }
}
