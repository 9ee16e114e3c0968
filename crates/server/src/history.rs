//! What a server has counted in each of the last seconds: for the page that people read, and for the terminal.

use crate::metrics::{BOUNDS, Process};
use std::{
    collections::{HashMap, VecDeque},
    time::{Duration, Instant},
};

/// How often it is looked.
pub const EVERY: Duration = Duration::from_secs(1);
/// How far back it goes.
const MOST: usize = 120;

/// What happened between two looks.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// How long that was, in seconds.
    pub seconds: f64,
    /// Answers by the first digit of their status.
    pub answers: [u64; 6],
    /// Answers by time, and the slower ones.
    times: [u64; BOUNDS.len() + 1],
    /// Bytes of answers.
    pub bytes: u64,
    /// Requests that found no room in the queue.
    pub turned_away: u64,
    /// What was so at the second look.
    pub now: Now,
}

/// What is so at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Now {
    /// Threads that run PHP, and how many of them do.
    pub workers: u64,
    pub running: u64,
    /// Requests that wait for one.
    pub queue: u64,
    /// Open connections.
    pub connections: u64,
    /// Resident memory of all processes.
    pub memory: u64,
    /// The code cache of all processes.
    pub cache_files: u64,
    pub cache_bytes: u64,
}

impl Sample {
    /// All answers.
    pub fn requests(&self) -> u64 {
        self.answers.iter().sum()
    }
    /// Answers in a second.
    pub fn rate(&self) -> f64 {
        self.requests() as f64 / self.seconds.max(1e-3)
    }
    /// The time in milliseconds within which this part of the answers was made, as far as classes of times tell; 0 without any.
    pub fn within(&self, part: f64) -> f64 {
        let all: u64 = self.times.iter().sum();
        let wanted = part * all as f64;
        let mut seen = 0.0;
        for (class, &count) in self.times.iter().enumerate().filter(|(_, count)| **count > 0) {
            let from = if class == 0 { 0.0 } else { BOUNDS[class - 1] as f64 };
            let to = BOUNDS.get(class).map_or(from, |&bound| bound as f64);
            if seen + count as f64 >= wanted {
                return from + (to - from) * (wanted - seen) / count as f64;
            }
            seen += count as f64;
        }
        0.0
    }
    /// Takes in what another one has counted.
    fn add(&mut self, other: &Sample) {
        self.seconds += other.seconds;
        self.bytes += other.bytes;
        self.turned_away += other.turned_away;
        self.answers.iter_mut().zip(other.answers).for_each(|(sum, n)| *sum += n);
        self.times.iter_mut().zip(other.times).for_each(|(sum, n)| *sum += n);
        self.now = other.now;
    }
}

/// The last seconds.
#[derive(Default)]
pub struct History {
    samples: VecDeque<Sample>,
    /// What each process had counted at the last look.
    counted: HashMap<u32, Sample>,
    last: Option<Instant>,
}

impl History {
    /// Takes a look at what processes have told.
    pub fn look(&mut self, processes: &[Process], at: Instant) {
        let seconds = self.last.map_or(0.0, |last| at.saturating_duration_since(last).as_secs_f64());
        let is_first = self.last.replace(at).is_none();
        let mut sum = Sample { seconds, ..Sample::default() };
        let mut counted = HashMap::new();
        for process in processes {
            let total = total(process);
            sum.now.memory += process.memory();
            let Some(total) = total else { continue };
            // A process that was not there at the last look has counted from nothing.
            let before = self.counted.get(&process.pid).cloned().unwrap_or_default();
            sum.bytes += total.bytes.saturating_sub(before.bytes);
            sum.turned_away += total.turned_away.saturating_sub(before.turned_away);
            for (sum, (now, before)) in sum.answers.iter_mut().zip(total.answers.into_iter().zip(before.answers)) {
                *sum += now.saturating_sub(before);
            }
            for (sum, (now, before)) in sum.times.iter_mut().zip(total.times.into_iter().zip(before.times)) {
                *sum += now.saturating_sub(before);
            }
            for (sum, more) in [
                (&mut sum.now.workers, total.now.workers),
                (&mut sum.now.running, total.now.running),
                (&mut sum.now.queue, total.now.queue),
                (&mut sum.now.connections, total.now.connections),
                (&mut sum.now.cache_files, total.now.cache_files),
                (&mut sum.now.cache_bytes, total.now.cache_bytes),
            ] {
                *sum += more;
            }
            counted.insert(process.pid, total);
        }
        self.counted = counted;
        if !is_first {
            if self.samples.len() >= MOST {
                self.samples.pop_front();
            }
            self.samples.push_back(sum);
        }
    }
    /// The seconds, the oldest first.
    pub fn samples(&self) -> impl DoubleEndedIterator<Item = &Sample> + Clone {
        self.samples.iter()
    }
    /// The last `seconds` as one.
    pub fn last(&self, seconds: usize) -> Sample {
        let mut sum = Sample::default();
        self.samples.iter().rev().take(seconds).rev().for_each(|sample| sum.add(sample));
        sum
    }
}

/// What a process has counted since its start; none if it has told nothing.
fn total(process: &Process) -> Option<Sample> {
    let mut out = Sample::default();
    let mut so_far = 0;
    let mut told = false;
    for (name, value) in process.values() {
        told = true;
        if let Some(class) = name.strip_prefix("answers_").and_then(|rest| rest.strip_suffix("xx")?.parse::<usize>().ok()) {
            out.answers[class.min(5)] = value;
        } else if let Some(bound) = name.strip_prefix("within_") {
            let class = bound.parse().ok().and_then(|bound: u64| BOUNDS.iter().position(|&b| b == bound)).unwrap_or(BOUNDS.len());
            out.times[class] = value.saturating_sub(so_far);
            so_far = value;
        } else {
            let place = match name {
                "bytes" => &mut out.bytes,
                "turned_away" => &mut out.turned_away,
                "workers" => &mut out.now.workers,
                "running" => &mut out.now.running,
                "queue" => &mut out.now.queue,
                "connections" => &mut out.now.connections,
                "cache_files" => &mut out.now.cache_files,
                "cache_bytes" => &mut out.now.cache_bytes,
                _ => continue,
            };
            *place = value;
        }
    }
    told.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Metrics;

    fn process(pid: u32, metrics: &Metrics) -> Process {
        Process { pid, age: Duration::ZERO, ending: false, line: metrics.line(&[("workers", 4), ("running", 1)]) }
    }

    #[test]
    fn differences() {
        let (first, second, start) = (Metrics::default(), Metrics::default(), Instant::now());
        first.answered(200, 10, Duration::from_millis(3));
        let mut history = History::default();
        history.look(&[process(1, &first)], start);
        assert_eq!(history.samples().count(), 0);
        (0..10).for_each(|_| first.answered(200, 10, Duration::from_millis(3)));
        second.answered(500, 7, Duration::from_secs(20));
        history.look(&[process(1, &first), process(2, &second)], start + 2 * EVERY);
        let sample = history.last(5);
        assert_eq!((sample.requests(), sample.answers[2], sample.answers[5], sample.bytes), (11, 10, 1, 107));
        assert_eq!((sample.rate(), sample.now.workers, sample.now.running), (5.5, 8, 2));
        assert!(sample.within(0.5) > 2.0 && sample.within(0.5) < 5.0 && sample.within(1.0) == 10_000.0);
        // One that is gone, and one that does not answer.
        history.look(&[Process { pid: 2, age: Duration::ZERO, ending: true, line: String::new() }], start + 3 * EVERY);
        assert_eq!(history.last(1).requests(), 0);
        for i in 0..200 {
            history.look(&[], start + (4 + i) * EVERY);
        }
        assert_eq!((history.samples().count(), history.last(1).within(0.5)), (MOST, 0.0));
    }
}
