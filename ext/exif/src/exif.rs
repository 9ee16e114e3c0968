//! The functions.

use crate::{
    image::{Image, SECTIONS, Section},
    tags::{self, Table},
};
use phant_memory::{Array, Resource, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, resource, ret::OrFalse};
use phant_streams::{Stream, Whence, options};
use std::rc::Rc;

pub const FUNCTIONS: FunctionGroup = functions![exif_tagname, exif_read_data, exif_thumbnail, exif_imagetype];

/// What may be read of a file.
const MOST: usize = 1 << 30;

#[php("function exif_tagname(int $index): string|false")]
fn exif_tagname(index: i64) -> OrFalse<&'static str> {
    u16::try_from(index).ok().and_then(|tag| tags::name(Table::Ifd, tag)).into()
}

/// All of a stream, without asking how much that will be: not every stream knows.
fn read(ctx: &Ctx, stream: &Stream) -> Vec<u8> {
    let (mut out, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    while let Some(n) = stream.read(ctx, &mut piece).filter(|&n| n > 0) {
        out.extend_from_slice(&piece[..n]);
        if out.len() > MOST || ctx.has_exception() || ctx.poll().is_err() {
            break;
        }
    }
    out
}

/// The file of an argument, read; `None` if that failed.
fn load<'c>(ctx: &'c Ctx, file: &Value) -> PhpResult<Option<Image<'c>>> {
    if let Some(handle) = file.as_resource().map(|r| r.into_owned()) {
        let Some(stream) = resource::get::<Stream>(&handle) else {
            phant_streams::from_value(ctx, file, 1)?;
            return Ok(None);
        };
        let before = stream.position();
        stream.seek(ctx, 0, Whence::Set);
        let bytes = read(ctx, &stream);
        let is_plain = stream.is_plain_file();
        let name = stream.path().filter(|_| is_plain).unwrap_or_default();
        let mtime = if is_plain { stream.stat(ctx).map_or(0, |s| s.mtime) } else { 0 };
        stream.seek(ctx, before, Whence::Set);
        let base = name.rsplit(|&b| b == b'/').next().unwrap_or_default().to_vec();
        let mut image = Image::new(ctx, bytes, base);
        image.mtime = mtime;
        return Ok(Some(image));
    }
    let name = convert::to_str(ctx, file)?;
    if name.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if name.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let Some((_resource, stream)) = phant_streams::open_required(ctx, &name, b"rb", 0, None)? else {
        ctx.warning("Unable to open file");
        return Ok(None);
    };
    let is_plain = stream.is_plain_file();
    let known = if is_plain { stream.stat(ctx) } else { None };
    if known.is_some_and(|s| !s.is_file()) {
        stream.close(ctx);
        ctx.warning("Not a file");
        return Ok(None);
    }
    let bytes = read(ctx, &stream);
    let mtime = known.map_or(0, |s| s.mtime);
    stream.close(ctx);
    let name = if is_plain { name.as_bytes() } else { b"" };
    let base = name.rsplit(|&b| b == b'/').next().unwrap_or_default().to_vec();
    let mut image = Image::new(ctx, bytes, base);
    image.mtime = mtime;
    Ok(Some(image))
}

fn open(ctx: &Ctx, name: &Str) -> PhpResult<Option<(Resource, Rc<Stream>)>> {
    phant_streams::open_required(ctx, name, b"rb", options::REPORT_ERRORS, None)
}

fn computed(image: &mut Image<'_>) {
    let mut values: Vec<(&str, Value)> = Vec::new();
    if image.width > 0 && image.height > 0 {
        values.push(("html", Value::str(format!("width=\"{}\" height=\"{}\"", image.width, image.height))));
        values.push(("Height", Value::int(image.height)));
        values.push(("Width", Value::int(image.width)));
    }
    values.push(("IsColor", Value::int(i64::from(image.is_color))));
    if image.order_known {
        values.push(("ByteOrderMotorola", Value::int(i64::from(image.motorola))));
    }
    if image.focal_length != 0.0 {
        values.push(("FocalLength", Value::str(format!("{:4.1}mm", image.focal_length))));
    }
    if image.ccd_width != 0.0 {
        values.push(("CCDWidth", Value::str(format!("{}mm", image.ccd_width as i64))));
    }
    if image.exposure > 0.0 {
        let text = match image.exposure <= 0.5 {
            true => format!("{:.3} s (1/{})", image.exposure, (0.5 + 1.0 / image.exposure) as i64),
            false => format!("{:.3} s", image.exposure),
        };
        values.push(("ExposureTime", Value::str(text)));
    }
    if image.f_number != 0.0 {
        values.push(("ApertureFNumber", Value::str(format!("f/{:.1}", image.f_number))));
    }
    if image.distance != 0.0 {
        let text = if image.distance < 0.0 { "Infinite".to_string() } else { format!("{:.2}m", image.distance) };
        values.push(("FocusDistance", Value::str(text)));
    }
    if let Some((text, encoding)) = &image.user_comment {
        values.push(("UserComment", Value::str(text)));
        if let Some(encoding) = encoding {
            values.push(("UserCommentEncoding", Value::str(encoding)));
        }
    }
    if let Some((text, both)) = &image.copyright {
        values.push(("Copyright", Value::str(text)));
        if let Some((photographer, editor)) = both {
            values.push(("Copyright.Photographer", Value::str(photographer)));
            values.push(("Copyright.Editor", Value::str(editor)));
        }
    }
    for (name, value) in values {
        image.add(Section::Computed, name, value);
    }
}

fn mime(kind: i64) -> &'static str {
    match kind {
        2 => "image/jpeg",
        7 | 8 => "image/tiff",
        _ => "application/octet-stream",
    }
}

#[php(
    "function exif_read_data($file, ?string $required_sections = null, bool $as_arrays = false, bool $read_thumbnail = false): array|false"
)]
fn exif_read_data(ctx: &Ctx, file: &Value, required: Option<&Str>, arrays: bool, thumbnail: bool) -> PhpResult<OrFalse<Array>> {
    let mut needed = 0_u32;
    if let Some(required) = required {
        let wanted: Vec<Vec<u8>> =
            required.as_bytes().split(|&b| b == b',').map(|w| w.trim_ascii().to_ascii_uppercase()).collect();
        for (i, name) in SECTIONS.iter().enumerate() {
            if wanted.iter().any(|w| w == name.as_bytes()) {
                needed |= 1 << i;
            }
        }
    }
    let Some(mut image) = load(ctx, file)? else { return Ok(OrFalse::False) };
    ctx.check()?;
    image.read_thumbnail = thumbnail;
    let done = image.scan();
    ctx.check()?;
    if !done || needed != 0 && image.found & needed == 0 {
        return Ok(OrFalse::False);
    }
    let found = image.sections_found();
    let (name, mtime, len, kind) = (image.name.clone(), image.mtime, image.bytes.len(), image.kind);
    if !name.is_empty() {
        image.add(Section::File, "FileName", Value::str(name));
    }
    image.add(Section::File, "FileDateTime", Value::int(mtime));
    image.add(Section::File, "FileSize", Value::int(len as i64));
    image.add(Section::File, "FileType", Value::int(kind));
    image.add(Section::File, "MimeType", Value::str(mime(kind)));
    image.add(Section::File, "SectionsFound", Value::str(found));
    computed(&mut image);
    if image.thumbnail.size > 0 {
        if thumbnail && (image.thumbnail.width == 0 || image.thumbnail.height == 0) {
            image.thumbnail_size();
        }
        if let Some(data) = image.thumbnail.data.clone().filter(|_| thumbnail) {
            image.add(Section::Thumbnail, "THUMBNAIL", Value::str(data));
        }
        let kind = image.thumbnail.kind;
        image.add(Section::Computed, "Thumbnail.FileType", Value::int(kind));
        image.add(Section::Computed, "Thumbnail.MimeType", Value::str(mime(kind)));
    }
    if image.thumbnail.width > 0 && image.thumbnail.height > 0 {
        let (width, height) = (image.thumbnail.width, image.thumbnail.height);
        image.add(Section::Computed, "Thumbnail.Height", Value::int(height));
        image.add(Section::Computed, "Thumbnail.Width", Value::int(width));
    }
    let mut out = Array::new();
    use Section::{AnyTag, App12, Comment, Computed, Exif, File, Fpix, Gps, Ifd0, Interop, MakerNote, Thumbnail, WinXp};
    for section in [File, Computed, AnyTag, Ifd0, Thumbnail, Comment, Exif, Gps, Interop, Fpix, App12, WinXp, MakerNote] {
        let always = matches!(section, Computed | Thumbnail | Comment);
        image.put(&mut out, section, arrays || always);
    }
    Ok(OrFalse::Some(out))
}

#[php("function exif_thumbnail($file, &$width = null, &$height = null, &$image_type = null): string|false")]
fn exif_thumbnail(
    ctx: &Ctx,
    file: &Value,
    mut width: RefArg<'_>,
    mut height: RefArg<'_>,
    mut kind: RefArg<'_>,
    passed: usize,
) -> PhpResult<OrFalse<Vec<u8>>> {
    let Some(mut image) = load(ctx, file)? else { return Ok(OrFalse::False) };
    image.read_thumbnail = true;
    let done = image.scan();
    ctx.check()?;
    let data = image.thumbnail.data.clone().filter(|_| done);
    let Some(data) = data.filter(|_| image.thumbnail.size > 0) else { return Ok(OrFalse::False) };
    if passed >= 3 {
        if image.thumbnail.width == 0 || image.thumbnail.height == 0 {
            image.thumbnail_size();
        }
        width.set(Value::int(image.thumbnail.width));
        height.set(Value::int(image.thumbnail.height));
    }
    if passed >= 4 {
        kind.set(Value::int(image.thumbnail.kind));
    }
    Ok(OrFalse::Some(data))
}

/// The kind of an image, by its first bytes.
fn kind_of(first: &[u8]) -> Option<i64> {
    const JPC: &[u8] = b"\xFF\x4F\xFF";
    Some(match first {
        b if b.starts_with(b"GIF") => 1,
        b if b.starts_with(b"\xFF\xD8\xFF") => 2,
        b if b.starts_with(b"\x89PNG\r\n\x1A\n") => 3,
        b if b.starts_with(b"FWS") => 4,
        b if b.starts_with(b"CWS") => 13,
        b if b.starts_with(b"8BPS") => 5,
        b if b.starts_with(b"BM") => 6,
        b if b.starts_with(JPC) => 9,
        b if b.starts_with(b"II\x2A\x00") => 7,
        b if b.starts_with(b"MM\x00\x2A") => 8,
        b if b.starts_with(b"FORM") => 14,
        b if b.starts_with(b"\x00\x00\x01\x00") => 17,
        b if b.starts_with(b"\x00\x00\x00\x0C\x6A\x50\x20\x20\x0D\x0A\x87\x0A") => 10,
        b if b.starts_with(b"RIFF") && b.get(8..12) == Some(b"WEBP") => 18,
        b if b.get(4..12) == Some(b"ftypavif") || b.get(4..12) == Some(b"ftypavis") => 19,
        b if b.starts_with(b"#define") => 16,
        _ => return None,
    })
}

#[php("function exif_imagetype(string $filename): int|false")]
fn exif_imagetype(ctx: &Ctx, filename: &Str) -> PhpResult<OrFalse<i64>> {
    if filename.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let Some((_resource, stream)) = open(ctx, filename)? else { return Ok(OrFalse::False) };
    let first = stream.read_all(ctx, 64).map(|s| s.to_vec()).unwrap_or_default();
    stream.close(ctx);
    if first.len() < 3 {
        ctx.notice("Error reading from %s!".replace("%s", &filename.to_text()));
        return Ok(OrFalse::False);
    }
    Ok(kind_of(&first).into())
}
