//! Errors as `compile_error!`.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// What is wrong and where.
pub struct Error {
    pub span: Span,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn new<T>(span: Span, message: impl Into<String>) -> Result<T> {
        Err(Error { span, message: message.into() })
    }
    /// `compile_error! { "message" }` at the span.
    pub fn into_tokens(self) -> TokenStream {
        let at = |mut token: TokenTree| {
            token.set_span(self.span);
            token
        };
        let text = at(Literal::string(&self.message).into());
        TokenStream::from_iter([
            at(Ident::new("compile_error", self.span).into()),
            at(Punct::new('!', Spacing::Alone).into()),
            at(Group::new(Delimiter::Brace, text.into()).into()),
        ])
    }
}

/// Attaches a place to a message.
pub trait At<T> {
    fn at(self, span: Span) -> Result<T>;
}

impl<T> At<T> for std::result::Result<T, String> {
    fn at(self, span: Span) -> Result<T> {
        self.map_err(|message| Error { span, message })
    }
}
