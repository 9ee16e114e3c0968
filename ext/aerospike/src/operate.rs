//! `operate` and `operateOrdered`: several operations on one record, each an array that says which.

use crate::{
    arguments,
    class::Aerospike,
    decode,
    encode::Encoder,
    instance::{CLUSTER, Client, Scratch, Step, Unconnected, run, wrong},
    key::Key,
    policy::{Kind, opt},
    records::{amount, begin, bin_name, send, write_value},
};
use phant_aerospike_wire::{
    cdt::{self, list as L, map as M},
    message::{bits, op},
    pack, particle,
};
use phant_memory::{Array, KeyRef, Object, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, php_methods};

/// What operations ask for together.
#[derive(Default, Clone, Copy)]
pub struct Asked {
    /// Some read.
    reads: bool,
    /// One reads all bins.
    reads_all: bool,
    /// Some write.
    writes: bool,
    /// Some are on maps: then every operation is answered.
    maps: bool,
    /// How many there are.
    count: u16,
    /// The time to live that a touch brings.
    ttl: Option<i64>,
}

/// One operation, as a script gives it.
struct Operation<'a> {
    encoder: Encoder<'a>,
    array: &'a Array,
    bin: Str,
}

impl Operation<'_> {
    fn entry(&self, name: &str) -> Step<Value> {
        self.array.get_bytes(name.as_bytes()).map(Value::unref).ok_or_else(|| wrong(format!("Operation has no {name}")))
    }
    fn int(&self, name: &str) -> Step<i64> {
        self.entry(name)?.as_int().ok_or_else(|| wrong(format!("{name} must be an integer")))
    }
    fn count(&self, name: &str) -> Step<i64> {
        self.int(name).and_then(|count| if count < 0 { Err(wrong(format!("{name} must not be negative"))) } else { Ok(count) })
    }
    fn list(&self, name: &str) -> Step<Value> {
        let value = self.entry(name)?;
        match value.as_array().is_some_and(|array| array.is_list()) {
            true => Ok(value),
            false => Err(wrong(format!("{name} must be a list"))),
        }
    }
    /// Writes an operation on a list or map.
    fn cdt(&self, out: &mut Vec<u8>, number: u16, arguments: &[Value]) -> Step<()> {
        cdt_op(out, self.encoder, &self.bin, number, arguments)
    }

    fn list_op(&self, out: &mut Vec<u8>, number: i64) -> Step<()> {
        let int = |name: &str| self.int(name).map(Value::int);
        let at = || int("index");
        let (op, arguments) = match number {
            1001 => (L::APPEND, vec![self.entry("val")?]),
            1002 => (L::APPEND_ITEMS, vec![self.list("val")?]),
            1003 => (L::INSERT, vec![at()?, self.entry("val")?]),
            1004 => (L::INSERT_ITEMS, vec![at()?, self.list("val")?]),
            1005 => (L::POP, vec![at()?]),
            1006 => (L::POP_RANGE, vec![at()?, int("val")?]),
            1007 => (L::REMOVE, vec![at()?]),
            1008 => (L::REMOVE_RANGE, vec![at()?, int("val")?]),
            1009 => (L::CLEAR, vec![]),
            1010 => (L::SET, vec![at()?, self.entry("val")?]),
            1011 => (L::GET, vec![at()?]),
            1012 => (L::GET_RANGE, vec![at()?, int("val")?]),
            1013 => (L::TRIM, vec![at()?, int("val")?]),
            _ => (L::SIZE, vec![]),
        };
        self.cdt(out, op, &arguments)
    }
    fn map_op(&self, out: &mut Vec<u8>, number: i64) -> Step<()> {
        let count = || self.count("count").map(Value::int);
        if (1101..=1105).contains(&number) {
            return self.map_write(out, number);
        }
        if matches!(number, 1106 | 1107) {
            return self.cdt(out, if number == 1106 { M::SIZE } else { M::CLEAR }, &[]);
        }
        let (op, mut arguments) = match number {
            1108 => (M::REMOVE_BY_KEY, vec![self.entry("key")?]),
            1109 => (M::REMOVE_BY_KEY_LIST, vec![self.list("key")?]),
            1110 => (M::REMOVE_BY_KEY_INTERVAL, vec![self.entry("key")?, self.entry("range_end")?]),
            1111 => (M::REMOVE_BY_VALUE, vec![self.entry("val")?]),
            1112 => (M::REMOVE_BY_VALUE_LIST, vec![self.list("val")?]),
            1113 => (M::REMOVE_BY_VALUE_INTERVAL, vec![self.entry("val")?, self.entry("range_end")?]),
            1114 => (M::REMOVE_BY_INDEX, vec![self.int("index")?.into()]),
            1115 => (M::REMOVE_BY_INDEX_RANGE, vec![self.int("index")?.into(), count()?]),
            1116 => (M::REMOVE_BY_RANK, vec![self.int("rank")?.into()]),
            1117 => (M::REMOVE_BY_RANK_RANGE, vec![self.int("rank")?.into(), count()?]),
            1118 => (M::GET_BY_KEY, vec![self.entry("key")?]),
            1119 => (M::GET_BY_KEY_INTERVAL, vec![self.entry("key")?, self.entry("range_end")?]),
            1120 => (M::GET_BY_VALUE, vec![self.entry("val")?]),
            1121 => (M::GET_BY_VALUE_INTERVAL, vec![self.entry("val")?, self.entry("range_end")?]),
            1122 => (M::GET_BY_INDEX, vec![self.int("index")?.into()]),
            1123 => (M::GET_BY_INDEX_RANGE, vec![self.int("index")?.into(), count()?]),
            1124 => (M::GET_BY_RANK, vec![self.int("rank")?.into()]),
            _ => (M::GET_BY_RANK_RANGE, vec![self.int("rank")?.into(), count()?]),
        };
        arguments.insert(0, Value::int(self.int("return_type")?));
        self.cdt(out, op, &arguments)
    }
    /// Writes an operation that puts into a map, by the rules of its policy.
    fn map_write(&self, out: &mut Vec<u8>, number: i64) -> Step<()> {
        let policy = self.entry("map_policy")?;
        let policy = policy.as_array().ok_or_else(|| wrong("map_policy must be an array"))?;
        let of = |name: i64, most: i64| match policy.get_int(name).map(Value::unref) {
            None => Ok(None),
            Some(value) => match value.as_int() {
                Some(value) if (0..=most).contains(&value) => Ok(Some(value)),
                _ => Err(wrong("A map policy is out of range")),
            },
        };
        let (order, mode, flags) = (
            of(opt::MAP_ORDER, 3)?.unwrap_or(0),
            of(opt::MAP_WRITE_MODE, 2)?.unwrap_or(0),
            of(opt::MAP_WRITE_FLAGS, 15)?.unwrap_or(0),
        );
        let many = number == 1103;
        let mut arguments = match number {
            1101 => return self.cdt(out, M::SET_TYPE, &[Value::int(order)]),
            1103 => vec![self.entry("val")?],
            _ => vec![self.entry("key")?, self.entry("val")?],
        };
        if many && arguments[0].as_array().is_none() {
            return Err(wrong("val must be an array"));
        }
        if number >= 1104 {
            arguments[1] = amount(&arguments[1])?;
            arguments.push(Value::int(order));
            return self.cdt(out, if number == 1104 { M::INCREMENT } else { M::DECREMENT }, &arguments);
        }
        let base = match (flags, mode) {
            (0, 1) => M::REPLACE,
            (0, 2) => M::ADD,
            _ => M::PUT,
        };
        if base != M::REPLACE {
            arguments.push(Value::int(order));
        }
        if flags != 0 {
            arguments.push(Value::int(flags));
        }
        if !many {
            return self.cdt(out, base, &arguments);
        }
        // A list of values is a map from numbers here, whatever it would be elsewhere.
        write_value(out, op::CDT_MODIFY, &self.bin, |out| {
            pack::list(out, arguments.len() + 1);
            pack::int(out, i64::from(base + 1));
            self.encoder.map(out, &arguments[0])?;
            arguments[1..].iter().try_for_each(|argument| self.encoder.packed(out, argument))?;
            Ok(particle::BLOB)
        })
    }
}

/// Writes an operation on a list or map.
pub fn cdt_op(out: &mut Vec<u8>, encoder: Encoder<'_>, bin: &[u8], number: u16, arguments: &[Value]) -> Step<()> {
    let kind = if cdt::modifies(number) { op::CDT_MODIFY } else { op::CDT_READ };
    write_value(out, kind, bin, |out| {
        pack::list(out, arguments.len() + 1);
        pack::int(out, i64::from(number));
        arguments.iter().try_for_each(|argument| encoder.packed(out, argument))?;
        Ok(particle::BLOB)
    })
}

/// Writes the operations of a call.
fn operations(encoder: Encoder<'_>, all: &Array, is_list: bool, out: &mut Vec<u8>) -> Step<Asked> {
    let mut asked = Asked::default();
    if all.is_empty() {
        return Err(wrong("Operations array must not be empty"));
    }
    if is_list && !all.is_list() {
        return Err(wrong("Operations array must be a list"));
    }
    for (key, each) in all.iter() {
        if matches!(key, KeyRef::Str(_)) {
            return Err(wrong("Operations array must not have string keys"));
        }
        let each = each.as_array().ok_or_else(|| wrong("Operation must be an array"))?;
        one(encoder, &each, out, &mut asked)?;
    }
    Ok(asked)
}

fn one(encoder: Encoder<'_>, array: &Array, out: &mut Vec<u8>, asked: &mut Asked) -> Step<()> {
    let mut operation = Operation { encoder, array, bin: Str::default() };
    let number = operation.int("op")?;
    if !matches!(number, 11 | 14) {
        let bin = operation.entry("bin")?;
        operation.bin = bin.as_str().map(|bin| (*bin).clone()).ok_or_else(|| wrong("bin must be a string"))?;
        bin_name(&operation.bin)?;
    }
    let mut writes = true;
    match number {
        1 => {
            writes = false;
            asked.reads_all |= operation.bin.is_empty();
            write_value(out, op::READ, &operation.bin, |_| Ok(0))?;
        }
        2 => {
            let value = operation.entry("val")?;
            write_value(out, op::WRITE, &operation.bin, |out| encoder.bin(out, &value))?;
        }
        5 => {
            let value = amount(&operation.entry("val")?)?;
            write_value(out, op::INCREMENT, &operation.bin, |out| encoder.bin(out, &value))?;
        }
        9 | 10 => {
            let value = operation.entry("val")?;
            if value.as_str().is_none() {
                return Err(wrong("val must be a string"));
            }
            let kind = if number == 9 { op::APPEND } else { op::PREPEND };
            write_value(out, kind, &operation.bin, |out| encoder.bin(out, &value))?;
        }
        11 => {
            if array.get_bytes(b"ttl").is_none() {
                return Ok(());
            }
            asked.ttl = Some(operation.int("ttl")?);
            write_value(out, op::TOUCH, b"", |_| Ok(0))?;
        }
        14 => write_value(out, op::DELETE, b"", |_| Ok(0))?,
        1001..=1014 => {
            writes = !matches!(number, 1011 | 1012 | 1014);
            operation.list_op(out, number)?;
        }
        1101..=1125 => {
            writes = !matches!(number, 1106 | 1118..);
            asked.maps = true;
            operation.map_op(out, number)?;
        }
        _ => return Err(wrong("Unknown operation")),
    }
    asked.writes |= writes;
    asked.reads |= !writes;
    asked.count += 1;
    Ok(())
}

/// Sends operations and gives each bin that comes back to a closure.
pub fn perform(
    ctx: &Ctx,
    client: &Client,
    key: &Value,
    options: Option<&Value>,
    write: impl FnOnce(Encoder<'_>, &mut Vec<u8>) -> Step<Asked>,
    each: &mut dyn FnMut(&[u8], Value),
) -> Step<()> {
    let array = arguments::array(ctx, 1, key)?;
    let options = client.policies.of(ctx, Kind::Operate, options)?;
    let mut scratch = client.scratch();
    let key = Key::read_known(&array, &mut scratch.known)?;
    let result = (|| {
        let asked = write(Encoder { ctx, serializer: options.serializer }, &mut scratch.ops)?;
        if asked.count == 0 {
            return Ok(());
        }
        let mut head = match asked.writes {
            true => options.write_head(asked.ttl.or(options.ttl).unwrap_or(0)),
            false => options.read_head(),
        };
        if asked.reads {
            head.info1 |= bits::READ;
        }
        if asked.reads_all {
            head.info1 |= bits::GET_ALL;
        }
        if asked.maps {
            head.info2 |= bits::RESPOND_ALL_OPS;
        }
        let Scratch { out, ops, .. } = &mut *scratch;
        let mut message = begin(out, &head, &key, &options);
        message.ready_ops(ops, asked.count);
        message.finish();
        let answer = send(client, &key, &mut scratch, &options, asked.writes)?;
        decode::ops(ctx, answer.ops(&scratch), answer.head.ops, each)
    })();
    client.keep(scratch);
    result
}

/// Does one operation on a list; gives what came back.
pub fn list(
    ctx: &Ctx,
    this: &Object,
    none: Unconnected,
    (key, bin): (&Value, &Value),
    options: Option<&Value>,
    write: impl FnOnce(Encoder<'_>, &mut Vec<u8>, &[u8]) -> Step<bool>,
) -> PhpResult<(i64, Value)> {
    let mut found = Value::NULL;
    let status = run(ctx, this, none, |client| {
        let bin = arguments::text(ctx, 2, bin)?;
        let act = |encoder: Encoder<'_>, out: &mut Vec<u8>| {
            let writes = write(encoder, out, bin_name(&bin)?)?;
            Ok(Asked { writes, reads: !writes, count: 1, ..Asked::default() })
        };
        perform(ctx, client, key, options, act, &mut |_, value| found = value)
    })?;
    Ok((status, found))
}

/// Does a script's list of operations on a record; `take` gets what comes back, by bins.
fn several(
    ctx: &Ctx,
    this: &Object,
    (key, operations): (&Value, &Value),
    is_list: bool,
    options: Option<&Value>,
    take: &mut dyn FnMut(&[u8], Value),
) -> PhpResult<i64> {
    let (_, all) = (arguments::array(ctx, 1, key)?, arguments::array(ctx, 2, operations)?);
    run(ctx, this, CLUSTER, |client| {
        perform(ctx, client, key, options, |encoder, out| self::operations(encoder, &all, is_list, out), take)
    })
}

#[php_methods(OPERATIONS)]
impl Aerospike {
    #[php("public function operate($key, $operations, &$returned = UNKNOWN, $options = UNKNOWN)")]
    fn operate(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        operations: &Value,
        mut returned: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let mut found = Array::new();
        let status = several(ctx, this, (key, operations), true, options.as_ref(), &mut |name, value| {
            found.set(KeyRef::from_str(&Str::new(name)).to_key(), value);
        })?;
        returned.set(found);
        Ok(status)
    }
    #[php("public function operateOrdered($key, $operations, &$returned = UNKNOWN, $options = UNKNOWN)")]
    fn operate_ordered(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        operations: &Value,
        mut returned: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        let mut found = Vec::new();
        let status = several(ctx, this, (key, operations), false, options.as_ref(), &mut |name, value| {
            found.push(Value::from(Array::list([Value::str(name), value])));
        })?;
        returned.set(Array::list(found));
        Ok(status)
    }
}
