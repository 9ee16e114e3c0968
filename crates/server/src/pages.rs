//! The pages of errors that no script answers.

use crate::{http::Head, response::Response};
use phant_native::{config, ini::parse_bool};
use phant_sapi::status::reason;

/// Answers with an error.
pub fn send_error(response: &mut Response, head: &Head, status: u16) {
    let headers = if status == 503 { vec![("Retry-After", "1".to_owned())] } else { Vec::new() };
    send_error_with(response, head, status, headers);
}

/// The same with some header lines.
pub fn send_error_with(response: &mut Response, head: &Head, status: u16, mut headers: Vec<(&str, String)>) {
    let page = error_page(status, head);
    headers.push(("Content-Type", "text/html; charset=UTF-8".to_owned()));
    response.plain(status, &headers, page.as_bytes(), "");
}

/// An error as PHP's built-in server tells it.
pub fn send_php_error(response: &mut Response, head: &Head, status: u16) {
    let title = reason(status);
    let text = match status {
        404 => format!("The requested resource <code class=\"url\">{}</code> was not found on this server.", escaped_path(head)),
        _ => "Requested method not allowed.".to_owned(),
    };
    let page = format!(
        "<!doctype html><html><head><title>{status} {title}</title><style>{STYLE}</style>\n</head><body><h1>{title}</h1>\
         <p>{text}</p></body></html>"
    );
    let mut headers = Vec::new();
    let hidden = matches!(config::get().value(b"expose_php"), Some(config::ConfigValue::Text(value)) if !parse_bool(value));
    if !hidden {
        headers.push(("X-Powered-By", format!("PHP/{}", crate::PHP_VERSION)));
    }
    headers.push(("Content-Type", "text/html; charset=UTF-8".to_owned()));
    let more = if status == 405 { "Allow: GET, HEAD, POST\r\n" } else { "" };
    response.plain(status, &headers, page.as_bytes(), more);
}

/// How the pages of errors look.
const STYLE: &str =
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 4em auto; padding: 0 1em; color: #22303c }";

fn escaped_path(head: &Head) -> String {
    String::from_utf8_lossy(head.path()).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn error_page(status: u16, head: &Head) -> String {
    let title = reason(status);
    let text = match status {
        404 => format!("There is nothing at <code>{}</code>.", escaped_path(head)),
        405 => "This address can only be read.".to_owned(),
        408 => "The request took too long to arrive.".to_owned(),
        503 => "The server has too much to do. Try again in a moment.".to_owned(),
        _ => "The server could not answer this request.".to_owned(),
    };
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{status} {title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n\
         <p>{text}</p>\n"
    )
}
