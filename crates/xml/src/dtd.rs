//! Validating a document by its document type.

use crate::{
    chars,
    error::{Domain, Error, Level},
    parser::{AttributeDefault, AttributeType, ContentModel, Declaration, Name, Occurs, Particle, Term},
    tree::{Forest, Kind, Node, content_model},
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a document type says of attributes: name, type, whether it must be there, and the value.
type Declared = (Name, AttributeType, AttributeDefault, Option<Vec<u8>>);

/// What a document type declares.
#[derive(Default)]
pub struct DocumentType {
    root: Vec<u8>,
    elements: HashMap<Vec<u8>, ContentModel>,
    attributes: HashMap<Vec<u8>, Vec<Declared>>,
}

impl DocumentType {
    /// Of a root element and declarations.
    pub fn new(root: &[u8], declarations: Vec<Declaration>) -> DocumentType {
        let mut all = DocumentType { root: root.to_vec(), ..DocumentType::default() };
        for declaration in declarations {
            match declaration {
                Declaration::Element { name, model } => {
                    all.elements.entry(name.to_vec()).or_insert(model);
                }
                Declaration::Attribute { element, name, kind, default, value } => {
                    all.attributes.entry(element.to_vec()).or_default().push((name, kind, default, value));
                }
                _ => {}
            }
        }
        all
    }
}

struct Validator<'a> {
    forest: &'a Forest,
    doctype: &'a DocumentType,
    report: &'a mut dyn FnMut(Error),
    valid: bool,
    ids: HashSet<Vec<u8>>,
    /// References to IDs: element, attribute, value.
    references: Vec<(Node, Vec<u8>, Vec<u8>)>,
    file: Option<Vec<u8>>,
}

/// Whether a document is what its document type says; `report` is told what is not.
pub fn validate(
    forest: &Forest,
    document: Node,
    doctype: &DocumentType,
    file: Option<Vec<u8>>,
    report: &mut dyn FnMut(Error),
) -> bool {
    let root = forest.root(document);
    let (ids, references) = (HashSet::new(), Vec::new());
    let mut validator = Validator { forest, doctype, report, valid: true, ids, references, file };
    if root.is_none() {
        validator.error(document, 530, "no root element");
        return false;
    }
    let name = forest.qualified_name(root);
    if name.as_bytes() != &doctype.root[..] {
        let (name, wanted) = (name.to_text(), String::from_utf8_lossy(&doctype.root));
        validator.error(root, 531, &format!("root and DTD name do not match '{name}' and '{wanted}'"));
        return false;
    }
    let mut node = root;
    while node.is_some() && !phant_interrupt::is_urgent() {
        if forest.is_element(node) {
            validator.element(node);
        }
        node = forest.following(node, root);
    }
    for (node, attribute, value) in std::mem::take(&mut validator.references) {
        if !validator.ids.contains(&value) {
            let [attribute, value] = [attribute, value].map(|text| String::from_utf8_lossy(&text).into_owned());
            let text = format!("IDREF attribute {attribute} references an unknown ID \"{value}\"");
            validator.error(node, 536, &text);
        }
    }
    validator.valid
}

impl Validator<'_> {
    fn error(&mut self, node: Node, code: i32, message: &str) {
        self.valid = false;
        (self.report)(Error {
            domain: Domain::Valid,
            code,
            level: Level::Error,
            message: format!("{message}\n").into_bytes(),
            file: self.file.clone(),
            line: self.forest.line(node),
            column: 0,
            in_entity: false,
        });
    }
    fn element(&mut self, node: Node) {
        let name = self.forest.qualified_name(node);
        let doctype = self.doctype;
        let shown = name.to_text().into_owned();
        match doctype.elements.get(name.as_bytes()) {
            None => self.error(node, 534, &format!("No declaration for element {shown}")),
            Some(model) => self.content(node, &shown, model),
        }
        let declared = doctype.attributes.get(name.as_bytes()).map(Vec::as_slice).unwrap_or_default();
        for (attribute, _, default, _) in declared {
            if *default == AttributeDefault::Required && self.forest.attribute_by_name(node, attribute).is_none() {
                let attribute = String::from_utf8_lossy(attribute).into_owned();
                self.error(node, 518, &format!("Element {shown} does not carry attribute {attribute}"));
            }
        }
        for attribute in self.forest.attributes(node).collect::<Vec<_>>() {
            let name = self.forest.qualified_name(attribute);
            let value = self.forest.value(attribute).as_bytes().to_vec();
            match declared.iter().find(|(known, ..)| known[..] == *name.as_bytes()) {
                Some(declared) => self.attribute(node, &shown, declared, &value),
                None => {
                    let text = format!("No declaration for attribute {} of element {shown}", name.to_text());
                    self.error(node, 533, &text);
                }
            }
        }
    }
    /// What is in an element, references to entities apart.
    fn content(&mut self, node: Node, name: &str, model: &ContentModel) {
        let forest = self.forest;
        let is_text = |child: Node| matches!(forest.kind(child), Kind::Text | Kind::CData);
        let is_blank = |child: Node| forest.kind(child) == Kind::Text && forest.value(child).iter().all(|&b| chars::is_blank(b));
        let content: Vec<Node> = forest.children(node).filter(|&child| is_text(child) || forest.is_element(child)).collect();
        match model {
            ContentModel::Any => {}
            ContentModel::Empty => {
                if forest.first_child(node).is_some() {
                    self.error(node, 528, &format!("Element {name} was declared EMPTY this one has content"));
                }
            }
            ContentModel::Mixed(allowed) => {
                for child in content.into_iter().filter(|&child| forest.is_element(child)) {
                    let found = forest.qualified_name(child);
                    if allowed.is_empty() {
                        let text = format!("Element {name} was declared #PCDATA but contains non text nodes");
                        return self.error(node, 529, &text);
                    }
                    if !allowed.iter().any(|one| one[..] == *found.as_bytes()) {
                        let found = found.to_text().into_owned();
                        let text = format!("Element {found} is not declared in {name} list of possible children");
                        self.error(node, 515, &text);
                    }
                }
            }
            ContentModel::Children(particle) => {
                let seen: Vec<Node> = content.into_iter().filter(|&child| !is_blank(child)).collect();
                let names: Vec<Vec<u8>> = seen
                    .iter()
                    .map(
                        |&child| {
                            if is_text(child) { b"CDATA".to_vec() } else { forest.qualified_name(child).as_bytes().to_vec() }
                        },
                    )
                    .collect();
                let fits = !seen.iter().any(|&child| is_text(child))
                    && places(particle, &names, BTreeSet::from([0])).contains(&names.len());
                if !fits {
                    let expected = String::from_utf8_lossy(&content_model(model)).into_owned();
                    let got: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
                    let got = if got.is_empty() { String::new() } else { format!("({})", got.join(" ")) };
                    let text = format!("Element {name} content does not follow the DTD, expecting {expected}, got {got}");
                    self.error(node, 504, &text);
                }
            }
        }
    }
    fn attribute(&mut self, node: Node, element: &str, declared: &Declared, value: &[u8]) {
        let (name, kind, default, fixed) = declared;
        let shown = String::from_utf8_lossy(name).into_owned();
        if *default == AttributeDefault::Fixed
            && let Some(fixed) = fixed
            && value != &fixed[..]
        {
            let fixed = String::from_utf8_lossy(fixed);
            self.error(node, 500, &format!("Value for attribute {shown} of {element} is different from default \"{fixed}\""));
            self.error(node, 502, &format!("Value for attribute {shown} of {element} must be \"{fixed}\""));
        }
        let parts = || value.split(|&byte| byte == b' ').filter(|part| !part.is_empty());
        let has_syntax = match kind {
            AttributeType::Cdata | AttributeType::Enumeration(_) | AttributeType::Notation(_) => true,
            AttributeType::Id | AttributeType::IdRef | AttributeType::Entity => chars::is_name(value),
            AttributeType::IdRefs | AttributeType::Entities => parts().count() > 0 && parts().all(chars::is_name),
            AttributeType::NmToken => chars::is_nmtoken(value),
            AttributeType::NmTokens => parts().count() > 0 && parts().all(chars::is_nmtoken),
        };
        if !has_syntax {
            return self.error(node, 502, &format!("Syntax of value for attribute {shown} of {element} is not valid"));
        }
        match kind {
            AttributeType::Id => {
                if !self.ids.insert(value.to_vec()) {
                    let value = String::from_utf8_lossy(value);
                    self.error(node, 513, &format!("ID {value} already defined"));
                }
            }
            AttributeType::IdRef | AttributeType::IdRefs => {
                let wanted: Vec<Vec<u8>> = parts().map(<[u8]>::to_vec).collect();
                self.references.extend(wanted.into_iter().map(|id| (node, name.to_vec(), id)));
            }
            AttributeType::Enumeration(values) | AttributeType::Notation(values) => {
                if !values.iter().any(|one| one[..] == *value) {
                    let value = String::from_utf8_lossy(value);
                    let text = format!("Value \"{value}\" for attribute {shown} of {element} is not among the enumerated set");
                    self.error(node, 502, &text);
                }
            }
            _ => {}
        }
    }
}

/// Where a particle leads to in a list of names. Recurses by the nesting of groups, which the parser bounds.
fn places(particle: &Particle, names: &[Vec<u8>], from: BTreeSet<usize>) -> BTreeSet<usize> {
    let once = |from: &BTreeSet<usize>| -> BTreeSet<usize> {
        match &particle.term {
            Term::Element(name) => {
                from.iter().filter(|&&at| names.get(at).is_some_and(|found| found[..] == name[..])).map(|at| at + 1).collect()
            }
            Term::Sequence(parts) => parts.iter().fold(from.clone(), |from, part| places(part, names, from)),
            Term::Choice(parts) => parts.iter().flat_map(|part| places(part, names, from.clone())).collect(),
        }
    };
    let mut reached = match particle.occurs {
        Occurs::Once | Occurs::More => BTreeSet::new(),
        Occurs::Optional | Occurs::Any => from.clone(),
    };
    let mut current = once(&from);
    loop {
        current.retain(|&place| reached.insert(place));
        let again = matches!(particle.occurs, Occurs::Any | Occurs::More);
        if !again || current.is_empty() || phant_interrupt::is_urgent() {
            return reached;
        }
        current = once(&current);
    }
}
