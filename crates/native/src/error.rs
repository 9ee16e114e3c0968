//! Errors: the pending exception's marker, and error levels.

use crate::{args::Args, ctx::Ctx};
use phant_memory::Value;

/// An exception (or fatal error, or exit) is pending in the context. Pass it on with `?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thrown;

/// The result of anything that may run PHP code or throw.
pub type PhpResult<T = Value> = Result<T, Thrown>;

/// PHP's error levels, as the `E_*` constants number them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Level {
    /// `E_ERROR`: ends the request.
    Error = 1,
    /// `E_WARNING`
    Warning = 2,
    /// `E_PARSE`
    Parse = 4,
    /// `E_NOTICE`
    Notice = 8,
    /// `E_CORE_ERROR`
    CoreError = 16,
    /// `E_CORE_WARNING`
    CoreWarning = 32,
    /// `E_COMPILE_ERROR`
    CompileError = 64,
    /// `E_COMPILE_WARNING`
    CompileWarning = 128,
    /// `E_USER_ERROR`
    UserError = 256,
    /// `E_USER_WARNING`
    UserWarning = 512,
    /// `E_USER_NOTICE`
    UserNotice = 1024,
    /// `E_STRICT`
    Strict = 2048,
    /// `E_RECOVERABLE_ERROR`
    RecoverableError = 4096,
    /// `E_DEPRECATED`
    Deprecated = 8192,
    /// `E_USER_DEPRECATED`
    UserDeprecated = 16384,
}

impl Level {
    /// The word PHP prints before a message of this level.
    pub fn label(self) -> &'static str {
        match self {
            Level::Error | Level::CoreError | Level::CompileError | Level::UserError => "Fatal error",
            Level::RecoverableError => "Recoverable fatal error",
            Level::Warning | Level::CoreWarning | Level::CompileWarning | Level::UserWarning => "Warning",
            Level::Parse => "Parse error",
            Level::Notice | Level::UserNotice => "Notice",
            Level::Strict => "Strict Standards",
            Level::Deprecated | Level::UserDeprecated => "Deprecated",
        }
    }
    /// Whether the request ends after reporting it.
    pub fn is_fatal(self) -> bool {
        matches!(
            self,
            Level::Error | Level::CoreError | Level::CompileError | Level::UserError | Level::RecoverableError | Level::Parse
        )
    }
}

/// A message as PHP shows it: the bytes that its text stands for.
pub(crate) fn presentable(message: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    match phant_memory::string::escaped::bytes(message) {
        std::borrow::Cow::Borrowed(message) => without_generated(message),
        std::borrow::Cow::Owned(message) => without_generated(&message).into_owned().into(),
    }
}

/// A message without the generated part of anonymous classes' names: everything from the NUL byte to the end of the
/// name. Closures in such classes have it in their own names, which end for readers there, too.
fn without_generated(message: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    const MARK: &[u8] = b"@anonymous\0";
    if !message.contains(&0) {
        return message.into();
    }
    let mut out = Vec::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.windows(MARK.len()).position(|w| w == MARK) {
        let (head, tail) = rest.split_at(at + MARK.len() - 1);
        out.extend_from_slice(head);
        let open = open_closures(head);
        let Some(dollar) = tail.iter().position(|&b| b == b'$') else { return out.into() };
        let digits = tail[dollar + 1..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
        rest = &tail[dollar + 1 + digits..];
        for _ in 0..open {
            rest = rest.iter().position(|&b| b == b'}').map_or(&[][..], |end| &rest[end + 1..]);
        }
    }
    out.extend_from_slice(rest);
    out.into()
}

/// How many names of closures a text ends in the middle of: none of them has a space or a brace before its class.
fn open_closures(text: &[u8]) -> usize {
    const OPEN: &[u8] = b"{closure:";
    let from = text.iter().rposition(|&b| b == b' ' || b == b'}').map_or(0, |at| at + 1);
    text[from..].windows(OPEN.len()).filter(|&w| w == OPEN).count()
}

/// The shim of abstract native methods; the engine refuses such calls before they get here.
pub fn abstract_called(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
    let name = args.function_name();
    Err(ctx.throw_error(format!("Cannot call abstract method {name}()")))
}
