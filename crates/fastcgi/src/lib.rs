//! FastCGI 1.0, the application's side: requests as web servers send them in records, and the records of answers.
//!
//! [`Input`] takes a connection apart. One request at a time is on a connection: records of another one end it, as
//! multiplexing is refused (`FCGI_MPXS_CONNS` is 0). Nothing here knows PHP or sockets; what is read is bounded.

#![forbid(unsafe_code)]

mod input;
mod pairs;
mod record;

pub use input::{Input, Request};
pub use pairs::{Pairs, put_pair};
pub use record::{HEADER, Header, Kind, MOST_CONTENT, Role, STDERR, STDOUT, put_end, put_record, put_stream};
