//! From one encoding to another.

use crate::{
    codec::{self, Substitute},
    detect::{guess, texts},
    encoding::{self, Codec, EncodingRef, Order},
    state::{self, argument, list_argument, text},
    utf8,
};
use phant_memory::{Array, Key, KeyRef, PhpStr, Str, Value, View};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, host::PropertyView, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_convert_encoding, mb_convert_variables];

/// A text in another encoding.
pub(crate) fn convert(ctx: &Ctx, string: &Str, to: EncodingRef, from: EncodingRef) -> PhpResult<Str> {
    // Transfer encodings stand for bytes, on whichever side they are.
    let from = if to.is_transfer() && !matches!(to.codec, Codec::Uuencode) { encoding::latin1() } else { from };
    let to = if from.is_transfer() { encoding::latin1() } else { to };
    if to == from && to.is_utf8() && string.as_utf8().is_some() {
        return Ok(string.clone());
    }
    if from.keeps_ascii() && to.keeps_ascii() && string.is_ascii() {
        return Ok(string.clone());
    }
    if from.is_utf8()
        && matches!(to.codec, Codec::Latin1)
        && let Some(text) = string.as_utf8()
    {
        let state = state::of(ctx);
        let instead = match state.substitute.get() {
            Substitute::Char(c) => u8::try_from(c).ok(),
            _ => None,
        };
        let (mut illegal, mut broken) = (0, false);
        let out = Str::made(crate::string::count_utf8(string), |out| {
            for c in text.chars() {
                match u8::try_from(u32::from(c)) {
                    Ok(byte) => out.push(byte),
                    Err(_) => {
                        illegal += 1;
                        match instead {
                            Some(byte) => out.push(byte),
                            // With another substitute, what has no byte goes the long way.
                            None => {
                                broken = true;
                                break;
                            }
                        }
                    }
                }
            }
        });
        if !broken {
            state.illegal.set(state.illegal.get() + illegal);
            return Ok(out);
        }
    }
    if from.is_utf8()
        && let Codec::Utf16(order) = to.codec
        && let Some(text) = string.as_utf8()
    {
        ctx.reserve(string.len() * 4)?;
        // A byte becomes one unit at most: counting them first takes longer than the copy at the end.
        let mut units = vec![[0; 2]; text.len()];
        let count = match order {
            Order::Little => utf8::to_utf16(text, &mut units, u16::to_le_bytes),
            _ => utf8::to_utf16(text, &mut units, u16::to_be_bytes),
        };
        return Ok(Str::new(units[..count].as_flattened()));
    }
    if to.is_utf8() {
        match from.codec {
            Codec::Latin1 => {
                let high = string.iter().filter(|&&byte| byte >= 0x80).count();
                return Ok(Str::filled(string.len() + high, |out| codec::latin1_to_utf8(string, out)));
            }
            Codec::Utf16(order) => {
                ctx.reserve(string.len())?;
                if let Some(text) = codec::utf16_to_utf8(order, string) {
                    return Ok(text);
                }
            }
            _ => {}
        }
    }
    let chars = state::chars(ctx, from, string)?;
    Ok(text(ctx, to, &chars))
}

/// Which encoding texts have, of those listed.
fn source(ctx: &Ctx, value: &Value, from: &[EncodingRef]) -> Option<EncodingRef> {
    if let [only] = from {
        return Some(only);
    }
    let mut found = Vec::new();
    texts(ctx, value, &mut found, 0);
    let found: Vec<&[u8]> = found.iter().map(|s| s.as_bytes()).collect();
    source_of(ctx, &found, from)
}

/// Which encoding bytes have, of those listed.
pub(crate) fn source_of(ctx: &Ctx, texts: &[&[u8]], from: &[EncodingRef]) -> Option<EncodingRef> {
    match from {
        [only] => Some(only),
        [] => None,
        _ => {
            // What stands for bytes is not something that a text has.
            let from: Vec<EncodingRef> = from.iter().copied().filter(|encoding| !encoding.is_for_bytes()).collect();
            guess(texts, &from, ctx.ini.bool("mbstring.strict_detection"), true)
        }
    }
}

fn convert_array(ctx: &Ctx, array: &Array, to: EncodingRef, from: &[EncodingRef]) -> PhpResult<Array> {
    ctx.check_stack()?;
    if !array.protect() {
        ctx.warning("Cannot convert recursively referenced values");
        return Ok(Array::new());
    }
    let result = (|| {
        let mut out = Array::with_capacity(0);
        for (key, value) in array.iter() {
            let key = match key {
                KeyRef::Int(i) => Key::Int(i),
                KeyRef::Str(s) => {
                    let s = s.to_handle();
                    match source(ctx, &Value::from(s.clone()), from) {
                        Some(source) => Key::from(convert(ctx, &s, to, source)?),
                        None => {
                            ctx.warning("Unable to detect character encoding");
                            continue;
                        }
                    }
                }
            };
            let value = match value.view() {
                View::Str(s) => match source(ctx, value, from) {
                    Some(source) => Value::from(convert(ctx, &s, to, source)?),
                    None => {
                        ctx.warning("Unable to detect character encoding");
                        continue;
                    }
                },
                View::Array(a) => Value::from(convert_array(ctx, &a.clone(), to, from)?),
                View::Object(_) => {
                    ctx.warning("Object is not supported");
                    continue;
                }
                _ => value.unref(),
            };
            out.set(key, value);
        }
        Ok(out)
    })();
    array.unprotect();
    result
}

/// Text in another encoding.
#[php(
    "function mb_convert_encoding(array|string $string, string $to_encoding, array|string|null $from_encoding = null): array|string|false"
)]
fn mb_convert_encoding(ctx: &Ctx, string: &Value, to: &PhpStr, from: Option<&Value>) -> PhpResult<Value> {
    let to = argument(ctx, 2, Some(to))?;
    let from = match from {
        Some(from) => list_argument(ctx, 3, from)?,
        None => vec![state::internal(ctx)],
    };
    // What stands for bytes can be named, but not be guessed.
    if from.len() > 1 && from.iter().all(|encoding| encoding.is_for_bytes()) {
        return Err(ctx.argument_error(3, "must specify at least one encoding"));
    }
    match string.view() {
        View::Array(array) => Ok(Value::from(convert_array(ctx, &array.clone(), to, &from)?)),
        View::Str(s) => match source(ctx, string, &from) {
            Some(source) => Ok(Value::from(convert(ctx, &s, to, source)?)),
            None => {
                ctx.warning("Unable to detect character encoding");
                Ok(Value::FALSE)
            }
        },
        _ => Ok(Value::FALSE),
    }
}

/// The value with its texts converted; `None` if it contains itself.
fn convert_value(ctx: &Ctx, value: &Value, to: EncodingRef, from: EncodingRef) -> PhpResult<Option<Value>> {
    Ok(Some(match value.view() {
        View::Str(s) => Value::from(convert(ctx, &s, to, from)?),
        View::Array(array) => {
            ctx.check_stack()?;
            let array = array.clone();
            if !array.protect() {
                return Ok(None);
            }
            let converted = convert_elements(ctx, &array, to, from);
            array.unprotect();
            match converted? {
                Some(converted) => Value::from(converted),
                None => return Ok(None),
            }
        }
        View::Object(object) => {
            ctx.check_stack()?;
            let object = object.clone();
            let properties = ctx.properties(&object, PropertyView::Accessible)?;
            if !properties.protect() {
                return Ok(None);
            }
            let converted = convert_elements(ctx, &properties, to, from);
            properties.unprotect();
            let Some(converted) = converted? else { return Ok(None) };
            for (key, value) in converted.iter() {
                ctx.set_property(&object, &String::from_utf8_lossy(&key.to_str()), value.unref())?;
            }
            value.clone()
        }
        _ => value.clone(),
    }))
}
fn convert_elements(ctx: &Ctx, array: &Array, to: EncodingRef, from: EncodingRef) -> PhpResult<Option<Array>> {
    let mut out = Array::with_capacity(0);
    for (key, value) in array.iter() {
        let Some(value) = convert_value(ctx, &value.unref(), to, from)? else { return Ok(None) };
        out.set(key, value);
    }
    Ok(Some(out))
}

fn recursive(ctx: &Ctx) -> OrFalse<&'static str> {
    ctx.warning("Cannot handle recursive references");
    OrFalse::False
}

/// Converts variables in place; the result is the encoding they had.
#[php(
    "function mb_convert_variables(string $to_encoding, array|string $from_encoding, mixed &$var, mixed &...$vars): string|false"
)]
fn mb_convert_variables(
    ctx: &Ctx,
    to: &PhpStr,
    from: &Value,
    mut var: phant_native::RefArg<'_>,
    vars: &mut [Value],
) -> PhpResult<OrFalse<&'static str>> {
    let to = argument(ctx, 1, Some(to))?;
    let from = list_argument(ctx, 2, from)?;
    let mut found = Vec::new();
    texts(ctx, &var.get(), &mut found, 0);
    vars.iter().for_each(|v| texts(ctx, v, &mut found, 0));
    let bytes: Vec<&[u8]> = found.iter().map(|s| s.as_bytes()).collect();
    let source = if let [only] = from.as_slice() {
        Some(*only)
    } else {
        guess(&bytes, &from, ctx.ini.bool("mbstring.strict_detection"), true)
    };
    let Some(source) = source else {
        ctx.warning("Unable to detect encoding");
        return Ok(OrFalse::False);
    };
    let value = var.get().clone();
    let Some(value) = convert_value(ctx, &value, to, source)? else { return Ok(recursive(ctx)) };
    var.set(value);
    for var in vars {
        let Some(value) = convert_value(ctx, &var.unref(), to, source)? else { return Ok(recursive(ctx)) };
        var.assign(value);
    }
    Ok(OrFalse::Some(source.name))
}
