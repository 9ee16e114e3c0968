//! `pack` and `unpack`.

use crate::text;
use phant_memory::{Array, Key, PhpStr, Str, Value};
use phant_native::{Ctx, Late, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![pack, unpack];

/// Whether the least significant byte comes first.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Little,
    Big,
}

/// Numbers of fixed size.
#[derive(Clone, Copy)]
enum Number {
    Int { size: usize, signed: bool, order: Order },
    Float { size: usize, order: Order },
}

impl Number {
    fn of(code: u8) -> Option<Number> {
        use Order::{Big, Little};
        let int = |size, signed, order| Some(Number::Int { size, signed, order });
        let float = |size, order| Some(Number::Float { size, order });
        match code {
            b'c' => int(1, true, Little),
            b'C' => int(1, false, Little),
            b's' => int(2, true, Little),
            b'S' | b'v' => int(2, false, Little),
            b'n' => int(2, false, Big),
            b'i' | b'l' => int(4, true, Little),
            b'I' | b'L' | b'V' => int(4, false, Little),
            b'N' => int(4, false, Big),
            b'q' | b'Q' | b'P' => int(8, true, Little),
            b'J' => int(8, true, Big),
            b'f' | b'g' => float(4, Little),
            b'G' => float(4, Big),
            b'd' | b'e' => float(8, Little),
            b'E' => float(8, Big),
            _ => None,
        }
    }
    fn size(self) -> usize {
        match self {
            Number::Int { size, .. } | Number::Float { size, .. } => size,
        }
    }
    /// The bytes of an integer or, for the codes of floats, of either number; those that count are the first ones.
    fn plain_bytes(self, value: &Value) -> Option<[u8; 8]> {
        let (bits, size, order) = match self {
            Number::Int { size, order, .. } => (value.as_int()? as u64, size, order),
            Number::Float { size, order } => {
                let float = value.as_float().or_else(|| value.as_int().map(|i| i as f64))?;
                (if size == 4 { u64::from((float as f32).to_bits()) } else { float.to_bits() }, size, order)
            }
        };
        Some(match order {
            Order::Little => bits.to_le_bytes(),
            // The last bytes come first.
            Order::Big => (bits << (64 - 8 * size)).to_be_bytes(),
        })
    }
    fn write(self, ctx: &Ctx, value: &Value, out: &mut [u8]) -> PhpResult<()> {
        let (bytes, order) = match self {
            Number::Int { order, .. } => (convert::int(ctx, value)?.to_le_bytes(), order),
            Number::Float { size: 4, order } => {
                let bits = (convert::float(ctx, value)? as f32).to_bits();
                (u64::from(bits).to_le_bytes(), order)
            }
            Number::Float { order, .. } => (convert::float(ctx, value)?.to_le_bytes(), order),
        };
        match out {
            [byte] => *byte = bytes[0],
            [a, b] => [*a, *b] = [bytes[0], bytes[1]],
            [a, b, c, d] => [*a, *b, *c, *d] = [bytes[0], bytes[1], bytes[2], bytes[3]],
            _ => out.copy_from_slice(&bytes),
        }
        if order == Order::Big {
            out.reverse();
        }
        Ok(())
    }
    fn read(self, input: &[u8]) -> Value {
        let order = match self {
            Number::Int { order, .. } | Number::Float { order, .. } => order,
        };
        let mut bytes = [0u8; 8];
        for (i, &byte) in input.iter().enumerate() {
            let at = if order == Order::Little { i } else { self.size() - 1 - i };
            bytes[at] = byte;
        }
        let bits = u64::from_le_bytes(bytes);
        match self {
            Number::Float { size: 4, .. } => Value::float(f64::from(f32::from_bits(bits as u32))),
            Number::Float { .. } => Value::float(f64::from_bits(bits)),
            Number::Int { size, signed: true, .. } => {
                let unused = 64 - 8 * size as u32;
                Value::int((bits << unused) as i64 >> unused)
            }
            Number::Int { .. } => Value::int(bits as i64),
        }
    }
}

/// C's `atoi`.
fn c_int(digits: &[u8]) -> i32 {
    digits.iter().fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0'))) as i32
}

/// One piece of a format: the code, how often, and which arguments it takes.
struct Piece {
    code: u8,
    count: i32,
    first: usize,
}

/// Values as bytes by a format.
#[php("function pack(string $format, mixed ...$values): string", pure)]
fn pack(late: Late<'_>, format: &PhpStr, values: &[Value]) -> PhpResult<Str> {
    if let Some(packed) = packed_at_once(format, values) {
        return Ok(packed);
    }
    let ctx = late.ctx()?;
    let mut few = [const { None }; 8];
    let mut many = Vec::new();
    let texts: &mut [Option<Str>] = match few.get_mut(..values.len()) {
        Some(few) => few,
        None => {
            many.resize(values.len(), None);
            &mut many
        }
    };
    // A text as it is.
    if let (b"a*", [value]) = (format.as_bytes(), values) {
        return convert::to_str(ctx, &value.unref());
    }
    let pieces = pieces(ctx, format, values, texts)?;
    let size = packed_size(ctx, &pieces)?;
    text::reserve(ctx, Some(size))?;
    let mut out = text::scratch();
    out.resize(size, 0);
    let mut at = 0usize;
    for piece in &pieces {
        let count = piece.count.max(0) as usize;
        match piece.code {
            b'a' | b'A' | b'Z' => {
                let text = match &texts[piece.first] {
                    Some(text) => text.clone(),
                    None => convert::to_str(ctx, &values[piece.first].unref())?,
                };
                let fill = if piece.code == b'A' { b' ' } else { 0 };
                let kept = if piece.code == b'Z' { count.saturating_sub(1) } else { count }.min(text.len());
                let target = &mut out[at..at + count];
                target.fill(fill);
                target[..kept].copy_from_slice(&text[..kept]);
                at += count;
            }
            b'h' | b'H' => {
                let text = match &texts[piece.first] {
                    Some(text) => text.clone(),
                    None => convert::to_str(ctx, &values[piece.first].unref())?,
                };
                at = pack_hex(ctx, piece.code, count, &text, &mut out, at);
            }
            b'x' => {
                out[at..at + count].fill(0);
                at += count;
            }
            b'X' => at = if piece.count < 0 { at + piece.count.unsigned_abs() as usize } else { at.saturating_sub(count) },
            b'@' => {
                if count > at {
                    out[at..count].fill(0);
                }
                at = count;
            }
            code => {
                let Some(number) = Number::of(code) else { continue };
                for value in values.iter().skip(piece.first).take(count) {
                    number.write(ctx, &value.unref(), &mut out[at..at + number.size()])?;
                    at += number.size();
                }
            }
        }
    }
    out.truncate(at);
    ctx.check()?;
    Ok(text::finished(out))
}

/// A few numbers and texts that nothing is converted for. `None` if there is anything else.
fn packed_at_once(format: &[u8], values: &[Value]) -> Option<Str> {
    let mut out = [0; 64];
    let (mut at, mut left, mut rest) = (0usize, values.iter(), format);
    while let [code, after @ ..] = rest {
        let mut count = Some(1);
        rest = match after {
            [b'*', after @ ..] => {
                count = None;
                after
            }
            [b'0'..=b'9', ..] => {
                let digits = after.iter().take_while(|b| b.is_ascii_digit()).count();
                count = Some(usize::try_from(c_int(&after[..digits])).ok()?);
                &after[digits..]
            }
            _ => after,
        };
        if let b'a' | b'A' | b'Z' = code {
            let text = left.next()?.own_str()?;
            let terminator = usize::from(*code == b'Z');
            let count = count.unwrap_or(text.len() + terminator);
            let target = out.get_mut(at..at.checked_add(count)?)?;
            let kept = count.saturating_sub(terminator).min(text.len());
            target[..kept].copy_from_slice(&text[..kept]);
            target[kept..].fill(if *code == b'A' { b' ' } else { 0 });
            at += count;
            continue;
        }
        let number = Number::of(*code)?;
        let count = count.unwrap_or(left.len());
        if left.len() < count {
            return None;
        }
        for value in left.by_ref().take(count) {
            // Whatever is behind the number is written over by the next one.
            out.get_mut(at..at + 8)?.copy_from_slice(&number.plain_bytes(value)?);
            at += number.size();
        }
    }
    left.next().is_none().then(|| Str::new(&out[..at]))
}

fn pieces(ctx: &Ctx, format: &[u8], values: &[Value], texts: &mut [Option<Str>]) -> PhpResult<Vec<Piece>> {
    let mut pieces = Vec::with_capacity(format.len().min(16));
    let mut next = 0usize;
    let mut rest = format;
    while let [code, after @ ..] = rest {
        rest = after;
        let code = *code;
        let shown = code as char;
        let mut count = 1;
        match rest {
            [b'*', after @ ..] => {
                count = -1;
                rest = after;
            }
            [b'0'..=b'9', ..] => {
                let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
                count = c_int(&rest[..digits]);
                rest = &rest[digits..];
            }
            _ => {}
        }
        let first = next;
        match code {
            b'x' | b'X' | b'@' => {
                if count < 0 {
                    ctx.warning(format!("Type {shown}: '*' ignored"));
                    ctx.check()?;
                    count = 1;
                }
            }
            b'a' | b'A' | b'Z' | b'h' | b'H' => {
                let Some(value) = values.get(next) else {
                    return Err(ctx.value_error(format!("Type {shown}: not enough arguments")));
                };
                if count < 0 {
                    let text = convert::to_str(ctx, &value.unref())?;
                    count = i32::try_from(text.len()).unwrap_or(i32::MAX);
                    if code == b'Z' {
                        count = count.saturating_add(1);
                    }
                    texts[next] = Some(text);
                }
                next += 1;
            }
            _ if Number::of(code).is_some() => {
                if count < 0 {
                    count = values.len().saturating_sub(next) as i32;
                }
                next += count as usize;
                if next > values.len() {
                    return Err(ctx.value_error(format!("Type {shown}: too few arguments")));
                }
            }
            _ => {
                let text = [b"Type ", &[code][..], b": unknown format code"].concat();
                return Err(ctx.value_error(text));
            }
        }
        pieces.push(Piece { code, count, first });
    }
    if next < values.len() {
        ctx.warning(format!("{} arguments unused", values.len() - next));
        ctx.check()?;
    }
    Ok(pieces)
}

/// The largest size that the output has on the way.
fn packed_size(ctx: &Ctx, pieces: &[Piece]) -> PhpResult<usize> {
    let (mut at, mut size) = (0i64, 0i64);
    for piece in pieces {
        let shown = piece.code as char;
        let count = i64::from(piece.count);
        match piece.code {
            b'X' => {
                at -= count;
                if at < 0 {
                    ctx.warning(format!("Type {shown}: outside of string"));
                    ctx.check()?;
                    at = 0;
                }
            }
            b'@' => at = count,
            _ => {
                let bytes = match piece.code {
                    b'h' | b'H' => (count + count % 2) / 2,
                    code => count * Number::of(code).map_or(1, |n| n.size() as i64),
                };
                if count < 0 || at + bytes > i64::from(i32::MAX) {
                    return Err(ctx.value_error(format!("Type {shown}: integer overflow in format string")));
                }
                at += bytes;
            }
        }
        size = size.max(at);
    }
    Ok(size as usize)
}

fn pack_hex(ctx: &Ctx, code: u8, count: usize, text: &[u8], out: &mut [u8], at: usize) -> usize {
    let mut count = count;
    if count > text.len() {
        ctx.warning(format!("Type {}: not enough characters in string", code as char));
        count = text.len();
    }
    let hex = crate::string_case::hex_digit;
    let (pairs, last) = text[..count].as_chunks::<2>();
    let mut whole = 0;
    for ([first, second], target) in pairs.iter().zip(&mut out[at..]) {
        let (Some(first), Some(second)) = (hex(*first), hex(*second)) else { break };
        *target = if code == b'H' { first << 4 | second } else { second << 4 | first };
        whole += 1;
    }
    if whole == pairs.len() && last.is_empty() {
        return at + whole;
    }
    for (i, &byte) in text[..count].iter().enumerate().skip(2 * whole) {
        let digit = crate::string_case::hex_digit(byte).unwrap_or_else(|| {
            let text = [b"Type ", &[code][..], b": illegal hex digit ", &[byte]].concat();
            ctx.warning(text);
            0
        });
        let high = (i % 2 == 0) == (code == b'H');
        let target = &mut out[at + i / 2];
        if i % 2 == 0 {
            *target = 0;
        }
        *target |= if high { digit << 4 } else { digit };
    }
    at + count.div_ceil(2)
}

/// Values from bytes by a format.
#[php("function unpack(string $format, string $string, int $offset = 0): array|false", pure)]
fn unpack(ctx: &Ctx, format: &PhpStr, string: &PhpStr, offset: i64) -> PhpResult<OrFalse<Array>> {
    let Some(start) = usize::try_from(offset).ok().filter(|&o| o <= string.len()) else {
        return Err(ctx.argument_error(3, "must be contained in argument #2 ($data)"));
    };
    let mut unpacker = Unpacker { input: &string[start..], at: 0, out: Array::with_hash_capacity(8) };
    for piece in format.split(|&b| b == b'/') {
        if piece.is_empty() {
            // Only what is between two slashes is a piece, and an empty one has no code.
            if std::ptr::eq(piece.as_ptr_range().end, format.as_ptr_range().end) {
                break;
            }
            return Err(ctx.value_error("Invalid format type /"));
        }
        if !unpacker.piece(ctx, piece)? {
            return Ok(OrFalse::False);
        }
    }
    Ok(OrFalse::Some(unpacker.out))
}

struct Unpacker<'a> {
    input: &'a [u8],
    at: i64,
    out: Array,
}

impl Unpacker<'_> {
    fn piece(&mut self, ctx: &Ctx, piece: &[u8]) -> PhpResult<bool> {
        let (code, mut name) = (piece[0], &piece[1..]);
        let shown = code as char;
        let mut repetitions = 1i64;
        if let [b'*', after @ ..] = name {
            repetitions = -1;
            name = after;
        } else {
            let digits = name.iter().take_while(|b| b.is_ascii_digit()).count();
            if digits > 0 {
                repetitions = name[..digits].iter().fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0')));
                if repetitions > i64::from(i32::MAX) {
                    ctx.warning(format!("Type {shown}: integer overflow"));
                    return Ok(false);
                }
                name = &name[digits..];
            }
        }
        let given = repetitions;
        let size = match code {
            b'X' => {
                if repetitions < 0 {
                    ctx.warning(format!("Type {shown}: '*' ignored"));
                    ctx.check()?;
                    repetitions = 1;
                }
                -1
            }
            b'@' => 0,
            b'a' | b'A' | b'Z' => std::mem::replace(&mut repetitions, 1),
            b'h' | b'H' => {
                let size = if repetitions > 0 { (repetitions + 1) / 2 } else { repetitions };
                repetitions = 1;
                size
            }
            b'x' => 1,
            _ => match Number::of(code) {
                Some(number) => number.size() as i64,
                None => {
                    let text = [b"Invalid format type ", &[code][..]].concat();
                    return Err(ctx.value_error(text));
                }
            },
        };
        self.values(ctx, code, name, size, repetitions, given)
    }

    fn values(&mut self, ctx: &Ctx, code: u8, name: &[u8], size: i64, repetitions: i64, given: i64) -> PhpResult<bool> {
        let shown = code as char;
        let len = self.input.len() as i64;
        let mut i = 0i64;
        while i != repetitions {
            let mut size = size;
            if self.at + size > len {
                if repetitions < 0 {
                    break;
                }
                let left = len - self.at;
                let were = if left == 1 { "was" } else { "were" };
                ctx.warning(format!("Type {shown}: not enough input values, need {size} values but only {left} {were} provided"));
                return Ok(false);
            }
            let rest = &self.input[self.at as usize..];
            let value = match code {
                b'a' | b'A' | b'Z' => {
                    let taken = if size >= 0 { &rest[..rest.len().min(size as usize)] } else { rest };
                    size = taken.len() as i64;
                    let kept = match code {
                        b'A' => {
                            let blank = |b: &u8| matches!(b, 0 | b' ' | b'\t' | b'\r' | b'\n');
                            taken.len() - taken.iter().rev().take_while(|b| blank(b)).count()
                        }
                        b'Z' => memchr::memchr(0, taken).unwrap_or(taken.len()),
                        _ => taken.len(),
                    };
                    Some(Value::str(&taken[..kept]))
                }
                b'h' | b'H' => {
                    let mut digits = rest.len() * 2;
                    if size >= 0 {
                        digits = digits.min(size as usize * 2);
                    }
                    if digits > 0 && given > 0 {
                        digits -= (given % 2) as usize;
                    }
                    let value = Value::from(unpack_hex(rest, digits, code));
                    if size < 0 {
                        size = rest.len() as i64;
                    }
                    Some(value)
                }
                b'x' => None,
                b'X' => {
                    if self.at < 1 {
                        self.at = 1;
                        i = repetitions - 1;
                    }
                    None
                }
                b'@' => {
                    if repetitions <= len {
                        self.at = repetitions;
                    } else {
                        ctx.warning(format!("Type {shown}: outside of string"));
                    }
                    i = repetitions - 1;
                    None
                }
                _ => Number::of(code).map(|number| number.read(&rest[..number.size()])),
            };
            if let Some(value) = value {
                let key = if repetitions == 1 && !name.is_empty() {
                    Key::from(name)
                } else if name.is_empty() {
                    Key::Int(i + 1)
                } else {
                    Key::from([name, (i + 1).to_string().as_bytes()].concat().as_slice())
                };
                self.out.make_mut().set(key, value);
            }
            self.at += size;
            if self.at < 0 {
                if size != -1 {
                    ctx.warning(format!("Type {shown}: outside of string"));
                }
                self.at = 0;
            }
            ctx.check()?;
            i += 1;
        }
        Ok(true)
    }
}

fn unpack_hex(input: &[u8], digits: usize, code: u8) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| DIGITS[usize::from(half & 15)];
    let mut out = vec![0; digits.next_multiple_of(2)];
    for (pair, &byte) in out.as_chunks_mut::<2>().0.iter_mut().zip(input) {
        *pair = match code {
            b'H' => [digit(byte >> 4), digit(byte)],
            _ => [digit(byte), digit(byte >> 4)],
        };
    }
    out.truncate(digits);
    out
}
