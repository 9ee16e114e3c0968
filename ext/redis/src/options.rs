//! Options of clients: those of the constructor and those that scripts set later.

use crate::{
    client::{Auth, Client, Target},
    settings::{Compression, Serializer, Settings, option, scan},
};
use phant_memory::{Array, KeyRef, Str, Value};
use phant_native::{Ctx, PhpResult, convert};
use std::rc::Rc;

/// Who logs in, as scripts say it; `None` after a warning.
pub fn auth_of(ctx: &Ctx, value: &Value) -> PhpResult<Option<Auth>> {
    let Some(array) = value.as_array() else {
        if value.is_null() {
            return Ok(None);
        }
        let password = convert::to_str(ctx, value)?.to_vec();
        return Ok((!password.is_empty()).then_some(Auth { user: None, password }));
    };
    let array = (*array).clone();
    if array.is_empty() || array.len() > 2 {
        ctx.warning("When passing an array as auth it must have one or two elements!");
        return Ok(None);
    }
    let text = |value: Option<&Value>| -> PhpResult<Option<Vec<u8>>> {
        match value.map(Value::unref) {
            Some(value) if !value.is_null() => Ok(Some(convert::to_str(ctx, &value)?.to_vec())),
            _ => Ok(None),
        }
    };
    let (mut user, mut password) = (text(array.get_bytes(b"user"))?, text(array.get_bytes(b"pass"))?);
    if password.is_none() && array.len() == 2 {
        (user, password) = (text(array.get_int(0))?, text(array.get_int(1))?);
    } else if password.is_none() {
        password = text(array.get_int(0))?;
    }
    Ok(password.map(|password| Auth { user, password }))
}

/// Who logs in, as scripts see it.
pub fn auth_value(auth: Option<&Auth>) -> Value {
    match auth {
        None => Value::NULL,
        Some(Auth { user: None, password }) => Str::new(password).into(),
        Some(Auth { user: Some(user), password }) => Array::list([Str::new(user).into(), Str::new(password).into()]).into(),
    }
}

/// What a number must be where only numbers are taken.
fn number(value: &Value) -> Option<f64> {
    (value.is_int() || value.is_float()).then(|| convert::to_float(value))
}

/// Reads the constructor's options into a target.
pub fn construct(ctx: &Ctx, options: &Array, target: &mut Target) -> PhpResult<()> {
    for (key, value) in options.clone().iter() {
        let value = value.unref();
        let KeyRef::Str(name) = key else { continue };
        let invalid = |what: &str| Err(ctx.value_error(format!("Invalid {what}")));
        match name.as_bytes().to_ascii_lowercase().as_slice() {
            b"host" => match value.own_str() {
                Some(host) => target.host = host.to_vec(),
                None => return invalid("host"),
            },
            b"port" if value.is_int() => target.port = convert::to_int(&value),
            b"port" => return invalid("port"),
            b"connecttimeout" => match number(&value) {
                Some(seconds) => target.timeout = seconds,
                None => return invalid("connect timeout"),
            },
            b"readtimeout" => match number(&value) {
                Some(seconds) => target.read_timeout = seconds,
                None => return invalid("read timeout"),
            },
            b"persistent" => match value.own_str() {
                Some(id) => {
                    target.persistent = true;
                    target.persistent_id = Some(id.to_vec());
                }
                None => target.persistent = convert::to_bool(&value),
            },
            b"retryinterval" => match number(&value) {
                Some(milliseconds) => target.retry.interval = milliseconds as i64,
                None => return invalid("retry interval"),
            },
            b"ssl" => match value.own_array() {
                Some(context) => target.context = Some(context.clone()),
                None => return invalid("SSL context options"),
            },
            b"auth" if value.is_array() || value.is_str() => target.auth = auth_of(ctx, &value)?,
            b"auth" => return invalid("auth credentials"),
            b"backoff" => match value.own_array() {
                Some(options) if backoff(ctx, options, target) => {}
                _ => return invalid("backoff options"),
            },
            _ => ctx.warning(format!("Skip unknown option '{}'", String::from_utf8_lossy(name))),
        }
    }
    Ok(())
}

/// Reads how long to wait between attempts; `false` if one of the numbers cannot be.
fn backoff(ctx: &Ctx, options: &Array, target: &mut Target) -> bool {
    for (key, value) in options.iter() {
        let number = convert::to_int(&value.deref());
        let KeyRef::Str(name) = key else { continue };
        match name.as_bytes().to_ascii_lowercase().as_slice() {
            b"algorithm" if (0..=6).contains(&number) => target.retry.algorithm = number,
            b"base" if number >= 0 => target.retry.base = number,
            b"cap" if number >= 0 => target.retry.cap = number,
            b"algorithm" | b"base" | b"cap" => return false,
            _ => ctx.warning(format!("Skip unknown backoff option '{}'", String::from_utf8_lossy(name))),
        }
    }
    true
}

/// An option's value.
pub fn get(ctx: &Ctx, client: &Client, number: i64) -> Value {
    let settings = client.settings();
    let target = client.target.borrow();
    match number {
        option::READ_TIMEOUT => Value::float(target.read_timeout),
        option::TCP_KEEPALIVE => Value::int(i64::from(target.keep_alive)),
        option::MAX_RETRIES => Value::int(target.retry.most),
        option::BACKOFF_ALGORITHM => Value::int(target.retry.algorithm),
        option::BACKOFF_BASE => Value::int(target.retry.base),
        option::BACKOFF_CAP => Value::int(target.retry.cap),
        _ => get_shared(ctx, &settings, number),
    }
}

/// The value of an option that is not a connection's own.
pub fn get_shared(_ctx: &Ctx, settings: &Settings, number: i64) -> Value {
    match number {
        option::SERIALIZER => Value::int(settings.serializer.number()),
        option::COMPRESSION => Value::int(settings.compression as i64),
        option::COMPRESSION_LEVEL => Value::int(settings.compression_level),
        option::PREFIX => settings.prefix.as_ref().map_or(Value::NULL, |prefix| Str::new(prefix).into()),
        option::SCAN => Value::int(settings.scan),
        option::REPLY_LITERAL => Value::int(i64::from(settings.reply_literal)),
        option::NULL_MULTIBULK_AS_NULL => Value::int(i64::from(settings.null_as_null)),
        option::PACK_IGNORE_NUMBERS => Value::bool(settings.pack_ignore_numbers),
        option::FAILOVER => Value::int(settings.failover),
        _ => Value::FALSE,
    }
}

/// Sets an option.
pub fn set(ctx: &Ctx, client: &Client, number: i64, value: &Value) -> PhpResult<bool> {
    let whole = convert::to_int(value);
    {
        let mut target = client.target.borrow_mut();
        let place = match number {
            option::MAX_RETRIES => Some(&mut target.retry.most),
            option::BACKOFF_ALGORITHM if whole > 6 => return Ok(false),
            option::BACKOFF_ALGORITHM => Some(&mut target.retry.algorithm),
            option::BACKOFF_BASE => Some(&mut target.retry.base),
            option::BACKOFF_CAP => Some(&mut target.retry.cap),
            _ => None,
        };
        if let Some(place) = place {
            if whole < 0 {
                return Ok(false);
            }
            *place = match number {
                option::MAX_RETRIES => i64::from(whole as i32),
                // Milliseconds are kept as microseconds.
                option::BACKOFF_BASE | option::BACKOFF_CAP => ((whole as u64).wrapping_mul(1000) / 1000) as i64,
                _ => whole,
            };
            return Ok(true);
        }
    }
    match number {
        option::READ_TIMEOUT => {
            let seconds = convert::to_float(value);
            client.target.borrow_mut().read_timeout = seconds;
            client.apply_read_timeout(ctx);
        }
        option::TCP_KEEPALIVE => {
            let on = whole > 0;
            // It is a matter of the connection: before there is one, nothing is remembered.
            if let Some(link) = &mut *client.link.borrow_mut() {
                link.set_keep_alive(on);
                client.target.borrow_mut().keep_alive = on;
            }
        }
        _ => {
            let mut settings = client.settings();
            let set = set_shared(ctx, Rc::make_mut(&mut settings), number, value)?;
            *client.settings.borrow_mut() = settings;
            return Ok(set);
        }
    }
    Ok(true)
}

/// Sets an option that is not a connection's own.
pub fn set_shared(ctx: &Ctx, settings: &mut Settings, number: i64, value: &Value) -> PhpResult<bool> {
    let whole = convert::to_int(value);
    match number {
        option::SERIALIZER => match Serializer::numbered(whole) {
            Some(serializer) => settings.serializer = serializer,
            None => return Ok(false),
        },
        option::COMPRESSION => match Compression::numbered(whole) {
            Some(compression) => settings.compression = compression,
            None => return Ok(false),
        },
        option::COMPRESSION_LEVEL => settings.compression_level = i64::from(whole as i32),
        option::PREFIX => {
            let prefix = convert::to_str(ctx, value)?.to_vec();
            settings.prefix = (!prefix.is_empty()).then_some(prefix);
        }
        option::SCAN => match whole {
            0 => settings.scan &= !scan::RETRY,
            1 => settings.scan |= scan::RETRY,
            2 => settings.scan |= scan::PREFIX,
            3 => settings.scan &= !scan::PREFIX,
            _ => return Ok(false),
        },
        option::REPLY_LITERAL => settings.reply_literal = whole != 0,
        option::NULL_MULTIBULK_AS_NULL => settings.null_as_null = whole != 0,
        option::PACK_IGNORE_NUMBERS => settings.pack_ignore_numbers = convert::to_bool(value),
        _ => {
            ctx.warning(format!("Unknown option '{number}'"));
            return Ok(false);
        }
    }
    Ok(true)
}
