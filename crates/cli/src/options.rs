//! What the command line asks for.

use crate::{
    configuration::{self, Wishes},
    flags::{BadFlag, Flag, Reader},
};
use phant_grants::Grants;

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Task {
    /// Print the help.
    Help,
    /// `-v`
    Version,
    /// `-i`
    Info,
    /// `-m`
    Modules,
    /// `--ini`
    ShowIni,
    /// Run the script, or standard input.
    Run,
    /// `-r`
    Code(Vec<u8>),
    /// `-B`, `-R`, `-F` (the script), `-E`
    PerLine {
        /// Before the first line.
        begin: Option<Vec<u8>>,
        /// For every line, unless a script is.
        code: Option<Vec<u8>>,
        /// After the last line.
        end: Option<Vec<u8>>,
    },
    /// `-a`
    Interactive,
    /// `-l`
    Lint,
    /// `-s`
    Highlight,
    /// `-w`
    Strip,
    /// `--rf` and its kin: which, and the name.
    Reflect(Flag, Vec<u8>),
    /// `-S`
    Server {
        /// Address and port.
        listen: Vec<u8>,
        /// `-t`
        docroot: Option<Vec<u8>>,
    },
    /// `serve`
    Serve,
    /// `dump`
    Dump,
    /// `aerospike-node`
    AerospikeNode,
    /// A message on standard output, and exit code 1.
    Refuse(&'static str),
    /// A message on standard error, the help, and exit code 1.
    Misused(String),
}

/// The command line, read.
pub struct Options {
    /// What to do.
    pub task: Task,
    /// The script as given; `None` is standard input.
    pub script: Option<Vec<u8>>,
    /// What follows: the script's arguments, or those of a command.
    pub arguments: Vec<Vec<u8>>,
    /// Configuration.
    pub wishes: Wishes,
    /// What the script may do.
    pub grants: Grants,
}

const CONFLICT: &str = "Either execute direct code, process stdin or use a file.\n";
const LINE_ONCE: &str = "You can use -R or -F only once.\n";

/// Reads the command line. Commands (`serve`, `dump`) exist unless called as `php`.
pub fn read(arguments: &[Vec<u8>], as_php: bool) -> Options {
    let mut wishes = Wishes { defaults: configuration::CLI_DEFAULTS, forced: configuration::CLI_FORCED, ..Wishes::default() };
    let mut flags = Vec::new();
    let mut reader = Reader::new(arguments);
    reader.has_grants = !as_php;
    let mut grants = Grants::default();
    let mut early = None;
    loop {
        match reader.next() {
            Ok(Some((flag, value))) => {
                match flag {
                    Flag::IniPath => wishes.path = Some(value.clone()),
                    Flag::NoIni => wishes.no_files = true,
                    Flag::Define => wishes.defines.push(value.clone()),
                    Flag::Help => early = early.or(Some(Task::Help)),
                    Flag::Info => early = early.or(Some(Task::Info)),
                    Flag::Version => early = early.or(Some(Task::Version)),
                    Flag::Modules => early = early.or(Some(Task::Modules)),
                    _ => {}
                }
                if let Some(kind) = flag.grants() {
                    grants.add(kind, &String::from_utf8_lossy(&value));
                }
                flags.push((flag, value));
            }
            Ok(None) => break,
            Err(BadFlag(why)) => {
                early = early.or(Some(Task::Misused(why)));
                break;
            }
        }
    }
    let rest = arguments.get(reader.index..).unwrap_or_default();
    if let Some(task) = early {
        return Options { task, script: None, arguments: rest.to_vec(), wishes, grants };
    }
    let mut choice = Choice::default();
    for (flag, value) in flags {
        if let Err(refusal) = choice.add(flag, value) {
            return Options { task: Task::Refuse(refusal), script: None, arguments: Vec::new(), wishes, grants };
        }
    }
    let takes_script = !matches!(choice.behaviour, Behaviour::Code | Behaviour::PerLine);
    let mut rest = rest.iter().cloned();
    if !as_php && !reader.ended && choice.behaviour == Behaviour::Standard && choice.script.is_none() {
        let command = match arguments.get(reader.index).map(Vec::as_slice) {
            Some(b"serve") => Some(Task::Serve),
            Some(b"dump") => Some(Task::Dump),
            Some(b"aerospike-node") => Some(Task::AerospikeNode),
            _ => None,
        };
        if let Some(task) = command {
            if task == Task::Serve {
                wishes.forced = &[];
            }
            return Options { task, script: None, arguments: rest.skip(1).collect(), wishes, grants };
        }
    }
    if choice.script.is_none() && takes_script && !reader.ended {
        choice.script = rest.next();
    }
    if choice.behaviour == Behaviour::Server {
        wishes.forced = &[];
    }
    Options { script: choice.script.clone(), task: choice.task(), arguments: rest.collect(), wishes, grants }
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    #[default]
    Standard,
    Code,
    PerLine,
    Lint,
    Highlight,
    Strip,
    Reflect,
    ShowIni,
    Server,
}

/// The flags so far, as far as they must agree with each other.
#[derive(Default)]
struct Choice {
    behaviour: Behaviour,
    interactive: bool,
    script: Option<Vec<u8>>,
    code: Option<Vec<u8>>,
    run: Option<Vec<u8>>,
    begin: Option<Vec<u8>>,
    end: Option<Vec<u8>>,
    reflect: Option<(Flag, Vec<u8>)>,
    listen: Option<Vec<u8>>,
    docroot: Option<Vec<u8>>,
}

impl Choice {
    fn add(&mut self, flag: Flag, value: Vec<u8>) -> Result<(), &'static str> {
        use Behaviour::*;
        let taken = matches!(self.behaviour, Code | PerLine);
        match flag {
            Flag::Interactive if self.behaviour != Standard => return Err(CONFLICT),
            Flag::Interactive => self.interactive = true,
            Flag::ProcessFile | Flag::ProcessCode => {
                self.per_line(self.run.is_some() || self.script.is_some(), LINE_ONCE)?;
                *(if flag == Flag::ProcessFile { &mut self.script } else { &mut self.run }) = Some(value);
            }
            Flag::Begin => {
                self.per_line(self.begin.is_some(), "You can use -B only once.\n")?;
                self.begin = Some(value);
            }
            Flag::End => {
                self.per_line(self.end.is_some(), "You can use -E only once.\n")?;
                self.end = Some(value);
            }
            Flag::File if taken => return Err(CONFLICT),
            Flag::File if self.script.is_some() => return Err("You can use -f only once.\n"),
            Flag::File => self.script = Some(value),
            Flag::Lint if self.behaviour == Standard => self.behaviour = Lint,
            Flag::Run => {
                if self.behaviour == Code {
                    return Err("You can use -r only once.\n");
                }
                if self.behaviour != Standard || self.interactive {
                    return Err(CONFLICT);
                }
                self.behaviour = Code;
                self.code = Some(value);
            }
            Flag::Highlight if taken => return Err("Source highlighting only works for files.\n"),
            Flag::Highlight => self.behaviour = Highlight,
            Flag::Strip if taken => return Err("Source stripping only works for files.\n"),
            Flag::Strip => self.behaviour = Strip,
            Flag::ShowFunction | Flag::ShowClass | Flag::ShowExtension | Flag::ShowZendExtension | Flag::ShowSettings => {
                self.behaviour = Reflect;
                self.reflect = Some((flag, value));
            }
            Flag::ShowIni => self.behaviour = ShowIni,
            Flag::Server => {
                self.behaviour = Server;
                self.listen = Some(value);
            }
            Flag::Docroot => self.docroot = Some(value),
            _ => {}
        }
        Ok(())
    }

    fn per_line(&mut self, again: bool, once: &'static str) -> Result<(), &'static str> {
        match self.behaviour {
            Behaviour::PerLine if again => return Err(once),
            Behaviour::PerLine => {}
            Behaviour::Standard if !self.interactive => self.behaviour = Behaviour::PerLine,
            _ => return Err(CONFLICT),
        }
        Ok(())
    }

    fn task(self) -> Task {
        match self.behaviour {
            Behaviour::Standard if self.interactive => Task::Interactive,
            Behaviour::Standard => Task::Run,
            Behaviour::Code => Task::Code(self.code.unwrap_or_default()),
            Behaviour::PerLine => Task::PerLine { begin: self.begin, code: self.run, end: self.end },
            Behaviour::Lint => Task::Lint,
            Behaviour::Highlight => Task::Highlight,
            Behaviour::Strip => Task::Strip,
            Behaviour::Reflect => self.reflect.map_or(Task::Help, |(flag, name)| Task::Reflect(flag, name)),
            Behaviour::ShowIni => Task::ShowIni,
            Behaviour::Server => Task::Server { listen: self.listen.unwrap_or_default(), docroot: self.docroot },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(arguments: &str) -> Task {
        let words: Vec<Vec<u8>> = arguments.split(' ').map(|a| a.as_bytes().to_vec()).collect();
        read(&words, false).task
    }

    /// As PHP's sapi/cli/tests/012 and 012-2 have it.
    #[test]
    fn conflicts() {
        for arguments in ["php -F a -F a", "php -F a -R a", "php -R a -F a", "php -R a -R a"] {
            assert_eq!(task(arguments), Task::Refuse(LINE_ONCE), "{arguments}");
        }
        assert_eq!(task("php -f a -f a"), Task::Refuse("You can use -f only once.\n"));
        assert_eq!(task("php -r a -r a"), Task::Refuse("You can use -r only once.\n"));
        for flags in [
            "-r 1 -F a",
            "-r 1 -f a",
            "-r 1 -R a",
            "-r 1 -B 2",
            "-a -B 2",
            "-r 1 -E 2",
            "-a -E 2",
            "-l -r 1",
            "-a -r 1",
            "-r 1 -a",
        ] {
            assert_eq!(task(&format!("php {flags}")), Task::Refuse(CONFLICT), "{flags}");
        }
        assert_eq!(task("php -r 1 -l"), Task::Code(b"1".to_vec()));
        assert_eq!(task("php -r 1 -s"), Task::Refuse("Source highlighting only works for files.\n"));
    }

    #[test]
    fn commands() {
        assert_eq!(task("phant serve x"), Task::Serve);
        assert_eq!(task("phant -d a=1 dump ast x"), Task::Dump);
        assert_eq!(task("phant -- serve x"), Task::Run);
        assert_eq!(task("phant -f serve x"), Task::Run);
        let words: Vec<Vec<u8>> = ["php", "serve", "x"].map(|w| w.as_bytes().to_vec()).to_vec();
        let options = read(&words, true);
        assert_eq!((options.task, options.script), (Task::Run, Some(b"serve".to_vec())));
    }
}
