//! Running programs: with the engine, one process each or in a process that forks for each, and with the reference, which
//! always forks.
//!
//! Both include the program from one and the same script, so that traces are alike.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const STARTER: &str = include_str!("reference.php");
/// What ends the output of a program in the reference's process, before its exit code.
const END: &str = "serve:\u{1}end of program\u{1} ";
const FLAGS: [&str; 9] =
    ["-n", "-d", "display_errors=1", "-d", "error_reporting=-1", "-d", "html_errors=0", "-d", "date.timezone=UTC"];
/// What ends a program at a limit, each engine at its own place, or where it wants an extension that is not there (`need` in the prelude).
const LIMITS: [&[u8]; 5] = [
    b"no extension ",
    b"Call to undefined function ctype_",
    b"Allowed memory size of",
    b"Maximum execution time of",
    b"Maximum call stack size of",
];
/// Words that begin what a sanitizer or a failing assertion reports.
const REPORTS: [&str; 4] = ["AddressSanitizer", "ThreadSanitizer", "LeakSanitizer", "UndefinedBehaviorSanitizer"];

/// How a program ended and what it printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Exit code; minus the number of the signal that ended it.
    pub code: i32,
    /// It was killed for taking too long.
    pub late: bool,
    /// Standard output.
    pub output: Vec<u8>,
    /// The standard error stream.
    pub errors: Vec<u8>,
}

impl Outcome {
    /// Whether it says nothing about another engine: a signal, the clock or a limit ended it, or it did not run.
    fn is_mute(&self) -> bool {
        // A handler of the output buffer may have turned it round.
        let reversed = |l: &[u8]| l.iter().rev().copied().collect::<Vec<_>>();
        self.late || self.code < 0 || LIMITS.iter().any(|l| contains(&self.output, l) || contains(&self.output, &reversed(l)))
    }
}

/// What a process has used of the processor. The fourteenth and fifteenth fields are counts of hundredths of a second.
fn processor_time(process: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = text.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').skip(11).take(2);
    Duration::from_millis(fields.filter_map(|n| n.parse::<u64>().ok()).sum::<u64>() * 10)
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|w| w == part)
}

/// What is wrong with a program's outcome. Two findings with the same text are taken for the same fault.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// A panic or a failed assertion: where.
    Panic(String),
    /// What a sanitizer reports.
    Report(String),
    /// A signal, by number.
    Signal(i32),
    /// It does not end, and the reference does.
    Hang,
    /// The reference prints something else: the first lines that differ.
    Difference(String, String),
    /// The reference exits with another code: its, and the engine's.
    ExitCode(i32, i32),
}

impl Fault {
    /// Whether memory or the engine itself is at fault, rather than PHP's rules.
    pub fn is_crash(&self) -> bool {
        !matches!(self, Fault::Difference(..) | Fault::ExitCode(..))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Panic(at) => write!(f, "panic: {at}"),
            Fault::Report(what) => write!(f, "report: {what}"),
            Fault::Signal(number) => write!(f, "signal {number}"),
            Fault::Hang => write!(f, "hang"),
            Fault::Difference(expected, actual) => write!(f, "difference: {expected} | {actual}"),
            Fault::ExitCode(expected, actual) => write!(f, "exit code: {expected} | {actual}"),
        }
    }
}

/// Words of a command; the first is the program.
pub type Words = Vec<String>;

/// How programs are run.
#[derive(Clone)]
pub struct Settings {
    /// The engine.
    pub php: Words,
    /// What its output is compared with.
    pub reference: Option<Words>,
    /// How long a program may take.
    pub timeout: Duration,
    /// `memory_limit`.
    pub memory: String,
    /// The engine forks for each program, as the reference does. What is wrong with one is looked at in a process of its own.
    pub forked: bool,
}

/// Runs programs for one thread, in a folder of its own.
pub struct Runner {
    folder: PathBuf,
    settings: Settings,
    engine: Option<Server>,
    reference: Option<Server>,
}

/// A process that forks for each program.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(mut command: Command, timeout: Duration, errors: Stdio) -> io::Result<Server> {
        let mut child = (command.arg(timeout.as_secs().max(1).to_string()).arg(END))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err(io::Error::other("no pipes")) };
        Ok(Server { child, input, output: BufReader::new(output) })
    }

    /// Runs one program; None when the process has ended instead.
    fn run(&mut self, program: &Path) -> io::Result<Option<Outcome>> {
        const LATE: i32 = -14;
        writeln!(self.input, "{}", program.display())?;
        self.input.flush()?;
        let (mut output, mut line) = (Vec::new(), Vec::new());
        loop {
            line.clear();
            if self.output.read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if let Some(code) = line.strip_prefix(END.as_bytes()) {
                let code = String::from_utf8_lossy(code).trim().parse().unwrap_or(0);
                output.pop();
                return Ok(Some(Outcome { code, late: code == LATE, output, errors: Vec::new() }));
            }
            output.extend_from_slice(&line);
        }
    }
}

impl Runner {
    /// A runner whose files are in a new folder below `base`.
    pub fn new(base: &Path, settings: Settings) -> io::Result<Runner> {
        fs::create_dir_all(base)?;
        fs::write(base.join("start.php"), STARTER)?;
        Ok(Runner { folder: base.to_owned(), settings, engine: None, reference: None })
    }

    /// Removes the runner's folder.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_dir_all(&self.folder)
    }

    fn command(&self, words: &Words) -> Command {
        let mut command = Command::new(&words[0]);
        // What runs on for longer must notice that its time is up.
        let time = format!("max_execution_time={}", (self.settings.timeout.as_secs() / 4).max(1));
        let memory = format!("memory_limit={}", self.settings.memory);
        command.args(&words[1..]).args(FLAGS).args(["-d", &time, "-d", &memory]).arg(self.folder.join("start.php"));
        command.current_dir(&self.folder).env("RUST_BACKTRACE", "1");
        command
    }

    /// Where the program is that runs.
    fn program(&self) -> PathBuf {
        self.folder.join("program.php")
    }

    /// Runs the program with the engine, in a process of its own.
    fn engine(&self) -> io::Result<Outcome> {
        let timeout = self.settings.timeout;
        let (output, errors) = (self.folder.join("output"), self.folder.join("errors"));
        let mut child = (self.command(&self.settings.php).arg(self.program()).stdin(Stdio::null()))
            .stdout(File::create(&output)?)
            .stderr(File::create(&errors)?)
            .spawn()?;
        let end = Instant::now() + timeout;
        let mut late = false;
        let mut pause = Duration::from_micros(300);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            // On a busy machine a program may wait for its turn for long.
            let now = Instant::now();
            if now > end && (now > end + 20 * timeout || processor_time(child.id()) > timeout / 2) {
                late = true;
                child.kill()?;
                break child.wait()?;
            }
            std::thread::sleep(pause);
            pause = (pause * 5 / 4).min(Duration::from_millis(20));
        };
        let code = status.code().unwrap_or_else(|| -status.signal().unwrap_or(0));
        Ok(Outcome { code, late, output: fs::read(output)?, errors: fs::read(errors)? })
    }

    /// Runs the program with the engine, in a process that has forked for it.
    fn forked_engine(&mut self) -> io::Result<Outcome> {
        let (errors, program) = (self.folder.join("errors"), self.program());
        // The processes append, so that each begins where this ends.
        File::create(&errors)?;
        if self.engine.is_none() {
            let file = File::options().append(true).open(&errors)?;
            self.engine = Some(Server::start(self.command(&self.settings.php), self.settings.timeout, file.into())?);
        }
        let done = self.engine.as_mut().map_or(Ok(None), |s| s.run(&program));
        if let Ok(Some(outcome)) = done {
            return Ok(Outcome { errors: fs::read(errors)?, ..outcome });
        }
        self.engine = None;
        self.engine()
    }

    /// Runs the program with the reference, if there is one.
    fn reference(&mut self) -> io::Result<Option<Outcome>> {
        let Some(words) = &self.settings.reference else { return Ok(None) };
        if self.reference.is_none() {
            self.reference = Some(Server::start(self.command(words), self.settings.timeout, Stdio::null())?);
        }
        let program = self.program();
        let Some(outcome) = self.reference.as_mut().map_or(Ok(None), |s| s.run(&program))? else {
            self.reference = None;
            return Err(io::Error::other("the reference's process ended"));
        };
        Ok(Some(outcome))
    }

    /// Runs a program; what is wrong with it, if anything, and both outcomes.
    pub fn judge(&mut self, text: &str) -> io::Result<(Option<Fault>, Outcome, Option<Outcome>)> {
        fs::write(self.program(), text)?;
        if !self.settings.forked {
            let actual = self.engine()?;
            return self.compare(actual);
        }
        let actual = self.forked_engine()?;
        let first = self.compare(actual)?;
        let Some(fault) = &first.0 else { return Ok(first) };
        let actual = self.engine()?;
        let second = self.compare(actual)?;
        // A crash that comes and goes is a crash.
        let lost = second.0.is_none() && fault.is_crash() && *fault != Fault::Hang;
        Ok(if lost { first } else { second })
    }

    /// Holds an outcome against the reference's.
    fn compare(&mut self, actual: Outcome) -> io::Result<(Option<Fault>, Outcome, Option<Outcome>)> {
        let crash = crash(&actual);
        if crash.is_some() && self.settings.reference.is_none() {
            return Ok((crash, actual, None));
        }
        if crash.as_ref().is_some_and(|c| *c != Fault::Hang) {
            return Ok((crash, actual, None));
        }
        let expected = self.reference()?;
        let fault = match &expected {
            None => crash,
            // What PHP itself does not survive says nothing about the engine.
            Some(expected) if expected.is_mute() => crash.filter(|c| *c != Fault::Hang || !expected.late),
            Some(expected) if crate::explained::is_explained(&expected.output, &actual.output) => {
                crash.or_else(|| exit_code(expected, &actual))
            }
            Some(expected) => crash.or_else(|| difference(expected, &actual)),
        };
        Ok((fault, actual, expected))
    }
}

/// A line without what changes from program to program: numbers, quoted names.
fn outline(line: &[u8]) -> String {
    let mut text = String::new();
    let mut quoted = None;
    for c in String::from_utf8_lossy(line).chars().take(300) {
        match (quoted, c) {
            (Some(q), c) if c == q => quoted = None,
            (Some(_), _) => continue,
            (None, '"' | '\'') => {
                quoted = Some(c);
                text.push('Q');
            }
            (None, c) if c.is_ascii_digit() => {
                if !text.ends_with('N') {
                    text.push('N')
                }
            }
            (None, c) => text.push(c),
        }
    }
    text.chars().take(90).collect()
}

fn lines_with<'a>(text: &'a str, words: &'a [&str]) -> impl Iterator<Item = &'a str> {
    text.lines().filter(move |l| words.iter().any(|w| l.contains(w)))
}

/// What ended a program that should have ended by itself.
fn crash(outcome: &Outcome) -> Option<Fault> {
    let errors = String::from_utf8_lossy(&outcome.errors);
    if let Some(line) = lines_with(&errors, &REPORTS).next() {
        let kind = line.split("Sanitizer: ").nth(1).unwrap_or(line).split(" on ").next().unwrap_or(line);
        return Some(Fault::Report(format!("{kind}: {}", frames(&errors))));
    }
    if let Some((_, rest)) = errors.split_once("' panicked at ").or_else(|| errors.split_once(") panicked at ")) {
        let mut lines = rest.lines();
        let place = lines.next().unwrap_or_default().trim_end_matches(':');
        let message = outline(lines.next().unwrap_or_default().as_bytes());
        return Some(Fault::Panic(format!("{place} {message} < {}", callers(rest))));
    }
    if outcome.late {
        return Some(Fault::Hang);
    }
    if outcome.code < 0 {
        let stack = if errors.contains("overflowed its stack") { 1000 } else { 0 };
        return Some(Fault::Signal(-outcome.code + stack));
    }
    None
}

/// Where a panic's backtrace leaves the crate that notices faults of all others.
fn callers(backtrace: &str) -> String {
    let own = |line: &str| line.find("/crates/").or(line.find("/ext/")).map(|at| line[at + 1..].to_owned());
    let places = backtrace.lines().filter(|l| l.trim().starts_with("at ")).filter_map(own);
    let places = places.filter(|p| !p.starts_with("crates/memory/"));
    let lines = places.map(|p| p.rsplit_once(':').map_or(p.clone(), |(place, _column)| place.to_owned()));
    lines.take(2).collect::<Vec<_>>().join(" < ")
}

/// The innermost frames of a sanitizer's report that are the engine's.
fn frames(report: &str) -> String {
    let names = report.lines().filter_map(|l| l.trim().strip_prefix('#')?.split(" in ").nth(1)?.split(' ').next());
    let own = names.filter(|n| n.contains("phant") && !n.contains("phant_memory::heap"));
    own.take(3).map(|n| n.rsplit("phant_").next().unwrap_or(n)).collect::<Vec<_>>().join(" < ")
}

fn difference(expected: &Outcome, actual: &Outcome) -> Option<Fault> {
    let (mut a, mut b) = (expected.output.split(|c| *c == b'\n'), actual.output.split(|c| *c == b'\n'));
    loop {
        match (a.next(), b.next()) {
            (None, None) => break,
            (x, y) if x == y => continue,
            (x, y) => return Some(Fault::Difference(outline(x.unwrap_or(b"(end)")), outline(y.unwrap_or(b"(end)")))),
        }
    }
    exit_code(expected, actual)
}
/// Only what is the same to its end has to end the same way.
fn exit_code(expected: &Outcome, actual: &Outcome) -> Option<Fault> {
    let differs = expected.output == actual.output && expected.code != actual.code;
    differs.then_some(Fault::ExitCode(expected.code, actual.code))
}
