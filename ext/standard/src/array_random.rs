//! `shuffle` and `array_rand`.

use crate::array::{drain, keeping_walks, take_array};
use phant_memory::{Array, Value};
use phant_native::{Ctx, Late, PhpResult, RefArg, Thrown, descriptor::FunctionGroup, functions, php};
use phant_random_engines::{Failure, Pick, Shared, pick_among, pick_one};

pub(crate) const FUNCTIONS: FunctionGroup = functions![shuffle, array_rand];

fn failed(ctx: &Ctx, failure: Failure) -> Thrown {
    match failure {
        Failure::Attempts => ctx.throw("Random\\BrokenRandomEngineError", Failure::ATTEMPTS_MESSAGE),
        Failure::Engine => ctx.throw("Random\\RandomException", "Could not gather sufficient random data"),
    }
}

#[php("function shuffle(array &$array): true", leaves_arrays)]
fn shuffle(ctx: &Ctx, mut array: RefArg<'_>) -> PhpResult<bool> {
    let result = keeping_walks(&mut array, 0, |array| {
        let taken = take_array(array);
        let mut values: Vec<Value> = match taken.as_slice() {
            Some(values) => values.iter().map(Value::copied).collect(),
            None => drain(taken).into_iter().map(|(_, v)| v).collect(),
        };
        let len = values.len();
        let shared = ctx.state::<Shared>();
        let result = shared.with_mt(|mt| phant_random_engines::shuffle(mt, len, |a, b| values.swap(a, b)));
        array.set(Array::list(values));
        result
    });
    match result {
        Ok(()) => Ok(true),
        Err(failure) => Err(failed(ctx, failure)),
    }
}

#[php("function array_rand(array $array, int $num = 1): int|string|array")]
fn array_rand(late: Late<'_>, array: &Array, num: i64) -> PhpResult {
    if array.is_empty() {
        return Err(late.ctx()?.argument_error(1, "must not be empty"));
    }
    let len = array.len();
    if num < 1 || num > len as i64 {
        return Err(late.ctx()?.argument_error(2, "must be between 1 and the number of elements in argument #1 ($array)"));
    }
    let shared = late.state::<Shared>();
    if num == 1 {
        let slots = array.slots() as usize;
        let picked = shared.with_mt(|mt| pick_one(mt, len, slots, |slot| array.value_at(slot as u32).is_undef()));
        return match picked {
            Ok(Pick::Element(at)) => Ok(array.keys().nth(at).map_or(Value::NULL, |k| k.to_value())),
            Ok(Pick::Slot(slot)) => Ok(array.key_at(slot as u32).to_value()),
            Err(failure) => Err(failed(late.ctx()?, failure)),
        };
    }
    if num as usize == len {
        return Ok(Value::from(array.keys().map(|k| k.to_value()).collect::<Array>()));
    }
    let (mut few, mut many) = ([false; 64], Vec::new());
    let chosen = match few.get_mut(..len) {
        Some(few) => few,
        None => {
            many.resize(len, false);
            &mut many
        }
    };
    if let Err(failure) = shared.with_mt(|mt| pick_among(mt, chosen, num as usize)) {
        return Err(failed(late.ctx()?, failure));
    }
    let mut keys = Array::with_capacity(num as usize);
    let list = keys.make_mut();
    for (key, chosen) in array.keys().zip(chosen) {
        if *chosen {
            let _ = list.push(key.to_value());
        }
    }
    Ok(Value::from(keys))
}
