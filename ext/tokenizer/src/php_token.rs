//! `PhpToken`: a token as an object.

use crate::{names, source};
use phant_memory::{Array, Object, PhpStr, Str, Value, View};
use phant_native::class::ClassPtr;
use phant_native::{Ctx, PhpResult, convert, php_class};
use phant_syntax::lexer::TokenKind;

/// Slots of the properties, in the order of their declaration.
mod slot {
    pub const ID: u16 = 0;
    pub const TEXT: u16 = 1;
    pub const LINE: u16 = 2;
    pub const POS: u16 = 3;
}

pub(crate) struct PhpToken;

/// A token of PHP source text.
#[php_class(
    "class PhpToken implements Stringable {
        public int $id;
        public string $text;
        public int $line;
        public int $pos;
    }",
    strict_return
)]
impl PhpToken {
    fn fill(token: &Object, id: i64, text: Str, line: i64, pos: i64) {
        token.set_slot(slot::ID, Value::int(id));
        token.set_slot(slot::TEXT, Value::from(text));
        token.set_slot(slot::LINE, Value::int(line));
        token.set_slot(slot::POS, Value::int(pos));
    }

    /// The value of a property, which may have been unset.
    fn read(ctx: &Ctx, token: &Object, slot: u16, name: &str) -> PhpResult<Value> {
        let value = token.slot(slot).into_unref();
        if value.is_undef() {
            return Err(ctx.throw_error(format!("Typed property PhpToken::${name} must not be accessed before initialization")));
        }
        Ok(value)
    }

    fn id(ctx: &Ctx, token: &Object) -> PhpResult<i64> {
        Ok(Self::read(ctx, token, slot::ID, "id")?.as_int().unwrap_or_default())
    }

    fn has_id(ctx: &Ctx, token: &Object, id: i64) -> PhpResult<bool> {
        Ok(Self::id(ctx, token)? == id)
    }

    fn has_text(ctx: &Ctx, token: &Object, text: &PhpStr) -> PhpResult<bool> {
        let own = Self::read(ctx, token, slot::TEXT, "text")?;
        Ok(own.as_str().is_some_and(|own| own.as_bytes() == text.as_bytes()))
    }

    /// The tokens of a text.
    #[php("public static function tokenize(string $code, int $flags = 0): array")]
    fn tokenize(ctx: &Ctx, class: ClassPtr, code: &PhpStr, flags: i64) -> PhpResult<Array> {
        let mut tokens = Array::with_capacity(0);
        source::each_token(ctx, code, flags, &mut |ctx, token, text| {
            let object = ctx.allocate(class)?;
            Self::fill(&object, i64::from(token.kind.id()), Str::new(text), i64::from(token.line), i64::from(token.start));
            // A text of less than 4 GiB has fewer tokens than an array has keys.
            let _ = tokens.push(Value::from(object));
            Ok(())
        })?;
        Ok(tokens)
    }

    #[php("final public function __construct(int $id, string $text, int $line = -1, int $pos = -1)")]
    fn construct(this: &Object, id: i64, text: Str, line: i64, pos: i64) {
        Self::fill(this, id, text, line, pos);
    }

    /// Whether the token has a number or a text, or one of several.
    #[php("public function is($kind): bool")]
    fn is(ctx: &Ctx, this: &Object, kind: &Value) -> PhpResult<bool> {
        match kind.view() {
            View::Int(id) => Self::has_id(ctx, this, id),
            View::Str(text) => Self::has_text(ctx, this, &text),
            View::Array(kinds) => {
                for kind in kinds.values() {
                    let found = match kind.deref().view() {
                        View::Int(id) => Self::has_id(ctx, this, id)?,
                        View::Str(text) => Self::has_text(ctx, this, &text)?,
                        _ => {
                            let given = convert::type_name(kind);
                            let message = format!("must only have elements of type string|int, {given} given");
                            return Err(ctx.argument_type_error(1, message));
                        }
                    };
                    if found {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => {
                let given = convert::type_name(kind);
                Err(ctx.argument_type_error(1, format!("must be of type string|int|array, {given} given")))
            }
        }
    }

    /// Whether the parser does not look at the token.
    #[php("public function isIgnorable(): bool")]
    fn is_ignorable(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        use TokenKind::{Comment, DocComment, OpenTag, Whitespace};
        let id = Self::id(ctx, this)?;
        Ok([Whitespace, Comment, DocComment, OpenTag].iter().any(|kind| i64::from(kind.id()) == id))
    }

    /// The name of the token, or the character that it is.
    #[php("public function getTokenName(): ?string")]
    fn get_token_name(ctx: &Ctx, this: &Object) -> PhpResult<Option<Str>> {
        let id = Self::id(ctx, this)?;
        Ok(match id {
            ..256 => Some(Str::new([id as u8])),
            _ => names::name(id).map(Str::new),
        })
    }

    #[php("public function __toString(): string")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        Self::read(ctx, this, slot::TEXT, "text")
    }
}
