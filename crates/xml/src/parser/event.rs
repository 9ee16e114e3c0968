//! What a parser yields.

use crate::hash::Seeded;
use std::{borrow::Borrow, collections::HashSet, fmt, ops::Deref, rc::Rc};

/// A name, shared by all its occurrences in a document: equal names of one parser have the same address.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(Rc<[u8]>);

impl Deref for Name {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
impl Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}
impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(&self.0))
    }
}
impl From<&[u8]> for Name {
    fn from(text: &[u8]) -> Name {
        Name(Rc::from(text))
    }
}

/// The names of a document.
#[derive(Default)]
pub(crate) struct Names(HashSet<Name, Seeded>);

impl Names {
    pub fn get(&mut self, text: &[u8]) -> Name {
        if let Some(name) = self.0.get(text) {
            return name.clone();
        }
        let name = Name::from(text);
        self.0.insert(name.clone());
        name
    }
}

/// A qualified name, resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QName {
    /// Before the colon.
    pub prefix: Option<Name>,
    /// Behind the colon. With a prefix that is not declared, prefix and colon are part of the name in libxml2's tree;
    /// here they stay apart, and `uri` is `None`.
    pub local: Name,
    /// The namespace.
    pub uri: Option<Name>,
}

/// An attribute of a start tag; declarations of namespaces are not among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: QName,
    /// Its value, normalised, entities expanded.
    pub value: Vec<u8>,
    /// The value with references to entities as they stand (and `&#38;` for ampersands), where the value has any that the
    /// options leave alone.
    pub unexpanded: Option<Vec<u8>>,
    /// From the document type, not from the tag.
    pub defaulted: bool,
}

/// A declaration of a namespace in a start tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamespaceDeclaration {
    /// `None`: the default namespace.
    pub prefix: Option<Name>,
    /// Empty: there is none.
    pub uri: Name,
}

/// What kind of entity is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntityKind {
    /// With its text in the declaration.
    Internal,
    /// In a file.
    External,
    /// In a file that is not XML.
    Unparsed,
    /// `%name;`, with its text in the declaration.
    InternalParameter,
    /// `%name;`, in a file.
    ExternalParameter,
}

/// A declared entity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// Its name.
    pub name: Name,
    /// What it is.
    pub kind: EntityKind,
    /// The public identifier.
    pub public_id: Option<Vec<u8>>,
    /// The system identifier.
    pub system_id: Option<Vec<u8>>,
    /// The notation of an unparsed one.
    pub notation: Option<Name>,
    /// The replacement text of an internal one.
    pub content: Option<Vec<u8>>,
    /// The text between the quotes, references not replaced.
    pub original: Option<Vec<u8>>,
    /// The document's, not the external subset's.
    pub in_internal_subset: bool,
}

/// The type of a declared attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttributeType {
    /// Any text.
    Cdata,
    /// The name of the element in the document.
    Id,
    /// The name of some element.
    IdRef,
    /// Names of elements.
    IdRefs,
    /// The name of an unparsed entity.
    Entity,
    /// Names of unparsed entities.
    Entities,
    /// A token.
    NmToken,
    /// Tokens.
    NmTokens,
    /// One of these.
    Enumeration(Vec<Name>),
    /// The name of one of these notations.
    Notation(Vec<Name>),
}

/// What is said of an attribute that a tag does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeDefault {
    /// It has the default value.
    Value,
    /// It must be there.
    Required,
    /// It need not be there.
    Implied,
    /// It has the default value and may have no other.
    Fixed,
}

/// How often a part of a content model occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurs {
    /// As it stands.
    Once,
    /// `?`
    Optional,
    /// `*`
    Any,
    /// `+`
    More,
}

/// A part of a content model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Particle {
    /// What it is.
    pub term: Term,
    /// How often.
    pub occurs: Occurs,
}

/// What a part of a content model is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// An element.
    Element(Name),
    /// `(a, b)`
    Sequence(Vec<Particle>),
    /// `(a | b)`
    Choice(Vec<Particle>),
}

/// What an element may contain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContentModel {
    /// Nothing.
    Empty,
    /// Anything.
    Any,
    /// Text and these elements.
    Mixed(Vec<Name>),
    /// Elements.
    Children(Particle),
}

/// A declaration in a document type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// `<!ELEMENT name model>`
    Element {
        /// The element, prefix included.
        name: Name,
        /// What it may contain.
        model: ContentModel,
    },
    /// One attribute of `<!ATTLIST element …>`
    Attribute {
        /// The element, prefix included.
        element: Name,
        /// The attribute, prefix included.
        name: Name,
        /// What values it may have.
        kind: AttributeType,
        /// What is said of its absence.
        default: AttributeDefault,
        /// The default value, normalised.
        value: Option<Vec<u8>>,
    },
    /// `<!ENTITY name …>`
    Entity(Rc<Entity>),
    /// `<!NOTATION name …>`
    Notation {
        /// Its name.
        name: Name,
        /// The public identifier.
        public_id: Option<Vec<u8>>,
        /// The system identifier.
        system_id: Option<Vec<u8>>,
    },
}

/// What a parser has come upon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The XML declaration, or the place where it would be.
    StartDocument {
        /// The version, `1.0` without a declaration.
        version: Vec<u8>,
        /// The encoding that is declared.
        encoding: Option<Vec<u8>>,
        /// 1 for `yes`, 0 for `no`, -1 for a declaration that does not say, -2 without a declaration.
        standalone: i8,
    },
    /// `<!DOCTYPE name … `, before the internal subset.
    StartDoctype {
        /// The root element that is announced, prefix included.
        name: Name,
        /// The public identifier.
        public_id: Option<Vec<u8>>,
        /// The system identifier.
        system_id: Option<Vec<u8>>,
        /// There is an internal subset.
        has_internal_subset: bool,
    },
    /// A declaration; comments and processing instructions of a document type are events as elsewhere.
    Declaration(Declaration),
    /// The internal subset is over and the external one begins, if it is read.
    StartExternalSubset,
    /// The document type is over.
    EndDoctype,
    /// A start tag. An empty element's tag is followed by an `EndElement` of its own.
    StartElement {
        /// The element's name.
        name: QName,
        /// Namespaces it declares, in order.
        namespaces: Vec<NamespaceDeclaration>,
        /// Its attributes, in order, then those the document type adds.
        attributes: Vec<Attribute>,
        /// Written `<a/>`.
        empty: bool,
    },
    /// An end tag, or the end of an empty element.
    EndElement(QName),
    /// Text, in pieces; white space too.
    Text(Vec<u8>),
    /// A CDATA section, or a piece of one.
    CData(Vec<u8>),
    /// A comment.
    Comment(Vec<u8>),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: Name,
        /// The text behind it.
        data: Option<Vec<u8>>,
    },
    /// A reference to an entity that is not expanded here: `expand_entities` is off, or it is not declared, or external.
    EntityReference {
        /// Its name.
        name: Name,
        /// The entity, if it is declared.
        entity: Option<Rc<Entity>>,
    },
    /// An entity's text begins (`expand_entities`, and only with `entity_boundaries`).
    StartEntity(Name),
    /// It is over.
    EndEntity(Name),
    /// The end of the document, or of what could be parsed of it.
    EndDocument,
}

/// A place in a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// From 0, in bytes of the text as UTF-8.
    pub offset: u64,
}
