//! The xxHash family.

use super::{Digest, MAX_SECRET, MIN_SECRET, Options, clonable};
use std::hash::Hasher;
use twox_hash::{XxHash3_64, XxHash3_128, XxHash32, XxHash64};

#[derive(Clone)]
struct Xxh<H> {
    hasher: H,
    finish: fn(&H, &mut Vec<u8>),
    write: fn(&mut H, &[u8]),
}

impl<H: Clone + Send + Sync + 'static> Digest for Xxh<H> {
    fn update(&mut self, data: &[u8]) {
        (self.write)(&mut self.hasher, data);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        (self.finish)(&self.hasher, out);
    }

    clonable!();
}

pub fn start_32(options: &Options) -> Box<dyn Digest> {
    Box::new(Xxh {
        hasher: XxHash32::with_seed(options.seed as u32),
        finish: |h, out| out.extend_from_slice(&h.finish_32().to_be_bytes()),
        write: |h, data| h.write(data),
    })
}

pub fn start_64(options: &Options) -> Box<dyn Digest> {
    Box::new(Xxh {
        hasher: XxHash64::with_seed(options.seed),
        finish: |h, out| out.extend_from_slice(&h.finish().to_be_bytes()),
        write: |h, data| h.write(data),
    })
}

/// xxh3 or xxh128 with a secret.
///
/// Up to 240 bytes only the one-shot functions of the library take a secret as xxHash defines it; beyond, its seed and
/// secret do.
#[derive(Clone)]
struct WithSecret<H> {
    hasher: H,
    /// The data, until it is more than [`SHORT`] bytes.
    data: Vec<u8>,
    secret: Vec<u8>,
    write: fn(&mut H, &[u8]),
    finish_short: fn(&[u8], &[u8], &mut Vec<u8>),
    finish_long: fn(&H, &mut Vec<u8>),
}

const SHORT: usize = 240;

impl<H: Clone + Send + Sync + 'static> Digest for WithSecret<H> {
    fn update(&mut self, data: &[u8]) {
        (self.write)(&mut self.hasher, data);
        if self.data.len() <= SHORT {
            self.data.extend_from_slice(&data[..data.len().min(SHORT + 1)]);
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        if self.data.len() <= SHORT {
            (self.finish_short)(&self.secret, &self.data, out);
        } else {
            (self.finish_long)(&self.hasher, out);
        }
    }

    clonable!();
}

fn secret<'a>(options: &Options<'a>) -> Option<&'a [u8]> {
    let secret = options.secret.filter(|secret| secret.len() >= MIN_SECRET)?;
    Some(&secret[..secret.len().min(MAX_SECRET)])
}

pub fn start_3_64(options: &Options) -> Box<dyn Digest> {
    let write: fn(&mut XxHash3_64, &[u8]) = |h, data| h.write(data);
    let finish: fn(&XxHash3_64, &mut Vec<u8>) = |h, out| out.extend_from_slice(&h.finish().to_be_bytes());
    if let Some(secret) = secret(options)
        && let Ok(hasher) = XxHash3_64::with_seed_and_secret(0, secret)
    {
        let finish_short: fn(&[u8], &[u8], &mut Vec<u8>) = |secret, data, out| {
            out.extend_from_slice(&XxHash3_64::oneshot_with_secret(secret, data).unwrap_or(0).to_be_bytes());
        };
        let (data, secret) = (Vec::new(), secret.to_vec());
        return Box::new(WithSecret { hasher, data, secret, write, finish_short, finish_long: finish });
    }
    Box::new(Xxh { hasher: XxHash3_64::with_seed(options.seed), finish, write })
}

pub fn start_3_128(options: &Options) -> Box<dyn Digest> {
    let write: fn(&mut XxHash3_128, &[u8]) = |h, data| h.write(data);
    let finish: fn(&XxHash3_128, &mut Vec<u8>) = |h, out| out.extend_from_slice(&h.finish_128().to_be_bytes());
    if let Some(secret) = secret(options)
        && let Ok(hasher) = XxHash3_128::with_seed_and_secret(0, secret)
    {
        let finish_short: fn(&[u8], &[u8], &mut Vec<u8>) = |secret, data, out| {
            out.extend_from_slice(&XxHash3_128::oneshot_with_secret(secret, data).unwrap_or(0).to_be_bytes());
        };
        let (data, secret) = (Vec::new(), secret.to_vec());
        return Box::new(WithSecret { hasher, data, secret, write, finish_short, finish_long: finish });
    }
    Box::new(Xxh { hasher: XxHash3_128::with_seed(options.seed), finish, write })
}
