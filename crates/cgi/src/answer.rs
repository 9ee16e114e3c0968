//! The body of a request, and its answer as CGI has it: header lines first, the status among them. What carries both is a
//! [`Carrier`]: standard input and output, or a connection of FastCGI.

use crate::{settings::Values, variables::Request};
use phant_memory::{Array, Str};
use phant_native::{
    Ctx,
    output::Output,
    sapi::{BodyError, Sapi},
};
use phant_os::stdio::write_stdout;
use phant_sapi::{
    body::{Body, Collector, Limits, Received},
    form, headers, status,
};
use std::{
    cell::{Cell, OnceCell, RefCell},
    fs::File,
    io::{self, Read},
    os::fd::AsFd,
    rc::Rc,
    sync::Arc,
};

/// What a body comes from and an answer goes to.
pub trait Carrier {
    /// Reads from the body: how much, 0 at its end.
    fn read(&self, out: &mut [u8]) -> io::Result<usize>;
    /// Takes a part of the answer; false if nobody listens.
    fn write(&self, bytes: &[u8]) -> bool;
    /// Sends what it has held back of it.
    fn flush(&self) -> bool {
        true
    }
    /// A line of the error log.
    fn log(&self, line: &[u8]) {
        phant_native::sapi::Console.log(line);
    }
}

/// Standard input and output.
pub struct Stdio;

impl Carrier for Stdio {
    fn read(&self, out: &mut [u8]) -> io::Result<usize> {
        // Without a buffer: nothing beyond the body is taken from whoever reads standard input next.
        File::from(io::stdin().as_fd().try_clone_to_owned()?).read(out)
    }
    fn write(&self, bytes: &[u8]) -> bool {
        write_stdout(bytes).is_ok()
    }
}

/// The outside of a request.
pub struct Answer {
    request: Rc<Request>,
    /// What bodies may be.
    pub limits: Limits,
    settings: Arc<Values>,
    body: OnceCell<Body>,
    /// What a script reads of a body that is too large for a form.
    raw: OnceCell<Body>,
    /// Bodies that `request_parse_body` has taken apart.
    parsed: RefCell<Vec<Body>>,
    /// The header lines are printed, or are not to be.
    begun: Cell<bool>,
    carrier: Box<dyn Carrier>,
}

impl Answer {
    /// The outside of this request.
    pub fn new(request: Rc<Request>, limits: Limits, settings: Arc<Values>, quiet: bool, carrier: Box<dyn Carrier>) -> Answer {
        Answer {
            request,
            limits,
            settings,
            body: OnceCell::new(),
            raw: OnceCell::new(),
            parsed: RefCell::default(),
            begun: Cell::new(quiet),
            carrier,
        }
    }
    /// The body of the request, which is read when it is first asked for: a script may want standard input for itself.
    pub fn body(&self) -> &Body {
        self.body.get_or_init(|| {
            let is_post = self.request.method == b"POST";
            match self.request.content_length {
                size if is_post && size > self.limits.body => Body::TooLarge(size),
                size => self.read(Collector::new(&self.request.method, Some(&self.request.content_type), &self.limits), size),
            }
        })
    }
    /// The body as a script reads it.
    fn input(&self) -> &Body {
        match self.body() {
            Body::TooLarge(size) => self.raw.get_or_init(|| self.read(Collector::Memory(Vec::new()), *size)),
            body => body,
        }
    }
    /// Reads the body: as much as the server says there is.
    fn read(&self, mut collector: Collector, size: u64) -> Body {
        let mut left = size;
        let mut chunk = vec![0; 64 << 10];
        while left > 0 {
            let wanted = usize::try_from(left).map_or(chunk.len(), |left| left.min(chunk.len()));
            match self.carrier.read(&mut chunk[..wanted]) {
                Ok(n @ 1..) => {
                    collector.push(&chunk[..n]);
                    left -= n as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => break,
            }
        }
        collector.finish(Received::Whole).unwrap_or(Body::Memory(Vec::new()))
    }
    /// The end of the request, for the files that came with it.
    pub fn leave_moved_files(&self, ctx: &Ctx) {
        if let Some(body) = self.body.get() {
            form::leave_moved_files(ctx, body);
        }
        for body in self.parsed.take() {
            form::leave_moved_files(ctx, &body);
        }
    }
    /// What stands before the output: the header lines, once, where the script has not done without.
    fn head(&self, ctx: &Ctx) -> Vec<u8> {
        if self.begun.replace(true) {
            return Vec::new();
        }
        let status = ctx.request.status.get();
        let has_type = ctx.request.headers.borrow().iter().any(|line| name(line).eq_ignore_ascii_case(b"content-type"));
        let default_type = headers::default_type(ctx);
        // What the answer is given by default is among its headers from now on.
        if !has_type && !default_type.is_empty() && status != 304 {
            ctx.request.headers.borrow_mut().push(Str::new([b"Content-type: ", default_type.as_bytes()].concat()));
        }
        let form = Form { nph: ctx.ini.bool("cgi.nph"), rfc2616: ctx.ini.bool("cgi.rfc2616_headers") };
        let line = ctx.request.status_line.get();
        head(
            form,
            if status == 0 { 200 } else { status },
            line.as_ref().map(|line| line.as_bytes()),
            &ctx.request.headers.borrow(),
        )
    }
    fn put(&self, ctx: &Ctx, bytes: &[u8]) -> bool {
        let mut out = self.head(ctx);
        // Of an answer to HEAD only the header lines are wanted.
        if self.request.method != b"HEAD" {
            if out.is_empty() {
                return bytes.is_empty() || self.carrier.write(bytes);
            }
            out.extend_from_slice(bytes);
        }
        out.is_empty() || self.carrier.write(&out)
    }
}

/// How header lines are written.
#[derive(Clone, Copy)]
struct Form {
    /// `cgi.nph`: with a status line whatever it is.
    nph: bool,
    /// `cgi.rfc2616_headers`: with the line of HTTP instead of `Status`.
    rfc2616: bool,
}

fn name(line: &[u8]) -> &[u8] {
    line.split(|&c| c == b':').next().unwrap_or_default().trim_ascii()
}

/// The header lines of an answer. `line` is a status line that the script has written itself.
fn head(form: Form, code: u16, line: Option<&[u8]>, lines: &[Str]) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    let is_status = |line: &[u8]| line.len() > 7 && line[..7].eq_ignore_ascii_case(b"Status:");
    let mut own_code = None;
    let mut said = false;
    if form.nph || code != 200 {
        let behind = line.and_then(|line| line.iter().position(|&c| c == b' ').map(|at| &line[at..]));
        match (line, behind) {
            (Some(line), _) if form.rfc2616 => out.extend_from_slice(line),
            (Some(_), Some(behind)) => out.extend_from_slice(&[b"Status:", behind].concat()),
            _ if lines.iter().any(|line| is_status(line)) => {}
            _ => match status::php_reason(code) {
                Some(words) => out.extend_from_slice(format!("Status: {code} {words}").as_bytes()),
                None => out.extend_from_slice(format!("Status: {code}").as_bytes()),
            },
        }
        if !out.is_empty() {
            out.extend_from_slice(b"\r\n");
            said = true;
            own_code = line.and_then(headers::status_of);
        }
    }
    for line in lines.iter().filter(|line| !line.is_empty()) {
        if is_status(line) {
            if std::mem::replace(&mut said, true) {
                continue;
            }
        } else if own_code == Some(304) && name(line).eq_ignore_ascii_case(b"content-type") {
            continue;
        }
        out.extend_from_slice(line);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b"\r\n");
    out
}

impl Sapi for Answer {
    fn body_size(&self) -> u64 {
        self.input().size()
    }
    fn read_body(&self, at: u64, out: &mut [u8]) -> usize {
        self.input().read(at, out).unwrap_or(0)
    }
    fn write(&self, ctx: &Ctx, bytes: &[u8]) -> bool {
        self.put(ctx, bytes)
    }
    fn flush(&self, ctx: &Ctx) -> bool {
        if ctx.request.headers_sent.is_none() {
            let location = ctx.location();
            Output::send_headers(ctx, location);
        }
        self.put(ctx, b"") && self.carrier.flush()
    }
    fn end(&self, ctx: &Ctx) {
        self.put(ctx, b"");
    }
    fn log(&self, line: &[u8]) {
        self.carrier.log(line);
    }
    fn parse_body(&self, ctx: &Ctx, limits: &[(&str, i64)]) -> Result<(Array, Array), BodyError> {
        let (fields, files, body) = form::parse_body(ctx, Some(&self.request.content_type), self.body(), &self.settings, limits)?;
        self.parsed.borrow_mut().extend(body);
        Ok((fields, files))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_lines() {
        let lines: Vec<Str> = ["X-A: b", "Status: 403 Also", "status: 404"].map(Str::from).to_vec();
        let text = |form: Form, code: u16, line: Option<&str>, lines: &[Str]| {
            String::from_utf8(head(form, code, line.map(str::as_bytes), lines)).expect("text").replace("\r\n", "|")
        };
        let plain = Form { nph: false, rfc2616: false };
        assert_eq!(text(plain, 200, None, &lines[..1]), "X-A: b||");
        assert_eq!(text(plain, 200, None, &lines), "X-A: b|Status: 403 Also||");
        assert_eq!(text(plain, 403, Some("HTTP/1.1 403 No"), &lines), "Status: 403 No|X-A: b||");
        assert_eq!(text(Form { rfc2616: true, ..plain }, 403, Some("HTTP/1.1 403 No"), &[]), "HTTP/1.1 403 No||");
        assert_eq!(text(Form { nph: true, ..plain }, 200, None, &[]), "Status: 200 OK||");
        assert_eq!(text(plain, 299, None, &[]), "Status: 299||");
        let kind = [Str::from("Content-Type: a/b")];
        assert_eq!(text(plain, 304, Some("HTTP/1.1 304 Same"), &kind), "Status: 304 Same||");
    }
}
