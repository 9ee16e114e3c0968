//! What the stream layer keeps per request.

use super::{filter::UserFactory, wrapper::Wrapper};
use phant_memory::{HeapMap, HeapVec, Resource, Str, Value, heap_map, heap_vec};
use phant_native::ctx::Ctx;
use std::cell::{Cell, RefCell};

/// See the [module documentation](self).
pub(super) struct State {
    /// Changes to the wrappers: set by user code, or taken away (`None`).
    pub(super) wrappers: RefCell<HeapMap<Str, Option<&'static dyn Wrapper>>>,
    /// Schemes that user code added, in order.
    pub(super) added: RefCell<HeapVec<Str>>,
    /// Why the wrapper being asked could not open: shown when it has failed.
    pub(super) errors: RefCell<HeapVec<Str>>,
    /// The context for calls that pass none.
    pub(super) default_context: RefCell<Option<Resource>>,
    /// `$http_response_header` of the last HTTP request.
    pub(super) last_headers: RefCell<Value>,
    /// Makes filters that user code registered.
    pub(super) user_filters: Cell<Option<UserFactory>>,
    /// The error number of the last failed system call of a plain file, which the message of a failed open tells.
    pub(super) errno: Cell<i32>,
    /// A local wrapper of user code is opening a file for inclusion: what it opens may not be remote either.
    pub(super) in_user_include: Cell<bool>,
}

impl Default for State {
    fn default() -> State {
        State {
            wrappers: RefCell::new(heap_map()),
            added: RefCell::new(heap_vec()),
            errors: RefCell::new(heap_vec()),
            default_context: RefCell::new(None),
            last_headers: RefCell::new(Value::NULL),
            user_filters: Cell::new(None),
            errno: Cell::new(0),
            in_user_include: Cell::new(false),
        }
    }
}

impl State {
    pub(super) fn of(ctx: &Ctx) -> &'static State {
        ctx.state::<State>()
    }
}

/// Marks that a local wrapper of user code opens a file for inclusion; returns what was marked before.
pub fn set_in_user_include(ctx: &Ctx, on: bool) -> bool {
    State::of(ctx).in_user_include.replace(on)
}
/// The response headers of the last HTTP request.
pub fn last_http_headers(ctx: &Ctx) -> Value {
    State::of(ctx).last_headers.borrow().clone()
}
/// Sets the response headers of the last HTTP request.
pub fn set_last_http_headers(ctx: &Ctx, headers: Value) {
    let old = State::of(ctx).last_headers.replace(headers);
    drop(old);
}
