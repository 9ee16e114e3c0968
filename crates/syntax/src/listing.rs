//! Source text for people and for shipping: coloured HTML, and without comments.

use crate::lexer::{Lexer, LexerOptions, TokenKind};

/// The colours of `highlight_string()`: the ini settings `highlight.*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colors {
    /// `highlight.comment`
    pub comment: Vec<u8>,
    /// `highlight.default`
    pub default: Vec<u8>,
    /// `highlight.html`
    pub html: Vec<u8>,
    /// `highlight.keyword`
    pub keyword: Vec<u8>,
    /// `highlight.string`
    pub string: Vec<u8>,
}

impl Default for Colors {
    fn default() -> Self {
        Colors {
            comment: b"#FF8000".to_vec(),
            default: b"#0000BB".to_vec(),
            html: b"#000000".to_vec(),
            keyword: b"#007700".to_vec(),
            string: b"#DD0000".to_vec(),
        }
    }
}

fn lexer(source: &[u8], options: LexerOptions) -> Lexer<'_> {
    Lexer::new(source, LexerOptions { strict: false, ..options })
}

fn push_html(out: &mut Vec<u8>, text: &[u8]) {
    for &c in text {
        match c {
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'\t' => out.extend_from_slice(b"    "),
            _ => out.push(c),
        }
    }
}

/// The source as HTML with colours. Errors in it do not matter.
pub fn highlight(source: &[u8], colors: &Colors, options: LexerOptions) -> Vec<u8> {
    use TokenKind::*;
    let mut out = Vec::with_capacity(source.len() * 2);
    let open_span = |out: &mut Vec<u8>, color: &[u8]| {
        out.extend_from_slice(b"<span style=\"color: ");
        out.extend_from_slice(color);
        out.extend_from_slice(b"\">");
    };
    out.extend_from_slice(b"<pre><code style=\"color: ");
    out.extend_from_slice(&colors.html);
    out.extend_from_slice(b"\">");
    let html: &[u8] = &colors.html;
    let mut last = html;
    let mut lexer = lexer(source, options);
    loop {
        let token = lexer.next_token();
        let text = &source[token.start as usize..token.end as usize];
        let next: &[u8] = match token.kind {
            End => break,
            InlineHtml => html,
            Comment | DocComment => &colors.comment,
            DoubleQuote | EncapsedAndWhitespace | ConstantEncapsedString => &colors.string,
            OpenTag | OpenTagWithEcho | CloseTag => &colors.default,
            Line | File | Dir | TraitC | MethodC | FuncC | NsC | ClassC | PropertyC => &colors.default,
            String | NameFullyQualified | NameRelative | NameQualified | Variable => &colors.default,
            LNumber | DNumber | StringVarname | NumString => &colors.default,
            Whitespace => last,
            _ => &colors.keyword,
        };
        if last != next {
            if last != html {
                out.extend_from_slice(b"</span>");
            }
            last = next;
            if last != html {
                open_span(&mut out, last);
            }
        }
        push_html(&mut out, text);
        if token.kind == Error && text.is_empty() {
            break;
        }
    }
    if last != html {
        out.extend_from_slice(b"</span>");
    }
    out.extend_from_slice(b"</code></pre>");
    out
}

/// The source without comments and with as little whitespace as keeps its meaning.
pub fn strip(source: &[u8], options: LexerOptions) -> Vec<u8> {
    let mut out = Vec::with_capacity(source.len());
    let mut lexer = lexer(source, options);
    let mut after_space = false;
    loop {
        let token = lexer.next_token();
        let text = &source[token.start as usize..token.end as usize];
        match token.kind {
            TokenKind::End => return out,
            TokenKind::Whitespace => {
                if !after_space {
                    out.push(b' ');
                }
                after_space = true;
            }
            TokenKind::Comment | TokenKind::DocComment => {}
            TokenKind::EndHeredoc => {
                // The label must stay alone on its line, with whatever closes the statement.
                out.extend_from_slice(text);
                let next = lexer.next_token();
                if next.kind == TokenKind::End {
                    return out;
                }
                if next.kind != TokenKind::Whitespace {
                    out.extend_from_slice(&source[next.start as usize..next.end as usize]);
                }
                out.push(b'\n');
                after_space = true;
            }
            TokenKind::Error if text.is_empty() => return out,
            _ => {
                out.extend_from_slice(text);
                after_space = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: LexerOptions =
        LexerOptions { short_open_tag: false, code_only: false, strict: false, first_line: 1, skip_shebang: false };

    #[test]
    fn colours() {
        let html = highlight(b"x <b>\n<?php\n\t$a = \"x $b\"; # c\n", &Colors::default(), OPTIONS);
        let expected = "<pre><code style=\"color: #000000\">x &lt;b&gt;\n<span style=\"color: #0000BB\">&lt;?php\n    $a \
                        </span><span style=\"color: #007700\">= </span><span style=\"color: #DD0000\">\"x </span><span \
                        style=\"color: #0000BB\">$b</span><span style=\"color: #DD0000\">\"</span><span style=\"color: \
                        #007700\">; </span><span style=\"color: #FF8000\"># c\n</span></code></pre>";
        assert_eq!(String::from_utf8_lossy(&html), expected);
    }

    #[test]
    fn unfinished() {
        let html = highlight(b"<?php \"abc", &Colors::default(), OPTIONS);
        assert!(String::from_utf8_lossy(&html).ends_with("<span style=\"color: #DD0000\">\"abc</span></code></pre>"));
        assert_eq!(strip(b"<?php \"abc", OPTIONS), b"<?php \"abc");
    }

    #[test]
    fn stripped() {
        let source = b"<?php\n/* c */ $a  =  1; # x\necho <<<A\n t\n A;\nb();";
        assert_eq!(String::from_utf8_lossy(&strip(source, OPTIONS)), "<?php\n $a = 1; echo <<<A\n t\n A;\nb();");
    }
}
