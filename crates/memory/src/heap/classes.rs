//! Size classes of small blocks.
//!
//! Four classes per doubling, so at most a fifth of a block is lost to rounding. Every class is `1, 3, 5` or `7` times
//! a power of two, hence a run of that many pages (or four, for the powers of two) holds a whole number of blocks and
//! nothing is left over; and as runs are page-aligned, a class that is a multiple of 2ⁿ is aligned to 2ⁿ.

/// Bytes of a page, the unit of runs.
pub const PAGE: usize = 4096;
/// Bytes (and alignment) of a chunk, the unit in which a heap takes address space.
pub const CHUNK: usize = 2 << 20;
/// Pages of a chunk.
pub(super) const CHUNK_PAGES: usize = CHUNK / PAGE;
/// The largest block that is served from a size class.
pub const MAX_SMALL: usize = 3072;
/// The largest block that is served from a page run inside one chunk.
pub const MAX_LARGE: usize = CHUNK - PAGE;
/// How many size classes there are.
pub const CLASS_COUNT: usize = 30;

/// Two more than there are classes, so that five bits always are an index.
const SIZES: [u16; 32] = [
    8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536,
    1792, 2048, 2560, 3072, 0, 0,
];

const RUN_PAGES: [u8; CLASS_COUNT] = {
    let mut pages = [0; CLASS_COUNT];
    let mut class = 0;
    while class < CLASS_COUNT {
        let odd = SIZES[class] >> SIZES[class].trailing_zeros();
        pages[class] = if odd == 1 { 4 } else { odd as u8 };
        class += 1;
    }
    pages
};

const CLASS_OF: [u8; MAX_SMALL / 8 + 1] = {
    let mut table = [0; MAX_SMALL / 8 + 1];
    let (mut class, mut index) = (0, 0);
    while index < table.len() {
        if index * 8 > SIZES[class] as usize {
            class += 1;
        }
        table[index] = class as u8;
        index += 1;
    }
    table
};

/// The class that serves `size` bytes, which must be at most [`MAX_SMALL`].
#[inline(always)]
pub const fn class_of(size: usize) -> usize {
    CLASS_OF[(size + 7) >> 3] as usize
}

/// Bytes of a block of `class`.
#[inline(always)]
pub const fn class_size(class: usize) -> usize {
    SIZES[class & 31] as usize
}

/// Pages of a run of `class`.
#[inline]
pub(super) const fn run_pages(class: usize) -> usize {
    RUN_PAGES[class] as usize
}

/// `size` rounded up to pages.
#[inline]
pub(super) const fn pages_for(size: usize) -> usize {
    size.div_ceil(PAGE)
}

/// The smallest class that serves `size` bytes aligned to `align`, if any does.
pub(super) fn aligned_class(size: usize, align: usize) -> Option<usize> {
    (size <= MAX_SMALL).then(|| (class_of(size)..CLASS_COUNT).find(|&class| class_size(class).is_multiple_of(align)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_cover_every_size_and_fill_their_runs() {
        for size in 0..=MAX_SMALL {
            let class = class_of(size);
            assert!(class_size(class) >= size && (class == 0 || class_size(class - 1) < size), "{size}");
        }
        for class in 0..CLASS_COUNT {
            assert_eq!(run_pages(class) * PAGE % class_size(class), 0);
            assert!(run_pages(class) * PAGE / class_size(class) >= 4);
            assert!(run_pages(class) <= 7, "the page map keeps the offset in three bits");
        }
        assert_eq!(aligned_class(17, 16).map(class_size), Some(32));
        assert_eq!(aligned_class(100, 64).map(class_size), Some(128));
        assert_eq!(aligned_class(2100, 4096), None);
    }
}
