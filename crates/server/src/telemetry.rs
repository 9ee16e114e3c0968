//! Traces of requests for OpenTelemetry: each answered request is a span, which goes to a collector by OTLP over HTTP.
//!
//! What a client says of its trace (`traceparent`, W3C Trace Context) is kept: the request's span belongs to that trace, and
//! scripts find themselves in `$_SERVER['HTTP_TRACEPARENT']`, to hand it on. Spans wait in a bounded queue for a thread of
//! their own (`export.rs`); a request never waits for it, and spans that find no room are counted and dropped. Settings are
//! those of the specification's environment variables.

mod encode;
mod export;
mod settings;

use crate::{http::Head, request::Incoming, tls};
use phant_grants::net;
use rustls::ClientConfig;
pub use settings::Wishes;
use settings::{Sampler, Settings};
use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    net::{SocketAddr, ToSocketAddrs},
    sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Which span of which trace something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    id: [u8; 16],
    /// The request's own span.
    span: [u8; 8],
    /// The client's.
    parent: Option<[u8; 8]>,
    sampled: bool,
    /// `tracestate`, which is handed on as it came.
    state: Vec<u8>,
}

/// A span, ready to be sent.
pub struct Span {
    trace: Trace,
    name: String,
    /// Nanoseconds since 1970.
    start: u64,
    end: u64,
    status: u16,
    attributes: Vec<(&'static str, Value)>,
    /// What ended the script, if an error did.
    error: Option<String>,
}

/// The value of an attribute.
enum Value {
    Text(String),
    Int(i64),
}

/// Spans that wait, for the thread that sends them.
struct Waiting {
    settings: Settings,
    /// What connections to the collector are encrypted by.
    tls: Option<Arc<ClientConfig>>,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    spans: Vec<Span>,
    /// Those that found no room.
    dropped: u64,
    /// The process ends: what is there is to be sent now.
    is_last: bool,
    /// It has been.
    is_done: bool,
}

static WAITING: OnceLock<Waiting> = OnceLock::new();

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What traces take, once it is known.
pub struct Prepared {
    settings: Settings,
    tls: Option<Arc<ClientConfig>>,
}

/// Looks up what traces are to be like, if the wishes or the environment want some. `name` is the application's if they give none.
pub fn prepare(wishes: &Wishes, name: &str) -> Result<Option<Prepared>, String> {
    let Some(settings) = Settings::read(wishes, name, &|name| std::env::var(name).ok())? else { return Ok(None) };
    let tls = match &settings.secure {
        Some(secure) => {
            let tls = tls::trusting(secure.roots.as_deref(), secure.own.as_ref());
            Some(tls.map_err(|error| format!("traces go to {}: {error}", settings.address))?)
        }
        None => None,
    };
    Ok(Some(Prepared { settings, tls }))
}

/// Begins to trace.
pub fn start(prepared: Option<Prepared>) -> Result<(), String> {
    let Some(Prepared { settings, tls }) = prepared else { return Ok(()) };
    let reached =
        || settings.address.to_socket_addrs().is_ok_and(|mut all| all.all(|address| net::may_reach(net::Peer::Inet(address))));
    if net::is_limited() && !reached() {
        return Err(format!("traces go to {}, which --allow-net does not name", settings.address));
    }
    let waiting = WAITING.get_or_init(|| Waiting { settings, tls, queue: Mutex::default(), changed: Condvar::new() });
    let thread = std::thread::Builder::new().name("traces".to_owned()).stack_size(crate::STACK_SIZE);
    thread.spawn(move || export::run(waiting)).map(drop).map_err(|error| error.to_string())
}

/// Sends what waits, as the process ends.
pub fn finish() {
    let Some(waiting) = WAITING.get() else { return };
    let mut queue = waiting.lock();
    queue.is_last = true;
    waiting.changed.notify_all();
    let end = Instant::now() + waiting.settings.timeout;
    while !queue.is_done && Instant::now() < end {
        let left = end.saturating_duration_since(Instant::now());
        queue = waiting.changed.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// The trace that a request belongs to, if requests are traced.
pub fn begin(head: &Head) -> Option<Trace> {
    let settings = &WAITING.get()?.settings;
    let parent = head.header("traceparent").and_then(Trace::parse);
    let span = random().to_be_bytes();
    let mut trace = match parent {
        Some(parent) => Trace {
            span,
            parent: Some(parent.span),
            state: head.header("tracestate").map(<[u8]>::to_vec).unwrap_or_default(),
            ..parent
        },
        None => {
            let mut id = [0; 16];
            id[..8].copy_from_slice(&random().to_be_bytes());
            id[8..].copy_from_slice(&random().to_be_bytes());
            Trace { id, span, parent: None, sampled: false, state: Vec::new() }
        }
    };
    trace.sampled = settings.sampler.takes(&trace, trace.parent.is_some().then_some(trace.sampled));
    Some(trace)
}

/// What is told of an answer.
pub struct Answered<'a> {
    /// The request.
    pub head: &'a Head,
    /// The address of the client, and where the server listens.
    pub remote: SocketAddr,
    pub local: SocketAddr,
    /// Whether the connection is encrypted.
    pub https: bool,
    /// The script, if one has answered.
    pub script: Option<&'a [u8]>,
    pub status: u16,
    pub sent: u64,
    pub took: Duration,
    pub error: Option<&'a str>,
}

impl<'a> Answered<'a> {
    /// The answer of a script.
    pub fn by_script(incoming: &'a Incoming, status: u16, sent: u64, error: Option<&'a str>) -> Answered<'a> {
        Answered {
            head: &incoming.head,
            remote: incoming.remote,
            local: incoming.local,
            https: incoming.site.https,
            script: Some(&incoming.script.name),
            status,
            sent,
            took: incoming.arrived.elapsed(),
            error,
        }
    }
    fn attributes(&self) -> Vec<(&'static str, Value)> {
        let text = |bytes: &[u8]| Value::Text(String::from_utf8_lossy(bytes).into_owned());
        let head = self.head;
        let mut out = vec![
            ("http.request.method", Value::Text(head.method.clone())),
            ("url.path", text(head.path())),
            ("url.scheme", Value::Text(if self.https { "https" } else { "http" }.to_owned())),
            ("http.response.status_code", Value::Int(i64::from(self.status))),
            ("http.response.body.size", Value::Int(i64::try_from(self.sent).unwrap_or(i64::MAX))),
            ("server.port", Value::Int(i64::from(self.local.port()))),
            ("client.address", Value::Text(self.remote.ip().to_string())),
            ("network.protocol.version", text(head.protocol.name().trim_start_matches("HTTP/").as_bytes())),
        ];
        let named = [("user_agent.original", head.header("user-agent")), ("server.address", head.header("host"))];
        let named = named.into_iter().chain([("url.query", head.query()), ("http.route", self.script)]);
        out.extend(named.filter_map(|(name, value)| Some((name, text(value?)))));
        if self.status >= 500 {
            out.push(("error.type", Value::Text(self.status.to_string())));
        }
        out
    }
}

/// Notes the span of a request that was answered.
pub fn end(trace: &Trace, answered: &Answered<'_>) {
    let Some(waiting) = WAITING.get().filter(|_| trace.sampled) else { return };
    let now = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos()).unwrap_or(u64::MAX);
    let took = u64::try_from(answered.took.as_nanos()).unwrap_or(0);
    let method = &answered.head.method;
    let span = Span {
        trace: trace.clone(),
        name: answered.script.map_or_else(|| method.clone(), |script| format!("{method} {}", String::from_utf8_lossy(script))),
        start: now.saturating_sub(took),
        end: now,
        status: answered.status,
        attributes: answered.attributes(),
        error: answered.error.map(str::to_owned),
    };
    let mut queue = waiting.lock();
    if queue.spans.len() >= waiting.settings.queue {
        queue.dropped += 1;
        return;
    }
    queue.spans.push(span);
    if queue.spans.len() == waiting.settings.batch {
        waiting.changed.notify_all();
    }
}

/// Spans that were dropped so far.
pub fn dropped() -> u64 {
    WAITING.get().map_or(0, |waiting| waiting.lock().dropped)
}

/// Numbers that nobody guesses and that do not come twice; not zero.
fn random() -> u64 {
    RandomState::new().build_hasher().finish().max(1)
}

impl Trace {
    /// `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`, as a client says it.
    fn parse(text: &[u8]) -> Option<Trace> {
        let text = text.trim_ascii();
        let (head, more) = text.split_at_checked(55)?;
        let [version, id, span, flags]: [&[u8]; 4] = head.split(|&c| c == b'-').collect::<Vec<_>>().try_into().ok()?;
        let version = bytes::<1>(version)?[0];
        // Later versions may have more behind; this one has not.
        if version == 255 || version == 0 && !more.is_empty() || !more.is_empty() && more[0] != b'-' {
            return None;
        }
        let (id, span, flags) = (bytes::<16>(id)?, bytes::<8>(span)?, bytes::<1>(flags)?[0]);
        (id != [0; 16] && span != [0; 8]).then_some(Trace { id, span, parent: None, sampled: flags & 1 != 0, state: Vec::new() })
    }
    /// The same for whom the request asks in turn.
    pub fn header(&self) -> String {
        format!("00-{}-{}-{:02x}", hex(&self.id), hex(&self.span), u8::from(self.sampled))
    }
}

/// Lower-case digits only, as the format wants.
fn bytes<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let digit = |c: u8| match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        _ => None,
    };
    let mut out = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (to, pair) in out.iter_mut().zip(text.chunks(2)) {
        *to = (digit(pair[0])? << 4) | digit(pair[1])?;
    }
    Some(out)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Sampler {
    /// Whether a trace is kept; `parent` is what whoever began it has decided.
    fn takes(&self, trace: &Trace, parent: Option<bool>) -> bool {
        if self.asks_parent
            && let Some(sampled) = parent
        {
            return sampled;
        }
        // By the last half of the trace's number, so that all who see the trace decide alike.
        let half = u64::from_be_bytes(*trace.id.last_chunk().unwrap_or(&[0; 8])) >> 1;
        self.ratio >= 1.0 || (half as f64) < self.ratio * (1u64 << 63) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trace_parents() {
        let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let trace = Trace::parse(text.as_bytes()).expect("a trace");
        assert!(trace.sampled && trace.header() == text);
        let none = |text: &str| assert_eq!(Trace::parse(text.as_bytes()), None, "{text}");
        none("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7");
        none("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01");
        none("00-00000000000000000000000000000000-00f067aa0ba902b7-01");
        none("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01");
        none("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        none("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more");
        none("");
        assert!(
            Trace::parse(b"cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-more").is_some_and(|trace| !trace.sampled)
        );
        assert!(Trace::parse(b"cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00.more").is_none());
    }

    #[test]
    fn samplers() {
        let trace = |last: u8| Trace { id: [last; 16], span: [1; 8], parent: None, sampled: false, state: Vec::new() };
        let half = Sampler { asks_parent: true, ratio: 0.5 };
        assert!(half.takes(&trace(0x10), None) && !half.takes(&trace(0xf0), None));
        assert!(half.takes(&trace(0xf0), Some(true)) && !half.takes(&trace(0x10), Some(false)));
        assert!(!Sampler { asks_parent: false, ratio: 0.0 }.takes(&trace(0), Some(true)));
    }
}
