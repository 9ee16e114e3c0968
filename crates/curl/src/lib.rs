//! libcurl's C interface, made safe. It knows no PHP.
//!
//! What existing wrappers lack is the way back: transfers call PHP code, and PHP code needs the request, which cannot be
//! stored anywhere. So every call that may run callbacks takes the request (`user`) and lends it to the [`Events`] of the
//! handles it runs.
//!
//! All `unsafe` for libcurl is here. Handles belong to one thread (`Rc`), and what libcurl keeps pointers to lives as long
//! as the handle that does: lists, forms, shares and the events.

mod easy;
mod events;
mod form;
mod info;
mod memory;
mod multi;
mod share;

pub use easy::{Easy, Kind, kind_of};
pub use events::{Events, Outcome, Trace};
pub use form::{Form, Source};
pub use info::Info;
pub use multi::{Done, Multi};
pub use share::Share;

use std::ffi::{CStr, c_char, c_int};

/// A text of libcurl's.
fn text(pointer: *const c_char) -> Option<Vec<u8>> {
    // SAFETY: libcurl's texts are null or end in NUL, and live at least until its next call.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_bytes().to_vec())
}

/// The words for a result of a transfer.
pub fn error_text(code: i32) -> Vec<u8> {
    memory::begin();
    // SAFETY: any number has a text.
    text(unsafe { curl_sys::curl_easy_strerror(code as curl_sys::CURLcode) }).unwrap_or_default()
}

/// The words for a result of many transfers.
pub fn multi_error_text(code: i32) -> Vec<u8> {
    memory::begin();
    // SAFETY: any number has a text.
    text(unsafe { curl_sys::curl_multi_strerror(code as curl_sys::CURLMcode) }).unwrap_or_default()
}

/// The words for a result of sharing.
pub fn share_error_text(code: i32) -> Vec<u8> {
    memory::begin();
    // SAFETY: any number has a text.
    text(unsafe { curl_sys::curl_share_strerror(code as curl_sys::CURLSHcode) }).unwrap_or_default()
}

/// What libcurl says of itself.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Version {
    pub version: Vec<u8>,
    pub number: u32,
    pub host: Vec<u8>,
    pub features: i32,
    pub tls: Option<Vec<u8>>,
    pub zlib: Option<Vec<u8>>,
    pub protocols: Vec<Vec<u8>>,
}

/// What libcurl says of itself.
pub fn version() -> Version {
    memory::begin();
    // SAFETY: libcurl has this structure for as long as the process runs; the fields read are there since its first form.
    unsafe {
        let data = &*curl_sys::curl_version_info(curl_sys::CURLVERSION_FIRST);
        let mut protocols = Vec::new();
        let mut at = data.protocols;
        while !(*at).is_null() {
            protocols.extend(text(*at));
            at = at.add(1);
        }
        let mut version = text(data.version).unwrap_or_default();
        // The source is that of the version's tag in libcurl's repository, where releases still call themselves so.
        if version.ends_with(b"-DEV") {
            version.truncate(version.len() - 4);
        }
        Version {
            version,
            number: data.version_num as u32,
            host: text(data.host).unwrap_or_default(),
            features: data.features as c_int,
            tls: text(data.ssl_version),
            zlib: text(data.libz_version),
            protocols,
        }
    }
}
