//! How values become bytes and come back: numbers in as few bytes as they need, strings as numbers in a table of the unit's.

use crate::{Damaged, part::Part};
use phant_bytecode::{Code, Insn};
use phant_memory::{
    Array, KeyRef, Literal, Name, Value,
    permanent::{LiteralKey, Pool},
    value::View,
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::Arc,
};

/// How deeply functions, classes and arrays may be nested: what is deeper is not stored, and not believed.
const DEPTH: u32 = 200;

/// The result of reading.
pub type Result<T> = std::result::Result<T, Damaged>;

/// What can be written and read back.
pub trait Stored: Sized {
    /// Appends it.
    fn store(&self, out: &mut Writer);
    /// Reads one.
    fn load(input: &mut Reader) -> Result<Self>;
}

/// Makes structures and enumerations [`Stored`], field by field in the order in which they are named. The patterns and
/// expressions name all fields, so one that is left out does not compile.
macro_rules! stored {
    ($(struct $type:ident { $($field:tt),* $(,)? })*) => { $(
        impl Stored for $type {
            fn store(&self, out: &mut Writer) {
                stored!(@each out, self, $type, $($field),*);
            }
            fn load(input: &mut Reader) -> Result<Self> {
                Ok($type { $($field: Stored::load(input)?),* })
            }
        }
    )* };
    (@each $out:ident, $self:ident, $type:ident, $($field:tt),*) => {
        // Names all fields, so that none is forgotten.
        let $type { $($field: _),* } = $self;
        $($self.$field.store($out);)*
    };
    ($(enum $type:ident { $($number:literal => $variant:ident { $($field:tt: $name:ident),* }),* $(,)? })*) => { $(
        impl Stored for $type {
            fn store(&self, out: &mut Writer) {
                match self {
                    $($type::$variant { $($field: $name),* } => {
                        out.bytes.push($number);
                        $($name.store(out);)*
                    })*
                }
            }
            fn load(input: &mut Reader) -> Result<Self> {
                match input.byte()? {
                    $($number => Ok($type::$variant { $($field: Stored::load(input)?),* }),)*
                    _ => Err(Damaged("a kind that does not exist")),
                }
            }
        }
    )* };
}
pub(crate) use stored;

/// Collects bytes, and the strings that they refer to.
pub struct Writer {
    pub(crate) bytes: Vec<u8>,
    strings: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, u32>,
    /// Code that was written to the part that is being written, by address: what is shared stays shared.
    codes: HashMap<usize, u64>,
    /// Code that was written anywhere.
    known: HashSet<usize>,
    /// Whether bodies are parts of their own, which can be read later.
    apart: bool,
    depth: u32,
    /// Two parts share some code.
    pub(crate) shares: bool,
    /// Something has no stored form.
    pub(crate) refused: bool,
}

impl Writer {
    /// Writes bodies as parts of their own where `apart` says so.
    pub(crate) fn new(apart: bool) -> Writer {
        Writer {
            bytes: Vec::new(),
            strings: Vec::new(),
            numbers: HashMap::new(),
            codes: HashMap::new(),
            known: HashSet::new(),
            apart,
            depth: 0,
            shares: false,
            refused: false,
        }
    }
    fn number(&mut self, n: u64) {
        push_number(&mut self.bytes, n);
    }
    fn string(&mut self, text: &[u8]) {
        let number = match self.numbers.get(text) {
            Some(&known) => known,
            None => {
                let fresh = self.strings.len() as u32;
                self.strings.push(text.into());
                self.numbers.insert(text.into(), fresh);
                fresh
            }
        };
        self.number(u64::from(number));
    }
    fn nested(&mut self, write: impl FnOnce(&mut Writer)) {
        self.depth += 1;
        if self.depth > DEPTH {
            self.refused = true;
        } else {
            write(self);
        }
        self.depth -= 1;
    }
    /// Writes a part that can be read without what is around it: its length, and then what `write` writes. If it `may` not be
    /// one, it is not.
    pub(crate) fn part(&mut self, may: bool, write: impl FnOnce(&mut Writer)) {
        let apart = self.apart && may;
        apart.store(self);
        if !apart {
            return write(self);
        }
        let (bytes, codes) = (std::mem::take(&mut self.bytes), std::mem::take(&mut self.codes));
        write(self);
        self.codes = codes;
        let part = std::mem::replace(&mut self.bytes, bytes);
        self.number(part.len() as u64);
        self.bytes.extend_from_slice(&part);
    }
    /// The strings, and then what refers to them. Where each of them ends is in a table, so that one can be read alone.
    pub(crate) fn finish(self) -> Vec<u8> {
        let mut whole = Vec::new();
        push_number(&mut whole, self.strings.len() as u64);
        let mut end = 0;
        for text in &self.strings {
            end += text.len() as u32;
            whole.extend_from_slice(&end.to_le_bytes());
        }
        self.strings.iter().for_each(|text| whole.extend_from_slice(text));
        whole.extend_from_slice(&self.bytes);
        whole
    }
}

fn push_number(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// Bytes that parts of are read when they are asked for, and their strings.
pub(crate) struct Kept {
    pub(crate) bytes: Part,
    pub(crate) strings: Strings,
}

/// The strings of a unit, in a pool of its own.
pub(crate) struct Strings {
    /// By the numbers that they have.
    names: Box<[Name]>,
    pub(crate) pool: Arc<Pool>,
    /// Where in the bytes the rest begins.
    end: usize,
}

impl Strings {
    /// Reads what [`Writer::finish`] wrote before the rest. All strings are made at once, as most of them are asked for, and
    /// each would have to be looked for among the others.
    pub(crate) fn load(whole: &[u8]) -> Result<Strings> {
        let mut input = Reader::over(whole, &[]);
        let count = input.count()?;
        let (ends, _) = input.take(count.checked_mul(4).ok_or(Damaged("too many strings"))?)?.as_chunks::<4>();
        let end = |at: usize| u32::from_le_bytes(ends[at]) as usize;
        if !ends.is_sorted_by_key(|end| u32::from_le_bytes(*end)) {
            return Err(Damaged("a string that ends before it begins"));
        }
        let texts = input.take(if count == 0 { 0 } else { end(count - 1) })?;
        let texts = (0..count).map(|at| &texts[if at == 0 { 0 } else { end(at - 1) }..end(at)]);
        let (pool, names) = Pool::with_texts(texts);
        Ok(Strings { names, pool: Arc::new(pool), end: whole.len() - input.rest.len() })
    }
}

/// Reads bytes. Literals that it makes are in the pool being collected into, which must be that of the strings.
pub struct Reader<'a> {
    whole: &'a [u8],
    rest: &'a [u8],
    names: &'a [Name],
    codes: Vec<Arc<Code>>,
    /// The elements of the arrays that are being read, those of inner ones last.
    elements: Vec<(LiteralKey, Literal)>,
    depth: u32,
    /// What the bytes are in, if parts may be read later.
    kept: Option<&'a Arc<Kept>>,
}

impl<'a> Reader<'a> {
    /// Begins behind the strings.
    pub(crate) fn new(whole: &'a [u8], strings: &'a Strings) -> Reader<'a> {
        let reader = Reader::over(whole, &strings.names);
        Reader { rest: whole.get(strings.end..).unwrap_or_default(), ..reader }
    }
    fn over(whole: &'a [u8], names: &'a [Name]) -> Reader<'a> {
        Reader { whole, rest: whole, names, codes: Vec::new(), elements: Vec::new(), depth: 0, kept: None }
    }
    /// Lets parts be read later, from what the bytes are in.
    pub(crate) fn later(mut self, kept: &'a Arc<Kept>) -> Reader<'a> {
        self.kept = Some(kept);
        self
    }
    /// Reads a part alone. What is left to read is always the end of the whole, of which the rest is left out for that.
    pub(crate) fn at(mut self, place: Range<u32>) -> Result<Reader<'a>> {
        let absent = Damaged("a part that does not exist");
        self.whole = self.whole.get(..place.end as usize).ok_or(absent)?;
        self.rest = self.whole.get(place.start as usize..).ok_or(absent)?;
        Ok(self)
    }
    /// What [`Writer::part`] wrote: what `now` reads, or what `later` makes of where it is.
    pub(crate) fn part<T>(
        &mut self,
        now: impl FnOnce(&mut Reader<'a>) -> Result<T>,
        later: impl FnOnce(&Arc<Kept>, Range<u32>) -> T,
    ) -> Result<T> {
        if !bool::load(self)? {
            return now(self);
        }
        let length = self.count()?;
        let (part, behind) = self.rest.split_at_checked(length).ok_or(Damaged("less than there should be"))?;
        if let Some(kept) = self.kept {
            let end = self.whole.len() - behind.len();
            self.rest = behind;
            let number = |at: usize| u32::try_from(at).map_err(|_| Damaged("too many bytes"));
            return Ok(later(kept, number(end - length)?..number(end)?));
        }
        self.rest = part;
        let codes = std::mem::take(&mut self.codes);
        let result = now(self)?;
        self.end()?;
        (self.rest, self.codes) = (behind, codes);
        Ok(result)
    }
    /// Whether everything was read.
    pub(crate) fn end(&self) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(Damaged("more than there should be")) }
    }
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(Damaged("less than there should be"))?;
        self.rest = rest;
        Ok(taken)
    }
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Damaged("less than there should be"))?;
        self.rest = rest;
        Ok(*taken)
    }
    pub(crate) fn byte(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }
    #[inline]
    fn number(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(u64::from(first));
        }
        self.long_number(first)
    }
    fn long_number(&mut self, first: u8) -> Result<u64> {
        let mut n = u64::from(first & 0x7f);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(Damaged("a number without an end"))
    }
    /// How many elements follow. Each takes a byte at least, so a number beyond what is left is wrong.
    fn count(&mut self) -> Result<usize> {
        let count = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if count > self.rest.len() { Err(Damaged("more elements than there is room for")) } else { Ok(count) }
    }
    #[inline]
    fn name(&mut self) -> Result<&'a Name> {
        let number = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        self.names.get(number).ok_or(Damaged("a string that does not exist"))
    }
    fn nested<T>(&mut self, read: impl FnOnce(&mut Reader<'a>) -> Result<T>) -> Result<T> {
        if self.depth >= DEPTH {
            return Err(Damaged("nested too deeply"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

impl Stored for bool {
    fn store(&self, out: &mut Writer) {
        out.bytes.push(u8::from(*self));
    }
    fn load(input: &mut Reader) -> Result<bool> {
        match input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Damaged("neither true nor false")),
        }
    }
}

impl Stored for u16 {
    fn store(&self, out: &mut Writer) {
        out.number(u64::from(*self));
    }
    fn load(input: &mut Reader) -> Result<u16> {
        u16::try_from(input.number()?).map_err(|_| Damaged("a number that is too large"))
    }
}

impl Stored for u32 {
    fn store(&self, out: &mut Writer) {
        out.number(u64::from(*self));
    }
    fn load(input: &mut Reader) -> Result<u32> {
        u32::try_from(input.number()?).map_err(|_| Damaged("a number that is too large"))
    }
}

impl Stored for i64 {
    fn store(&self, out: &mut Writer) {
        // Numbers near zero are short, whatever their sign.
        out.number((*self as u64) << 1 ^ (*self >> 63) as u64);
    }
    fn load(input: &mut Reader) -> Result<i64> {
        let n = input.number()?;
        Ok((n >> 1) as i64 ^ -((n & 1) as i64))
    }
}

impl Stored for Name {
    fn store(&self, out: &mut Writer) {
        out.string(self.as_bytes());
    }
    fn load(input: &mut Reader) -> Result<Name> {
        input.name().map(Name::copy)
    }
}

impl<T: Stored> Stored for Option<T> {
    fn store(&self, out: &mut Writer) {
        self.is_some().store(out);
        self.iter().for_each(|inner| inner.store(out));
    }
    fn load(input: &mut Reader) -> Result<Option<T>> {
        if bool::load(input)? { T::load(input).map(Some) } else { Ok(None) }
    }
}

impl<T: Stored> Stored for Box<[T]> {
    fn store(&self, out: &mut Writer) {
        out.number(self.len() as u64);
        self.iter().for_each(|element| element.store(out));
    }
    fn load(input: &mut Reader) -> Result<Box<[T]>> {
        let count = input.count()?;
        // A wrong number is noticed before much room is taken for it.
        let mut list = Vec::with_capacity(count.min(1024));
        for _ in 0..count {
            list.push(T::load(input)?);
        }
        Ok(list.into())
    }
}

/// Numbers in runs, for lines of instructions: each as its distance from the one before, and how often it comes.
pub(crate) struct Runs<'a>(pub(crate) &'a [u32]);

impl Runs<'_> {
    pub(crate) fn store(&self, out: &mut Writer) {
        out.number(self.0.len() as u64);
        let mut before = 0;
        for run in self.0.chunk_by(|a, b| a == b) {
            (i64::from(run[0]) - before).store(out);
            out.number(run.len() as u64);
            before = i64::from(run[0]);
        }
    }
    /// As many as there are instructions, which have been read: not more than a file has room for.
    pub(crate) fn load(input: &mut Reader, most: usize) -> Result<Box<[u32]>> {
        let count = usize::try_from(input.number()?).ok().filter(|&count| count <= most).ok_or(Damaged("too many lines"))?;
        let mut list: Vec<u32> = Vec::with_capacity(count);
        let mut line = 0_i64;
        while list.len() < count {
            line = line.wrapping_add(i64::load(input)?);
            let line = u32::try_from(line).map_err(|_| Damaged("a line that cannot be"))?;
            let run = usize::try_from(input.number()?).unwrap_or(usize::MAX);
            if run == 0 || run > count - list.len() {
                return Err(Damaged("a run that cannot be"));
            }
            list.resize(list.len() + run, line);
        }
        Ok(list.into())
    }
}

/// Instructions as they are in memory.
pub(crate) struct Instructions<'a>(pub(crate) &'a [Insn]);

impl Instructions<'_> {
    pub(crate) fn store(&self, out: &mut Writer) {
        out.number(self.0.len() as u64);
        for &Insn { op, a, b, c } in self.0 {
            [op, a, b, c].iter().for_each(|word| out.bytes.extend_from_slice(&word.to_le_bytes()));
        }
    }
    pub(crate) fn load(input: &mut Reader) -> Result<Box<[Insn]>> {
        let count = input.count()?;
        let words = input.take(count.checked_mul(8).ok_or(Damaged("too many instructions"))?)?;
        let word = |bytes: &[u8; 8], at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (words, _) = words.as_chunks::<8>();
        Ok(words
            .iter()
            .map(|bytes| Insn { op: word(bytes, 0), a: word(bytes, 2), b: word(bytes, 4), c: word(bytes, 6) })
            .collect())
    }
}

impl Stored for Arc<Code> {
    fn store(&self, out: &mut Writer) {
        let address = Arc::as_ptr(self).addr();
        if let Some(&known) = out.codes.get(&address) {
            return out.number(known + 1);
        }
        out.shares |= !out.known.insert(address);
        out.number(0);
        out.nested(|out| Code::store(self, out));
        let number = out.codes.len() as u64;
        out.codes.insert(address, number);
    }
    fn load(input: &mut Reader) -> Result<Arc<Code>> {
        let known = input.number()?;
        if known > 0 {
            let number = usize::try_from(known - 1).unwrap_or(usize::MAX);
            return input.codes.get(number).cloned().ok_or(Damaged("code that does not exist"));
        }
        let code = Arc::new(input.nested(Code::load)?);
        input.codes.push(code.clone());
        Ok(code)
    }
}

impl Stored for Arc<phant_bytecode::ClassDecl> {
    fn store(&self, out: &mut Writer) {
        out.nested(|out| phant_bytecode::ClassDecl::store(self, out));
    }
    fn load(input: &mut Reader) -> Result<Self> {
        input.nested(phant_bytecode::ClassDecl::load).map(Arc::new)
    }
}

/// What a literal is.
mod kind {
    pub(super) const UNDEF: u8 = 0;
    pub(super) const NULL: u8 = 1;
    pub(super) const FALSE: u8 = 2;
    pub(super) const TRUE: u8 = 3;
    pub(super) const INT: u8 = 4;
    pub(super) const FLOAT: u8 = 5;
    pub(super) const STRING: u8 = 6;
    pub(super) const ARRAY: u8 = 7;
}

fn store_value(value: &Value, out: &mut Writer) {
    match value.view() {
        View::Null => out.bytes.push(if value.is_undef() { kind::UNDEF } else { kind::NULL }),
        View::Bool(b) => out.bytes.push(if b { kind::TRUE } else { kind::FALSE }),
        View::Int(i) => {
            out.bytes.push(kind::INT);
            i.store(out);
        }
        View::Float(f) => {
            out.bytes.push(kind::FLOAT);
            out.bytes.extend_from_slice(&f.to_bits().to_le_bytes());
        }
        View::Str(s) => {
            out.bytes.push(kind::STRING);
            out.string(s.as_bytes());
        }
        View::Array(array) => {
            out.bytes.push(kind::ARRAY);
            out.nested(|out| store_array(&array, out));
        }
        _ => out.refused = true,
    }
}

fn store_array(array: &Array, out: &mut Writer) {
    out.number(array.len() as u64);
    array.next_free_key().store(out);
    array.is_list().store(out);
    for (key, value) in array.iter() {
        match key {
            KeyRef::Int(_) if array.is_list() => {}
            KeyRef::Int(i) => {
                false.store(out);
                i.store(out);
            }
            KeyRef::Str(s) => {
                true.store(out);
                out.string(s.as_bytes());
            }
        }
        store_value(value, out);
    }
}

fn load_array(input: &mut Reader) -> Result<Literal> {
    let count = input.count()?;
    let next = i64::load(input)?;
    let is_list = bool::load(input)?;
    let first = input.elements.len();
    for at in 0..count {
        let key = if is_list {
            LiteralKey::Int(at as i64)
        } else if bool::load(input)? {
            LiteralKey::Name(input.name()?.copy())
        } else {
            LiteralKey::Int(i64::load(input)?)
        };
        let value = Literal::load(input)?;
        if value.is_undef() {
            return Err(Damaged("an element that is none"));
        }
        input.elements.push((key, value));
    }
    let elements = input.elements.drain(first..);
    if is_list {
        return Ok(Literal::list(elements.map(|(_, value)| value), next));
    }
    Literal::keyed(elements, next).ok_or(Damaged("two elements with one key"))
}

impl Stored for Literal {
    fn store(&self, out: &mut Writer) {
        // Marks are what linked classes have; the compiler makes none.
        out.refused |= self.aux() != 0;
        store_value(self, out);
    }
    fn load(input: &mut Reader) -> Result<Literal> {
        Ok(match input.byte()? {
            kind::UNDEF => Literal::marked_undef(0),
            kind::NULL => Literal::NULL,
            kind::FALSE => Literal::bool(false),
            kind::TRUE => Literal::bool(true),
            kind::INT => Literal::int(i64::load(input)?),
            kind::FLOAT => Literal::float(f64::from_bits(u64::from_le_bytes(input.array()?))),
            kind::STRING => Literal::from(input.name()?),
            kind::ARRAY => input.nested(load_array)?,
            _ => return Err(Damaged("a literal of no kind")),
        })
    }
}
