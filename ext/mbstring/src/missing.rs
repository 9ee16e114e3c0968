//! Functions that need what this build does not have: a regular-expression engine for every encoding, a mailer.

#![allow(clippy::just_underscores_and_digits)] // parameters that nothing reads

use phant_memory::{PhpStr, Value};
use phant_native::{Ctx, PhpResult, Thrown, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    mb_convert_kana,
    mb_send_mail,
    mb_regex_encoding,
    mb_ereg,
    mb_eregi,
    mb_ereg_replace,
    mb_eregi_replace,
    mb_ereg_replace_callback,
    mb_split,
    mb_ereg_match,
    mb_ereg_search,
    mb_ereg_search_pos,
    mb_ereg_search_regs,
    mb_ereg_search_init,
    mb_ereg_search_getregs,
    mb_ereg_search_getpos,
    mb_ereg_search_setpos,
    mb_regex_set_options
];

fn missing(ctx: &Ctx, instead: &str) -> Thrown {
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    ctx.throw_error(format!("{name}() is not available in this build; use {instead}"))
}

const REGEX: &str = "the preg_* functions with modifier u";

#[php("function mb_convert_kana(string $string, string $mode = 'KV', ?string $encoding = null): string")]
fn mb_convert_kana(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, "iconv or a library"))
}

#[php(
    "function mb_send_mail(string $to, string $subject, string $message, array|string $additional_headers = [], ?string $additional_params = null): bool"
)]
fn mb_send_mail(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: &PhpStr, _3: &Value, _4: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, "mail() or a library"))
}

#[php("function mb_regex_encoding(?string $encoding = null): string|bool")]
fn mb_regex_encoding(ctx: &Ctx, _0: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg(string $pattern, string $string, &$matches = null): bool")]
fn mb_ereg(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: phant_native::RefArg<'_>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_eregi(string $pattern, string $string, &$matches = null): bool")]
fn mb_eregi(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: phant_native::RefArg<'_>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php(
    "function mb_ereg_replace(string $pattern, string $replacement, string $string, ?string $options = null): string|false|null"
)]
fn mb_ereg_replace(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: &PhpStr, _3: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php(
    "function mb_eregi_replace(string $pattern, string $replacement, string $string, ?string $options = null): string|false|null"
)]
fn mb_eregi_replace(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: &PhpStr, _3: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php(
    "function mb_ereg_replace_callback(string $pattern, callable $callback, string $string, ?string $options = null): string|false|null"
)]
fn mb_ereg_replace_callback(ctx: &Ctx, _0: &PhpStr, _1: &Value, _2: &PhpStr, _3: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_split(string $pattern, string $string, int $limit = -1): array|false")]
fn mb_split(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: i64) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg_match(string $pattern, string $string, ?string $options = null): bool")]
fn mb_ereg_match(ctx: &Ctx, _0: &PhpStr, _1: &PhpStr, _2: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg_search(?string $pattern = null, ?string $options = null): bool")]
fn mb_ereg_search(ctx: &Ctx, _0: Option<&PhpStr>, _1: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg_search_pos(?string $pattern = null, ?string $options = null): array|false")]
fn mb_ereg_search_pos(ctx: &Ctx, _0: Option<&PhpStr>, _1: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg_search_regs(?string $pattern = null, ?string $options = null): array|false")]
fn mb_ereg_search_regs(ctx: &Ctx, _0: Option<&PhpStr>, _1: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg_search_init(string $string, ?string $pattern = null, ?string $options = null): bool")]
fn mb_ereg_search_init(ctx: &Ctx, _0: &PhpStr, _1: Option<&PhpStr>, _2: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg_search_getregs(): array|false")]
fn mb_ereg_search_getregs(ctx: &Ctx) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg_search_getpos(): int")]
fn mb_ereg_search_getpos(ctx: &Ctx) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_ereg_search_setpos(int $offset): bool")]
fn mb_ereg_search_setpos(ctx: &Ctx, _0: i64) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}

#[php("function mb_regex_set_options(?string $options = null): string")]
fn mb_regex_set_options(ctx: &Ctx, _0: Option<&PhpStr>) -> PhpResult<Value> {
    Err(missing(ctx, REGEX))
}
