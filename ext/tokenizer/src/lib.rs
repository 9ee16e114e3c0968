//! PHP's tokenizer: the tokens of the engine's own lexer.

#![forbid(unsafe_code)]

mod names;
mod php_token;
mod source;

use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Constant, ConstantValue, Ctx, Extension, PhpResult, descriptor::FunctionGroup, functions, php};

const FUNCTIONS: FunctionGroup = functions![token_get_all, token_name];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "tokenizer",
    functions: &[FUNCTIONS],
    classes: &[php_token::PhpToken::PHP],
    constants: &[&names::CONSTANTS, CONSTANTS],
    info: &[("Tokenizer Support", "enabled")],
    ..Extension::EMPTY
};

const CONSTANTS: &[Constant] = &[
    Constant { name: "T_DOUBLE_COLON", value: ConstantValue::Int(401) },
    Constant { name: "TOKEN_PARSE", value: ConstantValue::Int(source::TOKEN_PARSE) },
];

/// The tokens of a text: characters, and arrays of number, text and line.
#[php("function token_get_all(string $code, int $flags = 0): array")]
fn token_get_all(ctx: &Ctx, code: &PhpStr, flags: i64) -> PhpResult<Array> {
    let mut tokens = Array::with_capacity(0);
    source::each_token(ctx, code, flags, &mut |_, token, text| {
        let text = Value::from(Str::new(text));
        let id = token.kind.id();
        let entry = match id {
            0..256 => text,
            _ => Value::from(Array::list([Value::int(i64::from(id)), text, Value::int(i64::from(token.line))])),
        };
        // A text of less than 4 GiB has fewer tokens than an array has keys.
        let _ = tokens.push(entry);
        Ok(())
    })?;
    Ok(tokens)
}

/// The name of a token's number.
#[php("function token_name(int $id): string", pure)]
fn token_name(id: i64) -> Value {
    names::shared(id)
}
