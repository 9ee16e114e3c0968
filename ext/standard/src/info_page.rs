//! The page of `phpinfo()`: lines of text on the command line, HTML on the web.

/// A page being put together.
pub struct Page {
    html: bool,
    out: Vec<u8>,
    /// A table is open; in text, rows have been written since the last heading.
    table: bool,
}

const STYLE: &str = "body { margin: 2em auto; max-width: 60em; padding: 0 1em; font: 15px/1.5 system-ui, sans-serif; color: #22303c; background: #fff }
h1 { font-size: 1.6em } h2 { font-size: 1.2em; margin-top: 2em }
table { border-collapse: collapse; width: 100%; margin: 1em 0; table-layout: fixed }
td, th { border: 1px solid #cbd5e0; padding: .3em .6em; text-align: left; vertical-align: baseline; overflow-wrap: anywhere }
th { background: #34506e; color: #fff } .e { background: #eaf0f6; font-weight: 600; width: 32% } .v i { color: #8795a5 }
@media (prefers-color-scheme: dark) {
  body { color: #dde5ec; background: #161d24 } td, th { border-color: #3a4856 } .e { background: #22303d }
}";

fn escape(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            _ => out.push(byte),
        }
    }
}

impl Page {
    /// An empty page.
    pub fn new(html: bool) -> Page {
        Page { html, out: Vec::new(), table: false }
    }
    /// The page.
    pub fn finish(mut self) -> Vec<u8> {
        self.end_table();
        if self.html {
            self.line("</body></html>");
        }
        self.out
    }
    /// A line as it is.
    fn line(&mut self, text: impl AsRef<[u8]>) {
        self.out.extend_from_slice(text.as_ref());
        self.out.push(b'\n');
    }
    /// Ends the rows so far: those that follow are a table of their own.
    pub fn end_table(&mut self) {
        if self.html && self.table {
            self.line("</table>");
        }
        self.table = false;
    }
    /// The beginning of a page.
    pub fn title(&mut self, text: &str) {
        if self.html {
            self.line("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><style>");
            self.line(STYLE);
            self.line(format!(
                "</style>\n<title>PHP {} - {text}</title><meta name=\"robots\" content=\"noindex,nofollow,noarchive\"></head>\n<body>",
                crate::core_constants::PHP_VERSION
            ));
        } else {
            self.line(text);
        }
    }
    /// The heading of a part.
    pub fn part(&mut self, text: &str) {
        self.end_table();
        if self.html {
            self.line(format!("<h1>{text}</h1>"));
        } else {
            self.line("\n\n _______________________________________________________________________\n\n");
            self.line(format!("{text}\n"));
        }
    }
    /// The heading of a module.
    pub fn heading(&mut self, text: &str) {
        self.end_table();
        if self.html {
            self.line(format!("<h2 id=\"module_{0}\">{text}</h2>", text.to_ascii_lowercase().replace(' ', "_")));
        } else {
            self.line(format!("\n{text}\n"));
        }
    }
    /// The first row of a table.
    pub fn header(&mut self, cells: &[&str]) {
        if self.html {
            self.end_table();
            self.cells(&cells.iter().map(|cell| cell.as_bytes()).collect::<Vec<_>>(), true);
        } else {
            if self.table {
                self.line("");
            }
            self.table = true;
            self.line(cells.join(" => "));
        }
    }
    /// A row of a table.
    pub fn row(&mut self, cells: &[&[u8]]) {
        if self.html {
            self.cells(cells, false);
        } else {
            self.table = true;
            self.line(cells.join(&b" => "[..]));
        }
    }
    fn cells(&mut self, cells: &[&[u8]], header: bool) {
        if !self.table {
            self.table = true;
            self.line("<table>");
        }
        self.out.extend_from_slice(b"<tr>");
        for (at, cell) in cells.iter().enumerate() {
            let (begin, end) = match (header, at) {
                (true, _) => ("<th>", "</th>"),
                (false, 0) => ("<td class=\"e\">", "</td>"),
                (false, _) => ("<td class=\"v\">", "</td>"),
            };
            self.out.extend_from_slice(begin.as_bytes());
            if *cell == b"no value" {
                self.out.extend_from_slice(b"<i>no value</i>");
            } else {
                escape(cell, &mut self.out);
            }
            self.out.extend_from_slice(end.as_bytes());
        }
        self.line("</tr>");
    }
    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let had_rows = self.table;
        self.end_table();
        if self.html {
            self.line(format!("<p>{text}</p>"));
        } else {
            if had_rows {
                self.line("");
            }
            self.line(text);
        }
    }
}
