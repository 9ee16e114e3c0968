//! Sizes and types of images, told from their first bytes.

use phant_memory::{Array, PhpStr, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_streams::{self as streams, Stream, Whence, memory, options};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![image_type_to_mime_type, image_type_to_extension, getimagesize, getimagesizefromstring];

/// The numbers of `IMAGETYPE_*`.
mod kind {
    pub const GIF: i64 = 1;
    pub const JPEG: i64 = 2;
    pub const PNG: i64 = 3;
    pub const SWF: i64 = 4;
    pub const PSD: i64 = 5;
    pub const BMP: i64 = 6;
    pub const TIFF_II: i64 = 7;
    pub const TIFF_MM: i64 = 8;
    pub const JPC: i64 = 9;
    pub const JP2: i64 = 10;
    pub const JPX: i64 = 11;
    pub const JB2: i64 = 12;
    pub const SWC: i64 = 13;
    pub const IFF: i64 = 14;
    pub const WBMP: i64 = 15;
    pub const XBM: i64 = 16;
    pub const ICO: i64 = 17;
    pub const WEBP: i64 = 18;
    pub const AVIF: i64 = 19;
}

#[php("function image_type_to_mime_type(int $image_type): string")]
fn image_type_to_mime_type(image_type: i64) -> &'static str {
    match image_type {
        kind::GIF => "image/gif",
        kind::JPEG => "image/jpeg",
        kind::PNG => "image/png",
        kind::SWF | kind::SWC => "application/x-shockwave-flash",
        kind::PSD => "image/psd",
        kind::BMP => "image/bmp",
        kind::TIFF_II | kind::TIFF_MM => "image/tiff",
        kind::IFF => "image/iff",
        kind::WBMP => "image/vnd.wap.wbmp",
        kind::JP2 => "image/jp2",
        kind::XBM => "image/xbm",
        kind::ICO => "image/vnd.microsoft.icon",
        kind::WEBP => "image/webp",
        kind::AVIF => "image/avif",
        _ => "application/octet-stream",
    }
}

#[php("function image_type_to_extension(int $image_type, bool $include_dot = true): string|false")]
fn image_type_to_extension(image_type: i64, include_dot: bool) -> OrFalse<&'static str> {
    let name = match image_type {
        kind::GIF => ".gif",
        kind::JPEG => ".jpeg",
        kind::PNG => ".png",
        kind::SWF | kind::SWC => ".swf",
        kind::PSD => ".psd",
        kind::BMP | kind::WBMP => ".bmp",
        kind::TIFF_II | kind::TIFF_MM => ".tiff",
        kind::IFF => ".iff",
        kind::JPC => ".jpc",
        kind::JP2 => ".jp2",
        kind::JPX => ".jpx",
        kind::JB2 => ".jb2",
        kind::XBM => ".xbm",
        kind::ICO => ".ico",
        kind::WEBP => ".webp",
        kind::AVIF => ".avif",
        _ => return OrFalse::False,
    };
    OrFalse::Some(if include_dot { name } else { &name[1..] })
}

/// What is known of an image.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Size {
    width: u32,
    height: u32,
    bits: u32,
    channels: u32,
}

/// Bytes of a stream, read as a format needs them.
struct Source<'a> {
    ctx: &'a Ctx,
    stream: &'a Stream,
}

impl Source<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut out = [0; N];
        self.fill(&mut out).then_some(out)
    }
    fn fill(&mut self, out: &mut [u8]) -> bool {
        let mut done = 0;
        while done < out.len() {
            match self.stream.read(self.ctx, &mut out[done..]) {
                Some(n) if n > 0 => done += n,
                _ => return false,
            }
        }
        true
    }
    fn take(&mut self, n: usize) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut chunk = [0; 4096];
        while out.len() < n {
            let want = (n - out.len()).min(chunk.len());
            match self.stream.read(self.ctx, &mut chunk[..want]) {
                Some(got) if got > 0 => out.extend_from_slice(&chunk[..got]),
                _ => return None,
            }
        }
        Some(out)
    }
    fn u8(&mut self) -> Option<u8> {
        self.bytes::<1>().map(|b| b[0])
    }
    fn be16(&mut self) -> Option<u32> {
        self.bytes().map(|b| u32::from(u16::from_be_bytes(b)))
    }
    fn be32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_be_bytes)
    }
    fn skip(&mut self, n: i64) -> bool {
        self.stream.seek(self.ctx, n, Whence::Current)
    }
    fn seek(&mut self, n: i64) -> bool {
        self.stream.seek(self.ctx, n, Whence::Set)
    }
}

fn le16(b: &[u8], at: usize) -> u32 {
    b.get(at..at + 2).map_or(0, |b| u32::from(u16::from_le_bytes([b[0], b[1]])))
}
fn le32(b: &[u8], at: usize) -> u32 {
    b.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}
fn be16(b: &[u8], at: usize) -> u32 {
    b.get(at..at + 2).map_or(0, |b| u32::from(u16::from_be_bytes([b[0], b[1]])))
}
fn be32(b: &[u8], at: usize) -> u32 {
    b.get(at..at + 4).map_or(0, |b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
}

/// The type of the image at the stream's beginning; what is not enough to tell gives a notice.
fn image_type(source: &mut Source<'_>, name: &str) -> Option<i64> {
    let mut head = [0u8; 12];
    if !source.fill(&mut head[..3]) {
        source.ctx.notice(format!("Error reading from {name}!"));
        return None;
    }
    match &head[..3] {
        b"GIF" => return Some(kind::GIF),
        b"\xff\xd8\xff" => return Some(kind::JPEG),
        b"\x89PN" => {
            if !source.fill(&mut head[3..8]) {
                source.ctx.notice(format!("Error reading from {name}!"));
                return None;
            }
            if &head[..8] == b"\x89PNG\r\n\x1a\n" {
                return Some(kind::PNG);
            }
            source.ctx.warning("PNG file corrupted by ASCII conversion");
            return None;
        }
        b"FWS" => return Some(kind::SWF),
        b"CWS" => return Some(kind::SWC),
        b"8BP" => return Some(kind::PSD),
        b"\xff\x4f\xff" => return Some(kind::JPC),
        _ if &head[..2] == b"BM" => return Some(kind::BMP),
        _ => {}
    }
    if !source.fill(&mut head[3..4]) {
        source.ctx.notice(format!("Error reading from {name}!"));
        return None;
    }
    match &head[..4] {
        b"II\x2a\x00" => return Some(kind::TIFF_II),
        b"MM\x00\x2a" => return Some(kind::TIFF_MM),
        b"FORM" => return Some(kind::IFF),
        b"\x00\x00\x01\x00" => return Some(kind::ICO),
        _ => {}
    }
    let is_long = source.fill(&mut head[4..12]);
    if is_long {
        if &head[..12] == b"\x00\x00\x00\x0cjP  \x0d\x0a\x87\x0a" {
            return Some(kind::JP2);
        }
        if &head[..4] == b"RIFF" && &head[8..12] == b"WEBP" {
            return Some(kind::WEBP);
        }
        if &head[4..8] == b"ftyp" && is_avif(source, &head) {
            return Some(kind::AVIF);
        }
    }
    if wbmp(source).is_some() {
        return Some(kind::WBMP);
    }
    if !is_long {
        source.ctx.notice(format!("Error reading from {name}!"));
        return None;
    }
    if xbm(source).is_some() {
        return Some(kind::XBM);
    }
    None
}

/// Whether a file type box names AVIF among its brands.
fn is_avif(source: &mut Source<'_>, head: &[u8]) -> bool {
    let size = be32(head, 0) as usize;
    if &head[8..12] == b"avif" || &head[8..12] == b"avis" {
        return true;
    }
    let rest = size.saturating_sub(12).min(1024);
    source.take(rest).is_some_and(|b| b.chunks_exact(4).any(|c| c == b"avif" || c == b"avis"))
}

fn gif(source: &mut Source<'_>) -> Option<Size> {
    source.skip(3);
    let b: [u8; 5] = source.bytes()?;
    let bits = if b[4] & 0x80 != 0 { u32::from(b[4] & 7) + 1 } else { 0 };
    Some(Size { width: le16(&b, 0), height: le16(&b, 2), bits, channels: 3 })
}

fn png(source: &mut Source<'_>) -> Option<Size> {
    source.skip(8);
    let b: [u8; 9] = source.bytes()?;
    Some(Size { width: be32(&b, 0), height: be32(&b, 4), bits: u32::from(b[8]), channels: 0 })
}

fn psd(source: &mut Source<'_>) -> Option<Size> {
    source.skip(11);
    let b: [u8; 8] = source.bytes()?;
    Some(Size { height: be32(&b, 0), width: be32(&b, 4), ..Size::default() })
}

fn bmp(source: &mut Source<'_>) -> Option<Size> {
    source.skip(11);
    let b: [u8; 16] = source.bytes()?;
    match le32(&b, 0) {
        12 => Some(Size { width: le16(&b, 4), height: le16(&b, 6), bits: le16(&b, 10), channels: 0 }),
        13..=64 | 108 | 124 => {
            Some(Size { width: le32(&b, 4), height: (le32(&b, 8) as i32).unsigned_abs(), bits: le16(&b, 14), channels: 0 })
        }
        _ => None,
    }
}

/// `count` bits of a byte string, from bit `from` on.
fn bit_field(b: &[u8], from: usize, count: usize) -> u32 {
    (from..from + count).fold(0, |n, i| n << 1 | u32::from(b.get(i / 8).copied().unwrap_or(0) >> (7 - i % 8) & 1))
}

fn swf_rect(b: &[u8]) -> Size {
    let n = usize::from(b[0] >> 3);
    let side = |high: usize, low: usize| bit_field(b, 5 + high * n, n).wrapping_sub(bit_field(b, 5 + low * n, n)) / 20;
    Size { width: side(1, 0), height: side(3, 2), ..Size::default() }
}

fn swf(source: &mut Source<'_>) -> Option<Size> {
    source.skip(5);
    let b: [u8; 32] = source.bytes()?;
    Some(swf_rect(&b))
}

/// Compressed Flash: the zlib extension's filter unpacks it, if that is there.
fn swc(source: &mut Source<'_>) -> Option<Size> {
    use phant_streams::filter::{self, Chain};
    if !filter::kinds().any(|k| k.name == "zlib.*") {
        let text = "The image is a compressed SWF file, but you do not have a static version of the zlib extension enabled";
        source.ctx.notice(text);
        return None;
    }
    source.skip(5);
    let mut packed = Vec::new();
    while packed.len() < 1 << 16
        && let Some(chunk) = source.stream.read_str(source.ctx, 8192)
        && !chunk.is_empty()
    {
        packed.extend_from_slice(&chunk);
    }
    let raw = memory::stream(&packed, b"rb");
    let mut params = Array::new();
    params.set_name("window", 15i64.into());
    let entry = filter::make(source.ctx, &raw, b"zlib.inflate", &Value::from(params))?;
    filter::attach(source.ctx, &raw, entry, Chain::Read, true);
    let mut b = [0; 64];
    let n = raw.read(source.ctx, &mut b)?;
    (n >= 32).then(|| swf_rect(&b[..n]))
}

fn jpeg(source: &mut Source<'_>, mut info: Option<&mut Array>) -> Option<Size> {
    let mut found: Option<Size> = None;
    // The last byte read was the first of a marker.
    let mut at_marker = true;
    loop {
        let mut extra = 0usize;
        let marker = loop {
            let b = source.u8();
            let Some(b) = b else { return found };
            if at_marker && b != 0xff {
                break b;
            }
            at_marker = b == 0xff;
            extra += usize::from(!at_marker);
        };
        if extra > 0 {
            source.ctx.warning(format!("Corrupt JPEG data: {extra} extraneous bytes before marker"));
        }
        at_marker = false;
        match marker {
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) && found.is_none() => {
                let length = source.be16()?;
                let bits = u32::from(source.u8()?);
                let (height, width) = (source.be16()?, source.be16()?);
                let channels = u32::from(source.u8()?);
                found = Some(Size { width, height, bits, channels });
                if info.is_none() || length < 8 {
                    return found;
                }
                if !source.skip(i64::from(length) - 8) {
                    return found;
                }
            }
            0xe0..=0xef if info.is_some() => {
                let Some(length) = source.be16() else { return found };
                let Some(body) = source.take((length as usize).saturating_sub(2)) else { return found };
                if let Some(info) = info.as_deref_mut() {
                    let name = format!("APP{}", marker - 0xe0);
                    if info.get_bytes(name.as_bytes()).is_none() {
                        info.set_text(&name, body.into());
                    }
                }
            }
            0xda | 0xd9 => return found,
            // Markers that stand alone.
            0x01 | 0xd0..=0xd8 => {}
            _ => {
                let Some(length) = source.be16() else { return found };
                if length < 2 || !source.skip(i64::from(length) - 2) {
                    return found;
                }
            }
        }
    }
}

fn tiff(source: &mut Source<'_>, big: bool) -> Option<Size> {
    let short = |b: &[u8], at: usize| if big { be16(b, at) } else { le16(b, at) };
    let long = |b: &[u8], at: usize| if big { be32(b, at) } else { le32(b, at) };
    let b: [u8; 4] = source.bytes()?;
    if !source.seek(i64::from(long(&b, 0))) {
        return None;
    }
    let b: [u8; 2] = source.bytes()?;
    let entries = short(&b, 0) as usize;
    let directory = source.take(entries * 12)?;
    let (mut width, mut height) = (0, 0);
    for entry in directory.chunks_exact(12) {
        let value = match short(entry, 2) {
            1 | 6 => u32::from(entry[8]),
            3 | 8 => short(entry, 8),
            4 | 9 => long(entry, 8),
            _ => continue,
        };
        match short(entry, 0) {
            0x100 => width = value,
            0x101 => height = value,
            _ => {}
        }
    }
    (width != 0 && height != 0).then_some(Size { width, height, ..Size::default() })
}

fn iff(source: &mut Source<'_>) -> Option<Size> {
    let b: [u8; 8] = source.bytes()?;
    if &b[4..8] != b"ILBM" && &b[4..8] != b"PBM " {
        return None;
    }
    loop {
        let head: [u8; 8] = source.bytes()?;
        let mut size = be32(&head, 4);
        if (size as i32) < 0 {
            return None;
        }
        size += size & 1;
        if &head[..4] == b"BMHD" {
            let b: [u8; 9] = source.bytes()?;
            let (width, height, bits) = (be16(&b, 0), be16(&b, 2), u32::from(b[8]));
            if (width as i16) > 0 && (height as i16) > 0 && bits > 0 && bits < 33 {
                return Some(Size { width, height, bits, channels: 0 });
            }
            return None;
        }
        if !source.skip(i64::from(size)) {
            return None;
        }
    }
}

fn jpc(source: &mut Source<'_>) -> Option<Size> {
    if source.u8()? != 0x51 {
        source.ctx.warning("JPEG2000 codestream corrupt(Expected SIZ marker not found after SOC)");
        return None;
    }
    source.bytes::<4>()?;
    let (width, height) = (source.be32()?, source.be32()?);
    source.take(24)?;
    let channels = source.be16()?;
    if channels == 0 && source.stream.eof_flag() || channels > 256 {
        return None;
    }
    let mut bits = 0;
    for _ in 0..channels {
        let b: [u8; 3] = source.bytes()?;
        bits = bits.max(u32::from(b[0]) + 1);
    }
    Some(Size { width, height, bits, channels })
}

fn jp2(source: &mut Source<'_>) -> Option<Size> {
    loop {
        let Some(b) = source.bytes::<8>() else {
            source.ctx.warning("JP2 file has no codestreams at root level");
            return None;
        };
        let (length, name) = (be32(&b, 0), &b[4..8]);
        if length == 1 {
            source.take(8)?;
        }
        if name == b"jp2c" {
            source.take(3)?;
            return jpc(source);
        }
        if (length as i32) <= 0 || !source.skip(i64::from(length) - 8) {
            source.ctx.warning("JP2 file has no codestreams at root level");
            return None;
        }
    }
}

fn ico(source: &mut Source<'_>) -> Option<Size> {
    let b: [u8; 2] = source.bytes()?;
    let count = le16(&b, 0);
    if !(1..=255).contains(&count) {
        return None;
    }
    let mut best = Size::default();
    for _ in 0..count {
        let Some(b) = source.bytes::<16>() else { break };
        let bits = le16(&b, 6);
        if bits >= best.bits {
            best = Size { width: u32::from(b[0]), height: u32::from(b[1]), bits, channels: 0 };
        }
    }
    let full = |n: u32| if n == 0 { 256 } else { n };
    Some(Size { width: full(best.width), height: full(best.height), ..best })
}

fn webp(source: &mut Source<'_>) -> Option<Size> {
    let b: [u8; 18] = source.bytes()?;
    if &b[..3] != b"VP8" {
        return None;
    }
    let n = |at: usize| u32::from(b[at]);
    let (width, height) = match b[3] {
        b' ' => (n(14) + ((n(15) & 0x3f) << 8), n(16) + ((n(17) & 0x3f) << 8)),
        b'L' => (n(9) + ((n(10) & 0x3f) << 8) + 1, (n(10) >> 6) + (n(11) << 2) + ((n(12) & 0xf) << 10) + 1),
        b'X' => (n(12) + (n(13) << 8) + (n(14) << 16) + 1, n(15) + (n(16) << 8) + (n(17) << 16) + 1),
        _ => return None,
    };
    Some(Size { width, height, bits: 8, channels: 0 })
}

/// The boxes of an ISO media file, one level.
fn boxes(mut bytes: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    std::iter::from_fn(move || {
        let size = be32(bytes, 0) as usize;
        let name = bytes.get(4..8)?;
        let end = if size == 0 { bytes.len() } else { size.min(bytes.len()) };
        let body = bytes.get(8..end)?;
        bytes = &bytes[end..];
        Some((name, body))
    })
}

fn avif(source: &mut Source<'_>) -> Option<Size> {
    source.seek(0);
    let mut bytes = Vec::new();
    while bytes.len() < 1 << 20
        && let Some(chunk) = source.stream.read_str(source.ctx, 8192)
        && !chunk.is_empty()
    {
        bytes.extend_from_slice(&chunk);
    }
    let meta = boxes(&bytes).find(|(name, _)| *name == b"meta")?.1;
    let properties = boxes(meta.get(4..)?).find(|(name, _)| *name == b"iprp")?.1;
    let container = boxes(properties).find(|(name, _)| *name == b"ipco")?.1;
    let mut size = Size::default();
    let mut alpha = false;
    for (name, body) in boxes(container) {
        match name {
            b"ispe" if size.width == 0 => (size.width, size.height) = (be32(body, 4), be32(body, 8)),
            b"pixi" if size.channels == 0 => {
                size.channels = u32::from(*body.get(4).unwrap_or(&0));
                size.bits = u32::from(*body.get(5).unwrap_or(&0));
            }
            b"av1C" if size.bits == 0 => {
                let flags = *body.get(2).unwrap_or(&0);
                size.bits = if flags & 0x40 == 0 {
                    8
                } else if flags & 0x20 != 0 {
                    12
                } else {
                    10
                };
                size.channels = if flags & 0x10 != 0 { 1 } else { 3 };
            }
            b"auxC" if body.windows(5).any(|w| w == b"alpha") => alpha = true,
            _ => {}
        }
    }
    if alpha {
        size.channels += 1;
    }
    (size.width > 0).then_some(size)
}

fn wbmp(source: &mut Source<'_>) -> Option<Size> {
    if !source.seek(0) || source.u8()? != 0 {
        return None;
    }
    // Further header bytes follow while the high bit is set.
    while source.u8()? & 0x80 != 0 {}
    let mut side = || -> Option<u32> {
        let mut n = 0u32;
        loop {
            let b = source.u8()?;
            n = n << 7 | u32::from(b & 0x7f);
            if n > 2048 {
                return None;
            }
            if b & 0x80 == 0 {
                return Some(n);
            }
        }
    };
    let (width, height) = (side()?, side()?);
    (width > 0 && height > 0).then_some(Size { width, height, ..Size::default() })
}

fn xbm(source: &mut Source<'_>) -> Option<Size> {
    if !source.seek(0) {
        return None;
    }
    let (mut width, mut height) = (0, 0);
    for _ in 0..1000 {
        let line = source.stream.read_line(source.ctx, Some(8192))?;
        let text = line.to_text();
        let mut words = text.split_ascii_whitespace();
        if words.next() != Some("#define") {
            continue;
        }
        let (Some(name), Some(value)) = (words.next(), words.next()) else { continue };
        let Ok(value) = value.parse::<u32>() else { continue };
        match name.rsplit('_').next() {
            Some("width") => width = value,
            Some("height") => height = value,
            _ => continue,
        }
        if width > 0 && height > 0 {
            return Some(Size { width, height, ..Size::default() });
        }
    }
    None
}

fn size_of(ctx: &Ctx, stream: &Stream, name: &str, info: Option<&mut Array>) -> Option<Array> {
    let mut source = Source { ctx, stream };
    let kind = image_type(&mut source, name)?;
    let size = match kind {
        kind::GIF => gif(&mut source),
        kind::JPEG => jpeg(&mut source, info),
        kind::PNG => png(&mut source),
        kind::SWF => swf(&mut source),
        kind::SWC => swc(&mut source),
        kind::PSD => psd(&mut source),
        kind::BMP => bmp(&mut source),
        kind::TIFF_II => tiff(&mut source, false),
        kind::TIFF_MM => tiff(&mut source, true),
        kind::JPC => jpc(&mut source),
        kind::JP2 => jp2(&mut source),
        kind::IFF => iff(&mut source),
        kind::WBMP => wbmp(&mut source),
        kind::XBM => xbm(&mut source),
        kind::ICO => ico(&mut source),
        kind::WEBP => webp(&mut source),
        kind::AVIF => avif(&mut source),
        _ => None,
    }?;
    let mut out = Array::with_hash_capacity(7);
    out.set(0i64, i64::from(size.width).into());
    out.set(1i64, i64::from(size.height).into());
    out.set(2i64, kind.into());
    out.set(3i64, format!("width=\"{}\" height=\"{}\"", size.width, size.height).into());
    if size.bits != 0 {
        out.set_name("bits", i64::from(size.bits).into());
    }
    if size.channels != 0 {
        out.set_name("channels", i64::from(size.channels).into());
    }
    out.set_name("mime", image_type_to_mime_type(kind).into());
    Some(out)
}

#[php("function getimagesize(string $filename, &$image_info = null): array|false")]
fn getimagesize(ctx: &Ctx, filename: &PhpStr, mut image_info: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<Array>> {
    crate::file::check_path(ctx, filename, 1)?;
    let mut info = (passed > 1).then(Array::new);
    if passed > 1 {
        image_info.set(Array::new());
    }
    let opened = streams::open_required(ctx, filename, b"rb", options::REPORT_ERRORS, None)?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    let size = size_of(ctx, &stream, &filename.to_text(), info.as_mut());
    stream.close(ctx);
    if let Some(info) = info {
        image_info.set(info);
    }
    Ok(size.into())
}

#[php("function getimagesizefromstring(string $string, &$image_info = null): array|false")]
fn getimagesizefromstring(ctx: &Ctx, string: &PhpStr, mut image_info: RefArg<'_>, passed: usize) -> OrFalse<Array> {
    let mut info = (passed > 1).then(Array::new);
    let stream = memory::stream(string, b"rb");
    let size = size_of(ctx, &stream, &string.to_text(), info.as_mut());
    stream.close(ctx);
    if let Some(info) = info {
        image_info.set(info);
    }
    size.into()
}
