//! Pipelines and transactions: commands whose replies come later.

use crate::{
    client::{Client, Holder, mode},
    methods,
    reply::{self, Got, Note, Place, Queued, Reader, Reading},
};
use phant_memory::{Array, Object, Value};
use phant_native::{Args, Ctx, Level, PhpResult, Thrown, convert};
use phant_redis_wire::Command;

/// Sends a command whose reply comes later, or keeps it for later.
pub fn queue(ctx: &Ctx, this: &Object, client: &Client, command: &mut Command, read: Reader, note: Note) -> PhpResult {
    put(ctx, this, client, command, Queued { place: Place::Inside, read, note })
}

fn put(ctx: &Ctx, this: &Object, client: &Client, command: &mut Command, queued: Queued) -> PhpResult {
    if client.mode.get() & mode::PIPELINE != 0 {
        client.pipeline.borrow_mut().extend_from_slice(command.finish());
    } else {
        client.send(ctx, command.finish())?;
        let reading = Reading::new(ctx, client);
        let got = reading.head()?;
        if !matches!(got, Got::Queued) {
            reading.forget(got)?;
            return Ok(Value::FALSE);
        }
    }
    client.queue.borrow_mut().push(queued);
    Ok(this.clone().into())
}

/// Where a transaction in a pipeline begins or ends.
fn border(place: Place) -> Queued {
    Queued { place, read: reply::ignored, note: Note::default() }
}

/// `pipeline()`
pub fn pipeline(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    begin_pipeline(ctx, this, &client)
}

fn begin_pipeline(ctx: &Ctx, this: &Object, client: &Client) -> PhpResult {
    if client.mode.get() & mode::PIPELINE == 0 {
        if client.mode.get() & mode::MULTI != 0 {
            ctx.report_here(Level::Error, "Can't activate pipeline in multi mode!");
            return Err(Thrown);
        }
        client.mode.set(mode::PIPELINE);
    }
    Ok(this.clone().into())
}

/// `multi()`
pub fn multi(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    match convert::to_int(&args.values[0]) {
        mode::PIPELINE => begin_pipeline(ctx, this, &client),
        mode::MULTI if client.mode.get() & mode::MULTI != 0 => Ok(this.clone().into()),
        mode::MULTI => {
            let mut command = Command::default();
            command.begin(b"MULTI");
            if client.mode.get() & mode::PIPELINE != 0 {
                put(ctx, this, &client, &mut command, border(Place::Begins))?;
            } else {
                client.send(ctx, command.finish())?;
                if !matches!(Reading::new(ctx, &client).head()?, Got::Ok) {
                    return Ok(Value::FALSE);
                }
            }
            client.mode.set(client.mode.get() | mode::MULTI);
            Ok(this.clone().into())
        }
        _ => {
            ctx.warning("Unknown mode sent to Redis::multi");
            Ok(Value::FALSE)
        }
    }
}

/// `discard()`
pub fn discard(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    let before = client.mode.replace(mode::ATOMIC);
    client.queue.borrow_mut().clear();
    client.pipeline.borrow_mut().clear();
    if before & mode::PIPELINE != 0 {
        return Ok(Value::TRUE);
    }
    if before & mode::MULTI == 0 {
        return Ok(Value::FALSE);
    }
    client.watching.set(false);
    methods::ask(ctx, this, &client, &[b"DISCARD"], reply::boolean)
}

/// `exec()`
pub fn exec(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    let current = client.mode.get();
    let mut command = Command::default();
    command.begin(b"EXEC");
    if current & mode::MULTI != 0 {
        if current & mode::PIPELINE != 0 {
            put(ctx, this, &client, &mut command, border(Place::Ends))?;
            client.mode.set(mode::PIPELINE);
            return Ok(this.clone().into());
        }
        // The mode stays until the connection is known to be there.
        client.send(ctx, command.finish())?;
        client.mode.set(mode::ATOMIC);
        client.watching.set(false);
        let queued = client.queue.take();
        return executed(&Reading::new(ctx, &client), queued.iter());
    }
    if current & mode::PIPELINE != 0 {
        client.mode.set(mode::ATOMIC);
        let (queued, bytes) = (client.queue.take(), client.pipeline.take());
        if queued.is_empty() {
            return Ok(Value::empty_array());
        }
        client.send(ctx, &bytes)?;
        return piped(&Reading::new(ctx, &client), &queued);
    }
    Ok(Value::FALSE)
}

/// The replies of a transaction, all at once.
fn executed<'q>(reading: &Reading<'_>, queued: impl ExactSizeIterator<Item = &'q Queued>) -> PhpResult {
    // That it was aborted is no exception, and the error of the command at fault stays the last one.
    let client = reading.client;
    let (quiet, error) = (client.quiet.replace(true), client.error.borrow().clone());
    let head = reading.head();
    client.quiet.set(quiet);
    let length = match head? {
        Got::Array(length) => length,
        Got::Error => {
            *client.error.borrow_mut() = error;
            return Ok(Value::FALSE);
        }
        other => return reading.forget(other).map(|()| Value::FALSE),
    };
    let mut all = Array::with_capacity(queued.len());
    let mut queued = queued;
    reading.each(length, |_| {
        match queued.next() {
            Some(queued) => {
                let value = (queued.read)(reading, &queued.note)?;
                let _ = all.push(value);
            }
            None => reading.head().and_then(|got| reading.forget(got))?,
        }
        Ok(())
    })?;
    Ok(all.into())
}

/// The replies of a pipeline, transactions in it as arrays.
fn piped(reading: &Reading<'_>, queued: &[Queued]) -> PhpResult {
    let mut all = Array::with_capacity(queued.len());
    // The commands of the transaction that is being read.
    let mut inside = None;
    reading.each(queued.len(), |at| {
        let waiting = &queued[at];
        match (waiting.place, inside) {
            (Place::Begins, _) => {
                inside = Some(at + 1);
                // `OK`
                reading.head().and_then(|got| reading.forget(got))
            }
            (Place::Ends, begun) => {
                inside = None;
                let value = executed(reading, queued[begun.unwrap_or(at)..at].iter())?;
                let _ = all.push(value);
                Ok(())
            }
            // `QUEUED`
            (Place::Inside, Some(_)) => reading.head().and_then(|got| reading.forget(got)),
            (Place::Inside, None) => {
                let value = (waiting.read)(reading, &waiting.note)?;
                let _ = all.push(value);
                Ok(())
            }
        }
    })?;
    Ok(all.into())
}
