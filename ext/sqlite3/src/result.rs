//! The class SQLite3Result: the rows of a statement.

use crate::{
    connection::{fail, from_sql, kind, work},
    statement,
};
use phant_memory::{Array, Held, Key, NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, PhpResult, Thrown, php_class, ret::OrFalse};
use phant_sqlite::{Statement, Value as Sql};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

const ASSOC: i64 = 1;
const NUM: i64 = 2;

struct State {
    /// The statement object.
    statement: RefCell<Value>,
    /// The statement is the result's own (of `query()`) and ends with it.
    owned: Cell<bool>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.statement.borrow());
    }
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

/// A result object of a statement that has run.
pub fn make(ctx: &Ctx, statement: &Object, owned: bool) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("SQLite3Result"))?;
    state(&object).statement.replace(Value::from(statement.clone()));
    state(&object).owned.set(owned);
    Ok(object)
}

fn not_open(ctx: &Ctx) -> Thrown {
    ctx.throw_error("The SQLite3Result object has not been correctly initialised or is already closed")
}

/// The statement of a result, and its object.
fn open(ctx: &Ctx, this: &Object) -> PhpResult<(Object, Rc<Statement<Ctx>>)> {
    let object = state(this).statement.borrow().as_object().map(Held::into_owned).ok_or_else(|| not_open(ctx))?;
    if !statement::is_open(&object) {
        return Err(not_open(ctx));
    }
    match statement::prepared(ctx, &object)? {
        Some(statement) => Ok((object, statement)),
        None => Err(not_open(ctx)),
    }
}

/// The number of a column.
fn column(statement: &Statement<Ctx>, column: i64) -> Option<usize> {
    usize::try_from(column).ok().filter(|&column| column < statement.column_count())
}

pub struct SQLite3Result;

/// The rows of a statement.
#[php_class("class SQLite3Result", create = Self::create, not_serializable, not_cloneable)]
impl SQLite3Result {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State { statement: RefCell::new(Value::NULL), owned: Cell::new(false) });
    }

    #[php("private function __construct()")]
    fn construct() {}

    #[php("public function numColumns(): int")]
    fn num_columns(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        Ok(open(ctx, this)?.1.column_count())
    }

    #[php("public function columnName(int $column): string|false")]
    fn column_name(ctx: &Ctx, this: &Object, number: i64) -> PhpResult<OrFalse<Vec<u8>>> {
        let (_, statement) = open(ctx, this)?;
        Ok(OrFalse::from(column(&statement, number).map(|column| statement.column_name(column))))
    }

    #[php("public function columnType(int $column): int|false")]
    fn column_type(ctx: &Ctx, this: &Object, number: i64) -> PhpResult<OrFalse<i64>> {
        let (_, statement) = open(ctx, this)?;
        let column = column(&statement, number).filter(|_| statement.data_count() > 0);
        Ok(OrFalse::from(column.map(|column| {
            statement.column(column, |value| match value {
                Sql::Null => kind::NULL,
                Sql::Int(_) => kind::INTEGER,
                Sql::Float(_) => kind::FLOAT,
                Sql::Text(_) => kind::TEXT,
                Sql::Blob(_) => kind::BLOB,
            })
        })))
    }

    #[php("public function fetchArray(int $mode = SQLITE3_BOTH): array|false")]
    fn fetch_array(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult<OrFalse<Array>> {
        let (object, statement) = open(ctx, this)?;
        let connection = statement::connection(ctx, &object)?;
        match work(ctx, &connection, |ctx| statement.step(ctx))? {
            Ok(true) => {}
            Ok(false) => return Ok(OrFalse::False),
            Err(error) => {
                fail(ctx, &connection, "Unable to execute statement: ", &error)?;
                return Ok(OrFalse::False);
            }
        }
        let mut row = Array::new();
        for column in 0..statement.data_count() {
            let value = statement.column(column, from_sql);
            if mode & NUM != 0 {
                row.set(Key::Int(column as i64), value.clone());
            }
            if mode & ASSOC != 0 {
                let name = Str::from(statement.column_name(column));
                row.set(Key::from(&name), value);
            }
        }
        Ok(OrFalse::Some(row))
    }

    #[php("public function reset(): bool")]
    fn reset(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (object, statement) = open(ctx, this)?;
        let connection = statement::connection(ctx, &object)?;
        Ok(work(ctx, &connection, |ctx| statement.reset(ctx))?.is_ok())
    }

    #[php("public function finalize(): true")]
    fn finalize(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (object, statement) = open(ctx, this)?;
        if state(this).owned.get() {
            statement::close(&object);
        } else {
            let connection = statement::connection(ctx, &object)?;
            let _ = work(ctx, &connection, |ctx| statement.reset(ctx))?;
        }
        Ok(true)
    }
}
