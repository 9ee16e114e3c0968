//! The stream filters `convert.iconv.FROM/TO` (or `FROM.TO`).

use crate::convert::Conversion;
use phant_memory::Value;
use phant_native::Ctx;
use phant_streams::{
    Provided, Stream,
    filter::{Brigade, Bucket, Filter, FilterKind, FilterStatus, Flush},
};
use std::cell::RefCell;

pub(crate) static STREAMS: Provided =
    Provided { wrappers: &[], filters: &[FilterKind { name: "convert.iconv.*", make }], transports: &[] };

/// A conversion on a stream.
struct Converting {
    conversion: RefCell<Conversion>,
    /// The names of both sets, for warnings.
    from: Vec<u8>,
    to: Vec<u8>,
}

impl Filter for Converting {
    fn filter(
        &self,
        ctx: &Ctx,
        _stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: Flush,
    ) -> FilterStatus {
        let (mut out, mut taken) = (Vec::new(), 0);
        let mut result = Ok(());
        for bucket in input.drain(..) {
            taken += bucket.data.len();
            if result.is_ok() {
                result = self.conversion.borrow_mut().convert(&bucket.data, &mut out);
            }
        }
        if result.is_ok() && flush == Flush::Close {
            result = self.conversion.borrow_mut().finish(&mut out);
        }
        if result.is_err() {
            let names = [&b"iconv stream filter (\""[..], &self.from, b"\"=>\"", &self.to].concat();
            ctx.warning([&names, &b"\"): invalid multibyte sequence"[..]].concat());
            return FilterStatus::Fatal;
        }
        if let Some(consumed) = consumed {
            *consumed = taken;
        }
        if out.is_empty() {
            return FilterStatus::FeedMe;
        }
        output.push_back(Bucket { data: out, id: 0 });
        FilterStatus::PassOn
    }
}

fn make(_ctx: &Ctx, name: &[u8], _params: &Value, _stream: &Stream) -> Option<Box<dyn Filter>> {
    let (_, names) = name.split_at_checked(b"convert.iconv.".len())?;
    let at = names.iter().position(|b| b"/.".contains(b))?;
    let (from, to) = (&names[..at], &names[at + 1..]);
    if from.len() >= crate::convert::NAME_LIMIT || to.len() >= crate::convert::NAME_LIMIT {
        return None;
    }
    let conversion = Conversion::open(to, from).ok()?;
    Some(Box::new(Converting { conversion: RefCell::new(conversion), from: from.to_vec(), to: to.to_vec() }))
}
