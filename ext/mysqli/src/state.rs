//! What the objects of mysqli hold, and how errors are reported.

use phant_ext_mysqlnd::{
    Hold,
    error::{Details, ErrorInfo},
    link::Link,
    result::ResultSet,
    statement::Statement,
};
use phant_memory::{Array, HeapVec, NativeData, Object, Str, Tracer, Value};
use phant_mysql_wire::status;
use phant_native::{Ctx, PhpResult, Thrown};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// `MYSQLI_REPORT_…`
pub mod report {
    #![allow(missing_docs)]
    pub const ERROR: i64 = 1;
    pub const STRICT: i64 = 2;
    pub const INDEX: i64 = 4;
}

/// What the extension remembers for the length of a request.
pub struct Globals {
    /// `mysqli_report()`
    pub report: Cell<i64>,
    /// The last attempt to connect.
    pub connect_error: RefCell<Option<(i64, Vec<u8>)>>,
}

impl Default for Globals {
    fn default() -> Globals {
        Globals { report: Cell::new(report::ERROR | report::STRICT), connect_error: RefCell::new(None) }
    }
}

/// How far an object has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Status {
    Closed,
    Initialized,
    Valid,
}

/// What a mysqli object holds.
pub struct LinkState {
    link: Hold<Link>,
    /// How far it has come.
    pub status: Cell<Status>,
    /// The server takes several statements in a query.
    pub multi: Cell<bool>,
    /// How the result of a query that is not waited for will be read.
    pub asynchronous: Cell<Option<i64>>,
    /// Where a persistent connection goes when the object is done with it.
    pub key: RefCell<Option<Vec<u8>>>,
}

impl NativeData for LinkState {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl Drop for LinkState {
    fn drop(&mut self) {
        if let Some(link) = self.link.get() {
            crate::connect::leave(self, &link);
        }
    }
}

/// What a mysqli_result object holds.
pub struct ResultState {
    /// The rows.
    pub result: Hold<ResultSet>,
    /// Their connection.
    pub link: Hold<Link>,
}

impl NativeData for ResultState {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

/// What a mysqli_stmt object holds.
pub struct StmtState {
    /// The statement.
    pub statement: Hold<Statement>,
    /// How far the object has come.
    pub status: Cell<Status>,
    /// The parameters' types and variables.
    pub parameters: RefCell<HeapVec<(u8, Value)>>,
    /// The columns' variables.
    pub columns: RefCell<HeapVec<Value>>,
    /// `MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH`
    pub max_length: Cell<bool>,
    /// The SQL, for reports about indexes.
    pub query: RefCell<Str>,
}

impl NativeData for StmtState {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.parameters.borrow().iter().for_each(|(_, value)| tracer.value(value));
        self.columns.borrow().iter().for_each(|value| tracer.value(value));
    }
}

impl LinkState {
    /// Gives a new object its state.
    pub fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(LinkState {
            link: Hold::default(),
            status: Cell::new(Status::Closed),
            multi: Cell::new(false),
            asynchronous: Cell::new(None),
            key: RefCell::new(None),
        });
    }
    /// That of an object.
    pub fn of(object: &Object) -> &LinkState {
        object.native().expect("made by create")
    }
    /// The connection, if there is one.
    pub fn link(&self) -> Option<Rc<Link>> {
        self.link.get()
    }
    /// Takes a connection, or lets go of it.
    pub fn set_link(&self, link: Option<Rc<Link>>) {
        self.link.set(link);
    }
}

impl ResultState {
    /// Gives a new object its state.
    pub fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(ResultState { result: Hold::default(), link: Hold::default() });
    }
    /// That of an object.
    pub fn of(object: &Object) -> &ResultState {
        object.native().expect("made by create")
    }
}

impl StmtState {
    /// Gives a new object its state.
    pub fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(StmtState {
            statement: Hold::default(),
            status: Cell::new(Status::Closed),
            parameters: RefCell::new(phant_memory::heap_vec()),
            columns: RefCell::new(phant_memory::heap_vec()),
            max_length: Cell::new(false),
            query: RefCell::default(),
        });
    }
    /// That of an object.
    pub fn of(object: &Object) -> &StmtState {
        object.native().expect("made by create")
    }
}

fn closed(ctx: &Ctx, object: &Object) -> Thrown {
    ctx.throw_error(format!("{} object is already closed", object.class().name))
}
fn unfinished(ctx: &Ctx, object: &Object) -> Thrown {
    ctx.throw_error(format!("{} object is not fully initialized", object.class().name))
}
use phant_native::ObjectExt;

/// The connection of a mysqli object that has come so far.
pub fn link_at(ctx: &Ctx, object: &Object, least: Status) -> PhpResult<Rc<Link>> {
    let state = LinkState::of(object);
    match state.link() {
        Some(link) if state.status.get() >= least => Ok(link),
        // One that could not be opened is not finished to those who want it open, and closed to the others.
        None if state.status.get() >= least || state.status.get() == Status::Closed => Err(closed(ctx, object)),
        _ => Err(unfinished(ctx, object)),
    }
}
/// The open connection of a mysqli object.
pub fn link(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Link>> {
    link_at(ctx, object, Status::Valid)
}
/// The rows of a mysqli_result object.
pub fn result(ctx: &Ctx, object: &Object) -> PhpResult<Rc<ResultSet>> {
    ResultState::of(object).result.get().ok_or_else(|| closed(ctx, object))
}
/// The statement of a mysqli_stmt object that has come so far.
pub fn statement_at(ctx: &Ctx, object: &Object, least: Status) -> PhpResult<Rc<Statement>> {
    let state = StmtState::of(object);
    let statement = state.statement.get().ok_or_else(|| closed(ctx, object))?;
    if state.status.get() < least { Err(unfinished(ctx, object)) } else { Ok(statement) }
}
/// The prepared statement of a mysqli_stmt object.
pub fn statement(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Statement>> {
    statement_at(ctx, object, Status::Valid)
}

/// The number of an argument: functions have the object before the arguments of methods.
pub fn argument(ctx: &Ctx, number: usize) -> usize {
    let is_method = ctx.current.get().is_some_and(|function| function.display_name().contains("::"));
    if is_method { number } else { number + 1 }
}

/// Throws the extension's exception.
pub fn throw(ctx: &Ctx, code: i64, state: &[u8], message: &[u8]) -> Thrown {
    let class = ctx.known_class("mysqli_sql_exception");
    let exception = ctx.host.make_exception(ctx, class, message, code);
    if let Err(thrown) = ctx.set_property(&exception, "sqlstate", Value::str(state)) {
        return thrown;
    }
    ctx.throw_object(exception)
}

/// Reports an error as the report mode wants it.
pub fn report_error(ctx: &Ctx, error: &Details) -> PhpResult<()> {
    let mode = ctx.state::<Globals>().report.get();
    if error.code == 0 || mode & report::ERROR == 0 {
        return ctx.check();
    }
    ctx.check()?;
    raise(ctx, mode, error)
}
/// Reports something whether errors are reported or not.
pub fn raise(ctx: &Ctx, mode: i64, error: &Details) -> PhpResult<()> {
    if mode & report::STRICT != 0 {
        return Err(throw(ctx, error.code, &error.state, &error.message));
    }
    let state = String::from_utf8_lossy(&error.state).into_owned();
    let mut text = format!("({state}/{}): ", error.code).into_bytes();
    text.extend_from_slice(&error.message);
    ctx.warning(text);
    ctx.check()
}
/// Reports the last error of a connection or statement.
pub fn report(ctx: &Ctx, error: &ErrorInfo) -> PhpResult<()> {
    match error.last() {
        Some(last) => report_error(ctx, &last),
        None => ctx.check(),
    }
}
/// Reports that a query found no index, if that is wanted.
pub fn report_index(ctx: &Ctx, query: &[u8], server: u16) -> PhpResult<()> {
    let mode = ctx.state::<Globals>().report.get();
    if mode & report::INDEX == 0 {
        return Ok(());
    }
    let which = match server {
        server if server & status::NO_GOOD_INDEX != 0 => "Bad index",
        server if server & status::NO_INDEX != 0 => "No index",
        _ => return Ok(()),
    };
    let message = [which.as_bytes(), b" used in query/prepared statement ", query].concat();
    raise(ctx, mode, &Details { code: 0, state: b"00000".to_vec(), message })
}
/// The errors of a connection or statement as `error_list` has them.
pub fn error_list(error: &ErrorInfo) -> Array {
    error
        .list()
        .into_iter()
        .map(|details| {
            let mut row = Array::new();
            row.set_name("errno", Value::int(details.code));
            row.set_name("sqlstate", Value::from(details.state));
            row.set_name("error", Value::from(details.message));
            Value::from(row)
        })
        .collect()
}
