//! What a token does in tables, templates and framesets.

use super::{
    builder::Builder,
    elements::Space,
    modes::{Mode, is_space, leading_space, made_up},
    tokenizer::Token,
};

const TABLE_CONTEXT: [&[u8]; 3] = [b"table", b"template", b"html"];
const BODY_CONTEXT: [&[u8]; 5] = [b"tbody", b"tfoot", b"thead", b"template", b"html"];
const ROW_CONTEXT: [&[u8]; 3] = [b"tr", b"template", b"html"];
const BODIES: [&[u8]; 3] = [b"tbody", b"thead", b"tfoot"];

impl Builder<'_, '_> {
    fn pop_to(&mut self, context: &[&[u8]]) {
        while !self.current_is(context) && self.open.len() > 1 {
            self.pop();
        }
    }
    /// Which mode fits the open elements.
    pub fn reset_mode(&mut self) {
        for at in (0..self.open.len()).rev() {
            let last = at == 0;
            let open = if last { self.context.as_ref().unwrap_or(&self.open[at]) } else { &self.open[at] };
            if open.space == Space::Html {
                let mode = match open.name.as_bytes() {
                    b"td" | b"th" if !last => Some(Mode::InCell),
                    b"tr" => Some(Mode::InRow),
                    b"tbody" | b"thead" | b"tfoot" => Some(Mode::InTableBody),
                    b"caption" => Some(Mode::InCaption),
                    b"colgroup" => Some(Mode::InColumnGroup),
                    b"table" => Some(Mode::InTable),
                    b"template" => self.template_modes.last().copied(),
                    b"head" if !last => Some(Mode::InHead),
                    b"body" => Some(Mode::InBody),
                    b"frameset" => Some(Mode::InFrameset),
                    b"html" if self.head.is_none() => Some(Mode::BeforeHead),
                    b"html" => Some(Mode::AfterHead),
                    _ => None,
                };
                if let Some(mode) = mode {
                    self.mode = mode;
                    return;
                }
            }
            if last {
                self.mode = Mode::InBody;
                return;
            }
        }
    }

    pub fn in_table(&mut self, token: Token) {
        match token {
            Token::Text(text) if self.current_is(&[b"table", b"tbody", b"template", b"tfoot", b"thead", b"tr"]) => {
                self.table_text.clear();
                self.original = self.mode;
                self.again(Mode::InTableText, Token::Text(text));
            }
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Doctype(_) => self.error("doctype-token-in-table-mode"),
            Token::Start(tag) => match &tag.name[..] {
                b"caption" => {
                    self.pop_to(&TABLE_CONTEXT);
                    self.active.push(super::builder::Active::Marker);
                    self.insert(&tag);
                    self.mode = Mode::InCaption;
                }
                b"colgroup" => {
                    self.pop_to(&TABLE_CONTEXT);
                    self.insert(&tag);
                    self.mode = Mode::InColumnGroup;
                }
                b"col" => {
                    self.pop_to(&TABLE_CONTEXT);
                    self.insert_named(b"colgroup");
                    self.again(Mode::InColumnGroup, Token::Start(tag));
                }
                b"tbody" | b"tfoot" | b"thead" => {
                    self.pop_to(&TABLE_CONTEXT);
                    self.insert(&tag);
                    self.mode = Mode::InTableBody;
                }
                b"td" | b"th" | b"tr" => {
                    self.pop_to(&TABLE_CONTEXT);
                    self.insert_named(b"tbody");
                    self.again(Mode::InTableBody, Token::Start(tag));
                }
                b"table" => {
                    self.error("unexpected-token");
                    if self.in_table_scope(&[b"table"]) {
                        self.pop_until(&[b"table"]);
                        self.reset_mode();
                        self.dispatch(Token::Start(tag));
                    }
                }
                b"style" | b"script" | b"template" => self.process(Mode::InHead, Token::Start(tag)),
                b"input" if tag.attribute(b"type").is_some_and(|kind| kind.eq_ignore_ascii_case(b"hidden")) => {
                    self.error("unexpected-token");
                    self.insert(&tag);
                    self.pop();
                }
                b"form" => {
                    self.error("unexpected-token");
                    if !self.has_open(b"template") && self.form.is_none() {
                        self.form = self.insert(&tag);
                        self.pop();
                    }
                }
                _ => self.outside_table(Token::Start(tag)),
            },
            Token::End(tag) => match &tag.name[..] {
                b"table" => {
                    if !self.in_table_scope(&[b"table"]) {
                        return self.error("unexpected-closed-token");
                    }
                    self.pop_until(&[b"table"]);
                    self.reset_mode();
                }
                b"body" | b"caption" | b"col" | b"colgroup" | b"html" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead"
                | b"tr" => {
                    self.error("unexpected-closed-token");
                }
                b"template" => self.end_template(),
                _ => self.outside_table(Token::End(tag)),
            },
            Token::EndOfFile => self.in_body(Token::EndOfFile),
            token => self.outside_table(token),
        }
    }
    /// What does not belong into a table is put before it.
    fn outside_table(&mut self, token: Token) {
        self.foster = true;
        self.in_body(token);
        self.foster = false;
    }
    pub fn in_table_text(&mut self, token: Token) {
        if let Token::Text(text) = token {
            let text = self.without_nuls(text);
            self.table_text.extend_from_slice(&text);
            return;
        }
        let text = std::mem::take(&mut self.table_text);
        if text.iter().all(|&byte| is_space(byte)) {
            self.insert_text(&text);
        } else {
            self.error("characters-in-table-text");
            self.foster = true;
            self.in_body(Token::Text(text));
            self.foster = false;
        }
        self.again(self.original, token);
    }
    pub fn in_caption(&mut self, token: Token) {
        let (ends, again) = match &token {
            Token::End(tag) => match &tag.name[..] {
                b"caption" => (true, false),
                b"table" => (true, true),
                b"body" | b"col" | b"colgroup" | b"html" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"tr" => {
                    return self.error("unexpected-closed-token");
                }
                _ => (false, false),
            },
            Token::Start(tag) => {
                let ends = matches!(
                    &tag.name[..],
                    b"caption" | b"col" | b"colgroup" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"tr"
                );
                (ends, ends)
            }
            _ => (false, false),
        };
        if !ends {
            return self.in_body(token);
        }
        if !self.in_table_scope(&[b"caption"]) {
            return self.error(if matches!(token, Token::End(_)) { "unexpected-closed-token" } else { "unexpected-token" });
        }
        self.generate_implied_ends(b"");
        if !self.current_is(&[b"caption"]) {
            self.error("unexpected-element-in-open-elements-stack");
        }
        self.pop_until(&[b"caption"]);
        self.clear_to_marker();
        self.mode = Mode::InTable;
        if again {
            self.dispatch(token);
        }
    }
    pub fn in_column_group(&mut self, token: Token) {
        let token = match token {
            Token::Text(text) => {
                let length = leading_space(&text);
                self.insert_text(&text[..length]);
                if length == text.len() {
                    return;
                }
                Token::Text(text[length..].to_vec())
            }
            token => token,
        };
        match &token {
            Token::Comment(text) => return self.insert_comment(text.clone(), None),
            Token::Doctype(_) => return self.error("unexpected-token"),
            Token::Start(tag) if tag.name == b"html" => return self.in_body(token),
            Token::Start(tag) if tag.name == b"col" => {
                self.insert(tag);
                self.pop();
                return;
            }
            Token::Start(tag) if tag.name == b"template" => return self.process(Mode::InHead, token),
            Token::End(tag) if tag.name == b"template" => return self.end_template(),
            Token::End(tag) if tag.name == b"col" => return self.error("unexpected-closed-token"),
            Token::EndOfFile => return self.in_body(token),
            _ => {}
        }
        let closes = matches!(&token, Token::End(tag) if tag.name == b"colgroup");
        if !self.current_is(&[b"colgroup"]) {
            return self.error(if matches!(token, Token::End(_)) { "unexpected-closed-token" } else { "unexpected-token" });
        }
        self.pop();
        self.mode = Mode::InTable;
        if !closes {
            self.dispatch(token);
        }
    }
    pub fn in_table_body(&mut self, token: Token) {
        match &token {
            Token::Start(tag) if tag.name == b"tr" => {
                self.pop_to(&BODY_CONTEXT);
                self.insert(tag);
                self.mode = Mode::InRow;
                return;
            }
            Token::Start(tag) if matches!(&tag.name[..], b"th" | b"td") => {
                self.error("unexpected-token");
                self.pop_to(&BODY_CONTEXT);
                self.insert(&made_up(b"tr"));
                return self.again(Mode::InRow, token);
            }
            Token::End(tag) if BODIES.contains(&&tag.name[..]) => {
                if !self.in_table_scope(&[&tag.name]) {
                    return self.error("unexpected-closed-token");
                }
                self.pop_to(&BODY_CONTEXT);
                self.pop();
                self.mode = Mode::InTable;
                return;
            }
            Token::Start(tag) if matches!(&tag.name[..], b"caption" | b"col" | b"colgroup" | b"tbody" | b"tfoot" | b"thead") => {
                if !self.in_table_scope(&BODIES) {
                    return self.error("unexpected-token");
                }
            }
            Token::End(tag) if tag.name == b"table" => {
                if !self.in_table_scope(&BODIES) {
                    return self.error("unexpected-closed-token");
                }
            }
            Token::End(tag)
                if matches!(&tag.name[..], b"body" | b"caption" | b"col" | b"colgroup" | b"html" | b"td" | b"th" | b"tr") =>
            {
                return self.error("unexpected-closed-token");
            }
            _ => return self.in_table(token),
        }
        self.pop_to(&BODY_CONTEXT);
        self.pop();
        self.again(Mode::InTable, token);
    }
    pub fn in_row(&mut self, token: Token) {
        let again = match &token {
            Token::Start(tag) if matches!(&tag.name[..], b"th" | b"td") => {
                self.pop_to(&ROW_CONTEXT);
                self.insert(tag);
                self.mode = Mode::InCell;
                self.active.push(super::builder::Active::Marker);
                return;
            }
            Token::End(tag) if tag.name == b"tr" => false,
            Token::Start(tag)
                if matches!(&tag.name[..], b"caption" | b"col" | b"colgroup" | b"tbody" | b"tfoot" | b"thead" | b"tr") =>
            {
                true
            }
            Token::End(tag) if tag.name == b"table" => true,
            Token::End(tag) if BODIES.contains(&&tag.name[..]) => {
                if !self.in_table_scope(&[&tag.name]) {
                    return self.error("unexpected-closed-token");
                }
                if !self.in_table_scope(&[b"tr"]) {
                    return;
                }
                true
            }
            Token::End(tag) if matches!(&tag.name[..], b"body" | b"caption" | b"col" | b"colgroup" | b"html" | b"td" | b"th") => {
                return self.error("unexpected-closed-token");
            }
            _ => return self.in_table(token),
        };
        if !self.in_table_scope(&[b"tr"]) {
            return self.error(if matches!(token, Token::End(_)) { "unexpected-closed-token" } else { "unexpected-token" });
        }
        self.pop_to(&ROW_CONTEXT);
        self.pop();
        self.mode = Mode::InTableBody;
        if again {
            self.dispatch(token);
        }
    }
    pub fn in_cell(&mut self, token: Token) {
        match &token {
            Token::End(tag) if matches!(&tag.name[..], b"td" | b"th") => {
                if !self.in_table_scope(&[&tag.name]) {
                    return self.error("unexpected-closed-token");
                }
                self.generate_implied_ends(b"");
                if !self.current_is(&[&tag.name]) {
                    self.error("unexpected-element-in-open-elements-stack");
                }
                self.pop_until(&[&tag.name]);
                self.clear_to_marker();
                self.mode = Mode::InRow;
            }
            Token::Start(tag)
                if matches!(
                    &tag.name[..],
                    b"caption" | b"col" | b"colgroup" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"tr"
                ) =>
            {
                if !self.in_table_scope(&[b"td", b"th"]) {
                    return self.error("unexpected-token");
                }
                self.close_cell();
                self.dispatch(token);
            }
            Token::End(tag) if matches!(&tag.name[..], b"body" | b"caption" | b"col" | b"colgroup" | b"html") => {
                self.error("unexpected-closed-token");
            }
            Token::End(tag) if matches!(&tag.name[..], b"table" | b"tbody" | b"tfoot" | b"thead" | b"tr") => {
                if !self.in_table_scope(&[&tag.name]) {
                    return self.error("unexpected-closed-token");
                }
                self.close_cell();
                self.dispatch(token);
            }
            _ => self.in_body(token),
        }
    }
    fn close_cell(&mut self) {
        self.generate_implied_ends(b"");
        if !self.current_is(&[b"td", b"th"]) {
            self.error("unexpected-element-in-open-elements-stack");
        }
        self.pop_until(&[b"td", b"th"]);
        self.clear_to_marker();
        self.mode = Mode::InRow;
    }

    pub fn in_template(&mut self, token: Token) {
        let mode = match &token {
            Token::Text(_) | Token::Comment(_) | Token::Doctype(_) => return self.in_body(token),
            Token::Start(tag) => match &tag.name[..] {
                b"base" | b"basefont" | b"bgsound" | b"link" | b"meta" | b"noframes" | b"script" | b"style" | b"template"
                | b"title" => return self.process(Mode::InHead, token),
                b"caption" | b"colgroup" | b"tbody" | b"tfoot" | b"thead" => Mode::InTable,
                b"col" => Mode::InColumnGroup,
                b"tr" => Mode::InTableBody,
                b"td" | b"th" => Mode::InRow,
                _ => Mode::InBody,
            },
            Token::End(tag) if tag.name == b"template" => return self.end_template(),
            Token::End(_) => return self.error("unexpected-closed-token"),
            Token::EndOfFile => {
                if !self.has_open(b"template") {
                    self.done = true;
                    return;
                }
                self.pop_until(&[b"template"]);
                self.clear_to_marker();
                self.template_modes.pop();
                self.reset_mode();
                return self.dispatch(token);
            }
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.again(mode, token);
    }

    /// White space of a text; anything else is an error.
    fn only_space(&mut self, text: &[u8]) {
        let space: Vec<u8> = text.iter().copied().filter(|&byte| is_space(byte)).collect();
        if space.len() < text.len() {
            self.error("unexpected-token");
        }
        self.insert_text(&space);
    }
    pub fn in_frameset(&mut self, token: Token) {
        match token {
            Token::Text(text) => self.only_space(&text),
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Doctype(_) => self.error("doctype-token-in-frameset-mode"),
            Token::Start(tag) if tag.name == b"html" => self.in_body(Token::Start(tag)),
            Token::Start(tag) if tag.name == b"frameset" => {
                self.insert(&tag);
            }
            Token::End(tag) if tag.name == b"frameset" => {
                if self.open.len() == 1 {
                    return self.error("unexpected-closed-token");
                }
                self.pop();
                if self.context.is_none() && !self.current_is(&[b"frameset"]) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            Token::Start(tag) if tag.name == b"frame" => {
                self.insert(&tag);
                self.pop();
            }
            Token::Start(tag) if tag.name == b"noframes" => self.process(Mode::InHead, Token::Start(tag)),
            Token::EndOfFile => self.done = true,
            Token::End(_) => self.error("unexpected-closed-token"),
            Token::Start(_) => self.error("unexpected-token"),
        }
    }
    pub fn after_frameset(&mut self, token: Token) {
        match token {
            Token::Text(text) => self.only_space(&text),
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Doctype(_) => self.error("doctype-token-after-frameset-mode"),
            Token::Start(tag) if tag.name == b"html" => self.in_body(Token::Start(tag)),
            Token::End(tag) if tag.name == b"html" => self.mode = Mode::AfterAfterFrameset,
            Token::Start(tag) if tag.name == b"noframes" => self.process(Mode::InHead, Token::Start(tag)),
            Token::EndOfFile => self.done = true,
            Token::End(_) => self.error("unexpected-closed-token"),
            Token::Start(_) => self.error("unexpected-token"),
        }
    }
    pub fn after_after_frameset(&mut self, token: Token) {
        match token {
            Token::Comment(text) => self.insert_comment(text, Some(self.document_place())),
            Token::Doctype(_) => self.in_body(token),
            Token::Text(text) => {
                let space: Vec<u8> = text.iter().copied().filter(|&byte| is_space(byte)).collect();
                if space.len() < text.len() {
                    self.error("unexpected-token");
                }
                if !space.is_empty() {
                    self.in_body(Token::Text(space));
                }
            }
            Token::Start(tag) if tag.name == b"html" => self.in_body(Token::Start(tag)),
            Token::Start(tag) if tag.name == b"noframes" => self.process(Mode::InHead, Token::Start(tag)),
            Token::EndOfFile => self.done = true,
            _ => self.error("unexpected-token"),
        }
    }
}
