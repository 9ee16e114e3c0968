//! `serialize`: PHP's own text format for values.
//!
//! Every value written gets a number, counted from 1; a reference or object met again is written as that number. The
//! numbering is shared with calls of `serialize` that a `Serializable::serialize` method makes.

use crate::{
    object_data,
    var::{case_name, mangled_name},
};
use phant_memory::{
    Array, HeapAddressMap, HeapVec, Held, Key, KeyRef, Object, OwnView, Reference, RequestHeap, Str, StrBuilder, Value, View,
    heap_vec, string::AddressState,
};
use phant_native::{
    ClassPtr, Ctx, ObjectExt, PhpResult,
    class::{
        class_flags,
        class_flags::{ANONYMOUS, NOT_SERIALIZABLE},
    },
    convert,
    descriptor::FunctionGroup,
    functions,
    host::PropertyView,
    php,
};
use std::cell::RefCell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![serialize];

/// The class of objects whose own class is unknown, and the property that names it.
pub(crate) const INCOMPLETE_CLASS: &str = "__PHP_Incomplete_Class";
/// See [`INCOMPLETE_CLASS`].
pub(crate) const INCOMPLETE_NAME: &str = "__PHP_Incomplete_Class_Name";

/// What has been written so far.
struct Seen {
    count: i64,
    /// Number of an object or reference by its address; [`FAILED`] for one that could not be written.
    numbers: HeapAddressMap<i64>,
    /// Keeps what is in `numbers` alive, so that no address is used twice.
    kept: HeapVec<Value>,
    /// The class last looked at, and whether PHP code takes part in serializing its objects.
    class: Option<(ClassPtr, bool)>,
    /// The class of the last object that was written as its slots alone, without code; from its second object on with what
    /// its properties' names are written as.
    plain: Option<(ClassPtr, Option<Str>)>,
}

const FAILED: i64 = -1;

/// Whether PHP code takes part in serializing objects of a class.
fn class_runs_code(class: ClassPtr) -> bool {
    class.magic.serialize.is_some() || class.has_flag(class_flags::SERIALIZABLE) || class.method(b"__sleep").is_some()
}

impl Default for Seen {
    fn default() -> Self {
        Seen {
            count: 0,
            numbers: HeapAddressMap::with_hasher_in(AddressState, RequestHeap),
            kept: heap_vec(),
            class: None,
            plain: None,
        }
    }
}

/// Handed to nested calls while `Serializable::serialize` runs.
#[derive(Default)]
struct Shared(RefCell<Option<Seen>>);

/// What a value met before is written as.
enum Met {
    First,
    Failed,
    Reference(i64),
    Object(i64),
}

impl Seen {
    /// Whether PHP code takes part in serializing an object.
    #[inline]
    fn runs_code(&mut self, object: &Object) -> bool {
        let class = object.class();
        match self.class {
            Some((known, runs_code)) if std::ptr::eq(known, class) => runs_code,
            _ => self.class.insert((class, class_runs_code(class))).1,
        }
    }

    /// Numbers an object or reference. `shared` says that a container with other owners holds it.
    fn add(&mut self, v: &Value, shared: bool) -> Met {
        self.count += 1;
        let is_ref = v.is_ref();
        // References to objects count as the objects.
        let object = v.as_object();
        let (target, holders) = match &object {
            Some(object) => (object.as_ptr().addr(), object.refcount() - copies(object)),
            None => (v.payload() as usize, v.refcount()),
        };
        // What nothing else holds cannot be met again, unless its own code shows it.
        let alone = holders == 1 && (!is_ref || v.refcount() == 1);
        if alone && !shared && !object.as_deref().is_some_and(|object| self.runs_code(object)) {
            return Met::First;
        }
        match self.numbers.get(&target) {
            Some(&FAILED) => Met::Failed,
            Some(&number) => {
                if is_ref {
                    self.count -= 1;
                    Met::Reference(number)
                } else {
                    Met::Object(number)
                }
            }
            None => {
                if self.numbers.is_empty() {
                    self.numbers.reserve(28);
                    self.kept.reserve(28);
                }
                self.numbers.insert(target, self.count);
                self.kept.push(object.map_or_else(|| v.clone(), Value::from));
                Met::First
            }
        }
    }
}

/// How many of the counts of what a handle is for are the handle's own.
fn copies<T: Clone>(handle: &Held<'_, T>) -> u32 {
    u32::from(matches!(handle, Held::Owned(_)))
}

/// A serialized form being written.
pub struct Writer {
    out: StrBuilder,
    seen: Seen,
}

#[php("function serialize(mixed $value): string")]
fn serialize(ctx: &Ctx, value: &Value) -> PhpResult<Str> {
    to_text(ctx, value)
}

/// The serialized form of a value.
pub fn to_text(ctx: &Ctx, value: &Value) -> PhpResult<Str> {
    let room = value.own_str().map_or(ROOM, |text| text.len() + 16);
    pieces_in(ctx, room, |ctx, writer| writer.put(ctx, value))
}

/// A text of several serialized values, which are numbered together. In a call that `serialize` makes, they share its
/// numbering.
pub fn pieces(ctx: &Ctx, write: impl FnOnce(&Ctx, &mut Writer) -> PhpResult<()>) -> PhpResult<Str> {
    pieces_in(ctx, ROOM, write)
}

/// For so many bytes room is made at first.
const ROOM: usize = 512;

fn pieces_in(ctx: &Ctx, room: usize, write: impl FnOnce(&Ctx, &mut Writer) -> PhpResult<()>) -> PhpResult<Str> {
    let shared = ctx.state::<Shared>();
    let outer = shared.0.borrow_mut().take();
    let nested = outer.is_some();
    let mut writer = Writer { out: StrBuilder::with_capacity(room), seen: outer.unwrap_or_default() };
    let result = write(ctx, &mut writer);
    if nested {
        *shared.0.borrow_mut() = Some(writer.seen);
    }
    result?;
    Ok(writer.out.finish())
}

impl Writer {
    /// Writes a value.
    pub fn put(&mut self, ctx: &Ctx, value: &Value) -> PhpResult<()> {
        self.value(ctx, value, false, true)
    }
    /// Writes text that belongs to no value.
    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// The same for text that may be of any encoding.
    pub fn raw_bytes(&mut self, text: &[u8]) {
        self.out.push_bytes(text);
    }

    #[inline(always)]
    fn int(&mut self, i: i64) {
        match i {
            0..=9 => self.out.push_few([b'i', b':', b'0' + i as u8, b';']),
            10..=9999 => {
                let (digits, len) = phant_numeric::four_digits(i as u32);
                let word = u64::from(u16::from_le_bytes(*b"i:")) | u64::from(digits) << 16 | u64::from(b';') << (16 + len * 8);
                self.out.push_some(word.to_le_bytes(), 3 + len);
            }
            _ => self.long_int(i),
        }
    }

    #[inline(never)]
    fn long_int(&mut self, i: i64) {
        self.out.push_few(*b"i:");
        self.out.push_int(i);
        self.out.push(b';');
    }

    #[inline]
    fn text(&mut self, s: &[u8]) {
        match s.len() {
            len @ 0..=9 => self.out.push_framed([b's', b':', b'0' + len as u8, b':', b'"'], s, *b"\";"),
            len @ 10..=99 => {
                self.out.push_framed([b's', b':', b'0' + (len / 10) as u8, b'0' + (len % 10) as u8, b':', b'"'], s, *b"\";");
            }
            len => {
                self.out.push_few(*b"s:");
                self.out.push_int(len as i64);
                self.out.push_framed(*b":\"", s, *b"\";");
            }
        }
    }

    #[inline]
    fn key(&mut self, key: KeyRef<'_>) {
        match key {
            KeyRef::Int(i) => self.int(i),
            KeyRef::Str(s) => self.text(s),
        }
    }

    #[inline(always)]
    fn value(&mut self, ctx: &Ctx, v: &Value, shared: bool, is_root: bool) -> PhpResult<()> {
        match v.own_view() {
            OwnView::Null => self.out.push_few(*b"N;"),
            OwnView::Bool(b) => self.out.push_few([b'b', b':', b'0' + u8::from(b), b';']),
            OwnView::Int(i) => self.int(i),
            OwnView::Str(s) => self.text(s),
            _ => return self.other_value(ctx, v, shared, is_root),
        }
        self.seen.count += 1;
        Ok(())
    }

    #[inline(never)]
    fn other_value(&mut self, ctx: &Ctx, v: &Value, shared: bool, is_root: bool) -> PhpResult<()> {
        // Only references and objects can be met again.
        let met = if v.is_ref() || v.is_object() {
            self.seen.add(v, shared)
        } else {
            self.seen.count += 1;
            Met::First
        };
        match met {
            Met::First => {}
            Met::Failed => {
                self.out.push_few(*b"N;");
                return Ok(());
            }
            Met::Reference(n) => {
                self.number(b'R', n);
                return Ok(());
            }
            Met::Object(n) => {
                self.number(b'r', n);
                return Ok(());
            }
        }
        match v.view() {
            View::Null => self.out.push_few(*b"N;"),
            View::Bool(true) => self.out.push_few(*b"b:1;"),
            View::Bool(false) => self.out.push_few(*b"b:0;"),
            View::Int(i) => self.int(i),
            View::Float(f) => {
                self.out.push_few(*b"d:");
                let start = self.out.len();
                crate::var::push_float(ctx, &mut self.out, f, false);
                // No digits before the point are wanted: what has one is written with an exponent.
                let digits = self.out.len() - start - usize::from(f.is_sign_negative());
                if ctx.ini.hot.serialize_precision.get() == 0 && f.is_finite() && digits == 1 {
                    self.out.push_str(".0E+0");
                }
                self.out.push(b';');
            }
            View::Str(s) => self.text(&s),
            View::Array(a) => {
                ctx.check_calls()?;
                self.out.push_few(*b"a:");
                let shared = !is_root && (shared || a.refcount() - copies(&a) > 1);
                self.elements(ctx, &a.into_owned(), shared)?;
            }
            View::Object(o) => {
                ctx.check_calls()?;
                self.object(ctx, &o.into_owned(), &v.deref())?;
            }
            View::Resource(_) => self.out.push_str("i:0;"),
        }
        Ok(())
    }

    /// What was met before.
    fn number(&mut self, letter: u8, n: i64) {
        self.out.push_few([letter, b':']);
        self.out.push_int(n);
        self.out.push(b';');
    }

    /// `count:{key value …}` of an array.
    fn elements(&mut self, ctx: &Ctx, array: &Array, shared: bool) -> PhpResult<()> {
        self.out.push_int(array.len() as i64);
        self.out.push_str(":{");
        for (key, value) in array.iter() {
            self.key(key);
            self.element(ctx, value, shared, Some(array))?;
        }
        self.out.push(b'}');
        Ok(())
    }

    /// One element or property. An array that is its own element is written as null; in itself any deeper it is written again
    /// until the stack ends, as in PHP, unless an object or a reference that others hold is between.
    #[inline(always)]
    fn element(&mut self, ctx: &Ctx, v: &Value, shared: bool, within: Option<&Array>) -> PhpResult<()> {
        if !v.is_ref() && !v.is_array() {
            return self.value(ctx, v, shared, false);
        }
        self.nested_element(ctx, v, shared, within)
    }

    #[inline(never)]
    fn nested_element(&mut self, ctx: &Ctx, v: &Value, shared: bool, within: Option<&Array>) -> PhpResult<()> {
        let lone = v.as_ref().filter(|r| r.refcount() == 1).map(Reference::get);
        let v = lone.as_ref().unwrap_or(v);
        if !v.is_ref() && within.zip(v.as_array()).is_some_and(|(outer, array)| outer.same(&array)) {
            self.seen.count += 1;
            self.out.push_few(*b"N;");
            return Ok(());
        }
        self.value(ctx, v, shared, false)
    }

    /// `O:4:"Name":`, or with another letter.
    fn class_name(&mut self, letter: u8, name: &[u8]) {
        self.out.push_few([letter, b':']);
        self.out.push_int(name.len() as i64);
        self.out.push_framed(*b":\"", name, *b"\":");
    }

    fn object(&mut self, ctx: &Ctx, object: &Object, v: &Value) -> PhpResult<()> {
        let class = object.class();
        if let Some((known, names)) = &mut self.seen.plain
            && std::ptr::eq(*known, class)
            && object.bits() == 0
        {
            let names = names.get_or_insert_with(|| written_names(class)).clone();
            return self.plain(ctx, object, Some(&names));
        }
        if class.has_flag(NOT_SERIALIZABLE) || class.has_flag(ANONYMOUS) {
            let text = format!("Serialization of '{}' is not allowed", crate::var::display(&class.name));
            return Err(ctx.throw("Exception", text));
        }
        if class.is_enum() {
            let name = case_name(ctx, object)?;
            self.out.push_few(*b"E:");
            self.out.push_int((class.name.len() + 1 + name.len()) as i64);
            self.out.push_framed(*b":\"", &class.name, [b':']);
            self.out.push_framed([], &name, *b"\";");
            return Ok(());
        }
        if let Some(method) = class.magic.serialize {
            let data = ctx.host.call_function(ctx, method, Some(object), Some(class), &[])?;
            let Some(data) = data.into_array() else {
                return Err(ctx.type_error(format!("{}::__serialize() must return an array", class.name)));
            };
            self.class_name(b'O', &class.name);
            self.out.push_int(data.len() as i64);
            self.out.push_str(":{");
            let shared = data.refcount() > 1;
            for (key, value) in data.iter() {
                self.key(key);
                let lone = value.as_ref().filter(|r| r.refcount() == 1).map(Reference::get);
                self.value(ctx, lone.as_ref().unwrap_or(value), shared, false)?;
            }
            self.out.push(b'}');
            return Ok(());
        }
        if class.has_flag(class_flags::SERIALIZABLE) {
            return self.serializable(ctx, object, v);
        }
        if self.seen.runs_code(object)
            && !class.is_named(INCOMPLETE_CLASS)
            && let Some(sleep) = class.method(b"__sleep")
        {
            let names = ctx.host.call_function(ctx, sleep, Some(object), Some(class), &[])?;
            let Some(names) = names.into_array() else {
                ctx.warning(format!(
                    "{}::__sleep() should return an array only containing the names of instance-variables to serialize",
                    class.name
                ));
                self.out.push_few(*b"N;");
                return ctx.check();
            };
            let lazy = ctx.host.is_lazy_uninitialized(ctx, object);
            let object = &if lazy { ctx.host.initialize_lazy(ctx, object)? } else { object.clone() };
            let chosen = chosen_properties(ctx, object, &names)?;
            self.class_name(b'O', &class.name);
            return self.properties(ctx, &chosen);
        }
        let object = object_data::settled(ctx, object)?;
        if object_data::is_plain(ctx, &object) && !class.is_named(INCOMPLETE_CLASS) {
            self.seen.plain = Some((class, None));
            return self.plain(ctx, &object, None);
        }
        let mut all = properties(ctx, &object)?;
        let mut name = class.name.clone();
        if class.is_named(INCOMPLETE_CLASS) {
            let at = all.iter().position(|(k, _)| matches!(k, Key::Str(s) if s.as_bytes() == INCOMPLETE_NAME.as_bytes()));
            if let Some(at) = at {
                name = all.remove(at).1.as_str().map(Held::into_owned).unwrap_or(name);
            }
        }
        self.class_name(b'O', &name);
        self.properties(ctx, &all)
    }

    /// An object whose properties are its slots and what was added to it. `names` is what [`written_names`] made of its class.
    fn plain(&mut self, ctx: &Ctx, object: &Object, names: Option<&Str>) -> PhpResult<()> {
        let class = object.class();
        let dynamic = object.dynamic();
        let slots = object.slot_count();
        let count = (0..slots).filter(|&slot| !object.slot_is_undef(slot)).count() + dynamic.as_ref().map_or(0, |d| d.len());
        self.class_name(b'O', &class.name);
        self.out.push_int(count as i64);
        self.out.push_few(*b":{");
        let mut names = names.map(|names| names.as_bytes());
        // As in PHP, code that takes part and changes the object makes a text of the wrong length.
        for (slot, property) in (0..slots).zip(&class.slots) {
            let value = object.slot(slot);
            let name = names.as_mut().and_then(|names| names.split_off(..written_length(property.mangled.len())));
            if value.is_undef() {
                continue;
            }
            match name {
                Some(name) => self.out.push_bytes(name),
                None => self.text(&property.mangled),
            }
            self.property(ctx, &value, 2)?;
        }
        for (key, value) in dynamic.iter().flat_map(|d| d.iter()) {
            self.key(key);
            self.property(ctx, value, 1)?;
        }
        self.out.push(b'}');
        Ok(())
    }

    /// A property's value. `held` says how many counts a reference has that nobody else holds.
    #[inline]
    fn property(&mut self, ctx: &Ctx, value: &Value, held: u32) -> PhpResult<()> {
        match value.as_ref().filter(|reference| reference.refcount() <= held) {
            None => self.element(ctx, value, true, None),
            Some(reference) => self.nested_element(ctx, &reference.get(), true, None),
        }
    }

    fn properties(&mut self, ctx: &Ctx, properties: &[(Key, Value)]) -> PhpResult<()> {
        self.out.push_int(properties.len() as i64);
        self.out.push_str(":{");
        for (key, value) in properties {
            self.key(key.as_ref());
            // The list holds one count itself.
            self.property(ctx, value, 2)?;
        }
        self.out.push(b'}');
        Ok(())
    }

    fn serializable(&mut self, ctx: &Ctx, object: &Object, v: &Value) -> PhpResult<()> {
        let shared = ctx.state::<Shared>();
        *shared.0.borrow_mut() = Some(std::mem::take(&mut self.seen));
        let data = ctx.call_method(object, "serialize", &[]);
        self.seen = shared.0.borrow_mut().take().unwrap_or_default();
        let data = data?;
        if let Some(text) = data.as_str() {
            self.class_name(b'C', &object.class().name);
            self.out.push_int(text.len() as i64);
            self.out.push_str(":{");
            self.out.push_bytes(&text);
            self.out.push(b'}');
            return Ok(());
        }
        if data.is_null() {
            if let Some(number) = self.seen.numbers.get_mut(&(v.payload() as usize)) {
                *number = FAILED;
            }
            self.out.push_few(*b"N;");
            return Ok(());
        }
        let text = format!("{}::serialize() must return a string or NULL", object.class().name);
        Err(ctx.throw("Exception", text))
    }
}

/// What the names of a class's slots are written as, one behind the other.
fn written_names(class: ClassPtr) -> Str {
    let mut writer = Writer { out: StrBuilder::with_capacity(class.slots.len() * 24), seen: Seen::default() };
    class.slots.iter().for_each(|property| writer.text(&property.mangled));
    writer.out.finish()
}

/// How many bytes a string of so many is written as: `s:4:"name";`.
fn written_length(len: usize) -> usize {
    let digits = match len {
        0..=9 => 1,
        10..=99 => 2,
        _ => phant_numeric::IntText::new(len as i64).as_bytes().len(),
    };
    len + digits + 6
}

/// All properties with their mangled names; uninitialised ones are left out. References stay references.
fn properties(ctx: &Ctx, object: &Object) -> PhpResult<Vec<(Key, Value)>> {
    let class = object.class();
    if class.handlers.properties.is_some() || object.bits() != 0 {
        let table = ctx.properties(object, PropertyView::Raw)?;
        return Ok(table.iter().map(|(k, v)| (k.to_key(), v.clone())).collect());
    }
    let mut out = Vec::with_capacity(class.slots.len());
    for (slot, property) in class.slots.iter().enumerate() {
        let value = object.slot(slot as u16);
        if !value.is_undef() {
            out.push((Key::Str(mangled_name(property)), value));
        }
    }
    if let Some(dynamic) = object.dynamic() {
        out.extend(dynamic.iter().map(|(k, v)| (k.to_key(), v.clone())));
    }
    Ok(out)
}

/// The properties that `__sleep` names.
fn chosen_properties(ctx: &Ctx, object: &Object, names: &Array) -> PhpResult<Vec<(Key, Value)>> {
    let class = object.class();
    let all = properties(ctx, object)?;
    let mut chosen: Vec<(Key, Value)> = Vec::with_capacity(names.len());
    for name in names.values() {
        if !name.is_str() {
            ctx.warning(format!(
                "{}::__sleep() should return an array only containing the names of instance-variables to serialize",
                class.name
            ));
            ctx.check()?;
        }
        let name = convert::to_str(ctx, name)?;
        let private = [b"\0", class.name.as_bytes(), b"\0", name.as_bytes()].concat();
        let protected = [b"\0*\0", name.as_bytes()].concat();
        let forms: [&[u8]; 3] = [&name, &private, &protected];
        let found = forms.iter().find_map(|form| all.iter().find(|(k, _)| is_name(k, form)));
        match found {
            Some((key, _)) if chosen.iter().any(|(k, _)| k == key) => {
                ctx.warning([b"\"", name.as_bytes(), b"\" is returned from __sleep() multiple times"].concat());
                ctx.check()?;
            }
            Some((key, value)) => chosen.push((key.clone(), value.clone())),
            None => {
                let uninitialised = class.slots.iter().enumerate().any(|(slot, p)| {
                    p.ty.is_some()
                        && object.slot(slot as u16).is_undef()
                        && forms.iter().any(|form| mangled_name(p).as_bytes() == *form)
                });
                if !uninitialised {
                    let end = b"\" returned as member variable from __sleep() but does not exist";
                    ctx.warning([b"\"", crate::var::c_text(&name), end].concat());
                    ctx.check()?;
                }
            }
        }
    }
    drop(all);
    Ok(chosen)
}

pub(crate) fn is_name(key: &Key, name: &[u8]) -> bool {
    match key {
        Key::Str(s) => s.as_bytes() == name,
        Key::Int(i) => phant_numeric::IntText::new(*i).as_bytes() == name,
    }
}
