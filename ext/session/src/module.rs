//! Save handlers: where sessions are kept.

use crate::{id, mod_files, mod_user, state::State};
use phant_memory::Str;
use phant_native::{Ctx, registry};
use std::fmt;

/// A save handler that an extension has, found through [`SaveHandlers`]. Failures have been reported.
pub trait SaveHandler: Send + Sync {
    /// What `session.save_handler` calls it.
    fn name(&self) -> &'static str;
    /// Begins to work with a place for sessions.
    fn open(&self, ctx: &Ctx, path: &Str) -> bool;
    /// Ends that, and lets go of locks.
    fn close(&self, ctx: &Ctx) -> bool;
    /// The data of a session; nothing if it is new.
    fn read(&self, ctx: &Ctx, id: &Str) -> Option<Str>;
    /// Writes the data of a session.
    fn write(&self, ctx: &Ctx, id: &Str, data: &Str) -> bool;
    /// Notes that a session whose data did not change is in use.
    fn update_timestamp(&self, ctx: &Ctx, id: &Str, data: &Str) -> bool;
    /// Deletes a session.
    fn destroy(&self, ctx: &Ctx, id: &Str) -> bool;
    /// Whether there is a session of this id.
    fn validates(&self, ctx: &Ctx, id: &Str) -> bool;
    /// Deletes sessions that were not used for so many seconds; how many those were. Where what has expired is gone by itself,
    /// nobody knows that.
    fn gc(&self, _ctx: &Ctx, _lifetime: i64) -> i64 {
        -1
    }
    /// Makes an id that no session has.
    fn create_id(&self, ctx: &Ctx) -> Option<Str> {
        (0..TRIES).find_map(|_| id::create(ctx).filter(|id| !self.validates(ctx, id)))
    }
}

/// How often another id is made, when there is a session of the last one already.
const TRIES: usize = 5;

/// The save handlers of an extension, in its [`Extension::provides`](phant_native::Extension::provides).
pub struct SaveHandlers(pub &'static [&'static dyn SaveHandler]);

/// A save handler that `session.save_handler` can name.
#[derive(Clone, Copy)]
pub enum Module {
    /// Files of a folder.
    Files,
    /// Functions of the script.
    User,
    /// An extension's.
    Provided(&'static dyn SaveHandler),
}

impl PartialEq for Module {
    fn eq(&self, other: &Module) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A save handler's operations. `false` and `None` are failures, which have been reported where there is more to say than
/// that.
impl Module {
    /// The handler of that name.
    pub fn named(name: &[u8]) -> Option<Module> {
        if name.eq_ignore_ascii_case(b"files") {
            Some(Module::Files)
        } else if name.eq_ignore_ascii_case(b"user") {
            Some(Module::User)
        } else {
            let mut provided = registry::provided::<SaveHandlers>().flat_map(|handlers| handlers.0);
            provided
                .find(|handler| name.eq_ignore_ascii_case(handler.name().as_bytes()))
                .map(|&handler| Module::Provided(handler))
        }
    }
    /// The one that the settings name.
    pub fn current(ctx: &Ctx) -> Option<Module> {
        Module::named(&ctx.ini.text("session.save_handler"))
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Module::Files => "files",
            Module::User => "user",
            Module::Provided(handler) => handler.name(),
        }
    }
    /// Begins to work with a place for sessions of a name.
    pub fn open(self, ctx: &Ctx, state: &State, path: &Str, name: &Str) -> bool {
        match self {
            Module::Files => mod_files::open(ctx, state, path),
            Module::User => mod_user::open(ctx, state, path, name),
            Module::Provided(handler) => {
                let is_open = handler.open(ctx, path);
                state.provided_is_open.set(is_open);
                is_open
            }
        }
    }
    /// Ends that, and lets go of locks.
    pub fn close(self, ctx: &Ctx, state: &State) -> bool {
        match self {
            Module::Files => mod_files::close(state),
            Module::User => mod_user::close(ctx, state),
            Module::Provided(handler) => {
                state.provided_is_open.set(false);
                handler.close(ctx)
            }
        }
    }
    /// The data of a session; nothing if it is new.
    pub fn read(self, ctx: &Ctx, state: &State, id: &Str) -> Option<Str> {
        match self {
            Module::Files => mod_files::read(ctx, state, id),
            Module::User => mod_user::read(ctx, state, id),
            Module::Provided(handler) => handler.read(ctx, id),
        }
    }
    /// Writes the data of a session.
    pub fn write(self, ctx: &Ctx, state: &State, id: &Str, data: &Str) -> bool {
        match self {
            Module::Files => mod_files::write(ctx, state, id, data),
            Module::User => mod_user::write(ctx, state, id, data),
            Module::Provided(handler) => handler.write(ctx, id, data),
        }
    }
    /// Notes that a session whose data did not change is in use.
    pub fn update_timestamp(self, ctx: &Ctx, state: &State, id: &Str, data: &Str) -> bool {
        match self {
            Module::Files => mod_files::update_timestamp(ctx, state, id, data),
            Module::User => mod_user::update_timestamp(ctx, state, id, data),
            Module::Provided(handler) => handler.update_timestamp(ctx, id, data),
        }
    }
    /// Deletes a session.
    pub fn destroy(self, ctx: &Ctx, state: &State, id: &Str) -> bool {
        match self {
            Module::Files => mod_files::destroy(ctx, state, id),
            Module::User => mod_user::destroy(ctx, state, id),
            Module::Provided(handler) => handler.destroy(ctx, id),
        }
    }
    /// Deletes sessions that were not used for so many seconds; how many those were, -1 if that is not known.
    pub fn gc(self, ctx: &Ctx, state: &State, lifetime: i64) -> i64 {
        match self {
            Module::Files => mod_files::gc(ctx, state, lifetime),
            Module::User => mod_user::gc(ctx, state, lifetime),
            Module::Provided(handler) => handler.gc(ctx, lifetime),
        }
    }
    /// Makes an id.
    pub fn create_id(self, ctx: &Ctx, state: &State) -> Option<Str> {
        match self {
            Module::Files => mod_files::create_id(ctx, state),
            Module::User if mod_user::has_create_id(state) => mod_user::create_id(ctx, state),
            Module::User => id::create(ctx),
            Module::Provided(handler) => handler.create_id(ctx),
        }
    }
    /// Whether there is a session of this id, as far as the module can tell.
    pub fn validates(self, ctx: &Ctx, state: &State, id: &Str) -> bool {
        match self {
            Module::Files => mod_files::exists(state, id),
            Module::User => mod_user::validates(ctx, state, id),
            Module::Provided(handler) => handler.validates(ctx, id),
        }
    }
    /// Whether [`Module::validates`] really looks.
    pub fn can_validate(self, state: &State) -> bool {
        self != Module::User || mod_user::can_validate(state)
    }
}
