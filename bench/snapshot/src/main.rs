//! Boots a script that builds 64 MB, runs another on its snapshot that touches 1 MB, and compares: how long does it
//! take to drop those changes, and how long to boot again? The bar is 20 times.
//!
//!     cargo run --release -p bench-snapshot [ROUNDS]

#![forbid(unsafe_code)]

use phant_memory::heap;
use phant_vm::request::engine::{self, Setup, Worker};
use std::time::{Duration, Instant};

const BOOT: &[u8] = include_bytes!("../boot.php");
const TOUCH: &[u8] = include_bytes!("../touch.php");
const BAR: f64 = 20.0;

fn main() {
    let rounds = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(200);
    phant_cli::start();
    let good = engine::with_stack(64 << 20, move || measure(rounds));
    std::process::exit(if good { 0 } else { 1 });
}

fn measure(rounds: usize) -> bool {
    let setup = Setup { ini: vec![("memory_limit".into(), b"1G".to_vec())], ..Setup::default() };
    let mut worker = Worker::new();
    let boots: Vec<Duration> = (0..5)
        .map(|_| {
            let start = Instant::now();
            let mut end = start;
            worker.request(&setup, |vm| {
                let _ = vm.run_main(b"/boot.php", BOOT);
                end = Instant::now();
            });
            end - start
        })
        .collect();
    let mut used = 0;
    let start = Instant::now();
    let booted = worker.boot(&setup, |vm| {
        let _ = vm.run_main(b"/boot.php", BOOT);
        used = heap::usage();
    });
    if let Err(error) = booted {
        eprintln!("{error}");
        return false;
    }
    let snapshot = start.elapsed();
    let (mut runs, mut restores) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let start = Instant::now();
        let mut end = start;
        let status = worker.run(&setup, |vm| {
            let _ = vm.run_main(b"/touch.php", TOUCH);
            end = Instant::now();
        });
        if !matches!(status, Ok(0)) {
            eprintln!("the script ended with {status:?}");
            return false;
        }
        runs.push(end - start);
        restores.push(end.elapsed());
    }
    let first = restores[0];
    let (boot, run, restore) = (median(boots), median(runs), median(restores));
    let ratio = boot.as_secs_f64() / restore.as_secs_f64();
    println!("heap           {:>9.1} MB", used as f64 / f64::from(1 << 20));
    println!("boot           {:>9.1} µs", micros(boot));
    println!("boot, snapshot {:>9.1} µs", micros(snapshot));
    println!("run, 1 MB      {:>9.1} µs", micros(run));
    println!(
        "first restore  {:>9.1} µs, {:.0} times faster than a boot",
        micros(first),
        boot.as_secs_f64() / first.as_secs_f64()
    );
    println!("restore        {:>9.1} µs, {ratio:.0} times faster than a boot (at least {BAR} wanted)", micros(restore));
    ratio >= BAR
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
