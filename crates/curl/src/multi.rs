//! Many transfers at a time.

use crate::{Easy, events::Events, memory};
use std::{
    cell::RefCell,
    ffi::{c_int, c_long},
    ptr::{self, NonNull},
    rc::Rc,
};

/// A transfer that is over.
pub struct Done<E: Events> {
    /// What it was.
    pub message: i64,
    /// What came of it.
    pub result: i32,
    /// Whose it was.
    pub handle: Rc<Easy<E>>,
}

/// A set of transfers. It keeps their handles.
pub struct Multi<E: Events> {
    raw: NonNull<curl_sys::CURLM>,
    handles: RefCell<Vec<Rc<Easy<E>>>>,
}

impl<E: Events> Multi<E> {
    /// A set without transfers.
    pub fn new() -> Multi<E> {
        memory::begin();
        // SAFETY: no preconditions.
        let raw = NonNull::new(unsafe { curl_sys::curl_multi_init() }).expect("out of memory");
        Multi { raw, handles: RefCell::default() }
    }
    /// Adds a transfer; the result is libcurl's.
    pub fn add(&self, user: &E::User, handle: &Rc<Easy<E>>) -> i32 {
        let _lent = handle.lend(user);
        // SAFETY: both are live, and the set keeps the handle.
        let result = unsafe { curl_sys::curl_multi_add_handle(self.raw.as_ptr(), handle.as_ptr()) as i32 };
        if result == 0 {
            handle.attach(true);
            self.handles.borrow_mut().push(handle.clone());
        }
        result
    }
    /// Takes a transfer out.
    pub fn remove(&self, user: &E::User, handle: &Rc<Easy<E>>) -> i32 {
        let _lent = handle.lend(user);
        // SAFETY: both are live.
        let result = unsafe { curl_sys::curl_multi_remove_handle(self.raw.as_ptr(), handle.as_ptr()) as i32 };
        let at = self.handles.borrow().iter().position(|known| Rc::ptr_eq(known, handle));
        let gone = at.filter(|_| result == 0).map(|at| self.handles.borrow_mut().remove(at));
        if gone.is_some() {
            handle.attach(false);
        }
        drop(gone);
        result
    }
    /// Does what can be done without waiting: the result, and how many transfers are not over.
    pub fn perform(&self, user: &E::User) -> (i32, i32) {
        let handles = self.handles.borrow().clone();
        let lent: Vec<_> = handles.iter().map(|handle| handle.lend(user)).collect();
        let mut running: c_int = 0;
        // SAFETY: the set is live; callbacks reach the hooks of its handles, where the request is lent.
        let result = unsafe { curl_sys::curl_multi_perform(self.raw.as_ptr(), &raw mut running) as i32 };
        drop(lent);
        (result, running)
    }
    /// Waits until something can be done: the result, and how many files are ready.
    pub fn wait(&self, milliseconds: i32) -> (i32, i32) {
        let mut ready: c_int = 0;
        // SAFETY: the set is live; there are no other files to wait for.
        let result =
            unsafe { curl_sys::curl_multi_wait(self.raw.as_ptr(), ptr::null_mut(), 0, milliseconds, &raw mut ready) as i32 };
        (result, ready)
    }
    /// A transfer that is over, and how many more there are to tell of.
    pub fn next_done(&self) -> (Option<Done<E>>, i32) {
        let mut left: c_int = 0;
        // SAFETY: the set is live; the message lives until the next call, and `data` is the result of a transfer that is over.
        let found = unsafe {
            let message = curl_sys::curl_multi_info_read(self.raw.as_ptr(), &raw mut left);
            message.as_ref().map(|m| (i64::from(m.msg), m.data as usize as i32, m.easy_handle))
        };
        let Some((message, result, raw)) = found else { return (None, left) };
        let handle = self.handles.borrow().iter().find(|handle| handle.as_ptr() == raw).cloned();
        (handle.map(|handle| Done { message, result, handle }), left)
    }
    /// Sets an option that takes a number.
    pub fn set_int(&self, option: i64, value: i64) -> i32 {
        // SAFETY: the set is live.
        unsafe { curl_sys::curl_multi_setopt(self.raw.as_ptr(), option as curl_sys::CURLMoption, value as c_long) as i32 }
    }
}

impl<E: Events> Drop for Multi<E> {
    fn drop(&mut self) {
        // SAFETY: ours; the handles are taken out first, and outlive it.
        unsafe {
            for handle in self.handles.borrow().iter() {
                curl_sys::curl_multi_remove_handle(self.raw.as_ptr(), handle.as_ptr());
                handle.attach(false);
            }
            curl_sys::curl_multi_cleanup(self.raw.as_ptr());
        }
    }
}
