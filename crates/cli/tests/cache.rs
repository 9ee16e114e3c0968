//! The code cache: what one request compiled, others run, until the file changes.

mod cached;
mod capture;

use cached::{Folder, WATCHFUL, in_turn};
use capture::{Capture, output};
use phant_native::sapi;
use phant_vm::{
    request::engine::{self, Setup, Worker},
    runtime::cache::{self, Statistics},
};
use std::{path::Path, thread};

fn setup(more: &[(&str, &str)]) -> Setup {
    let ini = WATCHFUL.iter().chain(more).map(|(k, v)| (k.to_string(), v.as_bytes().to_vec())).collect();
    Setup { sapi: "cli-server", ini, ..Setup::default() }
}

fn request(worker: &mut Worker, main: &Path, ini: &[(&str, &str)]) -> String {
    worker.request(&setup(ini), |vm| {
        let _ = vm.run_main_file(main).unwrap();
    });
    output()
}

fn parsed(f: impl FnOnce()) -> u64 {
    let Statistics { parsed, .. } = cache::statistics();
    f();
    cache::statistics().parsed - parsed
}

const INDEX: &str = r#"<?php
spl_autoload_register(function ($class) { require_once __DIR__ . "/$class.php"; });
class Early { public $n = Child::BASE + 1; }
function counted() { static $n = 0; return ++$n; }
counted();
$anonymous = new class { public $p = ['k' => 'v']; };
echo (new Child)->name(), ' ', (new Early)->n, ' ', counted(), ' ', $anonymous->p['k'], ' ', Child::$shared++, "\n";
"#;
const PARENT: &str = "<?php abstract class Base { const BASE = 40 + 1; static $shared = 7; abstract function name(); }";
const CHILD: &str = "<?php class Child extends Base { function name() { return strtolower(static::class) . self::BASE; } }";
const EXPECTED: &str = "child41 42 2 v 7\n";

#[test]
fn a_second_request_parses_nothing() {
    in_turn(|| {
        let folder = Folder::new("second", &[("index.php", INDEX), ("Base.php", PARENT), ("Child.php", CHILD)]);
        let mut worker = Worker::new();
        assert_eq!(parsed(|| assert_eq!(request(&mut worker, &folder.main(), &[]), EXPECTED)), 3);
        for _ in 0..3 {
            assert_eq!(parsed(|| assert_eq!(request(&mut worker, &folder.main(), &[]), EXPECTED)), 0);
        }
        // Nor does another worker.
        let main = folder.main();
        let other = move || {
            engine::with_stack(64 << 20, move || {
                sapi::set(&Capture);
                assert_eq!(parsed(|| assert_eq!(request(&mut Worker::new(), &main, &[]), EXPECTED)), 0);
            });
        };
        thread::spawn(other).join().unwrap();
    });
}

#[test]
fn a_changed_file_is_compiled_again() {
    in_turn(|| {
        let folder = Folder::new("changed", &[("index.php", "<?php echo 'old';")]);
        let mut worker = Worker::new();
        assert_eq!(request(&mut worker, &folder.main(), &[]), "old");
        folder.write("index.php", "<?php echo 'newer';");
        assert_eq!(request(&mut worker, &folder.main(), &[("opcache.validate_timestamps", "0")]), "old");
        assert_eq!(request(&mut worker, &folder.main(), &[]), "newer");
        assert_eq!(parsed(|| assert_eq!(request(&mut worker, &folder.main(), &[]), "newer")), 0);
    });
}

#[test]
fn what_a_compilation_depends_on_tells_entries_apart() {
    in_turn(|| {
        let folder = Folder::new("key", &[("index.php", "<?php assert(print('checked ')); ?><? echo 'short' ?>")]);
        let mut worker = Worker::new();
        let ini = [("zend.assertions", "-1"), ("short_open_tag", "0")];
        for _ in 0..2 {
            assert_eq!(request(&mut worker, &folder.main(), &[]), "checked short");
            assert_eq!(request(&mut worker, &folder.main(), &ini[..1]), "short");
            assert_eq!(request(&mut worker, &folder.main(), &ini), "<? echo 'short' ?>");
        }
    });
}

#[test]
fn a_text_that_requests_evaluate_again_and_again_is_compiled_twice() {
    in_turn(|| {
        let code =
            "<?php echo (eval('return fn ($x) => $x + 1;'))(1), eval('class Named {} return 5;'), eval('assert(print(7));');";
        let folder = Folder::new("texts", &[("index.php", code)]);
        let mut worker = Worker::new();
        let mut ask = |ini: &[(&str, &str)]| parsed(|| assert_eq!(&request(&mut worker, &folder.main(), ini)[..2], "25"));
        // The file and three texts, then the texts, and from then on the one that declares a class.
        assert_eq!([ask(&[]), ask(&[]), ask(&[]), ask(&[])], [4, 3, 1, 1]);
        let off = [("zend.assertions", "-1")];
        assert_eq!([ask(&off), ask(&off), ask(&off), ask(&[])], [4, 3, 1, 1]);
        cache::clear();
        assert_eq!([ask(&[]), ask(&[]), ask(&[]), ask(&[])], [4, 3, 1, 1]);
        let without = [("opcache.enable", "0")];
        assert_eq!([ask(&without), ask(&without)], [4, 4]);
    });
}

#[test]
fn requests_begin_with_what_they_are_expected_to_call() {
    let index = r#"<?php
        require __DIR__ . '/Shop.php';
        $shop = new Shop;
        echo $shop->first(), $shop->counted(), $shop->counted(), (new class extends Shop { function own() { return 'o'; } })->own();
        if ($_SERVER['argc'] ?? 0) echo 'never';
        function strrev_twice($s) { return strrev(strrev($s)); }
        echo Shop::made('x')->twice(), "\n";
    "#;
    let shop = |word: &str| {
        format!(
            "<?php class Shop {{ protected $word = '{word}'; function first() {{ return $this->word . $this->second(); }}
            function second() {{ return strtoupper($this->word); }} function counted() {{ static $n = 0; return ++$n; }}
            static function made($word) {{ $shop = new static; $shop->word = $word; return $shop; }}
            function twice() {{ return strrev_twice($this->word) . $this->word; }} }}"
        )
    };
    in_turn(move || {
        let folder =
            Folder::new("expected", &[("index.php", index), ("Shop.php", &shop("a")), ("other.php", "<?php echo 'other';")]);
        let mut worker = Worker::new();
        let other = folder.main().with_file_name("other.php");
        for turn in 0..140 {
            let word = if turn < 100 { "a" } else { "longer" };
            if turn == 100 {
                folder.write("Shop.php", &shop(word));
            }
            let expected = format!("{word}{}12oxx\n", word.to_uppercase());
            assert_eq!(request(&mut worker, &folder.main(), &[]), expected, "{turn}");
            assert_eq!(request(&mut worker, &other, &[]), "other");
        }
    });
}

#[test]
fn without_the_cache_every_request_compiles() {
    in_turn(|| {
        let folder = Folder::new("off", &[("index.php", "<?php echo 'text';")]);
        let mut worker = Worker::new();
        for _ in 0..2 {
            assert_eq!(parsed(|| assert_eq!(request(&mut worker, &folder.main(), &[("opcache.enable", "0")]), "text")), 1);
        }
        // A number of files that PHP refuses leaves the default.
        assert_eq!(parsed(|| _ = request(&mut worker, &folder.main(), &[("opcache.max_accelerated_files", "0")])), 1);
        assert_eq!(parsed(|| _ = request(&mut worker, &folder.main(), &[])), 0);
    });
}

#[test]
fn workers_share_entries_while_files_change() {
    in_turn(|| {
        let text = |n: usize| {
            format!("<?php function f() {{ return {n}; }} class K {{ const V = {n}; }} echo f() === K::V ? 'ok' : 'torn';")
        };
        let folder = Folder::new("together", &[("index.php", &text(0))]);
        let main = folder.main();
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let main = main.clone();
                thread::Builder::new()
                    .stack_size(16 << 20)
                    .spawn(move || {
                        engine::set_stack_size(16 << 20);
                        sapi::set(&Capture);
                        let mut worker = Worker::new();
                        (0..200).for_each(|_| assert_eq!(request(&mut worker, &main, &[]), "ok"));
                    })
                    .unwrap()
            })
            .collect();
        for n in 1..100 {
            folder.write("index.php", &text(n));
        }
        threads.into_iter().for_each(|t| t.join().unwrap());
    });
}
