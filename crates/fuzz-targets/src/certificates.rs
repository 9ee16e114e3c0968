//! Keys, certificates and messages: everything that reads them, and what puts them into words.

use phant_pki::{
    certificate::Certificate,
    cms,
    conf::Conf,
    extensions,
    key::Key,
    pem, pkcs12, print,
    request::{Request, SignedKey},
    smime, verify,
};

fn object(data: &[u8]) {
    if let Some(certificate) = Certificate::parse(data) {
        print::certificate(&certificate);
        certificate.subject.hash();
        for extension in &certificate.extensions {
            extensions::print(extension, 0);
        }
        for (purpose, ..) in verify::PURPOSES {
            verify::fits(&certificate, purpose, false);
            verify::fits(&certificate, purpose, true);
        }
    }
    if let Some(request) = Request::parse(data) {
        print::request(&request);
    }
    Key::from_public_der(data);
    Key::from_der(data);
    SignedKey::parse(data);
    cms::parse(data);
    let _ = pkcs12::read(data, b"x");
}

/// Tries bytes as everything there is.
pub fn run(data: &[u8]) {
    object(data);
    for block in pem::all(data) {
        object(&block.data);
    }
    let _ = Key::from_pem(data, Some(b"x"));
    Key::from_public_pem(data);
    if let Some((found, _)) = smime::read(data) {
        object(&found);
    }
    Conf::parse(&String::from_utf8_lossy(data));
}
