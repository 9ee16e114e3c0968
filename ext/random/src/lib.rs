//! PHP's random extension: `mt_rand` and friends, `random_int`, and the `Random` classes.
//!
//! The algorithms are those of `phant-random-engines`, bit for bit PHP's; here they become functions and objects.

#![forbid(unsafe_code)]

mod engine;
mod functions;
mod randomizer;

use phant_native::{
    Extension,
    descriptor::{Constant, ConstantValue},
};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "random",
    functions: &[functions::FUNCTIONS],
    constants: &[&[
        Constant { name: "MT_RAND_MT19937", value: ConstantValue::Int(0) },
        Constant { name: "MT_RAND_PHP", value: ConstantValue::Int(1) },
    ]],
    classes: &[
        engine::EngineInterface::PHP,
        engine::CryptoSafeEngine::PHP,
        engine::RandomError::PHP,
        engine::BrokenRandomEngineError::PHP,
        engine::RandomException::PHP,
        engine::Mt19937Class::PHP,
        engine::PcgClass::PHP,
        engine::XoshiroClass::PHP,
        engine::SecureClass::PHP,
        randomizer::Randomizer::PHP,
        randomizer::IntervalBoundary::PHP,
    ],
    before_snapshot: Some(|ctx| {
        ctx.state::<phant_random_engines::Shared>().forget_own_seeds();
        Ok(())
    }),
    ..Extension::EMPTY
};
