//! What keys do: signing, encrypting, sealing.

use crate::{
    args, digest,
    errors::{self, text},
};
use phant_cipher::{Cipher, Parameters};
use phant_memory::{Array, PhpStr, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_pki::{
    key::Key,
    num,
    rsa::{Failure, Padding, Rsa},
};
use std::rc::Rc;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    openssl_private_encrypt,
    openssl_private_decrypt,
    openssl_public_encrypt,
    openssl_public_decrypt,
    openssl_sign,
    openssl_verify,
    openssl_seal,
    openssl_open,
];

fn padding_of(number: i64) -> Option<Padding> {
    match number {
        1 => Some(Padding::Pkcs1),
        3 => Some(Padding::None),
        4 => Some(Padding::Oaep),
        _ => None,
    }
}

/// Tells why RSA has no result; `signing`: the private key encrypts, or the public one decrypts.
fn note(ctx: &Ctx, failure: Failure, signing: bool) {
    let texts: &[&str] = match failure {
        Failure::TooLong => &[text::LARGE_FOR_KEY],
        Failure::TooShort => &[text::SMALL_FOR_KEY],
        Failure::TooLarge => &[text::LARGE_FOR_MODULUS],
        Failure::Length => &[text::LARGE_FOR_KEY_LENGTH],
        Failure::Padding if signing => &[text::INVALID_PADDING, text::PADDING_CHECK],
        Failure::Padding => &[text::OAEP],
        Failure::Key => &[text::KEY_TYPE],
    };
    texts.iter().for_each(|said| errors::note(ctx, said));
    if signing {
        errors::note(ctx, text::RSA_LIB);
        errors::note(ctx, text::SIGNATURE_FAILURE);
    }
}

/// One of the four operations: with a key's public half or not, to encrypt or not.
fn crypt(ctx: &Ctx, data: &[u8], mut out: RefArg<'_>, key: &Value, padding: i64, public: bool, encrypt: bool) -> PhpResult<bool> {
    let Some(key) = args::key(ctx, key, public, None, 3)? else {
        ctx.warning(match (public, encrypt) {
            (true, _) => "key parameter is not a valid public key",
            (false, true) => "key param is not a valid private key",
            (false, false) => "key parameter is not a valid private key",
        });
        return ctx.check().map(|()| false);
    };
    let Key::Rsa(rsa) = &*key else {
        errors::note(ctx, text::KEY_TYPE);
        return Ok(false);
    };
    let signing = public != encrypt;
    let Some(padding) = padding_of(padding).filter(|padding| !signing || *padding != Padding::Oaep) else {
        errors::note(ctx, text::PADDING);
        return Ok(false);
    };
    let operation = match (public, encrypt) {
        (true, true) => Rsa::public_encrypt,
        (true, false) => Rsa::public_decrypt,
        (false, true) => Rsa::secret_encrypt,
        (false, false) => Rsa::secret_decrypt,
    };
    match operation(rsa, data, padding) {
        Ok(made) => {
            out.set(Value::str(&made));
            Ok(true)
        }
        Err(failure) => {
            note(ctx, failure, signing);
            Ok(false)
        }
    }
}

/// Encrypts with a private key.
#[php(
    "function openssl_private_encrypt(#[\\SensitiveParameter] string $data, &$encrypted_data, #[\\SensitiveParameter] $private_key, int $padding = OPENSSL_PKCS1_PADDING): bool"
)]
fn openssl_private_encrypt(
    ctx: &Ctx,
    data: &PhpStr,
    encrypted_data: RefArg<'_>,
    private_key: &Value,
    padding: i64,
) -> PhpResult<bool> {
    crypt(ctx, &data.to_handle(), encrypted_data, private_key, padding, false, true)
}

/// Decrypts with a private key.
#[php(
    "function openssl_private_decrypt(string $data, #[\\SensitiveParameter] &$decrypted_data, #[\\SensitiveParameter] $private_key, int $padding = OPENSSL_PKCS1_PADDING): bool"
)]
fn openssl_private_decrypt(
    ctx: &Ctx,
    data: &PhpStr,
    decrypted_data: RefArg<'_>,
    private_key: &Value,
    padding: i64,
) -> PhpResult<bool> {
    crypt(ctx, &data.to_handle(), decrypted_data, private_key, padding, false, false)
}

/// Encrypts with a public key.
#[php(
    "function openssl_public_encrypt(#[\\SensitiveParameter] string $data, &$encrypted_data, $public_key, int $padding = OPENSSL_PKCS1_PADDING): bool"
)]
fn openssl_public_encrypt(
    ctx: &Ctx,
    data: &PhpStr,
    encrypted_data: RefArg<'_>,
    public_key: &Value,
    padding: i64,
) -> PhpResult<bool> {
    crypt(ctx, &data.to_handle(), encrypted_data, public_key, padding, true, true)
}

/// Decrypts with a public key.
#[php(
    "function openssl_public_decrypt(string $data, #[\\SensitiveParameter] &$decrypted_data, $public_key, int $padding = OPENSSL_PKCS1_PADDING): bool"
)]
fn openssl_public_decrypt(
    ctx: &Ctx,
    data: &PhpStr,
    decrypted_data: RefArg<'_>,
    public_key: &Value,
    padding: i64,
) -> PhpResult<bool> {
    crypt(ctx, &data.to_handle(), decrypted_data, public_key, padding, true, false)
}

/// The hash that an argument means; the inner `None` is the key's own. A wrong one has been told.
fn hash_of(ctx: &Ctx, algorithm: &Value) -> PhpResult<Option<Option<&'static str>>> {
    let found = match algorithm.as_int() {
        Some(0) => return Ok(Some(None)),
        Some(number) => digest::numbered(number),
        None => algorithm.as_str().and_then(|name| digest::signing_name(&name)),
    };
    if found.is_none() {
        ctx.warning("Unknown digest algorithm");
        ctx.check()?;
    }
    Ok(found.map(Some))
}

/// Whether a key signs with a hash; why not has been told.
fn may_sign(ctx: &Ctx, key: &Key, hash: Option<&str>) -> bool {
    let fault = match key {
        Key::Okp(okp) if !okp.kind.signs() => text::KEY_TYPE,
        Key::Dh(_) => text::KEY_TYPE,
        Key::Okp(_) if hash.is_some() => text::INVALID_DIGEST,
        _ => return true,
    };
    errors::note(ctx, fault);
    false
}

/// Signs data.
#[php(
    "function openssl_sign(string $data, &$signature, #[\\SensitiveParameter] $private_key, string|int $algorithm = OPENSSL_ALGO_SHA1): bool"
)]
fn openssl_sign(ctx: &Ctx, data: &PhpStr, mut signature: RefArg<'_>, private_key: &Value, algorithm: &Value) -> PhpResult<bool> {
    let data = data.to_handle();
    let Some(key) = args::key(ctx, private_key, false, None, 3)? else {
        ctx.warning("Supplied key param cannot be coerced into a private key");
        return ctx.check().map(|()| false);
    };
    let Some(hash) = hash_of(ctx, algorithm)? else { return Ok(false) };
    if !may_sign(ctx, &key, hash) {
        return Ok(false);
    }
    match key.sign(hash.unwrap_or("sha256"), &data) {
        Some(made) => {
            signature.set(Value::str(&made));
            Ok(true)
        }
        None => Ok(false),
    }
}

/// Checks a signature: 1 for a good one, 0 for another, -1 or `false` for an error.
#[php(
    "function openssl_verify(string $data, string $signature, $public_key, string|int $algorithm = OPENSSL_ALGO_SHA1): int|false"
)]
fn openssl_verify(
    ctx: &Ctx,
    data: &PhpStr,
    signature: &PhpStr,
    public_key: &Value,
    algorithm: &Value,
) -> PhpResult<OrFalse<i64>> {
    let (data, signature) = (data.to_handle(), signature.to_handle());
    let Some(hash) = hash_of(ctx, algorithm)? else { return Ok(OrFalse::False) };
    let Some(key) = args::key(ctx, public_key, true, None, 3)? else {
        ctx.warning("Supplied key param cannot be coerced into a public key");
        return ctx.check().map(|()| OrFalse::False);
    };
    if !may_sign(ctx, &key, hash) {
        return Ok(OrFalse::Some(-1));
    }
    let good = key.verify(hash.unwrap_or("sha256"), &data, &signature);
    if let (Key::Rsa(rsa), Some(false)) = (&*key, good) {
        errors::note(ctx, if signature.len() == rsa.length() { text::BAD_SIGNATURE } else { text::SIGNATURE_LENGTH });
        errors::note(ctx, text::RSA_LIB);
    }
    Ok(OrFalse::Some(good.map_or(-1, i64::from)))
}

fn cipher_of(ctx: &Ctx, name: &PhpStr) -> PhpResult<Option<Cipher>> {
    let found = Cipher::named(name.as_bytes()).filter(|cipher| !cipher.mode().is_authenticated());
    if found.is_none() {
        ctx.warning("Unknown cipher algorithm");
        ctx.check()?;
    }
    Ok(found)
}

/// Encrypts for the owners of keys.
#[php(
    "function openssl_seal(#[\\SensitiveParameter] string $data, #[\\SensitiveParameter] &$sealed_data, #[\\SensitiveParameter] &$encrypted_keys, array $public_key, string $cipher_algo, &$iv = null): int|false"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_seal(
    ctx: &Ctx,
    passed: usize,
    data: &PhpStr,
    mut sealed_data: RefArg<'_>,
    mut encrypted_keys: RefArg<'_>,
    public_key: &Array,
    cipher_algo: &PhpStr,
    mut iv: RefArg<'_>,
) -> PhpResult<OrFalse<usize>> {
    let data = data.to_handle();
    if public_key.is_empty() {
        return Err(ctx.argument_error(4, "must not be empty"));
    }
    let Some(cipher) = cipher_of(ctx, cipher_algo)? else { return Ok(OrFalse::False) };
    if cipher.iv_length() > 0 && passed < 6 {
        return Err(ctx.argument_error(6, "cannot be null for the chosen cipher algorithm"));
    }
    let mut keys: Vec<Rc<Key>> = Vec::new();
    for (i, value) in public_key.clone().values().enumerate() {
        let Some(key) = args::key(ctx, value, true, None, 4)? else {
            ctx.warning(format!("Not a public key ({}th member of pubkeys)", i + 1));
            return ctx.check().map(|()| OrFalse::False);
        };
        keys.push(key);
    }
    let (content_key, vector) = (num::random(cipher.key_length()), num::random(cipher.iv_length()));
    let mut list = Array::new();
    for key in keys {
        let Key::Rsa(rsa) = &*key else {
            errors::note(ctx, text::KEY_TYPE);
            return Ok(OrFalse::False);
        };
        match rsa.public_encrypt(&content_key, Padding::Pkcs1) {
            Ok(encrypted) => _ = list.push(Value::str(&encrypted)),
            Err(failure) => {
                note(ctx, failure, false);
                return Ok(OrFalse::False);
            }
        }
    }
    ctx.reserve(data.len())?;
    let parameters = Parameters { iv: &vector, padding: true, ..Parameters::default() };
    let Ok((sealed, _)) = cipher.encrypt(&content_key, &data, parameters, 0) else { return Ok(OrFalse::False) };
    ctx.poll()?;
    let length = sealed.len();
    if passed > 5 {
        iv.set(if vector.is_empty() { Value::NULL } else { Value::str(&vector) });
    }
    encrypted_keys.set(list);
    sealed_data.set(Value::str(&sealed));
    Ok(OrFalse::Some(length))
}

/// Opens what was sealed.
#[php(
    "function openssl_open(string $data, #[\\SensitiveParameter] &$output, string $encrypted_key, #[\\SensitiveParameter] $private_key, string $cipher_algo, ?string $iv = null): bool"
)]
#[allow(clippy::too_many_arguments)]
fn openssl_open(
    ctx: &Ctx,
    data: &PhpStr,
    mut output: RefArg<'_>,
    encrypted_key: &PhpStr,
    private_key: &Value,
    cipher_algo: &PhpStr,
    iv: Option<&PhpStr>,
) -> PhpResult<bool> {
    let (data, encrypted_key) = (data.to_handle(), encrypted_key.to_handle());
    let (iv, name) = (iv.map(PhpStr::to_handle), cipher_algo.to_handle());
    let Some(key) = args::key(ctx, private_key, false, None, 4)? else {
        ctx.warning("Unable to coerce parameter 4 into a private key");
        return ctx.check().map(|()| false);
    };
    let Some(cipher) = cipher_of(ctx, &name)? else { return Ok(false) };
    if cipher.iv_length() > 0 {
        let Some(iv) = &iv else {
            return Err(ctx.argument_error(6, "cannot be null for the chosen cipher algorithm"));
        };
        if iv.len() != cipher.iv_length() {
            ctx.warning("IV length is invalid");
            return ctx.check().map(|()| false);
        }
    }
    let Key::Rsa(rsa) = &*key else {
        errors::note(ctx, text::KEY_TYPE);
        return Ok(false);
    };
    let content_key = match rsa.secret_decrypt(&encrypted_key, Padding::Pkcs1) {
        Ok(content_key) => content_key,
        Err(failure) => {
            note(ctx, failure, false);
            return Ok(false);
        }
    };
    if content_key.len() != cipher.key_length() {
        errors::add(ctx, errors::Fault::KeyLength);
        return Ok(false);
    }
    ctx.reserve(data.len())?;
    let parameters = Parameters { iv: iv.as_deref().map_or(b"", |iv| iv.as_bytes()), padding: true, ..Parameters::default() };
    let opened = cipher.decrypt(&content_key, &data, parameters, &[]);
    ctx.poll()?;
    match opened {
        Ok(opened) => {
            output.set(Value::str(&opened));
            Ok(true)
        }
        Err(_) => {
            errors::add(ctx, errors::Fault::BadDecrypt);
            Ok(false)
        }
    }
}
