//! Channels: messages that come until nobody listens any more.

use crate::{
    client::{Client, Holder},
    pack,
    reply::{Got, Reading},
    settings::Settings,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Args, Ctx, PhpResult};
use phant_redis_wire::Command;

/// The command of a method: its name.
fn word(args: &Args<'_>) -> String {
    let name = args.function.display_name();
    name.rsplit("::").next().unwrap_or_default().to_ascii_uppercase()
}

fn channels(args: &Args<'_>) -> Array {
    // Some take an array, some any number of names.
    args.values[0].own_array().cloned().unwrap_or_else(|| Array::list(args.values.iter().map(Value::unref)))
}

/// Sends a command with channels, prefixed.
fn send(ctx: &Ctx, client: &Client, settings: &Settings, word: &str, channels: &Array) -> PhpResult<()> {
    let mut command = Command::default();
    command.begin(word.as_bytes());
    for channel in channels.values() {
        let channel = phant_native::convert::to_str(ctx, &channel.deref())?;
        command.text_of(&[settings.prefix(), &channel]);
    }
    client.send(ctx, command.finish())
}

/// `subscribe` and its kin: calls back for every message, until all channels are left.
pub fn subscribe(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    let settings = client.settings();
    let unpack = |text: Value| match text.own_str() {
        Some(text) => pack::unpack(ctx, &settings, text.clone()),
        None => Ok(text),
    };
    listen(ctx, this, &client, &settings, unpack, args)
}

/// Listens on a connection. The last part of a message is unpacked.
pub fn listen(
    ctx: &Ctx,
    this: &Object,
    client: &Client,
    settings: &Settings,
    unpack: impl Fn(Value) -> PhpResult,
    args: &Args<'_>,
) -> PhpResult {
    let callback = ctx.callable(&args.values[1])?;
    let (word, channels) = (word(args), channels(args));
    if channels.is_empty() {
        return Ok(Value::FALSE);
    }
    send(ctx, client, settings, &word, &channels)?;
    let reading = Reading::new(ctx, client);
    client.subscribed.set(channels.len() as i64);
    loop {
        let Some(length) = reading.array()? else {
            client.subscribed.set(0);
            return Ok(Value::FALSE);
        };
        let parts = reading.elements(length, false)?;
        let part = |at: i64| parts.get_int(at).cloned().unwrap_or_default();
        let kind = part(0).into_str().unwrap_or_default();
        let arguments = match kind.as_bytes() {
            b"message" | b"smessage" => vec![this.clone().into(), part(1), unpack(part(2))?],
            b"pmessage" => vec![this.clone().into(), part(1), part(2), unpack(part(3))?],
            b"subscribe" | b"psubscribe" | b"ssubscribe" => continue,
            b"unsubscribe" | b"punsubscribe" | b"sunsubscribe" => {
                client.subscribed.set(part(2).as_int().unwrap_or(0));
                if client.subscribed.get() == 0 {
                    return Ok(Value::TRUE);
                }
                continue;
            }
            _ => continue,
        };
        ctx.call(&callback, &arguments)?;
        if client.subscribed.get() == 0 {
            return Ok(Value::TRUE);
        }
    }
}

/// `unsubscribe` and its kin: which channels were left.
pub fn unsubscribe(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    leave(ctx, &client, &client.settings(), args)
}

/// Leaves channels.
pub fn leave(ctx: &Ctx, client: &Client, settings: &Settings, args: &Args<'_>) -> PhpResult {
    let (word, channels) = (word(args), channels(args));
    if channels.is_empty() {
        return Ok(Value::FALSE);
    }
    if client.subscribed.get() == 0 {
        let mut none = Array::new();
        for channel in channels.values() {
            none.set(phant_native::convert::to_str(ctx, &channel.deref())?, Value::FALSE);
        }
        return Ok(none.into());
    }
    send(ctx, client, settings, &word, &channels)?;
    let reading = Reading::new(ctx, client);
    let mut left = Array::new();
    for _ in 0..channels.len() {
        match reading.head()? {
            Got::Array(length) => {
                let parts = reading.elements(length, false)?;
                let name: Str = parts.get_int(1).cloned().and_then(Value::into_str).unwrap_or_default();
                client.subscribed.set(parts.get_int(2).and_then(Value::as_int).unwrap_or(0));
                left.set(name, Value::TRUE);
            }
            other => {
                reading.forget(other)?;
                return Ok(Value::FALSE);
            }
        }
    }
    Ok(left.into())
}
