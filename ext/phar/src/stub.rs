//! The program that stands in front of an archive whose author gives none.

fn quoted(name: &[u8]) -> Vec<u8> {
    let mut out = vec![b'\''];
    for &byte in name {
        if matches!(byte, b'\'' | b'\\') {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b'\'');
    out
}

/// A program that runs `index`, or answers requests with `web_index` as the first page.
pub fn default(index: Option<&[u8]>, web_index: Option<&[u8]>) -> Vec<u8> {
    let index = index.unwrap_or(b"index.php");
    let web = web_index.unwrap_or(index);
    let parts: [&[u8]; 7] = [
        b"<?php\nif (!class_exists('Phar', false)) {\n    die(\"This program is a phar archive: it needs the phar extension.\\n\");\n}\n",
        b"Phar::interceptFileFuncs();\nset_include_path('phar://' . __FILE__ . PATH_SEPARATOR . get_include_path());\n",
        b"Phar::webPhar(null, ",
        &quoted(web),
        b");\ninclude 'phar://' . __FILE__ . '/' . ",
        &quoted(index),
        b";\nreturn;\n__HALT_COMPILER(); ?>\r\n",
    ];
    parts.concat()
}
