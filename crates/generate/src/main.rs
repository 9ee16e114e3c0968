//! `phant-generate`: prints programs, runs them beside the reference, and makes what was found small.

#![forbid(unsafe_code)]

use phant_generate::grammar::Grammar;
use phant_generate::run::{Fault, Runner, Settings, Words};
use phant_generate::shrink::shrink;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const USAGE: &str = "\
phant-generate print SEED              prints the program of a seed
phant-generate run [OPTIONS]           runs programs and says what is wrong with them
phant-generate check [OPTIONS] FILE... the same for programs in files
phant-generate shrink [OPTIONS] FILE   prints the smallest program with the same fault

    --php COMMAND        the engine (target/release/phant)
    --reference COMMAND  PHP, to compare with; `none` looks for crashes only (../shared/tools/reference-php)
    --from SEED          the first seed (1)
    --count N            how many programs (1000)
    --seconds N          stop after that time
    --jobs N             programs at a time (2)
    --timeout N          seconds that a program may take (10)
    --memory SIZE        what a program may use (128M)
    --forked             the engine forks for each program, which takes half the time; needs its pcntl
    --without TEXT       leaves out programs with this text (`set_time_limit(1)`: those that run until their time is up)
    --out FOLDER         keeps what is found: programs and both outputs (target/generated)
    --keep N             of each fault at most (3)
    --crashes            differences in output are no fault
    --any                shrink: any fault of the same kind will do";

struct Options {
    settings: Settings,
    from: u64,
    count: u64,
    seconds: u64,
    jobs: usize,
    without: Option<String>,
    out: PathBuf,
    keep: usize,
    crashes: bool,
    any: bool,
    files: Vec<PathBuf>,
}

fn words(command: &str) -> Words {
    let mut words: Words = command.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
    if let Some(first) = words.first_mut()
        && let Ok(path) = std::fs::canonicalize(&*first)
    {
        *first = path.to_string_lossy().into_owned();
    }
    words
}

fn options(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let shared = std::env::var("PHANT_SHARED").unwrap_or_else(|_| "../shared".to_owned());
    let reference = std::env::var("REFERENCE_PHP").unwrap_or_else(|_| format!("{shared}/tools/reference-php"));
    let settings = Settings {
        php: words("target/release/phant"),
        reference: Some(words(&reference)),
        timeout: Duration::from_secs(10),
        memory: "128M".to_owned(),
        forked: false,
    };
    let mut options = Options {
        settings,
        from: 1,
        count: 1000,
        seconds: u64::MAX,
        jobs: 2,
        without: None,
        out: PathBuf::from("target/generated"),
        keep: 3,
        crashes: false,
        any: false,
        files: Vec::new(),
    };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text} is not a number"));
        match arg.as_str() {
            "--php" => options.settings.php = words(&value()?),
            "--reference" => options.settings.reference = Some(words(&value()?)).filter(|w| w[..] != ["none".to_owned()]),
            "--from" => options.from = number(value()?)?,
            "--count" => options.count = number(value()?)?,
            "--seconds" => options.seconds = number(value()?)?,
            "--jobs" => options.jobs = number(value()?)? as usize,
            "--timeout" => options.settings.timeout = Duration::from_secs(number(value()?)?),
            "--memory" => options.settings.memory = value()?,
            "--forked" => options.settings.forked = true,
            "--without" => options.without = Some(value()?),
            "--out" => options.out = PathBuf::from(value()?),
            "--keep" => options.keep = number(value()?)? as usize,
            "--crashes" => options.crashes = true,
            "--any" => options.any = true,
            _ if arg.starts_with("--") => return Err(format!("no option {arg}")),
            _ => options.files.push(PathBuf::from(arg)),
        }
    }
    Ok(options)
}

impl Options {
    fn runner(&self, job: usize) -> std::io::Result<Runner> {
        let folder = std::env::temp_dir().join(format!("phant-generate-{}-{job}", std::process::id()));
        Runner::new(&folder, self.settings.clone())
    }
    fn matters(&self, fault: &Fault) -> bool {
        fault.is_crash() || !self.crashes
    }
}

fn file_name(fault: &Fault, name: &str) -> String {
    let slug: String = fault.to_string().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let words: Vec<&str> = slug.split('-').filter(|w| !w.is_empty()).collect();
    format!("{}-{name}", words.join("-").chars().take(100).collect::<String>())
}

type Found = BTreeMap<Fault, Vec<String>>;

/// Runs one program and notes what is wrong with it.
fn examine(options: &Options, runner: &mut Runner, name: &str, text: &str, found: &Mutex<Found>) -> std::io::Result<()> {
    let (fault, actual, expected) = runner.judge(text)?;
    let Some(fault) = fault.filter(|f| options.matters(f)) else { return Ok(()) };
    let mut found = found.lock().unwrap_or_else(|e| e.into_inner());
    let names = found.entry(fault.clone()).or_default();
    if names.is_empty() {
        println!("{name}: {fault}");
    }
    if names.len() < options.keep {
        let at = options.out.join(file_name(&fault, name));
        std::fs::write(at.with_extension("php"), text)?;
        std::fs::write(at.with_extension("out"), [actual.output, actual.errors].concat())?;
        if let Some(expected) = expected {
            std::fs::write(at.with_extension("exp"), expected.output)?;
        }
    }
    names.push(name.to_owned());
    Ok(())
}

fn conclude(found: &Found, run: u64) -> ExitCode {
    let mut rows: Vec<_> = found.iter().collect();
    rows.sort_by_key(|(fault, names)| (!fault.is_crash(), std::cmp::Reverse(names.len())));
    for (fault, names) in rows {
        println!("{:6} {fault}  [{}]", names.len(), names.iter().take(3).cloned().collect::<Vec<_>>().join(" "));
    }
    let failed: u64 = found.values().map(|n| n.len() as u64).sum();
    println!("{} passed, {failed} failed", run - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs programs by number; `program` is the name and the text of one.
fn run_all(options: &Options, count: u64, program: &(dyn Fn(u64) -> (String, String) + Sync)) -> std::io::Result<ExitCode> {
    std::fs::create_dir_all(&options.out)?;
    let (next, run, found) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(Found::new()));
    let start = Instant::now();
    std::thread::scope(|scope| {
        let work = |job: usize| -> std::io::Result<()> {
            let mut runner = options.runner(job)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count || start.elapsed().as_secs() >= options.seconds {
                    return runner.remove();
                }
                let (name, text) = program(number);
                if options.without.as_ref().is_some_and(|w| text.contains(w)) {
                    continue;
                }
                examine(options, &mut runner, &name, &text, &found)?;
                run.fetch_add(1, Ordering::Relaxed);
            }
        };
        let jobs: Vec<_> = (0..options.jobs).map(|job| scope.spawn(move || work(job))).collect();
        jobs.into_iter().try_for_each(|j| j.join().unwrap_or_else(|_| Err(std::io::Error::other("a job panicked"))))
    })?;
    Ok(conclude(&found.into_inner().unwrap_or_else(|e| e.into_inner()), run.into_inner()))
}

fn read(file: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&std::fs::read(file)?).into_owned())
}

fn shrink_file(options: &Options, file: &Path) -> std::io::Result<ExitCode> {
    let text = read(file)?;
    let mut runner = options.runner(0)?;
    let Some(wanted) = runner.judge(&text)?.0.filter(|f| options.matters(f)) else {
        eprintln!("nothing is wrong with this program");
        return Ok(ExitCode::FAILURE);
    };
    eprintln!("{wanted}");
    let start = Instant::now();
    let small = shrink(&text, &mut |candidate| {
        if start.elapsed().as_secs() >= options.seconds {
            return false;
        }
        match runner.judge(candidate) {
            Ok((Some(fault), ..)) if options.any => fault.is_crash() == wanted.is_crash(),
            Ok((Some(fault), ..)) => fault == wanted,
            _ => false,
        }
    });
    runner.remove()?;
    print!("{small}");
    Ok(ExitCode::SUCCESS)
}

fn start() -> Result<ExitCode, String> {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let options = options(args).map_err(|e| format!("{e}\n{USAGE}"))?;
    let grammar = Grammar::new();
    let done = match (command.as_str(), &options.files[..]) {
        ("print", [seed]) => {
            let seed = seed.to_string_lossy().parse().map_err(|_| USAGE)?;
            // Who reads may have read enough.
            let _ = std::io::stdout().write_all(grammar.program(seed).as_bytes());
            return Ok(ExitCode::SUCCESS);
        }
        ("run", []) => run_all(&options, options.count, &|n| {
            let seed = options.from + n;
            (seed.to_string(), grammar.program(seed))
        }),
        ("check", files) if !files.is_empty() => run_all(&options, files.len() as u64, &|n| {
            let file = &files[n as usize];
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, read(file).unwrap_or_default())
        }),
        ("shrink", [file]) => shrink_file(&options, file),
        _ => return Err(USAGE.to_owned()),
    };
    done.map_err(|e| e.to_string())
}

fn main() -> ExitCode {
    start().unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}
