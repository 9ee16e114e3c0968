//! HTTP/2 (RFC 9113): frames, header compression, streams. Nothing here knows a socket or a thread.

pub mod frame;
mod head;
pub mod hpack;
mod huffman;
pub mod session;
mod stream;
