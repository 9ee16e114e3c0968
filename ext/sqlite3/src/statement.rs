//! The class SQLite3Stmt: prepared statements and the values of their parameters.

use crate::{
    connection::{Handle, Prepared, fail, kind, not_open, report, work},
    result,
};
use phant_memory::{HeapMap, Held, NativeData, Object, Tracer, Value, View, heap_map};
use phant_native::{Ctx, PhpResult, RefArg, convert, php_class, resource, ret::OrFalse};
use phant_sqlite::{Statement, Value as Sql};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// What a statement object holds.
struct State {
    id: Cell<u64>,
    /// The SQLite3 object.
    connection: RefCell<Value>,
    /// Values (or references to variables) of parameters, with the types that they are bound as; 0 is by the value.
    parameters: RefCell<HeapMap<i32, (Value, i64)>>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.connection.borrow());
        for (value, _) in self.parameters.borrow().values() {
            tracer.value(value);
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if self.id.get() != 0 {
            resource::drop_hidden(self.id.get());
        }
    }
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

/// A statement object. A text without a statement has one too, with nothing in it.
pub fn make(ctx: &Ctx, connection: &Object, statement: Option<Statement<Ctx>>) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("SQLite3Stmt"))?;
    let state = state(&object);
    state.connection.replace(Value::from(connection.clone()));
    if let (Some(statement), Some(open)) = (statement, Handle::of(connection).connection()) {
        state.id.set(resource::hide(open.add(statement)));
    }
    Ok(object)
}

/// The SQLite3 object of a statement.
pub fn connection(ctx: &Ctx, object: &Object) -> PhpResult<Object> {
    state(object).connection.borrow().as_object().map(Held::into_owned).ok_or_else(|| not_open(ctx))
}

/// The statement of an object; `None` if its text had none. The error is for one that is closed, or its connection is.
pub fn prepared(ctx: &Ctx, object: &Object) -> PhpResult<Option<Rc<Statement<Ctx>>>> {
    let connection = connection(ctx, object)?;
    if Handle::of(&connection).connection().is_none() {
        return Err(not_open(ctx));
    }
    let id = state(object).id.get();
    if id == 0 {
        return Ok(None);
    }
    match resource::hidden::<Prepared>(id).and_then(|prepared| prepared.get()) {
        Some(statement) => Ok(Some(statement)),
        None => Err(not_open(ctx)),
    }
}

/// The statement of an object, which must have one.
fn open(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Statement<Ctx>>> {
    prepared(ctx, object)?.ok_or_else(|| not_open(ctx))
}

/// Whether the statement of an object, and its connection, is open.
pub fn is_open(object: &Object) -> bool {
    resource::hidden::<Prepared>(state(object).id.get()).is_some_and(|prepared| prepared.get().is_some())
}

/// Closes a statement.
pub fn close(object: &Object) {
    if let Some(prepared) = resource::hidden::<Prepared>(state(object).id.get()) {
        prepared.close();
    }
}

/// Runs a statement to its first row and sets it back, as PHP does before results are asked for. False if that failed,
/// which was reported.
pub fn run(ctx: &Ctx, object: &Object) -> PhpResult<bool> {
    let connection = connection(ctx, object)?;
    let Some(statement) = prepared(ctx, object)? else {
        report(ctx, &connection, 0, b"Unable to execute statement: not an error".to_vec())?;
        return Ok(false);
    };
    match work(ctx, &connection, |ctx| statement.step(ctx).and_then(|_| statement.reset(ctx)))? {
        Ok(()) => Ok(true),
        Err(error) => {
            let _ = work(ctx, &connection, |ctx| statement.reset(ctx))?;
            fail(ctx, &connection, "Unable to execute statement: ", &error)?;
            Ok(false)
        }
    }
}

/// Gives SQLite the value of a parameter. False if that cannot be, which was reported.
fn bind(ctx: &Ctx, connection: &Object, statement: &Statement<Ctx>, number: i32, value: &Value, ty: i64) -> PhpResult<bool> {
    let ty = match ty {
        0 => natural_type(value),
        ty => ty,
    };
    let text;
    let sql = match ty {
        _ if value.is_null() => Sql::Null,
        kind::NULL => Sql::Null,
        kind::INTEGER => Sql::Int(convert::int(ctx, value)?),
        kind::FLOAT => Sql::Float(convert::float(ctx, value)?),
        kind::BLOB => {
            text = match value.view() {
                View::Resource(_) => match phant_streams::from_value(ctx, value, number as usize)?.read_all(ctx, usize::MAX) {
                    Some(bytes) => bytes,
                    None => {
                        let text = format!("Unable to read stream for parameter {number}");
                        report(ctx, connection, 0, text.into_bytes())?;
                        return Ok(false);
                    }
                },
                _ => convert::to_str(ctx, value)?,
            };
            Sql::Blob(&text)
        }
        kind::TEXT => {
            text = convert::to_str(ctx, value)?;
            Sql::Text(&text)
        }
        _ => {
            let text = format!("Unknown parameter type: {ty} for parameter {number}");
            report(ctx, connection, 0, text.into_bytes())?;
            return Ok(false);
        }
    };
    if let Err(error) = statement.bind(number, sql) {
        report(ctx, connection, error.code, format!("Unable to bind parameter number {number}").into_bytes())?;
    }
    Ok(true)
}

fn bind_all(ctx: &Ctx, object: &Object, statement: &Statement<Ctx>) -> PhpResult<bool> {
    let connection = connection(ctx, object)?;
    // Conversions may run PHP code, which may bind others.
    let mut all: Vec<(i32, Value, i64)> =
        state(object).parameters.borrow().iter().map(|(number, (value, ty))| (*number, value.clone(), *ty)).collect();
    all.sort_by_key(|(number, ..)| *number);
    for (number, value, ty) in all {
        if !bind(ctx, &connection, statement, number, &value.unref(), ty)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The type that a value has by itself.
fn natural_type(value: &Value) -> i64 {
    match value.deref().view() {
        View::Null => kind::NULL,
        View::Int(_) | View::Bool(_) => kind::INTEGER,
        View::Float(_) => kind::FLOAT,
        _ => kind::TEXT,
    }
}

/// Notes the value of a parameter, which goes by name or number. False if there is no such.
fn note(ctx: &Ctx, object: &Object, which: &Value, value: Value, ty: i64) -> PhpResult<bool> {
    let statement = open(ctx, object)?;
    let number = match which.view() {
        View::Str(name) => {
            let full = match name.first() {
                Some(b':' | b'@') => name.to_vec(),
                _ => [b":", name.as_bytes()].concat(),
            };
            statement.parameter_index(&full).unwrap_or(0)
        }
        _ => i32::try_from(convert::to_int(which)).unwrap_or(0),
    };
    if number < 1 {
        return Ok(false);
    }
    let old = state(object).parameters.borrow_mut().insert(number, (value, ty));
    drop(old);
    Ok(true)
}

pub struct SQLite3Stmt;

/// A prepared statement.
#[php_class("class SQLite3Stmt", create = Self::create, not_serializable, not_cloneable)]
impl SQLite3Stmt {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State {
            id: Cell::new(0),
            connection: RefCell::new(Value::NULL),
            parameters: RefCell::new(heap_map()),
        });
    }

    #[php("private function __construct(SQLite3 $sqlite3, string $query)")]
    fn construct(_sqlite3: &Object, _query: &Value) {}

    #[php("public function bindParam(string|int $param, mixed &$var, int $type = SQLITE3_TEXT): bool")]
    fn bind_param(ctx: &Ctx, this: &Object, param: &Value, mut variable: RefArg<'_>, ty: i64) -> PhpResult<bool> {
        let reference = Value::from(variable.reference());
        note(ctx, this, param, reference, ty)
    }

    #[php("public function bindValue(string|int $param, mixed $value, int $type = SQLITE3_TEXT): bool")]
    fn bind_value(ctx: &Ctx, this: &Object, param: &Value, value: &Value, ty: i64, passed: usize) -> PhpResult<bool> {
        note(ctx, this, param, value.clone(), if passed > 2 { ty } else { 0 })
    }

    #[php("public function clear(): bool")]
    fn clear(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        open(ctx, this)?.clear_bindings();
        let old = std::mem::replace(&mut *state(this).parameters.borrow_mut(), heap_map());
        drop(old);
        Ok(true)
    }

    #[php("public function close(): true")]
    fn close(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let connection = connection(ctx, this)?;
        if Handle::of(&connection).connection().is_none() {
            return Err(not_open(ctx));
        }
        close(this);
        Ok(true)
    }

    #[php("public function execute(): SQLite3Result|false")]
    fn execute(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Object>> {
        let connection = connection(ctx, this)?;
        let statement = open(ctx, this)?;
        // The error would be that of the execution before.
        let _ = work(ctx, &connection, |ctx| statement.reset(ctx))?;
        if !bind_all(ctx, this, &statement)? || !run(ctx, this)? {
            return Ok(OrFalse::False);
        }
        result::make(ctx, this, false).map(OrFalse::Some)
    }

    #[php("public function getSQL(bool $expand = false): string|false")]
    fn get_sql(ctx: &Ctx, this: &Object, expand: bool) -> PhpResult<OrFalse<Vec<u8>>> {
        let statement = open(ctx, this)?;
        if expand {
            bind_all(ctx, this, &statement)?;
        }
        Ok(OrFalse::from(statement.sql(expand)))
    }

    #[php("public function paramCount(): int")]
    fn param_count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(i64::from(open(ctx, this)?.parameter_count()))
    }

    #[php("public function readOnly(): bool")]
    fn read_only(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(open(ctx, this)?.is_readonly())
    }

    #[php("public function reset(): bool")]
    fn reset(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let statement = open(ctx, this)?;
        let connection = connection(ctx, this)?;
        match work(ctx, &connection, |ctx| statement.reset(ctx))? {
            Ok(()) => Ok(true),
            Err(error) => {
                fail(ctx, &connection, "Unable to reset statement: ", &error)?;
                Ok(false)
            }
        }
    }
}
