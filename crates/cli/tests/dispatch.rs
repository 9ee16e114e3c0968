//! The dispatcher's promise: an instruction hands over to the next with a jump, so the native stack does not grow with
//! the number of instructions. Looked at in the machine code, and tried.

use std::process::Command;

/// The binary that is looked at: the one that belongs to the tests, or the one that `PHANT_BINARY` names.
fn phant() -> (String, bool) {
    match std::env::var("PHANT_BINARY") {
        Ok(path) => (path, true),
        Err(_) => (env!("CARGO_BIN_EXE_phant").to_owned(), false),
    }
}

/// A demangled path without what may follow the function's name: generic arguments, or a hash.
fn plain(path: &str) -> &str {
    let path = path.split_once("::<").filter(|(before, _)| !before.is_empty()).map_or(path, |parts| parts.0);
    path.rsplit_once("::h").filter(|(_, hash)| hash.len() == 16).map_or(path, |parts| parts.0)
}

/// The part of such a path that names the function.
fn function(path: &str) -> &str {
    path.rsplit_once("::").map_or(path, |parts| parts.1)
}

/// Whether a function of the engine never returns to where it was jumped to from: handlers, which are named like opcodes, what
/// they end in, and what goes on at a handler elsewhere.
fn goes_on(path: &str) -> bool {
    let path = plain(path);
    if matches!(path, "phant_vm::interpreter::exception::unwind" | "phant_vm::interpreter::interrupt::at_jump") {
        return true;
    }
    let last = function(path);
    path.starts_with("phant_vm::interpreter::ops::")
        && (last.starts_with(|c: char| c.is_ascii_uppercase()) || last.ends_with("_tail"))
}

/// What an instruction calls, as far as it can be told.
#[derive(PartialEq, Eq)]
enum Called {
    /// The handler of the next instruction word, or of the one behind it, or what ends in one.
    Handler,
    /// What a register has: a handler, if the caller returns then; else an ordinary function, such as a native one's code.
    Register,
    Other,
}

fn called(instruction: &str) -> Called {
    let Some(target) = instruction.strip_prefix("call").map(str::trim_start) else { return Called::Other };
    if let Some((_, name)) = target.strip_suffix('>').and_then(|t| t.split_once('<')) {
        return if goes_on(name) { Called::Handler } else { Called::Other };
    }
    let Some(target) = target.strip_prefix('*') else { return Called::Other };
    // Words are sixteen bytes and start with the handler's address. Calls through the global offset table name the
    // instruction pointer.
    match ["(%r", "0x10(%r", "0x20(%r"].iter().any(|form| target.starts_with(form)) {
        _ if target.contains("%rip") => Called::Other,
        true => Called::Handler,
        false if target.starts_with("%r") => Called::Register,
        false => Called::Other,
    }
}

/// Whether an instruction only takes down the frame that a function returns from.
fn takes_down(instruction: &str) -> bool {
    instruction.starts_with("pop")
        || instruction.starts_with("leave")
        || instruction.starts_with("add") && instruction.ends_with("%rsp")
}

#[test]
fn handlers_end_in_jumps() {
    let (binary, _) = phant();
    let listing = Command::new("objdump")
        .args(["--disassemble", "--demangle", "--no-show-raw-insn", &binary])
        .output()
        .expect("objdump (of binutils, which the linker comes from) lists the machine code");
    let listing = String::from_utf8_lossy(&listing.stdout);
    let mut handlers = 0;
    let mut faults = Vec::new();
    let mut current = None;
    let mut last_call = None;
    for line in listing.lines() {
        if let Some(name) = line.strip_suffix(">:").and_then(|l| l.split_once('<')).map(|l| l.1) {
            let handler = goes_on(name);
            handlers += usize::from(handler);
            current = handler.then(|| function(plain(name)).to_owned());
            last_call = None;
            continue;
        }
        let (Some(name), Some(instruction)) = (&current, line.split('\t').next_back().map(str::trim)) else { continue };
        if let Some(call) = &last_call {
            if instruction.starts_with("ret") {
                faults.push(format!("{name}: {call}"));
            }
            if !takes_down(instruction) {
                last_call = None;
            }
        }
        match called(instruction) {
            Called::Handler => faults.push(format!("{name}: {instruction}")),
            Called::Register => last_call = Some(instruction.to_owned()),
            Called::Other => {}
        }
    }
    assert!(handlers > 150, "only {handlers} handlers were found in the listing");
    assert!(faults.is_empty(), "these handlers call the next one instead of jumping:\n{}", faults.join("\n"));
}

/// Ten million instructions of every common kind, with the resident size of the process before and after.
const LOOP: &str = r#"
function resident(): int {
    return preg_match('/^VmHWM:\s+(\d+)/m', file_get_contents('/proc/self/status'), $m) ? (int) $m[1] : -1;
}
class P { public int $n = 0; public array $list = [1, 2, 3]; public string $text = ''; public static int $made = 0; const K = 3;
    function add(int $by): static { $this->n += $by; $this->list[1] = $by; return $this; }
    public int $half { get => $this->n >> 1; set => $this->n = $value * 2; } public ?P $inner = null;
    static function one(): int { self::$made++; return static::K; } }
function rest(int ...$n) { return $n[0] ?? 0; }
function pairs() { yield 1; yield 'k' => [2]; yield from [3]; }
function bump(&$x) { $x++; }
function run(int $times): int {
    $p = new P; $a = [1, 2, 'k' => 3]; $f = fn ($x) => $x + 1; $s = 0; $d = 0.5; $r = &$a['k'];
    for ($i = 0; $i < $times; $i++) {
        $s = $s + $i * 2 - 1; $s %= 1009; $d = $d * 0.5 + $i / 3; $b = $i & 7 | 8 ^ 3; $b <<= 1; $c = !$b && $d > 1 || $s <=> 3;
        $t = 'a' . ("xyz"[$i % 3]) . $i . "b$s{$i}"; $t .= $i; $t .= 'x'; $a[0] = $i; $a['k'] += 2; $a[] = $i; unset($a[2], $a[3]); $a['q'][$i & 3] ??= $i;
        $u = $a['k'] ?? 0; $e = isset($a['z']) || empty($a[0]) || isset($p->n); $p->add($i)->add(1); $p->n++; $p->list[] = 1; $p->list = [1, 2];
        P::$made += P::one(); $s += rest($i, 1) + $f($i) + strlen($t) + count($a) + P::K; bump($s); [$x, [, $y]] = [$i, [1, $s]];
        foreach ([1, 2] as $k => $v) { $s += $k; } foreach ($a as &$w) { break; } unset($w);
        switch ($i % 3) { case 0: $s++; break; default: $s--; } $s += match (true) { $i > 5 => 1, default => 2 };
        try { if ($i % 64 === 0) { throw new Exception('x'); } } catch (Exception) { $s++; } finally { $s--; }
        $l = [1]; $m = &$l; $l = []; $l = 'x'; $m = [$i]; $s += $p instanceof P ? (int) '3' : 0; $n = null; $s += $n?->n ?? 1; $z = clone $p; $z->inner = $h = new P; $z->inner->n = $z->half; $z->half = 3; $z = (array) $z;
        foreach (pairs() as $k => $w) { $s++; } unset($w); $dyn = new stdClass; $dyn->x = $i; unset($dyn->x); $l2[0] = [$i]; $l2[0] = [1]; $l2[1] = $i; $l2 = []; $g = $i === 5 or $s == '7';
    }
    return $s;
}
run(1000); $before = resident(); run(60000); $after = resident(); echo $after - $before;
"#;

#[test]
fn ten_million_instructions_leave_the_stack_as_it_was() {
    let output = Command::new(phant().0).args(["-n", "-r", LOOP]).output().expect("the binary runs");
    let grown: i64 = String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .unwrap_or_else(|_| panic!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)));
    // The heap may grow by some pages; one return address each would be 80 MB.
    assert!(grown < 16_000, "the process grew by {grown} kB");
}
