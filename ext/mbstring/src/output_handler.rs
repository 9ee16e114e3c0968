//! `mb_output_handler`: output in the encoding of `mb_http_output`, where the response is of a type that
//! `mbstring.http_output_conv_mimetypes` names.

use crate::{
    convert::convert,
    encoding::{self, EncodingRef},
    mbregex::{Options, Search, compile},
    state,
};
use phant_memory::{Str, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, output::flags, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_output_handler];

/// An output buffer's callback.
#[php("function mb_output_handler(string $string, int $status): string")]
fn mb_output_handler(ctx: &Ctx, string: &Str, status: i64) -> PhpResult<Str> {
    let state = state::of(ctx);
    if status & flags::START != 0 {
        state.converting.set(begin(ctx));
    }
    match state.converting.get() {
        Some(to) => convert(ctx, string, to, state::internal(ctx)),
        None => Ok(string.clone()),
    }
}

/// The encoding to convert to; where there is one, the header says so.
fn begin(ctx: &Ctx) -> Option<EncodingRef> {
    let to = Some(state::http_output(ctx)).filter(|&to| *to != encoding::PASS)?;
    let set = phant_sapi::headers::content_type(ctx);
    let own = set.is_some();
    let mime = set.or_else(|| ctx.ini.get("default_mimetype")).unwrap_or_else(|| Str::from("text/html"));
    if !is_converted(ctx, &mime) {
        return None;
    }
    if let Some(charset) = to.mime.filter(|_| !own)
        && let Some(header) = ctx.host.lookup_function(ctx, b"header")
    {
        let line = [b"Content-Type: ", mime.as_bytes(), b"; charset=", charset.as_bytes()].concat();
        // What is wrong with the header has been reported.
        let _ = ctx.host.call_function(ctx, header, None, None, &[Value::from(Str::new(&line))]);
    }
    Some(to)
}

fn is_converted(ctx: &Ctx, mime: &[u8]) -> bool {
    let types = ctx.ini.text("mbstring.http_output_conv_mimetypes");
    if types.trim_ascii().is_empty() {
        return false;
    }
    let Ok(options) = Options::parse(b"ir") else { return false };
    let Ok(mime) = std::str::from_utf8(mime) else { return false };
    std::str::from_utf8(types.trim_ascii())
        .ok()
        .and_then(|types| compile(types, options).ok())
        .is_some_and(|types| matches!(Search::new(&types, mime, options, 1_000_000, 100_000).from(0, 0), Ok(Some(_))))
}
