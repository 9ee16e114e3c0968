//! Writing.
//!
//! Containers, objects and references to anything get numbers in the order in which they are met; one met again is written
//! as its number. Strings have numbers of their own.

use crate::{
    format,
    strings::{Addresses, Strings},
};
use phant_ext_standard::object_data;
use phant_memory::{Array, HeapVec, Key, KeyRef, Object, PhpStr, Reference, Str, StrBuilder, Value, View};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, class::class_flags, function::FunctionKind, resource};

/// The bytes for a value.
pub(crate) fn encode(ctx: &Ctx, value: &Value) -> PhpResult<Str> {
    let compact = ctx.ini.bool("igbinary.compact_strings");
    let mut writer = Writer {
        out: StrBuilder::with_capacity(480),
        strings: Strings::new(),
        compact,
        count: 0,
        numbers: Addresses::new(),
        kept: phant_memory::heap_vec(),
        loose: false,
        plain: None,
    };
    writer.out.push_bytes(&format::HEADER);
    writer.value(ctx, value, false)?;
    ctx.check()?;
    Ok(writer.out.finish())
}

struct Writer {
    out: StrBuilder,
    strings: Strings,
    compact: bool,
    /// How many numbers were given to arrays, objects and references.
    count: u32,
    /// The numbers of those that may be met again, by address.
    numbers: Addresses,
    /// Keeps alive what is in `numbers` and might go otherwise, so that no address is used twice.
    kept: HeapVec<Value>,
    /// Whether what is being written is in an object or reference: code that runs may change those. What is only in arrays
    /// stays there until the end.
    loose: bool,
    /// The class of the last object that was written as its slots alone, without code.
    plain: Option<ClassPtr>,
}

impl Writer {
    /// A letter with the number behind it in one, two or four bytes.
    #[inline(always)]
    fn sized(&mut self, letter: u8, n: usize) {
        if n <= 0xff {
            self.out.push_few([letter, n as u8]);
        } else {
            self.sized_long(letter, n);
        }
    }

    #[inline(never)]
    fn sized_long(&mut self, letter: u8, n: usize) {
        if n <= 0xffff {
            let [a, b] = (n as u16).to_be_bytes();
            self.out.push_few([letter + 1, a, b]);
        } else {
            let [a, b, c, d] = (n as u32).to_be_bytes();
            self.out.push_few([letter + 2, a, b, c, d]);
        }
    }

    #[inline]
    fn int(&mut self, i: i64) {
        let letter = format::LONG8P + u8::from(i < 0);
        let n = i.unsigned_abs();
        if n <= 0xff {
            self.out.push_few([letter, n as u8]);
        } else if n <= 0xffff {
            let [a, b] = (n as u16).to_be_bytes();
            self.out.push_few([letter + 2, a, b]);
        } else if n <= 0xffff_ffff {
            let [a, b, c, d] = (n as u32).to_be_bytes();
            self.out.push_few([letter + 4, a, b, c, d]);
        } else {
            let [a, b, c, d, e, f, g, h] = n.to_be_bytes();
            self.out.push_few([format::LONG64P + u8::from(i < 0), a, b, c, d, e, f, g, h]);
        }
    }

    /// A letter, a length and bytes.
    #[inline]
    fn bytes(&mut self, letter: u8, s: &[u8]) {
        self.sized(letter, s.len());
        self.out.push_bytes(s);
    }

    #[inline]
    fn text(&mut self, s: &PhpStr) {
        if self.compact
            && let Some(number) = self.strings.known(s)
        {
            return self.sized(format::STRING_ID8, number as usize);
        }
        self.other_text(s);
    }

    #[inline(never)]
    fn other_text(&mut self, s: &PhpStr) {
        if s.is_empty() {
            self.out.push(format::STRING_EMPTY);
        } else if self.compact {
            self.numbered_text(format::STRING8, format::STRING_ID8, s);
        } else {
            self.strings.skip();
            self.bytes(format::STRING8, s);
        }
    }

    #[inline]
    fn class_name(&mut self, name: &PhpStr) {
        match self.strings.known(name) {
            Some(number) => self.sized(format::OBJECT_ID8, number as usize),
            None => self.numbered_text(format::OBJECT8, format::OBJECT_ID8, name),
        }
    }

    /// A string, with one letter the first time, and as its number with another one then.
    fn numbered_text(&mut self, first: u8, again: u8, s: &PhpStr) {
        match self.strings.find(s, self.out.as_bytes()) {
            Ok(number) => self.sized(again, number as usize),
            Err(missing) => {
                self.sized(first, s.len());
                self.strings.add(missing, s, self.out.len());
                self.out.push_bytes(s);
            }
        }
    }

    /// Numbers something by its address; the number, if it has one already.
    fn number(&mut self, address: usize, value: &Value) -> Option<u32> {
        if let Some(number) = self.numbers.number(address, self.count) {
            return Some(number);
        }
        self.count += 1;
        if self.loose {
            self.kept.push(value.clone());
        }
        None
    }

    /// Writes a value. `shared` says that a container with other owners holds it.
    fn value(&mut self, ctx: &Ctx, value: &Value, shared: bool) -> PhpResult<()> {
        if let Some(reference) = value.as_ref() {
            return self.reference(ctx, reference, value, shared);
        }
        match value.view() {
            View::Null => self.out.push(format::NULL),
            View::Bool(b) => self.out.push(if b { format::TRUE } else { format::FALSE }),
            View::Int(i) => self.int(i),
            View::Float(f) => self.float(f),
            View::Str(s) => self.text(&s),
            View::Array(array) => {
                let shared = shared || array.is_immutable() || array.refcount() > 1;
                if shared {
                    let address = array.as_ptr().addr();
                    if let Some(number) = self.number(address, value) {
                        self.sized(format::REF8, number as usize);
                        return Ok(());
                    }
                } else {
                    self.count += 1;
                }
                self.array(ctx, &array, shared)?;
            }
            View::Object(object) => {
                let address = object.as_ptr().addr();
                if let Some(number) = self.number(address, value) {
                    self.sized(format::OBJREF8, number as usize);
                    return Ok(());
                }
                ctx.check_stack()?;
                let object = object.into_owned();
                let loose = std::mem::replace(&mut self.loose, true);
                self.object(ctx, &object)?;
                self.loose = loose;
            }
            View::Resource(r) => {
                let name = resource::type_name(&r).unwrap_or("Unknown");
                self.out.push(format::NULL);
                ctx.deprecated(format!(
                    "Cannot serialize resource({name}) and resources may be converted to objects that cannot be serialized \
                     in future php releases. Serializing the value as null instead"
                ));
                ctx.check()?;
            }
        }
        Ok(())
    }

    fn float(&mut self, f: f64) {
        let mut bytes = [format::DOUBLE; 9];
        bytes[1..].copy_from_slice(&f.to_bits().to_be_bytes());
        self.out.push_few(bytes);
    }

    #[cold]
    fn reference(&mut self, ctx: &Ctx, reference: &Reference, value: &Value, shared: bool) -> PhpResult<()> {
        let inner = reference.get();
        // Nobody else can see this one.
        if reference.refcount() == 1 {
            return self.value(ctx, &inner, shared);
        }
        self.out.push(format::REF);
        let loose = std::mem::replace(&mut self.loose, true);
        let result = self.shared(ctx, reference, value, &inner);
        self.loose = loose;
        result
    }

    /// What several places share.
    fn shared(&mut self, ctx: &Ctx, reference: &Reference, value: &Value, inner: &Value) -> PhpResult<()> {
        if !inner.is_object() {
            if let Some(number) = self.number(reference.as_ptr().addr(), value) {
                self.sized(format::REF8, number as usize);
                return Ok(());
            }
            if let Some(array) = inner.own_array() {
                return self.array(ctx, array, true);
            }
        }
        self.value(ctx, inner, true)
    }

    fn array(&mut self, ctx: &Ctx, array: &Array, shared: bool) -> PhpResult<()> {
        self.sized(format::ARRAY8, array.len());
        if array.is_empty() {
            return Ok(());
        }
        ctx.check_stack()?;
        if let Some(values) = array.as_slice() {
            for (key, value) in values.iter().enumerate() {
                self.int(key as i64);
                self.value(ctx, value, shared)?;
            }
            return Ok(());
        }
        // Code of objects may run; the array is borrowed from whoever holds it.
        for (key, value) in array.iter() {
            self.key(key);
            self.value(ctx, value, shared)?;
        }
        Ok(())
    }

    #[inline]
    fn key(&mut self, key: KeyRef<'_>) {
        match key {
            KeyRef::Int(i) => self.int(i),
            KeyRef::Str(s) => self.text(s),
        }
    }

    fn object(&mut self, ctx: &Ctx, object: &Object) -> PhpResult<()> {
        let class = object.class();
        if self.plain.is_some_and(|plain| std::ptr::eq(plain, class)) && object.bits() == 0 {
            self.class_name(&class.name);
            return self.slots(ctx, object);
        }
        if object_data::is_refused(class) {
            let text = format!("Serialization of '{}' is not allowed", object_data::display(&class.name));
            return Err(ctx.throw("Exception", text));
        }
        if class.is_enum() {
            let case = object_data::case_name(ctx, object)?;
            self.class_name(&class.name);
            self.out.push(format::ENUM_CASE);
            self.text(&case);
            return Ok(());
        }
        if let Some(method) = class.magic.serialize {
            let data = ctx.host.call_function(ctx, method, Some(object), Some(class), &[])?;
            let Some(data) = data.into_array() else {
                return Err(ctx.type_error(format!("{}::__serialize() must return an array", class.name)));
            };
            self.class_name(&class.name);
            self.sized(format::ARRAY8, data.len());
            for (key, value) in data.iter() {
                self.key(key);
                // Empty arrays that PHP's own classes give are not the one that all empty literals are.
                if matches!(method.kind, FunctionKind::Native(_)) && value.own_array().is_some_and(|a| a.is_empty()) {
                    self.count += 1;
                    self.sized(format::ARRAY8, 0);
                } else {
                    self.value(ctx, value, true)?;
                }
            }
            // What the array holds may have been made for it alone; no address of it may be used again.
            self.kept.push(Value::from(data));
            return Ok(());
        }
        if class.has_flag(class_flags::SERIALIZABLE) {
            return self.serializable(ctx, object);
        }
        if !object_data::is_incomplete(class)
            && let Some(sleep) = class.method(b"__sleep")
        {
            let names = ctx.host.call_function(ctx, sleep, Some(object), Some(class), &[])?;
            let names = names.into_array();
            if names.is_none() {
                ctx.notice("__sleep should return an array only containing the names of instance-variables to serialize");
                ctx.check()?;
            }
            self.class_name(&class.name);
            return self.chosen(ctx, object, &names.unwrap_or_default());
        }
        let object = &object_data::settled(ctx, object)?;
        self.class_name(&object_data::class_name(object));
        if !object_data::is_plain(object) || object_data::is_incomplete(class) {
            let all = object_data::properties(ctx, object)?;
            return self.properties(ctx, all, object_data::is_incomplete(class));
        }
        self.plain = Some(class);
        self.slots(ctx, object)
    }

    /// The properties of an object that are in its slots, and those that were added to it.
    fn slots(&mut self, ctx: &Ctx, object: &Object) -> PhpResult<()> {
        let class = object.class();
        let dynamic = object.dynamic();
        self.sized(format::ARRAY8, class.slots.len() + dynamic.as_ref().map_or(0, |d| d.len()));
        for (slot, property) in class.slots.iter().enumerate() {
            let value = object.slot(slot as u16);
            if value.is_undef() {
                self.out.push(format::NULL);
                continue;
            }
            self.text(&property.mangled);
            self.value(ctx, &lone(value, 2), true)?;
        }
        for (key, value) in dynamic.iter().flat_map(|d| d.iter()) {
            self.key(key);
            self.value(ctx, value, true)?;
        }
        Ok(())
    }

    fn properties(&mut self, ctx: &Ctx, all: Vec<(Key, Value)>, incomplete: bool) -> PhpResult<()> {
        let hidden = all.iter().filter(|(key, _)| incomplete && object_data::is_incomplete_name(key.as_ref())).count();
        self.sized(format::ARRAY8, all.len() - hidden);
        for (key, value) in all {
            if incomplete && object_data::is_incomplete_name(key.as_ref()) {
                continue;
            }
            if value.is_undef() {
                self.out.push(format::NULL);
                continue;
            }
            self.key(key.as_ref());
            self.value(ctx, &lone(value, 2), true)?;
        }
        Ok(())
    }

    /// The properties that `__sleep` names.
    fn chosen(&mut self, ctx: &Ctx, object: &Object, names: &Array) -> PhpResult<()> {
        let class = object.class();
        self.sized(format::ARRAY8, names.len());
        if names.is_empty() {
            return Ok(());
        }
        let object = &object_data::settled(ctx, object)?;
        let all = object_data::properties(ctx, object)?;
        for name in names.values() {
            let Some(name) = name.as_str() else {
                ctx.notice("__sleep should return an array only containing the names of instance-variables to serialize");
                ctx.check()?;
                self.out.push(format::NULL);
                continue;
            };
            match object_data::named_by_sleep(class, &all, &name) {
                Some((key, value)) if value.is_undef() => {
                    let typed = object_data::slot_of(class, &key.to_value().into_str().unwrap_or_default(), 0);
                    if typed.is_some_and(|(_, property)| property.ty.is_some()) {
                        return Err(ctx.throw_error(format!(
                            "Typed property {}::${name} must not be accessed before initialization (in __sleep)",
                            class.name
                        )));
                    }
                    self.missing(ctx, &name)?;
                }
                Some((key, value)) => {
                    self.key(key.as_ref());
                    self.value(ctx, &lone(value.clone(), 3), true)?;
                }
                None => self.missing(ctx, &name)?,
            }
        }
        Ok(())
    }

    fn missing(&mut self, ctx: &Ctx, name: &Str) -> PhpResult<()> {
        let end = b"\" returned as member variable from __sleep() but does not exist";
        ctx.notice([b"\"", name.as_bytes(), end].concat());
        self.text(name);
        self.out.push(format::NULL);
        ctx.check()
    }

    fn serializable(&mut self, ctx: &Ctx, object: &Object) -> PhpResult<()> {
        let data = ctx.call_method(object, "serialize", &[])?;
        let class = object.class();
        if let Some(text) = data.as_str() {
            self.class_name(&class.name);
            self.bytes(format::OBJECT_SER8, &text);
            return Ok(());
        }
        if data.is_null() {
            self.out.push(format::NULL);
            return Ok(());
        }
        Err(ctx.throw("Exception", format!("{}::serialize() must return a string or NULL", class.name)))
    }
}

/// A value without the reference around it, if only `held` handles of ours and one place know that.
fn lone(value: Value, held: u32) -> Value {
    match value.as_ref() {
        Some(reference) if reference.refcount() <= held => reference.get(),
        _ => value,
    }
}
