//! What is known of a transfer.

use crate::{Easy, Events, text};
use std::ffi::{c_char, c_long, c_void};

/// A fact.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Info {
    Text(Option<Vec<u8>>),
    Int(i64),
    Float(f64),
    List(Vec<Vec<u8>>),
    Certificates(Vec<Vec<Vec<u8>>>),
}

const KIND: i64 = 0xf0_0000;
const CERTIFICATES: i64 = 0x40_0000 + 34;

#[repr(C)]
struct CertInfo {
    count: std::ffi::c_int,
    lists: *mut *mut curl_sys::curl_slist,
}

/// The texts of a list.
///
/// # Safety
/// `list` must be a live list, or null.
unsafe fn texts(mut list: *const curl_sys::curl_slist) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    // SAFETY: by contract.
    while let Some(item) = unsafe { list.as_ref() } {
        out.extend(text(item.data));
        list = item.next;
    }
    out
}

impl<E: Events> Easy<E> {
    /// A fact about the last transfer; `None` if there is none by this number.
    pub fn info(&self, number: i64) -> Option<Info> {
        let (handle, info) = (self.as_ptr(), number as curl_sys::CURLINFO);
        // SAFETY: the handle is live; the type that libcurl writes is told by these bits of the number. Texts and lists of
        // cookies and engines are copied at once.
        unsafe {
            match number & KIND {
                0x10_0000 => {
                    let mut value: *mut c_char = std::ptr::null_mut();
                    let code = curl_sys::curl_easy_getinfo(handle, info, &raw mut value);
                    (code == 0).then(|| Info::Text(text(value)))
                }
                0x20_0000 => {
                    let mut value: c_long = 0;
                    let code = curl_sys::curl_easy_getinfo(handle, info, &raw mut value);
                    (code == 0).then_some(Info::Int(value))
                }
                0x30_0000 => {
                    let mut value = 0.0_f64;
                    let code = curl_sys::curl_easy_getinfo(handle, info, &raw mut value);
                    (code == 0).then_some(Info::Float(value))
                }
                0x60_0000 => {
                    let mut value = 0_i64;
                    let code = curl_sys::curl_easy_getinfo(handle, info, &raw mut value);
                    (code == 0).then_some(Info::Int(value))
                }
                0x40_0000 if number == CERTIFICATES => {
                    let mut value: *mut CertInfo = std::ptr::null_mut();
                    let code = curl_sys::curl_easy_getinfo(handle, info, &raw mut value);
                    let certificates = value.as_ref().filter(|_| code == 0)?;
                    let count = usize::try_from(certificates.count).unwrap_or(0);
                    Some(Info::Certificates((0..count).map(|i| texts(*certificates.lists.add(i))).collect()))
                }
                // Of the facts that are pointers these are lists: the engines and the cookies.
                0x40_0000 if matches!(number & 0xffff, 27 | 28) => {
                    let mut value: *mut curl_sys::curl_slist = std::ptr::null_mut();
                    let code = curl_sys::curl_easy_getinfo(handle, info, &raw mut value);
                    let list = texts(value);
                    curl_sys::curl_slist_free_all(value.cast::<c_void>().cast());
                    (code == 0).then_some(Info::List(list))
                }
                _ => None,
            }
        }
    }
}
