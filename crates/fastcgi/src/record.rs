//! Records: eight bytes of header, content, padding.

/// The length of a header.
pub const HEADER: usize = 8;
/// The most content that a record has.
pub const MOST_CONTENT: usize = 0xffff;
/// The only version there is.
const VERSION: u8 = 1;

/// What a record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Begin,
    Abort,
    End,
    Params,
    Stdin,
    Stdout,
    Stderr,
    Data,
    GetValues,
    GetValuesResult,
    Unknown(u8),
}

/// The script's output.
pub const STDOUT: u8 = 6;
/// What the web server is to write to its log.
pub const STDERR: u8 = 7;
/// The end of a request.
const END: u8 = 3;

impl Kind {
    fn of(number: u8) -> Kind {
        match number {
            1 => Kind::Begin,
            2 => Kind::Abort,
            END => Kind::End,
            4 => Kind::Params,
            5 => Kind::Stdin,
            STDOUT => Kind::Stdout,
            STDERR => Kind::Stderr,
            8 => Kind::Data,
            9 => Kind::GetValues,
            10 => Kind::GetValuesResult,
            number => Kind::Unknown(number),
        }
    }
}

/// What a web server wants of the application.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The answer to a request.
    Responder,
    /// Whether a request may go on.
    Authorizer,
    /// A file, changed.
    Filter,
}

impl Role {
    /// The role of this number.
    pub fn of(number: u16) -> Option<Role> {
        match number {
            1 => Some(Role::Responder),
            2 => Some(Role::Authorizer),
            3 => Some(Role::Filter),
            _ => None,
        }
    }
    /// Its name, as scripts are told it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Responder => "RESPONDER",
            Role::Authorizer => "AUTHORIZER",
            Role::Filter => "FILTER",
        }
    }
}

/// The header of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// What it is.
    pub kind: Kind,
    /// The request it belongs to.
    pub id: u16,
    /// The length of its content.
    pub length: u16,
    /// The bytes behind that, which mean nothing.
    pub padding: u8,
}

impl Header {
    /// Reads a header; `None` if it is of no version that there is.
    pub fn parse(bytes: &[u8; HEADER]) -> Option<Header> {
        let number = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        (bytes[0] >= VERSION).then(|| Header { kind: Kind::of(bytes[1]), id: number(2), length: number(4), padding: bytes[6] })
    }
}

/// Adds a record of at most [`MOST_CONTENT`] bytes, padded to eight.
pub fn put_record(out: &mut Vec<u8>, kind: u8, id: u16, content: &[u8]) {
    let content = &content[..content.len().min(MOST_CONTENT)];
    let padding = content.len().wrapping_neg() & 7;
    let [id_high, id_low] = id.to_be_bytes();
    let [high, low] = (content.len() as u16).to_be_bytes();
    out.extend_from_slice(&[VERSION, kind, id_high, id_low, high, low, padding as u8, 0]);
    out.extend_from_slice(content);
    out.extend_from_slice(&[0; 8][..padding]);
}

/// Adds bytes of a stream, in as many records as they take; none for no bytes.
pub fn put_stream(out: &mut Vec<u8>, kind: u8, id: u16, bytes: &[u8]) {
    // A multiple of eight needs no padding.
    for part in bytes.chunks(MOST_CONTENT & !7) {
        put_record(out, kind, id, part);
    }
}

/// Adds the end of a request that was answered.
pub fn put_end(out: &mut Vec<u8>, id: u16, status: u32) {
    let [a, b, c, d] = status.to_be_bytes();
    put_record(out, END, id, &[a, b, c, d, 0, 0, 0, 0]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records() {
        let mut out = Vec::new();
        put_record(&mut out, STDOUT, 0x102, b"hello");
        assert_eq!(out, [&[1, 6, 1, 2, 0, 5, 3, 0][..], b"hello", &[0; 3]].concat());
        let header = Header::parse(out[..8].try_into().expect("eight")).expect("a header");
        assert_eq!(header, Header { kind: Kind::Stdout, id: 0x102, length: 5, padding: 3 });
        assert_eq!(Header::parse(&[0; 8]), None);
        out.clear();
        put_end(&mut out, 1, 7);
        assert_eq!(out, [1, 3, 0, 1, 0, 8, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0]);
        out.clear();
        put_stream(&mut out, STDOUT, 1, &vec![b'x'; 70_000]);
        assert_eq!((out.len(), out[4..8].to_vec()), (70_016, vec![0xff, 0xf8, 0, 0]));
    }
}
