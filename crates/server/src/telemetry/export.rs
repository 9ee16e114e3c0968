//! The thread that sends spans to the collector.

use super::{Span, Waiting, encode, settings::Settings};
use crate::log_line;
use rustls::{ClientConfig, ClientConnection, StreamOwned, pki_types::ServerName};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::ToSocketAddrs,
    sync::{Arc, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// How often a batch is sent again, with a pause that doubles from the first, when the collector says that it is busy or does not
/// answer.
const TRIES: u32 = 4;
const PAUSE: Duration = Duration::from_millis(250);
/// How often it is told that spans are lost.
const COMPLAINTS: Duration = Duration::from_secs(60);
const MOST_READ: u64 = 64 << 10;

/// What became of a batch.
enum Outcome {
    Taken,
    /// The collector may take it later.
    Later(String),
    /// It never will.
    Refused(String),
}

/// Sends spans, in batches, until the process ends.
pub fn run(waiting: &Waiting) {
    let (settings, tls) = (&waiting.settings, waiting.tls.as_ref());
    let mut complained: Option<Instant> = None;
    loop {
        let mut queue = waiting.lock();
        let end = Instant::now() + settings.delay;
        while queue.spans.len() < settings.batch && !queue.is_last {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            queue = waiting.changed.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let is_last = queue.is_last;
        let count = queue.spans.len().min(settings.batch);
        let batch: Vec<Span> = queue.spans.drain(..count).collect();
        drop(queue);
        if !batch.is_empty()
            && let Err(why) = send(settings, tls, &batch, is_last)
        {
            waiting.lock().dropped += batch.len() as u64;
            if complained.is_none_or(|at| at.elapsed() > COMPLAINTS) {
                complained = Some(Instant::now());
                log_line(&format!("traces: {} spans are lost: {why}", batch.len()));
            }
        }
        let mut queue = waiting.lock();
        if is_last && queue.spans.is_empty() {
            queue.is_done = true;
            waiting.changed.notify_all();
            return;
        }
    }
}

/// Sends a batch, several times if need be; only once when the process waits for it.
fn send(settings: &Settings, tls: Option<&Arc<ClientConfig>>, batch: &[Span], is_last: bool) -> Result<(), String> {
    let body = if settings.json { encode::json(settings, batch) } else { encode::protobuf(settings, batch) };
    let mut pause = PAUSE;
    for left in (0..TRIES).rev() {
        match post(settings, tls, &body) {
            Outcome::Taken => return Ok(()),
            Outcome::Later(_) if left > 0 && !is_last => thread::sleep(pause),
            Outcome::Later(why) | Outcome::Refused(why) => return Err(why),
        }
        pause *= 2;
    }
    Ok(())
}

fn post(settings: &Settings, tls: Option<&Arc<ClientConfig>>, body: &[u8]) -> Outcome {
    match status(settings, tls, body) {
        Ok(200..=299) => Outcome::Taken,
        Ok(code @ (429 | 502 | 503 | 504)) => Outcome::Later(format!("the collector answers {code}")),
        Ok(code) => Outcome::Refused(format!("the collector answers {code}")),
        Err(error) => Outcome::Later(format!("{}: {error}", settings.address)),
    }
}

/// The status that the collector answers with.
fn status(settings: &Settings, tls: Option<&Arc<ClientConfig>>, body: &[u8]) -> io::Result<u16> {
    let none = || io::Error::new(io::ErrorKind::NotFound, "no address of that name");
    let address = settings.address.to_socket_addrs()?.next().ok_or_else(none)?;
    let socket = phant_grants::net::tcp(&address, settings.timeout)?;
    socket.set_read_timeout(Some(settings.timeout))?;
    socket.set_write_timeout(Some(settings.timeout))?;
    let kind = if settings.json { "application/json" } else { "application/x-protobuf" };
    let mut head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nUser-Agent: Phant/{}\r\nConnection: close\r\n",
        settings.path,
        settings.host,
        body.len(),
        env!("CARGO_PKG_VERSION")
    );
    for (name, value) in &settings.headers {
        head += &format!("{name}: {value}\r\n");
    }
    let request = [head.as_bytes(), b"\r\n", body].concat();
    let Some(tls) = tls else { return exchange(socket, &request) };
    let name = settings.address.rsplit_once(':').map_or(&*settings.address, |(name, _)| name).trim_matches(['[', ']']);
    let name = ServerName::try_from(name.to_owned()).map_err(io::Error::other)?;
    let session = ClientConnection::new(Arc::clone(tls), name).map_err(io::Error::other)?;
    exchange(StreamOwned::new(session, socket), &request)
}

/// Sends a request, and reads the status of the answer.
fn exchange(mut connection: impl Read + Write, request: &[u8]) -> io::Result<u16> {
    connection.write_all(request)?;
    connection.flush()?;
    let mut line = String::new();
    BufReader::new(connection.take(MOST_READ)).read_line(&mut line)?;
    let code = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    code.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no answer of HTTP"))
}
