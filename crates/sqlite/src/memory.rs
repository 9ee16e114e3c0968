//! SQLite takes its memory where the program does.

use libsqlite3_sys as ffi;
use phant_os::c_memory;
use std::{
    ffi::{c_int, c_void},
    ptr,
    sync::Once,
};

unsafe extern "C" fn allocate(size: c_int) -> *mut c_void {
    c_memory::allocate(size.max(0) as usize).cast()
}
unsafe extern "C" fn free(block: *mut c_void) {
    // SAFETY: SQLite gives back what it was given here, once.
    unsafe { c_memory::free(block.cast()) }
}
unsafe extern "C" fn resize(block: *mut c_void, size: c_int) -> *mut c_void {
    // SAFETY: as above.
    unsafe { c_memory::resize(block.cast(), size.max(0) as usize).cast() }
}
unsafe extern "C" fn size(block: *mut c_void) -> c_int {
    // SAFETY: as above.
    unsafe { c_memory::size(block.cast()) as c_int }
}
unsafe extern "C" fn round_up(size: c_int) -> c_int {
    size.saturating_add(7) & !7
}
unsafe extern "C" fn start(_: *mut c_void) -> c_int {
    ffi::SQLITE_OK
}
unsafe extern "C" fn stop(_: *mut c_void) {}

/// Tells the library, before it is used for the first time. If somebody was earlier, it stays with what it has.
pub(crate) fn take_over() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let methods = ffi::sqlite3_mem_methods {
            xMalloc: Some(allocate),
            xFree: Some(free),
            xRealloc: Some(resize),
            xSize: Some(size),
            xRoundup: Some(round_up),
            xInit: Some(start),
            xShutdown: Some(stop),
            pAppData: ptr::null_mut(),
        };
        // SAFETY: the option takes a pointer to the methods, which are copied.
        unsafe { ffi::sqlite3_config(ffi::SQLITE_CONFIG_MALLOC, &raw const methods) };
    });
}
