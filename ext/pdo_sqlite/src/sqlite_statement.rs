//! Prepared statements of SQLite.

use phant_ext_pdo::{
    dbh::{attribute::DRIVER_SPECIFIC, param},
    driver::{Bound, Outcome, Parameter, Statement as PdoStatement},
    error::{NONE, SqlState},
};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, PhpResult, convert, resource};
use phant_sqlite::{self as sqlite, Statement, Value as SqlValue};
use phant_streams::Stream;
use std::{cell::Cell, rc::Rc};

use crate::sqlite_driver::SqliteConnection;

/// `PDO::SQLITE_ATTR_READONLY_STATEMENT`
const READONLY_STATEMENT: i64 = DRIVER_SPECIFIC + 1;

/// See the [module documentation](self).
pub struct SqliteStatement {
    connection: Rc<SqliteConnection>,
    statement: Option<Statement<Ctx>>,
    /// The first row has been fetched by the execution already.
    fetched: Cell<bool>,
    done: Cell<bool>,
    executed: Cell<bool>,
}

impl SqliteStatement {
    /// A statement; there is none in SQL that is only comments.
    pub fn new(connection: Rc<SqliteConnection>, statement: Option<Statement<Ctx>>) -> SqliteStatement {
        SqliteStatement { connection, statement, fetched: Cell::new(false), done: Cell::new(true), executed: Cell::new(false) }
    }
    fn fail(&self, error: sqlite::Error) -> SqlState {
        self.connection.fail(error)
    }
    /// Ends an execution that is still going on, so that parameters can be set.
    fn restart(&self, ctx: &Ctx, statement: &Statement<Ctx>) {
        if self.executed.get() && !self.done.get() {
            let _earlier = statement.reset(ctx);
        }
    }
}

impl PdoStatement for SqliteStatement {
    fn bind(&self, ctx: &Ctx, parameter: Parameter<'_>, value: &Value, kind: i64) -> PhpResult<Outcome<Bound>> {
        let Some(statement) = &self.statement else { return Ok(Ok(Bound { number: 0, converted: None })) };
        if self.executed.get() && !self.done.get() {
            let _earlier = statement.reset(ctx);
            self.done.set(true);
        }
        let number = match parameter {
            Parameter::Name(name) => i64::from(statement.parameter_index(name).unwrap_or(0)),
            Parameter::Number(number) => number.saturating_add(1),
        };
        let index = i32::try_from(number).unwrap_or(0);
        let mut converted = None;
        let bound = match param::kind(kind) {
            param::NULL => statement.bind(index, SqlValue::Null),
            _ if value.is_null() => statement.bind(index, SqlValue::Null),
            param::INT | param::BOOL => {
                let number = convert::int(ctx, value)?;
                converted = Some(Value::int(number));
                statement.bind(index, SqlValue::Int(number))
            }
            param::LOB => {
                let bytes = lob(ctx, value)?;
                let bound = statement.bind(index, SqlValue::Blob(&bytes));
                converted = Some(Value::from(bytes));
                bound
            }
            param::STR => {
                let text = convert::to_str(ctx, value)?;
                let bound = statement.bind(index, SqlValue::Text(&text));
                converted = Some(Value::from(text));
                bound
            }
            // Other kinds are left alone.
            _ => Ok(()),
        };
        Ok(match bound {
            Ok(()) => Ok(Bound { number: number - 1, converted }),
            Err(error) => Err(self.fail(error)),
        })
    }
    fn execute(&self, ctx: &Ctx) -> Outcome<i64> {
        // Without an error to tell, as in PHP.
        let Some(statement) = &self.statement else { return Err(NONE) };
        if statement.is_busy() {
            return Err(self.fail(statement.misuse()));
        }
        self.restart(ctx, statement);
        self.done.set(false);
        self.fetched.set(false);
        match statement.step(ctx) {
            Ok(true) => self.fetched.set(true),
            Ok(false) => {
                self.done.set(true);
                let changes = self.connection.db().changes();
                let _done = statement.reset(ctx);
                self.executed.set(true);
                return Ok(changes);
            }
            Err(error) => {
                if error.code == sqlite::SQLITE_ERROR {
                    let _same = statement.reset(ctx);
                }
                return Err(self.fail(error));
            }
        }
        self.executed.set(true);
        Ok(0)
    }
    fn fetch(&self, ctx: &Ctx, _orientation: i64, _offset: i64) -> Outcome<bool> {
        let Some(statement) = &self.statement else { return Ok(false) };
        if self.fetched.replace(false) {
            return Ok(true);
        }
        if self.done.get() {
            return Ok(false);
        }
        match statement.step(ctx) {
            Ok(true) => Ok(true),
            Ok(false) => {
                self.done.set(true);
                let _done = statement.reset(ctx);
                Ok(false)
            }
            Err(error) => {
                let _same = statement.reset(ctx);
                Err(self.fail(error))
            }
        }
    }
    fn column_count(&self) -> usize {
        self.statement.as_ref().map_or(0, Statement::column_count)
    }
    fn column_name(&self, column: usize) -> Vec<u8> {
        self.statement.as_ref().map_or_else(Vec::new, |statement| statement.column_name(column))
    }
    fn column(&self, ctx: &Ctx, column: usize) -> PhpResult {
        let Some(statement) = &self.statement else { return Ok(Value::NULL) };
        statement.column(column, |value| from_sql(ctx, value))
    }
    fn column_meta(&self, column: usize) -> Option<Array> {
        let statement = self.statement.as_ref()?;
        // Without a row the type is that of nothing.
        if column >= statement.column_count() {
            return None;
        }
        let mut flags = Array::new();
        let (native, kind) = statement.column(column, |value| match value {
            SqlValue::Null => ("null", param::NULL),
            SqlValue::Int(_) => ("integer", param::INT),
            SqlValue::Float(_) => ("double", param::STR),
            SqlValue::Text(_) => ("string", param::STR),
            SqlValue::Blob(_) => {
                let _full = flags.push(Value::str("blob"));
                ("string", param::STR)
            }
        });
        let mut meta = Array::new();
        meta.set_name("native_type", Value::str(native));
        meta.set_name("pdo_type", Value::int(kind));
        if let Some(declared) = statement.column_declared_type(column) {
            meta.set_name("sqlite:decl_type", Value::from(declared));
        }
        if let Some(table) = statement.column_table(column) {
            meta.set_name("table", Value::from(table));
        }
        meta.set_name("flags", Value::from(flags));
        Some(meta)
    }
    fn close_cursor(&self, ctx: &Ctx) -> Outcome<()> {
        if let Some(statement) = &self.statement
            && let Err(error) = statement.reset(ctx)
            && statement.is_busy()
        {
            // In a function that the statement itself calls. Any other error is that of the execution that is over.
            return Err(self.fail(error));
        }
        self.executed.set(false);
        Ok(())
    }
    fn attribute(&self, attribute: i64) -> Option<Value> {
        let statement = self.statement.as_ref()?;
        (attribute == READONLY_STATEMENT).then(|| Value::bool(statement.is_readonly()))
    }
}

/// The bytes of a large object: a text, or what is left to read of a stream.
fn lob(ctx: &Ctx, value: &Value) -> PhpResult<Str> {
    if let Some(resource) = value.as_resource() {
        let Some(stream) = resource::get::<Stream>(&resource) else {
            return Err(ctx.type_error("supplied resource is not a valid stream resource"));
        };
        let bytes = stream.read_all(ctx, usize::MAX).unwrap_or_default();
        ctx.check()?;
        return Ok(bytes);
    }
    convert::to_str(ctx, value)
}

/// A value of SQLite as PHP has it.
pub fn from_sql(ctx: &Ctx, value: SqlValue<'_>) -> PhpResult {
    Ok(match value {
        SqlValue::Null => Value::NULL,
        SqlValue::Int(number) => Value::int(number),
        SqlValue::Float(number) => Value::float(number),
        SqlValue::Text(bytes) | SqlValue::Blob(bytes) => {
            if bytes.len() > 1 << 16 {
                ctx.reserve(bytes.len())?;
            }
            Value::str(bytes)
        }
    })
}
