//! What kind of file something is: rules as text, rules as compiled, and files of any kind. A line of `====` stands between
//! rules and file; without one the input is a file.

use phant_magic::{Database, Input, Patterns, database::NotCompiled, flags, identify, source};

fn examine(database: &Database, bytes: &[u8]) {
    let patterns = Patterns::default();
    for asked in [0, flags::MIME, flags::EXTENSION, flags::APPLE, flags::CONTINUE | flags::RAW] {
        let input = Input { bytes, end: Some(bytes), mode: 0o100_755, read_at: None };
        // An error is an answer too.
        let _ = identify(database, &patterns, asked, input);
    }
}

/// Examines a file, by the rules that are built in or by rules of its own.
pub fn run(input: &[u8]) {
    const MARK: &[u8] = b"\n====\n";
    let Some(at) = input.windows(MARK.len()).position(|part| part == MARK) else {
        assert_ne!(Database::compiled(input).err(), None::<NotCompiled>);
        return examine(Database::built_in(), input);
    };
    let (rules, file) = (&input[..at], &input[at + MARK.len()..]);
    if let Some(database) = source::parse([rules]).database {
        examine(&database, file);
    }
}
