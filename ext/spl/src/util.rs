//! What the classes share: own properties, overridden methods, index arguments, the serialized form.

use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{
    Class, ClassPtr, Ctx, FunctionPtr, ObjectExt, PhpResult, coerce, convert,
    descriptor::{TypeMask, modifiers},
};

/// The name of a property of a class as property tables have it.
pub fn private_name(class: &str, name: &str) -> Key {
    Key::Str(Str::from(format!("\0{class}\0{name}")))
}

/// The object's own properties, as `(array)` shows a plain object's: names of private and protected ones mangled.
pub fn members(object: &Object) -> Array {
    let class = object.class();
    let dynamic = object.dynamic();
    let mut all = Array::with_hash_capacity(class.slots.len() + dynamic.map_or(0, |d| d.len()));
    for (slot, property) in (0..object.slot_count()).zip(class.slots.iter()) {
        let value = object.slot(slot);
        if value.is_undef() {
            continue;
        }
        let name = &property.name;
        let key = match property.modifiers & modifiers::VISIBILITY {
            modifiers::PRIVATE => Str::from([b"\0", property.class.name.as_bytes(), b"\0", name.as_bytes()].concat()),
            modifiers::PROTECTED => Str::concat(b"\0*\0", name),
            _ => name.clone(),
        };
        all.set(Key::Str(key), kept(value));
    }
    for (key, value) in dynamic.into_iter().flat_map(|d| d.iter()) {
        all.set(key.to_key(), kept(value));
    }
    all
}

/// An array of two named elements.
pub fn pair(names: [&str; 2], values: [Value; 2]) -> Value {
    let mut array = Array::with_hash_capacity(2);
    for (name, value) in names.into_iter().zip(values) {
        array.set(Key::Str(phant_memory::intern(name.as_bytes())), value);
    }
    Value::from(array)
}

/// An element as copies have it: a reference that nobody else shares becomes its value.
pub fn kept(value: &Value) -> Value {
    match value.as_ref() {
        Some(r) if r.refcount() == 1 => r.get().clone(),
        _ => value.clone(),
    }
}

/// Sets the properties that `__serialize` has written.
pub fn load_members(ctx: &mut Ctx, object: &Object, members: &Array) -> PhpResult<()> {
    let members = members.clone();
    for (key, value) in members.iter() {
        let name = key.to_str();
        let bytes = name.as_bytes();
        let (class, plain) = match bytes.strip_prefix(b"\0").and_then(|rest| Some((rest, memchr(rest)?))) {
            Some((rest, nul)) => (Some(&rest[..nul]), &rest[nul + 1..]),
            None => (None, bytes),
        };
        let scope = scope_of(object, class);
        ctx.host.write_property(ctx, object, &Str::new(plain), value.unref(), Some(scope))?;
        ctx.check()?;
    }
    Ok(())
}

fn memchr(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&b| b == 0)
}

/// The class whose code may write a property that was mangled with this class name.
fn scope_of(object: &Object, mangled: Option<&[u8]>) -> ClassPtr {
    let mut class = Some(object.class());
    while let (Some(c), Some(name)) = (class, mangled) {
        if c.name.as_bytes().eq_ignore_ascii_case(name) {
            return c;
        }
        class = c.parent;
    }
    object.class()
}

/// The method of that (lower-case) name, if it is PHP code.
pub fn user_method(object: &Object, lower: &str) -> Option<FunctionPtr> {
    object.class().method(lower.as_bytes()).filter(|f| f.code().is_some())
}

/// Calls a method that was looked up before.
pub fn call(ctx: &mut Ctx, object: &Object, method: FunctionPtr, args: &[Value]) -> PhpResult {
    ctx.host.call_function(ctx, method, Some(object), Some(object.class()), args)
}

/// Whether a class is the native class of that name or descends from it.
pub fn descends(class: &Class, name: &str) -> bool {
    coerce::is_instance_of_name(class, name)
}

/// An argument without a declared type that must be an integer, as if it were declared so. `number` is from 1.
pub fn int_argument(ctx: &mut Ctx, value: &Value, number: usize) -> PhpResult<i64> {
    int_or(ctx, value, number, "int")
}

/// As [`int_argument`], where the message says that `null` would do as well.
pub fn nullable_int_argument(ctx: &mut Ctx, value: &Value, number: usize) -> PhpResult<Option<i64>> {
    if value.is_null() { Ok(None) } else { int_or(ctx, value, number, "?int").map(Some) }
}

fn int_or(ctx: &mut Ctx, value: &Value, number: usize, wanted: &str) -> PhpResult<i64> {
    if let Some(i) = value.as_int() {
        return Ok(i);
    }
    let strict = ctx.host.caller_is_strict(ctx);
    if value.is_null() && !strict {
        let name = ctx.current.and_then(|f| f.param_name(number - 1)).unwrap_or_default();
        ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type {wanted} is deprecated"));
        ctx.check()?;
        return Ok(0);
    }
    match coerce::scalar_to(ctx, value, TypeMask::INT, strict)? {
        Some(i) => Ok(convert::to_int(&i)),
        None => {
            ctx.check()?;
            let text = format!("must be of type {wanted}, {} given", convert::value_name(value));
            Err(ctx.argument_type_error(number, text))
        }
    }
}

/// An argument without a declared type that must be a string, as if it were declared so. `number` is from 1.
pub fn str_argument(ctx: &mut Ctx, value: &Value, number: usize) -> PhpResult<Str> {
    if let Some(s) = value.as_str() {
        return Ok(s.clone());
    }
    let strict = ctx.host.caller_is_strict(ctx);
    if value.is_null() && !strict {
        let name = ctx.current.and_then(|f| f.param_name(number - 1)).unwrap_or_default();
        ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type string is deprecated"));
        ctx.check()?;
        return Ok(Str::default());
    }
    match coerce::scalar_to(ctx, value, TypeMask::STRING, strict)?.and_then(Value::into_str) {
        Some(s) => Ok(s),
        None => {
            ctx.check()?;
            let text = format!("must be of type string, {} given", convert::value_name(value));
            Err(ctx.argument_type_error(number, text))
        }
    }
}

/// Calls a function of another extension.
pub fn call_named(ctx: &mut Ctx, name: &str, args: &[Value]) -> PhpResult {
    match ctx.host.lookup_function(ctx, name.as_bytes()) {
        Some(function) => ctx.host.call_function(ctx, function, None, None, args),
        None => Err(ctx.throw_error(format!("Call to undefined function {name}()"))),
    }
}

/// `serialize()`
pub fn serialize(ctx: &mut Ctx, value: &Value) -> PhpResult<Str> {
    let text = call_named(ctx, "serialize", std::slice::from_ref(value))?;
    Ok(text.into_str().unwrap_or_default())
}

/// The serialized text of a data structure, read piece by piece.
pub struct Unserializer {
    text: Str,
    at: usize,
}

impl Unserializer {
    /// At the beginning of the text.
    pub fn new(text: &Str) -> Unserializer {
        Unserializer { text: text.clone(), at: 0 }
    }
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }
    /// Whether everything was read.
    pub fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }
    /// The next byte, not read yet.
    pub fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }
    /// Reads these bytes, if they are next.
    pub fn eat(&mut self, bytes: &[u8]) -> bool {
        let found = self.rest().starts_with(bytes);
        if found {
            self.at += bytes.len();
        }
        found
    }
    /// Reads a value. The inner result is `None` if there is none or it cannot be made.
    pub fn value(&mut self, ctx: &mut Ctx) -> PhpResult<Option<Value>> {
        let Some(len) = value_len(self.rest(), 0) else { return Ok(None) };
        let piece = Str::new(&self.rest()[..len]);
        let is_false = piece.as_bytes() == b"b:0;";
        let value = call_named(ctx, "unserialize", &[Value::from(piece)])?;
        if value.as_bool() == Some(false) && !is_false {
            return Ok(None);
        }
        self.at += len;
        Ok(Some(value))
    }
    /// Throws what PHP throws at a text it does not understand.
    pub fn error(&self, ctx: &mut Ctx) -> phant_native::Thrown {
        let text = format!("Error at offset {} of {} bytes", self.at, self.text.len());
        if ctx.has_exception() {
            return phant_native::Thrown;
        }
        ctx.throw("UnexpectedValueException", text)
    }
}

/// How deep serialized values may be nested for [`value_len`], as `unserialize_max_depth` has it.
const MAX_DEPTH: usize = 4096;

/// How many bytes the serialized value in front takes.
fn value_len(text: &[u8], depth: usize) -> Option<usize> {
    if depth > MAX_DEPTH {
        return None;
    }
    let number = |from: usize| -> Option<(usize, usize)> {
        let digits = text.get(from..)?.iter().take_while(|b| b.is_ascii_digit()).count();
        let n = std::str::from_utf8(&text[from..from + digits]).ok()?.parse().ok()?;
        Some((n, from + digits))
    };
    let is = |at: usize, byte: u8| text.get(at) == Some(&byte);
    match text.first()? {
        b'N' => is(1, b';').then_some(2),
        b'b' | b'i' | b'd' | b'r' | b'R' => text.iter().position(|&b| b == b';').map(|end| end + 1),
        b's' | b'S' | b'E' => {
            let (len, at) = number(2)?;
            let end = at.checked_add(2)?.checked_add(len)?;
            (is(end, b'"') && is(end + 1, b';')).then_some(end + 2)
        }
        b'a' => {
            let (count, at) = number(2)?;
            elements_len(text, count, at, depth)
        }
        b'O' | b'C' => {
            let (len, at) = number(2)?;
            let name_end = at.checked_add(2)?.checked_add(len)?;
            if !(is(name_end, b'"') && is(name_end + 1, b':')) {
                return None;
            }
            let (count, at) = number(name_end + 2)?;
            if text[0] == b'C' {
                let end = at.checked_add(2)?.checked_add(count)?;
                return is(end, b'}').then_some(end + 1);
            }
            elements_len(text, count, at, depth)
        }
        _ => None,
    }
}

/// Where `count` keys and values end that follow `:{` at `at`.
fn elements_len(text: &[u8], count: usize, at: usize, depth: usize) -> Option<usize> {
    let mut at = at.checked_add(2)?;
    for _ in 0..count.checked_mul(2)? {
        at += value_len(text.get(at..)?, depth + 1)?;
    }
    (text.get(at) == Some(&b'}')).then_some(at + 1)
}

/// Throws what PHP throws when `__unserialize` gets something else than `__serialize` returns.
pub fn ill_typed(ctx: &mut Ctx) -> phant_native::Thrown {
    ctx.throw("UnexpectedValueException", "Incomplete or ill-typed serialization data")
}

/// Memory for `count` values more; PHP's fatal error if there is none.
pub fn reserve(ctx: &mut Ctx, count: usize) -> PhpResult<()> {
    let size = size_of::<Value>();
    let Some(bytes) = count.checked_mul(size) else {
        let text = format!("Possible integer overflow in memory allocation ({count} * {size} + 0)");
        ctx.report(phant_native::Level::Error, text);
        return Err(phant_native::Thrown);
    };
    match phant_memory::heap::try_reserve(bytes) {
        Ok(()) => Ok(()),
        Err(error) => {
            ctx.report(phant_native::Level::Error, error.to_string());
            Err(phant_native::Thrown)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::value_len;

    #[test]
    fn lengths_of_serialized_values() {
        for text in ["N;", "i:-12;", "s:3:\"a\";\";", "a:1:{i:0;a:0:{}}", "O:1:\"A\":1:{s:1:\"p\";b:1;}", "C:1:\"A\":2:{xy}"] {
            assert_eq!(value_len(format!("{text};rest").as_bytes(), 0), Some(text.len()), "{text}");
        }
        for text in ["", "x", "s:9:\"a\";", "a:1:{i:0;}", "O:1:\"A\"", "a:99999999999999999999:{}"] {
            assert_eq!(value_len(text.as_bytes(), 0), None, "{text}");
        }
    }
}
