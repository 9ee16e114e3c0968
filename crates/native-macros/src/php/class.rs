//! Class stubs: a header and, in braces, what is not Rust code.

use super::{
    function::{Signature, modifiers, with_visibility},
    scanner::{Result, Scanner},
    types::Type,
};

/// A class-like as its stub declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// A `ClassKind` variant.
    pub kind: &'static str,
    pub name: String,
    pub modifiers: Vec<&'static str>,
    pub parent: Option<String>,
    pub interfaces: Vec<String>,
    pub backing: Option<Type>,
    pub constants: Vec<Constant>,
    pub properties: Vec<Property>,
    pub methods: Vec<Prototype>,
}

/// A constant or enum case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    pub name: String,
    pub value: String,
    pub ty: Option<Type>,
    pub modifiers: Vec<&'static str>,
    pub is_case: bool,
}

/// A property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    pub name: String,
    pub ty: Option<Type>,
    pub default: Option<String>,
    pub modifiers: Vec<&'static str>,
}

/// A method without code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prototype {
    pub signature: Signature,
    /// `#[tentative]` (true) or `#[strict_return]` (false) before it.
    pub tentative: Option<bool>,
    /// `#[deprecated]` before it.
    pub deprecated: bool,
}

impl Class {
    /// Parses a stub.
    pub fn parse(text: &str) -> Result<Class> {
        let mut s = Scanner::new(text);
        let mut class = Class::header(&mut s)?;
        if s.eat("{") {
            while !s.eat("}") {
                class.member(&mut s)?;
            }
        }
        s.eat(";");
        if s.at_end() { Ok(class) } else { s.error("`{`, a clause of the class header or the end") }
    }

    fn header(s: &mut Scanner<'_>) -> Result<Class> {
        let modifiers = modifiers(s)?.into_iter().map(|m| if m == "READONLY" { "READONLY_CLASS" } else { m }).collect();
        let kind = match s.word("`class`, `interface`, `trait` or `enum`")? {
            "class" => "Class",
            "interface" => "Interface",
            "trait" => "Trait",
            "enum" => "Enum",
            word => return Err(format!("PHP signature: expected a class, interface, trait or enum, not `{word}`")),
        };
        let name = class_name(s)?;
        let backing = if kind == "Enum" && s.eat(":") { Type::parse(s)? } else { None };
        let mut parent = None;
        let mut interfaces = Vec::new();
        if s.eat_word("extends") {
            if kind == "Interface" {
                interfaces = class_names(s)?;
            } else {
                parent = Some(class_name(s)?);
            }
        }
        if s.eat_word("implements") {
            interfaces = class_names(s)?;
        }
        Ok(Class {
            kind,
            name,
            modifiers,
            parent,
            interfaces,
            backing,
            constants: Vec::new(),
            properties: Vec::new(),
            methods: Vec::new(),
        })
    }

    fn member(&mut self, s: &mut Scanner<'_>) -> Result<()> {
        let (mut tentative, mut deprecated) = (None, false);
        while s.eat("#[") {
            match s.word("`tentative`, `strict_return` or `deprecated`")? {
                "tentative" => tentative = Some(true),
                "strict_return" => tentative = Some(false),
                "deprecated" => deprecated = true,
                word => return Err(format!("class stub: unknown attribute `{word}`")),
            };
            s.expect("]")?;
        }
        if s.eat_word("case") {
            let name = s.word("the name of a case")?.to_string();
            let value = if s.eat("=") { s.expression(&[';'])?.to_string() } else { String::new() };
            self.constants.push(Constant { name, value, ty: None, modifiers: vec!["PUBLIC"], is_case: true });
            return s.expect(";");
        }
        let modifiers = with_visibility(modifiers(s)?);
        match s.peek_word() {
            Some("const") => self.constant(s, modifiers),
            Some("function") => {
                let signature = Signature::parse_rest(s, modifiers)?;
                self.prototype(signature, tentative, deprecated);
                s.expect(";")
            }
            _ => self.property(s, modifiers),
        }
    }

    fn constant(&mut self, s: &mut Scanner<'_>, modifiers: Vec<&'static str>) -> Result<()> {
        s.eat_word("const");
        let untyped = s.peek_word().is_some_and(|w| s.rest()[w.len()..].trim_start().starts_with('='));
        let ty = if untyped { None } else { Type::parse(s)? };
        loop {
            let name = s.word("the name of a constant")?.to_string();
            s.expect("=")?;
            let value = s.expression(&[';', ','])?.to_string();
            self.constants.push(Constant { name, value, ty: ty.clone(), modifiers: modifiers.clone(), is_case: false });
            if !s.eat(",") {
                return s.expect(";");
            }
        }
    }

    fn property(&mut self, s: &mut Scanner<'_>, mut modifiers: Vec<&'static str>) -> Result<()> {
        if self.modifiers.contains(&"READONLY_CLASS") && !modifiers.contains(&"READONLY") {
            modifiers.push("READONLY");
        }
        // What is read by everybody is written by the class and those that extend it.
        let sets = |m: &&str| matches!(*m, "PUBLIC_SET" | "PROTECTED_SET" | "PRIVATE_SET" | "PROTECTED" | "PRIVATE");
        if modifiers.contains(&"READONLY") && !modifiers.iter().any(sets) {
            modifiers.push("PROTECTED_SET");
        }
        let ty = Type::parse(s)?;
        loop {
            let name = s.variable()?.to_string();
            let default = if s.eat("=") { Some(s.expression(&[';', ','])?.to_string()) } else { None };
            self.properties.push(Property { name, ty: ty.clone(), default, modifiers: modifiers.clone() });
            if !s.eat(",") {
                return s.expect(";");
            }
        }
    }

    fn prototype(&mut self, mut signature: Signature, tentative: Option<bool>, deprecated: bool) {
        if self.kind == "Interface" && !signature.modifiers.contains(&"ABSTRACT") {
            signature.modifiers.push("ABSTRACT");
        }
        self.methods.push(Prototype { signature, tentative, deprecated });
    }

    /// Methods without code must be abstract, unless a table has it.
    pub fn check_abstract(&self) -> Result<()> {
        match self.methods.iter().find(|m| !m.signature.modifiers.contains(&"ABSTRACT")) {
            None => Ok(()),
            Some(method) => Err(format!(
                "class stub: {}() is neither abstract nor has it Rust code: put #[php(\"…\")] on a function of the impl",
                method.signature.name
            )),
        }
    }
}

fn class_name(s: &mut Scanner<'_>) -> Result<String> {
    Ok(s.word("a class name")?.trim_start_matches('\\').to_string())
}

fn class_names(s: &mut Scanner<'_>) -> Result<Vec<String>> {
    let mut names = vec![class_name(s)?];
    while s.eat(",") {
        names.push(class_name(s)?);
    }
    Ok(names)
}
