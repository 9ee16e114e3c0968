//! The options of new keys and requests, over OpenSSL's configuration file.

use crate::{args, digest, errors, pkey::kind};
use phant_memory::{Array, Held, Value};
use phant_native::{Ctx, PhpResult, convert};
use phant_pki::{algorithms, conf::Conf};
use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path};

/// How keys and requests are made.
pub struct Settings {
    /// The file.
    pub conf: Conf,
    /// Its path.
    pub path: Vec<u8>,
    /// The section of requests.
    section: String,
    /// The hash.
    pub hash: &'static str,
    /// The section of extensions for certificates.
    pub certificate_extensions: Option<String>,
    /// The section of extensions for requests.
    pub request_extensions: Option<String>,
    /// Bits of a new key.
    pub bits: i64,
    /// The kind of a new key.
    pub kind: i64,
    /// The curve of a new key.
    pub curve: Option<Vec<u8>>,
    /// Whether a password is used for writing a key.
    pub encrypt: bool,
    /// The cipher that a key is written with.
    pub cipher: &'static str,
    /// Whether strings are written as simple as they can be, rather than in UTF-8.
    pub simple_strings: bool,
}

/// Where OpenSSL has its configuration.
fn default_path() -> Vec<u8> {
    const PLACES: [&str; 3] = ["/usr/lib/ssl/openssl.cnf", "/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf"];
    if let Some(path) = std::env::var_os("OPENSSL_CONF").filter(|path| !path.is_empty()) {
        return std::os::unix::ffi::OsStringExt::into_vec(path);
    }
    let found = PLACES.into_iter().find(|place| std::path::Path::new(place).exists());
    found.unwrap_or(PLACES[0]).as_bytes().to_vec()
}

/// An option that is a string.
pub fn string(options: Option<&Array>, name: &str) -> Option<Vec<u8>> {
    let value = options?.get_bytes(name.as_bytes())?.deref();
    value.as_str().map(|text| text.to_vec())
}

/// An option that is a number.
pub fn number(options: Option<&Array>, name: &str) -> Option<i64> {
    let value = options?.get_bytes(name.as_bytes())?.deref().into_owned();
    match value.as_str() {
        Some(text) => text.trim_ascii().first().filter(|b| b.is_ascii_digit() || **b == b'-').map(|_| convert::to_int(&value)),
        None => Some(convert::to_int(&value)),
    }
}

/// The cipher of one of PHP's numbers.
pub fn cipher_of(number: i64) -> Option<&'static str> {
    match number {
        4 => Some("des-ede3-cbc"),
        5 => Some("aes-128-cbc"),
        6 => Some("aes-192-cbc"),
        7 => Some("aes-256-cbc"),
        _ => None,
    }
}

impl Settings {
    /// Reads options and configuration; `None` if something is wrong, which has been told.
    pub fn read(ctx: &Ctx, options: Option<&Array>) -> PhpResult<Option<Settings>> {
        let given = string(options, "config");
        let path = given.clone().unwrap_or_else(default_path);
        if path.contains(&0) {
            return Ok(None);
        }
        // A file that was asked for must be there; without the system's, everything has its default.
        let text = match given {
            Some(_) => match args::read_file(ctx, &path) {
                Some(text) => text,
                None => {
                    errors::note(ctx, "error:07000072:configuration file routines::no such file");
                    return Ok(None);
                }
            },
            None => std::fs::read(Path::new(OsStr::from_bytes(&path))).unwrap_or_default(),
        };
        let conf = Conf::parse(&String::from_utf8_lossy(&text)).unwrap_or_default();
        let section =
            string(options, "config_section_name").map_or("req".to_owned(), |s| String::from_utf8_lossy(&s).into_owned());
        let named = |option: &str, key: &str| {
            let given = string(options, option).map(|s| String::from_utf8_lossy(&s).into_owned());
            given.or_else(|| conf.get(&section, key).map(str::to_owned))
        };
        let hash = named("digest_alg", "default_md").and_then(|name| digest::signing_name(name.as_bytes())).unwrap_or("sha256");
        let certificate_extensions = named("x509_extensions", "x509_extensions");
        let request_extensions = named("req_extensions", "req_extensions");
        let bits =
            number(options, "private_key_bits").or_else(|| conf.get(&section, "default_bits")?.parse().ok()).unwrap_or(2048);
        let kind = number(options, "private_key_type").unwrap_or(kind::RSA);
        let encrypt = match options.and_then(|o| o.get_bytes(b"encrypt_key")).map(Value::deref) {
            Some(value) => convert::to_bool(&value),
            None => {
                let said = conf.get(&section, "encrypt_rsa_key").or_else(|| conf.get(&section, "encrypt_key"));
                said != Some("no")
            }
        };
        let mut cipher = "des-ede3-cbc";
        if let Some(number) = options.and_then(|o| o.get_bytes(b"encrypt_key_cipher")).and_then(|value| value.as_int()) {
            match cipher_of(number) {
                Some(known) => cipher = known,
                None => {
                    ctx.warning("Unknown cipher algorithm for private key");
                    return ctx.check().map(|()| None);
                }
            }
        }
        let mask = named("string_mask", "string_mask");
        let simple_strings = mask.is_some_and(|mask| match mask.strip_prefix("MASK:") {
            Some(number) => number.trim().parse::<u64>().is_ok_and(|mask| mask & 2 != 0),
            None => mask != "utf8only",
        });
        let settings = Settings {
            path,
            hash,
            bits,
            kind,
            curve: string(options, "curve_name"),
            encrypt,
            cipher,
            simple_strings,
            certificate_extensions,
            request_extensions,
            section,
            conf,
        };
        if !settings.sections_are_known(ctx)? {
            return Ok(None);
        }
        Ok(Some(settings))
    }
    fn sections_are_known(&self, ctx: &Ctx) -> PhpResult<bool> {
        let named =
            [("extensions_section", &self.certificate_extensions), ("request_extensions_section", &self.request_extensions)];
        for (label, section) in named {
            let Some(section) = section else { continue };
            if self.conf.section(section).is_none() {
                let path = String::from_utf8_lossy(&self.path).into_owned();
                ctx.warning(format!("Error loading {label} section {section} of {path}"));
                return ctx.check().map(|()| false);
            }
        }
        Ok(true)
    }
    /// A value of the section of requests.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.conf.get(&self.section, key)
    }
    /// The identifier of a name: a known one, or one of the configuration's own.
    pub fn oid(&self, name: &str) -> Option<String> {
        if let Some(oid) = algorithms::oid_of(name) {
            return Some(oid);
        }
        let section = self.conf.get("default", "oid_section").or_else(|| self.get("oid_section"))?;
        self.conf.get(section, name).map(str::to_owned)
    }
}

/// The array of a nullable argument.
pub fn array(value: Option<&Value>) -> Option<Array> {
    value?.as_array().map(Held::into_owned)
}
