//! The status page of a pool, in the forms that php-fpm has: text, HTML, JSON, XML and OpenMetrics, with `full` each child too.

use crate::{board::Child, log, pool::Pool};
use std::{sync::atomic::Ordering::Relaxed, time::Instant};

/// A field of the page.
pub enum Field {
    /// A text.
    Text(String),
    /// A number.
    Number(u64),
    /// A time, in seconds since 1970.
    Time(i64),
    /// A part of a hundred.
    Percent(f64),
}

/// What is known of a pool, by the names of the page.
pub fn pool_fields(pool: &Pool) -> Vec<(&'static str, Field)> {
    let (board, config) = (&pool.board, &pool.config);
    let count = board.count();
    let waiting = pool.waiting();
    let number = |n: usize| Field::Number(n as u64);
    vec![
        ("pool", Field::Text(config.name.clone())),
        ("process manager", Field::Text(config.manager().name().to_owned())),
        ("start time", Field::Time(board.started)),
        ("start since", Field::Number(since(board.started))),
        ("accepted conn", Field::Number(board.accepted.load(Relaxed))),
        ("listen queue", Field::Number(waiting)),
        ("max listen queue", Field::Number(board.most_waiting.load(Relaxed))),
        ("listen queue len", Field::Number(pool.queue_length)),
        ("idle processes", number(count.idle)),
        ("active processes", number(count.active)),
        ("total processes", number(count.total())),
        ("max active processes", number(board.most_active.load(Relaxed))),
        ("max children reached", Field::Number(board.reached.load(Relaxed))),
        ("slow requests", Field::Number(board.slow.load(Relaxed))),
        ("memory peak", number(board.memory.load(Relaxed))),
    ]
}

/// What is known of a child.
pub fn child_fields(child: &Child) -> Vec<(&'static str, Field)> {
    let took = child.took.unwrap_or_else(|| Instant::now().duration_since(child.began));
    vec![
        ("pid", Field::Number(child.thread)),
        ("state", Field::Text(child.state.name().to_owned())),
        ("start time", Field::Time(child.started)),
        ("start since", Field::Number(since(child.started))),
        ("requests", Field::Number(child.requests)),
        ("request duration", Field::Number(if child.requests == 0 { 0 } else { took.as_micros() as u64 })),
        ("request method", Field::Text(child.method.clone())),
        ("request uri", Field::Text(child.uri.clone())),
        ("content length", Field::Number(child.content_length)),
        ("user", Field::Text(child.user.clone())),
        ("script", Field::Text(child.script.clone())),
        ("last request cpu", Field::Percent(child.cpu)),
        ("last request memory", Field::Number(child.memory as u64)),
    ]
}

fn since(time: i64) -> u64 {
    u64::try_from(log::seconds() - time).unwrap_or(0)
}

/// Which page is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Text,
    Html,
    Json,
    Xml,
    OpenMetrics,
}

impl Form {
    fn of(query: &str) -> Form {
        let named = |name: &str| query.split('&').any(|word| word == name);
        if named("html") {
            Form::Html
        } else if named("xml") {
            Form::Xml
        } else if named("json") {
            Form::Json
        } else if named("openmetrics") {
            Form::OpenMetrics
        } else {
            Form::Text
        }
    }
    /// The header line that says what the page is.
    fn line(self) -> &'static str {
        match self {
            Form::Text => "Content-type: text/plain;charset=UTF-8",
            Form::Html => "Content-type: text/html;charset=UTF-8",
            Form::Json => "Content-Type: application/json",
            Form::Xml => "Content-type: text/xml;charset=UTF-8",
            Form::OpenMetrics => "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8",
        }
    }
}

/// The page that a query asks for: the header line of its type, and its text.
pub fn page(pool: &Pool, query: &str) -> (&'static str, String) {
    let form = Form::of(query);
    let full = query.split('&').any(|word| word == "full");
    let fields = pool_fields(pool);
    let children =
        || -> Vec<_> { if full { pool.board.all().iter().map(|(_, child)| child_fields(child)).collect() } else { Vec::new() } };
    let text = match form {
        Form::Text => text(&fields, &children()),
        Form::Html => html(&fields, full.then(children)),
        Form::Json => json(&fields, full.then(children)),
        Form::Xml => xml(&fields, full.then(children)),
        Form::OpenMetrics => metrics(&fields),
    };
    (form.line(), text)
}

type Fields = Vec<(&'static str, Field)>;

impl Field {
    /// As people read it.
    fn shown(&self) -> String {
        match self {
            Field::Text(text) => text.clone(),
            Field::Number(n) => n.to_string(),
            Field::Time(at) => log::time("%d/%b/%Y:%H:%M:%S %z", *at),
            Field::Percent(n) => format!("{n:.2}"),
        }
    }
    /// As programs read it.
    fn plain(&self) -> String {
        match self {
            Field::Time(at) => at.to_string(),
            _ => self.shown(),
        }
    }
}

fn text(fields: &Fields, children: &[Fields]) -> String {
    let mut out = String::new();
    for (at, fields) in [fields].into_iter().chain(children).enumerate() {
        if at > 0 {
            out.push_str("\n************************\n");
        }
        for (name, field) in fields {
            let name = if *name == "request uri" { "request URI" } else { name };
            out.push_str(&format!("{:21} {}\n", format!("{name}:"), field.shown()));
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#039;"),
            c => out.push(c),
        }
    }
    out
}

fn html(fields: &Fields, children: Option<Vec<Fields>>) -> String {
    let mut out = String::from(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\" lang=\"en\">\n<head><title>PHP-FPM Status Page</title></head>\n\
         <body>\n<table>\n",
    );
    for (name, field) in fields {
        out.push_str(&format!("<tr><th>{name}</th><td>{}</td></tr>\n", escaped(&field.shown())));
    }
    out.push_str("</table>\n");
    if let Some(children) = children {
        let names = children.first().into_iter().flatten().map(|(name, _)| format!("<th>{name}</th>")).collect::<String>();
        out.push_str(&format!("<table border=\"1\">\n<tr>{names}</tr>\n"));
        for child in &children {
            let cells = child.iter().map(|(_, field)| format!("<td>{}</td>", escaped(&field.shown()))).collect::<String>();
            out.push_str(&format!("<tr>{cells}</tr>\n"));
        }
        out.push_str("</table>");
    }
    out.push_str("</body></html>");
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '/' => out.push_str("\\/"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn json_fields(fields: &Fields) -> String {
    let field = |(name, field): &(&str, Field)| match field {
        Field::Text(text) => format!("\"{name}\":{}", quoted(text)),
        field => format!("\"{name}\":{}", field.plain()),
    };
    fields.iter().map(field).collect::<Vec<_>>().join(",")
}

fn json(fields: &Fields, children: Option<Vec<Fields>>) -> String {
    let children = children.map(|children| {
        let all: Vec<String> = children.iter().map(|child| format!("{{{}}}", json_fields(child))).collect();
        format!(", \"processes\":[{}]", all.join(","))
    });
    format!("{{{}{}}}", json_fields(fields), children.unwrap_or_default())
}

fn xml_fields(fields: &Fields, between: &str) -> String {
    let element = |(name, field): &(&str, Field)| {
        let name = name.replace(' ', "-");
        format!("<{name}>{}</{name}>{between}", escaped(&field.plain()))
    };
    fields.iter().map(element).collect()
}

fn xml(fields: &Fields, children: Option<Vec<Fields>>) -> String {
    let children = children.map(|children| {
        let all: String = children.iter().map(|child| format!("<process>{}</process>\n", xml_fields(child, ""))).collect();
        format!("<processes>\n{all}</processes>\n")
    });
    format!("<?xml version=\"1.0\" ?>\n<status>\n{}{}</status>", xml_fields(fields, "\n"), children.unwrap_or_default())
}

/// Fields that are metrics: their names, kinds, and what they count.
const METRICS: [(&str, &str, &str, &str); 12] = [
    ("start since", "start_since", "counter", "The number of seconds since FPM has started."),
    ("accepted conn", "accepted_connections", "counter", "The number of requests accepted by the pool."),
    ("listen queue", "listen_queue", "gauge", "The number of requests in the queue of pending connections."),
    (
        "max listen queue",
        "max_listen_queue",
        "counter",
        "The maximum number of requests in the queue of pending connections since FPM has started.",
    ),
    ("listen queue len", "listen_queue_length", "gauge", "The size of the socket queue of pending connections."),
    ("idle processes", "idle_processes", "gauge", "The number of idle processes."),
    ("active processes", "active_processes", "gauge", "The number of active processes."),
    ("total processes", "total_processes", "gauge", "The number of idle + active processes."),
    ("max active processes", "max_active_processes", "counter", "The maximum number of active processes since FPM has started."),
    (
        "max children reached",
        "max_children_reached",
        "counter",
        "The number of times, the process limit has been reached, when pm tries to start more children (works only for pm \
         'dynamic' and 'ondemand').",
    ),
    ("slow requests", "slow_requests", "counter", "The number of requests that exceeded your 'request_slowlog_timeout' value."),
    ("memory peak", "memory_peak", "gauge", "The memory usage peak since FPM has started."),
];

fn metrics(fields: &Fields) -> String {
    let value = |name: &str| fields.iter().find(|(n, _)| *n == name).map_or_else(String::new, |(_, field)| field.plain());
    let mut out = format!(
        "# HELP phpfpm_up Could pool {} using a {} PM on PHP-FPM be reached?\n# TYPE phpfpm_up gauge\nphpfpm_up 1\n",
        value("pool"),
        value("process manager")
    );
    for (field, name, kind, help) in METRICS {
        let (help, kind) = (format!("# HELP phpfpm_{name} {help}\n"), format!("# TYPE phpfpm_{name} {kind}\n"));
        // php-fpm has these two the other way round.
        let head = if name == "listen_queue_length" { [kind, help] } else { [help, kind] };
        out.push_str(&format!("{}phpfpm_{name} {}\n", head.concat(), value(field)));
    }
    out.push_str("# EOF\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let fields = vec![("a b", Field::Text("</\"&".to_owned())), ("c", Field::Time(5)), ("d", Field::Percent(1.0))];
        assert_eq!(json(&fields, None), "{\"a b\":\"<\\/\\\"&\",\"c\":5,\"d\":1.00}");
        assert!(xml(&fields, None).contains("<a-b>&lt;/&quot;&amp;</a-b>\n<c>5</c>"));
        assert!(html(&fields, Some(vec![fields_of_one()])).contains("<tr><th>x</th></tr>\n<tr><td>1</td></tr>\n</table></body>"));
        assert_eq!(text(&vec![("pool", Field::Number(1))], &[]), "pool:                 1\n");
        assert_eq!([Form::of("full&json"), Form::of("jsonp"), Form::of("xml")], [Form::Json, Form::Text, Form::Xml]);
    }
    fn fields_of_one() -> Fields {
        vec![("x", Field::Number(1))]
    }
}
