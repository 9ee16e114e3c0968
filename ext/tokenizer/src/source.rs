//! From a text to its tokens, with what PHP reports on the way.

use phant_memory::{PhpStr, Str, Value};
use phant_native::{Ctx, Level, PhpResult, Thrown};
use phant_syntax::ast::{Diagnostic, DiagnosticLevel};
use phant_syntax::lexer::{Token, TokenKind};
use phant_syntax::tokenize::{Parsed, Tokenizer, parsed};
use phant_syntax::{ParseError, ParseErrorKind};

/// `TOKEN_PARSE`: the text must be a program, and keywords that are names in it are `T_STRING`.
pub const TOKEN_PARSE: i64 = 1;

/// Calls `each` with every token and its text.
pub fn each_token(
    ctx: &Ctx,
    code: &PhpStr,
    flags: i64,
    each: &mut dyn FnMut(&Ctx, Token, &[u8]) -> PhpResult<()>,
) -> PhpResult<()> {
    if u32::try_from(code.len()).is_err() {
        return Err(ctx.throw_error("A source text must be shorter than 4 GiB"));
    }
    let short_open_tag = ctx.ini.bool("short_open_tag");
    let mut tokens = match flags & TOKEN_PARSE {
        0 => Tokenizer::new(code, short_open_tag),
        _ => {
            let Parsed { diagnostics, tokens } = parsed(code, short_open_tag);
            for diagnostic in &diagnostics {
                report(ctx, diagnostic)?;
            }
            tokens.map_err(|error| throw(ctx, &error))?
        }
    };
    tokens.try_for_each(|token| {
        let text = code.get(token.start as usize..token.end as usize).unwrap_or_default();
        if token.kind != TokenKind::Pipe {
            return each(ctx, token, text);
        }
        // PHP 8.4 has no such token.
        let middle = token.start + 1;
        each(ctx, Token { kind: TokenKind::Bar, end: middle, ..token }, b"|")?;
        each(ctx, Token { kind: TokenKind::Greater, start: middle, ..token }, b">")
    })
}

/// Reports a warning of the parser, in a file without a name.
fn report(ctx: &Ctx, diagnostic: &Diagnostic) -> PhpResult<()> {
    let level = match diagnostic.level {
        DiagnosticLevel::Deprecated => Level::Deprecated,
        DiagnosticLevel::CompileWarning => Level::CompileWarning,
    };
    let args = [
        Value::int(level as i64),
        Value::str(&diagnostic.message),
        Value::from(Str::default()),
        Value::int(i64::from(diagnostic.line)),
    ];
    ctx.host.service(ctx, "report_at", &args)?;
    ctx.check()
}

/// Throws the parser's error, in a file without a name.
fn throw(ctx: &Ctx, error: &ParseError) -> Thrown {
    let class = match error.kind {
        ParseErrorKind::Parse => "ParseError",
        ParseErrorKind::Compile | ParseErrorKind::Encoding { .. } => "CompileError",
    };
    let thrown = ctx.throw(class, &error.message);
    let Some(exception) = ctx.exception.take() else { return thrown };
    let placed = ctx
        .set_property(&exception, "file", Str::default())
        .and_then(|()| ctx.set_property(&exception, "line", i64::from(error.line)));
    match placed {
        Ok(()) => ctx.throw_object(exception),
        Err(thrown) => thrown,
    }
}
