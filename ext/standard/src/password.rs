//! Passwords: `password_hash` and its kin, `crypt`.

use phant_digest::{crypt as crypts, password as passwords, password::Method};
use phant_memory::{Array, PhpStr, Str, Value, View};
use phant_native::{Constant, ConstantValue, Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![crypt, password_hash, password_verify, password_needs_rehash, password_get_info, password_algos];

pub(crate) const CONSTANTS: &[Constant] = &[
    int("CRYPT_SALT_LENGTH", 123),
    int("CRYPT_STD_DES", 1),
    int("CRYPT_EXT_DES", 1),
    int("CRYPT_MD5", 1),
    int("CRYPT_BLOWFISH", 1),
    int("CRYPT_SHA256", 1),
    int("CRYPT_SHA512", 1),
    text("PASSWORD_DEFAULT", "2y"),
    text("PASSWORD_BCRYPT", "2y"),
    int("PASSWORD_BCRYPT_DEFAULT_COST", passwords::DEFAULT_COST),
    text("PASSWORD_ARGON2I", "argon2i"),
    text("PASSWORD_ARGON2ID", "argon2id"),
    text("PASSWORD_ARGON2_PROVIDER", "standard"),
    int("PASSWORD_ARGON2_DEFAULT_MEMORY_COST", 65536),
    int("PASSWORD_ARGON2_DEFAULT_TIME_COST", 4),
    int("PASSWORD_ARGON2_DEFAULT_THREADS", 1),
];

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}
const fn text(name: &'static str, value: &'static str) -> Constant {
    Constant { name, value: ConstantValue::Str(value) }
}

/// A one-way hash by the method that the salt tells.
#[php("function crypt(#[\\SensitiveParameter] string $string, string $salt): string")]
fn crypt(string: &PhpStr, salt: &PhpStr) -> Vec<u8> {
    crypts::crypt(string, salt)
}

/// The method of a `$algo` argument, with default parameters. `None` if there is no such method.
fn method_of(algo: &Value) -> Option<Method> {
    match algo.view() {
        View::Null => Some(Method::Bcrypt { cost: passwords::DEFAULT_COST }),
        View::Int(0 | 1) => Some(Method::Bcrypt { cost: passwords::DEFAULT_COST }),
        View::Int(2) => Some(Method::argon2(false)),
        View::Int(3) => Some(Method::argon2(true)),
        View::Str(s) => match s.as_bytes() {
            b"2y" => Some(Method::Bcrypt { cost: passwords::DEFAULT_COST }),
            b"argon2i" => Some(Method::argon2(false)),
            b"argon2id" => Some(Method::argon2(true)),
            _ => None,
        },
        _ => None,
    }
}

/// A method with the parameters that the options give.
fn with_options(method: Method, options: &Array) -> Method {
    let option = |name: &str, default: i64| options.get_bytes(name.as_bytes()).map_or(default, convert::to_int);
    match method {
        Method::Bcrypt { cost } => Method::Bcrypt { cost: option("cost", cost) },
        Method::Argon2 { id, memory, time, threads } => Method::Argon2 {
            id,
            memory: option("memory_cost", memory),
            time: option("time_cost", time),
            threads: option("threads", threads),
        },
    }
}

/// The hash of a password.
#[php("function password_hash(#[\\SensitiveParameter] string $password, string|int|null $algo, array $options = []): string")]
fn password_hash(ctx: &Ctx, password: &PhpStr, algo: &Value, options: &Array) -> PhpResult<Vec<u8>> {
    let Some(method) = method_of(algo) else {
        return Err(ctx.argument_error(2, "must be a valid password hashing algorithm"));
    };
    let method = with_options(method, options);
    if let Method::Bcrypt { .. } = method
        && password.contains(&0)
    {
        return Err(ctx.value_error("Bcrypt password must not contain null character"));
    }
    match method {
        Method::Bcrypt { cost } if !(4..=31).contains(&cost) => {
            return Err(ctx.value_error(format!("Invalid bcrypt cost parameter specified: {cost}")));
        }
        Method::Argon2 { memory, .. } if !(8..=4_294_967_295).contains(&memory) => {
            return Err(ctx.value_error("Memory cost is outside of allowed memory range"));
        }
        Method::Argon2 { time, .. } if !(1..=4_294_967_295).contains(&time) => {
            return Err(ctx.value_error("Time cost is outside of allowed time range"));
        }
        Method::Argon2 { threads, .. } if !(1..=0xff_ffff).contains(&threads) => {
            return Err(ctx.value_error("Invalid number of threads"));
        }
        _ => {}
    }
    if options.get_bytes(b"salt").is_some() {
        ctx.warning("The \"salt\" option has been ignored, since providing a custom salt is no longer supported");
        ctx.check()?;
    }
    let mut random = [0; 16];
    if phant_random_engines::fill(&mut random).is_err() {
        return Err(ctx.value_error("Unable to generate salt"));
    }
    match with_usual_memory(|| passwords::hash(password, method, &random)) {
        Some(hash) => Ok(hash),
        None => Err(ctx.throw_error("Password hashing failed for unknown reason")),
    }
}

/// Whether a password fits a hash.
#[php("function password_verify(#[\\SensitiveParameter] string $password, string $hash): bool")]
fn password_verify(password: &PhpStr, hash: &PhpStr) -> bool {
    with_usual_memory(|| passwords::verify(password, hash))
}

/// Argon2's usual memory is free: PHP does not count it, and scripts under a low limit hash passwords too.
fn with_usual_memory<R>(hash: impl FnOnce() -> R) -> R {
    const USUAL: isize = 64 << 20;
    phant_memory::account::add(-USUAL);
    let result = hash();
    phant_memory::account::add(USUAL);
    result
}

/// Whether a hash was made in another way than wanted now.
#[php("function password_needs_rehash(string $hash, string|int|null $algo, array $options = []): bool")]
fn password_needs_rehash(hash: &PhpStr, algo: &Value, options: &Array) -> bool {
    // Nothing can be better than an unknown method.
    method_of(algo).is_some_and(|method| passwords::needs_rehash(hash, with_options(method, options)))
}

/// How a hash was made.
#[php("function password_get_info(string $hash): array")]
fn password_get_info(hash: &PhpStr) -> Array {
    let mut options = Array::new();
    let (algo, name) = match passwords::info(hash) {
        None => (Value::NULL, "unknown"),
        Some(method @ Method::Bcrypt { cost }) => {
            options.set_name("cost", Value::int(cost));
            (Value::str(method.name()), "bcrypt")
        }
        Some(method @ Method::Argon2 { memory, time, threads, .. }) => {
            options.set_name("memory_cost", Value::int(memory));
            options.set_name("time_cost", Value::int(time));
            options.set_name("threads", Value::int(threads));
            (Value::str(method.name()), method.name())
        }
    };
    let mut info = Array::with_hash_capacity(3);
    info.set_name("algo", algo);
    info.set_name("algoName", Value::str(name));
    info.set_name("options", Value::from(options));
    info
}

/// The names of the methods.
#[php("function password_algos(): array")]
fn password_algos() -> Array {
    ["2y", "argon2i", "argon2id"].map(|name| Value::from(Str::from(name))).into_iter().collect()
}
