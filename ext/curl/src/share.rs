//! The functions for what handles share.

use phant_curl::Share;
use phant_memory::{NativeData, Object, Tracer, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, convert, descriptor::FunctionGroup, functions, php, php_class, resource};
use std::{cell::Cell, rc::Rc};

pub const FUNCTIONS: FunctionGroup =
    functions![curl_share_close, curl_share_errno, curl_share_init, curl_share_setopt, curl_share_strerror];

struct State {
    share: Cell<Option<u64>>,
    error: Cell<i32>,
}

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl Drop for State {
    fn drop(&mut self) {
        if let Some(id) = self.share.take() {
            resource::drop_hidden(id);
        }
    }
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

/// The share of an object.
pub fn get(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Share>> {
    let id = state(object).share.get();
    id.and_then(resource::hidden::<Share>).ok_or_else(|| ctx.throw_error("CurlShareHandle was not initialised"))
}

static HANDLERS: ObjectHandlers = ObjectHandlers { made_by: Some("curl_share_init()"), ..ObjectHandlers::DEFAULT };

pub(crate) struct CurlShareHandle;

/// What handles share.
#[php_class(
    "final class CurlShareHandle {}",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable,
    not_instantiable,
    not_cloneable,
    no_dynamic
)]
impl CurlShareHandle {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State { share: Cell::new(None), error: Cell::new(0) });
    }
}

#[php("function curl_share_init(): CurlShareHandle")]
fn curl_share_init(ctx: &Ctx) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("CurlShareHandle"))?;
    state(&object).share.set(Some(resource::hide(Rc::new(Share::new()))));
    Ok(object)
}

#[php("function curl_share_close(CurlShareHandle $share_handle): void")]
fn curl_share_close(_object: &Object) {}

#[php("function curl_share_setopt(CurlShareHandle $share_handle, int $option, mixed $value): bool")]
fn curl_share_setopt(ctx: &Ctx, object: &Object, option: i64, value: &Value) -> PhpResult<bool> {
    if !matches!(option, 1 | 2) {
        return Err(ctx.argument_error(2, "is not a valid cURL share option"));
    }
    let code = get(ctx, object)?.set(option, convert::int(ctx, value)?);
    state(object).error.set(code);
    Ok(code == 0)
}

#[php("function curl_share_errno(CurlShareHandle $share_handle): int")]
fn curl_share_errno(object: &Object) -> i64 {
    i64::from(state(object).error.get())
}

#[php("function curl_share_strerror(int $error_code): ?string")]
fn curl_share_strerror(code: i64) -> Vec<u8> {
    phant_curl::share_error_text(code as i32)
}
