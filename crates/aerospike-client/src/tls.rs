//! Connections that are encrypted: who is trusted, who we are, and a transport over them.

use crate::connection::{Open, Transport, socket};
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned, SupportedProtocolVersion,
    client::WebPkiServerVerifier,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, CertificateRevocationListDer, PrivateKeyDer, ServerName, pem::PemObject},
    version,
};
use std::{
    io::{self, Read, Write},
    net::TcpStream,
    sync::Arc,
    time::{Duration, Instant},
};

/// Whether certificates are looked for in lists of those that were called back.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub enum Revocation {
    /// They are not.
    #[default]
    Ignored,
    /// The server's own is.
    Own,
    /// The whole chain is.
    Chain,
}

/// What a connection is to be like. Texts are in PEM.
#[derive(Clone, Default, Debug)]
pub struct Settings {
    /// Certificates of who is trusted, and lists of what was called back.
    pub trusted: Vec<u8>,
    /// Our own certificate with those that lead to a trusted one.
    pub certificate: Option<Vec<u8>>,
    /// Its key.
    pub key: Option<Vec<u8>>,
    /// Whether TLS 1.2 and TLS 1.3 are allowed.
    pub versions: Option<(bool, bool)>,
    /// Names of ciphers that are allowed, as OpenSSL has them; all without.
    pub ciphers: Option<Vec<String>>,
    /// What is done about certificates that were called back.
    pub revocation: Revocation,
}

/// OpenSSL's name of a cipher suite.
fn openssl_name(name: &str) -> String {
    if let Some(rest) = name.strip_prefix("TLS13_") {
        return format!("TLS_{rest}");
    }
    let plain = name.strip_prefix("TLS_").unwrap_or(name).replace("_WITH_", "_").replace("AES_", "AES").replace('_', "-");
    plain.replace("POLY1305-SHA256", "POLY1305")
}

fn configure(settings: &Settings) -> Result<ClientConfig, String> {
    let mut provider = aws_lc_rs::default_provider();
    if let Some(names) = &settings.ciphers {
        provider.cipher_suites.retain(|suite| {
            let name = openssl_name(suite.suite().as_str().unwrap_or_default());
            names.contains(&name)
        });
    }
    let provider = Arc::new(provider);
    let words = |error: rustls::Error| error.to_string();
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&settings.trusted) {
        roots.add(certificate.map_err(|error| error.to_string())?).map_err(words)?;
    }
    if roots.is_empty() {
        return Err("there is no certificate of anybody who is trusted".into());
    }
    let mut verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone());
    if settings.revocation != Revocation::Ignored {
        let lists: Result<Vec<_>, _> = CertificateRevocationListDer::pem_slice_iter(&settings.trusted).collect();
        let lists = lists.map_err(|error| error.to_string())?;
        if lists.is_empty() {
            return Err("there is no list of certificates that were called back".into());
        }
        verifier = verifier.with_crls(lists);
        if settings.revocation == Revocation::Own {
            verifier = verifier.only_check_end_entity_revocation();
        }
    }
    let verifier = verifier.build().map_err(|error| error.to_string())?;
    let (tls12, tls13) = settings.versions.unwrap_or((true, true));
    let versions: Vec<&SupportedProtocolVersion> =
        [(tls13, &version::TLS13), (tls12, &version::TLS12)].into_iter().filter(|each| each.0).map(|each| each.1).collect();
    let builder = ClientConfig::builder_with_provider(provider).with_protocol_versions(&versions).map_err(words)?;
    let builder = builder.with_webpki_verifier(verifier);
    let Some(certificate) = &settings.certificate else { return Ok(builder.with_no_client_auth()) };
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificate).collect();
    let key = PrivateKeyDer::from_pem_slice(settings.key.as_ref().unwrap_or(certificate)).map_err(|error| error.to_string())?;
    builder.with_client_auth_cert(chain.map_err(|error| error.to_string())?, key).map_err(words)
}

/// Opens connections as the settings say; what is wrong with those is said now.
pub fn opener(settings: &Settings) -> Result<Open, String> {
    let config = Arc::new(configure(settings)?);
    Ok(Arc::new(move |address, name, timeout| {
        let deadline = Instant::now() + timeout;
        let name = ServerName::try_from(name.trim_matches(['[', ']']).to_owned());
        let name = name.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let session = ClientConnection::new(config.clone(), name);
        let session = session.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let mut stream = StreamOwned::new(session, socket(address, timeout)?);
        while stream.conn.is_handshaking() {
            let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
            stream.sock.set_timeout(Some(left.ok_or(io::ErrorKind::TimedOut)?))?;
            match stream.conn.complete_io(&mut stream.sock) {
                Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
        }
        stream.sock.set_timeout(None)?;
        Ok(Box::new(Tls(stream)))
    }))
}

struct Tls(StreamOwned<ClientConnection, TcpStream>);

impl Transport for Tls {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.read(into)
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        Write::write_all(&mut self.0, bytes)?;
        self.0.flush()
    }
    fn set_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        self.0.sock.set_timeout(timeout)
    }
    fn is_stale(&mut self) -> bool {
        self.0.sock.is_stale()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_ciphers() {
        assert_eq!(openssl_name("TLS13_AES_128_GCM_SHA256"), "TLS_AES_128_GCM_SHA256");
        assert_eq!(openssl_name("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), "ECDHE-RSA-AES128-GCM-SHA256");
        assert_eq!(openssl_name("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"), "ECDHE-RSA-CHACHA20-POLY1305");
    }
    #[test]
    fn nobody_is_trusted_without_certificates() {
        assert!(opener(&Settings::default()).is_err());
    }
}
