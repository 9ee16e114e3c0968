//! The arrays that a script gets of a record: their keys are always the same, so they are made after models.

use phant_memory::{Array, Value};
use phant_native::Ctx;
use std::convert::Infallible;

/// Models, one of each kind for a request.
struct Shapes {
    key: Array,
    metadata: Array,
    record: Array,
}

fn model(names: &[&'static str]) -> Array {
    let mut array = Array::with_hash_capacity(names.len());
    names.iter().for_each(|name| array.set_name(name, Value::NULL));
    array
}

impl Default for Shapes {
    fn default() -> Shapes {
        Shapes {
            key: model(&["ns", "set", "key", "digest"]),
            metadata: model(&["ttl", "generation"]),
            record: model(&["key", "metadata", "bins"]),
        }
    }
}

fn like<const N: usize>(model: &Array, values: [Value; N]) -> Array {
    let mut values = values.into_iter();
    let Ok(array) = model.alike(|_, _| Ok::<_, Infallible>(values.next()));
    array
}

/// A key: namespace, set, primary key, digest.
pub fn key(ctx: &Ctx, values: [Value; 4]) -> Array {
    like(&ctx.state::<Shapes>().key, values)
}
/// What is known of a record: its time to live and generation.
pub fn metadata(ctx: &Ctx, values: [Value; 2]) -> Array {
    like(&ctx.state::<Shapes>().metadata, values)
}
/// A record: key, metadata, bins.
pub fn record(ctx: &Ctx, values: [Value; 3]) -> Array {
    like(&ctx.state::<Shapes>().record, values)
}
