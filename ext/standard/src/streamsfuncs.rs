//! Streams beyond files: selecting, copying, settings, what they tell of themselves, filters on them.

use phant_memory::{Array, Held, PhpStr, Resource, Str, Value, View};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, resource, ret::OrFalse};
use phant_os::poll;
use phant_streams::{
    self as streams, OptionResult, Stream, StreamOption, Whence,
    filter::{self, Chain},
    flags, path as paths, transport, wrapper,
};
use std::{rc::Rc, time::Duration};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    stream_select,
    stream_filter_prepend,
    stream_filter_append,
    stream_filter_remove,
    stream_get_filters,
    stream_copy_to_stream,
    stream_get_contents,
    stream_supports_lock,
    stream_set_write_buffer,
    stream_set_read_buffer,
    stream_set_blocking,
    stream_set_timeout,
    stream_set_chunk_size,
    stream_get_meta_data,
    stream_get_line,
    stream_resolve_include_path,
    stream_get_wrappers,
    stream_get_transports,
    stream_is_local,
    stream_isatty,
];

#[php("function stream_copy_to_stream(resource $from, resource $to, ?int $length = null, int $offset = 0): int|false")]
fn stream_copy_to_stream(ctx: &Ctx, from: &Value, to: &Value, length: Option<i64>, offset: i64) -> PhpResult<OrFalse<usize>> {
    let source = streams::from_value(ctx, from, 1)?;
    let target = streams::from_value(ctx, to, 2)?;
    if offset > 0 && !source.seek(ctx, offset, Whence::Set) {
        ctx.warning(format!("Failed to seek to position {offset} in the stream"));
        return Ok(OrFalse::False);
    }
    let limit = length.and_then(|l| usize::try_from(l).ok());
    let (n, ok) = streams::copy::copy(ctx, &source, &target, limit);
    Ok(if ok { OrFalse::Some(n) } else { OrFalse::False })
}

#[php("function stream_get_contents(resource $stream, ?int $length = null, int $offset = -1): string|false")]
fn stream_get_contents(ctx: &Ctx, stream: &Value, length: Option<i64>, offset: i64) -> PhpResult<OrFalse<Str>> {
    if length.is_some_and(|l| l < -1) {
        return Err(ctx.argument_error(2, "must be greater than or equal to -1"));
    }
    let stream = streams::from_value(ctx, stream, 1)?;
    if offset >= 0 {
        let position = stream.position();
        let moved = if position >= 0 && offset > position {
            stream.seek(ctx, offset - position, Whence::Current)
        } else {
            offset == position || stream.seek(ctx, offset, Whence::Set)
        };
        if !moved {
            ctx.warning(format!("Failed to seek to position {offset} in the stream"));
            return Ok(OrFalse::False);
        }
    }
    let limit = length.and_then(|l| usize::try_from(l).ok()).unwrap_or(usize::MAX);
    Ok(stream.read_all(ctx, limit).into())
}

#[php("function stream_get_line(resource $stream, int $length, string $ending = ''): string|false")]
fn stream_get_line(ctx: &Ctx, stream: &Value, length: i64, ending: &PhpStr) -> PhpResult<OrFalse<Str>> {
    if length < 0 {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    }
    let limit = if length == 0 { streams::CHUNK_SIZE } else { length as usize };
    let stream = streams::from_value(ctx, stream, 1)?;
    let ending = ending.to_handle();
    Ok(stream.read_record(ctx, limit, &ending).into())
}

/// The facts that `stream_get_meta_data` tells.
pub(crate) fn meta_data(ctx: &Ctx, stream: &Stream) -> Array {
    let mut out = Array::with_hash_capacity(10);
    if !stream.ops().meta_data(ctx, stream, &mut out) {
        out.set_name("timed_out", false.into());
        out.set_name("blocked", true.into());
        out.set_name("eof", stream.at_eof(ctx).into());
    }
    let data = stream.wrapper_data();
    if !data.is_undef() {
        out.set_name("wrapper_data", data);
    }
    if let Some(wrapper) = stream.wrapper() {
        out.set_name("wrapper_type", wrapper.label().into());
    }
    out.set_name("stream_type", stream.ops().label().into());
    out.set_name("mode", stream.mode().into());
    out.set_name("unread_bytes", Value::from(stream.unread()));
    out.set_name("seekable", stream.is_seekable().into());
    if let Some(path) = stream.path() {
        out.set_name("uri", path.into());
    }
    out
}

#[php("function stream_get_meta_data(resource $stream): array", alias = "socket_get_status")]
fn stream_get_meta_data(ctx: &Ctx, stream: &Value) -> PhpResult<Array> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(meta_data(ctx, &stream))
}

#[php("function stream_get_wrappers(): array")]
fn stream_get_wrappers(ctx: &Ctx) -> Array {
    wrapper::names(ctx).into_iter().map(Value::from).collect()
}

#[php("function stream_get_transports(): array")]
fn stream_get_transports() -> Array {
    transport::names().into_iter().map(Value::from).collect()
}

#[php("function stream_get_filters(): array")]
fn stream_get_filters(ctx: &Ctx) -> Array {
    let mut out: Array = filter::kinds().map(|k| Value::from(k.name)).collect();
    for name in crate::user_filters::names(ctx) {
        let _ = out.push(name.into());
    }
    out
}

#[php("function stream_is_local($stream): bool")]
fn stream_is_local(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    if let View::Resource(_) = stream.view() {
        return Ok(streams::from_value(ctx, stream, 1)?.is_local());
    }
    let path = convert::to_str(ctx, stream)?;
    Ok(wrapper::locate(ctx, &path, 0).is_some_and(|(w, _)| !w.is_url()))
}

#[php("function stream_isatty($stream): bool")]
fn stream_isatty(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.ops().descriptor().is_some_and(phant_os::process::is_terminal))
}

#[php("function stream_supports_lock(resource $stream): bool")]
fn stream_supports_lock(ctx: &Ctx, stream: &Value) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.ops().set_option(ctx, &stream, StreamOption::LockSupported) == OptionResult::Done)
}

#[php("function stream_set_write_buffer(resource $stream, int $size): int", alias = "set_file_buffer")]
fn stream_set_write_buffer(ctx: &Ctx, stream: &Value, size: i64) -> PhpResult<i64> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let done = stream.ops().set_option(ctx, &stream, StreamOption::WriteBuffer(size)) == OptionResult::Done;
    Ok(if done { 0 } else { -1 })
}

#[php("function stream_set_read_buffer(resource $stream, int $size): int")]
fn stream_set_read_buffer(ctx: &Ctx, stream: &Value, size: i64) -> PhpResult<i64> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(match stream.ops().set_option(ctx, &stream, StreamOption::ReadBuffer(size)) {
        OptionResult::Unsupported => {
            if size == 0 {
                stream.set_flags(flags::NO_BUFFER);
            } else {
                stream.clear_flags(flags::NO_BUFFER);
            }
            0
        }
        OptionResult::Done => 0,
        _ => -1,
    })
}

#[php("function stream_set_blocking(resource $stream, bool $enable): bool", alias = "socket_set_blocking")]
fn stream_set_blocking(ctx: &Ctx, stream: &Value, enable: bool) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.ops().set_option(ctx, &stream, StreamOption::Blocking(enable)) != OptionResult::Failed)
}

#[php("function stream_set_timeout(resource $stream, int $seconds, int $microseconds = 0): bool", alias = "socket_set_timeout")]
fn stream_set_timeout(ctx: &Ctx, stream: &Value, seconds: i64, microseconds: i64) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let timeout = u64::try_from(seconds)
        .ok()
        .map(|s| Duration::from_secs(s).saturating_add(Duration::from_micros(microseconds.max(0) as u64)));
    Ok(stream.ops().set_option(ctx, &stream, StreamOption::ReadTimeout(timeout)) == OptionResult::Done)
}

#[php("function stream_set_chunk_size(resource $stream, int $size): int")]
fn stream_set_chunk_size(ctx: &Ctx, stream: &Value, size: i64) -> PhpResult<usize> {
    if size <= 0 {
        return Err(ctx.argument_error(2, "must be greater than 0"));
    }
    if size > i64::from(i32::MAX) {
        return Err(ctx.argument_error(2, "is too large"));
    }
    let stream = streams::from_value(ctx, stream, 1)?;
    Ok(stream.set_chunk_size(size as usize))
}

#[php("function stream_resolve_include_path(string $filename): string|false")]
fn stream_resolve_include_path(ctx: &Ctx, filename: &PhpStr) -> PhpResult<OrFalse<Vec<u8>>> {
    crate::file::check_path(ctx, filename, 1)?;
    Ok(paths::resolve_include(ctx, filename).into())
}

// Selecting.

/// The streams of one of the arrays, with their descriptors.
struct Watched {
    array: Option<Array>,
    streams: Vec<(Rc<Stream>, Option<i32>)>,
}

/// The stream of an element. Each that is none is told of, one exception behind the other.
fn stream_of(ctx: &Ctx, value: &Value) -> Option<Rc<Stream>> {
    let stream = value.as_resource().map(|r| resource::get::<Stream>(&r));
    let what = if stream.is_none() { "argument" } else { "resource" };
    let stream = stream.flatten();
    if stream.is_none() {
        ctx.type_error(format!("stream_select(): supplied {what} is not a valid stream resource"));
    }
    stream
}

fn watched(ctx: &Ctx, array: &Value) -> Watched {
    let Some(array) = array.as_array().map(Held::into_owned) else { return Watched { array: None, streams: Vec::new() } };
    let mut streams = Vec::with_capacity(array.len());
    for (_, value) in array.iter() {
        let Some(stream) = stream_of(ctx, value) else { continue };
        let fd = stream.ops().cast(ctx, &stream, true);
        if fd.is_none() && !ctx.has_exception() {
            let label = stream.ops().label();
            ctx.warning(format!("Cannot represent a stream of type {label} as a select()able descriptor"));
        }
        streams.push((stream, fd));
    }
    Watched { array: Some(array), streams }
}

impl Watched {
    /// The array with only the streams that `keep` names by index; keys stay.
    fn filtered(&self, keep: impl Fn(usize) -> bool) -> Option<Value> {
        let array = self.array.as_ref()?;
        let kept = array.iter().enumerate().filter(|(i, _)| keep(*i)).map(|(_, (k, v))| (k.to_key(), v.unref()));
        Some(Value::from(kept.collect::<Array>()))
    }
}

#[php(
    "function stream_select(?array &$read, ?array &$write, ?array &$except, ?int $seconds, ?int $microseconds = null): int|false"
)]
fn stream_select<'a>(
    ctx: &Ctx,
    mut read: RefArg<'a>,
    mut write: RefArg<'a>,
    mut except: RefArg<'a>,
    seconds: Option<i64>,
    microseconds: Option<i64>,
    passed: usize,
) -> PhpResult<OrFalse<usize>> {
    let reading = watched(ctx, &read.get().unref());
    let writing = watched(ctx, &write.get().unref());
    let urgent = watched(ctx, &except.get().unref());
    let all = [&reading, &writing, &urgent];
    if all.iter().all(|w| w.streams.iter().all(|(_, fd)| fd.is_none())) {
        return Err(ctx.value_error("No stream arrays were passed"));
    }
    if ctx.has_exception() {
        // PHP goes through the arrays again, for what is buffered and for what is ready.
        for array in [&reading, &reading, &writing, &urgent].into_iter().filter_map(|watched| watched.array.as_ref()) {
            array.iter().for_each(|(_, value)| drop(stream_of(ctx, value)));
        }
    }
    ctx.check()?;
    let timeout = match seconds {
        None => {
            if passed > 4 && microseconds.is_some_and(|u| u != 0) {
                return Err(ctx.argument_error(5, "must be null when argument #4 ($seconds) is null"));
            }
            None
        }
        Some(s) if s < 0 => return Err(ctx.argument_error(4, "must be greater than or equal to 0")),
        Some(s) => {
            let micros = microseconds.unwrap_or(0);
            if micros < 0 {
                return Err(ctx.argument_error(5, "must be greater than or equal to 0"));
            }
            Some(Duration::from_secs(s as u64).saturating_add(Duration::from_micros(micros as u64)))
        }
    };
    // Buffered data is there already, whatever the descriptor says.
    let buffered: Vec<bool> = reading.streams.iter().map(|(s, _)| s.unread() > 0).collect();
    let count = buffered.iter().filter(|&&b| b).count();
    if count > 0 {
        if let Some(v) = reading.filtered(|i| buffered[i]) {
            read.set(v);
        }
        for (arg, set) in [(&mut write, &writing), (&mut except, &urgent)] {
            if let Some(v) = set.filtered(|_| false) {
                arg.set(v);
            }
        }
        return Ok(OrFalse::Some(count));
    }
    const EVENTS: [i16; 3] = [poll::IN, poll::OUT, poll::PRI];
    const READY: [i16; 3] =
        [poll::IN | poll::HUP | poll::ERR | poll::NVAL, poll::OUT | poll::HUP | poll::ERR | poll::NVAL, poll::PRI];
    let mut entries = Vec::new();
    for (set, events) in all.iter().zip(EVENTS) {
        entries.extend(set.streams.iter().map(|(_, fd)| poll::Entry { fd: fd.unwrap_or(-1), events, ready: 0 }));
    }
    if let Err(e) = poll::poll(&mut entries, timeout) {
        let errno = e.raw_os_error().unwrap_or(0);
        let most = entries.iter().map(|e| e.fd).max().unwrap_or(0);
        ctx.warning(format!("Unable to select [{errno}]: {} (max_fd={most})", phant_os::error_text(&e)));
        return Ok(OrFalse::False);
    }
    let mut total = 0;
    let mut from = 0;
    for ((arg, set), ready) in [(&mut read, &reading), (&mut write, &writing), (&mut except, &urgent)].into_iter().zip(READY) {
        let own = &entries[from..from + set.streams.len()];
        from += set.streams.len();
        total += own.iter().filter(|e| e.ready & ready != 0).count();
        if let Some(v) = set.filtered(|i| own[i].ready & ready != 0) {
            arg.set(v);
        }
    }
    Ok(OrFalse::Some(total))
}

// Filters.

/// `params` is UNDEF if none were passed.
fn add_filter(ctx: &Ctx, stream: &Value, name: &PhpStr, mode: i64, params: Value, append: bool) -> PhpResult<OrFalse<Resource>> {
    let stream = streams::from_value(ctx, stream, 1)?;
    let (mut read, mut write) = (mode & 1 != 0, mode & 2 != 0);
    if !read && !write {
        let mode = stream.mode();
        read = mode.contains(&b'r') || mode.contains(&b'+');
        write = mode.contains(&b'w') || mode.contains(&b'+') || mode.contains(&b'a');
    }
    let mut last = None;
    for (wanted, chain) in [(read, Chain::Read), (write, Chain::Write)] {
        if !wanted {
            continue;
        }
        let Some(entry) = filter::make(ctx, &stream, name, &params) else {
            ctx.check()?;
            return Ok(OrFalse::False);
        };
        if !filter::attach(ctx, &stream, entry.clone(), chain, append) {
            return Ok(OrFalse::False);
        }
        last = Some((entry, chain));
    }
    ctx.check()?;
    Ok(last.map(|(entry, chain)| filter::register(&stream, &entry, chain)).into())
}

#[php("function stream_filter_append(resource $stream, string $filter_name, int $mode = 0, mixed $params = UNKNOWN)")]
fn stream_filter_append(
    ctx: &Ctx,
    stream: &Value,
    filter_name: &PhpStr,
    mode: i64,
    params: &Value,
    passed: usize,
) -> PhpResult<OrFalse<Resource>> {
    let params = if passed > 3 { params.unref() } else { Value::UNDEF };
    add_filter(ctx, stream, filter_name, mode, params, true)
}

#[php("function stream_filter_prepend(resource $stream, string $filter_name, int $mode = 0, mixed $params = UNKNOWN)")]
fn stream_filter_prepend(
    ctx: &Ctx,
    stream: &Value,
    filter_name: &PhpStr,
    mode: i64,
    params: &Value,
    passed: usize,
) -> PhpResult<OrFalse<Resource>> {
    let params = if passed > 3 { params.unref() } else { Value::UNDEF };
    add_filter(ctx, stream, filter_name, mode, params, false)
}

#[php("function stream_filter_remove(resource $stream_filter): bool")]
fn stream_filter_remove(ctx: &Ctx, stream_filter: &Value) -> PhpResult<bool> {
    let r = streams::resource_argument(ctx, stream_filter, 1)?.clone();
    match filter::remove(ctx, &r) {
        Some(true) => Ok(true),
        Some(false) => {
            ctx.warning("Unable to flush filter, not removing");
            Ok(false)
        }
        None => Err(ctx.type_error("stream_filter_remove(): supplied resource is not a valid stream filter resource")),
    }
}
