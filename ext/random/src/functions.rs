//! `mt_rand`, `rand`, `random_int`, `random_bytes`, `lcg_value`.

use phant_memory::Str;
use phant_native::{Ctx, Late, Level, PhpResult, Thrown, descriptor::FunctionGroup, functions, php};
use phant_random_engines::{Failure, Mode, Shared, fill, seed};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![lcg_value, mt_srand, rand, mt_rand, mt_getrandmax, random_bytes, random_int,];

/// The largest number of `mt_rand()` without arguments.
const MAX: i64 = 0x7fff_ffff;

/// The exception for a random source that fails. A script's own engine has thrown already.
pub(crate) fn failed(ctx: &Ctx, failure: Failure) -> Thrown {
    if ctx.has_exception() {
        return Thrown;
    }
    match failure {
        Failure::Attempts => ctx.throw("Random\\BrokenRandomEngineError", Failure::ATTEMPTS_MESSAGE),
        Failure::Engine => ctx.throw("Random\\RandomException", "Could not gather sufficient random data"),
    }
}

/// A seed from the system.
pub(crate) fn random_seed(ctx: &Ctx) -> PhpResult<i64> {
    seed().map_err(|_| ctx.throw("Random\\RandomException", "Failed to generate a random seed"))
}

/// Reports the use of the old, faulty Mersenne twister.
pub(crate) fn legacy_mode(ctx: &Ctx) -> PhpResult<()> {
    ctx.report(Level::Deprecated, "The MT_RAND_PHP variant of Mt19937 is deprecated");
    ctx.check()
}

#[php("function lcg_value(): float", deprecated = " since 8.4, use \\Random\\Randomizer::getFloat() instead")]
fn lcg_value(ctx: &Ctx) -> f64 {
    ctx.state::<Shared>().lcg_value()
}

#[php("function mt_srand(?int $seed = null, int $mode = MT_RAND_MT19937): void", alias = "srand")]
fn mt_srand(ctx: &Ctx, seed: Option<i64>, mode: i64) -> PhpResult<()> {
    let mode = if mode == 1 {
        legacy_mode(ctx)?;
        Mode::Legacy
    } else {
        Mode::Correct
    };
    let chosen = seed.is_some();
    let seed = match seed {
        Some(seed) => seed,
        None => random_seed(ctx)?,
    };
    ctx.state::<Shared>().seed_mt(seed, mode, chosen);
    Ok(())
}

fn two_arguments(ctx: &Ctx, name: &str, passed: usize) -> Thrown {
    ctx.throw("ArgumentCountError", format!("{name}() expects exactly 2 arguments, {passed} given"))
}

#[php("function mt_rand(int $min = UNKNOWN, int $max = UNKNOWN): int")]
fn mt_rand(late: Late<'_>, passed: usize, min: Option<i64>, max: Option<i64>) -> PhpResult<i64> {
    let shared = late.state::<Shared>();
    match (min, max) {
        _ if passed == 0 => Ok(shared.with_mt(|mt| mt.rand())),
        (Some(min), Some(max)) if max < min => {
            Err(late.ctx()?.argument_error(2, "must be greater than or equal to argument #1 ($min)"))
        }
        (Some(min), Some(max)) => Ok(shared.with_mt(|mt| mt.rand_range(min, max))),
        _ => Err(two_arguments(late.ctx()?, "mt_rand", passed)),
    }
}

#[php("function rand(int $min = UNKNOWN, int $max = UNKNOWN): int")]
fn rand(late: Late<'_>, passed: usize, min: Option<i64>, max: Option<i64>) -> PhpResult<i64> {
    let shared = late.state::<Shared>();
    match (min, max) {
        _ if passed == 0 => Ok(shared.with_mt(|mt| mt.rand())),
        (Some(min), Some(max)) => Ok(shared.with_mt(|mt| mt.rand_range(min.min(max), min.max(max)))),
        _ => Err(two_arguments(late.ctx()?, "rand", passed)),
    }
}

#[php("function mt_getrandmax(): int", alias = "getrandmax", pure)]
fn mt_getrandmax() -> i64 {
    MAX
}

#[php("function random_bytes(int $length): string")]
fn random_bytes(late: Late<'_>, length: i64) -> PhpResult<Str> {
    if length < 1 {
        return Err(late.ctx()?.argument_error(1, "must be greater than 0"));
    }
    late.reserve(length as usize)?;
    let mut result = Ok(());
    let bytes = Str::filled(length as usize, |out| result = fill(out));
    match result {
        Ok(()) => Ok(bytes),
        Err(failure) => Err(failed(late.ctx()?, failure)),
    }
}

#[php("function random_int(int $min, int $max): int")]
fn random_int(late: Late<'_>, min: i64, max: i64) -> PhpResult<i64> {
    if min > max {
        return Err(late.ctx()?.argument_error(1, "must be less than or equal to argument #2 ($max)"));
    }
    match phant_random_engines::random_int(min, max) {
        Ok(number) => Ok(number),
        Err(failure) => Err(failed(late.ctx()?, failure)),
    }
}
