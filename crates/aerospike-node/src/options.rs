//! The command line of the node.

use crate::server::{self, Options};
use std::{ffi::OsString, path::PathBuf};

const HELP: &str = "\
Usage: phant aerospike-node [options]

Runs one Aerospike node for development and tests: no cluster, records in memory. For production use the real server.

  --listen ADDRESS:PORT   where to listen (127.0.0.1:3000); port 0 takes a free one, which is printed
  --namespace NAME        the namespace (test); may be given several times
  --file PATH             keep records in this file, which survives the death of the process
  --memory MEGABYTES      refuse writes beyond this much memory (1024)
  --connections N         refuse connections beyond this many (1024)
  -v, --verbose           print info requests that are not known
  -h, --help              print this
";

fn number(text: &str, most: usize) -> Result<usize, String> {
    text.parse().ok().filter(|number| (1..=most).contains(number)).ok_or(format!("'{text}' is no number from 1 to {most}"))
}

fn parse(args: impl Iterator<Item = OsString>) -> Result<Option<Options>, String> {
    let mut options = Options { namespaces: Vec::new(), ..Options::default() };
    let mut args = args;
    while let Some(arg) = args.next() {
        let arg = arg.to_string_lossy().into_owned();
        let (name, inline) = arg.split_once('=').map_or((&*arg, None), |(name, value)| (name, Some(value.to_owned())));
        let mut value = || {
            inline.clone().map(OsString::from).or_else(|| args.next()).ok_or(format!("{name} needs a value; --help tells more"))
        };
        let text = |value: OsString| value.into_string().map_err(|_| format!("the value of {name} is no text"));
        match name {
            "-h" | "--help" => return Ok(None),
            "-v" | "--verbose" => options.verbose = true,
            "--listen" => options.listen = text(value()?)?,
            "--namespace" => {
                let name = text(value()?)?;
                if name.is_empty() || name.len() > 31 || name.contains([';', ':', '=', '\t', '\n', ',']) {
                    return Err(format!("'{name}' is no name of a namespace"));
                }
                options.namespaces.push(name);
            }
            "--file" => options.file = Some(PathBuf::from(value()?)),
            "--memory" => options.memory = number(&text(value()?)?, 1 << 30)? << 20,
            "--connections" => options.connections = number(&text(value()?)?, 1 << 20)?,
            _ => return Err(format!("unknown option '{arg}'; --help lists them")),
        }
    }
    if options.namespaces.is_empty() {
        options.namespaces.push("test".into());
    }
    Ok(Some(options))
}

/// Runs the node with the arguments of a command line, until the process ends; gives its exit status.
pub fn command(args: impl Iterator<Item = OsString>) -> i32 {
    let started = match parse(args) {
        Ok(None) => {
            print!("{HELP}");
            return 0;
        }
        Ok(Some(options)) => server::start(options).map_err(|error| error.to_string()),
        Err(error) => Err(error),
    };
    match started {
        Ok(node) => {
            println!("aerospike-node listens on {}", node.address());
            node.wait();
            0
        }
        Err(error) => {
            eprintln!("aerospike-node: {error}");
            1
        }
    }
}
