//! Paths as strings: `basename`, `dirname`, `pathinfo`.

use memchr::memrchr;
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Constant, ConstantValue, Late, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![basename, dirname, pathinfo];

pub(crate) const CONSTANTS: &[Constant] = &[
    int("PATHINFO_DIRNAME", DIRNAME),
    int("PATHINFO_BASENAME", BASENAME),
    int("PATHINFO_EXTENSION", EXTENSION),
    int("PATHINFO_FILENAME", FILENAME),
    int("PATHINFO_ALL", ALL),
];

const DIRNAME: i64 = 1;
const BASENAME: i64 = 2;
const EXTENSION: i64 = 4;
const FILENAME: i64 = 8;
const ALL: i64 = 15;

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

fn without_slashes(path: &[u8]) -> &[u8] {
    &path[..path.iter().rposition(|&b| b != b'/').map_or(0, |at| at + 1)]
}

/// The last component of a path.
pub(crate) fn base<'a>(path: &'a [u8], suffix: &[u8]) -> &'a [u8] {
    let path = without_slashes(path);
    let name = memrchr(b'/', path).map_or(path, |at| &path[at + 1..]);
    match name.strip_suffix(suffix) {
        Some(stem) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// A path without its last component.
pub(crate) fn parent(path: &[u8]) -> &[u8] {
    if path.is_empty() {
        return path;
    }
    let trimmed = without_slashes(path);
    if trimmed.is_empty() {
        return b"/";
    }
    let Some(slash) = memrchr(b'/', trimmed) else { return b"." };
    match without_slashes(&trimmed[..slash]) {
        [] => b"/",
        parent => parent,
    }
}

/// The last component of a path.
#[php("function basename(string $path, string $suffix = \"\"): string", pure)]
fn basename(path: &PhpStr, suffix: &PhpStr) -> Str {
    Str::new(base(path, suffix))
}

/// A path some levels up.
#[php("function dirname(string $path, int $levels = 1): string", pure)]
fn dirname(late: Late<'_>, path: &PhpStr, levels: i64) -> PhpResult<Str> {
    if levels < 1 {
        return Err(late.ctx()?.argument_error(2, "must be greater than or equal to 1"));
    }
    let mut current = path.as_bytes();
    for _ in 0..levels {
        let up = parent(current);
        let shorter = up.len() < current.len();
        current = up;
        if !shorter {
            break;
        }
    }
    Ok(Str::new(current))
}

/// The components of a path, or one of them.
#[php("function pathinfo(string $path, int $flags = PATHINFO_ALL): array|string", pure)]
fn pathinfo(path: &PhpStr, flags: i64) -> Value {
    let mut info = Array::new();
    if flags & DIRNAME != 0 && !path.is_empty() {
        info.set_name("dirname", Value::str(parent(path)));
    }
    let name = base(path, b"");
    let dot = memrchr(b'.', name);
    if flags & BASENAME != 0 {
        info.set_name("basename", Value::str(name));
    }
    if flags & EXTENSION != 0
        && let Some(dot) = dot
    {
        info.set_name("extension", Value::str(&name[dot + 1..]));
    }
    if flags & FILENAME != 0 {
        info.set_name("filename", Value::str(&name[..dot.unwrap_or(name.len())]));
    }
    if flags == ALL {
        return Value::from(info);
    }
    info.first().map_or_else(|| Value::str(""), |(_, v)| v.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components() {
        assert_eq!(base(b"/a/b.c//", b".c"), b"b");
        assert_eq!(base(b".c", b".c"), b".c");
        assert_eq!(base(b"//", b""), b"");
        assert_eq!(parent(b"/a/b"), b"/a");
        assert_eq!(parent(b"a"), b".");
        assert_eq!(parent(b"/a"), b"/");
        assert_eq!(parent(b"a//b//"), b"a");
    }
}
