//! The table of commands: what methods send, and how they read what comes back.
//!
//! Most rows are made of forms of arguments and a reader; those with rules of their own have a function that builds the command.
//! The classes' stubs name the methods; the macro looks each up here when it is compiled.

pub mod geo;
pub mod hashes;
pub mod keys;
pub mod lists;
pub mod scripts;
pub mod server;
pub mod sets;
pub mod sorted;
pub mod streams;
pub mod strings;

use crate::{
    build::{Build, Built, Form},
    reply::Reader,
};
use phant_native::Args;

/// What a method does.
pub struct Row {
    /// The method, in any case.
    pub method: &'static str,
    /// The command.
    pub command: &'static str,
    /// How it is put together.
    pub make: Make,
    /// How its reply is read.
    pub read: Reader,
}

/// How a command is put together.
pub enum Make {
    /// Arguments by their forms.
    Forms(&'static [Form]),
    /// By a function, which begins it.
    Function(fn(&mut Build<'_>, &Args<'_>, &'static str) -> Built),
}

impl Row {
    /// A row of forms.
    pub const fn of(method: &'static str, command: &'static str, forms: &'static [Form], read: Reader) -> Row {
        Row { method, command, make: Make::Forms(forms), read }
    }
    /// A row with a function.
    pub const fn by(
        method: &'static str,
        command: &'static str,
        make: fn(&mut Build<'_>, &Args<'_>, &'static str) -> Built,
        read: Reader,
    ) -> Row {
        Row { method, command, make: Make::Function(make), read }
    }
    /// Puts the command together.
    pub fn build(&self, build: &mut Build<'_>, args: &Args<'_>) -> Built {
        match self.make {
            Make::Forms(forms) => {
                build.begin(self.command);
                build.forms(forms, args.values)
            }
            Make::Function(make) => make(build, args, self.command),
        }
    }
}

const FAMILIES: [&[Row]; 10] = [
    strings::ROWS,
    keys::ROWS,
    hashes::ROWS,
    lists::ROWS,
    sets::ROWS,
    sorted::ROWS,
    streams::ROWS,
    geo::ROWS,
    scripts::ROWS,
    server::ROWS,
];

/// The row of a method.
pub const fn find(method: &str) -> Option<&'static Row> {
    let mut family = 0;
    while family < FAMILIES.len() {
        let rows = FAMILIES[family];
        let mut row = 0;
        while row < rows.len() {
            if same(rows[row].method, method) {
                return Some(&rows[row]);
            }
            row += 1;
        }
        family += 1;
    }
    None
}

/// Whether names are the same but for capital letters.
pub const fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}
