//! The functions for many transfers at a time.

use crate::{
    easy::{check_streams, milliseconds},
    handle::{self, Handle, Link, Method, easy, state as easy_state, tied},
};
use phant_curl::Multi;
use phant_memory::{Array, NativeData, Object, Tracer, Value};
use phant_native::{
    Ctx, ObjectHandlers, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, php_class, resource,
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

pub const FUNCTIONS: FunctionGroup = functions![
    curl_multi_setopt,
    curl_multi_add_handle,
    curl_multi_close,
    curl_multi_errno,
    curl_multi_exec,
    curl_multi_getcontent,
    curl_multi_info_read,
    curl_multi_init,
    curl_multi_remove_handle,
    curl_multi_select,
    curl_multi_strerror,
];

struct State {
    multi: Cell<Option<u64>>,
    handles: RefCell<Vec<Value>>,
    error: Cell<i32>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for handle in self.handles.borrow().iter() {
            tracer.value(handle);
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if let Some(id) = self.multi.take() {
            resource::drop_hidden(id);
        }
    }
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

fn multi(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Multi<Link>>> {
    let id = state(object).multi.get();
    id.and_then(resource::hidden::<Multi<Link>>).ok_or_else(|| ctx.throw_error("CurlMultiHandle was not initialised"))
}

/// The handles of a set, with their objects.
fn handles(ctx: &Ctx, object: &Object) -> PhpResult<Vec<(Rc<Handle>, Object)>> {
    let objects: Vec<Object> =
        state(object).handles.borrow().iter().filter_map(|value| value.as_object().map(|o| o.into_owned())).collect();
    objects.into_iter().map(|object| Ok((easy(ctx, &object)?, object))).collect()
}

static HANDLERS: ObjectHandlers =
    ObjectHandlers { cast: Some(handle::cast), made_by: Some("curl_multi_init()"), ..ObjectHandlers::DEFAULT };

pub(crate) struct CurlMultiHandle;

/// Transfers that run at the same time.
#[php_class(
    "final class CurlMultiHandle {}",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable,
    not_instantiable,
    not_cloneable,
    no_dynamic
)]
impl CurlMultiHandle {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State { multi: Cell::new(None), handles: RefCell::default(), error: Cell::new(0) });
    }
}

#[php("function curl_multi_init(): CurlMultiHandle")]
fn curl_multi_init(ctx: &Ctx) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("CurlMultiHandle"))?;
    state(&object).multi.set(Some(resource::hide(Rc::new(Multi::<Link>::new()))));
    Ok(object)
}

#[php("function curl_multi_add_handle(CurlMultiHandle $multi_handle, CurlHandle $handle): int")]
fn curl_multi_add_handle(ctx: &Ctx, object: &Object, handle: &Object) -> PhpResult<i64> {
    let (multi, easy) = (multi(ctx, object)?, easy(ctx, handle)?);
    check_streams(ctx, handle);
    ctx.check()?;
    easy_state(handle).buffer.replace(None);
    easy_state(handle).sent.replace(None);
    easy_state(handle).error.set(0);
    let code = tied(&[(easy.clone(), handle.clone())], || multi.add(ctx, &easy));
    state(object).error.set(code);
    if code == 0 {
        state(object).handles.borrow_mut().push(Value::from(handle.clone()));
    }
    ctx.check()?;
    Ok(i64::from(code))
}

fn take_out(ctx: &Ctx, object: &Object, handle: &Object) -> PhpResult<i32> {
    let (multi, easy) = (multi(ctx, object)?, easy(ctx, handle)?);
    let code = tied(&[(easy.clone(), handle.clone())], || multi.remove(ctx, &easy));
    let is = |value: &Value| value.as_object().is_some_and(|o| o.handle() == handle.handle());
    let at = state(object).handles.borrow().iter().position(is);
    let gone = at.map(|at| state(object).handles.borrow_mut().remove(at));
    drop(gone);
    ctx.check()?;
    Ok(code)
}

#[php("function curl_multi_remove_handle(CurlMultiHandle $multi_handle, CurlHandle $handle): int")]
fn curl_multi_remove_handle(ctx: &Ctx, object: &Object, handle: &Object) -> PhpResult<i64> {
    let code = take_out(ctx, object, handle)?;
    state(object).error.set(code);
    Ok(i64::from(code))
}

#[php("function curl_multi_close(CurlMultiHandle $multi_handle): void")]
fn curl_multi_close(ctx: &Ctx, object: &Object) -> PhpResult<()> {
    for (_, handle) in handles(ctx, object)? {
        take_out(ctx, object, &handle)?;
    }
    Ok(())
}

#[php("function curl_multi_exec(CurlMultiHandle $multi_handle, &$still_running): int")]
fn curl_multi_exec(ctx: &Ctx, object: &Object, mut still_running: RefArg<'_>) -> PhpResult<i64> {
    let multi = multi(ctx, object)?;
    let handles = handles(ctx, object)?;
    for (_, handle) in &handles {
        check_streams(ctx, handle);
        ctx.check()?;
    }
    let (code, running) = tied(&handles, || multi.perform(ctx));
    ctx.poll()?;
    ctx.check()?;
    still_running.set(Value::int(i64::from(running)));
    state(object).error.set(code);
    Ok(i64::from(code))
}

#[php("function curl_multi_select(CurlMultiHandle $multi_handle, float $timeout = 1.0): int")]
fn curl_multi_select(ctx: &Ctx, object: &Object, timeout: f64) -> PhpResult<i64> {
    let milliseconds = milliseconds(ctx, timeout)?;
    let (code, ready) = multi(ctx, object)?.wait(milliseconds);
    ctx.poll()?;
    if code != 0 {
        state(object).error.set(code);
        return Ok(-1);
    }
    Ok(i64::from(ready))
}

#[php("function curl_multi_getcontent(CurlHandle $handle): ?string")]
fn curl_multi_getcontent(object: &Object) -> Option<Vec<u8>> {
    let own = easy_state(object);
    (own.body.get() == Method::Return).then(|| own.buffer.borrow().clone().unwrap_or_default())
}

#[php("function curl_multi_info_read(CurlMultiHandle $multi_handle, &$queued_messages = null): array|false")]
fn curl_multi_info_read(ctx: &Ctx, object: &Object, mut queued: RefArg<'_>, passed: usize) -> PhpResult<Value> {
    let (done, left) = multi(ctx, object)?.next_done();
    let Some(done) = done else { return Ok(Value::FALSE) };
    if passed >= 2 {
        queued.set(Value::int(i64::from(left)));
    }
    let mut out = Array::new();
    out.set_name("msg", Value::int(done.message));
    out.set_name("result", Value::int(i64::from(done.result)));
    let all = handles(ctx, object)?;
    if let Some((_, handle)) = all.iter().find(|(easy, _)| Rc::ptr_eq(easy, &done.handle)) {
        handle::state(handle).error.set(done.result);
        out.set_name("handle", Value::from(handle.clone()));
    }
    Ok(Value::from(out))
}

#[php("function curl_multi_errno(CurlMultiHandle $multi_handle): int")]
fn curl_multi_errno(object: &Object) -> i64 {
    i64::from(state(object).error.get())
}

#[php("function curl_multi_strerror(int $error_code): ?string")]
fn curl_multi_strerror(code: i64) -> Vec<u8> {
    phant_curl::multi_error_text(code as i32)
}

#[php("function curl_multi_setopt(CurlMultiHandle $multi_handle, int $option, mixed $value): bool")]
fn curl_multi_setopt(ctx: &Ctx, object: &Object, option: i64, value: &Value) -> PhpResult<bool> {
    const PIPELINING: i64 = 3;
    const PUSH: i64 = 20_014;
    let multi = multi(ctx, object)?;
    let code = match option {
        PIPELINING | 6 | 7 | 8 | 13 | 16 | 30_009 | 30_010 => {
            let number = convert::int(ctx, value)?;
            if option == PIPELINING && number & 1 != 0 {
                ctx.warning("CURLPIPE_HTTP1 is no longer supported");
                ctx.check()?;
            }
            multi.set_int(option, number)
        }
        PUSH => {
            if let Err(reason) = ctx.resolve_callable(value) {
                ctx.check()?;
                let text = format!("must be a valid callback for option CURLMOPT_PUSHFUNCTION, {reason}");
                return Err(ctx.argument_type_error(2, text));
            }
            ctx.warning("CURLMOPT_PUSHFUNCTION is not supported: pushed streams are refused");
            ctx.check()?;
            return Ok(false);
        }
        _ => return Err(ctx.argument_error(2, "is not a valid cURL multi option")),
    };
    state(object).error.set(code);
    Ok(code == 0)
}
