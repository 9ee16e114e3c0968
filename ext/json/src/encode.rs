//! `json_encode`.

use crate::{error::JsonError, flags};
use phant_key_cache::{plain_run, push_plain_run};
use phant_memory::{Array, KeyRef, Object, OwnView, PhpArray, Str, StrBuilder, Value, View};
use phant_native::{
    ClassPtr, Ctx, ObjectExt, PhpResult, Thrown, class::class_flags, descriptor::modifiers, host::PropertyView, utf8::next_utf8,
};
use phant_numeric::{FloatText, Number, float_text::append_double, parse};

/// What was written, and the last error.
pub(crate) struct Encoded {
    pub text: Str,
    pub error: Option<JsonError>,
}

/// Deeper than this the native stack is not trusted, whatever depth is asked for.
const DEEPEST: usize = 20_000;

pub(crate) fn encode(ctx: &Ctx, value: &Value, options: i64, depth: i64) -> PhpResult<Encoded> {
    let serializable = ctx.known_class("JsonSerializable");
    let mut encoder = Encoder {
        out: StrBuilder::with_capacity(value.own_str().map_or(512, |text| text.len() + text.len() / 8 + 16)),
        options,
        max_depth: usize::try_from(depth).unwrap_or(0),
        depth: 0,
        error: None,
        serializable,
        precision: ctx.ini.hot.serialize_precision.get(),
        plain: None,
    };
    match encoder.value(ctx, value) {
        Err(Failure::Thrown) => return Err(Thrown),
        Ok(()) | Err(Failure::Error) => {}
    }
    ctx.check()?;
    Ok(Encoded { text: encoder.out.finish(), error: encoder.error })
}

/// Why encoding stops.
enum Failure {
    /// An error is noted.
    Error,
    /// An exception is pending.
    Thrown,
}

impl From<Thrown> for Failure {
    fn from(_: Thrown) -> Failure {
        Failure::Thrown
    }
}

type Outcome = Result<(), Failure>;

struct Encoder {
    out: StrBuilder,
    options: i64,
    max_depth: usize,
    depth: usize,
    error: Option<JsonError>,
    serializable: ClassPtr,
    precision: i32,
    /// The class of the last object that was written as its public properties, and what their names are written as, if that is
    /// the names themselves (see [`written_names`]).
    plain: Option<(ClassPtr, Option<Str>)>,
}

impl Encoder {
    fn has(&self, flag: i64) -> bool {
        self.options & flag != 0
    }
    fn partial(&self) -> bool {
        self.has(flags::PARTIAL_OUTPUT_ON_ERROR)
    }
    /// Notes an error; what stands for the value is written only if output goes on.
    fn fail(&mut self, error: JsonError, instead: &str) -> Outcome {
        self.error = Some(error);
        if self.partial() {
            self.out.push_str(instead);
        }
        Err(Failure::Error)
    }

    #[inline]
    fn value(&mut self, ctx: &Ctx, value: &Value) -> Outcome {
        match value.own_view() {
            OwnView::Null => self.out.push_few(*b"null"),
            OwnView::Int(i) => self.out.push_int(i),
            OwnView::Str(s) => return self.string(s, self.options),
            _ => return self.other_value(ctx, value),
        }
        Ok(())
    }

    #[inline(never)]
    fn other_value(&mut self, ctx: &Ctx, value: &Value) -> Outcome {
        match value.view() {
            View::Null => self.out.push_bytes(b"null"),
            View::Bool(true) => self.out.push_bytes(b"true"),
            View::Bool(false) => self.out.push_bytes(b"false"),
            View::Int(i) => self.out.push_int(i),
            View::Float(f) if f.is_finite() => self.float(f),
            View::Float(_) => {
                self.error = Some(JsonError::InfOrNan);
                self.out.push(b'0');
            }
            View::Str(s) => return self.string(&s, self.options),
            View::Array(array) => return self.array(ctx, &array.clone()),
            View::Object(object) => return self.object(ctx, &object.clone()),
            View::Resource(_) => return self.fail(JsonError::UnsupportedType, "null"),
        }
        Ok(())
    }

    fn float(&mut self, f: f64) {
        let zero_fraction = self.has(flags::PRESERVE_ZERO_FRACTION);
        if self.precision <= 17 {
            let text = FloatText::new(f, self.precision);
            // No digits before the point are wanted: what has one is written with an exponent.
            if self.precision == 0 && text.as_bytes().len() == 1 + usize::from(f.is_sign_negative()) {
                self.out.push_bytes(text.as_bytes());
                return self.out.push_str(".0e+0");
            }
            let text = if zero_fraction { text.with_zero_fraction() } else { text };
            if !text.as_bytes().contains(&b'E') {
                return self.out.push_bytes(text.as_bytes());
            }
            // The exponent is small here, unlike everywhere else.
            for &byte in text.as_bytes() {
                self.out.push(if byte == b'E' { b'e' } else { byte });
            }
            return;
        }
        let mut text = Vec::new();
        append_double(&mut text, f, self.precision, zero_fraction);
        text.iter().for_each(|&b| self.out.push(if b == b'E' { b'e' } else { b }));
    }

    fn newline(&mut self) {
        if self.has(flags::PRETTY_PRINT) {
            self.out.push(b'\n');
            self.out.push_repeated(b' ', self.depth * 4);
        }
    }

    #[inline]
    fn colon(&mut self) {
        if self.has(flags::PRETTY_PRINT) { self.out.push_few(*b": ") } else { self.out.push(b':') }
    }

    fn separate(&mut self, any: &mut bool) {
        if *any {
            self.out.push(b',');
        }
        *any = true;
        self.newline();
    }

    /// The end of an array or object, after its elements.
    fn close(&mut self, any: bool, bracket: u8) -> Outcome {
        if self.depth > self.max_depth {
            self.error = Some(JsonError::Depth);
            if !self.partial() {
                self.depth -= 1;
                return Err(Failure::Error);
            }
        }
        self.depth -= 1;
        if any {
            self.newline();
        }
        self.out.push(bracket);
        Ok(())
    }

    /// Goes one level down.
    fn open(&mut self, bracket: u8) -> Outcome {
        if self.depth >= DEEPEST {
            return self.fail(JsonError::Depth, "null");
        }
        self.out.push(bracket);
        self.depth += 1;
        Ok(())
    }

    /// An element; false if encoding stops.
    fn element(&mut self, ctx: &Ctx, value: &Value) -> Outcome {
        match self.value(ctx, value) {
            Err(Failure::Error) if self.partial() => Ok(()),
            outcome => outcome,
        }
    }

    /// Asked before it goes deeper: to PHP, data too deep for the stack is data too deep.
    fn check_stack(&mut self, ctx: &Ctx) -> Outcome {
        if phant_native::stack::is_at_end() {
            return self.fail(JsonError::Depth, "null");
        }
        Ok(ctx.check_stack()?)
    }

    fn array(&mut self, ctx: &Ctx, array: &Array) -> Outcome {
        let list = !self.has(flags::FORCE_OBJECT) && array.is_list();
        self.check_stack(ctx)?;
        if !array.protect() {
            self.error = Some(JsonError::Recursion);
            self.out.push_bytes(b"null");
            return Err(Failure::Error);
        }
        let outcome = if list { self.list(ctx, array) } else { self.members(ctx, array, None) };
        array.unprotect();
        outcome
    }

    fn list(&mut self, ctx: &Ctx, array: &PhpArray) -> Outcome {
        self.open(b'[')?;
        let mut any = false;
        for value in array.values() {
            self.separate(&mut any);
            self.element(ctx, value)?;
        }
        self.close(any, b']')
    }

    /// Keys and values in braces; for an object, mangled names are no public properties.
    fn members(&mut self, ctx: &Ctx, array: &PhpArray, object: Option<&Object>) -> Outcome {
        self.open(b'{')?;
        let mut any = false;
        self.entries(ctx, array, object.is_some(), &mut any)?;
        self.close(any, b'}')
    }

    fn entries(&mut self, ctx: &Ctx, array: &PhpArray, object: bool, any: &mut bool) -> Outcome {
        for (key, value) in array.iter() {
            match key {
                KeyRef::Int(i) => {
                    self.separate(any);
                    self.out.push(b'"');
                    self.out.push_int(i);
                    self.out.push(b'"');
                }
                KeyRef::Str(s) => {
                    if object && s.first() == Some(&0) {
                        continue;
                    }
                    self.separate(any);
                    self.key(s);
                }
            }
            self.colon();
            self.element(ctx, value)?;
        }
        Ok(())
    }

    fn key(&mut self, key: &[u8]) {
        let failed = self.string(key, self.options & !flags::NUMERIC_CHECK).is_err();
        if failed && self.partial() {
            self.out.truncate(self.out.len() - 4);
            self.out.push_bytes(b"\"\"");
        }
    }

    fn object(&mut self, ctx: &Ctx, object: &Object) -> Outcome {
        let class = object.class();
        if self.plain.as_ref().is_some_and(|(plain, _)| std::ptr::eq(*plain, class)) {
            return self.plain_object(ctx, object);
        }
        if class.is_subclass_or_same(self.serializable) {
            return self.serializable(ctx, object);
        }
        if class.is_enum() {
            if class.backing.is_none() {
                self.error = Some(JsonError::NonBackedEnum);
                self.out.push(b'0');
                return Err(Failure::Error);
            }
            let slot = class.slots.iter().position(|property| property.name.as_bytes() == b"value");
            let value = match slot {
                Some(slot) => object.slot(slot as u16),
                None => ctx.get_property(object, "value")?,
            };
            return self.value(ctx, &value);
        }
        self.plain_object(ctx, object)
    }

    fn serializable(&mut self, ctx: &Ctx, object: &Object) -> Outcome {
        if !object.protect() {
            return self.fail(JsonError::Recursion, "null");
        }
        let result = ctx.call_method(object, "jsonSerialize", &[]);
        let outcome = match result {
            Err(Thrown) => Err(Failure::Thrown),
            Ok(value) if value.as_object().is_some_and(|o| o.same(object)) => {
                object.unprotect();
                return self.plain_object(ctx, object);
            }
            Ok(value) => self.value(ctx, &value),
        };
        object.unprotect();
        outcome
    }

    fn plain_object(&mut self, ctx: &Ctx, object: &Object) -> Outcome {
        self.check_stack(ctx)?;
        if !object.protect() {
            self.error = Some(JsonError::Recursion);
            self.out.push_bytes(b"null");
            return Err(Failure::Error);
        }
        let outcome = self.properties(ctx, object);
        object.unprotect();
        outcome
    }

    fn properties(&mut self, ctx: &Ctx, object: &Object) -> Outcome {
        let class = object.class();
        let simple = class.handlers.properties.is_none()
            && !class.has_flag(class_flags::HAS_HOOKS)
            // What a proxy stands for shows in the long way alone.
            && !object.has_native();
        if !simple {
            let properties = ctx.properties(object, PropertyView::Accessible)?;
            return self.members(ctx, &properties, Some(object));
        }
        let names = self.names(class);
        self.open(b'{')?;
        let mut any = false;
        let mut rest = names.as_ref().map(|names| names.as_bytes());
        for (slot, property) in (0..object.slot_count()).zip(&class.slots) {
            if property.modifiers & modifiers::PUBLIC == 0 {
                continue;
            }
            let name = rest.as_mut().and_then(|rest| rest.split_off(..property.name.len() + 4));
            let value = object.slot(slot);
            if value.is_undef() {
                continue;
            }
            match name {
                Some(name) => {
                    self.out.push_bytes(&name[usize::from(!any)..]);
                    any = true;
                }
                None => {
                    self.separate(&mut any);
                    self.key(&property.name);
                    self.colon();
                }
            }
            self.element(ctx, &value)?;
        }
        if let Some(dynamic) = object.dynamic() {
            self.entries(ctx, &dynamic, true, &mut any)?;
        }
        self.close(any, b'}')
    }

    /// What the names of a class's public properties are written as, from its second object on.
    fn names(&mut self, class: ClassPtr) -> Option<Str> {
        // Classes whose objects write themselves may get here, too.
        if self.has(flags::PRETTY_PRINT) || class.is_subclass_or_same(self.serializable) {
            return None;
        }
        match &mut self.plain {
            Some((known, names)) if std::ptr::eq(*known, class) => {
                if names.is_none() {
                    *names = written_names(class);
                }
                names.clone()
            }
            _ => {
                self.plain = Some((class, None));
                None
            }
        }
    }

    fn string(&mut self, s: &[u8], options: i64) -> Outcome {
        if s.is_empty() {
            self.out.push_bytes(b"\"\"");
            return Ok(());
        }
        if options & flags::NUMERIC_CHECK != 0 {
            match parse::classify(s).whole() {
                Some(Number::Int(i)) => {
                    self.out.push_int(i);
                    return Ok(());
                }
                Some(Number::Float(f)) if f.is_finite() => {
                    self.float(f);
                    return Ok(());
                }
                _ => {}
            }
        }
        let quick = options & (flags::HEX_TAG | flags::HEX_AMP | flags::HEX_APOS) == 0;
        let slashes = options & flags::UNESCAPED_SLASHES != 0;
        let run = match quick {
            true if slashes => plain_run::<false>(s),
            true => plain_run::<true>(s),
            false => 0,
        };
        if run == s.len() {
            self.out.push_framed([b'"'], s, [b'"']);
            return Ok(());
        }
        let begin = self.out.len();
        self.out.push_framed([b'"'], &s[..run], []);
        self.escaped(s, options, run, begin)
    }

    /// The rest of a string, of which `at` bytes are written. What is written begins at `begin`.
    fn escaped(&mut self, s: &[u8], options: i64, mut at: usize, begin: usize) -> Outcome {
        let unchanged = options & (flags::HEX_TAG | flags::HEX_AMP | flags::HEX_APOS) == 0;
        let slashes = options & flags::UNESCAPED_SLASHES != 0;
        while let Some(&byte) = s.get(at) {
            if byte >= 0x80 {
                match self.beyond_ascii(&s[at..], options) {
                    Some(len) => at += len,
                    None => {
                        self.out.truncate(begin);
                        return self.fail(JsonError::Utf8, "null");
                    }
                }
            } else if SPECIAL[usize::from(byte)] {
                match escape(byte, options) {
                    Some(escape) if let [first, second] = *escape.as_bytes() => self.out.push_few([first, second]),
                    Some(escape) => self.out.push_bytes(escape.as_bytes()),
                    None if byte < 0x20 => self.unit(u16::from(byte)),
                    None => self.out.push(byte),
                }
                at += 1;
            } else if unchanged && slashes {
                at += push_plain_run::<false>(&mut self.out, &s[at..]);
            } else if unchanged {
                at += push_plain_run::<true>(&mut self.out, &s[at..]);
            } else {
                let rest = &s[at..];
                let run = rest.iter().position(|&byte| SPECIAL[usize::from(byte)]).unwrap_or(rest.len());
                self.out.push_bytes(&rest[..run]);
                at += run;
            }
        }
        self.out.push(b'"');
        Ok(())
    }

    /// A character that is not ASCII, or bytes that are none: how many were written. `None` if the flags say nothing about such bytes.
    #[inline]
    fn beyond_ascii(&mut self, s: &[u8], options: i64) -> Option<usize> {
        let unescaped = options & flags::UNESCAPED_UNICODE != 0;
        if let [first @ 0xc2..0xe0, second @ 0x80..0xc0, ..] = *s {
            match unescaped {
                true => self.out.push_few([first, second]),
                false => self.unit(u16::from(first & 0x1f) << 6 | u16::from(second & 0x3f)),
            }
            return Some(2);
        }
        let (code, len) = next_utf8(s);
        match code {
            Some(0x2028 | 0x2029) if unescaped && options & flags::UNESCAPED_LINE_TERMINATORS == 0 => self.unicode(code?),
            Some(_) if unescaped => self.out.push_bytes(&s[..len]),
            Some(code) => self.unicode(code),
            None if options & flags::INVALID_UTF8_IGNORE != 0 => {}
            None if options & flags::INVALID_UTF8_SUBSTITUTE == 0 => return None,
            None if unescaped => self.out.push_str("\u{fffd}"),
            None => self.out.push_str("\\ufffd"),
        }
        Some(len)
    }

    fn unicode(&mut self, code: u32) {
        let mut units = [0u16; 2];
        if let Some(c) = char::from_u32(code) {
            for &unit in c.encode_utf16(&mut units).iter() {
                self.unit(unit);
            }
        }
    }

    #[inline]
    fn unit(&mut self, unit: u16) {
        let [[a, b], [c, d]] = unit.to_be_bytes().map(|byte| HEXADECIMAL[usize::from(byte)]);
        self.out.push_few([b'\\', b'u', a, b, c, d]);
    }
}

/// Each byte in two digits.
const HEXADECIMAL: [[u8; 2]; 256] = {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut all = [[0; 2]; 256];
    let mut b = 0;
    while b < 256 {
        all[b] = [DIGITS[b >> 4], DIGITS[b & 15]];
        b += 1;
    }
    all
};

/// `,"name":` of each public property, one behind the other; `None` if a name has bytes that are written in another way.
fn written_names(class: ClassPtr) -> Option<Str> {
    let mut out = StrBuilder::with_capacity(class.slots.len() * 16);
    for property in class.slots.iter().filter(|property| property.modifiers & modifiers::PUBLIC != 0) {
        if property.name.iter().any(|&byte| SPECIAL[usize::from(byte)]) {
            return None;
        }
        out.push_framed(*b",\"", &property.name, *b"\":");
    }
    Some(out.finish())
}

/// Bytes that may not stand in a JSON string as they are, depending on flags.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut b = 0;
    while b < 256 {
        special[b] = matches!(b as u8, 0..0x20 | b'"' | b'\\' | b'/' | b'<' | b'>' | b'&' | b'\'' | 0x80..);
        b += 1;
    }
    special
};

fn escape(byte: u8, options: i64) -> Option<&'static str> {
    let has = |flag: i64| options & flag != 0;
    Some(match byte {
        b'"' if has(flags::HEX_QUOT) => "\\u0022",
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'/' if has(flags::UNESCAPED_SLASHES) => return None,
        b'/' => "\\/",
        0x08 => "\\b",
        0x0c => "\\f",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        b'<' if has(flags::HEX_TAG) => "\\u003C",
        b'>' if has(flags::HEX_TAG) => "\\u003E",
        b'&' if has(flags::HEX_AMP) => "\\u0026",
        b'\'' if has(flags::HEX_APOS) => "\\u0027",
        _ => return None,
    })
}
