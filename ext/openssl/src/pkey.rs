//! Keys: `openssl_pkey_*`, and the agreement on a secret.

use crate::{
    args,
    config::{self, Settings},
    errors::{self, text},
    objects,
};
use phant_memory::{Array, Object, PhpStr, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_pki::{
    der::trimmed,
    ec::{self, Curve, Ec, Numbers},
    finite::{Finite, Group},
    key::Key,
    okp::{Kind, Okp},
    pem,
    rsa::{Rsa, Secret},
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    openssl_pkey_export_to_file,
    openssl_pkey_export,
    openssl_pkey_new,
    openssl_pkey_get_public,
    openssl_pkey_free,
    openssl_pkey_get_private,
    openssl_pkey_get_details,
    openssl_pkey_derive,
    openssl_dh_compute_key,
    openssl_get_curve_names,
];

/// PHP's numbers of the kinds of keys.
pub mod kind {
    pub const RSA: i64 = 0;
    pub const DSA: i64 = 1;
    pub const DH: i64 = 2;
    pub const EC: i64 = 3;
    pub const X25519: i64 = 4;
    pub const ED25519: i64 = 5;
    pub const X448: i64 = 6;
    pub const ED448: i64 = 7;
}

const OKP: [(Kind, i64, &str); 4] = [
    (Kind::X25519, kind::X25519, "x25519"),
    (Kind::Ed25519, kind::ED25519, "ed25519"),
    (Kind::X448, kind::X448, "x448"),
    (Kind::Ed448, kind::ED448, "ed448"),
];

/// The most bits of a modulus.
const MOST_BITS: i64 = 16_384;
const FEWEST_BITS: i64 = 384;

/// Makes a key by settings; `None` has been told.
pub fn generate(ctx: &Ctx, settings: &Settings) -> PhpResult<Option<Key>> {
    if matches!(settings.kind, kind::RSA | kind::DSA | kind::DH) {
        let bits = settings.bits;
        if bits < FEWEST_BITS {
            ctx.warning(format!("Private key length must be at least {FEWEST_BITS} bits, configured to {bits}"));
            return ctx.check().map(|()| None);
        }
        if !(512..=MOST_BITS).contains(&bits) {
            errors::note(ctx, text::SMALL_KEY);
            return Ok(None);
        }
    }
    let bits = usize::try_from(settings.bits).unwrap_or(0);
    if let Some((okp, ..)) = OKP.iter().find(|(_, number, _)| *number == settings.kind) {
        return Ok(Some(Key::Okp(Okp::generate(*okp))));
    }
    let made = match settings.kind {
        kind::RSA => Some(Key::Rsa(Rsa::generate(bits))),
        kind::DSA => Finite::generate(Group::generate_dsa(bits)).map(Key::Dsa),
        kind::DH => Finite::generate(Group::generate_dh(bits)).map(Key::Dh),
        kind::EC => {
            let Some(name) = &settings.curve else {
                ctx.warning("Missing configuration value: \"curve_name\" not set");
                return ctx.check().map(|()| None);
            };
            let name = String::from_utf8_lossy(name).into_owned();
            match Curve::named(&name) {
                Some(curve) => Some(Key::Ec(Ec::generate(curve, true))),
                None => {
                    ctx.warning(format!("Unknown elliptic curve (short) name {name}"));
                    ctx.check()?;
                    None
                }
            }
        }
        _ => {
            ctx.warning("Unsupported private key type");
            ctx.check()?;
            None
        }
    };
    ctx.poll()?;
    Ok(made)
}

/// A number or bytes of an array.
fn field(array: &Array, name: &str) -> Option<Vec<u8>> {
    config::string(Some(array), name)
}

fn rsa_of(array: &Array) -> Option<Key> {
    let (n, e, d) = (field(array, "n")?, field(array, "e")?, field(array, "d")?);
    let part = |name: &str| field(array, name).unwrap_or_default();
    let secret = Secret { d, p: part("p"), q: part("q"), dp: part("dmp1"), dq: part("dmq1"), qi: part("iqmp") };
    Some(Key::Rsa(Rsa { n, e, secret: Some(secret), prepared: Default::default() }))
}

fn finite_of(array: &Array, dsa: bool) -> Option<Key> {
    let group = Group { p: field(array, "p")?, q: if dsa { field(array, "q")? } else { Vec::new() }, g: field(array, "g")? };
    let key = match (field(array, "priv_key"), field(array, "pub_key")) {
        (Some(secret), None) => Finite::from_secret(group, &secret)?,
        (secret, Some(public)) => Finite { group, public: trimmed(&public).to_vec(), secret },
        (None, None) => Finite::generate(group)?,
    };
    Some(if dsa { Key::Dsa(key) } else { Key::Dh(key) })
}

fn ec_of(ctx: &Ctx, array: &Array) -> PhpResult<Option<Key>> {
    let (curve, by_name) = if let Some(name) = field(array, "curve_name") {
        let name = String::from_utf8_lossy(&name).into_owned();
        match Curve::named(&name) {
            Some(curve) => (curve, true),
            None => {
                ctx.warning(format!("Unknown elliptic curve (short) name {name}"));
                return ctx.check().map(|()| None);
            }
        }
    } else {
        let part = |name: &str| field(array, name);
        for (name, wanted) in [("p", "p"), ("a", "a"), ("b", "b"), ("order", "order")] {
            if part(name).is_none() {
                ctx.warning(format!("Missing params: {wanted}"));
                return ctx.check().map(|()| None);
            }
        }
        let [p, a, b, order, cofactor, seed] =
            ["p", "a", "b", "order", "cofactor", "seed"].map(|name| part(name).unwrap_or_default());
        let (mut gx, mut gy) = (part("g_x"), part("g_y"));
        if let Some(generator) = part("generator") {
            let rest = generator.get(1..).unwrap_or_default();
            (gx, gy) = (Some(rest[..rest.len() / 2].to_vec()), Some(rest[rest.len() / 2..].to_vec()));
        }
        let (Some(gx), Some(gy)) = (gx, gy) else {
            ctx.warning("Missing params: generator or g_x and g_y");
            return ctx.check().map(|()| None);
        };
        let numbers = Numbers { p: &p, a: &a, b: &b, gx: &gx, gy: &gy, order: &order, cofactor: &cofactor, seed: &seed };
        match Curve::from_numbers(numbers) {
            Some(curve) => (curve, false),
            None => return Ok(None),
        }
    };
    if let Some(secret) = field(array, "d") {
        return Ok(Ec::from_halves(curve, by_name, &secret, None).map(Key::Ec));
    }
    if let (Some(x), Some(y)) = (field(array, "x"), field(array, "y")) {
        return Ok(curve.point(&x, &y).map(|public| Key::Ec(Ec { curve, by_name, public, secret: None })));
    }
    Ok(Some(Key::Ec(Ec::generate(curve, by_name))))
}

/// A new key: of the numbers given, or a random one.
#[php("function openssl_pkey_new(?array $options = null): OpenSSLAsymmetricKey|false")]
fn openssl_pkey_new(ctx: &Ctx, options: Option<&Array>) -> PhpResult<OrFalse<Object>> {
    let part = |name: &str| config::array(options.and_then(|o| o.get_bytes(name.as_bytes())));
    let given = if let Some(array) = part("rsa") {
        Some(rsa_of(&array))
    } else if let Some(array) = part("dsa") {
        Some(finite_of(&array, true))
    } else if let Some(array) = part("dh") {
        Some(finite_of(&array, false))
    } else if let Some(array) = part("ec") {
        Some(ec_of(ctx, &array)?)
    } else if let Some((kind, array)) = OKP.iter().find_map(|(kind, _, name)| Some((*kind, part(name)?))) {
        let key = match (field(&array, "priv_key"), field(&array, "pub_key")) {
            (Some(secret), _) => Okp::from_secret(kind, &secret),
            (None, Some(public)) => Okp::from_public(kind, &public),
            (None, None) => Some(Okp::generate(kind)),
        };
        Some(key.map(Key::Okp))
    } else {
        None
    };
    let key = match given {
        Some(key) => key,
        None => match Settings::read(ctx, options)? {
            Some(settings) => generate(ctx, &settings)?,
            None => None,
        },
    };
    Ok(match key {
        Some(key) => OrFalse::Some(objects::make(ctx, key)?),
        None => OrFalse::False,
    })
}

/// A key as PEM, under a password if there is one.
fn exported(ctx: &Ctx, key: &Value, password: Option<&[u8]>, options: Option<&Array>) -> PhpResult<Option<Vec<u8>>> {
    let Some(key) = args::key(ctx, key, false, password, 1)? else {
        ctx.warning("Cannot get key from parameter 1");
        return ctx.check().map(|()| None);
    };
    let Some(settings) = Settings::read(ctx, options)? else { return Ok(None) };
    Ok(match password.filter(|_| settings.encrypt) {
        Some(password) => key.to_encrypted_der(password, settings.cipher).map(|der| pem::write("ENCRYPTED PRIVATE KEY", &der)),
        None => key.to_der().map(|der| pem::write("PRIVATE KEY", &der)),
    })
}

/// Writes a private key into a file.
#[php(
    "function openssl_pkey_export_to_file(#[\\SensitiveParameter] $key, string $output_filename, #[\\SensitiveParameter] ?string $passphrase = null, ?array $options = null): bool"
)]
fn openssl_pkey_export_to_file(
    ctx: &Ctx,
    key: &Value,
    output_filename: &PhpStr,
    passphrase: Option<&PhpStr>,
    options: Option<&Array>,
) -> PhpResult<bool> {
    let path = output_filename.to_handle();
    let passphrase = passphrase.map(PhpStr::to_handle);
    // The key is looked at before the path.
    let Some(text) = exported(ctx, key, passphrase.as_deref().map(|p| p.as_bytes()), options)? else { return Ok(false) };
    if !args::check_path(ctx, &path, 2)? {
        return Ok(false);
    }
    Ok(args::write_file(ctx, &path, &text))
}

/// A private key as text.
#[php(
    "function openssl_pkey_export(#[\\SensitiveParameter] $key, &$output, #[\\SensitiveParameter] ?string $passphrase = null, ?array $options = null): bool"
)]
fn openssl_pkey_export(
    ctx: &Ctx,
    key: &Value,
    mut output: RefArg<'_>,
    passphrase: Option<&PhpStr>,
    options: Option<&Array>,
) -> PhpResult<bool> {
    let passphrase = passphrase.map(PhpStr::to_handle);
    let Some(text) = exported(ctx, key, passphrase.as_deref().map(|p| p.as_bytes()), options)? else { return Ok(false) };
    output.set(Value::str(&text));
    Ok(true)
}

fn object(ctx: &Ctx, value: &Value, public: bool, password: Option<&[u8]>) -> PhpResult<OrFalse<Object>> {
    let Some(key) = args::key(ctx, value, public, password, 1)? else { return Ok(OrFalse::False) };
    if let Some(same) = value.as_object().filter(|object| objects::get::<Key>(object).is_some()) {
        return Ok(OrFalse::Some(same.into_owned()));
    }
    objects::make(ctx, (*key).clone()).map(OrFalse::Some)
}

/// The public key of a certificate or a text.
#[php("function openssl_pkey_get_public($public_key): OpenSSLAsymmetricKey|false", alias = "openssl_get_publickey")]
fn openssl_pkey_get_public(ctx: &Ctx, public_key: &Value) -> PhpResult<OrFalse<Object>> {
    object(ctx, public_key, true, None)
}

/// The private key of a text.
#[php(
    "function openssl_pkey_get_private(#[\\SensitiveParameter] $private_key, #[\\SensitiveParameter] ?string $passphrase = null): OpenSSLAsymmetricKey|false",
    alias = "openssl_get_privatekey"
)]
fn openssl_pkey_get_private(ctx: &Ctx, private_key: &Value, passphrase: Option<&PhpStr>) -> PhpResult<OrFalse<Object>> {
    let passphrase = passphrase.map(PhpStr::to_handle);
    object(ctx, private_key, false, Some(passphrase.as_deref().map_or(b"", |p| p.as_bytes())))
}

/// Did something once.
#[php(
    "function openssl_pkey_free(OpenSSLAsymmetricKey $key): void",
    alias = "openssl_free_key",
    deprecated = " since 8.0, as OpenSSLAsymmetricKey objects are freed automatically"
)]
fn openssl_pkey_free(_key: &Object) {}

/// What a key consists of.
#[php("function openssl_pkey_get_details(OpenSSLAsymmetricKey $key): array|false")]
fn openssl_pkey_get_details(key: &Object) -> OrFalse<Array> {
    let Some(key) = objects::get::<Key>(key) else { return OrFalse::False };
    let mut out = Array::new();
    out.set_name("bits", (key.bits() as i64).into());
    out.set_name("key", Value::str(pem::write("PUBLIC KEY", &key.to_public_der())));
    let mut parts = Array::new();
    let mut set = |name: &str, bytes: Option<&[u8]>| {
        if let Some(bytes) = bytes.filter(|b| !b.is_empty()) {
            parts.set_text(name, Value::str(bytes));
        }
    };
    let (name, number) = match &*key {
        Key::Rsa(rsa) => {
            set("n", Some(trimmed(&rsa.n)));
            set("e", Some(trimmed(&rsa.e)));
            if let Some(s) = &rsa.secret {
                for (name, part) in [("d", &s.d), ("p", &s.p), ("q", &s.q), ("dmp1", &s.dp), ("dmq1", &s.dq), ("iqmp", &s.qi)] {
                    set(name, Some(trimmed(part)));
                }
            }
            ("rsa", kind::RSA)
        }
        Key::Dsa(key) | Key::Dh(key) => {
            set("p", Some(trimmed(&key.group.p)));
            set("q", Some(trimmed(&key.group.q)));
            set("g", Some(trimmed(&key.group.g)));
            set("priv_key", key.secret.as_deref().map(trimmed));
            set("pub_key", Some(trimmed(&key.public)));
            if key.group.q.is_empty() { ("dh", kind::DH) } else { ("dsa", kind::DSA) }
        }
        Key::Ec(ec) => {
            if ec.by_name {
                set("curve_name", Some(ec.curve.name.as_bytes()));
                set("curve_oid", Some(ec.curve.oid.as_bytes()));
            }
            if let Some((x, y)) = ec.curve.affine(&ec.public) {
                set("x", Some(trimmed(&x)));
                set("y", Some(trimmed(&y)));
            }
            set("d", ec.secret.as_deref().map(trimmed));
            ("ec", kind::EC)
        }
        Key::Okp(okp) => {
            set("priv_key", okp.secret.as_deref());
            set("pub_key", Some(&okp.public));
            OKP.iter().find(|(kind, ..)| *kind == okp.kind).map_or(("", -1), |(_, number, name)| (*name, *number))
        }
    };
    out.set_name(name, parts.into());
    out.set_name("type", number.into());
    OrFalse::Some(out)
}

/// The secret that two keys have together; `room`: for how many bytes there is.
fn derive(secret: &Key, public: &Key, room: usize) -> Option<Vec<u8>> {
    match (secret, public) {
        (Key::Dh(own), Key::Dh(other)) => {
            let length = trimmed(&own.group.p).len();
            let shared = own.agree(&other.public)?;
            (room == 0 || room >= length).then(|| trimmed(&shared).to_vec())
        }
        (Key::Ec(own), Key::Ec(other)) => {
            let mut shared = own.agree(other)?;
            if room > 0 {
                shared.truncate(room);
            }
            Some(shared)
        }
        (Key::Okp(own), Key::Okp(other)) => own.agree(other).filter(|shared| room == 0 || room >= shared.len()),
        _ => None,
    }
}

/// The secret that a private key has together with a public one.
#[php("function openssl_pkey_derive($public_key, #[\\SensitiveParameter] $private_key, int $key_length = 0): string|false")]
fn openssl_pkey_derive(ctx: &Ctx, public_key: &Value, private_key: &Value, key_length: i64) -> PhpResult<OrFalse<Vec<u8>>> {
    let Ok(room) = usize::try_from(key_length) else {
        return Err(ctx.argument_error(3, "must be greater than or equal to 0"));
    };
    let Some(secret) = args::key(ctx, private_key, false, None, 2)? else { return Ok(OrFalse::False) };
    let Some(public) = args::key(ctx, public_key, true, None, 1)? else { return Ok(OrFalse::False) };
    Ok(derive(&secret, &public, room).into())
}

/// The secret that a private key has together with the number of another one.
#[php(
    "function openssl_dh_compute_key(string $public_key, #[\\SensitiveParameter] OpenSSLAsymmetricKey $private_key): string|false"
)]
fn openssl_dh_compute_key(public_key: &PhpStr, private_key: &Object) -> OrFalse<Vec<u8>> {
    let Some(key) = objects::get::<Key>(private_key) else { return OrFalse::False };
    match &*key {
        Key::Dh(own) => own.agree(public_key.as_bytes()).map(|shared| trimmed(&shared).to_vec()).into(),
        _ => OrFalse::False,
    }
}

/// The names of the elliptic curves.
#[php("function openssl_get_curve_names(): array|false")]
fn openssl_get_curve_names() -> OrFalse<Array> {
    OrFalse::Some(ec::names().map(Value::from).collect())
}
