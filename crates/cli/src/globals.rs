//! What a program on the command line finds: `$argv`, `$_SERVER`, `STDIN`, …

use phant_memory::{Array, Str, Value, intern};
use phant_native::Ctx;
use phant_streams as streams;

/// Sets the global variables and constants. `script` is `None` for code that is in no file.
pub fn fill(ctx: &mut Ctx, script: Option<&[u8]>) {
    let order = ctx.ini.text("variables_order").to_ascii_uppercase();
    let wanted = |letter: u8| order.contains(&letter);
    let argv: Array = ctx.request.argv.iter().map(|a| Value::from(a.clone())).collect();
    let argc = Value::int(argv.len() as i64);
    let argv = Value::from(argv);
    let register = ctx.ini.bool("register_argc_argv");
    let environment = phant_server::request::environment(ctx);
    if wanted(b'S') {
        let mut server = environment.clone();
        let name = Value::from(ctx.request.argv.first().cloned().unwrap_or_default());
        let file = script.map_or_else(|| Value::from(Str::default()), |_| name.clone());
        server.set("PHP_SELF", name.clone());
        server.set("SCRIPT_NAME", name);
        server.set("SCRIPT_FILENAME", file.clone());
        server.set("PATH_TRANSLATED", file);
        server.set("DOCUMENT_ROOT", Value::from(Str::default()));
        server.set("REQUEST_TIME_FLOAT", Value::float(ctx.request.time));
        server.set("REQUEST_TIME", Value::int(ctx.request.time as i64));
        if register {
            server.set("argv", argv.clone());
            server.set("argc", argc.clone());
        }
        set(ctx, "_SERVER", Value::from(server));
    } else {
        set(ctx, "_SERVER", Value::empty_array());
    }
    for name in ["_GET", "_POST", "_COOKIE", "_FILES", "_REQUEST"] {
        set(ctx, name, Value::empty_array());
    }
    set(ctx, "_ENV", if wanted(b'E') { Value::from(environment) } else { Value::empty_array() });
    if register {
        set(ctx, "argv", argv);
        set(ctx, "argc", argc);
    }
    ctx.define("PHP_SAPI", Value::str(ctx.request.sapi));
    streams::php::define_constants(ctx);
}

fn set(ctx: &mut Ctx, name: &str, value: Value) {
    let host = ctx.host;
    host.set_global(ctx, &intern(name.as_bytes()), value);
}
