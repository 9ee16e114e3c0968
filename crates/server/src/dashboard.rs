//! What the server does, live in a terminal: a few lines at its lower end, above which the log scrolls. Where there is no
//! terminal, a line of text from time to time.
//!
//! Worker processes write the log to the same terminal. So the lines are kept out of what scrolls by the terminal itself
//! (DECSTBM), and each refresh is one write that leaves the cursor where it was.

use crate::{
    history::{History, Sample},
    log_line,
    status_page::{number, size, time},
};
use std::{fmt::Write as _, io::Write};
use terminal_size::{Height, Width, terminal_size_of};

/// How many lines it has.
const LINES: u16 = 5;
/// A terminal that is smaller is left alone.
const LEAST: (u16, u16) = (40, 14);
/// How many seconds there are between lines where there is no terminal.
const PAUSE: u32 = 10;
/// How a value looks in a row of them.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// How it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dashboard {
    /// In a terminal; not elsewhere.
    Auto,
    /// Lines of text where there is no terminal.
    On,
    /// Never.
    Off,
}

/// The place where it is shown.
pub struct Screen {
    is_terminal: bool,
    /// The size that the terminal had at the last look, if it was large enough.
    size: Option<(u16, u16)>,
    ticks: u32,
}

impl Screen {
    /// On standard error; none if nothing is to be shown.
    pub fn new(wish: Dashboard, is_terminal: bool) -> Option<Screen> {
        let is_wanted = wish == Dashboard::On || wish == Dashboard::Auto && is_terminal;
        is_wanted.then_some(Screen { is_terminal, size: None, ticks: 0 })
    }
    /// Shows what happened last.
    pub fn show(&mut self, history: &History, restarts: u64) {
        if self.is_terminal {
            self.draw(history, restarts);
            return;
        }
        self.ticks += 1;
        if self.ticks.is_multiple_of(PAUSE) {
            log_line(&line(&history.last(PAUSE as usize), restarts));
        }
    }
    fn draw(&mut self, history: &History, restarts: u64) {
        let found = terminal_size_of(std::io::stderr()).map(|(Width(columns), Height(rows))| (columns, rows));
        let size = found.filter(|(columns, rows)| *columns >= LEAST.0 && *rows >= LEAST.1);
        let mut out = String::new();
        if size != self.size {
            self.leave(&mut out);
            if let Some((_, rows)) = size {
                // Room for the lines, without those that are there.
                let _ = write!(out, "{}\x1b[{LINES}A\x1b7\x1b[1;{}r\x1b8", "\n".repeat(LINES.into()), rows - LINES);
            }
            self.size = size;
        }
        if let Some((columns, rows)) = size {
            out.push_str("\x1b7");
            for (i, text) in lines(history, restarts, usize::from(columns)).iter().enumerate() {
                let _ = write!(out, "\x1b[{};1H\x1b[2K{text}\x1b[0m", usize::from(rows - LINES) + 1 + i);
            }
            out.push_str("\x1b8");
        }
        let _ = std::io::stderr().write_all(out.as_bytes());
    }
    /// Gives the lines back to what scrolls.
    fn leave(&mut self, out: &mut String) {
        if let Some((_, rows)) = self.size.take() {
            let _ = write!(out, "\x1b7\x1b[r\x1b[{};1H\x1b[0J\x1b8", rows - LINES + 1);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let mut out = String::new();
        self.leave(&mut out);
        let _ = std::io::stderr().write_all(out.as_bytes());
    }
}

/// One line of text.
fn line(last: &Sample, restarts: u64) -> String {
    let now = &last.now;
    format!(
        "{} requests/s, p50 {}, p99 {}, {} errors, {} of {} workers busy, {} waiting, {} connections, {}, {restarts} restarts",
        number(last.rate()),
        time(last.within(0.5)),
        time(last.within(0.99)),
        last.answers[5] + last.turned_away,
        now.running,
        now.workers,
        now.queue,
        now.connections,
        size(now.memory)
    )
}

/// Values as bars, the newest at the right.
fn bars(history: &History, value: fn(&Sample) -> f64, width: usize) -> String {
    let values: Vec<f64> = history.samples().rev().take(width).map(value).collect();
    let most = values.iter().copied().fold(0.0, f64::max);
    let bar = |value: &f64| if *value <= 0.0 { ' ' } else { BARS[((value / most * 8.0).ceil() as usize).clamp(1, 8) - 1] };
    let text: String = values.iter().rev().map(bar).collect();
    format!("{}{text}", " ".repeat(width - values.len()))
}

fn lines(history: &History, restarts: u64, columns: usize) -> [String; LINES as usize] {
    let (last, minute) = (history.last(1), history.last(60));
    let now = &last.now;
    let room = if columns < 90 { 44 } else { 56 };
    let width = columns.saturating_sub(room + 2).min(120);
    let row = |name: &str, value: &str, more: &str, bars: String| {
        let text: String = format!("{name:<10}{value:>10}  {more}").chars().take(columns.min(room)).collect();
        format!("{text:<room$} \x1b[36m{bars}")
    };
    let errors = minute.answers[5] + minute.turned_away;
    let colour = if errors > 0 { "\x1b[31m" } else { "" };
    [
        format!("\x1b[2m{}", "─".repeat(columns)),
        row(
            "requests",
            &format!("{}/s", number(last.rate())),
            &format!("{}/s in a minute", number(minute.rate())),
            bars(history, Sample::rate, width),
        ),
        row(
            "latency",
            &time(last.within(0.5)),
            &format!("p99 {}, {} waiting", time(last.within(0.99)), now.queue),
            bars(history, |sample| sample.within(0.99), width),
        ),
        row(
            "memory",
            &size(now.memory),
            &format!("{}/{} workers, {} conn.", now.running, now.workers, now.connections),
            bars(history, |sample| sample.now.memory as f64, width),
        ),
        format!(
            "{colour}{}",
            row(
                "errors",
                &errors.to_string(),
                &format!("in a minute, {restarts} restarts"),
                bars(history, |sample| (sample.answers[5] + sample.turned_away) as f64, width),
            )
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit() {
        for columns in [40, 80, 200] {
            for line in lines(&History::default(), 3, columns) {
                let mut shown = 0;
                let mut escape = false;
                for c in line.chars() {
                    shown += usize::from(!escape && c != '\x1b');
                    escape = c == '\x1b' || escape && c != 'm';
                }
                assert!(shown <= columns.max(45), "{line:?}");
            }
        }
        assert!(Screen::new(Dashboard::Auto, false).is_none() && Screen::new(Dashboard::On, false).is_some());
    }
}
