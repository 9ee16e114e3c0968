//! The stream filters `convert.iconv.FROM/TO` (or `FROM.TO`).

use crate::convert::Conversion;
use phant_memory::Value;
use phant_native::Ctx;
use phant_streams::{
    Provided, Stream,
    filter::{Converter, ConverterFilter, Filter, FilterKind},
};

pub(crate) static STREAMS: Provided = Provided { filters: &[FilterKind { name: "convert.iconv.*", make }], ..Provided::NOTHING };

impl Converter for Conversion {
    fn convert(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        Conversion::convert(self, piece, out).map_err(|_| MALFORMED.to_owned())
    }
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        Conversion::finish(self, out).map_err(|_| MALFORMED.to_owned())
    }
}

const MALFORMED: &str = "invalid multibyte sequence";

fn make(_ctx: &Ctx, name: &[u8], _params: &Value, _stream: &Stream) -> Option<Box<dyn Filter>> {
    let (_, names) = name.split_at_checked(b"convert.iconv.".len())?;
    let at = names.iter().position(|b| b"/.".contains(b))?;
    let (from, to) = (&names[..at], &names[at + 1..]);
    if from.len() >= crate::convert::NAME_LIMIT || to.len() >= crate::convert::NAME_LIMIT {
        return None;
    }
    let conversion = Conversion::open(to, from).ok()?;
    let complaint = [b"iconv stream filter (\"", from, b"\"=>\"", to, b"\"): "].concat();
    Some(Box::new(ConverterFilter::complaining(conversion, complaint)))
}
