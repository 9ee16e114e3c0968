//! What traces are to be like: two flags, and the environment variables of OpenTelemetry's specification.

use crate::tls;
use std::{path::PathBuf, time::Duration};

/// What the flags say.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// `--otel-endpoint`
    pub endpoint: Option<String>,
    /// `--otel-service-name`
    pub service: Option<String>,
}

/// Which traces are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// Whoever began the trace has decided.
    pub asks_parent: bool,
    /// Of the others this part.
    pub ratio: f64,
}

/// Where spans go and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Host and port.
    pub address: String,
    /// `Host` of requests.
    pub host: String,
    pub path: String,
    /// Connections are encrypted.
    pub secure: Option<Secure>,
    /// JSON instead of protocol buffers.
    pub json: bool,
    pub headers: Vec<(String, String)>,
    pub timeout: Duration,
    /// How long spans wait at most.
    pub delay: Duration,
    /// How many wait at most, and how many are sent at once.
    pub queue: usize,
    pub batch: usize,
    pub sampler: Sampler,
    /// What is said of the application.
    pub resource: Vec<(String, String)>,
}

/// What encrypted connections go by.
#[derive(Clone, Debug, Default)]
pub struct Secure {
    /// The file of the certificates that the collector's must lead to; without one, those that the system trusts.
    pub roots: Option<PathBuf>,
    /// What this process shows of itself, if the collector asks.
    pub own: Option<tls::Files>,
}

type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Settings {
    /// Reads them; `None` if nothing is to be traced.
    pub fn read(wishes: &Wishes, name: &str, environment: Environment<'_>) -> Result<Option<Settings>, String> {
        // Empty is as good as not set, as the specification has it.
        let get = |name: &str| environment(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let of_traces =
            |end: &str| get(&format!("OTEL_EXPORTER_OTLP_TRACES_{end}")).or_else(|| get(&format!("OTEL_EXPORTER_OTLP_{end}")));
        let exporter = get("OTEL_TRACES_EXPORTER");
        let is_off = get("OTEL_SDK_DISABLED").is_some_and(|on| on.eq_ignore_ascii_case("true"));
        if is_off || exporter.as_deref() == Some("none") {
            return Ok(None);
        }
        if let Some(other) = exporter.as_deref().filter(|&name| name != "otlp") {
            return Err(format!("OTEL_TRACES_EXPORTER={other}: only otlp and none are known"));
        }
        let base = |url: String| format!("{}/v1/traces", url.trim_end_matches('/'));
        let url = wishes.endpoint.clone().map(base).or_else(|| get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"));
        let url = url.or_else(|| get("OTEL_EXPORTER_OTLP_ENDPOINT").map(base));
        let url = url.or_else(|| exporter.map(|_| "http://localhost:4318/v1/traces".to_owned()));
        let Some(url) = url else { return Ok(None) };
        let Target { secure, address, host, path } = parts(&url)?;
        let json = match of_traces("PROTOCOL").as_deref() {
            None | Some("http/protobuf") => false,
            Some("http/json") => true,
            Some(other) => return Err(format!("OTEL_EXPORTER_OTLP_PROTOCOL={other}: http/protobuf and http/json are known")),
        };
        let number = |name: &str, default: u64| match get(name) {
            None => Ok(default),
            Some(text) => text.parse::<u64>().map_err(|_| format!("{name}={text} is no number")),
        };
        let millis = |name: &str, default: u64| number(name, default).map(Duration::from_millis);
        let timeout = match of_traces("TIMEOUT") {
            Some(text) => {
                text.parse().map(Duration::from_millis).map_err(|_| format!("OTEL_EXPORTER_OTLP_TIMEOUT={text} is no number"))?
            }
            None => Duration::from_secs(10),
        };
        let queue = usize::try_from(number("OTEL_BSP_MAX_QUEUE_SIZE", 2048)?.clamp(1, 1 << 20)).unwrap_or(2048);
        let batch = usize::try_from(number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 512)?.max(1)).unwrap_or(512).min(queue);
        let mut resource = pairs(&get("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default());
        let service = wishes.service.clone().or_else(|| get("OTEL_SERVICE_NAME"));
        let is_named = resource.iter().any(|(key, _)| key == "service.name");
        if let Some(service) = service.or_else(|| (!is_named).then(|| name.to_owned())) {
            resource.retain(|(key, _)| key != "service.name");
            resource.push(("service.name".to_owned(), service));
        }
        let file = |end: &str| of_traces(end).map(PathBuf::from);
        let own = file("CLIENT_CERTIFICATE").zip(file("CLIENT_KEY")).map(|(certificate, key)| tls::Files { certificate, key });
        Ok(Some(Settings {
            address,
            host,
            path,
            secure: secure.then(|| Secure { roots: file("CERTIFICATE"), own }),
            json,
            headers: pairs(&of_traces("HEADERS").unwrap_or_default()),
            timeout,
            delay: millis("OTEL_BSP_SCHEDULE_DELAY", 5000)?,
            queue,
            batch,
            sampler: sampler(get("OTEL_TRACES_SAMPLER").as_deref(), get("OTEL_TRACES_SAMPLER_ARG").as_deref())?,
            resource,
        }))
    }
}

fn sampler(name: Option<&str>, argument: Option<&str>) -> Result<Sampler, String> {
    let name = name.unwrap_or("parentbased_always_on");
    let own = name.strip_prefix("parentbased_").unwrap_or(name);
    let ratio = match own {
        "always_on" => 1.0,
        "always_off" => 0.0,
        "traceidratio" => {
            let text = argument.unwrap_or("1.0");
            let ratio = text.parse::<f64>().ok().filter(|ratio| (0.0..=1.0).contains(ratio));
            ratio.ok_or_else(|| format!("OTEL_TRACES_SAMPLER_ARG={text} is no number from 0 to 1"))?
        }
        _ => return Err(format!("OTEL_TRACES_SAMPLER={name} is not known")),
    };
    Ok(Sampler { asks_parent: own != name, ratio })
}

/// `key=value,key=value`, with `%xx` in values.
fn pairs(text: &str) -> Vec<(String, String)> {
    let decode = |text: &str| {
        let decoded = crate::route::decode(text.as_bytes());
        decoded.map_or_else(|| text.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let pairs = text.split(',').filter_map(|pair| pair.split_once('='));
    // What would begin another line of a head is left out.
    let is_plain = |text: &String| !text.contains(|c: char| c.is_control());
    let pairs = pairs.map(|(key, value)| (key.trim().to_owned(), decode(value.trim())));
    pairs.filter(|(key, value)| !key.is_empty() && is_plain(key) && is_plain(value)).collect()
}

/// What a URL names.
struct Target {
    secure: bool,
    address: String,
    host: String,
    path: String,
}

fn parts(url: &str) -> Result<Target, String> {
    let wrong = || format!("{url} is no http:// or https:// address");
    let (secure, rest) = match url.strip_prefix("https://") {
        Some(rest) => (true, rest),
        None => (false, url.strip_prefix("http://").ok_or_else(wrong)?),
    };
    let (host, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
    let is_plain = |text: &str| text.bytes().all(|c| c.is_ascii_graphic());
    if host.is_empty() || !is_plain(host) || !is_plain(path) {
        return Err(wrong());
    }
    let has_port = host
        .rsplit_once(':')
        .is_some_and(|(name, port)| !name.contains(':') || name.ends_with(']') && port.parse::<u16>().is_ok());
    let port = if secure { 443 } else { 80 };
    let address = if has_port { host.to_owned() } else { format!("{host}:{port}") };
    Ok(Target { secure, address, host: host.to_owned(), path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(wishes: &Wishes, variables: &[(&str, &str)]) -> Result<Option<Settings>, String> {
        let get = |name: &str| variables.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
        Settings::read(wishes, "shop", &get)
    }

    #[test]
    fn variables() {
        let none = Wishes::default();
        assert!(read(&none, &[]).is_ok_and(|settings| settings.is_none()));
        let settings = read(&none, &[("OTEL_TRACES_EXPORTER", "otlp")]).expect("fine").expect("on");
        assert_eq!((settings.address.as_str(), settings.path.as_str()), ("localhost:4318", "/v1/traces"));
        assert_eq!(settings.resource, [("service.name".to_owned(), "shop".to_owned())]);
        let variables = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1/x/"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "key=a%20b, other=c"),
            ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json"),
            ("OTEL_RESOURCE_ATTRIBUTES", "service.name=z,host.name=h"),
            ("OTEL_TRACES_SAMPLER", "traceidratio"),
            ("OTEL_TRACES_SAMPLER_ARG", "0.25"),
            ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "99999"),
        ];
        let settings = read(&none, &variables).expect("fine").expect("on");
        assert_eq!((settings.address.as_str(), settings.path.as_str(), settings.json), ("a:1", "/x/v1/traces", true));
        assert_eq!(settings.headers, [("key".to_owned(), "a b".to_owned()), ("other".to_owned(), "c".to_owned())]);
        assert_eq!(settings.sampler, Sampler { asks_parent: false, ratio: 0.25 });
        assert_eq!((settings.queue, settings.batch, settings.resource.len()), (2048, 2048, 2));
        let wishes = Wishes { endpoint: Some("http://b".into()), service: Some("flag".into()) };
        let settings = read(&wishes, &variables).expect("fine").expect("on");
        assert_eq!((settings.address.as_str(), settings.path.as_str()), ("b:80", "/v1/traces"));
        assert!(settings.resource.contains(&("service.name".to_owned(), "flag".to_owned())));
        assert!(read(&wishes, &[("OTEL_SDK_DISABLED", "true")]).is_ok_and(|settings| settings.is_none()));
        for wrong in [("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"), ("OTEL_TRACES_SAMPLER", "x"), ("OTEL_BSP_SCHEDULE_DELAY", "x")] {
            assert!(read(&wishes, &[wrong]).is_err(), "{wrong:?}");
        }
        assert!(settings.secure.is_none());
        let wishes = Wishes { endpoint: Some("https://b".into()), service: None };
        let settings = read(&wishes, &[("OTEL_EXPORTER_OTLP_CERTIFICATE", "ca.pem")]).expect("fine").expect("on");
        assert_eq!(settings.address, "b:443");
        assert_eq!(settings.secure.and_then(|secure| secure.roots), Some("ca.pem".into()));
        assert!(read(&Wishes { endpoint: Some("ftp://b".into()), service: None }, &[]).is_err());
    }
}
