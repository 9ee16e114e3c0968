//! Writing.
//!
//! Containers, objects and references to anything get numbers in the order in which they are met; one met again is written
//! as its number. Strings have numbers of their own.

use crate::{format, strings::Known};
use phant_ext_standard::object_data;
use phant_memory::{
    Array, HeapBox, HeapVec, Key, KeyRef, Object, OwnView, PhpStr, Reference, RequestHeap, Resource, Str, StrBuilder, Value,
};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, class::class_flags, function::FunctionKind, resource};
use std::cell::Cell;

/// The tables of the last call, for the next one.
#[derive(Default)]
struct Kept(Cell<Option<HeapBox<Known>>>);

/// The bytes for a value.
pub(crate) fn encode(ctx: &Ctx, value: &Value) -> PhpResult<Str> {
    let kept = ctx.state::<Kept>();
    let mut writer = Writer {
        out: StrBuilder::with_capacity(value.own_str().map_or(480, |text| text.len() + 16)),
        known: kept.0.take().unwrap_or_else(|| HeapBox::new_in(Known::new(), RequestHeap)),
        compact: ctx.ini.bool("igbinary.compact_strings"),
        count: 0,
        kept: phant_memory::heap_vec(),
        loose: false,
        plain: None,
    };
    writer.out.push_few(format::HEADER);
    let written = match value.own_array() {
        // It takes the first number, but where it is in itself it counts as another one.
        Some(array) => {
            writer.count = 1;
            writer.array(ctx, array, array.is_immutable() || array.refcount() > 1)
        }
        None => writer.value(ctx, value, false),
    };
    writer.known.forget(writer.count);
    kept.0.set(Some(writer.known));
    written?;
    ctx.check()?;
    Ok(writer.out.finish())
}

struct Writer {
    out: StrBuilder,
    /// The numbers of strings, and by their addresses those of what may be met again.
    known: HeapBox<Known>,
    compact: bool,
    /// How many numbers were given to arrays, objects and references.
    count: u32,
    /// Keeps alive what has a number and might go otherwise, so that no address is used twice.
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

    #[inline(always)]
    fn int(&mut self, i: i64) {
        match i {
            0..=0xff => self.out.push_few([format::LONG8P, i as u8]),
            0x100..=0xffff => self.out.push_few([format::LONG16P, (i >> 8) as u8, i as u8]),
            _ => self.other_int(i),
        }
    }

    #[inline(never)]
    fn other_int(&mut self, i: i64) {
        let letter = format::LONG8P + u8::from(i < 0);
        let n = i.unsigned_abs();
        // Moved to the upper end, the number's bytes come first.
        let (letter, width) = match n {
            0..=0xff => (letter, 1),
            0x100..=0xffff => (letter + 2, 2),
            0x1_0000..=0xffff_ffff => (letter + 4, 4),
            _ => (format::LONG64P + u8::from(i < 0), 8),
        };
        let [a, b, c, d, e, f, g, h] = (n << (64 - width * 8)).to_be_bytes();
        self.out.push_some([letter, a, b, c, d, e, f, g, h], 1 + width);
    }

    /// A letter, a length and bytes.
    #[inline(always)]
    fn bytes(&mut self, letter: u8, s: &[u8]) {
        match u8::try_from(s.len()) {
            Ok(len) => self.out.push_framed([letter, len], s, []),
            Err(_) => self.long_bytes(letter, s),
        }
    }

    #[inline(never)]
    fn long_bytes(&mut self, letter: u8, s: &[u8]) {
        self.sized_long(letter, s.len());
        self.out.push_bytes(s);
    }

    #[inline(always)]
    fn text(&mut self, s: &PhpStr) {
        match self.known.strings.known(s) {
            Some(number) if self.compact => self.sized(format::STRING_ID8, number as usize),
            _ => self.other_text(s),
        }
    }

    #[inline(never)]
    fn other_text(&mut self, s: &PhpStr) {
        if s.is_empty() {
            self.out.push(format::STRING_EMPTY);
        } else if self.compact {
            self.numbered_text(format::STRING8, format::STRING_ID8, s);
        } else {
            self.known.strings.skip();
            self.bytes(format::STRING8, s);
        }
    }

    #[inline]
    fn class_name(&mut self, name: &PhpStr) {
        match self.known.strings.known(name) {
            Some(number) => self.sized(format::OBJECT_ID8, number as usize),
            None => self.other_class_name(name),
        }
    }

    #[inline(never)]
    fn other_class_name(&mut self, name: &PhpStr) {
        self.numbered_text(format::OBJECT8, format::OBJECT_ID8, name);
    }

    /// A string, with one letter the first time, and as its number with another one then.
    #[inline(always)]
    fn numbered_text(&mut self, first: u8, again: u8, s: &PhpStr) {
        let head = match s.len() {
            0..=0xff => 2,
            0x100..=0xffff => 3,
            _ => 5,
        };
        let strings = &mut self.known.strings;
        let (number, is_known) = strings.number(s, self.out.as_bytes(), self.out.len() + head);
        // Its address is its own until the end if nobody can let go of it.
        if s.is_immutable() || !self.loose {
            strings.remember(s, number);
        }
        if is_known { self.sized(again, number as usize) } else { self.bytes(first, s) }
    }

    /// Numbers something by its address; the number, if it has one already.
    fn number(&mut self, address: usize, value: &Value) -> Option<u32> {
        if let Some(number) = self.known.addresses.number(address, self.count) {
            return Some(number);
        }
        self.count += 1;
        if self.loose {
            self.kept.push(value.clone());
        }
        None
    }

    /// Writes a value. `shared` says that a container with other owners holds it.
    #[inline(always)]
    fn value(&mut self, ctx: &Ctx, value: &Value, shared: bool) -> PhpResult<()> {
        match value.own_view() {
            OwnView::Null => self.out.push(format::NULL),
            OwnView::Bool(b) => self.out.push(if b { format::TRUE } else { format::FALSE }),
            OwnView::Int(i) => self.int(i),
            OwnView::Float(f) => self.float(f),
            OwnView::Str(s) => self.text(s),
            OwnView::Array(array) => return self.own_array(ctx, array, value, shared),
            OwnView::Object(object) => return self.own_object(ctx, object, value),
            OwnView::Resource(r) => return self.resource(ctx, r),
            OwnView::Reference(reference) => return self.reference(ctx, reference, value, shared),
        }
        Ok(())
    }

    #[inline(never)]
    fn own_array(&mut self, ctx: &Ctx, array: &Array, value: &Value, shared: bool) -> PhpResult<()> {
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
        self.array(ctx, array, shared)
    }

    #[inline(never)]
    fn own_object(&mut self, ctx: &Ctx, object: &Object, value: &Value) -> PhpResult<()> {
        if let Some(number) = self.number(object.as_ptr().addr(), value) {
            self.sized(format::OBJREF8, number as usize);
            return Ok(());
        }
        ctx.check_stack()?;
        let loose = std::mem::replace(&mut self.loose, true);
        self.object(ctx, &object.clone())?;
        self.loose = loose;
        Ok(())
    }

    #[cold]
    fn resource(&mut self, ctx: &Ctx, resource: &Resource) -> PhpResult<()> {
        let name = resource::type_name(resource).unwrap_or("Unknown");
        self.out.push(format::NULL);
        ctx.deprecated(format!(
            "Cannot serialize resource({name}) and resources may be converted to objects that cannot be serialized \
             in future php releases. Serializing the value as null instead"
        ));
        ctx.check()
    }

    fn float(&mut self, f: f64) {
        let mut bytes = [format::DOUBLE; 9];
        bytes[1..].copy_from_slice(&f.to_bits().to_be_bytes());
        self.out.push_few(bytes);
    }

    #[cold]
    #[inline(never)]
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

    #[inline(always)]
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
        if !object_data::is_plain(ctx, object) || object_data::is_incomplete(class) {
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
