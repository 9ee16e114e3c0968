//! Files with a key and its certificates: `openssl_pkcs12_*`.

use crate::{
    args, config,
    errors::{self, text},
    x509,
};
use phant_memory::{Array, PhpStr, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php};
use phant_pki::{certificate::Certificate, key::Key, pem, pkcs12};
use std::rc::Rc;

pub(crate) const FUNCTIONS: FunctionGroup = functions![openssl_pkcs12_export_to_file, openssl_pkcs12_export, openssl_pkcs12_read];

/// Certificate and key that belong together; what is wrong has been told.
fn pair(ctx: &Ctx, certificate: &Value, private_key: &Value) -> PhpResult<Option<(Rc<Certificate>, Rc<Key>)>> {
    let Some(certificate) = args::required_certificate(ctx, certificate, 1)? else { return Ok(None) };
    Ok(own_key(ctx, &certificate, private_key)?.map(|key| (certificate, key)))
}

/// The key that belongs to a certificate; what is wrong has been told.
fn own_key(ctx: &Ctx, certificate: &Certificate, private_key: &Value) -> PhpResult<Option<Rc<Key>>> {
    let Some(key) = args::key(ctx, private_key, false, Some(b""), 3)? else {
        ctx.warning("Cannot get private key from parameter 3");
        return ctx.check().map(|()| None);
    };
    if !x509::belongs(ctx, certificate, &key) {
        ctx.warning("Private key does not correspond to cert");
        return ctx.check().map(|()| None);
    }
    Ok(Some(key))
}

/// The file's bytes.
fn build(ctx: &Ctx, certificate: &Certificate, key: &Key, password: &[u8], options: &Array) -> PhpResult<Option<Vec<u8>>> {
    let mut others = Vec::new();
    if let Some(given) = options.get_bytes(b"extracerts") {
        let given = given.deref().into_owned();
        let list: Vec<Value> = match given.as_array() {
            Some(list) => list.values().cloned().collect(),
            None => vec![given.clone()],
        };
        for value in list {
            let place = args::Place { number: 5, part: args::OPTION_ELEMENT };
            match args::certificate(ctx, &value, place)? {
                Some(other) => others.push((*other).clone()),
                None => return Ok(None),
            }
        }
    }
    let name = config::string(Some(options), "friendly_name").map(|name| String::from_utf8_lossy(&name).into_owned());
    Ok(pkcs12::write(key, certificate, &others, name.as_deref(), password))
}

/// Writes certificate and key into a file.
#[php(
    "function openssl_pkcs12_export_to_file(OpenSSLCertificate|string $certificate, string $output_filename, #[\\SensitiveParameter] $private_key, #[\\SensitiveParameter] string $passphrase, array $options = []): bool"
)]
fn openssl_pkcs12_export_to_file(
    ctx: &Ctx,
    certificate: &Value,
    output_filename: &PhpStr,
    private_key: &Value,
    passphrase: &PhpStr,
    options: &Array,
) -> PhpResult<bool> {
    let (path, password, options) = (output_filename.to_handle(), passphrase.to_handle(), options.clone());
    let Some(certificate) = args::required_certificate(ctx, certificate, 1)? else { return Ok(false) };
    args::check_zeros(ctx, &path, 2)?;
    let Some(key) = own_key(ctx, &certificate, private_key)? else { return Ok(false) };
    if !args::check_path(ctx, &path, 2)? {
        return Ok(false);
    }
    let Some(file) = build(ctx, &certificate, &key, &password, &options)? else { return Ok(false) };
    let written = args::write_file(ctx, &path, &file);
    if !written {
        ctx.warning([b"Error opening file ", &path[..]].concat());
        ctx.check()?;
    }
    Ok(written)
}

/// Certificate and key as a file's bytes.
#[php(
    "function openssl_pkcs12_export(OpenSSLCertificate|string $certificate, #[\\SensitiveParameter] &$output, #[\\SensitiveParameter] $private_key, #[\\SensitiveParameter] string $passphrase, array $options = []): bool"
)]
fn openssl_pkcs12_export(
    ctx: &Ctx,
    certificate: &Value,
    mut output: RefArg<'_>,
    private_key: &Value,
    passphrase: &PhpStr,
    options: &Array,
) -> PhpResult<bool> {
    let (password, options) = (passphrase.to_handle(), options.clone());
    let Some((certificate, key)) = pair(ctx, certificate, private_key)? else { return Ok(false) };
    let Some(file) = build(ctx, &certificate, &key, &password, &options)? else { return Ok(false) };
    output.set(Value::str(&file));
    Ok(true)
}

/// What is in a file.
#[php(
    "function openssl_pkcs12_read(string $pkcs12, #[\\SensitiveParameter] &$certificates, #[\\SensitiveParameter] string $passphrase): bool"
)]
fn openssl_pkcs12_read(ctx: &Ctx, pkcs12: &PhpStr, mut certificates: RefArg<'_>, passphrase: &PhpStr) -> PhpResult<bool> {
    let contents = match pkcs12::read(pkcs12.as_bytes(), passphrase.as_bytes()) {
        Ok(contents) => contents,
        Err(failure) => {
            match failure {
                pkcs12::Failure::Form => errors::note(ctx, text::NOT_ENOUGH),
                pkcs12::Failure::Password => errors::note(ctx, text::MAC),
                pkcs12::Failure::Unsupported => errors::add(ctx, errors::Fault::Unsupported),
            }
            return Ok(false);
        }
    };
    let mut out = Array::new();
    if let Some(certificate) = &contents.certificate {
        out.set_name("cert", Value::str(certificate.to_pem()));
    }
    if let Some(der) = contents.key.as_ref().and_then(Key::to_der) {
        out.set_name("pkey", Value::str(pem::write("PRIVATE KEY", &der)));
    }
    if !contents.others.is_empty() {
        let list: Array = contents.others.iter().rev().map(|other| Value::str(other.to_pem())).collect();
        out.set_name("extracerts", list.into());
    }
    certificates.set(out);
    Ok(true)
}
