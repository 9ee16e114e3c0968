//! Scans and queries, in the foreground with a callback and in the background.

use crate::{
    arguments,
    class::Aerospike,
    decode,
    encode::Encoder,
    instance::{CLUSTER, Client, Step, Stop, cannot, run, wrong},
    key,
    policy::{Kind, Options},
    records::{MOST_NAME, names},
    shapes,
};
use phant_aerospike_client::Failure;
use phant_aerospike_wire::{
    message::{Head, Writer, bits, field},
    particle,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, php_methods};
use std::sync::atomic::{AtomicU64, Ordering};

/// A condition on a bin, as messages have it.
pub struct Condition {
    bin: Str,
    /// 0 the bin's value, 1 elements, 2 keys, 3 values.
    over: u8,
    kind: u8,
    from: Vec<u8>,
    to: Vec<u8>,
}

/// Reads a predicate; an empty array is none.
pub fn condition(array: &Array) -> Step<Option<Condition>> {
    if array.is_empty() {
        return Ok(None);
    }
    if array.len() < 3 {
        return Err(wrong("Predicate must have at least 3 elements"));
    }
    let text = |name: &[u8]| array.get_bytes(name).and_then(|value| value.as_str().map(|text| (*text).clone()));
    let bin = text(b"bin").filter(|bin| bin.len() <= MOST_NAME).ok_or_else(|| wrong("Predicate has no bin, or a bad one"))?;
    let op = text(b"op").ok_or_else(|| wrong("Predicate has no op"))?;
    let value = array.get_bytes(b"val").map(Value::unref).ok_or_else(|| wrong("Predicate has no val"))?;
    let over = match &**op {
        b"CONTAINS" | b"RANGE" => {
            let over = array.get_bytes(b"index_type").and_then(Value::as_int).and_then(|over| u8::try_from(over).ok());
            over.filter(|over| *over <= 3).ok_or_else(|| wrong("Predicate has no index_type"))?
        }
        _ => array.get_bytes(b"index_type").and_then(Value::as_int).and_then(|over| u8::try_from(over).ok()).unwrap_or(0),
    };
    let (kind, from, to) = match &**op {
        b"=" | b"CONTAINS" => match (value.as_int(), value.as_str()) {
            (Some(number), _) => (particle::INTEGER, number.to_be_bytes().to_vec(), number.to_be_bytes().to_vec()),
            (_, Some(text)) => (particle::STRING, text.to_vec(), text.to_vec()),
            _ => return Err(wrong("val must be an integer or a string")),
        },
        b"BETWEEN" | b"RANGE" => {
            let bounds = value.as_array().map(|pair| [0, 1].map(|at| pair.get_int(at).and_then(Value::as_int)));
            let Some([Some(min), Some(max)]) = bounds else { return Err(wrong("val must be two integers")) };
            (particle::INTEGER, min.to_be_bytes().to_vec(), max.to_be_bytes().to_vec())
        }
        b"GEOWITHIN" | b"GEOCONTAINS" => match value.as_str() {
            Some(text) => (particle::GEOJSON, text.to_vec(), text.to_vec()),
            None => return Err(cannot("val must be a string")),
        },
        _ => return Err(wrong("Unknown op")),
    };
    Ok(Some(Condition { bin, over, kind, from, to }))
}

/// A number for a job, other than those before.
fn job() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    (now ^ u64::from(std::process::id()) << 40).wrapping_add(LAST.fetch_add(1, Ordering::Relaxed)) >> 1
}

/// What a scan or query is about.
pub struct Search {
    namespace: Str,
    set: Str,
    condition: Option<Condition>,
    job: u64,
}

impl Search {
    fn new(namespace: Str, set: Str, condition: Option<Condition>) -> Step<Search> {
        if namespace.is_empty() {
            return Err(wrong("Namespace must not be empty"));
        }
        Ok(Search { namespace, set, condition, job: job() })
    }
    fn fields(&self, message: &mut Writer<'_>, options: &Options) {
        message.field(field::NAMESPACE, &self.namespace);
        if !self.set.is_empty() {
            message.field(field::SET, &self.set);
        }
        message.field(field::QUERY_ID, &self.job.to_be_bytes());
        if options.policy.socket_timeout != 0 {
            message.field(field::SOCKET_TIMEOUT, &options.policy.socket_timeout.to_be_bytes());
        }
        if options.rps != 0 {
            message.field(field::RECORDS_PER_SECOND, &options.rps.to_be_bytes());
        }
        let Some(condition) = &self.condition else { return };
        if condition.over != 0 {
            message.field(field::INDEX_TYPE, &[condition.over]);
        }
        message.field_with(field::INDEX_RANGE, |out| {
            out.extend_from_slice(&[1, condition.bin.len() as u8]);
            out.extend_from_slice(&condition.bin);
            out.push(condition.kind);
            for end in [&condition.from, &condition.to] {
                out.extend_from_slice(&(end.len() as u32).to_be_bytes());
                out.extend_from_slice(end);
            }
        });
    }
    /// Gives every record to a callback, until it returns false.
    fn run(
        &self,
        ctx: &Ctx,
        client: &Client,
        callback: &phant_native::Callable,
        select: Option<&Array>,
        options: &Options,
    ) -> Step<()> {
        let mut ops = Vec::new();
        let select = select.filter(|select| !select.is_empty()).map(|select| Value::from(select.clone()));
        let count = names(select.as_ref(), &mut ops)?;
        let mut head = Head { info1: bits::READ, timeout: options.policy.total_timeout, ..Head::default() };
        if options.no_bins {
            head.info1 |= bits::NO_BIN_DATA;
        } else if count == 0 {
            head.info1 |= bits::GET_ALL;
        }
        let build = |out: &mut Vec<u8>, numbers: &[u8], digests: &[u8]| {
            let mut message = Writer::new(out, &head);
            self.fields(&mut message, options);
            if !numbers.is_empty() {
                message.field(field::PARTITIONS, numbers);
            }
            if !digests.is_empty() {
                message.field(field::DIGESTS, digests);
            }
            message.ready_ops(&ops, count);
            message.finish();
        };
        let mut stop = None;
        client.cluster.scan(&self.namespace, &build, options.share, &options.policy, &mut |head, fields, from| {
            let one = || -> Step<bool> {
                let bins = decode::bins(ctx, from, head.ops)?;
                let set = fields.get(field::SET).unwrap_or(&self.set);
                let digest = fields.get(field::DIGEST).unwrap_or_default();
                let primary = key::of_field(fields.get(field::KEY));
                let key = shapes::key(ctx, [self.namespace.clone().into(), Value::str(set), primary, Value::str(digest)]);
                let record = shapes::record(ctx, [key.into(), decode::metadata(ctx, head).into(), bins.into()]);
                let answer = ctx.call(callback, &[record.into()])?;
                Ok(answer.as_bool() != Some(false))
            };
            match one() {
                Ok(more) => Ok(more),
                Err(why) => {
                    stop = Some(why);
                    Ok(false)
                }
            }
        })?;
        stop.map_or(Ok(()), Err)
    }
    /// Writes a message that starts a function on what is found: 1, to combine it, or 2, on every record in the background.
    fn call(&self, out: &mut Vec<u8>, head: &Head, how: u8, function: &Function, options: &Options, numbers: &[u8]) {
        let mut message = Writer::new(out, head);
        self.fields(&mut message, options);
        message.field(field::UDF_OP, &[how]);
        message.field(field::UDF_PACKAGE, &function.module);
        message.field(field::UDF_FUNCTION, &function.name);
        message.field(field::UDF_ARGUMENTS, &function.arguments);
        if !numbers.is_empty() {
            message.field(field::PARTITIONS, numbers);
        }
        message.finish();
    }
    /// Starts a function on every record, in the background.
    fn apply(&self, client: &Client, function: &Function, options: &Options) -> Step<()> {
        let head = Head { info2: bits::WRITE, timeout: options.policy.total_timeout, ..Head::default() };
        let mut out = Vec::new();
        self.call(&mut out, &head, 2, function, options, &[]);
        Ok(client.cluster.everywhere(&out, &options.policy)?)
    }
    /// Has the servers combine what they find. What each of them has found would have to be combined here, by the same
    /// function, and there is no Lua here: the first result ends it.
    fn aggregate(&self, client: &Client, function: &Function, options: &Options) -> Step<()> {
        let head = Head { info1: bits::READ, timeout: options.policy.total_timeout, ..Head::default() };
        let build = |out: &mut Vec<u8>, numbers: &[u8], _: &[u8]| self.call(out, &head, 1, function, options, numbers);
        client.cluster.scan(&self.namespace, &build, 100, &options.policy, &mut |_, _, _| {
            Err(Failure::new(16, "The client has no Lua to combine results"))
        })?;
        Ok(())
    }
}

/// A function of a module on the servers.
struct Function {
    module: Str,
    name: Str,
    arguments: Vec<u8>,
}

impl Function {
    /// Reads three arguments of a method, from the `first` on.
    fn read(ctx: &Ctx, (module, name, args): (&Value, &Value, &Value), first: usize, options: &Options) -> Step<Function> {
        let (module, name) = (arguments::text(ctx, first, module)?, arguments::text(ctx, first + 1, name)?);
        let args = arguments::array(ctx, first + 2, args)?;
        let mut packed = Vec::new();
        let list = Value::from(Array::list(args.values().map(Value::unref)));
        Encoder { ctx, serializer: options.serializer }.packed(&mut packed, &list)?;
        Ok(Function { module, name, arguments: packed })
    }
}

/// Starts a function in the background: what `scanApply` and `queryApply` share.
fn apply(
    ctx: &Ctx,
    client: &Client,
    search: Search,
    function: (&Value, &Value, &Value),
    first: usize,
    options: Option<&Value>,
) -> Step<i64> {
    let kind = if search.condition.is_some() { Kind::Query } else { Kind::Scan };
    let options = client.policies.of(ctx, kind, options)?;
    let function = Function::read(ctx, function, first, &options)?;
    search.apply(client, &function, &options)?;
    Ok(search.job as i64)
}

#[php_methods(SEARCH)]
impl Aerospike {
    #[php("public function scan($ns, $set, $record_cb, $select = UNKNOWN, $options = UNKNOWN)")]
    fn scan(
        ctx: &Ctx,
        this: &Object,
        ns: &Value,
        set: &Value,
        record_cb: &Value,
        select: Option<Value>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let (ns, set) = (arguments::text(ctx, 1, ns)?, arguments::text(ctx, 2, set)?);
            let callback = arguments::callable(ctx, 3, record_cb)?;
            let select = arguments::array_or_null(ctx, 4, select.as_ref())?;
            let options = client.policies.of(ctx, Kind::Scan, options.as_ref())?;
            Search::new(ns, set, None)?.run(ctx, client, &callback, select.as_ref(), &options)
        })
    }
    #[php("public function query($ns, $set, $where, $record_cb, $select = UNKNOWN, $options = UNKNOWN)")]
    fn query(
        ctx: &Ctx,
        this: &Object,
        ns: &Value,
        set: &Value,
        r#where: &Value,
        record_cb: &Value,
        select: Option<Value>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let (ns, set) = (arguments::text(ctx, 1, ns)?, arguments::text(ctx, 2, set)?);
            let condition = arguments::array(ctx, 3, r#where)?;
            let callback = arguments::callable(ctx, 4, record_cb)?;
            let select = arguments::array_or_null(ctx, 5, select.as_ref())?;
            let options = client.policies.of(ctx, Kind::Query, options.as_ref())?;
            Search::new(ns, set, self::condition(&condition)?)?.run(ctx, client, &callback, select.as_ref(), &options)
        })
    }
    #[php("public function scanApply($ns, $set, $module, $function, $args, &$job_id, $options = UNKNOWN)")]
    fn scan_apply(
        ctx: &Ctx,
        this: &Object,
        ns: &Value,
        set: &Value,
        module: &Value,
        function: &Value,
        args: &Value,
        mut job_id: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let (ns, set) = (arguments::text(ctx, 1, ns)?, arguments::text(ctx, 2, set)?);
            let search = Search::new(ns, set, None)?;
            job_id.set(self::apply(ctx, client, search, (module, function, args), 3, options.as_ref())?);
            Ok(())
        })
    }
    #[php("public function queryApply($ns, $set, $where, $module, $function, $args, &$job_id, $options = UNKNOWN)")]
    fn query_apply(
        ctx: &Ctx,
        this: &Object,
        ns: &Value,
        set: &Value,
        r#where: &Value,
        module: &Value,
        function: &Value,
        args: &Value,
        mut job_id: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let (ns, set) = (arguments::text(ctx, 1, ns)?, arguments::text(ctx, 2, set)?);
            let condition = self::condition(&arguments::array(ctx, 3, r#where)?)?;
            let search = Search::new(ns, set, condition)?;
            job_id.set(self::apply(ctx, client, search, (module, function, args), 4, options.as_ref())?);
            Ok(())
        })
    }
    #[php("public function aggregate($ns, $set, $where, $module, $function, $args, &$returned, $options = UNKNOWN)")]
    fn aggregate(
        ctx: &Ctx,
        this: &Object,
        ns: &Value,
        set: &Value,
        r#where: &Value,
        module: &Value,
        function: &Value,
        args: &Value,
        mut returned: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        returned.set(Value::NULL);
        run(ctx, this, CLUSTER, |client| {
            let (ns, set) = (arguments::text(ctx, 1, ns)?, arguments::text(ctx, 2, set)?);
            let condition = self::condition(&arguments::array(ctx, 3, r#where)?)?;
            let search = Search::new(ns, set, condition)?;
            let options = client.policies.of(ctx, Kind::Query, options.as_ref())?;
            let function = Function::read(ctx, (module, function, args), 4, &options)?;
            search.aggregate(client, &function, &options)
        })
    }
    #[php("public function apply($key, $module, $function, $args = UNKNOWN, &$returned = UNKNOWN, $options = UNKNOWN)")]
    fn apply(
        ctx: &Ctx,
        this: &Object,
        key: &Value,
        module: &Value,
        function: &Value,
        args: Option<Value>,
        mut returned: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let array = arguments::array(ctx, 1, key)?;
            let (module, function) = (arguments::text(ctx, 2, module)?, arguments::text(ctx, 3, function)?);
            let args = arguments::array_or_null(ctx, 4, args.as_ref())?.unwrap_or_default();
            let options = client.policies.of(ctx, Kind::Apply, options.as_ref())?;
            let key = key::Key::read(&array)?;
            let mut packed = Vec::new();
            let list = Value::from(Array::list(args.values().map(Value::unref)));
            Encoder { ctx, serializer: options.serializer }.packed(&mut packed, &list)?;
            let mut scratch = client.scratch();
            let mut message = crate::records::begin(&mut scratch.out, &options.write_head(0), &key, &options);
            message.field(field::UDF_PACKAGE, &module);
            message.field(field::UDF_FUNCTION, &function);
            message.field(field::UDF_ARGUMENTS, &packed);
            message.finish();
            let result = crate::records::send(client, &key, &mut scratch, &options, true).and_then(|answer| {
                let mut found = Ok(Value::NULL);
                decode::ops(ctx, answer.ops(&scratch), answer.head.ops, &mut |name, value| {
                    found = if name == b"FAILURE" { Err(value) } else { Ok(value) };
                })?;
                found.map_err(|why| {
                    let words = why.as_str().map(|text| text.to_text().into_owned()).unwrap_or_default();
                    Stop::Failed(phant_aerospike_client::Failure::new(100, words))
                })
            });
            client.keep(scratch);
            returned.set(result?);
            Ok(())
        })
    }
}
