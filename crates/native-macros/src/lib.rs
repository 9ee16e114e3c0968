//! `#[php("…")]` and `#[php_class("…")]`: from a PHP signature in a string to a constant descriptor and a shim.
//!
//! Written by hand on the compiler's own token type: every extension crate waits for this one, and `syn` would double
//! the time that checking a few thousand functions takes. The PHP side ([`php`]) is plain text processing and knows no
//! tokens; the Rust side ([`item`]) only looks at what the shim needs. Generated code is built as text, parsed once,
//! and pieces of the author's own code are put in afterwards, so that type errors point at them.

#![forbid(unsafe_code)]

mod attribute;
mod class;
mod emit;
mod error;
mod function;
mod item;
mod literal;
mod php;
mod shim;

use proc_macro::TokenStream;

/// Makes a PHP function of a Rust function.
#[proc_macro_attribute]
pub fn php(attribute: TokenStream, item: TokenStream) -> TokenStream {
    or_error(function::expand(attribute, item.clone()), item)
}

/// Makes a PHP class of a Rust type.
#[proc_macro_attribute]
pub fn php_class(attribute: TokenStream, item: TokenStream) -> TokenStream {
    or_error(class::expand_class(attribute, item.clone()), class::without_php(item))
}

/// Methods of a PHP class in a further `impl` block.
#[proc_macro_attribute]
pub fn php_methods(attribute: TokenStream, item: TokenStream) -> TokenStream {
    or_error(class::expand_methods(attribute, item.clone()), class::without_php(item))
}

/// The list of a module's functions, for registration: `functions![str_contains, str_starts_with]`.
#[proc_macro]
pub fn functions(input: TokenStream) -> TokenStream {
    function::list(input)
}

/// The generated code, or the item as it is and the error.
fn or_error(result: error::Result<TokenStream>, item: TokenStream) -> TokenStream {
    result.unwrap_or_else(|error| {
        let mut out = item;
        out.extend(error.into_tokens());
        out
    })
}
