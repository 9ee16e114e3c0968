//! Whom a handshake trusts, and how it is signed.

use crate::x509::Trusted;
use phant_native::Ctx;
use phant_pki::{
    algorithms,
    certificate::Certificate,
    der::Reader,
    extensions::id,
    key::Key,
    time,
    verify::{self, Distrust, Policy},
};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, SignatureAlgorithm, SignatureScheme,
    client::{
        ResolvesClientCert,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::{
        ClientHello, ResolvesServerCert,
        danger::{ClientCertVerified, ClientCertVerifier},
    },
    sign::{CertifiedKey, Signer, SigningKey},
};
use std::sync::{Arc, Mutex};

/// What was found wrong with the other side.
#[derive(Default, Debug)]
pub struct Verdict(Mutex<Vec<String>>);

/// What OpenSSL calls a chain that is not trusted.
const UNTRUSTED: &str = "error:0A000086:SSL routines::certificate verify failed";

impl Verdict {
    fn note(&self, text: impl Into<String>) {
        if let Ok(mut list) = self.0.lock() {
            list.push(text.into());
        }
    }
    /// Warns of it, or of what else went wrong.
    pub fn tell(&self, ctx: &Ctx, otherwise: &str) {
        let found = self.0.lock().map(|mut list| std::mem::take(&mut *list)).unwrap_or_default();
        if found.is_empty() {
            ctx.warning(otherwise);
        }
        for text in found {
            if ctx.has_exception() {
                return;
            }
            ctx.warning(text);
        }
    }
}

/// A warning with errors of OpenSSL's.
pub fn failed(error: &str) -> String {
    format!("SSL operation failed with code 1. OpenSSL Error messages:\n{error}")
}

/// Whom to trust.
pub struct Trust {
    /// The roots; `None` if chains are not checked.
    pub roots: Option<Trusted>,
    /// Whether a certificate that has signed itself is good enough.
    pub self_signed: bool,
    /// How long a chain may be.
    pub depth: usize,
    /// The name that the certificate must have.
    pub name: Option<String>,
    /// The hashes that the certificate must have, by the hash's name.
    pub fingerprints: Vec<(String, String)>,
    /// The smallest key, in bits, of OpenSSL's security level.
    pub least_bits: usize,
    /// Whether the other side must have a certificate.
    pub required: bool,
    /// Where to note what is wrong.
    pub verdict: Arc<Verdict>,
}

impl std::fmt::Debug for Trust {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Trust")
    }
}

fn parsed(der: &CertificateDer<'_>) -> Result<Certificate, Error> {
    Certificate::parse(der).ok_or(Error::InvalidCertificate(CertificateError::BadEncoding))
}

/// What the other side is told of a chain that is not trusted.
fn refusal(distrust: Distrust) -> Error {
    Error::InvalidCertificate(match distrust {
        Distrust::SelfSigned | Distrust::SelfSignedInChain | Distrust::NoLocalIssuer => CertificateError::UnknownIssuer,
        Distrust::Expired => CertificateError::Expired,
        Distrust::NotYetValid => CertificateError::NotValidYet,
        Distrust::Purpose => CertificateError::InvalidPurpose,
        _ => CertificateError::BadEncoding,
    })
}

impl Trust {
    /// Checks the chain, while the handshake goes on.
    fn check(&self, first: &CertificateDer<'_>, others: &[CertificateDer<'_>], purpose: i64) -> Result<(), Error> {
        let certificate = parsed(first)?;
        let Some(roots) = &self.roots else { return Ok(()) };
        let others: Vec<Certificate> = others.iter().filter_map(|der| Certificate::parse(der)).collect();
        let policy = Policy { purpose, time: time::now(), depth: self.depth };
        match verify::verify(&certificate, &others, roots, policy) {
            Ok(_) => {}
            Err((Distrust::SelfSigned, 0)) if self.self_signed => {}
            Err((distrust, _)) => {
                self.verdict.note(failed(UNTRUSTED));
                return Err(refusal(distrust));
            }
        }
        if matches!(certificate.key(), Some(key @ Key::Rsa(_)) if key.bits() < self.least_bits) {
            self.verdict.note(failed(UNTRUSTED));
            return Err(refusal(Distrust::KeyTooSmall));
        }
        Ok(())
    }
    /// Checks hash and name of the certificate, when the handshake is over.
    pub fn accepts(&self, certificate: Option<&Certificate>) -> bool {
        if self.fingerprints.is_empty() && self.name.is_none() {
            return true;
        }
        let Some(certificate) = certificate else {
            self.verdict.note("Could not get peer certificate");
            return false;
        };
        let fits = |(hash, wanted): &(String, String)| {
            let own = certificate.fingerprint(hash).map(|bytes| phant_digest::hex::encode(&bytes));
            own.is_some_and(|own| own.eq_ignore_ascii_case(wanted.as_bytes()))
        };
        if !self.fingerprints.iter().all(fits) {
            self.verdict.note("peer_fingerprint match failure");
            return false;
        }
        self.name.as_ref().is_none_or(|name| self.check_name(certificate, name))
    }
    /// Compares names: the alternative ones, then the common name.
    fn check_name(&self, certificate: &Certificate, name: &str) -> bool {
        let alternatives = certificate.extension(id::SUBJECT_ALT_NAME).and_then(|value| Reader(value).sequence());
        let address = name.trim_matches(['[', ']']).parse::<std::net::IpAddr>().ok();
        for item in alternatives.into_iter().flatten() {
            let fits = match (item.tag, address) {
                (0x82, _) => verify::host_matches(&String::from_utf8_lossy(item.body), name),
                (0x87, Some(std::net::IpAddr::V4(own))) => own.octets() == item.body,
                (0x87, Some(std::net::IpAddr::V6(own))) => own.octets() == item.body,
                _ => false,
            };
            if fits {
                return true;
            }
        }
        const COMMON_NAME: &str = "2.5.4.3";
        let Some(common) = certificate.subject.value(COMMON_NAME) else {
            self.verdict.note("Unable to locate peer certificate CN");
            return false;
        };
        if common.contains(&0) {
            let shown = String::from_utf8_lossy(&common).replace('\0', "\\0");
            self.verdict.note(format!("Peer certificate CN=`{shown}' is malformed"));
            return false;
        }
        let common = String::from_utf8_lossy(&common).into_owned();
        if verify::host_matches(&common, name) {
            return true;
        }
        self.verdict.note(format!("Peer certificate CN=`{common}' did not match expected CN=`{name}'"));
        false
    }
}

/// Hash of a scheme, and whether it is PSS.
fn scheme_parts(scheme: SignatureScheme) -> Option<(&'static str, bool)> {
    Some(match scheme {
        SignatureScheme::RSA_PKCS1_SHA1 | SignatureScheme::ECDSA_SHA1_Legacy => ("sha1", false),
        SignatureScheme::RSA_PKCS1_SHA256 | SignatureScheme::ECDSA_NISTP256_SHA256 => ("sha256", false),
        SignatureScheme::RSA_PKCS1_SHA384 | SignatureScheme::ECDSA_NISTP384_SHA384 => ("sha384", false),
        SignatureScheme::RSA_PKCS1_SHA512 | SignatureScheme::ECDSA_NISTP521_SHA512 => ("sha512", false),
        SignatureScheme::RSA_PSS_SHA256 => ("sha256", true),
        SignatureScheme::RSA_PSS_SHA384 => ("sha384", true),
        SignatureScheme::RSA_PSS_SHA512 => ("sha512", true),
        SignatureScheme::ED25519 | SignatureScheme::ED448 => ("sha512", false),
        _ => return None,
    })
}

const RSA_SCHEMES: [SignatureScheme; 6] = [
    SignatureScheme::RSA_PSS_SHA256,
    SignatureScheme::RSA_PSS_SHA384,
    SignatureScheme::RSA_PSS_SHA512,
    SignatureScheme::RSA_PKCS1_SHA256,
    SignatureScheme::RSA_PKCS1_SHA384,
    SignatureScheme::RSA_PKCS1_SHA512,
];
const OTHER_SCHEMES: [SignatureScheme; 4] = [
    SignatureScheme::ECDSA_NISTP256_SHA256,
    SignatureScheme::ECDSA_NISTP384_SHA384,
    SignatureScheme::ECDSA_NISTP521_SHA512,
    SignatureScheme::ED25519,
];

fn check_signature(
    message: &[u8],
    certificate: &CertificateDer<'_>,
    signed: &DigitallySignedStruct,
) -> Result<HandshakeSignatureValid, Error> {
    let wrong = || Error::InvalidCertificate(CertificateError::BadSignature);
    let key = parsed(certificate)?.key().ok_or_else(wrong)?;
    let (hash, pss) = scheme_parts(signed.scheme).ok_or_else(wrong)?;
    let good = match &key {
        Key::Rsa(rsa) if pss => {
            let hash = algorithms::hash(hash).ok_or_else(wrong)?;
            rsa.verify_pss(hash, hash, &hash.hash(message), signed.signature())
        }
        _ => !pss && key.verify(hash, message, signed.signature()) == Some(true),
    };
    if good { Ok(HandshakeSignatureValid::assertion()) } else { Err(wrong()) }
}

fn schemes() -> Vec<SignatureScheme> {
    OTHER_SCHEMES.into_iter().chain(RSA_SCHEMES).collect()
}

impl ServerCertVerifier for Trust {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        const SERVER: i64 = 2;
        self.check(end_entity, intermediates, SERVER).map(|()| ServerCertVerified::assertion())
    }
    fn verify_tls12_signature(
        &self,
        m: &[u8],
        c: &CertificateDer<'_>,
        d: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        check_signature(m, c, d)
    }
    fn verify_tls13_signature(
        &self,
        m: &[u8],
        c: &CertificateDer<'_>,
        d: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        check_signature(m, c, d)
    }
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        schemes()
    }
}

impl ClientCertVerifier for Trust {
    fn client_auth_mandatory(&self) -> bool {
        self.required
    }
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }
    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        const CLIENT: i64 = 1;
        self.check(end_entity, intermediates, CLIENT).map(|()| ClientCertVerified::assertion())
    }
    fn verify_tls12_signature(
        &self,
        m: &[u8],
        c: &CertificateDer<'_>,
        d: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        check_signature(m, c, d)
    }
    fn verify_tls13_signature(
        &self,
        m: &[u8],
        c: &CertificateDer<'_>,
        d: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        check_signature(m, c, d)
    }
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        schemes()
    }
}

/// A private key as handshakes use it.
#[derive(Debug)]
struct Own(Arc<Key>);

#[derive(Debug)]
struct Signing(Arc<Key>, SignatureScheme);

impl SigningKey for Own {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let mine: &[SignatureScheme] = match &*self.0 {
            Key::Rsa(rsa) if rsa.length() < 66 => &RSA_SCHEMES[3..4],
            // A short key has no room for a long hash.
            Key::Rsa(rsa) if rsa.length() < 130 => &[SignatureScheme::RSA_PSS_SHA256, SignatureScheme::RSA_PKCS1_SHA256],
            Key::Rsa(_) => &RSA_SCHEMES,
            Key::Ec(ec) => match ec.curve.name {
                "prime256v1" => &OTHER_SCHEMES[..1],
                "secp384r1" => &OTHER_SCHEMES[1..2],
                "secp521r1" => &OTHER_SCHEMES[2..3],
                _ => &[],
            },
            Key::Okp(_) => &OTHER_SCHEMES[3..],
            Key::Dsa(_) | Key::Dh(_) => &[],
        };
        let chosen = mine.iter().find(|scheme| offered.contains(scheme))?;
        Some(Box::new(Signing(self.0.clone(), *chosen)))
    }
    fn algorithm(&self) -> SignatureAlgorithm {
        match &*self.0 {
            Key::Rsa(_) => SignatureAlgorithm::RSA,
            Key::Okp(_) => SignatureAlgorithm::ED25519,
            Key::Ec(_) => SignatureAlgorithm::ECDSA,
            Key::Dsa(_) | Key::Dh(_) => SignatureAlgorithm::DSA,
        }
    }
}

impl Signer for Signing {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let failed = || Error::General("signing failed".to_owned());
        let (hash, pss) = scheme_parts(self.1).ok_or_else(failed)?;
        match &*self.0 {
            Key::Rsa(rsa) if pss => {
                let hash = algorithms::hash(hash).ok_or_else(failed)?;
                rsa.sign_pss(hash, &hash.hash(message)).map_err(|_| failed())
            }
            key => key.sign(hash, message).ok_or_else(failed),
        }
    }
    fn scheme(&self) -> SignatureScheme {
        self.1
    }
}

/// A chain of certificates with the key of the first.
pub fn certified(chain: &[Certificate], key: Key) -> Arc<CertifiedKey> {
    let chain = chain.iter().map(|c| CertificateDer::from(c.der.clone())).collect();
    Arc::new(CertifiedKey::new(chain, Arc::new(Own(Arc::new(key)))))
}

/// The certificates of a side: its own, and for a server others by the name that the client wants.
#[derive(Debug, Default)]
pub struct Identity {
    /// The usual one.
    pub own: Option<Arc<CertifiedKey>>,
    /// Others by name.
    pub by_name: Vec<(String, Arc<CertifiedKey>)>,
}

impl ResolvesServerCert for Identity {
    fn resolve(&self, client_hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let wanted = client_hello.server_name();
        let named = wanted.and_then(|wanted| self.by_name.iter().find(|(name, _)| verify::host_matches(name, wanted)));
        named.map(|(_, key)| key.clone()).or_else(|| self.own.clone())
    }
}

impl ResolvesClientCert for Identity {
    fn resolve(&self, _roots: &[&[u8]], _schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.own.clone()
    }
    fn has_certs(&self) -> bool {
        self.own.is_some()
    }
}
