//! Sunrise and sunset.

use phant_memory::{Array, Value};
use phant_native::{Ctx, PhpResult, Thrown, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![date_sunrise, date_sunset, date_sun_info];

fn missing(ctx: &Ctx) -> Thrown {
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    ctx.throw_error(format!("{name}() is not available in this build"))
}

/// When the sun rises.
#[php(
    "function date_sunrise(int $timestamp, int $returnFormat = SUNFUNCS_RET_STRING, ?float $latitude = null, ?float $longitude = null, ?float $zenith = null, ?float $utcOffset = null): string|int|float|false",
    deprecated = " since 8.1, use date_sun_info() instead"
)]
fn date_sunrise(ctx: &Ctx, _: i64, _: i64, _: Option<f64>, _: Option<f64>, _: Option<f64>, _: Option<f64>) -> PhpResult<Value> {
    Err(missing(ctx))
}

/// When the sun sets.
#[php(
    "function date_sunset(int $timestamp, int $returnFormat = SUNFUNCS_RET_STRING, ?float $latitude = null, ?float $longitude = null, ?float $zenith = null, ?float $utcOffset = null): string|int|float|false",
    deprecated = " since 8.1, use date_sun_info() instead"
)]
fn date_sunset(ctx: &Ctx, _: i64, _: i64, _: Option<f64>, _: Option<f64>, _: Option<f64>, _: Option<f64>) -> PhpResult<Value> {
    Err(missing(ctx))
}

/// Sunrise, sunset, and the twilights.
#[php("function date_sun_info(int $timestamp, float $latitude, float $longitude): array")]
fn date_sun_info(ctx: &Ctx, _: i64, _: f64, _: f64) -> PhpResult<Array> {
    Err(missing(ctx))
}
