//! libcurl takes its memory where the program does.

use phant_os::c_memory;
use std::{
    ffi::{CStr, c_char, c_void},
    ptr,
    sync::Once,
};

extern "C" fn allocate(size: usize) -> *mut c_void {
    c_memory::allocate(size).cast()
}
extern "C" fn free(block: *mut c_void) {
    // SAFETY: libcurl gives back what these functions gave it, once.
    unsafe { c_memory::free(block.cast()) }
}
extern "C" fn resize(block: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: as above.
    unsafe { c_memory::resize(block.cast(), size).cast() }
}
extern "C" fn duplicate(text: *const c_char) -> *mut c_char {
    // SAFETY: libcurl duplicates texts that end in NUL; the block has room for all of it.
    unsafe {
        let bytes = CStr::from_ptr(text).to_bytes_with_nul();
        let block = c_memory::allocate(bytes.len());
        if !block.is_null() {
            ptr::copy_nonoverlapping(bytes.as_ptr(), block, bytes.len());
        }
        block.cast()
    }
}
extern "C" fn allocate_zeroed(count: usize, size: usize) -> *mut c_void {
    let Some(size) = count.checked_mul(size) else { return ptr::null_mut() };
    let block = c_memory::allocate(size);
    if !block.is_null() {
        // SAFETY: the block is that large.
        unsafe { block.write_bytes(0, size) };
    }
    block.cast()
}

/// Makes libcurl ready, once in the process.
pub fn begin() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        // SAFETY: the functions keep the contract of C's, and nothing of libcurl was called before.
        unsafe {
            curl_sys::curl_global_init_mem(curl_sys::CURL_GLOBAL_ALL, allocate, free, resize, duplicate, allocate_zeroed);
        }
    });
}
