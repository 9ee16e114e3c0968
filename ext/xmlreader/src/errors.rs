//! Errors as libxml2 prints them: where and what, the line, and a mark under it. Each line is a warning.

use crate::reader::Report;
use phant_native::Ctx;
use phant_xml::error::{Domain, Level};

/// The last column that a mark stands in, from 0.
const LAST: usize = 79;

/// Tells the user.
pub(crate) fn report(ctx: &Ctx, report: &Report) {
    let error = &report.error;
    let mut message = Vec::new();
    match &error.file {
        Some(file) => {
            message.extend_from_slice(file);
            message.extend_from_slice(format!(":{}: ", error.line).as_bytes());
        }
        None if error.line > 0 && error.domain == Domain::Parser => {
            message.extend_from_slice(format!("Entity: line {}: ", error.line).as_bytes());
        }
        None => {}
    }
    let domain = match error.domain {
        Domain::Parser => "parser ",
        Domain::Namespace => "namespace ",
        Domain::Dtd | Domain::Valid => "validity ",
        Domain::Io => "I/O ",
        Domain::I18n => "encoding ",
        _ => "",
    };
    message.extend_from_slice(domain.as_bytes());
    message.extend_from_slice(if error.level == Level::Warning { b"warning : " } else { b"error : " });
    message.extend_from_slice(error.message.strip_suffix(b"\n").unwrap_or(&error.message));
    ctx.warning(&message);
    if let Some((line, column)) = &report.context {
        ctx.warning(line);
        let mut mark: Vec<u8> = line.iter().take(*column).take(LAST).map(|&b| if b == b'\t' { b'\t' } else { b' ' }).collect();
        mark.push(b'^');
        ctx.warning(&mark);
    }
}
