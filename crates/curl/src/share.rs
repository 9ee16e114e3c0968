//! What handles share: cookies, names, sessions, connections.

use crate::memory;
use std::ptr::NonNull;

/// A share. Handles that use it keep it.
pub struct Share(NonNull<curl_sys::CURLSH>);

impl Share {
    /// A share of nothing.
    pub fn new() -> Share {
        memory::begin();
        // SAFETY: no preconditions.
        Share(NonNull::new(unsafe { curl_sys::curl_share_init() }).expect("out of memory"))
    }
    pub(crate) fn as_ptr(&self) -> *mut curl_sys::CURLSH {
        self.0.as_ptr()
    }
    /// Shares (1) or no longer shares (2) something; the result is libcurl's.
    pub fn set(&self, option: i64, what: i64) -> i32 {
        // SAFETY: the share is live; both options take a number of type int.
        unsafe { curl_sys::curl_share_setopt(self.0.as_ptr(), option as curl_sys::CURLSHoption, what as std::ffi::c_int) as i32 }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // SAFETY: ours, and no handle uses it any more: handles keep it while they do.
        unsafe { curl_sys::curl_share_cleanup(self.0.as_ptr()) };
    }
}
