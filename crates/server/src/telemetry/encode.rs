//! Spans as OTLP has them: `ExportTraceServiceRequest`, in protocol buffers or in JSON.

use super::{Span, Value, hex, settings::Settings};
use crate::log::json_text;

/// The numbers of `SPAN_KIND_SERVER` and `STATUS_CODE_ERROR`.
const SERVER: u64 = 2;
const ERROR: u64 = 2;
const SCOPE: &str = "phant";

/// Errors of the server; what a client did wrong is not one of its spans.
fn is_error(span: &Span) -> bool {
    span.status >= 500 || span.error.is_some()
}

/// A batch in JSON.
pub fn json(settings: &Settings, spans: &[Span]) -> Vec<u8> {
    let pair = |key: &str, value: &str| format!("{{\"key\":{},\"value\":{value}}}", json_text(key));
    let text = |value: &str| format!("{{\"stringValue\":{}}}", json_text(value));
    let resource: Vec<String> = settings.resource.iter().map(|(key, value)| pair(key, &text(value))).collect();
    let value = |value: &Value| match value {
        Value::Text(value) => text(value),
        // 64-bit numbers are texts in JSON.
        Value::Int(value) => format!("{{\"intValue\":\"{value}\"}}"),
    };
    let span = |span: &Span| {
        let attributes: Vec<String> = span.attributes.iter().map(|(key, v)| pair(key, &value(v))).collect();
        let mut out = format!(
            "{{\"traceId\":\"{}\",\"spanId\":\"{}\",\"name\":{},\"kind\":{SERVER},\"startTimeUnixNano\":\"{}\",\
             \"endTimeUnixNano\":\"{}\",\"attributes\":[{}]",
            hex(&span.trace.id),
            hex(&span.trace.span),
            json_text(&span.name),
            span.start,
            span.end,
            attributes.join(",")
        );
        if let Some(parent) = span.trace.parent {
            out += &format!(",\"parentSpanId\":\"{}\"", hex(&parent));
        }
        if !span.trace.state.is_empty() {
            out += &format!(",\"traceState\":{}", json_text(&String::from_utf8_lossy(&span.trace.state)));
        }
        if is_error(span) {
            let message = span.error.as_deref().map_or(String::new(), |error| format!(",\"message\":{}", json_text(error)));
            out += &format!(",\"status\":{{\"code\":{ERROR}{message}}}");
        }
        out + "}"
    };
    let spans: Vec<String> = spans.iter().map(span).collect();
    format!(
        "{{\"resourceSpans\":[{{\"resource\":{{\"attributes\":[{}]}},\"scopeSpans\":[{{\"scope\":{{\"name\":\"{SCOPE}\",\
         \"version\":\"{}\"}},\"spans\":[{}]}}]}}]}}",
        resource.join(","),
        env!("CARGO_PKG_VERSION"),
        spans.join(",")
    )
    .into_bytes()
}

/// A message of protocol buffers.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push((n as u8) | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }
    fn number(mut self, field: u64, n: u64) -> Message {
        self.varint(field << 3);
        self.varint(n);
        self
    }
    fn fixed(mut self, field: u64, n: u64) -> Message {
        self.varint((field << 3) | 1);
        self.0.extend_from_slice(&n.to_le_bytes());
        self
    }
    fn bytes(mut self, field: u64, bytes: &[u8]) -> Message {
        self.varint((field << 3) | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }
    fn message(self, field: u64, inner: &Message) -> Message {
        self.bytes(field, &inner.0)
    }
}

/// A batch in protocol buffers. The numbers are those of fields in opentelemetry-proto's trace.proto, common.proto and
/// resource.proto.
pub fn protobuf(settings: &Settings, spans: &[Span]) -> Vec<u8> {
    let text = |key: &str, value: &str| {
        Message::default().bytes(1, key.as_bytes()).message(2, &Message::default().bytes(1, value.as_bytes()))
    };
    let attribute = |key: &str, value: &Value| match value {
        Value::Text(value) => text(key, value),
        Value::Int(value) => Message::default().bytes(1, key.as_bytes()).message(2, &Message::default().number(3, *value as u64)),
    };
    let resource = settings.resource.iter().fold(Message::default(), |all, (key, value)| all.message(1, &text(key, value)));
    let scope = Message::default().bytes(1, SCOPE.as_bytes()).bytes(2, env!("CARGO_PKG_VERSION").as_bytes());
    let span = |span: &Span| {
        let mut out = Message::default().bytes(1, &span.trace.id).bytes(2, &span.trace.span);
        if !span.trace.state.is_empty() {
            // A text, so it is well-formed UTF-8.
            out = out.bytes(3, String::from_utf8_lossy(&span.trace.state).as_bytes());
        }
        if let Some(parent) = span.trace.parent {
            out = out.bytes(4, &parent);
        }
        out = out.bytes(5, span.name.as_bytes()).number(6, SERVER).fixed(7, span.start).fixed(8, span.end);
        out = span.attributes.iter().fold(out, |out, (key, value)| out.message(9, &attribute(key, value)));
        if is_error(span) {
            let message = span.error.as_deref().map(|error| Message::default().bytes(2, error.as_bytes())).unwrap_or_default();
            out = out.message(15, &message.number(3, ERROR));
        }
        out
    };
    let scoped = spans.iter().fold(Message::default().message(1, &scope), |all, one| all.message(2, &span(one)));
    Message::default().message(1, &Message::default().message(1, &resource).message(2, &scoped)).0
}
