//! What RustCrypto's crates implement.

use super::{Digest, Options, clonable};
use sha2::digest;

#[derive(Clone)]
struct Crypto<D>(D);

pub fn start<D: digest::Digest + Clone + Send + Sync + 'static>(_: &Options) -> Box<dyn Digest> {
    Box::new(Crypto(D::new()))
}

impl<D: digest::Digest + Clone + Send + Sync + 'static> Digest for Crypto<D> {
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&std::mem::replace(&mut self.0, D::new()).finalize());
    }

    clonable!();
}

/// `md5($data, true)`
pub fn md5(data: &[u8]) -> [u8; 16] {
    <md5::Md5 as digest::Digest>::digest(data).into()
}

/// `sha1($data, true)`
pub fn sha1(data: &[u8]) -> [u8; 20] {
    <sha1::Sha1 as digest::Digest>::digest(data).into()
}
