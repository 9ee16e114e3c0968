//! Requests for certificates: `openssl_csr_*`.

use crate::{args, config::Settings, errors, objects, pkey, x509};
use phant_memory::{Array, Object, PhpStr, Value};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_pki::{
    certificate::Draft,
    der,
    extensions::{self, Context},
    key::Key,
    name::{self, Attribute, Name},
    print,
    request::Request,
    time,
};
use std::rc::Rc;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    openssl_csr_export_to_file,
    openssl_csr_export,
    openssl_csr_sign,
    openssl_csr_new,
    openssl_csr_get_subject,
    openssl_csr_get_public_key,
];

fn exported(request: &Request, no_text: bool) -> Vec<u8> {
    let mut out = if no_text { Vec::new() } else { print::request(request).into_bytes() };
    out.extend(request.to_pem());
    out
}

fn required(ctx: &Ctx, value: &Value) -> PhpResult<Option<Rc<Request>>> {
    let found = args::request(ctx, value, 1)?;
    if found.is_none() {
        ctx.warning("X.509 Certificate Signing Request cannot be retrieved");
        ctx.check()?;
    }
    Ok(found)
}

/// Writes a request into a file.
#[php(
    "function openssl_csr_export_to_file(OpenSSLCertificateSigningRequest|string $csr, string $output_filename, bool $no_text = true): bool"
)]
fn openssl_csr_export_to_file(ctx: &Ctx, csr: &Value, output_filename: &PhpStr, no_text: bool) -> PhpResult<bool> {
    let path = output_filename.to_handle();
    let Some(request) = required(ctx, csr)? else { return Ok(false) };
    if !args::check_path(ctx, &path, 2)? {
        return Ok(false);
    }
    let written = args::write_file(ctx, &path, &exported(&request, no_text));
    if !written {
        ctx.warning([b"Error opening file ", &path[..]].concat());
        ctx.check()?;
    }
    Ok(written)
}

/// A request as text.
#[php("function openssl_csr_export(OpenSSLCertificateSigningRequest|string $csr, &$output, bool $no_text = true): bool")]
fn openssl_csr_export(ctx: &Ctx, csr: &Value, mut output: RefArg<'_>, no_text: bool) -> PhpResult<bool> {
    let Some(request) = required(ctx, csr)? else { return Ok(false) };
    output.set(Value::str(exported(&request, no_text)));
    Ok(true)
}

/// A configuration's name without what makes it unique: `0.organizationName`.
fn plain_name(name: &str) -> &str {
    name.find(['.', ',', ':']).map(|i| &name[i + 1..]).filter(|rest| !rest.is_empty()).unwrap_or(name)
}

const FAILED: &str = "(failed; check error queue and value of string_mask OpenSSL option if illegal characters are reported)";

/// Adds an attribute to a name; `false` for one that it cannot have, which has been told.
fn add_part(ctx: &Ctx, settings: &Settings, list: &mut Vec<Attribute>, oid: &str, value: &str) -> PhpResult<bool> {
    let (fewest, most) = name::limits(oid);
    let length = value.chars().count();
    if length < fewest || length > most {
        errors::note(
            ctx,
            if length > most {
                "error:06800097:asn1 encoding routines::string too long"
            } else {
                "error:06800098:asn1 encoding routines::string too short"
            },
        );
        let nid = phant_pki::algorithms::by_oid(oid).map_or(0, |object| object.nid);
        ctx.warning(format!("dn: add_entry_by_NID {nid} -> {value} {FAILED}"));
        return ctx.check().map(|()| false);
    }
    let set = list.len();
    list.push(name::attribute(oid, value, set, settings.simple_strings));
    Ok(true)
}

fn unknown(ctx: &Ctx, text: String) -> PhpResult<()> {
    errors::note(ctx, "error:04000067:object identifier routines::unknown object name");
    ctx.warning(text);
    ctx.check()
}

fn utf8(ctx: &Ctx, value: &Value) -> PhpResult<String> {
    Ok(String::from_utf8_lossy(&convert::to_str(ctx, value)?).into_owned())
}

/// The subject: what was given, and the configuration's defaults for the rest.
fn subject(ctx: &Ctx, settings: &Settings, given: &Array) -> PhpResult<Option<Name>> {
    let mut list: Vec<Attribute> = Vec::new();
    for (key, value) in given.iter() {
        let key = key.to_key();
        let phant_memory::Key::Str(key) = &key else { continue };
        let key = String::from_utf8_lossy(key).into_owned();
        let Some(oid) = settings.oid(&key) else {
            unknown(ctx, format!("dn: {key} is not a recognized name"))?;
            continue;
        };
        let value = value.deref().into_owned();
        let values: Vec<Value> = match value.as_array() {
            Some(list) => list.values().cloned().collect(),
            None => vec![value.clone()],
        };
        for value in values {
            if !add_part(ctx, settings, &mut list, &oid, &utf8(ctx, &value)?)? {
                return Ok(None);
            }
        }
    }
    let section = settings.get("distinguished_name").and_then(|section| settings.conf.section(section));
    for (key, value) in section.unwrap_or_default() {
        let Some(key) = key.strip_suffix("_default") else { continue };
        let Some(oid) = settings.oid(plain_name(key)) else { continue };
        if !list.iter().any(|part| part.oid == oid) && !add_part(ctx, settings, &mut list, &oid, value)? {
            return Ok(None);
        }
    }
    Ok(Some(Name::of(list)))
}

/// The attributes: what was given, and the configuration's.
fn attributes(ctx: &Ctx, settings: &Settings, given: &Array) -> PhpResult<Option<Vec<(String, Vec<u8>)>>> {
    let mut list = Vec::new();
    let mut add = |oid: &str, value: &str| {
        let part = name::attribute(oid, value, 0, settings.simple_strings);
        list.push((oid.to_owned(), der::item(part.tag, &[&part.value])));
    };
    for (key, value) in given.iter() {
        let key = key.to_key();
        let phant_memory::Key::Str(key) = &key else { continue };
        let key = String::from_utf8_lossy(key).into_owned();
        match settings.oid(&key) {
            Some(oid) => add(&oid, &utf8(ctx, value)?),
            None => unknown(ctx, format!("attributes: {key} is not a recognized attribute name"))?,
        }
    }
    let section = settings.get("attributes").and_then(|section| settings.conf.section(section));
    for (key, value) in section.unwrap_or_default() {
        let key = plain_name(key);
        match settings.oid(key) {
            Some(oid) => add(&oid, value),
            None => {
                ctx.warning(format!("add1_attr_by_txt {key} -> {value} {FAILED}"));
                return ctx.check().map(|()| None);
            }
        }
    }
    Ok(Some(list))
}

/// A new request, with a new key if there is none.
#[php(
    "function openssl_csr_new(array $distinguished_names, #[\\SensitiveParameter] &$private_key, ?array $options = null, ?array $extra_attributes = null): OpenSSLCertificateSigningRequest|bool"
)]
fn openssl_csr_new(
    ctx: &Ctx,
    distinguished_names: &Array,
    mut private_key: RefArg<'_>,
    options: Option<&Array>,
    extra_attributes: Option<&Array>,
) -> PhpResult<OrFalse<Object>> {
    let (names, extra) = (distinguished_names.clone(), extra_attributes.cloned());
    let Some(settings) = Settings::read(ctx, options)? else { return Ok(OrFalse::False) };
    let given = private_key.get();
    let found = if given.is_null() { Ok(None) } else { args::key(ctx, &given, false, None, 2) };
    let mut made = false;
    let key = match &found {
        Ok(Some(key)) => key.clone(),
        _ => match pkey::generate(ctx, &settings)? {
            Some(key) => {
                made = true;
                Rc::new(key)
            }
            None => {
                ctx.warning("Unable to generate a private key");
                return ctx.check().map(|()| OrFalse::False);
            }
        },
    };
    // PHP goes on, and may warn, after a key that was no key; its exception comes last.
    let request = new_request(ctx, &settings, &names, extra.as_ref(), &key);
    found?;
    let Some(request) = request? else { return Ok(OrFalse::False) };
    let object = objects::make(ctx, request)?;
    if made {
        private_key.set(objects::make(ctx, (*key).clone())?);
    }
    Ok(OrFalse::Some(object))
}

fn new_request(ctx: &Ctx, settings: &Settings, names: &Array, extra: Option<&Array>, key: &Key) -> PhpResult<Option<Request>> {
    let Some(subject) = subject(ctx, settings, names)? else { return Ok(None) };
    let attributes = match extra {
        Some(extra) => match attributes(ctx, settings, extra)? {
            Some(list) => list,
            None => return Ok(None),
        },
        None => Vec::new(),
    };
    let public_key = key.to_public_der();
    let mut list = Vec::new();
    if let Some(section) = &settings.request_extensions {
        let context = Context { public_key: &public_key, issuer: None, own: false, name: &subject, serial: &[] };
        match extensions::from_section(&settings.conf, section, &context) {
            Ok(found) => list = found,
            Err(_) => {
                ctx.warning(format!("Error loading extension section {section}"));
                return ctx.check().map(|()| None);
            }
        }
    }
    let request = Request::make(&subject, &attributes, &list, key, settings.hash);
    if request.is_none() {
        ctx.warning("Error signing request");
        ctx.check()?;
    }
    Ok(request)
}

/// The most days for which OpenSSL's numbers reach.
const MOST_DAYS: i64 = i64::MAX / 86_400;

/// Makes a certificate of a request: signed by another one's key, or by its own.
#[php(
    "function openssl_csr_sign(OpenSSLCertificateSigningRequest|string $csr, OpenSSLCertificate|string|null $ca_certificate, #[\\SensitiveParameter] $private_key, int $days, ?array $options = null, int $serial = 0, ?string $serial_hex = null): OpenSSLCertificate|false"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_csr_sign(
    ctx: &Ctx,
    csr: &Value,
    ca_certificate: &Value,
    private_key: &Value,
    days: i64,
    options: Option<&Array>,
    serial: i64,
    serial_hex: Option<&PhpStr>,
) -> PhpResult<OrFalse<Object>> {
    let serial_hex = serial_hex.map(PhpStr::to_handle);
    let warn = |text: String| {
        ctx.warning(text);
        ctx.check().map(|()| OrFalse::False)
    };
    let Some(request) = required(ctx, csr)? else { return Ok(OrFalse::False) };
    let issuer = if ca_certificate.is_null() {
        None
    } else {
        let found = args::certificate(ctx, ca_certificate, 2)?;
        if found.is_none() {
            return warn("X.509 Certificate cannot be retrieved".to_owned());
        }
        found
    };
    let Some(key) = args::key(ctx, private_key, false, Some(b""), 3)? else {
        return warn("Cannot get private key from parameter 3".to_owned());
    };
    if !(0..=MOST_DAYS).contains(&days) {
        return warn(format!("Days must be between 0 and {MOST_DAYS}"));
    }
    if let Some(issuer) = &issuer
        && !x509::belongs(ctx, issuer, &key)
    {
        return warn("Private key does not correspond to signing cert".to_owned());
    }
    let Some(settings) = Settings::read(ctx, options)? else { return Ok(OrFalse::False) };
    let Some(public) = request.key() else { return warn("Error unpacking public key".to_owned()) };
    match request.verify() {
        Some(true) => {}
        Some(false) => return warn("Signature did not match the certificate request".to_owned()),
        None => return warn("Signature verification problems".to_owned()),
    }
    let number = match serial_hex {
        Some(hex) if hex.len() > LONGEST_SERIAL => {
            return warn("Error parsing serial number because it is too long".to_owned());
        }
        Some(hex) => match serial_of(&hex) {
            Some(number) => number,
            None => return warn("Error parsing serial number".to_owned()),
        },
        None => serial.to_be_bytes().to_vec(),
    };
    let own = issuer.is_none();
    let issuer_name = issuer.as_ref().map_or(&request.subject, |issuer| &issuer.subject);
    let mut list = Vec::new();
    if let Some(section) = &settings.certificate_extensions {
        let public_key = public.to_public_der();
        let context =
            Context { public_key: &public_key, issuer: issuer.as_deref(), own, name: &request.subject, serial: &number };
        match extensions::from_section(&settings.conf, section, &context) {
            Ok(found) => list = found,
            Err(_) => return warn(format!("Error adding extensions section {section}")),
        }
    }
    let now = time::now();
    let draft = Draft {
        serial: &number,
        issuer: issuer_name,
        subject: &request.subject,
        from: now,
        until: now.saturating_add(days.saturating_mul(86_400)).min(MOST_TIME),
        public_key: &request.public_key,
        extensions: &list,
        version: 2,
    };
    match draft.sign(&key, settings.hash) {
        Some(certificate) => objects::make(ctx, certificate).map(OrFalse::Some),
        None => warn("Failed to sign it".to_owned()),
    }
}

/// The end of the year 9999, the last that a certificate can name.
const MOST_TIME: i64 = 253_402_300_799;

/// Digits of a serial number.
const LONGEST_SERIAL: usize = 64;

fn serial_of(hex: &[u8]) -> Option<Vec<u8>> {
    if hex.is_empty() || !hex.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let padded = if hex.len() % 2 == 1 { [b"0", hex].concat() } else { hex.to_vec() };
    phant_digest::hex::decode(&padded).ok()
}

/// Whose certificate is asked for.
#[php("function openssl_csr_get_subject(OpenSSLCertificateSigningRequest|string $csr, bool $short_names = true): array|false")]
fn openssl_csr_get_subject(ctx: &Ctx, csr: &Value, short_names: bool) -> PhpResult<OrFalse<Array>> {
    let found = args::request(ctx, csr, 1)?;
    Ok(found.map(|request| x509::name_array(&request.subject, short_names)).into())
}

/// The public key of a request.
#[php(
    "function openssl_csr_get_public_key(OpenSSLCertificateSigningRequest|string $csr, bool $short_names = true): OpenSSLAsymmetricKey|false"
)]
fn openssl_csr_get_public_key(ctx: &Ctx, csr: &Value, short_names: bool) -> PhpResult<OrFalse<Object>> {
    let _ = short_names;
    let Some(request) = args::request(ctx, csr, 1)? else { return Ok(OrFalse::False) };
    match request.key() {
        Some(key) => objects::make(ctx, key).map(OrFalse::Some),
        None => Ok(OrFalse::False),
    }
}
