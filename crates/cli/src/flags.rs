//! The table of command-line flags. Parsing and help derive from it.

use phant_grants::Kind;

/// What a flag does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Flag {
    Interactive,
    Begin,
    NoChdir,
    IniPath,
    Define,
    End,
    ProfileInfo,
    ProcessFile,
    File,
    Help,
    Info,
    Lint,
    Modules,
    NoIni,
    NoHeader,
    ProcessCode,
    HideArguments,
    Run,
    Highlight,
    Server,
    Docroot,
    Strip,
    Version,
    ZendExtension,
    ShowFunction,
    ShowClass,
    ShowExtension,
    ShowZendExtension,
    ShowSettings,
    ShowIni,
    Repeat,
    Bind,
    Measure,
    Configuration,
    Prefix,
    PidFile,
    Test,
    Daemonize,
    Foreground,
    ToStderr,
    RootMay,
    Pool,
    Detached,
    AllowRead,
    AllowWrite,
    AllowNet,
    AllowExec,
}

impl Flag {
    /// What it grants, if it is one of those that do.
    pub fn grants(self) -> Option<Kind> {
        Some(match self {
            Flag::AllowRead => Kind::Read,
            Flag::AllowWrite => Kind::Write,
            Flag::AllowNet => Kind::Net,
            Flag::AllowExec => Kind::Exec,
            _ => return None,
        })
    }
}

/// One flag.
pub struct Entry {
    /// What it does.
    pub flag: Flag,
    /// `-x`; NUL if it has only a long form.
    pub short: char,
    /// `--name`, and other names for it.
    pub long: &'static [&'static str],
    /// What its value is called in the help; empty if it takes none. In brackets if it may stand without one, which then is
    /// looked for behind `=` only.
    pub value: &'static str,
    /// The line in the help; empty if it is kept only because PHP accepts it.
    pub help: &'static str,
}

const NONE: char = '\0';

macro_rules! flags {
    ($($flag:ident $short:literal $long:tt $value:literal $help:literal;)*) => {
        &[$(Entry { flag: Flag::$flag, short: $short, long: &$long, value: $value, help: $help },)*]
    };
}

/// Every flag, in the order of the help.
pub const FLAGS: &[Entry] = flags! {
    Interactive 'a' ["interactive"] "" "Run as interactive shell";
    IniPath 'c' ["php-ini"] "<path>|<file>" "Look for php.ini file in this directory";
    NoIni 'n' ["no-php-ini"] "" "No configuration (ini) files will be used";
    Define 'd' ["define"] "foo[=bar]" "Define INI entry foo with value 'bar'";
    ProfileInfo 'e' ["profile-info"] "" "Generate extended information for debugger/profiler";
    File 'f' ["file"] "<file>" "Parse and execute <file>.";
    Help 'h' ["help", "usage"] "" "This help";
    Help '?' [] "" "";
    Info 'i' ["info"] "" "PHP information";
    Lint 'l' ["syntax-check"] "" "Syntax check only (lint)";
    Modules 'm' ["modules"] "" "Show compiled in modules";
    Run 'r' ["run"] "<code>" "Run PHP <code> without using script tags <?..?>";
    Begin 'B' ["process-begin"] "<begin_code>" "Run PHP <begin_code> before processing input lines";
    ProcessCode 'R' ["process-code"] "<code>" "Run PHP <code> for every input line";
    ProcessFile 'F' ["process-file"] "<file>" "Parse and execute <file> for every input line";
    End 'E' ["process-end"] "<end_code>" "Run PHP <end_code> after processing all input lines";
    HideArguments 'H' ["hide-args"] "" "Hide any passed arguments from external tools.";
    Server 'S' ["server"] "<addr>:<port>" "Run with built-in web server.";
    Docroot 't' ["docroot"] "<docroot>" "Specify document root <docroot> for built-in web server.";
    Highlight 's' ["syntax-highlight", "syntax-highlighting"] "" "Output HTML syntax highlighted source.";
    Version 'v' ["version"] "" "Version number";
    Strip 'w' ["strip"] "" "Output source with stripped comments and whitespace.";
    ZendExtension 'z' ["zend-extension"] "<file>" "Load Zend extension <file>.";
    NoChdir 'C' ["no-chdir"] "" "";
    NoHeader 'q' ["no-header"] "" "";
    ShowIni '\0' ["ini"] "" "Show configuration file names";
    ShowFunction '\0' ["rf", "rfunction"] "<name>" "Show information about function <name>.";
    ShowClass '\0' ["rc", "rclass"] "<name>" "Show information about class <name>.";
    ShowExtension '\0' ["re", "rextension"] "<name>" "Show information about extension <name>.";
    ShowZendExtension '\0' ["rz", "rzendextension"] "<name>" "Show information about Zend extension <name>.";
    ShowSettings '\0' ["ri", "rextinfo"] "<name>" "Show configuration for extension <name>.";
    Repeat '\0' ["repeat"] "<n>" "";
    AllowRead '\0' ["allow-read"] "[=<path>,...]" "What the script may read besides itself; see below.";
    AllowWrite '\0' ["allow-write"] "[=<path>,...]" "What it may change.";
    AllowNet '\0' ["allow-net"] "[=<host>[:<port>],...]" "What it may connect to: names, addresses, :port, paths of sockets.";
    AllowExec '\0' ["allow-exec"] "[=<program>,...]" "What programs it may start.";
};

/// The flags of `cgi`.
pub const CGI_FLAGS: &[Entry] = flags! {
    Interactive 'a' ["interactive"] "" "";
    Bind 'b' ["bindpath"] "<addr>:<port>" "";
    NoChdir 'C' ["no-chdir"] "" "Do not change to the folder of the script";
    IniPath 'c' ["php-ini"] "<path>|<file>" "Look for php.ini file in this directory";
    NoIni 'n' ["no-php-ini"] "" "No configuration (ini) files will be used";
    Define 'd' ["define"] "foo[=bar]" "Define INI entry foo with value 'bar'";
    ProfileInfo 'e' ["profile-info"] "" "";
    File 'f' ["file"] "<file>" "Run <file>, without header lines";
    Help 'h' ["help"] "" "This help";
    Help '?' ["usage"] "" "";
    Info 'i' ["info"] "" "PHP information, as a page";
    Lint 'l' ["syntax-check"] "" "Syntax check only (lint)";
    Modules 'm' ["modules"] "" "Show compiled in modules";
    NoHeader 'q' ["no-header"] "" "No header lines";
    Highlight 's' ["syntax-highlight", "syntax-highlighting"] "" "Output HTML syntax highlighted source.";
    Measure 'T' ["timing"] "[<n>,]<count>" "Run the script <count> times, after <n> that do not count, and tell the time";
    Version 'v' ["version"] "" "Version number";
    Strip 'w' ["strip"] "" "Output source with stripped comments and whitespace.";
    ZendExtension 'z' ["zend-extension"] "<file>" "";
    AllowRead '\0' ["allow-read"] "[=<path>,...]" "";
    AllowWrite '\0' ["allow-write"] "[=<path>,...]" "";
    AllowNet '\0' ["allow-net"] "[=<host>[:<port>],...]" "";
    AllowExec '\0' ["allow-exec"] "[=<program>,...]" "";
};

/// The flags of `fpm`.
pub const FPM_FLAGS: &[Entry] = flags! {
    IniPath 'c' ["php-ini"] "<path>|<file>" "Look for php.ini file in this directory";
    NoIni 'n' ["no-php-ini"] "" "No php.ini file will be used";
    Define 'd' ["define"] "foo[=bar]" "Define INI entry foo with value 'bar'";
    ProfileInfo 'e' ["profile-info"] "" "";
    Help 'h' ["help"] "" "This help";
    Help '?' ["usage"] "" "";
    Info 'i' ["info"] "" "PHP information";
    Modules 'm' ["modules"] "" "Show compiled in modules";
    Version 'v' ["version"] "" "Version number";
    Prefix 'p' ["prefix"] "<dir>" "";
    PidFile 'g' ["pid"] "<file>" "The file for the number of the process";
    Configuration 'y' ["fpm-config"] "<file>" "The configuration, in php-fpm's syntax";
    Test 't' ["test"] "" "Test the configuration and exit";
    Daemonize 'D' ["daemonize"] "" "Run in the background, whatever the configuration says";
    Foreground 'F' ["nodaemonize"] "" "Stay in the foreground, whatever the configuration says";
    ToStderr 'O' ["force-stderr"] "" "Write the log to standard error too";
    RootMay 'R' ["allow-to-run-as-root"] "" "Let pools run as root";
    Pool '\0' ["pool"] "<pool>" "";
    Detached '\0' ["detached"] "<n>" "";
    AllowRead '\0' ["allow-read"] "[=<path>,...]" "";
    AllowWrite '\0' ["allow-write"] "[=<path>,...]" "";
    AllowNet '\0' ["allow-net"] "[=<host>[:<port>],...]" "";
    AllowExec '\0' ["allow-exec"] "[=<program>,...]" "";
};

/// Why reading the flags stopped early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFlag(pub String);

/// Reads flags one by one, as PHP's `getopt` does: `-nd x=1`, `-dx=1`, `-d=x`, `--define x`, `--define=x`.
pub struct Reader<'a> {
    table: &'static [Entry],
    arguments: &'a [Vec<u8>],
    /// The next argument to read.
    pub index: usize,
    /// Where in a bundle of short flags reading is; 0 outside of one.
    at: usize,
    /// The last argument was `--`.
    pub ended: bool,
    /// Flags that grant something are known: those are not PHP's.
    pub has_grants: bool,
}

impl<'a> Reader<'a> {
    /// A reader of all arguments; the first is the program's name.
    pub fn new(arguments: &'a [Vec<u8>]) -> Reader<'a> {
        Reader::of(FLAGS, arguments)
    }
    /// The same with other flags.
    pub fn of(table: &'static [Entry], arguments: &'a [Vec<u8>]) -> Reader<'a> {
        Reader { table, arguments, index: 1, at: 0, ended: false, has_grants: false }
    }

    fn bad<T>(&self, argument: usize, character: usize, why: &str) -> Result<T, BadFlag> {
        Err(BadFlag(format!("Error in argument {argument}, char {character}: {why}")))
    }

    /// The next flag and its value; `None` where the script's own arguments begin.
    pub fn next(&mut self) -> Result<Option<(Flag, Vec<u8>)>, BadFlag> {
        let Some(argument) = self.arguments.get(self.index) else { return Ok(None) };
        if self.at == 0 {
            if argument.len() < 2 || argument[0] != b'-' {
                return Ok(None);
            }
            if let Some(long) = argument.strip_prefix(b"--") {
                return self.long(long);
            }
            self.at = 1;
        }
        let (at, character) = (self.at, char::from(argument[self.at]));
        let Some(entry) = self.table.iter().find(|e| e.short == character && character != NONE) else {
            let why = if character == ':' { ": in flags".to_owned() } else { format!("option not found {character}") };
            return self.bad(self.index, at + 1, &why);
        };
        if entry.value.is_empty() {
            self.at += 1;
            if self.at == argument.len() {
                (self.at, self.index) = (0, self.index + 1);
            }
            return Ok(Some((entry.flag, Vec::new())));
        }
        self.at = 0;
        self.value(entry, &argument[at + 1..], at)
    }

    fn long(&mut self, text: &'a [u8]) -> Result<Option<(Flag, Vec<u8>)>, BadFlag> {
        if text.is_empty() {
            self.index += 1;
            self.ended = true;
            return Ok(None);
        }
        let end = text.iter().position(|&c| c == b'=').unwrap_or(text.len());
        let found = self.table.iter().find(|e| e.long.iter().any(|name| name.as_bytes() == &text[..end]));
        let Some(entry) = found.filter(|entry| self.has_grants || entry.flag.grants().is_none()) else {
            return self.bad(self.index, 1, "no argument for option -");
        };
        if entry.value.is_empty() || entry.value.starts_with('[') {
            self.index += 1;
            let value = if entry.value.is_empty() { &[] } else { text.get(end + 1..).unwrap_or_default() };
            return Ok(Some((entry.flag, value.to_vec())));
        }
        self.value(entry, &text[end..], 0)
    }

    /// The value behind a flag in the same argument, or else the next argument.
    fn value(&mut self, entry: &Entry, rest: &[u8], at: usize) -> Result<Option<(Flag, Vec<u8>)>, BadFlag> {
        self.index += 1;
        if !rest.is_empty() {
            let value = rest.strip_prefix(b"=").unwrap_or(rest);
            return Ok(Some((entry.flag, value.to_vec())));
        }
        let Some(value) = self.arguments.get(self.index) else {
            let name = if at == 0 { '-' } else { entry.short };
            return self.bad(self.index - 1, at + 1, &format!("no argument for option {name}"));
        };
        self.index += 1;
        Ok(Some((entry.flag, value.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> String {
        let arguments: Vec<Vec<u8>> = arguments.iter().map(|a| a.as_bytes().to_vec()).collect();
        let mut reader = Reader::new(&arguments);
        reader.has_grants = arguments[0] == b"phant";
        let mut out = String::new();
        loop {
            match reader.next() {
                Ok(Some((flag, value))) => out += &format!("{flag:?}({}) ", String::from_utf8_lossy(&value)),
                Ok(None) => return out + &format!("{}{}", reader.index, if reader.ended { " ended" } else { "" }),
                Err(BadFlag(why)) => return out + &why,
            }
        }
    }

    #[test]
    fn forms() {
        assert_eq!(read(&["php", "-nd", "a=1", "x", "-n"]), "NoIni() Define(a=1) 3");
        assert_eq!(read(&["php", "-da=1", "-d=b", "--define", "c", "--define=d"]), "Define(a=1) Define(b) Define(c) Define(d) 6");
        assert_eq!(read(&["php", "-r", "x", "--", "-a"]), "Run(x) 4 ended");
        assert_eq!(read(&["php", "-"]), "1");
        assert_eq!(read(&["php", "-nX"]), "NoIni() Error in argument 1, char 3: option not found X");
        assert_eq!(read(&["php", "-n", "-d"]), "NoIni() Error in argument 2, char 2: no argument for option d");
        assert_eq!(read(&["php", "--foo"]), "Error in argument 1, char 1: no argument for option -");
        assert_eq!(read(&["php", "--allow-read"]), "Error in argument 1, char 1: no argument for option -");
        assert_eq!(read(&["phant", "--allow-read", "--allow-net=a,b:1", "x"]), "AllowRead() AllowNet(a,b:1) 3");
        assert_eq!(read(&["php", "--rf"]), "Error in argument 1, char 1: no argument for option -");
    }

    #[test]
    fn no_flag_twice() {
        for (i, a) in FLAGS.iter().enumerate() {
            for b in &FLAGS[i + 1..] {
                assert!(a.short == NONE || a.short != b.short);
                assert!(a.long.iter().all(|name| !b.long.contains(name)));
            }
        }
    }
}
