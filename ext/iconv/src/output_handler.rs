//! `ob_iconv_handler`: output in the encoding of `iconv.output_encoding`.

use crate::{
    convert::Conversion,
    settings::{Role, encoding},
};
use phant_memory::{Str, Value};
use phant_native::{
    Ctx,
    output::{NamedHandler, flags},
};

pub(crate) static HANDLER: NamedHandler =
    NamedHandler { name: "ob_iconv_handler", handler: handle, conflicts: &["ob_iconv_handler"], started: |_| {} };

fn handle(ctx: &Ctx, content: &[u8], what: i64) -> Option<Str> {
    let (to, from) = (encoding(ctx, Role::Output), encoding(ctx, Role::Internal));
    if what & flags::START != 0 {
        if ctx.request.headers_sent.get().is_some() {
            return None;
        }
        announce(ctx, &to);
    }
    if content.is_empty() {
        return Some(Str::default());
    }
    let mut out = Vec::with_capacity(content.len() + 16);
    let converted = Conversion::open(&to, &from).and_then(|mut conversion| {
        conversion.convert(content, &mut out)?;
        conversion.finish(&mut out)
    });
    match converted {
        Ok(()) => Some(Str::new(&out)),
        Err(error) => {
            error.show(ctx, &to, &from);
            None
        }
    }
}

/// Tells the client which character set comes, if it is text.
fn announce(ctx: &Ctx, to: &[u8]) {
    let current = ctx.request.headers.borrow().iter().rev().find_map(|line| {
        let (name, value) = line.split_at_checked(b"content-type:".len())?;
        name.eq_ignore_ascii_case(b"content-type:").then(|| value.trim_ascii().to_vec())
    });
    let mime = match &current {
        Some(value) => value.split(|&b| b == b';').next().unwrap_or_default().to_vec(),
        None => ctx.ini.get("default_mimetype").map_or_else(|| b"text/html".to_vec(), |mime| mime.to_vec()),
    };
    if !mime.get(..5).is_some_and(|kind| kind.eq_ignore_ascii_case(b"text/")) {
        return;
    }
    let charset = &to[..to.windows(2).position(|w| w == b"//").unwrap_or(to.len())];
    let line = [b"Content-Type:", mime.as_slice(), b"; charset=", charset].concat();
    if let Some(header) = ctx.host.lookup_function(ctx, b"header") {
        // What is wrong with the header has been reported.
        let _ = ctx.host.call_function(ctx, header, None, None, &[Value::from(Str::new(&line))]);
    }
}
