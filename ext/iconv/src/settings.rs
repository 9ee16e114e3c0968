//! Which character sets are meant where none is named.

use crate::convert::NAME_LIMIT;
use phant_memory::{Array, PhpStr, Str, Value, intern};
use phant_native::{
    Ctx, IniSetting, Level, PhpResult,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    php,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![iconv_set_encoding, iconv_get_encoding];

pub(crate) const INI: &[IniSetting] = &[
    IniSetting { name: "iconv.input_encoding", default: Some(""), access: 7, on_change: Some(set_input) },
    IniSetting { name: "iconv.output_encoding", default: Some(""), access: 7, on_change: Some(set_output) },
    IniSetting { name: "iconv.internal_encoding", default: Some(""), access: 7, on_change: Some(set_internal) },
];

fn set_input(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    check(ctx, "iconv.input_encoding", value)
}
fn set_output(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    check(ctx, "iconv.output_encoding", value)
}
fn set_internal(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    check(ctx, "iconv.internal_encoding", value)
}

fn check(ctx: &Ctx, name: &str, value: &[u8]) -> Result<(), ()> {
    if value.len() >= NAME_LIMIT {
        return Err(());
    }
    if !value.is_empty() {
        // The setting itself is to blame, not the function that sets it.
        match ctx.current.get() {
            Some(_) => ctx.report_here(Level::Deprecated, format!("Use of {name} is deprecated")),
            None => ctx.report(Level::Deprecated, format!("PHP Startup: Use of {name} is deprecated")),
        }
    }
    Ok(())
}

/// Which of the three encodings.
#[derive(Clone, Copy)]
pub(crate) enum Role {
    Input,
    Output,
    Internal,
}

impl Role {
    const ALL: [(Role, &'static str, &'static str, &'static str); 3] = [
        (Role::Input, "input_encoding", "iconv.input_encoding", "input_encoding"),
        (Role::Output, "output_encoding", "iconv.output_encoding", "output_encoding"),
        (Role::Internal, "internal_encoding", "iconv.internal_encoding", "internal_encoding"),
    ];
}

/// The encoding of a role: iconv's own setting, the general one, or `default_charset`.
pub(crate) fn encoding(ctx: &Ctx, role: Role) -> Vec<u8> {
    let (_, _, own, general) = Role::ALL[role as usize];
    [own, general, "default_charset"]
        .iter()
        .find_map(|name| ctx.ini.get(name).filter(|value| !value.is_empty()))
        .map_or_else(|| b"UTF-8".to_vec(), |value| value.to_vec())
}

/// The encoding of an argument, the internal one if it is null; `None` after a warning that its name is too long.
pub(crate) fn argument(ctx: &Ctx, encoding: Option<&PhpStr>) -> Option<Vec<u8>> {
    match encoding {
        None => Some(self::encoding(ctx, Role::Internal)),
        Some(name) => is_short(ctx, name).then(|| name.to_vec()),
    }
}

/// Whether the name is short enough; warns if not.
pub(crate) fn is_short(ctx: &Ctx, name: &[u8]) -> bool {
    if name.len() >= NAME_LIMIT {
        ctx.warning(format!("Encoding parameter exceeds the maximum allowed length of {NAME_LIMIT} characters"));
        return false;
    }
    true
}

/// Sets the encoding of a role.
#[php("function iconv_set_encoding(string $type, string $encoding): bool")]
fn iconv_set_encoding(ctx: &Ctx, kind: &PhpStr, encoding: &Str) -> PhpResult<bool> {
    if !is_short(ctx, encoding) {
        ctx.check()?;
        return Ok(false);
    }
    let Some((_, _, setting, _)) = Role::ALL.iter().find(|(_, name, ..)| kind.eq_ignore_ascii_case(name.as_bytes())) else {
        return Ok(false);
    };
    let done = Ini::set(ctx, setting, encoding, Stage::Runtime).is_ok();
    ctx.check()?;
    Ok(done)
}

/// The encoding of a role, or all three.
#[php("function iconv_get_encoding(string $type = 'all'): array|string|false")]
fn iconv_get_encoding(ctx: &Ctx, kind: &PhpStr) -> Value {
    let shown = |role| Value::from(Str::new(encoding(ctx, role)));
    if kind.eq_ignore_ascii_case(b"all") {
        let mut all = Array::new();
        for (role, name, ..) in Role::ALL {
            all.set(intern(name.as_bytes()), shown(role));
        }
        return Value::from(all);
    }
    let found = Role::ALL.iter().find(|(_, name, ..)| kind.eq_ignore_ascii_case(name.as_bytes()));
    found.map_or(Value::FALSE, |(role, ..)| shown(*role))
}
