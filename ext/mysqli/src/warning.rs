//! The class mysqli_warning: the warnings of a command, one at a time.

use crate::properties::{self, Property};
use phant_ext_mysqlnd::{link::Link, result::ResultSet};
use phant_memory::{HeapVec, NativeData, Object, Str, Tracer, Value, heap_vec};
use phant_native::{Ctx, ObjectHandlers, PhpResult, convert, php_class};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

struct State {
    /// Number and words.
    all: RefCell<HeapVec<(i64, Str)>>,
    at: Cell<usize>,
}

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

/// The warnings that the server has for a connection; false if there are none.
pub fn of(ctx: &Ctx, link: &Rc<Link>, count: u16) -> PhpResult {
    if count == 0 {
        return Ok(Value::bool(false));
    }
    if link.query(ctx, b"SHOW WARNINGS").is_err() {
        return Ok(Value::bool(false));
    }
    let Some(columns) = link.take_columns() else { return Ok(Value::bool(false)) };
    let Ok(rows) = ResultSet::store(ctx, link, columns, false)? else { return Ok(Value::bool(false)) };
    let object = ctx.allocate(ctx.known_class("mysqli_warning"))?;
    while let Ok(Some(row)) = rows.next(ctx)? {
        if let [_, code, message, ..] = &row[..] {
            let entry = (convert::to_int(code), convert::to_str(ctx, message)?);
            state(&object).all.borrow_mut().push(entry);
        }
    }
    if state(&object).all.borrow().is_empty() {
        return Ok(Value::bool(false));
    }
    Ok(Value::from(object))
}

fn current(this: &Object, look: impl FnOnce(&(i64, Str)) -> Value) -> Result<Value, Property> {
    let state = state(this);
    state.all.borrow().get(state.at.get()).map(look).ok_or(Property::Closed)
}
const PROPERTIES: properties::Table = &[
    ("message", |_, this| current(this, |(_, message)| Value::from(message.clone()))),
    ("sqlstate", |_, this| current(this, |_| Value::str("HY000"))),
    ("errno", |_, this| current(this, |(code, _)| Value::int(*code))),
];
static HANDLERS: ObjectHandlers = properties::handlers!(PROPERTIES);

/// See the [module documentation](self).
pub struct MysqliWarning;

/// A warning of the server's.
#[php_class(
    "final class mysqli_warning {
        public string $message;
        public string $sqlstate;
        public int $errno;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_cloneable
)]
impl MysqliWarning {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State { all: RefCell::new(heap_vec()), at: Cell::new(0) });
    }

    #[php("private function __construct()")]
    fn construct() {}

    #[php("public function next(): bool", strict_return)]
    fn next(this: &Object) -> bool {
        let state = state(this);
        if state.at.get() + 1 >= state.all.borrow().len() {
            return false;
        }
        state.at.set(state.at.get() + 1);
        true
    }
}
