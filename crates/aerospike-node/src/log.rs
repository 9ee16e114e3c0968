//! The file: what was written, entry after entry. A process that is killed leaves at most a torn entry at the end, which
//! is cut off when the file is read again; an answer is sent only after its entry is in the file.
//!
//! An entry is its length, a CRC-32 of its body, and the body: a letter, the namespace, and what happened.

use crate::store::{Index, Namespace, Record, now};
use phant_aerospike_wire::{
    Malformed, Read,
    digest::Digest,
    message::{Cursor, write_op},
    partition,
    value::Value,
};
use std::{
    fs::{File, OpenOptions},
    io::{self, BufReader, BufWriter, Read as _, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::Ordering},
};

/// What every file begins with.
const MAGIC: &[u8; 16] = b"Phant aerospike\x01";
/// The longest entry that is read.
const MOST: usize = 160 << 20;

/// The file, open for appending.
pub struct Log {
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    file: File,
    length: u64,
}

/// Writes an entry in place of what is in the buffer. Its length and sum come when it is sealed.
fn entry(out: &mut Vec<u8>, kind: u8, namespace: &str, body: impl FnOnce(&mut Vec<u8>)) {
    out.clear();
    out.extend_from_slice(&[0, 0, 0, 0, 0, 0, 0, 0, kind, namespace.len() as u8]);
    out.extend_from_slice(namespace.as_bytes());
    body(out);
}
fn seal(entry: &mut [u8]) {
    let length = (entry.len() - 8) as u32;
    let sum = crc32fast::hash(&entry[8..]);
    entry[..4].copy_from_slice(&length.to_be_bytes());
    entry[4..8].copy_from_slice(&sum.to_be_bytes());
}
fn short(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
    out.extend_from_slice(bytes);
}

/// The entry of a record.
pub fn put(out: &mut Vec<u8>, namespace: &str, digest: &Digest, record: &Record) {
    entry(out, b'P', namespace, |out| {
        out.extend_from_slice(digest);
        out.extend_from_slice(&record.generation.to_be_bytes());
        out.extend_from_slice(&record.expires.to_be_bytes());
        out.extend_from_slice(&record.updated.to_be_bytes());
        short(out, &record.set);
        short(out, &record.key);
        for (name, value) in &record.bins {
            write_op(out, 0, name, |out| value.write_particle(out));
        }
    });
}
/// The entry of a record that is gone.
pub fn delete(out: &mut Vec<u8>, namespace: &str, digest: &Digest) {
    entry(out, b'D', namespace, |out| out.extend_from_slice(digest));
}
/// The entry of a new secondary index.
pub fn index(out: &mut Vec<u8>, namespace: &str, index: &Index) {
    entry(out, b'I', namespace, |out| {
        for text in [&index.name, &index.set, &index.bin, &index.over, &index.kind] {
            short(out, text.as_bytes());
        }
    });
}
/// The entry of a secondary index that is gone.
pub fn drop_index(out: &mut Vec<u8>, namespace: &str, name: &str) {
    entry(out, b'X', namespace, |out| short(out, name.as_bytes()));
}

fn text<'a>(from: &mut Cursor<'a>) -> Read<&'a [u8]> {
    let length = from.u32()? as usize;
    from.take(length)
}

/// Does again what an entry says.
fn replay(body: &[u8], namespaces: &[Arc<Namespace>]) -> Read<()> {
    let mut from = Cursor { rest: body };
    let kind = from.u8()?;
    let length = usize::from(from.u8()?);
    let name = from.take(length)?;
    let Some(space) = namespaces.iter().find(|space| space.name.as_bytes() == name) else { return Ok(()) };
    let mut digest = || from.take(20).map(|bytes| Digest::try_from(bytes).unwrap_or_default());
    match kind {
        b'P' => {
            let digest = digest()?;
            let size = body.len() + 8 + 128;
            let mut record =
                Record { generation: from.u16()?, expires: from.u32()?, updated: from.u64()?, size, ..Record::default() };
            record.set = text(&mut from)?.into();
            record.key = text(&mut from)?.into();
            while !from.rest.is_empty() {
                let bin = from.op()?;
                record.bins.push((bin.bin.into(), Value::from_particle(bin.particle, bin.value)?));
            }
            space.of(&digest).insert(digest, record);
        }
        b'D' => {
            let digest = digest()?;
            space.of(&digest).remove(&digest);
        }
        b'I' => {
            let mut next = || text(&mut from).map(|text| String::from_utf8_lossy(text).into_owned());
            let index = Index { name: next()?, set: next()?, bin: next()?, over: next()?, kind: next()? };
            space.indexes.write().map(|mut all| all.push(index)).map_err(|_| Malformed("a lock"))?;
        }
        b'X' => {
            let gone = text(&mut from)?;
            space
                .indexes
                .write()
                .map(|mut all| all.retain(|index| index.name.as_bytes() != gone))
                .map_err(|_| Malformed("a lock"))?;
        }
        _ => return Err(Malformed("an entry of no known kind")),
    }
    Ok(())
}

impl Log {
    /// Opens or makes the file, and does what it says. What is torn at its end is cut off.
    pub fn open(path: &Path, namespaces: &[Arc<Namespace>]) -> io::Result<Log> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        file.try_lock().map_err(|_| io::Error::other("another node has the file open"))?;
        let size = file.metadata()?.len();
        let mut length = MAGIC.len() as u64;
        if size < length {
            file.set_len(0)?;
            file.write_all(MAGIC)?;
        } else {
            let mut from = BufReader::with_capacity(1 << 20, &file);
            let mut magic = [0; MAGIC.len()];
            from.read_exact(&mut magic)?;
            if magic != *MAGIC {
                return Err(io::Error::other("it is not a file of this program"));
            }
            let mut body = Vec::new();
            while let Some(read) = next(&mut from, &mut body, size - length)? {
                replay(&body, namespaces).map_err(io::Error::other)?;
                length += read;
            }
            if length < size {
                eprintln!("aerospike-node: {} torn bytes at the end of {} are dropped", size - length, path.display());
                file.set_len(length)?;
            }
        }
        file.seek(SeekFrom::End(0))?;
        let now = now();
        for space in namespaces {
            let mut count = 0;
            for number in 0..partition::PARTITIONS {
                let mut records = space.partition(number);
                records.retain(|_, record| !record.is_over(now));
                count += records.len();
            }
            space.records.store(count, Ordering::Relaxed);
        }
        Ok(Log { path: path.into(), state: Mutex::new(State { file, length }) })
    }
    /// Appends an entry.
    pub fn append(&self, entry: &mut [u8]) -> io::Result<()> {
        seal(entry);
        let mut state = crate::store::locked(&self.state);
        if let Err(error) = state.file.write_all(entry) {
            // Half an entry would hide those after it.
            let length = state.length;
            state.file.set_len(length)?;
            return Err(error);
        }
        state.length += entry.len() as u64;
        Ok(())
    }
    /// How long the file is.
    pub fn length(&self) -> u64 {
        crate::store::locked(&self.state).length
    }
    /// Makes the file anew from what there is, beside the old one, and puts it in its place.
    pub fn rewrite(&self, namespaces: &[Arc<Namespace>]) -> io::Result<()> {
        let beside = self.path.with_extension("new");
        let mut out = BufWriter::new(File::create(&beside)?);
        out.write_all(MAGIC)?;
        let mut entry = Vec::new();
        for space in namespaces {
            for found in space.indexes() {
                index(&mut entry, &space.name, &found);
                seal(&mut entry);
                out.write_all(&entry)?;
            }
            for number in 0..partition::PARTITIONS {
                for (digest, record) in space.partition(number).iter() {
                    put(&mut entry, &space.name, digest, record);
                    seal(&mut entry);
                    out.write_all(&entry)?;
                }
            }
        }
        out.flush()?;
        out.get_ref().sync_all()?;
        drop(out);
        let file = OpenOptions::new().append(true).open(&beside)?;
        file.try_lock().map_err(|_| io::Error::other("another node has the new file open"))?;
        let length = file.metadata()?.len();
        std::fs::rename(&beside, &self.path)?;
        *crate::store::locked(&self.state) = State { file, length };
        Ok(())
    }
}

/// Reads the next whole entry; gives how many bytes it took.
fn next(from: &mut impl io::Read, body: &mut Vec<u8>, left: u64) -> io::Result<Option<u64>> {
    let mut head = [0; 8];
    if left < 8 {
        return Ok(None);
    }
    from.read_exact(&mut head)?;
    let [a, b, c, d, sum @ ..] = head;
    let length = u32::from_be_bytes([a, b, c, d]) as usize;
    if length as u64 > left - 8 || length > MOST {
        return Ok(None);
    }
    body.clear();
    body.resize(length, 0);
    from.read_exact(body)?;
    Ok((crc32fast::hash(body) == u32::from_be_bytes(sum)).then_some(8 + length as u64))
}
