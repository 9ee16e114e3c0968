//! TLS for sockets: the transports `ssl://`, `tls://` and `tlsv1.2://` and what `stream_socket_enable_crypto` does.
//!
//! The protocol is rustls', with ring's ciphers; chains of certificates are checked, and handshakes signed, by `phant-pki`
//! (`trust`), so that context options mean what they mean in PHP (`settings`). `layer` is what stands between stream and socket.

mod layer;
mod settings;
mod trust;

use crate::objects;
use layer::{Progress, Tls};
use phant_memory::{Array, Resource, Str, Value};
use phant_native::{Ctx, resource};
use phant_pki::certificate::Certificate;
use phant_streams::{
    Context, Provided, Stream,
    socket::Socket,
    transport::{self, Failure, Request, Switched, TransportKind},
};
use settings::Settings;
use std::rc::Rc;

/// What streams find here.
pub static STREAMS: Provided = Provided {
    transports: &[
        TransportKind { name: "ssl", open },
        TransportKind { name: "tls", open },
        TransportKind { name: "tlsv1.0", open },
        TransportKind { name: "tlsv1.1", open },
        TransportKind { name: "tlsv1.2", open },
        TransportKind { name: "tlsv1.3", open },
    ],
    encryption: Some(switch),
    ..Provided::NOTHING
};

/// Bits of `STREAM_CRYPTO_METHOD_…`.
mod method {
    pub const CLIENT: i64 = 1;
    pub const TLS_1_0: i64 = 8;
    pub const TLS_1_1: i64 = 16;
    pub const TLS_1_2: i64 = 32;
    pub const TLS_1_3: i64 = 64;
    pub const ANY: i64 = TLS_1_0 | TLS_1_1 | TLS_1_2 | TLS_1_3;
}

fn method_of(transport: &str) -> i64 {
    match transport {
        "tlsv1.0" => method::TLS_1_0,
        "tlsv1.1" => method::TLS_1_1,
        "tlsv1.2" => method::TLS_1_2,
        "tlsv1.3" => method::TLS_1_3,
        _ => method::ANY,
    }
}

/// Opens a socket that encrypts.
fn open(ctx: &Ctx, request: &Request<'_>) -> Result<Resource, Failure> {
    let plain = Request { transport: "tcp", ..request.clone() };
    let opened = transport::open_socket(ctx, &plain)?;
    let Some(stream) = resource::get::<Stream>(&opened) else { return Err(Failure::default()) };
    stream.set_context(request.context.cloned());
    let Some(socket) = stream.ops_as::<Socket>() else { return Err(Failure::default()) };
    let set = transport::context_option(request.context, "ssl", "crypto_method").map(|v| phant_native::convert::to_int(&v));
    let chosen = set.filter(|_| matches!(request.transport, "ssl" | "tls")).unwrap_or_else(|| method_of(request.transport));
    if request.server {
        socket.set_encrypts(chosen & !method::CLIENT);
        return Ok(opened);
    }
    if !request.connect || request.asynchronous {
        // The script goes on by itself.
        return Ok(opened);
    }
    let host = transport::host_and_port(request.address).map(|(host, _)| host).unwrap_or_default();
    let host = String::from_utf8_lossy(&host).into_owned();
    if begin(ctx, &stream, chosen | method::CLIENT, Some(&host), request.timeout) == Switched::Done {
        return Ok(opened);
    }
    stream.close(ctx);
    if !ctx.has_exception() {
        ctx.warning("Failed to enable crypto");
    }
    Err(Failure::default())
}

/// Switches the encryption of an open socket.
fn switch(ctx: &Ctx, stream: &Stream, chosen: Option<i64>) -> Switched {
    let Some(socket) = stream.ops_as::<Socket>() else { return Switched::Failed };
    let Some(chosen) = chosen else {
        layer_closed(socket);
        return Switched::Done;
    };
    let (_, timeout) = socket.waits();
    begin(ctx, stream, chosen, None, timeout)
}

fn layer_closed(socket: &Socket) {
    if let Some(layer) = socket.layer() {
        layer.close(socket);
    }
    socket.set_layer(None);
}

/// Begins a handshake, or goes on with one.
fn begin(ctx: &Ctx, stream: &Stream, chosen: i64, host: Option<&str>, timeout: Option<std::time::Duration>) -> Switched {
    let Some(socket) = stream.ops_as::<Socket>() else { return Switched::Failed };
    let tls: Rc<Tls> = match socket.layer() {
        Some(layer) => match Tls::of(&layer) {
            Some(tls) if tls.is_handshaking() => tls,
            Some(_) => {
                ctx.warning("SSL/TLS already set-up for this stream");
                return Switched::Failed;
            }
            None => return Switched::Failed,
        },
        None => {
            let settings = Settings::new(ctx, stream.context(), host);
            let Some(tls) = settings.start(chosen) else { return Switched::Failed };
            let tls = Rc::new(tls);
            socket.set_layer(Some(tls.clone()));
            tls
        }
    };
    let progress = tls.handshake(socket, timeout);
    match progress {
        Progress::Done if tls.is_accepted() => {}
        Progress::Done => {
            tls.verdict().tell(ctx, "");
            layer_closed(socket);
            return Switched::Failed;
        }
        Progress::Waiting => return Switched::Waiting,
        Progress::Failed(warning) => {
            tls.verdict().tell(ctx, &warning);
            socket.set_layer(None);
            return Switched::Failed;
        }
    }
    if let Some(context) = stream.context() {
        capture(ctx, &context, &tls);
    }
    Switched::Done
}

/// Puts the other side's certificates into the context, if it wants them.
fn capture(ctx: &Ctx, context: &Resource, tls: &Tls) {
    let wants =
        |name: &str| transport::context_option(Some(context), "ssl", name).is_some_and(|v| phant_native::convert::to_bool(&v));
    let chain: Vec<Certificate> = tls.peer_certificates();
    let Some(target) = resource::get::<Context>(context) else { return };
    let ssl = Str::from("ssl");
    if wants("capture_peer_cert")
        && let Some(first) = chain.first()
        && let Ok(object) = objects::make(ctx, first.clone())
    {
        target.set_option(&ssl, &Str::from("peer_certificate"), object.into());
    }
    if wants("capture_peer_cert_chain") && !chain.is_empty() {
        let list: Array = chain.iter().filter_map(|c| objects::make(ctx, c.clone()).ok()).map(Value::from).collect();
        target.set_option(&ssl, &Str::from("peer_certificate_chain"), list.into());
    }
}
