//! PHP's session extension: variables that outlast a request, found again by an id that the client brings.
//!
//! `session` has the life of a session (start, write, destroy) and `functions` what scripts call; `state` is what a request
//! knows of its session. Where data is kept is a module's business: `mod_files` has files, `mod_user` calls what a script
//! provides, and `mod_user_class` is the class through which such a script calls the files module. `serializer` has the
//! formats of the data, `cookie`, `cache_limiter` and `transparent` what goes to the client.

#![forbid(unsafe_code)]

mod cache_limiter;
mod cookie;
mod functions;
pub mod id;
mod mod_files;
mod mod_user;
mod mod_user_class;
pub mod module;
mod serializer;
mod session;
mod settings;
mod state;

use phant_native::{Constant, ConstantValue, Extension};

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "session",
    functions: &[functions::FUNCTIONS, cookie::FUNCTIONS, mod_user::FUNCTIONS],
    classes: &[
        mod_user_class::SessionHandlerInterface::PHP,
        mod_user_class::SessionIdInterface::PHP,
        mod_user_class::SessionUpdateTimestampHandlerInterface::PHP,
        mod_user_class::SessionHandler::PHP,
    ],
    constants: &[CONSTANTS],
    ini: settings::INI,
    request_begin: Some(session::begin_request),
    request_shutdown: Some(session::end_request),
    info: &[
        ("Session Support", "enabled"),
        ("Registered save handlers", "files user "),
        ("Registered serializer handlers", "php_serialize php php_binary igbinary msgpack "),
    ],
    ..Extension::EMPTY
};

const CONSTANTS: &[Constant] = &[
    Constant { name: "PHP_SESSION_DISABLED", value: ConstantValue::Int(state::Status::Disabled as i64) },
    Constant { name: "PHP_SESSION_NONE", value: ConstantValue::Int(state::Status::None as i64) },
    Constant { name: "PHP_SESSION_ACTIVE", value: ConstantValue::Int(state::Status::Active as i64) },
];
