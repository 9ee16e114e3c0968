//! Certificates: `openssl_x509_*`.

use crate::{
    args, digest,
    errors::{self, text},
    objects,
};
use phant_memory::{Array, Object, PhpStr, Value};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_pki::{
    algorithms,
    certificate::{Certificate, Extension},
    der::{Reader, trimmed},
    extensions,
    name::{self, Name},
    print, time,
    verify::{self, Policy, Store},
};
use std::{os::unix::ffi::OsStrExt, path::Path};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    openssl_x509_export_to_file,
    openssl_x509_export,
    openssl_x509_fingerprint,
    openssl_x509_check_private_key,
    openssl_x509_verify,
    openssl_x509_parse,
    openssl_x509_checkpurpose,
    openssl_x509_read,
    openssl_x509_free,
    openssl_get_cert_locations,
];

/// Where OpenSSL, as Debian builds it, looks for certificates.
pub const DEFAULT_FILE: &str = "/usr/lib/ssl/cert.pem";
/// The folder.
pub const DEFAULT_FOLDER: &str = "/usr/lib/ssl/certs";

fn exported(certificate: &Certificate, no_text: bool) -> Vec<u8> {
    let mut out = if no_text { Vec::new() } else { print::certificate(certificate).into_bytes() };
    out.extend(certificate.to_pem());
    out
}

/// Writes a certificate into a file.
#[php(
    "function openssl_x509_export_to_file(OpenSSLCertificate|string $certificate, string $output_filename, bool $no_text = true): bool"
)]
fn openssl_x509_export_to_file(ctx: &Ctx, certificate: &Value, output_filename: &PhpStr, no_text: bool) -> PhpResult<bool> {
    let path = output_filename.to_handle();
    let Some(certificate) = args::required_certificate(ctx, certificate, 1)? else { return Ok(false) };
    if !args::check_path(ctx, &path, 2)? {
        return Ok(false);
    }
    let written = args::write_file(ctx, &path, &exported(&certificate, no_text));
    if !written {
        ctx.warning([b"Error opening file ", &path[..]].concat());
        ctx.check()?;
    }
    Ok(written)
}

/// A certificate as text.
#[php("function openssl_x509_export(OpenSSLCertificate|string $certificate, &$output, bool $no_text = true): bool")]
fn openssl_x509_export(ctx: &Ctx, certificate: &Value, mut output: RefArg<'_>, no_text: bool) -> PhpResult<bool> {
    let Some(certificate) = args::required_certificate(ctx, certificate, 1)? else { return Ok(false) };
    output.set(Value::str(exported(&certificate, no_text)));
    Ok(true)
}

/// The hash of a certificate.
#[php(
    "function openssl_x509_fingerprint(OpenSSLCertificate|string $certificate, string $digest_algo = 'sha1', bool $binary = false): string|false"
)]
fn openssl_x509_fingerprint(ctx: &Ctx, certificate: &Value, digest_algo: &PhpStr, binary: bool) -> PhpResult<OrFalse<Vec<u8>>> {
    let name = digest_algo.to_handle();
    let Some(certificate) = args::required_certificate(ctx, certificate, 1)? else { return Ok(OrFalse::False) };
    let Some(digest::Found::Algorithm(hash)) = digest::named(&name) else {
        ctx.warning("Unknown digest algorithm");
        return ctx.check().map(|()| OrFalse::False);
    };
    let hash = hash.hash(&certificate.der);
    Ok(OrFalse::Some(if binary { hash } else { phant_digest::hex::encode(&hash) }))
}

/// Whether a private key belongs to a certificate.
#[php(
    "function openssl_x509_check_private_key(OpenSSLCertificate|string $certificate, #[\\SensitiveParameter] $private_key): bool"
)]
fn openssl_x509_check_private_key(ctx: &Ctx, certificate: &Value, private_key: &Value) -> PhpResult<bool> {
    let Some(certificate) = args::certificate(ctx, certificate, 1)? else { return Ok(false) };
    let Some(key) = args::key(ctx, private_key, false, Some(b""), 2)? else { return Ok(false) };
    Ok(belongs(ctx, &certificate, &key))
}

/// Whether a key belongs to a certificate; if not, the error is noted.
pub fn belongs(ctx: &Ctx, certificate: &Certificate, key: &phant_pki::key::Key) -> bool {
    match certificate.key() {
        Some(own) if own.matches(key) => true,
        Some(own) => {
            let same_kind = std::mem::discriminant(&own) == std::mem::discriminant(key);
            errors::note(ctx, if same_kind { text::MISMATCH } else { text::TYPE_MISMATCH });
            false
        }
        None => false,
    }
}

/// Whether a key has signed a certificate: 1 if so, 0 if not, -1 for an error.
#[php("function openssl_x509_verify(OpenSSLCertificate|string $certificate, $public_key): int")]
fn openssl_x509_verify(ctx: &Ctx, certificate: &Value, public_key: &Value) -> PhpResult<i64> {
    let Some(certificate) = args::certificate(ctx, certificate, 1)? else { return Ok(-1) };
    let Some(key) = args::key(ctx, public_key, true, None, 2)? else { return Ok(-1) };
    let good = certificate.verify(&key);
    if good == Some(false) {
        let short = key.bits().div_ceil(8) == certificate.signature.len();
        errors::note(ctx, if short { text::BAD_SIGNATURE } else { text::SIGNATURE_LENGTH });
        errors::note(ctx, text::RSA_LIB);
        errors::note(ctx, text::ASN1_EVP);
    }
    Ok(good.map_or(-1, i64::from))
}

/// A name as an array; what there is more than once is a list.
pub fn name_array(name: &Name, short: bool) -> Array {
    let mut out = Array::new();
    for attribute in &name.attributes {
        let known = algorithms::by_oid(&attribute.oid);
        let key = match known {
            Some(object) => {
                if short {
                    object.short
                } else {
                    object.long
                }
            }
            None => attribute.oid.as_str(),
        };
        let value = Value::str(name::utf8(attribute.tag, &attribute.value));
        let existing = out.get_bytes(key.as_bytes()).cloned();
        let value = match existing {
            None => value,
            Some(existing) => {
                let mut list = existing.as_array().map_or_else(|| Array::list([existing.clone()]), |list| list.clone());
                let _ = list.push(value);
                list.into()
            }
        };
        out.set_text(key, value);
    }
    out
}

/// A serial number in decimal, or in hexadecimal from 128 bits on; and its hexadecimal digits.
fn serial_texts(serial: &[u8]) -> (String, String) {
    let negative = serial.first().is_some_and(|b| b & 0x80 != 0);
    let mut bytes = serial.to_vec();
    if negative {
        let mut carry = true;
        for byte in bytes.iter_mut().rev() {
            let (value, over) = (!*byte).overflowing_add(u8::from(carry));
            *byte = value;
            carry = over;
        }
    }
    let bytes = trimmed(&bytes);
    let sign = if negative { "-" } else { "" };
    let mut hex: String = bytes.iter().map(|b| format!("{b:02X}")).collect();
    if hex.is_empty() {
        hex = "0".to_owned();
    }
    let bits = phant_pki::num::bit_length(bytes);
    let decimal =
        if bits < 128 { bytes.iter().fold(0u128, |n, b| n << 8 | u128::from(*b)).to_string() } else { format!("0x{hex}") };
    (format!("{sign}{decimal}"), format!("{sign}{hex}"))
}

/// An extension's value in words, or as it stands.
fn extension_value(extension: &Extension) -> Vec<u8> {
    match extensions::print(extension, 0) {
        Some(text) => text.into_bytes(),
        None => extension.value.clone(),
    }
}

/// What a certificate says.
#[php("function openssl_x509_parse(OpenSSLCertificate|string $certificate, bool $short_names = true): array|false")]
fn openssl_x509_parse(ctx: &Ctx, certificate: &Value, short_names: bool) -> PhpResult<OrFalse<Array>> {
    let Some(c) = args::certificate(ctx, certificate, 1)? else { return Ok(OrFalse::False) };
    let mut out = Array::new();
    if !c.subject.attributes.is_empty() {
        out.set_name("name", Value::from(c.subject.one_line()));
    } else {
        out.set_name("name", Value::from(String::new()));
    }
    out.set_name("subject", name_array(&c.subject, short_names).into());
    out.set_name("hash", Value::from(format!("{:08x}", c.subject.hash())));
    out.set_name("issuer", name_array(&c.issuer, short_names).into());
    out.set_name("version", i64::from(c.version).into());
    let (decimal, hex) = serial_texts(&c.serial);
    out.set_name("serialNumber", Value::from(decimal));
    out.set_name("serialNumberHex", Value::from(hex));
    out.set_name("validFrom", Value::str(c.not_before.text.as_bytes()));
    out.set_name("validTo", Value::str(c.not_after.text.as_bytes()));
    for time in [&c.not_before, &c.not_after] {
        if time.text.contains('\0') {
            ctx.warning("Illegal length in timestamp");
            ctx.check()?;
        }
    }
    out.set_name("validFrom_time_t", c.not_before.seconds.into());
    out.set_name("validTo_time_t", c.not_after.seconds.into());
    let oid = c.algorithm_oid();
    out.set_name("signatureTypeSN", Value::str(algorithms::short_name(&oid).as_bytes()));
    out.set_name("signatureTypeLN", Value::str(algorithms::long_name(&oid).as_bytes()));
    out.set_name("signatureTypeNID", algorithms::by_oid(&oid).map_or(0, |object| object.nid).into());
    let mut purposes = Array::new();
    for (number, short, long) in verify::PURPOSES {
        let own = verify::fits(&c, number, false).into();
        let signs = verify::fits(&c, number, true).into();
        let name = Value::str((if short_names { short } else { long }).as_bytes());
        purposes.set(number, Value::from(Array::list([own, signs, name])));
    }
    out.set_name("purposes", purposes.into());
    let mut list = Array::new();
    for extension in &c.extensions {
        let key = algorithms::short_name(&extension.oid);
        // Of a form that is not its own there is no value.
        if Reader(&extension.value).item().is_none()
            && extensions::print(extension, 0).is_none()
            && algorithms::by_oid(&extension.oid).is_some()
        {
            return Ok(OrFalse::False);
        }
        list.set_text(key, Value::str(extension_value(extension)));
    }
    out.set_name("extensions", list.into());
    Ok(OrFalse::Some(out))
}

/// Trusted certificates: some at hand, and folders in which files are named by the hashes of subjects.
#[derive(Default)]
pub struct Trusted {
    certificates: Vec<Certificate>,
    folders: Vec<Vec<u8>>,
}

impl Store for Trusted {
    fn issuers(&self, certificate: &Certificate) -> Vec<Certificate> {
        let mut found = self.certificates.as_slice().issuers(certificate);
        for folder in &self.folders {
            for number in 0..100 {
                let name = format!("{:08x}.{number}", certificate.issuer.hash());
                let path = Path::new(std::ffi::OsStr::from_bytes(folder)).join(name);
                let Ok(text) = std::fs::read(path) else { break };
                found.extend(Certificate::all_from_pem(&text).as_slice().issuers(certificate));
            }
        }
        found
    }
}

impl Trusted {
    /// Adds a file's certificates; `false` if there are none.
    pub fn add_file(&mut self, path: &[u8]) -> bool {
        let Ok(text) = std::fs::read(Path::new(std::ffi::OsStr::from_bytes(path))) else { return false };
        let found = Certificate::all_from_pem(&text);
        let any = !found.is_empty();
        self.certificates.extend(found);
        any
    }
    /// Adds a folder.
    pub fn add_folder(&mut self, path: &[u8]) {
        self.folders.push(path.to_vec());
    }
    /// Adds the system's.
    pub fn add_defaults(&mut self) {
        let (file, folder) = (std::env::var_os("SSL_CERT_FILE"), std::env::var_os("SSL_CERT_DIR"));
        const FILES: [&str; 4] =
            [DEFAULT_FILE, "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];
        match file {
            Some(file) => drop(self.add_file(file.as_bytes())),
            None => drop(FILES.iter().any(|file| self.add_file(file.as_bytes()))),
        }
        match folder {
            Some(folder) => folder.as_bytes().split(|b| *b == b':').for_each(|folder| self.add_folder(folder)),
            None => self.add_folder(DEFAULT_FOLDER.as_bytes()),
        }
    }
}

/// The certificates that `ca_info` names: files and folders; without any the system's.
pub fn trusted(ctx: &Ctx, list: &Array, number: usize) -> PhpResult<Trusted> {
    let mut out = Trusted::default();
    let (mut files, mut folders) = (0, 0);
    for value in list.clone().values() {
        let path = convert::to_str(ctx, value)?;
        let shown = || String::from_utf8_lossy(&path).into_owned();
        if !args::check_path(ctx, &path, args::Place { number, part: args::ELEMENT })? {
            continue;
        }
        let full = phant_streams::path::absolute(&path);
        match std::fs::metadata(Path::new(std::ffi::OsStr::from_bytes(&full))) {
            Err(_) => ctx.warning(format!("Unable to stat {}", shown())),
            Ok(found) if found.is_dir() => {
                out.add_folder(&full);
                folders += 1;
            }
            Ok(_) if out.add_file(&full) => files += 1,
            Ok(_) => ctx.warning(format!("Error loading file {}", shown())),
        }
        ctx.check()?;
    }
    if files == 0 || folders == 0 {
        let mut system = Trusted::default();
        system.add_defaults();
        if files == 0 {
            out.certificates.extend(system.certificates);
        }
        if folders == 0 {
            out.folders.extend(system.folders);
        }
    }
    Ok(out)
}

/// The certificates of a file.
pub fn file_of_certificates(ctx: &Ctx, path: &[u8], number: usize) -> PhpResult<Option<Vec<Certificate>>> {
    if !args::check_path(ctx, path, number)? {
        return Ok(None);
    }
    let shown = String::from_utf8_lossy(path).into_owned();
    let Some(text) = args::read_file(ctx, path) else {
        ctx.warning(format!("Error opening the file, {shown}"));
        return ctx.check().map(|()| None);
    };
    let found = Certificate::all_from_pem(&text);
    if found.is_empty() {
        ctx.warning(format!("No certificates in file, {shown}"));
        return ctx.check().map(|()| None);
    }
    Ok(Some(found))
}

/// Whether a certificate is good for a purpose: a boolean, or -1 for an error.
#[php(
    "function openssl_x509_checkpurpose(OpenSSLCertificate|string $certificate, int $purpose, array $ca_info = [], ?string $untrusted_certificates_file = null): int|bool"
)]
fn openssl_x509_checkpurpose(
    ctx: &Ctx,
    certificate: &Value,
    purpose: i64,
    ca_info: &Array,
    untrusted_certificates_file: Option<&PhpStr>,
) -> PhpResult<Value> {
    let ca_info = ca_info.clone();
    let others = match untrusted_certificates_file.map(PhpStr::to_handle) {
        Some(path) => match file_of_certificates(ctx, &path, 4)? {
            Some(others) => others,
            None => return Ok(Value::int(-1)),
        },
        None => Vec::new(),
    };
    // The trusted ones are read first, but a certificate that is none is told first.
    let Some(certificate) = args::certificate(ctx, certificate, 1)? else { return Ok(Value::int(-1)) };
    let store = trusted(ctx, &ca_info, 3)?;
    if !verify::PURPOSES.iter().any(|(number, ..)| *number == purpose) {
        errors::note(ctx, text::PURPOSE);
        return Ok(Value::int(-1));
    }
    let policy = Policy { purpose, time: time::now(), depth: 100 };
    Ok(verify::verify(&certificate, &others, &store, policy).is_ok().into())
}

/// A certificate as an object.
#[php("function openssl_x509_read(OpenSSLCertificate|string $certificate): OpenSSLCertificate|false")]
fn openssl_x509_read(ctx: &Ctx, certificate: &Value) -> PhpResult<OrFalse<Object>> {
    let Some(found) = args::required_certificate(ctx, certificate, 1)? else { return Ok(OrFalse::False) };
    objects::make(ctx, (*found).clone()).map(OrFalse::Some)
}

/// Did something once.
#[php(
    "function openssl_x509_free(OpenSSLCertificate $certificate): void",
    deprecated = " since 8.0, as OpenSSLCertificate objects are freed automatically"
)]
fn openssl_x509_free(_certificate: &Object) {}

/// Where certificates are looked for.
#[php("function openssl_get_cert_locations(): array")]
fn openssl_get_cert_locations(ctx: &Ctx) -> Array {
    let mut out = Array::new();
    let mut set = |name: &str, value: &str| out.set_text(name, Value::str(value.as_bytes()));
    set("default_cert_file", DEFAULT_FILE);
    set("default_cert_file_env", "SSL_CERT_FILE");
    set("default_cert_dir", DEFAULT_FOLDER);
    set("default_cert_dir_env", "SSL_CERT_DIR");
    set("default_private_dir", "/usr/lib/ssl/private");
    set("default_default_cert_area", "/usr/lib/ssl");
    out.set_name("ini_cafile", ctx.ini.text("openssl.cafile").into());
    out.set_name("ini_capath", ctx.ini.text("openssl.capath").into());
    out
}
