//! `/status` for people: figures and small charts, without scripts or anything from elsewhere.

use crate::{
    history::{History, Sample},
    metrics::Process,
};
use std::fmt::Write;

const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 84.0;
/// How many seconds a chart shows.
const SECONDS: usize = 120;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1b2733; --soft: #5c6b7a; --line: #d5dde5; --card: #fff; --page: #f3f6f9;
  --a: #2463c5; --b: #c26a12; --bad: #c2273d }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #94a3b3; --line: #2c3844; --card: #17202a; --page: #0f161d;
  --a: #6ea8fe; --b: #f0a04b; --bad: #ff6b7d } }
* { box-sizing: border-box }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0; padding: 1.5rem;
  max-width: 1080px; margin-inline: auto }
h1 { font-size: 1.3rem; margin: 0 } h2 { font-size: .95rem; margin: 0 0 .5rem; font-weight: 600 }
header { display: flex; justify-content: space-between; align-items: baseline; flex-wrap: wrap; gap: .5rem; margin-bottom: 1rem }
header p { margin: 0; color: var(--soft) }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: .75rem; margin-bottom: .75rem }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: .75rem; margin-bottom: .75rem }
section, .figures div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem }
.figures b { display: block; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums }
.figures span, .key { color: var(--soft); font-size: .85rem } .key { font-weight: 400; white-space: nowrap } .bad { color: var(--bad) }
svg { display: block; width: 100%; height: auto } svg text { font: 10px system-ui, sans-serif; fill: var(--soft) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums } .wide { overflow-x: auto }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left } th { color: var(--soft); font-weight: 500 }
header a { color: var(--a) } i { display: inline-block; width: .8em; height: .2em; vertical-align: middle; margin: 0 .3em 0 .8em }
";

/// `1.2 MB`
pub fn size(bytes: u64) -> String {
    match bytes {
        0..=9_999 => format!("{bytes} B"),
        10_000..=999_999 => format!("{} kB", bytes / 1000),
        1_000_000..=999_999_999 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

/// `12.5`, `1,250`
pub fn number(value: f64) -> String {
    if value < 100.0 && value.fract() > 0.05 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `350 µs`, `12 ms`, `1.5 s`
pub fn time(milliseconds: f64) -> String {
    match milliseconds {
        ms if ms <= 0.0 => "–".to_owned(),
        ms if ms < 1.0 => format!("{:.0} µs", ms * 1000.0),
        ms if ms < 1000.0 => format!("{} ms", number(ms)),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}

/// `3 d 4 h`, `5 min`
fn age(seconds: u64) -> String {
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds / 60),
        7200..=172_799 => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
    }
}

/// A line of a chart.
struct Curve<'a> {
    name: &'a str,
    colour: &'a str,
    value: fn(&Sample) -> f64,
}

/// A chart of the last two minutes; `shown` writes its largest value.
fn chart(out: &mut String, title: &str, history: &History, curves: &[Curve<'_>], shown: fn(f64) -> String) {
    let values = |curve: &Curve<'_>| history.samples().map(curve.value).collect::<Vec<_>>();
    let most = curves.iter().flat_map(values).fold(0.0, f64::max);
    let top = if most > 0.0 { most } else { 1.0 };
    let _ = write!(out, "<section><h2>{title} <span class=key>");
    for Curve { name, colour, .. } in curves {
        let _ = write!(out, "<i style=\"background:var({colour})\"></i>{name}");
    }
    let label = curves.iter().map(|curve| curve.name).collect::<Vec<_>>().join(", ");
    let _ = write!(
        out,
        "</span></h2>\n<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{title}: {label}\">\
         <path d=\"M0 .5H{WIDTH}M0 {}H{WIDTH}M0 {HEIGHT}H{WIDTH}\" stroke=\"var(--line)\" fill=\"none\"/>",
        HEIGHT + 14.0,
        HEIGHT / 2.0
    );
    for curve in curves {
        let values = values(curve);
        let step = WIDTH / (SECONDS - 1) as f64;
        let start = (SECONDS - values.len().min(SECONDS)) as f64 * step;
        let points = values.iter().enumerate().fold(String::new(), |mut points, (i, value)| {
            let _ = write!(points, "{:.1},{:.1} ", start + i as f64 * step, HEIGHT - value / top * (HEIGHT - 2.0));
            points
        });
        let colour = curve.colour;
        let _ = write!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"var({colour})\" stroke-width=\"1.5\" stroke-linejoin=\"round\"/>",
            points.trim_end()
        );
    }
    let shown = if most > 0.0 { shown(most) } else { "0".to_owned() };
    let _ = writeln!(
        out,
        "<text x=\"2\" y=\"11\">{shown}</text><text x=\"0\" y=\"{y}\">2 minutes ago</text>\
         <text x=\"{WIDTH}\" y=\"{y}\" text-anchor=\"end\">now</text></svg></section>",
        y = HEIGHT + 11.0
    );
}

fn figures(out: &mut String, last: &Sample, restarts: u64) {
    let now = &last.now;
    let bad = last.answers[5] + last.turned_away;
    let mut figure = |value: String, name: &str, is_bad: bool| {
        let class = if is_bad { " class=bad" } else { "" };
        let _ = writeln!(out, "<div><b{class}>{value}</b><span>{name}</span></div>");
    };
    figure(number(last.rate()), "requests a second", false);
    figure(time(last.within(0.5)), "half of the answers within", false);
    figure(time(last.within(0.99)), "99 % within", false);
    figure(bad.to_string(), "errors in 10 seconds", bad > 0);
    figure(format!("{} / {}", now.running, now.workers), "workers busy", now.workers > 0 && now.running == now.workers);
    figure(number(now.queue as f64), "requests wait", now.queue > 0);
    figure(number(now.connections as f64), "connections", false);
    figure(size(now.memory), "memory", false);
    figure(number(now.cache_files as f64), &format!("files in the code cache, {}", size(now.cache_bytes)), false);
    figure(restarts.to_string(), "restarts", restarts > 0);
}

fn table(out: &mut String, processes: &[Process]) {
    out.push_str(
        "<section><h2>Processes</h2><div class=wide><table><tr><th>process<th>up<th>memory<th>connections<th>busy<th>workers<th>waiting\
         <th>2xx<th>3xx<th>4xx<th>5xx<th>turned away<th>sent\n",
    );
    for process in processes {
        let value = |name: &str| process.values().find(|(n, _)| *n == name).map_or(0, |(_, value)| value);
        let state = if process.ending { " (ending)" } else { "" };
        let _ = write!(out, "<tr><td>{}{state}<td>{}<td>{}", process.pid, age(process.age.as_secs()), size(process.memory()));
        for name in [
            "connections",
            "running",
            "workers",
            "queue",
            "answers_2xx",
            "answers_3xx",
            "answers_4xx",
            "answers_5xx",
            "turned_away",
        ] {
            let _ = write!(out, "<td>{}", number(value(name) as f64));
        }
        let _ = writeln!(out, "<td>{}", size(value("bytes")));
    }
    out.push_str("</table></div></section>\n");
}

/// The page.
pub fn html(processes: &[Process], restarts: u64, history: &History) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=en><meta charset=\"utf-8\"><meta name=viewport content=\"width=device-width\">\
         <meta http-equiv=refresh content=2><title>Phant</title><style>{STYLE}</style>\n<header><h1>Phant</h1>\
         <p>for programs: <a href=/metrics>/metrics</a> and this page as JSON</p></header>\n<div class=figures>\n"
    );
    figures(&mut out, &history.last(10), restarts);
    out.push_str("</div>\n<div class=charts>\n");
    let curve = |name, colour, value| Curve { name, colour, value };
    chart(&mut out, "Requests a second", history, &[curve("all", "--a", Sample::rate)], number);
    let times =
        [curve("half", "--a", |sample: &Sample| sample.within(0.5)), curve("99 %", "--b", |sample: &Sample| sample.within(0.99))];
    chart(&mut out, "Answers within", history, &times, time);
    let work = [
        curve("workers busy", "--a", |sample: &Sample| sample.now.running as f64),
        curve("waiting", "--b", |sample: &Sample| sample.now.queue as f64),
    ];
    chart(&mut out, "Work", history, &work, number);
    let errors = [
        curve("4xx", "--b", |sample: &Sample| sample.answers[4] as f64),
        curve("5xx", "--bad", |sample: &Sample| sample.answers[5] as f64),
    ];
    chart(&mut out, "Errors", history, &errors, number);
    chart(&mut out, "Memory", history, &[curve("all processes", "--a", |sample: &Sample| sample.now.memory as f64)], |v| {
        size(v as u64)
    });
    chart(&mut out, "Connections", history, &[curve("open", "--a", |sample: &Sample| sample.now.connections as f64)], number);
    out.push_str("</div>\n");
    table(&mut out, processes);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        assert_eq!([number(0.0), number(12.34), number(1234567.0)], ["0", "12.3", "1,234,567"]);
        assert_eq!([time(0.0), time(0.25), time(42.0), time(1500.0)], ["–", "250 µs", "42 ms", "1.5 s"]);
        assert_eq!(
            [size(999), size(35_500_000), age(59).as_str().into(), age(90_000)],
            ["999 B", "35.5 MB", "59 s", "25 h 0 min"]
        );
    }
}
