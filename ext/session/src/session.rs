//! The life of a session: from the id that a request brings to the data that is written at its end.

use crate::{
    cache_limiter, cookie, id,
    module::Module,
    serializer::{self, Format},
    state::{State, Status},
};
use phant_ext_standard::{url, url_rewriter};
use phant_memory::{Array, Held, Str, Value};
use phant_native::{Ctx, Level};

/// What a request begins with: `session.auto_start`.
pub fn begin_request(ctx: &Ctx) {
    crate::settings::begin(ctx);
    if ctx.ini.bool("session.auto_start") {
        start(ctx, State::of(ctx));
    }
}

/// The end of a request: the session is written.
pub fn end_request(ctx: &Ctx) {
    if let Some(state) = ctx.states.known::<State>() {
        flush(ctx, state, true);
        close_all(ctx, state);
        state.reset();
        let handler = std::mem::take(&mut *state.user.borrow_mut());
        drop(handler);
    }
    crate::settings::restore(ctx);
}

/// The module, if the settings name one.
fn module(ctx: &Ctx) -> Option<Module> {
    Module::current(ctx)
}

fn save_path(ctx: &Ctx) -> Str {
    ctx.ini.text("session.save_path")
}

/// `files (path: /tmp)`
fn place(ctx: &Ctx, module: Module) -> String {
    format!("{} (path: {})", module.name(), save_path(ctx).to_text())
}

/// Whether the module has something to close.
fn is_open(state: &State) -> bool {
    state.files.get() != 0 || state.user_implemented.get() || state.provided_is_open.get()
}

/// Closes the module if it is open, and whatever it leaves open.
fn close_all(ctx: &Ctx, state: &State) {
    if is_open(state)
        && let Some(module) = module(ctx)
    {
        module.close(ctx, state);
    }
    crate::mod_files::close(state);
}

/// Ends the session without writing.
pub fn abort(ctx: &Ctx, state: &State) -> bool {
    if !state.is_active() {
        return false;
    }
    if is_open(state)
        && let Some(module) = module(ctx)
    {
        module.close(ctx, state);
    }
    state.status.set(Status::None);
    true
}

/// Ends the session, and writes it if asked to.
pub fn flush(ctx: &Ctx, state: &State, write: bool) -> bool {
    if !state.is_active() {
        return false;
    }
    if write {
        save(ctx, state);
    }
    if is_open(state)
        && let Some(module) = module(ctx)
    {
        module.close(ctx, state);
    }
    state.status.set(Status::None);
    true
}

/// Writes the variables, or notes that they did not change.
fn save(ctx: &Ctx, state: &State) {
    if state.variables().is_none() || !is_open(state) {
        return;
    }
    let (Some(module), Some(id)) = (module(ctx), state.id.get()) else { return };
    let data = serializer::encode(ctx, state);
    let unchanged = ctx.ini.bool("session.lazy_write")
        && data.as_ref().is_some_and(|data| state.read_data.get().is_some_and(|before| before == *data));
    let (written, function) = match data {
        Some(data) if unchanged => (module.update_timestamp(ctx, state, &id, &data), "updateTimestamp"),
        data => (module.write(ctx, state, &id, &data.unwrap_or_default()), "write"),
    };
    if written || ctx.has_exception() {
        return;
    }
    let path = save_path(ctx).to_text().into_owned();
    if module != Module::User {
        ctx.warning(format!(
            "Failed to write session data ({}). Please verify that the current setting of session.save_path is correct \
             ({path})",
            module.name()
        ));
        return;
    }
    let handler = match state.user_class.get() {
        Some(class) => format!("{}::{function}", class.to_text()),
        None if function == "write" => function.to_owned(),
        None => "update_timestamp".to_owned(),
    };
    ctx.warning(format!(
        "Failed to write session data using user defined save handler. (session.save_path: {path}, handler: {handler})"
    ));
}

/// Deletes the session, and leaves `$_SESSION` as it is.
pub fn destroy(ctx: &Ctx, state: &State) -> bool {
    if !state.is_active() {
        ctx.warning("Trying to destroy uninitialized session");
        return false;
    }
    let mut done = true;
    if let (Some(module), Some(id)) = (module(ctx), state.id.get())
        && !module.destroy(ctx, state, &id)
    {
        done = false;
        if !ctx.has_exception() {
            ctx.warning("Session object destruction failed");
        }
    }
    state.forget_variables();
    if is_open(state)
        && let Some(module) = module(ctx)
    {
        module.close(ctx, state);
    }
    crate::mod_files::close(state);
    state.user_class.set(None);
    state.started_at.set(None);
    state.reset();
    done
}

/// Reads the variables again.
pub fn reset(ctx: &Ctx, state: &State) -> bool {
    state.is_active() && initialize(ctx, state)
}

/// Begins a session with the id that the client has brought, or a new one. False if there is none then.
pub fn start(ctx: &Ctx, state: &State) -> bool {
    if state.is_active() {
        already_active(ctx, state);
        return false;
    }
    if state.status.get() == Status::Disabled {
        if module(ctx).is_none() {
            let name = ctx.ini.text("session.save_handler");
            ctx.warning(format!("Cannot find session save handler \"{}\" - session startup failed", name.to_text()));
            return false;
        }
        if Format::current(ctx).is_none() {
            let name = ctx.ini.text("session.serialize_handler");
            ctx.warning(format!("Cannot find session serialization handler \"{}\" - session startup failed", name.to_text()));
            return false;
        }
        state.status.set(Status::None);
    }
    let only_cookies = ctx.ini.bool("session.use_only_cookies");
    state.define_sid.set(!only_cookies);
    state.send_cookie.set(ctx.ini.bool("session.use_cookies") || only_cookies);
    if state.id.is_none() {
        find_id(ctx, state, only_cookies);
    }
    let dangerous = |id: &Str| id.iter().any(|b| b"\r\n\t <>'\"\\".contains(b));
    if state.id.get().is_some_and(|id| dangerous(&id)) {
        state.id.set(None);
    }
    initialize(ctx, state) && cache_limiter::send(ctx, state)
}

/// Says that there is a session, and since where.
pub fn already_active(ctx: &Ctx, state: &State) {
    let text = match state.started_at.get() {
        Some((file, line)) => {
            format!("Ignoring session_start() because a session is already active (started from {file} on line {line})")
        }
        None if ctx.ini.bool("session.auto_start") => {
            "Ignoring session_start() because a session is already automatically active".to_owned()
        }
        None => "Ignoring session_start() because a session is already active".to_owned(),
    };
    ctx.report_here(Level::Notice, text);
}

/// An element of a superglobal.
fn of_global(ctx: &Ctx, global: &str, name: &[u8]) -> Option<Str> {
    let array = ctx.host.global(ctx, &Str::from(global))?;
    array.as_array()?.get_symbolic(name)?.as_str().map(Held::into_owned)
}

/// Looks for the id in what the request brought: its cookies, and where that is permitted its variables and its address.
fn find_id(ctx: &Ctx, state: &State, only_cookies: bool) {
    let name = ctx.ini.text("session.name");
    if ctx.ini.bool("session.use_cookies")
        && let Some(id) = of_global(ctx, "_COOKIE", &name)
    {
        state.id.set(Some(id));
        state.send_cookie.set(false);
        state.define_sid.set(false);
    }
    if only_cookies {
        return;
    }
    if state.id.is_none()
        && let Some(id) = of_global(ctx, "_GET", &name).or_else(|| of_global(ctx, "_POST", &name))
    {
        state.id.set(Some(id));
    }
    if state.id.is_none()
        && let Some(address) = of_global(ctx, "_SERVER", b"REQUEST_URI")
    {
        state.id.set(id_in_address(&address, &name));
    }
    // An id that another site has sent the client here with is not taken.
    let check = ctx.ini.text("session.referer_check");
    if state.id.is_some()
        && !check.is_empty()
        && let Some(referer) = of_global(ctx, "_SERVER", b"HTTP_REFERER")
        && !referer.is_empty()
        && !referer.windows(check.len()).any(|part| part == check.as_bytes())
    {
        state.id.set(None);
    }
}

/// The id in an address like `/NAME=id/page.php`.
fn id_in_address(address: &[u8], name: &[u8]) -> Option<Str> {
    let at = address.windows(name.len().max(1)).position(|part| part == name)?;
    let rest = address[at + name.len()..].strip_prefix(b"=")?;
    let end = rest.iter().position(|b| matches!(b, b'/' | b'?' | b'\\'))?;
    Some(Str::new(&rest[..end]))
}

/// Opens the module, settles the id, and reads the variables.
fn initialize(ctx: &Ctx, state: &State) -> bool {
    let Err(failure) = try_to_initialize(ctx, state) else { return true };
    abort(ctx, state);
    state.id.set(None);
    if !ctx.has_exception() {
        match failure {
            Failure::Warning(text) => ctx.warning(text),
            Failure::Error(text) => drop(ctx.throw_error(text)),
            Failure::Reported => {}
        }
    }
    false
}

/// Why there is no session.
enum Failure {
    Warning(String),
    Error(String),
    Reported,
}

fn try_to_initialize(ctx: &Ctx, state: &State) -> Result<(), Failure> {
    state.status.set(Status::Active);
    let Some(module) = module(ctx) else {
        return Err(Failure::Warning("No storage module chosen - failed to initialize session".to_owned()));
    };
    let name = ctx.ini.text("session.name");
    if !module.open(ctx, state, &save_path(ctx), &name) {
        return Err(Failure::Warning(format!("Failed to initialize storage module: {}", place(ctx, module))));
    }
    if !settle_id(ctx, state, module) {
        return Err(Failure::Error(format!("Failed to create session ID: {}", place(ctx, module))));
    }
    if !announce_id(ctx, state) {
        return Err(Failure::Reported);
    }
    state.begin_variables(ctx, Value::empty_array());
    let id = state.id.get().ok_or(Failure::Reported)?;
    let Some(data) = module.read(ctx, state, &id) else {
        return Err(Failure::Warning(format!("Failed to read session data: {}", place(ctx, module))));
    };
    collect(ctx, state, module, false);
    state.read_data.set(ctx.ini.bool("session.lazy_write").then(|| data.clone()));
    let (file, line) = ctx.location();
    state.started_at.set((line > 0).then_some((file, line)));
    serializer::decode(ctx, state, &data);
    Ok(())
}

/// Keeps the id that there is, or makes one.
fn settle_id(ctx: &Ctx, state: &State, module: Module) -> bool {
    match state.id.get().filter(|id| !id.is_empty()) {
        None => {
            let made = module.create_id(ctx, state);
            state.id.set(made);
        }
        Some(id) => {
            if !ctx.ini.bool("session.use_strict_mode") || module.validates(ctx, state, &id) {
                return true;
            }
            let made = module.create_id(ctx, state).or_else(|| id::create(ctx));
            state.id.set(made);
        }
    }
    if state.id.is_some() && ctx.ini.bool("session.use_cookies") {
        state.send_cookie.set(true);
    }
    state.id.is_some()
}

/// Tells the client the id: a cookie, `SID`, rewritten links.
pub fn announce_id(ctx: &Ctx, state: &State) -> bool {
    let Some(id) = state.id.get() else {
        ctx.warning("Cannot set session ID - session ID is not initialized");
        return false;
    };
    let use_cookies = ctx.ini.bool("session.use_cookies");
    if use_cookies && state.send_cookie.get() {
        cookie::send(ctx, &id);
        state.send_cookie.set(false);
    }
    let name = ctx.ini.text("session.name");
    let sid = if state.define_sid.get() {
        let mut text = [name.as_bytes(), b"="].concat();
        text.extend_from_slice(&url::encode(&id));
        Value::str(text)
    } else {
        Value::str("")
    };
    let _ = ctx.host.service(ctx, "set_sid", &[sid]);
    let transparent = ctx.ini.bool("session.use_trans_sid") && !ctx.ini.bool("session.use_only_cookies");
    let has_cookie = || {
        let cookies = ctx.host.global(ctx, &Str::from("_COOKIE"));
        cookies.as_ref().and_then(Value::as_array).is_some_and(|cookies| cookies.get_symbolic(&name).is_some())
    };
    if transparent && !(use_cookies && has_cookie()) {
        url_rewriter::set_session_variable(ctx, &name, &id);
    }
    true
}

/// Deletes old sessions: when asked for, or once in so many times.
pub fn collect(ctx: &Ctx, state: &State, module: Module, now: bool) -> i64 {
    let probability = ctx.ini.int("session.gc_probability");
    let chosen = || {
        let divisor = ctx.ini.int("session.gc_divisor").max(1);
        phant_random_engines::random_int(0, divisor - 1).is_ok_and(|number| number < probability)
    };
    if now || probability > 0 && chosen() { module.gc(ctx, state, ctx.ini.int("session.gc_maxlifetime")) } else { -1 }
}

/// Gives the session another id. With `delete`, what is kept under the old one goes.
pub fn regenerate_id(ctx: &Ctx, state: &State, delete: bool) -> bool {
    let Some(module) = module(ctx) else { return false };
    let end = |ctx: &Ctx, text: String, is_error: bool| {
        state.status.set(Status::None);
        if !ctx.has_exception() {
            if is_error {
                ctx.throw_error(text);
            } else {
                ctx.warning(text);
            }
        }
        false
    };
    let old = state.id.get().unwrap_or_default();
    let left = if delete {
        module.destroy(ctx, state, &old)
    } else {
        let data = serializer::encode(ctx, state).unwrap_or_default();
        module.write(ctx, state, &old, &data)
    };
    if !left {
        module.close(ctx, state);
        let what = if delete { "Session object destruction failed" } else { "Session write failed" };
        return end(ctx, format!("{what}. ID: {}", place(ctx, module)), false);
    }
    module.close(ctx, state);
    state.read_data.set(None);
    state.id.set(None);
    if !module.open(ctx, state, &save_path(ctx), &ctx.ini.text("session.name")) {
        return end(ctx, format!("Failed to open session: {}", place(ctx, module)), true);
    }
    let made = module.create_id(ctx, state);
    state.id.set(made);
    if state.id.is_none() {
        return end(ctx, format!("Failed to create new session ID: {}", place(ctx, module)), true);
    }
    if ctx.ini.bool("session.use_strict_mode") && module.can_validate(state) && !avoid_collision(ctx, state, module) {
        module.close(ctx, state);
        return end(ctx, format!("Failed to create session ID by collision: {}", place(ctx, module)), true);
    }
    let Some(id) = state.id.get() else { return false };
    if module.read(ctx, state, &id).is_none() {
        module.close(ctx, state);
        return end(ctx, format!("Failed to create(read) session ID: {}", place(ctx, module)), true);
    }
    if ctx.ini.bool("session.use_cookies") {
        state.send_cookie.set(true);
    }
    announce_id(ctx, state)
}

/// Makes further ids as long as there is data of the one that was made, a few times.
fn avoid_collision(ctx: &Ctx, state: &State, module: Module) -> bool {
    for _ in 0..3 {
        let Some(id) = state.id.get() else { return false };
        if !module.validates(ctx, state, &id) {
            return true;
        }
        let made = module.create_id(ctx, state);
        state.id.set(made);
    }
    state.id.is_some()
}

/// Empties the variables.
pub fn clear_variables(state: &State) {
    if let Some(place) = state.variables_place() {
        place.set(Value::from(Array::new()));
    }
}
