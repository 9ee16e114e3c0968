//! `getMany` and `existsMany`: batches.

use crate::{
    arguments,
    class::Aerospike,
    decode,
    instance::{CLUSTER, Client, Step, Stop, run},
    key::{self, Key},
    policy::Kind,
    records::names,
    shapes,
};
use phant_aerospike_client::{
    Failure,
    batch::{Item, Wanted},
};
use phant_aerospike_wire::message::bits;
use phant_memory::{Array, Object, Value};
use phant_native::{Ctx, PhpResult, RefArg, php_methods};

/// Reads the keys of a call; nothing if one of them is of a wrong type.
fn keys(ctx: &Ctx, keys: &Value) -> Step<Option<Vec<Key>>> {
    let array = arguments::array(ctx, 1, keys)?;
    let mut all = Vec::with_capacity(array.len().min(1 << 16));
    for each in array.values() {
        let each = each.as_array().ok_or_else(|| crate::instance::wrong("Invalid key: it must be an array"))?;
        if each.get_bytes(b"key").is_some_and(|primary| !primary.deref().is_null() && !key::is_primary(primary)) {
            return Ok(None);
        }
        all.push(Key::read(&each)?);
    }
    Ok(Some(all))
}

/// Reads many records, or what is known of them, in the order of their keys.
fn read(
    ctx: &Ctx,
    client: &Client,
    keys: &[Key],
    select: Option<&Value>,
    options: Option<&Value>,
    with_bins: bool,
) -> Step<Array> {
    let options = client.policies.of(ctx, Kind::Batch, options)?;
    let mut ops = Vec::new();
    let count = match select.filter(|select| select.as_array().is_none_or(|select| !select.is_empty())) {
        Some(select) => names(Some(select), &mut ops)?,
        None => 0,
    };
    let info1 = bits::READ
        | match (with_bins, count) {
            (false, _) => bits::NO_BIN_DATA,
            (true, 0) => bits::GET_ALL,
            _ => 0,
        };
    let items: Vec<Item<'_>> =
        keys.iter().map(|key| Item { namespace: &key.namespace, set: &key.set, digest: key.digest }).collect();
    let mut found: Vec<Option<(Value, Value)>> = Vec::new();
    found.resize_with(keys.len(), || None);
    let mut stop = None;
    client.cluster.batch(
        &items,
        Wanted { info1, ops: &ops, count, inline: options.inline },
        &options.policy,
        &mut |head, _, ops| {
            match head.code {
                0 => {}
                2 => return Ok(true),
                code => return Err(Failure::server(code)),
            }
            let bins = if with_bins { decode::bins(ctx, ops, head.ops).map(Value::from) } else { Ok(Value::NULL) };
            match bins {
                Ok(bins) => found[head.timeout as usize] = Some((decode::metadata(ctx, head).into(), bins)),
                Err(error) => stop = Some(error),
            }
            Ok(stop.is_none())
        },
    )?;
    if let Some(stop) = stop {
        return Err(stop);
    }
    Ok(Array::list(keys.iter().zip(found).map(|(key, found)| {
        let (metadata, bins) = found.unwrap_or((Value::NULL, Value::NULL));
        if with_bins {
            return Value::from(shapes::record(ctx, [key.array(ctx, true).into(), metadata, bins]));
        }
        let mut known = Array::new();
        known.set_name("key", Value::from(key.array(ctx, true)));
        known.set_name("metadata", metadata);
        Value::from(known)
    })))
}

fn act(
    ctx: &Ctx,
    this: &Object,
    given: &Value,
    select: Option<Value>,
    options: Option<Value>,
    with_bins: bool,
) -> PhpResult<(i64, Array)> {
    let mut found = Array::new();
    let status = run(ctx, this, CLUSTER, |client| -> Result<(), Stop> {
        if let Some(select) = &select {
            arguments::array_or_null(ctx, 3, Some(select))?;
        }
        if let Some(keys) = keys(ctx, given)? {
            let select = select.as_ref().filter(|select| !select.deref().is_null());
            found = read(ctx, client, &keys, select, options.as_ref(), with_bins)?;
        }
        Ok(())
    })?;
    Ok((status, found))
}

#[php_methods(MANY)]
impl Aerospike {
    #[php("public function existsMany($keys, &$metadata, $options = UNKNOWN)")]
    fn exists_many(ctx: &Ctx, this: &Object, keys: &Value, mut metadata: RefArg<'_>, options: Option<Value>) -> PhpResult<i64> {
        let (status, found) = act(ctx, this, keys, None, options, false)?;
        metadata.set(found);
        Ok(status)
    }
    #[php("public function getMany($keys, &$records, $select = UNKNOWN, $options = UNKNOWN)")]
    fn get_many(
        ctx: &Ctx,
        this: &Object,
        keys: &Value,
        mut records: RefArg<'_>,
        select: Option<Value>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let (status, found) = act(ctx, this, keys, select, options, true)?;
        records.set(found);
        Ok(status)
    }
}
