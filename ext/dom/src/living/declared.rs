//! Document types and what they declare.

use super::{insert, lists};
use crate::{
    declared as classic, object,
    properties::{HANDLERS, Table},
};
use phant_memory::{Object, Value};
use phant_native::{Ctx, PhpResult, php_class};
use phant_xml::tree::Kind;

pub static DOCTYPE_TABLE: Table = Table {
    class: "Dom\\DocumentType",
    kinds: &[Kind::DocumentType],
    names: &["name", "entities", "notations", "publicId", "systemId", "internalSubset"],
    writable: &[],
    read: |ctx, this, node, property| match property {
        b"entities" => Ok(Some(Value::from(lists::declared(ctx, this, Kind::Entity)?))),
        b"notations" => Ok(Some(Value::from(lists::declared(ctx, this, Kind::Notation)?))),
        _ => (classic::DOCTYPE_TABLE.read)(ctx, this, node, property),
    },
    write: |_, _, _, _, _| Ok(false),
};

pub static NOTATION_TABLE: Table = Table {
    class: "Dom\\Notation",
    kinds: &[Kind::Notation],
    names: &["publicId", "systemId"],
    writable: &[],
    read: |ctx, this, node, property| (classic::NOTATION_TABLE.read)(ctx, this, node, property),
    write: |_, _, _, _, _| Ok(false),
};

pub static ENTITY_TABLE: Table = Table {
    class: "Dom\\Entity",
    kinds: &[Kind::Entity],
    names: &["publicId", "systemId", "notationName"],
    writable: &[],
    read: |ctx, this, node, property| (classic::ENTITY_TABLE.read)(ctx, this, node, property),
    write: |_, _, _, _, _| Ok(false),
};

pub struct DocumentType;

/// The document type.
#[php_class(
    "class Dom\\DocumentType extends Dom\\Node implements Dom\\ChildNode {
        public virtual string $name;
        public virtual Dom\\DtdNamedNodeMap $entities;
        public virtual Dom\\DtdNamedNodeMap $notations;
        public virtual string $publicId;
        public virtual string $systemId;
        public virtual ?string $internalSubset;
    }",
    create = object::create,
    handlers = HANDLERS,
    strict_return
)]
impl DocumentType {
    #[php("public function remove(): void")]
    fn remove(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        insert::remove(ctx, this)
    }

    #[php("public function before(Dom\\Node|string ...$nodes): void", untyped)]
    fn before(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::before(ctx, this, nodes)
    }

    #[php("public function after(Dom\\Node|string ...$nodes): void", untyped)]
    fn after(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::after(ctx, this, nodes)
    }

    #[php("public function replaceWith(Dom\\Node|string ...$nodes): void", untyped)]
    fn replace_with(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::replace_with(ctx, this, nodes)
    }
}

pub struct Notation;

/// A notation.
#[php_class(
    "class Dom\\Notation extends Dom\\Node {
        public virtual string $publicId;
        public virtual string $systemId;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl Notation {}

pub struct Entity;

/// A declared entity.
#[php_class(
    "class Dom\\Entity extends Dom\\Node {
        public virtual ?string $publicId;
        public virtual ?string $systemId;
        public virtual ?string $notationName;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl Entity {}

pub struct EntityReference;

/// A reference to an entity.
#[php_class("class Dom\\EntityReference extends Dom\\Node {}", create = object::create, handlers = HANDLERS)]
impl EntityReference {}
