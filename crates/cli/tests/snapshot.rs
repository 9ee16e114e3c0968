//! Snapshots of a booted script: every run on one finds the state of the boot, whatever the runs before it did, and
//! leaves nothing behind.

mod capture;

use capture::output;
use phant_vm::request::engine::{BootError, Setup, Worker};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// A folder with the classes that the boot script's autoloader finds.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("phant-snapshot-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("Loaded.php"), include_str!("snapshot/Loaded.php")).unwrap();
        folder
    })
}

fn setup(ini: &[(&str, &str)]) -> Setup {
    let ini = ini.iter().map(|(k, v)| (k.to_string(), v.as_bytes().to_vec())).collect();
    Setup { argv: vec![b"boot.php".to_vec()], ini, ..Setup::default() }
}

fn boot(worker: &mut Worker, source: &str) -> Result<(), BootError> {
    let source = source.replace("FOLDER", folder().to_str().unwrap());
    worker.boot(&setup(&[("display_errors", "1"), ("html_errors", "0"), ("log_errors", "0")]), |vm| {
        phant_streams::php::define_constants(&vm.ctx);
        let _ = vm.run_main(b"/boot.php", source.as_bytes());
    })
}

fn run(worker: &mut Worker, source: &str) -> (i32, String) {
    let status = worker.run(&setup(&[]), |vm| {
        let _ = vm.run_main(b"/run.php", source.as_bytes());
    });
    (status.unwrap(), output())
}

#[test]
fn ten_thousand_runs_print_the_same_and_leave_nothing() {
    capture::on_a_stack(256 << 20, || {
        let mut worker = Worker::new();
        boot(&mut worker, include_str!("snapshot/boot.php")).unwrap();
        assert_eq!(output(), "booted\n");
        let script = include_str!("snapshot/run.php");
        let expected = run(&mut worker, script);
        assert!(expected.1.ends_with("the end\n"), "{}", expected.1);
        assert!(!expected.1.contains("Warning") && !expected.1.contains("Fatal"), "{}", expected.1);
        let mut figures = Vec::new();
        let short = "<?php $squares[1]->call(); $text .= $counter(); unset($cycle); echo strlen($text), ' ', $squares[1]->call(), \"\\n\";";
        let expected_short = run(&mut worker, short);
        for round in 0..10_000 {
            let (script, expected) = if round % 10 == 0 { (script, &expected) } else { (short, &expected_short) };
            let actual = run(&mut worker, script);
            assert!(actual == *expected, "round {round}: {}\n--- expected\n{}", actual.1, expected.1);
            if round % 1000 == 500 {
                drop(actual);
                figures.push(phant_os::memory::allocated());
            }
        }
        // It grows until the allocator's lists of freed blocks are full, which count as allocated, and buffers of the test
        // itself may grow a little; but not with the number of runs.
        let (early, late) = figures.split_at(figures.len() / 2);
        let (early, late) = (early.iter().max(), late.last());
        assert!(late < early.map(|most| most + 16_000).as_ref(), "memory outside the heap grows: {figures:?}");
    });
}

#[test]
fn runs_that_end_badly_leave_nothing() {
    capture::on_a_stack(256 << 20, || {
        let mut worker = Worker::new();
        boot(&mut worker, include_str!("snapshot/boot.php")).unwrap();
        output();
        let good = include_str!("snapshot/run.php");
        let expected = run(&mut worker, good);
        let scripts = include_str!("snapshot/bad.php");
        let scripts: Vec<&str> = scripts.split("//---\n").collect();
        assert!(scripts.len() > 8);
        let first: Vec<_> = scripts.iter().map(|s| run(&mut worker, s)).collect();
        for round in 0..30 {
            for (script, expected) in scripts.iter().zip(&first) {
                assert_eq!(run(&mut worker, script), *expected, "round {round}: {script}");
            }
            assert_eq!(run(&mut worker, good), expected);
        }
        // An ordinary request, and another boot, in the same worker.
        let status = worker.request(&setup(&[]), |vm| {
            let _ = vm.run_code(b"echo function_exists('boot_function') ? 'old' : 'fresh', \"\\n\";", "code");
        });
        assert_eq!((status, output().as_str()), (0, "fresh\n"));
        boot(&mut worker, "<?php $x = 1;").unwrap();
        assert_eq!(run(&mut worker, "<?php echo ++$x;"), (0, "2".to_owned()));
        assert_eq!(run(&mut worker, "<?php echo ++$x;"), (0, "2".to_owned()));
    });
}

#[test]
fn random_numbers_differ_between_runs_unless_seeded() {
    capture::on_a_stack(256 << 20, || {
        let mut worker = Worker::new();
        boot(&mut worker, "<?php mt_rand(); lcg_value(); str_shuffle('abc');").unwrap();
        let draw = "<?php echo mt_rand(), ' ', @lcg_value();";
        assert_ne!(run(&mut worker, draw).1, run(&mut worker, draw).1);
        boot(&mut worker, "<?php mt_srand(5); mt_rand();").unwrap();
        let draw = "<?php echo mt_rand();";
        assert_eq!(run(&mut worker, draw).1, run(&mut worker, draw).1);
    });
}

#[test]
fn what_cannot_be_in_a_snapshot_is_named() {
    capture::on_a_stack(256 << 20, || {
        let mut worker = Worker::new();
        let path = folder().join("Loaded.php");
        let error =
            boot(&mut worker, "<?php register_shutdown_function(fn() => print('shut')); $f = fopen('FOLDER/Loaded.php', 'r');");
        let text = error.unwrap_err().to_string();
        assert!(text.starts_with("a snapshot cannot hold stream #"), "{text}");
        assert!(text.ends_with(&format!("({})", path.display())), "{text}");
        assert_eq!(output(), "shut");
        // A file that is closed again is no obstacle.
        boot(
            &mut worker,
            "<?php $f = fopen('FOLDER/Loaded.php', 'r'); fclose($f); $g = new SplFileObject('FOLDER/Loaded.php'); unset($g);",
        )
        .unwrap();
        let error = boot(&mut worker, "<?php exit(3);").unwrap_err();
        assert!(matches!(error, BootError::Ended(3)), "{error}");
        let error = boot(&mut worker, "<?php throw new Exception('no');").unwrap_err();
        assert!(matches!(error, BootError::Ended(255)), "{error}");
        assert!(output().contains("Uncaught Exception: no"));
        assert!(worker.run(&setup(&[]), |_| ()).is_err());
    });
}
