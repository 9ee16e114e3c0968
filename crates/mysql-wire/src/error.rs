//! What can go wrong between client and server.

use std::{fmt, io};

/// An error that the server reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerError {
    /// Its number.
    pub code: u16,
    /// Five characters of SQL's.
    pub state: [u8; 5],
    /// Its words.
    pub message: Vec<u8>,
}

/// What went wrong.
#[derive(Debug)]
pub enum Error {
    /// The server says no.
    Server(ServerError),
    /// The connection is gone or could not be made.
    Io(io::Error),
    /// The server closed the connection.
    Closed,
    /// A packet has not the number that it should have.
    OutOfOrder {
        /// The number that would be right.
        expected: u8,
        /// The number it has.
        received: u8,
        /// The size it announces.
        size: usize,
    },
    /// A message that ends too early or cannot be.
    Malformed(&'static str),
    /// The message says that it has more bytes than there are: the number of bytes missing.
    Past(&'static str, usize),
    /// There is no room for the packet.
    NoRoom(usize),
    /// The server wants a proof of identity of a kind that is unknown here.
    UnknownPlugin(Vec<u8>),
    /// The client cannot go on.
    Client(&'static str),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => Error::Closed,
            _ => Error::Io(error),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Server(error) => f.write_str(&String::from_utf8_lossy(&error.message)),
            Error::Io(error) => error.fmt(f),
            Error::Closed => f.write_str("the server closed the connection"),
            Error::OutOfOrder { expected, received, size } => {
                write!(f, "packets out of order: expected {expected}, received {received}, size {size}")
            }
            Error::Malformed(what) | Error::Client(what) => f.write_str(what),
            Error::Past(what, bytes) => write!(f, "{what} goes {bytes} bytes past the end of the packet"),
            Error::NoRoom(bytes) => write!(f, "no room for a packet of {bytes} bytes"),
            Error::UnknownPlugin(name) => write!(f, "unknown authentication method {}", String::from_utf8_lossy(name)),
        }
    }
}

impl std::error::Error for Error {}
