//! What a program on the command line finds: `$argv`, `$_SERVER`, `STDIN`, …

use phant_memory::{Array, Str, Value};
use phant_native::Ctx;
use phant_sapi::superglobals::{self, Superglobals, set_global};
use phant_streams as streams;

/// Sets the global variables and constants. `script` is `None` for code that is in no file.
pub fn fill(ctx: &Ctx, script: Option<&[u8]>) {
    let wanted = superglobals::wanted(ctx);
    let argv: Array = ctx.request.argv.borrow().iter().map(|a| Value::from(a.clone())).collect();
    let register = ctx.ini.bool("register_argc_argv");
    let mut found = Superglobals::default();
    if wanted(b'S') {
        let server = &mut found.server;
        *server = superglobals::environment();
        let name = Value::from(ctx.request.argv.borrow().first().cloned().unwrap_or_default());
        let file = script.map_or_else(|| Value::from(Str::default()), |_| name.clone());
        server.set("PHP_SELF", name.clone());
        server.set("SCRIPT_NAME", name);
        server.set("SCRIPT_FILENAME", file.clone());
        server.set("PATH_TRANSLATED", file);
        server.set("DOCUMENT_ROOT", Value::from(Str::default()));
        superglobals::set_time(ctx, server);
        if register {
            superglobals::set_arguments(server, argv.clone());
        }
    }
    if wanted(b'E') {
        found.env = superglobals::environment();
    }
    found.install(ctx);
    if register {
        let argc = argv.len() as i64;
        set_global(ctx, "argv", Value::from(argv));
        set_global(ctx, "argc", Value::int(argc));
    }
    ctx.define("PHP_SAPI", Value::str(ctx.request.sapi.get()));
    streams::php::define_constants(ctx);
}
