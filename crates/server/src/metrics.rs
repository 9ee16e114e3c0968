//! What a worker process counts, and how the supervisor shows it.
//!
//! A process tells its counts as one line, `name=value` with blanks between; the supervisor makes of the lines of all
//! processes the page for Prometheus (`/metrics`) and the one for programs and people (`/status`).

use std::{
    fmt::Write,
    sync::atomic::{
        AtomicU64,
        Ordering::{AcqRel, Relaxed},
    },
    time::Duration,
};

/// Upper bounds of the classes of times, in milliseconds.
pub const BOUNDS: [u64; 13] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/// What one process counts.
#[derive(Default)]
pub struct Metrics {
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 6],
    /// Answers by time, and the slower ones.
    times: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
    bytes: AtomicU64,
    /// Connections that were taken.
    pub connections: AtomicU64,
    /// Requests that found no room in the queue.
    pub turned_away: AtomicU64,
    /// Requests that PHP is running.
    pub running: AtomicU64,
    /// Requests that took longer than somebody wants to know.
    pub slow: AtomicU64,
}

impl Metrics {
    /// Runs a request.
    pub fn run<R>(&self, request: impl FnOnce() -> R) -> R {
        self.running.fetch_add(1, AcqRel);
        let result = request();
        self.running.fetch_sub(1, AcqRel);
        result
    }
    /// Counts an answer.
    pub fn answered(&self, status: u16, sent: u64, took: Duration) {
        self.answers[usize::from(status / 100).min(5)].fetch_add(1, Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let class = BOUNDS.iter().position(|&bound| micros <= bound * 1000).unwrap_or(BOUNDS.len());
        self.times[class].fetch_add(1, Relaxed);
        self.microseconds.fetch_add(micros, Relaxed);
        self.bytes.fetch_add(sent, Relaxed);
    }
    /// All of it in one line, behind what is so at the moment.
    pub fn line(&self, now: &[(&str, u64)]) -> String {
        let mut out = String::new();
        let mut put = |name: &str, value: u64| {
            let _ = write!(out, "{name}={value} ");
        };
        now.iter().for_each(|(name, value)| put(name, *value));
        for (class, count) in self.answers.iter().enumerate().skip(1) {
            put(&format!("answers_{class}xx"), count.load(Relaxed));
        }
        let mut so_far = 0;
        for (i, count) in self.times.iter().enumerate() {
            so_far += count.load(Relaxed);
            put(&BOUNDS.get(i).map_or("within_any".to_owned(), |ms| format!("within_{ms}")), so_far);
        }
        put("microseconds", self.microseconds.load(Relaxed));
        put("bytes", self.bytes.load(Relaxed));
        put("connections_total", self.connections.load(Relaxed));
        put("turned_away", self.turned_away.load(Relaxed));
        put("slow", self.slow.load(Relaxed));
        out.trim_end().to_owned()
    }
}

/// What is known of one process.
pub struct Process {
    /// Its number in the system.
    pub pid: u32,
    /// How long it has been there.
    pub age: Duration,
    /// It finishes what it was asked.
    pub ending: bool,
    /// What it says; empty if it does not answer.
    pub line: String,
}

impl Process {
    /// The counts by their names.
    pub fn values(&self) -> impl Iterator<Item = (&str, u64)> {
        self.line.split(' ').filter_map(|pair| pair.split_once('=')).filter_map(|(name, value)| Some((name, value.parse().ok()?)))
    }
    /// Resident memory in bytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid)).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|l| l.split_ascii_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kb| kb * 1024)
    }
}

/// Name, name within a process, kind and meaning of what Prometheus is told.
const SHOWN: [(&str, &str, &str, &str); 13] = [
    ("phant_requests_active", "busy", "gauge", "Requests that are being answered."),
    ("phant_queue_length", "queue", "gauge", "Requests that wait for a worker."),
    ("phant_connections_open", "connections", "gauge", "Open connections."),
    ("phant_workers", "workers", "gauge", "Threads that run PHP."),
    ("phant_workers_busy", "running", "gauge", "Those that are running a request now."),
    ("phant_workers_idle", "idle", "gauge", "Those that are not."),
    ("phant_spans_dropped_total", "spans_dropped", "counter", "Spans of traces that were lost."),
    ("phant_slow_requests_total", "slow", "counter", "Requests that took longer than --slow-log-after."),
    ("phant_connections_total", "connections_total", "counter", "Connections that were taken."),
    ("phant_requests_turned_away_total", "turned_away", "counter", "Requests that found no room in the queue."),
    ("phant_response_bytes_total", "bytes", "counter", "Bytes of answers, without their heads."),
    ("phant_cache_files", "cache_files", "gauge", "Files in the code cache."),
    ("phant_cache_bytes", "cache_bytes", "gauge", "Size of the code cache, nearly."),
];

/// The page for Prometheus.
pub fn prometheus(processes: &[Process], restarts: u64) -> String {
    let mut out = String::new();
    let head = |out: &mut String, name: &str, kind: &str, meaning: &str| {
        let _ = writeln!(out, "# HELP {name} {meaning}\n# TYPE {name} {kind}");
    };
    head(&mut out, "phant_restarts_total", "counter", "Worker processes that died and were replaced.");
    let _ = writeln!(out, "phant_restarts_total {restarts}");
    head(&mut out, "phant_memory_bytes", "gauge", "Resident memory of a worker process.");
    for process in processes {
        let _ = writeln!(out, "phant_memory_bytes{{process=\"{}\"}} {}", process.pid, process.memory());
    }
    for (name, key, kind, meaning) in SHOWN {
        head(&mut out, name, kind, meaning);
        for process in processes {
            if let Some((_, value)) = process.values().find(|(name, _)| *name == key) {
                let _ = writeln!(out, "{name}{{process=\"{}\"}} {value}", process.pid);
            }
        }
    }
    head(&mut out, "phant_responses_total", "counter", "Answers by the class of their status.");
    for process in processes {
        for (class, value) in process.values().filter_map(|(name, value)| Some((name.strip_prefix("answers_")?, value))) {
            let _ = writeln!(out, "phant_responses_total{{process=\"{}\",status=\"{class}\"}} {value}", process.pid);
        }
    }
    let name = "phant_response_seconds";
    head(&mut out, name, "histogram", "Time from the end of a request to the end of its answer.");
    for process in processes {
        let pid = process.pid;
        for (bound, value) in process.values().filter_map(|(name, value)| Some((name.strip_prefix("within_")?, value))) {
            match bound.parse::<f64>() {
                Ok(ms) => drop(writeln!(out, "{name}_bucket{{process=\"{pid}\",le=\"{}\"}} {value}", ms / 1000.0)),
                Err(_) => {
                    let _ = writeln!(out, "{name}_bucket{{process=\"{pid}\",le=\"+Inf\"}} {value}");
                    let _ = writeln!(out, "{name}_count{{process=\"{pid}\"}} {value}");
                }
            }
        }
        if let Some((_, micros)) = process.values().find(|(name, _)| *name == "microseconds") {
            let _ = writeln!(out, "{name}_sum{{process=\"{pid}\"}} {}", micros as f64 / 1e6);
        }
    }
    out
}

/// The same as JSON.
pub fn json(processes: &[Process], restarts: u64) -> String {
    let mut out = format!("{{\"restarts\":{restarts},\"processes\":[");
    for (i, process) in processes.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let (pid, age, memory) = (process.pid, process.age.as_secs(), process.memory());
        let _ = write!(out, "{comma}\n {{\"pid\":{pid},\"seconds\":{age},\"ending\":{},\"memory\":{memory}", process.ending);
        for (name, value) in process.values() {
            let _ = write!(out, ",\"{name}\":{value}");
        }
        out.push('}');
    }
    out.push_str("\n]}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let metrics = Metrics::default();
        metrics.answered(200, 10, Duration::from_micros(900));
        metrics.answered(503, 0, Duration::from_millis(7));
        let process = Process { pid: 7, age: Duration::ZERO, ending: false, line: metrics.line(&[("queue", 3)]) };
        let text = prometheus(&[process], 1);
        for line in [
            "phant_restarts_total 1",
            "phant_queue_length{process=\"7\"} 3",
            "phant_responses_total{process=\"7\",status=\"5xx\"} 1",
            "phant_response_seconds_bucket{process=\"7\",le=\"0.005\"} 1",
            "phant_response_seconds_bucket{process=\"7\",le=\"0.01\"} 2",
            "phant_response_seconds_count{process=\"7\"} 2",
            "phant_response_seconds_sum{process=\"7\"} 0.0079",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
    }
}
