//! Showing values: `var_dump`, `print_r`, `debug_zval_dump`.

use crate::object_data;
use phant_memory::{Array, Key, KeyRef, Object, Str, StrBuilder, Value, View};
use phant_native::{
    Ctx, Level, ObjectExt, PhpResult, class::Property, convert, descriptor::FunctionGroup, functions, host::PropertyView,
    mirror::LazyKind, php, resource,
};
use phant_numeric::FloatText;

pub(crate) const FUNCTIONS: FunctionGroup = functions![var_dump, print_r, debug_zval_dump];

/// How much is collected before it is written out.
const FLUSH_AT: usize = 64 * 1024;

/// One property as the functions here show it.
pub(crate) struct Shown {
    /// Name as the property table has it, mangled with NUL bytes where not public.
    pub(crate) key: Key,
    /// The value, or the declared type of an uninitialised property.
    pub(crate) value: Result<Value, String>,
    /// Whether the value is a reference that something else shares.
    pub(crate) is_ref: bool,
    /// Count of the reference, for `debug_zval_dump`.
    ref_count: u32,
}

/// A property's name as the property table has it.
pub fn mangled_name(property: &Property) -> Str {
    property.mangled.to_str()
}

/// Takes a mangled name apart: the class (or `*` for protected) and the name.
pub(crate) fn unmangle(name: &[u8]) -> (Option<&[u8]>, &[u8]) {
    if let [0, rest @ ..] = name
        && let Some(end) = rest.iter().position(|&b| b == 0)
    {
        // The names of anonymous classes have a NUL byte in them.
        let name = rest.iter().rposition(|&b| b == 0).unwrap_or(end);
        return (Some(&rest[..end]), &rest[name + 1..]);
    }
    (None, name)
}

fn shown(key: Key, value: &Value) -> Shown {
    let ref_count = value.as_ref().map_or(0, |r| r.refcount());
    Shown { key, value: Ok(value.unref()), is_ref: ref_count > 1, ref_count }
}

/// The properties that debugging functions show. With `uninitialised`, typed properties without a value are among them.
pub(crate) fn debug_properties(ctx: &Ctx, object: &Object, uninitialised: bool) -> PhpResult<Vec<Shown>> {
    let class = object.class();
    let plain = class.handlers.debug_info.is_none()
        && class.handlers.properties.is_none()
        && class.magic.debug_info.is_none()
        && (object.bits() == 0
            || ctx.host.is_lazy_uninitialized(ctx, object)
            || ctx.host.mirror().lazy_kind(ctx, object).is_none());
    if !plain {
        let table = ctx.properties(object, PropertyView::Debug)?;
        return Ok(table.iter().map(|(k, v)| Shown { is_ref: v.is_ref() && v.refcount() > 2, ..shown(k.to_key(), v) }).collect());
    }
    let mut out = Vec::with_capacity(class.slots.len());
    for (slot, property) in class.slots.iter().enumerate() {
        let value = object.slot(slot as u16);
        let key = Key::Str(mangled_name(property));
        if !value.is_undef() {
            // One holder of a reference is this copy.
            let shown = shown(key, &value);
            out.push(Shown { is_ref: shown.ref_count > 2, ref_count: shown.ref_count.saturating_sub(1), ..shown });
        } else if uninitialised && let Some(ty) = &property.ty {
            out.push(Shown { key, value: Err(ty.display()), is_ref: false, ref_count: 0 });
        }
    }
    if let Some(dynamic) = object.dynamic() {
        // Properties have names, even those that are numbers.
        out.extend(dynamic.iter().map(|(k, v)| shown(Key::Str(k.to_str()), v)));
    }
    Ok(out)
}

/// A float with the digits that the setting `serialize_precision` asks for.
pub(crate) fn push_float(ctx: &Ctx, out: &mut StrBuilder, f: f64, zero_fraction: bool) {
    let precision = ctx.ini.hot.serialize_precision.get();
    if precision > 17 {
        let mut text = Vec::new();
        phant_numeric::float_text::append_double(&mut text, f, precision, zero_fraction);
        return out.push_bytes(&text);
    }
    let text = FloatText::new(f, precision);
    out.push_bytes(if zero_fraction { text.with_zero_fraction() } else { text }.as_bytes());
}

/// The name of an enum case.
pub fn case_name(ctx: &Ctx, object: &Object) -> PhpResult<Str> {
    let slot = object.class().slots.iter().position(|property| property.name.as_bytes() == b"name");
    let name = match slot {
        Some(slot) => object.slot(slot as u16),
        None => ctx.get_property(object, "name")?,
    };
    Ok(name.into_str().unwrap_or_default())
}

/// `lazy ghost `, `lazy proxy ` or nothing.
fn lazy_prefix(ctx: &Ctx, object: &Object) -> &'static str {
    if object.bits() == 0 {
        return "";
    }
    match ctx.host.mirror().lazy_kind(ctx, object) {
        Some(LazyKind::Ghost) => "lazy ghost ",
        Some(LazyKind::Proxy) => "lazy proxy ",
        None => "",
    }
}

/// A dump being written.
struct Dump {
    out: StrBuilder,
    /// Show counts, as `debug_zval_dump` does.
    counts: bool,
}

impl Dump {
    fn flush(&mut self, ctx: &Ctx) {
        let out = std::mem::take(&mut self.out).finish();
        // Nothing comes behind the message that ends a request.
        if ctx.ending.get().is_none() {
            ctx.echo(&*out);
        }
    }

    fn indent(&mut self, level: usize) {
        if level > 1 {
            self.out.push_repeated(b' ', level - 1);
        }
    }

    fn counted(&mut self, v: &Value, words: &str) {
        // What is immutable here was counted once by its literal and once by the call.
        let count = if v.is_counted() { v.refcount() } else { 2 };
        self.out.push_str(&format!(" {words}refcount({count})"));
    }

    /// An element or property value: references are marked (or shown, where counts are).
    fn element(&mut self, ctx: &Ctx, v: &Value, is_ref: bool, ref_count: u32, level: usize) -> PhpResult<()> {
        if self.counts && ref_count > 0 {
            self.indent(level);
            self.out.push_str(&format!("reference refcount({ref_count}) {{\n"));
            self.value(ctx, v, "", level + 2)?;
            self.indent(level);
            self.out.push_str("}\n");
            return Ok(());
        }
        self.value(ctx, v, if is_ref && !self.counts { "&" } else { "" }, level)
    }

    fn value(&mut self, ctx: &Ctx, v: &Value, mark: &str, level: usize) -> PhpResult<()> {
        self.indent(level);
        if v.is_array() {
            ctx.check_stack()?;
        } else if !v.is_object() {
            self.out.push_str(mark);
        }
        match v.view() {
            View::Null => self.out.push_str("NULL\n"),
            View::Bool(true) => self.out.push_str("bool(true)\n"),
            View::Bool(false) => self.out.push_str("bool(false)\n"),
            View::Int(i) => {
                self.out.push_str("int(");
                self.out.push_int(i);
                self.out.push_str(")\n");
            }
            View::Float(f) => {
                self.out.push_str("float(");
                push_float(ctx, &mut self.out, f, false);
                self.out.push_str(")\n");
            }
            View::Str(s) => {
                self.out.push_str("string(");
                self.out.push_int(s.len() as i64);
                self.out.push_str(") \"");
                self.out.push_bytes(&s);
                self.out.push(b'"');
                if self.counts && v.deref().is_counted() {
                    self.out.push_str(&format!(" refcount({})", v.deref().refcount()));
                } else if self.counts {
                    self.out.push_str(" interned");
                }
                self.out.push(b'\n');
            }
            View::Resource(r) => {
                let ty = resource::type_name(&r).unwrap_or("Unknown");
                self.out.push_str(&format!("resource({}) of type ({ty})", r.id()));
                if self.counts {
                    self.counted(&v.deref(), "");
                }
                self.out.push(b'\n');
            }
            View::Array(a) => return self.array(ctx, &v.deref(), &a.clone(), mark, level),
            View::Object(o) => return self.object(ctx, &o.clone(), mark, level),
        }
        if self.out.len() >= FLUSH_AT {
            self.flush(ctx);
        }
        Ok(())
    }

    fn array(&mut self, ctx: &Ctx, v: &Value, array: &Array, mark: &str, level: usize) -> PhpResult<()> {
        if !array.protect() {
            self.out.push_str("*RECURSION*\n");
            return Ok(());
        }
        if self.out.len() >= FLUSH_AT {
            self.flush(ctx);
        }
        self.out.push_str(mark);
        self.out.push_str("array(");
        self.out.push_int(array.len() as i64);
        self.out.push(b')');
        if self.counts {
            // The handle that keeps the array alive during the walk does not count.
            let words = if array.is_packed() { "packed " } else { "" };
            let count = match v.is_counted() {
                true => v.refcount() - 1,
                false if level == 1 => 2,
                false => 1,
            };
            self.out.push_str(&format!(" {words}refcount({count}){{\n"));
        } else {
            self.out.push_str(" {\n");
        }
        let mut result = Ok(());
        for (key, value) in array.iter() {
            self.out.push_repeated(b' ', level + 1);
            match key {
                KeyRef::Int(i) => {
                    self.out.push(b'[');
                    self.out.push_int(i);
                    self.out.push_str("]=>\n");
                }
                KeyRef::Str(s) => {
                    self.out.push_str("[\"");
                    self.out.push_bytes(s);
                    self.out.push_str("\"]=>\n");
                }
            }
            let ref_count = value.as_ref().map_or(0, |r| r.refcount());
            result = self.element(ctx, &value.deref(), ref_count > 1, ref_count, level + 2);
            if result.is_err() {
                break;
            }
        }
        array.unprotect();
        result?;
        self.close(ctx, level);
        Ok(())
    }

    /// The end of an array or object. Deep data are mostly indentation, so it goes out from here too.
    fn close(&mut self, ctx: &Ctx, level: usize) {
        self.indent(level);
        self.out.push_str("}\n");
        if self.out.len() >= FLUSH_AT {
            self.flush(ctx);
        }
    }

    fn object(&mut self, ctx: &Ctx, object: &Object, mark: &str, level: usize) -> PhpResult<()> {
        let class = object.class();
        if class.is_enum() && !self.counts {
            self.out.push_str(mark);
            let name = case_name(ctx, object)?;
            self.out.push_str("enum(");
            self.out.push_bytes(&class.name);
            self.out.push_str("::");
            self.out.push_bytes(&name);
            self.out.push_str(")\n");
            return Ok(());
        }
        if !object.protect() {
            self.out.push_str("*RECURSION*\n");
            return Ok(());
        }
        let result = if phant_native::stack::is_low() {
            self.out.push_str("nesting level too deep\n");
            Ok(())
        } else {
            ctx.check_memory().and_then(|()| self.object_body(ctx, object, mark, level))
        };
        object.unprotect();
        result
    }

    fn object_body(&mut self, ctx: &Ctx, object: &Object, mark: &str, level: usize) -> PhpResult<()> {
        let class = object.class();
        // `__debugInfo` may write output of its own, which comes first.
        let indent = std::mem::take(&mut self.out);
        ctx.echo(indent.as_bytes());
        let properties = debug_properties(ctx, object, true)?;
        let prefix = lazy_prefix(ctx, object);
        self.out.push_str(mark);
        self.out.push_str(prefix);
        self.out.push_str("object(");
        self.out.push_bytes(class.short_name());
        let count = properties.iter().filter(|p| p.value.is_ok()).count();
        self.out.push_str(&format!(")#{} ({count})", object.handle()));
        if self.counts {
            // The walk holds one handle itself.
            self.out.push_str(&format!(" refcount({}){{\n", object.refcount().saturating_sub(1).max(1)));
        } else {
            self.out.push_str(" {\n");
        }
        for p in &properties {
            if let Key::Str(name) = &p.key
                && let Some(fault) = object_data::fault_of_name(name)
            {
                self.flush(ctx);
                ctx.report(Level::Notice, fault);
                ctx.check()?;
            }
            self.out.push_repeated(b' ', level + 1);
            self.property_name(&p.key);
            match &p.value {
                Ok(value) => self.element(ctx, value, p.is_ref, p.ref_count, level + 2)?,
                Err(ty) => {
                    self.out.push_repeated(b' ', level + 1);
                    self.out.push_str(&format!("uninitialized({ty})\n"));
                }
            }
        }
        self.close(ctx, level);
        Ok(())
    }

    fn property_name(&mut self, key: &Key) {
        let name = match key {
            Key::Int(i) => {
                self.out.push(b'[');
                self.out.push_int(*i);
                self.out.push_str("]=>\n");
                return;
            }
            Key::Str(name) => name,
        };
        self.out.push_str("[\"");
        match unmangle(name) {
            (None, name) => {
                self.out.push_bytes(name);
                self.out.push(b'"');
            }
            (Some(b"*"), name) => {
                self.out.push_bytes(name);
                self.out.push_str("\":protected");
            }
            (Some(class), name) => {
                self.out.push_bytes(name);
                self.out.push_str("\":\"");
                self.out.push_bytes(c_text(class));
                self.out.push_str("\":private");
            }
        }
        self.out.push_str("]=>\n");
    }
}

/// A class name as messages have it: up to the first NUL.
pub(crate) fn display(name: &[u8]) -> String {
    String::from_utf8_lossy(c_text(name)).into_owned()
}

/// A text up to its first NUL, as C prints it.
pub(crate) fn c_text(text: &[u8]) -> &[u8] {
    text.iter().position(|&b| b == 0).map_or(text, |end| &text[..end])
}

#[php("function var_dump(mixed $value, mixed ...$values): void")]
fn var_dump(ctx: &Ctx, value: &Value, values: &[Value]) -> PhpResult<()> {
    for v in std::iter::once(value).chain(values) {
        let mut dump = Dump { out: StrBuilder::new(), counts: false };
        let result = dump.value(ctx, &v.deref(), "", 1);
        dump.flush(ctx);
        result?;
    }
    Ok(())
}

#[php("function debug_zval_dump(mixed $value, mixed ...$values): void")]
fn debug_zval_dump(ctx: &Ctx, value: &Value, values: &[Value]) -> PhpResult<()> {
    for v in std::iter::once(value).chain(values) {
        let mut dump = Dump { out: StrBuilder::new(), counts: true };
        let result = dump.value(ctx, &v.deref(), "", 1);
        dump.flush(ctx);
        result?;
    }
    Ok(())
}

#[php("function print_r(mixed $value, bool $return = false): string|true")]
fn print_r(ctx: &Ctx, value: &Value, r#return: bool) -> PhpResult {
    let mut out = StrBuilder::new();
    readable(ctx, &mut out, value, 0)?;
    let out = out.finish();
    if r#return {
        return Ok(Value::from(out));
    }
    ctx.echo(&*out);
    Ok(Value::TRUE)
}

/// Appends a value as `print_r` shows it.
pub(crate) fn readable(ctx: &Ctx, out: &mut StrBuilder, v: &Value, indent: usize) -> PhpResult<()> {
    match v.view() {
        View::Array(a) => {
            ctx.check_stack()?;
            out.push_str("Array\n");
            let a = a.clone();
            if !a.protect() {
                out.push_str(" *RECURSION*");
                return Ok(());
            }
            let result = readable_table(ctx, out, a.iter(), indent, false);
            a.unprotect();
            result
        }
        View::Object(o) => {
            ctx.check_stack()?;
            let o = o.clone();
            let class = o.class();
            out.push_bytes(class.short_name());
            if class.is_enum() {
                out.push_str(" Enum");
                if let Some(backing) = class.backing {
                    let is_int = backing.contains(phant_native::descriptor::TypeMask::INT);
                    out.push_str(if is_int { ":int" } else { ":string" });
                }
                out.push(b'\n');
            } else {
                out.push_str(" Object\n");
            }
            if !o.protect() {
                out.push_str(" *RECURSION*");
                return Ok(());
            }
            let result = match debug_properties(ctx, &o, false) {
                Ok(table) => {
                    let entries = table.iter().filter_map(|p| Some((p.key.as_ref(), p.value.as_ref().ok()?)));
                    readable_table(ctx, out, entries, indent, true)
                }
                Err(thrown) => Err(thrown),
            };
            o.unprotect();
            result
        }
        View::Int(i) => {
            out.push_int(i);
            Ok(())
        }
        View::Str(s) => {
            out.push_bytes(&s);
            Ok(())
        }
        _ => {
            let text = convert::to_str(ctx, v)?;
            out.push_bytes(&text);
            Ok(())
        }
    }
}

fn readable_table<'a>(
    ctx: &Ctx,
    out: &mut StrBuilder,
    entries: impl Iterator<Item = (KeyRef<'a>, &'a Value)>,
    indent: usize,
    is_object: bool,
) -> PhpResult<()> {
    out.push_repeated(b' ', indent);
    out.push_str("(\n");
    for (key, value) in entries {
        out.push_repeated(b' ', indent + 4);
        out.push(b'[');
        match key {
            KeyRef::Int(i) => out.push_int(i),
            KeyRef::Str(s) if is_object => {
                object_data::check_name(ctx, s)?;
                let (class, name) = unmangle(s);
                out.push_bytes(name);
                match class {
                    None => {}
                    Some(b"*") => out.push_str(":protected"),
                    Some(class) => {
                        out.push(b':');
                        out.push_bytes(c_text(class));
                        out.push_str(":private");
                    }
                }
            }
            KeyRef::Str(s) => out.push_bytes(s),
        }
        out.push_str("] => ");
        readable(ctx, out, value, indent + 8)?;
        out.push(b'\n');
    }
    out.push_repeated(b' ', indent);
    out.push_str(")\n");
    Ok(())
}
