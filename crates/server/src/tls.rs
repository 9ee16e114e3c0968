//! Certificates and keys, and one of our own for trying things out.

use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use std::{fs, io, os::unix::fs::OpenOptionsExt, path::Path, path::PathBuf, sync::Arc};

/// Where the certificate and its key are, in PEM.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The certificate, followed by those that lead to a root.
    pub certificate: PathBuf,
    /// Its key.
    pub key: PathBuf,
}

fn bad(file: &Path, why: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {why}", file.display()))
}

/// Where systems keep the certificates that they trust.
const TRUSTED: [&str; 3] = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// The certificates of a file.
fn certificates(file: &Path) -> io::Result<Vec<CertificateDer<'static>>> {
    let text = fs::read(file).map_err(|e| bad(file, e))?;
    let all = CertificateDer::pem_slice_iter(&text).collect::<Result<Vec<_>, _>>().map_err(|e| bad(file, e))?;
    if all.is_empty() { Err(bad(file, "no certificate in it")) } else { Ok(all) }
}

fn key(file: &Path) -> io::Result<PrivateKeyDer<'static>> {
    PrivateKeyDer::from_pem_slice(&fs::read(file).map_err(|e| bad(file, e))?).map_err(|e| bad(file, e))
}

/// What connections to others need, whose certificates must lead to one of a file, or of those that the system trusts. `own` is what
/// this end says of itself, if it is asked.
pub fn trusting(file: Option<&Path>, own: Option<&Files>) -> io::Result<Arc<ClientConfig>> {
    let file = file.or_else(|| TRUSTED.iter().map(Path::new).find(|file| file.exists()));
    let file = file.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the system has no trusted certificates"))?;
    let mut roots = RootCertStore::empty();
    if roots.add_parsable_certificates(certificates(file)?).0 == 0 {
        return Err(bad(file, "no certificate in it can be used"));
    }
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(io::Error::other)?.with_root_certificates(roots);
    Ok(Arc::new(match own {
        Some(own) => {
            let own_key = key(&own.key)?;
            builder.with_client_auth_cert(certificates(&own.certificate)?, own_key).map_err(|e| bad(&own.certificate, e))?
        }
        None => builder.with_no_client_auth(),
    }))
}

/// What connections need.
pub fn configuration(files: &Files) -> io::Result<Arc<ServerConfig>> {
    let (chain, key) = (certificates(&files.certificate)?, key(&files.key)?);
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(io::Error::other)?.with_no_client_auth();
    let mut config = builder.with_single_cert(chain, key).map_err(|e| bad(&files.certificate, e))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    config.max_early_data_size = 0;
    Ok(Arc::new(config))
}

/// Makes a certificate that signs itself, for these names, in a folder that only this user can read.
pub fn self_signed(folder: &Path, names: Vec<String>) -> io::Result<Files> {
    let made = rcgen::generate_simple_self_signed(names).map_err(io::Error::other)?;
    let files = Files { certificate: folder.join("certificate.pem"), key: folder.join("key.pem") };
    for (file, text) in [(&files.certificate, made.cert.pem()), (&files.key, made.signing_key.serialize_pem())] {
        let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
        io::Write::write_all(&mut file, text.as_bytes())?;
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_is_good() {
        let folder = std::env::temp_dir().join(format!("phant-tls-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let files = self_signed(&folder, vec!["localhost".into(), "127.0.0.1".into()]).expect("a certificate");
        assert!(configuration(&files).is_ok());
        let swapped = Files { certificate: files.key.clone(), key: files.certificate.clone() };
        assert!(configuration(&swapped).is_err());
        assert!(trusting(Some(&files.certificate), Some(&files)).is_ok());
        assert!(trusting(Some(&files.key), None).is_err());
        let _ = fs::remove_dir_all(folder);
    }
}
