//! DOMImplementation.

use crate::{
    element::{check_name, new_element, split},
    exception::{Fault, throw},
    object,
};
use phant_ext_libxml::forest;
use phant_memory::{Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, php_class};
use phant_xml::{
    chars,
    tree::{External, Kind, Node},
};

pub struct DomImplementation;

/// What `hasFeature` says.
pub fn has_feature(feature: &[u8], version: &[u8]) -> bool {
    match &feature.to_ascii_lowercase()[..] {
        b"xml" => matches!(version, b"1.0" | b"2.0" | b""),
        b"core" => matches!(version, b"1.0"),
        _ => false,
    }
}

/// Makes documents.
#[php_class("class DOMImplementation {}")]
impl DomImplementation {
    #[php("public function hasFeature(string $feature, string $version): bool")]
    fn has_feature(feature: &PhpStr, version: &PhpStr) -> bool {
        has_feature(feature, version)
    }

    #[php("public function createDocumentType(string $qualifiedName, string $publicId = '', string $systemId = '')")]
    fn create_document_type(ctx: &Ctx, qualified_name: &PhpStr, public_id: &PhpStr, system_id: &PhpStr) -> PhpResult {
        if qualified_name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        if qualified_name.contains(&0) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        if qualified_name.windows(3).any(|window| window == b"%00") {
            ctx.warning("URI must not contain percent-encoded NUL bytes");
            ctx.check()?;
            return Ok(Value::bool(false));
        }
        let forest = forest(ctx);
        let node = forest.create(Kind::DocumentType, Node::NONE, Str::new(qualified_name.as_bytes()), Str::from(""));
        let id = |id: &PhpStr| (!id.is_empty()).then(|| Str::new(id.as_bytes()));
        let external = External { public_id: id(public_id), system_id: id(system_id), ..External::default() };
        forest.set_identifiers(node, external);
        object::value(ctx, node)
    }

    #[php(
        "public function createDocument(?string $namespace = null, string $qualifiedName = '', \
           ?DOMDocumentType $doctype = null): DOMDocument"
    )]
    fn create_document(
        ctx: &Ctx,
        namespace: Option<&PhpStr>,
        qualified_name: &PhpStr,
        doctype: Option<&Object>,
    ) -> PhpResult<Object> {
        let forest = forest(ctx);
        let uri = namespace.map(|uri| uri.as_bytes()).filter(|uri| !uri.is_empty());
        let doctype = match doctype {
            Some(doctype) => {
                let node = object::node(ctx, doctype)?;
                if forest.document(node).is_some() {
                    return Err(throw(ctx, Fault::WrongDocument));
                }
                node
            }
            None => Node::NONE,
        };
        if !qualified_name.is_empty() {
            check_name(uri, qualified_name).map_err(|fault| throw(ctx, fault))?;
        }
        let document = forest.create_document(Kind::Document);
        if let Some(data) = forest.document_data(document) {
            data.version.replace(Some(Str::from("1.0")));
        }
        if doctype.is_some() {
            forest.adopt(doctype, document);
            forest.append(document, doctype);
        }
        if !qualified_name.is_empty() && chars::is_name(qualified_name) {
            let has_namespace = uri.is_some() || split(qualified_name).is_some();
            let root = new_element(forest, document, if has_namespace { uri } else { None }, qualified_name);
            forest.append(document, root);
        }
        object::wrap(ctx, document)
    }
}
