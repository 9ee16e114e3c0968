//! Reading. A map that begins with a null key is what PHP needs beyond MessagePack: see [`crate::encode`].
//!
//! As in PHP, values are nested at most [`DEEPEST`] times, and a text that ends too early is told from one that is wrong.
//! Arrays, maps and objects have numbers in the order in which they begin, by which they are met again.

use crate::settings::{Options, mark, warn};
use phant_ext_standard::object_data;
use phant_key_cache::{KeyCache, is_same};
use phant_memory::{Array, HeapVec, Key, KeyRef, Object, Reference, Str, Value, heap_vec, object::DESTRUCTED};
use phant_native::{
    ClassPtr, Ctx, FunctionPtr, ObjectExt, PhpResult, Thrown,
    class::{Property, class_flags},
    convert,
    descriptor::modifiers,
};

/// How deep values may be nested.
const DEEPEST: usize = 1024;

/// Why reading ended.
pub(crate) enum Bad {
    /// There are too few bytes.
    Short,
    /// No value begins like this.
    Wrong,
    /// Values are nested too deep.
    Deep,
    /// An exception is pending.
    Thrown,
}

/// Reading failed: [`Reader::bad`] says why. As this says nothing itself, a value or it comes back in registers.
struct Failed;

impl From<Thrown> for Failed {
    fn from(_: Thrown) -> Failed {
        Failed
    }
}

type Read<T = Value> = Result<T, Failed>;

/// What has a number.
enum Numbered {
    Value(Value),
    Shared(Reference),
    /// It is not complete, and no reference.
    Open,
}

struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    /// Why reading failed, if nothing was thrown.
    bad: Bad,
    options: Options,
    depth: usize,
    numbered: HeapVec<Numbered>,
    /// For how many more elements room may be made before they are read.
    room: usize,
    /// Whether arrays and objects get numbers: something may name them.
    counts: bool,
    keys: &'static KeyCache,
    /// The last array with keys of each of the first levels: the next one there often has the same keys.
    models: [Option<Array>; LEVELS],
    /// The class of the last object.
    last_class: Option<Known>,
    /// Objects with destructors: these run when all has been told that there is to tell.
    mortal: &'a mut HeapVec<Object>,
}

/// On how many levels arrays are remembered as models.
const LEVELS: usize = 8;

/// A class that was looked up, by the name in the text.
struct Known {
    name: Str,
    class: Option<ClassPtr>,
    wakeup: Option<FunctionPtr>,
}

/// Whether something may name the number of an array or object. Whatever does is a map that begins with null and has no
/// name of a class behind that.
fn names_numbers(data: &[u8]) -> bool {
    let starts = |(&null, &kind): (&u8, &u8)| (null == 0xc0) & !(0xa0..=0xbf).contains(&kind);
    // Blocks without a branch inside are looked at with vector instructions.
    let behind = data.get(1..).unwrap_or_default();
    data.chunks(64)
        .zip(behind.chunks(64))
        .any(|(nulls, kinds)| nulls.iter().zip(kinds).fold(false, |any, pair| any | starts(pair)))
}

/// The value of a whole text; `None` after a warning.
pub(crate) fn whole(ctx: &Ctx, data: &[u8], options: Options) -> PhpResult<Option<Value>> {
    if data.is_empty() {
        return Ok(Some(Value::NULL));
    }
    let mut mortal = heap_vec();
    match read(ctx, data, options, &mut mortal) {
        Ok((value, end)) => {
            if end < data.len() {
                warn(ctx, "php_msgpack_unserialize", "Extra bytes");
            }
            ctx.check()?;
            Ok(Some(value))
        }
        Err(Bad::Thrown) => Err(Thrown),
        Err(bad) => {
            let text = match bad {
                Bad::Short => "Insufficient data for unserializing",
                Bad::Deep => "Memory error",
                _ => "Parse error",
            };
            warn(ctx, "php_msgpack_unserialize", text);
            ctx.check()?;
            Ok(None)
        }
    }
}

/// The value at the beginning of a text, and where it ends.
pub(crate) fn first(ctx: &Ctx, data: &[u8], options: Options) -> Result<(Value, usize), Bad> {
    read(ctx, data, options, &mut heap_vec())
}

fn read(ctx: &Ctx, data: &[u8], options: Options, mortal: &mut HeapVec<Object>) -> Result<(Value, usize), Bad> {
    let mut reader = Reader {
        data,
        at: 0,
        bad: Bad::Thrown,
        options,
        depth: 0,
        numbered: heap_vec(),
        room: data.len(),
        // Only what has elements can name something.
        counts: matches!(data.first(), Some(0x80..=0x9f | 0xdc..=0xdf)) && names_numbers(data),
        keys: ctx.state::<KeyCache>(),
        models: [const { None }; LEVELS],
        last_class: None,
        mortal,
    };
    let Ok(value) = reader.value(ctx) else { return Err(reader.bad) };
    match ctx.check() {
        Ok(()) => Ok((value.into_unref(), reader.at)),
        Err(Thrown) => Err(Bad::Thrown),
    }
}

impl<'a> Reader<'a> {
    /// Reading fails for this reason.
    #[cold]
    fn fail(&mut self, bad: Bad) -> Failed {
        self.bad = bad;
        Failed
    }

    #[inline]
    fn take<const N: usize>(&mut self) -> Read<[u8; N]> {
        let Some(bytes) = self.data[self.at..].first_chunk::<N>() else { return Err(self.fail(Bad::Short)) };
        self.at += N;
        Ok(*bytes)
    }

    /// A length of one, two or four bytes.
    #[inline]
    fn size(&mut self, width: u8) -> Read<usize> {
        Ok(match width {
            0 => usize::from(self.take::<1>()?[0]),
            1 => usize::from(u16::from_be_bytes(self.take()?)),
            _ => u32::from_be_bytes(self.take()?) as usize,
        })
    }

    #[inline]
    fn bytes(&mut self, len: usize) -> Read<&'a [u8]> {
        let Some(bytes) = self.data[self.at..].get(..len) else { return Err(self.fail(Bad::Short)) };
        self.at += len;
        Ok(bytes)
    }

    fn value(&mut self, ctx: &Ctx) -> Read {
        let Some(&letter) = self.data.get(self.at) else { return Err(self.fail(Bad::Short)) };
        self.at += 1;
        Ok(match letter {
            0..=0x7f => Value::int(i64::from(letter)),
            0xe0.. => Value::int(i64::from(letter as i8)),
            0x80..=0x8f => return self.map(ctx, usize::from(letter & 15)),
            0x90..=0x9f => return self.list(ctx, usize::from(letter & 15)),
            0xa0..=0xbf => Value::from(Str::new(self.bytes(usize::from(letter & 31))?)),
            0xc0 => Value::NULL,
            0xc1 => return Err(self.fail(Bad::Wrong)),
            0xc2 | 0xc3 => Value::bool(letter == 0xc3),
            0xc4..=0xc6 => {
                let len = self.size(letter - 0xc4)?;
                Value::from(Str::new(self.bytes(len)?))
            }
            // Types of applications mean nothing to PHP.
            0xc7..=0xc9 => {
                let len = self.size(letter - 0xc7)?;
                self.bytes(len + 1)?;
                Value::NULL
            }
            0xca => Value::float(f64::from(f32::from_be_bytes(self.take()?))),
            0xcb => Value::float(f64::from_be_bytes(self.take()?)),
            0xcc => Value::int(i64::from(self.take::<1>()?[0])),
            0xcd => Value::int(i64::from(u16::from_be_bytes(self.take()?))),
            0xce => Value::int(i64::from(u32::from_be_bytes(self.take()?))),
            0xcf => {
                let n = u64::from_be_bytes(self.take()?);
                i64::try_from(n).map_or_else(|_| Value::from(n.to_string()), Value::int)
            }
            0xd0 => Value::int(i64::from(i8::from_be_bytes(self.take()?))),
            0xd1 => Value::int(i64::from(i16::from_be_bytes(self.take()?))),
            0xd2 => Value::int(i64::from(i32::from_be_bytes(self.take()?))),
            0xd3 => Value::int(i64::from_be_bytes(self.take()?)),
            0xd4..=0xd8 => {
                self.bytes((1 << (letter - 0xd4)) + 1)?;
                Value::NULL
            }
            0xd9..=0xdb => {
                let len = self.size(letter - 0xd9)?;
                Value::from(Str::new(self.bytes(len)?))
            }
            0xdc | 0xdd => {
                let count = self.size(letter - 0xdb)?;
                return self.list(ctx, count);
            }
            0xde | 0xdf => {
                let count = self.size(letter - 0xdd)?;
                return self.map(ctx, count);
            }
        })
    }

    /// One level deeper.
    fn enter(&mut self, ctx: &Ctx) -> Read<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fail(Bad::Deep));
        }
        Ok(ctx.check_stack()?)
    }

    /// Room to set aside for elements of which each has at least `least` bytes. There may be fewer than there should: those are
    /// read all the same, as objects among them may have something to do.
    fn room(&mut self, count: usize, least: usize) -> usize {
        let room = count.min((self.data.len() - self.at) / least).min(self.room.max(8));
        self.room = self.room.saturating_sub(room);
        room
    }

    fn list(&mut self, ctx: &Ctx, count: usize) -> Read {
        self.enter(ctx)?;
        let number = self.open();
        let room = self.room(count, 1);
        let mut array = if room == 0 { Array::new() } else { Array::with_capacity(room) };
        if count > 0 {
            let elements = array.make_mut();
            for _ in 0..count {
                let value = self.value(ctx)?;
                let _ = elements.push(value);
            }
        }
        self.depth -= 1;
        Ok(self.close(number, Value::from(array)))
    }

    fn map(&mut self, ctx: &Ctx, count: usize) -> Read {
        self.enter(ctx)?;
        let room = self.room(count, 2);
        let value = if self.options.php_only && count > 0 && self.data.get(self.at) == Some(&0xc0) {
            self.at += 1;
            if let Some((name, end)) = self.plain_text() {
                self.at = end;
                self.object(ctx, name, count - 1, false)?
            } else {
                let kind = self.value(ctx)?;
                self.marked(ctx, &kind, count - 1, room)?
            }
        } else {
            let number = self.open();
            let value = if !self.options.assoc || (count == 0 && self.options.php_only) {
                let object = ctx.allocate(ctx.known_class("stdClass"))?;
                self.close(number, Value::from(object.clone()));
                self.members(ctx, &object, count)?;
                Value::from(object)
            } else {
                Value::from(self.entries(ctx, count, room)?)
            };
            self.close(number, value)
        };
        self.depth -= 1;
        Ok(value)
    }

    /// A number for what begins here.
    #[inline]
    fn open(&mut self) -> usize {
        if !self.counts {
            return 0;
        }
        self.numbered.push(Numbered::Open);
        self.numbered.len() - 1
    }

    /// What has a number is complete. If others have shared it meanwhile, it is a reference.
    #[inline]
    fn close(&mut self, number: usize, value: Value) -> Value {
        if !self.counts {
            return value;
        }
        match &self.numbered[number] {
            Numbered::Shared(cell) => Value::from(cell.clone()),
            _ => {
                self.numbered[number] = Numbered::Value(value.clone());
                value
            }
        }
    }

    /// The elements of an array with keys.
    fn entries(&mut self, ctx: &Ctx, count: usize, room: usize) -> Read<Array> {
        let level = self.depth;
        let model = self.models.get_mut(level).and_then(|model| model.take_if(|model| model.len() == count));
        let mut array = match model {
            Some(model) if model.iter().next().is_some_and(|(key, _)| self.end_of_key(key).is_some()) => {
                let array = self.entries_alike(ctx, &model);
                self.models[level] = Some(model);
                array?
            }
            _ => Array::with_hash_capacity(room),
        };
        if array.len() == count {
            return Ok(array);
        }
        for _ in array.len()..count {
            let key = self.key(ctx)?;
            let value = self.value(ctx)?;
            match key {
                Ok(key) => array.make_mut().set(key, value),
                Err(illegal) => self.illegal(ctx, &mut array, illegal, value)?,
            }
        }
        if let Some(model) = self.models.get_mut(level)
            && array.is_model()
        {
            *model = Some(array.clone());
        }
        Ok(array)
    }

    /// The elements of an array for as long as their keys are those of a model that has as many.
    #[inline]
    fn entries_alike(&mut self, ctx: &Ctx, model: &Array) -> Read<Array> {
        model.alike(|_, key| {
            let Some(end) = self.end_of_key(key) else { return Ok(None) };
            self.at = end;
            self.value(ctx).map(Some)
        })
    }

    /// A short string, and where it ends.
    #[inline(always)]
    fn plain_text(&self) -> Option<(&'a [u8], usize)> {
        let (letter, rest) = self.data.get(self.at..)?.split_first()?;
        let 0xa0..=0xbf = letter else { return None };
        let len = usize::from(letter & 31);
        Some((rest.get(..len)?, self.at + 1 + len))
    }

    /// Where the next key ends, if it is this one and a short string.
    #[inline(always)]
    fn end_of_key(&self, key: KeyRef<'_>) -> Option<usize> {
        match key {
            KeyRef::Str(s) => self.plain_text().filter(|(name, _)| is_same(s.as_bytes(), name)).map(|(_, end)| end),
            KeyRef::Int(_) => None,
        }
    }

    /// A key; what cannot be one comes back as it is.
    #[inline]
    fn key(&mut self, ctx: &Ctx) -> Read<Result<Key, Value>> {
        if let Some(&letter @ 0xa0..=0xbf) = self.data.get(self.at) {
            self.at += 1;
            let name = self.bytes(usize::from(letter & 31))?;
            return Ok(Ok(Key::from(self.keys.get(name))));
        }
        let key = self.value(ctx)?;
        if let Some(i) = key.as_int() {
            return Ok(Ok(Key::Int(i)));
        }
        if key.is_str() {
            return Ok(Ok(Key::from(key.into_str().unwrap_or_default())));
        }
        Ok(Err(key))
    }

    /// An element whose key cannot be one.
    fn illegal(&mut self, ctx: &Ctx, array: &mut Array, key: Value, value: Value) -> Read<()> {
        warn(ctx, "msgpack_unserialize_map_item", "illegal key type");
        ctx.check()?;
        if ctx.ini.bool("msgpack.illegal_key_insert") {
            let _ = array.push(key);
            let _ = array.push(value);
            return Ok(());
        }
        let name = convert::to_str(ctx, &key)?;
        array.set(Key::from(name), value);
        Ok(())
    }

    /// The rest of a map that begins with a null key; `kind` is the value of that.
    fn marked(&mut self, ctx: &Ctx, kind: &Value, rest: usize, room: usize) -> Read {
        if let Some(name) = kind.as_str() {
            return self.object(ctx, name.as_bytes(), rest, false);
        }
        match kind.as_int() {
            // These have no number of their own: see the encoder.
            Some(mark::RECURSIVE | mark::OBJECT_REFERENCE) if rest > 0 => {
                let wanted = self.reference_number(ctx, rest)?;
                self.met(ctx, wanted, true)
            }
            Some(mark::OBJECT) if rest > 0 => {
                let number = self.open();
                let wanted = self.reference_number(ctx, rest)?;
                let value = self.met(ctx, wanted, false)?;
                self.numbered[number] = Numbered::Value(value.clone());
                Ok(value)
            }
            Some(mark::REFERENCE) if rest > 0 => self.shared(ctx, rest, room),
            Some(mark::CUSTOM_OBJECT) if rest > 0 => {
                let (name, data) = (self.value(ctx)?, self.value(ctx)?);
                self.skip(ctx, rest - 1)?;
                self.custom(ctx, &name, &data)
            }
            Some(mark::ENUM) if rest > 0 => {
                let (name, case) = (self.value(ctx)?, self.value(ctx)?);
                self.skip(ctx, rest - 1)?;
                self.case(ctx, &name, &case)
            }
            _ if rest == 0 => {
                self.open();
                Ok(Value::NULL)
            }
            // Anything else says nothing.
            _ => {
                let number = self.open();
                let value = Value::from(self.entries(ctx, rest, room)?);
                Ok(self.close(number, value))
            }
        }
    }

    /// The pair that says what is met again, with whatever follows it.
    fn reference_number(&mut self, ctx: &Ctx, rest: usize) -> Read<i64> {
        let _ = self.value(ctx)?;
        let wanted = self.value(ctx)?.as_int().unwrap_or(0);
        self.skip(ctx, rest - 1)?;
        Ok(wanted)
    }

    /// Pairs that nobody wants.
    fn skip(&mut self, ctx: &Ctx, pairs: usize) -> Read<()> {
        for _ in 0..pairs {
            self.value(ctx)?;
            self.value(ctx)?;
        }
        Ok(())
    }

    /// Something that was there before, by its number, which counts from 1.
    fn met(&mut self, ctx: &Ctx, wanted: i64, shared: bool) -> Read {
        let place = usize::try_from(wanted).ok().and_then(|n| n.checked_sub(1));
        match place.and_then(|place| self.numbered.get_mut(place)) {
            Some(Numbered::Shared(cell)) if shared => Ok(Value::from(cell.clone())),
            Some(Numbered::Shared(cell)) if !cell.get().is_undef() => Ok(cell.get()),
            // An array that was no reference where it was met first is none here.
            Some(Numbered::Value(value)) if value.is_array() => Ok(value.clone()),
            Some(place @ Numbered::Value(_)) if shared => {
                let Numbered::Value(value) = &place else { return Err(Failed) };
                let cell = Reference::new(value.clone());
                *place = Numbered::Shared(cell.clone());
                Ok(Value::from(cell))
            }
            Some(Numbered::Value(value)) => Ok(value.clone()),
            // What is in itself, and no reference.
            Some(_) => Ok(Value::NULL),
            None => {
                let text = format!("Invalid references value: {}", wanted.wrapping_sub(1));
                warn(ctx, "msgpack_unserialize_map_item", &text);
                ctx.check()?;
                Ok(Value::NULL)
            }
        }
    }

    /// What several places share: an array, or an object if a class follows.
    fn shared(&mut self, ctx: &Ctx, rest: usize, room: usize) -> Read {
        if self.data.get(self.at) == Some(&0xc0) {
            self.at += 1;
            let kind = self.value(ctx)?;
            if let Some(name) = kind.as_str() {
                return self.object(ctx, name.as_bytes(), rest - 1, true);
            }
            return self.marked(ctx, &kind, rest - 1, room);
        }
        let cell = Reference::new(Value::UNDEF);
        self.numbered.push(Numbered::Shared(cell.clone()));
        cell.set(Value::from(self.entries(ctx, rest, room)?));
        Ok(Value::from(cell))
    }

    /// The class of that name with its `__wakeup`; looked up once for objects of the same class.
    #[inline]
    fn class(&mut self, ctx: &Ctx, name: &[u8]) -> Read<&Known> {
        if !self.last_class.as_ref().is_some_and(|known| known.class.is_some() && known.name.as_bytes() == name) {
            let name = Str::new(name);
            let class = object_data::find_class(ctx, &name)?;
            let wakeup = class.and_then(|class| class.method(b"__wakeup"));
            self.last_class = Some(Known { name, class, wakeup });
        }
        self.last_class.as_ref().ok_or(Failed)
    }

    fn object(&mut self, ctx: &Ctx, name: &[u8], rest: usize, shared: bool) -> Read {
        let &Known { ref name, class, wakeup } = self.class(ctx, name)?;
        if let Some(class) = class.filter(|class| class.has_flag(class_flags::NOT_SERIALIZABLE)) {
            let text = format!("Unserialization of '{}' is not allowed", object_data::display(&class.name));
            return Err(ctx.throw("Exception", text).into());
        }
        let object = object_data::create(ctx, class, &name.clone())?;
        if class.is_some_and(|class| class.magic.destruct.is_some()) {
            self.mortal.push(object.clone());
        }
        let mut value = Value::from(object.clone());
        if shared {
            let cell = Reference::new(value);
            self.numbered.push(Numbered::Shared(cell.clone()));
            value = Value::from(cell);
        } else if self.counts {
            self.numbered.push(Numbered::Value(value.clone()));
        }
        if rest == 0 {
            return Ok(value);
        }
        if let Some(class) = class
            && class.magic.serialize.is_some()
            && self.data.get(self.at) == Some(&0xc0)
        {
            self.at += 1;
            let result = self.given_data(ctx, &object, class, rest - 1);
            if result.is_err() {
                object.set_flag(DESTRUCTED, true);
            }
            return result.map(|()| value);
        }
        self.members(ctx, &object, rest)?;
        if let (Some(class), Some(wakeup)) = (class, wakeup) {
            ctx.host.call_function(ctx, wakeup, Some(&object), Some(class), &[])?;
        }
        Ok(value)
    }

    /// Hands an object of a class with `__serialize` what that returned.
    fn given_data(&mut self, ctx: &Ctx, object: &Object, class: ClassPtr, rest: usize) -> Read<()> {
        let data = self.value(ctx)?;
        self.skip(ctx, rest)?;
        let Some(method) = class.magic.unserialize else {
            return Err(ctx.throw_error("Invalid callback , no array or string given").into());
        };
        if data.is_array() {
            ctx.host.call_function(ctx, method, Some(object), Some(class), &[data.into_unref()])?;
        }
        Ok(())
    }

    /// Properties by name, mangled or not.
    fn members(&mut self, ctx: &Ctx, object: &Object, count: usize) -> Read<()> {
        let class = object.class();
        for guess in 0..count {
            // Most are written in the order in which they are declared.
            if let Some((name, end)) = self.plain_text()
                && let Some((slot, property)) = object_data::slot_of(class, name, guess)
            {
                self.at = end;
                let value = self.value(ctx)?;
                if !is_nothing(ctx, property, &value) {
                    object_data::set_slot(ctx, object, slot, property, value)?;
                }
                continue;
            }
            let name = match self.key(ctx)? {
                Ok(Key::Str(name)) => name,
                Ok(Key::Int(i)) => Str::from(i),
                // It says something of what it is in, if that is no object.
                Err(illegal) if illegal.is_null() && self.options.php_only => {
                    self.value(ctx)?;
                    continue;
                }
                Err(illegal) => {
                    warn(ctx, "msgpack_unserialize_map_item", "illegal key type");
                    ctx.check()?;
                    convert::to_str(ctx, &illegal)?
                }
            };
            let value = self.value(ctx)?;
            if !object_data::check_name(ctx, &name)? {
                continue;
            }
            let plain = object_data::plain_name(&name);
            let found = object_data::slot_of(class, &name, guess).or_else(|| {
                let property = class.properties.get(plain)?;
                Some((property.slot?, *class.slots.get(usize::from(property.slot?))?)).filter(|_| !property.is_static())
            });
            match found {
                Some((_, property)) if is_nothing(ctx, property, &value) => {}
                // A property of its own that has the name of a parent's private one.
                Some((_, property)) if hides(property, class, &name) && !takes(ctx, property, &value) => {
                    object.set_dynamic(Key::Str(name), value);
                }
                Some((slot, property)) => object_data::set_slot(ctx, object, slot, property, value)?,
                None if class.has_flag(class_flags::NO_DYNAMIC_PROPERTIES) => {
                    object_data::report_dynamic(ctx, object, plain, false)?;
                }
                None => object.set_dynamic(Key::Str(name), value),
            }
        }
        Ok(())
    }

    /// An object whose class reads a text itself.
    fn custom(&mut self, ctx: &Ctx, name: &Value, data: &Value) -> Read {
        let number = self.open();
        let (Some(name), Some(data)) = (name.as_str(), data.as_str()) else { return Err(self.fail(Bad::Wrong)) };
        let Some(class) = object_data::find_class(ctx, &name)? else {
            let object = Value::from(object_data::create(ctx, None, &name)?);
            return Ok(self.close(number, object));
        };
        let own = class.handlers.unserialize;
        if class.has_flag(class_flags::NOT_SERIALIZABLE) || own.is_none() && !class.has_flag(class_flags::SERIALIZABLE) {
            let text = format!("Class {} has no unserializer", class.name);
            warn(ctx, "msgpack_unserialize_map_item", &text);
            ctx.check()?;
            return Ok(Value::NULL);
        }
        let object = object_data::create(ctx, Some(class), &name)?;
        if class.magic.destruct.is_some() {
            self.mortal.push(object.clone());
        }
        let value = Value::from(object.clone());
        self.numbered[number] = Numbered::Value(value.clone());
        match own {
            Some(read) => read(ctx, &object, &data)?,
            None => drop(ctx.call_method(&object, "unserialize", &[Value::from(data.into_owned())])?),
        }
        Ok(value)
    }

    /// A case of an enum. Names that mean nothing are errors; the reference crashes at them.
    fn case(&mut self, ctx: &Ctx, name: &Value, case: &Value) -> Read {
        let number = self.open();
        let (Some(name), Some(case)) = (name.as_str(), case.as_str()) else { return Err(self.fail(Bad::Wrong)) };
        let class = ctx.class(&name);
        ctx.check()?;
        let Some(class) = class.filter(|class| class.is_enum()) else {
            return Err(ctx.throw_error(format!("Enum \"{}\" not found", *name)).into());
        };
        if !class.constants.get(&case).is_some_and(|constant| constant.is_case) {
            return Err(ctx.throw_error(format!("Undefined constant {}::{}", class.name, *case)).into());
        }
        let case = ctx.host.class_constant(ctx, class, &case, Some(class))?;
        Ok(self.close(number, case))
    }
}

/// Whether a property's type, if it has one, takes a value.
fn takes(ctx: &Ctx, property: &Property, value: &Value) -> bool {
    let coerced = |ty| ctx.host.coerce_to_type(ctx, value.unref(), ty, Some(property.class), true);
    property.ty.as_ref().is_none_or(|ty| coerced(ty).is_ok())
}

/// Whether a value stands for none: where `__sleep` names a typed property without a value, null is written.
fn is_nothing(ctx: &Ctx, property: &Property, value: &Value) -> bool {
    value.is_null() && !takes(ctx, property, value)
}

/// Whether a name that is not mangled has found a parent's private property.
fn hides(property: &Property, class: ClassPtr, name: &Str) -> bool {
    property.modifiers & modifiers::PRIVATE != 0 && property.class.name != class.name && name.first() != Some(&0)
}
