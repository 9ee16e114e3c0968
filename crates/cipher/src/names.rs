//! The ciphers by OpenSSL's names, and how to run one.

use crate::{
    Failure, Mode, Parameters,
    assembled::{LONG, Plain, Ready},
    authenticated,
    block::Family::{self, *},
    modes, stream, wrap,
};

/// A cipher that OpenSSL has a name for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cipher {
    family: Option<Family>,
    mode: Mode,
}

const fn of(family: Family, mode: Mode) -> Cipher {
    Cipher { family: Some(family), mode }
}

macro_rules! family {
    ($($name:literal $family:ident $mode:ident,)*) => { &[$(($name, of($family, Mode::$mode)),)*
        ("chacha20", Cipher { family: None, mode: Mode::ChaCha20 }),
        ("chacha20-poly1305", Cipher { family: None, mode: Mode::ChaCha20Poly1305 }),
    ] };
}

/// All names, in OpenSSL's order but for ChaCha20, which is last.
pub const NAMES: &[(&str, Cipher)] = family! {
    "aes-128-cbc" Aes128 Cbc,
    "aes-128-ccm" Aes128 Ccm,
    "aes-128-cfb" Aes128 Cfb,
    "aes-128-cfb1" Aes128 Cfb1,
    "aes-128-cfb8" Aes128 Cfb8,
    "aes-128-ctr" Aes128 Ctr,
    "aes-128-ecb" Aes128 Ecb,
    "aes-128-gcm" Aes128 Gcm,
    "aes-128-ocb" Aes128 Ocb,
    "aes-128-ofb" Aes128 Ofb,
    "aes-128-wrap" Aes128 Wrap,
    "aes-128-wrap-pad" Aes128 WrapPad,
    "aes-128-xts" Aes128 Xts,
    "aes-192-cbc" Aes192 Cbc,
    "aes-192-ccm" Aes192 Ccm,
    "aes-192-cfb" Aes192 Cfb,
    "aes-192-cfb1" Aes192 Cfb1,
    "aes-192-cfb8" Aes192 Cfb8,
    "aes-192-ctr" Aes192 Ctr,
    "aes-192-ecb" Aes192 Ecb,
    "aes-192-gcm" Aes192 Gcm,
    "aes-192-ocb" Aes192 Ocb,
    "aes-192-ofb" Aes192 Ofb,
    "aes-192-wrap" Aes192 Wrap,
    "aes-192-wrap-pad" Aes192 WrapPad,
    "aes-256-cbc" Aes256 Cbc,
    "aes-256-ccm" Aes256 Ccm,
    "aes-256-cfb" Aes256 Cfb,
    "aes-256-cfb1" Aes256 Cfb1,
    "aes-256-cfb8" Aes256 Cfb8,
    "aes-256-ctr" Aes256 Ctr,
    "aes-256-ecb" Aes256 Ecb,
    "aes-256-gcm" Aes256 Gcm,
    "aes-256-ocb" Aes256 Ocb,
    "aes-256-ofb" Aes256 Ofb,
    "aes-256-wrap" Aes256 Wrap,
    "aes-256-wrap-pad" Aes256 WrapPad,
    "aes-256-xts" Aes256 Xts,
    "aria-128-cbc" Aria128 Cbc,
    "aria-128-ccm" Aria128 Ccm,
    "aria-128-cfb" Aria128 Cfb,
    "aria-128-cfb1" Aria128 Cfb1,
    "aria-128-cfb8" Aria128 Cfb8,
    "aria-128-ctr" Aria128 Ctr,
    "aria-128-ecb" Aria128 Ecb,
    "aria-128-gcm" Aria128 Gcm,
    "aria-128-ofb" Aria128 Ofb,
    "aria-192-cbc" Aria192 Cbc,
    "aria-192-ccm" Aria192 Ccm,
    "aria-192-cfb" Aria192 Cfb,
    "aria-192-cfb1" Aria192 Cfb1,
    "aria-192-cfb8" Aria192 Cfb8,
    "aria-192-ctr" Aria192 Ctr,
    "aria-192-ecb" Aria192 Ecb,
    "aria-192-gcm" Aria192 Gcm,
    "aria-192-ofb" Aria192 Ofb,
    "aria-256-cbc" Aria256 Cbc,
    "aria-256-ccm" Aria256 Ccm,
    "aria-256-cfb" Aria256 Cfb,
    "aria-256-cfb1" Aria256 Cfb1,
    "aria-256-cfb8" Aria256 Cfb8,
    "aria-256-ctr" Aria256 Ctr,
    "aria-256-ecb" Aria256 Ecb,
    "aria-256-gcm" Aria256 Gcm,
    "aria-256-ofb" Aria256 Ofb,
    "camellia-128-cbc" Camellia128 Cbc,
    "camellia-128-cfb" Camellia128 Cfb,
    "camellia-128-cfb1" Camellia128 Cfb1,
    "camellia-128-cfb8" Camellia128 Cfb8,
    "camellia-128-ctr" Camellia128 Ctr,
    "camellia-128-ecb" Camellia128 Ecb,
    "camellia-128-ofb" Camellia128 Ofb,
    "camellia-192-cbc" Camellia192 Cbc,
    "camellia-192-cfb" Camellia192 Cfb,
    "camellia-192-cfb1" Camellia192 Cfb1,
    "camellia-192-cfb8" Camellia192 Cfb8,
    "camellia-192-ctr" Camellia192 Ctr,
    "camellia-192-ecb" Camellia192 Ecb,
    "camellia-192-ofb" Camellia192 Ofb,
    "camellia-256-cbc" Camellia256 Cbc,
    "camellia-256-cfb" Camellia256 Cfb,
    "camellia-256-cfb1" Camellia256 Cfb1,
    "camellia-256-cfb8" Camellia256 Cfb8,
    "camellia-256-ctr" Camellia256 Ctr,
    "camellia-256-ecb" Camellia256 Ecb,
    "camellia-256-ofb" Camellia256 Ofb,
    "des-ede-cbc" TdesEde2 Cbc,
    "des-ede-cfb" TdesEde2 Cfb,
    "des-ede-ecb" TdesEde2 Ecb,
    "des-ede-ofb" TdesEde2 Ofb,
    "des-ede3-cbc" TdesEde3 Cbc,
    "des-ede3-cfb" TdesEde3 Cfb,
    "des-ede3-cfb1" TdesEde3 Cfb1,
    "des-ede3-cfb8" TdesEde3 Cfb8,
    "des-ede3-ecb" TdesEde3 Ecb,
    "des-ede3-ofb" TdesEde3 Ofb,
    "sm4-cbc" Sm4 Cbc,
    "sm4-cfb" Sm4 Cfb,
    "sm4-ctr" Sm4 Ctr,
    "sm4-ecb" Sm4 Ecb,
    "sm4-ofb" Sm4 Ofb,
};

/// Other names of the same ciphers.
const ALIASES: &[(&str, &str)] = &[
    ("aes128", "aes-128-cbc"),
    ("aes192", "aes-192-cbc"),
    ("aes256", "aes-256-cbc"),
    ("aria128", "aria-128-cbc"),
    ("aria192", "aria-192-cbc"),
    ("aria256", "aria-256-cbc"),
    ("camellia128", "camellia-128-cbc"),
    ("camellia192", "camellia-192-cbc"),
    ("camellia256", "camellia-256-cbc"),
    ("des-ede", "des-ede-ecb"),
    ("des-ede3", "des-ede3-ecb"),
    ("des3", "des-ede3-cbc"),
    ("id-aes128-CCM", "aes-128-ccm"),
    ("id-aes128-GCM", "aes-128-gcm"),
    ("id-aes128-wrap", "aes-128-wrap"),
    ("id-aes128-wrap-pad", "aes-128-wrap-pad"),
    ("id-aes192-wrap", "aes-192-wrap"),
    ("id-aes192-wrap-pad", "aes-192-wrap-pad"),
    ("id-aes256-wrap", "aes-256-wrap"),
    ("id-aes256-wrap-pad", "aes-256-wrap-pad"),
    ("aes128-wrap", "aes-128-wrap"),
    ("aes128-wrap-pad", "aes-128-wrap-pad"),
    ("aes192-wrap", "aes-192-wrap"),
    ("aes192-wrap-pad", "aes-192-wrap-pad"),
    ("aes256-wrap", "aes-256-wrap"),
    ("aes256-wrap-pad", "aes-256-wrap-pad"),
    ("id-aes192-CCM", "aes-192-ccm"),
    ("id-aes192-GCM", "aes-192-gcm"),
    ("id-aes256-CCM", "aes-256-ccm"),
    ("id-aes256-GCM", "aes-256-gcm"),
    ("sm4", "sm4-cbc"),
    ("sm4-cfb128", "sm4-cfb"),
    ("sm4-ofb128", "sm4-ofb"),
];

/// The longest counter-mode nonce that OpenSSL takes.
const LONGEST_NONCE: usize = 128;

impl Cipher {
    /// The cipher of a name; letter case does not matter.
    pub fn named(name: &[u8]) -> Option<Cipher> {
        let alias = ALIASES.iter().find(|(alias, _)| alias.as_bytes().eq_ignore_ascii_case(name));
        let name = alias.map_or(name, |(_, name)| name.as_bytes());
        NAMES.iter().find(|(known, _)| known.as_bytes().eq_ignore_ascii_case(name)).map(|(_, cipher)| *cipher)
    }
    /// Names of ciphers that there are under other names.
    pub fn aliases() -> impl Iterator<Item = &'static str> {
        ALIASES.iter().map(|(alias, _)| *alias)
    }
    /// How it is used.
    pub fn mode(self) -> Mode {
        self.mode
    }
    /// Bytes of the key.
    pub fn key_length(self) -> usize {
        let length = self.family.map_or(32, Family::key_length);
        if self.mode == Mode::Xts { 2 * length } else { length }
    }
    /// Bytes of the initialisation vector: of the usual one where others are possible.
    pub fn iv_length(self) -> usize {
        match self.mode {
            Mode::Ecb => 0,
            Mode::Wrap => 8,
            Mode::WrapPad => 4,
            Mode::Gcm | Mode::Ccm | Mode::Ocb | Mode::ChaCha20Poly1305 => 12,
            _ => self.family.map_or(16, Family::block_size),
        }
    }
    /// Whether a nonce may have this length.
    pub fn takes_iv_length(self, length: usize) -> bool {
        match self.mode {
            Mode::Gcm => (1..=LONGEST_NONCE).contains(&length),
            Mode::Ccm => (7..=13).contains(&length),
            Mode::Ocb => (1..=15).contains(&length),
            Mode::ChaCha20Poly1305 => (1..=12).contains(&length),
            _ => length == self.iv_length(),
        }
    }
    /// Whether a tag may have this length.
    pub fn takes_tag_length(self, length: usize) -> bool {
        match self.mode {
            Mode::Gcm | Mode::ChaCha20Poly1305 | Mode::Ocb => (1..=16).contains(&length),
            Mode::Ccm => (4..=16).contains(&length) && length.is_multiple_of(2),
            _ => false,
        }
    }
    /// Encrypts; the tag, of the length asked for, if the mode has one.
    pub fn encrypt(
        self,
        key: &[u8],
        text: &[u8],
        parameters: Parameters<'_>,
        tag_length: usize,
    ) -> Result<(Vec<u8>, Vec<u8>), Failure> {
        if let Some(wrapped) = self.wrapping(key, text, parameters.iv, true) {
            return wrapped.map(|wrapped| (wrapped, Vec::new()));
        }
        let mut data = text.to_vec();
        if self.mode.is_authenticated() {
            if let Some(tag) = self.encrypt_in_place(key, &mut data, parameters, tag_length) {
                return Ok((data, tag));
            }
            let tag = self.with_tag(key, &mut data, parameters, tag_length, true)?;
            return Ok((data, tag));
        }
        let missing = self.filling(data.len(), parameters.padding);
        data.resize(data.len() + missing, missing as u8);
        self.run(key, &mut data, parameters.iv, true)?;
        Ok((data, Vec::new()))
    }
    /// Decrypts; a wrong tag is a failure.
    pub fn decrypt(self, key: &[u8], text: &[u8], parameters: Parameters<'_>, tag: &[u8]) -> Result<Vec<u8>, Failure> {
        if let Some(unwrapped) = self.wrapping(key, text, parameters.iv, false) {
            return unwrapped;
        }
        let mut data = text.to_vec();
        if self.mode.is_authenticated() {
            if let Some(is_right) = self.decrypt_in_place(key, &mut data, parameters, tag) {
                return if is_right { Ok(data) } else { Err(Failure::Tag) };
            }
            let expected = self.with_tag(key, &mut data, parameters, tag.len(), false)?;
            return if equal(&expected, tag) { Ok(data) } else { Err(Failure::Tag) };
        }
        self.run(key, &mut data, parameters.iv, false)?;
        if parameters.padding
            && self.mode.pads()
            && let Some(family) = self.family
        {
            data.truncate(unpadded(&data, family.block_size())?);
        }
        Ok(data)
    }
    /// How many bytes of that value fill the last block of a text.
    pub fn filling(self, length: usize, padding: bool) -> usize {
        match self.family {
            Some(family) if padding && self.mode.pads() => family.block_size() - length % family.block_size(),
            _ => 0,
        }
    }
    /// Whether a text of some length may be encrypted and decrypted where it is.
    pub fn works_in_place(self, length: usize) -> bool {
        length >= LONG && (self.mode.is_authenticated() || matches!(self.mode, Mode::Cbc | Mode::Ctr | Mode::Cfb))
    }
    /// Encrypts a long text where it is, with what fills its last block; the tag, if the mode has one. `None` where nothing has
    /// changed: [`Self::encrypt`] knows more ways.
    pub fn encrypt_in_place(self, key: &[u8], data: &mut [u8], parameters: Parameters<'_>, tag_length: usize) -> Option<Vec<u8>> {
        if !self.mode.is_authenticated() {
            return self.plain_in_place(key, data, parameters.iv, true).then(Vec::new);
        }
        if !self.takes_tag_length(tag_length) {
            return None;
        }
        let mut tag = Ready::new(self.family, self.mode, key, parameters.iv, data.len())?.encrypt(data, parameters)?;
        tag.truncate(tag_length);
        Some(tag)
    }
    /// Decrypts a long text where it is, for modes with tags; whether the tag is right. `None` where nothing has changed.
    pub fn decrypt_in_place(self, key: &[u8], data: &mut [u8], parameters: Parameters<'_>, tag: &[u8]) -> Option<bool> {
        let ready = Ready::new(self.family, self.mode, key, parameters.iv, data.len()).filter(|_| tag.len() == 16)?;
        Some(ready.decrypt(data, parameters, tag))
    }
    /// Encrypts or decrypts a long text where it is, for modes without tags. False where nothing has changed.
    fn plain_in_place(self, key: &[u8], data: &mut [u8], iv: &[u8], encrypt: bool) -> bool {
        let (Some(family), Ok(iv)) = (self.family, <[u8; 16]>::try_from(iv)) else { return false };
        if self.mode.pads() && !data.len().is_multiple_of(family.block_size()) {
            return false;
        }
        Plain::new(family, self.mode, key, data.len(), encrypt).is_some_and(|ready| ready.run(self.mode, data, iv))
    }
    /// Decrypts a long text where it is, for modes without tags; how much of it is text. `None` where nothing has changed.
    pub fn decrypt_plain(self, key: &[u8], data: &mut [u8], parameters: Parameters<'_>) -> Option<Result<usize, Failure>> {
        if self.mode.is_authenticated() || !self.plain_in_place(key, data, parameters.iv, false) {
            return None;
        }
        Some(match self.family {
            Some(family) if parameters.padding && self.mode.pads() => unpadded(data, family.block_size()),
            _ => Ok(data.len()),
        })
    }
    /// Wraps a key, or unwraps it; `None` for other modes.
    fn wrapping(self, key: &[u8], text: &[u8], iv: &[u8], encrypt: bool) -> Option<Result<Vec<u8>, Failure>> {
        let work = match (self.mode, encrypt) {
            (Mode::Wrap, true) => wrap::wrap,
            (Mode::Wrap, false) => wrap::unwrap,
            (Mode::WrapPad, true) => wrap::wrap_padded,
            (Mode::WrapPad, false) => wrap::unwrap_padded,
            _ => return None,
        };
        let block = self.family.and_then(|family| family.with_key(key)).filter(|_| iv.len() == self.iv_length());
        Some(block.ok_or(Failure::Setting).and_then(|block| work(&*block, text, iv)))
    }
    fn run(self, key: &[u8], data: &mut [u8], iv: &[u8], encrypt: bool) -> Result<(), Failure> {
        let Some(family) = self.family else { return stream::chacha20(key, data, iv) };
        if self.mode == Mode::Xts {
            let (first, second) = key.split_at(key.len() / 2);
            let (Some(text), Some(tweak)) = (family.with_key(first), family.with_key(second)) else {
                return Err(Failure::Setting);
            };
            return modes::xts(&*text, &*tweak, data, iv, encrypt);
        }
        let block = family.with_key(key).ok_or(Failure::Setting)?;
        if iv.len() != self.iv_length() {
            return Err(Failure::Setting);
        }
        if self.mode.pads() && !data.len().is_multiple_of(block.size()) {
            return Err(Failure::Length);
        }
        if self.plain_in_place(key, data, iv, encrypt) {
            return Ok(());
        }
        match self.mode {
            Mode::Ecb if encrypt => modes::in_pieces(data, block.size(), |piece| block.encrypt(piece)),
            Mode::Ecb => modes::in_pieces(data, block.size(), |piece| block.decrypt(piece)),
            Mode::Cbc => modes::cbc(&*block, data, iv, encrypt),
            Mode::Cfb => modes::cfb(&*block, data, iv, encrypt),
            Mode::Cfb8 => modes::cfb8(&*block, data, iv, encrypt),
            Mode::Cfb1 => modes::cfb1(&*block, data, iv, encrypt),
            Mode::Ofb => modes::ofb(&*block, data, iv),
            _ => modes::ctr(&*block, data, iv, block.size()),
        }
        Ok(())
    }
    fn with_tag(
        self,
        key: &[u8],
        data: &mut [u8],
        parameters: Parameters<'_>,
        tag_length: usize,
        encrypt: bool,
    ) -> Result<Vec<u8>, Failure> {
        if !self.takes_iv_length(parameters.iv.len()) || !self.takes_tag_length(tag_length) {
            return Err(Failure::Setting);
        }
        let Some(family) = self.family else {
            return stream::chacha20_poly1305(key, data, parameters, tag_length, encrypt);
        };
        let block = family.with_key(key).ok_or(Failure::Setting)?;
        Ok(match self.mode {
            Mode::Gcm => authenticated::gcm(&*block, data, parameters, tag_length, encrypt),
            Mode::Ccm => authenticated::ccm(&*block, data, parameters, tag_length, encrypt),
            _ => authenticated::ocb(&*block, data, parameters, tag_length, encrypt),
        })
    }
}

/// The length without the filling of the last block.
fn unpadded(data: &[u8], size: usize) -> Result<usize, Failure> {
    let Some(&filling) = data.last() else { return Err(Failure::Length) };
    let filling = usize::from(filling);
    let rest = data.len().wrapping_sub(filling);
    if filling == 0 || filling > size || rest > data.len() || data[rest..].iter().any(|&b| usize::from(b) != filling) {
        return Err(Failure::Padding);
    }
    Ok(rest)
}

/// Whether two texts are equal, in a time that tells nothing of where they differ.
fn equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && std::hint::black_box(one.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b))) == 0
}
