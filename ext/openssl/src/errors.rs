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

struct Errors(RefCell<HeapVec<Str>>);

impl Default for Errors {
    fn default() -> Self {
        Errors(RefCell::new(heap_vec()))
    }
}

/// Remembers an error.
pub fn add(ctx: &Ctx, fault: Fault) {
    note(ctx, fault.text());
}

/// Remembers an error by its text.
pub fn note(ctx: &Ctx, text: &str) {
    let mut errors = ctx.state::<Errors>().0.borrow_mut();
    if errors.len() == MOST {
        errors.remove(0);
    }
    errors.push(Str::from(text));
}

/// The oldest error that was not told yet.
#[php("function openssl_error_string(): string|false")]
fn openssl_error_string(ctx: &Ctx) -> OrFalse<Str> {
    let mut errors = ctx.state::<Errors>().0.borrow_mut();
    let oldest = if errors.is_empty() { None } else { Some(errors.remove(0)) };
    oldest.into()
}

/// Texts of OpenSSL's errors about keys, certificates and messages.
pub mod text {
    pub const NO_DECODER: &str = "error:1E08010C:DECODER routines::unsupported";
    pub const BAD_DECRYPT: &str = "error:1C800064:Provider routines::bad decrypt";
    pub const PEM_BAD_DECRYPT: &str = "error:04800065:PEM routines::bad decrypt";
    pub const NO_START: &str = "error:0480006C:PEM routines::no start line";
    pub const BAD_END: &str = "error:04800066:PEM routines::bad end line";
    pub const BAD_BASE64: &str = "error:04800064:PEM routines::bad base64 decode";
    pub const PEM_ASN1: &str = "error:0488000D:PEM routines::ASN1 lib";
    pub const NO_FILE: &str = "error:10000080:BIO routines::no such file";
    pub const FILE_SYSTEM: &str = "error:10080002:BIO routines::system lib";
    pub const MISMATCH: &str = "error:05800074:x509 certificate routines::key values mismatch";
    pub const TYPE_MISMATCH: &str = "error:05800073:x509 certificate routines::key type mismatch";
    pub const PURPOSE: &str = "error:05800079:x509 certificate routines::invalid purpose";
    pub const BASE64: &str = "error:05800076:x509 certificate routines::base64 decode error";
    pub const PADDING: &str = "error:1C8000A5:Provider routines::illegal or unsupported padding mode";
    pub const OAEP: &str = "error:02000079:rsa routines::oaep decoding error";
    pub const LARGE_FOR_MODULUS: &str = "error:02000084:rsa routines::data too large for modulus";
    pub const LARGE_FOR_KEY: &str = "error:0200006E:rsa routines::data too large for key size";
    pub const SMALL_FOR_KEY: &str = "error:0200007A:rsa routines::data too small for key size";
    pub const LARGE_FOR_KEY_LENGTH: &str = "error:0200006C:rsa routines::data greater than mod len";
    pub const INVALID_PADDING: &str = "error:0200008A:rsa routines::invalid padding";
    pub const PADDING_CHECK: &str = "error:02000072:rsa routines::padding check failed";
    pub const RSA_LIB: &str = "error:1C880004:Provider routines::RSA lib";
    pub const SIGNATURE_FAILURE: &str = "error:030000EA:digital envelope routines::provider signature failure";
    pub const SIGNATURE_LENGTH: &str = "error:02000077:rsa routines::wrong signature length";
    pub const BAD_SIGNATURE: &str = "error:02000068:rsa routines::bad signature";
    pub const ASN1_EVP: &str = "error:06880006:asn1 encoding routines::EVP lib";
    pub const KEY_TYPE: &str = "error:03000096:digital envelope routines::operation not supported for this keytype";
    pub const INVALID_DIGEST: &str = "error:1C80007A:Provider routines::invalid digest";
    pub const NOT_ENOUGH: &str = "error:0680008E:asn1 encoding routines::not enough data";
    pub const MAC: &str = "error:11800071:PKCS12 routines::mac verify failure";
    pub const PKCS7_CERTIFICATE: &str = "error:10800075:PKCS7 routines::certificate verify error";
    pub const PKCS7_SIGNATURE: &str = "error:10800069:PKCS7 routines::signature failure";
    pub const CMS_CERTIFICATE: &str = "error:17000064:CMS routines::certificate verify error";
    pub const NO_CONTENT_TYPE: &str = "error:068000D1:asn1 encoding routines::no content type";
    pub const SMALL_KEY: &str = "error:1C8000AB:Provider routines::key size too small";
}
