//! What the options of a context's `ssl` part say.

use super::{
    layer::Tls,
    method,
    trust::{Identity, Trust, Verdict, certified},
};
use crate::x509::Trusted;
use phant_memory::{Held, Resource, Value};
use phant_native::{Ctx, convert};
use phant_pki::{certificate::Certificate, key::Key};
use phant_streams::transport;
use rustls::{
    ClientConfig, ClientConnection, Connection, ServerConfig, ServerConnection, SupportedCipherSuite, SupportedProtocolVersion,
    crypto::{CryptoProvider, aws_lc_rs},
    pki_types::ServerName,
    server::WebPkiClientVerifier,
    sign::CertifiedKey,
    version,
};
use std::{os::unix::ffi::OsStrExt, path::Path, sync::Arc};

/// The options, and the host that was asked for.
pub struct Settings<'a> {
    ctx: &'a Ctx,
    context: Option<Resource>,
    host: Option<String>,
}

impl<'a> Settings<'a> {
    /// The options of a context.
    pub fn new(ctx: &'a Ctx, context: Option<Resource>, host: Option<&str>) -> Settings<'a> {
        Settings { ctx, context, host: host.map(str::to_owned) }
    }
    fn option(&self, name: &str) -> Option<Value> {
        transport::context_option(self.context.as_ref(), "ssl", name)
    }
    fn truth(&self, name: &str, default: bool) -> bool {
        self.option(name).map_or(default, |v| convert::to_bool(&v))
    }
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        self.option(name)?.as_str().map(|text| text.to_vec())
    }
    fn number(&self, name: &str) -> Option<i64> {
        self.option(name).map(|v| convert::to_int(&v))
    }
    /// Begins a connection; what is wrong has been told.
    pub fn start(&self, chosen: i64) -> Option<Tls> {
        let client = chosen & method::CLIENT != 0;
        let versions = self.versions(chosen);
        if versions.is_empty() {
            self.ctx.warning(super::trust::failed("error:0A0000BF:SSL routines::no protocols available"));
            return None;
        }
        let verdict = Arc::new(Verdict::default());
        let trust = Arc::new(self.trust(client, verdict)?);
        let identity = self.identity(client)?;
        let provider = Arc::new(provider());
        let alpn: Vec<Vec<u8>> = self
            .text("alpn_protocols")
            .map(|list| list.split(|b| *b == b',').map(|p| p.trim_ascii().to_vec()).filter(|p| !p.is_empty()).collect())
            .unwrap_or_default();
        let connection = if client {
            let builder = ClientConfig::builder_with_provider(provider).with_protocol_versions(&versions).ok()?;
            let mut config =
                builder.dangerous().with_custom_certificate_verifier(trust.clone()).with_client_cert_resolver(Arc::new(identity));
            config.alpn_protocols = alpn;
            config.enable_sni = self.truth("SNI_enabled", true);
            let name = self.server_name();
            config.enable_sni &= matches!(name, ServerName::DnsName(_)) && self.peer_name().is_some();
            Connection::Client(ClientConnection::new(Arc::new(config), name).ok()?)
        } else {
            let builder = ServerConfig::builder_with_provider(provider).with_protocol_versions(&versions).ok()?;
            let builder = if trust.roots.is_some() {
                builder.with_client_cert_verifier(trust.clone())
            } else {
                builder.with_client_cert_verifier(WebPkiClientVerifier::no_client_auth())
            };
            let mut config = builder.with_cert_resolver(Arc::new(identity));
            config.alpn_protocols = alpn;
            Connection::Server(ServerConnection::new(Arc::new(config)).ok()?)
        };
        Some(Tls::new(connection, trust))
    }
    fn versions(&self, chosen: i64) -> Vec<&'static SupportedProtocolVersion> {
        let least = self.number("min_proto_version").unwrap_or(0);
        let most = self.number("max_proto_version").unwrap_or(i64::MAX);
        let within = |bit: i64| chosen & bit != 0 && (least..=most).contains(&bit);
        let mut out = Vec::new();
        if within(method::TLS_1_3) {
            out.push(&version::TLS13);
        }
        if within(method::TLS_1_2) {
            out.push(&version::TLS12);
        }
        out
    }
    /// The name that the other side must have.
    fn peer_name(&self) -> Option<String> {
        let given = self.text("peer_name").map(|name| String::from_utf8_lossy(&name).into_owned());
        given.or_else(|| self.host.clone()).map(|name| name.trim_end_matches('.').to_owned()).filter(|name| !name.is_empty())
    }
    fn server_name(&self) -> ServerName<'static> {
        const NOBODY: &str = "invalid.";
        let name = self.peer_name().unwrap_or_else(|| NOBODY.to_owned());
        let parsed = ServerName::try_from(name.trim_matches(['[', ']']).to_owned());
        parsed.or_else(|_| ServerName::try_from(NOBODY)).unwrap_or(ServerName::IpAddress(std::net::Ipv4Addr::LOCALHOST.into()))
    }
    fn trust(&self, client: bool, verdict: Arc<Verdict>) -> Option<Trust> {
        let verifies = self.truth("verify_peer", client);
        let roots = if verifies { Some(self.roots(client)?) } else { None };
        let name = if client && self.truth("verify_peer_name", true) { self.peer_name() } else { None };
        // By level 2, OpenSSL's usual one in Debian, keys have 2048 bits; 1 is OpenSSL's own.
        let least_bits = match self.number("security_level").unwrap_or(2) {
            i64::MIN..=0 => 0,
            1 => 1024,
            2 => 2048,
            3 => 3072,
            4 => 7680,
            _ => 15_360,
        };
        let mut fingerprints = Vec::new();
        match self.option("peer_fingerprint") {
            Some(value) if value.is_array() => {
                let list = value.as_array().map(Held::into_owned).unwrap_or_default();
                for (hash, wanted) in list.iter() {
                    let (phant_memory::Key::Str(hash), Some(wanted)) = (hash.to_key(), wanted.as_str()) else {
                        self.ctx.warning("Invalid peer_fingerprint array; [algo => fingerprint] form required");
                        return None;
                    };
                    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    fingerprints.push((text(&hash), text(&wanted)));
                }
            }
            Some(value) => {
                let wanted = value.as_str().map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default();
                let hash = match wanted.len() {
                    32 => "md5",
                    40 => "sha1",
                    _ => "",
                };
                fingerprints.push((hash.to_owned(), wanted));
            }
            None => {}
        }
        let depth = self.number("verify_depth").and_then(|depth| usize::try_from(depth).ok()).unwrap_or(9);
        let self_signed = self.truth("allow_self_signed", false);
        Some(Trust { roots, self_signed, depth, name, fingerprints, least_bits, required: verifies, verdict })
    }
    fn path(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.text(name).filter(|path| !path.is_empty())?;
        Some(phant_streams::path::absolute(&path))
    }
    fn roots(&self, client: bool) -> Option<Trusted> {
        let mut out = Trusted::default();
        let setting = |name: &str| Some(self.ctx.ini.text(name).to_vec()).filter(|path| !path.is_empty());
        let file = self.path("cafile").or_else(|| setting("openssl.cafile"));
        let folder = self.path("capath").or_else(|| setting("openssl.capath"));
        if let Some(file) = &file
            && (!phant_streams::path::check_basedir(self.ctx, file) || !out.add_file(file))
        {
            let shown = String::from_utf8_lossy(file).into_owned();
            self.ctx.warning(format!("Unable to set verify locations `{shown}' `(null)'"));
            return None;
        }
        if let Some(folder) = &folder {
            out.add_folder(folder);
        }
        if file.is_none() && folder.is_none() {
            if !client {
                self.ctx.warning("CA certificates are not set: set the ssl context option cafile or capath");
                return None;
            }
            out.add_defaults();
        }
        Some(out)
    }
    fn read(&self, path: &[u8]) -> Option<Vec<u8>> {
        if !phant_streams::path::check_basedir(self.ctx, path) {
            return None;
        }
        std::fs::read(Path::new(std::ffi::OsStr::from_bytes(path))).ok()
    }
    /// A chain of a file, with the key of the same file or another one.
    fn load(&self, path: &[u8], key_path: Option<&[u8]>) -> Option<Arc<CertifiedKey>> {
        let shown = |path: &[u8]| String::from_utf8_lossy(path).into_owned();
        let text = self.read(path).unwrap_or_default();
        let chain = Certificate::all_from_pem(&text);
        let Some(first) = chain.first() else {
            self.ctx.warning(format!(
                "Unable to set local cert chain file `{}'; Check that your cafile/capath settings include details of your \
                 certificate and its issuer",
                shown(path)
            ));
            return None;
        };
        let key_path = key_path.unwrap_or(path);
        let password = self.text("passphrase").unwrap_or_default();
        let key = self.read(key_path).and_then(|text| Key::from_pem(&text, Some(&password)).ok());
        let Some(key) = key else {
            self.ctx.warning(format!("Unable to set private key file `{}'", shown(key_path)));
            return None;
        };
        if !first.key().is_some_and(|own| own.matches(&key)) {
            self.ctx.warning("Private key does not match certificate!");
            return None;
        }
        Some(certified(&chain, key))
    }
    fn identity(&self, client: bool) -> Option<Identity> {
        let mut out = Identity::default();
        if let Some(path) = self.path("local_cert") {
            out.own = Some(self.load(&path, self.path("local_pk").as_deref())?);
        }
        if client {
            return Some(out);
        }
        let Some(list) = self.option("SNI_server_certs") else { return Some(out) };
        let Some(list) = list.as_array().map(Held::into_owned) else {
            self.ctx.warning("SNI_server_certs requires an array mapping host names to cert paths");
            return None;
        };
        for (name, value) in list.iter() {
            let phant_memory::Key::Str(name) = name.to_key() else {
                self.ctx.warning("SNI_server_certs array requires string host name keys");
                return None;
            };
            let value = value.deref().into_owned();
            let part = |name: &str| Some(phant_streams::path::absolute(&value.as_array()?.get_bytes(name.as_bytes())?.as_str()?));
            let (path, key_path) = match value.as_str() {
                Some(path) => (Some(phant_streams::path::absolute(&path)), None),
                None => (part("local_cert"), part("local_pk")),
            };
            let Some(path) = path else {
                self.ctx.warning("local_cert not present in the array");
                return None;
            };
            let loaded = self.load(&path, key_path.as_deref())?;
            out.by_name.push((String::from_utf8_lossy(&name).into_owned(), loaded));
        }
        Some(out)
    }
}

/// The provider's ciphers, of TLS 1.2 the shorter keys first, as PHP's list has them.
fn provider() -> CryptoProvider {
    let mut provider = aws_lc_rs::default_provider();
    provider.cipher_suites.sort_by_key(|suite| match suite {
        SupportedCipherSuite::Tls13(_) => 0,
        SupportedCipherSuite::Tls12(_) if suite.suite().as_str().is_some_and(|name| name.contains("AES_128")) => 1,
        SupportedCipherSuite::Tls12(_) => 2,
    });
    provider
}
