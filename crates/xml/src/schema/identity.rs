//! Identity constraints: `xs:unique`, `xs:key`, `xs:keyref`, and the paths by which they name nodes.

use super::{
    BadSchema, Name,
    content::shown,
    read::{Outcome, Reader, XS},
};
use crate::tree::{Forest, Node};
use std::collections::HashSet;

/// What a constraint asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Demand {
    Unique,
    Key,
    Keyref,
}

impl Demand {
    pub fn word(self) -> &'static str {
        match self {
            Demand::Unique => "unique",
            Demand::Key => "key",
            Demand::Keyref => "keyref",
        }
    }
}

/// An identity constraint.
pub(crate) struct Identity {
    pub demand: Demand,
    pub name: Name,
    pub selector: Paths,
    pub fields: Vec<Paths>,
    /// Of a keyref: the number of the key that it refers to, once all are read.
    pub refers: Option<usize>,
}

impl Identity {
    /// As messages name it.
    pub fn designation(&self) -> String {
        format!("{} identity-constraint '{}'", self.demand.word(), shown(&self.name))
    }
}

/// What a step leads to.
enum Test {
    Any,
    Namespace(Vec<u8>),
    Name(Name),
}

impl Test {
    fn takes(&self, forest: &Forest, node: Node) -> bool {
        let uri = forest.uri(node);
        let uri = uri.as_ref().map_or(&b""[..], |uri| uri.as_bytes());
        match self {
            Test::Any => true,
            Test::Namespace(namespace) => uri == &namespace[..],
            Test::Name((namespace, local)) => uri == &namespace[..] && forest.is_named(node, local),
        }
    }
}

/// One alternative of a path.
struct Path {
    /// It begins with `.//`.
    descends: bool,
    steps: Vec<Test>,
    /// The last step, to an attribute.
    attribute: Option<Test>,
}

/// A selector's or field's path: the part of XPath that XML Schema has there.
pub(crate) struct Paths {
    /// As the schema has it, for messages.
    pub text: String,
    alternatives: Vec<Path>,
}

impl Paths {
    /// Reads a path; `None` if it is not one of those that may stand there. Prefixes are those of `scope`.
    pub fn read(forest: &Forest, scope: Node, text: &[u8], of_field: bool) -> Option<Paths> {
        let shown = String::from_utf8_lossy(text).into_owned();
        let text = std::str::from_utf8(text).ok()?;
        let alternatives =
            text.split('|').map(|one| Path::read(forest, scope, one.trim_ascii(), of_field)).collect::<Option<_>>()?;
        Some(Paths { text: shown, alternatives })
    }
    /// The attribute of the element itself that it names, if it is no more than that.
    pub fn own_attribute(&self) -> Option<&Name> {
        match &self.alternatives[..] {
            [Path { descends: false, steps, attribute: Some(Test::Name(name)) }] if steps.is_empty() => Some(name),
            _ => None,
        }
    }
    /// The nodes that it leads to, each once.
    pub fn nodes(&self, forest: &Forest, from: Node) -> Vec<Node> {
        let (mut all, mut seen) = (Vec::new(), HashSet::new());
        for path in &self.alternatives {
            path.nodes(forest, from, &mut |node| {
                if self.alternatives.len() == 1 || seen.insert(node) {
                    all.push(node);
                }
            });
        }
        all
    }
}

impl Path {
    fn read(forest: &Forest, scope: Node, text: &str, of_field: bool) -> Option<Path> {
        let below = text.strip_prefix('.').and_then(|rest| rest.trim_ascii_start().strip_prefix("//"));
        let mut path = Path { descends: below.is_some(), steps: Vec::new(), attribute: None };
        for step in below.unwrap_or(text).split('/') {
            let step = step.trim_ascii();
            if path.attribute.is_some() {
                return None;
            }
            if step == "." {
                continue;
            }
            let axis = |name: &str| step.strip_prefix(name).and_then(|rest| rest.trim_ascii_start().strip_prefix("::"));
            if let Some(name) = step.strip_prefix('@').or_else(|| axis("attribute")) {
                if !of_field {
                    return None;
                }
                path.attribute = Some(Test::read(forest, scope, name.trim_ascii_start())?);
            } else {
                let name = axis("child").map_or(step, |name| name.trim_ascii_start());
                path.steps.push(Test::read(forest, scope, name)?);
            }
        }
        Some(path)
    }
    fn nodes(&self, forest: &Forest, from: Node, found: &mut dyn FnMut(Node)) {
        let elements = |node: Node| forest.children(node).filter(|&child| forest.is_element(child)).collect::<Vec<_>>();
        // What is left to be followed, the next one on top: a node, and the step that leads on from it.
        let mut todo = vec![(from, 0)];
        while let Some((node, step)) = todo.pop() {
            if phant_interrupt::is_urgent() {
                return;
            }
            if self.descends && step == 0 {
                todo.extend(elements(node).into_iter().rev().map(|child| (child, 0)));
            }
            match self.steps.get(step) {
                None => match &self.attribute {
                    None => found(node),
                    Some(test) => {
                        let named = |&at: &Node| !forest.is_declaration(at) && test.takes(forest, at);
                        forest.attributes(node).filter(named).for_each(&mut *found);
                    }
                },
                Some(test) => {
                    let next = elements(node).into_iter().filter(|&child| test.takes(forest, child));
                    todo.extend(next.rev().map(|child| (child, step + 1)));
                }
            }
        }
    }
}

impl Test {
    fn read(forest: &Forest, scope: Node, text: &str) -> Option<Test> {
        if text == "*" {
            return Some(Test::Any);
        }
        let (prefix, local) = match text.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, text),
        };
        let is_name = |name: &str| crate::chars::is_ncname(name.as_bytes());
        if prefix.is_some_and(|prefix| !is_name(prefix)) || local != "*" && !is_name(local) {
            return None;
        }
        let namespace = match prefix {
            // A name without a prefix is in no namespace.
            None => Vec::new(),
            Some(prefix) => {
                let namespace = forest.lookup_prefix(scope, Some(prefix.as_bytes()));
                forest.namespace_uri(namespace)?.as_bytes().to_vec()
            }
        };
        Some(if local == "*" { Test::Namespace(namespace) } else { Test::Name((namespace, local.as_bytes().to_vec())) })
    }
}

/// A constraint of an element declaration is read; what a keyref refers to may come later.
pub(super) fn read(reader: &mut Reader<'_>, node: Node, demand: Demand) -> Outcome<usize> {
    let forest = reader.forest;
    let wrong = |code, text: &str| {
        Err(BadSchema { code, ..reader.bad(node, format!("Element '{}': {text}", element_name(forest, node))) })
    };
    let missing = |name| format!("The attribute '{name}' is required but missing.");
    let Some(local) = reader.attribute(node, "name") else { return wrong(3036, &missing("name")) };
    let name = (reader.target(node), local);
    let children = reader.children(node);
    let (selector, fields) = match &children[..] {
        [] => return wrong(3034, "A child element is missing."),
        [selector, fields @ ..]
            if reader.is(*selector, "selector")
                && !fields.is_empty()
                && fields.iter().all(|&field| reader.is(field, "field")) =>
        {
            (*selector, fields)
        }
        _ => return wrong(3033, "The content is not valid. Expected is (annotation?, (selector, field+))."),
    };
    let refer = reader.attribute(node, "refer");
    if demand == Demand::Keyref && refer.is_none() {
        return wrong(3036, &missing("refer"));
    }
    if reader.identity_names.contains_key(&name) {
        let text = format!("A global {} identity-constraint '{}' does already exist.", demand.word(), shown(&name));
        return wrong(1761, &text);
    }
    let selector = path(reader, selector, false)?;
    let fields = fields.iter().map(|&field| path(reader, field, true)).collect::<Outcome<_>>()?;
    let number = reader.schema.identities.len();
    if let Some(refer) = refer.filter(|_| demand == Demand::Keyref) {
        let refer = reader.qname(node, &refer)?;
        reader.keyrefs.push((node, number, refer));
    }
    reader.identity_names.insert(name.clone(), number);
    reader.schema.identities.push(Identity { demand, name, selector, fields, refers: None });
    Ok(number)
}

fn element_name(forest: &Forest, node: Node) -> String {
    shown(&(XS.to_vec(), forest.name(node).as_bytes().to_vec()))
}

fn path(reader: &Reader<'_>, node: Node, of_field: bool) -> Outcome<Paths> {
    let name = element_name(reader.forest, node);
    let Some(text) = reader.attribute(node, "xpath") else {
        // libxml2 names the wrong attribute here.
        let text = format!("Element '{name}': The attribute 'name' is required but missing.");
        return Err(BadSchema { code: 3036, ..reader.bad(node, text) });
    };
    Paths::read(reader.forest, node, &text, of_field).ok_or_else(|| {
        let text = String::from_utf8_lossy(&text);
        let text = format!("Element '{name}', attribute 'xpath': The XPath expression '{text}' could not be compiled.");
        BadSchema { code: 3037, ..reader.bad(node, text) }
    })
}

/// Finds the keys that keyrefs refer to, when all constraints are read.
pub(super) fn resolve(reader: &mut Reader<'_>) -> Outcome<()> {
    for (node, number, refer) in std::mem::take(&mut reader.keyrefs) {
        let name = String::from_utf8_lossy(&reader.schema.identities[number].name.1).into_owned();
        let wrong = |code, text: String| Err(BadSchema { code, ..reader.bad(node, format!("keyRef '{name}'{text}")) });
        let Some(&key) = reader.identity_names.get(&refer) else {
            let refer = shown(&refer);
            return wrong(
                3004,
                format!(", attribute 'refer': The QName value '{refer}' does not resolve to a(n) key identity-constraint."),
            );
        };
        let (own, other) = (&reader.schema.identities[number], &reader.schema.identities[key]);
        if other.demand == Demand::Keyref {
            return wrong(3080, ": The keyref references a keyref.".to_owned());
        }
        if own.fields.len() != other.fields.len() {
            let text = "The cardinality of the keyref differs from the cardinality of the referenced key/unique";
            return wrong(3080, format!(": {text} '{}'.", shown(&refer)));
        }
        reader.schema.identities[number].refers = Some(key);
    }
    Ok(())
}
