//! `unserialize`: reads what `serialize` wrote, and anything else without harm.
//!
//! Values are numbered as they are met. `r:` repeats an object by number, which is kept from the moment it is created;
//! `R:` makes two places share one value, so a place that some `R:` may name is a reference from the start. Which
//! places those can be is known beforehand: their numbers stand in the text.
//!
//! `__wakeup` and `__unserialize` are called when everything has been read, in a row with the ends of values that others took
//! the place of; what was read of a text that is damaged ends before them, as a whole. A `Serializable::unserialize` method runs at
//! once; calls of `unserialize` that it makes share the numbering.

use crate::{
    object_data,
    serialize::INCOMPLETE_CLASS,
    var::{c_text, unmangle},
};
use phant_key_cache::{KeyCache, Shapes, is_same};
use phant_memory::{
    Array, HeapSet, HeapVec, Key, KeyRef, Object, PhpArray, Reference, Str, Value, heap_set, heap_vec, object::DESTRUCTED,
};
use phant_native::{
    ClassPtr, Ctx, FunctionPtr, Late, Level, ObjectExt, PhpResult, Thrown,
    class::{Property, class_flags},
    convert,
    descriptor::{FunctionGroup, modifiers},
    functions, php,
};
use phant_numeric::parse;
use std::cell::RefCell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![unserialize];

/// What is known of a numbered place.
enum Place {
    Object(Object),
    Shared(Reference),
    Other,
}

/// A call to make when everything has been read.
struct Delayed {
    object: Object,
    method: FunctionPtr,
    data: Option<Array>,
}

/// What happens when everything has been read.
enum Last {
    Call(Delayed),
    /// A value ends that had its place taken, or that a nested call read.
    End(Value),
}

/// What nested calls share.
struct Shared {
    places: HeapVec<Place>,
    /// Numbers that an `R:` somewhere in the text names.
    targets: HeapSet<i64>,
    last: HeapVec<Last>,
    /// Whether there are objects with destructors: then it is seen when values end.
    has_mortal: bool,
    /// Lower-case names of the classes that may be made; `None` for all.
    allowed: Option<HeapSet<Str>>,
    max_depth: i64,
    depth: i64,
}

impl Shared {
    fn new(max_depth: i64) -> Shared {
        Shared {
            places: heap_vec(),
            targets: heap_set(),
            last: heap_vec(),
            has_mortal: false,
            allowed: None,
            max_depth,
            depth: 0,
        }
    }
}

/// Handed to nested calls while `Serializable::unserialize` runs.
#[derive(Default)]
struct Pending(RefCell<Option<Shared>>);

/// Reading failed; there may be an exception as well.
struct Bad;

impl From<Thrown> for Bad {
    fn from(_: Thrown) -> Bad {
        Bad
    }
}

type Read<T = Value> = Result<T, Bad>;

#[php("function unserialize(string $data, array $options = []): mixed")]
fn unserialize(late: Late<'_>, passed: usize, data: &Str, options: &Array) -> PhpResult {
    if data.is_empty() {
        return Ok(Value::FALSE);
    }
    // Inside another call, what is read has a number.
    if passed == 1
        && let Some(value) = one_scalar(data)
        && late.state::<Pending>().0.borrow().is_none()
    {
        return Ok(value);
    }
    let ctx = late.ctx()?;
    let options = if passed > 1 { Some(read_options(ctx, options)?) } else { None };
    let data = data.clone();
    Ok(run(ctx, &data, options, true)?.unwrap_or(Value::FALSE))
}

/// The value of a text that is nothing but an integer, a string, a boolean or null; `None` if it is anything else.
fn one_scalar(data: &[u8]) -> Option<Value> {
    match data {
        b"N;" => Some(Value::NULL),
        b"b:0;" => Some(Value::FALSE),
        b"b:1;" => Some(Value::TRUE),
        // Longer numbers may be too large.
        [b'i', b':', digits @ .., b';'] if (1..=18).contains(&digits.len()) => {
            let (sign, digits) = match digits {
                [b'-', digits @ ..] if !digits.is_empty() => (-1, digits),
                _ => (1, digits),
            };
            let number = digits
                .iter()
                .try_fold(0, |number: i64, digit| digit.is_ascii_digit().then(|| number * 10 + i64::from(digit - b'0')))?;
            Some(Value::int(sign * number))
        }
        [b's', b':', rest @ .., b'"', b';'] => {
            let digits = rest.iter().take(9).take_while(|b| b.is_ascii_digit()).count();
            let (len, text) = rest.split_at(digits);
            let text = text.strip_prefix(b":\"")?;
            let len = len.iter().fold(0, |len, digit| len * 10 + usize::from(digit - b'0'));
            (digits > 0 && text.len() == len).then(|| Value::str(text))
        }
        _ => None,
    }
}

/// Reads a serialized value; `None` (after PHP's warning) if the text is damaged.
pub fn from_text(ctx: &Ctx, data: &[u8]) -> PhpResult<Option<Value>> {
    run(ctx, data, None, true)
}

/// The same without the warning.
pub fn from_text_quietly(ctx: &Ctx, data: &[u8]) -> PhpResult<Option<Value>> {
    run(ctx, data, None, false)
}

struct Options {
    allowed: Option<HeapSet<Str>>,
    max_depth: Option<i64>,
}

fn read_options(ctx: &Ctx, options: &Array) -> PhpResult<Options> {
    let mut read = Options { allowed: None, max_depth: None };
    if let Some(classes) = options.get_bytes(b"allowed_classes").map(Value::unref) {
        match classes.as_array() {
            None if classes.as_bool() == Some(false) => read.allowed = Some(heap_set()),
            None if classes.as_bool() == Some(true) => {}
            None => {
                let given = convert::value_name(&classes);
                return Err(ctx
                    .type_error(format!("unserialize(): Option \"allowed_classes\" must be of type array|bool, {given} given")));
            }
            Some(names) => read.allowed = Some(class_names(ctx, &names)?),
        }
    }
    if let Some(depth) = options.get_bytes(b"max_depth").map(Value::unref) {
        let Some(depth) = depth.as_int() else {
            let given = convert::value_name(&depth);
            return Err(ctx.type_error(format!("unserialize(): Option \"max_depth\" must be of type int, {given} given")));
        };
        if depth < 0 {
            return Err(ctx.value_error("unserialize(): Option \"max_depth\" must be greater than or equal to 0"));
        }
        read.max_depth = Some(depth);
    }
    Ok(read)
}

fn class_names(ctx: &Ctx, names: &Array) -> PhpResult<HeapSet<Str>> {
    let mut set = heap_set();
    for name in names.clone().values() {
        if !name.is_str() && !name.is_object() {
            let given = convert::value_name(name);
            return Err(ctx.type_error(format!(
                "unserialize(): Option \"allowed_classes\" must be an array of class names, {given} given"
            )));
        }
        let name = convert::to_str(ctx, name)?;
        if !is_class_name(&name) {
            // Messages end at a NUL byte, as C strings do.
            let shown = Str::new(name.split(|&b| b == 0).next().unwrap_or_default());
            return Err(ctx.value_error(format!(
                "unserialize(): Option \"allowed_classes\" must be an array of class names, \"{shown}\" given"
            )));
        }
        set.insert(name.to_lower());
    }
    Ok(set)
}

/// Whether a name has only bytes that class names have.
fn is_class_name(name: &[u8]) -> bool {
    name.iter().all(|&b| b.is_ascii_alphanumeric() || b == b'_' || b == b'\\' || b >= 0x80)
}

/// The value of a whole text that is a string, a small number, a truth or null: stores of keys and values have many.
fn scalar(data: &[u8]) -> Option<Value> {
    match data {
        [b's', b':', rest @ ..] => {
            let digits = rest.iter().take(18).take_while(|b| b.is_ascii_digit()).count();
            let len = rest[..digits].iter().fold(0, |len, b| len * 10 + usize::from(b - b'0'));
            let content = rest[digits..].strip_prefix(b":\"")?.strip_suffix(b"\";")?;
            (digits > 0 && content.len() == len).then(|| Value::from(Str::new(content)))
        }
        [b'i', b':', digits @ .., b';'] => {
            let is_number = (1..=18).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
            is_number.then(|| Value::int(digits.iter().fold(0, |number, b| number * 10 + i64::from(b - b'0'))))
        }
        [b'b', b':', bit @ (b'0' | b'1'), b';'] => Some(Value::bool(*bit == b'1')),
        [b'N', b';'] => Some(Value::NULL),
        _ => None,
    }
}

fn run(ctx: &Ctx, data: &[u8], options: Option<Options>, report: bool) -> PhpResult<Option<Value>> {
    let pending = ctx.state::<Pending>();
    let outer = pending.0.borrow_mut().take();
    if outer.is_none()
        && let Some(value) = scalar(data)
    {
        return Ok(Some(value));
    }
    let nested = outer.is_some();
    let mut shared = outer.unwrap_or_else(|| Shared::new(ctx.ini.int("unserialize_max_depth")));
    let before = (shared.max_depth, shared.depth, shared.allowed.take());
    match options {
        Some(options) => {
            shared.allowed = options.allowed;
            if let Some(depth) = options.max_depth {
                shared.max_depth = depth;
                shared.depth = 0;
            }
        }
        None => shared.allowed = before.2.clone(),
    }
    if nested {
        find_targets(data, &mut shared.targets);
    }
    let (first, mark) = (shared.places.len(), shared.last.len());
    let mut reader = Reader::new(ctx, data, shared, if nested { Numbers::Counted } else { Numbers::Unknown });
    let mut result = reader.value(ctx);
    if result.is_err() && reader.numbers == Numbers::Wanted {
        find_targets(data, &mut reader.shared.targets);
        reader = Reader::new(ctx, data, reader.shared, Numbers::Counted);
        result = reader.value(ctx);
    }
    let Reader { at, mut shared, part, .. } = reader;
    let read = match result {
        Ok(value) => {
            if at < data.len() && !ctx.has_exception() && report {
                ctx.warning(format!("Extra data starting at offset {at} of {} bytes", data.len()));
            }
            if nested && shared.has_mortal {
                shared.last.insert(mark, Last::End(value.clone()));
            }
            Some(value)
        }
        Err(Bad) => {
            // What was read so far cannot be named by further calls.
            for place in &mut shared.places[first..] {
                *place = Place::Other;
            }
            if !ctx.has_exception() && report {
                ctx.warning(format!("Error at offset {at} of {} bytes", data.len()));
            }
            match part {
                Some(part) if nested => shared.last.insert(mark, Last::End(part)),
                part => let_go(ctx, part),
            }
            None
        }
    };
    if nested {
        (shared.max_depth, shared.depth, shared.allowed) = before;
        *pending.0.borrow_mut() = Some(shared);
    } else {
        let last = std::mem::replace(&mut shared.last, heap_vec());
        drop(shared);
        finish(ctx, last);
    }
    ctx.check()?;
    Ok(read.map(Value::into_unref))
}

/// Values end here; what their destructors throw is noticed where all is over.
fn let_go(ctx: &Ctx, values: impl Sized) {
    drop(values);
    let _ = ctx.settle();
}

/// A text with serialized values and other things between them. The values are numbered together.
pub struct Pieces<'a>(Reader<'a>);

impl Pieces<'_> {
    /// What was not read yet.
    pub fn rest(&self) -> &[u8] {
        self.0.data.get(self.0.at..).unwrap_or_default()
    }
    /// Reads these bytes, if they are next.
    pub fn eat(&mut self, bytes: &[u8]) -> bool {
        let found = self.rest().starts_with(bytes);
        if found {
            self.0.at += bytes.len();
        }
        found
    }
    /// Reads a value; `None` if there is none or it cannot be made.
    pub fn value(&mut self, ctx: &Ctx) -> PhpResult<Option<Value>> {
        Ok(self.shared_value(ctx)?.map(Value::into_unref))
    }
    /// The same; a value that others refer to is a reference.
    pub fn shared_value(&mut self, ctx: &Ctx) -> PhpResult<Option<Value>> {
        let read = self.0.value(ctx);
        ctx.check()?;
        Ok(read.ok())
    }
    /// Throws what PHP's data structures throw at a text they do not understand.
    pub fn error(&self, ctx: &Ctx) -> Thrown {
        let text = format!("Error at offset {} of {} bytes", self.0.at, self.0.data.len());
        if ctx.has_exception() { Thrown } else { ctx.throw("UnexpectedValueException", text) }
    }
}

/// Reads a text of several serialized values. In a call that `unserialize` makes, they share its numbering.
pub fn pieces<T>(ctx: &Ctx, data: &[u8], read: impl FnOnce(&Ctx, &mut Pieces<'_>) -> PhpResult<T>) -> PhpResult<T> {
    let pending = ctx.state::<Pending>();
    let outer = pending.0.borrow_mut().take();
    let nested = outer.is_some();
    let mut shared = outer.unwrap_or_else(|| Shared::new(ctx.ini.int("unserialize_max_depth")));
    find_targets(data, &mut shared.targets);
    let first = shared.places.len();
    let mut pieces = Pieces(Reader::new(ctx, data, shared, Numbers::Counted));
    let result = read(ctx, &mut pieces);
    let Reader { mut shared, part, .. } = pieces.0;
    if result.is_err() {
        for place in &mut shared.places[first..] {
            *place = Place::Other;
        }
    }
    shared.last.extend(part.map(Last::End));
    if nested {
        *pending.0.borrow_mut() = Some(shared);
    } else {
        let last = std::mem::replace(&mut shared.last, heap_vec());
        drop(shared);
        finish(ctx, last);
    }
    ctx.check()?;
    result
}

/// Makes the delayed calls, unless something was thrown, and lets go of values, one after the other. After a call has failed
/// the objects of those that are left are not destructed either.
fn finish(ctx: &Ctx, last: HeapVec<Last>) {
    for each in last {
        let call = match each {
            Last::Call(call) => call,
            Last::End(value) => {
                let_go(ctx, value);
                continue;
            }
        };
        if ctx.has_exception() {
            call.object.set_flag(DESTRUCTED, true);
            continue;
        }
        let class = call.object.class();
        let data = call.data.map(Value::from);
        let result = ctx.host.call_function(ctx, call.method, Some(&call.object), Some(class), data.as_slice());
        if result.is_err() && ctx.has_exception() {
            call.object.set_flag(DESTRUCTED, true);
        }
        let_go(ctx, (call.object, data, result));
    }
}

/// Whether a text may name the number of a value, or show it to code: `r:`, `R:` and `C:`. If not, nobody needs the numbers.
/// A function of its own, as its loop becomes vector instructions only by itself.
#[inline(never)]
fn names_numbers(data: &[u8]) -> bool {
    let starts = |letter: u8, colon: u8| u8::from(colon == b':') & (u8::from(letter | 0x20 == b'r') | u8::from(letter == b'C'));
    let mut rest = data;
    while let (Some(letters), Some(colons)) = (rest.first_chunk::<64>(), rest.get(1..).and_then(|rest| rest.first_chunk::<64>()))
    {
        if (0..64).fold(0, |any, at| any | starts(letters[at], colons[at])) != 0 {
            return true;
        }
        rest = &rest[64..];
    }
    rest.windows(2).any(|pair| starts(pair[0], pair[1]) != 0)
}

/// Collects the numbers behind every `R:` of the text.
fn find_targets(data: &[u8], targets: &mut HeapSet<i64>) {
    let mut rest = data;
    while let Some(at) = memchr::memmem::find(rest, b"R:") {
        rest = &rest[at + 2..];
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if rest.get(digits) == Some(&b';')
            && let Some(Ok(number)) = std::str::from_utf8(&rest[..digits]).ok().map(str::parse)
        {
            targets.insert(number);
        }
    }
}

/// Whether values get numbers. Most texts name none, and nothing that reading them does is seen before the first object or
/// warning: so they are read without numbers, and once more from the start if something turns out to want them.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    /// They have none so far; the text may name them all the same.
    Unknown,
    /// They need none, as the text names none.
    Unused,
    /// Reading failed, as they have none.
    Wanted,
    /// They have.
    Counted,
}

struct Reader<'a> {
    data: &'a [u8],
    /// Where the next value begins, and after a failure what PHP reports.
    at: usize,
    shared: Shared,
    numbers: Numbers,
    keys: &'static KeyCache,
    shapes: &'static Shapes,
    /// The class of the last object.
    last_class: Option<Known>,
    /// After a failure: what there is of the value that could not be read to its end.
    part: Option<Value>,
}

/// A class that was looked up, by the name in the text.
#[derive(Clone)]
struct Known {
    name: Str,
    class: ClassPtr,
    wakeup: Option<FunctionPtr>,
}

impl<'a> Reader<'a> {
    fn new(ctx: &Ctx, data: &'a [u8], shared: Shared, numbers: Numbers) -> Reader<'a> {
        let (keys, shapes) = (ctx.state::<KeyCache>(), ctx.state::<Shapes>());
        Reader { data, at: 0, shared, numbers, keys, shapes, last_class: None, part: None }
    }
}

impl<'a> Reader<'a> {
    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        self.data.get(at).copied().unwrap_or(0)
    }

    /// The end of the digits from `from` on; none are no number.
    fn digits(&self, from: usize) -> Option<usize> {
        let count = self.data.get(from..)?.iter().take_while(|b| b.is_ascii_digit()).count();
        (count > 0).then_some(from + count)
    }

    /// An unsigned number; one that is too large wraps around, as in PHP.
    fn unsigned(&self, from: usize, to: usize) -> usize {
        let digit = |total: usize, &b: &u8| total.wrapping_mul(10).wrapping_add(usize::from(b - b'0'));
        self.data[from..to].iter().fold(0, digit)
    }

    /// A signed number and where it ends. A number too large is reported and cut off.
    fn signed(&self, ctx: &Ctx, from: usize) -> (i64, usize) {
        let negative = self.byte(from) == b'-';
        let mut at = from + usize::from(negative || self.byte(from) == b'+');
        let mut value: Option<i64> = Some(0);
        while self.byte(at).is_ascii_digit() {
            let digit = i64::from(self.byte(at) - b'0');
            value = value
                .and_then(|v| v.checked_mul(10))
                .and_then(|v| if negative { v.checked_sub(digit) } else { v.checked_add(digit) });
            at += 1;
        }
        let value = value.unwrap_or_else(|| {
            ctx.warning("Numerical result out of range");
            if negative { i64::MIN } else { i64::MAX }
        });
        (value, at)
    }

    /// An unsigned number that cannot overflow, and where it ends.
    #[inline]
    fn short_number(&self, from: usize) -> Option<(usize, usize)> {
        let (mut at, mut number) = (from, 0usize);
        while let Some(digit @ 0..=9) = self.data.get(at).map(|b| b.wrapping_sub(b'0')) {
            number = number.wrapping_mul(10).wrapping_add(usize::from(digit));
            at += 1;
        }
        (at > from && at - from <= 18).then_some((number, at))
    }

    /// A header `X:digits:` followed by `end`: the digits' bounds and what follows.
    fn header(&self, end: &[u8]) -> Option<(usize, usize, usize)> {
        if self.byte(self.at + 1) != b':' {
            return None;
        }
        let start = self.at + 2;
        let stop = self.digits(start)?;
        self.data.get(stop..)?.starts_with(end).then_some((start, stop, stop + end.len()))
    }

    /// Before something is done that is seen outside: whether the text can be read without numbers.
    fn settle_numbers(&mut self) -> Read<()> {
        if self.numbers == Numbers::Unknown {
            self.numbers = if names_numbers(self.data) { Numbers::Wanted } else { Numbers::Unused };
        }
        if self.numbers == Numbers::Wanted { Err(Bad) } else { Ok(()) }
    }

    /// Reads a value into a place of its own.
    #[inline]
    fn value(&mut self, ctx: &Ctx) -> Read {
        if self.numbers == Numbers::Counted {
            return self.numbered(ctx);
        }
        if self.at >= self.data.len() {
            return Err(Bad);
        }
        self.plain(ctx, 0)
    }

    fn numbered(&mut self, ctx: &Ctx) -> Read {
        if self.at >= self.data.len() {
            return Err(Bad);
        }
        if self.data[self.at] == b'R' {
            return self.reference();
        }
        self.shared.places.push(Place::Other);
        let place = self.shared.places.len() - 1;
        let number = place as i64 + 1;
        if self.shared.targets.is_empty() || !self.shared.targets.contains(&number) {
            let value = self.plain(ctx, place)?;
            if let Some(object) = value.own_object()
                && let Place::Other = &self.shared.places[place]
            {
                self.shared.places[place] = Place::Object(object.clone());
            }
            return Ok(value);
        }
        // An array that is named by what is in it is one for the types of properties already.
        let is_array = self.data.get(self.at) == Some(&b'a');
        let cell = Reference::new(if is_array { Value::from(Array::new()) } else { Value::NULL });
        self.shared.places[place] = Place::Shared(cell.clone());
        match self.plain(ctx, place) {
            Ok(value) => {
                cell.set(value.into_unref());
                Ok(Value::from(cell))
            }
            Err(Bad) => {
                if let Some(part) = self.part.take() {
                    cell.set(part.into_unref());
                    self.part = Some(Value::from(cell));
                }
                Err(Bad)
            }
        }
    }

    /// `R:n;`
    fn reference(&mut self) -> Read {
        let Some((start, stop, end)) = self.header(b";") else { return Err(Bad) };
        self.at = end;
        let number = self.unsigned(start, stop);
        match number.checked_sub(1).and_then(|i| self.shared.places.get(i)) {
            Some(Place::Shared(cell)) => Ok(Value::from(cell.clone())),
            // Every number named in this text is shared; only numbers of damaged texts get here.
            _ => Err(Bad),
        }
    }

    /// Anything but `R:`. `place` is the number's index, or `NO_PLACE` for keys.
    fn plain(&mut self, ctx: &Ctx, place: usize) -> Read {
        match self.data[self.at] {
            b's' => self.text(),
            b'i' => self.int(ctx),
            b'R' | b'r' | b'O' | b'C' | b'E' | b'S' if self.numbers != Numbers::Counted => {
                self.settle_numbers()?;
                match self.data[self.at] {
                    b'O' => self.object(ctx, 0, false),
                    b'E' => self.case(ctx),
                    b'S' => self.escaped_text(ctx),
                    _ => Err(Bad),
                }
            }
            b'R' => Err(Bad),
            b'r' => {
                let Some((start, stop, end)) = self.header(b";") else { return Err(Bad) };
                self.at = end;
                let number = self.unsigned(start, stop);
                match number.checked_sub(1).filter(|&i| i != place).and_then(|i| self.shared.places.get(i)) {
                    Some(Place::Object(o)) => Ok(Value::from(o.clone())),
                    Some(Place::Shared(cell)) if cell.get().is_object() => Ok(cell.get().clone()),
                    _ => Err(Bad),
                }
            }
            b'a' => self.array(ctx),
            b'O' => self.object(ctx, place, false),
            b'C' => self.object(ctx, place, true),
            b'E' => self.case(ctx),
            _ => self.scalar(ctx),
        }
    }

    fn scalar(&mut self, ctx: &Ctx) -> Read {
        let rest = &self.data[self.at..];
        match rest {
            [b'N', b';', ..] => {
                self.at += 2;
                Ok(Value::NULL)
            }
            [b'b', b':', b @ (b'0' | b'1'), b';', ..] => {
                self.at += 4;
                Ok(Value::bool(*b == b'1'))
            }
            [b'i', ..] => self.int(ctx),
            [b'd', b':', ..] => self.float(),
            [b's', ..] => self.text(),
            [b'S', ..] => self.escaped_text(ctx),
            [b'}', ..] => {
                ctx.warning("Unexpected end of serialized data");
                Err(Bad)
            }
            _ => Err(Bad),
        }
    }

    #[inline]
    fn int(&mut self, ctx: &Ctx) -> Read {
        let start = self.at + 2;
        if self.byte(start - 1) != b':' {
            return Err(Bad);
        }
        let sign = usize::from(matches!(self.byte(start), b'+' | b'-'));
        if let Some((number, end)) = self.short_number(start + sign)
            && self.byte(end) == b';'
        {
            self.at = end + 1;
            return Ok(Value::int(if self.byte(start) == b'-' { -(number as i64) } else { number as i64 }));
        }
        match self.digits(start + sign) {
            Some(end) if self.byte(end) == b';' => {
                // There may be a warning.
                self.settle_numbers()?;
                self.at = end + 1;
                Ok(Value::int(self.signed(ctx, start).0))
            }
            _ => Err(Bad),
        }
    }

    fn float(&mut self) -> Read {
        let start = self.at + 2;
        let text = &self.data[start..];
        for (word, value) in [("NAN;", f64::NAN), ("INF;", f64::INFINITY), ("-INF;", f64::NEG_INFINITY)] {
            if text.starts_with(word.as_bytes()) {
                self.at = start + word.len();
                return Ok(Value::float(value));
            }
        }
        let len = float_length(text).filter(|&len| text.get(len) == Some(&b';')).ok_or(Bad)?;
        self.at = start + len + 1;
        Ok(Value::float(parse::to_float(&text[..len])))
    }

    /// The bounds of a string's content, `s:5:"…";`; the position is left where PHP reports an error.
    fn content(&mut self) -> Read<(usize, usize)> {
        let start = self.at + 2;
        let (content, len) = match self.short_number(start) {
            Some((len, stop)) if self.byte(start - 1) == b':' && self.byte(stop) == b':' && self.byte(stop + 1) == b'"' => {
                (stop + 2, len)
            }
            _ => {
                let Some((start, stop, content)) = self.header(b":\"") else { return Err(Bad) };
                (content, self.unsigned(start, stop))
            }
        };
        if self.data.len() - content < len {
            self.at = start;
            return Err(Bad);
        }
        Ok((content, len))
    }

    /// The content of a string that is written as most are, `s:5:"…";`, and where it ends.
    #[inline(always)]
    fn plain_text(&self) -> Option<(&'a [u8], usize)> {
        let data = self.data;
        let head = data.get(self.at..)?;
        let [b's', b':', digit @ b'0'..=b'9', ..] = *head else { return None };
        let (mut len, mut at) = (usize::from(digit - b'0'), 3);
        while let digit @ 0..=9 = head.get(at)?.wrapping_sub(b'0') {
            len = len * 10 + usize::from(digit);
            at += 1;
            if at > 12 {
                return None;
            }
        }
        let rest = head[at..].strip_prefix(b":\"")?;
        let (content, behind) = rest.split_at_checked(len)?;
        behind.starts_with(b"\";").then_some((content, self.at + at + len + 4))
    }

    #[inline]
    fn text(&mut self) -> Read {
        if let Some((content, end)) = self.plain_text() {
            self.at = end;
            return Ok(Value::from(Str::new(content)));
        }
        self.rare_text()
    }

    #[cold]
    fn rare_text(&mut self) -> Read {
        let (content, len) = self.content()?;
        self.quote_and(content + len, b';')?;
        Ok(Value::from(Str::new(&self.data[content..content + len])))
    }

    /// Passes a closing quote and the byte behind it.
    #[inline]
    fn quote_and(&mut self, at: usize, then: u8) -> Read<()> {
        if let [b'"', byte, ..] = self.data[at..]
            && byte == then
        {
            self.at = at + 2;
            return Ok(());
        }
        for (i, wanted) in [b'"', then].into_iter().enumerate() {
            if self.byte(at + i) != wanted {
                self.at = at + i;
                return Err(Bad);
            }
        }
        self.at = at + 2;
        Ok(())
    }

    /// `S:3:"a\41b";`, an old form with hexadecimal escapes.
    fn escaped_text(&mut self, ctx: &Ctx) -> Read {
        let (content, len) = self.content()?;
        let mut text = Vec::with_capacity(len);
        let mut at = content;
        for _ in 0..len {
            let Some(&byte) = self.data.get(at) else { return Err(Bad) };
            if byte != b'\\' {
                text.push(byte);
                at += 1;
                continue;
            }
            let digit = |at: usize| (self.byte(at) as char).to_digit(16).ok_or(Bad);
            text.push((digit(at + 1)? << 4 | digit(at + 2)?) as u8);
            at += 3;
        }
        self.quote_and(at, b';')?;
        // A reading that begins anew must not tell it twice.
        self.settle_numbers()?;
        ctx.deprecated("Unserializing the 'S' format is deprecated");
        ctx.check()?;
        Ok(Value::from(text))
    }

    /// One level deeper; the error is PHP's limit or the end of the native stack.
    fn deeper(&mut self, ctx: &Ctx) -> Read<()> {
        self.shared.depth += 1;
        if self.shared.max_depth > 0 && self.shared.depth > self.shared.max_depth {
            ctx.warning(format!(
                "Maximum depth of {} exceeded. The depth limit can be changed using the max_depth unserialize() option \
                 or the unserialize_max_depth ini setting",
                self.shared.max_depth
            ));
            return Err(Bad);
        }
        Ok(ctx.check_stack()?)
    }

    /// Fails, with what there is of a value.
    #[cold]
    fn failed<T>(&mut self, part: Value) -> Read<T> {
        self.part = Some(part);
        Err(Bad)
    }

    fn closing_brace(&mut self) -> Read<()> {
        if self.byte(self.at) != b'}' {
            return Err(Bad);
        }
        self.at += 1;
        Ok(())
    }

    /// Whether there cannot be so many elements from here on: each takes two bytes at least.
    fn is_fake(&self, count: i64, from: usize) -> bool {
        count as u64 > (self.data.len().saturating_sub(from) / 2) as u64
    }

    fn array(&mut self, ctx: &Ctx) -> Read {
        let Some((start, _, end)) = self.header(b":{") else { return Err(Bad) };
        let count = self.signed(ctx, start).0;
        self.at = end;
        if !(0..1 << 30).contains(&count) || self.is_fake(count, end) {
            return Err(Bad);
        }
        if count == 0 {
            self.closing_brace()?;
            return Ok(Value::empty_array());
        }
        let array = Value::from(self.entries(ctx, count)?);
        self.closing_brace().or_else(|_| self.failed(array.clone()))?;
        Ok(array)
    }

    /// An integer key that is written as most are, and where it ends.
    #[inline]
    fn plain_int(&self) -> Option<(i64, usize)> {
        if !self.data.get(self.at..)?.starts_with(b"i:") {
            return None;
        }
        let (number, end) = self.short_number(self.at + 2)?;
        (self.byte(end) == b';').then_some((number as i64, end + 1))
    }

    /// A key that is written as most are: nothing is read if it is not.
    #[inline]
    fn plain_key(&mut self) -> Option<Result<Str, i64>> {
        if let Some((name, end)) = self.plain_text() {
            self.at = end;
            return Some(Ok(self.keys.get(name)));
        }
        let (number, end) = self.plain_int()?;
        self.at = end;
        Some(Err(number))
    }

    /// Where the next key ends, if it is this one and written as most are.
    #[inline(always)]
    fn end_of_key(&self, key: KeyRef<'_>) -> Option<usize> {
        match key {
            KeyRef::Str(s) => self.end_of_text(s.as_bytes()),
            KeyRef::Int(_) => None,
        }
    }

    /// Where a string ends that has these bytes.
    #[inline(always)]
    fn end_of_text(&self, name: &[u8]) -> Option<usize> {
        let len = name.len();
        let (tens, ones) = (b'0' + (len / 10) as u8, b'0' + (len % 10) as u8);
        let rest = self.data.get(self.at..)?;
        let behind = match rest {
            [b's', b':', a, b':', b'"', behind @ ..] if len < 10 && *a == ones => behind,
            [b's', b':', a, b, b':', b'"', behind @ ..] if (10..100).contains(&len) && *a == tens && *b == ones => behind,
            _ => return None,
        };
        let (text, end) = behind.split_at_checked(len)?;
        let same = end.first_chunk() == Some(b"\";") && is_same(name, text);
        same.then(|| self.data.len() - end.len() + 2)
    }

    /// A key: a name or a number.
    #[inline]
    fn key(&mut self, ctx: &Ctx) -> Read<Result<Str, i64>> {
        match self.plain_key() {
            Some(key) => Ok(key),
            None => Ok(self.rare_key(ctx)?.into_str_or_int()),
        }
    }

    /// A key. Keys have no number, and can be integers and strings only.
    #[cold]
    fn rare_key(&mut self, ctx: &Ctx) -> Read {
        if self.at >= self.data.len() {
            return Err(Bad);
        }
        match self.data[self.at] {
            // Where a value cannot stand, PHP reports the position behind its header.
            b'a' => {
                if let Some((_, _, end)) = self.header(b":{") {
                    self.at = end;
                }
                Err(Bad)
            }
            b'R' | b'r' => {
                if let Some((_, _, end)) = self.header(b";") {
                    self.at = end;
                }
                Err(Bad)
            }
            b'O' | b'C' | b'E' => Err(Bad),
            _ => {
                let key = self.scalar(ctx)?;
                if key.is_int() || key.is_str() { Ok(key) } else { Err(Bad) }
            }
        }
    }

    fn entries(&mut self, ctx: &Ctx, count: i64) -> Read<Array> {
        self.deeper(ctx)?;
        let result = self.entries_inside(ctx, count);
        self.shared.depth -= 1;
        result
    }

    fn entries_inside(&mut self, ctx: &Ctx, count: i64) -> Read<Array> {
        let shape = self.plain_text().and_then(|(name, _)| self.shapes.get(count as usize, name));
        let mut array = match shape {
            Some(shape) => self.entries_alike(ctx, &shape)?,
            None if self.data[self.at..].starts_with(b"i:0;") => Array::with_capacity(Reader::room(count)),
            None => Array::with_hash_capacity(Reader::room(count)),
        };
        let left = count - array.len() as i64;
        if left > 0 {
            let elements = array.make_mut();
            for left in (0..left).rev() {
                if self.element(ctx, elements).and_then(|()| self.separator(left)).is_err() {
                    return self.failed(Value::from(array));
                }
            }
            self.shapes.note(&array);
        }
        Ok(array)
    }

    /// Reads a key and its element. What there is of one that is damaged is in its place, too.
    #[inline(always)]
    fn element(&mut self, ctx: &Ctx, elements: &mut PhpArray) -> Read<()> {
        let key = self.key(ctx)?;
        if self.shared.has_mortal {
            return self.element_kept(ctx, elements, key);
        }
        match (key, self.value(ctx)) {
            (Ok(name), Ok(value)) if !matches!(name.first(), Some(b'0'..=b'9' | b'-')) => elements.set_str(name, value),
            (Ok(name), Ok(value)) => elements.set(Key::from(name), value),
            (Err(number), Ok(value)) if elements.is_next(number) => drop(elements.push(value)),
            (Err(number), Ok(value)) => elements.set_int(number, value),
            (key, Err(Bad)) => {
                elements.set(key.map_or_else(Key::Int, Key::from), self.part.take().unwrap_or(Value::NULL));
                return Err(Bad);
            }
        }
        Ok(())
    }

    /// The same, where it is seen when elements end: one that is given twice stays alive until all has been read.
    #[inline(never)]
    fn element_kept(&mut self, ctx: &Ctx, elements: &mut PhpArray, key: Result<Str, i64>) -> Read<()> {
        let key = key.map_or_else(Key::Int, Key::from);
        let old = elements.get(&key.as_ref()).cloned();
        self.shared.last.extend(old.map(Last::End));
        let value = self.value(ctx);
        let is_read = value.is_ok();
        elements.set(key, value.ok().or_else(|| self.part.take()).unwrap_or(Value::NULL));
        if is_read { Ok(()) } else { Err(Bad) }
    }

    /// A claimed count is no reason to set memory aside.
    fn room(count: i64) -> usize {
        count.min(64) as usize
    }

    /// The elements of an array for as long as their keys are those of a shape that has as many.
    fn entries_alike(&mut self, ctx: &Ctx, shape: &Array) -> Read<Array> {
        let count = shape.len();
        let mut is_damaged = false;
        let mut part = None;
        let mut array = shape.alike(|at, key| {
            let Some(end) = self.end_of_key(key).filter(|_| !is_damaged) else { return Ok::<_, Bad>(None) };
            self.at = end;
            let Ok(value) = self.value(ctx) else {
                is_damaged = true;
                part = self.part.take().map(|part| (key.to_key(), part));
                return Ok(None);
            };
            is_damaged = self.separator((count - 1 - at) as i64).is_err();
            Ok(Some(value))
        })?;
        if is_damaged {
            part.into_iter().for_each(|(key, part)| array.set(key, part));
            return self.failed(Value::from(array));
        }
        Ok(array)
    }

    /// Between elements there must be the end of a value.
    #[inline]
    fn separator(&mut self, left: i64) -> Read<()> {
        if left > 0 && !matches!(self.byte(self.at.wrapping_sub(1)), b';' | b'}') {
            self.at -= 1;
            return Err(Bad);
        }
        Ok(())
    }

    /// `O:3:"Foo":1:{…}` and `C:3:"Foo":5:{…}`
    fn object(&mut self, ctx: &Ctx, place: usize, custom: bool) -> Read {
        let Some((start, stop, content)) = self.header(b":\"") else { return Err(Bad) };
        let len = self.unsigned(start, stop);
        if self.data.len() - content < len || len == 0 {
            self.at = start;
            return Err(Bad);
        }
        let name_end = content + len;
        let begin = self.at;
        self.quote_and(name_end, b':')?;
        self.at = begin;
        let name = &self.data[content..name_end];
        if name[0] == 0 {
            return Err(Bad);
        }
        if !is_class_name(name) {
            return Err(Bad);
        }
        let class = self.class(ctx, name)?;
        self.at = name_end;
        let (known, wakeup, name) = match class {
            Ok(known) => (known.class, known.wakeup, None),
            Err(name) => (ctx.known_class(INCOMPLETE_CLASS), None, Some(name)),
        };
        if known.has_flag(class_flags::NOT_SERIALIZABLE) {
            let text = format!("Unserialization of '{}' is not allowed", crate::var::display(&known.name));
            ctx.throw("Exception", text);
            return Err(Bad);
        }
        let incomplete = name.as_ref();
        if custom {
            return self.custom(ctx, place, known, incomplete);
        }
        if self.at + 2 >= self.data.len() {
            ctx.report(Level::Warning, "Bad unserialize data");
            return Err(Bad);
        }
        let (count, end) = self.signed(ctx, self.at + 2);
        self.at = end;
        if count < 0 || self.is_fake(count, name_end) {
            return Err(Bad);
        }
        if self.byte(end) != b':' {
            return Err(Bad);
        }
        if self.byte(end + 1) != b'{' {
            self.at = end + 1;
            return Err(Bad);
        }
        self.at = end + 2;
        let unserialize = if incomplete.is_none() { known.magic.unserialize } else { None };
        if known.has_flag(class_flags::SERIALIZABLE) && unserialize.is_none() {
            ctx.report(Level::Warning, format!("Erroneous data format for unserializing '{}'", known.name));
            return Err(Bad);
        }
        let object = self.create(ctx, place, known, incomplete)?;
        let result = match unserialize {
            Some(method) => self.entries(ctx, count).map(|data| Some((method, Some(data)))).inspect_err(|_| {
                // What was read for the method ends at once.
                let_go(ctx, self.part.take());
            }),
            None => self.properties(ctx, &object, count).map(|()| wakeup.map(|method| (method, None))),
        };
        match result {
            Ok(Some((method, data))) => self.shared.last.push(Last::Call(Delayed { object: object.clone(), method, data })),
            Ok(None) => {}
            Err(Bad) => {
                if unserialize.or(wakeup).is_some() {
                    object.set_flag(DESTRUCTED, true);
                }
                return self.failed(Value::from(object));
            }
        }
        self.closing_brace().or_else(|_| self.failed(Value::from(object.clone())))?;
        Ok(Value::from(object))
    }

    /// The class of an object; its name if it is not allowed or unknown.
    #[inline]
    fn class(&mut self, ctx: &Ctx, name: &[u8]) -> Read<Result<Known, Str>> {
        match &self.last_class {
            Some(known) if known.name.as_bytes() == name => Ok(Ok(known.clone())),
            _ => self.other_class(ctx, name),
        }
    }

    fn other_class(&mut self, ctx: &Ctx, name: &[u8]) -> Read<Result<Known, Str>> {
        let name = Str::new(name);
        if self.shared.allowed.as_ref().is_some_and(|allowed| !allowed.contains(&name.to_lower())) {
            return Ok(Err(name));
        }
        Ok(match object_data::find_class(ctx, &name)? {
            Some(class) => {
                let known = Known { name, class, wakeup: class.method(b"__wakeup") };
                Ok(self.last_class.insert(known).clone())
            }
            None => Err(name),
        })
    }

    fn create(&mut self, ctx: &Ctx, place: usize, class: ClassPtr, incomplete: Option<&Str>) -> Read<Object> {
        let object = match incomplete {
            Some(name) => object_data::create(ctx, None, name)?,
            None => object_data::create(ctx, Some(class), &class.name)?,
        };
        self.shared.has_mortal |= class.magic.destruct.is_some();
        if self.numbers != Numbers::Counted {
            return Ok(object);
        }
        match &mut self.shared.places[place] {
            Place::Shared(cell) => cell.set(Value::from(object.clone())),
            other => *other = Place::Object(object.clone()),
        }
        Ok(object)
    }

    /// `:5:{data}` for classes that read their data themselves.
    fn custom(&mut self, ctx: &Ctx, place: usize, class: ClassPtr, incomplete: Option<&Str>) -> Read {
        let (len, at) = self.signed(ctx, self.at + 2);
        self.at = at;
        if self.data.len() < at + 2 || self.byte(at) != b':' {
            return Err(Bad);
        }
        if self.byte(at + 1) != b'{' {
            self.at = at + 1;
            return Err(Bad);
        }
        self.at = at + 2;
        let present = (self.data.len() - self.at) as i64;
        if len < 0 || present <= len {
            ctx.report(Level::Warning, format!("Insufficient data for unserializing - {len} required, {present} present"));
            return Err(Bad);
        }
        let end = self.at + len as usize;
        if self.data[end] != b'}' {
            self.at = end;
            return Err(Bad);
        }
        let own = class.handlers.unserialize;
        let object = if own.is_some() || class.has_flag(class_flags::SERIALIZABLE) {
            let object = self.create(ctx, place, class, incomplete)?;
            let data = Str::new(&self.data[self.at..end]);
            let pending = ctx.state::<Pending>();
            let limits = (self.shared.max_depth, self.shared.depth);
            let shared = std::mem::replace(&mut self.shared, Shared::new(0));
            *pending.0.borrow_mut() = Some(shared);
            let result = match own {
                Some(read) => read(ctx, &object, &data),
                None => ctx.call_method(&object, "unserialize", &[Value::from(data)]).map(drop),
            };
            if let Some(shared) = pending.0.borrow_mut().take() {
                self.shared = shared;
            }
            (self.shared.max_depth, self.shared.depth) = limits;
            result.or_else(|_| self.failed(Value::from(object.clone())))?;
            object
        } else {
            ctx.report(Level::Warning, format!("Class {} has no unserializer", class.name));
            ctx.check()?;
            self.create(ctx, place, class, incomplete)?
        };
        self.at = end + 1;
        Ok(Value::from(object))
    }

    fn properties(&mut self, ctx: &Ctx, object: &Object, count: i64) -> Read<()> {
        self.deeper(ctx)?;
        let result = self.properties_inside(ctx, object, count);
        self.shared.depth -= 1;
        result
    }

    fn properties_inside(&mut self, ctx: &Ctx, object: &Object, count: i64) -> Read<()> {
        let class = object.class();
        for left in (0..count).rev() {
            let guess = (count - 1 - left) as usize;
            // Most are written in the order in which they are declared.
            if let Some(property) = class.slots.get(guess)
                && let Some(end) = self.end_of_text(&property.mangled)
            {
                self.at = end;
                self.slot(ctx, object, guess as u16, property)?;
                self.separator(left)?;
                continue;
            }
            if let Some((name, end)) = self.plain_text()
                && let Some((slot, property)) = object_data::slot_of(class, name, guess)
            {
                self.at = end;
                self.slot(ctx, object, slot, property)?;
                self.separator(left)?;
                continue;
            }
            let name = match self.key(ctx)? {
                Ok(s) => s,
                Err(i) => Str::from(i),
            };
            match Target::find(ctx, object, name, guess)? {
                Target::Slot(slot, property) => self.slot(ctx, object, slot, property)?,
                Target::Dynamic(name) => self.dynamic(ctx, object, name)?,
            }
            self.separator(left)?;
        }
        Ok(())
    }

    /// Reads the value of a declared property. What there is of one that is damaged is in its place, too.
    #[inline(always)]
    fn slot(&mut self, ctx: &Ctx, object: &Object, slot: u16, property: &'static Property) -> Read<()> {
        if self.shared.has_mortal && !object.slot_is_undef(slot) {
            self.shared.last.push(Last::End(object.slot(slot)));
        }
        match self.value(ctx) {
            Ok(value) => Ok(object_data::set_slot(ctx, object, slot, property, value)?),
            Err(Bad) => {
                match self.part.take() {
                    Some(part) if property.ty.is_none() => object.set_slot(slot, part),
                    part => self.shared.last.extend(part.map(Last::End)),
                }
                Err(Bad)
            }
        }
    }

    /// Reads the value of another property.
    fn dynamic(&mut self, ctx: &Ctx, object: &Object, name: Str) -> Read<()> {
        let old = object.dynamic().and_then(|table| table.get(&KeyRef::Str(&name)).cloned());
        self.shared.last.extend(old.filter(|_| self.shared.has_mortal).map(Last::End));
        let value = self.value(ctx);
        let is_read = value.is_ok();
        object.set_dynamic(Key::Str(name), value.ok().or_else(|| self.part.take()).unwrap_or(Value::NULL));
        if is_read { Ok(()) } else { Err(Bad) }
    }

    /// `E:7:"Foo:Bar";`
    fn case(&mut self, ctx: &Ctx) -> Read {
        let Some((start, stop, content)) = self.header(b":\"") else { return Err(Bad) };
        let len = self.unsigned(start, stop);
        if self.data.len() - content < len || len == 0 {
            self.at = start;
            return Err(Bad);
        }
        let begin = self.at;
        self.quote_and(content + len, b';')?;
        let end = std::mem::replace(&mut self.at, begin);
        let text = &self.data[content..content + len];
        let Some(colon) = memchr::memchr(b':', text) else {
            ctx.warning([b"Invalid enum name '", c_text(text), b"' (missing colon)"].concat());
            return Err(Bad);
        };
        let (name, case) = (Str::new(&text[..colon]), Str::new(&text[colon + 1..]));
        if !is_class_name(&name) {
            return Err(Bad);
        }
        let class = ctx.class(&name);
        ctx.check()?;
        let Some(class) = class else {
            ctx.warning(format!("Class '{name}' not found"));
            return Err(Bad);
        };
        if !class.is_enum() {
            ctx.warning(format!("Class '{}' is not an enum", class.name));
            return Err(Bad);
        }
        self.at = end;
        match class.constants.get(&case) {
            None => {
                ctx.warning([b"Undefined constant ", name.as_bytes(), b"::", c_text(&case)].concat());
                Err(Bad)
            }
            Some(constant) if !constant.is_case => {
                ctx.warning(format!("{name}::{case} is not an enum case"));
                Err(Bad)
            }
            Some(_) => Ok(ctx.host.class_constant(ctx, class, &case, Some(class))?),
        }
    }
}

/// The length of a float: digits with an optional point and exponent.
fn float_length(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| text[from.min(text.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if text.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        at += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent == 0 {
            return None;
        }
        at += 1 + sign + exponent;
    }
    Some(at)
}

/// Where a property's value goes.
enum Target {
    Slot(u16, &'static Property),
    Dynamic(Str),
}

impl Target {
    /// Finds the property for a name from the text. One whose visibility has changed since is found all the same.
    fn find(ctx: &Ctx, object: &Object, name: Str, guess: usize) -> Read<Target> {
        let class = object.class();
        if let Some((slot, property)) = object_data::slot_of(class, &name, guess) {
            return Ok(Target::Slot(slot, property));
        }
        if object.dynamic().is_some_and(|d| d.contains(&phant_memory::KeyRef::Str(&name))) {
            return Ok(Target::Dynamic(name));
        }
        if !class.properties.is_empty() && !object_data::check_name(ctx, &name)? {
            return Err(Bad);
        }
        let (of_class, plain) = unmangle(&name);
        let may_move = match of_class {
            None | Some(b"*") => true,
            Some(c) => c.eq_ignore_ascii_case(&class.name),
        };
        if may_move && let Some(property) = class.properties.get(plain) {
            if property.modifiers & modifiers::STATIC != 0 {
                // The object gets one of its own, and nothing is said.
                object.set_dynamic(Key::Str(name.clone()), Value::NULL);
                return Ok(Target::Dynamic(name));
            }
            if let Some(slot) = property.slot
                && let Some(property) = class.slots.get(slot as usize)
            {
                return Ok(Target::Slot(slot, property));
            }
            if property.has_hooks() {
                let text = format!("Cannot unserialize value for virtual property {}::${}", class.name, property.name);
                ctx.warning(text);
                return Err(Bad);
            }
        }
        if class.properties.is_empty() && !class.has_flag(class_flags::ALLOW_DYNAMIC_PROPERTIES) {
            object_data::check_name(ctx, &name)?;
        }
        object_data::report_dynamic(ctx, object, plain, false)?;
        object.set_dynamic(Key::Str(name.clone()), Value::NULL);
        Ok(Target::Dynamic(name))
    }
}

/// A key taken apart.
trait IntoStrOrInt {
    fn into_str_or_int(self) -> Result<Str, i64>;
}

impl IntoStrOrInt for Value {
    fn into_str_or_int(self) -> Result<Str, i64> {
        match self.as_int() {
            Some(i) => Err(i),
            None => Ok(self.into_str().unwrap_or_default()),
        }
    }
}
