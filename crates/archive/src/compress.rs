//! Compression of whole contents: deflate, gzip, bzip2.

use bzip2::{Action, Compress, Compression, Decompress};
use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Inflate, InflateFlush, Method, Status, Strategy};

const PIECE: usize = 64 << 10;

/// Why contents could not be expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The data are damaged, or end too early.
    Damaged,
    /// More came out than there may be.
    TooLong,
    /// Memory or time is used up.
    Interrupted,
}

fn deflating(data: &[u8], level: i32, window: i32) -> Vec<u8> {
    // The library's middle levels compress less than zlib's; what zlib does at 6, its default, it does at 7.
    let level = if matches!(level, -1 | 6) { 7 } else { level.clamp(0, 9) };
    let config =
        DeflateConfig { level, method: Method::Deflated, window_bits: window, mem_level: 8, strategy: Strategy::Default };
    let mut deflate = Deflate::new_with_config(config);
    let (mut out, mut piece, mut at) = (Vec::new(), vec![0; PIECE], 0);
    loop {
        let (before_in, before_out) = (deflate.total_in(), deflate.total_out());
        let answer = deflate.compress(&data[at..], &mut piece, DeflateFlush::Finish);
        at += (deflate.total_in() - before_in) as usize;
        out.extend_from_slice(&piece[..(deflate.total_out() - before_out) as usize]);
        match answer {
            Ok(Status::Ok | Status::BufError) if !phant_interrupt::is_urgent() => {}
            _ => return out,
        }
    }
}

/// Compresses without a header.
pub fn deflate(data: &[u8], level: i32) -> Vec<u8> {
    deflating(data, level, -15)
}
/// Compresses as gzip does.
pub fn gzip(data: &[u8], level: i32) -> Vec<u8> {
    deflating(data, level, 31)
}

fn inflating(data: &[u8], window: u8, header: bool, most: u64) -> Result<Vec<u8>, Failure> {
    let mut inflate = Inflate::new(header, window);
    let (mut out, mut piece, mut at) = (Vec::new(), vec![0; PIECE], 0);
    loop {
        let (before_in, before_out) = (inflate.total_in(), inflate.total_out());
        let answer = inflate.decompress(&data[at..], &mut piece, InflateFlush::NoFlush);
        let (read, made) = ((inflate.total_in() - before_in) as usize, (inflate.total_out() - before_out) as usize);
        at += read;
        out.extend_from_slice(&piece[..made]);
        if out.len() as u64 > most {
            return Err(Failure::TooLong);
        }
        match answer {
            Ok(Status::StreamEnd) => return Ok(out),
            _ if phant_interrupt::is_urgent() => return Err(Failure::Interrupted),
            Ok(_) if read > 0 || made > 0 => {}
            _ => return Err(Failure::Damaged),
        }
    }
}

/// Expands what has no header, to no more than `most` bytes.
pub fn inflate(data: &[u8], most: u64) -> Result<Vec<u8>, Failure> {
    inflating(data, 15, false, most)
}
/// Expands what gzip made, to no more than `most` bytes.
pub fn gunzip(data: &[u8], most: u64) -> Result<Vec<u8>, Failure> {
    inflating(data, 31, true, most)
}

/// Compresses as bzip2 does.
pub fn bzip2(data: &[u8], level: u32) -> Vec<u8> {
    let mut compress = Compress::new(Compression::new(level.clamp(1, 9)), 0);
    let (mut out, mut piece, mut at) = (Vec::new(), vec![0; PIECE], 0);
    loop {
        let (before_in, before_out) = (compress.total_in(), compress.total_out());
        let action = if at < data.len() { Action::Run } else { Action::Finish };
        let answer = compress.compress(&data[at..], &mut piece, action);
        at += (compress.total_in() - before_in) as usize;
        out.extend_from_slice(&piece[..(compress.total_out() - before_out) as usize]);
        match answer {
            Ok(bzip2::Status::StreamEnd) | Err(_) => return out,
            Ok(_) if phant_interrupt::is_urgent() => return out,
            Ok(_) => {}
        }
    }
}

/// Expands what bzip2 made, to no more than `most` bytes.
pub fn bunzip2(data: &[u8], most: u64) -> Result<Vec<u8>, Failure> {
    let mut expand = Decompress::new(false);
    let (mut out, mut piece, mut at) = (Vec::new(), vec![0; PIECE], 0);
    loop {
        let (before_in, before_out) = (expand.total_in(), expand.total_out());
        let answer = expand.decompress(&data[at..], &mut piece).map_err(|_| Failure::Damaged)?;
        let (read, made) = ((expand.total_in() - before_in) as usize, (expand.total_out() - before_out) as usize);
        at += read;
        out.extend_from_slice(&piece[..made]);
        if out.len() as u64 > most {
            return Err(Failure::TooLong);
        }
        match answer {
            bzip2::Status::StreamEnd => return Ok(out),
            _ if phant_interrupt::is_urgent() => return Err(Failure::Interrupted),
            _ if read == 0 && made == 0 => return Err(Failure::Damaged),
            _ => {}
        }
    }
}
