//! Filters written in PHP: classes that extend `php_user_filter`.

use phant_memory::{HeapVec, Object, PhpStr, Reference, Str, Tracer, Value, heap_vec, object::NativeData};
use phant_native::{Ctx, ObjectExt, PhpResult, convert, descriptor::FunctionGroup, functions, php, php_class, resource};
use phant_streams::{
    self, Stream,
    filter::{self, Brigade, Bucket, Filter, FilterStatus, Flush},
    flags,
};
use std::cell::RefCell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    stream_bucket_make_writeable,
    stream_bucket_prepend,
    stream_bucket_append,
    stream_bucket_new,
    stream_filter_register,
];

/// Filter names and classes that the script registered.
struct Registered(RefCell<HeapVec<(Str, Str)>>);

impl Default for Registered {
    fn default() -> Registered {
        Registered(RefCell::new(heap_vec()))
    }
}

/// What a brigade resource stands for while a filter runs.
struct BrigadeCell(RefCell<Brigade>);

/// What a bucket resource stands for.
struct BucketCell(RefCell<Vec<u8>>);

/// Names that the script registered.
pub(crate) fn names(ctx: &Ctx) -> Vec<Str> {
    ctx.state::<Registered>().0.borrow().iter().map(|(name, _)| name.clone()).collect()
}

/// The base class of filters written in PHP.
pub(crate) struct UserFilterBase;

impl NativeData for UserFilterBase {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

#[php_class(
    "class php_user_filter {
        public string $filtername = '';
        public mixed $params = '';
        public $stream = null;
    }"
)]
impl UserFilterBase {
    #[php("public function filter($in, $out, &$consumed, bool $closing): int")]
    fn filter(_in: &Value, _out: &Value, _consumed: phant_native::RefArg<'_>, _closing: bool) -> i64 {
        0
    }
    #[php("public function onCreate(): bool")]
    fn on_create() -> bool {
        true
    }
    #[php("public function onClose(): void")]
    fn on_close() {}
}

/// A piece of data that a filter written in PHP works on.
pub(crate) struct StreamBucket;

impl NativeData for StreamBucket {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

#[php_class(
    "final class StreamBucket {
        public $bucket;
        public string $data;
        public int $datalen;
        public int $dataLength;
    }"
)]
impl StreamBucket {}

fn bucket_object(ctx: &Ctx, data: Vec<u8>) -> PhpResult<Object> {
    let class = ctx.known_class("StreamBucket");
    let object = ctx.allocate(class)?;
    let text = Value::from(&data[..]);
    let len = data.len() as i64;
    let handle = resource::register("userfilter.bucket", BucketCell(RefCell::new(data)));
    ctx.set_property(&object, "bucket", handle)?;
    ctx.set_property(&object, "data", text)?;
    ctx.set_property(&object, "datalen", len)?;
    ctx.set_property(&object, "dataLength", len)?;
    Ok(object)
}

fn brigade_of(ctx: &Ctx, value: &Value) -> PhpResult<std::rc::Rc<BrigadeCell>> {
    let r = phant_streams::resource_argument(ctx, value, 1)?;
    match resource::get::<BrigadeCell>(&r) {
        Some(cell) => Ok(cell),
        None => {
            let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
            Err(ctx.type_error(format!("{name}(): supplied resource is not a valid userfilter.bucket brigade resource")))
        }
    }
}

#[php("function stream_bucket_make_writeable(resource $brigade): ?StreamBucket")]
fn stream_bucket_make_writeable(ctx: &Ctx, brigade: &Value) -> PhpResult<Option<Object>> {
    let brigade = brigade_of(ctx, brigade)?;
    let first = brigade.0.borrow_mut().pop_front();
    match first {
        Some(bucket) => Ok(Some(bucket_object(ctx, bucket.data)?)),
        None => Ok(None),
    }
}

fn attach(ctx: &Ctx, brigade: &Value, bucket: &Object, append: bool) -> PhpResult<()> {
    let handle = ctx.get_property(bucket, "bucket")?;
    let Some(r) = handle.as_resource() else {
        return Err(ctx.argument_error(2, "must be an object that has a \"bucket\" property"));
    };
    let brigade = brigade_of(ctx, brigade)?;
    let Some(cell) = resource::get::<BucketCell>(&r) else {
        let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
        return Err(ctx.type_error(format!("{name}(): supplied resource is not a valid userfilter.bucket resource")));
    };
    if let Some(data) = ctx.get_property(bucket, "data")?.as_str() {
        *cell.0.borrow_mut() = data.to_vec();
    }
    let piece = Bucket { data: cell.0.borrow().clone(), id: r.id() };
    let mut list = brigade.0.borrow_mut();
    list.retain(|b| b.id != piece.id);
    if append {
        list.push_back(piece);
    } else {
        list.push_front(piece);
    }
    Ok(())
}

#[php("function stream_bucket_append(resource $brigade, StreamBucket $bucket): void")]
fn stream_bucket_append(ctx: &Ctx, brigade: &Value, bucket: &Object) -> PhpResult<()> {
    attach(ctx, brigade, bucket, true)
}

#[php("function stream_bucket_prepend(resource $brigade, StreamBucket $bucket): void")]
fn stream_bucket_prepend(ctx: &Ctx, brigade: &Value, bucket: &Object) -> PhpResult<()> {
    attach(ctx, brigade, bucket, false)
}

#[php("function stream_bucket_new($stream, string $buffer): StreamBucket")]
fn stream_bucket_new(ctx: &Ctx, stream: &Value, buffer: &PhpStr) -> PhpResult<Object> {
    // Unlike other functions this one takes anything, and says itself what is wrong with it.
    if stream.as_resource().is_none() {
        return Err(ctx.type_error("stream_bucket_new(): supplied argument is not a valid stream resource"));
    }
    phant_streams::from_value(ctx, stream, 1)?;
    bucket_object(ctx, buffer.to_vec())
}

#[php("function stream_filter_register(string $filter_name, string $class): bool")]
fn stream_filter_register(ctx: &Ctx, filter_name: &PhpStr, class: &PhpStr) -> PhpResult<bool> {
    if filter_name.is_empty() {
        return Err(ctx.argument_error(1, "must be a non-empty string"));
    }
    if class.is_empty() {
        return Err(ctx.argument_error(2, "must be a non-empty string"));
    }
    let lower = filter_name.to_ascii_lowercase();
    let registered = ctx.state::<Registered>();
    let taken = registered.0.borrow().iter().any(|(name, _)| name.to_ascii_lowercase() == lower)
        || filter::kinds().any(|k| k.name.as_bytes() == lower);
    if taken {
        return Ok(false);
    }
    registered.0.borrow_mut().push((filter_name.to_handle(), class.to_handle()));
    filter::set_user_factory(ctx, make);
    Ok(true)
}

/// The class for a filter name: the exact name, then `a.b.*`, `a.*`.
fn class_name(ctx: &Ctx, name: &[u8]) -> Option<Str> {
    let registered = ctx.state::<Registered>().0.borrow();
    let find = |wanted: &[u8]| registered.iter().find(|(n, _)| n.eq_ignore_ascii_case(wanted)).map(|(_, class)| class.clone());
    if let Some(class) = find(name) {
        return Some(class);
    }
    let mut prefix = name;
    while let Some(dot) = prefix.iter().rposition(|&b| b == b'.') {
        prefix = &prefix[..dot];
        if let Some(class) = find(&[prefix, b".*"].concat()) {
            return Some(class);
        }
    }
    None
}

/// Makes a filter of a registered class. The outer `None`: no such name.
fn make(ctx: &Ctx, name: &[u8], params: &Value, _stream: &Stream) -> Option<Option<Box<dyn Filter>>> {
    let class_name = class_name(ctx, name)?;
    Some(create(ctx, name, &class_name, params))
}

fn create(ctx: &Ctx, name: &[u8], class_name: &Str, params: &Value) -> Option<Box<dyn Filter>> {
    let Some(class) = ctx.class(class_name) else {
        if !ctx.has_exception() {
            let name = String::from_utf8_lossy(name).into_owned();
            ctx.warning(format!("User-filter \"{name}\" requires class \"{class_name}\", but that class is not defined"));
        }
        return None;
    };
    let object = ctx.allocate(class).ok()?;
    ctx.set_property(&object, "filtername", Str::new(name)).ok()?;
    ctx.set_property(&object, "params", if params.is_undef() { Value::NULL } else { params.clone() }).ok()?;
    if class.method(b"oncreate").is_some() {
        // A filter whose `onCreate` throws is there all the same.
        let result = ctx.call_method(&object, "onCreate", &[]);
        if result.is_ok_and(|result| result.as_bool() == Some(false)) {
            return None;
        }
    }
    Some(Box::new(UserFilter { object }))
}

/// A filter written in PHP at work.
struct UserFilter {
    object: Object,
}

impl UserFilter {
    /// The slot or dynamic property `stream` gets the stream for the time of a call.
    fn set_stream(&self, ctx: &Ctx, value: Value) {
        let dynamic = self.object.dynamic().is_some_and(|d| d.get_bytes(b"stream").is_some());
        if dynamic || self.object.class().properties.contains(b"stream") {
            let _ = ctx.set_property(&self.object, "stream", value);
        }
    }
}

impl Filter for UserFilter {
    fn filter(
        &self,
        ctx: &Ctx,
        stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: Flush,
    ) -> FilterStatus {
        if ctx.has_exception() {
            return FilterStatus::Fatal;
        }
        // The callback must not close what is being worked on.
        let was = stream.has_flag(flags::NO_FCLOSE);
        stream.set_flags(flags::NO_FCLOSE);
        if let Some(r) = stream.resource() {
            self.set_stream(ctx, r.into());
        }
        let first = resource::register("userfilter.bucket brigade", BrigadeCell(RefCell::new(std::mem::take(input))));
        let second = resource::register("userfilter.bucket brigade", BrigadeCell(RefCell::default()));
        let cells = (resource::get::<BrigadeCell>(&first), resource::get::<BrigadeCell>(&second));
        let count = Reference::new(consumed.as_ref().map_or(Value::NULL, |n| Value::from(**n)));
        let args = [first.into(), second.into(), Value::from(count.clone()), Value::bool(flush == Flush::Close)];
        let object = self.object.clone();
        let result = ctx.call_method(&object, "filter", &args);
        drop(args);
        if let Some(consumed) = consumed {
            *consumed = usize::try_from(convert::to_int(&count.get())).unwrap_or(0);
        }
        if let (Some(first), Some(second)) = cells {
            if !first.0.borrow().is_empty() && !ctx.has_exception() {
                ctx.warning("Unprocessed filter buckets remaining on input brigade");
            }
            *output = second.0.take();
        }
        let status = match result {
            Ok(v) => match convert::to_int(&v) {
                2 => FilterStatus::PassOn,
                1 => FilterStatus::FeedMe,
                _ => FilterStatus::Fatal,
            },
            Err(_) => FilterStatus::Fatal,
        };
        if status != FilterStatus::PassOn {
            output.clear();
        }
        if !ctx.has_exception() {
            self.set_stream(ctx, Value::NULL);
        }
        if !was {
            stream.clear_flags(flags::NO_FCLOSE);
        }
        status
    }
    fn end(&self, ctx: &Ctx) {
        if self.object.class().method(b"onclose").is_some() && !ctx.has_exception() {
            let object = self.object.clone();
            let _ = ctx.call_method(&object, "onClose", &[]);
        }
    }
}
