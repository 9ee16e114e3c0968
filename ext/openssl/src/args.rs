//! Arguments that are keys, certificates, requests or files: as objects, as PEM texts, or as paths after `file://`.

use crate::{
    errors::{self, text},
    objects,
};
use phant_memory::{Str, Value};
use phant_native::{Ctx, Level, PhpResult, convert};
use phant_pki::{
    certificate::Certificate,
    key::{self, Key},
    pem,
    request::Request,
};
use std::{io::Write, os::unix::ffi::OsStrExt, path::Path, rc::Rc};

/// Where a value stands, for messages.
#[derive(Clone, Copy)]
pub struct Place {
    /// The argument's number.
    pub number: usize,
    /// What of the argument it is: words before the fault, with a space behind.
    pub part: &'static str,
}

/// An element of an array.
pub const ELEMENT: &str = "array item ";
/// An element of an option.
pub const OPTION_ELEMENT: &str = "option extracerts array item ";

impl From<usize> for Place {
    fn from(number: usize) -> Place {
        Place { number, part: "" }
    }
}

/// Checks a path: no zeros (an exception), and `open_basedir` (a warning, and `false`).
pub fn check_path(ctx: &Ctx, path: &[u8], place: impl Into<Place>) -> PhpResult<bool> {
    let place = place.into();
    check_zeros(ctx, path, place)?;
    if path.len() >= LONGEST_PATH {
        let function = ctx.current.get();
        let name = function.map_or_else(String::new, |f| f.display_name());
        let parameter = function.and_then(|f| f.param_name(place.number - 1)).unwrap_or_default();
        let text = format!("{name}({parameter}): {}must be a valid file path", place.part);
        ctx.report(Level::Warning, text);
        return ctx.check().map(|()| false);
    }
    let permitted = phant_streams::path::check_basedir(ctx, path);
    ctx.check()?;
    Ok(permitted)
}

/// Checks that a path has no zeros.
pub fn check_zeros(ctx: &Ctx, path: &[u8], place: impl Into<Place>) -> PhpResult<()> {
    let place = place.into();
    if path.contains(&0) {
        return Err(ctx.argument_error(place.number, format!("{}must not contain any null bytes", place.part)));
    }
    Ok(())
}

/// The longest path that PHP takes.
const LONGEST_PATH: usize = 4096;

/// Reads a file as OpenSSL does, which knows no wrappers.
pub fn read_file(ctx: &Ctx, path: &[u8]) -> Option<Vec<u8>> {
    let path = phant_streams::path::absolute(path);
    let path = Path::new(std::ffi::OsStr::from_bytes(&path));
    match std::fs::metadata(path).map(|m| m.len()) {
        Ok(length) if ctx.reserve(usize::try_from(length).unwrap_or(usize::MAX)).is_err() => return None,
        _ => {}
    }
    match std::fs::read(path) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            note_system(ctx, &error);
            None
        }
    }
}

fn note_system(ctx: &Ctx, error: &std::io::Error) {
    let number = error.raw_os_error().unwrap_or(5);
    errors::note(
        ctx,
        &format!("error:FFFFFFFF{:08X}:system library::{}", 0x8000_0000u32 | number as u32, phant_os::error_text(error)),
    );
    errors::note(ctx, if number == 2 { text::NO_FILE } else { text::FILE_SYSTEM });
}

/// Writes a file.
pub fn write_file(ctx: &Ctx, path: &[u8], data: &[u8]) -> bool {
    let path = phant_streams::path::absolute(path);
    let written = std::fs::File::create(Path::new(std::ffi::OsStr::from_bytes(&path))).and_then(|mut f| f.write_all(data));
    if let Err(error) = &written {
        note_system(ctx, error);
    }
    written.is_ok()
}

/// The bytes that a text means: its own, or those of a file.
pub fn bytes(ctx: &Ctx, text: &Str, place: Place) -> PhpResult<Option<Vec<u8>>> {
    let head = text.get(..7).unwrap_or_default();
    if !head.eq_ignore_ascii_case(b"file://") {
        return Ok(Some(text.to_vec()));
    }
    let path = &text[7..];
    if !check_path(ctx, path, place)? {
        return Ok(None);
    }
    Ok(read_file(ctx, path))
}

/// Notes why there is no block.
pub fn note_pem(ctx: &Ctx, failure: pem::Failure) {
    let said = match failure {
        pem::Failure::NoStart => text::NO_START,
        pem::Failure::BadEnd => text::BAD_END,
        pem::Failure::BadBase64 => text::BAD_BASE64,
        pem::Failure::BadDecrypt | pem::Failure::BadPassword => text::PEM_BAD_DECRYPT,
        pem::Failure::BadHeader => text::PEM_ASN1,
    };
    errors::note(ctx, said);
}

/// A certificate of a value.
pub fn certificate(ctx: &Ctx, value: &Value, place: impl Into<Place>) -> PhpResult<Option<Rc<Certificate>>> {
    if let Some(found) = value.as_object().and_then(|object| objects::get::<Certificate>(&object)) {
        return Ok(Some(found));
    }
    if !value.is_object() && value.as_str().is_none() {
        return Ok(None);
    }
    let given = convert::to_str(ctx, value)?;
    let Some(bytes) = bytes(ctx, &given, place.into())? else { return Ok(None) };
    match Certificate::from_pem(&bytes) {
        Ok(certificate) => Ok(Some(Rc::new(certificate))),
        Err(failure) => {
            note_pem(ctx, failure);
            Ok(None)
        }
    }
}

/// The same, with a warning if there is none.
pub fn required_certificate(ctx: &Ctx, value: &Value, number: usize) -> PhpResult<Option<Rc<Certificate>>> {
    let found = certificate(ctx, value, number);
    if !matches!(found, Ok(Some(_))) {
        ctx.warning("X.509 Certificate cannot be retrieved");
        if found.is_ok() {
            ctx.check()?;
        }
    }
    found
}

/// A request of a value.
pub fn request(ctx: &Ctx, value: &Value, place: impl Into<Place>) -> PhpResult<Option<Rc<Request>>> {
    if let Some(found) = value.as_object().and_then(|object| objects::get::<Request>(&object)) {
        return Ok(Some(found));
    }
    let given = convert::to_str(ctx, value)?;
    let Some(bytes) = bytes(ctx, &given, place.into())? else { return Ok(None) };
    match Request::from_pem(&bytes) {
        Ok(request) => Ok(Some(Rc::new(request))),
        Err(failure) => {
            note_pem(ctx, failure);
            Ok(None)
        }
    }
}

/// A key of a value: an object, a text, a certificate for a public one, or an array of one of these and a password.
pub fn key(
    ctx: &Ctx,
    value: &Value,
    public: bool,
    password: Option<&[u8]>,
    place: impl Into<Place>,
) -> PhpResult<Option<Rc<Key>>> {
    let place = place.into();
    let value = value.deref().into_owned();
    let mut phrase: Option<Vec<u8>> = password.map(<[u8]>::to_vec);
    let mut value = value;
    if let Some(pair) = value.as_array() {
        let (Some(first), Some(second)) = (pair.get_int(0), pair.get_int(1)) else {
            return Err(ctx.value_error("Key array must be of the form array(0 => key, 1 => phrase)"));
        };
        phrase = Some(convert::to_str(ctx, second)?.to_vec());
        let first = first.deref().into_owned();
        drop(pair);
        value = first;
    }
    if let Some(object) = value.as_object() {
        if let Some(key) = objects::get::<Key>(&object) {
            if !public && !key.is_secret() {
                ctx.warning("Supplied key param is a public key");
                return ctx.check().map(|()| None);
            }
            if public && key.is_secret() {
                ctx.warning("Don't know how to get public key from this private key");
                return ctx.check().map(|()| None);
            }
            return Ok(Some(key));
        }
        if let Some(certificate) = objects::get::<Certificate>(&object) {
            return Ok(if public { certificate.key().map(Rc::new) } else { None });
        }
    }
    if !value.is_object() && value.as_str().is_none() {
        return Ok(None);
    }
    let given = convert::to_str(ctx, &value)?;
    let Some(bytes) = bytes(ctx, &given, place)? else { return Ok(None) };
    if public {
        let found = match Certificate::from_pem(&bytes) {
            Ok(certificate) => certificate.key(),
            Err(_) => Key::from_public_pem(&bytes),
        };
        if found.is_none() {
            errors::note(ctx, text::NO_DECODER);
        }
        return Ok(found.map(Rc::new));
    }
    match Key::from_pem(&bytes, phrase.as_deref()) {
        Ok(key) => Ok(Some(Rc::new(key))),
        Err(key::Failure::Password) => {
            errors::note(ctx, text::BAD_DECRYPT);
            errors::note(ctx, text::PEM_BAD_DECRYPT);
            Ok(None)
        }
        Err(key::Failure::Unsupported) => {
            errors::note(ctx, text::NO_DECODER);
            Ok(None)
        }
    }
}
