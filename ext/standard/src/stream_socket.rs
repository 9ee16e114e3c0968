//! Socket streams.

use phant_memory::{Array, PhpStr, Resource, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, resource, ret::OrFalse};
use phant_os::{
    poll,
    socket::{Address, Kind, message},
};
use phant_streams::{
    self as streams, Stream,
    socket::{self, Socket, address_text},
    transport::{self, Failure, Request},
};
use std::{
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    os::fd::{AsFd, OwnedFd},
    rc::Rc,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    stream_socket_client,
    stream_socket_server,
    stream_socket_accept,
    stream_socket_get_name,
    stream_socket_recvfrom,
    stream_socket_sendto,
    stream_socket_enable_crypto,
    stream_socket_shutdown,
    stream_socket_pair,
    fsockopen,
    pfsockopen,
];

/// Throws if a timeout is no finite number. `number` is the argument's, from 1.
fn finite(ctx: &Ctx, timeout: Option<f64>, number: usize) -> PhpResult<()> {
    match timeout {
        Some(t) if !t.is_finite() => Err(ctx.argument_error(number, "must be a finite value")),
        _ => Ok(()),
    }
}

/// An address as the warning about it shows it: with backslashes before quotes, backslashes and NUL bytes.
fn escaped(address: &[u8]) -> Vec<u8> {
    let mut shown = Vec::with_capacity(address.len());
    for &byte in address {
        match byte {
            0 => shown.extend_from_slice(b"\\0"),
            b'\'' | b'"' | b'\\' => shown.extend_from_slice(&[b'\\', byte]),
            _ => shown.push(byte),
        }
    }
    shown
}
fn until_nul(text: &[u8]) -> &[u8] {
    text.split(|&b| b == 0).next().unwrap_or_default()
}

/// Tells the caller's variables why opening failed, and warns.
fn failed(ctx: &Ctx, shown: &[u8], failure: Failure, code: &mut RefArg<'_>, text: &mut RefArg<'_>) -> PhpResult<()> {
    ctx.check()?;
    let reason = failure.message.as_deref().unwrap_or(b"Unknown error");
    let mut warning = b"Unable to connect to ".to_vec();
    warning.extend_from_slice(shown);
    warning.extend_from_slice(b" (");
    warning.extend_from_slice(reason);
    warning.push(b')');
    ctx.warning(warning);
    code.set(failure.code);
    text.set(failure.message.map_or_else(|| Value::from(""), Value::from));
    ctx.check()
}

#[php(
    "function stream_socket_client(string $address, &$error_code = null, &$error_message = null, ?float $timeout = null, int $flags = STREAM_CLIENT_CONNECT, ?resource $context = null)"
)]
fn stream_socket_client(
    ctx: &Ctx,
    address: &PhpStr,
    mut error_code: RefArg<'_>,
    mut error_message: RefArg<'_>,
    timeout: Option<f64>,
    flags: i64,
    context: Option<&Value>,
) -> PhpResult<OrFalse<Resource>> {
    const ASYNC: i64 = 2;
    const CONNECT: i64 = 4;
    let context = streams::context_argument(ctx, context, false, 6)?;
    finite(ctx, timeout, 4)?;
    let seconds = timeout.unwrap_or_else(|| transport::default_timeout(ctx));
    error_code.set(0i64);
    error_message.set("");
    let request = Request {
        transport: "",
        address: b"",
        server: false,
        listen: false,
        asynchronous: flags & ASYNC != 0,
        connect: flags & (ASYNC | CONNECT) != 0,
        timeout: transport::timeout_of(seconds),
        context: context.as_ref(),
    };
    match transport::open(ctx, address, request) {
        Ok(r) => Ok(OrFalse::Some(r)),
        Err(failure) => {
            failed(ctx, &escaped(address), failure, &mut error_code, &mut error_message)?;
            Ok(OrFalse::False)
        }
    }
}

#[php(
    "function stream_socket_server(string $address, &$error_code = null, &$error_message = null, int $flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, ?resource $context = null)"
)]
fn stream_socket_server(
    ctx: &Ctx,
    address: &PhpStr,
    mut error_code: RefArg<'_>,
    mut error_message: RefArg<'_>,
    flags: i64,
    context: Option<&Value>,
) -> PhpResult<OrFalse<Resource>> {
    const LISTEN: i64 = 8;
    let context = streams::context_argument(ctx, context, false, 5)?;
    error_code.set(0i64);
    error_message.set("");
    let request = Request {
        transport: "",
        address: b"",
        server: true,
        listen: flags & LISTEN != 0,
        asynchronous: false,
        connect: false,
        timeout: None,
        context: context.as_ref(),
    };
    match transport::open(ctx, address, request) {
        Ok(r) => Ok(OrFalse::Some(r)),
        Err(failure) => {
            failed(ctx, until_nul(address), failure, &mut error_code, &mut error_message)?;
            Ok(OrFalse::False)
        }
    }
}

/// Opens `host:port`, as `fsockopen` does.
fn open_host(
    ctx: &Ctx,
    hostname: &PhpStr,
    port: i64,
    mut error_code: RefArg<'_>,
    mut error_message: RefArg<'_>,
    timeout: Option<f64>,
) -> PhpResult<OrFalse<Resource>> {
    let seconds = timeout.unwrap_or_else(|| transport::default_timeout(ctx));
    const LONGEST: f64 = (i64::MAX / 1_000_000) as f64;
    if seconds != -1.0 && !(0.0..=LONGEST).contains(&seconds) {
        let text = format!("must be -1 or between 0 and {}", phant_native::convert::repr(LONGEST));
        return Err(ctx.argument_error(6, text));
    }
    let mut url = hostname.to_vec();
    if port > 0 {
        url.extend_from_slice(format!(":{port}").as_bytes());
    }
    error_code.set(0i64);
    error_message.set("");
    let request = Request {
        transport: "",
        address: b"",
        server: false,
        listen: false,
        asynchronous: false,
        connect: true,
        timeout: transport::timeout_of(seconds),
        context: None,
    };
    match transport::open(ctx, &url, request) {
        Ok(r) => Ok(OrFalse::Some(r)),
        Err(failure) => {
            let shown = [until_nul(hostname), format!(":{port}").as_bytes()].concat();
            failed(ctx, &shown, failure, &mut error_code, &mut error_message)?;
            Ok(OrFalse::False)
        }
    }
}

#[php(
    "function fsockopen(string $hostname, int $port = -1, &$error_code = null, &$error_message = null, ?float $timeout = null)"
)]
fn fsockopen(
    ctx: &Ctx,
    hostname: &PhpStr,
    port: i64,
    error_code: RefArg<'_>,
    error_message: RefArg<'_>,
    timeout: Option<f64>,
) -> PhpResult<OrFalse<Resource>> {
    open_host(ctx, hostname, port, error_code, error_message, timeout)
}

/// Persistent connections end with the request, as all others do: workers keep nothing open for scripts.
#[php(
    "function pfsockopen(string $hostname, int $port = -1, &$error_code = null, &$error_message = null, ?float $timeout = null)"
)]
fn pfsockopen(
    ctx: &Ctx,
    hostname: &PhpStr,
    port: i64,
    error_code: RefArg<'_>,
    error_message: RefArg<'_>,
    timeout: Option<f64>,
) -> PhpResult<OrFalse<Resource>> {
    let opened = open_host(ctx, hostname, port, error_code, error_message, timeout)?;
    if let OrFalse::Some(r) = &opened {
        resource::set_type_name(r, "persistent stream");
    }
    Ok(opened)
}

/// The socket of a stream.
fn socket_of(stream: &Rc<Stream>) -> Option<&Socket> {
    stream.ops_as::<Socket>()
}

#[php("function stream_socket_accept(resource $socket, ?float $timeout = null, &$peer_name = null)")]
fn stream_socket_accept(
    ctx: &Ctx,
    socket: &Value,
    timeout: Option<f64>,
    mut peer_name: RefArg<'_>,
    passed: usize,
) -> PhpResult<OrFalse<Resource>> {
    let server = streams::from_value(ctx, socket, 1)?;
    finite(ctx, timeout, 2)?;
    let seconds = timeout.unwrap_or_else(|| transport::default_timeout(ctx));
    let Some(listening) = socket_of(&server) else {
        ctx.warning("Accept failed: Unknown error");
        return Ok(OrFalse::False);
    };
    let accepted = listening.with(|fd| {
        use std::os::fd::AsRawFd;
        if poll::wait(fd.as_raw_fd(), poll::IN, transport::timeout_of(seconds))? == 0 {
            return Err(std::io::Error::from_raw_os_error(transport::TIMED_OUT));
        }
        phant_os::socket::accept(fd.as_fd())
    });
    match accepted {
        Ok((fd, peer)) => {
            if passed > 2 {
                peer_name.set(address_text(&peer).map_or(Value::NULL, Value::from));
            }
            let context = server.context();
            let no_delay = transport::context_option(context.as_ref(), "socket", "tcp_nodelay");
            if no_delay.is_some_and(|v| phant_native::convert::to_bool(&v)) {
                let _ = phant_os::socket::set_flag(fd.as_fd(), phant_os::socket::Flag::NoDelay, true);
            }
            let r = socket::register(ctx, fd, listening.label_name());
            if let Some(stream) = resource::get::<Stream>(&r) {
                stream.set_context(context);
                stream.set_flags(streams::flags::NO_SEEK);
                if listening.encrypts() != 0 {
                    let switched = transport::encrypt(ctx, &stream, Some(listening.encrypts()));
                    if switched == transport::Switched::Failed {
                        stream.close(ctx);
                        ctx.check()?;
                        ctx.warning("Failed to enable crypto");
                        ctx.warning("Accept failed: Unknown error");
                        return ctx.check().map(|()| OrFalse::False);
                    }
                }
            }
            Ok(OrFalse::Some(r))
        }
        Err(e) => {
            ctx.warning(format!("Accept failed: {}", phant_os::error_text(&e)));
            Ok(OrFalse::False)
        }
    }
}

#[php("function stream_socket_get_name(resource $socket, bool $remote): string|false")]
fn stream_socket_get_name(ctx: &Ctx, socket: &Value, remote: bool) -> PhpResult<OrFalse<Vec<u8>>> {
    let stream = streams::from_value(ctx, socket, 1)?;
    let Some(socket) = socket_of(&stream) else { return Ok(OrFalse::False) };
    let address = socket
        .with(|fd| if remote { phant_os::socket::peer_address(fd.as_fd()) } else { phant_os::socket::local_address(fd.as_fd()) });
    Ok(address.ok().and_then(|a| address_text(&a)).into())
}

#[php("function stream_socket_recvfrom(resource $socket, int $length, int $flags = 0, &$address = null): string|false")]
fn stream_socket_recvfrom(
    ctx: &Ctx,
    socket: &Value,
    length: i64,
    flags: i64,
    mut address: RefArg<'_>,
    passed: usize,
) -> PhpResult<OrFalse<Vec<u8>>> {
    let stream = streams::from_value(ctx, socket, 1)?;
    if passed > 3 {
        address.set(Value::NULL);
    }
    if length <= 0 {
        return Err(ctx.argument_error(2, "must be greater than 0"));
    }
    let Some(socket) = socket_of(&stream) else { return Ok(OrFalse::False) };
    let mut buffer = vec![0; (length as usize).min(1 << 24)];
    let peek = flags & i64::from(message::PEEK) != 0;
    let urgent = flags & i64::from(message::OUT_OF_BAND) != 0;
    // What was buffered by reading lines comes first.
    if !peek && !urgent && stream.unread() > 0 {
        let wanted = stream.unread().min(buffer.len());
        let n = stream.read(ctx, &mut buffer[..wanted]).unwrap_or(0);
        buffer.truncate(n);
        return Ok(OrFalse::Some(buffer));
    }
    let mut wire = 0;
    if peek {
        wire |= message::PEEK;
    }
    if urgent {
        wire |= message::OUT_OF_BAND;
    }
    match socket.with(|fd| phant_os::socket::receive_from(fd.as_fd(), &mut buffer, wire)) {
        Ok((n, from)) => {
            if passed > 3
                && let Some(text) = from.as_ref().and_then(address_text)
            {
                address.set(text);
            }
            buffer.truncate(n);
            Ok(OrFalse::Some(buffer))
        }
        Err(_) => Ok(OrFalse::False),
    }
}

/// An address such as `127.0.0.1:53`, or a path for UNIX sockets.
fn parse_address(text: &[u8], unix: bool) -> Option<Address> {
    if unix {
        return Some(Address::Unix(text.to_vec()));
    }
    let (host, port) = transport::host_and_port(text).ok()?;
    let host = String::from_utf8_lossy(&host).into_owned();
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Some(Address::Inet(SocketAddr::new(ip, port)));
    }
    (host.as_str(), port).to_socket_addrs().ok()?.next().map(Address::Inet)
}

#[php("function stream_socket_sendto(resource $socket, string $data, int $flags = 0, string $address = ''): int|false")]
fn stream_socket_sendto(ctx: &Ctx, socket: &Value, data: &PhpStr, flags: i64, address: &PhpStr) -> PhpResult<OrFalse<i64>> {
    let stream = streams::from_value(ctx, socket, 1)?;
    let Some(socket) = socket_of(&stream) else { return Ok(OrFalse::False) };
    let unix = matches!(socket.label_name(), socket::labels::UNIX | socket::labels::UDG);
    let mut to = None;
    if !address.is_empty() {
        to = parse_address(address, unix);
        if to.is_none() {
            ctx.warning(format!("Failed to parse `{address}' into a valid network address"));
            return Ok(OrFalse::False);
        }
    }
    let wire = if flags & i64::from(message::OUT_OF_BAND) != 0 { message::OUT_OF_BAND } else { 0 };
    match socket.with(|fd| phant_os::socket::send(fd.as_fd(), data, wire, to.as_ref())) {
        Ok(n) => Ok(OrFalse::Some(n as i64)),
        Err(e) => {
            ctx.warning(format!("{}\n", phant_os::error_text(&e)));
            Ok(OrFalse::Some(-1))
        }
    }
}

#[php(
    "function stream_socket_enable_crypto(resource $stream, bool $enable, ?int $crypto_method = null, $session_stream = null): int|bool"
)]
fn stream_socket_enable_crypto(
    ctx: &Ctx,
    stream: &Value,
    enable: bool,
    crypto_method: Option<i64>,
    session_stream: Option<&Value>,
) -> PhpResult<Value> {
    let stream = streams::from_value(ctx, stream, 1)?;
    if let Some(session) = session_stream {
        streams::from_value(ctx, session, 4)?;
    }
    let mut method = crypto_method;
    if enable && method.is_none() {
        let set = transport::context_option(stream.context().as_ref(), "ssl", "crypto_method");
        let Some(set) = set else {
            return Err(ctx.argument_error(3, "must be specified when enabling encryption"));
        };
        method = Some(phant_native::convert::to_int(&set));
    }
    let switched = match socket_of(&stream) {
        Some(_) => transport::encrypt(ctx, &stream, if enable { method } else { None }),
        None => transport::Switched::Failed,
    };
    ctx.check()?;
    Ok(match switched {
        transport::Switched::Done => Value::TRUE,
        transport::Switched::Waiting => Value::int(0),
        transport::Switched::Failed => Value::FALSE,
    })
}

#[php("function stream_socket_shutdown(resource $stream, int $mode): bool")]
fn stream_socket_shutdown(ctx: &Ctx, stream: &Value, mode: i64) -> PhpResult<bool> {
    let stream = streams::from_value(ctx, stream, 1)?;
    if !(0..=2).contains(&mode) {
        return Err(ctx.argument_error(2, "must be one of STREAM_SHUT_RD, STREAM_SHUT_WR, or STREAM_SHUT_RDWR"));
    }
    let done = socket_of(&stream).map(|s| s.with(|fd| phant_os::socket::shutdown(fd.as_fd(), mode as i32)));
    Ok(matches!(done, Some(Ok(()))))
}

/// Two connected streams.
pub(crate) fn stream_pair(ctx: &Ctx, (a, b): (OwnedFd, OwnedFd)) -> (Resource, Resource) {
    (socket::register(ctx, a, socket::labels::GENERIC), socket::register(ctx, b, socket::labels::GENERIC))
}

#[php("function stream_socket_pair(int $domain, int $type, int $protocol): array|false")]
fn stream_socket_pair(ctx: &Ctx, domain: i64, r#type: i64, protocol: i64) -> OrFalse<Array> {
    let kind = Kind { family: domain as i32, kind: r#type as i32, protocol: protocol as i32 };
    match phant_os::socket::pair(kind) {
        Ok(ends) => {
            let (a, b) = stream_pair(ctx, ends);
            OrFalse::Some(Array::list([a.into(), b.into()]))
        }
        Err(e) => {
            let errno = e.raw_os_error().unwrap_or(0);
            ctx.warning(format!("Failed to create sockets: [{errno}]: {}", phant_os::error_text(&e)));
            OrFalse::False
        }
    }
}
