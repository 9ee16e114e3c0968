//! `http://`: a client for reading URLs.

use phant_memory::{Array, Key, PhpStr, Resource, Str, Value};
use phant_native::{
    Ctx, Level, PhpResult, convert,
    descriptor::FunctionGroup,
    functions, php, resource,
    ret::OrFalse,
    stream::{
        self, Context, Stream, Wrapper,
        context::{Notification, notify},
        errors,
        filter::{self, Chain},
        flags, transport,
    },
};
use std::rc::Rc;

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![http_get_last_response_headers, http_clear_last_response_headers, get_headers];

pub(crate) static HTTP: HttpWrapper = HttpWrapper { encrypted: false };
pub(crate) static HTTPS: HttpWrapper = HttpWrapper { encrypted: true };

/// See the [module documentation](self).
pub(crate) struct HttpWrapper {
    encrypted: bool,
}

/// The longest header line that is looked at.
const LONGEST_LINE: usize = 8192;

/// The parts of a URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Url {
    encrypted: bool,
    user: Option<Vec<u8>>,
    password: Option<Vec<u8>>,
    host: Vec<u8>,
    port: Option<u16>,
    /// Path and query; begins with a slash.
    target: Vec<u8>,
}

impl Url {
    fn parse(text: &[u8]) -> Option<Url> {
        let colon = text.iter().position(|&b| b == b':')?;
        let encrypted = match text[..colon].to_ascii_lowercase().as_slice() {
            b"http" => false,
            b"https" => true,
            _ => return None,
        };
        let rest = text[colon..].strip_prefix(b"://")?;
        let end = rest.iter().position(|b| matches!(b, b'/' | b'?' | b'#')).unwrap_or(rest.len());
        let (authority, tail) = rest.split_at(end);
        let (login, host) = match authority.iter().rposition(|&b| b == b'@') {
            Some(at) => (Some(&authority[..at]), &authority[at + 1..]),
            None => (None, authority),
        };
        let port_at = host.iter().rposition(|&b| b == b':').filter(|&i| !host[i..].contains(&b']'));
        let (host, port) = match port_at {
            Some(i) if i + 1 == host.len() => (&host[..i], None),
            Some(i) => (&host[..i], Some(std::str::from_utf8(&host[i + 1..]).ok()?.parse().ok()?)),
            None => (host, None),
        };
        if host.is_empty() {
            return None;
        }
        let tail = &tail[..tail.iter().position(|&b| b == b'#').unwrap_or(tail.len())];
        let mut target = Vec::with_capacity(tail.len() + 1);
        if tail.first() != Some(&b'/') {
            target.push(b'/');
        }
        target.extend_from_slice(tail);
        let (user, password) = match login {
            Some(login) => match login.iter().position(|&b| b == b':') {
                Some(i) => (Some(login[..i].to_vec()), Some(login[i + 1..].to_vec())),
                None => (Some(login.to_vec()), None),
            },
            None => (None, None),
        };
        Some(Url { encrypted, user, password, host: host.to_vec(), port, target })
    }
    fn effective_port(&self) -> u16 {
        self.port.unwrap_or(if self.encrypted { 443 } else { 80 })
    }
    /// Where a `Location` leads.
    fn join(&self, location: &[u8]) -> Vec<u8> {
        if stream::wrapper::scheme_length(location).is_some() {
            return location.to_vec();
        }
        let mut out = if self.encrypted { b"https://".to_vec() } else { b"http://".to_vec() };
        out.extend_from_slice(&self.host);
        if let Some(port) = self.port {
            out.extend_from_slice(format!(":{port}").as_bytes());
        }
        if location.first() == Some(&b'/') {
            out.extend_from_slice(location);
            return out;
        }
        let path = &self.target[..self.target.iter().position(|&b| b == b'?').unwrap_or(self.target.len())];
        let directory = path.iter().rposition(|&b| b == b'/').map_or(0, |i| i + 1);
        out.extend_from_slice(&path[..directory]);
        out.extend_from_slice(location);
        out
    }
}

impl Wrapper for HttpWrapper {
    fn label(&self) -> &'static str {
        "http"
    }
    fn is_url(&self) -> bool {
        true
    }
    fn open(&self, ctx: &mut Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
        if mode.iter().any(|b| b"aw+".contains(b)) {
            errors::log(ctx, options, "HTTP wrapper does not support writeable connections");
            return None;
        }
        let _ = self.encrypted;
        let variable = ctx.host.caller_variable(ctx, &phant_memory::intern(b"http_response_header"));
        let mut client = Client {
            options,
            context: context.cloned(),
            settings: context.and_then(resource::get::<Context>),
            headers: Array::new(),
            redirects: 0,
        };
        stream::set_last_http_headers(ctx, Value::NULL);
        let opened = client.fetch(ctx, path, mode, None);
        if !client.headers.is_empty() {
            variable.set(client.headers.clone().into());
            stream::set_last_http_headers(ctx, client.headers.clone().into());
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
    redirects: i64,
}

/// What a response's head told.
struct Head {
    code: i64,
    status_line: Vec<u8>,
    location: Option<Vec<u8>>,
    chunked: bool,
    length: i64,
}

impl Client {
    fn option(&self, name: &str) -> Option<Value> {
        self.settings.as_ref()?.option("http", name)
    }
    fn truth(&self, name: &str, default: bool) -> bool {
        self.option(name).map_or(default, |v| convert::to_bool(&v))
    }
    fn fail(&self, ctx: &mut Ctx, message: impl AsRef<[u8]>) -> Option<Resource> {
        errors::log(ctx, self.options, message);
        None
    }

    /// Requests a URL and follows redirects. `method` replaces the context's after a redirect.
    fn fetch(&mut self, ctx: &mut Ctx, path: &[u8], mode: &[u8], method: Option<&'static str>) -> Option<Resource> {
        let Some(url) = Url::parse(path) else { return self.fail(ctx, "operation failed") };
        let proxy = self.option("proxy").and_then(|v| v.as_str().cloned());
        let seconds = match self.option("timeout") {
            Some(v) => convert::to_float(&v),
            None => transport::default_timeout(ctx),
        };
        let target: Vec<u8> = match &proxy {
            Some(proxy) => proxy.to_vec(),
            None => {
                let scheme = if url.encrypted { "ssl" } else { "tcp" };
                [scheme.as_bytes(), b"://", &url.host, format!(":{}", url.effective_port()).as_bytes()].concat()
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
        ctx.host.flush_output(ctx);
        let connection = match transport::open(ctx, &target, request) {
            Ok(r) => r,
            Err(failure) => {
                let text = failure.message.unwrap_or_else(|| b"Unknown error".to_vec());
                return self.fail(ctx, text);
            }
        };
        let stream = resource::get::<Stream>(&connection)?;
        stream.ops().set_option(ctx, &stream, stream::StreamOption::ReadTimeout(transport::timeout_of(seconds)));
        let note = Notification { code: phant_native::stream::context::notify::CONNECT, ..Notification::default() };
        notify(ctx, self.context.as_ref(), note);
        let method = match method {
            Some(method) => method.to_owned(),
            None => {
                self.option("method").and_then(|v| v.as_str().map(|s| s.to_text().into_owned())).unwrap_or_else(|| "GET".into())
            }
        };
        let full = self.truth("request_fulluri", false);
        let bytes = self.request(ctx, &url, path, &method, full)?;
        if stream.write(ctx, &bytes).is_none() || ctx.has_exception() {
            stream.close(ctx);
            return None;
        }
        let head = match self.read_head(ctx, &stream) {
            Some(head) => head,
            None => {
                stream.close(ctx);
                return self.fail(ctx, "HTTP request failed!");
            }
        };
        let follow = self.truth("follow_location", true);
        let redirect = head.location.as_ref().filter(|_| follow && (300..=308).contains(&head.code) && head.code != 304);
        if let Some(location) = redirect {
            stream.close(ctx);
            let most = self.option("max_redirects").map_or(20, |v| convert::to_int(&v));
            self.redirects += 1;
            if self.redirects >= most.max(1) && most <= self.redirects {
                return self.fail(ctx, "Redirection limit reached, aborting");
            }
            let next = url.join(location);
            if next.iter().any(|&b| b < 0x20 || b == 0x7f) || Url::parse(&next).is_none() {
                let text = [b"Invalid redirect URL! ", &next[..]].concat();
                return self.fail(ctx, text);
            }
            let note = Notification {
                code: phant_native::stream::context::notify::REDIRECTED,
                message: Some(&next),
                ..Notification::default()
            };
            notify(ctx, self.context.as_ref(), note);
            // Only 307 and 308 repeat the request as it was.
            let keep = matches!(head.code, 307 | 308) || method == "GET" || method == "HEAD";
            let method = if keep { None } else { Some("GET") };
            return self.fetch(ctx, &next, mode, method);
        }
        if head.code >= 400 && !self.truth("ignore_errors", false) {
            stream.close(ctx);
            let text = [b"HTTP request failed! ", &head.status_line[..]].concat();
            return self.fail(ctx, text);
        }
        if head.chunked
            && self.truth("auto_decode", true)
            && let Some(entry) = filter::make(ctx, &stream, b"dechunk", &Value::UNDEF)
        {
            filter::attach(ctx, &stream, entry, Chain::Read, true);
        }
        if head.length >= 0 {
            let note = Notification {
                code: phant_native::stream::context::notify::FILE_SIZE_IS,
                max: head.length,
                ..Notification::default()
            };
            notify(ctx, self.context.as_ref(), note);
        }
        stream.set_position(0);
        stream.set_flags(flags::NO_SEEK);
        stream.set_mode(mode);
        stream.set_wrapper_data(self.headers.clone().into());
        Some(connection)
    }

    /// The request's text. `None` if making it threw.
    fn request(&self, ctx: &mut Ctx, url: &Url, full: &[u8], method: &str, full_uri: bool) -> Option<Vec<u8>> {
        let mut out = method.as_bytes().to_vec();
        out.push(b' ');
        out.extend_from_slice(if full_uri { full } else { &url.target });
        match self.option("protocol_version") {
            Some(v) => out.extend_from_slice(format!(" HTTP/{:.1}\r\n", convert::to_float(&v)).as_bytes()),
            None => out.extend_from_slice(b" HTTP/1.1\r\n"),
        }
        let mut own = self.user_headers();
        let redirected = self.redirects > 0;
        let has = |own: &[Vec<u8>], name: &str| {
            own.iter().any(|h| h.get(..name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes())))
        };
        let body = self
            .option("content")
            .and_then(|v| v.as_str().cloned())
            .filter(|c| !c.is_empty() && method != "GET" && method != "HEAD" || !c.is_empty() && !redirected);
        if redirected && body.is_none() {
            own.retain(|h| !has(std::slice::from_ref(h), "content-length:") && !has(std::slice::from_ref(h), "content-type:"));
        }
        if let Some(user) = url.user.as_ref().filter(|_| !has(&own, "authorization:")) {
            let login = [
                &stream::data::url_decode(user)[..],
                b":",
                &stream::data::url_decode(url.password.as_deref().unwrap_or_default()),
            ]
            .concat();
            out.extend_from_slice(b"Authorization: Basic ");
            out.extend_from_slice(&base64(&login));
            out.extend_from_slice(b"\r\n");
        }
        let from = ctx.ini.text("from");
        if !from.is_empty() && !has(&own, "from:") {
            out.extend_from_slice(b"From: ");
            out.extend_from_slice(&from);
            out.extend_from_slice(b"\r\n");
        }
        if !has(&own, "host:") {
            out.extend_from_slice(b"Host: ");
            out.extend_from_slice(&url.host);
            let standard = if url.encrypted { 443 } else { 80 };
            if url.effective_port() != standard {
                out.extend_from_slice(format!(":{}", url.effective_port()).as_bytes());
            }
            out.extend_from_slice(b"\r\n");
        }
        if !has(&own, "connection:") {
            out.extend_from_slice(b"Connection: close\r\n");
        }
        let agent = match self.option("user_agent") {
            Some(v) => v.as_str().cloned().unwrap_or_default(),
            None => ctx.ini.text("user_agent"),
        };
        if !agent.is_empty() && !has(&own, "user-agent:") {
            let line: Vec<u8> = agent.iter().copied().filter(|b| !matches!(b, b'\r' | b'\n')).collect();
            out.extend_from_slice(b"User-Agent: ");
            out.extend_from_slice(&line);
            out.extend_from_slice(b"\r\n");
        }
        for line in &own {
            out.extend_from_slice(line);
            out.extend_from_slice(b"\r\n");
        }
        if let Some(body) = body {
            if !has(&own, "content-length:") {
                out.extend_from_slice(format!("Content-Length: {}\r\n", body.len()).as_bytes());
            }
            if !has(&own, "content-type:") {
                out.extend_from_slice(b"Content-Type: application/x-www-form-urlencoded\r\n");
                ctx.report_here(Level::Notice, "Content-type not specified assuming application/x-www-form-urlencoded");
                ctx.check().ok()?;
            }
            out.extend_from_slice(b"\r\n");
            out.extend_from_slice(&body);
        } else {
            out.extend_from_slice(b"\r\n");
        }
        Some(out)
    }

    /// The context's header lines.
    fn user_headers(&self) -> Vec<Vec<u8>> {
        let mut text: Vec<u8> = Vec::new();
        match self.option("header") {
            Some(v) => {
                if let Some(list) = v.as_array() {
                    for line in list.values().filter_map(Value::as_str) {
                        text.extend_from_slice(line);
                        text.extend_from_slice(b"\r\n");
                    }
                } else if let Some(line) = v.as_str() {
                    text.extend_from_slice(line);
                }
            }
            None => return Vec::new(),
        }
        text.trim_ascii()
            .split(|&b| b == b'\n')
            .map(|l| l.strip_suffix(b"\r").unwrap_or(l).to_vec())
            .filter(|l| !l.is_empty())
            .collect()
    }

    fn keep(&mut self, line: &[u8]) {
        let _ = self.headers.push(Value::from(line));
    }

    /// Reads status and header lines. Interim responses are passed over.
    fn read_head(&mut self, ctx: &mut Ctx, stream: &Stream) -> Option<Head> {
        let trim = |line: &Str| -> Vec<u8> { line.trim_ascii_end().to_vec() };
        loop {
            let first = stream.read_line(ctx, Some(LONGEST_LINE))?;
            let status_line = first.to_vec();
            let text = trim(&first);
            let code = text.splitn(3, |&b| b == b' ').nth(1).map_or(0, phant_numeric::parse::to_int);
            if !text.starts_with(b"HTTP/") {
                return None;
            }
            let mut head = Head { code, status_line, location: None, chunked: false, length: -1 };
            let interim = (100..200).contains(&code) && code != 101;
            if !interim {
                self.keep(&text);
            }
            let mut pending: Option<Vec<u8>> = None;
            loop {
                let line = stream.read_line(ctx, Some(LONGEST_LINE)).map(|l| trim(&l)).unwrap_or_default();
                // A line that begins with a blank goes on with the one before.
                if let (Some(before), Some(b' ' | b'\t')) = (&mut pending, line.first()) {
                    before.push(b' ');
                    before.extend_from_slice(line.trim_ascii());
                    continue;
                }
                if let Some(done) = pending.take()
                    && !interim
                {
                    self.header(ctx, &done, &mut head);
                    self.keep(&done);
                }
                if line.is_empty() || ctx.has_exception() {
                    break;
                }
                pending = Some(line);
            }
            if !interim {
                return Some(head);
            }
        }
    }

    fn header(&self, ctx: &mut Ctx, line: &[u8], head: &mut Head) {
        let Some(colon) = line.iter().position(|&b| b == b':') else { return };
        let value = line[colon + 1..].trim_ascii();
        match line[..colon].to_ascii_lowercase().as_slice() {
            b"location" => head.location = Some(value.to_vec()),
            b"transfer-encoding" => head.chunked = value.get(..7).is_some_and(|v| v.eq_ignore_ascii_case(b"chunked")),
            b"content-length" => head.length = phant_numeric::parse::to_int(value),
            b"content-type" => {
                let note = Notification {
                    code: phant_native::stream::context::notify::MIME_TYPE_IS,
                    message: Some(value),
                    ..Notification::default()
                };
                notify(ctx, self.context.as_ref(), note);
            }
            _ => {}
        }
    }
}

#[php("function http_get_last_response_headers(): ?array")]
fn http_get_last_response_headers(ctx: &mut Ctx) -> Value {
    stream::last_http_headers(ctx)
}

#[php("function http_clear_last_response_headers(): void")]
fn http_clear_last_response_headers(ctx: &mut Ctx) {
    stream::set_last_http_headers(ctx, Value::NULL);
}

#[php("function get_headers(string $url, bool $associative = false, $context = null): array|false")]
fn get_headers(ctx: &mut Ctx, url: &PhpStr, associative: bool, context: Option<&Value>) -> PhpResult<OrFalse<Array>> {
    crate::file::check_path(ctx, url, 1)?;
    let context = stream::context_argument(ctx, context, false, 3)?;
    let options = stream::options::REPORT_ERRORS | stream::options::ONLY_GET_HEADERS;
    let opened = stream::open_required(ctx, url, b"r", options, context.as_ref())?;
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
        if let Some(list) = slot.as_array_mut() {
            let _ = list.push(value);
        }
    }
    Ok(OrFalse::Some(out))
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            out.push(if i <= group.len() { LETTERS[(bits >> (18 - 6 * i) & 63) as usize] } else { b'=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls() {
        let url = Url::parse(b"http://u:p@example.org:81/a/b?c#d").unwrap();
        assert_eq!(url.user.as_deref(), Some(&b"u"[..]));
        assert_eq!((url.port, &url.target[..]), (Some(81), &b"/a/b?c"[..]));
        assert_eq!(url.join(b"x"), b"http://example.org:81/a/x");
        assert_eq!(url.join(b"/x"), b"http://example.org:81/x");
        assert_eq!(url.join(b"https://y/"), b"https://y/");
        assert_eq!(Url::parse(b"http://h?q").unwrap().target, b"/?q");
        assert_eq!(Url::parse(b"http:///x"), None);
    }
    #[test]
    fn login() {
        assert_eq!(base64(b"user:pass"), b"dXNlcjpwYXNz");
    }
}
