//! A handle for one transfer at a time.

use crate::{
    Share,
    events::{self, Events, Hooks, Lent, option},
    form::Form,
    memory,
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ffi::{CString, c_int, c_long, c_void},
    ptr::{self, NonNull},
    rc::Rc,
};

/// A list of texts that libcurl has pointers to.
struct List(*mut curl_sys::curl_slist);

impl List {
    fn new(texts: &[Vec<u8>]) -> List {
        let mut list = List(ptr::null_mut());
        for text in texts {
            let end = text.iter().position(|&b| b == 0).unwrap_or(text.len());
            let Ok(text) = CString::new(&text[..end]) else { continue };
            // SAFETY: libcurl copies the text; a null result leaves the list as it was.
            let longer = unsafe { curl_sys::curl_slist_append(list.0, text.as_ptr()) };
            if !longer.is_null() {
                list.0 = longer;
            }
        }
        list
    }
}

impl Drop for List {
    fn drop(&mut self) {
        // SAFETY: ours, and no handle has it any more.
        unsafe { curl_sys::curl_slist_free_all(self.0) }
    }
}

/// What an option takes, as libcurl knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Int,
    Wide,
    Text,
    List,
    Blob,
    Other,
}

#[repr(C)]
struct Blob {
    data: *mut c_void,
    length: usize,
    flags: u32,
}

/// Options that take lists.
const LISTS: &[i64] = &[10_023, 10_028, 10_039, 10_070, 10_093, 10_104, 10_187, 10_203, 10_228, 10_243];
/// Options that take other pointers, which must never be a text's: data of callbacks, buffers, forms, handles.
const POINTERS: &[i64] = &[
    10_001, 10_009, 10_010, 10_015, 10_024, 10_029, 10_037, 10_057, 10_095, 10_100, 10_103, 10_109, 10_131, 10_149, 10_164,
    10_165, 10_168, 10_185, 10_195, 10_201, 10_202, 10_209, 10_240, 10_241, 10_269, 10_273, 10_282, 10_284, 10_302, 10_304,
    10_313, 10_317,
];
/// The highest option of this libcurl.
const LAST: i64 = 330;
/// libcurl's result for an option that it does not have.
const UNKNOWN: i32 = 48;

/// What an option takes, by the range its number is in; `None` if there is no such option.
pub fn kind_of(option: i64) -> Option<Kind> {
    if !(1..=LAST).contains(&(option % 10_000)) {
        return None;
    }
    Some(match option / 10_000 {
        0 => Kind::Int,
        1 if LISTS.contains(&option) => Kind::List,
        1 if POINTERS.contains(&option) => Kind::Other,
        1 => Kind::Text,
        2 => Kind::Other,
        3 => Kind::Wide,
        4 => Kind::Blob,
        _ => return None,
    })
}

/// A handle.
pub struct Easy<E: Events> {
    raw: NonNull<curl_sys::CURL>,
    /// libcurl has a pointer to this.
    hooks: Box<Hooks<E>>,
    /// And to this, where it writes its messages.
    message: Box<[Cell<u8>; 256]>,
    lists: RefCell<HashMap<i64, Rc<List>>>,
    form: RefCell<Option<Form<E>>>,
    /// What the handle shares. A raw pointer of libcurl's, kept alive here.
    share: RefCell<Option<Rc<Share>>>,
    /// Whether a transfer is running, or the handle is in a set of transfers: libcurl may be looking at its lists and forms.
    running: Cell<bool>,
    attached: Cell<bool>,
    /// Lists and forms that were replaced meanwhile.
    retired: RefCell<Vec<Retired<E>>>,
}

/// What a transfer may still be looking at.
#[allow(dead_code, reason = "it is kept, and nothing else")]
enum Retired<E: Events> {
    List(Rc<List>),
    Form(Form<E>),
}

impl<E: Events> Easy<E> {
    /// A handle with libcurl's own settings.
    pub fn new(events: E) -> Option<Easy<E>> {
        memory::begin();
        // SAFETY: no preconditions.
        let raw = NonNull::new(unsafe { curl_sys::curl_easy_init() })?;
        Some(Easy::with(raw, events))
    }
    fn with(raw: NonNull<curl_sys::CURL>, events: E) -> Easy<E> {
        let easy = Easy {
            raw,
            hooks: Box::new(Hooks::new(events)),
            message: Box::new([const { Cell::new(0) }; 256]),
            lists: RefCell::default(),
            form: RefCell::default(),
            share: RefCell::default(),
            running: Cell::new(false),
            attached: Cell::new(false),
            retired: RefCell::default(),
        };
        easy.connect();
        easy
    }
    /// A handle with the same settings. Its form, if it is to have one, must be set again.
    pub fn duplicate(&self, events: E) -> Option<Easy<E>> {
        // SAFETY: the handle is live.
        let raw = NonNull::new(unsafe { curl_sys::curl_easy_duphandle(self.raw.as_ptr()) })?;
        let copy = Easy::with(raw, events);
        // The copy has this handle's pointers for what is asked of events only on demand; they may not outlive it.
        let hooks = ptr::from_ref::<Hooks<E>>(&copy.hooks).cast::<c_void>();
        copy.set_pointer(option::MATCH_DATA, hooks);
        copy.set_pointer(option::BEFORE_DATA, hooks);
        // Nor may the parts of its form.
        if self.form.borrow().is_some() {
            copy.set_pointer(option::FORM, ptr::null());
        }
        *copy.lists.borrow_mut() = self.lists.borrow().clone();
        *copy.share.borrow_mut() = self.share.borrow().clone();
        Some(copy)
    }
    pub(crate) fn as_ptr(&self) -> *mut curl_sys::CURL {
        self.raw.as_ptr()
    }
    /// Who is told of the transfers.
    pub fn events(&self) -> &E {
        &self.hooks.events
    }
    /// The handle comes into a set of transfers, or leaves it.
    pub(crate) fn attach(&self, attached: bool) {
        self.attached.set(attached);
    }
    /// Lets go of what was replaced, when no transfer looks at it any more; now, or later.
    fn retire(&self, gone: Option<Retired<E>>) {
        self.retired.borrow_mut().extend(gone);
        if !self.running.get() && !self.attached.get() {
            let gone = self.retired.take();
            drop(gone);
        }
    }
    pub(crate) fn lend<'a>(&'a self, user: &'a E::User) -> Lent<'a, E> {
        self.hooks.lend(user)
    }
    fn set_pointer(&self, option: c_long, pointer: *const c_void) -> i32 {
        // SAFETY: the handle is live; callers give options of pointers what those want, for as long as the handle has it.
        unsafe { curl_sys::curl_easy_setopt(self.raw.as_ptr(), option as curl_sys::CURLoption, pointer) as i32 }
    }
    /// Has libcurl tell the events what happens.
    fn connect(&self) {
        let hooks = ptr::from_ref::<Hooks<E>>(&self.hooks).cast::<c_void>();
        self.set_pointer(option::ERROR_BUFFER, self.message.as_ptr().cast());
        self.set_pointer(option::WRITE, events::body::<E> as *const c_void);
        self.set_pointer(option::WRITE_DATA, hooks);
        self.set_pointer(option::HEADER, events::header::<E> as *const c_void);
        self.set_pointer(option::HEADER_DATA, hooks);
        self.set_pointer(option::READ, events::read::<E> as *const c_void);
        self.set_pointer(option::READ_DATA, hooks);
        self.set_pointer(option::PROGRESS, events::progress::<E> as *const c_void);
        self.set_pointer(option::PROGRESS_DATA, hooks);
        self.set_pointer(option::TRACE, events::trace::<E> as *const c_void);
        self.set_pointer(option::TRACE_DATA, hooks);
        if phant_grants::net::is_limited() {
            self.set_pointer(option::OPEN_SOCKET, events::open_socket as *const c_void);
        }
        // Progress is how a transfer learns that the request's time is up.
        self.set_int(option::NO_PROGRESS, 0);
        self.set_int(option::NO_SIGNAL, 1);
    }
    /// Has libcurl ask the events whether names match, or not.
    pub fn ask_matches(&self, on: bool) -> i32 {
        let hooks = ptr::from_ref::<Hooks<E>>(&self.hooks).cast::<c_void>();
        self.set_pointer(option::MATCH_DATA, hooks);
        self.set_pointer(option::MATCH, if on { events::matches::<E> as *const c_void } else { ptr::null() })
    }
    /// Has libcurl ask the events before it sends a request, or not.
    pub fn ask_before_request(&self, on: bool) -> i32 {
        let hooks = ptr::from_ref::<Hooks<E>>(&self.hooks).cast::<c_void>();
        self.set_pointer(option::BEFORE_DATA, hooks);
        self.set_pointer(option::BEFORE, if on { events::before_request::<E> as *const c_void } else { ptr::null() })
    }
    /// Sets an option that takes a number; the result is libcurl's.
    pub fn set_int(&self, option: i64, value: i64) -> i32 {
        if !matches!(kind_of(option), Some(Kind::Int | Kind::Wide)) {
            return UNKNOWN;
        }
        if option == option::NO_PROGRESS && value != 0 {
            return 0;
        }
        // SAFETY: the handle is live; a C long and libcurl's wide number are both this type.
        unsafe { curl_sys::curl_easy_setopt(self.raw.as_ptr(), option as curl_sys::CURLoption, value) as i32 }
    }
    /// Sets an option that takes a text, which libcurl copies. The text has no NUL.
    pub fn set_text(&self, option: i64, value: Option<&[u8]>) -> i32 {
        if kind_of(option) != Some(Kind::Text) {
            return UNKNOWN;
        }
        let value = value.map(|value| CString::new(value).unwrap_or_default());
        self.set_pointer(option, value.as_ref().map_or(ptr::null(), |value| value.as_ptr().cast()))
    }
    /// Sets what is posted.
    pub fn set_post(&self, data: &[u8]) -> i32 {
        const SIZE: i64 = 30_120;
        const COPY: c_long = 10_165;
        self.set_int(SIZE, data.len() as i64);
        let empty = b"\0";
        // The size is set, so libcurl copies that many bytes.
        self.set_pointer(COPY, if data.is_empty() { empty.as_ptr().cast() } else { data.as_ptr().cast() })
    }
    /// Sets an option that takes bytes, which libcurl copies.
    pub fn set_blob(&self, option: i64, value: Option<&[u8]>) -> i32 {
        if kind_of(option) != Some(Kind::Blob) {
            return UNKNOWN;
        }
        let Some(value) = value else { return self.set_pointer(option, ptr::null()) };
        let blob = Blob { data: value.as_ptr().cast_mut().cast(), length: value.len(), flags: 1 };
        self.set_pointer(option, ptr::from_ref(&blob).cast())
    }
    /// Sets an option that takes a list.
    pub fn set_list(&self, option: i64, texts: Option<&[Vec<u8>]>) -> i32 {
        if kind_of(option) != Some(Kind::List) {
            return UNKNOWN;
        }
        let list = Rc::new(List::new(texts.unwrap_or_default()));
        let result = self.set_pointer(option, list.0.cast_const().cast());
        let before = self.lists.borrow_mut().insert(option, list);
        self.retire(before.map(Retired::List));
        result
    }
    /// A form to be filled and then set.
    pub fn form(&self) -> Form<E> {
        Form::new(self.raw.as_ptr().cast(), &raw const *self.hooks)
    }
    /// Sets what is posted to a form.
    pub fn set_form(&self, form: Form<E>) -> i32 {
        let result = self.set_pointer(option::FORM, form.as_ptr());
        let before = self.form.replace(Some(form));
        self.retire(before.map(Retired::Form));
        result
    }
    /// Sets what is shared with other handles.
    pub fn set_share(&self, share: Option<Rc<Share>>) -> i32 {
        let result = self.set_pointer(option::SHARE, share.as_ref().map_or(ptr::null(), |s| s.as_ptr().cast_const().cast()));
        if result == 0 {
            let before = self.share.replace(share);
            drop(before);
        }
        result
    }
    /// Puts every setting back.
    pub fn reset(&self) {
        // SAFETY: the handle is live.
        unsafe { curl_sys::curl_easy_reset(self.raw.as_ptr()) };
        for list in self.lists.take().into_values() {
            self.retire(Some(Retired::List(list)));
        }
        let before = self.form.replace(None);
        self.retire(before.map(Retired::Form));
        self.connect();
    }
    /// Runs the transfer; the result is libcurl's.
    pub fn perform(&self, user: &E::User) -> i32 {
        let _lent = self.lend(user);
        let outer = self.running.replace(true);
        // SAFETY: the handle is live; callbacks reach the hooks, where the request is lent. A call from inside a transfer of
        // the same handle is refused by libcurl.
        let result = unsafe { curl_sys::curl_easy_perform(self.raw.as_ptr()) as i32 };
        self.running.set(outer);
        self.retire(None);
        result
    }
    /// Lets a transfer wait, or go on.
    pub fn pause(&self, user: &E::User, flags: i32) -> i32 {
        let _lent = self.lend(user);
        // SAFETY: as above.
        unsafe { curl_sys::curl_easy_pause(self.raw.as_ptr(), flags) as i32 }
    }
    /// Keeps connections alive.
    pub fn keep_up(&self) -> i32 {
        // SAFETY: the handle is live.
        unsafe { curl_sys::curl_easy_upkeep(self.raw.as_ptr()) as i32 }
    }
    /// libcurl's words for what went wrong last.
    pub fn message(&self) -> Vec<u8> {
        self.message.iter().map(Cell::get).take_while(|&b| b != 0).collect()
    }
    /// Forgets what went wrong last.
    pub fn clear_message(&self) {
        self.message[0].set(0);
    }
    /// A text as URLs have it.
    pub fn escape(&self, text: &[u8]) -> Option<Vec<u8>> {
        let length = c_int::try_from(text.len()).ok()?;
        if text.is_empty() {
            return Some(Vec::new());
        }
        // SAFETY: the handle is live; libcurl's copy is given back to it.
        unsafe {
            let escaped = curl_sys::curl_easy_escape(self.raw.as_ptr(), text.as_ptr().cast(), length);
            let out = crate::text(escaped);
            curl_sys::curl_free(escaped.cast());
            out
        }
    }
    /// What a text of a URL stands for.
    pub fn unescape(&self, text: &[u8]) -> Option<Vec<u8>> {
        let length = c_int::try_from(text.len()).ok()?;
        if text.is_empty() {
            return Some(Vec::new());
        }
        let mut found = 0;
        // SAFETY: as above; the result has `found` bytes.
        unsafe {
            let plain = curl_sys::curl_easy_unescape(self.raw.as_ptr(), text.as_ptr().cast(), length, &raw mut found);
            let out = (!plain.is_null())
                .then(|| std::slice::from_raw_parts(plain.cast::<u8>(), usize::try_from(found).unwrap_or(0)).to_vec());
            curl_sys::curl_free(plain.cast());
            out
        }
    }
}

impl<E: Events> Drop for Easy<E> {
    fn drop(&mut self) {
        // SAFETY: ours, and in no set of transfers: those keep their handles. Lists, form, share and hooks go afterwards.
        unsafe { curl_sys::curl_easy_cleanup(self.raw.as_ptr()) }
    }
}
