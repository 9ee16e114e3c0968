//! What libcurl says of itself.

use phant_memory::{Array, Value};
use phant_native::{descriptor::FunctionGroup, functions, php};

pub const FUNCTIONS: FunctionGroup = functions![curl_version];

/// The version of libcurl that is built in.
pub const VERSION: &str = "8.14.1";

/// Features by their bits, in PHP's order.
const FEATURES: &[(&str, u32)] = &[
    ("AsynchDNS", 7),
    ("CharConv", 12),
    ("Debug", 6),
    ("GSS-Negotiate", 5),
    ("IDN", 10),
    ("IPv6", 0),
    ("krb4", 1),
    ("Largefile", 9),
    ("libz", 3),
    ("NTLM", 4),
    ("NTLMWB", 15),
    ("SPNEGO", 8),
    ("SSL", 2),
    ("SSPI", 11),
    ("TLS-SRP", 14),
    ("HTTP2", 16),
    ("GSSAPI", 17),
    ("KERBEROS5", 18),
    ("UNIX_SOCKETS", 19),
    ("PSL", 20),
    ("HTTPS_PROXY", 21),
    ("MULTI_SSL", 22),
    ("BROTLI", 23),
    ("ALTSVC", 24),
    ("HTTP3", 25),
    ("UNICODE", 27),
    ("ZSTD", 26),
    ("HSTS", 28),
    ("GSASL", 29),
];

/// What `phpinfo()` shows; a test holds it against what libcurl says.
pub const INFO: &[(&str, &str)] = &[
    ("cURL support", "enabled"),
    ("cURL Information", VERSION),
    ("Age", "11"),
    ("AsynchDNS", "Yes"),
    ("CharConv", "No"),
    ("Debug", "No"),
    ("GSS-Negotiate", "No"),
    ("IDN", "No"),
    ("IPv6", "Yes"),
    ("krb4", "No"),
    ("Largefile", "No"),
    ("libz", "Yes"),
    ("NTLM", "No"),
    ("NTLMWB", "No"),
    ("SPNEGO", "No"),
    ("SSL", "Yes"),
    ("SSPI", "No"),
    ("TLS-SRP", "No"),
    ("HTTP2", "Yes"),
    ("GSSAPI", "No"),
    ("KERBEROS5", "No"),
    ("UNIX_SOCKETS", "Yes"),
    ("PSL", "No"),
    ("HTTPS_PROXY", "Yes"),
    ("MULTI_SSL", "No"),
    ("BROTLI", "No"),
    ("ALTSVC", "Yes"),
    ("HTTP3", "No"),
    ("UNICODE", "No"),
    ("ZSTD", "No"),
    ("HSTS", "Yes"),
    ("GSASL", "No"),
    ("Protocols", "file, ftp, ftps, http, https, mqtt, ws, wss"),
];

fn text(value: Option<Vec<u8>>) -> Value {
    value.map_or(Value::NULL, |value| Value::str(&value))
}

#[php("function curl_version(): array|false")]
fn curl_version() -> Array {
    let facts = phant_curl::version();
    let features = facts.features as u32;
    let mut list = Array::new();
    for (name, bit) in FEATURES {
        list.set_name(name, Value::bool(features >> bit & 1 != 0));
    }
    let mut protocols = Array::new();
    for protocol in &facts.protocols {
        // A key that is taken is none that `push` gives.
        let _ = protocols.push(Value::str(protocol));
    }
    let mut out = Array::new();
    out.set_name("version_number", Value::int(i64::from(facts.number)));
    out.set_name("age", Value::int(11));
    out.set_name("features", Value::int(i64::from(facts.features)));
    out.set_name("feature_list", Value::from(list));
    out.set_name("ssl_version_number", Value::int(0));
    out.set_name("version", Value::str(&facts.version));
    out.set_name("host", Value::str(&facts.host));
    out.set_name("ssl_version", text(facts.tls));
    out.set_name("libz_version", text(facts.zlib));
    out.set_name("protocols", Value::from(protocols));
    out.set_name("ares", Value::str(""));
    out.set_name("ares_num", Value::int(0));
    out.set_name("libidn", Value::str(""));
    out.set_name("iconv_ver_num", Value::int(0));
    out.set_name("libssh_version", Value::str(""));
    out.set_name("brotli_ver_num", Value::int(0));
    out.set_name("brotli_version", Value::str(""));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_what_is_built_in() {
        let facts = phant_curl::version();
        let shown = |name: &str| INFO.iter().find(|row| row.0 == name).map(|row| row.1);
        for (name, bit) in FEATURES {
            let there = if facts.features as u32 >> bit & 1 != 0 { "Yes" } else { "No" };
            assert_eq!(shown(name), Some(there), "{name}");
        }
        assert_eq!(shown("Protocols").unwrap().as_bytes(), facts.protocols.join(&b", "[..]));
        assert_eq!(facts.version, VERSION.as_bytes());
    }
}
