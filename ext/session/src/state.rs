//! What a request knows of its session.

use crate::module::Module;
use phant_memory::{Held, Reference, Str, Value};
use phant_native::{Callable, Ctx};
use std::cell::{Cell, RefCell};

/// What `session_status` tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Status {
    /// The settings name a module or a format that does not exist.
    Disabled = 0,
    /// There is none.
    #[default]
    None = 1,
    /// There is one.
    Active = 2,
}

/// The functions of a save handler that a script provides, in the order of `session_set_save_handler`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum UserFunction {
    /// Begins.
    Open,
    /// Ends.
    Close,
    /// Reads a session's data.
    Read,
    /// Writes it.
    Write,
    /// Deletes it.
    Destroy,
    /// Deletes what is old.
    Gc,
    /// Makes an id.
    CreateSid,
    /// Whether there is data of an id.
    ValidateSid,
    /// Notes that data which did not change is in use.
    UpdateTimestamp,
}

/// How many there are.
pub const USER_FUNCTIONS: usize = 9;

/// See the [module documentation](self).
#[derive(Default)]
pub struct State {
    begun: Cell<bool>,
    /// What there is.
    pub status: Cell<Status>,
    /// The session's id, known before it starts or after.
    pub id: phant_memory::CountedCell<Option<Str>>,
    /// The reference that `$_SESSION` was made a name of. The variable may have become another one since.
    variables: phant_memory::CountedCell<Option<Value>>,
    /// The data as it was read, for lazy writing.
    pub read_data: phant_memory::CountedCell<Option<Str>>,
    /// The module that counted before the script's own; what `SessionHandler` calls.
    pub default_module: Cell<Option<Module>>,
    /// The files module's open session: an entry of the resource table, 0 for none.
    pub files: Cell<u64>,
    /// Whether the module of another extension is open.
    pub provided_is_open: Cell<bool>,
    /// The script's save handler.
    pub user: RefCell<[Option<Callable>; USER_FUNCTIONS]>,
    /// The class of that handler, if it is an object.
    pub user_class: phant_memory::CountedCell<Option<Str>>,
    /// Whether a shutdown function that writes the session has been registered for such an object.
    pub shutdown_registered: Cell<bool>,
    /// Whether it still is to do so.
    pub shutdown_wanted: Cell<bool>,
    /// Whether the script's handler is open.
    pub user_implemented: Cell<bool>,
    /// Whether `SessionHandler` has opened the module behind it.
    pub parent_is_open: Cell<bool>,
    /// Whether the script's handler runs.
    pub in_save_handler: Cell<bool>,
    /// Whether the cookie has to be sent.
    pub send_cookie: Cell<bool>,
    /// Whether `SID` has a value: the client brought no cookie.
    pub define_sid: Cell<bool>,
    /// Where the session was started.
    pub started_at: phant_memory::CountedCell<Option<(Str, u32)>>,
}

impl State {
    /// The request's session.
    pub fn of(ctx: &Ctx) -> &'static State {
        let state = ctx.state::<State>();
        if !state.begun.replace(true) {
            state.reset();
            let known = Module::current(ctx).is_some() && crate::serializer::Format::current(ctx).is_some();
            state.status.set(if known { Status::None } else { Status::Disabled });
        }
        state
    }
    /// Whether there is an active session.
    pub fn is_active(&self) -> bool {
        self.status.get() == Status::Active
    }
    /// No session, as at the beginning of a request. The script's handler stays.
    pub fn reset(&self) {
        self.id.set(None);
        self.status.set(Status::None);
        self.in_save_handler.set(false);
        self.parent_is_open.set(false);
        self.define_sid.set(true);
        self.read_data.set(None);
        self.variables.set(None);
    }
    /// Makes `$_SESSION` a new reference to an array.
    pub fn begin_variables(&self, ctx: &Ctx, variables: Value) {
        let reference = Reference::new(variables);
        self.variables.set(Some(Value::from(reference.clone())));
        ctx.host.bind_global(ctx, &Str::from("_SESSION"), &reference);
    }
    /// Lets go of the variables; `$_SESSION` stays what it is.
    pub fn forget_variables(&self) {
        self.variables.set(None);
    }
    /// The session's variables, as long as they are an array.
    pub fn variables(&self) -> Option<phant_memory::Array> {
        self.variables.get()?.as_array().map(Held::into_owned)
    }
    /// The reference they are in, as long as they are an array.
    pub fn variables_place(&self) -> Option<Reference> {
        let value = self.variables.get()?;
        value.as_array()?;
        value.as_ref().cloned()
    }
}
