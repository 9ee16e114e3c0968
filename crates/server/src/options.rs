//! What a server can be told: by flags, and by a file with the same names.

use crate::{bounds::Bounds, connection::Deadlines, dashboard::Dashboard, log, preload::Preload, telemetry, tls};
use phant_grants::{Grants, Kind};
use std::{path::PathBuf, time::Duration};

/// What to serve, and how.
pub struct Options {
    /// The document root.
    pub root: PathBuf,
    /// Address and port.
    pub listen: String,
    /// How many worker processes there are.
    pub processes: usize,
    /// How many requests run at a time, in each process.
    pub workers: Option<usize>,
    /// A script that is asked first.
    pub router: Option<PathBuf>,
    /// `SERVER_SOFTWARE`
    pub software: String,
    /// As PHP's built-in server does.
    pub as_php: bool,
    /// How many requests may wait for a worker.
    pub queue: usize,
    /// How many connections there may be.
    pub connections: usize,
    /// How many of them from one address; 0 for no limit.
    pub connections_per_address: usize,
    /// What clients may take their time for.
    pub deadlines: Deadlines,
    /// How long requests may take that are being answered when the server ends.
    pub drain: Duration,
    /// After how many requests a process is replaced; 0 for never.
    pub max_requests: u64,
    /// Where the supervisor tells how things are.
    pub admin: Option<String>,
    /// What every request is held to.
    pub bounds: Bounds,
    /// What processes that run PHP may do.
    pub grants: Grants,
    /// The folder that was asked for, around the document root or the same.
    pub folder: PathBuf,
    /// Browsers are told when files change, and code is looked at for every request.
    pub watch: bool,
    /// Where traces of requests go.
    pub traces: telemetry::Wishes,
    /// The file of the log, instead of standard error.
    pub log_file: Option<PathBuf>,
    /// Whether the terminal shows what happens.
    pub dashboard: Dashboard,
    /// How answered requests are told.
    pub access_log: log::Access,
    /// Whether files may be links to what is outside of the root.
    pub follow_links: bool,
    /// Connections are encrypted with this certificate.
    pub tls: Option<tls::Files>,
    /// They are, with one that is made for this server.
    pub self_signed: bool,
    /// Long answers are compressed for clients that take it.
    pub compress: bool,
    /// `SERVER_NAME`, if it is not the address.
    pub server_name: Option<String>,
    /// Scripts that stay.
    pub standing: Vec<Standing>,
    /// What is there before the first request.
    pub preload: Preload,
    /// Tells what such scripts keep from one request to the next.
    pub worker_check: bool,
}

/// A script that boots once and is called back for each request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What requests it gets: those whose address begins with this, or those that its own address is for.
    pub prefix: Option<String>,
    /// The script, in the document root or the working directory.
    pub script: PathBuf,
    /// How many of it run.
    pub count: Option<usize>,
    /// Requests run on private copies of what it leaves behind, instead of being called back for.
    pub is_snapshot: bool,
}

impl Standing {
    /// `[PREFIX=]SCRIPT[,N]`
    fn read(text: &str) -> Result<Standing, String> {
        let (prefix, rest) = match text.split_once('=') {
            Some((prefix, rest)) if prefix.starts_with('/') => (Some(prefix.to_owned()), rest),
            _ => (None, text),
        };
        let (script, count) = match rest.rsplit_once(',') {
            Some((script, count)) => (script, Some(number(count, 1, 1024)?)),
            None => (rest, None),
        };
        if script.is_empty() {
            return Err("needs a script".to_owned());
        }
        Ok(Standing { prefix, script: script.into(), count, is_snapshot: false })
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            root: PathBuf::from("."),
            listen: "127.0.0.1:8080".to_owned(),
            processes: 1,
            workers: None,
            router: None,
            software: "Phant".to_owned(),
            as_php: false,
            queue: 4096,
            connections: 10_000,
            connections_per_address: 0,
            deadlines: Deadlines::default(),
            drain: Duration::from_secs(10),
            max_requests: 0,
            admin: None,
            bounds: Bounds::default(),
            grants: Grants::default(),
            folder: PathBuf::from("."),
            watch: false,
            traces: telemetry::Wishes::default(),
            log_file: None,
            dashboard: Dashboard::Auto,
            access_log: log::Access::Text,
            follow_links: false,
            tls: None,
            self_signed: false,
            compress: true,
            server_name: None,
            standing: Vec::new(),
            preload: Preload::default(),
            worker_check: false,
        }
    }
}

/// Something that can be told, as the flag `--name` or the key `name` of a file.
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// A short flag.
    pub short: Option<char>,
    /// What its value is, for the help; empty if it is on or off. In brackets if the flag may stand without it.
    pub value: &'static str,
    /// What it is for.
    pub help: &'static [&'static str],
    set: fn(&mut Options, &str) -> Result<(), String>,
}

impl Setting {
    /// Whether the flag takes its value only behind `=`.
    pub fn is_optional(&self) -> bool {
        self.value.is_empty() || self.value.starts_with('[')
    }
    /// Sets it; why not, if its value is of no use.
    pub fn set(&self, options: &mut Options, value: &str) -> Result<(), String> {
        (self.set)(options, value).map_err(|why| format!("--{} {why}", self.name))
    }
}

/// The setting of a flag, `--name` or `-n`, or a name.
pub fn find(flag: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|s| {
        flag == s.name
            || flag.strip_prefix("--") == Some(s.name)
            || s.short.is_some_and(|c| flag.strip_prefix('-').is_some_and(|f| f.chars().eq([c])))
    })
}

fn number<T: TryFrom<u64>>(text: &str, least: u64, most: u64) -> Result<T, String> {
    let n = text.parse().ok().filter(|n| (least..=most).contains(n)).and_then(|n| T::try_from(n).ok());
    n.ok_or_else(|| format!("takes a number from {least} to {most}"))
}

/// `20`, `20s`, `500ms`, `2m`
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (amount, unit) = text.split_at(digits);
    let amount = amount.parse::<u32>().ok().filter(|&n| n > 0);
    let unit = match unit.trim() {
        "" | "s" => 1000,
        "ms" => 1,
        "m" => 60_000,
        _ => 0,
    };
    let time = amount.filter(|_| unit > 0).map(|n| Duration::from_millis(u64::from(n) * unit));
    time.ok_or_else(|| "takes a time such as 20s, 500ms or 2m".to_owned())
}

/// `64M`, `1G`, bytes
fn size(text: &str) -> Result<usize, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (amount, unit) = text.split_at(digits);
    let shift = match unit {
        "" => Some(0),
        "k" | "K" => Some(10),
        "m" | "M" => Some(20),
        "g" | "G" => Some(30),
        _ => None,
    };
    let size = amount.parse::<usize>().ok().filter(|&n| n > 0).zip(shift).and_then(|(n, shift)| n.checked_mul(1 << shift));
    size.ok_or_else(|| "takes a size such as 64M or 1G".to_owned())
}

fn grant(options: &mut Options, kind: Kind, value: &str) -> Result<(), String> {
    options.grants.add(kind, value);
    Ok(())
}

fn yes(text: &str) -> Result<bool, String> {
    match text {
        "" | "on" | "yes" | "true" | "1" => Ok(true),
        "off" | "no" | "false" | "0" => Ok(false),
        _ => Err("is on or off".to_owned()),
    }
}

/// `8080` and `:8080` as addresses.
fn address(text: &str) -> String {
    if text.bytes().all(|c| c.is_ascii_digit()) {
        format!("127.0.0.1:{text}")
    } else if text.starts_with(':') {
        format!("0.0.0.0{text}")
    } else {
        text.to_owned()
    }
}

const MOST: u64 = 1 << 32;

/// Everything that can be told.
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "listen",
        short: Some('l'),
        value: "<addr>:<port>",
        help: &["where to listen: 127.0.0.1:8080 if not given;", "a port alone is one of 127.0.0.1, :port one of every address"],
        set: |o, v| {
            o.listen = address(v);
            Ok(())
        },
    },
    Setting {
        name: "processes",
        short: Some('p'),
        value: "<n>",
        help: &[
            "worker processes: 1 if not given. A crash costs the requests",
            "of one of them; each has a code cache of its own",
        ],
        set: |o, v| number(v, 1, 1024).map(|n| o.processes = n),
    },
    Setting {
        name: "workers",
        short: Some('w'),
        value: "<n>",
        help: &["how many requests run at a time in each process:", "twice the processors, at least 4, if not given"],
        set: |o, v| number(v, 1, 1024).map(|n| o.workers = Some(n)),
    },
    Setting {
        name: "queue",
        short: None,
        value: "<n>",
        help: &["how many requests may wait for a worker: 4096 if not given;", "others are told to come again later (503)"],
        set: |o, v| number(v, 1, 1 << 20).map(|n| o.queue = n),
    },
    Setting {
        name: "max-requests",
        short: None,
        value: "<n>",
        help: &["replaces a process after so many requests; 0, never, if not given"],
        set: |o, v| number(v, 0, MOST).map(|n| o.max_requests = n),
    },
    Setting {
        name: "worker",
        short: None,
        value: "<script>[,<n>]",
        help: &[
            "a script that stays: it boots once and hands a callback to",
            "frankenphp_handle_request() for each request. n run in each process:",
            "as many as --workers if not given. With /path= in front it answers",
            "whatever below that path no file and no other script answers.",
            "Can be given several times",
        ],
        set: |o, v| {
            o.standing.push(Standing::read(v)?);
            Ok(())
        },
    },
    Setting {
        name: "snapshot",
        short: None,
        value: "<script>[,<n>]",
        help: &[
            "a script that boots once; each request runs on a private copy of",
            "what it leaves behind: by the callback that the script returns, or,",
            "if it returns none, by the script of its address. With /path= in",
            "front it is for addresses below that path. Can be given several times",
        ],
        set: |o, v| {
            o.standing.push(Standing { is_snapshot: true, ..Standing::read(v)? });
            Ok(())
        },
    },
    Setting {
        name: "preload",
        short: None,
        value: "auto|off",
        help: &[
            "auto: notes which files requests use, in <dir>/.phant-preload, and",
            "has their classes and functions ready from the next start or reload",
            "on. off: what the setting opcache.preload says",
        ],
        set: |o, v| {
            o.preload = match v {
                "auto" => Preload::Auto,
                "off" => Preload::AsSet,
                _ => return Err("is auto or off; for a script there is -d opcache.preload=<script>".to_owned()),
            };
            Ok(())
        },
    },
    Setting {
        name: "worker-check",
        short: None,
        value: "",
        help: &[
            "tells in the log which globals and statics of such scripts a request",
            "has changed: what one visitor leaves behind for the next",
        ],
        set: |o, v| yes(v).map(|on| o.worker_check = on),
    },
    Setting {
        name: "server-name",
        short: None,
        value: "<name>",
        help: &["$_SERVER['SERVER_NAME']: the address of --listen if not given"],
        set: |o, v| {
            o.server_name = Some(v.to_owned());
            Ok(())
        },
    },
    Setting {
        name: "max-connections",
        short: None,
        value: "<n>",
        help: &["open connections in each process: 10000 if not given,", "or what the system lets it open"],
        set: |o, v| number(v, 1, 1 << 24).map(|n| o.connections = n),
    },
    Setting {
        name: "max-connections-per-address",
        short: None,
        value: "<n>",
        help: &["open connections from one address; 0, any number, if not given"],
        set: |o, v| number(v, 0, 1 << 24).map(|n| o.connections_per_address = n),
    },
    Setting {
        name: "idle-timeout",
        short: None,
        value: "<time>",
        help: &["how long a connection may be idle between requests: 60s"],
        set: |o, v| duration(v).map(|t| o.deadlines.idle = t),
    },
    Setting {
        name: "head-timeout",
        short: None,
        value: "<time>",
        help: &["how long the head of a request may take to come: 20s"],
        set: |o, v| duration(v).map(|t| o.deadlines.head = t),
    },
    Setting {
        name: "body-timeout",
        short: None,
        value: "<time>",
        help: &["how long a body may take to come: 10m"],
        set: |o, v| duration(v).map(|t| o.deadlines.body = t),
    },
    Setting {
        name: "body-pause-timeout",
        short: None,
        value: "<time>",
        help: &["how long it may stand still on the way: 30s"],
        set: |o, v| duration(v).map(|t| o.deadlines.body_pause = t),
    },
    Setting {
        name: "write-timeout",
        short: None,
        value: "<time>",
        help: &["how long a client may leave an answer unread: 60s"],
        set: |o, v| duration(v).map(|t| o.deadlines.write = t),
    },
    Setting {
        name: "drain-timeout",
        short: None,
        value: "<time>",
        help: &["how long requests that run may go on when the server ends", "or is reloaded: 10s"],
        set: |o, v| duration(v).map(|t| o.drain = t),
    },
    Setting {
        name: "tls",
        short: None,
        value: "self-signed|off",
        help: &["HTTPS with a certificate that is made when the server starts,", "which browsers warn of: to try things out"],
        set: |o, v| {
            o.self_signed = match v {
                "self-signed" => true,
                "off" => false,
                _ => return Err("is self-signed or off".to_owned()),
            };
            Ok(())
        },
    },
    Setting {
        name: "tls-certificate",
        short: None,
        value: "<file>",
        help: &["HTTPS with this certificate (PEM, with those that lead to a root)"],
        set: |o, v| {
            o.tls.get_or_insert_default().certificate = v.into();
            Ok(())
        },
    },
    Setting {
        name: "tls-key",
        short: None,
        value: "<file>",
        help: &["the certificate's key (PEM)"],
        set: |o, v| {
            o.tls.get_or_insert_default().key = v.into();
            Ok(())
        },
    },
    Setting {
        name: "compress",
        short: None,
        value: "on|off",
        help: &["compresses pages and files for clients that take it", "(zstd, br, gzip): on"],
        set: |o, v| yes(v).map(|on| o.compress = on),
    },
    Setting {
        name: "follow-links",
        short: None,
        value: "",
        help: &["also serves links to what is outside of the root"],
        set: |o, v| yes(v).map(|on| o.follow_links = on),
    },
    Setting {
        name: "admin",
        short: None,
        value: "<addr>:<port>",
        help: &[
            "where /metrics (for Prometheus), /status (a page, or JSON for",
            "programs) and /health are; nowhere if not given. Not for",
            "visitors: anybody may ask there",
        ],
        set: |o, v| {
            o.admin = Some(address(v));
            Ok(())
        },
    },
    Setting {
        name: "slow-log-after",
        short: None,
        value: "<time>",
        help: &[
            "tells in the log where a request is that takes longer than",
            "this, with the calls that it is in; never if not given",
        ],
        set: |o, v| duration(v).map(|t| o.bounds.patience = Some(t)),
    },
    Setting {
        name: "budget-time",
        short: None,
        value: "<time>",
        help: &["how long a request may take, waiting included, whatever", "set_time_limit() says; any time if not given"],
        set: |o, v| duration(v).map(|t| o.bounds.budget.wall = Some(t)),
    },
    Setting {
        name: "budget-cpu",
        short: None,
        value: "<time>",
        help: &["how long it may compute; any time if not given"],
        set: |o, v| duration(v).map(|t| o.bounds.budget.cpu = Some(t)),
    },
    Setting {
        name: "budget-memory",
        short: None,
        value: "<size>",
        help: &["how much memory it may have (64M, 1G), whatever memory_limit", "says; any if not given"],
        set: |o, v| size(v).map(|n| o.bounds.memory = Some(n)),
    },
    Setting {
        name: "allow-read",
        short: None,
        value: "[=<path>,...]",
        help: &[
            "what PHP may read besides <dir>. If one of the four is given,",
            "only what they name is allowed: by the kernel, for good, and",
            "for programs that PHP starts too. Without =, everything",
        ],
        set: |o, v| grant(o, Kind::Read, v),
    },
    Setting {
        name: "allow-write",
        short: None,
        value: "[=<path>,...]",
        help: &["what PHP may change besides a folder of its own for", "temporary files"],
        set: |o, v| grant(o, Kind::Write, v),
    },
    Setting {
        name: "allow-net",
        short: None,
        value: "[=<host>[:<port>],...]",
        help: &["what PHP may connect to: names, addresses, :port for a port", "of any host, paths of sockets"],
        set: |o, v| grant(o, Kind::Net, v),
    },
    Setting {
        name: "allow-exec",
        short: None,
        value: "[=<program>,...]",
        help: &["what programs PHP may start, by name or path"],
        set: |o, v| grant(o, Kind::Exec, v),
    },
    Setting {
        name: "watch",
        short: None,
        value: "",
        help: &[
            "for developers: changes of files in <dir> are seen at once, and",
            "pages that browsers show load themselves anew",
        ],
        set: |o, v| yes(v).map(|on| o.watch = on),
    },
    Setting {
        name: "otel-endpoint",
        short: None,
        value: "<url>",
        help: &[
            "where a collector of OpenTelemetry takes traces by OTLP:",
            "http://127.0.0.1:4318, say; OTEL_EXPORTER_OTLP_ENDPOINT and the",
            "other variables of that kind count where this is not given",
        ],
        set: |o, v| {
            o.traces.endpoint = Some(v.to_owned());
            Ok(())
        },
    },
    Setting {
        name: "otel-service-name",
        short: None,
        value: "<name>",
        help: &["what traces call this application: OTEL_SERVICE_NAME, or the", "name of <dir>"],
        set: |o, v| {
            o.traces.service = Some(v.to_owned());
            Ok(())
        },
    },
    Setting {
        name: "log-file",
        short: None,
        value: "<file>",
        help: &["where the log goes instead of to standard error; opened anew", "when the signal USR1 comes"],
        set: |o, v| {
            o.log_file = Some(v.into());
            Ok(())
        },
    },
    Setting {
        name: "dashboard",
        short: None,
        value: "auto|on|off",
        help: &[
            "requests, latency, memory and errors in the last lines of the",
            "terminal: auto. on: where there is none, a line every 10 seconds",
        ],
        set: |o, v| {
            o.dashboard = match v {
                "auto" => Dashboard::Auto,
                "on" => Dashboard::On,
                "off" => Dashboard::Off,
                _ => return Err("is auto, on or off".to_owned()),
            };
            Ok(())
        },
    },
    Setting {
        name: "access-log",
        short: None,
        value: "text|json|off",
        help: &["how answered requests are told, on standard error: text"],
        set: |o, v| {
            o.access_log = match v {
                "text" => log::Access::Text,
                "json" => log::Access::Json,
                "off" => log::Access::Off,
                _ => return Err("is text, json or off".to_owned()),
            };
            Ok(())
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings() {
        let mut options = Options::default();
        let set = |options: &mut Options, flag: &str, value: &str| find(flag).expect("a setting").set(options, value);
        assert_eq!(set(&mut options, "-l", "81"), Ok(()));
        assert_eq!(set(&mut options, "--idle-timeout", "500ms"), Ok(()));
        assert_eq!(set(&mut options, "workers", "0"), Err("--workers takes a number from 1 to 1024".into()));
        assert_eq!(set(&mut options, "head-timeout", "5h"), Err("--head-timeout takes a time such as 20s, 500ms or 2m".into()));
        assert_eq!((options.listen.as_str(), options.deadlines.idle), ("127.0.0.1:81", Duration::from_millis(500)));
        assert_eq!(set(&mut options, "--worker", "/=a,b.php,3"), Ok(()));
        assert_eq!(set(&mut options, "--worker", "index.php"), Ok(()));
        assert!(set(&mut options, "--worker", "index.php,x").is_err() && set(&mut options, "--worker", "/=").is_err());
        let first = Standing { prefix: Some("/".into()), script: "a,b.php".into(), count: Some(3), is_snapshot: false };
        let second = Standing { prefix: None, script: "index.php".into(), count: None, is_snapshot: false };
        assert_eq!(options.standing, [first.clone(), second.clone()]);
        assert_eq!(set(&mut options, "--snapshot", "index.php"), Ok(()));
        assert_eq!(options.standing, [first, second.clone(), Standing { is_snapshot: true, ..second }]);
        assert_eq!(set(&mut options, "--budget-memory", "64M"), Ok(()));
        assert_eq!(set(&mut options, "--budget-time", "500ms"), Ok(()));
        assert_eq!(options.bounds.memory, Some(64 << 20));
        assert_eq!(options.bounds.budget.wall, Some(Duration::from_millis(500)));
        assert!(set(&mut options, "--budget-memory", "64T").is_err() && set(&mut options, "--budget-memory", "0").is_err());
        assert!(find("-x").is_none() && find("--").is_none());
    }
}
