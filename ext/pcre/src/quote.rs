//! `preg_quote`.

use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![preg_quote];

fn is_special(byte: u8) -> bool {
    b".\\+*?[^]$(){}=!<>|:-#\0".contains(&byte)
}

/// Puts a backslash before what has a meaning in patterns.
#[php("function preg_quote(string $str, ?string $delimiter = null): string", pure)]
fn preg_quote(ctx: &Ctx, text: &Str, delimiter: Option<&PhpStr>) -> PhpResult<Str> {
    let delimiter = delimiter.and_then(|d| d.first().copied());
    let quoted = |byte: u8| is_special(byte) || delimiter == Some(byte);
    // A NUL byte becomes `\000`.
    let extra: usize = text.iter().map(|&b| if b == 0 { 3 } else { usize::from(quoted(b)) }).sum();
    if extra == 0 {
        return Ok(text.clone());
    }
    ctx.reserve(text.len() + extra)?;
    Ok(Str::filled(text.len() + extra, |mut out| {
        let mut put = |bytes: &[u8]| {
            let (head, tail) = std::mem::take(&mut out).split_at_mut(bytes.len());
            head.copy_from_slice(bytes);
            out = tail;
        };
        for &byte in text.as_bytes() {
            match byte {
                0 => put(b"\\000"),
                _ if quoted(byte) => put(&[b'\\', byte]),
                _ => put(&[byte]),
            }
        }
    }))
}
