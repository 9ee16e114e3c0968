//! Replies as PHP values.

use crate::{client::Client, pack, settings::Settings};
use phant_memory::{Array, Key, Str, Value};
use phant_native::{Ctx, PhpResult, Thrown};
use phant_redis_wire::Head;
use std::{cell::Cell, rc::Rc};

/// What a command tells the reader of its reply.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// A number that means something to the reader.
    pub flag: i64,
    /// A value that means something to the reader: keys, for one.
    pub value: Value,
}

impl Note {
    /// A note that is a number.
    pub fn flag(flag: i64) -> Note {
        Note { flag, value: Value::NULL }
    }
}

/// Reads a whole reply.
pub type Reader = fn(&Reading<'_>, &Note) -> PhpResult<Value>;

/// What waits for a reply.
pub struct Queued {
    /// What it is to those around it.
    pub place: Place,
    /// Its reader.
    pub read: Reader,
    /// What the reader is told.
    pub note: Note,
}

/// What a command in a pipeline is to those around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// One of many.
    Inside,
    /// A transaction begins with it.
    Begins,
    /// A transaction ends with it.
    Ends,
}

/// What a reply begins with.
#[derive(Debug)]
pub enum Got {
    /// `+OK`
    Ok,
    /// `+QUEUED`
    Queued,
    /// Another status.
    Status(Str),
    /// An error, which [`Client::error`] has.
    Error,
    /// A number.
    Int(i64),
    /// So many bytes, which are still to be read.
    Bulk(usize),
    /// No text.
    Nil,
    /// So many replies, which are still to be read.
    Array(usize),
    /// No array.
    NilArray,
}

/// Reading from a client.
pub struct Reading<'a> {
    /// The request.
    pub ctx: &'a Ctx,
    /// The client.
    pub client: &'a Client,
    /// How values are read.
    pub settings: Rc<Settings>,
    /// Replies of any form are being read, whose faults have words of their own.
    pub variant: Cell<bool>,
    /// Nothing in replies of any form is `null`.
    pub nil_is_null: Cell<bool>,
    /// The connection failed: nothing more can be read.
    broken: Cell<bool>,
}

impl<'a> Reading<'a> {
    /// From a client with its own options.
    pub fn new(ctx: &'a Ctx, client: &'a Client) -> Reading<'a> {
        Reading::with(ctx, client, client.settings())
    }
    /// From a client with the options of somebody else.
    pub fn with(ctx: &'a Ctx, client: &'a Client, settings: Rc<Settings>) -> Reading<'a> {
        Reading { ctx, client, settings, variant: Cell::new(false), nil_is_null: Cell::new(false), broken: Cell::new(false) }
    }
    /// What the next reply begins with. Faults of the connection, and some errors of the server, are thrown.
    pub fn head(&self) -> PhpResult<Got> {
        let mut error = None;
        let mut unknown = None;
        let got = self.client.reading(self.ctx, |input, transport| {
            Ok(match input.head(transport)? {
                Head::Status(b"OK") => Got::Ok,
                Head::Status(b"QUEUED") => Got::Queued,
                Head::Status(text) => Got::Status(Str::new(text)),
                Head::Error(text) => {
                    error = Some(text.to_vec());
                    Got::Error
                }
                Head::Int(number) => Got::Int(number),
                Head::Bulk(length) => usize::try_from(length).map_or(Got::Nil, Got::Bulk),
                Head::Array(length) => usize::try_from(length).map_or(Got::NilArray, Got::Array),
                Head::Unknown(kind) => {
                    unknown = Some(kind);
                    Got::Nil
                }
            })
        });
        let Ok(got) = got else { return Err(self.lost()) };
        if let Some(kind) = unknown {
            let word = if self.variant.get() { "reply-type byte" } else { "reply type byte" };
            let text = [b"protocol error, got '".as_slice(), &[kind], b"' as ", word.as_bytes(), b"\n"].concat();
            return Err(self.client.throw(self.ctx, text));
        }
        if let Some(text) = error {
            let thrown = !self.client.quiet.get() && is_thrown(&text);
            self.client.set_error(Some(&text));
            if thrown {
                return Err(self.client.throw(self.ctx, text));
            }
        }
        Ok(got)
    }
    fn lost(&self) -> Thrown {
        self.broken.set(true);
        self.client.lost(self.ctx, self.variant.get())
    }
    /// Reads so many replies. If one of them is an exception, the others are read all the same: the next answer on this
    /// connection is another command's.
    pub fn each(&self, length: usize, mut read: impl FnMut(usize) -> PhpResult<()>) -> PhpResult<()> {
        for at in 0..length {
            if let Err(thrown) = read(at) {
                self.drain(length - at - 1);
                return Err(thrown);
            }
        }
        Ok(())
    }
    /// Forgets so many replies, but for the last error among them. There is an exception already.
    pub fn drain(&self, length: usize) {
        let quiet = self.client.quiet.replace(true);
        for _ in 0..length {
            if self.broken.get() || self.head().and_then(|got| self.forget(got)).is_err() {
                break;
            }
        }
        self.client.quiet.set(quiet);
    }
    /// The bytes of a text whose head was read.
    pub fn text(&self, length: usize) -> PhpResult<Str> {
        self.ctx.reserve(length)?;
        match self.client.reading(self.ctx, |input, transport| input.bulk(transport, length).map(Str::new)) {
            Ok(text) => Ok(text),
            Err(_) => Err(self.lost()),
        }
    }
    /// The value of a text whose head was read.
    pub fn value(&self, length: usize) -> PhpResult<Value> {
        let text = self.text(length)?;
        if self.settings.is_plain() { Ok(text.into()) } else { pack::unpack(self.ctx, &self.settings, text) }
    }
    /// A text of any kind; `None` for none.
    pub fn any_text(&self) -> PhpResult<Option<Str>> {
        if let Some(text) = self.waiting_text() {
            return Ok(Some(text));
        }
        Ok(match self.head()? {
            Got::Bulk(length) => Some(self.text(length)?),
            Got::Int(number) => Some(Str::from(number)),
            Got::Ok => Some(Str::from("OK")),
            Got::Queued => Some(Str::from("QUEUED")),
            Got::Status(text) => Some(text),
            Got::Array(length) => {
                self.skip(length)?;
                None
            }
            Got::Error | Got::Nil | Got::NilArray => None,
        })
    }
    /// The next reply if it is a text that has come already.
    fn waiting_text(&self) -> Option<Str> {
        self.client.input.borrow_mut().waiting_bulk().map(Str::new)
    }
    /// Forgets so many replies.
    pub fn skip(&self, length: usize) -> PhpResult<()> {
        match self.client.skip(self.ctx, Head::Array(length as i64)) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.lost()),
        }
    }
    /// Forgets what follows a head that was not expected.
    pub fn forget(&self, got: Got) -> PhpResult<()> {
        match got {
            Got::Bulk(length) => self.text(length).map(drop),
            Got::Array(length) => self.skip(length),
            _ => Ok(()),
        }
    }
    /// How many replies an array has; `None` if it is something else, which is then forgotten.
    pub fn array(&self) -> PhpResult<Option<usize>> {
        match self.head()? {
            Got::Array(length) => Ok(Some(length)),
            other => self.forget(other).map(|()| None),
        }
    }
    /// An array with room for what a server says it has.
    pub fn room(length: usize) -> Array {
        Array::with_capacity(length.min(1 << 16))
    }
    /// One reply of an array of texts; those that are none are `false`.
    pub fn element(&self, is_value: bool) -> PhpResult<Value> {
        if let Some(text) = self.waiting_text() {
            return if is_value && !self.settings.is_plain() {
                pack::unpack(self.ctx, &self.settings, text)
            } else {
                Ok(text.into())
            };
        }
        Ok(match self.head()? {
            Got::Bulk(length) if is_value => self.value(length)?,
            Got::Bulk(length) => self.text(length)?.into(),
            Got::Int(number) => Value::int(number),
            Got::Ok => Value::from("OK"),
            Got::Queued => Value::from("QUEUED"),
            Got::Status(text) => text.into(),
            Got::Array(length) => self.elements(length, is_value)?.into(),
            Got::Nil | Got::NilArray | Got::Error => Value::FALSE,
        })
    }
    /// So many texts.
    pub fn elements(&self, length: usize, is_value: bool) -> PhpResult<Array> {
        self.ctx.check_stack()?;
        let mut all = Self::room(length);
        self.each(length, |_| {
            // A list that a server makes has numbers left.
            let _ = all.push(self.element(is_value)?);
            Ok(())
        })?;
        Ok(all)
    }
    /// A reply of any form.
    pub fn variant(&self, is_value: bool) -> PhpResult<Value> {
        self.variant.set(true);
        let got = self.head();
        self.variant.set(false);
        self.variant_of(got?, is_value)
    }
    /// The same whose head was read.
    pub fn variant_of(&self, got: Got, is_value: bool) -> PhpResult<Value> {
        self.ctx.check_stack()?;
        let status = |text: Str| if self.settings.reply_literal { text.into() } else { Value::TRUE };
        Ok(match got {
            Got::Ok => status(Str::from("OK")),
            Got::Queued => status(Str::from("QUEUED")),
            Got::Status(text) => status(text),
            Got::Nil if self.nil_is_null.get() => Value::NULL,
            Got::Error | Got::Nil => Value::FALSE,
            Got::Int(number) => Value::int(number),
            Got::Bulk(length) if is_value => self.value(length)?,
            Got::Bulk(length) => self.text(length)?.into(),
            Got::NilArray if self.settings.null_as_null => Value::NULL,
            Got::NilArray => Value::empty_array(),
            Got::Array(length) => {
                let mut all = Self::room(length);
                self.each(length, |_| {
                    let _ = all.push(self.variant(is_value)?);
                    Ok(())
                })?;
                all.into()
            }
        })
    }
    /// What stands for no array.
    pub fn no_array(&self) -> Value {
        if self.settings.null_as_null { Value::NULL } else { Value::empty_array() }
    }
}

/// Whether an error of the server is an exception.
fn is_thrown(text: &[u8]) -> bool {
    const QUIET: [&[u8]; 6] = [b"NOSCRIPT", b"NOQUORUM", b"NOGOODSLAVE", b"WRONGTYPE", b"BUSYGROUP", b"NOGROUP"];
    if text.starts_with(b"ERR") {
        return text.starts_with(b"ERR AUTH");
    }
    !QUIET.iter().any(|quiet| text.starts_with(quiet))
}

/// A name for what a server calls something: a key of an array.
pub fn key(text: Str) -> Key {
    Key::from(text)
}

/// The number that a text is.
pub fn float(text: &[u8]) -> f64 {
    match text {
        b"inf" | b"+inf" => f64::INFINITY,
        b"-inf" => f64::NEG_INFINITY,
        b"nan" | b"-nan" => f64::NAN,
        _ => phant_numeric::parse::strtod(text).0,
    }
}

/// A status: whether it is one.
pub fn boolean(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    let got = reading.head()?;
    let good = matches!(got, Got::Ok | Got::Status(_) | Got::Queued);
    reading.forget(got)?;
    Ok(Value::bool(good))
}

/// Whether a number is one.
pub fn one(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    let got = reading.head()?;
    let good = matches!(got, Got::Int(1));
    reading.forget(got)?;
    Ok(Value::bool(good))
}

/// A number.
pub fn int(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    match reading.head()? {
        Got::Int(number) => Ok(Value::int(number)),
        other => reading.forget(other).map(|()| Value::FALSE),
    }
}

/// A number that says whether, or `false`: what is neither 0 nor 1 stays a number.
pub fn value(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    if let Some(text) = reading.waiting_text() {
        return if reading.settings.is_plain() { Ok(text.into()) } else { pack::unpack(reading.ctx, &reading.settings, text) };
    }
    match reading.head()? {
        Got::Bulk(length) => reading.value(length),
        Got::Int(number) => Ok(Str::from(number).into()),
        Got::Status(text) => Ok(text.into()),
        Got::Ok => Ok(Value::from("OK")),
        other => reading.forget(other).map(|()| Value::FALSE),
    }
}

/// A text as it is.
pub fn text(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    Ok(reading.any_text()?.map_or(Value::FALSE, Value::from))
}

/// A text that is a number.
pub fn double(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    Ok(reading.any_text()?.map_or(Value::FALSE, |t| Value::float(float(&t))))
}

/// The name of a key's type, as a number.
pub fn type_number(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    Ok(match reading.any_text()? {
        None => Value::FALSE,
        Some(name) => Value::int(match name.as_bytes() {
            b"string" => 1,
            b"set" => 2,
            b"list" => 3,
            b"zset" => 4,
            b"hash" => 5,
            b"stream" => 6,
            _ => 0,
        }),
    })
}

/// `PONG`, or what was said.
pub fn ping(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    Ok(match reading.head()? {
        Got::Status(text) if text.as_bytes() == b"PONG" => Value::TRUE,
        Got::Status(text) => text.into(),
        Got::Bulk(length) => reading.text(length)?.into(),
        other => {
            reading.forget(other)?;
            Value::FALSE
        }
    })
}

fn list_of(reading: &Reading<'_>, is_value: bool) -> PhpResult<Value> {
    match reading.head()? {
        Got::Array(length) => Ok(reading.elements(length, is_value)?.into()),
        Got::NilArray => Ok(reading.no_array()),
        other => reading.forget(other).map(|()| Value::FALSE),
    }
}

/// Values.
pub fn list(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    list_of(reading, true)
}

/// Texts as they are.
pub fn raw_list(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    list_of(reading, false)
}

/// Names and values by turns.
pub fn fields(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    match reading.head()? {
        Got::Array(length) => Ok(pairs(reading, length / 2, false, |r| r.element(true))?.into()),
        Got::NilArray => Ok(reading.no_array()),
        other => reading.forget(other).map(|()| Value::FALSE),
    }
}

/// Members and scores by turns.
pub fn scores(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    match reading.head()? {
        Got::Array(length) => Ok(score_pairs(reading, length / 2)?.into()),
        Got::NilArray => Ok(reading.no_array()),
        other => reading.forget(other).map(|()| Value::FALSE),
    }
}

/// So many members and scores.
pub fn score_pairs(reading: &Reading<'_>, length: usize) -> PhpResult<Array> {
    pairs(reading, length, true, |r| Ok(r.any_text()?.map_or(Value::FALSE, |t| Value::float(float(&t)))))
}

/// So many names and values. Names may be values of their own.
pub fn pairs(
    reading: &Reading<'_>,
    length: usize,
    names_are_values: bool,
    value: impl Fn(&Reading<'_>) -> PhpResult<Value>,
) -> PhpResult<Array> {
    let mut all = Array::with_hash_capacity(length.min(1 << 16));
    for _ in 0..length {
        let name = reading.any_text()?.unwrap_or_default();
        let name = if names_are_values && !reading.settings.is_plain() {
            let value = pack::unpack(reading.ctx, &reading.settings, name)?;
            phant_native::convert::to_str(reading.ctx, &value)?
        } else {
            name
        };
        all.set(key(name), value(reading)?);
    }
    Ok(all)
}

/// Values by the keys that were asked for.
pub fn by_key(reading: &Reading<'_>, note: &Note) -> PhpResult<Value> {
    let Some(length) = reading.array()? else { return Ok(Value::FALSE) };
    let mut all = Array::with_hash_capacity(length.min(1 << 16));
    let keys = note.value.as_array().map(|keys| (*keys).clone()).unwrap_or_default();
    let mut names = keys.values();
    for _ in 0..length {
        let value = reading.element(true)?;
        if let Some(name) = names.next().and_then(Value::as_str) {
            all.set(key((*name).clone()), value);
        }
    }
    Ok(all.into())
}

/// A reply of any form, of texts as they are.
pub fn variant(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    reading.variant(false)
}

/// A reply of any form. A word by itself is a truth, whatever the options say.
pub fn variant_of_words(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    reading.variant.set(true);
    let got = reading.head();
    reading.variant.set(false);
    match got? {
        Got::Ok | Got::Queued | Got::Status(_) => Ok(Value::TRUE),
        got => reading.variant_of(got, false),
    }
}

/// A reply of any form; what is nothing in it is `null`.
pub fn variant_with_null(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    reading.nil_is_null.set(true);
    let read = reading.variant(false);
    reading.nil_is_null.set(false);
    read
}

/// Nothing of a reply matters.
pub fn ignored(reading: &Reading<'_>, _: &Note) -> PhpResult<Value> {
    let got = reading.head()?;
    reading.forget(got)?;
    Ok(Value::NULL)
}
