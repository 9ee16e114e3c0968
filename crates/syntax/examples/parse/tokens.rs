//! The tokens of a file, as `token_get_all()` would list them: for comparing with PHP.

use phant_syntax::lexer::{Lexer, LexerOptions, TokenKind};

/// One token a line: number, line, length.
pub fn list(source: &[u8]) -> String {
    let options = LexerOptions { short_open_tag: true, code_only: false, strict: false, first_line: 1, skip_shebang: false };
    let mut lexer = Lexer::new(source, options);
    let mut text = String::new();
    loop {
        let token = lexer.next_token();
        if token.kind == TokenKind::End {
            return text;
        }
        text += &format!("{} {} {}\n", token.kind.id(), token.line, token.end - token.start);
    }
}
