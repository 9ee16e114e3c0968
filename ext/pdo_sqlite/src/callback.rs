//! PHP code that SQL calls: functions, aggregates, collations; and what `open_basedir` forbids SQL.
//!
//! The callables belong to the PDO object ([`Handle::keep`]), where the cycle collector sees them; SQLite holds their
//! numbers. They are found through the object whose connection is at work.

use crate::{
    sqlite_driver::{self, Made},
    sqlite_statement::from_sql,
};
use phant_ext_pdo::dbh::{self, Handle};
use phant_memory::{HeapMap, Object, Reference, Str, Value, heap_map};
use phant_native::{Ctx, PhpResult, convert};
use phant_sqlite::{Action, Aggregate, Args, Outcome, Owned, SQLITE_ATTACH, SQLITE_DENY, SQLITE_OK};
use std::{cell::RefCell, rc::Rc};

/// The aggregations that are going on: what the step function returned last, and how many rows it has seen.
#[derive(Default)]
struct Groups(RefCell<Option<HeapMap<u64, (Value, i64)>>>);

/// The error that SQLite is told when PHP code has thrown; nobody sees it.
fn thrown() -> Vec<u8> {
    b"an exception was thrown".to_vec()
}

fn values(ctx: &Ctx, args: &Args<'_>, into: &mut Vec<Value>) -> PhpResult<()> {
    for index in 0..args.len() {
        // PHP hands on but 32 bits of integers here.
        let value = match args.get(index) {
            phant_sqlite::Value::Int(number) => Value::int(i64::from(number as i32)),
            other => from_sql(ctx, other)?,
        };
        into.push(value);
    }
    Ok(())
}

/// Calls a callable that the connection keeps.
fn call(ctx: &Ctx, number: usize, arguments: &[Value]) -> PhpResult {
    ctx.check()?;
    let Some(callable) = dbh::kept(ctx, number) else {
        return Err(ctx.throw_error("The connection's function belongs to another object"));
    };
    ctx.call_value(&callable, arguments)
}

fn answer(ctx: &Ctx, result: PhpResult) -> Outcome {
    let result = result.and_then(|value| {
        Ok(match value.deref() {
            value if value.is_null() => Owned::Null,
            value if value.is_int() => Owned::Int(i64::from(convert::to_int(&value) as i32)),
            value if value.is_float() => Owned::Float(convert::to_float(&value)),
            value => Owned::Text(convert::to_str(ctx, &value)?.as_bytes().to_vec()),
        })
    });
    match result {
        Ok(value) if !ctx.has_exception() => Ok(value),
        _ => Err(thrown()),
    }
}

/// `createFunction()`
pub fn create_function(ctx: &Ctx, pdo: &Object, name: &Str, callback: &Value, count: i64, flags: i64) -> PhpResult<bool> {
    let connection = sqlite_driver::connection(ctx, pdo)?;
    let number = Handle::of(pdo).keep(callback.clone());
    let function = Rc::new(move |ctx: &Ctx, args: &Args<'_>| {
        let mut arguments = Vec::with_capacity(args.len());
        let result = match values(ctx, args, &mut arguments) {
            Ok(()) => call(ctx, number, &arguments),
            Err(thrown) => Err(thrown),
        };
        answer(ctx, result)
    });
    let made = connection.db().create_function(name, count as i32, flags as i32, function);
    connection.note(Made::Function(name.as_bytes().to_vec(), count as i32));
    Ok(made.is_ok())
}

/// `createAggregate()`
pub fn create_aggregate(ctx: &Ctx, pdo: &Object, name: &Str, step: &Value, finish: &Value, count: i64) -> PhpResult<bool> {
    let connection = sqlite_driver::connection(ctx, pdo)?;
    let step = Handle::of(pdo).keep(step.clone());
    let finish = Handle::of(pdo).keep(finish.clone());
    let aggregate = Aggregate {
        step: Rc::new(move |ctx: &Ctx, group: u64, args: &Args<'_>| {
            if ctx.has_exception() {
                return Err(thrown());
            }
            let (context, row) = take(ctx, group);
            let mut arguments = Vec::with_capacity(args.len() + 2);
            arguments.push(context);
            arguments.push(Value::int(row));
            let result = match values(ctx, args, &mut arguments) {
                Ok(()) => call(ctx, step, &variables(arguments)),
                Err(thrown) => Err(thrown),
            };
            let Ok(context) = result else { return Err(thrown()) };
            let mut groups = ctx.state::<Groups>().0.borrow_mut();
            groups.get_or_insert_with(heap_map).insert(group, (context.into_unref(), row));
            Ok(())
        }),
        finish: Rc::new(move |ctx: &Ctx, group: Option<u64>| {
            let (context, row) = match group {
                Some(group) => take(ctx, group),
                None => (Value::NULL, 1),
            };
            let result = call(ctx, finish, &variables(vec![context, Value::int(row)]));
            answer(ctx, result)
        }),
    };
    let made = connection.db().create_aggregate(name, count as i32, aggregate);
    connection.note(Made::Function(name.as_bytes().to_vec(), count as i32));
    Ok(made.is_ok())
}

/// Arguments that a function may take by reference.
fn variables(arguments: Vec<Value>) -> Vec<Value> {
    arguments.into_iter().map(|value| Value::from(Reference::new(value))).collect()
}

/// What a group has come to, and the number of the row that is next.
fn take(ctx: &Ctx, group: u64) -> (Value, i64) {
    let known = ctx.state::<Groups>().0.borrow_mut().as_mut().and_then(|groups| groups.remove(&group));
    known.map_or((Value::NULL, 1), |(context, row)| (context, row + 1))
}

/// `createCollation()`
pub fn create_collation(ctx: &Ctx, pdo: &Object, name: &Str, callback: &Value) -> PhpResult<bool> {
    let connection = sqlite_driver::connection(ctx, pdo)?;
    let number = Handle::of(pdo).keep(callback.clone());
    let collation = Rc::new(move |ctx: &Ctx, a: &[u8], b: &[u8]| {
        let Ok(result) = call(ctx, number, &[Value::str(a), Value::str(b)]) else { return 0 };
        match result.deref().as_int() {
            Some(order) => order.signum() as i32,
            None => {
                let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
                let given = convert::value_name(&result.deref());
                ctx.type_error(format!("{name}(): Return value of the callback must be of type int, {given} returned"));
                0
            }
        }
    });
    let made = connection.db().create_collation(name, collation);
    connection.note(Made::Collation(name.as_bytes().to_vec()));
    Ok(made.is_ok())
}

/// What SQL may not do: attach a database outside of `open_basedir`.
pub fn authorize(ctx: &Ctx, action: Action<'_>) -> i32 {
    let free = action.number != SQLITE_ATTACH || ctx.ini.text("open_basedir").is_empty();
    if free || sqlite_driver::database_path(ctx, action.texts[0].unwrap_or_default()).is_some() { SQLITE_OK } else { SQLITE_DENY }
}
