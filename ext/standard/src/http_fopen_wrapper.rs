//! `http://`: a client for reading URLs.

use phant_memory::{Array, Held, Key, PhpStr, Resource, Str, Value};
use phant_native::{Ctx, Level, PhpResult, convert, descriptor::FunctionGroup, functions, php, resource, ret::OrFalse};
use phant_streams::{
    self as streams, Context, Stream, Wrapper,
    context::{Notification, begin_progress, notify, notify as codes, progress},
    errors,
    filter::{self, Chain},
    flags, transport,
};
use phant_text::url::{self, Url};
use std::rc::Rc;

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![http_get_last_response_headers, http_clear_last_response_headers, get_headers];

pub(crate) static HTTP: HttpWrapper = HttpWrapper { encrypted: false };
pub(crate) static HTTPS: HttpWrapper = HttpWrapper { encrypted: true };

/// See the [module documentation](self).
pub(crate) struct HttpWrapper {
    encrypted: bool,
}

/// How much of a status line is kept.
const STATUS_LINE: usize = 127;
/// The longest address that a redirect may lead to.
const LONGEST_LOCATION: usize = 8182;
/// How many requests a redirected one may become, unless the context says otherwise.
const MOST_REDIRECTS: i64 = 20;

impl Wrapper for HttpWrapper {
    fn label(&self) -> &'static str {
        "http"
    }
    fn is_url(&self) -> bool {
        true
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
        if mode.iter().any(|b| b"aw+".contains(b)) {
            errors::log(ctx, options, "HTTP wrapper does not support writeable connections");
            return None;
        }
        let _ = self.encrypted;
        let mut client = Client {
            options,
            context: context.cloned(),
            settings: context.and_then(resource::get::<Context>),
            headers: Array::new(),
            redirected: None,
        };
        streams::set_last_http_headers(ctx, Value::NULL);
        let opened = client.fetch(ctx, path, mode);
        if !client.headers.is_empty() {
            let variable = ctx.host.caller_variable(ctx, &phant_memory::intern(b"http_response_header"));
            variable.set(client.headers.clone().into());
            streams::set_last_http_headers(ctx, client.headers.clone().into());
        }
        opened
    }
}

/// One request and those it is redirected to.
struct Client {
    options: u32,
    context: Option<Resource>,
    settings: Option<Rc<Context>>,
    /// All response header lines so far.
    headers: Array,
    /// Set after a redirect; says whether the request is repeated as it was.
    redirected: Option<bool>,
}

/// What a response's head told.
#[derive(Default)]
struct Head {
    code: i64,
    status_line: Vec<u8>,
    location: Option<Vec<u8>>,
    follow: bool,
    dechunk: Option<Rc<filter::FilterEntry>>,
    length: i64,
}

/// What became of a request.
enum Outcome {
    Opened(Resource),
    Redirect(Vec<u8>),
    Failed,
}

/// Which header lines the context gives itself.
#[derive(Default)]
struct Given {
    authorization: bool,
    from: bool,
    host: bool,
    connection: bool,
    user_agent: bool,
    content_length: bool,
    content_type: bool,
}

impl Client {
    fn option(&self, name: &str) -> Option<Value> {
        self.settings.as_ref()?.option("http", name)
    }
    fn truth(&self, name: &str, default: bool) -> bool {
        self.option(name).map_or(default, |v| convert::to_bool(&v))
    }
    fn fail(&self, ctx: &Ctx, message: impl AsRef<[u8]>) -> Outcome {
        errors::log(ctx, self.options, message);
        Outcome::Failed
    }
    fn inform(&self, ctx: &Ctx, what: Notification<'_>) {
        notify(ctx, self.context.as_ref(), what);
    }

    /// Requests a URL and follows redirects.
    fn fetch(&mut self, ctx: &Ctx, path: &[u8], mode: &[u8]) -> Option<Resource> {
        let mut left = self.option("max_redirects").map_or(MOST_REDIRECTS, |v| convert::to_int(&v));
        let mut path = path.to_vec();
        loop {
            match self.attempt(ctx, &path, mode, left) {
                Outcome::Opened(resource) => return Some(resource),
                Outcome::Failed => return None,
                Outcome::Redirect(next) => path = next,
            }
            left -= 1;
            if left < 1 {
                errors::log(ctx, self.options, "Redirection limit reached, aborting");
                return None;
            }
            if ctx.has_exception() {
                return None;
            }
        }
    }

    fn attempt(&mut self, ctx: &Ctx, path: &[u8], mode: &[u8], left: i64) -> Outcome {
        let Some(url) = url::parse(path) else { return Outcome::Failed };
        let scheme = url.scheme.unwrap_or_default();
        let encrypted = scheme.eq_ignore_ascii_case(b"https");
        if !encrypted && !scheme.eq_ignore_ascii_case(b"http") {
            let opened = streams::open(ctx, path, mode, streams::options::REPORT_ERRORS, self.context.as_ref());
            return opened.ok().flatten().map_or(Outcome::Failed, Outcome::Opened);
        }
        let Some(host) = url.host else { return Outcome::Failed };
        let full = self.truth("request_fulluri", false);
        if full && path.iter().any(|b| matches!(b, b'\r' | b'\n')) {
            return self.fail(ctx, "HTTP wrapper full URI path does not allow CR or LF characters");
        }
        const MOST_SECONDS: f64 = i64::MAX as f64 / 1e6;
        let seconds = match self.option("timeout") {
            Some(v) => convert::to_float(&v),
            None => transport::default_timeout(ctx),
        };
        if seconds > MOST_SECONDS {
            return self.fail(ctx, format!("timeout must be lower than {}", MOST_SECONDS as u64));
        }
        let port = url.port.filter(|&port| port != 0).unwrap_or(if encrypted { 443 } else { 80 });
        let proxy = self.option("proxy").and_then(|v| v.as_str().map(Held::into_owned)).filter(|proxy| !proxy.is_empty());
        let target: Vec<u8> = match &proxy {
            Some(proxy) => proxy.to_vec(),
            None => {
                let transport = if encrypted { "ssl" } else { "tcp" };
                [transport.as_bytes(), b"://", host, format!(":{port}").as_bytes()].concat()
            }
        };
        let request = transport::Request {
            transport: "",
            address: b"",
            server: false,
            listen: false,
            asynchronous: false,
            connect: true,
            timeout: transport::timeout_of(seconds),
            context: self.context.as_ref(),
        };
        let connection = match transport::open(ctx, &target, request) {
            Ok(r) => r,
            Err(failure) => {
                let text = failure.message.unwrap_or_else(|| b"Unknown error".to_vec());
                return self.fail(ctx, text);
            }
        };
        let Some(stream) = resource::get::<Stream>(&connection) else { return Outcome::Failed };
        stream.ops().set_option(ctx, &stream, streams::StreamOption::ReadTimeout(transport::timeout_of(seconds)));
        stream.set_context(self.context.clone());
        self.inform(ctx, Notification { code: codes::CONNECT, ..Notification::default() });
        let standard = port == if encrypted { 443 } else { 80 };
        let outcome = match self.request(ctx, &url, (!standard).then_some(port), full.then_some(path)) {
            Some(bytes) if stream.write(ctx, &bytes).is_some() && !ctx.has_exception() => {
                self.response(ctx, (&connection, &stream), (path, &url), mode, left)
            }
            _ => Outcome::Failed,
        };
        if !matches!(outcome, Outcome::Opened(_)) {
            stream.close(ctx);
        }
        outcome
    }

    /// The request's text. `None` if making it threw. `port` is one that is not the usual one, `full` the URL if it is
    /// to be requested as a whole.
    fn request(&self, ctx: &Ctx, url: &Url<'_>, port: Option<u16>, full: Option<&[u8]>) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut line = |parts: &[&[u8]]| out.extend(parts.concat());
        let repeats = self.redirected.unwrap_or(true);
        let method = self.option("method").and_then(|v| v.as_str().map(Held::into_owned)).filter(|m| !m.is_empty());
        let method = method.filter(|m| repeats || matches!(m.as_bytes(), b"GET" | b"HEAD"));
        line(&[method.as_ref().map_or(b"GET", |m| m.as_bytes()), b" "]);
        match full {
            Some(full) => line(&[full]),
            None => {
                line(&[url.path.filter(|path| !path.is_empty()).unwrap_or(b"/")]);
                if let Some(query) = url.query {
                    line(&[b"?", query]);
                }
            }
        }
        match self.option("protocol_version") {
            Some(v) => line(&[format!(" HTTP/{:.1}\r\n", convert::to_float(&v)).as_bytes()]),
            None => line(&[b" HTTP/1.1\r\n"]),
        }
        let mut own = self.user_headers();
        if !repeats {
            strip_header(&mut own, b"content-length:");
            strip_header(&mut own, b"content-type:");
        }
        let lower = own.to_ascii_lowercase();
        let given = Given {
            authorization: has_header(&lower, b"authorization:"),
            from: has_header(&lower, b"from:"),
            host: has_header(&lower, b"host:"),
            connection: has_header(&lower, b"connection:"),
            user_agent: has_header(&lower, b"user-agent:"),
            content_length: has_header(&lower, b"content-length:"),
            content_type: has_header(&lower, b"content-type:"),
        };
        if let Some(user) = url.user.filter(|_| !given.authorization) {
            let decoded = |text: &[u8]| streams::data::url_decode(text);
            let login = [&decoded(user)[..], b":", &decoded(url.pass.unwrap_or_default())].concat();
            line(&[b"Authorization: Basic ", &crate::digests::base64_encode(&Str::from(login)), b"\r\n"]);
        }
        let from = ctx.ini.text("from");
        if !from.is_empty() && !given.from {
            line(&[b"From: ", &from, b"\r\n"]);
        }
        if !given.host {
            let port = port.map_or_else(String::new, |port| format!(":{port}"));
            line(&[b"Host: ", url.host.unwrap_or_default(), port.as_bytes(), b"\r\n"]);
        }
        if !given.connection {
            line(&[b"Connection: close\r\n"]);
        }
        let agent = match self.option("user_agent") {
            Some(v) => v.as_str().map(Held::into_owned).unwrap_or_default(),
            None => ctx.ini.text("user_agent"),
        };
        if !agent.is_empty() && !given.user_agent {
            let agent: Vec<u8> = agent.iter().copied().filter(|b| !matches!(b, b'\r' | b'\n')).collect();
            line(&[b"User-Agent: ", &agent, b"\r\n"]);
        }
        let body =
            self.option("content").and_then(|v| v.as_str().map(Held::into_owned)).filter(|body| repeats && !body.is_empty());
        // The length comes before the headers that were given.
        if let Some(body) = &body
            && !given.content_length
        {
            line(&[format!("Content-Length: {}\r\n", body.len()).as_bytes()]);
        }
        if !own.is_empty() {
            line(&[&own, b"\r\n"]);
        }
        let Some(body) = body else {
            line(&[b"\r\n"]);
            return Some(out);
        };
        if !given.content_type {
            line(&[b"Content-Type: application/x-www-form-urlencoded\r\n"]);
            ctx.report_here(Level::Notice, "Content-type not specified assuming application/x-www-form-urlencoded");
            ctx.check().ok()?;
        }
        line(&[b"\r\n", &body]);
        Some(out)
    }

    /// The context's header lines, without a line end behind the last.
    fn user_headers(&self) -> Vec<u8> {
        let Some(given) = self.option("header") else { return Vec::new() };
        let mut text: Vec<u8> = Vec::new();
        if let Some(list) = given.as_array() {
            for line in list.values().filter_map(Value::as_str) {
                text.extend_from_slice(&line);
                text.extend_from_slice(b"\r\n");
            }
        } else if let Some(line) = given.as_str() {
            text.extend_from_slice(&line);
        }
        let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0);
        let start = text.iter().position(|b| !blank(b)).unwrap_or(text.len());
        let end = text.iter().rposition(|b| !blank(b)).map_or(start, |last| last + 1);
        text[start..end].to_vec()
    }

    /// Reads the response's head and decides what it means.
    fn response(
        &mut self,
        ctx: &Ctx,
        (connection, stream): (&Resource, &Stream),
        (path, url): (&[u8], &Url<'_>),
        mode: &[u8],
        left: i64,
    ) -> Outcome {
        let mut head = Head { follow: true, length: -1, ..Head::default() };
        if !self.status_line(ctx, stream, &mut head) {
            return self.fail(ctx, "HTTP request failed!");
        }
        if let Err(message) = self.header_lines(ctx, stream, &mut head) {
            return self.fail(ctx, message);
        }
        if ctx.has_exception() {
            return Outcome::Failed;
        }
        let succeeded = (200..400).contains(&head.code) || self.truth("ignore_errors", false);
        let moved = head.location.is_some() && head.follow;
        let looks_only =
            (self.options & streams::options::ONLY_GET_HEADERS != 0 || self.truth("ignore_errors", false)) && left <= 1;
        if (succeeded && !moved) || !head.follow || looks_only {
            if let Some(entry) = head.dechunk {
                filter::attach(ctx, stream, entry, Chain::Read, true);
            }
            // The content that came together with the head counts too.
            begin_progress(ctx, self.context.as_ref(), head.length.max(0));
            progress(ctx, self.context.as_ref(), stream.unread());
            stream.set_position(0);
            stream.set_flags(flags::NO_SEEK);
            stream.set_mode(mode);
            stream.set_wrapper_data(self.headers.clone().into());
            return Outcome::Opened(connection.clone());
        }
        let Some(location) = head.location else {
            return self.fail(ctx, [b"HTTP request failed! ", &head.status_line[..]].concat());
        };
        self.inform(ctx, Notification { code: codes::REDIRECTED, message: Some(&location), ..Notification::default() });
        let next = join(path, url, &location);
        let invalid = [b"Invalid redirect URL! ", &next[..]].concat();
        let Some(parts) = url::parse(&next) else { return self.fail(ctx, invalid) };
        let controlled =
            |part: Option<&[u8]>| part.is_some_and(|part| streams::data::url_decode(part).iter().any(u8::is_ascii_control));
        if controlled(parts.user) || controlled(parts.pass) || controlled(parts.path) {
            return self.fail(ctx, invalid);
        }
        self.redirected = Some(self.redirected.unwrap_or(true) && matches!(head.code, 307 | 308));
        Outcome::Redirect(next)
    }

    /// Reads the status line. Interim responses are passed over.
    fn status_line(&mut self, ctx: &Ctx, stream: &Stream, head: &mut Head) -> bool {
        let code = |line: &[u8]| line.get(9..).map_or(0, phant_numeric::parse::to_int);
        let Some(mut line) = stream.read_line(ctx, Some(STATUS_LINE)) else { return false };
        head.code = code(&line);
        if (100..200).contains(&head.code) && head.code != 101 {
            loop {
                match stream.read_line(ctx, Some(STATUS_LINE)) {
                    Some(next) => line = next,
                    None => break,
                }
                if line.get(..6).is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/1")) {
                    break;
                }
            }
            head.code = code(&line);
        }
        head.status_line = line.to_vec();
        let mut text = line.as_bytes();
        match text.strip_suffix(b"\n") {
            Some(rest) => text = rest.strip_suffix(b"\r").unwrap_or(rest),
            // What is left of a long line says nothing.
            None => drop(stream.read_line(ctx, None)),
        }
        if !(200..400).contains(&head.code) {
            let code = if matches!(head.code, 401 | 403) { codes::AUTH_RESULT } else { codes::FAILURE };
            let note = Notification {
                code,
                severity: codes::SEVERITY_ERR,
                message: Some(&head.status_line),
                message_code: head.code,
                ..Notification::default()
            };
            self.inform(ctx, note);
        }
        let _ = self.headers.push(Value::from(text));
        true
    }

    /// Reads the header lines. The error is what is wrong with one.
    fn header_lines(&mut self, ctx: &Ctx, stream: &Stream, head: &mut Head) -> Result<(), String> {
        // A line that begins with a blank goes on with the one before, so a line is complete when the next is known.
        let mut pending: Option<Vec<u8>> = None;
        while let Some(line) = stream.read_line(ctx, None) {
            if ctx.has_exception() {
                return Ok(());
            }
            let last = match line.as_bytes() {
                [b'\r', b'\n', ..] | [b'\n', ..] => true,
                [b'\r', ..] => return Err("HTTP invalid header name (cannot start with CR character)!".into()),
                _ => false,
            };
            let folded = matches!(line.first(), Some(b' ' | b'\t'));
            let text = line.trim_ascii_end();
            match &mut pending {
                Some(before) if folded => {
                    let more = text.trim_ascii_start();
                    if !more.is_empty() {
                        before.push(b' ');
                        before.extend_from_slice(more);
                    }
                    continue;
                }
                None if folded => return Err("HTTP invalid response format (folding header at the start)!".into()),
                _ => {}
            }
            if let Some(done) = pending.take() {
                self.header(ctx, stream, &done, head)?;
            }
            if last {
                return Ok(());
            }
            pending = Some(text.to_vec());
        }
        // The answer ended among the headers: what may go on in a next line is none.
        Ok(())
    }

    fn header(&mut self, ctx: &Ctx, stream: &Stream, line: &[u8], head: &mut Head) -> Result<(), String> {
        let Some(colon) = line.iter().position(|&b| b == b':') else {
            return Err("HTTP invalid response format (no colon in header line)!".into());
        };
        let name = &line[..colon];
        if name.iter().any(|b| matches!(b, b' ' | b'\t')) {
            return Err("HTTP invalid response format (space in header name)!".into());
        }
        let value = line[colon + 1..].trim_ascii_start();
        match name.to_ascii_lowercase().as_slice() {
            b"location" => {
                if let Some(follow) = self.option("follow_location") {
                    head.follow = convert::to_bool(&follow);
                } else if !matches!(head.code, 300..=303 | 307 | 308) {
                    head.follow = false;
                }
                if value.len() > LONGEST_LOCATION {
                    return Err(format!("HTTP Location header size is over the limit of {LONGEST_LOCATION} bytes"));
                }
                head.location = Some(value.to_vec());
            }
            b"content-type" => {
                let note = Notification { code: codes::MIME_TYPE_IS, message: Some(value), ..Notification::default() };
                self.inform(ctx, note);
            }
            b"content-length" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                head.length = phant_numeric::parse::to_int(value);
                let note =
                    Notification { code: codes::FILE_SIZE_IS, message: Some(line), max: head.length, ..Notification::default() };
                self.inform(ctx, note);
            }
            b"transfer-encoding"
                if value.get(..7).is_some_and(|v| v.eq_ignore_ascii_case(b"chunked"))
                    && self.options & streams::options::ONLY_GET_HEADERS == 0
                    && self.truth("auto_decode", true) =>
            {
                head.dechunk = filter::make(ctx, stream, b"dechunk", &Value::UNDEF);
                if head.dechunk.is_some() {
                    return Ok(());
                }
            }
            _ => {}
        }
        let _ = self.headers.push(Value::from(line));
        Ok(())
    }
}

/// Whether header lines, in lower case, have one that begins so.
fn has_header(lines: &[u8], name: &[u8]) -> bool {
    lines.starts_with(name) || memchr::memmem::find(lines, &[b"\r\n", name].concat()).is_some()
}

/// Removes a header line.
fn strip_header(lines: &mut Vec<u8>, name: &[u8]) {
    let lower = lines.to_ascii_lowercase();
    let start = match memchr::memmem::find(&lower, &[b"\r\n", name].concat()) {
        _ if lower.starts_with(name) => 0,
        Some(at) => at + 2,
        None => return,
    };
    let end = memchr::memmem::find(&lines[start..], b"\r\n").map_or(lines.len(), |len| start + len + 2);
    lines.drain(start..end);
    while lines.ends_with(b"\r\n") {
        lines.truncate(lines.len() - 2);
    }
}

/// Where a `Location` leads.
fn join(from: &[u8], url: &Url<'_>, location: &[u8]) -> Vec<u8> {
    let absolute = |scheme: &&[u8]| location.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if location.len() >= 8 && [&b"http://"[..], b"https://", b"ftp://", b"ftps://"].iter().any(absolute) {
        return location.to_vec();
    }
    let encrypted = from.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"https://"));
    let mut out = if encrypted { b"https://".to_vec() } else { b"http://".to_vec() };
    out.extend_from_slice(url.host.unwrap_or_default());
    if let Some(port) = url.port.filter(|&port| port != 0 && port != if encrypted { 443 } else { 80 }) {
        out.extend_from_slice(format!(":{port}").as_bytes());
    }
    if location.first() != Some(&b'/') {
        let path = url.path.filter(|_| location.len() > 1).unwrap_or_default();
        let directory = path.iter().rposition(|&b| b == b'/').map_or(0, |i| i + 1);
        out.extend_from_slice(if directory == 0 { b"/" } else { &path[..directory] });
    }
    out.extend_from_slice(location);
    out
}

#[php("function http_get_last_response_headers(): ?array")]
fn http_get_last_response_headers(ctx: &Ctx) -> Value {
    streams::last_http_headers(ctx)
}

#[php("function http_clear_last_response_headers(): void")]
fn http_clear_last_response_headers(ctx: &Ctx) {
    streams::set_last_http_headers(ctx, Value::NULL);
}

#[php("function get_headers(string $url, bool $associative = false, ?resource $context = null): array|false")]
fn get_headers(ctx: &Ctx, url: &PhpStr, associative: bool, context: Option<&Value>) -> PhpResult<OrFalse<Array>> {
    crate::file::check_path(ctx, url, 1)?;
    let context = streams::context_argument(ctx, context, false, 3)?;
    if url.is_empty() {
        return Err(ctx.value_error("Path must not be empty"));
    }
    if !url.contains(&b':') || url.starts_with(b"/") {
        ctx.warning("This function may only be used against URLs");
        return Ok(OrFalse::False);
    }
    let options = streams::options::REPORT_ERRORS | streams::options::ONLY_GET_HEADERS;
    let opened = streams::open_required(ctx, url, b"r", options, context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    let lines = stream.wrapper_data();
    stream.close(ctx);
    let Some(lines) = lines.as_array() else { return Ok(OrFalse::False) };
    let mut out = Array::new();
    for line in lines.values().filter_map(Value::as_str) {
        let colon = line.iter().position(|&b| b == b':').filter(|_| associative);
        let Some(colon) = colon else {
            let _ = out.push(line.clone().into());
            continue;
        };
        let value = Value::from(line[colon + 1..].trim_ascii_start());
        let slot = out.make_mut().get_or_insert(Key::from(&line[..colon]));
        if slot.is_null() {
            slot.set(value);
            continue;
        }
        // A header that comes again makes a list.
        if !slot.is_array() {
            let first = slot.take();
            slot.set(Value::from(Array::list([first])));
        }
        if let Some(list) = slot.own_array_mut() {
            let _ = list.push(value);
        }
    }
    Ok(OrFalse::Some(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects() {
        let from: &[u8] = b"http://u:p@example.org:81/a/b?c#d";
        let url = url::parse(from).unwrap();
        for (location, leads) in [
            ("xy", "http://example.org:81/a/xy"),
            ("/x", "http://example.org:81/x"),
            ("https://y/", "https://y/"),
            // A single byte is taken from the root, in PHP too.
            ("x", "http://example.org:81/x"),
            ("?", "http://example.org:81/?"),
        ] {
            assert_eq!(join(from, &url, location.as_bytes()), leads.as_bytes(), "{location}");
        }
    }

    #[test]
    fn header_lines() {
        assert!(has_header(b"a: b\r\nhost: x", b"host:"));
        assert!(!has_header(b"a: b\nhost: x", b"host:"));
        let mut lines = b"A: b\r\nContent-Length: 5\r\nC: d".to_vec();
        strip_header(&mut lines, b"content-length:");
        assert_eq!(lines, b"A: b\r\nC: d");
    }
}
