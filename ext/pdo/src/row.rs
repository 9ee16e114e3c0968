//! PDORow: a row whose columns are read when they are asked for (`PDO::FETCH_LAZY`).

use crate::{
    error, fetch,
    stmt::{Prepared, QUERY_STRING},
};
use phant_memory::{Array, Held, Key, NativeData, Object, Str, Tracer, Value};
use phant_native::{
    Ctx, ObjectHandlers, PhpResult,
    class::{Fetch, Place},
    convert, php_class,
};
use std::cell::{Cell, RefCell};

/// The statement whose current row it is.
struct Lazy(RefCell<Value>);

impl NativeData for Lazy {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.0.borrow());
    }
}

/// Whether it is PDO that makes a row: PHP code may not.
#[derive(Default)]
struct Making(Cell<bool>);

/// The current row of a statement.
pub fn lazy(ctx: &Ctx, statement: &Object) -> PhpResult<Object> {
    let class = ctx.known_class("PDORow");
    ctx.state::<Making>().0.set(true);
    let row = ctx.allocate(class);
    ctx.state::<Making>().0.set(false);
    let row = row?;
    if let Some(lazy) = row.native::<Lazy>() {
        lazy.0.replace(Value::from(statement.clone()));
    }
    Ok(row)
}

fn statement(row: &Object) -> Option<Object> {
    row.native::<Lazy>()?.0.borrow().as_object().map(Held::into_owned)
}

/// A column by name or number; `None` if there is no such.
fn read(ctx: &Ctx, row: &Object, which: &Value) -> PhpResult<Option<Value>> {
    let Some(statement) = statement(row) else { return Ok(None) };
    let number = match which.as_int() {
        Some(number) => Some(number),
        None => {
            let name = convert::to_str(ctx, which)?;
            if name.as_bytes() == b"queryString" {
                return Ok(Some(statement.slot(QUERY_STRING).clone()));
            }
            match Key::from(&name) {
                Key::Int(number) => Some(number),
                Key::Str(name) => {
                    Prepared::of(&statement).columns.borrow().iter().position(|known| *known == name).map(|at| at as i64)
                }
            }
        }
    };
    match number.filter(|&number| usize::try_from(number).is_ok_and(|n| n < Prepared::of(&statement).column_count())) {
        Some(number) => fetch::column(ctx, &statement, number, None).map(Some),
        None => Ok(None),
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    debug_info: Some(debug_info),
    read_property: Some(|ctx, row, name| Ok(Some(read(ctx, row, &Value::from(name.clone()))?.unwrap_or(Value::NULL)))),
    write_property: Some(|ctx, _, _, _| Err(ctx.throw_error("Cannot write to PDORow property"))),
    has_property: Some(|ctx, row, name, mode| {
        let value = read(ctx, row, &Value::from(name.clone()))?;
        Ok(Some(exists(value.as_ref(), mode)))
    }),
    unset_property: Some(|ctx, _, _| Err(ctx.throw_error("Cannot unset PDORow property"))),
    property_place: Some(|ctx, row, name, fetch: Fetch| {
        if fetch == Fetch::Ask {
            return Ok(Place::Temporary(Value::NULL));
        }
        if fetch == Fetch::Unset {
            return Err(ctx.throw_error("Cannot unset PDORow property"));
        }
        Ok(Place::Temporary(read(ctx, row, &Value::from(name.clone()))?.unwrap_or(Value::NULL)))
    }),
    read_dimension: Some(|ctx, row, offset| match offset {
        Some(offset) => Ok(read(ctx, row, offset)?.unwrap_or(Value::NULL)),
        None => Err(ctx.throw_error("Cannot append to PDORow offset")),
    }),
    write_dimension: Some(|ctx, _, offset, _| {
        let text = if offset.is_some() { "Cannot write to PDORow offset" } else { "Cannot append to PDORow offset" };
        Err(ctx.throw_error(text))
    }),
    has_dimension: Some(|ctx, row, offset, check_empty| {
        if offset.as_str().is_some_and(|name| name.as_bytes() == b"queryString") {
            return Ok(false);
        }
        let value = read(ctx, row, offset)?;
        Ok(exists(value.as_ref(), u8::from(check_empty)))
    }),
    unset_dimension: Some(|ctx, _, _| Err(ctx.throw_error("Cannot unset PDORow offset"))),
    // Rows of one statement are the same: its current row.
    compare: Some(|_, a, b| {
        let of = |value: &Value| value.as_object().and_then(|row| statement(&row));
        Ok(match (of(a), of(b)) {
            (Some(a), Some(b)) if a.same(&b) => 0,
            _ => 1,
        })
    }),
    ..ObjectHandlers::DEFAULT
};

fn exists(value: Option<&Value>, mode: u8) -> bool {
    match mode {
        1 => value.is_some_and(convert::to_bool),
        _ => value.is_some_and(|value| !value.is_null()),
    }
}

fn debug_info(ctx: &Ctx, row: &Object) -> PhpResult<Array> {
    let mut all = Array::new();
    let Some(statement) = statement(row) else { return Ok(all) };
    all.set_name("queryString", statement.slot(QUERY_STRING).clone());
    let names: Vec<Str> = Prepared::of(&statement).columns.borrow().iter().cloned().collect();
    for (at, name) in names.into_iter().enumerate() {
        if name.as_bytes() == b"queryString" {
            continue;
        }
        let value = fetch::column(ctx, &statement, at as i64, None)?;
        all.set(Key::Str(name), value);
    }
    Ok(all)
}

/// See the [module documentation](self).
pub struct PDORow;

/// A row that is read as it is looked at.
#[php_class(
    "final class PDORow {
        public string $queryString;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable,
    not_cloneable
)]
impl PDORow {
    fn create(ctx: &Ctx, object: &Object) {
        object.init_native(Lazy(RefCell::new(Value::NULL)));
        if !ctx.state::<Making>().0.get() {
            error::plain(ctx, "You may not create a PDORow manually");
        }
    }
}
