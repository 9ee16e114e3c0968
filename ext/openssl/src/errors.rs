//! What `openssl_error_string` tells: OpenSSL's errors, oldest first.

use phant_memory::{HeapVec, Str, heap_vec};
use phant_native::{Ctx, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use std::cell::RefCell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![openssl_error_string];

/// How many are kept.
const MOST: usize = 16;

/// An error, by its number in OpenSSL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A key of another length than the cipher's.
    KeyLength,
    /// A key of another length than OCB's.
    OcbKeyLength,
    /// An algorithm that is only in OpenSSL's legacy provider.
    Unsupported,
    /// A digest that could not begin.
    Initialization,
    /// Not as many whole blocks.
    FinalBlock,
    /// A filling that is none.
    BadDecrypt,
    /// A nonce of a length that there is not.
    IvLength,
    /// A tag of a length that there is not.
    TagLength,
    /// The same when it is asked for.
    InvalidTag,
    /// A tag that is longer than there is room for.
    SmallBuffer,
    /// What follows from that.
    Parameter,
    /// A wrong tag of CCM.
    Operation,
    /// A text for key wrapping that is not whole halves of blocks.
    InputLength,
    /// What follows from a failure of key wrapping.
    Update,
    /// Two equal keys for XTS.
    DuplicatedKeys,
    /// No iterations.
    IterationCount,
    /// Fewer than none.
    Negative,
    /// A digest of any length, where one of a known length is wanted.
    Xof,
}

impl Fault {
    fn text(self) -> &'static str {
        match self {
            Fault::KeyLength => "error:03000082:digital envelope routines::invalid key length",
            Fault::OcbKeyLength => "error:1C800069:Provider routines::invalid key length",
            Fault::Unsupported => "error:0308010C:digital envelope routines::unsupported",
            Fault::Initialization => "error:03000086:digital envelope routines::initialization error",
            Fault::FinalBlock => "error:1C80006B:Provider routines::wrong final block length",
            Fault::BadDecrypt => "error:1C800064:Provider routines::bad decrypt",
            Fault::IvLength => "error:1C80006D:Provider routines::invalid iv length",
            Fault::TagLength => "error:1C800076:Provider routines::invalid tag length",
            Fault::InvalidTag => "error:1C80006E:Provider routines::invalid tag",
            Fault::SmallBuffer => "error:07800074:common libcrypto routines::too small buffer",
            Fault::Parameter => "error:1C800067:Provider routines::failed to get parameter",
            Fault::Operation => "error:1C800066:Provider routines::cipher operation failed",
            Fault::InputLength => "error:1C8000E6:Provider routines::invalid input length",
            Fault::Update => "error:030000BD:digital envelope routines::update error",
            Fault::DuplicatedKeys => "error:1C800095:Provider routines::xts duplicated keys",
            Fault::IterationCount => "error:1C80007B:Provider routines::invalid iteration count",
            Fault::Negative => "error:0780007D:common libcrypto routines::param unsigned integer negative value unsupported",
            Fault::Xof => "error:1C8000B7:Provider routines::xof digests not allowed",
        }
    }
}

struct Errors(RefCell<HeapVec<Fault>>);

impl Default for Errors {
    fn default() -> Self {
        Errors(RefCell::new(heap_vec()))
    }
}

/// Remembers an error.
pub fn add(ctx: &Ctx, fault: Fault) {
    let mut errors = ctx.state::<Errors>().0.borrow_mut();
    if errors.len() == MOST {
        errors.remove(0);
    }
    errors.push(fault);
}

/// The oldest error that was not told yet.
#[php("function openssl_error_string(): string|false")]
fn openssl_error_string(ctx: &Ctx) -> OrFalse<Str> {
    let mut errors = ctx.state::<Errors>().0.borrow_mut();
    let oldest = if errors.is_empty() { None } else { Some(errors.remove(0)) };
    oldest.map(|fault| Str::from(fault.text())).into()
}
