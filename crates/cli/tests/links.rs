//! Classes of cached files: linked by the first request, declared as they are by the others, and nothing of one request in
//! the next.

mod cached;
mod capture;

use cached::{Folder, WATCHFUL, in_turn};
use capture::{Capture, output};
use phant_native::sapi;
use phant_vm::{
    request::engine::{self, Setup, Worker},
    runtime::cache::{self, Statistics},
};
use std::{
    path::{Path, PathBuf},
    thread,
};

fn request(worker: &mut Worker, main: &Path, environment: &str) -> String {
    let mut ini: Vec<_> = WATCHFUL.iter().map(|(k, v)| (k.to_string(), v.as_bytes().to_vec())).collect();
    ini.push(("user_agent".to_owned(), environment.as_bytes().to_vec()));
    let setup = Setup { sapi: "cli-server", ini, ..Setup::default() };
    worker.request(&setup, |vm| {
        let _ = vm.run_main_file(main).unwrap();
    });
    output()
}

/// How many classes a request links, and how many it declares as they were linked before.
fn counted(f: impl FnOnce()) -> (u64, u64) {
    let before: Statistics = cache::statistics();
    f();
    let after = cache::statistics();
    (after.linked - before.linked, after.shared - before.shared)
}

/// A request, what it must print, and how many classes it may link and share.
fn expect(worker: &mut Worker, folder: &Folder, environment: &str, output: &str, counts: (u64, u64)) {
    let main = folder.main();
    assert_eq!(counted(|| assert_eq!(request(worker, &main, environment), output)), counts, "{output}");
}

/// Requests print the same; the first one links, the others link nothing. Nor does another worker.
fn linked_once(name: &str, classes: u64, output: &'static str, files: &[(&str, &str)]) {
    let files: Vec<(String, String)> = files.iter().map(|(file, text)| (file.to_string(), text.to_string())).collect();
    let name = name.to_owned();
    in_turn(move || {
        let files: Vec<(&str, &str)> = files.iter().map(|(file, text)| (&**file, &**text)).collect();
        let folder = Folder::new(&name, &files);
        let mut worker = Worker::new();
        expect(&mut worker, &folder, "", output, (classes, 0));
        for _ in 0..3 {
            expect(&mut worker, &folder, "", output, (0, classes));
        }
        expect(&mut Worker::new(), &folder, "", output, (0, classes));
    });
}

const AUTOLOAD: &str = "<?php spl_autoload_register(function ($class) { include __DIR__ . \"/$class.php\"; });\n";

#[test]
fn values_are_fresh_in_each_request() {
    let index = r#"<?php
const UNIT = 2;
class A {
    const SIX = UNIT * 3; static $count = 0; static $list = [self::SIX]; public $own = self::SIX; public array $plain = [1];
    function next() { static $n = 0; static $at = new ArrayObject; $at[] = 1; return ++$n + count($at); }
    static function of() { self::$list[] = ++static::$count; return self::$list; }
}
class B extends A { static $more = 'm'; const SIX = 7; public $own = parent::SIX + 1; }
$a = new A; $b = new B; $a->plain[] = 2; $a->own++;
echo $a->next(), $b->next(), $a->next(), ' ', json_encode(B::of()), A::$count, B::$more .= 'x', ' ', $a->own, $b->own, B::SIX,
    ' ', count((new A)->plain), "\n";
"#;
    linked_once("fresh", 2, "246 [6,1]1mx 777 1\n", &[("index.php", index)]);
}

#[test]
fn enums_have_cases_of_their_own_in_each_request() {
    let index = r#"<?php
enum Suit: string { case H = 'h'; case S = 's'; const BEST = self::S;
    function label() { static $n = 0; return ucfirst($this->value) . ++$n; } }
class Card { function __construct(public Suit $suit = Suit::BEST) {} }
echo Suit::from('h')->label(), Suit::tryFrom('x')?->label(), (new Card)->suit->label(), ' ', Suit::S === (new Card)->suit ? 'same' : '',
    ' ', spl_object_id(Suit::H) === spl_object_id(Suit::cases()[0]) ? 'one' : 'two';
"#;
    linked_once("enums", 2, "H1S2 same one", &[("index.php", index)]);
}

#[test]
fn traits_aliases_and_closures() {
    let traits = r#"<?php
trait Counts { private static $n = 10; public $step = 1; const KIND = 'k' . 'c';
    function count() { return self::$n += $this->step; } abstract function name(); static function make() { return fn () => static::class; } }
"#;
    let index = r#"<?php
spl_autoload_register(function ($class) { include __DIR__ . "/$class.php"; });
class A { use Counts { count as protected raise; make as public Build; } function name() { return $this->raise() . self::KIND; } }
class B { use Counts; function name() { static $seen = []; $seen[] = 1; return count($seen); } }
class_alias('A', 'Other\Name');
$b = new B;
echo (new Other\Name)->name(), ' ', $b->name(), $b->name(), ' ', $b->count(), ' ', (A::Build())(), (Other\Name::build())(),
    ' ', implode(',', array_keys((new ReflectionClass('A'))->getTraitAliases())), ' ', (new class extends A {})->name();
"#;
    linked_once("traits", 4, "11kc 12 11 AA raise,Build 12kc", &[("index.php", index), ("Counts.php", traits)]);
}

#[test]
fn a_class_that_its_own_checks_load() {
    let index = format!("{AUTOLOAD} echo (new A)->make()->name();");
    let a = "<?php class A extends Base { function make(): Late { return new Late; } }";
    let base = "<?php class Base { function make(): ?Base { return null; } function name() { return static::class; } }";
    let late = "<?php class Late extends A { function make(): Late { return $this; } }";
    let files = [("index.php", &*index), ("A.php", a), ("Base.php", base), ("Late.php", late)];
    linked_once("checks", 3, "Late", &files);
}

#[test]
fn a_changed_parent_makes_its_children_anew() {
    in_turn(|| {
        let index = format!("{AUTOLOAD} echo (new Child)->all(), ' ', Child::C;");
        let child =
            "<?php class Child extends Base { public $b = 'b'; function all() { return implode(get_object_vars($this)); } }";
        let base = "<?php class Base { const C = 1; public $a = 'a'; }";
        let changed = "<?php class Base { const C = 1 + 1; public $a = 'A'; public $more = '+'; }";
        let folder = Folder::new("parent", &[("index.php", &index), ("Child.php", child), ("Base.php", base)]);
        let mut worker = Worker::new();
        expect(&mut worker, &folder, "", "ab 1", (2, 0));
        expect(&mut worker, &folder, "", "ab 1", (0, 2));
        folder.write("Base.php", changed);
        expect(&mut worker, &folder, "", "A+b 2", (2, 0));
        expect(&mut worker, &folder, "", "A+b 2", (0, 2));
        folder.write("Base.php", "<?php final class Base {}");
        let output = request(&mut worker, &folder.main(), "");
        assert!(output.contains("Class Child cannot extend final class Base"), "{output}");
        folder.write("Base.php", base);
        expect(&mut worker, &folder, "", "ab 1", (2, 0));
    });
}

#[test]
fn a_parent_may_differ_from_request_to_request() {
    in_turn(|| {
        let index = "<?php
            if (ini_get('user_agent') === 'x') { class Base { function who() { return 'x'; } } }
            else { class Base { public $p = 1; function who() { return 'other' . $this->p; } } }
            include __DIR__ . '/Child.php'; echo (new Child)->who();";
        let folder = Folder::new(
            "conditional",
            &[("index.php", index), ("Child.php", "<?php class Child extends Base { public $q = 2; }")],
        );
        let mut worker = Worker::new();
        expect(&mut worker, &folder, "x", "x", (2, 0));
        expect(&mut worker, &folder, "y", "other1", (2, 0));
        for _ in 0..2 {
            expect(&mut worker, &folder, "x", "x", (0, 2));
            expect(&mut worker, &folder, "y", "other1", (0, 2));
        }
    });
}

#[test]
fn what_checks_asked_for_is_asked_again() {
    in_turn(|| {
        // Whether `B::f` is compatible depends on what `X` is.
        let index = "<?php
            if (ini_get('user_agent') === 'wrong') { class X {} } else { class X extends Y {} } class Y {}
            include __DIR__ . '/B.php'; echo get_class((new B)->f());";
        let b = "<?php class A { function f(): Y { return new Y; } } class B extends A { function f(): X { return new X; } }";
        let folder = Folder::new("answers", &[("index.php", index), ("B.php", b)]);
        let mut worker = Worker::new();
        expect(&mut worker, &folder, "", "X", (4, 0));
        expect(&mut worker, &folder, "", "X", (0, 4));
        let output = request(&mut worker, &folder.main(), "wrong");
        assert!(output.contains("Declaration of B::f(): X must be compatible with A::f(): Y"), "{output}");
        expect(&mut worker, &folder, "", "X", (0, 4));
    });
}

#[test]
fn what_linking_reports_is_reported_by_every_request() {
    let index = r#"<?php
set_error_handler(function ($level, $text, $file, $line) { echo basename($file), ":$line ", strtok($text, ' '), ' '; return true; });
include __DIR__ . '/Old.php';
if (UNIT) { class Younger extends Old {} }
echo count(new Younger), "\n";
"#;
    let old = "<?php\nconst UNIT = 1;\nif (UNIT) {\nclass Old implements Countable, Serializable {\nfunction count() { return 3; }\n\
        function serialize() {} function unserialize($data) {} } }";
    let files = [("index.php", index), ("Old.php", old)];
    linked_once("reports", 2, "Old.php:5 Return Old.php:4 Old index.php:4 Younger 3\n", &files);
}

#[test]
fn a_handler_may_throw_what_linking_reports() {
    in_turn(|| {
        let index = "<?php set_error_handler(function ($level, $text) { if (ini_get('user_agent')) throw new Exception('no'); echo 'old '; });
            if (1) { class Old implements Countable { function count() { return 3; } } } echo count(new Old);";
        let folder = Folder::new("thrown", &[("index.php", index)]);
        let mut worker = Worker::new();
        for environment in ["", "throws", "", "", "throws"] {
            let output = request(&mut worker, &folder.main(), environment);
            let fatal = output.contains("During inheritance of Countable: Uncaught Exception: no");
            assert!(if environment.is_empty() { output == "old 3" } else { fatal }, "{output}");
        }
    });
}

#[test]
fn code_that_is_not_cached_is_linked_each_time() {
    in_turn(|| {
        let index = "<?php eval('class E { const X = 5; public $p = self::X; }'); class F extends E {} echo (new F)->p;";
        let folder = Folder::new("eval", &[("index.php", index)]);
        let mut worker = Worker::new();
        for _ in 0..3 {
            expect(&mut worker, &folder, "", "5", (2, 0));
        }
    });
}

#[test]
fn workers_share_classes_while_files_change() {
    in_turn(|| {
        let base = |n: usize| {
            format!("<?php class Base {{ const N = {n}; public $n = {n}; static $s = {n}; function n() {{ return {n}; }} }}")
        };
        let index = format!(
            "{AUTOLOAD} $c = new Child; $ok = $c->n() === Child::N && $c->n === Child::$s++ && Child::$s === $c->n + 1 && $c->calls() === 1;
             echo $ok ? 'ok' : 'torn';"
        );
        let child = "<?php class Child extends Base implements Countable { public $m = [1]; function count(): int { return 1; }
             function calls() { static $n = 0; return ++$n; } }";
        let folder = Folder::new("workers", &[("index.php", &index), ("Child.php", child), ("Base.php", &base(0))]);
        let main = folder.main();
        let run = move |main: PathBuf| {
            engine::set_stack_size(16 << 20);
            sapi::set(&Capture);
            let mut worker = Worker::new();
            (0..200).for_each(|_| assert_eq!(request(&mut worker, &main, ""), "ok"));
        };
        let start = |_| {
            let main = main.clone();
            thread::Builder::new().stack_size(16 << 20).spawn(move || run(main)).unwrap()
        };
        let threads: Vec<_> = (0..4).map(start).collect();
        (1..100).for_each(|n| folder.write("Base.php", &base(n)));
        threads.into_iter().for_each(|t| t.join().unwrap());
    });
}

#[test]
fn a_snapshot_keeps_the_classes_of_its_boot() {
    in_turn(|| {
        let index = format!("{AUTOLOAD} $booted = new Child; Child::$n++;");
        let run = "<?php echo $booted->n(), Child::$n++, Late::N, ' ';";
        let child =
            "<?php class Base { static $n = 1; } class Child extends Base { function n() { return 'n' . static::class; } }";
        let late = "<?php class Late extends Child { const N = 'late'; }";
        let files = [("index.php", &*index), ("run.php", run), ("Child.php", child), ("Late.php", late)];
        let folder = Folder::new("snapshot", &files);
        let setup = Setup {
            sapi: "cli-server",
            ini: vec![("opcache.file_update_protection".to_owned(), b"0".to_vec())],
            ..Setup::default()
        };
        let mut worker = Worker::new();
        let (main, run) = (folder.main(), folder.0.join("run.php"));
        worker.boot(&setup, |vm| _ = vm.run_main_file(&main).unwrap()).unwrap();
        for _ in 0..3 {
            worker.run(&setup, |vm| _ = vm.run_main_file(&run).unwrap()).unwrap();
            folder.write("Child.php", &format!("{child} // changed"));
        }
        assert_eq!(output(), "nChild2late nChild2late nChild2late ");
    });
}
