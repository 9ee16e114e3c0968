//! What document types declare, and processing instructions: nodes with little of their own.

use crate::{
    exception::{Fault, throw},
    namednodemap, object,
    properties::{HANDLERS, Table, text},
};
use phant_ext_libxml::forest;
use phant_memory::{Held, Object, PhpStr, Str, Value};
use phant_native::{Ctx, Level, PhpResult, php_class};
use phant_xml::{
    chars, serialize,
    tree::{Kind, Node},
};

pub static DOCTYPE_TABLE: Table = Table {
    class: "DOMDocumentType",
    kinds: &[Kind::DocumentType],
    names: &["name", "entities", "notations", "publicId", "systemId", "internalSubset"],
    writable: &[],
    read: |ctx, this, node, property| {
        let forest = forest(ctx);
        Ok(Some(match property {
            b"name" => Value::from(forest.name(node)),
            b"entities" => Value::from(namednodemap::entities(ctx, this, node)?),
            b"notations" => Value::from(namednodemap::notations(ctx, this, node)?),
            b"publicId" => Value::from(forest.external(node).public_id.unwrap_or_default()),
            b"systemId" => Value::from(forest.external(node).system_id.unwrap_or_default()),
            _ => {
                let subset = serialize::internal_subset(forest, node);
                if subset.is_empty() { Value::NULL } else { Value::from(Str::new(subset)) }
            }
        }))
    },
    write: |_, _, _, _, _| Ok(false),
};

pub static NOTATION_TABLE: Table = Table {
    class: "DOMNotation",
    kinds: &[Kind::Notation],
    names: &["publicId", "systemId"],
    writable: &[],
    read: |ctx, _, node, property| {
        let external = forest(ctx).external(node);
        let id = if property == b"publicId" { external.public_id } else { external.system_id };
        Ok(Some(Value::from(id.unwrap_or_default())))
    },
    write: |_, _, _, _, _| Ok(false),
};

pub static ENTITY_TABLE: Table = Table {
    class: "DOMEntity",
    kinds: &[Kind::Entity],
    names: &["publicId", "systemId", "notationName", "actualEncoding", "encoding", "version"],
    writable: &[],
    read: |ctx, _, node, property| {
        let external = forest(ctx).external(node);
        // Only unparsed entities show what they are.
        let is_unparsed = external.notation.is_some();
        Ok(Some(match property {
            b"publicId" if is_unparsed => text(external.public_id),
            b"systemId" if is_unparsed => text(external.system_id),
            b"notationName" => text(external.notation),
            b"actualEncoding" | b"encoding" | b"version" => {
                let name = String::from_utf8_lossy(property).into_owned();
                ctx.report(Level::Deprecated, format!("Property DOMEntity::${name} is deprecated"));
                ctx.check()?;
                Value::NULL
            }
            _ => Value::NULL,
        }))
    },
    write: |_, _, _, _, _| Ok(false),
};

pub static PI_TABLE: Table = Table {
    class: "DOMProcessingInstruction",
    kinds: &[Kind::ProcessingInstruction],
    names: &["target", "data"],
    writable: &[("data", "string")],
    read: |ctx, _, node, property| {
        let forest = forest(ctx);
        Ok(Some(Value::from(if property == b"target" { forest.name(node) } else { forest.value(node) })))
    },
    write: |ctx, _, node, _, value| {
        forest(ctx).set_value(node, value.as_str().map(Held::into_owned).unwrap_or_default());
        Ok(true)
    },
};

pub struct DomDocumentType;

/// The document type.
#[php_class(
    "class DOMDocumentType extends DOMNode {
        public virtual string $name;
        public virtual DOMNamedNodeMap $entities;
        public virtual DOMNamedNodeMap $notations;
        public virtual string $publicId;
        public virtual string $systemId;
        public virtual ?string $internalSubset;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl DomDocumentType {}

pub struct DomNotation;

/// A notation.
#[php_class(
    "class DOMNotation extends DOMNode {
        public virtual string $publicId;
        public virtual string $systemId;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl DomNotation {}

pub struct DomEntity;

/// A declared entity.
#[php_class(
    "class DOMEntity extends DOMNode {
        public virtual ?string $publicId;
        public virtual ?string $systemId;
        public virtual ?string $notationName;
        public virtual ?string $actualEncoding;
        public virtual ?string $encoding;
        public virtual ?string $version;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl DomEntity {}

pub struct DomEntityReference;

/// A reference to an entity.
#[php_class("class DOMEntityReference extends DOMNode {}", create = object::create, handlers = HANDLERS)]
impl DomEntityReference {
    #[php("public function __construct(string $name)")]
    fn construct(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult<()> {
        make(ctx, this, Kind::EntityReference, name, Str::from(""))
    }
}

pub struct DomProcessingInstruction;

/// A processing instruction.
#[php_class(
    "class DOMProcessingInstruction extends DOMNode {
        public virtual string $target;
        public virtual string $data;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl DomProcessingInstruction {
    #[php("public function __construct(string $name, string $value = '')")]
    fn construct(ctx: &Ctx, this: &Object, name: &PhpStr, value: &Str) -> PhpResult<()> {
        make(ctx, this, Kind::ProcessingInstruction, name, value.clone())
    }
}

fn make(ctx: &Ctx, this: &Object, kind: Kind, name: &PhpStr, value: Str) -> PhpResult<()> {
    if !chars::is_name(name) {
        return Err(throw(ctx, Fault::InvalidCharacter));
    }
    let node = forest(ctx).create(kind, Node::NONE, Str::new(name.as_bytes()), value);
    object::attach(ctx, this, node);
    Ok(())
}
