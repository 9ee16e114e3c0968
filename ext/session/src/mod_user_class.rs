//! `SessionHandler`, which scripts extend to change what the module of the settings does, and the interfaces of handlers.

use crate::{module::Module, state::State};
use phant_memory::{Str, Value};
use phant_native::{Ctx, PhpResult, php_class, ret::OrFalse};

#[php_class(
    "interface SessionHandlerInterface {
        #[tentative] public function open(string $path, string $name): bool;
        #[tentative] public function close(): bool;
        #[tentative] public function read(string $id): string|false;
        #[tentative] public function write(string $id, string $data): bool;
        #[tentative] public function destroy(string $id): bool;
        #[tentative] public function gc(int $max_lifetime): int|false;
    }"
)]
pub struct SessionHandlerInterface;

#[php_class("interface SessionIdInterface { #[tentative] public function create_sid(): string; }")]
pub struct SessionIdInterface;

#[php_class(
    "interface SessionUpdateTimestampHandlerInterface {
        #[tentative] public function validateId(string $id): bool;
        #[tentative] public function updateTimestamp(string $id, string $data): bool;
    }"
)]
pub struct SessionUpdateTimestampHandlerInterface;

pub struct SessionHandler;

/// The module behind the script's handler, while a session is active.
fn parent(ctx: &Ctx, state: &State) -> PhpResult<Module> {
    if !state.is_active() {
        return Err(ctx.throw_error("Session is not active"));
    }
    state.default_module.get().ok_or_else(|| ctx.throw_error("Cannot call default session handler"))
}

/// The same if the module has been opened.
fn open_parent(ctx: &Ctx, state: &State) -> PhpResult<Option<Module>> {
    let module = parent(ctx, state)?;
    if !state.parent_is_open.get() {
        ctx.warning("Parent session handler is not open");
        ctx.check()?;
        return Ok(None);
    }
    Ok(Some(module))
}

/// The module of the settings, for save handlers that build on it.
#[php_class("class SessionHandler implements SessionHandlerInterface, SessionIdInterface {}")]
impl SessionHandler {
    #[php("public function open(string $path, string $name): bool")]
    fn open(ctx: &Ctx, path: &Str, name: &Str) -> PhpResult<bool> {
        let state = State::of(ctx);
        let module = parent(ctx, state)?;
        let opened = module.open(ctx, state, path, name);
        ctx.check()?;
        if opened {
            state.parent_is_open.set(true);
        }
        Ok(opened)
    }

    #[php("public function close(): bool")]
    fn close(ctx: &Ctx) -> PhpResult<bool> {
        let state = State::of(ctx);
        let Some(module) = open_parent(ctx, state)? else { return Ok(false) };
        state.parent_is_open.set(false);
        let closed = module.close(ctx, state);
        ctx.check().map(|()| closed)
    }

    #[php("public function read(string $id): string|false")]
    fn read(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<Str>> {
        let state = State::of(ctx);
        let Some(module) = open_parent(ctx, state)? else { return Ok(OrFalse::False) };
        let data = module.read(ctx, state, id);
        ctx.check().map(|()| OrFalse::from(data))
    }

    #[php("public function write(string $id, string $data): bool")]
    fn write(ctx: &Ctx, id: &Str, data: &Str) -> PhpResult<bool> {
        let state = State::of(ctx);
        let Some(module) = open_parent(ctx, state)? else { return Ok(false) };
        let written = module.write(ctx, state, id, data);
        ctx.check().map(|()| written)
    }

    #[php("public function destroy(string $id): bool")]
    fn destroy(ctx: &Ctx, id: &Str) -> PhpResult<bool> {
        let state = State::of(ctx);
        let Some(module) = open_parent(ctx, state)? else { return Ok(false) };
        let destroyed = module.destroy(ctx, state, id);
        ctx.check().map(|()| destroyed)
    }

    #[php("public function gc(int $max_lifetime): int|false")]
    fn gc(ctx: &Ctx, max_lifetime: i64) -> PhpResult {
        let state = State::of(ctx);
        let Some(module) = open_parent(ctx, state)? else { return Ok(Value::FALSE) };
        let deleted = module.gc(ctx, state, max_lifetime);
        ctx.check().map(|()| if deleted < 0 { Value::FALSE } else { Value::int(deleted) })
    }

    #[php("public function create_sid(): string")]
    fn create_sid(ctx: &Ctx) -> PhpResult<Str> {
        let state = State::of(ctx);
        let module = parent(ctx, state)?;
        let id = module.create_id(ctx, state);
        ctx.check().map(|()| id.unwrap_or_default())
    }
}
