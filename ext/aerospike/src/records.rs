//! Methods on one record.

use crate::{
    arguments,
    class::Aerospike,
    decode,
    encode::Encoder,
    instance::{CLIENT, CLUSTER, Client, Instance, Scratch, Step, Unconnected, run, wrong},
    key::Key,
    policy::{Kind, Options},
    shapes,
};
use phant_aerospike_client::Failure;
use phant_aerospike_wire::message::{Cursor, Head, Writer, bits, field, op};
use phant_memory::{Array, KeyRef, Object, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, php_methods};

/// The longest name of a bin.
pub const MOST_NAME: usize = 15;

/// The name of a bin, if servers take it.
pub fn bin_name(name: &[u8]) -> Step<&[u8]> {
    if name.len() > MOST_NAME {
        return Err(wrong("Bin name is too long"));
    }
    Ok(name)
}

/// An answer about one record.
pub struct Answer {
    /// Its header.
    pub head: Head,
    body: std::ops::Range<usize>,
    ops: usize,
}

impl Answer {
    /// Its operations.
    pub fn ops<'a>(&self, scratch: &'a Scratch) -> Cursor<'a> {
        Cursor { rest: &scratch.input.body(self.body.clone())[self.ops..] }
    }
}

/// Begins a message about a record.
pub fn begin<'a>(out: &'a mut Vec<u8>, head: &Head, key: &Key, options: &Options) -> Writer<'a> {
    out.clear();
    let mut message = Writer::new(out, head);
    message.field(field::NAMESPACE, &key.namespace);
    message.field(field::SET, &key.set);
    message.field(field::DIGEST, &key.digest);
    if options.sends_key && head.info2 & bits::WRITE != 0 {
        match (key.primary.as_int(), key.primary.own_str()) {
            (Some(number), _) => message.field_with(field::KEY, |out| {
                out.push(1);
                out.extend_from_slice(&number.to_be_bytes());
            }),
            (_, Some(text)) => message.field_with(field::KEY, |out| {
                out.push(3);
                out.extend_from_slice(text);
            }),
            _ => {}
        }
    }
    message
}

/// Sends what is in the buffer, and reads the answer's header; a code that is not 0 is a failure.
pub fn send(client: &Client, key: &Key, scratch: &mut Scratch, options: &Options, writes: bool) -> Step<Answer> {
    let Scratch { out, input, .. } = scratch;
    let body = client.cluster.one(&key.namespace, &key.digest, out, input, &options.policy, writes)?;
    let bytes = input.body(body.clone());
    let mut from = Cursor { rest: bytes };
    let head = from.head()?;
    if head.code != 0 {
        return Err(Failure::server(head.code).into());
    }
    for _ in 0..head.fields {
        from.field()?;
    }
    let ops = bytes.len() - from.rest.len();
    Ok(Answer { head, body, ops })
}

/// Runs a command on a record. The closure writes the operations.
fn write(
    ctx: &Ctx,
    this: &Object,
    none: Unconnected,
    key: &Value,
    kind: Kind,
    options: Option<&Value>,
    ttl: impl FnOnce(&Options) -> Step<i64>,
    act: impl FnOnce(Encoder<'_>, &mut Vec<u8>, &mut Head) -> Step<u16>,
) -> PhpResult<i64> {
    run(ctx, this, none, |client| {
        let array = arguments::array(ctx, 1, key)?;
        let options = client.policies.of(ctx, kind, options)?;
        let mut head = options.write_head(0);
        let mut scratch = client.scratch();
        let key = Key::read_known(&array, &mut scratch.known)?;
        head.ttl = ttl(&options)? as u32;
        let result = act(Encoder { ctx, serializer: options.serializer }, &mut scratch.ops, &mut head).and_then(|count| {
            let Scratch { out, ops, .. } = &mut *scratch;
            let mut message = begin(out, &head, &key, &options);
            message.ready_ops(ops, count);
            message.finish();
            send(client, &key, &mut scratch, &options, true).map(drop)
        });
        client.keep(scratch);
        result
    })
}

/// A time to live that a caller gives.
fn ttl_of(ttl: Option<Value>) -> impl FnOnce(&Options) -> Step<i64> {
    move |options| match ttl.as_ref().map(|ttl| ttl.unref()) {
        None => Ok(options.ttl.unwrap_or(0)),
        Some(value) if value.is_null() => Ok(options.ttl.unwrap_or(0)),
        Some(value) => value.as_int().ok_or_else(|| wrong("TTL must be an integer")),
    }
}

/// Writes the operations of a put.
fn put_ops(encoder: Encoder<'_>, bins: &Value, out: &mut Vec<u8>) -> Step<u16> {
    let bins = bins.as_array().ok_or_else(|| wrong("Record must be an array"))?;
    if bins.is_empty() {
        return Err(wrong("Array of bins must not be empty"));
    }
    for (name, value) in bins.iter() {
        let KeyRef::Str(name) = name else { return Err(wrong("Only string names are valid for bins")) };
        if name.len() > MOST_NAME {
            return Err(Failure::new(21, "Bin name is too long").into());
        }
        write_value(out, op::WRITE, name.as_bytes(), |out| encoder.bin(out, &value.unref()))?;
    }
    u16::try_from(bins.len()).map_err(|_| wrong("Too many bins"))
}

/// Appends an operation whose value may be refused.
pub fn write_value(out: &mut Vec<u8>, kind: u8, bin: &[u8], value: impl FnOnce(&mut Vec<u8>) -> Step<u8>) -> Step<()> {
    let mut result = Ok(0);
    phant_aerospike_wire::message::write_op(out, kind, bin, |out| {
        result = value(out);
        *result.as_ref().unwrap_or(&0)
    });
    result.map(drop)
}

/// Reads a record, or what is known of it.
fn read(
    ctx: &Ctx,
    client: &Client,
    key: &Value,
    select: Option<&Value>,
    options: Option<&Value>,
    with_bins: bool,
) -> Step<Array> {
    let array = arguments::array(ctx, 1, key)?;
    let options = client.policies.of(ctx, Kind::Read, options)?;
    let mut head = options.read_head();
    let mut scratch = client.scratch();
    let key = Key::read_known(&array, &mut scratch.known)?;
    let result = (|| {
        let count = names(select, &mut scratch.ops)?;
        match (with_bins, count) {
            (false, _) => head.info1 |= bits::NO_BIN_DATA,
            (true, 0) => head.info1 |= bits::GET_ALL,
            _ => {}
        }
        let Scratch { out, ops, .. } = &mut *scratch;
        let mut message = begin(out, &head, &key, &options);
        message.ready_ops(ops, count);
        message.finish();
        let answer = send(client, &key, &mut scratch, &options, false)?;
        let metadata = decode::metadata(ctx, &answer.head);
        if !with_bins {
            return Ok(metadata);
        }
        let bins = decode::bins(ctx, answer.ops(&scratch), answer.head.ops)?;
        Ok(shapes::record(ctx, [key.array(ctx, options.sends_key).into(), metadata.into(), bins.into()]))
    })();
    client.keep(scratch);
    result
}

/// Writes operations that read the bins of a filter.
pub fn names(select: Option<&Value>, out: &mut Vec<u8>) -> Step<u16> {
    let Some(select) = select.filter(|select| !select.deref().is_null()) else { return Ok(0) };
    let select = select.as_array().ok_or_else(|| wrong("Filter must be an array"))?;
    if !select.is_list() {
        return Err(wrong("Filter must be a list of names"));
    }
    for name in select.values() {
        let name = name.as_str().ok_or_else(|| wrong("Names of bins must be strings"))?;
        phant_aerospike_wire::message::write_op(out, op::READ, bin_name(&name)?, |_| 0);
    }
    u16::try_from(select.len()).map_err(|_| wrong("Too many bins"))
}

#[php_methods(RECORDS)]
impl Aerospike {
    #[php("public function put($key, $bins, $ttl = UNKNOWN, $options = UNKNOWN)")]
    fn put(ctx: &Ctx, this: &Object, key: &Value, bins: &Value, ttl: Option<Value>, options: Option<Value>) -> PhpResult<i64> {
        write(ctx, this, CLUSTER, key, Kind::Write, options.as_ref(), ttl_of(ttl), |encoder, out, _| put_ops(encoder, bins, out))
    }
    #[php("public function get($key, &$record, $select = UNKNOWN, $options = UNKNOWN)")]
    fn get(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        mut record: RefArg<'_>,
        select: Option<Value>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let mut found = Array::new();
        let mut act = |client: &Client| {
            found = read(ctx, client, key, select.as_ref(), options.as_ref(), true)?;
            Ok(())
        };
        // This method alone goes on with what a closed object still has; its success does not take the error back.
        let status = match Instance::of(this).closed() {
            Some(client) => {
                let result = act(&client);
                Instance::of(this).end_closed(ctx, result)?
            }
            None => run(ctx, this, CLUSTER, act)?,
        };
        record.set(found);
        Ok(status)
    }
    #[php("public function exists($key, &$metadata, $options = UNKNOWN)")]
    fn exists(ctx: &Ctx, this: &Object, key: &Value, mut metadata: RefArg<'_>, options: Option<Value>) -> PhpResult<i64> {
        let mut found = Value::NULL;
        let status = run(ctx, this, CLUSTER, |client| {
            found = read(ctx, client, key, None, options.as_ref(), false)?.into();
            Ok(())
        })?;
        metadata.set(found);
        Ok(status)
    }
    #[php("public function remove($key, $options = UNKNOWN)")]
    fn remove(ctx: &Ctx, this: &Object, key: &Value, options: Option<Value>) -> PhpResult<i64> {
        write(
            ctx,
            this,
            CLUSTER,
            key,
            Kind::Remove,
            options.as_ref(),
            |_| Ok(0),
            |_, _, head| {
                head.info2 |= bits::DELETE;
                head.info2 &= !bits::CREATE_ONLY;
                head.info3 &= bits::COMMIT_MASTER;
                Ok(0)
            },
        )
    }
    #[php("public function removeBin($key, $bins, $options = UNKNOWN)")]
    fn remove_bin(ctx: &Ctx, this: &Object, key: &Value, bins: &Value, options: Option<Value>) -> PhpResult<i64> {
        write(ctx, this, CLUSTER, key, Kind::Write, options.as_ref(), ttl_of(None), |_, out, _| {
            let bins = arguments::array(ctx, 2, bins)?;
            for name in bins.values() {
                let name = name.as_str().ok_or_else(|| wrong("Names of bins must be strings"))?;
                write_value(out, op::WRITE, bin_name(&name)?, |_| Ok(0))?;
            }
            u16::try_from(bins.len()).map_err(|_| wrong("Too many bins"))
        })
    }
    #[php("public function touch($key, $ttl = UNKNOWN, $options = UNKNOWN)")]
    fn touch(ctx: &Ctx, this: &Object, key: &Value, ttl: Option<Value>, options: Option<Value>, passed: usize) -> PhpResult<i64> {
        // What is wrong with the types of its arguments this method does not note as a status; a closed object does not look.
        let mut given = None;
        if Instance::of(this).is_connected() {
            arguments::array(ctx, 1, key)?;
            given = (passed > 1).then(|| arguments::int(ctx, 2, &ttl.unwrap_or_default())).transpose()?.map(Value::int);
        }
        write(ctx, this, CLIENT, key, Kind::Operate, options.as_ref(), ttl_of(given), |_, out, _| {
            write_value(out, op::TOUCH, b"", |_| Ok(0))?;
            Ok(1)
        })
    }
    #[php("public function increment($key, $bin, $offset, $options = UNKNOWN)")]
    fn increment(ctx: &Ctx, this: &Object, key: &Value, bin: &Value, offset: &Value, options: Option<Value>) -> PhpResult<i64> {
        write(ctx, this, CLIENT, key, Kind::Operate, options.as_ref(), ttl_of(None), |encoder, out, _| {
            let bin = arguments::text(ctx, 2, bin)?;
            let offset = amount(offset)?;
            write_value(out, op::INCREMENT, bin_name(&bin)?, |out| encoder.bin(out, &offset))?;
            Ok(1)
        })
    }
    #[php("public function append($key, $bin, $value, $options = UNKNOWN)")]
    fn append(ctx: &Ctx, this: &Object, key: &Value, bin: &Value, value: &Value, options: Option<Value>) -> PhpResult<i64> {
        join(ctx, this, CLUSTER, key, (op::APPEND, bin, value), options)
    }
    #[php("public function prepend($key, $bin, $value, $options = UNKNOWN)")]
    fn prepend(ctx: &Ctx, this: &Object, key: &Value, bin: &Value, value: &Value, options: Option<Value>) -> PhpResult<i64> {
        join(ctx, this, CLIENT, key, (op::PREPEND, bin, value), options)
    }
}

fn join(
    ctx: &Ctx,
    this: &Object,
    none: Unconnected,
    key: &Value,
    (kind, bin, value): (u8, &Value, &Value),
    options: Option<Value>,
) -> PhpResult<i64> {
    write(ctx, this, none, key, Kind::Operate, options.as_ref(), ttl_of(None), |encoder, out, _| {
        let (bin, value): (Str, Str) = (arguments::text(ctx, 2, bin)?, arguments::text(ctx, 3, value)?);
        write_value(out, kind, bin_name(&bin)?, |out| encoder.bin(out, &Value::from(value)))?;
        Ok(1)
    })
}

/// By how much something is incremented: a number, or a text that is one.
pub fn amount(value: &Value) -> Step<Value> {
    let value = value.unref();
    if value.is_int() || value.is_float() {
        return Ok(value);
    }
    value.as_str().and_then(|text| arguments::numeric(&text)).ok_or_else(|| wrong("The value to increment by must be a number"))
}
