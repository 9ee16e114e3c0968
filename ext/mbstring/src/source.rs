//! Encodings of source text, for `zend.multibyte`.

use crate::{
    codec::{self, Substitute},
    detect::guess,
    encoding::{self, ALL, Codec, Encoding, EncodingRef},
    state,
};
use phant_native::descriptor::SourceEncodings;

pub(crate) static ENCODINGS: SourceEncodings = SourceEncodings {
    find: |name| encoding::find(name).map(number),
    convert: |text, from, to| match (by_number(from), by_number(to)) {
        (Some(from), Some(to)) => codec::encode(to, &codec::decode(from, text), Substitute::Char(u32::from(b'?'))),
        _ => text.to_vec(),
    },
    compatible: |number| by_number(number).is_none_or(is_compatible),
    internal: |ctx| number(state::internal(ctx)),
    guess: |text, list| {
        let list: Vec<EncodingRef> = list.iter().filter_map(|&n| by_number(n)).collect();
        guess(&[text], &list, false, true).map(number)
    },
};

fn number(encoding: EncodingRef) -> u32 {
    ALL.iter().position(|e| e == encoding).and_then(|at| u32::try_from(at).ok()).unwrap_or_default()
}

fn by_number(number: u32) -> Option<EncodingRef> {
    ALL.get(number as usize)
}

/// Whether bytes below 128 always stand for ASCII: in some encodings they are the second half of a character, or there are
/// others between them.
fn is_compatible(encoding: &Encoding) -> bool {
    const OTHERS: [&str; 14] = [
        "SJIS",
        "CP932",
        "MacJapanese",
        "BIG",
        "CP950",
        "CP936",
        "GB18030",
        "UHC",
        "JOHAB",
        "HZ",
        "ISO-2022",
        "JIS",
        "CP5022",
        "UTF-7",
    ];
    let wide = matches!(encoding.unit(), Some(2 | 4)) || matches!(encoding.codec, Codec::Utf16(_));
    !wide && !encoding.is_transfer() && !OTHERS.iter().any(|name| encoding.name.starts_with(name))
}
