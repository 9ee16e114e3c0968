//! Signed and encrypted messages: `openssl_pkcs7_*` and `openssl_cms_*`, which differ in little.

use crate::{
    args, config,
    errors::{self, text},
    x509,
};
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php};
use phant_pki::{
    certificate::Certificate,
    cms::{self, Message, SignOptions, Signed},
    pem, smime, time,
    verify::{self, Policy},
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    openssl_pkcs7_verify,
    openssl_pkcs7_encrypt,
    openssl_pkcs7_sign,
    openssl_pkcs7_decrypt,
    openssl_pkcs7_read,
    openssl_cms_verify,
    openssl_cms_encrypt,
    openssl_cms_sign,
    openssl_cms_decrypt,
    openssl_cms_read,
];

mod flag {
    pub const TEXT: i64 = 1;
    pub const NO_CERTIFICATES: i64 = 2;
    pub const NO_SIGNATURES: i64 = 4;
    pub const NO_CHAIN: i64 = 8;
    pub const NO_INTERNAL: i64 = 16;
    pub const NO_VERIFY: i64 = 32;
    pub const DETACHED: i64 = 64;
    pub const BINARY: i64 = 128;
    pub const NO_ATTRIBUTES: i64 = 256;
    /// PKCS #7: not the old names of types. CMS: the old names.
    pub const OTHER_MIME_TYPE: i64 = 1024;
}

const DER: i64 = 0;
const SMIME: i64 = 1;
const PEM: i64 = 2;

/// The two families.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Pkcs7,
    Cms,
}

impl Family {
    fn label(self) -> &'static str {
        if self == Family::Pkcs7 { "PKCS7" } else { "CMS" }
    }
    fn old_types(self, flags: i64) -> bool {
        (self == Family::Pkcs7) != (flags & flag::OTHER_MIME_TYPE != 0)
    }
}

/// Reads an input file whose path is the first argument.
fn input(ctx: &Ctx, path: &[u8], number: usize) -> PhpResult<Option<Vec<u8>>> {
    if !args::check_path(ctx, path, number)? {
        return Ok(None);
    }
    Ok(args::read_file(ctx, path))
}

/// Checks that no path has zeros, before any file is looked at.
fn check_paths(ctx: &Ctx, paths: &[(Option<&Str>, usize)]) -> PhpResult<()> {
    paths.iter().try_for_each(|(path, number)| path.map_or(Ok(()), |path| args::check_zeros(ctx, path, *number)))
}

/// The lines of `$headers`.
fn headers(ctx: &Ctx, list: Option<&Array>) -> PhpResult<Vec<u8>> {
    let mut out = Vec::new();
    for (key, value) in list.into_iter().flat_map(|list| list.iter()) {
        let value = convert::to_str(ctx, value)?;
        if let phant_memory::Key::Str(name) = key.to_key() {
            out.extend_from_slice(&name);
            out.extend_from_slice(b": ");
        }
        out.extend_from_slice(&value);
        out.push(b'\n');
    }
    Ok(out)
}

/// An object in one of the encodings.
fn encoded(object: &[u8], family: Family, encoding: i64, head: Vec<u8>, mail: impl FnOnce() -> Vec<u8>) -> Option<Vec<u8>> {
    match encoding {
        SMIME => Some([head, mail()].concat()),
        DER => Some(object.to_vec()),
        PEM => Some(pem::write(family.label(), object)),
        _ => None,
    }
}

/// Reads an object in one of the encodings, and the text beside it in mail.
fn decoded(ctx: &Ctx, data: &[u8], family: Family, encoding: i64) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    match encoding {
        SMIME => {
            let found = smime::read(data);
            if found.is_none() {
                errors::note(ctx, text::NO_CONTENT_TYPE);
            }
            found
        }
        DER => Some((data.to_vec(), None)),
        PEM => match pem::find(data, &labels(family)) {
            Ok(block) => Some((block.data, None)),
            Err(failure) => {
                args::note_pem(ctx, failure);
                None
            }
        },
        _ => None,
    }
}

fn labels(family: Family) -> [&'static str; 3] {
    if family == Family::Pkcs7 { ["PKCS7", "PKCS #7 SIGNED DATA", "PKCS7"] } else { ["CMS", "PKCS7", "CMS"] }
}

/// Encrypts a file for the owners of certificates.
#[allow(clippy::too_many_arguments)]
fn encrypt(
    ctx: &Ctx,
    family: Family,
    (from, to): (Str, Str),
    certificates: &Value,
    head: Option<&Array>,
    flags: i64,
    encoding: i64,
    cipher: i64,
) -> PhpResult<bool> {
    let head = head.cloned();
    let Some(data) = input(ctx, &from, 1)? else { return Ok(false) };
    if !args::check_path(ctx, &to, 2)? {
        return Ok(false);
    }
    let given = certificates.deref().into_owned();
    let (list, part): (Vec<Value>, &str) = match given.as_array() {
        Some(list) => (list.values().map(|v| v.deref().into_owned()).collect(), args::ELEMENT),
        None => (vec![given.clone()], ""),
    };
    let mut recipients = Vec::new();
    for value in list {
        match args::certificate(ctx, &value, args::Place { number: 3, part })? {
            Some(certificate) => recipients.push((*certificate).clone()),
            None => return Ok(false),
        }
    }
    let Some(cipher) = config::cipher_of(cipher) else {
        ctx.warning("Failed to get cipher");
        return ctx.check().map(|()| false);
    };
    let data = smime::canonical(&data, flags & flag::BINARY != 0, flags & flag::TEXT != 0);
    let Some(object) = cms::encrypt(&data, &recipients, cipher) else { return Ok(false) };
    ctx.poll()?;
    let head = headers(ctx, head.as_ref())?;
    let mail = || smime::write(&object, "enveloped-data", family.old_types(flags));
    match encoded(&object, family, encoding, head, mail) {
        Some(out) => Ok(args::write_file(ctx, &to, &out)),
        None => Ok(false),
    }
}

/// Opens an encrypted file.
fn decrypt(
    ctx: &Ctx,
    family: Family,
    (from, to): (Str, Str),
    certificate: &Value,
    private_key: Option<&Value>,
    encoding: i64,
) -> PhpResult<bool> {
    let Some(certificate_found) = args::required_certificate(ctx, certificate, 3)? else { return Ok(false) };
    let key = private_key.filter(|key| !key.is_null()).unwrap_or(certificate);
    let Some(key) = args::key(ctx, key, false, Some(b""), 4)? else {
        ctx.warning("Unable to get private key");
        return ctx.check().map(|()| false);
    };
    let Some(data) = input(ctx, &from, 1)? else { return Ok(false) };
    if !args::check_path(ctx, &to, 2)? {
        return Ok(false);
    }
    let Some((object, _)) = decoded(ctx, &data, family, encoding) else { return Ok(false) };
    let Some(Message::Enveloped(message)) = cms::parse(&object) else {
        errors::note(ctx, text::NOT_ENOUGH);
        return Ok(false);
    };
    match message.decrypt(Some(&certificate_found), &key) {
        Some(plain) => Ok(args::write_file(ctx, &to, &plain)),
        None => {
            errors::add(ctx, errors::Fault::BadDecrypt);
            Ok(false)
        }
    }
}

/// Signs a file.
#[allow(clippy::too_many_arguments)]
fn sign(
    ctx: &Ctx,
    family: Family,
    (from, to): (Str, Str),
    certificate: &Value,
    private_key: &Value,
    head: Option<&Array>,
    flags: i64,
    encoding: i64,
    (others, others_number): (Option<Str>, usize),
) -> PhpResult<bool> {
    let head = head.cloned();
    if family == Family::Cms && encoding == SMIME && flags & flag::DETACHED != 0 {
        ctx.warning("Detached signatures not possible with S/MIME encoding");
        return ctx.check().map(|()| false);
    }
    let mut more = Vec::new();
    if let Some(path) = others {
        match x509::file_of_certificates(ctx, &path, others_number)? {
            Some(found) => more = found,
            None => return Ok(false),
        }
    }
    let Some(data) = input_checked(ctx, &from, &to, private_key, certificate)? else { return Ok(false) };
    let (data, certificate, key) = data;
    let data = smime::canonical(&data, flags & flag::BINARY != 0, flags & flag::TEXT != 0);
    let detached = flags & flag::DETACHED != 0;
    let options =
        SignOptions { attached: !detached, bare: flags & flag::NO_CERTIFICATES != 0, plain: flags & flag::NO_ATTRIBUTES != 0 };
    let Some(object) = cms::sign(&data, &certificate, &key, &more, options) else {
        ctx.warning(if family == Family::Pkcs7 { "Error creating PKCS7 structure!" } else { "Error creating CMS structure" });
        return ctx.check().map(|()| false);
    };
    let head = headers(ctx, head.as_ref())?;
    let old = family.old_types(flags);
    let mail = || if detached { smime::write_detached(&data, &object, old) } else { smime::write(&object, "signed-data", old) };
    match encoded(&object, family, encoding, head, mail) {
        Some(out) => {
            let written = args::write_file(ctx, &to, &out);
            if !written {
                ctx.warning([b"Error opening output file ", &to[..], b"!"].concat());
                ctx.check()?;
            }
            Ok(written)
        }
        None => Ok(false),
    }
}

type Prepared = (Vec<u8>, std::rc::Rc<Certificate>, std::rc::Rc<phant_pki::key::Key>);

/// Key, certificate and input of signing, in the order in which PHP looks at them.
fn input_checked(ctx: &Ctx, from: &[u8], to: &[u8], private_key: &Value, certificate: &Value) -> PhpResult<Option<Prepared>> {
    let Some(key) = args::key(ctx, private_key, false, Some(b""), 4)? else {
        ctx.warning("Error getting private key");
        return ctx.check().map(|()| None);
    };
    let found = args::required_certificate(ctx, certificate, 3)?;
    let Some(found) = found else { return Ok(None) };
    let data = input(ctx, from, 1)?;
    let Some(data) = data else {
        ctx.warning([b"Error opening input file ", from, b"!"].concat());
        return ctx.check().map(|()| None);
    };
    if !args::check_path(ctx, to, 2)? {
        return Ok(None);
    }
    Ok(Some((data, found, key)))
}

/// Checks signatures and chains; the signers' certificates and the text.
fn check(
    ctx: &Ctx,
    family: Family,
    signed: &Signed,
    text_beside: Option<Vec<u8>>,
    others: &[Certificate],
    store: &x509::Trusted,
    flags: i64,
) -> Option<(Vec<Certificate>, Vec<u8>)> {
    let (bad_chain, bad_signature) = match family {
        Family::Pkcs7 => (text::PKCS7_CERTIFICATE, text::PKCS7_SIGNATURE),
        Family::Cms => (text::CMS_CERTIFICATE, "error:1700009E:CMS routines::verification failure"),
    };
    let data = signed.content.clone().or(text_beside)?;
    let mut signers = Vec::new();
    for signer in &signed.signers {
        let own: &[Certificate] = if flags & flag::NO_INTERNAL != 0 { &[] } else { &signed.certificates };
        let Some(certificate) = others.iter().chain(own).find(|certificate| signer.is(certificate)) else {
            errors::note(ctx, "error:10800080:PKCS7 routines::signer certificate not found");
            return None;
        };
        if flags & flag::NO_VERIFY == 0 {
            let mut known = others.to_vec();
            if flags & flag::NO_CHAIN == 0 {
                known.extend(signed.certificates.iter().cloned());
            }
            let policy = Policy { purpose: 4, time: time::now(), depth: 100 };
            if verify::verify(certificate, &known, store, policy).is_err() {
                errors::note(ctx, bad_chain);
                return None;
            }
        }
        if flags & flag::NO_SIGNATURES == 0 && !signer.verify(certificate, &data) {
            errors::note(ctx, bad_signature);
            return None;
        }
        signers.push(certificate.clone());
    }
    if signers.is_empty() {
        errors::note(ctx, "error:1080008E:PKCS7 routines::no signers");
        return None;
    }
    let data = if flags & flag::TEXT != 0 { smime::without_header(&data)? } else { data };
    Some((signers, data))
}

fn list_of(certificates: &[Certificate]) -> Vec<u8> {
    certificates.iter().flat_map(Certificate::to_pem).collect()
}

/// Checks a signed message in mail: a boolean, or -1 for an error.
#[php(
    "function openssl_pkcs7_verify(string $input_filename, int $flags, ?string $signers_certificates_filename = null, array $ca_info = [], ?string $untrusted_certificates_filename = null, ?string $content = null, ?string $output_filename = null): int|bool"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_pkcs7_verify(
    ctx: &Ctx,
    input_filename: &PhpStr,
    flags: i64,
    signers_certificates_filename: Option<&PhpStr>,
    ca_info: &Array,
    untrusted_certificates_filename: Option<&PhpStr>,
    content: Option<&PhpStr>,
    output_filename: Option<&PhpStr>,
) -> PhpResult<Value> {
    let own = |path: Option<&PhpStr>| path.map(PhpStr::to_handle);
    let (from, signers_to) = (input_filename.to_handle(), own(signers_certificates_filename));
    let (content, output, ca_info) = (own(content), own(output_filename), ca_info.clone());
    let failed = Value::int(-1);
    let untrusted = own(untrusted_certificates_filename);
    let paths =
        [(Some(&from), 1), (signers_to.as_ref(), 3), (untrusted.as_ref(), 5), (content.as_ref(), 6), (output.as_ref(), 7)];
    check_paths(ctx, &paths)?;
    let mut others = Vec::new();
    if let Some(path) = untrusted {
        match x509::file_of_certificates(ctx, &path, 5)? {
            Some(found) => others = found,
            None => return Ok(failed),
        }
    }
    let store = x509::trusted(ctx, &ca_info, 4)?;
    let Some(data) = input(ctx, &from, 1)? else { return Ok(failed) };
    let Some((object, beside)) = decoded(ctx, &data, Family::Pkcs7, SMIME) else { return Ok(failed) };
    let Some(Message::Signed(signed)) = cms::parse(&object) else {
        errors::note(ctx, text::NOT_ENOUGH);
        return Ok(failed);
    };
    for (path, number) in [(&content, 6), (&output, 7)] {
        if let Some(path) = path
            && !args::check_path(ctx, path, number)?
        {
            return Ok(failed);
        }
    }
    let Some((signers, text)) = check(ctx, Family::Pkcs7, &signed, beside, &others, &store, flags & !flag::DETACHED) else {
        return Ok(false.into());
    };
    if let Some(path) = &content
        && !args::write_file(ctx, path, &text)
    {
        return Ok(failed);
    }
    if let Some(path) = &output {
        let whole = phant_pki::der::definite(&object).unwrap_or(object);
        if !args::write_file(ctx, path, &pem::write("PKCS7", &whole)) {
            return Ok(failed);
        }
    }
    if let Some(path) = &signers_to {
        if !args::check_path(ctx, path, 3)? {
            return Ok(failed);
        }
        if !args::write_file(ctx, path, &list_of(&signers)) {
            ctx.warning([b"Signature OK, but cannot open ", &path[..], b" for writing"].concat());
            ctx.check()?;
            return Ok(failed);
        }
    }
    Ok(true.into())
}

/// Encrypts a file for the owners of certificates.
#[php(
    "function openssl_pkcs7_encrypt(string $input_filename, string $output_filename, $certificate, ?array $headers, int $flags = 0, int $cipher_algo = OPENSSL_CIPHER_AES_128_CBC): bool"
)]
fn openssl_pkcs7_encrypt(
    ctx: &Ctx,
    input_filename: &PhpStr,
    output_filename: &PhpStr,
    certificate: &Value,
    headers: Option<&Array>,
    flags: i64,
    cipher_algo: i64,
) -> PhpResult<bool> {
    let paths = (input_filename.to_handle(), output_filename.to_handle());
    encrypt(ctx, Family::Pkcs7, paths, certificate, headers, flags, SMIME, cipher_algo)
}

/// Signs a file.
#[php(
    "function openssl_pkcs7_sign(string $input_filename, string $output_filename, OpenSSLCertificate|string $certificate, #[\\SensitiveParameter] $private_key, ?array $headers, int $flags = PKCS7_DETACHED, ?string $untrusted_certificates_filename = null): bool"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_pkcs7_sign(
    ctx: &Ctx,
    input_filename: &PhpStr,
    output_filename: &PhpStr,
    certificate: &Value,
    private_key: &Value,
    headers: Option<&Array>,
    flags: i64,
    untrusted_certificates_filename: Option<&PhpStr>,
) -> PhpResult<bool> {
    let paths = (input_filename.to_handle(), output_filename.to_handle());
    let others = (untrusted_certificates_filename.map(PhpStr::to_handle), 7);
    sign(ctx, Family::Pkcs7, paths, certificate, private_key, headers, flags, SMIME, others)
}

/// Opens an encrypted file.
#[php(
    "function openssl_pkcs7_decrypt(string $input_filename, string $output_filename, $certificate, #[\\SensitiveParameter] $private_key = null): bool"
)]
fn openssl_pkcs7_decrypt(
    ctx: &Ctx,
    input_filename: &PhpStr,
    output_filename: &PhpStr,
    certificate: &Value,
    private_key: &Value,
) -> PhpResult<bool> {
    let paths = (input_filename.to_handle(), output_filename.to_handle());
    decrypt(ctx, Family::Pkcs7, paths, certificate, Some(private_key), SMIME)
}

/// The certificates and revocation lists of a message in PEM.
fn read(ctx: &Ctx, data: &[u8], mut certificates: RefArg<'_>, family: Family) -> bool {
    let Some((object, _)) = decoded(ctx, data, family, PEM) else { return false };
    let Some(message) = cms::parse(&object) else {
        errors::note(ctx, text::PEM_ASN1);
        return false;
    };
    let mut out = Array::new();
    if let Message::Signed(signed) = message {
        for certificate in &signed.certificates {
            let _ = out.push(Value::str(certificate.to_pem()));
        }
        for list in &signed.revocations {
            let _ = out.push(Value::str(pem::write("X509 CRL", list)));
        }
    }
    certificates.set(out);
    true
}

/// The certificates of a message in PEM.
#[php("function openssl_pkcs7_read(string $data, &$certificates): bool")]
fn openssl_pkcs7_read(ctx: &Ctx, data: &PhpStr, certificates: RefArg<'_>) -> bool {
    read(ctx, data.as_bytes(), certificates, Family::Pkcs7)
}

/// Checks a signed message.
#[php(
    "function openssl_cms_verify(string $input_filename, int $flags = 0, ?string $certificates = null, array $ca_info = [], ?string $untrusted_certificates_filename = null, ?string $content = null, ?string $pk7 = null, ?string $sigfile = null, int $encoding = OPENSSL_ENCODING_SMIME): bool"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_cms_verify(
    ctx: &Ctx,
    input_filename: &PhpStr,
    flags: i64,
    certificates: Option<&PhpStr>,
    ca_info: &Array,
    untrusted_certificates_filename: Option<&PhpStr>,
    content: Option<&PhpStr>,
    pk7: Option<&PhpStr>,
    sigfile: Option<&PhpStr>,
    encoding: i64,
) -> PhpResult<bool> {
    let own = |path: Option<&PhpStr>| path.map(PhpStr::to_handle);
    let (from, signers_to) = (input_filename.to_handle(), own(certificates));
    let (content, output, signature, ca_info) = (own(content), own(pk7), own(sigfile), ca_info.clone());
    let untrusted = own(untrusted_certificates_filename);
    let paths =
        [(Some(&from), 1), (signers_to.as_ref(), 3), (untrusted.as_ref(), 5), (content.as_ref(), 6), (output.as_ref(), 7)];
    check_paths(ctx, &paths)?;
    let mut others = Vec::new();
    if let Some(path) = untrusted {
        match x509::file_of_certificates(ctx, &path, 5)? {
            Some(found) => others = found,
            None => return Ok(false),
        }
    }
    let store = x509::trusted(ctx, &ca_info, 4)?;
    let detached = flags & flag::DETACHED != 0;
    let Some(data) = input(ctx, &from, 1)? else { return Ok(false) };
    let signature = match signature.filter(|_| detached) {
        Some(path) => match input(ctx, &path, 8)? {
            Some(signature) => signature,
            None => return Ok(false),
        },
        None => data.clone(),
    };
    let Some((object, beside)) = decoded(ctx, &signature, Family::Cms, encoding) else { return Ok(false) };
    // Beside a signature that is not mail stands the first file.
    let beside =
        if encoding != SMIME && detached { Some(smime::canonical(&data, flags & flag::BINARY != 0, false)) } else { beside };
    let Some(Message::Signed(signed)) = cms::parse(&object) else {
        errors::note(ctx, text::NOT_ENOUGH);
        return Ok(false);
    };
    for (path, number) in [(&content, 6), (&output, 7), (&signers_to, 3)] {
        if let Some(path) = path
            && !args::check_path(ctx, path, number)?
        {
            return Ok(false);
        }
    }
    let Some((signers, text)) = check(ctx, Family::Cms, &signed, beside, &others, &store, flags) else { return Ok(false) };
    if let Some(path) = &content
        && !args::write_file(ctx, path, &text)
    {
        return Ok(false);
    }
    if let Some(path) = &output {
        let whole = phant_pki::der::definite(&object).unwrap_or(object);
        if !args::write_file(ctx, path, &pem::write("CMS", &whole)) {
            return Ok(false);
        }
    }
    if let Some(path) = &signers_to
        && !args::write_file(ctx, path, &list_of(&signers))
    {
        ctx.warning([b"Signature OK, but cannot open ", &path[..], b" for writing"].concat());
        return ctx.check().map(|()| false);
    }
    Ok(true)
}

/// Encrypts a file for the owners of certificates.
#[php(
    "function openssl_cms_encrypt(string $input_filename, string $output_filename, $certificate, ?array $headers, int $flags = 0, int $encoding = OPENSSL_ENCODING_SMIME, int $cipher_algo = OPENSSL_CIPHER_AES_128_CBC): bool"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_cms_encrypt(
    ctx: &Ctx,
    input_filename: &PhpStr,
    output_filename: &PhpStr,
    certificate: &Value,
    headers: Option<&Array>,
    flags: i64,
    encoding: i64,
    cipher_algo: i64,
) -> PhpResult<bool> {
    let paths = (input_filename.to_handle(), output_filename.to_handle());
    encrypt(ctx, Family::Cms, paths, certificate, headers, flags, encoding, cipher_algo)
}

/// Signs a file.
#[php(
    "function openssl_cms_sign(string $input_filename, string $output_filename, OpenSSLCertificate|string $certificate, #[\\SensitiveParameter] $private_key, ?array $headers, int $flags = 0, int $encoding = OPENSSL_ENCODING_SMIME, ?string $untrusted_certificates_filename = null): bool"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_cms_sign(
    ctx: &Ctx,
    input_filename: &PhpStr,
    output_filename: &PhpStr,
    certificate: &Value,
    private_key: &Value,
    headers: Option<&Array>,
    flags: i64,
    encoding: i64,
    untrusted_certificates_filename: Option<&PhpStr>,
) -> PhpResult<bool> {
    let paths = (input_filename.to_handle(), output_filename.to_handle());
    let others = (untrusted_certificates_filename.map(PhpStr::to_handle), 8);
    sign(ctx, Family::Cms, paths, certificate, private_key, headers, flags, encoding, others)
}

/// Opens an encrypted file.
#[php(
    "function openssl_cms_decrypt(string $input_filename, string $output_filename, $certificate, #[\\SensitiveParameter] $private_key = null, int $encoding = OPENSSL_ENCODING_SMIME): bool"
)]
fn openssl_cms_decrypt(
    ctx: &Ctx,
    input_filename: &PhpStr,
    output_filename: &PhpStr,
    certificate: &Value,
    private_key: &Value,
    encoding: i64,
) -> PhpResult<bool> {
    let paths = (input_filename.to_handle(), output_filename.to_handle());
    decrypt(ctx, Family::Cms, paths, certificate, Some(private_key), encoding)
}

/// The certificates of a message in PEM.
#[php("function openssl_cms_read(string $input_filename, &$certificates): bool")]
fn openssl_cms_read(ctx: &Ctx, input_filename: &PhpStr, certificates: RefArg<'_>) -> bool {
    read(ctx, input_filename.as_bytes(), certificates, Family::Cms)
}
