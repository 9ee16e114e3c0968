//! What running a function needs, made when it is first asked for.
//!
//! Most functions of a program are declared, and never called. Code that comes from a file of compiled units is therefore
//! read in two parts: what its declaration needs at once, its body when somebody looks into it.

use crate::{
    class::ClassDecl,
    code::{ClosureUse, Code, ConstExpr, LiveRange, StaticVar, TryRegion},
    types::TypeDecl,
};
use phant_memory::{Literal, Name};
use std::{
    fmt,
    ops::Range,
    sync::{Arc, OnceLock},
};

/// Slots that a frame may have: instructions that run name them in steps of half a slot, in sixteen bits.
pub const MAX_FRAME_SLOTS: u32 = (1 << 15) - 1;

/// What running a function needs.
#[derive(Debug, Default)]
pub struct Body {
    /// Names of the variables with a slot; parameters first.
    pub vars: Box<[Name]>,
    /// How many of a closure's variables, right behind the parameters, come from its `use` list.
    pub uses: Box<[ClosureUse]>,
    /// Slots of a frame: header, variables, temporaries; at most [`MAX_FRAME_SLOTS`].
    pub frame_slots: u32,
    /// Instructions.
    pub insns: Box<[crate::insn::Insn]>,
    /// Line of every instruction.
    pub lines: Box<[u32]>,
    /// Constants that operands refer to.
    pub literals: Box<[Literal]>,
    /// Inline-cache words the code needs.
    pub cache_words: u32,
    /// `try` regions, inner ones first.
    pub regions: Box<[TryRegion]>,
    /// Where temporaries are live, for unwinding.
    pub live: Box<[LiveRange]>,
    /// Functions and closures declared inside.
    pub functions: Box<[Arc<Code>]>,
    /// Classes declared inside.
    pub classes: Box<[Arc<ClassDecl>]>,
    /// `static` variables.
    pub statics: Box<[StaticVar]>,
    /// Types, messages and other odd constants that operands refer to.
    pub types: Box<[TypeDecl]>,
    /// Constant expressions that operands refer to.
    pub const_exprs: Box<[ConstExpr]>,
}

/// Where bodies come from that are made when somebody asks for them.
pub trait Bodies: Send + Sync {
    /// The body at a place that was given to [`LazyBody::later`].
    fn body(self: Arc<Self>, place: Range<u32>) -> Body;
}

/// A [`Body`] that is there or made on first use, by whichever thread asks first.
#[derive(Default)]
pub struct LazyBody {
    made: OnceLock<Box<Body>>,
    /// Where it comes from, if it was not there from the start. From nowhere comes one with nothing in it.
    source: Option<(Arc<dyn Bodies>, Range<u32>)>,
}

impl LazyBody {
    /// A body that `source` makes of what is at `place`.
    pub fn later(source: Arc<dyn Bodies>, place: Range<u32>) -> LazyBody {
        LazyBody { made: OnceLock::new(), source: Some((source, place)) }
    }
    /// The body, made if it is not there.
    #[inline]
    pub fn get(&self) -> &Body {
        match self.made.get() {
            Some(body) => body,
            None => self.make(),
        }
    }
    #[cold]
    fn make(&self) -> &Body {
        self.made.get_or_init(|| match &self.source {
            Some((source, place)) => Box::new(Arc::clone(source).body(place.clone())),
            None => Box::default(),
        })
    }
    /// The body, if it was made.
    pub fn made(&self) -> Option<&Body> {
        self.made.get().map(|body| &**body)
    }
    /// The body, to be changed by whoever makes the code.
    pub fn get_mut(&mut self) -> &mut Body {
        self.make();
        self.made.get_mut().expect("just made")
    }
    /// How many bytes of its source are read when it is made; none if it has been.
    pub fn waiting(&self) -> usize {
        match (&self.source, self.made.get()) {
            (Some((_, place)), None) => place.len(),
            _ => 0,
        }
    }
}

impl From<Body> for LazyBody {
    fn from(body: Body) -> LazyBody {
        LazyBody { made: OnceLock::from(Box::new(body)), source: None }
    }
}

impl fmt::Debug for LazyBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.made() {
            Some(body) => body.fmt(f),
            None => f.write_str("not made yet"),
        }
    }
}
