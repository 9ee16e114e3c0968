//! `sprintf` and its family.

use crate::text;
use phant_memory::{Array, PhpStr, Str, StrBuilder, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php};
use phant_streams as streams;
use phant_text::printf::{
    self as layout, Argument, Count, Directive, Format, FormatError, Layout, MAX_PRECISION, Missing, Piece,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![sprintf, vsprintf, printf, vprintf, fprintf, vfprintf];

/// How the values came, which shows in the message when there are too few.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// As arguments, behind this many others.
    Arguments(usize),
    /// In an array.
    Array,
}

/// Fetches arguments of directives, counting those that are missing.
struct Arguments<'a> {
    values: &'a [Value],
    next: usize,
    /// One more than the highest index that was asked for in vain.
    missing: usize,
}

impl<'a> Arguments<'a> {
    fn get(&mut self, which: Argument) -> Option<Value> {
        self.place(which).map(Value::unref)
    }
    #[inline]
    fn place(&mut self, which: Argument) -> Option<&'a Value> {
        let index = match which {
            Argument::Next => {
                self.next += 1;
                self.next - 1
            }
            Argument::At(index) => index,
        };
        let value = self.values.get(index);
        if value.is_none() {
            self.missing = self.missing.max(index + 1);
        }
        value
    }
    /// A width or precision; the error is for one that is no integer.
    fn count(&mut self, count: Count, error: FormatError) -> Option<Result<Option<i64>, FormatError>> {
        match count {
            Count::Default => Some(Ok(None)),
            Count::Given(n) => Some(Ok(Some(i64::from(n)))),
            Count::Argument(which) => Some(self.get(which)?.as_int().map(Some).ok_or(error)),
        }
    }
}

/// The text that a format makes of values.
pub(crate) fn formatted(ctx: &Ctx, format: &[u8], values: &[Value], source: Source) -> PhpResult<Vec<u8>> {
    let mut out = text::scratch();
    let long = long_texts(values);
    out.reserve(long);
    append_formatted(ctx, format, values, source, &mut out, None)?;
    Ok(out)
}

/// The same as a string, into which long texts go without a stay in the buffer.
fn formatted_string(ctx: &Ctx, format: &[u8], values: &[Value], source: Source) -> PhpResult<Str> {
    let mut out = text::scratch();
    let long = long_texts(values);
    if long == 0 {
        append_formatted(ctx, format, values, source, &mut out, None)?;
        return Ok(text::finished(out));
    }
    let mut done = StrBuilder::with_capacity(text::reserve(ctx, Some(long + 64))?);
    append_formatted(ctx, format, values, source, &mut out, Some(&mut done))?;
    done.push_bytes(&out);
    Ok(done.finish())
}

/// From so many bytes on texts are long.
const LONG: usize = 4096;

/// The length of the long texts among the values: they find room at once, if they are not very long.
fn long_texts(values: &[Value]) -> usize {
    let long: usize = values.iter().filter_map(Value::own_str).map(|text| text.len()).filter(|len| *len > LONG).sum();
    long.min(1 << 22)
}

/// Appends to a buffer. A long text goes to the end of `done`, if that is given, behind what is in the buffer so far.
fn append_formatted(
    ctx: &Ctx,
    format: &[u8],
    values: &[Value],
    source: Source,
    out: &mut Vec<u8>,
    mut done: Option<&mut StrBuilder>,
) -> PhpResult<()> {
    let mut arguments = Arguments { values, next: 0, missing: 0 };
    let mut pieces = Format::new(format);
    loop {
        out.extend_from_slice(pieces.literal());
        if let Some((argument, conversion, layout)) = pieces.simple() {
            match arguments.place(argument) {
                Some(value) => {
                    if let (Some(done), Some(text)) = (&mut done, value.own_str())
                        && text.len() > LONG
                        && conversion == b's'
                        && layout == Layout::default()
                    {
                        text::reserve(ctx, done.len().checked_add(out.len() + text.len()))?;
                        done.push_bytes(out);
                        done.push_bytes(text);
                        out.clear();
                    } else if !append_plain(out, conversion, layout, value) {
                        append(ctx, out, conversion, layout, &value.unref())?;
                    }
                }
                None => pieces.argument_missing(Missing::Value),
            }
            continue;
        }
        let Some(piece) = pieces.next() else { break };
        let directive = match piece {
            Ok(Piece::Literal(text)) => {
                out.extend_from_slice(text);
                continue;
            }
            Ok(Piece::Directive(directive)) => directive,
            Err(error) => return Err(ctx.value_error(error.message())),
        };
        match fetch(&directive, &mut arguments) {
            Ok(Fetched::Ready(layout, value)) => append(ctx, out, directive.conversion, layout, &value)?,
            Ok(Fetched::Missing(which)) => pieces.argument_missing(which),
            Err(error) => return Err(ctx.value_error(error.message())),
        }
    }
    if arguments.missing > 0 {
        let (missing, given) = (arguments.missing, values.len());
        return Err(match source {
            Source::Arguments(n) => {
                ctx.throw("ArgumentCountError", format!("{} arguments are required, {} given", missing + n, given + n))
            }
            Source::Array => ctx.value_error(format!("The arguments array must contain {missing} items, {given} given")),
        });
    }
    Ok(())
}

enum Fetched {
    Ready(Layout, Value),
    Missing(Missing),
}

fn fetch(directive: &Directive, arguments: &mut Arguments<'_>) -> Result<Fetched, FormatError> {
    let Some(width) = arguments.count(directive.width, FormatError::WidthType) else {
        return Ok(Fetched::Missing(Missing::Width));
    };
    let width = width?;
    directive.check_width(width)?;
    let Some(precision) = arguments.count(directive.precision, FormatError::PrecisionType) else {
        return Ok(Fetched::Missing(Missing::Precision));
    };
    let precision = precision?;
    directive.check_precision(precision)?;
    let Some(value) = arguments.get(directive.argument) else {
        return Ok(Fetched::Missing(Missing::Value));
    };
    Ok(Fetched::Ready(directive.layout(width, precision)?, value))
}

/// Appends a value that is what the conversion wants; false if it is something else.
#[inline]
fn append_plain(out: &mut Vec<u8>, conversion: u8, shape: Layout, value: &Value) -> bool {
    match conversion {
        b's' => {
            if let Some(text) = value.own_str()
                && text.len() <= 4096
            {
                layout::append_string(out, shape, text);
                return true;
            }
            let Some(i) = value.as_int() else { return false };
            if shape == Layout::default() {
                phant_numeric::append_int(out, i);
            } else {
                layout::append_string(out, shape, phant_numeric::IntText::new(i).as_bytes());
            }
        }
        b'd' => {
            let Some(i) = value.as_int() else { return false };
            layout::append_int(out, shape, i);
        }
        b'x' | b'X' | b'o' | b'b' => {
            let Some(i) = value.as_int() else { return false };
            let bits = match conversion {
                b'b' => 1,
                b'o' => 3,
                _ => 4,
            };
            layout::append_bits(out, shape, i, bits, conversion == b'X');
        }
        b'f' | b'F' | b'e' | b'E' if !layout::exceeds_max_precision(shape) => {
            let Some(float) = value.as_float() else { return false };
            layout::append_float(out, shape, float, conversion, b'.');
        }
        _ => return false,
    }
    true
}

fn append(ctx: &Ctx, out: &mut Vec<u8>, conversion: u8, shape: Layout, value: &Value) -> PhpResult<()> {
    if shape.width > 4096 {
        text::reserve(ctx, out.len().checked_add(shape.width))?;
    }
    match conversion {
        b's' => {
            let text = convert::to_str(ctx, value)?;
            if text.len() > 4096 {
                text::reserve(ctx, out.len().checked_add(text.len()))?;
            }
            layout::append_string(out, shape, &text);
        }
        b'd' => layout::append_int(out, shape, convert::int(ctx, value)?),
        b'u' => layout::append_unsigned(out, shape, convert::int(ctx, value)?),
        b'c' => layout::append_char(out, convert::int(ctx, value)?),
        b'b' => layout::append_bits(out, shape, convert::int(ctx, value)?, 1, false),
        b'o' => layout::append_bits(out, shape, convert::int(ctx, value)?, 3, false),
        b'x' => layout::append_bits(out, shape, convert::int(ctx, value)?, 4, false),
        b'X' => layout::append_bits(out, shape, convert::int(ctx, value)?, 4, true),
        b'%' => out.push(b'%'),
        _ => {
            let float = convert::float(ctx, value)?;
            if layout::exceeds_max_precision(shape) {
                let digits = shape.precision.unwrap_or(0);
                ctx.notice(format!(
                    "Requested precision of {digits} digits was truncated to PHP maximum of {MAX_PRECISION} digits"
                ));
            }
            layout::append_float(out, shape, float, conversion, b'.');
        }
    }
    ctx.check()
}

fn list(array: &Array) -> Vec<Value> {
    array.values().map(Value::unref).collect()
}

/// Text by a format.
#[php("function sprintf(string $format, mixed ...$values): string")]
fn sprintf(ctx: &Ctx, format: &PhpStr, values: &[Value]) -> PhpResult<Str> {
    // A text as it is.
    if let (b"%s", [value]) = (format.as_bytes(), values)
        && let Some(text) = value.own_str()
    {
        return Ok(text.clone());
    }
    formatted_string(ctx, format, values, Source::Arguments(1))
}

/// Text by a format, values from an array.
#[php("function vsprintf(string $format, array $values): string")]
fn vsprintf(ctx: &Ctx, format: &PhpStr, array: &Array) -> PhpResult<Str> {
    if let Some(values) = array.as_slice()
        && !values.iter().any(Value::is_ref)
    {
        // What is printed may be changed by what a conversion calls; this handle keeps it.
        let kept = array.clone();
        return formatted_string(ctx, format, kept.as_slice().unwrap_or_default(), Source::Array);
    }
    formatted_string(ctx, format, &list(array), Source::Array)
}

/// Prints text by a format; returns its length.
#[php("function printf(string $format, mixed ...$values): int")]
fn printf(ctx: &Ctx, format: &PhpStr, values: &[Value]) -> PhpResult<usize> {
    let text = formatted(ctx, format, values, Source::Arguments(1))?;
    ctx.echo(&text);
    Ok(text.len())
}

/// Prints text by a format, values from an array; returns its length.
#[php("function vprintf(string $format, array $values): int")]
fn vprintf(ctx: &Ctx, format: &PhpStr, values: &Array) -> PhpResult<usize> {
    let text = formatted(ctx, format, &list(values), Source::Array)?;
    ctx.echo(&text);
    Ok(text.len())
}

/// Writes text by a format to a stream; returns its length.
#[php("function fprintf(resource $stream, string $format, mixed ...$values): int")]
fn fprintf(ctx: &Ctx, stream: &Value, format: &PhpStr, values: &[Value]) -> PhpResult<usize> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let text = formatted(ctx, format, values, Source::Arguments(2))?;
    stream.write(ctx, &text);
    ctx.check()?;
    Ok(text.len())
}

/// Writes text by a format to a stream, values from an array; returns its length.
#[php("function vfprintf(resource $stream, string $format, array $values): int")]
fn vfprintf(ctx: &Ctx, stream: &Value, format: &PhpStr, values: &Array) -> PhpResult<usize> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let text = formatted(ctx, format, &list(values), Source::Array)?;
    stream.write(ctx, &text);
    ctx.check()?;
    Ok(text.len())
}
