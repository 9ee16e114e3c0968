//! What a script finds of the server: settings and functions.

use crate::{child, status};
use phant_cgi::functions as cgi;
use phant_memory::{Array, Value};
use phant_native::{Ctx, Extension, descriptor::FunctionGroup, functions, php};
use status::Field;

const FUNCTIONS: FunctionGroup = functions![fastcgi_finish_request, apache_request_headers, fpm_get_status];

/// The extension, which is there where a script runs in a pool.
pub static EXTENSION: Extension = Extension { name: "cgi-fcgi", functions: &[FUNCTIONS], ini: cgi::SETTINGS, ..Extension::EMPTY };

/// Sends the answer and lets the web server go; the script runs on.
#[php("function fastcgi_finish_request(): bool")]
fn fastcgi_finish_request(ctx: &Ctx) -> bool {
    child::finish_early(ctx)
}

/// The request's headers by name.
#[php("function apache_request_headers(): array", alias = "getallheaders")]
fn apache_request_headers(_ctx: &Ctx) -> Array {
    child::with_current(|seat| seat.request().map(|request| cgi::header_list(request.sent().iter())))
        .flatten()
        .unwrap_or_default()
}

/// What the status page of the pool tells.
#[php("function fpm_get_status(): array|false")]
fn fpm_get_status(_ctx: &Ctx) -> Value {
    child::with_current(|seat| {
        let mut out = table(status::pool_fields(&seat.pool));
        let children = seat.pool.board.all();
        let children = children.iter().map(|(_, child)| {
            let mut one = Array::new();
            for (name, field) in status::child_fields(child) {
                if name == "content length" {
                    one.set(&b"query-string"[..], Value::str(child.query.as_bytes()));
                    one.set(&b"request-length"[..], value(field));
                } else {
                    one.set(name.replace(' ', "-").as_bytes(), value(field));
                }
            }
            Value::from(one)
        });
        out.set(&b"procs"[..], Value::from(children.collect::<Array>()));
        Value::from(out)
    })
    .unwrap_or(Value::FALSE)
}

fn table(fields: Vec<(&'static str, Field)>) -> Array {
    let mut out = Array::new();
    for (name, field) in fields {
        out.set(name.replace(' ', "-").as_bytes(), value(field));
    }
    out
}

fn value(field: Field) -> Value {
    match field {
        Field::Text(text) => Value::str(text.as_bytes()),
        Field::Number(n) => Value::int(n as i64),
        Field::Time(at) => Value::int(at),
        Field::Percent(n) => Value::float(n),
    }
}
