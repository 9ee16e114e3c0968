//! A run of a target: which inputs are tried, when it ends, and what is told of it.

use crate::{Random, Run, Target};
use std::{
    fmt,
    path::PathBuf,
    time::{Duration, Instant},
};

/// How many inputs are tried together.
const TOGETHER: usize = 64;
/// After how many inputs the memory is looked at. By then caches are full.
const LEAK_INTERVAL: usize = 500_000;
/// By how many kilobytes the memory may grow after the first look: two bytes for each of 20 million inputs are noticed in the end. One
/// large request is not: the heap keeps of what that took, which its memory limit bounds (32 MB).
const LEAK_MOST: u64 = 40 << 10;
/// How many inputs that were understood are kept, and how long they may be.
const KEPT: usize = 4096;
const KEPT_LENGTH: usize = 200;
/// One in so many of those that were understood is kept: the others are much like it.
const KEEP_ONE_IN: usize = 16;
/// How long an input that is kept may have taken: a few that unfold to much would take most of the time, as would what comes of them.
const KEPT_TIME: Duration = Duration::from_micros(500);
/// How many inputs are timed once more in the end: any may take long once while the machine does something else.
const TIMED: usize = 8;

/// When to stop trying inputs.
#[derive(Clone, Copy)]
pub enum End {
    /// After some time.
    After(Duration),
    /// After some inputs.
    Inputs(usize),
}

impl End {
    fn is_reached(self, start: Instant, tried: usize) -> bool {
        match self {
            End::After(time) => start.elapsed() >= time,
            End::Inputs(count) => tried >= count,
        }
    }
}

/// What a run has come to.
pub struct Report {
    /// The target's name.
    pub target: &'static str,
    /// What the inputs come from.
    pub seed: u64,
    /// How many inputs were tried.
    pub inputs: usize,
    /// How many of them were understood.
    pub understood: usize,
    /// How long it took.
    pub took: Duration,
    /// The most memory that the process had, in kilobytes.
    pub memory: u64,
    /// The input that takes longest, and how long.
    pub slowest: (Duration, Vec<u8>),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { target, seed, inputs, understood, memory, .. } = self;
        let seconds = self.took.as_secs_f64();
        let rate = *inputs as f64 / seconds;
        let megabytes = memory >> 10;
        let (longest, input) = &self.slowest;
        let (len, shown) = (input.len(), &input[..input.len().min(200)]);
        write!(
            f,
            "{target}: seed {seed}, {inputs} inputs in {seconds:.1} s, {rate:.0} a second, {understood} understood, at most {megabytes} MB, \
             longest {longest:.1?} for {len} bytes: {}",
            shown.escape_ascii()
        )
    }
}

struct Inputs {
    /// To begin with: the target's, and what was understood.
    seeds: Vec<Vec<u8>>,
    /// How many of them are the target's.
    own: usize,
    made: usize,
    random: Random,
}

impl Inputs {
    fn next(&mut self, target: &Target) -> Vec<u8> {
        let known = self.seeds.get(self.made).cloned();
        self.made += 1;
        known.unwrap_or_else(|| self.random.mutated(&self.seeds, target.words, target.structure))
    }

    /// Keeps some of what was understood, each in place of something that was kept before.
    fn keep(&mut self, input: &[u8], took: Duration) {
        if input.len() > KEPT_LENGTH || took > KEPT_TIME || self.random.below(KEEP_ONE_IN) != 0 {
            return;
        }
        if self.seeds.len() < self.own + KEPT {
            self.seeds.push(input.to_vec());
        } else {
            let place = self.own + self.random.below(KEPT);
            self.seeds[place] = input.to_vec();
        }
    }
}

/// Where inputs of a target stay from run to run.
fn corpus(target: &Target) -> Option<PathBuf> {
    Some(PathBuf::from(std::env::var_os("PHANT_FUZZ_CORPUS")?).join(target.name))
}

/// Inputs are kept as hexadecimal digits, one a line.
fn read_corpus(file: &PathBuf) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().take(KEPT).map(|line| crate::script::bytes(line.as_bytes())).collect()
}

fn write_corpus(file: &PathBuf, inputs: &[Vec<u8>]) {
    let line = |input: &Vec<u8>| input.iter().map(|b| format!("{b:02x}")).collect::<String>() + "\n";
    if let Err(error) = std::fs::write(file, inputs.iter().map(line).collect::<String>()) {
        eprintln!("{}: {error}", file.display());
    }
}

impl Target {
    /// Tries the seeds and what comes of them until the end.
    pub fn bounded(&self, end: End, seed: u64) -> Report {
        let mut seeds: Vec<Vec<u8>> = self.seeds().iter().map(|seed| seed.to_vec()).collect();
        let (own, corpus) = (seeds.len(), corpus(self));
        seeds.extend(corpus.iter().flat_map(read_corpus));
        let first = seeds.len();
        let mut inputs = Inputs { seeds, own, made: 0, random: Random::new(seed) };
        let last = std::env::var_os("PHANT_FUZZ_LAST");
        let start = Instant::now();
        let (mut memory, mut tried, mut understood) = (None, 0, 0);
        let mut slowest: Vec<(Duration, Vec<u8>)> = Vec::new();
        let mut waiting: Vec<Vec<u8>> = Vec::new();
        loop {
            let wanted = if matches!(self.run, Run::Many(_)) && tried >= first { TOGETHER } else { 1 };
            while waiting.len() < wanted {
                waiting.push(inputs.next(self));
            }
            if let Some(last) = &last {
                let _ = std::fs::write(last, waiting.join(&b"\n----\n"[..]));
            }
            let before = tried;
            self.try_inputs(&waiting, &mut |input, outcome| {
                tried += 1;
                note(&mut slowest, outcome.took, input);
                if outcome.understood {
                    understood += 1;
                    inputs.keep(input, outcome.took);
                }
            });
            assert!(tried > before, "{}: no input was tried", self.name);
            if let Some((took, input)) = slowest.first().filter(|(took, _)| *took > Duration::from_secs(20)) {
                panic!("{}: this takes {took:?}: {}", self.name, input.escape_ascii());
            }
            waiting.drain(..tried - before);
            if tried / LEAK_INTERVAL > before / LEAK_INTERVAL {
                let now = resident_kilobytes();
                let first = *memory.get_or_insert(now);
                assert!(now <= first + LEAK_MOST, "{}: {tried} inputs took memory from {first} to {now} KB", self.name);
                corpus.iter().for_each(|file| write_corpus(file, &inputs.seeds[own..]));
            }
            if tried >= first && end.is_reached(start, tried) {
                break;
            }
        }
        corpus.iter().for_each(|file| write_corpus(file, &inputs.seeds[own..]));
        let took = start.elapsed();
        let slowest = self.timed_again(slowest);
        Report { target: self.name, seed, inputs: tried, understood, took, memory: most_kilobytes(), slowest }
    }

    /// The slowest of some inputs, each timed three times more.
    fn timed_again(&self, inputs: Vec<(Duration, Vec<u8>)>) -> (Duration, Vec<u8>) {
        let timed = inputs.into_iter().map(|(took, input)| {
            let mut least = took;
            for _ in 0..3 {
                self.try_inputs(std::slice::from_ref(&input), &mut |_, outcome| least = least.min(outcome.took));
            }
            (least, input)
        });
        timed.max_by_key(|(took, _)| *took).unwrap_or_default()
    }
}

/// Keeps the slowest inputs, the slowest first.
fn note(slowest: &mut Vec<(Duration, Vec<u8>)>, took: Duration, input: &[u8]) {
    if slowest.len() == TIMED && slowest.last().is_some_and(|(least, _)| took <= *least) {
        return;
    }
    let place = slowest.partition_point(|(other, _)| *other >= took);
    slowest.insert(place, (took, input.to_vec()));
    slowest.truncate(TIMED);
}

/// The memory of this process.
fn resident_kilobytes() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok().and_then(|s| s.split(' ').nth(1)?.parse().ok());
    pages.map_or(0, |pages: u64| pages * 4)
}

/// The most that it had.
fn most_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}
