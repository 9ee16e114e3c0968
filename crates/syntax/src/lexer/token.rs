//! Token kinds: the one table of PHP's tokens.

/// How a kind is named in a syntax error.
enum Display {
    /// `integer`
    Text(&'static str),
    /// `token "if"`, and just `"if"` among the expected ones
    Quoted(&'static str),
}

use Display::{Quoted, Text};

macro_rules! token_kinds {
    ($($variant:ident = $id:literal, $name:literal, $display:expr;)*) => {
        /// The kind of a token.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum TokenKind {
            /// The end of the source
            End,
            /// A lexical error, which the lexer holds
            Error,
            $(
                #[doc = concat!("`` ", $name, " ``")]
                $variant,
            )*
        }

        impl TokenKind {
            /// PHP's number: that of its `T_` constant, or the character code of a single-character token.
            pub const fn id(self) -> u16 {
                match self {
                    TokenKind::End | TokenKind::Error => 0,
                    $(TokenKind::$variant => $id,)*
                }
            }

            /// PHP's `T_` name, or the character of a single-character token.
            pub const fn name(self) -> &'static str {
                match self {
                    TokenKind::End => "END",
                    TokenKind::Error => "T_ERROR",
                    $(TokenKind::$variant => $name,)*
                }
            }

            fn display(self) -> Display {
                match self {
                    TokenKind::End => Text("end of file"),
                    TokenKind::Error => Text("T_ERROR"),
                    $(TokenKind::$variant => $display,)*
                }
            }

            /// Every kind that PHP gives a number to, in table order.
            pub const ALL: &'static [TokenKind] = &[$(TokenKind::$variant),*];
        }
    };
}

token_kinds! {
    LNumber = 260, "T_LNUMBER", Text("integer");
    DNumber = 261, "T_DNUMBER", Text("floating-point number");
    String = 262, "T_STRING", Text("identifier");
    NameFullyQualified = 263, "T_NAME_FULLY_QUALIFIED", Text("fully qualified name");
    NameRelative = 264, "T_NAME_RELATIVE", Text("namespace-relative name");
    NameQualified = 265, "T_NAME_QUALIFIED", Text("namespaced name");
    Variable = 266, "T_VARIABLE", Text("variable");
    InlineHtml = 267, "T_INLINE_HTML", Text("T_INLINE_HTML");
    EncapsedAndWhitespace = 268, "T_ENCAPSED_AND_WHITESPACE", Text("string content");
    ConstantEncapsedString = 269, "T_CONSTANT_ENCAPSED_STRING", Text("quoted string");
    StringVarname = 270, "T_STRING_VARNAME", Text("variable name");
    NumString = 271, "T_NUM_STRING", Text("number");
    Include = 272, "T_INCLUDE", Quoted("include");
    IncludeOnce = 273, "T_INCLUDE_ONCE", Quoted("include_once");
    Eval = 274, "T_EVAL", Quoted("eval");
    Require = 275, "T_REQUIRE", Quoted("require");
    RequireOnce = 276, "T_REQUIRE_ONCE", Quoted("require_once");
    LogicalOr = 277, "T_LOGICAL_OR", Quoted("or");
    LogicalXor = 278, "T_LOGICAL_XOR", Quoted("xor");
    LogicalAnd = 279, "T_LOGICAL_AND", Quoted("and");
    Print = 280, "T_PRINT", Quoted("print");
    Yield = 281, "T_YIELD", Quoted("yield");
    YieldFrom = 282, "T_YIELD_FROM", Quoted("yield from");
    InstanceOf = 283, "T_INSTANCEOF", Quoted("instanceof");
    New = 284, "T_NEW", Quoted("new");
    Clone = 285, "T_CLONE", Quoted("clone");
    Exit = 286, "T_EXIT", Quoted("exit");
    If = 287, "T_IF", Quoted("if");
    ElseIf = 288, "T_ELSEIF", Quoted("elseif");
    Else = 289, "T_ELSE", Quoted("else");
    EndIf = 290, "T_ENDIF", Quoted("endif");
    Echo = 291, "T_ECHO", Quoted("echo");
    Do = 292, "T_DO", Quoted("do");
    While = 293, "T_WHILE", Quoted("while");
    EndWhile = 294, "T_ENDWHILE", Quoted("endwhile");
    For = 295, "T_FOR", Quoted("for");
    EndFor = 296, "T_ENDFOR", Quoted("endfor");
    Foreach = 297, "T_FOREACH", Quoted("foreach");
    EndForeach = 298, "T_ENDFOREACH", Quoted("endforeach");
    Declare = 299, "T_DECLARE", Quoted("declare");
    EndDeclare = 300, "T_ENDDECLARE", Quoted("enddeclare");
    As = 301, "T_AS", Quoted("as");
    Switch = 302, "T_SWITCH", Quoted("switch");
    EndSwitch = 303, "T_ENDSWITCH", Quoted("endswitch");
    Case = 304, "T_CASE", Quoted("case");
    Default = 305, "T_DEFAULT", Quoted("default");
    Match = 306, "T_MATCH", Quoted("match");
    Break = 307, "T_BREAK", Quoted("break");
    Continue = 308, "T_CONTINUE", Quoted("continue");
    Goto = 309, "T_GOTO", Quoted("goto");
    Function = 310, "T_FUNCTION", Quoted("function");
    Fn = 311, "T_FN", Quoted("fn");
    Const = 312, "T_CONST", Quoted("const");
    Return = 313, "T_RETURN", Quoted("return");
    Try = 314, "T_TRY", Quoted("try");
    Catch = 315, "T_CATCH", Quoted("catch");
    Finally = 316, "T_FINALLY", Quoted("finally");
    Throw = 317, "T_THROW", Quoted("throw");
    Use = 318, "T_USE", Quoted("use");
    InsteadOf = 319, "T_INSTEADOF", Quoted("insteadof");
    Global = 320, "T_GLOBAL", Quoted("global");
    Static = 321, "T_STATIC", Quoted("static");
    Abstract = 322, "T_ABSTRACT", Quoted("abstract");
    Final = 323, "T_FINAL", Quoted("final");
    Private = 324, "T_PRIVATE", Quoted("private");
    Protected = 325, "T_PROTECTED", Quoted("protected");
    Public = 326, "T_PUBLIC", Quoted("public");
    PrivateSet = 327, "T_PRIVATE_SET", Quoted("private(set)");
    ProtectedSet = 328, "T_PROTECTED_SET", Quoted("protected(set)");
    PublicSet = 329, "T_PUBLIC_SET", Quoted("public(set)");
    Readonly = 330, "T_READONLY", Quoted("readonly");
    Var = 331, "T_VAR", Quoted("var");
    Unset = 332, "T_UNSET", Quoted("unset");
    Isset = 333, "T_ISSET", Quoted("isset");
    Empty = 334, "T_EMPTY", Quoted("empty");
    HaltCompiler = 335, "T_HALT_COMPILER", Quoted("__halt_compiler");
    Class = 336, "T_CLASS", Quoted("class");
    Trait = 337, "T_TRAIT", Quoted("trait");
    Interface = 338, "T_INTERFACE", Quoted("interface");
    Enum = 339, "T_ENUM", Quoted("enum");
    Extends = 340, "T_EXTENDS", Quoted("extends");
    Implements = 341, "T_IMPLEMENTS", Quoted("implements");
    Namespace = 342, "T_NAMESPACE", Quoted("namespace");
    List = 343, "T_LIST", Quoted("list");
    Array = 344, "T_ARRAY", Quoted("array");
    Callable = 345, "T_CALLABLE", Quoted("callable");
    Line = 346, "T_LINE", Quoted("__LINE__");
    File = 347, "T_FILE", Quoted("__FILE__");
    Dir = 348, "T_DIR", Quoted("__DIR__");
    ClassC = 349, "T_CLASS_C", Quoted("__CLASS__");
    TraitC = 350, "T_TRAIT_C", Quoted("__TRAIT__");
    MethodC = 351, "T_METHOD_C", Quoted("__METHOD__");
    FuncC = 352, "T_FUNC_C", Quoted("__FUNCTION__");
    PropertyC = 353, "T_PROPERTY_C", Quoted("__PROPERTY__");
    NsC = 354, "T_NS_C", Quoted("__NAMESPACE__");
    Attribute = 355, "T_ATTRIBUTE", Quoted("#[");
    PlusEqual = 356, "T_PLUS_EQUAL", Quoted("+=");
    MinusEqual = 357, "T_MINUS_EQUAL", Quoted("-=");
    MulEqual = 358, "T_MUL_EQUAL", Quoted("*=");
    DivEqual = 359, "T_DIV_EQUAL", Quoted("/=");
    ConcatEqual = 360, "T_CONCAT_EQUAL", Quoted(".=");
    ModEqual = 361, "T_MOD_EQUAL", Quoted("%=");
    AndEqual = 362, "T_AND_EQUAL", Quoted("&=");
    OrEqual = 363, "T_OR_EQUAL", Quoted("|=");
    XorEqual = 364, "T_XOR_EQUAL", Quoted("^=");
    SlEqual = 365, "T_SL_EQUAL", Quoted("<<=");
    SrEqual = 366, "T_SR_EQUAL", Quoted(">>=");
    CoalesceEqual = 367, "T_COALESCE_EQUAL", Quoted("??=");
    BooleanOr = 368, "T_BOOLEAN_OR", Quoted("||");
    BooleanAnd = 369, "T_BOOLEAN_AND", Quoted("&&");
    IsEqual = 370, "T_IS_EQUAL", Quoted("==");
    IsNotEqual = 371, "T_IS_NOT_EQUAL", Quoted("!=");
    IsIdentical = 372, "T_IS_IDENTICAL", Quoted("===");
    IsNotIdentical = 373, "T_IS_NOT_IDENTICAL", Quoted("!==");
    IsSmallerOrEqual = 374, "T_IS_SMALLER_OR_EQUAL", Quoted("<=");
    IsGreaterOrEqual = 375, "T_IS_GREATER_OR_EQUAL", Quoted(">=");
    Spaceship = 376, "T_SPACESHIP", Quoted("<=>");
    Sl = 377, "T_SL", Quoted("<<");
    Sr = 378, "T_SR", Quoted(">>");
    Inc = 379, "T_INC", Quoted("++");
    Dec = 380, "T_DEC", Quoted("--");
    IntCast = 381, "T_INT_CAST", Quoted("(int)");
    DoubleCast = 382, "T_DOUBLE_CAST", Quoted("(double)");
    StringCast = 383, "T_STRING_CAST", Quoted("(string)");
    ArrayCast = 384, "T_ARRAY_CAST", Quoted("(array)");
    ObjectCast = 385, "T_OBJECT_CAST", Quoted("(object)");
    BoolCast = 386, "T_BOOL_CAST", Quoted("(bool)");
    UnsetCast = 387, "T_UNSET_CAST", Quoted("(unset)");
    ObjectOperator = 388, "T_OBJECT_OPERATOR", Quoted("->");
    NullsafeObjectOperator = 389, "T_NULLSAFE_OBJECT_OPERATOR", Quoted("?->");
    DoubleArrow = 390, "T_DOUBLE_ARROW", Quoted("=>");
    Comment = 391, "T_COMMENT", Text("comment");
    DocComment = 392, "T_DOC_COMMENT", Text("doc comment");
    OpenTag = 393, "T_OPEN_TAG", Text("open tag");
    OpenTagWithEcho = 394, "T_OPEN_TAG_WITH_ECHO", Quoted("<?=");
    CloseTag = 395, "T_CLOSE_TAG", Quoted("?>");
    Whitespace = 396, "T_WHITESPACE", Text("whitespace");
    StartHeredoc = 397, "T_START_HEREDOC", Text("heredoc start");
    EndHeredoc = 398, "T_END_HEREDOC", Text("heredoc end");
    DollarOpenCurlyBraces = 399, "T_DOLLAR_OPEN_CURLY_BRACES", Quoted("${");
    CurlyOpen = 400, "T_CURLY_OPEN", Quoted("{$");
    DoubleColon = 401, "T_DOUBLE_COLON", Quoted("::");
    NsSeparator = 402, "T_NS_SEPARATOR", Quoted("\\");
    Ellipsis = 403, "T_ELLIPSIS", Quoted("...");
    Coalesce = 404, "T_COALESCE", Quoted("??");
    Pow = 405, "T_POW", Quoted("**");
    PowEqual = 406, "T_POW_EQUAL", Quoted("**=");
    AmpersandFollowedByVar = 407, "T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG", Quoted("&");
    AmpersandNotFollowedByVar = 408, "T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG", Quoted("&");
    BadCharacter = 409, "T_BAD_CHARACTER", Text("invalid character");
    Pipe = 410, "T_PIPE", Quoted("|>");
    // Single characters
    Semicolon = 59, ";", Quoted(";");
    Colon = 58, ":", Quoted(":");
    Comma = 44, ",", Quoted(",");
    Dot = 46, ".", Quoted(".");
    OpenBracket = 91, "[", Quoted("[");
    CloseBracket = 93, "]", Quoted("]");
    OpenParen = 40, "(", Quoted("(");
    CloseParen = 41, ")", Quoted(")");
    OpenBrace = 123, "{", Quoted("{");
    CloseBrace = 125, "}", Quoted("}");
    Bar = 124, "|", Quoted("|");
    Caret = 94, "^", Quoted("^");
    Ampersand = 38, "&", Quoted("&");
    Plus = 43, "+", Quoted("+");
    Minus = 45, "-", Quoted("-");
    Slash = 47, "/", Quoted("/");
    Star = 42, "*", Quoted("*");
    Equal = 61, "=", Quoted("=");
    Percent = 37, "%", Quoted("%");
    Bang = 33, "!", Quoted("!");
    Tilde = 126, "~", Quoted("~");
    Dollar = 36, "$", Quoted("$");
    Less = 60, "<", Quoted("<");
    Greater = 62, ">", Quoted(">");
    Question = 63, "?", Quoted("?");
    At = 64, "@", Quoted("@");
    DoubleQuote = 34, "\"", Quoted("\"");
    Backtick = 96, "`", Quoted("`");
}

impl TokenKind {
    /// How it is named as the unexpected token of a syntax error, without its text.
    pub(crate) fn unexpected_name(self) -> String {
        match self.display() {
            Text(text) => text.to_owned(),
            Quoted(text) => format!("token \"{text}\""),
        }
    }

    /// How it is named among the expected tokens of a syntax error.
    pub(crate) fn expected_name(self) -> String {
        match self.display() {
            Text(text) => text.to_owned(),
            Quoted(text) => format!("\"{text}\""),
        }
    }

    /// Whether PHP quotes the token's text after its name in a syntax error.
    pub(crate) fn is_described(self) -> bool {
        matches!(self.display(), Text(_)) && self != TokenKind::End
    }

    /// Whether the parser never sees it.
    pub fn is_trivia(self) -> bool {
        matches!(self, TokenKind::Whitespace | TokenKind::Comment | TokenKind::DocComment | TokenKind::OpenTag)
    }
}

/// A token: a kind and a range of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset after its last byte.
    pub end: u32,
    /// Line of its first byte.
    pub line: u32,
    /// The lexer's line after it. A newline that closes a `?>` or precedes a heredoc's label does not count yet.
    pub end_line: u32,
}
