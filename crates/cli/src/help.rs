//! `--help`, `--version` and the like: what the program says about itself.

use crate::flags::{CGI_FLAGS, Entry, FLAGS, FPM_FLAGS};
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

/// The same for CGI.
pub fn cgi_version() -> String {
    format!(
        "PHP {PHP_VERSION} (cgi-fcgi) (built: Phant {VERSION}) (NTS)\n\
         Phant {VERSION}, a PHP runtime in Rust: https://github.com/phant/phant\n"
    )
}

/// The same for FastCGI.
pub fn fpm_version() -> String {
    format!(
        "PHP {PHP_VERSION} (fpm-fcgi) (built: Phant {VERSION}) (NTS)\n\
         Phant {VERSION}, a PHP runtime in Rust: https://github.com/phant/phant\n"
    )
}

/// The text of `fpm --help`.
pub fn fpm(program: &str, s: Style) -> String {
    let Style { title, name, end, .. } = s;
    let mut text = format!(
        "{title}Usage:{end} {program} [-n] [-h] [-i] [-m] [-v] [-t] [-g <pid>] [-c <file>] [-d foo[=bar]] [-y <file>] [-D] [-F [-O]] [-R]\n\n\
         Answers requests of a web server in front, by FastCGI, in pools that php-fpm's configuration describes.\n\n"
    );
    for entry in FPM_FLAGS.iter().filter(|e| !e.help.is_empty()) {
        text += &row(entry, s);
    }
    if program.ends_with(" fpm") {
        text += &format!("\n{}", grants(s));
    }
    text += &format!(
        "\n{title}Signals:{end}\n\
         \x20 {name}QUIT{end}       answer what was asked, and end\n\
         \x20 {name}TERM, INT{end}  end at once\n\
         \x20 {name}USR1{end}       open the logs anew\n\
         \x20 {name}USR2{end}       start anew with the configuration and code of now, without refusing anybody\n\n\
         Called through a link named {name}php-fpm{end} it needs no command. docs/fpm.md has the rest.\n"
    );
    text
}

/// The text of `cgi --help`.
pub fn cgi(program: &str, s: Style) -> String {
    let Style { title, name, soft, end } = s;
    let mut text = format!(
        "{title}Usage:{end} {program} [-q] [-h] [-s] [-v] [-i] [-f <file>]\n\
         \x20      {program} <file> [args...]\n\n\
         Answers one request: the web server describes it in environment variables ({name}SCRIPT_FILENAME{end}, \n\
         {name}QUERY_STRING{end}, {name}REQUEST_METHOD{end}, ...), its body is standard input, the answer standard output. At a \n\
         terminal the script is named, and the arguments are its {name}$_GET{end}.\n\n"
    );
    for entry in CGI_FLAGS.iter().filter(|e| !e.help.is_empty()) {
        text += &row(entry, s);
    }
    if program.ends_with(" cgi") {
        text += &format!("\n{}", grants(s));
    }
    let example = |command: &str, what: &str| {
        let padding = " ".repeat(34usize.saturating_sub(command.len()));
        format!("  {name}{program} {command}{end}{padding}{soft}{what}{end}\n")
    };
    text += &format!("\n{title}Examples:{end}\n");
    text += &example("page.php id=7 'name=a b'", "a page with $_GET, header lines included");
    text += &example("-q page.php", "without them");
    text += &example("-T 100 page.php", "how long it takes");
    text += &format!(
        "\nA request, as a server makes it:\n  \
         {soft}REDIRECT_STATUS=1 REQUEST_METHOD=GET QUERY_STRING=id=7 SCRIPT_FILENAME=/srv/page.php{end} {name}{program}{end}\n\n\
         Called through a link named {name}php-cgi{end} it needs no command. docs/cgi.md has configurations of web servers.\n\
         FastCGI is {name}phant fpm{end}'s; {name}-b{end}, or a socket as standard input, is refused.\n"
    );
    text
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
        lines.extend(["[options] serve <dir> [--listen <addr>:<port>]", "dump ast|bytecode <file>", "aerospike-node [options]"]);
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

/// The text of `serve --help`.
pub fn serve(program: &str, s: Style) -> String {
    let Style { title, name, soft, end } = s;
    let option = |flags: &str, value: &str, what: &str| {
        let padding = " ".repeat(30usize.saturating_sub(flags.len() + 1 + value.len()).max(1));
        let line = format!("  {name}{flags}{end} {soft}{value}{end}{padding}{what}");
        format!("{}\n", line.trim_end())
    };
    let example = |command: &str, what: &str| {
        let padding = " ".repeat(46usize.saturating_sub(command.len()).max(1));
        format!("  {name}{program} {command}{end}{padding}{soft}{what}{end}\n")
    };
    let mut text = format!(
        "{title}Usage:{end} {program} serve <dir> [options]\n\n\
         Serves the PHP application in <dir> over HTTP/1.1, until Ctrl-C.\n\n{title}Options:{end}\n"
    );
    for setting in phant_server::options::SETTINGS {
        let flag = setting.short.map_or(format!("--{}", setting.name), |c| format!("-{c}, --{}", setting.name));
        // A long name has a line of its own.
        let mut lines = setting.help.iter();
        let first = if flag.len() + setting.value.len() < 29 { lines.next() } else { None };
        text += &option(&flag, setting.value, first.copied().unwrap_or_default());
        for line in lines {
            text += &option("", "", line);
        }
    }
    text += &option("-c, --config", "<file>", "a TOML file with the same names: listen = \":80\", workers = 8;");
    text += &option("", "", "dir is the folder; flags count more than the file");
    text += &option("-h, --help", "", "this help");
    text += &format!(
        "\n{title}What answers an address:{end}\n\
         The document root is <dir>/public if there is such a folder, else <dir>.\n\
         \x20 1. a script of that name, {soft}/about.php{end}; what follows its name is PATH_INFO\n\
         \x20 2. a file of that name, {soft}/style.css{end}, with Last-Modified, ETag and ranges\n\
         \x20 3. index.php of the folder, or of the nearest folder above: the front controller\n\
         Files whose names begin with a dot are never shown.\n\n\
         Each request starts with a clean slate, as with php-fpm. php.ini, PHP_INI_SCAN_DIR and -d hold here too:\n\
         flags of php come before {name}serve{end}.\n\n\
         {title}Signals:{end}\n\
         \x20 {name}TERM, INT{end}  answer what was asked, and end\n\
         \x20 {name}HUP{end}        start anew with the code and settings of now, without refusing anybody\n\
         A worker process that dies is replaced at once. docs/server.md has the rest.\n\n{title}Examples:{end}\n"
    );
    text += &example("serve examples/guestbook", "an application on http://127.0.0.1:8080");
    text += &example("serve . -l 0.0.0.0:8000 -w 16", "for the local network, 16 requests at a time");
    text += &example("-d memory_limit=64M serve app", "with a setting");
    text += &format!("\n{name}{program} -S <addr>:<port>{end} starts it with the manners of PHP's built-in server instead.\n");
    text
}

/// The flags that grant something.
fn grants(s: Style) -> String {
    let Style { name, end, soft, .. } = s;
    let mut text = String::new();
    for entry in FLAGS.iter().filter(|e| e.flag.grants().is_some()) {
        text += &format!("  {name}--{}{end}{soft}{}{end}\n                   {}\n", entry.long[0], entry.value, entry.help);
    }
    text + "  If one of these four is given, only what they name is allowed: by the kernel, for good, for programs that the script\n\
            \x20 starts too. Without = a flag allows everything of its kind. docs/grants.md has the rest.\n\n"
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
    let long = || FLAGS.iter().filter(|e| !e.help.is_empty() && e.short == '\0' && e.flag.grants().is_none());
    let (ini, show): (Vec<&Entry>, Vec<&Entry>) = long().partition(|e| e.value.is_empty());
    ini.iter().for_each(|e| text += &row(e, s));
    text += "\n";
    show.iter().for_each(|e| text += &row(e, s));
    text += "\n";
    if !as_php {
        text += &grants(s);
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
             \x20 {name}cgi{end}              Answer one request for a web server; {name}cgi --help{end} says more\n\
             \x20 {name}fpm{end}              Answer requests of a web server by FastCGI; {name}fpm --help{end} says more\n\
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
