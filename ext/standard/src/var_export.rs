//! `var_export`.

use crate::{
    object_data,
    var::{case_name, push_float, unmangle},
};
use phant_memory::{KeyRef, StrBuilder, Value, View};
use phant_native::{Ctx, Level, ObjectExt, PhpResult, descriptor::FunctionGroup, functions, host::PropertyView, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![var_export];

#[php("function var_export(mixed $value, bool $return = false): ?string")]
fn var_export(ctx: &Ctx, value: &Value, r#return: bool) -> PhpResult {
    let mut out = StrBuilder::new();
    export(ctx, &mut out, value, 1)?;
    let out = out.finish();
    if r#return {
        return Ok(Value::from(out));
    }
    ctx.echo(&*out);
    Ok(Value::NULL)
}

/// Appends a string between single quotes with quotes and backslashes escaped.
fn quoted(out: &mut StrBuilder, s: &[u8]) {
    out.push(b'\'');
    for &byte in s {
        if byte == b'\'' || byte == b'\\' {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b'\'');
}

/// The same, with NUL bytes spelt out.
fn text(out: &mut StrBuilder, s: &[u8]) {
    if !s.iter().any(|b| matches!(b, b'\'' | b'\\' | 0)) {
        out.push(b'\'');
        out.push_bytes(s);
        out.push(b'\'');
        return;
    }
    out.push(b'\'');
    for &byte in s {
        match byte {
            0 => out.push_str("' . \"\\0\" . '"),
            b'\'' | b'\\' => out.push_bytes(&[b'\\', byte]),
            _ => out.push(byte),
        }
    }
    out.push(b'\'');
}

/// An error handler that throws does not keep the rest from being written.
fn circular(ctx: &Ctx, out: &mut StrBuilder) {
    out.push_str("NULL");
    ctx.report(Level::Warning, "var_export does not handle circular references");
}

/// Appends a value as PHP source text.
fn export(ctx: &Ctx, out: &mut StrBuilder, v: &Value, level: usize) -> PhpResult<()> {
    match v.view() {
        View::Null | View::Resource(_) => out.push_str("NULL"),
        View::Bool(b) => out.push_str(if b { "true" } else { "false" }),
        // The literal of the smallest integer would be a float.
        View::Int(i64::MIN) => out.push_str("-9223372036854775807-1"),
        View::Int(i) => out.push_int(i),
        View::Float(f) => push_float(ctx, out, f, true),
        View::Str(s) => text(out, &s),
        View::Array(a) => {
            ctx.check_stack()?;
            let a = a.clone();
            if !a.protect() {
                circular(ctx, out);
                return Ok(());
            }
            let result = array(ctx, out, &a, level);
            a.unprotect();
            return result;
        }
        View::Object(o) => {
            ctx.check_stack()?;
            let o = o.clone();
            if !o.protect() {
                circular(ctx, out);
                return Ok(());
            }
            let result = object(ctx, out, &o, level);
            o.unprotect();
            return result;
        }
    }
    Ok(())
}

fn open(out: &mut StrBuilder, level: usize) {
    if level > 1 {
        out.push(b'\n');
        out.push_repeated(b' ', level - 1);
    }
}

fn array(ctx: &Ctx, out: &mut StrBuilder, a: &phant_memory::PhpArray, level: usize) -> PhpResult<()> {
    open(out, level);
    out.push_str("array (\n");
    for (key, value) in a.iter() {
        out.push_repeated(b' ', level + 1);
        match key {
            KeyRef::Int(i) => out.push_int(i),
            KeyRef::Str(s) => text(out, s),
        }
        out.push_str(" => ");
        export(ctx, out, value, level + 2)?;
        out.push_str(",\n");
    }
    if level > 1 {
        out.push_repeated(b' ', level - 1);
    }
    out.push(b')');
    Ok(())
}

fn object(ctx: &Ctx, out: &mut StrBuilder, o: &phant_memory::Object, level: usize) -> PhpResult<()> {
    let class = o.class();
    open(out, level);
    if class.is_enum() {
        let name = case_name(ctx, o)?;
        out.push(b'\\');
        out.push_bytes(&class.name);
        out.push_str("::");
        out.push_bytes(&name);
        return Ok(());
    }
    let is_std = class.is_named("stdClass");
    if ctx.host.is_lazy_uninitialized(ctx, o) {
        ctx.host.initialize_lazy(ctx, o)?;
    }
    let properties = ctx.properties(o, PropertyView::Export)?;
    if is_std {
        out.push_str("(object) array(\n");
    } else {
        out.push(b'\\');
        out.push_bytes(&class.name);
        out.push_str("::__set_state(array(\n");
    }
    for (key, value) in properties.iter() {
        out.push_repeated(b' ', level + 2);
        match key {
            KeyRef::Int(i) => out.push_int(i),
            KeyRef::Str(s) => {
                object_data::check_name(ctx, s)?;
                quoted(out, unmangle(s).1);
            }
        }
        out.push_str(" => ");
        export(ctx, out, value, level + 2)?;
        out.push_str(",\n");
    }
    if level > 1 {
        out.push_repeated(b' ', level - 1);
    }
    out.push_str(if is_std { ")" } else { "))" });
    Ok(())
}
