//! Forms: `multipart/form-data`.

use crate::events::{Events, Hooks, Part, part, part_seek};
use std::{
    cell::{Cell, RefCell},
    ffi::{CString, c_char, c_int, c_void},
    fs::File,
    io::{Read, Seek, SeekFrom},
    ptr::{self, NonNull},
};

unsafe extern "C" {
    fn curl_mime_init(easy: *mut c_void) -> *mut c_void;
    fn curl_mime_free(mime: *mut c_void);
    fn curl_mime_addpart(mime: *mut c_void) -> *mut c_void;
    fn curl_mime_name(part: *mut c_void, name: *const c_char) -> c_int;
    fn curl_mime_filename(part: *mut c_void, name: *const c_char) -> c_int;
    fn curl_mime_type(part: *mut c_void, mime: *const c_char) -> c_int;
    fn curl_mime_data(part: *mut c_void, data: *const c_char, size: usize) -> c_int;
    fn curl_mime_data_cb(
        part: *mut c_void,
        size: i64,
        read: Option<extern "C" fn(*mut c_char, usize, usize, *mut c_void) -> usize>,
        seek: Option<extern "C" fn(*mut c_void, i64, c_int) -> c_int>,
        free: Option<extern "C" fn(*mut c_void)>,
        arg: *mut c_void,
    ) -> c_int;
}

/// Where a part's data is.
pub enum Source {
    /// A file of the file system.
    File(RefCell<File>),
    /// Something that is known by a number.
    Number(u64),
    /// Nothing: reading it fails.
    Missing,
}

impl Source {
    /// Goes to another place; only files can.
    pub fn seek(&self, offset: i64, whence: i32) -> bool {
        let Source::File(file) = self else { return false };
        let to = match whence {
            0 => SeekFrom::Start(offset.max(0) as u64),
            1 => SeekFrom::Current(offset),
            _ => SeekFrom::End(offset),
        };
        file.borrow_mut().seek(to).is_ok()
    }
    /// Reads from a file.
    pub fn read(&self, out: &mut [u8]) -> Option<usize> {
        let Source::File(file) = self else { return None };
        file.borrow_mut().read(out).ok()
    }
}

/// A form for one handle.
pub struct Form<E: Events> {
    mime: NonNull<c_void>,
    hooks: *const Hooks<E>,
    /// What libcurl has pointers to; in boxes, so that they stay where they are.
    #[allow(clippy::vec_box)]
    parts: RefCell<Vec<Box<Part<E>>>>,
    failed: Cell<bool>,
}

fn c_text(text: &[u8]) -> CString {
    let end = text.iter().position(|&b| b == 0).unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

impl<E: Events> Form<E> {
    pub(crate) fn new(handle: *mut c_void, hooks: *const Hooks<E>) -> Form<E> {
        // SAFETY: the handle is live, and lives longer than the form.
        let mime = NonNull::new(unsafe { curl_mime_init(handle) }).expect("out of memory");
        Form { mime, hooks, parts: RefCell::default(), failed: Cell::new(false) }
    }
    pub(crate) fn as_ptr(&self) -> *mut c_void {
        self.mime.as_ptr()
    }
    fn part(&self, name: &[u8]) -> *mut c_void {
        // SAFETY: the form is live; libcurl copies the name.
        unsafe {
            let part = curl_mime_addpart(self.mime.as_ptr());
            self.failed.set(self.failed.get() || part.is_null());
            curl_mime_name(part, c_text(name).as_ptr());
            part
        }
    }
    fn label(&self, part: *mut c_void, file_name: &[u8], mime: &[u8]) {
        // SAFETY: the part is live; libcurl copies both.
        unsafe {
            curl_mime_filename(part, c_text(file_name).as_ptr());
            curl_mime_type(part, c_text(mime).as_ptr());
        }
    }
    /// A part that is a value.
    pub fn value(&self, name: &[u8], data: &[u8]) {
        let part = self.part(name);
        // SAFETY: the part is live; libcurl copies the data.
        unsafe { curl_mime_data(part, data.as_ptr().cast(), data.len()) };
    }
    /// A part that is a file whose content is known.
    pub fn content(&self, name: &[u8], data: &[u8], file_name: &[u8], mime: &[u8]) {
        let part = self.part(name);
        self.label(part, file_name, mime);
        // SAFETY: as above.
        unsafe { curl_mime_data(part, data.as_ptr().cast(), data.len()) };
    }
    /// A part that is a file which is read when it is wanted. A negative size is an unknown one.
    pub fn file(&self, name: &[u8], source: Source, size: i64, file_name: &[u8], mime: &[u8]) {
        let handle = self.part(name);
        self.label(handle, file_name, mime);
        let can_seek = matches!(source, Source::File(_));
        let own = Box::new(Part { hooks: self.hooks, source });
        let pointer = ptr::from_ref(&*own).cast_mut().cast();
        let seek: Option<extern "C" fn(*mut c_void, i64, c_int) -> c_int> = if can_seek { Some(part_seek::<E>) } else { None };
        // SAFETY: the part of ours lives in its box as long as the form, and so longer than libcurl's.
        unsafe { curl_mime_data_cb(handle, size, Some(part::<E>), seek, None, pointer) };
        self.parts.borrow_mut().push(own);
    }
}

impl<E: Events> Drop for Form<E> {
    fn drop(&mut self) {
        // SAFETY: ours, and no handle uses it any more: handles let go of it first.
        unsafe { curl_mime_free(self.mime.as_ptr()) }
    }
}
