//! `mysqli_poll()`: waiting for queries that were sent and not waited for.

use crate::state::{LinkState, Status};
use phant_ext_mysqlnd::link::{Link, State};
use phant_memory::{Array, Held, Object, Value};
use phant_native::{Ctx, PhpResult, RefArg};
use phant_os::poll;
use std::{rc::Rc, time::Duration};

/// The connections of an array of objects.
fn links(ctx: &Ctx, list: &RefArg<'_>, number: usize) -> PhpResult<Vec<(Object, Rc<Link>)>> {
    let value = list.get();
    let Some(array) = value.as_array() else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for value in array.values() {
        let Some(object) = value.as_object().map(Held::into_owned).filter(|o| o.native::<LinkState>().is_some()) else {
            let given = phant_native::convert::value_name(&value.deref());
            return Err(ctx.argument_type_error(number, format!("must only contain elements of type mysqli, {given} given")));
        };
        let state = LinkState::of(&object);
        let Some(link) = state.link().filter(|_| state.status.get() == Status::Valid) else {
            let class = phant_native::ObjectExt::class(&object);
            return Err(ctx.throw_error(format!("{} object is already closed", class.name)));
        };
        all.push((object, link));
    }
    Ok(all)
}

fn objects(list: Vec<Object>) -> Array {
    list.into_iter().map(Value::from).collect()
}

/// Waits until answers are there; says how many. False: there was nothing to wait for.
pub fn poll(
    ctx: &Ctx,
    read: &mut RefArg<'_>,
    error: &mut RefArg<'_>,
    reject: &mut RefArg<'_>,
    seconds: i64,
    microseconds: i64,
) -> PhpResult {
    for (number, amount) in [(4, seconds), (5, microseconds)] {
        if amount < 0 {
            return Err(ctx.argument_error(number, "must be greater than or equal to 0"));
        }
    }
    if !read.get().is_array() && !error.get().is_array() {
        return Err(ctx.value_error("No stream arrays were passed"));
    }
    let reading = links(ctx, read, 1)?;
    let failing = links(ctx, error, 2)?;
    let (waiting, idle): (Vec<_>, Vec<_>) =
        reading.into_iter().partition(|(_, link)| !matches!(link.state(), State::Ready | State::New | State::Gone));
    if waiting.is_empty() && failing.is_empty() {
        ctx.warning(if idle.is_empty() { "No stream arrays were passed" } else { "All arrays passed are clear" });
        return Ok(Value::bool(false));
    }
    let mut entries: Vec<poll::Entry> = Vec::new();
    for (_, link) in waiting.iter().chain(&failing) {
        entries.push(poll::Entry { fd: link.descriptor().unwrap_or(-1), events: poll::IN, ready: 0 });
    }
    let timeout = Duration::from_secs(seconds as u64).saturating_add(Duration::from_micros(microseconds as u64));
    let buffered = waiting.iter().any(|(_, link)| link.has_input());
    if !entries.is_empty() && poll::poll(&mut entries, Some(if buffered { Duration::ZERO } else { timeout })).is_err() {
        ctx.warning("Unable to select");
        return Ok(Value::bool(false));
    }
    let ready: Vec<Object> = waiting
        .iter()
        .zip(&entries)
        .filter(|((_, link), entry)| entry.ready != 0 || link.has_input())
        .map(|((object, _), _)| object.clone())
        .collect();
    let broken: Vec<Object> = Vec::new();
    let count = ready.len();
    if read.get().is_array() {
        read.set(objects(ready));
    }
    if error.get().is_array() {
        error.set(objects(broken));
    }
    reject.set(objects(idle.into_iter().map(|(object, _)| object).collect()));
    Ok(Value::int(count as i64))
}
