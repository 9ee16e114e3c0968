//! Type declarations.

use super::scanner::{Result, Scanner};

/// A declared type: names of `TypeMask` constants, and classes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Type {
    pub mask: Vec<&'static str>,
    pub classes: Vec<String>,
}

impl Type {
    /// Parses a type, if one is next.
    pub fn parse(s: &mut Scanner<'_>) -> Result<Option<Type>> {
        let mut ty = Type::default();
        if s.eat("?") {
            let name = s.word("a type")?;
            ty.add(name)?;
            ty.add("null")?;
            return Ok(Some(ty));
        }
        if s.rest().starts_with('(') {
            return Err("PHP signature: intersection types are not supported in native signatures".into());
        }
        if s.peek_word().is_none() {
            return Ok(None);
        }
        loop {
            let name = s.word("a type")?;
            ty.add(name)?;
            if !s.eat("|") {
                break;
            }
        }
        if s.rest().starts_with('&') && !by_ref_ahead(s.rest()) {
            return Err("PHP signature: intersection types are not supported in native signatures".into());
        }
        Ok(Some(ty))
    }

    fn add(&mut self, name: &str) -> Result<()> {
        let name = name.trim_start_matches('\\');
        let lower = name.to_ascii_lowercase();
        let bit = match lower.as_str() {
            "null" => "NULL",
            "false" => "FALSE",
            "true" => "TRUE",
            "bool" => "BOOL",
            "int" => "INT",
            "float" => "FLOAT",
            "string" => "STRING",
            "array" => "ARRAY",
            "object" => "OBJECT",
            "callable" => "CALLABLE",
            "void" => "VOID",
            "never" => "NEVER",
            "static" => "STATIC",
            "mixed" => "MIXED",
            "iterable" => {
                self.mask.push("ARRAY");
                self.classes.push("Traversable".into());
                "ITERABLE"
            }
            // No PHP type: arguments are checked as if it were one, and Reflection shows none.
            "resource" => "RESOURCE",
            "boolean" | "integer" | "double" => {
                return Err(format!("PHP signature: `{name}` is not a PHP type"));
            }
            _ => {
                self.classes.push(name.into());
                return Ok(());
            }
        };
        self.mask.push(bit);
        Ok(())
    }
}

/// Whether the `&` ahead belongs to a by-reference parameter rather than to an intersection type.
fn by_ref_ahead(rest: &str) -> bool {
    let after = rest[1..].trim_start();
    after.starts_with('$') || after.starts_with("...")
}
