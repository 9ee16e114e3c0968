//! How bytes get onto a connection and from it: as they are, or through TLS.

use rustls::ServerConnection;
use std::{
    fs::File,
    io::{self, Read, Write},
    net::TcpStream,
    os::{fd::AsFd, unix::fs::FileExt},
};

/// How much of a file is encrypted at a time.
const PIECE: usize = 16 << 10;

/// The way of a connection's bytes.
pub enum Transport {
    /// As they are.
    Plain,
    /// Encrypted.
    Tls(Box<ServerConnection>),
}

impl Transport {
    /// Whether bytes are encrypted.
    pub fn is_tls(&self) -> bool {
        matches!(self, Transport::Tls(_))
    }
    /// Whether both ends have agreed on HTTP/2.
    pub fn speaks_h2(&self) -> bool {
        matches!(self, Transport::Tls(tls) if tls.alpn_protocol() == Some(b"h2"))
    }
    /// Whether something is to be written that was taken for written.
    pub fn wants_write(&self) -> bool {
        matches!(self, Transport::Tls(tls) if tls.wants_write())
    }
    /// Reads what is there.
    pub fn read(&mut self, mut stream: &TcpStream, out: &mut [u8]) -> io::Result<usize> {
        let Transport::Tls(tls) = self else { return stream.read(out) };
        loop {
            match tls.reader().read(out) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                // The connection ended without the end of TLS: what there was of a request is not trusted to be all.
                Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(0),
                result => return result,
            }
            if tls.read_tls(&mut stream)? == 0 {
                return Ok(0);
            }
            let result = tls.process_new_packets();
            // An alert says what is wrong.
            flush(tls, stream)?;
            result.map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
        }
    }
    /// Writes what the connection takes.
    pub fn write(&mut self, mut stream: &TcpStream, bytes: &[u8]) -> io::Result<usize> {
        let Transport::Tls(tls) = self else { return stream.write(bytes) };
        if !flush(tls, stream)? {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let n = tls.writer().write(bytes)?;
        flush(tls, stream)?;
        Ok(n)
    }
    /// Sends what the connection takes of a part of a file.
    pub fn send_file(&mut self, stream: &TcpStream, file: &File, at: u64, length: u64) -> io::Result<usize> {
        if !self.is_tls() {
            return phant_os::epoll::send_file(stream.as_fd(), file.as_fd(), at, length);
        }
        let mut piece = [0; PIECE];
        let most = PIECE.min(usize::try_from(length).unwrap_or(PIECE));
        let n = file.read_at(&mut piece[..most], at)?;
        if n == 0 { Ok(0) } else { self.write(stream, &piece[..n]) }
    }
    /// Writes what was taken for written; whether that is all of it.
    pub fn flush(&mut self, stream: &TcpStream) -> io::Result<bool> {
        match self {
            Transport::Plain => Ok(true),
            Transport::Tls(tls) => flush(tls, stream),
        }
    }
    /// Tells the other end that nothing more comes.
    pub fn close(&mut self, stream: &TcpStream) {
        if let Transport::Tls(tls) = self {
            tls.send_close_notify();
            // Whoever does not take it will see the end of the connection.
            let _ = flush(tls, stream);
        }
    }
}

fn flush(tls: &mut ServerConnection, mut stream: &TcpStream) -> io::Result<bool> {
    while tls.wants_write() {
        match tls.write_tls(&mut stream) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(false),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(true)
}
