//! How a client proves who it is: the server's methods, which it calls plugins.

use crate::Error;
use phant_pki::{key::Key, rsa::Padding};
use sha1::{Digest, Sha1};
use sha2::Sha256;

/// A method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Plugin {
    NativePassword,
    CachingSha2,
    Sha256,
    ClearText,
}

impl Plugin {
    /// The method with a name. A server that names none means the oldest.
    pub fn named(name: &[u8]) -> Option<Plugin> {
        Some(match name {
            b"" | b"mysql_native_password" => Plugin::NativePassword,
            b"caching_sha2_password" => Plugin::CachingSha2,
            b"sha256_password" => Plugin::Sha256,
            b"mysql_clear_password" => Plugin::ClearText,
            _ => return None,
        })
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Plugin::NativePassword => "mysql_native_password",
            Plugin::CachingSha2 => "caching_sha2_password",
            Plugin::Sha256 => "sha256_password",
            Plugin::ClearText => "mysql_clear_password",
        }
    }
}

fn sha1(parts: &[&[u8]]) -> [u8; 20] {
    let mut hash = Sha1::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

fn xor(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The proof for `mysql_native_password`.
pub fn native(password: &[u8], scramble: &[u8]) -> Vec<u8> {
    if password.is_empty() {
        return Vec::new();
    }
    let once = sha1(&[password]);
    xor(&once, &sha1(&[&scramble[..scramble.len().min(20)], &sha1(&[&once])]))
}

/// The proof for `caching_sha2_password`, if the server remembers the password.
pub fn caching_sha2(password: &[u8], scramble: &[u8]) -> Vec<u8> {
    if password.is_empty() {
        return Vec::new();
    }
    let once = sha256(&[password]);
    xor(&once, &sha256(&[&sha256(&[&once]), &scramble[..scramble.len().min(20)]]))
}

/// The password with a zero behind it.
pub fn clear(password: &[u8]) -> Vec<u8> {
    let mut clear = password.to_vec();
    clear.push(0);
    clear
}

/// The password for the owner of a key alone.
pub fn encrypted(password: &[u8], scramble: &[u8], key: &[u8]) -> Result<Vec<u8>, Error> {
    let Some(Key::Rsa(key)) = Key::from_public_pem(key) else {
        return Err(Error::Client("The server's public key cannot be read"));
    };
    let mut secret = clear(password);
    if !scramble.is_empty() {
        let scramble = &scramble[..scramble.len().min(20)];
        secret.iter_mut().zip(scramble.iter().cycle()).for_each(|(byte, &mask)| *byte ^= mask);
    }
    key.public_encrypt(&secret, Padding::Oaep).map_err(|_| Error::Client("The password is too long for the server's public key"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use phant_pki::{pem, rsa::Rsa};

    #[test]
    fn no_password_no_proof() {
        assert!(native(b"", b"01234567890123456789").is_empty());
        assert!(caching_sha2(b"", b"01234567890123456789").is_empty());
    }

    #[test]
    fn a_proof_gives_the_hash_of_the_password_to_who_knows_the_second() {
        let scramble = b"abcdefghijklmnopqrst";
        let stored = sha1(&[&sha1(&[b"secret"])]);
        let once = xor(&native(b"secret", scramble), &sha1(&[scramble, &stored]));
        assert_eq!(sha1(&[&once]), stored);
        let stored = sha256(&[&sha256(&[b"secret"])]);
        let once = xor(&caching_sha2(b"secret", scramble), &sha256(&[&stored, scramble]));
        assert_eq!(sha256(&[&once]), stored);
    }

    #[test]
    fn only_the_owner_of_the_key_reads_the_password() {
        let owner = Rsa::generate(1024);
        let public = Key::Rsa(owner.clone()).to_public();
        let sent = pem::write("PUBLIC KEY", &public.to_public_der());
        let secret = encrypted(b"secret", b"abcdefghijklmnopqrst", &sent).unwrap();
        let read = owner.secret_decrypt(&secret, Padding::Oaep).unwrap();
        assert_eq!(xor(&read, b"abcdefg"), b"secret\0");
        assert!(encrypted(&[b'x'; 200], b"", &sent).is_err());
        assert!(encrypted(b"secret", b"", b"no key").is_err());
    }
}
