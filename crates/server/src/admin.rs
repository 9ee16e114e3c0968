//! The supervisor's own pages: `/metrics`, `/status` and `/health` on an address that is not for visitors.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    time::{Duration, Instant},
};

/// How large a request may be, and how long it may take.
const MOST: usize = 8 << 10;
const PATIENCE: Duration = Duration::from_secs(2);

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// For Prometheus.
    Metrics,
    /// As JSON.
    Status,
    /// For people.
    People,
}

/// Answers requests, one after the other; `page` makes the text.
pub fn serve(listener: &TcpListener, page: impl Fn(Page) -> Option<String>) {
    for stream in listener.incoming().flatten() {
        // Whoever does not take the answer has no need of it.
        let _ = answer(stream, &page);
    }
}

fn answer(mut stream: TcpStream, page: &impl Fn(Page) -> Option<String>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let end = Instant::now() + PATIENCE;
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    while !head.windows(4).any(|part| part == b"\r\n\r\n") {
        let n = stream.read(&mut piece)?;
        head.extend_from_slice(&piece[..n]);
        if n == 0 || head.len() > MOST || Instant::now() > end {
            return Ok(());
        }
    }
    let line = head.split(|&c| c == b'\r').next().unwrap_or_default();
    let mut words = line.split(|&c| c == b' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split(|&c| c == b'?').next().unwrap_or_default();
    let made = |which, kind| page(which).map_or(("503 Service Unavailable", kind, String::new()), |text| ("200 OK", kind, text));
    let (status, kind, text) = match (method, path) {
        (b"GET" | b"HEAD", b"/metrics") => made(Page::Metrics, "text/plain; version=0.0.4; charset=utf-8"),
        (b"GET" | b"HEAD", b"/status") if wants_html(&head) => made(Page::People, "text/html; charset=utf-8"),
        (b"GET" | b"HEAD", b"/status") => made(Page::Status, "application/json"),
        (b"GET" | b"HEAD", b"/health") => ("200 OK", "text/plain; charset=utf-8", "ok\n".to_owned()),
        _ => ("404 Not Found", "text/plain; charset=utf-8", "/metrics, /status, /health\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nVary: Accept\r\n\
         Connection: close\r\n\r\n",
        text.len()
    );
    stream.write_all(head.as_bytes())?;
    if method != b"HEAD" {
        stream.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Whether somebody asks who reads: a browser says so.
fn wants_html(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head).to_ascii_lowercase();
    text.lines().filter_map(|line| line.strip_prefix("accept:")).any(|accepted| accepted.contains("text/html"))
}
