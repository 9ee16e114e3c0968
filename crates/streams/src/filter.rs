//! Filters: what changes data between PHP code and a stream's operations.

use super::{Provided, Stream};
use phant_memory::{Resource, Value};
use phant_native::{ctx::Ctx, registry, resource};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::Rc,
};

/// A piece of data on its way through the filters.
#[derive(Clone, Default, Debug)]
pub struct Bucket {
    /// The bytes.
    pub data: Vec<u8>,
    /// The resource that PHP code has for it, so that adding it twice is moving it; 0 for none.
    pub id: u64,
}

impl Bucket {
    /// A bucket with a copy of the bytes.
    pub fn new(bytes: &[u8]) -> Bucket {
        Bucket { data: bytes.to_vec(), id: 0 }
    }
}

/// Buckets in order.
pub type Brigade = VecDeque<Bucket>;

/// What a filter made of its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilterStatus {
    /// There is output.
    PassOn,
    /// It wants more before it gives output.
    FeedMe,
    /// Nothing more can be done.
    Fatal,
}

/// Whether a filter should hold data back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flush {
    /// It may.
    None,
    /// It should pass on what it can.
    Increment,
    /// Nothing follows.
    Close,
}

/// A filter at work on one stream.
pub trait Filter: Any {
    /// Takes all buckets from `input` and gives buckets to `output`. `consumed` is told how much of what PHP code
    /// wrote was taken.
    fn filter(
        &self,
        ctx: &Ctx,
        stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: Flush,
    ) -> FilterStatus;
    /// The filter is taken off its stream.
    fn end(&self, _ctx: &Ctx) {}
}

/// A filter in a stream's list.
pub struct FilterEntry {
    /// Name it was made by.
    pub name: Vec<u8>,
    filter: Box<dyn Filter>,
    ended: Cell<bool>,
    /// The resource PHP code has for it; 0 for none.
    id: Cell<u64>,
}

impl FilterEntry {
    pub(super) fn run(
        &self,
        ctx: &Ctx,
        stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: Flush,
    ) -> FilterStatus {
        self.filter.filter(ctx, stream, input, output, consumed, flush)
    }
    /// Ends the filter once.
    pub(super) fn end(&self, ctx: &Ctx) {
        if !self.ended.replace(true) {
            self.filter.end(ctx);
            if self.id.get() != 0 {
                resource::close(self.id.get());
            }
        }
    }
}

/// What a filter resource stands for.
pub struct FilterHandle {
    stream: Rc<Stream>,
    entry: Rc<FilterEntry>,
    reading: bool,
}

/// Makes a filter: name as asked for, parameters, whether for a persistent stream.
pub type Factory = fn(&Ctx, name: &[u8], params: &Value, stream: &Stream) -> Option<Box<dyn Filter>>;

/// A kind of filter that an extension offers.
pub struct FilterKind {
    /// Its name; `convert.*` takes all names that begin so.
    pub name: &'static str,
    /// Makes one.
    pub make: Factory,
}

/// What user code registers: makes a filter if the name is one of its own.
pub type UserFactory = fn(&Ctx, name: &[u8], params: &Value, stream: &Stream) -> Option<Option<Box<dyn Filter>>>;

/// Which filters are to be added to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chain {
    /// Those that data being read goes through.
    Read,
    /// Those that data being written goes through.
    Write,
}

/// Names of all filter kinds that extensions offer.
pub fn kinds() -> impl Iterator<Item = &'static FilterKind> {
    registry::provided::<Provided>().flat_map(|p| p.filters)
}

/// Finds a kind: the exact name, then `a.b.*`, `a.*`.
fn find_kind(name: &[u8]) -> Option<&'static FilterKind> {
    if let Some(kind) = kinds().find(|k| k.name.as_bytes().eq_ignore_ascii_case(name)) {
        return Some(kind);
    }
    let mut prefix = name;
    while let Some(dot) = prefix.iter().rposition(|&b| b == b'.') {
        prefix = &prefix[..dot];
        let found = kinds().find(|k| k.name.strip_suffix(".*").is_some_and(|p| p.as_bytes().eq_ignore_ascii_case(prefix)));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Makes a filter by name. Failures have been reported.
pub fn make(ctx: &Ctx, stream: &Stream, name: &[u8], params: &Value) -> Option<Rc<FilterEntry>> {
    let made = match find_kind(name) {
        Some(kind) => (kind.make)(ctx, name, params, stream),
        None => match super::state::State::of(ctx).user_filters.get() {
            Some(user) => match user(ctx, name, params, stream) {
                Some(made) => made,
                None => {
                    unknown(ctx, name);
                    return None;
                }
            },
            None => {
                unknown(ctx, name);
                return None;
            }
        },
    };
    match made {
        Some(filter) => Some(Rc::new(FilterEntry { name: name.to_vec(), filter, ended: Cell::new(false), id: Cell::new(0) })),
        None => {
            ctx.warning([b"Unable to create or locate filter \"", name, b"\""].concat());
            None
        }
    }
}

fn unknown(ctx: &Ctx, name: &[u8]) {
    let mut text = b"Unable to locate filter \"".to_vec();
    text.extend_from_slice(name);
    text.push(b'"');
    ctx.warning(text);
}

/// Sets how names that user code registered are made.
pub fn set_user_factory(ctx: &Ctx, factory: UserFactory) {
    super::state::State::of(ctx).user_filters.set(Some(factory));
}

/// Adds a filter to a stream. What was read already goes through it when it is appended to the reading chain. False
/// if the filter could not take that: it is not added, and a warning has been shown.
pub fn attach(ctx: &Ctx, stream: &Stream, entry: Rc<FilterEntry>, chain: Chain, append: bool) -> bool {
    let list = if chain == Chain::Read { &stream.read_filters } else { &stream.write_filters };
    if append {
        list.borrow_mut().push(entry.clone());
    } else {
        list.borrow_mut().insert(0, entry.clone());
    }
    if chain == Chain::Write || !append || stream.unread() == 0 {
        return true;
    }
    let waiting = stream.peek_buffer();
    let mut input = Brigade::from([Bucket::new(&waiting)]);
    let mut output = Brigade::new();
    let mut consumed = 0;
    let status = entry.run(ctx, stream, &mut input, &mut output, Some(&mut consumed), Flush::None);
    // A filter that claims to have taken more than there was cannot be trusted.
    let status = if consumed > waiting.len() { FilterStatus::Fatal } else { status };
    match status {
        FilterStatus::Fatal => {
            list.borrow_mut().retain(|e| !Rc::ptr_eq(e, &entry));
            ctx.warning("Filter failed to process pre-buffered data");
            false
        }
        FilterStatus::FeedMe => {
            stream.clear_buffer();
            true
        }
        FilterStatus::PassOn => {
            stream.clear_buffer();
            for bucket in output {
                stream.append_to_buffer(ctx, &bucket.data);
            }
            true
        }
    }
}

/// Registers the resource that PHP code gets for a filter.
pub fn register(stream: &Rc<Stream>, entry: &Rc<FilterEntry>, chain: Chain) -> Resource {
    let handle = FilterHandle { stream: stream.clone(), entry: entry.clone(), reading: chain == Chain::Read };
    let r = resource::register("stream filter", handle);
    entry.id.set(r.id());
    r
}

/// Takes a filter off its stream, passing on what it holds back. `None` if the resource is no filter of an open stream.
pub fn remove(ctx: &Ctx, r: &Resource) -> Option<bool> {
    let handle = resource::get::<FilterHandle>(r)?;
    let stream = &handle.stream;
    let done = flush_from(ctx, stream, &handle.entry, handle.reading);
    resource::close(r.id());
    if done {
        let list = if handle.reading { &stream.read_filters } else { &stream.write_filters };
        list.borrow_mut().retain(|e| !Rc::ptr_eq(e, &handle.entry));
        handle.entry.end(ctx);
    }
    Some(done)
}

/// Makes a filter and those behind it pass on what they hold back.
fn flush_from(ctx: &Ctx, stream: &Stream, from: &Rc<FilterEntry>, reading: bool) -> bool {
    let list = if reading { &stream.read_filters } else { &stream.write_filters };
    let filters = list.borrow().clone();
    let Some(at) = filters.iter().position(|e| Rc::ptr_eq(e, from)) else { return true };
    let mut input = Brigade::new();
    let mut flush = Flush::Close;
    for entry in &filters[at..] {
        let mut output = Brigade::new();
        match entry.run(ctx, stream, &mut input, &mut output, None, flush) {
            FilterStatus::FeedMe => return true,
            FilterStatus::Fatal => return false,
            FilterStatus::PassOn => {}
        }
        input = output;
        // Only the first one ends here.
        flush = Flush::None;
    }
    if reading {
        for bucket in input {
            stream.append_to_buffer(ctx, &bucket.data);
        }
    } else {
        for bucket in input {
            stream.write_past_filters(ctx, &bucket.data);
        }
    }
    true
}

/// A filter made of a function on bytes, one byte at a time.
pub struct ByteFilter(pub fn(&mut [u8]));

impl Filter for ByteFilter {
    fn filter(
        &self,
        _ctx: &Ctx,
        _stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        _flush: Flush,
    ) -> FilterStatus {
        let mut taken = 0;
        for mut bucket in input.drain(..) {
            (self.0)(&mut bucket.data);
            taken += bucket.data.len();
            output.push_back(bucket);
        }
        if let Some(consumed) = consumed {
            *consumed = taken;
        }
        FilterStatus::PassOn
    }
}

/// A converter that keeps state between pieces: the base of most filters.
pub trait Converter {
    /// Converts a piece; appends to `out`. An error ends the filter's work.
    fn convert(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<(), String>;
    /// Ends: appends what was held back.
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), String>;
}

/// A filter made of a [`Converter`].
pub struct ConverterFilter<C: Converter + 'static> {
    converter: RefCell<C>,
    /// What a warning begins with.
    complaint: Vec<u8>,
}

impl<C: Converter> ConverterFilter<C> {
    /// A filter whose warnings show its name.
    pub fn new(converter: C, name: &[u8]) -> Self {
        Self::complaining(converter, [b"Stream filter (", name, b"): "].concat())
    }
    /// A filter whose warnings begin with `complaint`.
    pub fn complaining(converter: C, complaint: Vec<u8>) -> Self {
        ConverterFilter { converter: RefCell::new(converter), complaint }
    }
}

impl<C: Converter> Filter for ConverterFilter<C> {
    fn filter(
        &self,
        ctx: &Ctx,
        _stream: &Stream,
        input: &mut Brigade,
        output: &mut Brigade,
        consumed: Option<&mut usize>,
        flush: Flush,
    ) -> FilterStatus {
        let (mut out, mut taken) = (Vec::new(), 0);
        let mut result = Ok(());
        for bucket in input.drain(..) {
            taken += bucket.data.len();
            if result.is_ok() {
                result = self.converter.borrow_mut().convert(&bucket.data, &mut out);
            }
        }
        if result.is_ok() && flush == Flush::Close {
            result = self.converter.borrow_mut().finish(&mut out);
        }
        if let Err(text) = result {
            ctx.warning([&self.complaint[..], text.as_bytes()].concat());
            return FilterStatus::Fatal;
        }
        if let Some(consumed) = consumed {
            *consumed = taken;
        }
        if out.is_empty() {
            return FilterStatus::FeedMe;
        }
        output.push_back(Bucket { data: out, id: 0 });
        FilterStatus::PassOn
    }
}
