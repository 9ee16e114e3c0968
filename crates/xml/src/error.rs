//! Errors in libxml2's terms: domain, code, level, text and place.

/// How bad it is; the numbers are `LIBXML_ERR_WARNING` and its siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Level {
    /// Nothing is wrong with the document.
    Warning = 1,
    /// Something is wrong that does not keep the document from being used.
    Error = 2,
    /// The document is not well-formed.
    Fatal = 3,
}

/// Which part of the library found it; the numbers are libxml2's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Domain {
    /// The parser.
    Parser = 1,
    /// The tree.
    Tree = 2,
    /// Namespaces.
    Namespace = 3,
    /// Declarations.
    Dtd = 4,
    /// The HTML parser.
    Html = 5,
    /// Input and output.
    Io = 8,
    /// XInclude.
    XInclude = 11,
    /// XPath.
    XPath = 12,
    /// Schemas: reading them.
    SchemasParser = 16,
    /// Schemas: validating by them.
    SchemasValid = 17,
    /// RelaxNG: reading it.
    RelaxNgParser = 18,
    /// RelaxNG: validating by it.
    RelaxNgValid = 19,
    /// Canonical XML.
    C14n = 21,
    /// Validating by a DTD.
    Valid = 23,
    /// Encodings.
    I18n = 27,
}

/// One error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Who found it.
    pub domain: Domain,
    /// libxml2's number.
    pub code: i32,
    /// How bad it is.
    pub level: Level,
    /// What is wrong, ending in a line feed.
    pub message: Vec<u8>,
    /// Where: the name of the input, if it has one.
    pub file: Option<Vec<u8>>,
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// The column, from 1; 0 if there is none.
    pub column: u32,
    /// In an entity's text rather than in a document.
    pub in_entity: bool,
}

/// libxml2's numbers of the parser's errors.
pub mod code {
    #![allow(missing_docs)]
    pub const INTERNAL_ERROR: i32 = 1;
    pub const NO_MEMORY: i32 = 2;
    pub const DOCUMENT_EMPTY: i32 = 4;
    pub const DOCUMENT_END: i32 = 5;
    pub const INVALID_HEX_CHARREF: i32 = 6;
    pub const INVALID_DEC_CHARREF: i32 = 7;
    pub const INVALID_CHAR: i32 = 9;
    pub const PEREF_NO_NAME: i32 = 24;
    pub const PEREF_SEMICOL_MISSING: i32 = 25;
    pub const ENTITYREF_SEMICOL_MISSING: i32 = 23;
    pub const PEREF_IN_INT_SUBSET: i32 = 21;
    pub const UNDECLARED_ENTITY: i32 = 26;
    pub const WAR_UNDECLARED_ENTITY: i32 = 27;
    pub const UNPARSED_ENTITY: i32 = 28;
    pub const ENTITY_IS_EXTERNAL: i32 = 29;
    pub const ENTITY_IS_PARAMETER: i32 = 30;
    pub const UNKNOWN_ENCODING: i32 = 31;
    pub const UNSUPPORTED_ENCODING: i32 = 32;
    pub const STRING_NOT_STARTED: i32 = 33;
    pub const STRING_NOT_CLOSED: i32 = 34;
    pub const NS_DECL_ERROR: i32 = 35;
    pub const ENTITY_NOT_STARTED: i32 = 36;
    pub const ENTITY_NOT_FINISHED: i32 = 37;
    pub const LT_IN_ATTRIBUTE: i32 = 38;
    pub const ATTRIBUTE_NOT_STARTED: i32 = 39;
    pub const ATTRIBUTE_NOT_FINISHED: i32 = 40;
    pub const ATTRIBUTE_WITHOUT_VALUE: i32 = 41;
    pub const ATTRIBUTE_REDEFINED: i32 = 42;
    pub const LITERAL_NOT_STARTED: i32 = 43;
    pub const LITERAL_NOT_FINISHED: i32 = 44;
    pub const COMMENT_NOT_FINISHED: i32 = 45;
    pub const PI_NOT_STARTED: i32 = 46;
    pub const PI_NOT_FINISHED: i32 = 47;
    pub const NOTATION_NOT_STARTED: i32 = 48;
    pub const NOTATION_NOT_FINISHED: i32 = 49;
    pub const ATTLIST_NOT_STARTED: i32 = 50;
    pub const ATTLIST_NOT_FINISHED: i32 = 51;
    pub const MIXED_NOT_STARTED: i32 = 52;
    pub const ELEMCONTENT_NOT_STARTED: i32 = 54;
    pub const ELEMCONTENT_NOT_FINISHED: i32 = 55;
    pub const XMLDECL_NOT_FINISHED: i32 = 57;
    pub const CONDSEC_NOT_FINISHED: i32 = 59;
    pub const EXT_SUBSET_NOT_FINISHED: i32 = 60;
    pub const DOCTYPE_NOT_FINISHED: i32 = 61;
    pub const ENTITY_NOT_TERMINATED: i32 = 61;
    pub const MISPLACED_CDATA_END: i32 = 62;
    pub const CDATA_NOT_FINISHED: i32 = 63;
    pub const RESERVED_XML_NAME: i32 = 64;
    pub const SPACE_REQUIRED: i32 = 65;
    pub const NMTOKEN_REQUIRED: i32 = 67;
    pub const NAME_REQUIRED: i32 = 68;
    pub const PCDATA_REQUIRED: i32 = 69;
    pub const URI_REQUIRED: i32 = 70;
    pub const PUBID_REQUIRED: i32 = 71;
    pub const LT_REQUIRED: i32 = 72;
    pub const GT_REQUIRED: i32 = 73;
    pub const LTSLASH_REQUIRED: i32 = 74;
    pub const EQUAL_REQUIRED: i32 = 75;
    pub const TAG_NAME_MISMATCH: i32 = 76;
    pub const TAG_NOT_FINISHED: i32 = 77;
    pub const STANDALONE_VALUE: i32 = 78;
    pub const ENCODING_NAME: i32 = 79;
    pub const HYPHEN_IN_COMMENT: i32 = 80;
    pub const INVALID_ENCODING: i32 = 81;
    pub const CONDSEC_INVALID: i32 = 83;
    pub const VALUE_REQUIRED: i32 = 84;
    pub const NOT_WELL_BALANCED: i32 = 85;
    pub const EXTRA_CONTENT: i32 = 86;
    pub const ENTITY_PE_INTERNAL: i32 = 88;
    pub const ENTITY_LOOP: i32 = 89;
    pub const ENTITY_CHAR_ERROR: i32 = 87;
    pub const INVALID_URI: i32 = 91;
    pub const URI_FRAGMENT: i32 = 92;
    pub const CONDSEC_INVALID_KEYWORD: i32 = 95;
    pub const VERSION_MISSING: i32 = 96;
    pub const WAR_UNKNOWN_VERSION: i32 = 97;
    pub const WAR_LANG_VALUE: i32 = 98;
    pub const WAR_NS_URI: i32 = 99;
    pub const WAR_NS_URI_RELATIVE: i32 = 100;
    pub const WAR_SPACE_VALUE: i32 = 102;
    pub const ENTITY_PROCESSING: i32 = 104;
    pub const UNKNOWN_VERSION: i32 = 108;
    pub const NAME_TOO_LONG: i32 = 110;
    pub const NS_XML_NAMESPACE: i32 = 200;
    pub const NS_UNDEFINED_NAMESPACE: i32 = 201;
    pub const NS_QNAME: i32 = 202;
    pub const NS_ATTRIBUTE_REDEFINED: i32 = 203;
    pub const NS_COLON: i32 = 205;
    pub const IO_LOAD_ERROR: i32 = 1549;
    pub const I18N_CONV_FAILED: i32 = 6003;
}

/// The text of an error that has no other.
pub(crate) fn text(code: i32) -> &'static str {
    use code::*;
    match code {
        INVALID_HEX_CHARREF => "CharRef: invalid hexadecimal value",
        INVALID_DEC_CHARREF => "CharRef: invalid decimal value",
        INTERNAL_ERROR => "internal error",
        PEREF_NO_NAME => "PEReference: no name",
        PEREF_SEMICOL_MISSING => "PEReference: expecting ';'",
        ENTITY_LOOP => "Detected an entity reference loop",
        ENTITY_NOT_STARTED | ENTITY_NOT_FINISHED => "EntityValue: \" or ' expected",
        ENTITY_PE_INTERNAL => "PEReferences forbidden in internal subset",
        ATTRIBUTE_NOT_STARTED => "AttValue: \" or ' expected",
        LT_IN_ATTRIBUTE => "Unescaped '<' not allowed in attributes values",
        LITERAL_NOT_STARTED => "SystemLiteral \" or ' expected",
        LITERAL_NOT_FINISHED => "Unfinished System or Public ID \" or ' expected",
        MISPLACED_CDATA_END => "Sequence ']]>' not allowed in content",
        URI_REQUIRED => "SYSTEM or PUBLIC, the URI is missing",
        PUBID_REQUIRED => "PUBLIC, the Public Identifier is missing",
        HYPHEN_IN_COMMENT => "Comment must not contain '--' (double-hyphen)",
        PI_NOT_STARTED => "xmlParsePI : no target name",
        RESERVED_XML_NAME => "Invalid PI name",
        NOTATION_NOT_STARTED => "NOTATION: Name expected here",
        NOTATION_NOT_FINISHED => "'>' required to close NOTATION declaration",
        VALUE_REQUIRED => "Entity value required",
        URI_FRAGMENT => "Fragment not allowed",
        ATTLIST_NOT_STARTED => "'(' required to start ATTLIST enumeration",
        NMTOKEN_REQUIRED => "NmToken expected in ATTLIST enumeration",
        ATTLIST_NOT_FINISHED => "')' required to finish ATTLIST enumeration",
        MIXED_NOT_STARTED => "MixedContentDecl : '|' or ')*' expected",
        PCDATA_REQUIRED => "MixedContentDecl : '#PCDATA' expected",
        ELEMCONTENT_NOT_STARTED => "ContentDecl : Name or '(' expected",
        ELEMCONTENT_NOT_FINISHED => "ContentDecl : ',' '|' or ')' expected",
        PEREF_IN_INT_SUBSET => "PEReference: forbidden within markup decl in internal subset",
        GT_REQUIRED => "expected '>'",
        CONDSEC_INVALID => "XML conditional section '[' expected",
        EXT_SUBSET_NOT_FINISHED => "Content error in the external subset",
        CONDSEC_INVALID_KEYWORD => "conditional section INCLUDE or IGNORE keyword expected",
        CONDSEC_NOT_FINISHED => "XML conditional section not closed",
        XMLDECL_NOT_FINISHED => "parsing XML declaration: '?>' expected",
        ENTITYREF_SEMICOL_MISSING => "EntityRef: expecting ';'",
        DOCTYPE_NOT_FINISHED => "DOCTYPE improperly terminated",
        LTSLASH_REQUIRED => "EndTag: '</' not found",
        EQUAL_REQUIRED => "expected '='",
        STRING_NOT_CLOSED => "String not closed expecting \" or '",
        STRING_NOT_STARTED => "String not started expecting ' or \"",
        ENCODING_NAME => "Invalid XML encoding name",
        STANDALONE_VALUE => "standalone accepts only 'yes' or 'no'",
        DOCUMENT_EMPTY => "Document is empty",
        DOCUMENT_END => "Extra content at the end of the document",
        NOT_WELL_BALANCED => "chunk is not well balanced",
        EXTRA_CONTENT => "extra content at the end of well balanced chunk",
        VERSION_MISSING => "Malformed declaration expecting version",
        NAME_TOO_LONG => "Name too long use XML_PARSE_HUGE option",
        _ => "Unregistered error message",
    }
}
