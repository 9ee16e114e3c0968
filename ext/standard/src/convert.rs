//! Conversions that several functions of this extension need and that the native contract leaves to the engine.

use phant_memory::{Array, Object, Value, View};
use phant_native::{Ctx, ObjectExt, PhpResult, class::class_flags, convert, host::PropertyView};

/// `(array)`
pub(crate) fn to_array(ctx: &Ctx, v: &Value) -> PhpResult<Array> {
    Ok(match v.view() {
        View::Array(a) => a.into_owned(),
        View::Null => Array::new(),
        View::Object(o) if o.class().is_named("Closure") => Array::list([v.unref()]),
        View::Object(o) => {
            let o = o.clone();
            // Names that are decimal integers become integer keys.
            let raw = ctx.properties(&o, PropertyView::Raw)?;
            if raw.keys().any(|k| matches!(k, phant_memory::KeyRef::Str(s) if phant_numeric::parse::array_key(s).is_some())) {
                raw.iter().map(|(k, v)| (symbolic(k), v.clone())).collect()
            } else {
                raw
            }
        }
        _ => Array::list([v.unref()]),
    })
}

fn symbolic(key: phant_memory::KeyRef<'_>) -> phant_memory::Key {
    match key {
        phant_memory::KeyRef::Int(i) => i.into(),
        phant_memory::KeyRef::Str(s) => s.to_handle().into(),
    }
}

/// `count()` of an object that is Countable.
pub(crate) fn count_object(ctx: &Ctx, object: &Object) -> PhpResult<i64> {
    if let Some(len) = object.class().own_len() {
        return Ok(len(object) as i64);
    }
    if let Some(count) = object.class().handlers.count {
        return count(ctx, object);
    }
    if object.class().has_flag(class_flags::COUNTABLE) {
        let n = ctx.call_method(object, "count", &[])?;
        return convert::int(ctx, &n);
    }
    Ok(1)
}
