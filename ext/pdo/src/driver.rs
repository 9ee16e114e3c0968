//! What a database driver is to PDO.
//!
//! A driver opens connections, connections prepare statements. Both live outside the request heap, as hidden entries of
//! the resource table; PHP's objects hold their ids. A driver crate implements the three traits and is listed where the
//! binary puts its extensions together ([`install`]).

use crate::error::SqlState;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult};
use std::{any::Any, rc::Rc, sync::OnceLock};

/// What a driver's operation yields. An error is an SQLSTATE, whose details [`Connection::last_error`] tells. PHP code may
/// have run and thrown meanwhile: then an exception is pending, which PDO prefers to the error.
pub type Outcome<T> = Result<T, SqlState>;

/// A kind of database.
pub trait Driver: Sync {
    /// What stands before the colon of a DSN.
    fn name(&self) -> &'static str;
    /// The subclass of PDO that `PDO::connect()` makes for it.
    fn class(&self) -> &'static str;
    /// Opens a connection. A failure is thrown, usually with [`crate::error::connection_failed`].
    fn connect(&self, ctx: &Ctx, wanted: &Wanted<'_>) -> PhpResult<Rc<dyn Connection>>;
    /// Calls a method that PDO objects have only with this driver (`sqliteCreateFunction`); `None` if there is no such.
    fn call(&self, ctx: &Ctx, pdo: &Object, method: &str, arguments: &[Value]) -> Option<PhpResult> {
        let _ = (ctx, pdo, method, arguments);
        None
    }
}

/// What connection is wanted.
pub struct Wanted<'a> {
    /// The DSN behind the colon.
    pub dsn: &'a [u8],
    /// User name and password.
    pub user: Option<&'a Str>,
    #[allow(missing_docs)]
    pub password: Option<&'a Str>,
    /// The options of the constructor, by attribute.
    pub options: Option<&'a Array>,
}

impl Wanted<'_> {
    /// An integer among the options.
    pub fn int(&self, attribute: i64, default: i64) -> i64 {
        let value = self.options.and_then(|options| options.get_int(attribute));
        value.map_or(default, |value| phant_native::convert::to_int(&value.deref()))
    }
}

/// An open database.
pub trait Connection: Any {
    /// Prepares a statement.
    fn prepare(self: Rc<Self>, ctx: &Ctx, sql: &[u8], options: Option<&Array>) -> Outcome<Rc<dyn Statement>>;
    /// Runs SQL without a result set and says how many rows it changed.
    fn execute(&self, ctx: &Ctx, sql: &[u8]) -> Outcome<i64>;
    /// Begins a transaction.
    fn begin(&self, ctx: &Ctx) -> Outcome<()>;
    /// Ends the transaction for good.
    fn commit(&self, ctx: &Ctx) -> Outcome<()>;
    /// Undoes the transaction.
    fn roll_back(&self, ctx: &Ctx) -> Outcome<()>;
    /// Whether a transaction is open.
    fn in_transaction(&self) -> bool;
    /// The text as an SQL literal; `None` if the driver cannot write it.
    fn quote(&self, text: &[u8], kind: i64) -> Option<Vec<u8>>;
    /// The key of the last row inserted.
    fn last_insert_id(&self, ctx: &Ctx, name: Option<&Str>) -> Outcome<Str>;
    /// Sets an attribute that PDO itself does not know; false if the driver does not either.
    fn set_attribute(&self, ctx: &Ctx, attribute: i64, value: &Value) -> PhpResult<Outcome<bool>>;
    /// An attribute that PDO itself does not know; `None` if the driver does not either.
    fn attribute(&self, ctx: &Ctx, attribute: i64) -> Outcome<Option<Value>>;
    /// The driver's own number and words for the last error.
    fn last_error(&self) -> Option<(i64, Vec<u8>)>;
    /// `PDO::ATTR_STRINGIFY_FETCHES` has been set.
    fn set_stringify(&self, on: bool) {
        let _ = on;
    }
    /// The words of an error that is PDO's own, once: parameters that do not fit.
    fn take_refusal(&self) -> Option<&'static str> {
        None
    }
    /// Whether a persistent connection can still be used.
    fn is_alive(&self) -> bool {
        true
    }
    /// Forgets what belongs to the request: a persistent connection stays for the next one.
    fn end_request(&self) {}
}

/// The name or number of a parameter.
#[derive(Clone, Copy)]
pub enum Parameter<'a> {
    /// `:name`
    Name(&'a [u8]),
    /// From 0.
    Number(i64),
}

/// What became of a parameter that was given its value.
pub struct Bound {
    /// From 0.
    pub number: i64,
    /// The value in the type that the database got, if that is another one: a variable that is bound gets it too.
    pub converted: Option<Value>,
}

/// A prepared statement.
pub trait Statement: Any {
    /// Gives a parameter its value. `kind` is one of `PDO::PARAM_…`.
    fn bind(&self, ctx: &Ctx, parameter: Parameter<'_>, value: &Value, kind: i64) -> PhpResult<Outcome<Bound>>;
    /// Runs it; yields `rowCount()`.
    fn execute(&self, ctx: &Ctx) -> Outcome<i64>;
    /// Goes to a row; false if there is none. Orientation and offset are those of `PDOStatement::fetch()`.
    fn fetch(&self, ctx: &Ctx, orientation: i64, offset: i64) -> Outcome<bool>;
    /// How many columns the result has.
    fn column_count(&self) -> usize;
    /// A column's name.
    fn column_name(&self, column: usize) -> Vec<u8>;
    /// A column of the current row.
    fn column(&self, ctx: &Ctx, column: usize) -> PhpResult;
    /// What the driver knows about a column; `None` if nothing.
    fn column_meta(&self, column: usize) -> Option<Array>;
    /// A column's length and precision.
    fn column_size(&self, column: usize) -> (i64, i64) {
        let _ = column;
        (-1, 0)
    }
    /// How many rows the result has, where that is known later than by the execution.
    fn row_count(&self) -> Option<i64> {
        None
    }
    /// Ends the execution.
    fn close_cursor(&self, ctx: &Ctx) -> Outcome<()>;
    /// Goes to the next result; `None` if the driver has but one.
    fn next_result(&self, ctx: &Ctx) -> Option<Outcome<bool>> {
        let _ = ctx;
        None
    }
    /// An attribute; `None` if the driver does not know it.
    fn attribute(&self, attribute: i64) -> Option<Value> {
        let _ = attribute;
        None
    }
}

static DRIVERS: OnceLock<&'static [&'static dyn Driver]> = OnceLock::new();

/// Sets the drivers that are built in. Called once, before the first request.
pub fn install(drivers: &'static [&'static dyn Driver]) {
    let _already = DRIVERS.set(drivers);
}
/// The drivers that are built in.
pub fn all() -> &'static [&'static dyn Driver] {
    DRIVERS.get().copied().unwrap_or_default()
}
/// The driver of a name.
pub fn find(name: &[u8]) -> Option<&'static dyn Driver> {
    all().iter().copied().find(|driver| driver.name().as_bytes() == name)
}
