//! The stream filters `bzip2.compress` and `bzip2.decompress`.

use crate::codec::{Compressor, Expander, Flush, PIECE, Step};
use phant_memory::{Array, Held, Value};
use phant_native::{Ctx, convert, host::PropertyView};
use phant_streams::{
    Stream,
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

/// Makes the filters that begin with `bzip2.`.
pub fn make(ctx: &Ctx, name: &[u8], params: &Value, _stream: &Stream) -> Option<Box<dyn Filter>> {
    match name.to_ascii_lowercase().as_slice() {
        b"bzip2.decompress" => decompress(ctx, params),
        b"bzip2.compress" => compress(ctx, params),
        _ => None,
    }
}

/// Makes `bzip2.decompress`.
fn decompress(ctx: &Ctx, params: &Value) -> Option<Box<dyn Filter>> {
    let (mut concatenated, mut small) = (false, false);
    match parameters(ctx, params) {
        Some(given) => {
            let flag = |name: &str| given.get_bytes(name.as_bytes()).is_some_and(convert::to_bool);
            concatenated = flag("concatenated");
            small = flag("small");
        }
        None => small |= convert::to_bool(params),
    }
    let expander = Expander::new(small);
    Some(Box::new(DecompressFilter { expander: RefCell::new(expander), concatenated, finished: Cell::new(false) }))
}

/// Makes `bzip2.compress`.
fn compress(ctx: &Ctx, params: &Value) -> Option<Box<dyn Filter>> {
    let (mut blocks, mut work) = (4, 0);
    if let Some(given) = parameters(ctx, params) {
        let number = |name: &str, (from, to): (i64, i64), complaint: &str| {
            let value = convert::to_int(&given.get_bytes(name.as_bytes())?.unref());
            if (from..=to).contains(&value) {
                return Some(value);
            }
            ctx.warning(format!("Invalid parameter given for {complaint} ({value})"));
            None
        };
        blocks = number("blocks", (1, 9), "number of blocks to allocate").unwrap_or(blocks);
        work = number("work", (0, 250), "work factor").unwrap_or(work);
    }
    let compressor = Compressor::new(blocks, work)?;
    Some(Box::new(CompressFilter { compressor: RefCell::new(compressor), holds: Cell::new(false), finished: Cell::new(false) }))
}

struct DecompressFilter {
    expander: RefCell<Expander>,
    /// Whether further streams follow the first one.
    concatenated: bool,
    finished: Cell<bool>,
}

impl Filter for DecompressFilter {
    fn filter(
        &self,
        ctx: &Ctx,
        _stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        _flush: filter::Flush,
    ) -> FilterStatus {
        let mut expander = self.expander.borrow_mut();
        let mut piece = vec![0; PIECE];
        let mut taken = 0;
        for bucket in input.drain(..) {
            let mut at = 0;
            while !self.finished.get() {
                let (step, read, made) = expander.step(&bucket.data[at..], &mut piece);
                at += read;
                if made > 0 {
                    output.push_back(Bucket::new(&piece[..made]));
                }
                match step {
                    Step::End if self.concatenated && at < bucket.data.len() => expander.reset(),
                    Step::End if self.concatenated => {
                        expander.reset();
                        break;
                    }
                    Step::End => self.finished.set(true),
                    Step::Failed(_) => {
                        drop(expander);
                        ctx.notice("bzip2 decompression failed");
                        return FilterStatus::Fatal;
                    }
                    Step::More if at == bucket.data.len() && made < piece.len() => break,
                    Step::More if phant_native::limits::reached() => break,
                    Step::More => {}
                }
            }
            taken += bucket.data.len();
        }
        if let Some(consumed) = consumed {
            *consumed = taken;
        }
        if output.is_empty() { FilterStatus::FeedMe } else { FilterStatus::PassOn }
    }
}

struct CompressFilter {
    compressor: RefCell<Compressor>,
    /// Whether there is something that was not passed on.
    holds: Cell<bool>,
    finished: Cell<bool>,
}

impl Filter for CompressFilter {
    fn filter(
        &self,
        ctx: &Ctx,
        _stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: filter::Flush,
    ) -> FilterStatus {
        let (mut made, mut taken, mut failed) = (Vec::new(), 0, false);
        {
            let mut compressor = self.compressor.borrow_mut();
            let mut run = |data: &[u8], flush: Flush| compressor.run(data, flush, &mut |piece| made.extend_from_slice(piece));
            for bucket in input.drain(..) {
                taken += bucket.data.len();
                self.holds.set(true);
                failed |= run(&bucket.data, Flush::None).is_err();
            }
            failed |= match flush {
                filter::Flush::Increment if self.holds.replace(false) => run(b"", Flush::All).is_err(),
                filter::Flush::Close if !self.finished.replace(true) => run(b"", Flush::Finish).is_err(),
                _ => false,
            };
        }
        if failed {
            ctx.notice("bzip2 compression failed");
            return FilterStatus::Fatal;
        }
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
