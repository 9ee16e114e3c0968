//! Functions that need what this build does not have: tables of kana.

#![allow(clippy::just_underscores_and_digits)] // parameters that nothing reads

use phant_memory::{PhpStr, Value};
use phant_native::{Ctx, PhpResult, Thrown, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_convert_kana];

fn missing(ctx: &Ctx, instead: &str) -> Thrown {
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    ctx.throw_error(format!("{name}() is not available in this build; use {instead}"))
}

#[php("function mb_convert_kana(string $string, string $mode = 'KV', ?string $encoding = null): string")]
fn mb_convert_kana(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, "iconv or a library"))
}
