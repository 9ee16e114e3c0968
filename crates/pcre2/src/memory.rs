//! PCRE2 takes its memory where the program does.

use pcre2_sys::{pcre2_general_context_8, pcre2_general_context_create_8};
use phant_os::c_memory;
use std::{ffi::c_void, ptr, sync::OnceLock};

unsafe extern "C" fn allocate(size: usize, _: *mut c_void) -> *mut c_void {
    c_memory::allocate(size).cast()
}
unsafe extern "C" fn free(block: *mut c_void, _: *mut c_void) {
    // SAFETY: PCRE2 gives back what `allocate` gave it, once.
    unsafe { c_memory::free(block.cast()) }
}

/// A context that is never changed after it was made.
struct Shared(*mut pcre2_general_context_8);
// SAFETY: PCRE2 only reads from it.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// The context that patterns and scratch memory are made with; null, which means the C library, if there is none.
pub(crate) fn context() -> *mut pcre2_general_context_8 {
    static CONTEXT: OnceLock<Shared> = OnceLock::new();
    // SAFETY: no preconditions.
    CONTEXT.get_or_init(|| Shared(unsafe { pcre2_general_context_create_8(Some(allocate), Some(free), ptr::null_mut()) })).0
}
