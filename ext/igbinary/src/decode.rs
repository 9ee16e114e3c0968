//! Reading. Nothing is believed: lengths are held against what is there, numbers against what was given, and memory is set
//! aside for no more elements than the rest of the bytes can hold.
//!
//! Methods of the objects that were read (`__unserialize`, `__wakeup`) run when everything has been read.

use crate::{format, within::StandIns};
use phant_ext_standard::object_data;
use phant_key_cache::{KeyCache, Shapes, is_same};
use phant_memory::{
    Array, HeapAddressMap, HeapVec, Key, KeyRef, Object, PhpArray, PhpStr, Reference, RequestHeap, Str, Value, heap_vec,
    object::DESTRUCTED, string::AddressState,
};
use phant_native::{ClassPtr, Ctx, FunctionPtr, Level, ObjectExt, PhpResult, Thrown, class::class_flags};

/// Reading failed: something was reported or thrown.
pub(crate) struct Bad;

impl From<Thrown> for Bad {
    fn from(_: Thrown) -> Bad {
        Bad
    }
}

const PROPERTIES: &str = "igbinary_unserialize_object_properties";

pub(crate) type Read<T> = Result<T, Bad>;

/// What has a number.
pub(crate) enum Numbered {
    /// A complete array, or an object.
    Value(Value),
    /// What several places share.
    Shared(Reference),
    /// An array whose elements are being read, and that is no reference.
    Open,
}

/// A class that was looked up.
#[derive(Clone, Copy)]
struct Known {
    class: ClassPtr,
    wakeup: Option<FunctionPtr>,
}

/// A call to make when everything has been read.
pub(crate) struct Delayed {
    object: Object,
    method: FunctionPtr,
    pub data: Option<Array>,
}

struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    strings: HeapVec<Str>,
    /// The class that was asked for last, and the others, by the number of the string that names them.
    class: Option<(usize, Option<Known>)>,
    classes: HeapAddressMap<Option<Known>>,
    numbered: HeapVec<Numbered>,
    numbers: Numbers,
    /// What stands for arrays that were met while they were being read.
    stand_ins: Option<StandIns>,
    delayed: HeapVec<Delayed>,
    /// For how many more elements room may be made before they are read.
    room: usize,
    keys: &'static KeyCache,
    shapes: &'static Shapes,
    /// The last one, and the number of its first key: records come one after another.
    shape: Option<(Array, usize)>,
}

/// Whether arrays get numbers. Most texts name none, and nothing that reading arrays and scalars does is seen: so they are read
/// without, and once more from the start when an object or reference turns up.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    Unused,
    /// Reading failed, as there are none.
    Wanted,
    Counted,
}

/// The value, or `None` after a warning. Whether bytes may follow it is for the caller to say.
pub(crate) fn decode(ctx: &Ctx, data: &[u8], may_go_on: bool) -> PhpResult<Option<Value>> {
    if let Some(value) = scalar(data) {
        return Ok(Some(value));
    }
    // What begins with an array may do without.
    let numbers = if matches!(data.get(4), Some(format::ARRAY8..=format::ARRAY32)) { Numbers::Unused } else { Numbers::Counted };
    let mut reader = Reader::new(ctx, data, numbers);
    let mut read = reader.whole(ctx, may_go_on);
    if reader.numbers == Numbers::Wanted {
        reader = Reader::new(ctx, data, Numbers::Counted);
        read = reader.whole(ctx, may_go_on);
    }
    let delayed = std::mem::replace(&mut reader.delayed, heap_vec());
    match read {
        Ok(value) => {
            drop(reader);
            wake(ctx, delayed)?;
            ctx.check()?;
            Ok(Some(value.into_unref()))
        }
        Err(Bad) => {
            // An object that did not get its data is not destructed; the others are in the order in which they were made.
            for call in delayed {
                if call.data.is_some() {
                    call.object.set_flag(DESTRUCTED, true);
                }
            }
            drop(reader);
            ctx.check()?;
            Ok(None)
        }
    }
}

/// The value of a whole text that is a short string, a small number, a truth or null: stores of keys and values have many.
fn scalar(data: &[u8]) -> Option<Value> {
    let [0, 0, 0, 1 | 2, letter, ref rest @ ..] = *data else { return None };
    Some(match (letter, rest) {
        (format::STRING8, [len, content @ ..]) if content.len() == usize::from(*len) => Value::from(Str::new(content)),
        (format::LONG8P, [number]) => Value::int(i64::from(*number)),
        (format::NULL, []) => Value::NULL,
        (format::FALSE | format::TRUE, []) => Value::bool(letter == format::TRUE),
        _ => return None,
    })
}

/// Makes the delayed calls. After one has failed the remaining objects are not destructed either.
fn wake(ctx: &Ctx, delayed: HeapVec<Delayed>) -> PhpResult<()> {
    let mut outcome = Ok(());
    for call in delayed {
        if outcome.is_err() {
            call.object.set_flag(DESTRUCTED, true);
            continue;
        }
        let class = call.object.class();
        let data = call.data.map(Value::from);
        outcome = ctx.host.call_function(ctx, call.method, Some(&call.object), Some(class), data.as_slice()).map(drop);
        if outcome.is_err() {
            call.object.set_flag(DESTRUCTED, true);
        }
    }
    outcome
}

#[cold]
pub(crate) fn warn(ctx: &Ctx, text: impl AsRef<[u8]>) -> Bad {
    if !ctx.has_exception() {
        ctx.report(Level::Warning, text);
    }
    Bad
}

impl<'a> Reader<'a> {
    fn new(ctx: &Ctx, data: &'a [u8], numbers: Numbers) -> Reader<'a> {
        Reader {
            data,
            at: 0,
            strings: HeapVec::with_capacity_in(16.min(data.len()), RequestHeap),
            class: None,
            classes: HeapAddressMap::with_hasher_in(AddressState, RequestHeap),
            numbered: heap_vec(),
            numbers,
            stand_ins: None,
            delayed: heap_vec(),
            room: data.len(),
            keys: ctx.state::<KeyCache>(),
            shapes: ctx.state::<Shapes>(),
            shape: None,
        }
    }

    fn whole(&mut self, ctx: &Ctx, may_go_on: bool) -> Read<Value> {
        self.header(ctx)?;
        let value = self.value(ctx, false)?;
        if self.at < self.data.len() && !may_go_on {
            return Err(warn(ctx, "igbinary_unserialize: received more data to unserialize than expected"));
        }
        match self.stand_ins.take() {
            Some(stand_ins) => stand_ins.replace(ctx, value, &mut self.numbered, &mut self.delayed),
            None => Ok(value),
        }
    }

    fn header(&mut self, ctx: &Ctx) -> Read<()> {
        let Some((head, _)) = self.data.split_first_chunk::<4>().filter(|(_, rest)| !rest.is_empty()) else {
            let n = self.data.len();
            return Err(warn(ctx, format!("igbinary_unserialize_header: expected at least 5 bytes of data, got {n} byte(s)")));
        };
        let version = u32::from_be_bytes(*head);
        self.at = 4;
        if version == 1 || version == 2 {
            return Ok(());
        }
        let begin = "igbinary_unserialize_header: unsupported version:";
        if head.iter().all(|b| b.is_ascii_graphic() || *b == b' ') {
            let mut shown = String::new();
            for &byte in head {
                if byte == b'"' || byte == b'\\' {
                    shown.push('\\');
                }
                shown.push(byte as char);
            }
            return Err(warn(
                ctx,
                format!(
                    "{begin} \"{shown}\"..., should begin with a binary version header of \"\\x00\\x00\\x00\\x01\" or \
                     \"\\x00\\x00\\x00\\x02\""
                ),
            ));
        }
        let swapped = if version != 0 && version & 0xff00_0000 == version { " (wrong endianness?)" } else { "" };
        Err(warn(ctx, format!("{begin} {version}, should be 1 or 2{swapped}")))
    }

    fn left(&self) -> usize {
        self.data.len() - self.at
    }

    /// The next byte.
    #[inline(always)]
    fn byte(&mut self, ctx: &Ctx, who: &str) -> Read<u8> {
        match self.data.get(self.at) {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => Err(end_of_data(ctx, who)),
        }
    }

    /// The next bytes.
    #[inline(always)]
    fn take<const N: usize>(&mut self, ctx: &Ctx, who: &str) -> Read<[u8; N]> {
        match self.data[self.at..].first_chunk::<N>() {
            Some(bytes) => {
                self.at += N;
                Ok(*bytes)
            }
            None => Err(end_of_data(ctx, who)),
        }
    }

    /// A number of one, two or four bytes.
    #[inline(always)]
    fn size(&mut self, ctx: &Ctx, width: u8, who: &str) -> Read<usize> {
        Ok(match width {
            0 => self.byte(ctx, who)? as usize,
            1 => u16::from_be_bytes(self.take(ctx, who)?) as usize,
            _ => u32::from_be_bytes(self.take(ctx, who)?) as usize,
        })
    }

    #[inline]
    fn int(&mut self, ctx: &Ctx, letter: u8) -> Read<i64> {
        const WHO: &str = "igbinary_unserialize_long";
        Ok(match letter {
            0x06 => self.byte(ctx, WHO)? as i64,
            0x07 => -(self.byte(ctx, WHO)? as i64),
            0x08 => u16::from_be_bytes(self.take(ctx, WHO)?) as i64,
            0x09 => -(u16::from_be_bytes(self.take(ctx, WHO)?) as i64),
            0x0a => u32::from_be_bytes(self.take(ctx, WHO)?) as i64,
            // Four bytes are taken for a signed number here.
            0x0b => -(u32::from_be_bytes(self.take(ctx, WHO)?) as i64),
            _ => {
                let n = u64::from_be_bytes(self.take(ctx, WHO)?);
                let most = i64::MAX as u64 + u64::from(letter == format::LONG64N);
                if n > most {
                    // The value is 0 then, and reading goes on.
                    let _ = warn(ctx, "igbinary_unserialize_long: too big 64bit long.");
                    ctx.check()?;
                    return Ok(0);
                }
                if letter == format::LONG64N { (n as i64).wrapping_neg() } else { n as i64 }
            }
        })
    }

    /// The bytes of a string.
    #[inline(always)]
    fn content(&mut self, ctx: &Ctx, width: u8) -> Read<&'a [u8]> {
        const WHO: &str = "igbinary_unserialize_chararray";
        let len = match width {
            8 => usize::try_from(u64::from_be_bytes(self.take(ctx, WHO)?)).unwrap_or(usize::MAX),
            _ => self.size(ctx, width, WHO)?,
        };
        let data = self.data;
        let Some(content) = data[self.at..].get(..len) else { return Err(end_of_data(ctx, WHO)) };
        self.at += len;
        Ok(content)
    }

    /// A string whose bytes follow; it gets a number.
    #[inline]
    fn new_text(&mut self, ctx: &Ctx, width: u8) -> Read<Str> {
        let text = Str::new(self.content(ctx, width)?);
        // Behind the last value nobody asks for it.
        if self.at < self.data.len() {
            self.strings.push(text.clone());
        }
        Ok(text)
    }

    /// The same for a key, which other arrays may have too.
    #[inline]
    fn new_key(&mut self, ctx: &Ctx, width: u8) -> Read<Str> {
        let key = self.keys.get(self.content(ctx, width)?);
        self.strings.push(key.clone());
        Ok(key)
    }

    /// The place of a string that was there before.
    #[inline]
    fn known_text(&mut self, ctx: &Ctx, width: u8) -> Read<usize> {
        const WHO: &str = "igbinary_unserialize_string";
        let number = self.size(ctx, width, WHO)?;
        if number >= self.strings.len() {
            return Err(warn(ctx, "igbinary_unserialize_string: string index is out-of-bounds"));
        }
        Ok(number)
    }

    /// Reads a value into a place that is no reference.
    #[inline(never)]
    fn element(&mut self, ctx: &Ctx) -> Read<Value> {
        self.element_here(ctx)
    }

    /// The same. Most are short, and are read here.
    #[inline(always)]
    fn element_here(&mut self, ctx: &Ctx) -> Read<Value> {
        let Some((&letter, rest)) = self.data[self.at..].split_first() else { return self.value(ctx, false) };
        let (value, len) = match (letter, rest) {
            (format::STRING8, &[len, ref rest @ ..]) if rest.len() > usize::from(len) => {
                let text = Str::new(&rest[..usize::from(len)]);
                self.strings.push(text.clone());
                (Value::from(text), 2 + usize::from(len))
            }
            (format::STRING_ID8, &[number, ..]) if usize::from(number) < self.strings.len() => {
                (Value::from(self.strings[usize::from(number)].clone()), 2)
            }
            (format::LONG8P, &[number, ..]) => (Value::int(i64::from(number)), 2),
            (format::LONG16P, &[a, b, ..]) => (Value::int(i64::from(u16::from_be_bytes([a, b]))), 3),
            (format::DOUBLE, &[a, b, c, d, e, f, g, h, ..]) => {
                (Value::float(f64::from_bits(u64::from_be_bytes([a, b, c, d, e, f, g, h]))), 9)
            }
            (format::NULL, _) => (Value::NULL, 1),
            (format::FALSE | format::TRUE, _) => (Value::bool(letter == format::TRUE), 1),
            (format::LONG32P, &[a, b, c, d, ..]) => (Value::int(i64::from(u32::from_be_bytes([a, b, c, d]))), 5),
            (format::REF8 | format::OBJREF8, &[number, ..])
                if let Some(Numbered::Value(value)) = self.numbered.get(usize::from(number)) =>
            {
                (value.clone(), 2)
            }
            (format::ARRAY8, &[count, ref rest @ ..]) if self.numbers == Numbers::Unused && usize::from(count) <= rest.len() => {
                self.at += 2;
                return Ok(Value::from(self.elements(ctx, usize::from(count))?));
            }
            _ => return self.value(ctx, false),
        };
        self.at += len;
        Ok(value)
    }

    /// Reads a value. `shared` asks for a reference if it is an array or object, or something met before.
    fn value(&mut self, ctx: &Ctx, shared: bool) -> Read<Value> {
        let letter = self.byte(ctx, "igbinary_unserialize_zval")?;
        match letter {
            format::NULL => Ok(Value::NULL),
            format::FALSE => Ok(Value::FALSE),
            format::TRUE => Ok(Value::TRUE),
            format::LONG8P..=format::LONG32N | format::LONG64P | format::LONG64N => Ok(Value::int(self.int(ctx, letter)?)),
            format::DOUBLE => {
                let bits = u64::from_be_bytes(self.take(ctx, "igbinary_unserialize_double")?);
                Ok(Value::float(f64::from_bits(bits)))
            }
            format::STRING_EMPTY => Ok(Value::from(Str::default())),
            format::STRING8..=format::STRING32 => Ok(Value::from(self.new_text(ctx, letter - format::STRING8)?)),
            format::STRING64 => Ok(Value::from(self.new_text(ctx, 8)?)),
            format::STRING_ID8..=format::STRING_ID32 => {
                let place = self.known_text(ctx, letter - format::STRING_ID8)?;
                Ok(Value::from(self.strings[place].clone()))
            }
            format::ARRAY8..=format::ARRAY32 => self.array(ctx, letter - format::ARRAY8, shared),
            // Enumerations and the like are asked for their class.
            format::REF8..=format::REF32 | format::OBJREF8..=format::REF | format::OBJECT8..=format::OBJECT_ID32
                if self.numbers == Numbers::Unused =>
            {
                self.numbers = Numbers::Wanted;
                Err(Bad)
            }
            format::REF8..=format::REF32 => self.met(ctx, letter - format::REF8, shared),
            format::OBJREF8..=format::OBJREF32 => self.met(ctx, letter - format::OBJREF8, shared),
            format::OBJECT8..=format::OBJECT32 | format::OBJECT_ID8..=format::OBJECT_ID32 => self.object(ctx, letter, shared),
            format::REF => self.reference(ctx),
            _ => Err(unknown(ctx, "igbinary_unserialize_zval: unknown type", letter, self.at)),
        }
    }

    /// What several places share.
    fn reference(&mut self, ctx: &Ctx) -> Read<Value> {
        // Marks may follow one another for as long as there are bytes.
        while self.data.get(self.at) == Some(&format::REF) {
            self.at += 1;
        }
        let value = self.value(ctx, true)?;
        if value.is_ref() {
            return Ok(value);
        }
        let cell = Reference::new(value);
        self.numbered.push(Numbered::Shared(cell.clone()));
        Ok(Value::from(cell))
    }

    /// Something that was there before, by its number.
    fn met(&mut self, ctx: &Ctx, width: u8, shared: bool) -> Read<Value> {
        const WHO: &str = "igbinary_unserialize_ref";
        let number = self.size(ctx, width, WHO)?;
        let count = self.numbered.len();
        let Some(known) = self.numbered.get_mut(number) else {
            return Err(warn(ctx, format!("igbinary_unserialize_ref: invalid reference {number} >= {count}")));
        };
        match known {
            Numbered::Value(value) if shared => {
                let cell = Reference::new(value.clone());
                *known = Numbered::Shared(cell.clone());
                Ok(Value::from(cell))
            }
            Numbered::Value(value) => Ok(value.clone()),
            Numbered::Shared(cell) if shared => Ok(Value::from(cell.clone())),
            Numbered::Shared(cell) if !cell.get().is_undef() => Ok(cell.get()),
            // The array is being read. Something in it that is shared leads back to it.
            Numbered::Shared(_) | Numbered::Open => {
                let array = Value::from(self.stand_ins.get_or_insert_default().of(number));
                if !shared {
                    return Ok(array);
                }
                let cell = Reference::new(array);
                *known = Numbered::Shared(cell.clone());
                Ok(Value::from(cell))
            }
        }
    }

    /// The number of elements of an array.
    fn count(&mut self, ctx: &Ctx, width: u8, who: &str) -> Read<usize> {
        let count = self.size(ctx, width, who)?;
        if count > self.left() {
            let left = self.left();
            let text = format!("{who}: data size {left} smaller that requested array length {count}.");
            return Err(warn(ctx, text));
        }
        Ok(count)
    }

    fn array(&mut self, ctx: &Ctx, width: u8, shared: bool) -> Read<Value> {
        let count = self.count(ctx, width, "igbinary_unserialize_array")?;
        if self.numbers == Numbers::Unused {
            return Ok(Value::from(self.elements(ctx, count)?));
        }
        let number = self.numbered.len();
        if shared {
            // Elements may refer to the place that the array is in.
            let cell = Reference::new(Value::UNDEF);
            self.numbered.push(Numbered::Shared(cell.clone()));
            let array = self.complete(ctx, number, count)?;
            cell.set(array);
            return Ok(Value::from(cell));
        }
        self.numbered.push(Numbered::Open);
        let array = self.complete(ctx, number, count)?;
        if let known @ Numbered::Open = &mut self.numbered[number] {
            *known = Numbered::Value(array.clone());
        }
        Ok(array)
    }

    /// The array with this number.
    fn complete(&mut self, ctx: &Ctx, number: usize, count: usize) -> Read<Value> {
        let array = self.elements(ctx, count)?;
        if let Some(stand_ins) = &mut self.stand_ins {
            stand_ins.complete(number, &array);
        }
        Ok(Value::from(array))
    }

    fn elements(&mut self, ctx: &Ctx, count: usize) -> Read<Array> {
        if count == 0 {
            return Ok(Array::new());
        }
        ctx.check_stack()?;
        let room = count.min(self.room.max(8));
        self.room = self.room.saturating_sub(room);
        let Some((first, number)) = first_key(&self.data[self.at..], &self.strings) else {
            let mut array = Array::with_capacity(room);
            self.list_elements(ctx, array.make_mut(), count)?;
            return Ok(array);
        };
        let shape = match self.shape.take_if(|(shape, known)| *known == number && shape.len() == count) {
            Some((shape, _)) => Some(shape),
            None => self.shapes.get(count, first),
        };
        let mut array = match shape {
            Some(shape) => {
                let array = self.elements_alike(ctx, &shape)?;
                self.shape = Some((shape, number));
                array
            }
            None => Array::with_hash_capacity(room),
        };
        if array.len() < count {
            let left = count - array.len();
            self.other_elements(ctx, array.make_mut(), left)?;
            self.shapes.note(&array);
        }
        Ok(array)
    }

    /// Elements whose keys are likely to be numbers, the next one each time.
    fn list_elements(&mut self, ctx: &Ctx, elements: &mut PhpArray, count: usize) -> Read<()> {
        for at in 0..count {
            let key = match self.data[self.at..] {
                [format::LONG8P, key, ..] => {
                    self.at += 2;
                    i64::from(key)
                }
                [format::LONG16P, a, b, ..] => {
                    self.at += 3;
                    i64::from(u16::from_be_bytes([a, b]))
                }
                _ => return self.other_elements(ctx, elements, count - at),
            };
            let value = self.element_here(ctx)?;
            if elements.is_next(key) {
                let _ = elements.push(value);
            } else {
                elements.set_int(key, value);
            }
        }
        Ok(())
    }

    fn other_elements(&mut self, ctx: &Ctx, elements: &mut PhpArray, count: usize) -> Read<()> {
        for _ in 0..count {
            let letter = self.byte(ctx, "igbinary_unserialize_array")?;
            match letter {
                format::LONG8P..=format::LONG32N | format::LONG64P | format::LONG64N => {
                    let key = self.int(ctx, letter)?;
                    let value = self.element(ctx)?;
                    if elements.is_next(key) {
                        let _ = elements.push(value);
                    } else {
                        elements.set_int(key, value);
                    }
                }
                format::NULL => {}
                _ => {
                    let Some((key, _)) = self.text_key(ctx, letter)? else {
                        return Err(unknown(ctx, "igbinary_unserialize_array: unknown key type", letter, self.at));
                    };
                    let value = self.element(ctx)?;
                    elements.set_str(key, value);
                }
            }
        }
        Ok(())
    }

    /// The elements of an array for as long as their keys are those of a shape that has as many.
    fn elements_alike(&mut self, ctx: &Ctx, shape: &Array) -> Read<Array> {
        shape.alike(|_, key| match key {
            KeyRef::Str(key) if self.is_text(key) => self.element_here(ctx).map(Some),
            _ => Ok(None),
        })
    }

    /// Whether this is the next string, which is read then.
    #[inline(always)]
    fn is_text(&mut self, wanted: &PhpStr) -> bool {
        match self.data[self.at..] {
            [format::STRING_ID8, number, ..] => match self.strings.get_mut(usize::from(number)) {
                Some(known) if std::ptr::eq::<PhpStr>(&**known, wanted) => {}
                // The next time its address tells.
                Some(known) if known.same_bytes(wanted) => *known = wanted.to_handle(),
                _ => return false,
            },
            [format::STRING8, len, ref rest @ ..] => match rest.get(..usize::from(len)) {
                Some(text) if is_same(text, wanted.as_bytes()) => {
                    self.strings.push(wanted.to_handle());
                    self.at += text.len();
                }
                _ => return false,
            },
            _ => return false,
        }
        self.at += 2;
        true
    }

    /// A key that is a string, if it is one, and its number; [`usize::MAX`] if it has none.
    #[inline]
    fn text_key(&mut self, ctx: &Ctx, letter: u8) -> Read<Option<(Str, usize)>> {
        let key = match letter {
            format::STRING_ID8..=format::STRING_ID32 => {
                let place = self.known_text(ctx, letter - format::STRING_ID8)?;
                return Ok(Some((self.strings[place].clone(), place)));
            }
            format::STRING8..=format::STRING32 => self.new_key(ctx, letter - format::STRING8)?,
            format::STRING64 => self.new_key(ctx, 8)?,
            format::STRING_EMPTY => return Ok(Some((Str::default(), usize::MAX))),
            _ => return Ok(None),
        };
        Ok(Some((key, self.strings.len() - 1)))
    }

    /// The class that a string names: its place among the strings, and the class if it is known.
    #[inline]
    fn class(&mut self, ctx: &Ctx, letter: u8) -> Read<(usize, Option<Known>)> {
        let place = match letter {
            format::OBJECT8..=format::OBJECT32 => {
                self.new_key(ctx, letter - format::OBJECT8)?;
                self.strings.len() - 1
            }
            _ => self.known_text(ctx, letter - format::OBJECT_ID8)?,
        };
        match self.class {
            Some((last, class)) if last == place => Ok((place, class)),
            _ => self.other_class(ctx, place),
        }
    }

    /// The same for another class than the last one.
    #[inline(never)]
    fn other_class(&mut self, ctx: &Ctx, place: usize) -> Read<(usize, Option<Known>)> {
        let class = match self.classes.get(&place) {
            Some(class) => *class,
            None => {
                let name = self.strings[place].clone();
                let class = object_data::find_class(ctx, &name)?;
                class.map(|class| Known { class, wakeup: class.method(b"__wakeup") })
            }
        };
        if let Some((last, class)) = self.class.replace((place, class)) {
            self.classes.insert(last, class);
        }
        Ok((place, class))
    }

    fn object(&mut self, ctx: &Ctx, letter: u8, shared: bool) -> Read<Value> {
        const WHO: &str = "igbinary_unserialize_object";
        ctx.check_stack()?;
        let (place, found) = self.class(ctx, letter)?;
        let class = found.map(|found| found.class);
        let known = class.unwrap_or_else(|| ctx.known_class("__PHP_Incomplete_Class"));
        if known.has_flag(class_flags::NOT_SERIALIZABLE) {
            let text = format!("Unserialization of '{}' is not allowed", object_data::display(&known.name));
            ctx.throw("Exception", text);
            return Err(Bad);
        }
        let letter = self.byte(ctx, WHO)?;
        match letter {
            format::OBJECT_SER8..=format::OBJECT_SER32 => {
                return self.serializable(ctx, letter - format::OBJECT_SER8, place, class, shared);
            }
            format::ENUM_CASE => return self.case(ctx, place, class, shared),
            _ => {}
        }
        let width = letter.wrapping_sub(format::ARRAY8);
        if width > 2 {
            return Err(unknown(ctx, "igbinary_unserialize_object: unknown object inner type", letter, self.at));
        }
        if class.is_some_and(|class| object_data::not_made(class).is_some()) {
            ctx.notice("igbinary unable to create object for class entry");
            ctx.check()?;
        }
        let object = object_data::create(ctx, class, &self.strings[place])?;
        let value = self.number(Value::from(object.clone()), shared);
        if let Some(method) = class.and_then(|class| class.magic.unserialize) {
            let read = self.count(ctx, width, "igbinary_unserialize_array").and_then(|count| self.elements(ctx, count));
            if read.is_err() {
                object.set_flag(DESTRUCTED, true);
            }
            self.delayed.push(Delayed { object, method, data: Some(read?) });
            return Ok(value);
        }
        let wakeup = found.and_then(|found| found.wakeup);
        self.properties(ctx, width, &object, known)?;
        if let Some(method) = wakeup {
            self.delayed.push(Delayed { object, method, data: None });
        }
        Ok(value)
    }

    /// Gives an object its number. What is to be shared is put into a reference.
    fn number(&mut self, object: Value, shared: bool) -> Value {
        if !shared {
            self.numbered.push(Numbered::Value(object.clone()));
            return object;
        }
        let cell = Reference::new(object);
        self.numbered.push(Numbered::Shared(cell.clone()));
        Value::from(cell)
    }

    fn properties(&mut self, ctx: &Ctx, width: u8, object: &Object, class: ClassPtr) -> Read<()> {
        let count = self.count(ctx, width, PROPERTIES)?;
        for guess in 0..count {
            // Most are in the order in which they are declared.
            match class.slots.get(guess) {
                Some(property) if self.is_text(&property.mangled) => {
                    let value = self.element_here(ctx)?;
                    object_data::set_slot(ctx, object, guess as u16, property, value)?;
                }
                _ => self.other_property(ctx, object, class, guess)?,
            }
        }
        Ok(())
    }

    /// A property that is not the declared one with this number.
    #[inline(never)]
    fn other_property(&mut self, ctx: &Ctx, object: &Object, class: ClassPtr, guess: usize) -> Read<()> {
        let letter = self.byte(ctx, PROPERTIES)?;
        let name = match letter {
            format::NULL => return Ok(()),
            format::LONG8P..=format::LONG32N | format::LONG64P | format::LONG64N => Str::from(self.int(ctx, letter)?),
            _ => match self.text_key(ctx, letter)? {
                Some((name, _)) => name,
                None => {
                    return Err(unknown(ctx, "igbinary_unserialize_object_properties: unknown key type", letter, self.at));
                }
            },
        };
        if let Some((slot, property)) = object_data::slot_of(class, &name, guess) {
            let value = self.value(ctx, false)?;
            return Ok(object_data::set_slot(ctx, object, slot, property, value)?);
        }
        if !object.dynamic().is_some_and(|d| d.contains(&KeyRef::Str(&name))) {
            self.dynamic(ctx, object, &name)?;
        }
        let value = self.value(ctx, false)?;
        object.set_dynamic(Key::Str(name), value);
        Ok(())
    }

    /// Says that an object gets a property that its class does not declare.
    #[cold]
    fn dynamic(&self, ctx: &Ctx, object: &Object, name: &[u8]) -> Read<()> {
        let class = object.class();
        let plain = match class.has_flag(class_flags::ALLOW_DYNAMIC_PROPERTIES) || object_data::check_name(ctx, name)? {
            true => object_data::plain_name(name),
            false => name,
        };
        Ok(object_data::report_dynamic(ctx, object, plain, true)?)
    }

    /// An object whose class reads a text itself.
    fn serializable(&mut self, ctx: &Ctx, width: u8, name: usize, class: Option<ClassPtr>, shared: bool) -> Read<Value> {
        const WHO: &str = "igbinary_unserialize_object_ser";
        let known = class.unwrap_or_else(|| ctx.known_class("__PHP_Incomplete_Class"));
        let own = known.handlers.unserialize;
        if own.is_none() && !known.has_flag(class_flags::SERIALIZABLE) {
            return Err(warn(ctx, format!("Class {} has no unserializer", known.name)));
        }
        let len = self.size(ctx, width, WHO)?;
        if len > self.left() {
            return Err(end_of_data(ctx, WHO));
        }
        let data = Str::new(&self.data[self.at..self.at + len]);
        self.at += len;
        let object = object_data::create(ctx, class, &self.strings[name])?;
        let value = self.number(Value::from(object.clone()), shared);
        match own {
            Some(read) => read(ctx, &object, &data)?,
            None => drop(ctx.call_method(&object, "unserialize", &[Value::from(data)])?),
        }
        Ok(value)
    }

    fn case(&mut self, ctx: &Ctx, name: usize, class: Option<ClassPtr>, shared: bool) -> Read<Value> {
        const WHO: &str = "igbinary_unserialize_object_enum_case";
        let Some(class) = class else {
            return Err(warn(ctx, format!("{WHO}: Class '{}' does not exist", self.strings[name])));
        };
        if !class.is_enum() {
            return Err(warn(ctx, format!("{WHO}: Class '{}' is not an enum", class.name)));
        }
        let letter = self.byte(ctx, WHO)?;
        let Some((case, _)) = self.text_key(ctx, letter)?.filter(|_| letter != format::STRING_EMPTY) else {
            return Err(unknown(ctx, "igbinary_unserialize_string: unknown type", letter, self.at));
        };
        let text = match class.constants.get(&case) {
            Some(constant) if constant.is_case => {
                let case = ctx.host.class_constant(ctx, class, &case, Some(class))?;
                return Ok(self.number(case, shared));
            }
            Some(_) => format!("{WHO}: {}::{case} is not an enum case", class.name),
            None => format!("{WHO}: Undefined constant {}::{case}", class.name),
        };
        Err(warn(ctx, text))
    }
}

/// The key that comes next and its number, if it is a short string.
#[inline(always)]
fn first_key<'a>(data: &'a [u8], strings: &'a [Str]) -> Option<(&'a [u8], usize)> {
    match *data {
        [format::STRING_ID8, number, ..] => Some((strings.get(usize::from(number))?.as_bytes(), usize::from(number))),
        [format::STRING8, len, ref rest @ ..] => Some((rest.get(..usize::from(len))?, strings.len())),
        _ => None,
    }
}

#[cold]
fn end_of_data(ctx: &Ctx, who: &str) -> Bad {
    warn(ctx, format!("{who}: end-of-data"))
}

#[cold]
fn unknown(ctx: &Ctx, what: &str, letter: u8, at: usize) -> Bad {
    warn(ctx, format!("{what} '{letter:02x}', position {at}"))
}
