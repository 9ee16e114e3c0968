//! `mb_send_mail`: mail in the language's character set, sent by `mail()`.

use crate::{
    encoding,
    encoding::EncodingRef,
    mime::encode_header,
    state::{self, chars},
};
use phant_memory::{Array, Key, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_send_mail];

/// What the headers that the script gives say.
#[derive(Default)]
struct Known {
    version: bool,
    /// `Content-Type`, with its character set.
    content_type: Option<Option<Vec<u8>>>,
    transfer_encoding: Option<Vec<u8>>,
}

impl Known {
    fn note(&mut self, name: &[u8], value: &[u8]) {
        if name.eq_ignore_ascii_case(b"mime-version") {
            self.version = true;
        } else if name.eq_ignore_ascii_case(b"content-type") {
            self.content_type = Some(charset(value));
        } else if name.eq_ignore_ascii_case(b"content-transfer-encoding") {
            self.transfer_encoding = Some(value.trim_ascii().to_vec());
        }
    }
}

/// The character set of a content type.
fn charset(value: &[u8]) -> Option<Vec<u8>> {
    let mut parts = value.split(|&b| b == b';').skip(1).map(<[u8]>::trim_ascii);
    let value = parts.find_map(|part| part.get(..8).filter(|name| name.eq_ignore_ascii_case(b"charset=")).map(|_| &part[8..]))?;
    Some(value.iter().copied().filter(|&b| b != b'"').collect())
}

fn no_nul(ctx: &Ctx, number: usize, text: &[u8]) -> PhpResult<()> {
    if text.contains(&0) { Err(ctx.argument_error(number, "must not contain any null bytes")) } else { Ok(()) }
}

fn recoded(ctx: &Ctx, text: &PhpStr, charset: EncodingRef, transfer: &str) -> PhpResult<Str> {
    let all = chars(ctx, state::internal(ctx), text)?;
    let body = state::text(ctx, charset, &all);
    match encoding::find(transfer.as_bytes()) {
        Some(transfer) if transfer.is_transfer() => {
            let bytes: Vec<u32> = body.iter().map(|&b| u32::from(b)).collect();
            Ok(state::text(ctx, transfer, &bytes))
        }
        _ => Ok(body),
    }
}

#[php(
    "function mb_send_mail(string $to, string $subject, string $message, array|string $additional_headers = [], ?string $additional_params = null): bool"
)]
fn mb_send_mail(
    ctx: &Ctx,
    to: &Str,
    subject: &PhpStr,
    message: &PhpStr,
    headers: &Value,
    params: Option<&Str>,
) -> PhpResult<Value> {
    for (number, text) in [(1, to.as_bytes()), (2, subject.as_bytes()), (3, message.as_bytes())] {
        no_nul(ctx, number, text)?;
    }
    let mut known = Known::default();
    let mut given = headers.clone();
    if let Some(lines) = headers.as_str() {
        no_nul(ctx, 4, &lines)?;
        for line in lines.split(|&b| b == b'\n') {
            if let Some(colon) = line.iter().position(|&b| b == b':') {
                known.note(&line[..colon], &line[colon + 1..]);
            }
        }
        given = Value::str(lines.trim_ascii_end());
    } else if let Some(all) = headers.as_array() {
        for (key, value) in all.iter() {
            if let Some(value) = value.deref().as_str() {
                known.note(&key.to_str(), &value);
            }
        }
    }
    no_nul(ctx, 5, params.map_or(&b""[..], |params| params.as_bytes()))?;
    let language = state::of(ctx).language.get();
    let mut charset = encoding::find(language.mail.0.as_bytes()).unwrap_or(encoding::utf8());
    if let Some(Some(name)) = &known.content_type {
        match encoding::find(name) {
            Some(wanted) => charset = wanted,
            None => {
                let name = String::from_utf8_lossy(name);
                ctx.warning(format!("Unsupported charset \"{name}\" - will be regarded as ascii"));
                ctx.check()?;
                charset = encoding::find(b"ASCII").unwrap_or(charset);
            }
        }
    }
    let wanted = known.transfer_encoding.as_ref().map(|name| String::from_utf8_lossy(name).into_owned());
    let transfer = match wanted.as_deref().map(str::to_ascii_lowercase).as_deref() {
        None => language.mail.2,
        Some("base64") => "BASE64",
        Some("7bit") => "7bit",
        Some("8bit") => "8bit",
        Some(other) => {
            ctx.warning(format!("Unsupported transfer encoding \"{other}\" - will be regarded as 8bit"));
            ctx.check()?;
            "8bit"
        }
    };
    let line_end = if ctx.ini.bool("mail.mixed_lf_and_crlf") { "\n" } else { "\r\n" };
    let subject = encode_header(ctx, subject, charset, language.mail.1 == "Quoted-Printable", line_end.as_bytes())?;
    let body = recoded(ctx, message, charset, transfer)?;
    let more = [
        ("MIME-Version", "1.0".to_owned(), known.version),
        ("Content-Type", format!("text/plain; charset={}", charset.mime.unwrap_or(charset.name)), known.content_type.is_some()),
        ("Content-Transfer-Encoding", transfer.to_owned(), wanted.is_some()),
    ];
    let headers = with_headers(ctx, &given, &more, line_end)?;
    let Some(mail) = ctx.host.lookup_function(ctx, b"mail") else { return Ok(Value::FALSE) };
    let mut arguments = vec![Value::from(to.clone()), Value::from(subject), Value::from(body), headers];
    arguments.extend(params.map(|params| Value::from(params.clone())));
    ctx.host.call_function(ctx, mail, None, None, &arguments)
}

/// Where lines end otherwise than those of an array of headers do, the array as a text of lines as it has them.
fn joined_with(given: &Value, line_end: &str) -> Value {
    let Some(all) = given.as_array().filter(|all| line_end != "\r\n" && !all.is_empty()) else { return given.clone() };
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for (name, value) in all.iter() {
        match value.deref().as_str() {
            Some(value) => lines.push([name.to_str().as_bytes(), b": ", value.as_bytes()].concat()),
            // What is not text is mail()'s to look at.
            None => return given.clone(),
        }
    }
    Value::from(Str::new(lines.join(&b"\r\n"[..])))
}

/// The headers that are given and those that are missing.
fn with_headers(ctx: &Ctx, given: &Value, more: &[(&str, String, bool)], line_end: &str) -> PhpResult<Value> {
    let missing = more.iter().filter(|(.., known)| !known);
    let given = &joined_with(given, line_end);
    if let Some(all) = given.as_array().filter(|all| !all.is_empty()) {
        let mut all: Array = all.clone();
        for (name, value, _) in missing {
            all.set(Key::from(&Str::new(name)), Value::from(value.as_str()));
        }
        return Ok(Value::from(all));
    }
    let mut lines = match given.as_array() {
        Some(_) => Vec::new(),
        None => convert::to_str(ctx, given)?.to_vec(),
    };
    for (name, value, _) in missing {
        if !lines.is_empty() {
            lines.extend_from_slice(line_end.as_bytes());
        }
        lines.extend_from_slice(format!("{name}: {value}").as_bytes());
    }
    Ok(Value::str(lines))
}
