//! Numbers as bits, in two's complement of any length.

use crate::number::{argument, bytes, load, make, store};
use dashu_int::{IBig, Sign, ops::BitTest};
use phant_memory::{Object, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub const FUNCTIONS: FunctionGroup = functions![
    gmp_and,
    gmp_or,
    gmp_com,
    gmp_xor,
    gmp_setbit,
    gmp_clrbit,
    gmp_testbit,
    gmp_scan0,
    gmp_scan1,
    gmp_popcount,
    gmp_hamdist,
];

#[php("function gmp_and(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_and(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    make(ctx, &(argument(ctx, 1, a)? & argument(ctx, 2, b)?))
}

#[php("function gmp_or(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_or(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    make(ctx, &(argument(ctx, 1, a)? | argument(ctx, 2, b)?))
}

#[php("function gmp_com(GMP|string|int $num): GMP")]
fn gmp_com(ctx: &Ctx, num: &Value) -> PhpResult<Object> {
    make(ctx, &!argument(ctx, 1, num)?)
}

#[php("function gmp_xor(GMP|string|int $num1, GMP|string|int $num2): GMP")]
fn gmp_xor(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<Object> {
    make(ctx, &(argument(ctx, 1, a)? ^ argument(ctx, 2, b)?))
}

fn index(ctx: &Ctx, index: i64) -> PhpResult<usize> {
    usize::try_from(index).map_err(|_| ctx.argument_error(2, "must be greater than or equal to 0"))
}

/// Changes a bit of an object's number.
fn change(ctx: &Ctx, object: &Object, index: usize, on: bool) -> PhpResult<()> {
    /// GMP's words are counted in 32 bits.
    const MOST: usize = i32::MAX as usize * 64;
    let number = load(object);
    if number.bit(index) == on {
        return Ok(());
    }
    if index >= MOST {
        return Err(ctx.argument_error(2, format!("must be less than {} * {}", i32::MAX, 64)));
    }
    // One that is not there yet makes the number longer.
    ctx.reserve((index / 8).max(bytes(&number)))?;
    let bit = IBig::ONE << index;
    store(object, &if on { number | bit } else { number & !bit });
    ctx.poll()
}

#[php("function gmp_setbit(GMP $num, int $index, bool $value = true): void")]
fn gmp_setbit(ctx: &Ctx, num: &Object, at: i64, value: bool) -> PhpResult<()> {
    change(ctx, num, index(ctx, at)?, value)
}

#[php("function gmp_clrbit(GMP $num, int $index): void")]
fn gmp_clrbit(ctx: &Ctx, num: &Object, at: i64) -> PhpResult<()> {
    change(ctx, num, index(ctx, at)?, false)
}

#[php("function gmp_testbit(GMP|string|int $num, int $index): bool")]
fn gmp_testbit(ctx: &Ctx, num: &Value, at: i64) -> PhpResult<bool> {
    let at = index(ctx, at)?;
    Ok(argument(ctx, 1, num)?.bit(at))
}

/// The first bit from a place on that is (or is not) set; -1 if there is none.
fn scan(ctx: &Ctx, num: &Value, start: i64, set: bool) -> PhpResult<i64> {
    let start = index(ctx, start)?;
    let number = argument(ctx, 1, num)?;
    let number = if set { number } else { !number };
    let rest = number >> start;
    Ok(rest.trailing_zeros().map_or(-1, |zeros| start.saturating_add(zeros) as i64))
}

#[php("function gmp_scan0(GMP|string|int $num1, int $start): int")]
fn gmp_scan0(ctx: &Ctx, num: &Value, start: i64) -> PhpResult<i64> {
    scan(ctx, num, start, false)
}

#[php("function gmp_scan1(GMP|string|int $num1, int $start): int")]
fn gmp_scan1(ctx: &Ctx, num: &Value, start: i64) -> PhpResult<i64> {
    scan(ctx, num, start, true)
}

/// How many bits are set; -1 for numbers below zero, which have no end.
fn count(number: &IBig) -> i64 {
    if number.sign() == Sign::Negative {
        return -1;
    }
    number.as_sign_words().1.iter().map(|word| i64::from(word.count_ones())).sum()
}

#[php("function gmp_popcount(GMP|string|int $num): int")]
fn gmp_popcount(ctx: &Ctx, num: &Value) -> PhpResult<i64> {
    Ok(count(&argument(ctx, 1, num)?))
}

#[php("function gmp_hamdist(GMP|string|int $num1, GMP|string|int $num2): int")]
fn gmp_hamdist(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i64> {
    Ok(count(&(argument(ctx, 1, a)? ^ argument(ctx, 2, b)?)))
}
