//! Writing. What MessagePack has no form for is a map that begins with a null key: the name of a class, or a number that
//! says what follows.

use crate::settings::{Options, mark, report, warn};
use phant_ext_standard::object_data;
use phant_memory::{
    Array, HeapAddressMap, HeapVec, Key, KeyRef, Object, OwnView, Reference, RequestHeap, Str, StrBuilder, Value,
    string::AddressState,
};
use phant_native::{ClassPtr, Ctx, Level, ObjectExt, PhpResult, class::class_flags};

/// The bytes for a value.
pub(crate) fn encode(ctx: &Ctx, value: &Value, options: Options) -> PhpResult<Str> {
    let mut writer = Writer {
        out: StrBuilder::with_capacity(value.own_str().map_or(256, |text| text.len() + 8)),
        options,
        str8: ctx.ini.bool("msgpack.use_str8_serialization"),
        count: 0,
        numbers: HeapAddressMap::with_hasher_in(AddressState, RequestHeap),
        kept: phant_memory::heap_vec(),
        plain: None,
    };
    writer.value(ctx, value)?;
    ctx.check()?;
    Ok(writer.out.finish())
}

struct Writer {
    out: StrBuilder,
    options: Options,
    /// Whether strings may have a length of one byte, which the first version of the format did not know.
    str8: bool,
    /// How many arrays, objects and references have a number.
    count: i64,
    numbers: HeapAddressMap<i64>,
    /// Keeps alive what is in `numbers`, so that no address is used twice.
    kept: HeapVec<Value>,
    /// The class of the last object that was written as its slots alone, without code.
    plain: Option<ClassPtr>,
}

const NIL: u8 = 0xc0;

impl Writer {
    #[inline(always)]
    fn int(&mut self, i: i64) {
        match i {
            0..=0x7f => self.out.push(i as u8),
            0x80..=0xff => self.out.push_few([0xcc, i as u8]),
            _ => self.other_int(i),
        }
    }

    #[inline(never)]
    fn other_int(&mut self, i: i64) {
        match i {
            -32..0x80 => self.out.push(i as u8),
            0x80..0x100 => self.out.push_few([0xcc, i as u8]),
            0x100..=0xffff => {
                let [a, b] = (i as u16).to_be_bytes();
                self.out.push_few([0xcd, a, b]);
            }
            0x1_0000..=0xffff_ffff => self.word(0xce, i as u32),
            -0x80..-32 => self.out.push_few([0xd0, i as u8]),
            -0x8000..-0x80 => {
                let [a, b] = (i as i16).to_be_bytes();
                self.out.push_few([0xd1, a, b]);
            }
            -0x8000_0000..-0x8000 => self.word(0xd2, i as u32),
            _ => self.long(if i < 0 { 0xd3 } else { 0xcf }, i as u64),
        }
    }

    #[inline]
    fn word(&mut self, letter: u8, n: u32) {
        let [a, b, c, d] = n.to_be_bytes();
        self.out.push_few([letter, a, b, c, d]);
    }

    #[inline]
    fn long(&mut self, letter: u8, n: u64) {
        let [a, b, c, d, e, f, g, h] = n.to_be_bytes();
        self.out.push_few([letter, a, b, c, d, e, f, g, h]);
    }

    #[inline]
    fn text(&mut self, s: &[u8]) {
        match s.len() {
            n @ 0..32 => self.out.push_framed([0xa0 | n as u8], s, []),
            n @ 32..256 if self.str8 => self.out.push_framed([0xd9, n as u8], s, []),
            n @ 32..0x1_0000 => self.out.push_framed([0xda, (n >> 8) as u8, n as u8], s, []),
            n => {
                self.word(0xdb, n as u32);
                self.out.push_bytes(s);
            }
        }
    }

    /// The head of an array or a map: the letter for few elements, and that for more.
    #[inline]
    fn head(&mut self, few: u8, more: u8, n: usize) {
        match n {
            0..16 => self.out.push(few | n as u8),
            16..0x1_0000 => self.out.push_few([more, (n >> 8) as u8, n as u8]),
            _ => self.word(more + 1, n as u32),
        }
    }

    #[inline]
    fn list_head(&mut self, n: usize) {
        self.head(0x90, 0xdc, n);
    }

    #[inline]
    fn map_head(&mut self, n: usize) {
        self.head(0x80, 0xde, n);
    }

    /// A null key and a number behind it.
    fn mark(&mut self, kind: i64) {
        self.out.push_few([NIL, kind as u8]);
    }

    /// Something met before.
    fn met(&mut self, kind: i64, number: i64) {
        self.map_head(2);
        self.mark(kind);
        self.out.push(0);
        self.int(number);
    }

    /// Numbers something by its address; the number, if it has one already.
    fn number(&mut self, address: usize, value: &Value) -> Option<i64> {
        if let Some(number) = self.numbers.get(&address) {
            return Some(*number);
        }
        self.count += 1;
        if self.numbers.is_empty() {
            self.numbers.reserve(28);
            self.kept.reserve(28);
        }
        self.numbers.insert(address, self.count);
        self.kept.push(value.clone());
        None
    }

    #[inline(always)]
    fn value(&mut self, ctx: &Ctx, value: &Value) -> PhpResult<()> {
        match value.own_view() {
            OwnView::Null => self.out.push(NIL),
            OwnView::Bool(b) => self.out.push(0xc2 + u8::from(b)),
            OwnView::Int(i) => self.int(i),
            OwnView::Float(f) => self.long(0xcb, f.to_bits()),
            OwnView::Str(s) => self.text(s),
            _ => return self.other_value(ctx, value),
        }
        Ok(())
    }

    #[inline(never)]
    fn other_value(&mut self, ctx: &Ctx, value: &Value) -> PhpResult<()> {
        match value.own_view() {
            OwnView::Array(array) => {
                self.count += 1;
                self.array(ctx, array, false)?;
            }
            OwnView::Object(object) => {
                if self.options.php_only
                    && let Some(number) = self.number(object.as_ptr().addr(), value)
                {
                    self.count += 1;
                    self.met(mark::OBJECT, number);
                    return Ok(());
                }
                ctx.check_stack()?;
                self.object(ctx, &object.clone(), false)?;
            }
            OwnView::Reference(reference) => self.reference(ctx, reference, value)?,
            _ => {
                self.out.push(NIL);
                warn(ctx, "msgpack_serialize_zval", "type is unsupported, encoded as null");
                ctx.check()?;
            }
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn reference(&mut self, ctx: &Ctx, reference: &Reference, value: &Value) -> PhpResult<()> {
        let inner = reference.get();
        if let Some(array) = inner.own_array() {
            if self.options.php_only
                && let Some(number) = self.number(reference.as_ptr().addr(), value)
            {
                self.met(mark::RECURSIVE, number);
                return Ok(());
            }
            return self.array(ctx, array, self.options.php_only);
        }
        if let Some(object) = inner.own_object() {
            if self.options.php_only
                && let Some(number) = self.number(object.as_ptr().addr(), &inner)
            {
                self.met(mark::OBJECT_REFERENCE, number);
                return Ok(());
            }
            ctx.check_stack()?;
            return self.object(ctx, object, true);
        }
        self.value(ctx, &inner)
    }

    fn array(&mut self, ctx: &Ctx, array: &Array, is_ref: bool) -> PhpResult<()> {
        if array.is_empty() {
            self.list_head(0);
            return Ok(());
        }
        ctx.check_stack()?;
        if !is_ref && array.is_list() {
            self.list_head(array.len());
            if let Some(values) = array.as_slice() {
                for value in values {
                    self.value(ctx, value)?;
                }
                return Ok(());
            }
            for value in array.values() {
                self.value(ctx, value)?;
            }
            return Ok(());
        }
        self.map_head(array.len() + usize::from(is_ref));
        if is_ref {
            self.mark(mark::REFERENCE);
        }
        for (key, value) in array.iter() {
            self.key(key);
            self.value(ctx, value)?;
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

    fn object(&mut self, ctx: &Ctx, object: &Object, is_ref: bool) -> PhpResult<()> {
        let class = object.class();
        if self.plain.is_some_and(|plain| std::ptr::eq(plain, class)) && object.bits() == 0 {
            return self.slots(ctx, object, is_ref);
        }
        if object_data::is_refused(class) {
            let text = format!("Serialization of '{}' is not allowed", object_data::display(&class.name));
            return Err(ctx.throw("Exception", text));
        }
        if class.is_enum() {
            let case = object_data::case_name(ctx, object)?;
            self.map_head(2);
            self.mark(mark::ENUM);
            self.text(&class.name);
            self.text(&case);
            return Ok(());
        }
        if let Some(method) = class.magic.serialize {
            let data = ctx.host.call_function(ctx, method, Some(object), Some(class), &[])?;
            if !data.is_array() {
                return Err(ctx.type_error(format!("{}::__serialize() must return an array", class.name)));
            }
            self.class_head(&class.name, 2);
            self.out.push(NIL);
            self.value(ctx, &data.unref())?;
            // No address of what it holds may be used again.
            self.kept.push(data);
            return Ok(());
        }
        if class.has_flag(class_flags::SERIALIZABLE) {
            return self.serializable(ctx, object);
        }
        if !object_data::is_incomplete(class)
            && let Some(sleep) = class.method(b"__sleep")
        {
            let names = ctx.host.call_function(ctx, sleep, Some(object), Some(class), &[])?;
            let Some(names) = names.into_array() else {
                report(ctx, Level::Notice, "msgpack_serialize_object", NOT_NAMES);
                self.out.push(NIL);
                return ctx.check();
            };
            return self.chosen(ctx, object, &names);
        }
        let object = &object_data::settled(ctx, object)?;
        if self.options.php_only
            && object_data::is_plain(ctx, object)
            && !object_data::is_incomplete(class)
            && (self.options.assoc || !class.is_named("stdClass"))
        {
            self.plain = Some(class);
            return self.slots(ctx, object, is_ref);
        }
        self.properties(ctx, object, is_ref)
    }

    /// An object whose properties are its slots and what was added to it.
    fn slots(&mut self, ctx: &Ctx, object: &Object, is_ref: bool) -> PhpResult<()> {
        let class = object.class();
        let dynamic = object.dynamic();
        // Code that takes part may change the object: what is written is what was there.
        let mut values: HeapVec<Value> = HeapVec::with_capacity_in(class.slots.len(), RequestHeap);
        values.extend((0..class.slots.len()).map(|slot| object.slot(slot as u16)));
        let count = values.iter().filter(|v| !v.is_undef()).count() + dynamic.as_ref().map_or(0, |d| d.len());
        self.map_head(count + 1 + usize::from(is_ref));
        if is_ref {
            self.mark(mark::REFERENCE);
        }
        self.out.push(NIL);
        self.text(&class.name);
        for (property, value) in class.slots.iter().zip(&values).filter(|(_, value)| !value.is_undef()) {
            self.text(&property.mangled);
            self.value(ctx, value)?;
        }
        for (key, value) in dynamic.iter().flat_map(|d| d.iter()) {
            self.key(key);
            self.value(ctx, value)?;
        }
        Ok(())
    }

    /// The head of a map that begins with a class.
    fn class_head(&mut self, name: &[u8], n: usize) {
        self.map_head(n);
        self.out.push(NIL);
        self.text(name);
    }

    fn properties(&mut self, ctx: &Ctx, object: &Object, is_ref: bool) -> PhpResult<()> {
        let class = object.class();
        let incomplete = object_data::is_incomplete(class);
        let mut all = object_data::properties(ctx, object)?;
        all.retain(|(key, value)| !(value.is_undef() || incomplete && object_data::is_incomplete_name(key.as_ref())));
        let Options { php_only, assoc } = self.options;
        let mut keys = true;
        if php_only && (assoc || !class.is_named("stdClass")) {
            self.map_head(all.len() + 1 + usize::from(is_ref));
            if is_ref {
                self.mark(mark::REFERENCE);
            }
            self.out.push(NIL);
            self.text(&object_data::class_name(object));
        } else if assoc {
            self.list_head(all.len());
            keys = false;
        } else {
            self.map_head(all.len());
        }
        for (key, value) in &all {
            if keys {
                self.key(key.as_ref());
            }
            self.value(ctx, value)?;
        }
        Ok(())
    }

    /// The properties that `__sleep` names.
    fn chosen(&mut self, ctx: &Ctx, object: &Object, names: &Array) -> PhpResult<()> {
        // PHP writes nothing at all for an object without any, not even null.
        if names.is_empty() {
            return Ok(());
        }
        let class = object.class();
        let object = &object_data::settled(ctx, object)?;
        let all: Vec<(Key, Value)> = object_data::properties(ctx, object)?;
        self.class_head(&class.name, names.len() + 1);
        for name in names.values() {
            let Some(name) = name.as_str() else {
                report(ctx, Level::Notice, "msgpack_serialize_class", NOT_NAMES);
                ctx.check()?;
                continue;
            };
            match object_data::named_by_sleep(class, &all, &name) {
                Some((key, value)) => {
                    self.key(key.as_ref());
                    self.value(ctx, value)?;
                }
                None => {
                    let text = format!("\"{}\" returned as member variable from __sleep() but does not exist", *name);
                    report(ctx, Level::Notice, "msgpack_serialize_class", &text);
                    ctx.check()?;
                    self.text(&name);
                    self.out.push(NIL);
                }
            }
        }
        Ok(())
    }

    fn serializable(&mut self, ctx: &Ctx, object: &Object) -> PhpResult<()> {
        let data = ctx.call_method(object, "serialize", &[])?;
        let class = object.class();
        if let Some(text) = data.as_str() {
            self.map_head(2);
            self.mark(mark::CUSTOM_OBJECT);
            self.text(&class.name);
            self.text(&text);
            return Ok(());
        }
        if data.is_null() {
            self.out.push(NIL);
            return Ok(());
        }
        Err(ctx.throw("Exception", format!("{}::serialize() must return a string or NULL", class.name)))
    }
}

const NOT_NAMES: &str = "__sleep should return an array only containing the names of instance-variables to serialize";
