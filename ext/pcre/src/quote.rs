//! `preg_quote`.

use phant_memory::{PhpStr, Str, StrBuilder};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![preg_quote];

/// Whether a byte has a meaning in patterns.
static SPECIAL: [bool; 256] = {
    const ALL: &[u8] = b".\\+*?[^]$(){}=!<>|:-#\0";
    let mut special = [false; 256];
    let mut i = 0;
    while i < ALL.len() {
        special[ALL[i] as usize] = true;
        i += 1;
    }
    special
};

/// Puts a backslash before what has a meaning in patterns.
#[php("function preg_quote(string $str, ?string $delimiter = null): string", pure)]
fn preg_quote(ctx: &Ctx, text: &Str, delimiter: Option<&PhpStr>) -> PhpResult<Str> {
    let delimiter = delimiter.and_then(|d| d.first().copied());
    let quoted = |byte: u8| SPECIAL[usize::from(byte)] || delimiter == Some(byte);
    // A NUL byte becomes `\000`.
    let extra: usize = text.iter().map(|&b| if b == 0 { 3 } else { usize::from(quoted(b)) }).sum();
    if extra == 0 {
        return Ok(text.clone());
    }
    ctx.reserve(text.len() + extra)?;
    let mut out = StrBuilder::with_capacity(text.len() + extra);
    let mut from = 0;
    for (at, &byte) in text.iter().enumerate() {
        if quoted(byte) {
            out.push_bytes(&text[from..at]);
            from = at + 1;
            match byte {
                0 => out.push_bytes(b"\\000"),
                _ => out.push_bytes(&[b'\\', byte]),
            }
        }
    }
    out.push_bytes(&text[from..]);
    Ok(out.finish())
}
