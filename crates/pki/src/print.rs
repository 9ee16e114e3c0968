//! Certificates and requests in words, as `openssl x509 -text` shows them.

use crate::{
    algorithms::long_name,
    certificate::{Certificate, Extension},
    der::{Reader, trimmed},
    extensions,
    key::Key,
    request::Request,
};

/// Bytes in lines of so many, indented.
fn lines(out: &mut String, bytes: &[u8], width: usize, indent: usize) {
    for (i, line) in bytes.chunks(width).enumerate() {
        let text: Vec<String> = line.iter().map(|b| format!("{b:02x}")).collect();
        let more = (i + 1) * width < bytes.len();
        out.push_str(&format!("{}{}{}\n", " ".repeat(indent), text.join(":"), if more { ":" } else { "" }));
    }
}

/// A name in one line: a comma before names of one or two letters, a slash before longer ones, as of old.
fn shown(name: &crate::name::Name) -> String {
    let line = name.one_line();
    let line = line.strip_prefix('/').unwrap_or(&line);
    let mut out = String::new();
    for (i, c) in line.char_indices() {
        let rest = &line.as_bytes()[i + 1..];
        let letters = rest.iter().take_while(|b| b.is_ascii_uppercase()).count();
        if c == '/' && (1..=2).contains(&letters) && rest.get(letters) == Some(&b'=') {
            out.push_str(", ");
        } else {
            out.push(c);
        }
    }
    out
}

fn signed(number: &[u8]) -> Vec<u8> {
    let number = trimmed(number);
    if number.first().is_none_or(|b| b & 0x80 != 0) { [&[0], number].concat() } else { number.to_vec() }
}

fn key_text(out: &mut String, key: &Key, indent: usize) {
    let pad = " ".repeat(indent);
    match key {
        Key::Rsa(rsa) => {
            out.push_str(&format!("{pad}Public-Key: ({} bit)\n{pad}Modulus:\n", key.bits()));
            lines(out, &signed(&rsa.n), 15, indent + 4);
            let e = trimmed(&rsa.e);
            if e.len() <= 8 {
                let e = e.iter().fold(0u64, |n, b| n << 8 | u64::from(*b));
                out.push_str(&format!("{pad}Exponent: {e} (0x{e:x})\n"));
            } else {
                out.push_str(&format!("{pad}Exponent:\n"));
                lines(out, &signed(&rsa.e), 15, indent + 4);
            }
        }
        Key::Ec(ec) => {
            out.push_str(&format!("{pad}Public-Key: ({} bit)\n{pad}pub:\n", key.bits()));
            lines(out, &ec.curve.encode(&ec.public), 15, indent + 4);
            if ec.by_name {
                out.push_str(&format!("{pad}ASN1 OID: {}\n", ec.curve.name));
                let nist = match ec.curve.name {
                    "prime256v1" => Some("P-256"),
                    "prime192v1" => Some("P-192"),
                    "secp224r1" => Some("P-224"),
                    "secp384r1" => Some("P-384"),
                    "secp521r1" => Some("P-521"),
                    _ => None,
                };
                if let Some(nist) = nist {
                    out.push_str(&format!("{pad}NIST CURVE: {nist}\n"));
                }
            }
        }
        Key::Dsa(dsa) => {
            out.push_str(&format!("{pad}Public-Key: ({} bit)\n", key.bits()));
            for (name, number) in [("pub", &dsa.public), ("P", &dsa.group.p), ("Q", &dsa.group.q), ("G", &dsa.group.g)] {
                out.push_str(&format!("{pad}{name}:{}\n", if name == "pub" { "" } else { "   " }));
                lines(out, &signed(number), 15, indent + 4);
            }
        }
        Key::Dh(dh) => {
            out.push_str(&format!("{pad}DH Public-Key: ({} bit)\n{pad}public-key:\n", key.bits()));
            lines(out, &signed(&dh.public), 15, indent + 4);
        }
        Key::Okp(okp) => {
            out.push_str(&format!("{pad}{} Public-Key:\n{pad}pub:\n", long_name(okp.kind.oid()).to_ascii_uppercase()));
            lines(out, &okp.public, 15, indent + 4);
        }
    }
}

fn public_key(out: &mut String, info: &[u8], key: Option<Key>) {
    let oid = Reader(info).sequence().and_then(|mut f| f.sequence()?.oid()).unwrap_or_default();
    out.push_str("        Subject Public Key Info:\n");
    out.push_str(&format!("            Public Key Algorithm: {}\n", long_name(&oid)));
    match key {
        Some(key) => key_text(out, &key, 16),
        None => out.push_str("            Unable to load Public Key\n"),
    }
}

fn extension_text(out: &mut String, list: &[Extension]) {
    for extension in list {
        let critical = if extension.critical { "critical" } else { "" };
        out.push_str(&format!("            {}: {critical}\n", long_name(&extension.oid)));
        match extensions::print(extension, 16) {
            Some(text) => out.push_str(&format!("                {text}\n")),
            None => {
                let shown = |b: &u8| if (b' '..=b'~').contains(b) { char::from(*b) } else { '.' };
                out.push_str(&format!("                {}\n", extension.value.iter().map(shown).collect::<String>()));
            }
        }
    }
}

fn signature(out: &mut String, algorithm: &str, bytes: &[u8]) {
    out.push_str(&format!("    Signature Algorithm: {}\n    Signature Value:\n", long_name(algorithm)));
    lines(out, bytes, 18, 8);
}

/// A certificate in words.
pub fn certificate(c: &Certificate) -> String {
    let mut out = "Certificate:\n    Data:\n".to_owned();
    out.push_str(&format!("        Version: {} (0x{:x})\n", c.version + 1, c.version));
    let negative = c.serial.first().is_some_and(|b| b & 0x80 != 0);
    let number = trimmed(&c.serial);
    if crate::num::bit_length(number) < 64 && !negative {
        let value = number.iter().fold(0u64, |n, b| n << 8 | u64::from(*b));
        out.push_str(&format!("        Serial Number: {value} (0x{value:x})\n"));
    } else {
        out.push_str("        Serial Number:\n");
        lines(&mut out, number, number.len().max(1), 12);
    }
    let algorithm = c.algorithm_oid();
    out.push_str(&format!("        Signature Algorithm: {}\n", long_name(&algorithm)));
    out.push_str(&format!("        Issuer: {}\n        Validity\n", shown(&c.issuer)));
    out.push_str(&format!("            Not Before: {}\n", c.not_before.shown()));
    out.push_str(&format!("            Not After : {}\n", c.not_after.shown()));
    out.push_str(&format!("        Subject: {}\n", shown(&c.subject)));
    public_key(&mut out, &c.public_key, c.key());
    if !c.extensions.is_empty() {
        out.push_str("        X509v3 extensions:\n");
        extension_text(&mut out, &c.extensions);
    }
    signature(&mut out, &algorithm, &c.signature);
    out
}

/// A request in words.
pub fn request(r: &Request) -> String {
    let mut out = "Certificate Request:\n    Data:\n        Version: 1 (0x0)\n".to_owned();
    out.push_str(&format!("        Subject: {}\n", shown(&r.subject)));
    public_key(&mut out, &r.public_key, r.key());
    let plain: Vec<_> = r.attributes.iter().filter(|(oid, _)| oid != "1.2.840.113549.1.9.14").collect();
    out.push_str("        Attributes:\n");
    if r.attributes.is_empty() {
        out.push_str("            (none)\n            Requested Extensions:\n");
    }
    for (oid, values) in plain {
        for value in Reader(values) {
            let text = String::from_utf8_lossy(&crate::name::utf8(value.tag, value.body)).into_owned();
            out.push_str(&format!("            {:25}:{text}\n", long_name(oid)));
        }
    }
    let list = r.extensions();
    if !list.is_empty() {
        out.push_str("            Requested Extensions:\n");
        for extension in &list {
            let critical = if extension.critical { "critical" } else { "" };
            out.push_str(&format!("                {}: {critical}\n", long_name(&extension.oid)));
            let text = extensions::print(extension, 20).unwrap_or_default();
            out.push_str(&format!("                    {text}\n"));
        }
    }
    let oid = Reader(&r.algorithm).sequence().and_then(|mut a| a.oid()).unwrap_or_default();
    signature(&mut out, &oid, &r.signature);
    out
}
