//! `openssl_encrypt` and `openssl_decrypt`.

use crate::errors::{self, Fault};
use phant_cipher::{Cipher, Failure, Mode, NAMES, Parameters};
use phant_digest::base64;
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    openssl_get_cipher_methods,
    openssl_encrypt,
    openssl_decrypt,
    openssl_cipher_iv_length,
    openssl_cipher_key_length,
];

/// The encrypted text is bytes, not base64.
pub const RAW_DATA: i64 = 1;
/// The last block is not filled.
pub const ZERO_PADDING: i64 = 2;
/// A short key is not filled with zeros.
pub const DONT_ZERO_PAD_KEY: i64 = 4;

/// Ciphers that OpenSSL knows by name but has only in its legacy provider: lengths of initialisation vector and key.
const LEGACY: &[(&str, usize, usize)] = &[
    ("bf-cbc", 8, 16),
    ("bf-cfb", 8, 16),
    ("bf-ecb", 0, 16),
    ("bf-ofb", 8, 16),
    ("cast5-cbc", 8, 16),
    ("cast5-cfb", 8, 16),
    ("cast5-ecb", 0, 16),
    ("cast5-ofb", 8, 16),
    ("des-cbc", 8, 8),
    ("des-cfb", 8, 8),
    ("des-cfb1", 8, 8),
    ("des-cfb8", 8, 8),
    ("des-ecb", 0, 8),
    ("des-ofb", 8, 8),
    ("desx-cbc", 8, 24),
    ("rc2-40-cbc", 8, 5),
    ("rc2-64-cbc", 8, 8),
    ("rc2-cbc", 8, 16),
    ("rc2-cfb", 8, 16),
    ("rc2-ecb", 0, 16),
    ("rc2-ofb", 8, 16),
    ("rc4", 0, 16),
    ("rc4-40", 0, 5),
    ("seed-cbc", 16, 16),
    ("seed-cfb", 16, 16),
    ("seed-ecb", 0, 16),
    ("seed-ofb", 16, 16),
];

fn legacy(name: &[u8]) -> Option<(usize, usize)> {
    let found = LEGACY.iter().find(|(known, ..)| known.as_bytes().eq_ignore_ascii_case(name));
    found.map(|(_, iv, key)| (*iv, *key))
}

/// Finds a cipher that can be used. What there is not has been reported.
fn usable(ctx: &Ctx, name: &PhpStr) -> PhpResult<Option<Cipher>> {
    let found = Cipher::named(name.as_bytes());
    if found.is_none() {
        if legacy(name.as_bytes()).is_some() {
            errors::add(ctx, Fault::Unsupported);
        } else {
            ctx.warning("Unknown cipher algorithm");
        }
        ctx.check()?;
    }
    Ok(found)
}

/// The names of ciphers.
#[php("function openssl_get_cipher_methods(bool $aliases = false): array")]
fn openssl_get_cipher_methods(aliases: bool) -> Array {
    let mut names: Vec<String> = NAMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    if aliases {
        names.extend(Cipher::aliases().map(str::to_ascii_lowercase));
    }
    names.sort();
    names.into_iter().map(Value::from).collect()
}

fn lengths(ctx: &Ctx, name: &PhpStr) -> PhpResult<Option<(usize, usize)>> {
    if name.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let known = Cipher::named(name.as_bytes()).map(|cipher| (cipher.iv_length(), cipher.key_length()));
    let known = known.or_else(|| legacy(name.as_bytes()));
    if known.is_none() {
        ctx.warning("Unknown cipher algorithm");
        ctx.check()?;
    }
    Ok(known)
}

/// Bytes of a cipher's initialisation vector.
#[php("function openssl_cipher_iv_length(string $cipher_algo): int|false")]
fn openssl_cipher_iv_length(ctx: &Ctx, cipher_algo: &PhpStr) -> PhpResult<OrFalse<usize>> {
    Ok(lengths(ctx, cipher_algo)?.map(|(iv, _)| iv).into())
}

/// Bytes of a cipher's key.
#[php("function openssl_cipher_key_length(string $cipher_algo): int|false")]
fn openssl_cipher_key_length(ctx: &Ctx, cipher_algo: &PhpStr) -> PhpResult<OrFalse<usize>> {
    Ok(lengths(ctx, cipher_algo)?.map(|(_, key)| key).into())
}

/// The initialisation vector as the cipher takes it; `None` if it cannot take it, which has been reported.
fn fitting_iv(ctx: &Ctx, cipher: Cipher, iv: &[u8]) -> Option<Vec<u8>> {
    if cipher.mode().is_authenticated() {
        let fits = if cipher.mode() == Mode::ChaCha20Poly1305 { iv.len() == 12 } else { cipher.takes_iv_length(iv.len()) };
        if !fits {
            if cipher.mode() != Mode::Ocb {
                errors::add(ctx, Fault::IvLength);
            }
            ctx.warning("Setting of IV length for AEAD mode failed");
            return None;
        }
        return Some(iv.to_vec());
    }
    let wanted = cipher.iv_length();
    let given = iv.len();
    if given > wanted {
        ctx.warning(format!(
            "IV passed is {given} bytes long which is longer than the {wanted} expected by selected cipher, truncating"
        ));
    } else if given > 0 && given < wanted {
        ctx.warning(format!(
            "IV passed is only {given} bytes long, cipher expects an IV of precisely {wanted} bytes, padding with \\0"
        ));
    }
    let mut fitting = iv[..given.min(wanted)].to_vec();
    fitting.resize(wanted, 0);
    Some(fitting)
}

/// The key as the cipher takes it.
fn fitting_key(ctx: &Ctx, cipher: Cipher, key: &[u8], options: i64) -> Option<Vec<u8>> {
    let wanted = cipher.key_length();
    let fault = if cipher.mode() == Mode::Ocb { Fault::OcbKeyLength } else { Fault::KeyLength };
    if key.len() < wanted && options & DONT_ZERO_PAD_KEY != 0 {
        errors::add(ctx, fault);
        ctx.warning("Key length cannot be set for the cipher algorithm");
        return None;
    }
    if key.len() > wanted {
        errors::add(ctx, fault);
    }
    let mut fitting = key[..key.len().min(wanted)].to_vec();
    fitting.resize(wanted, 0);
    if cipher.mode() == Mode::Xts && fitting[..wanted / 2] == fitting[wanted / 2..] {
        errors::add(ctx, Fault::DuplicatedKeys);
        return None;
    }
    Some(fitting)
}

fn note(ctx: &Ctx, failure: Failure, mode: Mode) {
    match failure {
        Failure::Length | Failure::Tag if matches!(mode, Mode::Wrap | Mode::WrapPad) => {
            errors::add(ctx, if failure == Failure::Length { Fault::InputLength } else { Fault::Operation });
            errors::add(ctx, Fault::Update);
        }
        Failure::Length if mode.pads() => errors::add(ctx, Fault::FinalBlock),
        Failure::Padding => errors::add(ctx, Fault::BadDecrypt),
        Failure::Tag if mode == Mode::Ccm => errors::add(ctx, Fault::Operation),
        _ => {}
    }
}

/// Encrypts.
#[php(
    "function openssl_encrypt(#[\\SensitiveParameter] string $data, string $cipher_algo, #[\\SensitiveParameter] string $passphrase, int $options = 0, string $iv = '', &$tag = null, string $aad = '', int $tag_length = 16): string|false"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_encrypt(
    ctx: &Ctx,
    passed: usize,
    data: &PhpStr,
    cipher_algo: &PhpStr,
    passphrase: &PhpStr,
    options: i64,
    iv: &PhpStr,
    mut tag: RefArg<'_>,
    aad: &PhpStr,
    tag_length: i64,
) -> PhpResult<OrFalse<Str>> {
    // A warning's handler may let go of the arguments.
    let (data, iv, aad) = (data.to_handle(), iv.to_handle(), aad.to_handle());
    let passphrase = passphrase.to_handle();
    let Some(cipher) = usable(ctx, cipher_algo)? else { return Ok(OrFalse::False) };
    let authenticated = cipher.mode().is_authenticated();
    if iv.is_empty() && cipher.iv_length() > 0 && !authenticated {
        ctx.warning("Using an empty Initialization Vector (iv) is potentially insecure and not recommended");
    }
    let prepared = prepare(ctx, cipher, &passphrase, &iv, options, |ctx| tag_length_fits(ctx, cipher, tag_length));
    ctx.check()?;
    let Some((key, iv)) = prepared else { return Ok(OrFalse::False) };
    let wants_tag = passed > 5;
    let can_tell = cipher.takes_tag_length(usize::try_from(tag_length).unwrap_or(0));
    if authenticated && (!wants_tag || !can_tell) {
        if wants_tag {
            errors::add(ctx, Fault::InvalidTag);
        }
        ctx.warning(if wants_tag {
            "Retrieving verification tag failed"
        } else {
            "A tag should be provided when using AEAD mode"
        });
        return ctx.check().map(|()| OrFalse::False);
    }
    ctx.reserve(data.len())?;
    let parameters = Parameters { iv: &iv, associated: aad.as_bytes(), padding: options & ZERO_PADDING == 0 };
    let tag_length = usize::try_from(tag_length).unwrap_or(0);
    if cipher.works_in_place(data.len()) && options & RAW_DATA != 0 {
        let filling = cipher.filling(data.len(), parameters.padding);
        let mut text = Str::made(data.len() + filling, |out| {
            out.extend(&data);
            (0..filling).for_each(|_| out.push(filling as u8));
        });
        if let Some(made) = cipher.encrypt_in_place(&key, text.make_mut(), parameters, tag_length) {
            ctx.poll()?;
            if wants_tag {
                tag.set(if authenticated { Value::str(&made) } else { Value::NULL });
            }
            return Ok(OrFalse::Some(text));
        }
    }
    let done = cipher.encrypt(&key, &data, parameters, tag_length);
    ctx.poll()?;
    match done {
        Ok((text, made)) => {
            if wants_tag {
                tag.set(if authenticated { Value::str(&made) } else { Value::NULL });
            }
            Ok(OrFalse::Some(if options & RAW_DATA != 0 { Str::new(&text) } else { Str::new(base64::encode(&text)) }))
        }
        Err(failure) => {
            note(ctx, failure, cipher.mode());
            Ok(OrFalse::False)
        }
    }
}

/// Key and initialisation vector as the cipher takes them; between the two, where OpenSSL is told of the tag, `tell` is asked.
fn prepare(
    ctx: &Ctx,
    cipher: Cipher,
    key: &[u8],
    iv: &[u8],
    options: i64,
    tell: impl FnOnce(&Ctx) -> bool,
) -> Option<(Vec<u8>, Vec<u8>)> {
    let iv = fitting_iv(ctx, cipher, iv)?;
    if !tell(ctx) {
        return None;
    }
    let key = fitting_key(ctx, cipher, key, options)?;
    Some((key, iv))
}

/// Whether the tag can have a length, for modes that must know it from the beginning.
fn tag_length_fits(ctx: &Ctx, cipher: Cipher, length: i64) -> bool {
    let fits = usize::try_from(length).is_ok_and(|length| cipher.takes_tag_length(length));
    match cipher.mode() {
        Mode::Ocb if length == 0 => ctx.warning("Setting of additional application data failed"),
        Mode::Ocb | Mode::Ccm if !fits => {
            errors::add(ctx, Fault::TagLength);
            ctx.warning("Setting tag length for AEAD cipher failed");
        }
        _ => return true,
    }
    false
}

/// Whether a tag that is to be checked can be one.
fn tag_fits(ctx: &Ctx, cipher: Cipher, tag: &[u8]) -> bool {
    let mode = cipher.mode();
    if !mode.is_authenticated() {
        if !tag.is_empty() {
            ctx.warning("The tag cannot be used because the cipher algorithm does not support AEAD");
        }
        return true;
    }
    if mode == Mode::Ocb {
        return tag_length_fits(ctx, cipher, tag.len() as i64);
    }
    if tag.is_empty() {
        if mode == Mode::Ccm {
            errors::add(ctx, Fault::Operation);
        }
        return false;
    }
    if !cipher.takes_tag_length(tag.len()) {
        if mode == Mode::Ccm {
            errors::add(ctx, Fault::TagLength);
        } else {
            errors::add(ctx, Fault::SmallBuffer);
            errors::add(ctx, Fault::Parameter);
        }
        ctx.warning("Setting tag for AEAD cipher decryption failed");
        return false;
    }
    true
}

/// Decrypts.
#[php(
    "function openssl_decrypt(string $data, string $cipher_algo, #[\\SensitiveParameter] string $passphrase, int $options = 0, string $iv = '', ?string $tag = null, string $aad = ''): string|false"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_decrypt(
    ctx: &Ctx,
    data: &PhpStr,
    cipher_algo: &PhpStr,
    passphrase: &PhpStr,
    options: i64,
    iv: &PhpStr,
    tag: Option<Str>,
    aad: &PhpStr,
) -> PhpResult<OrFalse<Str>> {
    let (data, iv, aad) = (data.to_handle(), iv.to_handle(), aad.to_handle());
    let passphrase = passphrase.to_handle();
    let tag = tag.unwrap_or_default();
    let Some(cipher) = usable(ctx, cipher_algo)? else { return Ok(OrFalse::False) };
    ctx.reserve(data.len())?;
    let decoded;
    let text: &[u8] = if options & RAW_DATA != 0 {
        &data
    } else {
        decoded = base64::decode(&data, false).unwrap_or_default();
        &decoded
    };
    let prepared = prepare(ctx, cipher, &passphrase, &iv, options, |ctx| tag_fits(ctx, cipher, &tag));
    ctx.check()?;
    let Some((key, iv)) = prepared else { return Ok(OrFalse::False) };
    let parameters = Parameters { iv: &iv, associated: aad.as_bytes(), padding: options & ZERO_PADDING == 0 };
    if cipher.works_in_place(text.len()) {
        let mut text = Str::new(text);
        if let Some(length) = cipher.decrypt_plain(&key, text.make_mut(), parameters) {
            ctx.poll()?;
            if let Err(failure) = length {
                note(ctx, failure, cipher.mode());
            }
            text.truncate(length.unwrap_or(0));
            return Ok(length.is_ok().then_some(text).into());
        }
        if let Some(is_right) = cipher.decrypt_in_place(&key, text.make_mut(), parameters, &tag) {
            ctx.poll()?;
            if !is_right {
                note(ctx, Failure::Tag, cipher.mode());
            }
            return Ok(is_right.then_some(text).into());
        }
    }
    let done = cipher.decrypt(&key, text, parameters, &tag);
    ctx.poll()?;
    if let Err(failure) = done {
        note(ctx, failure, cipher.mode());
    }
    Ok(done.ok().map(Str::new).into())
}
