//! The stream filters `zlib.deflate` and `zlib.inflate`.

use crate::codec::{Compressor, Expander, Flush, MAX_MEMORY_LEVEL, PIECE, Settings, status, words};
use phant_memory::{Array, Held, Value};
use phant_native::{Ctx, convert, host::PropertyView};
use phant_streams::{
    Scratch, Stream,
    filter::{self, Brigade, Bucket, Filter, FilterStatus},
};
use std::cell::{Cell, RefCell};

/// The parameters as an array, if they are one or an object.
fn parameters(ctx: &Ctx, given: &Value) -> Option<Array> {
    match given.as_object() {
        Some(object) => ctx.properties(&object, PropertyView::Raw).ok(),
        None => given.as_array().map(Held::into_owned),
    }
}

/// A numeric parameter within bounds; others are warned about and not taken.
fn number(ctx: &Ctx, parameters: &Array, name: &str, bounds: (i64, i64), complaint: &str) -> Option<i64> {
    let value = convert::to_int(&parameters.get_bytes(name.as_bytes())?.unref());
    checked(ctx, value, bounds, complaint)
}

fn checked(ctx: &Ctx, value: i64, (from, to): (i64, i64), complaint: &str) -> Option<i64> {
    if (from..=to).contains(&value) {
        return Some(value);
    }
    ctx.warning(format!("{complaint} ({value})"));
    None
}

const WINDOW: &str = "Invalid parameter given for window size";

/// Makes the filters that begin with `zlib.`.
pub fn make(ctx: &Ctx, name: &[u8], params: &Value, _stream: &Stream) -> Option<Box<dyn Filter>> {
    match name.to_ascii_lowercase().as_slice() {
        b"zlib.inflate" => inflate(ctx, params),
        b"zlib.deflate" => deflate(ctx, params),
        _ => None,
    }
}

/// Makes `zlib.inflate`.
fn inflate(ctx: &Ctx, params: &Value) -> Option<Box<dyn Filter>> {
    let given = parameters(ctx, params);
    let window = given.and_then(|given| number(ctx, &given, "window", (-15, 47), WINDOW)).unwrap_or(-15);
    let expander = Expander::new(window as i32)?;
    Some(Box::new(InflateFilter { expander: RefCell::new(expander), finished: Cell::new(false) }))
}

/// Makes `zlib.deflate`.
fn deflate(ctx: &Ctx, params: &Value) -> Option<Box<dyn Filter>> {
    const LEVEL: &str = "Invalid compression level specified.";
    let mut settings = Settings { level: -1, window: -15, memory: MAX_MEMORY_LEVEL, strategy: 0 };
    if let Some(given) = parameters(ctx, params) {
        let memory = number(ctx, &given, "memory", (1, 9), "Invalid parameter given for memory level");
        let window = number(ctx, &given, "window", (-15, 31), WINDOW);
        let level = number(ctx, &given, "level", (-1, 9), LEVEL);
        settings.memory = memory.unwrap_or(settings.memory.into()) as i32;
        settings.window = window.unwrap_or(settings.window.into()) as i32;
        settings.level = level.unwrap_or(settings.level);
    } else if params.is_str() || params.is_float() || params.is_int() {
        settings.level = checked(ctx, convert::to_int(params), (-1, 9), LEVEL).unwrap_or(settings.level);
    } else if !params.is_null() {
        ctx.warning("Invalid filter parameter, ignored");
    }
    let compressor = Compressor::new(settings)?;
    Some(Box::new(DeflateFilter { compressor: RefCell::new(compressor), holds: Cell::new(false), finished: Cell::new(false) }))
}

struct InflateFilter {
    expander: RefCell<Expander>,
    finished: Cell<bool>,
}

impl InflateFilter {
    /// Expands a piece; the error is zlib's status.
    fn expand(&self, input: &[u8], output: &mut Brigade, flush: Flush) -> Result<(), i64> {
        let mut piece = Scratch::of(PIECE);
        let mut at = 0;
        while !self.finished.get() {
            let (answer, read, made) = self.expander.borrow_mut().step(&input[at..], &mut piece, flush);
            at += read;
            if made > 0 {
                output.push_back(Bucket::new(&piece[..made]));
            }
            match answer {
                status::STREAM_END => self.finished.set(true),
                status::OK | status::BUF_ERROR if made < piece.len() && (at == input.len() || read == 0) => break,
                status::OK | status::BUF_ERROR if phant_native::limits::reached() => break,
                status::OK | status::BUF_ERROR => {}
                other => return Err(other),
            }
        }
        Ok(())
    }
}

impl Filter for InflateFilter {
    fn filter(
        &self,
        ctx: &Ctx,
        _stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: filter::Flush,
    ) -> FilterStatus {
        let how = if flush == filter::Flush::Close { Flush::FINISH } else { Flush::SYNC };
        let mut taken = 0;
        for bucket in input.drain(..) {
            taken += bucket.data.len();
            if let Err(status) = self.expand(&bucket.data, output, how) {
                ctx.notice(format!("zlib: {}", words(status)));
                return FilterStatus::Fatal;
            }
        }
        if flush == filter::Flush::Close {
            let _ = self.expand(b"", output, Flush::FINISH);
        }
        if let Some(consumed) = consumed {
            *consumed = taken;
        }
        if output.is_empty() { FilterStatus::FeedMe } else { FilterStatus::PassOn }
    }
}

struct DeflateFilter {
    compressor: RefCell<Compressor>,
    /// Whether there is something that was not passed on.
    holds: Cell<bool>,
    finished: Cell<bool>,
}

impl Filter for DeflateFilter {
    fn filter(
        &self,
        ctx: &Ctx,
        _stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: filter::Flush,
    ) -> FilterStatus {
        let mut compressor = self.compressor.borrow_mut();
        let mut made = Vec::new();
        let mut run = |data: &[u8], flush: Flush| compressor.run(data, flush, &mut |piece| made.extend_from_slice(piece));
        let mut taken = 0;
        for bucket in input.drain(..) {
            taken += bucket.data.len();
            self.holds.set(true);
            if let Err(status) = run(&bucket.data, Flush::NONE) {
                ctx.notice(format!("zlib: {}", words(status)));
                return FilterStatus::Fatal;
            }
        }
        let _ = match flush {
            filter::Flush::None => Ok(false),
            filter::Flush::Increment if !self.holds.replace(false) => Ok(false),
            filter::Flush::Increment => run(b"", Flush::SYNC),
            filter::Flush::Close if self.finished.replace(true) => Ok(true),
            filter::Flush::Close => run(b"", Flush::FINISH),
        };
        if let Some(consumed) = consumed {
            *consumed = taken;
        }
        if made.is_empty() {
            return FilterStatus::FeedMe;
        }
        output.push_back(Bucket { data: made, id: 0 });
        FilterStatus::PassOn
    }
}
