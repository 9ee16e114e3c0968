//! What can be set.

use crate::{
    constants::CONSTANTS,
    handle::{Handle, Hook, Method, Place, State, easy, state},
    post, share,
};
use phant_curl::Kind;
use phant_memory::{Object, Value};
use phant_native::{ConstantValue, Ctx, ObjectExt, PhpResult, convert, resource};
use phant_streams::{Stream, path};
use std::rc::Rc;

const HEADER_OUT: i64 = 2;
const URL: i64 = 10_002;
const VERBOSE: i64 = 41;
const NO_PROGRESS: i64 = 43;
const FOLLOW: i64 = 52;
const SSL_VERIFY_HOST: i64 = 81;
const PROTOCOLS: i64 = 181;
const REDIR_PROTOCOLS: i64 = 182;
const PROTOCOLS_TEXT: i64 = 10_318;
const REDIR_PROTOCOLS_TEXT: i64 = 10_319;
const FILE_PROTOCOL: i64 = 1024;
const RETURN_TRANSFER: i64 = 19_913;
const BINARY_TRANSFER: i64 = 19_914;
const SAFE_UPLOAD: i64 = -1;
const POST_FIELDS: i64 = 10_015;
const PRIVATE: i64 = 10_103;
const SHARE: i64 = 10_100;
const DNS_GLOBAL: i64 = 91;

/// Options that may be taken back with `null`.
const NULLABLE: &[i64] = &[
    10_036, // CUSTOMREQUEST
    10_017, // FTPPORT
    10_007, // RANGE
    10_134, // FTP_ACCOUNT
    10_190, // RTSP_SESSION_ID
    10_102, // ACCEPT_ENCODING
    10_221, // DNS_INTERFACE
    10_222, // DNS_LOCAL_IP4
    10_223, // DNS_LOCAL_IP6
    10_220, // XOAUTH2_BEARER
    10_231, // UNIX_SOCKET_PATH
    10_264, // ABSTRACT_UNIX_SOCKET
    10_266, // REQUEST_TARGET
    10_279, // DOH_URL
    10_300, // HSTS
    10_063, // KRBLEVEL
];

/// Options that name files.
const FILES: &[i64] = &[
    10_031, // COOKIEFILE
    10_082, // COOKIEJAR
    10_076, // RANDOM_FILE
    10_025, // SSLCERT
    10_087, // SSLKEY
    10_169, // CRLFILE
    10_118, // NETRC_FILE
    10_287, // ALTSVC
    10_300, // HSTS
];

/// Who sets an option: which of its arguments an error is about.
#[derive(Clone, Copy)]
pub struct Setter {
    /// The argument that is the option.
    pub option: usize,
    /// The argument that is the value.
    pub value: usize,
    /// What is wrong with an option that is none.
    pub invalid: &'static str,
}

/// `curl_setopt`.
pub const ONE: Setter = Setter { option: 2, value: 3, invalid: "is not a valid cURL option" };
/// `curl_setopt_array`.
pub const MANY: Setter = Setter { option: 2, value: 2, invalid: "contains an invalid cURL option" };

fn name_of(option: i64) -> Option<&'static str> {
    let is =
        |c: &&phant_native::Constant| c.name.starts_with("CURLOPT_") && matches!(c.value, ConstantValue::Int(n) if n == option);
    CONSTANTS.iter().find(is).map(|c| c.name)
}

/// The name of the running function, for errors.
fn function(ctx: &Ctx) -> String {
    ctx.current.get().map_or_else(String::new, |f| f.display_name())
}

/// A text without a NUL.
pub fn text(ctx: &Ctx, value: &Value) -> PhpResult<phant_memory::Str> {
    let text = convert::to_str(ctx, value)?;
    if text.contains(&0) {
        return Err(ctx.value_error(format!("{}(): cURL option must not contain any null bytes", function(ctx))));
    }
    Ok(text)
}

fn replace(place: &std::cell::RefCell<Value>, value: Value) {
    let gone = place.replace(value);
    drop(gone);
}

/// Sets the URL.
pub fn set_url(ctx: &Ctx, object: &Object, handle: &Handle, value: &Value) -> PhpResult<bool> {
    let url = text(ctx, value)?;
    Ok(noted(state(object), handle.set_text(URL, Some(&url))))
}

fn noted(state: &State, code: i32) -> bool {
    state.error.set(code);
    code == 0
}

/// Sets an option.
pub fn set(ctx: &Ctx, object: &Object, option: i64, value: &Value, setter: Setter) -> PhpResult<bool> {
    let handle = easy(ctx, object)?;
    let own = state(object);
    let value = &value.deref().clone();
    if option == HEADER_OUT {
        return keep_sent(ctx, own, &handle, value);
    }
    let Some(name) = name_of(option) else { return Err(ctx.argument_error(setter.option, setter.invalid)) };
    if let Some(hook) = hook_of(option) {
        return set_hook(ctx, own, &handle, hook, name, value, setter);
    }
    if let Some(place) = place_of(option) {
        return set_stream(ctx, own, place, value);
    }
    match option {
        URL => return set_url(ctx, object, &handle, value),
        RETURN_TRANSFER => {
            own.body.set(if convert::to_bool(value) { Method::Return } else { Method::Output });
            return Ok(noted(own, 0));
        }
        BINARY_TRANSFER | DNS_GLOBAL => return Ok(noted(own, 0)),
        SAFE_UPLOAD => {
            if !convert::to_bool(value) {
                return Err(ctx.value_error(format!("{}(): Disabling safe uploads is no longer supported", function(ctx))));
            }
            return Ok(noted(own, 0));
        }
        POST_FIELDS => {
            let code = post::set(ctx, object, &handle, value)?;
            return Ok(noted(own, code));
        }
        PRIVATE => {
            replace(&own.private, value.clone());
            return Ok(noted(own, 0));
        }
        SHARE => return set_share(ctx, own, &handle, value),
        _ => {}
    }
    match phant_curl::kind_of(option) {
        Some(Kind::Int | Kind::Wide) => set_number(ctx, own, &handle, option, value),
        Some(Kind::Text) => set_text(ctx, own, &handle, option, value),
        Some(Kind::List) => set_list(ctx, own, &handle, option, name, value),
        Some(Kind::Blob) => {
            if value.is_null() {
                return Ok(noted(own, handle.set_blob(option, None)));
            }
            let bytes = convert::to_str(ctx, value)?;
            Ok(noted(own, handle.set_blob(option, Some(&bytes))))
        }
        // An option of libcurl's that this one was built without.
        _ => Ok(noted(own, 48)),
    }
}

fn keep_sent(ctx: &Ctx, own: &State, handle: &Handle, value: &Value) -> PhpResult<bool> {
    if own.has(Hook::Debug) {
        return Err(ctx.value_error("CURLINFO_HEADER_OUT option must not be set when the CURLOPT_DEBUGFUNCTION option is set"));
    }
    let on = convert::to_bool(value);
    own.keeps_sent.set(on);
    Ok(noted(own, handle.set_int(VERBOSE, i64::from(on))))
}

fn set_number(ctx: &Ctx, own: &State, handle: &Handle, option: i64, value: &Value) -> PhpResult<bool> {
    let mut number = if option == FOLLOW { i64::from(convert::to_bool(value)) } else { convert::int(ctx, value)? };
    let is_confined = !ctx.ini.text("open_basedir").is_empty();
    match option {
        NO_PROGRESS => own.no_progress.set(number != 0),
        SSL_VERIFY_HOST if number == 1 => {
            ctx.notice("CURLOPT_SSL_VERIFYHOST no longer accepts the value 1, value 2 will be used instead");
            ctx.check()?;
            number = 2;
        }
        PROTOCOLS | REDIR_PROTOCOLS if is_confined && number & FILE_PROTOCOL != 0 => {
            ctx.warning("CURLPROTO_FILE cannot be activated when an open_basedir is set");
            ctx.check()?;
            return Ok(false);
        }
        _ => {}
    }
    Ok(noted(own, handle.set_int(option, number)))
}

fn set_text(ctx: &Ctx, own: &State, handle: &Handle, option: i64, value: &Value) -> PhpResult<bool> {
    if value.is_null() && NULLABLE.contains(&option) {
        return Ok(noted(own, handle.set_text(option, None)));
    }
    let text = text(ctx, value)?;
    if FILES.contains(&option) && !text.is_empty() && !path::check_basedir(ctx, &text) {
        ctx.check()?;
        return Ok(false);
    }
    if matches!(option, PROTOCOLS_TEXT | REDIR_PROTOCOLS_TEXT) && !ctx.ini.text("open_basedir").is_empty() {
        let mut names = text.split(|&b| b == b',').map(|name| name.trim_ascii().to_ascii_lowercase());
        if names.any(|name| name == b"file" || name == b"all") {
            ctx.warning("The FILE protocol cannot be activated when an open_basedir is set");
            ctx.check()?;
            return Ok(false);
        }
    }
    Ok(noted(own, handle.set_text(option, Some(&text))))
}

fn set_list(ctx: &Ctx, own: &State, handle: &Handle, option: i64, name: &str, value: &Value) -> PhpResult<bool> {
    let Some(list) = value.as_array() else {
        return Err(ctx.type_error(format!("{}(): The {name} option must have an array value", function(ctx))));
    };
    let mut texts = Vec::new();
    for (_, value) in list.iter() {
        texts.push(convert::to_str(ctx, &value.deref())?.to_vec());
    }
    Ok(noted(own, handle.set_list(option, Some(&texts))))
}

fn set_share(ctx: &Ctx, own: &State, handle: &Handle, value: &Value) -> PhpResult<bool> {
    // What is no share is not an error, and changes nothing.
    let Some(object) = value.as_object() else { return Ok(noted(own, 0)) };
    if !object.class().is_subclass_or_same(ctx.known_class("CurlShareHandle")) {
        return Ok(noted(own, 0));
    }
    let code = handle.set_share(Some(share::get(ctx, &object)?));
    if code == 0 {
        replace(&own.share, value.clone());
    }
    Ok(noted(own, code))
}

fn hook_of(option: i64) -> Option<Option<Hook>> {
    Some(match option {
        20_011 => Some(Hook::Write),
        20_079 => Some(Hook::Header),
        20_012 => Some(Hook::Read),
        20_056 => Some(Hook::Progress),
        20_219 => Some(Hook::Transfer),
        20_094 => Some(Hook::Debug),
        20_200 => Some(Hook::Match),
        20_312 => Some(Hook::Before),
        // For SSH, which libcurl is built without.
        20_316 => None,
        _ => return None,
    })
}

fn set_hook(
    ctx: &Ctx,
    own: &State,
    handle: &Rc<Handle>,
    hook: Option<Hook>,
    name: &str,
    value: &Value,
    setter: Setter,
) -> PhpResult<bool> {
    let is_set = !value.is_null();
    if is_set && let Err(reason) = ctx.resolve_callable(value) {
        ctx.check()?;
        return Err(ctx.argument_type_error(setter.value, format!("must be a valid callback for option {name}, {reason}")));
    }
    let Some(hook) = hook else { return Ok(noted(own, 48)) };
    replace(&own.hooks[hook as usize], if is_set { value.clone() } else { Value::NULL });
    let mut code = 0;
    match hook {
        Hook::Write => own.body.set(if is_set { Method::User } else { Method::Output }),
        Hook::Header => own.headers.set(if is_set { Method::User } else { Method::Ignore }),
        Hook::Read => own.reads_by_function.set(is_set),
        Hook::Match => code = handle.ask_matches(is_set),
        Hook::Before => code = handle.ask_before_request(is_set),
        Hook::Debug | Hook::Progress | Hook::Transfer => {}
    }
    Ok(noted(own, code))
}

fn place_of(option: i64) -> Option<Place> {
    Some(match option {
        10_001 => Place::Out,
        10_029 => Place::Headers,
        10_009 => Place::In,
        10_037 => Place::Errors,
        _ => return None,
    })
}

fn set_stream(ctx: &Ctx, own: &State, place: Place, value: &Value) -> PhpResult<bool> {
    let is_set = !value.is_null();
    if is_set {
        let stream = value.as_resource().and_then(|handle| resource::get::<Stream>(&handle));
        let Some(stream) = stream else {
            let what = if value.as_resource().is_some() { "resource is not a valid" } else { "argument is not a valid" };
            return Err(ctx.type_error(format!("{}(): supplied {what} File-Handle resource", function(ctx))));
        };
        let mode = stream.mode();
        let is_writable = mode.first() != Some(&b'r') || mode.contains(&b'+');
        if place != Place::In && !is_writable {
            return Err(ctx.value_error(format!("{}(): The provided file handle must be writable", function(ctx))));
        }
    }
    match place {
        Place::Out => own.body.set(if is_set { Method::File } else { Method::Output }),
        Place::Headers => own.headers.set(if is_set { Method::File } else { Method::Ignore }),
        Place::In | Place::Errors => {}
    }
    replace(&own.streams[place as usize], value.clone());
    Ok(noted(own, 0))
}
