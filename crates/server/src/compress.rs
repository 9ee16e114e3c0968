//! Compression of answers: which encoding a client wants, what is worth it, and encoders that can be flushed in between.

use brotli::{CompressorWriter, enc::BrotliEncoderParams};
use std::io::{self, Write};
use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Method, Status, Strategy};

/// Answers below this size are sent as they are.
pub const LEAST: usize = 1024;

/// How hard to try for what is made anew for each request, and for files, whose compressed form is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// As fast as possible.
    Once,
    /// Smaller.
    Kept,
}

/// An encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    /// RFC 7932.
    Brotli,
    /// RFC 8878.
    Zstd,
    /// RFC 1952.
    Gzip,
}

impl Coding {
    /// As `Content-Encoding` names it.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Zstd => "zstd",
            Coding::Gzip => "gzip",
        }
    }
}

/// In which order encodings are taken that a client likes equally: the fastest first, or the one with the smallest result.
pub const FASTEST: [Coding; 3] = [Coding::Zstd, Coding::Brotli, Coding::Gzip];
pub const SMALLEST: [Coding; 3] = [Coding::Brotli, Coding::Zstd, Coding::Gzip];

/// What a client thinks of an encoding, by its `Accept-Encoding`: between 0, not at all, and 1.
pub fn quality(accepted: &str, name: &str) -> f32 {
    let mut any = if name == "identity" { 1e-3 } else { 0.0 };
    for part in accepted.split(',') {
        let mut words = part.split(';').map(str::trim);
        let own = words.next().unwrap_or_default();
        let weight = words.find_map(|word| word.strip_prefix("q=").or(word.strip_prefix("Q=")));
        let weight = weight.map_or(1.0, |q| q.trim().parse::<f32>().ok().filter(|q| (0.0..=1.0).contains(q)).unwrap_or(0.0));
        if own.eq_ignore_ascii_case(name) || own.eq_ignore_ascii_case("x-gzip") && name == "gzip" {
            return weight;
        }
        if own == "*" {
            any = weight;
        }
    }
    any
}

/// The encoding that a client likes best among those of `order`, if it does not like an answer without one better.
pub fn choose(accepted: &str, order: &[Coding]) -> Option<Coding> {
    let mut best = (quality(accepted, "identity"), None);
    for &coding in order {
        let own = quality(accepted, coding.name());
        if own > best.0 || own == best.0 && own > 0.0 && best.1.is_none() {
            best = (own, Some(coding));
        }
    }
    best.1
}

/// Types that are worth compressing beside all texts, and ends of names of such types.
const WORTH: [&str; 10] = [
    "application/json",
    "application/xml",
    "application/wasm",
    "application/javascript",
    "application/x-javascript",
    "application/x-ndjson",
    "font/ttf",
    "font/otf",
    "image/bmp",
    "image/vnd.microsoft.icon",
];
const WORTH_ENDS: [&str; 2] = ["+json", "+xml"];

/// Whether contents of a type are worth compressing.
pub fn is_worth(kind: &[u8]) -> bool {
    let kind = kind.split(|&c| c == b';').next().unwrap_or_default().trim_ascii();
    let begins = |start: &str| kind.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start.as_bytes()));
    let ends = |end: &&str| kind.len() > end.len() && kind[kind.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes());
    begins("text/") || WORTH_ENDS.iter().any(ends) || WORTH.iter().any(|own| kind.eq_ignore_ascii_case(own.as_bytes()))
}

enum Kind {
    Brotli(Box<CompressorWriter<Vec<u8>>>),
    Zstd(Box<zstd::stream::write::Encoder<'static, Vec<u8>>>),
    Gzip(Box<Deflate>, Vec<u8>),
}

/// Compresses one answer.
pub struct Encoder(Kind);

impl Encoder {
    /// For content of about this size, if that is known.
    pub fn new(coding: Coding, effort: Effort, size: Option<usize>) -> io::Result<Encoder> {
        let kept = effort == Effort::Kept;
        Ok(Encoder(match coding {
            Coding::Brotli => {
                let quality = if kept { 9 } else { 4 };
                // A window that small content never fills costs memory and nothing else.
                let bits = size.map_or(19, |size| usize::BITS - size.leading_zeros()).clamp(16, if kept { 22 } else { 19 });
                let size_hint = size.unwrap_or(0);
                let params = BrotliEncoderParams { quality, lgwin: bits as i32, size_hint, ..Default::default() };
                Kind::Brotli(Box::new(CompressorWriter::with_params(Vec::new(), 16 << 10, &params)))
            }
            Coding::Zstd => {
                let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), if kept { 12 } else { 3 })?;
                // The largest that every browser takes.
                encoder.window_log(if kept { 23 } else { 19 })?;
                encoder.set_pledged_src_size(size.map(|size| size as u64))?;
                Kind::Zstd(Box::new(encoder))
            }
            Coding::Gzip => {
                let (level, window_bits) = (if kept { 9 } else { 5 }, 31);
                let config =
                    DeflateConfig { level, method: Method::Deflated, window_bits, mem_level: 8, strategy: Strategy::Default };
                Kind::Gzip(Box::new(Deflate::new_with_config(config)), Vec::new())
            }
        }))
    }
    /// Takes some content; what of the compressed form comes out at once. `flush`: all of it, so that the client can show it.
    pub fn write(&mut self, bytes: &[u8], flush: bool) -> io::Result<Vec<u8>> {
        match &mut self.0 {
            Kind::Brotli(encoder) => {
                encoder.write_all(bytes)?;
                if flush {
                    encoder.flush()?;
                }
                Ok(std::mem::take(encoder.get_mut()))
            }
            Kind::Zstd(encoder) => {
                encoder.write_all(bytes)?;
                if flush {
                    encoder.flush()?;
                }
                Ok(std::mem::take(encoder.get_mut()))
            }
            Kind::Gzip(deflate, out) => {
                run(deflate, bytes, if flush { DeflateFlush::SyncFlush } else { DeflateFlush::NoFlush }, out)?;
                Ok(std::mem::take(out))
            }
        }
    }
    /// Takes the last of the content; what is left of the compressed form.
    pub fn finish(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        match self.0 {
            Kind::Brotli(mut encoder) => {
                encoder.write_all(bytes)?;
                Ok(encoder.into_inner())
            }
            Kind::Zstd(mut encoder) => {
                encoder.write_all(bytes)?;
                encoder.finish()
            }
            Kind::Gzip(mut deflate, mut out) => {
                run(&mut deflate, bytes, DeflateFlush::Finish, &mut out)?;
                Ok(out)
            }
        }
    }
}

fn run(deflate: &mut Deflate, bytes: &[u8], flush: DeflateFlush, out: &mut Vec<u8>) -> io::Result<()> {
    let mut at = 0;
    loop {
        let start = out.len();
        out.resize(start + bytes.len() / 2 + 512, 0);
        let (taken, made) = (deflate.total_in(), deflate.total_out());
        let status = deflate.compress(&bytes[at..], &mut out[start..], flush);
        at += (deflate.total_in() - taken) as usize;
        let made = (deflate.total_out() - made) as usize;
        let room = out.len() - start;
        out.truncate(start + made);
        match status {
            Ok(Status::StreamEnd) => return Ok(()),
            // There was room for more than there is.
            Ok(_) if made < room && at == bytes.len() => return Ok(()),
            Ok(_) => {}
            Err(_) => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

/// The compressed form of some content.
pub fn whole(coding: Coding, effort: Effort, bytes: &[u8]) -> io::Result<Vec<u8>> {
    Encoder::new(coding, effort, Some(bytes.len()))?.finish(bytes)
}

/// The head of an answer that is compressed: lines of the form `Name: value`, after the first.
pub fn head(lines: &[u8], coding: Option<Coding>) -> Vec<u8> {
    let mut out = Vec::with_capacity(lines.len() + 64);
    let mut varies = false;
    for line in lines.split_inclusive(|&c| c == b'\n') {
        let text = line.trim_ascii();
        let colon = text.iter().position(|&c| c == b':');
        let (name, value) = colon.map_or((&b""[..], &b""[..]), |at| (text[..at].trim_ascii(), text[at + 1..].trim_ascii()));
        if name.eq_ignore_ascii_case(b"vary") {
            varies |= value.split(|&c| c == b',').any(|v| v.trim_ascii().eq_ignore_ascii_case(b"accept-encoding") || v == b"*");
        }
        if coding.is_some() && (name.eq_ignore_ascii_case(b"content-length") || name.eq_ignore_ascii_case(b"accept-ranges")) {
            continue;
        }
        if coding.is_some() && name.eq_ignore_ascii_case(b"etag") && value.starts_with(b"\"") {
            // The same content in other bytes.
            out.extend_from_slice(&[name, b": W/", value, b"\r\n"].concat());
            continue;
        }
        out.extend_from_slice(line);
    }
    if let Some(coding) = coding {
        out.extend_from_slice(format!("Content-Encoding: {}\r\n", coding.name()).as_bytes());
    }
    if !varies {
        out.extend_from_slice(b"Vary: Accept-Encoding\r\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn unpacked(coding: Coding, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        match coding {
            Coding::Brotli => drop(brotli::Decompressor::new(bytes, 4096).read_to_end(&mut out)),
            Coding::Zstd => drop(zstd::stream::read::Decoder::new(bytes).expect("zstd").read_to_end(&mut out)),
            Coding::Gzip => {
                out = vec![0; 1 << 20];
                let mut inflate = zlib_rs::Inflate::new(true, 31);
                let _ = inflate.decompress(bytes, &mut out, zlib_rs::InflateFlush::NoFlush);
                out.truncate(inflate.total_out() as usize);
            }
        }
        out
    }

    #[test]
    fn there_and_back() {
        let text: Vec<u8> = (0..9000u32).flat_map(|i| format!("line {}\n", i * i % 997).into_bytes()).collect();
        for coding in FASTEST {
            for effort in [Effort::Once, Effort::Kept] {
                let packed = whole(coding, effort, &text).expect("packed");
                assert!(packed.len() < text.len() / 3 && unpacked(coding, &packed) == text, "{coding:?} {}", packed.len());
            }
            assert_eq!(unpacked(coding, &whole(coding, Effort::Once, b"").expect("packed")), b"");
            // What was flushed can be read before the rest comes.
            let mut encoder = Encoder::new(coding, Effort::Once, None).expect("an encoder");
            let mut packed = encoder.write(&text[..5000], false).expect("packed");
            packed.extend(encoder.write(&text[5000..9000], true).expect("packed"));
            assert_eq!(unpacked(coding, &packed), text[..9000], "{coding:?}");
            packed.extend(encoder.finish(&text[9000..]).expect("packed"));
            assert_eq!(unpacked(coding, &packed), text, "{coding:?}");
        }
    }

    #[test]
    fn what_clients_want() {
        use Coding::{Brotli, Gzip, Zstd};
        for (accepted, fastest, smallest) in [
            ("gzip, deflate, br, zstd", Some(Zstd), Some(Brotli)),
            ("gzip;q=1.0, br;q=0.5", Some(Gzip), Some(Gzip)),
            ("GZIP", Some(Gzip), Some(Gzip)),
            ("br;q=0, gzip", Some(Gzip), Some(Gzip)),
            ("*", Some(Zstd), Some(Brotli)),
            ("*;q=0.5, gzip;q=0.4", Some(Zstd), Some(Brotli)),
            ("identity, gzip;q=0.5", None, None),
            ("identity;q=0.5, gzip;q=0.5", Some(Gzip), Some(Gzip)),
            ("gzip;q=0, *;q=0", None, None),
            ("deflate", None, None),
            ("gzip;q=oops", None, None),
            ("", None, None),
        ] {
            assert_eq!((choose(accepted, &FASTEST), choose(accepted, &SMALLEST)), (fastest, smallest), "{accepted}");
        }
        assert!(
            is_worth(b"text/css; charset=UTF-8") && is_worth(b"Image/SVG+xml") && !is_worth(b"image/png") && !is_worth(b"+xml")
        );
    }

    #[test]
    fn heads() {
        let lines = b"HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 7\r\nVary: Cookie\r\n";
        let packed = String::from_utf8(head(lines, Some(Coding::Gzip))).expect("text");
        assert_eq!(
            packed,
            "HTTP/1.1 200 OK\r\nETag: W/\"a\"\r\nVary: Cookie\r\nContent-Encoding: gzip\r\nVary: Accept-Encoding\r\n"
        );
        assert_eq!(head(b"A 200 B\r\nvary: accept-encoding\r\n", None), b"A 200 B\r\nvary: accept-encoding\r\n");
    }
}
