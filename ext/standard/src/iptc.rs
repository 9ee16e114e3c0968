//! IPTC data in JPEG files.

use phant_memory::{Array, Key, PhpStr, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_streams as streams;

pub(crate) const FUNCTIONS: FunctionGroup = functions![iptcparse, iptcembed];

#[php("function iptcparse(string $iptc_block): array|false")]
fn iptcparse(iptc_block: &PhpStr) -> OrFalse<Array> {
    let block = iptc_block.as_bytes();
    let byte = |at: usize| block.get(at).copied().unwrap_or(0);
    let mut at = 0;
    while at < block.len() && !(block[at] == 0x1c && matches!(byte(at + 1), 1 | 2)) {
        at += 1;
    }
    let mut out = Array::new();
    while at < block.len() {
        if block[at] != 0x1c {
            break;
        }
        at += 1;
        if at + 4 >= block.len() {
            break;
        }
        let (set, record) = (block[at], block[at + 1]);
        at += 2;
        let len = if block[at] & 0x80 != 0 {
            if at + 6 >= block.len() {
                break;
            }
            let len = (2..6).fold(0usize, |n, i| n << 8 | usize::from(block[at + i]));
            at += 6;
            len
        } else {
            let len = usize::from(block[at]) << 8 | usize::from(block[at + 1]);
            at += 2;
            len
        };
        let Some(value) = at.checked_add(len).and_then(|end| block.get(at..end)) else { break };
        let key = Key::from(format!("{set}#{record:03}").as_str());
        let slot = out.make_mut().get_or_insert(key);
        if !slot.is_array() {
            slot.set(Value::from(Array::new()));
        }
        if let Some(list) = slot.own_array_mut() {
            let _ = list.push(Value::from(value));
        }
        at += len;
    }
    if out.is_empty() { OrFalse::False } else { OrFalse::Some(out) }
}

/// The block of APP13 that Photoshop writes around IPTC data.
fn photoshop_block(data: &[u8]) -> Vec<u8> {
    let mut out = b"\xff\xed\0\0Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0".to_vec();
    let at = out.len() - 2;
    out[at..].copy_from_slice(&(data.len() as u16).to_be_bytes());
    out.extend_from_slice(data);
    if data.len() % 2 == 1 {
        out.push(0);
    }
    let len = (out.len() - 2) as u16;
    out[2..4].copy_from_slice(&len.to_be_bytes());
    out
}

#[php("function iptcembed(string $iptc_data, string $filename, int $spool = 0): string|bool")]
fn iptcembed(ctx: &Ctx, iptc_data: &PhpStr, filename: &PhpStr, spool: i64) -> PhpResult<Value> {
    crate::file::check_path(ctx, filename, 2)?;
    if iptc_data.len() >= 0xffff - 28 {
        return Err(ctx.argument_error(1, "is too large"));
    }
    if filename.is_empty() {
        ctx.warning("Unable to open ");
        return Ok(Value::FALSE);
    }
    let opened = streams::open_required(ctx, filename, b"rb", 0, None)?;
    let Some((_resource, stream)) = opened else {
        ctx.warning(format!("Unable to open {filename}"));
        return Ok(Value::FALSE);
    };
    let image = stream.read_all(ctx, usize::MAX);
    stream.close(ctx);
    let Some(image) = image else { return Ok(Value::FALSE) };
    if !image.starts_with(b"\xff\xd8") {
        return Ok(Value::FALSE);
    }
    let Some(out) = embed(&image, iptc_data) else { return Ok(Value::FALSE) };
    if spool > 0 {
        ctx.echo(&out);
    }
    Ok(if spool < 2 { Value::from(out) } else { Value::TRUE })
}

/// The image with the data in its APP13 block, behind APP0 and APP1.
fn embed(image: &[u8], data: &[u8]) -> Option<Vec<u8>> {
    let mut out = b"\xff\xd8".to_vec();
    let (mut at, mut done) = (2, false);
    loop {
        if *image.get(at)? != 0xff {
            return None;
        }
        while image.get(at + 1) == Some(&0xff) {
            at += 1;
        }
        let marker = *image.get(at + 1)?;
        if marker == 0xda || marker == 0xd9 {
            if !done {
                out.extend_from_slice(&photoshop_block(data));
            }
            out.extend_from_slice(&image[at..]);
            return Some(out);
        }
        let len = usize::from(*image.get(at + 2)?) << 8 | usize::from(*image.get(at + 3)?);
        let segment = image.get(at..at + 2 + len.max(2))?;
        if !matches!(marker, 0xe0 | 0xe1) && !done {
            out.extend_from_slice(&photoshop_block(data));
            done = true;
        }
        // What was in APP13 before is replaced.
        if marker != 0xed {
            out.extend_from_slice(segment);
        }
        at += segment.len();
    }
}
