//! Keywords, found in any case of letters.

use super::token::TokenKind::{self, *};

const KEYWORDS: [(&[u8], TokenKind); 80] = [
    (b"abstract", Abstract),
    (b"and", LogicalAnd),
    (b"array", Array),
    (b"as", As),
    (b"break", Break),
    (b"callable", Callable),
    (b"case", Case),
    (b"catch", Catch),
    (b"class", Class),
    (b"clone", Clone),
    (b"const", Const),
    (b"continue", Continue),
    (b"declare", Declare),
    (b"default", Default),
    (b"die", Exit),
    (b"do", Do),
    (b"echo", Echo),
    (b"else", Else),
    (b"elseif", ElseIf),
    (b"empty", Empty),
    (b"enddeclare", EndDeclare),
    (b"endfor", EndFor),
    (b"endforeach", EndForeach),
    (b"endif", EndIf),
    (b"endswitch", EndSwitch),
    (b"endwhile", EndWhile),
    (b"enum", Enum),
    (b"eval", Eval),
    (b"exit", Exit),
    (b"extends", Extends),
    (b"final", Final),
    (b"finally", Finally),
    (b"fn", Fn),
    (b"for", For),
    (b"foreach", Foreach),
    (b"function", Function),
    (b"global", Global),
    (b"goto", Goto),
    (b"if", If),
    (b"implements", Implements),
    (b"include", Include),
    (b"include_once", IncludeOnce),
    (b"instanceof", InstanceOf),
    (b"insteadof", InsteadOf),
    (b"interface", Interface),
    (b"isset", Isset),
    (b"list", List),
    (b"match", Match),
    (b"namespace", Namespace),
    (b"new", New),
    (b"or", LogicalOr),
    (b"print", Print),
    (b"private", Private),
    (b"protected", Protected),
    (b"public", Public),
    (b"readonly", Readonly),
    (b"require", Require),
    (b"require_once", RequireOnce),
    (b"return", Return),
    (b"static", Static),
    (b"switch", Switch),
    (b"throw", Throw),
    (b"trait", Trait),
    (b"try", Try),
    (b"unset", Unset),
    (b"use", Use),
    (b"var", Var),
    (b"while", While),
    (b"xor", LogicalXor),
    (b"yield", Yield),
    (b"__class__", ClassC),
    (b"__dir__", Dir),
    (b"__file__", File),
    (b"__function__", FuncC),
    (b"__halt_compiler", HaltCompiler),
    (b"__line__", Line),
    (b"__method__", MethodC),
    (b"__namespace__", NsC),
    (b"__property__", PropertyC),
    (b"__trait__", TraitC),
];

const LONGEST: usize = 15;
const SLOTS: usize = 512;

/// Index into `KEYWORDS` by hash, open addressing.
static TABLE: [u8; SLOTS] = build_table();

const fn hash(word: &[u8]) -> usize {
    let n = word.len();
    (word[0] as usize * 31 + word[n - 1] as usize * 7 + word[n / 2] as usize * 3 + n * 61) % SLOTS
}

const fn build_table() -> [u8; SLOTS] {
    let mut table = [u8::MAX; SLOTS];
    let mut i = 0;
    while i < KEYWORDS.len() {
        let mut slot = hash(KEYWORDS[i].0);
        while table[slot] != u8::MAX {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = i as u8;
        i += 1;
    }
    table
}

/// The keyword `word` is, if it is one.
pub(crate) fn keyword(word: &[u8]) -> Option<TokenKind> {
    let n = word.len();
    if !(2..=LONGEST).contains(&n) {
        return None;
    }
    let mut lower = [0u8; LONGEST];
    for (to, from) in lower.iter_mut().zip(word) {
        *to = from.to_ascii_lowercase();
    }
    let lower = &lower[..n];
    let mut slot = hash(lower);
    loop {
        let index = TABLE[slot];
        if index == u8::MAX {
            return None;
        }
        let (text, kind) = KEYWORDS[index as usize];
        if text == lower {
            return Some(kind);
        }
        slot = (slot + 1) % SLOTS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_keyword_in_any_case() {
        for (text, kind) in KEYWORDS.iter() {
            assert_eq!(keyword(text), Some(*kind));
            assert_eq!(keyword(&text.to_ascii_uppercase()), Some(*kind));
        }
        assert_eq!(keyword(b"iff"), None);
        assert_eq!(keyword(b"__halt_compilers"), None);
    }
}
