//! Save handlers: where sessions are kept.

use crate::{id, mod_files, mod_user, state::State};
use phant_memory::Str;
use phant_native::Ctx;

/// A save handler that `session.save_handler` can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Module {
    /// Files of a folder.
    Files,
    /// Functions of the script.
    User,
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
            None
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
        }
    }
    /// Begins to work with a place for sessions of a name.
    pub fn open(self, ctx: &Ctx, state: &State, path: &Str, name: &Str) -> bool {
        match self {
            Module::Files => mod_files::open(ctx, state, path),
            Module::User => mod_user::open(ctx, state, path, name),
        }
    }
    /// Ends that, and lets go of locks.
    pub fn close(self, ctx: &Ctx, state: &State) -> bool {
        match self {
            Module::Files => mod_files::close(state),
            Module::User => mod_user::close(ctx, state),
        }
    }
    /// The data of a session; nothing if it is new.
    pub fn read(self, ctx: &Ctx, state: &State, id: &Str) -> Option<Str> {
        match self {
            Module::Files => mod_files::read(ctx, state, id),
            Module::User => mod_user::read(ctx, state, id),
        }
    }
    /// Writes the data of a session.
    pub fn write(self, ctx: &Ctx, state: &State, id: &Str, data: &Str) -> bool {
        match self {
            Module::Files => mod_files::write(ctx, state, id, data),
            Module::User => mod_user::write(ctx, state, id, data),
        }
    }
    /// Notes that a session whose data did not change is in use.
    pub fn update_timestamp(self, ctx: &Ctx, state: &State, id: &Str, data: &Str) -> bool {
        match self {
            Module::Files => mod_files::update_timestamp(ctx, state, id, data),
            Module::User => mod_user::update_timestamp(ctx, state, id, data),
        }
    }
    /// Deletes a session.
    pub fn destroy(self, ctx: &Ctx, state: &State, id: &Str) -> bool {
        match self {
            Module::Files => mod_files::destroy(ctx, state, id),
            Module::User => mod_user::destroy(ctx, state, id),
        }
    }
    /// Deletes sessions that were not used for so many seconds; how many those were, -1 if that is not known.
    pub fn gc(self, ctx: &Ctx, state: &State, lifetime: i64) -> i64 {
        match self {
            Module::Files => mod_files::gc(ctx, state, lifetime),
            Module::User => mod_user::gc(ctx, state, lifetime),
        }
    }
    /// Makes an id.
    pub fn create_id(self, ctx: &Ctx, state: &State) -> Option<Str> {
        match self {
            Module::Files => mod_files::create_id(ctx, state),
            Module::User if mod_user::has_create_id(state) => mod_user::create_id(ctx, state),
            Module::User => id::create(ctx),
        }
    }
    /// Whether there is a session of this id, as far as the module can tell.
    pub fn validates(self, ctx: &Ctx, state: &State, id: &Str) -> bool {
        match self {
            Module::Files => mod_files::exists(state, id),
            Module::User => mod_user::validates(ctx, state, id),
        }
    }
    /// Whether [`Module::validates`] really looks.
    pub fn can_validate(self, state: &State) -> bool {
        self == Module::Files || mod_user::can_validate(state)
    }
}
