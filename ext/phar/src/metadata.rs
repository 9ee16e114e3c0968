//! Metadata: values, which are kept serialized and made again when they are asked for.

use phant_memory::{Array, Value};
use phant_native::{Ctx, PhpResult, Thrown};

fn call(ctx: &Ctx, name: &[u8], args: &[Value]) -> PhpResult {
    let Some(function) = ctx.host.lookup_function(ctx, name) else {
        return Err(ctx.throw_error("Metadata needs the standard extension"));
    };
    ctx.host.call_function(ctx, function, None, None, args)
}

/// A value as it is kept.
pub fn serialize(ctx: &Ctx, value: &Value) -> Result<Vec<u8>, Thrown> {
    let text = call(ctx, b"serialize", std::slice::from_ref(value))?;
    ctx.check()?;
    Ok(text.as_str().map(|s| s.to_vec()).unwrap_or_default())
}

/// The value that is kept; null if there is none.
pub fn value(ctx: &Ctx, text: &[u8], options: &Array) -> PhpResult {
    if text.is_empty() {
        return Ok(Value::NULL);
    }
    let mut args = vec![Value::str(text)];
    if !options.is_empty() {
        args.push(Value::from(options.clone()));
    }
    let value = call(ctx, b"unserialize", &args)?;
    ctx.check()?;
    Ok(value)
}
