//! The interactive shell without a terminal: what PHP 8.4's `php -a` prints for the same input.

use std::{
    io::Write,
    process::{Command, Stdio},
};

const PHANT: &str = env!("CARGO_BIN_EXE_phant");

const INPUT: &str = r##"echo 1;
echo "x\n";
$a = [1,
2];
echo count($a);
function f($x) {
  return $x
  * 2;
}
echo f(3);
if (true) { echo "a"; } else
{ echo "b"; }
echo "multi
line";
/* comment
end */ echo 5;
# hello
// slash
#precision=4
echo 1/3;
throw new Exception("boo");
undefined_fn();
echo $undef;
echo <<<X
 text
X;
1 +;
class A { function __destruct() { echo "D"; } }
$o = new A; $o = null;
try { throw new Exception; } catch (Exception $e) { echo get_class($e); }
echo __FILE__, __LINE__;
echo 1; exit;
echo 2;
exit
echo 3;
"##;

const OUTPUT: &str = r##"Interactive shell

1
x
2
6
a
multi
line
5
0.3333

Warning: Uncaught Exception: boo in php shell code:1
Stack trace:
#0 {main}
  thrown in php shell code on line 1

Warning: Uncaught Error: Call to undefined function undefined_fn() in php shell code:1
Stack trace:
#0 {main}
  thrown in php shell code on line 1

Warning: Undefined variable $undef in php shell code on line 1
 text

Parse error: syntax error, unexpected token ";" in php shell code on line 1
D
Exception
php shell code1
1
2
"##;

#[test]
fn a_session() {
    let history = std::env::temp_dir().join(format!("phant-history-{}", std::process::id()));
    let mut shell = Command::new(PHANT)
        .args(["-n", "-a"])
        .env("PHP_HISTFILE", &history)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the shell");
    shell.stdin.take().expect("its input").write_all(INPUT.as_bytes()).expect("written");
    let output = shell.wait_with_output().expect("its end");
    assert_eq!(String::from_utf8_lossy(&output.stdout), OUTPUT);
    assert_eq!(output.status.code(), Some(0));
    let kept = std::fs::read_to_string(&history).expect("the history");
    let _ = std::fs::remove_file(history);
    assert!(kept.starts_with("_HiStOrY_V2_\necho\\0401;\necho\\040\"x\\134n\";\n"), "{kept}");
    assert!(!kept.contains("exit\n"), "{kept}");
}
