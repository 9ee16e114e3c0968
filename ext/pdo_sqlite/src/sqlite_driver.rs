//! Connections to SQLite databases.

use crate::{callback, sqlite_statement::SqliteStatement};
use phant_ext_pdo::{
    dbh::{self, attribute},
    driver::{Connection, Driver, Outcome, Statement, Wanted},
    error::{self, GENERAL, NONE, SqlState},
};
use phant_memory::{Array, Held, Object, Str, Value};
use phant_native::{Ctx, PhpResult, convert};
use phant_sqlite::{self as sqlite, Db};
use phant_streams::path;
use std::{any::Any, cell::RefCell, rc::Rc};

/// Seconds to wait for the locks of others, unless `PDO::ATTR_TIMEOUT` says otherwise.
const TIMEOUT: i64 = 60;

/// The driver.
pub const DRIVER: &dyn Driver = &Sqlite;

struct Sqlite;

/// `PDO::SQLITE_…` attributes.
mod own {
    use phant_ext_pdo::dbh::attribute::DRIVER_SPECIFIC;
    pub const OPEN_FLAGS: i64 = DRIVER_SPECIFIC;
    pub const EXTENDED_RESULT_CODES: i64 = DRIVER_SPECIFIC + 2;
}

/// A function, aggregate or collation that PHP code has made.
pub enum Made {
    /// Name and number of arguments.
    Function(Vec<u8>, i32),
    /// Name.
    Collation(Vec<u8>),
}

/// An open database.
pub struct SqliteConnection {
    db: Db<Ctx>,
    /// The last error; PDO asks for it later.
    error: RefCell<Option<sqlite::Error>>,
    /// What has to go when the request ends and the connection stays.
    made: RefCell<Vec<Made>>,
}

impl SqliteConnection {
    /// The database.
    pub fn db(&self) -> &Db<Ctx> {
        &self.db
    }
    /// Notes something that PHP code made.
    pub fn note(&self, made: Made) {
        self.made.borrow_mut().push(made);
    }
    /// Notes an error and yields its SQLSTATE.
    pub fn fail(&self, error: sqlite::Error) -> SqlState {
        let state = match error.code {
            sqlite::SQLITE_NOTFOUND => *b"42S02",
            sqlite::SQLITE_INTERRUPT => *b"01002",
            sqlite::SQLITE_NOLFS => *b"HYC00",
            sqlite::SQLITE_TOOBIG => *b"22001",
            sqlite::SQLITE_CONSTRAINT => *b"23000",
            _ => GENERAL,
        };
        *self.error.borrow_mut() = Some(error);
        state
    }
    fn command(&self, ctx: &Ctx, sql: &[u8]) -> Outcome<()> {
        self.db.exec(ctx, sql).map_err(|error| self.fail(error))
    }
}

/// The SQLite connection of a PDO object, or PHP's error for an object whose constructor has not run.
pub fn connection(ctx: &Ctx, pdo: &Object) -> PhpResult<Rc<SqliteConnection>> {
    let connection: Rc<dyn Any> = dbh::connection(ctx, pdo)?;
    match connection.downcast() {
        Ok(connection) => Ok(connection),
        Err(_) => Err(ctx.throw_error("The connection is not one to an SQLite database")),
    }
}

/// The path of the database file as SQLite gets it; `None` if `open_basedir` forbids it.
pub fn database_path(ctx: &Ctx, dsn: &[u8]) -> Option<Vec<u8>> {
    if dsn.is_empty() || dsn == b":memory:" {
        return Some(dsn.to_vec());
    }
    if is_uri(dsn) {
        // A URI may name any file.
        return if ctx.ini.text("open_basedir").is_empty() { Some(dsn.to_vec()) } else { None };
    }
    let full = path::absolute(dsn);
    path::permitted(ctx, &full).then_some(full)
}

fn is_uri(dsn: &[u8]) -> bool {
    dsn.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"file:"))
}

impl Driver for Sqlite {
    fn name(&self) -> &'static str {
        "sqlite"
    }
    fn class(&self) -> &'static str {
        "Pdo\\Sqlite"
    }
    fn connect(&self, ctx: &Ctx, wanted: &Wanted<'_>) -> PhpResult<Rc<dyn Connection>> {
        let Some(path) = database_path(ctx, wanted.dsn) else {
            // Next to the restriction itself, which is an exception here.
            if !is_uri(wanted.dsn) {
                let full = path::absolute(wanted.dsn);
                ctx.throwing_warnings("PDOException", |ctx| path::check_basedir(ctx, &full));
            }
            let mut text = b"open_basedir prohibits opening ".to_vec();
            text.extend_from_slice(wanted.dsn);
            return Err(error::plain(ctx, text));
        };
        let default = sqlite::SQLITE_OPEN_READWRITE | sqlite::SQLITE_OPEN_CREATE;
        let mut flags = wanted.int(own::OPEN_FLAGS, i64::from(default)) as i32;
        if path.starts_with(b"file:") {
            flags |= sqlite::SQLITE_OPEN_URI;
        }
        let db = match Db::open(&path, flags) {
            Ok(db) => db,
            Err(error) => return Err(error::connection_failed(ctx, GENERAL, i64::from(error.code), &error.message)),
        };
        db.busy_timeout(milliseconds(wanted.int(attribute::TIMEOUT, TIMEOUT)));
        db.set_authorizer(Rc::new(callback::authorize));
        Ok(Rc::new(SqliteConnection { db, error: RefCell::new(None), made: RefCell::default() }))
    }
    fn call(&self, ctx: &Ctx, pdo: &Object, method: &str, arguments: &[Value]) -> Option<PhpResult> {
        let text = |value: &Value| value.as_str().map(Held::into_owned).unwrap_or_default();
        let done = match (method, arguments) {
            ("sqliteCreateFunction", [name, callback, count, flags]) => {
                let (count, flags) = (convert::to_int(count), convert::to_int(flags));
                callback::create_function(ctx, pdo, &text(name), callback, count, flags)
            }
            ("sqliteCreateAggregate", [name, step, finish, count]) => {
                callback::create_aggregate(ctx, pdo, &text(name), step, finish, convert::to_int(count))
            }
            ("sqliteCreateCollation", [name, callback]) => callback::create_collation(ctx, pdo, &text(name), callback),
            _ => return None,
        };
        Some(done.map(Value::bool))
    }
}

fn milliseconds(seconds: i64) -> i32 {
    i32::try_from(seconds.saturating_mul(1000)).unwrap_or(i32::MAX)
}

impl Connection for SqliteConnection {
    fn prepare(self: Rc<Self>, ctx: &Ctx, sql: &[u8], options: Option<&Array>) -> Outcome<Rc<dyn Statement>> {
        let cursor = options.and_then(|options| options.get_int(attribute::CURSOR)).map_or(0, |v| convert::to_int(&v.deref()));
        if cursor != 0 {
            // Without an error to tell, as in PHP.
            return Err(NONE);
        }
        let prepared = self.db.prepare(ctx, sql).map_err(|error| self.fail(error))?;
        Ok(Rc::new(SqliteStatement::new(self, prepared)))
    }
    fn execute(&self, ctx: &Ctx, sql: &[u8]) -> Outcome<i64> {
        self.command(ctx, sql)?;
        Ok(self.db.changes())
    }
    fn begin(&self, ctx: &Ctx) -> Outcome<()> {
        self.command(ctx, b"BEGIN")
    }
    fn commit(&self, ctx: &Ctx) -> Outcome<()> {
        self.command(ctx, b"COMMIT")
    }
    fn roll_back(&self, ctx: &Ctx) -> Outcome<()> {
        self.command(ctx, b"ROLLBACK")
    }
    fn in_transaction(&self) -> bool {
        !self.db.is_autocommit()
    }
    fn quote(&self, text: &[u8], _kind: i64) -> Option<Vec<u8>> {
        // SQLite has no way to write a NUL byte in a literal: as in PHP, the text ends there.
        let text = text.split(|&c| c == 0).next().unwrap_or_default();
        let mut quoted = vec![b'\''];
        for &byte in text {
            if byte == b'\'' {
                quoted.push(b'\'');
            }
            quoted.push(byte);
        }
        quoted.push(b'\'');
        Some(quoted)
    }
    fn last_insert_id(&self, _ctx: &Ctx, _name: Option<&Str>) -> Outcome<Str> {
        Ok(Str::from(self.db.last_insert_rowid()))
    }
    fn set_attribute(&self, ctx: &Ctx, attribute: i64, value: &Value) -> PhpResult<Outcome<bool>> {
        match attribute {
            attribute::TIMEOUT => self.db.busy_timeout(milliseconds(phant_ext_pdo::options::int(ctx, value)?)),
            own::EXTENDED_RESULT_CODES => self.db.extended_result_codes(phant_ext_pdo::options::int(ctx, value)? != 0),
            _ => return Ok(Ok(false)),
        }
        Ok(Ok(true))
    }
    fn attribute(&self, _ctx: &Ctx, attribute: i64) -> Outcome<Option<Value>> {
        Ok(match attribute {
            attribute::SERVER_VERSION | attribute::CLIENT_VERSION => Some(Value::str(sqlite::version())),
            _ => None,
        })
    }
    fn last_error(&self) -> Option<(i64, Vec<u8>)> {
        let error = self.error.borrow();
        error.as_ref().map(|error| (i64::from(error.code), error.message.clone()))
    }
    fn end_request(&self) {
        for made in self.made.take() {
            // What cannot be taken away (a statement is running) answers without PHP.
            let _refused = match made {
                Made::Function(name, arguments) => self.db.remove_function(&name, arguments),
                Made::Collation(name) => self.db.remove_collation(&name),
            };
        }
    }
}
