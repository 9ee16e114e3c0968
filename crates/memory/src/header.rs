//! The eight bytes every heap object starts with: a reference count and flag bits.
//!
//! Bits 0..4 of the flags name the kind of object, so the cycle collector and the generic release path can
//! work from a bare pointer. The upper bits belong to the collector: two colour bits and the index into its
//! root buffer (see [`crate::gc`]).

use std::cell::UnsafeCell;

/// What a heap object is; the low four bits of [`Header::flags`].
pub mod kind {
    /// A byte string.
    pub const STRING: u32 = 6;
    /// An array.
    pub const ARRAY: u32 = 7;
    /// An object.
    pub const OBJECT: u32 = 8;
    /// A resource.
    pub const RESOURCE: u32 = 9;
    /// A PHP reference: a shared cell holding one value.
    pub const REFERENCE: u32 = 10;
    /// Mask over the bits above.
    pub const MASK: u32 = 15;
}

/// Never counted and never freed: interned strings, literals of compiled units, the empty array.
pub const IMMUTABLE: u32 = 1 << 4;
/// The collector need not look at it (no cycle can go through it).
pub const ACYCLIC: u32 = 1 << 5;
/// Set while a recursive walk (`var_dump`, comparison, `count`) is inside this object.
pub const PROTECTED: u32 = 1 << 6;
/// Kind-specific bit A.
pub const FLAG_A: u32 = 1 << 7;
/// Kind-specific bit B.
pub const FLAG_B: u32 = 1 << 8;
/// Kind-specific bit C.
pub const FLAG_C: u32 = 1 << 9;
/// First bit of the collector's colour field.
pub const GC_COLOR_SHIFT: u32 = 10;
/// The collector's colour field.
pub const GC_COLOR: u32 = 3 << GC_COLOR_SHIFT;
/// First bit of the collector's root index; index 0 means "not a possible root".
pub const GC_INDEX_SHIFT: u32 = 12;
/// The collector's root index and colour together.
pub const GC_INFO: u32 = !((1 << GC_COLOR_SHIFT) - 1);

/// In checked builds, panics if there is no object: it was freed, or never was one. For all that changes a count.
///
/// # Safety
/// `h` must point to memory that can be read.
#[inline(always)]
pub unsafe fn check(h: *const Header) {
    if cfg!(feature = "checked") {
        // SAFETY: by contract.
        let (refcount, flags) = unsafe { ((*h).refcount, (*h).flags) };
        assert!((kind::STRING..=kind::REFERENCE).contains(&(flags & kind::MASK)), "freed object: {refcount:x} {flags:x}");
    }
}

/// Whether a count can be given back by just counting down: it is not the last, and the collector knows the object as a
/// possible root or need not look at it.
///
/// # Safety
/// `h` must be live.
#[inline(always)]
pub unsafe fn is_shared(h: *mut Header) -> bool {
    // SAFETY: live by contract.
    unsafe { (*h).refcount > 1 && (*h).flags & (GC_INFO | ACYCLIC) != 0 }
}

/// Common prefix of every heap object.
#[repr(C)]
#[derive(Debug)]
pub struct Header {
    /// How many values or handles point here.
    pub refcount: u32,
    /// Kind, flags and collector bits.
    pub flags: u32,
    /// Counts, marks and cached hashes change behind shared references to heap objects. Without a cell in the type the
    /// optimizer would take a `&PhpStr` or `&PhpArray` for memory that nobody writes to.
    _changes: UnsafeCell<()>,
}

impl Header {
    /// A header.
    #[inline(always)]
    pub const fn new(refcount: u32, flags: u32) -> Header {
        Header { refcount, flags, _changes: UnsafeCell::new(()) }
    }
    /// The kind constant from [`kind`].
    #[inline(always)]
    pub fn kind(&self) -> u32 {
        self.flags & kind::MASK
    }
    /// Whether the object is outside reference counting.
    #[inline(always)]
    pub fn is_immutable(&self) -> bool {
        self.flags & IMMUTABLE != 0
    }
}
