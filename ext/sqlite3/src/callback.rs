//! PHP code that SQL calls: functions, aggregates, collations, the authorizer.
//!
//! The callables belong to the SQLite3 object, where the cycle collector sees them; SQLite holds their numbers. They are
//! found through the object whose connection is at work.

use crate::connection::{Handle, at_work, from_sql, report};
use phant_memory::{HeapMap, Value, View, heap_map};
use phant_native::{Ctx, PhpResult, convert};
use phant_sqlite::{Action, Aggregate, Args, Collation, Function, Outcome, Owned, SQLITE_DENY, SQLITE_IGNORE, SQLITE_OK};
use phant_streams::path;
use std::{cell::RefCell, rc::Rc};

/// The aggregations that are going on: what the step function returned last, and how many rows it has seen.
#[derive(Default)]
struct Groups(RefCell<Option<HeapMap<u64, (Value, i64)>>>);

fn failed() -> Vec<u8> {
    b"failed to invoke callback".to_vec()
}

/// Calls a callable that the connection at work keeps.
fn call(ctx: &Ctx, number: usize, arguments: &[Value]) -> PhpResult {
    ctx.check()?;
    let callable = at_work(ctx).and_then(|object| Handle::of(&object).kept(number));
    match callable {
        Some(callable) => ctx.call_value(&callable, arguments),
        None => Err(ctx.throw_error("The connection's function belongs to another object")),
    }
}

fn answer(ctx: &Ctx, result: PhpResult) -> Outcome {
    let converted = result.and_then(|value| {
        Ok(match value.deref().view() {
            View::Null => Owned::Null,
            View::Int(int) => Owned::Int(int),
            View::Float(float) => Owned::Float(float),
            _ => Owned::Text(convert::to_str(ctx, &value.deref())?.to_vec()),
        })
    });
    match converted {
        Ok(value) if !ctx.has_exception() => Ok(value),
        _ => Err(failed()),
    }
}

fn values<'a>(args: &'a Args<'_>) -> impl Iterator<Item = Value> + 'a {
    (0..args.len()).map(|index| from_sql(args.get(index)))
}

/// A function.
pub fn function(number: usize) -> Function<Ctx> {
    Rc::new(move |ctx: &Ctx, args: &Args<'_>| {
        let arguments: Vec<Value> = values(args).collect();
        answer(ctx, call(ctx, number, &arguments))
    })
}

/// What a group has come to, and how many rows it has had.
fn take(ctx: &Ctx, group: u64) -> (Value, i64) {
    let known = ctx.state::<Groups>().0.borrow_mut().as_mut().and_then(|groups| groups.remove(&group));
    known.unwrap_or((Value::NULL, 0))
}

/// An aggregate function.
pub fn aggregate(step: usize, finish: usize) -> Aggregate<Ctx> {
    Aggregate {
        step: Rc::new(move |ctx: &Ctx, group: u64, args: &Args<'_>| {
            let (context, rows) = take(ctx, group);
            let rows = rows + 1;
            let arguments: Vec<Value> = [context, Value::int(rows)].into_iter().chain(values(args)).collect();
            let Ok(context) = call(ctx, step, &arguments) else { return Err(failed()) };
            let mut groups = ctx.state::<Groups>().0.borrow_mut();
            groups.get_or_insert_with(heap_map).insert(group, (context.into_unref(), rows));
            Ok(())
        }),
        finish: Rc::new(move |ctx: &Ctx, group: Option<u64>| {
            let context = group.map_or(Value::NULL, |group| take(ctx, group).0);
            answer(ctx, call(ctx, finish, &[context, Value::int(0)]))
        }),
    }
}

/// A collation.
pub fn collation(number: usize) -> Collation<Ctx> {
    Rc::new(move |ctx: &Ctx, a: &[u8], b: &[u8]| {
        let Ok(order) = call(ctx, number, &[Value::str(a), Value::str(b)]) else { return 0 };
        convert::to_int(&order.deref()).signum() as i32
    })
}

/// Whether SQL may do something: what the script's function says, or else only what `open_basedir` does not forbid.
pub fn authorize(ctx: &Ctx, action: Action<'_>) -> i32 {
    match asked(ctx, action) {
        Ok(answer) => answer,
        Err(_) => SQLITE_DENY,
    }
}

fn asked(ctx: &Ctx, action: Action<'_>) -> PhpResult<i32> {
    const ATTACH: i32 = phant_sqlite::SQLITE_ATTACH;
    if action.number == ATTACH {
        // What cannot be told now (a parameter, a URI) may be any file.
        let free = ctx.ini.text("open_basedir").is_empty();
        let inside = |name: &[u8]| match name {
            b"" | b":memory:" => true,
            [b'f' | b'F', b'i' | b'I', b'l' | b'L', b'e' | b'E', b':', ..] => false,
            name => path::permitted(ctx, &path::absolute(name)),
        };
        if !free && !action.texts[0].is_some_and(inside) {
            return Ok(SQLITE_DENY);
        }
    }
    let Some(object) = at_work(ctx) else { return Ok(SQLITE_OK) };
    let callable = Handle::of(&object).authorizer.borrow().clone();
    if callable.is_null() {
        return Ok(SQLITE_OK);
    }
    ctx.check()?;
    let mut arguments = vec![Value::int(i64::from(action.number))];
    arguments.extend(action.texts.iter().map(|text| text.map_or(Value::NULL, Value::str)));
    let Ok(answer) = ctx.call_value(&callable, &arguments) else {
        return Err(phant_native::Thrown);
    };
    match answer.deref().as_int() {
        Some(known) if [SQLITE_OK, SQLITE_DENY, SQLITE_IGNORE].map(i64::from).contains(&known) => Ok(known as i32),
        Some(_) => {
            report(ctx, &object, 0, b"The authorizer callback returned an invalid value".to_vec())?;
            Ok(SQLITE_DENY)
        }
        None => {
            report(ctx, &object, 0, b"The authorizer callback returned an invalid type: expected int".to_vec())?;
            Ok(SQLITE_DENY)
        }
    }
}
