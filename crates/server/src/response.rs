//! The answer to a request: headers and output of the script, as they go to the client.
//!
//! Headers are fixed when the first output has passed PHP's buffers. They and the output are held back until there is
//! enough to send, so that a short page goes out in one piece and with its length.

use crate::{
    compress::{self, Coding, Effort, Encoder},
    date,
    http::{self, Protocol},
    request::Incoming,
    server::Client,
};
use phant_memory::{Array, Name, Str};
use phant_native::{
    Ctx, Level,
    output::Output,
    sapi::{BodyError, Sapi},
};
use phant_sapi::{body::Body, form, headers, status};
use phant_vm::Vm;
use std::{
    borrow::Cow,
    cell::{Cell, OnceCell, RefCell},
    io::{self, Write},
    sync::Arc,
};

/// How much output is held back.
const HOLD: usize = 64 << 10;

/// How long a line of what a script says outside of requests may be.
const MOST_SAID: usize = 8 << 10;

/// Where answers go whose parts have frames of their own.
pub trait Framed: Send {
    /// Sends a head, as HTTP/1.1 has it, and some of a body. `last`: that is all.
    fn send(&mut self, head: Option<&[u8]>, body: &[u8], last: bool) -> io::Result<()>;
}

/// Why output is sent on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Push {
    /// There is much of it.
    More,
    /// The script wants the client to see it.
    Flush,
    /// That was all.
    Last,
}

/// One answer.
pub struct Response {
    out: Box<dyn Write + Send>,
    /// Where it goes instead if the protocol has frames.
    framed: Option<Box<dyn Framed>>,
    /// HEAD: headers only.
    head_only: bool,
    /// The client's protocol.
    protocol: Protocol,
    /// Long output is compressed, in the encoding that the client likes best.
    compresses: Option<Option<Coding>>,
    encoder: Option<Encoder>,
    /// What a page is to end with, if the answer is one.
    ending: Option<String>,
    /// Whether the connection may stay after this answer.
    pub keep_alive: bool,
    /// As PHP's built-in server answers: the connection's end is the answer's, and the request's host is repeated.
    as_php: Option<Option<Vec<u8>>>,
    /// Headers, once fixed.
    head: Option<Vec<u8>>,
    /// Output not sent yet.
    held: Vec<u8>,
    /// The head has been sent.
    begun: bool,
    chunked: bool,
    /// The script gave `Content-Length` itself.
    has_length: bool,
    /// No body may follow this status.
    bodiless: bool,
    /// The client is gone.
    pub failed: bool,
    /// The status sent.
    pub status: u16,
    /// Bytes of body sent.
    pub sent: u64,
}

impl Response {
    /// An answer to be written to `out`.
    pub fn new(out: Box<dyn Write + Send>, head: &http::Head, keep_alive: bool) -> Response {
        Response {
            out,
            framed: None,
            head_only: head.method == "HEAD",
            protocol: head.protocol,
            compresses: None,
            encoder: None,
            ending: None,
            keep_alive,
            as_php: None,
            head: None,
            held: Vec::new(),
            begun: false,
            chunked: false,
            has_length: false,
            bodiless: false,
            failed: false,
            status: 200,
            sent: 0,
        }
    }

    /// Sends it in frames.
    pub fn framed(mut self, out: Box<dyn Framed>) -> Response {
        self.framed = Some(out);
        self
    }

    /// Compresses output that is worth it.
    pub fn compressing(mut self, head: &http::Head) -> Response {
        if head.protocol > Protocol::Http10 {
            let accepted = head.header("accept-encoding").and_then(|text| std::str::from_utf8(text).ok());
            self.compresses = Some(accepted.and_then(|accepted| compress::choose(accepted, &compress::FASTEST)));
        }
        self
    }

    /// Puts something behind it, if it turns out to be a page that a browser shows.
    pub fn ending(mut self, ending: String) -> Response {
        self.ending = Some(ending);
        self
    }

    /// Makes it answer as PHP's built-in server does.
    pub fn as_php(mut self, head: &http::Head) -> Response {
        self.as_php = Some(head.header("host").map(<[u8]>::to_vec));
        self.keep_alive = false;
        self
    }

    /// The first lines of an answer. `words` are a script's own behind the status.
    fn start(&self, with_date: bool, words: Option<&[u8]>) -> Vec<u8> {
        let version = if self.as_php.is_some() && self.protocol == Protocol::Http10 { "1.0" } else { "1.1" };
        let words = words.unwrap_or_else(|| match self.as_php {
            Some(_) => status::php_reason(self.status).unwrap_or(status::UNKNOWN).as_bytes(),
            None => status::reason(self.status).as_bytes(),
        });
        let mut out = Vec::with_capacity(512);
        out.extend_from_slice(b"HTTP/");
        out.extend_from_slice(version.as_bytes());
        out.push(b' ');
        put_number(&mut out, u64::from(self.status));
        put_line(&mut out, b" ", words);
        if let Some(Some(host)) = &self.as_php {
            out.extend_from_slice(&[b"Host: ", host.as_slice(), b"\r\n"].concat());
        }
        if with_date {
            date::with_now(|now| put_line(&mut out, b"Date: ", now.as_bytes()));
        }
        if self.as_php.is_some() {
            out.extend_from_slice(b"Connection: close\r\n");
        }
        out
    }

    /// Fixes the status and the headers. Of lines that are usual it is known what they say.
    fn fix(&mut self, status: u16, words: Option<&[u8]>, lines: &[Str], default_type: &str, usual: Option<&Usual>) {
        self.status = if (100..1000).contains(&status) { status } else { 200 };
        self.bodiless = matches!(self.status, 100..=199 | 204 | 304);
        let is_date = |line: &Str| line.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"date:"));
        let own_date = lines.iter().any(is_date);
        let mut head = self.start(!own_date, words);
        let (mut has_type, mut is_worth, mut is_page) = (false, false, is_page(default_type.as_bytes()));
        for line in lines {
            if let Some(usual) = usual.filter(|usual| usual.has(line)) {
                if is_same(line, &usual.type_line) {
                    (has_type, is_worth, is_page) = (true, usual.is_worth, usual.is_page);
                }
                put_line(&mut head, b"", line);
                continue;
            }
            let name = line.split(|&c| c == b':').next().unwrap_or_default().trim_ascii();
            if line.len() == name.len() {
                continue;
            }
            // Framing and the connection are the server's.
            if [&b"transfer-encoding"[..], b"connection", b"keep-alive"].iter().any(|own| own.eq_ignore_ascii_case(name)) {
                continue;
            }
            self.has_length |= name.eq_ignore_ascii_case(b"content-length");
            if name.eq_ignore_ascii_case(b"content-type") {
                has_type = true;
                is_worth = compress::is_worth(&line[name.len() + 1..]);
                is_page = self::is_page(&line[name.len() + 1..]);
            }
            if is_kept_as_it_is(name, line) {
                self.compresses = None;
                self.ending = None;
            }
            head.extend_from_slice(line);
            head.extend_from_slice(b"\r\n");
        }
        if !has_type && !default_type.is_empty() && self.status != 304 {
            put_line(&mut head, b"Content-type: ", default_type.as_bytes());
            is_worth = compress::is_worth(default_type.as_bytes());
        }
        if self.bodiless || !is_worth || self.status == 206 {
            self.compresses = None;
        }
        if !is_page || self.bodiless {
            self.ending = None;
        }
        if self.ending.is_some() && self.has_length {
            self.has_length = false;
            head = without_length(&head);
        }
        self.head = Some(head);
    }

    /// Begins an answer of server-sent events.
    pub fn begin_events(&mut self) {
        self.fix(200, None, &[], "", None);
        if let Some(head) = &mut self.head {
            head.extend_from_slice(b"Content-Type: text/event-stream\r\nCache-Control: no-store\r\n");
        }
    }

    /// Sends some of them.
    pub fn event(&mut self, text: &str) {
        self.held.extend_from_slice(text.as_bytes());
        self.push(Push::Flush);
    }

    /// Ends it.
    pub fn end_events(&mut self) {
        self.push(Push::Last);
    }

    /// Sends header lines ahead of the answer. Clients that may not know such answers get none.
    fn inform(&mut self, status: u16, lines: &[Str]) -> bool {
        if self.protocol == Protocol::Http10 || self.as_php.is_some() || self.head.is_some() || self.begun {
            return false;
        }
        let mut out = format!("HTTP/1.1 {status} {}\r\n", status::reason(status)).into_bytes();
        let own = [&b"transfer-encoding"[..], b"connection", b"keep-alive", b"content-length"];
        for line in lines.iter().filter(|line| line.contains(&b':') && !own.iter().any(|name| is_header(line, name))) {
            put_line(&mut out, b"", line);
        }
        out.extend_from_slice(b"\r\n");
        if self.framed.is_some() {
            self.put_framed(Some(&out), b"", false)
        } else {
            self.put(&out)
        }
        !self.failed
    }

    fn put(&mut self, bytes: &[u8]) {
        if !self.failed && self.out.write_all(bytes).is_err() {
            self.failed = true;
        }
    }

    fn put_framed(&mut self, head: Option<&[u8]>, body: &[u8], last: bool) {
        let body = if self.head_only || self.bodiless { b"" } else { body };
        self.sent += body.len() as u64;
        if let Some(framed) = &mut self.framed
            && !self.failed
            && framed.send(head, body, last).is_err()
        {
            self.failed = true;
        }
    }

    /// Decides whether the answer is compressed, when the first of it is sent.
    fn choose(&mut self, push: Push) {
        let Some(coding) = self.compresses.filter(|_| push != Push::Last || self.held.len() >= compress::LEAST) else { return };
        if let Some(head) = &mut self.head {
            *head = compress::head(head, coding);
        }
        if let Some(coding) = coding {
            self.has_length = false;
            let size = (push == Push::Last).then_some(self.held.len());
            self.encoder = Encoder::new(coding, Effort::Once, size).ok();
            self.failed |= self.encoder.is_none();
        }
    }

    /// What is held back, as it is sent.
    fn body(&mut self, push: Push) -> Vec<u8> {
        let held = std::mem::take(&mut self.held);
        let made = match (push, self.encoder.take()) {
            (_, None) => return held,
            (Push::Last, Some(encoder)) => encoder.finish(&held),
            (_, Some(mut encoder)) => {
                let made = encoder.write(&held, push == Push::Flush);
                self.encoder = Some(encoder);
                made
            }
        };
        made.unwrap_or_else(|_| {
            self.failed = true;
            Vec::new()
        })
    }

    /// Sends what is held back; the head before the first of it.
    fn push(&mut self, push: Push) {
        let (first, last) = (!self.begun, push == Push::Last);
        if last && let Some(ending) = self.ending.take() {
            self.held.extend_from_slice(ending.as_bytes());
        }
        if first {
            self.choose(push);
        }
        // What HEAD asks for has the head that GET has, whose length is not known where it is compressed.
        let unknown = self.encoder.is_some() && self.head_only;
        let body = self.body(push);
        self.begun = true;
        let mut head = if first { self.head.take().unwrap_or_default() } else { Vec::new() };
        if first && last && !self.has_length && !self.bodiless && !unknown && self.as_php.is_none() {
            put_length(&mut head, body.len() as u64);
        }
        if self.framed.is_some() {
            if first || last || !body.is_empty() {
                self.put_framed(first.then_some(&head), &body, last);
            }
            return;
        }
        let mut out = head;
        out.reserve(body.len() + 64);
        if first {
            self.put_framing(&mut out, last);
        }
        if !self.head_only && !self.bodiless && !body.is_empty() {
            self.sent += body.len() as u64;
            if self.chunked {
                out.extend_from_slice(format!("{:x}\r\n", body.len()).as_bytes());
            }
            out.extend_from_slice(&body);
            if self.chunked {
                out.extend_from_slice(b"\r\n");
            }
        }
        if last && self.chunked {
            out.extend_from_slice(b"0\r\n\r\n");
        }
        self.put(&out);
    }

    /// What HTTP/1 says at the end of a head about the body's length and the connection.
    fn put_framing(&mut self, out: &mut Vec<u8>, last: bool) {
        let without_body = self.bodiless || self.head_only;
        if self.as_php.is_none() {
            if !last && !self.has_length && !without_body {
                self.chunked = self.protocol > Protocol::Http10;
                self.keep_alive &= self.chunked;
                if self.chunked {
                    out.extend_from_slice(b"Transfer-Encoding: chunked\r\n");
                }
            }
            // A length that the script gave may be wrong, which would shift what follows on the connection.
            self.keep_alive &= !self.has_length || without_body;
            self.put_connection(out);
        }
        out.extend_from_slice(b"\r\n");
    }

    fn put_connection(&self, out: &mut Vec<u8>) {
        if !self.keep_alive {
            out.extend_from_slice(b"Connection: close\r\n");
        } else if self.protocol == Protocol::Http10 {
            out.extend_from_slice(b"Connection: keep-alive\r\n");
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= HOLD && (!self.head_only || self.begun) {
            self.push(Push::More);
        } else if self.head_only && self.held.len() >= 16 * HOLD {
            // The length of so much is not worth keeping it.
            self.push(Push::More);
        }
    }

    /// A whole answer that no script made, with header lines behind the length.
    pub fn plain(&mut self, status: u16, headers: &[(&str, String)], body: &[u8], more: &str) {
        let mut out = self.plain_head(status, headers, body.len() as u64, more);
        if self.framed.is_some() {
            self.put_framed(Some(&out), body, true);
            return;
        }
        if !self.head_only && !self.bodiless {
            self.sent = body.len() as u64;
            out.extend_from_slice(body);
        }
        self.put(&out);
    }

    /// The head of an answer that no script made.
    pub fn head(&mut self, status: u16, headers: &[(&str, String)], length: u64, more: &str) {
        let head = self.plain_head(status, headers, length, more);
        if self.framed.is_some() {
            self.put_framed(Some(&head), b"", length == 0 || self.head_only || self.bodiless);
        } else {
            self.put(&head);
        }
    }

    fn plain_head(&mut self, status: u16, headers: &[(&str, String)], length: u64, more: &str) -> Vec<u8> {
        self.fix(status, None, &[], "", None);
        self.begun = true;
        let mut head = self.head.take().unwrap_or_default();
        for (name, value) in headers {
            head.extend_from_slice(name.as_bytes());
            put_line(&mut head, b": ", value.as_bytes());
        }
        if !self.bodiless {
            put_length(&mut head, length);
        }
        head.extend_from_slice(more.as_bytes());
        if self.as_php.is_none() {
            self.put_connection(&mut head);
        }
        head.extend_from_slice(b"\r\n");
        head
    }

    /// Lets the body of a plain answer be sent; not for HEAD.
    pub fn body_by(&mut self, length: u64, send: impl FnOnce() -> io::Result<()>) {
        if self.head_only || self.bodiless || self.failed || length == 0 {
            return;
        }
        self.sent = length;
        if send().is_err() {
            self.failed = true;
        }
    }
}

fn put_line(out: &mut Vec<u8>, before: &[u8], text: &[u8]) {
    out.extend_from_slice(before);
    out.extend_from_slice(text);
    out.extend_from_slice(b"\r\n");
}

fn put_length(out: &mut Vec<u8>, length: u64) {
    out.extend_from_slice(b"Content-Length: ");
    put_number(out, length);
    out.extend_from_slice(b"\r\n");
}

fn put_number(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Whether a header line says that the answer is not to be compressed.
fn is_kept_as_it_is(name: &[u8], line: &[u8]) -> bool {
    let forbids = || line.to_ascii_lowercase().windows(12).any(|words| words == b"no-transform");
    name.eq_ignore_ascii_case(b"content-encoding")
        || name.eq_ignore_ascii_case(b"content-range")
        || name.eq_ignore_ascii_case(b"cache-control") && forbids()
}

/// Whether a type is that of pages.
fn is_page(content_type: &[u8]) -> bool {
    content_type.trim_ascii_start().get(..9).is_some_and(|start| start.eq_ignore_ascii_case(b"text/html"))
}

/// A head without the length that the script gave.
fn without_length(head: &[u8]) -> Vec<u8> {
    head.split_inclusive(|&c| c == b'\n').filter(|line| !is_header(line, b"content-length")).collect::<Vec<_>>().concat()
}

/// Whether a header line has this name, in lower case.
fn is_header(line: &[u8], name: &[u8]) -> bool {
    line.split(|&c| c == b':').next().is_some_and(|own| own.trim_ascii().eq_ignore_ascii_case(name))
}

/// What the settings say of answers that all requests of a thread begin with.
pub struct Usual {
    /// [`phant_native::ini::Hot::revision`] with these settings.
    revision: u32,
    /// The type of an answer that has none of its own, and the header line that says so.
    default_type: String,
    type_line: Name,
    /// Whether an answer of that type is worth compressing, and whether a browser shows it.
    is_worth: bool,
    is_page: bool,
    /// The line by which PHP says its name.
    pub power: Option<Name>,
    /// `variables_order`, in capital letters.
    pub order: Vec<u8>,
}

impl Usual {
    fn read(ctx: &Ctx) -> Usual {
        let default_type = headers::default_type(ctx);
        Usual {
            revision: ctx.ini.hot.revision.get(),
            type_line: Name::forever(&type_line(&default_type)),
            is_worth: compress::is_worth(default_type.as_bytes()),
            is_page: is_page(default_type.as_bytes()),
            default_type,
            power: ctx.ini.bool("expose_php").then(|| Name::forever(crate::POWERED_BY.as_bytes())),
            order: ctx.ini.text("variables_order").to_ascii_uppercase(),
        }
    }

    /// Whether a header line is one of these.
    fn has(&self, line: &Str) -> bool {
        is_same(line, &self.type_line) || self.is_power(line)
    }
    fn is_power(&self, line: &Str) -> bool {
        self.power.as_ref().is_some_and(|power| is_same(line, power))
    }
}

/// Whether a string is a name itself, and not just one with the same text.
fn is_same(line: &Str, name: &Name) -> bool {
    std::ptr::eq(line.as_bytes(), name.as_bytes())
}

fn type_line(default_type: &str) -> Vec<u8> {
    [b"Content-type: ", default_type.as_bytes()].concat()
}

/// What the settings say of answers, if they are those that all requests of this thread begin with.
pub fn usual(ctx: &Ctx) -> Option<&'static Usual> {
    RESPONDER.get()?.usual(ctx)
}

/// The outside of a worker's requests: one answer after the other.
#[derive(Default)]
pub struct Responder {
    usual: OnceCell<Usual>,
    current: RefCell<Option<Response>>,
    /// Where it goes.
    client: RefCell<Option<Client>>,
    /// The request that is being answered.
    incoming: RefCell<Option<Arc<Incoming>>>,
    /// Bodies that `request_parse_body` has taken apart.
    parsed: RefCell<Vec<Body>>,
    /// The error that has ended the request, once it has ended.
    error: RefCell<Option<String>>,
    /// The script has said that the answer is somebody else's.
    declined: Cell<bool>,
    /// What a script that stays has said outside of requests, up to the end of a line.
    said: RefCell<Vec<u8>>,
    /// It is such a script, and what it says then goes to the log.
    stays: Cell<bool>,
    /// The script has said that the answer is complete: whatever else it prints goes nowhere.
    finished: Cell<bool>,
}

thread_local! {
    static RESPONDER: Cell<Option<&'static Responder>> = const { Cell::new(None) };
}

/// Sets the responder of a thread.
pub fn set_responder(responder: &'static Responder) {
    RESPONDER.set(Some(responder));
}

/// Sends what there is of the answer and lets the client go, while the script runs on. `false`: that was done already.
pub fn finish_early(ctx: &Ctx) -> bool {
    let Some(responder) = RESPONDER.get().filter(|responder| !responder.finished.get()) else { return false };
    Output::end_all(ctx);
    responder.end(ctx);
    responder.finished.set(true);
    if let (Some(response), Some(client)) = (responder.current.take(), responder.client.take()) {
        if let Some(incoming) = &*responder.incoming.borrow() {
            client.answered(incoming, &response, None);
        }
        client.go_on_meanwhile();
    }
    true
}

/// The request that this thread answers, and whose it is.
pub fn with_current(f: impl FnOnce(&Incoming, &Client)) {
    let Some(responder) = RESPONDER.get() else { return };
    if let (Some(incoming), Some(client)) = (&*responder.incoming.borrow(), &*responder.client.borrow()) {
        f(incoming, client);
    }
}

/// The request that this thread answers.
pub fn with_incoming(f: impl FnOnce(&Incoming)) {
    if let Some(incoming) = RESPONDER.get().and_then(|responder| responder.incoming.borrow().clone()) {
        f(&incoming);
    }
}

/// Sends the headers that there are: ahead of the answer if the status says so. `false`: they are sent already.
pub fn send_headers(ctx: &Ctx, status: u16) -> bool {
    let Some(responder) = RESPONDER.get() else { return false };
    if ctx.request.headers_sent.is_some() || responder.finished.get() {
        return false;
    }
    if status >= 200 {
        ctx.request.status.set(status);
        return responder.flush(ctx);
    }
    let mut current = responder.current.borrow_mut();
    current.as_mut().is_some_and(|response| response.inform(status, &ctx.request.headers.borrow()))
}

/// An engine was made with the settings that all requests of this thread begin with.
pub fn begin_afresh(ctx: &Ctx) {
    if let Some(responder) = RESPONDER.get() {
        responder.usual.get_or_init(|| Usual::read(ctx));
    }
}

impl Responder {
    fn usual(&self, ctx: &Ctx) -> Option<&Usual> {
        self.usual.get().filter(|usual| usual.revision == ctx.ini.hot.revision.get())
    }
    /// Begins an answer.
    pub fn begin(&self, response: Response, client: Client, incoming: Arc<Incoming>) {
        self.declined.set(false);
        self.finished.set(false);
        self.error.take();
        self.client.replace(Some(client));
        self.incoming.replace(Some(incoming));
        self.current.replace(Some(response));
    }
    /// The error that has ended the request, if one has.
    pub fn error(&self) -> Option<String> {
        self.error.take()
    }
    /// Leaves the answer untouched, whatever the request still prints.
    pub fn decline(&self) {
        self.declined.set(true);
    }
    /// The end of the request, for the files of bodies that it has taken apart itself.
    pub fn leave_moved_files(&self, ctx: &Ctx) {
        for body in self.parsed.take() {
            form::leave_moved_files(ctx, &body);
        }
    }
    fn is_between(&self) -> bool {
        self.stays.get() && self.incoming.borrow().is_none()
    }
    /// From now on, what comes between answers goes to the log.
    pub fn stays(&self) {
        self.stays.set(true);
    }
    /// Puts it there, as far as its lines are complete, or all of it.
    fn say(&self, bytes: &[u8], all: bool) {
        let mut said = self.said.borrow_mut();
        said.extend_from_slice(bytes);
        while let Some(end) = said.iter().position(|&c| c == b'\n').or_else(|| (said.len() > MOST_SAID).then_some(MOST_SAID)) {
            let line: Vec<u8> = said.drain(..=end).collect();
            crate::log::line(line.trim_ascii_end());
        }
        if all && !said.is_empty() {
            crate::log::line(&std::mem::take(&mut *said));
        }
    }
    /// The answer, and whether it was declined.
    pub fn take(&self) -> Option<(Response, Client, bool)> {
        self.incoming.take();
        self.finished.set(false);
        Some((self.current.take()?, self.client.take()?, self.declined.get()))
    }
    /// Fixes the headers if nothing has yet.
    fn fix(&self, ctx: &Ctx) {
        if self.current.borrow().as_ref().is_none_or(|r| r.head.is_some() || r.begun) {
            return;
        }
        let usual = self.usual(ctx);
        let default_type = usual.map_or_else(|| headers::default_type(ctx).into(), |usual| Cow::from(&usual.default_type));
        // What the answer is given by default is among its headers from now on.
        let is_type = |line: &Str| !usual.is_some_and(|usual| usual.is_power(line)) && is_header(line, b"content-type");
        let has_type = ctx.request.headers.borrow().iter().any(is_type);
        if !has_type && !default_type.is_empty() && ctx.request.status.get() != 304 {
            let line = usual.map_or_else(|| Str::new(type_line(&default_type)), |usual| usual.type_line.to_str());
            ctx.request.headers.borrow_mut().push(line);
        }
        let status = ctx.request.status.get();
        let line = ctx.request.status_line.get().filter(|line| headers::status_of(line) == Some(status));
        // The protocol is the server's, the words may be the script's.
        let words = line.as_ref().map(|line| line.splitn(3, |&c| c == b' ').nth(2).unwrap_or_default());
        if let Some(response) = &mut *self.current.borrow_mut() {
            response.fix(status, words, &ctx.request.headers.borrow(), &default_type, usual);
        }
    }
    fn with(&self, ctx: &Ctx, f: impl FnOnce(&mut Response)) -> bool {
        if self.declined.get() || self.finished.get() {
            return true;
        }
        self.fix(ctx);
        let mut current = self.current.borrow_mut();
        let Some(response) = current.as_mut() else { return self.stays.get() };
        f(response);
        !response.failed
    }
}

impl Sapi for Responder {
    fn body_size(&self) -> u64 {
        self.incoming.borrow().as_ref().map_or(0, |incoming| incoming.body.size())
    }
    fn read_body(&self, at: u64, out: &mut [u8]) -> usize {
        self.incoming.borrow().as_ref().map_or(0, |incoming| incoming.body.read(at, out).unwrap_or(0))
    }
    fn write(&self, ctx: &Ctx, bytes: &[u8]) -> bool {
        if self.is_between() {
            self.say(bytes, false);
        }
        self.with(ctx, |response| response.write(bytes))
    }
    fn flush(&self, ctx: &Ctx) -> bool {
        if ctx.request.headers_sent.is_none() {
            let location = ctx.location();
            Output::send_headers(ctx, location);
        }
        self.with(ctx, |response| response.push(Push::Flush))
    }
    fn end(&self, ctx: &Ctx) {
        if self.is_between() {
            self.say(b"", true);
        }
        self.with(ctx, |response| response.push(Push::Last));
        self.error.replace(fatal_error(Vm::of(ctx)));
    }
    fn log(&self, line: &[u8]) {
        crate::log::line(line);
    }
    fn asked(&self, ctx: &Ctx) -> bool {
        crate::bounds::tell(ctx);
        true
    }
    fn parse_body(&self, ctx: &Ctx, limits: &[(&str, i64)]) -> Result<(Array, Array), BodyError> {
        let Some(incoming) = self.incoming.borrow().clone() else { return Err(BodyError::NoType) };
        let (fields, files, body) = form::parse_body(
            ctx,
            incoming.text("content-type"),
            &incoming.body,
            &phant_native::config::get().settings(),
            limits,
        )?;
        self.parsed.borrow_mut().extend(body);
        Ok((fields, files))
    }
}

/// What the log says of a request that a fatal error ended.
fn fatal_error(vm: &Vm) -> Option<String> {
    let (level, message, file, line) = vm.errors.last.get()?;
    let fatal = Level::Error as u32
        | Level::Parse as u32
        | Level::CompileError as u32
        | Level::CoreError as u32
        | Level::UserError as u32;
    let text = message.to_text();
    (level & fatal != 0).then(|| match text.split_once('\n') {
        // An exception that nobody has caught: where it was thrown is in its first line, and the calls are in PHP's log.
        Some((first, _)) => first.to_owned(),
        None => format!("{text} in {file} on line {line}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);
    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("one thread").write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answer(method: &str, is_1_1: bool, status: u16, lines: &[&str], writes: &[&[u8]]) -> (String, bool) {
        let out = Shared::default();
        let protocol = if is_1_1 { Protocol::Http11 } else { Protocol::Http10 };
        let head = http::Head { method: method.into(), protocol, ..http::Head::unread() };
        let mut response = Response::new(Box::new(out.clone()), &head, is_1_1);
        let lines: Vec<Str> = lines.iter().map(|l| Str::from(*l)).collect();
        response.fix(status, None, &lines, "text/html; charset=UTF-8", None);
        writes.iter().for_each(|w| response.write(w));
        response.push(Push::Last);
        let text = String::from_utf8_lossy(&out.0.lock().expect("one thread")).into_owned();
        let text = text.lines().filter(|l| !l.starts_with("Date:")).collect::<Vec<_>>().join("\n");
        (text, response.keep_alive)
    }

    #[test]
    fn short_pages_have_a_length() {
        let (text, stays) = answer("GET", true, 0, &["X-A: b"], &[b"hel", b"lo"]);
        assert_eq!(text, "HTTP/1.1 200 OK\nX-A: b\nContent-type: text/html; charset=UTF-8\nContent-Length: 5\n\nhello");
        assert!(stays);
        let (text, _) = answer("HEAD", true, 0, &["Content-Type: a/b"], &[b"hello"]);
        assert_eq!(text, "HTTP/1.1 200 OK\nContent-Type: a/b\nContent-Length: 5\n");
        let (text, _) = answer("GET", true, 304, &["Content-Type: a/b"], &[b"hello"]);
        assert_eq!(text, "HTTP/1.1 304 Not Modified\nContent-Type: a/b\n");
    }

    #[test]
    fn long_pages_come_in_chunks() {
        let large = vec![b'x'; HOLD];
        let (text, stays) = answer("GET", true, 200, &["Content-Type: a/b", "Connection: x"], &[&large, b"end"]);
        let expected =
            format!("HTTP/1.1 200 OK\nContent-Type: a/b\nTransfer-Encoding: chunked\n\n10000\n{}\n3\nend\n0\n", "x".repeat(HOLD));
        assert_eq!(text, expected);
        assert!(stays);
        let (text, stays) = answer("GET", false, 200, &["Content-Type: a/b"], &[&large]);
        assert!(text.starts_with("HTTP/1.1 200 OK\nContent-Type: a/b\nConnection: close\n\nxxx"));
        assert!(!stays);
    }
}
