//! What stands in packets.

use crate::{
    Error,
    error::ServerError,
    reader::{Length, Reader},
};

/// The server's first words.
#[derive(Clone, Debug, Default)]
pub struct Greeting {
    /// Of the protocol.
    pub protocol: u8,
    /// The server's version, as it writes it.
    pub version: Vec<u8>,
    /// The number of the connection.
    pub thread: u32,
    /// What passwords are scrambled with.
    pub scramble: Vec<u8>,
    /// See [`crate::capability`].
    pub capabilities: u32,
    /// The number of the server's collation.
    pub charset: u8,
    /// See [`crate::status`].
    pub status: u16,
    /// How the client is to prove who it is.
    pub plugin: Vec<u8>,
}

/// Reads the greeting, or the error that is in its place.
pub fn greeting(packet: &[u8]) -> Result<Greeting, Error> {
    if packet.first() == Some(&0xff) {
        return Err(Error::Server(error(packet)?));
    }
    let bad = || Error::Malformed("GREET packet is shorter than expected");
    let mut reader = Reader::new(packet);
    let mut greeting = Greeting { protocol: reader.u8().ok_or_else(bad)?, ..Greeting::default() };
    greeting.version = reader.until_zero().ok_or_else(bad)?.to_vec();
    greeting.thread = reader.u32().ok_or_else(bad)?;
    greeting.scramble = reader.take(8).ok_or_else(bad)?.to_vec();
    reader.take(1).ok_or_else(bad)?;
    greeting.capabilities = u32::from(reader.u16().ok_or_else(bad)?);
    greeting.charset = reader.u8().ok_or_else(bad)?;
    greeting.status = reader.u16().ok_or_else(bad)?;
    greeting.capabilities |= u32::from(reader.u16().ok_or_else(bad)?) << 16;
    let length = usize::from(reader.u8().ok_or_else(bad)?);
    reader.take(10).ok_or_else(bad)?;
    // Twelve bytes and a zero at least.
    let rest = reader.take(length.saturating_sub(8).max(13).min(reader.len())).unwrap_or_default();
    greeting.scramble.extend_from_slice(rest.strip_suffix(b"\0").unwrap_or(rest));
    if greeting.capabilities & crate::capability::PLUGIN_AUTH != 0 {
        let name = reader.rest();
        greeting.plugin = name.split(|&byte| byte == 0).next().unwrap_or_default().to_vec();
    }
    Ok(greeting)
}

/// Success.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Done {
    pub affected: u64,
    pub insert_id: u64,
    pub status: u16,
    pub warnings: u16,
    pub info: Vec<u8>,
}

/// Reads an OK packet, whose first byte is 0.
pub fn done(packet: &[u8]) -> Result<Done, Error> {
    let bad = || Error::Malformed("OK packet is shorter than expected");
    let mut reader = Reader::new(packet.get(1..).ok_or_else(bad)?);
    let affected = reader.count().ok_or_else(bad)?;
    let insert_id = reader.count().ok_or_else(bad)?;
    let status = reader.u16().ok_or_else(bad)?;
    let warnings = reader.u16().ok_or_else(bad)?;
    let mut info = Vec::new();
    if !reader.is_empty() {
        let length = usize::try_from(reader.count().ok_or_else(bad)?).unwrap_or(usize::MAX);
        if length > reader.len() {
            return Err(Error::Past("OK packet message length", length - reader.len()));
        }
        info = reader.take(length).unwrap_or_default().to_vec();
    }
    Ok(Done { affected, insert_id, status, warnings, info })
}

/// Reads an error packet, whose first byte is 0xff.
pub fn error(packet: &[u8]) -> Result<ServerError, Error> {
    let bad = || Error::Malformed("ERR packet is shorter than expected");
    let mut reader = Reader::new(packet.get(1..).ok_or_else(bad)?);
    let code = reader.u16().ok_or_else(bad)?;
    let mut state = *b"HY000";
    if reader.rest().first() == Some(&b'#') {
        let text = reader.take(6).ok_or_else(bad)?;
        state.copy_from_slice(&text[1..]);
    }
    Ok(ServerError { code, state, message: reader.rest().to_vec() })
}

/// The end of a list of columns or rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct End {
    pub warnings: u16,
    pub status: u16,
}

/// Whether a packet is such an end: rows may begin with the same byte, but are longer.
pub fn is_end(packet: &[u8]) -> bool {
    packet.first() == Some(&0xfe) && packet.len() < 9
}

/// Reads such an end.
pub fn end(packet: &[u8]) -> Result<End, Error> {
    if packet.first() == Some(&0xff) {
        return Err(Error::Server(error(packet)?));
    }
    if packet.first() != Some(&0xfe) {
        return Err(Error::Malformed("EOF packet expected"));
    }
    let mut reader = Reader::new(&packet[1..]);
    let warnings = reader.u16().unwrap_or(0);
    Ok(End { warnings, status: reader.u16().unwrap_or(0) })
}

/// What a command is answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Header {
    /// It is done.
    Done(Done),
    /// The server wants the contents of a file.
    File(Vec<u8>),
    /// So many columns follow, and rows of them.
    Columns(u64),
}

/// Reads the header of a result.
pub fn header(packet: &[u8]) -> Result<Header, Error> {
    match packet.first() {
        Some(0) => {
            let mut reader = Reader::new(&packet[1..]);
            let short = || Error::Malformed("RSET_HEADER packet is shorter than expected");
            let affected = reader.count().ok_or_else(short)?;
            let insert_id = reader.count().ok_or_else(short)?;
            let status = reader.u16().ok_or_else(short)?;
            let warnings = reader.u16().ok_or_else(short)?;
            let mut info = Vec::new();
            if !reader.is_empty() {
                let length = usize::try_from(reader.count().ok_or_else(short)?).unwrap_or(usize::MAX);
                if length > reader.len() {
                    return Err(Error::Past("RSET_HEADER packet additional data length", length - reader.len()));
                }
                info = reader.take(length).unwrap_or_default().to_vec();
            }
            Ok(Header::Done(Done { affected, insert_id, status, warnings, info }))
        }
        Some(0xff) => Err(Error::Server(error(packet)?)),
        Some(0xfb) => Ok(Header::File(packet[1..].to_vec())),
        _ => Reader::new(packet)
            .count()
            .map(Header::Columns)
            .ok_or(Error::Malformed("RSET_HEADER packet is shorter than expected")),
    }
}

/// A column of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Column {
    pub catalog: Vec<u8>,
    pub db: Vec<u8>,
    pub table: Vec<u8>,
    pub org_table: Vec<u8>,
    pub name: Vec<u8>,
    pub org_name: Vec<u8>,
    /// Number of the collation.
    pub charset: u16,
    pub length: u32,
    /// See [`crate::value::kind`].
    pub kind: u8,
    pub flags: u16,
    pub decimals: u8,
}

/// Reads a column.
pub fn column(packet: &[u8]) -> Result<Column, Error> {
    let bad = || Error::Malformed("RSET FIELD packet is shorter than expected");
    let mut reader = Reader::new(packet);
    let mut text = || reader.text().map(<[u8]>::to_vec).ok_or_else(bad);
    let (catalog, db, table, org_table) = (text()?, text()?, text()?, text()?);
    let (name, org_name) = (text()?, text()?);
    if reader.u8() != Some(12) {
        return Err(Error::Malformed("Protocol error. Server sent false length. Expected 12"));
    }
    let charset = reader.u16().ok_or_else(bad)?;
    let length = reader.u32().ok_or_else(bad)?;
    let kind = reader.u8().ok_or_else(bad)?;
    let flags = reader.u16().ok_or_else(bad)?;
    let decimals = reader.u8().ok_or_else(bad)?;
    reader.take(2).ok_or_else(bad)?;
    // Defaults belong to a command that is not used here.
    if !matches!(reader.length(), None | Some(Length::Null)) {
        return Err(Error::Malformed(DEFAULTS));
    }
    Ok(Column { catalog, db, table, org_table, name, org_name, charset, length, kind, flags, decimals })
}

/// The words for a column with a default value.
pub const DEFAULTS: &str = "Protocol error. Server sent default for unsupported field list (mysqlnd_wireprotocol.c:1234)";

/// A statement that the server has prepared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Prepared {
    pub id: u32,
    pub columns: u16,
    pub parameters: u16,
    pub warnings: u16,
}

/// Reads the answer to a statement's preparation.
pub fn prepared(packet: &[u8]) -> Result<Prepared, Error> {
    if packet.first() == Some(&0xff) {
        return Err(Error::Server(error(packet)?));
    }
    let bad = || Error::Malformed("PREPARE packet is shorter than expected");
    let mut reader = Reader::new(packet);
    reader.u8().ok_or_else(bad)?;
    let id = reader.u32().ok_or_else(bad)?;
    let columns = reader.u16().ok_or_else(bad)?;
    let parameters = reader.u16().ok_or_else(bad)?;
    reader.u8();
    Ok(Prepared { id, columns, parameters, warnings: reader.u16().unwrap_or(0) })
}
