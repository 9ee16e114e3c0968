//! An encrypted connection over a socket.

use super::trust::{Trust, Verdict, failed};
use phant_memory::{Array, Value};
use phant_native::Ctx;
use phant_os::{
    poll,
    socket::{self, message},
};
use phant_pki::certificate::Certificate;
use phant_streams::{
    Stream,
    socket::{Layer, Socket},
};
use rustls::{AlertDescription, Connection, Error, ProtocolVersion};
use std::{
    any::Any,
    cell::RefCell,
    io::{self, Read, Write},
    os::fd::{AsFd, AsRawFd},
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

/// A connection.
pub struct Tls {
    connection: RefCell<Connection>,
    trust: Arc<Trust>,
}

/// How far a handshake is.
pub enum Progress {
    /// At its end.
    Done,
    /// Waiting for the other side, which the socket may not.
    Waiting,
    /// It has failed; the warning.
    Failed(String),
}

/// The socket without waiting.
struct Wire<'a>(&'a Socket);

impl Read for Wire<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.with(|fd| socket::receive(fd.as_fd(), out, message::DONT_WAIT))
    }
}

impl Write for Wire<'_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0.with(|fd| socket::send(fd.as_fd(), data, message::DONT_WAIT, None))
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn would_block(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// Waits for the socket; `false` when time is up.
fn wait(socket: &Socket, events: i16, timeout: Option<Duration>) -> io::Result<bool> {
    let fd = socket.with(|fd| Ok(fd.as_raw_fd()))?;
    Ok(poll::wait(fd, events, timeout)? != 0)
}

/// The words for an error that no certificate is to blame for.
fn words(error: &Error) -> String {
    let known = match error {
        Error::AlertReceived(alert) => match alert {
            AlertDescription::HandshakeFailure => "0A000410:SSL routines::ssl/tls alert handshake failure",
            AlertDescription::ProtocolVersion => "0A00042E:SSL routines::tlsv1 alert protocol version",
            AlertDescription::UnknownCA => "0A000418:SSL routines::tlsv1 alert unknown ca",
            AlertDescription::BadCertificate => "0A000412:SSL routines::ssl/tls alert bad certificate",
            AlertDescription::CertificateExpired => "0A000415:SSL routines::ssl/tls alert certificate expired",
            AlertDescription::CertificateUnknown => "0A000416:SSL routines::ssl/tls alert certificate unknown",
            AlertDescription::CertificateRequired => "0A00045C:SSL routines::tlsv13 alert certificate required",
            AlertDescription::NoApplicationProtocol => "0A000460:SSL routines::tlsv1 alert no application protocol",
            AlertDescription::DecryptError => "0A00041B:SSL routines::tlsv1 alert decrypt error",
            _ => "0A000438:SSL routines::tlsv1 alert internal error",
        },
        Error::PeerIncompatible(_) => "0A000102:SSL routines::unsupported protocol",
        Error::InvalidMessage(_) => "0A00010B:SSL routines::wrong version number",
        Error::NoCertificatesPresented => "0A0000C7:SSL routines::peer did not return a certificate",
        Error::InvalidCertificate(_) => "0A000086:SSL routines::certificate verify failed",
        Error::General(_) => "0A0000C1:SSL routines::no shared cipher",
        Error::DecryptError => "0A000119:SSL routines::decryption failed or bad record mac",
        _ => "0A0000F4:SSL routines::unexpected message",
    };
    failed(&format!("error:{known}"))
}

impl Tls {
    /// A connection that has not begun.
    pub fn new(connection: Connection, trust: Arc<Trust>) -> Tls {
        Tls { connection: RefCell::new(connection), trust }
    }
    /// The connection behind a layer.
    pub fn of(layer: &Rc<dyn Layer>) -> Option<Rc<Tls>> {
        let any: Rc<dyn Any> = layer.clone();
        any.downcast::<Tls>().ok()
    }
    /// Whether it is not at its end yet.
    pub fn is_handshaking(&self) -> bool {
        self.connection.borrow().is_handshaking()
    }
    /// What was found wrong.
    pub fn verdict(&self) -> &Verdict {
        &self.trust.verdict
    }
    /// Whether the other side is who it should be.
    pub fn is_accepted(&self) -> bool {
        self.trust.accepts(self.peer_certificates().first())
    }
    /// The other side's certificates.
    pub fn peer_certificates(&self) -> Vec<Certificate> {
        let connection = self.connection.borrow();
        connection.peer_certificates().into_iter().flatten().filter_map(|der| Certificate::parse(der)).collect()
    }
    /// Sends what is to be sent; `false` if the socket takes no more now.
    fn flush(&self, socket: &Socket, deadline: Option<Instant>, blocking: bool) -> io::Result<bool> {
        loop {
            let mut connection = self.connection.borrow_mut();
            if !connection.wants_write() {
                return Ok(true);
            }
            let sent = connection.write_tls(&mut Wire(socket));
            drop(connection);
            match sent {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(_) => {}
                Err(error) if would_block(&error) => {
                    if !blocking {
                        return Ok(false);
                    }
                    let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
                    if !wait(socket, poll::OUT, left)? {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }
    /// Takes in what has come: how many bytes, `None` if there is nothing yet.
    fn take(&self, socket: &Socket) -> Result<Option<usize>, Result<io::Error, Error>> {
        let mut connection = self.connection.borrow_mut();
        match connection.read_tls(&mut Wire(socket)) {
            Ok(count) => match connection.process_new_packets() {
                Ok(_) => Ok(Some(count)),
                Err(error) => Err(Err(error)),
            },
            Err(error) if would_block(&error) => Ok(None),
            Err(error) => Err(Ok(error)),
        }
    }
    /// Goes on with the handshake as far as the socket allows.
    pub fn handshake(&self, socket: &Socket, timeout: Option<Duration>) -> Progress {
        let (blocking, _) = socket.waits();
        let deadline = timeout.and_then(|t| Instant::now().checked_add(t));
        loop {
            match self.flush(socket, deadline, blocking) {
                Ok(true) => {}
                Ok(false) => return Progress::Waiting,
                Err(error) => return Progress::Failed(broken(&error)),
            }
            if !self.is_handshaking() {
                return Progress::Done;
            }
            match self.take(socket) {
                Ok(Some(0)) => return Progress::Failed("SSL: Connection reset by peer".to_owned()),
                Ok(Some(_)) => {}
                Ok(None) if !blocking => return Progress::Waiting,
                Ok(None) => {
                    let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
                    match wait(socket, poll::IN, left) {
                        Ok(true) => {}
                        Ok(false) => return Progress::Failed("SSL: Handshake timed out".to_owned()),
                        Err(error) => return Progress::Failed(broken(&error)),
                    }
                }
                Err(Ok(error)) => return Progress::Failed(broken(&error)),
                Err(Err(error)) => {
                    // The other side is told why.
                    let _ = self.flush(socket, Some(Instant::now()), false);
                    return Progress::Failed(words(&error));
                }
            }
        }
    }
}

fn broken(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::TimedOut => "SSL: Handshake timed out".to_owned(),
        _ => format!("SSL: {}", phant_os::error_text(error)),
    }
}

/// OpenSSL's name of a cipher suite.
fn suite_name(name: &str) -> String {
    if let Some(rest) = name.strip_prefix("TLS13_") {
        return format!("TLS_{rest}");
    }
    let plain = name.strip_prefix("TLS_").unwrap_or(name).replace("_WITH_", "_").replace("AES_", "AES").replace('_', "-");
    plain.replace("POLY1305-SHA256", "POLY1305")
}

impl Layer for Tls {
    fn read(&self, ctx: &Ctx, stream: &Stream, socket: &Socket, out: &mut [u8]) -> Option<usize> {
        let (blocking, timeout) = socket.waits();
        let deadline = timeout.and_then(|t| Instant::now().checked_add(t));
        socket.set_timed_out(false);
        loop {
            let got = self.connection.borrow_mut().reader().read(out);
            match got {
                Ok(0) => {
                    stream.set_eof(true);
                    return Some(0);
                }
                Ok(count) => return Some(count),
                Err(error) if would_block(&error) => {}
                Err(_) => {
                    // The other side is gone without a goodbye: what it has sent is whole only if the script can tell.
                    stream.set_eof(true);
                    return Some(0);
                }
            }
            if self.flush(socket, deadline, false).is_err() {
                stream.set_eof(true);
                return None;
            }
            match self.take(socket) {
                Ok(Some(0)) => {
                    // The reader says what that means.
                    continue;
                }
                Ok(Some(_)) => {}
                Ok(None) if !blocking || stream.is_partly_read() => return Some(0),
                Ok(None) => {
                    let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
                    match wait(socket, poll::IN | poll::PRI, left) {
                        Ok(true) => {}
                        Ok(false) => {
                            socket.set_timed_out(true);
                            return None;
                        }
                        Err(_) => {
                            stream.set_eof(true);
                            return None;
                        }
                    }
                }
                Err(failure) => {
                    stream.set_eof(true);
                    if let Err(error) = failure {
                        let _ = self.flush(socket, Some(Instant::now()), false);
                        ctx.warning(words(&error));
                    }
                    return None;
                }
            }
        }
    }
    fn write(&self, ctx: &Ctx, _stream: &Stream, socket: &Socket, data: &[u8]) -> Option<usize> {
        const MOST: usize = 16 << 10;
        let (blocking, timeout) = socket.waits();
        let mut done = 0;
        loop {
            let deadline = timeout.and_then(|t| Instant::now().checked_add(t));
            match self.flush(socket, deadline, blocking) {
                Ok(true) => {}
                Ok(false) => return Some(done),
                Err(error) => {
                    ctx.warning(broken(&error));
                    return None;
                }
            }
            if done == data.len() {
                return Some(done);
            }
            let piece = &data[done..data.len().min(done + MOST)];
            match self.connection.borrow_mut().writer().write(piece) {
                Ok(count) => done += count,
                Err(_) => return None,
            }
        }
    }
    fn close(&self, socket: &Socket) {
        self.connection.borrow_mut().send_close_notify();
        let _ = self.flush(socket, Some(Instant::now()), false);
    }
    fn is_ready(&self) -> bool {
        self.connection.borrow_mut().process_new_packets().is_ok_and(|state| state.plaintext_bytes_to_read() > 0)
    }
    fn meta_data(&self, out: &mut Array) {
        let connection = self.connection.borrow();
        let (Some(version), Some(suite)) = (connection.protocol_version(), connection.negotiated_cipher_suite()) else { return };
        let protocol = match version {
            ProtocolVersion::TLSv1_3 => "TLSv1.3",
            _ => "TLSv1.2",
        };
        let name = suite_name(suite.suite().as_str().unwrap_or_default());
        let bits = if name.contains("AES128") || name.contains("AES_128") { 128 } else { 256 };
        let mut crypto = Array::new();
        crypto.set_name("protocol", Value::str(protocol.as_bytes()));
        crypto.set_name("cipher_name", Value::from(name));
        crypto.set_name("cipher_bits", Value::int(bits));
        crypto.set_name("cipher_version", Value::str(protocol.as_bytes()));
        if let Some(alpn) = connection.alpn_protocol() {
            crypto.set_name("alpn_protocol", Value::str(alpn));
        }
        out.set_name("crypto", crypto.into());
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
