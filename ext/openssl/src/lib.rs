//! PHP's openssl extension: ciphers, hashes, keys of two halves, certificates, signed and sealed messages.
//!
//! There is no OpenSSL behind it: `phant-cipher`, `phant-digest` and `phant-pki` compute, and what OpenSSL would say of an error is
//! said here (`errors`), since scripts read it. `args` reads the arguments that are keys or certificates, `objects` has the classes.

#![forbid(unsafe_code)]

mod args;
mod cipher;
mod config;
mod constants;
mod crypt;
mod csr;
mod digest;
mod errors;
mod messages;
mod names;
mod objects;
mod pkcs12;
mod pkey;
mod random;
mod spki;
mod tls;
mod x509;

use phant_native::{Extension, IniSetting};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "openssl",
    functions: &[
        cipher::FUNCTIONS,
        crypt::FUNCTIONS,
        csr::FUNCTIONS,
        digest::FUNCTIONS,
        errors::FUNCTIONS,
        messages::FUNCTIONS,
        pkcs12::FUNCTIONS,
        pkey::FUNCTIONS,
        random::FUNCTIONS,
        spki::FUNCTIONS,
        x509::FUNCTIONS,
    ],
    classes: &[
        objects::OpenSSLCertificate::PHP,
        objects::OpenSSLCertificateSigningRequest::PHP,
        objects::OpenSSLAsymmetricKey::PHP,
    ],
    constants: &[constants::CONSTANTS],
    ini: INI,
    provides: &[&tls::STREAMS],
    info: &[("OpenSSL support", "keys, certificates, messages, ciphers and digests")],
    ..Extension::EMPTY
};

const INI: &[IniSetting] = &[
    IniSetting { name: "openssl.cafile", default: None, access: 4, on_change: None },
    IniSetting { name: "openssl.capath", default: None, access: 4, on_change: None },
];
