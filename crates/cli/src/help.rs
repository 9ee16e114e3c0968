//! `--help`, `--version` and the like: what the program says about itself.

use crate::flags::{Entry, FLAGS};
use std::io::IsTerminal;

/// The version of PHP whose behaviour this is.
pub const PHP_VERSION: &str = "8.4.24";
/// The program's own version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Colours for a terminal, or none.
#[derive(Clone, Copy)]
pub struct Style {
    title: &'static str,
    name: &'static str,
    soft: &'static str,
    end: &'static str,
}

impl Style {
    const PLAIN: Style = Style { title: "", name: "", soft: "", end: "" };
    const COLOURED: Style = Style { title: "\x1b[1;33m", name: "\x1b[32m", soft: "\x1b[2m", end: "\x1b[0m" };

    /// The style for standard output; `NO_COLOR` is respected.
    pub fn of_stdout() -> Style {
        let colours = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        if colours { Style::COLOURED } else { Style::PLAIN }
    }
}

/// `PHP 8.4.24 (cli) …`
pub fn version() -> String {
    format!(
        "PHP {PHP_VERSION} (cli) (built: Phant {VERSION}) (NTS)\n\
         Phant {VERSION}, a PHP runtime in Rust: https://github.com/phant/phant\n"
    )
}

fn usage(program: &str, as_php: bool, s: Style) -> String {
    let Style { title, end, .. } = s;
    let mut lines = vec![
        "[options] [-f] <file> [--] [args...]",
        "[options] -r <code> [--] [args...]",
        "[options] [-B <begin_code>] -R <code> [-E <end_code>] [--] [args...]",
        "[options] [-B <begin_code>] -F <file> [-E <end_code>] [--] [args...]",
        "[options] -S <addr>:<port> [-t docroot] [router]",
        "[options] -- [args...]",
        "[options] -a",
    ];
    if !as_php {
        lines.extend(["[options] serve <dir> [--listen <addr>:<port>]", "dump ast|bytecode <file>"]);
    }
    let mut text = format!("{title}Usage:{end} {program} {}\n", lines[0]);
    for line in &lines[1..] {
        text += &format!("   {program} {line}\n");
    }
    text
}

fn row(entry: &Entry, s: Style) -> String {
    let flag = match entry.short {
        '\0' => format!("--{}", entry.long[0]),
        short => format!("-{short}"),
    };
    let Style { name, end, soft, .. } = s;
    let padding = " ".repeat(17usize.saturating_sub(flag.len() + 1 + entry.value.len()).max(1));
    format!("  {name}{flag}{end} {soft}{}{end}{padding}{}\n", entry.value, entry.help)
}

/// The text of `--help`.
pub fn help(program: &str, as_php: bool, s: Style) -> String {
    let Style { title, name, soft, end } = s;
    let mut text = String::new();
    if !as_php {
        text += &format!("{title}Phant {VERSION}{end} runs PHP {PHP_VERSION} programs and serves PHP applications.\n\n");
    }
    text += &usage(program, as_php, s);
    text += "\n";
    for entry in FLAGS.iter().filter(|e| !e.help.is_empty() && e.short != '\0') {
        text += &row(entry, s);
    }
    text += "\n  args...          Arguments passed to script. Use -- args when first argument\n\
             \x20                  starts with - or script is read from stdin\n\n";
    let (ini, show): (Vec<&Entry>, Vec<&Entry>) =
        FLAGS.iter().filter(|e| !e.help.is_empty() && e.short == '\0').partition(|e| e.value.is_empty());
    ini.iter().for_each(|e| text += &row(e, s));
    text += "\n";
    show.iter().for_each(|e| text += &row(e, s));
    text += "\n";
    if !as_php {
        let example = |command: &str, what: &str| {
            let padding = " ".repeat(42usize.saturating_sub(command.len()));
            format!("  {name}{program} {command}{end}{padding}{soft}{what}{end}\n")
        };
        text += &format!("{title}Commands:{end}\n");
        text += &format!(
            "  {name}serve{end} {soft}<dir>{end}      Serve the application in <dir>: files of <dir>/public (or <dir>), and its\n\
             \x20                  index.php for every other address\n\
             \x20   {soft}--listen <addr>:<port>{end}   Where to listen; 127.0.0.1:8080 if not given\n\
             \x20   {soft}--workers <n>{end}            How many requests run at a time\n\
             \x20 {name}dump{end} {soft}ast|bytecode <file>{end}\n\
             \x20                  Show what <file> is parsed or compiled to\n\n"
        );
        text += &format!("{title}Examples:{end}\n");
        text += &example("script.php argument", "run a script");
        text += &example("-r 'echo PHP_VERSION, \"\\n\";'", "run a line of code");
        text += &example("-a", "try things out");
        text += &example("serve examples/guestbook", "an application on http://127.0.0.1:8080");
        text += &example("-l script.php", "look for syntax errors");
        text += &format!("\nCalled through a link named {name}php{end}, it takes exactly the flags of php and no commands.\n");
    }
    text
}
