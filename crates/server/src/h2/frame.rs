//! Frames as bytes.

/// The bytes of a frame before what it carries.
pub const HEAD: usize = 9;
/// The largest frame that is taken, which is the smallest limit there may be.
pub const MAX: usize = 16 << 10;
/// What a client says first.
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Kinds of frames.
pub mod kind {
    #![allow(missing_docs)]
    pub const DATA: u8 = 0;
    pub const HEADERS: u8 = 1;
    pub const PRIORITY: u8 = 2;
    pub const RST_STREAM: u8 = 3;
    pub const SETTINGS: u8 = 4;
    pub const PUSH_PROMISE: u8 = 5;
    pub const PING: u8 = 6;
    pub const GOAWAY: u8 = 7;
    pub const WINDOW_UPDATE: u8 = 8;
    pub const CONTINUATION: u8 = 9;
}

/// Flags of frames.
pub mod flag {
    #![allow(missing_docs)]
    pub const END_STREAM: u8 = 1;
    pub const ACK: u8 = 1;
    pub const END_HEADERS: u8 = 4;
    pub const PADDED: u8 = 8;
    pub const PRIORITY: u8 = 0x20;
}

/// Names of settings.
pub mod setting {
    #![allow(missing_docs)]
    pub const HEADER_TABLE_SIZE: u16 = 1;
    pub const ENABLE_PUSH: u16 = 2;
    pub const MAX_CONCURRENT_STREAMS: u16 = 3;
    pub const INITIAL_WINDOW_SIZE: u16 = 4;
    pub const MAX_FRAME_SIZE: u16 = 5;
    pub const MAX_HEADER_LIST_SIZE: u16 = 6;
}

/// Why something ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Code {
    NoError = 0,
    Protocol = 1,
    Internal = 2,
    FlowControl = 3,
    StreamClosed = 5,
    FrameSize = 6,
    RefusedStream = 7,
    Cancel = 8,
    Compression = 9,
    EnhanceYourCalm = 11,
}

/// The head of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// How many bytes follow.
    pub length: usize,
    /// What they are.
    pub kind: u8,
    /// How they are to be read.
    pub flags: u8,
    /// The stream they belong to; 0 for the connection.
    pub stream: u32,
}

impl Head {
    /// The head at the start of `bytes`, if all of it is there.
    pub fn read(bytes: &[u8]) -> Option<Head> {
        let &[a, b, c, kind, flags, ref stream @ ..] = bytes.first_chunk::<HEAD>()?;
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        Some(Head { length, kind, flags, stream: number(stream) & 0x7fff_ffff })
    }
    /// Whether a flag is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
    /// Puts it behind `out`.
    pub fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes());
    }
    /// As bytes.
    pub fn bytes(&self) -> [u8; HEAD] {
        let ([_, a, b, c], [e, f, g, h]) = ((self.length as u32).to_be_bytes(), self.stream.to_be_bytes());
        [a, b, c, self.kind, self.flags, e, f, g, h]
    }
}

/// The first four bytes as a number; missing ones are 0.
pub fn number(bytes: &[u8]) -> u32 {
    bytes.iter().chain(&[0; 4]).take(4).fold(0, |n, &byte| n << 8 | u32::from(byte))
}

/// Puts a whole frame behind `out`.
pub fn put(out: &mut Vec<u8>, kind: u8, flags: u8, stream: u32, content: &[u8]) {
    Head { length: content.len(), kind, flags, stream }.put(out);
    out.extend_from_slice(content);
}

/// What a frame carries without its padding; `None` if that is longer than the frame.
pub fn unpadded<'a>(head: &Head, content: &'a [u8]) -> Option<&'a [u8]> {
    if !head.has(flag::PADDED) {
        return Some(content);
    }
    let (&padding, rest) = content.split_first()?;
    rest.get(..rest.len().checked_sub(usize::from(padding))?)
}
