//! Connections and their statements, which live in the table of resources, and errors as a connection reports them.

use phant_memory::{HeapVec, NativeData, Object, Str, Tracer, Value, heap_vec};
use phant_native::{Ctx, PhpResult, Thrown, resource};
use phant_sqlite::{Db, Error, Statement, Value as Sql};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

/// An open database and the statements that end with it.
#[derive(Default)]
pub struct Connection {
    db: RefCell<Option<Db<Ctx>>>,
    statements: RefCell<Vec<Weak<Prepared>>>,
}

/// A statement, until it or its connection is closed.
pub struct Prepared(RefCell<Option<Rc<Statement<Ctx>>>>);

impl Prepared {
    /// The statement.
    pub fn get(&self) -> Option<Rc<Statement<Ctx>>> {
        self.0.borrow().clone()
    }
    /// Ends it.
    pub fn close(&self) {
        let old = self.0.take();
        drop(old);
    }
}

impl Connection {
    fn close(&self) {
        let statements = self.statements.take();
        for statement in statements.iter().filter_map(Weak::upgrade) {
            statement.close();
        }
        let db = self.db.take();
        drop(db);
    }
    /// Notes a statement.
    pub fn add(&self, statement: Statement<Ctx>) -> Rc<Prepared> {
        let prepared = Rc::new(Prepared(RefCell::new(Some(Rc::new(statement)))));
        let mut all = self.statements.borrow_mut();
        all.retain(|known| known.strong_count() > 0);
        all.push(Rc::downgrade(&prepared));
        prepared
    }
}

/// What an SQLite3 object holds.
pub struct Handle {
    id: Cell<u64>,
    /// Errors are exceptions, not warnings.
    pub exceptions: Cell<bool>,
    /// The callables that SQL calls, by number.
    kept: RefCell<HeapVec<Value>>,
    /// The one that is asked about actions.
    pub authorizer: RefCell<Value>,
}

impl NativeData for Handle {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for value in self.kept.borrow().iter() {
            tracer.value(value);
        }
        tracer.value(&self.authorizer.borrow());
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if self.id.get() != 0 {
            resource::drop_hidden(self.id.get());
        }
    }
}

/// The error for objects without a connection.
pub fn not_open(ctx: &Ctx) -> Thrown {
    ctx.throw_error("The SQLite3 object has not been correctly initialised or is already closed")
}

impl Handle {
    /// Gives a new object its handle.
    pub fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Handle {
            id: Cell::new(0),
            exceptions: Cell::new(false),
            kept: RefCell::new(heap_vec()),
            authorizer: RefCell::new(Value::NULL),
        });
    }
    /// That of an object.
    pub fn of(object: &Object) -> &Handle {
        object.native().expect("made by create")
    }
    /// Whether a connection is open.
    pub fn connection(&self) -> Option<Rc<Connection>> {
        resource::hidden::<Connection>(self.id.get()).filter(|connection| connection.db.borrow().is_some())
    }
    /// Takes a connection.
    pub fn set(&self, db: Db<Ctx>) {
        let connection = Connection { db: RefCell::new(Some(db)), statements: RefCell::default() };
        self.id.set(resource::hide(Rc::new(connection)));
    }
    /// Closes it, and its statements. Nothing may be at work in them.
    pub fn close(&self) {
        if let Some(connection) = self.connection() {
            connection.close();
        }
        resource::drop_hidden(self.id.replace(0));
    }
    /// Keeps a callable for SQL; its number.
    pub fn keep(&self, callable: &Value) -> usize {
        let mut kept = self.kept.borrow_mut();
        kept.push(callable.clone());
        kept.len() - 1
    }
    /// A callable by its number.
    pub fn kept(&self, number: usize) -> Option<Value> {
        self.kept.borrow().get(number).cloned()
    }
}

/// The open database of an object.
pub fn database(ctx: &Ctx, object: &Object) -> PhpResult<Db<Ctx>> {
    let connection = Handle::of(object).connection();
    connection.and_then(|connection| connection.db.borrow().clone()).ok_or_else(|| not_open(ctx))
}

/// The objects whose connections are at work, innermost last.
#[derive(Default)]
struct AtWork(RefCell<Option<HeapVec<Object>>>);

/// Lets a connection work for an object, whose callables SQL may call meanwhile. What they throw is pending afterwards.
pub fn work<R>(ctx: &Ctx, object: &Object, call: impl FnOnce(&Ctx) -> R) -> PhpResult<R> {
    let at_work = ctx.state::<AtWork>();
    at_work.0.borrow_mut().get_or_insert_with(heap_vec).push(object.clone());
    let result = call(ctx);
    let last = at_work.0.borrow_mut().as_mut().and_then(HeapVec::pop);
    drop(last);
    ctx.check()?;
    Ok(result)
}

/// The object whose connection is at work.
pub fn at_work(ctx: &Ctx) -> Option<Object> {
    ctx.state::<AtWork>().0.borrow().as_ref()?.last().cloned()
}

/// Reports an error: a warning, or an exception with a code.
pub fn report(ctx: &Ctx, object: &Object, code: i32, text: Vec<u8>) -> PhpResult<()> {
    if Handle::of(object).exceptions.get() {
        return Err(ctx.throw_with_code("SQLite3Exception", text, i64::from(code)));
    }
    ctx.warning(text);
    ctx.check()
}
/// Reports an error of SQLite's, with words before its own.
pub fn fail(ctx: &Ctx, object: &Object, before: &str, error: &Error) -> PhpResult<()> {
    let text = [before.as_bytes(), &error.message].concat();
    report(ctx, object, error.code, text)
}

/// A value of SQL's.
pub fn from_sql(value: Sql<'_>) -> Value {
    match value {
        Sql::Null => Value::NULL,
        Sql::Int(int) => Value::int(int),
        Sql::Float(float) => Value::float(float),
        Sql::Text(bytes) | Sql::Blob(bytes) => Value::from(Str::new(bytes)),
    }
}

/// SQLite's numbers for the types of values.
pub mod kind {
    #![allow(missing_docs)]
    pub const INTEGER: i64 = 1;
    pub const FLOAT: i64 = 2;
    pub const TEXT: i64 = 3;
    pub const BLOB: i64 = 4;
    pub const NULL: i64 = 5;
}
