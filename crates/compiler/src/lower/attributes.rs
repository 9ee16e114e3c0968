//! Where the attributes that PHP itself defines may stand.

use super::Lower;
use crate::error::Result;
use phant_bytecode::Attribute;

/// What an attribute stands before, as `Attribute::TARGET_*` numbers it.
pub(super) mod target {
    pub const CLASS: u32 = 1;
    pub const FUNCTION: u32 = 2;
    pub const METHOD: u32 = 4;
    pub const PROPERTY: u32 = 8;
    pub const CLASS_CONSTANT: u32 = 16;
    pub const PARAMETER: u32 = 32;
}

const NAMES: [(u32, &str); 6] = [
    (target::CLASS, "class"),
    (target::FUNCTION, "function"),
    (target::METHOD, "method"),
    (target::PROPERTY, "property"),
    (target::CLASS_CONSTANT, "class constant"),
    (target::PARAMETER, "parameter"),
];

/// The targets of an attribute that PHP defines.
fn allowed(lower: &[u8]) -> Option<u32> {
    Some(match lower {
        b"attribute" | b"allowdynamicproperties" => target::CLASS,
        b"returntypewillchange" | b"override" => target::METHOD,
        b"sensitiveparameter" => target::PARAMETER,
        b"deprecated" => target::FUNCTION | target::METHOD | target::CLASS_CONSTANT,
        b"nodiscard" => target::FUNCTION | target::METHOD,
        _ => return None,
    })
}

fn words(targets: u32) -> String {
    let words: Vec<&str> = NAMES.iter().filter(|(bit, _)| targets & bit != 0).map(|(_, name)| *name).collect();
    words.join(", ")
}

impl Lower<'_> {
    /// Checks targets and repetition.
    pub(super) fn check_attributes(&mut self, attributes: &[Attribute], target: u32, line: u32) -> Result<()> {
        for (i, attribute) in attributes.iter().enumerate() {
            let Some(allowed) = allowed(attribute.lower.as_bytes()) else { continue };
            if target & allowed == 0 {
                let (here, there) = (words(target), words(allowed));
                let text = format!("Attribute \"{}\" cannot target {here} (allowed targets: {there})", attribute.name);
                return self.fail(line, text);
            }
            if attributes.iter().enumerate().any(|(j, other)| j != i && other.lower == attribute.lower) {
                return self.fail(line, format!("Attribute \"{}\" must not be repeated", attribute.name));
            }
        }
        Ok(())
    }
    /// Checks the attributes of a class. `kind` is `class`, `interface`, …, with `readonly` in front where it applies.
    pub(super) fn check_class_attributes(&mut self, attributes: &[Attribute], kind: &str, name: &str, line: u32) -> Result<()> {
        self.check_attributes(attributes, target::CLASS, line)?;
        let dynamic = attributes.iter().any(|a| a.lower.as_bytes() == b"allowdynamicproperties");
        if dynamic && kind != "class" {
            return self.fail(line, format!("Cannot apply #[AllowDynamicProperties] to {kind} {name}"));
        }
        Ok(())
    }
}
