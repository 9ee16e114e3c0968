//! HMAC over any algorithm.

use crate::hash::{Algorithm, Digest};

/// A running HMAC, as `hash_init(…, HASH_HMAC, $key)` starts.
pub struct Hmac {
    inner: Box<dyn Digest>,
    outer: Box<dyn Digest>,
    scratch: Vec<u8>,
}

impl Clone for Hmac {
    fn clone(&self) -> Hmac {
        Hmac { inner: self.inner.boxed_clone(), outer: self.outer.boxed_clone(), scratch: Vec::new() }
    }
}

impl Hmac {
    /// Starts with a key of any length.
    pub fn new(algorithm: &Algorithm, key: &[u8]) -> Hmac {
        let mut block = if key.len() > algorithm.block_len { algorithm.hash(key) } else { key.to_vec() };
        block.resize(algorithm.block_len, 0);
        let start = |mask: u8| {
            let mut digest = algorithm.start();
            digest.update(&block.iter().map(|byte| byte ^ mask).collect::<Vec<u8>>());
            digest
        };
        Hmac { inner: start(0x36), outer: start(0x5c), scratch: Vec::new() }
    }

    /// Adds data.
    pub fn update(&mut self, data: &[u8]) {
        self.inner.update(data);
    }

    /// Appends the HMAC to `out`. What the state is afterwards is unspecified.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.scratch.clear();
        self.inner.finish(&mut self.scratch);
        self.outer.update(&self.scratch);
        self.outer.finish(out);
    }

    /// Makes this the state of `other`, without allocating.
    pub(crate) fn copy_from(&mut self, other: &Hmac) {
        self.inner.copy_from(&*other.inner);
        self.outer.copy_from(&*other.outer);
    }
}

/// `hash_hmac($algorithm, $data, $key, true)`
pub fn hmac(algorithm: &Algorithm, key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut hmac = Hmac::new(algorithm, key);
    hmac.update(data);
    let mut out = Vec::with_capacity(algorithm.output_len);
    hmac.finish(&mut out);
    out
}

/// `hash_equals()`: takes the same time wherever the difference is.
pub fn equals(known: &[u8], user: &[u8]) -> bool {
    known.len() == user.len() && std::hint::black_box(known.iter().zip(user).fold(0, |all, (a, b)| all | (a ^ b))) == 0
}
