//! CSS selectors: which elements fit, as lexbor, PHP's own engine, has it.

mod lexer;
mod matching;
mod parse;
mod state;

pub use matching::{all, closest, first, matches};
pub use parse::parse;

/// Why there are no selectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// They make no sense; what lexbor says about them.
    Invalid(String),
    /// They make sense, but nothing can be matched by them.
    Unsupported,
    /// `:blank`, whose meaning nobody has settled.
    Blank,
}

/// How two compound selectors stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    Next,
    Later,
}

/// How an attribute's value is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    Exists,
    Equals,
    Includes,
    Dash,
    Prefix,
    Suffix,
    Contains,
}

/// Which children count.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Nth {
    pub step: i64,
    pub offset: i64,
    pub from_end: bool,
    pub of_type: bool,
    pub of: Option<List>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Simple {
    /// A prefix (`*` any, none no namespace), where one is given.
    Prefix(Option<Vec<u8>>),
    Type(Vec<u8>),
    Any,
    Id(Vec<u8>),
    Class(Vec<u8>),
    Attribute {
        prefix: Option<Vec<u8>>,
        name: Vec<u8>,
        test: Test,
        value: Vec<u8>,
        case: Option<bool>,
    },
    Is(List),
    Not(List),
    Has(Vec<(Combinator, Complex)>),
    Nth(Nth),
    Text {
        text: Vec<u8>,
        caseless: bool,
    },
    State(&'static str),
}

/// Compound selectors, the last first, with what connects each to the one before it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Complex {
    pub parts: Vec<(Vec<Simple>, Option<Combinator>)>,
}

pub(crate) type List = Vec<Complex>;

/// What [`parse`] makes.
#[derive(Clone, Debug)]
pub struct Selectors {
    pub(crate) list: List,
}
