//! What scripts call.

use crate::{
    id,
    module::Module,
    serializer, session, settings,
    state::{State, Status},
};
use phant_memory::{Array, KeyRef, Str, Value};
use phant_native::{
    Ctx, PhpResult, convert,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    php,
    ret::OrFalse,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    session_name,
    session_module_name,
    session_save_path,
    session_id,
    session_create_id,
    session_regenerate_id,
    session_decode,
    session_encode,
    session_destroy,
    session_unset,
    session_gc,
    session_write_close,
    session_abort,
    session_reset,
    session_status,
    session_register_shutdown,
    session_cache_limiter,
    session_cache_expire,
    session_start,
];

/// Changes a setting, and gives back what it was. `what` is the beginning of the message that says why that cannot be.
fn exchange(ctx: &Ctx, name: &str, value: Option<&[u8]>, what: &str) -> PhpResult<Option<Str>> {
    if value.is_some() && !settings::may_change(ctx, what) {
        return ctx.check().map(|()| None);
    }
    let old = ctx.ini.text(name);
    if let Some(value) = value {
        let _ = Ini::set(ctx, name, value, Stage::Runtime);
        ctx.check()?;
    }
    Ok(Some(old))
}

/// The session's name, which is its cookie's.
#[php("function session_name(?string $name = null): string|false")]
fn session_name(ctx: &Ctx, name: Option<Str>) -> PhpResult<OrFalse<Str>> {
    if name.as_ref().is_some_and(|name| name.contains(&0)) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    exchange(ctx, "session.name", name.as_deref().map(|n| n.as_bytes()), "Session name cannot be changed").map(OrFalse::from)
}

/// The name of the save handler.
#[php("function session_module_name(?string $module = null): string|false")]
fn session_module_name(ctx: &Ctx, module: Option<Str>) -> PhpResult<OrFalse<Str>> {
    if module.is_some() && !settings::may_change(ctx, "Session save handler module cannot be changed") {
        return ctx.check().map(|()| OrFalse::False);
    }
    let current = Module::current(ctx);
    let old = Str::from(current.map_or("", Module::name));
    if let Some(module) = module {
        match Module::named(&module) {
            Some(Module::User) => return Err(ctx.argument_error(1, "cannot be \"user\"")),
            None => {
                ctx.warning([b"Session handler module \"", module.as_bytes(), b"\" cannot be found"].concat());
                return ctx.check().map(|()| OrFalse::False);
            }
            Some(_) => {
                let state = State::of(ctx);
                if let Some(current) = current
                    && (state.files.get() != 0 || state.user_implemented.get() || state.provided_is_open.get())
                {
                    current.close(ctx, state);
                    ctx.check()?;
                }
                let _ = Ini::set(ctx, "session.save_handler", &module, Stage::Runtime);
                ctx.check()?;
            }
        }
    }
    Ok(OrFalse::Some(old))
}

/// Where sessions are kept.
#[php("function session_save_path(?string $path = null): string|false")]
fn session_save_path(ctx: &Ctx, path: Option<Str>) -> PhpResult<OrFalse<Str>> {
    if path.as_ref().is_some_and(|path| path.contains(&0)) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let what = "Session save path cannot be changed";
    exchange(ctx, "session.save_path", path.as_deref().map(|p| p.as_bytes()), what).map(OrFalse::from)
}

/// The session's id.
#[php("function session_id(?string $id = null): string|false")]
fn session_id(ctx: &Ctx, id: Option<Str>) -> PhpResult<OrFalse<Str>> {
    let state = State::of(ctx);
    if id.is_some() {
        let with_cookies = ctx.ini.bool("session.use_cookies");
        if !settings::may_change_if(ctx, "Session ID cannot be changed", with_cookies) {
            return ctx.check().map(|()| OrFalse::False);
        }
    }
    let old = state.id.get().unwrap_or_default();
    // What C code reads ends at a NUL byte.
    let old = old.iter().position(|&b| b == 0).map_or(old.clone(), |end| Str::new(&old[..end]));
    if id.is_some() {
        state.id.set(id);
    }
    Ok(OrFalse::Some(old))
}

/// A new id, which no session has.
#[php("function session_create_id(string $prefix = ''): string|false")]
fn session_create_id(ctx: &Ctx, prefix: &Str) -> PhpResult<OrFalse<Str>> {
    if prefix.len() > id::LONGEST {
        return Err(ctx.argument_error(1, format!("cannot be longer than {} characters", id::LONGEST)));
    }
    if prefix.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    if !prefix.is_empty() && !id::is_valid(prefix) {
        ctx.warning("Prefix cannot contain special characters. Only the A-Z, a-z, 0-9, \"-\", and \",\" characters are allowed");
        return ctx.check().map(|()| OrFalse::False);
    }
    let state = State::of(ctx);
    let module = Module::current(ctx).filter(|_| state.is_active() && !state.in_save_handler.get());
    let made = match module {
        Some(module) => new_id(ctx, state, module),
        None => id::create(ctx),
    };
    ctx.check()?;
    match made {
        Some(id) => Ok(OrFalse::Some(Str::new([prefix.as_bytes(), id.as_bytes()].concat()))),
        None => {
            ctx.warning("Failed to create new ID");
            ctx.check().map(|()| OrFalse::False)
        }
    }
}

/// An id of the module's that it has no data of; a few are tried.
fn new_id(ctx: &Ctx, state: &State, module: Module) -> Option<Str> {
    for _ in 0..3 {
        let id = module.create_id(ctx, state)?;
        if !module.can_validate(state) || !module.validates(ctx, state, &id) {
            return Some(id);
        }
    }
    None
}

/// Gives the session another id.
#[php("function session_regenerate_id(bool $delete_old_session = false): bool")]
fn session_regenerate_id(ctx: &Ctx, delete_old_session: bool) -> PhpResult<bool> {
    let state = State::of(ctx);
    if !state.is_active() {
        ctx.warning("Session ID cannot be regenerated when there is no active session");
        return ctx.check().map(|()| false);
    }
    if ctx.ini.bool("session.use_cookies") && ctx.request.headers_sent.is_some() {
        ctx.warning("Session ID cannot be regenerated after headers have already been sent");
        return ctx.check().map(|()| false);
    }
    let done = session::regenerate_id(ctx, state, delete_old_session);
    ctx.check().map(|()| done)
}

/// Reads variables from a session's data.
#[php("function session_decode(string $data): bool")]
fn session_decode(ctx: &Ctx, data: &Str) -> PhpResult<bool> {
    let state = State::of(ctx);
    if !state.is_active() {
        ctx.warning("Session data cannot be decoded when there is no active session");
        return ctx.check().map(|()| false);
    }
    let read = serializer::decode(ctx, state, data);
    ctx.check().map(|()| read)
}

/// The variables as they would be written.
#[php("function session_encode(): string|false")]
fn session_encode(ctx: &Ctx) -> PhpResult<OrFalse<Str>> {
    let data = serializer::encode(ctx, State::of(ctx));
    ctx.check().map(|()| OrFalse::from(data))
}

/// Deletes the session's data.
#[php("function session_destroy(): bool")]
fn session_destroy(ctx: &Ctx) -> PhpResult<bool> {
    let done = session::destroy(ctx, State::of(ctx));
    ctx.check().map(|()| done)
}

/// Empties the variables.
#[php("function session_unset(): bool")]
fn session_unset(ctx: &Ctx) -> bool {
    let state = State::of(ctx);
    if !state.is_active() {
        return false;
    }
    session::clear_variables(state);
    true
}

/// Deletes old sessions.
#[php("function session_gc(): int|false")]
fn session_gc(ctx: &Ctx) -> PhpResult {
    let state = State::of(ctx);
    let Some(module) = Module::current(ctx).filter(|_| state.is_active()) else {
        ctx.warning("Session cannot be garbage collected when there is no active session");
        return ctx.check().map(|()| Value::FALSE);
    };
    let deleted = session::collect(ctx, state, module, true);
    ctx.check().map(|()| if deleted < 0 { Value::FALSE } else { Value::int(deleted) })
}

/// Writes the session and ends it.
#[php("function session_write_close(): bool", alias = "session_commit")]
fn session_write_close(ctx: &Ctx) -> PhpResult<bool> {
    let done = session::flush(ctx, State::of(ctx), true);
    ctx.check().map(|()| done)
}

/// Ends the session without writing it.
#[php("function session_abort(): bool")]
fn session_abort(ctx: &Ctx) -> PhpResult<bool> {
    let done = session::abort(ctx, State::of(ctx));
    ctx.check().map(|()| done)
}

/// Reads the session's data again.
#[php("function session_reset(): bool")]
fn session_reset(ctx: &Ctx) -> PhpResult<bool> {
    let done = session::reset(ctx, State::of(ctx));
    ctx.check().map(|()| done)
}

/// Whether there is a session, or can be.
#[php("function session_status(): int")]
fn session_status(ctx: &Ctx) -> i64 {
    State::of(ctx).status.get() as i64
}

/// Writes the session when all shutdown functions that are registered until the end have run.
#[php("function session_register_shutdown(): void")]
fn session_register_shutdown(ctx: &Ctx) {
    let state = State::of(ctx);
    // A handler for which this was registered may have given way to one that does not want it.
    if ctx.request.over.get() && state.shutdown_registered.get() && !state.shutdown_wanted.get() {
        return;
    }
    if let Ok(callable) = ctx.resolve_callable(&Value::str("session_write_close")) {
        ctx.host.register_shutdown(ctx, callable, Vec::new());
    }
}

/// Which headers for caches a session has.
#[php("function session_cache_limiter(?string $value = null): string|false")]
fn session_cache_limiter(ctx: &Ctx, value: Option<Str>) -> PhpResult<OrFalse<Str>> {
    let what = "Session cache limiter cannot be changed";
    exchange(ctx, "session.cache_limiter", value.as_deref().map(|v| v.as_bytes()), what).map(OrFalse::from)
}

/// For how many minutes caches may keep pages.
#[php("function session_cache_expire(?int $value = null): int|false")]
fn session_cache_expire(ctx: &Ctx, value: Option<i64>) -> PhpResult {
    let text = value.map(|minutes| minutes.to_string());
    let what = "Session cache expiration cannot be changed";
    let old = exchange(ctx, "session.cache_expire", text.as_ref().map(|t| t.as_bytes()), what)?;
    Ok(old.map_or(Value::FALSE, |old| Value::int(phant_native::ini::parse_int(&old))))
}

/// Begins a session, or goes on with the client's.
#[php("function session_start(array $options = []): bool")]
fn session_start(ctx: &Ctx, options: &Array) -> PhpResult<bool> {
    let state = State::of(ctx);
    if state.is_active() {
        session::already_active(ctx, state);
        return ctx.check().map(|()| true);
    }
    if ctx.ini.bool("session.use_cookies") && ctx.request.headers_sent.is_some() {
        ctx.warning("Session cannot be started after headers have already been sent");
        return ctx.check().map(|()| false);
    }
    let mut read_and_close = false;
    for (key, value) in options.clone().iter() {
        let KeyRef::Str(name) = key else { continue };
        if !(value.is_str() || value.is_int() || value.is_bool()) {
            let given = convert::value_name(value);
            let text = format!("session_start(): Option \"{name}\" must be of type string|int|bool, {given} given");
            return Err(ctx.type_error(text));
        }
        if name.as_bytes() == b"read_and_close" {
            read_and_close = convert::to_int(value) != 0;
            continue;
        }
        let text = convert::to_str(ctx, value)?;
        let setting = format!("session.{}", name.to_text());
        if Ini::set(ctx, &setting, &text, Stage::Runtime).is_err() {
            ctx.check()?;
            ctx.warning(format!("Setting option \"{name}\" failed"));
        }
        ctx.check()?;
    }
    session::start(ctx, state);
    if state.status.get() != Status::Active {
        session::clear_variables(state);
        return ctx.check().map(|()| false);
    }
    if read_and_close {
        session::flush(ctx, state, false);
    }
    ctx.check().map(|()| true)
}
