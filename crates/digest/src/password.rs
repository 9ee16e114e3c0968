//! `password_hash()`, `password_verify()`, `password_get_info()`, `password_needs_rehash()`.

use crate::{base64, crypt, hmac};
use argon2::{Argon2, Params, Version};

/// `PASSWORD_BCRYPT_DEFAULT_COST`
pub const DEFAULT_COST: i64 = 12;

/// What a hash was made with, or is to be made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `PASSWORD_BCRYPT`: "2y"
    Bcrypt {
        /// The logarithm of the number of rounds, 4 to 31.
        cost: i64,
    },
    /// `PASSWORD_ARGON2I`, `PASSWORD_ARGON2ID`
    Argon2 {
        /// Whether it is Argon2id.
        id: bool,
        /// Memory, in KiB.
        memory: i64,
        /// Passes over the memory.
        time: i64,
        /// Lanes.
        threads: i64,
    },
}

impl Method {
    /// Argon2 with PHP's defaults.
    pub const fn argon2(id: bool) -> Method {
        Method::Argon2 { id, memory: 65536, time: 4, threads: 1 }
    }

    /// The name in `password_algos()`.
    pub fn name(self) -> &'static str {
        match self {
            Method::Bcrypt { .. } => "2y",
            Method::Argon2 { id: false, .. } => "argon2i",
            Method::Argon2 { id: true, .. } => "argon2id",
        }
    }
}

/// What a hash was made with, as `password_get_info()` tells; `None` for `crypt()`'s other methods and everything else.
pub fn info(hash: &[u8]) -> Option<Method> {
    // PHP does not look at the first byte for this.
    let rest = hash.get(1..)?;
    let end = rest.iter().position(|&b| b == b'$')?;
    let (name, parameters) = rest.split_at(end);
    match name {
        b"2y" if hash.len() == 60 && hash[0] == b'$' => {
            let [cost] = scan(parameters, ["$"]);
            Some(Method::Bcrypt { cost: cost.unwrap_or(DEFAULT_COST) })
        }
        b"argon2i" | b"argon2id" => {
            let parameters = if hash[0] == b'$' { parameters } else { &[] };
            let [_, memory, time, threads] = scan(parameters, ["$v=", "$m=", ",t=", ",p="]);
            let (memory, time, threads) = (memory.unwrap_or(65536), time.unwrap_or(4), threads.unwrap_or(1));
            Some(Method::Argon2 { id: name == b"argon2id", memory, time, threads })
        }
        _ => None,
    }
}

/// The numbers behind the given texts, until something does not match: C's `sscanf`.
fn scan<const N: usize>(mut text: &[u8], before: [&str; N]) -> [Option<i64>; N] {
    let mut numbers = [None; N];
    for (number, before) in numbers.iter_mut().zip(before) {
        let Some(rest) = text.strip_prefix(before.as_bytes()) else { break };
        let start = rest.iter().take_while(|b| b.is_ascii_whitespace() || **b == 0x0b).count();
        let rest = &rest[start..];
        let sign = usize::from(matches!(rest.first(), Some(b'-' | b'+')));
        let end = sign + rest[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
        if end == sign {
            break;
        }
        let limit = if rest[0] == b'-' { i64::MIN } else { i64::MAX };
        *number = std::str::from_utf8(&rest[..end]).ok().map(|digits| digits.parse().unwrap_or(limit));
        text = &rest[end..];
    }
    numbers
}

/// The hash of a password, with 16 random bytes. `None` if the parameters are out of range.
pub fn hash(password: &[u8], method: Method, random: &[u8; 16]) -> Option<Vec<u8>> {
    match method {
        Method::Bcrypt { cost } => {
            let mut setting = format!("$2y${cost:02}$").into_bytes();
            setting.extend(make_salt(random, 22));
            crypt::hash(password, &setting).filter(|hash| hash.len() == 60)
        }
        Method::Argon2 { id, memory, time, threads } => {
            let salt = make_salt(random, 16);
            let limits = (u32::try_from(memory).ok()?, u32::try_from(time).ok()?, u32::try_from(threads).ok()?);
            let digest = argon2(password, &salt, id, Version::V0x13, limits, 32)?;
            let name = method.name();
            let mut out = format!("${name}$v=19$m={memory},t={time},p={threads}$").into_bytes();
            out.extend(unpadded(&salt));
            out.push(b'$');
            out.extend(unpadded(&digest));
            Some(out)
        }
    }
}

/// Letters that all methods take as salt.
fn make_salt(random: &[u8; 16], length: usize) -> Vec<u8> {
    let letters = base64::encode(random).into_iter().map(|b| if b == b'+' { b'.' } else { b });
    letters.take(length).collect()
}

/// Whether `hash` is one of `password`; also for all of `crypt()`'s methods.
pub fn verify(password: &[u8], hash: &[u8]) -> bool {
    if hash.starts_with(b"$argon2i$") || hash.starts_with(b"$argon2id$") {
        return verify_argon2(password, hash).unwrap_or(false);
    }
    match crypt::hash(password, hash) {
        Some(again) => again.len() >= 13 && hmac::equals(hash, &again),
        None => false,
    }
}

/// Whether `hash` was not made with `method`.
pub fn needs_rehash(hash: &[u8], method: Method) -> bool {
    info(hash) != Some(method)
}

/// Base64 without padding.
fn unpadded(bytes: &[u8]) -> Vec<u8> {
    let mut text = base64::encode(bytes);
    text.retain(|&b| b != b'=');
    text
}

fn argon2(
    password: &[u8],
    salt: &[u8],
    id: bool,
    version: Version,
    (memory, time, threads): (u32, u32, u32),
    length: usize,
) -> Option<Vec<u8>> {
    let algorithm = if id { argon2::Algorithm::Argon2id } else { argon2::Algorithm::Argon2i };
    let params = Params::new(memory, time, threads, Some(length)).ok()?;
    let mut out = vec![0; length];
    Argon2::new(algorithm, version, params).hash_password_into(password, salt, &mut out).ok()?;
    Some(out)
}

fn verify_argon2(password: &[u8], hash: &[u8]) -> Option<bool> {
    let parts = Parts::parse(hash)?;
    let id = hash.starts_with(b"$argon2id$");
    let again = argon2(password, &parts.salt, id, parts.version, parts.limits, parts.digest.len())?;
    Some(hmac::equals(&parts.digest, &again))
}

/// "$argon2id$v=19$m=65536,t=4,p=1$salt$digest", taken apart.
struct Parts {
    version: Version,
    /// Memory, time and threads.
    limits: (u32, u32, u32),
    salt: Vec<u8>,
    digest: Vec<u8>,
}

impl Parts {
    /// Takes only what Argon2's own encoder would have written.
    fn parse(hash: &[u8]) -> Option<Parts> {
        let mut fields = hash.split(|&b| b == b'$').skip(2);
        let mut field = fields.next()?;
        let mut version = Version::V0x10;
        if let Some(number) = field.strip_prefix(b"v=") {
            version = match number {
                b"16" => Version::V0x10,
                b"19" => Version::V0x13,
                _ => return None,
            };
            field = fields.next()?;
        }
        let mut limits = std::str::from_utf8(field).ok()?.split(',');
        let mut limit = |name: &str| {
            let text = limits.next()?.strip_prefix(name)?;
            text.parse().ok().filter(|limit: &u32| limit.to_string() == text)
        };
        let limits = (limit("m=")?, limit("t=")?, limit("p=")?);
        let bytes = |text: &[u8]| base64::decode(text, true).filter(|bytes| unpadded(bytes) == text);
        let salt = bytes(fields.next()?)?;
        let digest = bytes(fields.next()?)?;
        fields.next().is_none().then_some(Parts { version, limits, salt, digest })
    }
}
