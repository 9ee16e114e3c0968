//! Random bytes.

use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![openssl_random_pseudo_bytes];

/// The most bytes at once: what OpenSSL takes as a number.
const LONGEST: usize = i32::MAX as usize;

/// Random bytes of the system's.
#[php("function openssl_random_pseudo_bytes(int $length, &$strong_result = null): string")]
fn openssl_random_pseudo_bytes(ctx: &Ctx, passed: usize, length: i64, mut strong_result: RefArg<'_>) -> PhpResult<Vec<u8>> {
    let length = match usize::try_from(length) {
        Ok(length @ 1..=LONGEST) => length,
        Ok(1..) => return Err(ctx.argument_error(1, format!("must be less than or equal to {LONGEST}"))),
        _ => return Err(ctx.argument_error(1, "must be greater than 0")),
    };
    ctx.reserve(length)?;
    let mut bytes = vec![0; length];
    if phant_random_engines::fill(&mut bytes).is_err() {
        return Err(ctx.throw("Exception", "Error reading from source device"));
    }
    if passed > 1 {
        strong_result.set(true);
    }
    Ok(bytes)
}
