//! Random numbers.

use crate::{
    number::{argument, make},
    random::{Random, seed_modulus},
};
use dashu_int::{IBig, UBig, ops::RemEuclid};
use phant_memory::{Object, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub const FUNCTIONS: FunctionGroup = functions![gmp_random_seed, gmp_random_bits, gmp_random_range];

#[php("function gmp_random_seed(GMP|string|int $seed): void")]
fn gmp_random_seed(ctx: &Ctx, seed: &Value) -> PhpResult<()> {
    let seed = argument(ctx, 1, seed)?;
    ctx.state::<Random>().seed(&seed.rem_euclid(IBig::from(seed_modulus())));
    Ok(())
}

/// The generator; one without a seed takes one from the system.
fn random(ctx: &Ctx) -> PhpResult<&'static Random> {
    let random = ctx.state::<Random>();
    if !random.is_seeded() {
        let mut bytes = [0; 32];
        if phant_random_engines::fill(&mut bytes).is_err() {
            return Err(ctx.throw("Random\\RandomException", "Failed to generate a random seed"));
        }
        random.seed(&UBig::from_le_bytes(&bytes));
    }
    Ok(random)
}

#[php("function gmp_random_bits(int $bits): GMP")]
fn gmp_random_bits(ctx: &Ctx, bits: i64) -> PhpResult<Object> {
    let Some(bits) = i32::try_from(bits).ok().filter(|&bits| bits > 0) else {
        return Err(ctx.argument_error(1, format!("must be between 1 and {}", i32::MAX)));
    };
    ctx.reserve(bits as usize / 4)?;
    make(ctx, &IBig::from(random(ctx)?.bits(bits as usize)))
}

#[php("function gmp_random_range(GMP|string|int $min, GMP|string|int $max): GMP")]
fn gmp_random_range(ctx: &Ctx, min: &Value, max: &Value) -> PhpResult<Object> {
    let (min, max) = (argument(ctx, 1, min)?, argument(ctx, 2, max)?);
    if max <= min {
        return Err(ctx.argument_error(1, "must be less than argument #2 ($maximum)"));
    }
    let width = (max - &min + IBig::ONE).into_parts().1;
    make(ctx, &(min + IBig::from(random(ctx)?.below(&width))))
}
