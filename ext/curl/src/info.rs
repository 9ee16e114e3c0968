//! What is known of a transfer.

use crate::{
    easy::system_bundle,
    handle::{Handle, easy, state},
};
use phant_curl::Info;
use phant_memory::{Array, Object, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub const FUNCTIONS: FunctionGroup = functions![curl_getinfo];

const HEADER_OUT: i64 = 2;
const PRIVATE: i64 = 0x10_0000 + 21;
const CA_INFO: i64 = 0x10_003d;
const CERTIFICATES: i64 = 0x40_0000 + 34;

/// What `curl_getinfo` gives without an option, in its order.
const ALL: &[(&str, i64)] = &[
    ("url", 0x10_0001),
    ("content_type", 0x10_0012),
    ("http_code", 0x20_0002),
    ("header_size", 0x20_000b),
    ("request_size", 0x20_000c),
    ("filetime", 0x20_000e),
    ("ssl_verify_result", 0x20_000d),
    ("redirect_count", 0x20_0014),
    ("total_time", 0x30_0003),
    ("namelookup_time", 0x30_0004),
    ("connect_time", 0x30_0005),
    ("pretransfer_time", 0x30_0006),
    ("size_upload", 0x30_0007),
    ("size_download", 0x30_0008),
    ("speed_download", 0x30_0009),
    ("speed_upload", 0x30_000a),
    ("download_content_length", 0x30_000f),
    ("upload_content_length", 0x30_0010),
    ("starttransfer_time", 0x30_0011),
    ("redirect_time", 0x30_0013),
    ("redirect_url", 0x10_001f),
    ("primary_ip", 0x10_0020),
    ("certinfo", CERTIFICATES),
    ("primary_port", 0x20_0028),
    ("local_ip", 0x10_0029),
    ("local_port", 0x20_002a),
    ("http_version", 0x20_002e),
    ("protocol", 0x20_0030),
    ("ssl_verifyresult", 0x20_002f),
    ("scheme", 0x10_0031),
    ("appconnect_time_us", 0x60_0038),
    ("connect_time_us", 0x60_0034),
    ("namelookup_time_us", 0x60_0033),
    ("pretransfer_time_us", 0x60_0035),
    ("redirect_time_us", 0x60_0037),
    ("starttransfer_time_us", 0x60_0036),
    ("posttransfer_time_us", 0x60_0043),
    ("total_time_us", 0x60_0032),
    ("effective_method", 0x10_003a),
    ("capath", 0x10_003e),
    ("cainfo", 0x10_003d),
];

fn texts(list: &[Vec<u8>]) -> Array {
    let mut out = Array::new();
    for text in list {
        // A key that is taken is none that `push` gives.
        let _ = out.push(Value::str(text));
    }
    out
}

fn certificates(all: &[Vec<Vec<u8>>]) -> Array {
    let mut out = Array::new();
    for certificate in all {
        let mut facts = Array::new();
        for fact in certificate {
            match fact.iter().position(|&b| b == b':') {
                Some(at) => facts.set(phant_memory::Str::new(&fact[..at]), Value::str(&fact[at + 1..])),
                None => drop(facts.push(Value::str(fact))),
            }
        }
        let _ = out.push(Value::from(facts));
    }
    out
}

fn value(handle: &Handle, number: i64) -> Option<Value> {
    if number == CA_INFO {
        // libcurl is built without one, so it is the one that handles begin with.
        return system_bundle().map(|name| Value::str(&name));
    }
    Some(match handle.info(number)? {
        Info::Text(Some(text)) => Value::str(&text),
        Info::Text(None) => return None,
        Info::Int(number) => Value::int(number),
        Info::Float(number) => Value::float(number),
        Info::List(list) => Value::from(texts(&list)),
        Info::Certificates(list) => Value::from(certificates(&list)),
    })
}

#[php("function curl_getinfo(CurlHandle $handle, ?int $option = null): mixed")]
fn curl_getinfo(ctx: &Ctx, object: &Object, option: Option<i64>) -> PhpResult<Value> {
    let handle = easy(ctx, object)?;
    let sent = || state(object).sent.borrow().as_ref().map(Value::str);
    match option {
        Some(HEADER_OUT) => Ok(sent().unwrap_or(Value::FALSE)),
        Some(PRIVATE) => Ok(state(object).private.borrow().clone()),
        Some(number) => Ok(value(&handle, number).unwrap_or(Value::FALSE)),
        None => {
            let mut all = Array::new();
            for (name, number) in ALL {
                let found = value(&handle, *number);
                match *name {
                    "content_type" => all.set_name(name, found.unwrap_or(Value::NULL)),
                    "redirect_url" | "primary_ip" | "local_ip" | "scheme" => {
                        all.set_name(name, found.unwrap_or_else(|| Value::str("")));
                    }
                    "certinfo" => all.set_name(name, found.unwrap_or_else(|| Value::from(Array::new()))),
                    _ => {
                        if let Some(found) = found {
                            all.set_name(name, found);
                        }
                    }
                }
            }
            if let Some(sent) = sent() {
                all.set_name("request_header", sent);
            }
            Ok(Value::from(all))
        }
    }
}
