//! The formats of a session's data, `session.serialize_handler`.

use crate::state::State;
use phant_ext_standard::{serialize, unserialize};
use phant_memory::{Array, Key, KeyRef, Reference, Str, Value};
use phant_native::{Ctx, PhpResult};

/// A format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// `name|value name|value`, values as `serialize` writes them.
    Php,
    /// A byte with the name's length, the name, the value.
    PhpBinary,
    /// The whole array as `serialize` writes it.
    PhpSerialize,
    /// The whole array as `igbinary_serialize` writes it.
    Igbinary,
    /// The whole array as `msgpack_pack` writes it.
    Msgpack,
}

/// What ends a name in [`Format::Php`].
const DELIMITER: u8 = b'|';
/// The longest name in [`Format::PhpBinary`]; the highest bit once marked names without a value.
const LONGEST_NAME: usize = 127;

impl Format {
    /// The format of that name.
    pub fn named(name: &[u8]) -> Option<Format> {
        const ALL: [(&str, Format); 5] = [
            ("php_serialize", Format::PhpSerialize),
            ("php", Format::Php),
            ("php_binary", Format::PhpBinary),
            ("igbinary", Format::Igbinary),
            ("msgpack", Format::Msgpack),
        ];
        ALL.iter().find(|(n, _)| n.as_bytes().eq_ignore_ascii_case(name)).map(|(_, format)| *format)
    }
    /// The one that the settings name.
    pub fn current(ctx: &Ctx) -> Option<Format> {
        Format::named(&ctx.ini.text("session.serialize_handler"))
    }
}

/// The session's variables as text. `None` if there is nothing to write, they cannot be written in this format, or an
/// exception is pending.
pub fn encode(ctx: &Ctx, state: &State) -> Option<Str> {
    let Some(variables) = state.variables() else {
        ctx.warning("Cannot encode non-existent session");
        return None;
    };
    let Some(format) = Format::current(ctx) else {
        ctx.warning("Unknown session.serialize_handler. Failed to encode session object");
        return None;
    };
    let text = match format {
        Format::PhpSerialize => serialize::to_text(ctx, &Value::from(variables)).ok()?,
        Format::Igbinary => phant_ext_igbinary::serialize(ctx, &Value::from(variables)).ok()?,
        // PHP's variables are a reference, and marked as one.
        Format::Msgpack => phant_ext_msgpack::serialize(ctx, &Value::from(Reference::new(Value::from(variables)))).ok()?,
        Format::Php => named_values(ctx, state, &variables, |name| {
            (!name.contains(&DELIMITER)).then(|| Some([name, &[DELIMITER]].concat()))
        })?,
        Format::PhpBinary => named_values(ctx, state, &variables, |name| {
            Some((name.len() <= LONGEST_NAME).then(|| [&[name.len() as u8], name].concat()))
        })?,
    };
    (!text.is_empty() || format == Format::PhpSerialize).then_some(text)
}

/// Names and values. `write_name` gives the text before the value: `Some(None)` leaves the variable out, `None` gives up.
fn named_values(
    ctx: &Ctx,
    state: &State,
    variables: &Array,
    write_name: impl Fn(&[u8]) -> Option<Option<Vec<u8>>>,
) -> Option<Str> {
    let mut possible = true;
    let text = serialize::pieces(ctx, |ctx, writer| {
        for key in variables.keys() {
            let name = match key {
                KeyRef::Int(number) => {
                    ctx.warning(format!("Skipping numeric key {number}"));
                    ctx.check()?;
                    continue;
                }
                KeyRef::Str(name) => name,
            };
            // Code that serialises a value may have changed the variables.
            let Some(value) = state.variables().and_then(|now| now.get(&key).cloned()) else { continue };
            let Some(text) = write_name(name.as_bytes()) else {
                possible = false;
                return Ok(());
            };
            if let Some(text) = text {
                writer.raw_bytes(&text);
                writer.put(ctx, &value)?;
            }
        }
        Ok(())
    });
    text.ok().filter(|_| possible)
}

/// Reads variables into the session. A text that cannot be read ends the session with a warning.
pub fn decode(ctx: &Ctx, state: &State, data: &Str) -> bool {
    let Some(format) = Format::current(ctx) else {
        ctx.warning("Unknown session.serialize_handler. Failed to decode session object");
        return false;
    };
    let read = match format {
        Format::PhpSerialize => decode_array(ctx, state, data),
        Format::Igbinary => decode_names(state, data, |data| phant_ext_igbinary::unserialize_first(ctx, data)),
        // Damaged bytes are no variables, without a word: as in PHP, the session stays.
        Format::Msgpack => decode_names(state, data, |data| {
            let read = phant_ext_msgpack::unserialize_quietly(ctx, data)?;
            Ok(read.filter(|v| v.is_array() || v.as_object().is_some()).or_else(|| Some(Value::empty_array())))
        }),
        Format::Php => decode_named(ctx, state, data, |rest| {
            let end = rest.iter().position(|&b| b == DELIMITER)?;
            Some((Str::new(&rest[..end]), end + 1))
        }),
        Format::PhpBinary => decode_named(ctx, state, data, |rest| {
            let length = usize::from(rest[0]) & LONGEST_NAME;
            (length < rest.len()).then(|| (Str::new(&rest[1..=length]), length + 1))
        }),
    };
    if read {
        return true;
    }
    crate::session::destroy(ctx, state);
    state.begin_variables(ctx, Value::empty_array());
    ctx.warning("Failed to decode session object. Session has been destroyed");
    false
}

/// Reads names and values; `name` takes a name from the rest of the text and says how long it is with its mark.
fn decode_named(ctx: &Ctx, state: &State, data: &Str, name: impl Fn(&[u8]) -> Option<(Str, usize)>) -> bool {
    let read = unserialize::pieces(ctx, data, |ctx, pieces| {
        while !pieces.rest().is_empty() {
            let Some((name, length)) = name(pieces.rest()) else { return Ok(false) };
            let mark = Str::new(&pieces.rest()[..length]);
            pieces.eat(&mark);
            let Some(value) = pieces.shared_value(ctx)? else { return Ok(false) };
            set_variable(state, name, value);
        }
        Ok(true)
    });
    matches!(read, Ok(true))
}

fn set_variable(state: &State, name: Str, value: Value) {
    let Some(place) = state.variables_place() else { return };
    place.update(|variables| {
        if let Some(variables) = variables.own_array_mut() {
            // Names are strings, even those that look like numbers.
            variables.set(Key::Str(name), value);
        }
    });
}

/// Reads an array, or the properties of an object, and takes what has a name.
fn decode_names(state: &State, data: &Str, read: impl Fn(&[u8]) -> PhpResult<Option<Value>>) -> bool {
    if data.is_empty() {
        return true;
    }
    let Ok(Some(read)) = read(data) else { return false };
    let variables = match read.as_object() {
        Some(object) => object.dynamic().unwrap_or_default(),
        None => match read.into_array() {
            Some(array) => array,
            None => return false,
        },
    };
    for (key, value) in variables.iter() {
        if let KeyRef::Str(name) = key {
            set_variable(state, name.to_handle(), value.clone());
        }
    }
    true
}

/// Reads the whole array. Whatever else the text holds becomes `$_SESSION` too, as in PHP.
fn decode_array(ctx: &Ctx, state: &State, data: &Str) -> bool {
    let read = if data.is_empty() { Ok(None) } else { unserialize::from_text_quietly(ctx, data) };
    let Ok(read) = read else { return false };
    let known = read.is_some() || data.is_empty();
    let variables = read.filter(|v| !v.is_null()).unwrap_or_else(Value::empty_array);
    state.begin_variables(ctx, variables);
    known
}
