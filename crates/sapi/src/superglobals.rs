//! `$_GET`, `$_SERVER` and their kin.

use phant_memory::{Array, Held, Name, Value, string::literal};
use phant_native::{Ctx, registry};
use std::{os::unix::ffi::OsStrExt, sync::OnceLock};

/// What a request brings; `$_REQUEST` follows from it.
#[derive(Default)]
pub struct Superglobals {
    /// `$_GET`
    pub get: Array,
    /// `$_POST`
    pub post: Array,
    /// `$_COOKIE`
    pub cookie: Array,
    /// `$_FILES`
    pub files: Array,
    /// `$_SERVER`
    pub server: Array,
    /// `$_ENV`
    pub env: Array,
}

impl Superglobals {
    /// Makes them variables of the program, and lets extensions begin the request with them.
    pub fn install(self, ctx: &Ctx) {
        self.install_but(ctx, |_| false);
    }
    /// The same, but for those that `is_done` says somebody else makes, after it has seen to that.
    pub fn install_but(self, ctx: &Ctx, is_done: impl Fn(&'static str) -> bool) {
        self.set_but(ctx, is_done);
        begin_extensions(ctx);
    }
    /// Makes them variables of the program, but for those that `is_done` speaks of.
    pub fn set_but(self, ctx: &Ctx, is_done: impl Fn(&'static str) -> bool) {
        for (name, array) in self.named(ctx) {
            if !is_done(name) {
                set_global(ctx, name, Value::from(array));
            }
        }
    }
    /// The same where all of them are variables already that are empty, or will be made by somebody else.
    pub fn install_over(self, ctx: &Ctx) {
        if !self.is_empty() {
            for (name, array) in self.named(ctx) {
                if !array.is_empty() {
                    set_global(ctx, name, Value::from(array));
                }
            }
        }
        begin_extensions(ctx);
    }
    fn is_empty(&self) -> bool {
        [&self.get, &self.post, &self.cookie, &self.files, &self.server, &self.env].iter().all(|array| array.is_empty())
    }
    fn named(self, ctx: &Ctx) -> [(&'static str, Array); 7] {
        let request = self.request(ctx);
        [
            ("_GET", self.get),
            ("_POST", self.post),
            ("_COOKIE", self.cookie),
            ("_FILES", self.files),
            ("_SERVER", self.server),
            ("_ENV", self.env),
            ("_REQUEST", request),
        ]
    }
    /// `$_REQUEST`: what the setting `request_order` names, or `variables_order` where that is empty.
    fn request(&self, ctx: &Ctx) -> Array {
        let mut all = Array::new();
        if self.get.is_empty() && self.post.is_empty() && self.cookie.is_empty() {
            return all;
        }
        let order = ctx.ini.get("request_order").filter(|o| !o.is_empty()).unwrap_or_else(|| ctx.ini.text("variables_order"));
        for letter in order.to_ascii_uppercase() {
            match letter {
                b'G' => merge(&mut all, &self.get),
                b'P' => merge(&mut all, &self.post),
                b'C' => merge(&mut all, &self.cookie),
                _ => {}
            }
        }
        all
    }
}

/// Lets extensions begin the request.
fn begin_extensions(ctx: &Ctx) {
    static ALL: OnceLock<Vec<fn(&Ctx)>> = OnceLock::new();
    for begin in ALL.get_or_init(|| registry::get().parts.iter().filter_map(|extension| extension.request_begin).collect()) {
        begin(ctx);
    }
}

/// Sets a global variable.
pub fn set_global(ctx: &Ctx, name: &'static str, value: Value) {
    ctx.host.set_global(ctx, &literal(name), value);
}

/// Which kinds of variables the setting `variables_order` wants, by its letters.
pub fn wanted(ctx: &Ctx) -> impl Fn(u8) -> bool + use<> {
    let order = ctx.ini.text("variables_order").to_ascii_uppercase();
    move |letter| order.contains(&letter)
}

/// The environment, for `$_ENV` and, on the command line, `$_SERVER`.
pub fn environment() -> Array {
    let mut out = Array::new();
    for (name, value) in std::env::vars_os() {
        out.set(name.as_bytes(), Value::str(value.as_bytes()));
    }
    out
}

/// The environment that the process was started with, for `$_ENV` and `$_SERVER` of a server's requests: read once. There
/// is room for `more` elements in the array.
pub fn first_environment(more: usize) -> Array {
    static FIRST: OnceLock<Vec<(Name, Name)>> = OnceLock::new();
    let read = || std::env::vars_os().map(|(n, v)| (Name::forever(n.as_bytes()), Name::forever(v.as_bytes()))).collect();
    let all = FIRST.get_or_init(read);
    let mut out = Array::with_hash_capacity(all.len() + more);
    for (name, value) in all {
        out.set(name.to_str(), Value::from(value.to_str()));
    }
    out
}

/// When the request began, for `$_SERVER`.
pub fn set_time(ctx: &Ctx, server: &mut Array) {
    server.set_name("REQUEST_TIME_FLOAT", Value::float(ctx.request.time.get()));
    server.set_name("REQUEST_TIME", Value::int(ctx.request.time.get() as i64));
}

/// `argv` and `argc` of `$_SERVER`.
pub fn set_arguments(server: &mut Array, argv: Array) {
    let argc = argv.len() as i64;
    server.set_name("argv", Value::from(argv));
    server.set_name("argc", Value::int(argc));
}

/// Adds arrays as `$_REQUEST` does: later ones win, nested arrays are merged.
fn merge(into: &mut Array, from: &Array) {
    for (key, value) in from.iter() {
        let nested = value.as_array().zip(into.get(&key).and_then(Value::as_array).map(Held::into_owned));
        match nested {
            Some((inner, mut merged)) => {
                merge(&mut merged, &inner);
                into.set(key.to_key(), Value::from(merged));
            }
            None => into.set(key.to_key(), value.unref()),
        }
    }
}
