//! Extensions of certificates in words, as OpenSSL shows them, and made from the words of its configuration files.

use crate::{
    algorithms::{long_name, oid_of, short_name},
    certificate::{Certificate, Extension},
    conf::Conf,
    der::{self, Item, Reader, tag},
    name::{self, Name},
};

const KEY_USAGE: [(&str, &str); 9] = [
    ("digitalSignature", "Digital Signature"),
    ("nonRepudiation", "Non Repudiation"),
    ("keyEncipherment", "Key Encipherment"),
    ("dataEncipherment", "Data Encipherment"),
    ("keyAgreement", "Key Agreement"),
    ("keyCertSign", "Certificate Sign"),
    ("cRLSign", "CRL Sign"),
    ("encipherOnly", "Encipher Only"),
    ("decipherOnly", "Decipher Only"),
];
const NETSCAPE: [(&str, &str); 8] = [
    ("client", "SSL Client"),
    ("server", "SSL Server"),
    ("email", "S/MIME"),
    ("objsign", "Object Signing"),
    ("reserved", "Unused"),
    ("sslCA", "SSL CA"),
    ("emailCA", "S/MIME CA"),
    ("objCA", "Object Signing CA"),
];

/// Identifiers of extensions.
#[allow(missing_docs)]
pub mod id {
    pub const BASIC_CONSTRAINTS: &str = "2.5.29.19";
    pub const KEY_USAGE: &str = "2.5.29.15";
    pub const EXTENDED_KEY_USAGE: &str = "2.5.29.37";
    pub const SUBJECT_ALT_NAME: &str = "2.5.29.17";
    pub const ISSUER_ALT_NAME: &str = "2.5.29.18";
    pub const SUBJECT_KEY: &str = "2.5.29.14";
    pub const AUTHORITY_KEY: &str = "2.5.29.35";
    pub const CRL_POINTS: &str = "2.5.29.31";
    pub const FRESHEST_CRL: &str = "2.5.29.46";
    pub const POLICIES: &str = "2.5.29.32";
    pub const POLICY_CONSTRAINTS: &str = "2.5.29.36";
    pub const NAME_CONSTRAINTS: &str = "2.5.29.30";
    pub const INHIBIT_ANY: &str = "2.5.29.54";
    pub const AUTHORITY_INFO: &str = "1.3.6.1.5.5.7.1.1";
    pub const SUBJECT_INFO: &str = "1.3.6.1.5.5.7.1.11";
    pub const TLS_FEATURE: &str = "1.3.6.1.5.5.7.1.24";
    pub const NETSCAPE_TYPE: &str = "2.16.840.1.113730.1.1";
    pub const NETSCAPE: &str = "2.16.840.1.113730.1.";
}

/// Bytes as pairs of hexadecimal digits with colons.
pub fn colons(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02X}")).collect::<Vec<_>>().join(":")
}

/// The numbers of the bits that are set.
pub fn set_bits(value: &[u8]) -> Option<Vec<usize>> {
    let bits = Reader(value).item()?.bits()?;
    Some((0..bits.len() * 8).filter(|i| bits[i / 8] & 0x80 >> (i % 8) != 0).collect())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A general name in words.
pub fn general_name(item: Item<'_>) -> Option<String> {
    Some(match item.tag {
        0xa0 => {
            let mut fields = item.reader();
            let oid = fields.oid()?;
            let value = fields.item().and_then(|v| v.reader().item())?;
            match oid.as_str() {
                "1.3.6.1.4.1.311.20.2.3" => format!("othername: UPN:{}", text(value.body)),
                "1.3.6.1.5.5.7.8.9" => format!("othername: SmtpUTF8Mailbox:{}", text(value.body)),
                "1.3.6.1.5.5.7.8.5" => format!("othername: XmppAddr:{}", text(value.body)),
                "1.3.6.1.5.5.7.8.7" => format!("othername: SRVName:{}", text(value.body)),
                _ => "othername:<unsupported>".to_owned(),
            }
        }
        0x81 => format!("email:{}", text(item.body)),
        0x82 => format!("DNS:{}", text(item.body)),
        0x86 => format!("URI:{}", text(item.body)),
        0xa3 => "X400Name:<unsupported>".to_owned(),
        0xa5 => "EdiPartyName:<unsupported>".to_owned(),
        0xa4 => format!("DirName:{}", name::directory(item)?.printed(" = ")),
        0x87 => format!("IP Address:{}", address(item.body)),
        0x88 => format!("Registered ID:{}", long_name(&Item { tag: tag::OID, ..item }.oid()?)),
        _ => return None,
    })
}

fn address(bytes: &[u8]) -> String {
    match bytes.len() {
        4 => bytes.iter().map(u8::to_string).collect::<Vec<_>>().join("."),
        16 => bytes.chunks(2).map(|c| format!("{:X}", u16::from_be_bytes([c[0], c[1]]))).collect::<Vec<_>>().join(":"),
        _ => "<invalid>".to_owned(),
    }
}

/// An extension's value in words, lines after the first indented by so much; `None` if it is not known, or wrong in form.
pub fn print(extension: &Extension, indent: usize) -> Option<String> {
    let value = extension.value.as_slice();
    let item = Reader(value).item()?;
    let pad = " ".repeat(indent);
    let names = |mut list: Reader<'_>| -> Option<Vec<String>> {
        let mut out = Vec::new();
        while !list.is_empty() {
            out.push(general_name(list.item()?)?);
        }
        Some(out)
    };
    let sequence = || Reader(value).sequence();
    Some(match extension.oid.as_str() {
        id::BASIC_CONSTRAINTS => {
            let mut fields = sequence()?;
            let ca = fields.optional(tag::BOOLEAN).is_some_and(|b| b.body != [0]);
            let mut out = format!("CA:{}", if ca { "TRUE" } else { "FALSE" });
            if let Some(length) = fields.optional(tag::INTEGER) {
                out += &format!(", pathlen:{}", length.small()?);
            }
            out
        }
        id::KEY_USAGE => join(set_bits(value)?.iter().filter_map(|i| KEY_USAGE.get(*i)).map(|n| n.1.to_owned()).collect()),
        id::NETSCAPE_TYPE => join(set_bits(value)?.iter().filter_map(|i| NETSCAPE.get(*i)).map(|n| n.1.to_owned()).collect()),
        id::EXTENDED_KEY_USAGE => {
            let list = sequence()?.map(|item| item.oid().map(|oid| long_name(&oid).to_owned()));
            join(list.collect::<Option<_>>()?)
        }
        id::SUBJECT_ALT_NAME | id::ISSUER_ALT_NAME => join(names(sequence()?)?),
        id::SUBJECT_KEY if item.tag == tag::OCTETS => colons(item.body),
        id::AUTHORITY_KEY => authority_key(sequence()?, &pad)?,
        id::CRL_POINTS | id::FRESHEST_CRL => points(sequence()?, &pad)?,
        id::AUTHORITY_INFO | id::SUBJECT_INFO => {
            let mut lines = Vec::new();
            for access in sequence()? {
                let mut fields = access.reader();
                let method = fields.oid()?;
                lines.push(format!("{} - {}", long_name(&method), general_name(fields.item()?)?));
            }
            lines.join(&format!("\n{pad}"))
        }
        id::POLICIES => policies(sequence()?, indent)?,
        id::INHIBIT_ANY => item.small()?.to_string(),
        id::POLICY_CONSTRAINTS => {
            let parts = sequence()?.filter_map(|field| {
                let number = Item { tag: tag::INTEGER, ..field }.small()?;
                match field.tag {
                    0x80 => Some(format!("Require Explicit Policy:{number}")),
                    0x81 => Some(format!("Inhibit Policy Mapping:{number}")),
                    _ => None,
                }
            });
            join(parts.collect())
        }
        id::NAME_CONSTRAINTS => {
            let mut lines = Vec::new();
            for field in sequence()? {
                lines.push(if field.tag == 0xa0 { "Permitted:" } else { "Excluded:" }.to_owned());
                for tree in field.reader() {
                    let base = tree.reader().item()?;
                    let shown = match base.tag {
                        0x87 => constraint_address(base.body)?,
                        _ => general_name(base)?,
                    };
                    lines.push(format!("  {shown}"));
                }
            }
            lines.join(&format!("\n{pad}"))
        }
        id::TLS_FEATURE => {
            let features = sequence()?.filter_map(|f| f.small()).map(|f| match f {
                5 => "status_request".to_owned(),
                17 => "status_request_v2".to_owned(),
                other => other.to_string(),
            });
            join(features.collect())
        }
        oid if oid.starts_with(id::NETSCAPE) && item.tag == tag::IA5 => text(item.body),
        "1.3.6.1.5.5.7.48.1.5" => String::new(),
        _ => return None,
    })
}

fn join(parts: Vec<String>) -> String {
    parts.join(", ")
}

fn constraint_address(bytes: &[u8]) -> Option<String> {
    let (a, mask) = bytes.split_at_checked(bytes.len() / 2)?;
    Some(format!("IP:{}/{}", address(a), address(mask)))
}

fn authority_key(fields: Reader<'_>, pad: &str) -> Option<String> {
    let fields: Vec<Item<'_>> = fields.collect();
    let alone = !fields.iter().any(|f| matches!(f.tag, 0xa1 | 0x82));
    let mut lines = Vec::new();
    for field in fields {
        match field.tag {
            0x80 if alone => lines.push(colons(field.body)),
            0x80 => lines.push(format!("keyid:{}", colons(field.body))),
            0xa1 => {
                for entry in field.reader() {
                    lines.push(match entry.tag {
                        0xa4 => format!("DirName:{}", name::directory(entry)?.one_line()),
                        _ => general_name(entry)?,
                    });
                }
            }
            0x82 => {
                let number = der::trimmed(field.body);
                lines.push(format!("serial:{}", colons(if number.is_empty() { &[0] } else { number })));
            }
            _ => return None,
        }
    }
    Some(lines.join(&format!("\n{pad}")))
}

fn points(list: Reader<'_>, pad: &str) -> Option<String> {
    let mut out = Vec::new();
    for point in list {
        let mut lines: Vec<String> = Vec::new();
        for field in point.reader() {
            match field.tag {
                0xa0 => {
                    let name = field.reader().item()?;
                    if name.tag == 0xa0 {
                        lines.push("Full Name:".to_owned());
                        for entry in name.reader() {
                            lines.push(format!("{pad}  {}", general_name(entry)?));
                        }
                    } else {
                        let whole = der::sequence(&[&der::item(tag::SET, &[name.body])]);
                        let relative = Name::parse(Reader(&whole).item()?)?;
                        lines.push("Relative Name:".to_owned());
                        lines.push(format!("{pad}  {}", relative.printed(" = ")));
                    }
                }
                0x81 => {
                    const REASONS: [&str; 9] = [
                        "Unused",
                        "Key Compromise",
                        "CA Compromise",
                        "Affiliation Changed",
                        "Superseded",
                        "Cessation Of Operation",
                        "Certificate Hold",
                        "Privilege Withdrawn",
                        "AA Compromise",
                    ];
                    let bits = Item { tag: tag::BITS, ..field }.bits()?;
                    let set = (0..bits.len() * 8).filter(|i| bits[i / 8] & 0x80 >> (i % 8) != 0);
                    lines.push(format!("{pad}Reasons:"));
                    lines.push(format!("{pad}  {}", set.filter_map(|i| REASONS.get(i).copied()).collect::<Vec<_>>().join(", ")));
                }
                0xa2 => {
                    lines.push(format!("{pad}CRL Issuer:"));
                    for entry in field.reader() {
                        lines.push(format!("{pad}  {}", general_name(entry)?));
                    }
                }
                _ => return None,
            }
        }
        out.push(lines.join("\n") + "\n");
    }
    Some(out.join(&format!("\n{pad}")))
}

fn policies(list: Reader<'_>, indent: usize) -> Option<String> {
    let pad = " ".repeat(indent);
    let mut lines = Vec::new();
    for policy in list {
        let mut fields = policy.reader();
        lines.push(format!("Policy: {}", long_name(&fields.oid()?)));
        for qualifier in fields.sequence().unwrap_or(Reader(&[])) {
            let mut parts = qualifier.reader();
            match parts.oid()?.as_str() {
                "1.3.6.1.5.5.7.2.1" => lines.push(format!("  CPS: {}", text(parts.item()?.body))),
                "1.3.6.1.5.5.7.2.2" => {
                    lines.push("  User Notice:".to_owned());
                    for part in parts.sequence()? {
                        if part.tag != tag::SEQUENCE {
                            lines.push(format!("    Explicit Text: {}", text(&name::utf8(part.tag, part.body))));
                            continue;
                        }
                        let mut reference = part.reader();
                        lines.push(format!("    Organization: {}", text(reference.item()?.body)));
                        let numbers: Vec<String> =
                            reference.sequence()?.filter_map(|n| n.small()).map(|n| n.to_string()).collect();
                        lines.push(format!("    Number{}: {}", if numbers.len() > 1 { "s" } else { "" }, numbers.join(", ")));
                    }
                }
                other => lines.push(format!("  Unknown Qualifier: {}", short_name(other))),
            }
        }
    }
    Some(lines.join(&format!("\n{pad}")))
}

/// What an extension that is being made may refer to.
pub struct Context<'a> {
    /// The structure of the subject's public key.
    pub public_key: &'a [u8],
    /// The issuer; `None` where there is none, as in a request.
    pub issuer: Option<&'a Certificate>,
    /// Whether the subject issues its own certificate.
    pub own: bool,
    /// The subject's name and serial number, for one that issues its own.
    pub name: &'a Name,
    /// The serial number.
    pub serial: &'a [u8],
}

/// The extensions of a configuration's section; the error is the value that cannot be made into one.
pub fn from_section(conf: &Conf, section: &str, context: &Context<'_>) -> Result<Vec<Extension>, String> {
    let Some(entries) = conf.section(section) else { return Err(section.to_owned()) };
    let mut out: Vec<Extension> = Vec::new();
    for (key, value) in entries {
        if let Some(extension) = make(conf, key, value, context).ok_or_else(|| format!("name={key}, section={section}"))? {
            out.push(extension);
        }
    }
    Ok(out)
}

/// One extension of its name and value; the inner `None` is one that is left out.
fn make(conf: &Conf, key: &str, value: &str, context: &Context<'_>) -> Option<Option<Extension>> {
    let oid = oid_of(key.split_once('.').filter(|_| !key.starts_with(|c: char| c.is_ascii_digit())).map_or(key, |(k, _)| k))?;
    let (critical, value) = match value.strip_prefix("critical") {
        Some(rest) if rest.trim_start().starts_with(',') => (true, rest.trim_start()[1..].trim_start()),
        _ => (false, value),
    };
    let parts = || {
        let listed = value.strip_prefix('@').and_then(|section| conf.section(section));
        match listed {
            Some(entries) => entries.iter().map(|(k, v)| (k.split('.').next().unwrap_or(k).to_owned(), v.clone())).collect(),
            None => value
                .split(',')
                .map(|part| part.split_once(':').unwrap_or((part, "")))
                .map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned()))
                .collect::<Vec<_>>(),
        }
    };
    let truth = |v: &str| matches!(v.to_ascii_lowercase().as_str(), "true" | "yes" | "y" | "1");
    let bits = |names: &[(&str, &str)]| {
        let mut bytes = [0u8; 2];
        for (name, _) in parts() {
            let i = names.iter().position(|n| n.0 == name || n.1 == name)?;
            bytes[i / 8] |= 0x80 >> (i % 8);
        }
        let last = if bytes[1] != 0 { 1 } else { 0 };
        let unused = bytes[last].trailing_zeros().min(7) as u8;
        Some(der::item(tag::BITS, &[&[unused], &bytes[..=last]]))
    };
    let body = if let Some(hex) = value.strip_prefix("DER:") {
        phant_digest::hex::decode(hex.replace(':', "").as_bytes()).ok()?
    } else {
        match oid.as_str() {
            id::BASIC_CONSTRAINTS => {
                let (mut ca, mut length) = (Vec::new(), Vec::new());
                for (k, v) in parts() {
                    match k.as_str() {
                        "CA" if truth(&v) => ca = vec![tag::BOOLEAN, 1, 0xff],
                        "CA" => {}
                        "pathlen" => length = der::small(v.parse().ok()?),
                        _ => return None,
                    }
                }
                der::sequence(&[&ca, &length])
            }
            id::KEY_USAGE => bits(&KEY_USAGE)?,
            id::NETSCAPE_TYPE => bits(&NETSCAPE)?,
            id::EXTENDED_KEY_USAGE => {
                let list: Option<Vec<Vec<u8>>> = parts().iter().map(|(k, _)| oid_of(k).map(|oid| der::oid(&oid))).collect();
                der::sequence(&[&list?.concat()])
            }
            id::SUBJECT_KEY if matches!(value, "hash" | "none") => {
                if value == "none" {
                    return Some(None);
                }
                der::octets(&Certificate::key_identifier(context.public_key))
            }
            id::SUBJECT_KEY => der::octets(&phant_digest::hex::decode(value.replace(':', "").as_bytes()).ok()?),
            id::AUTHORITY_KEY => match authority(&parts(), context)? {
                body if body == [tag::SEQUENCE, 0] => return Some(None),
                body => body,
            },
            id::SUBJECT_ALT_NAME | id::ISSUER_ALT_NAME => {
                let list: Option<Vec<Vec<u8>>> = parts().iter().map(|(k, v)| general_der(k, v)).collect();
                der::sequence(&[&list?.concat()])
            }
            id::CRL_POINTS | id::FRESHEST_CRL => {
                let point = |(k, v): &(String, String)| {
                    let name = general_der(k, v)?;
                    Some(der::sequence(&[&der::item(0xa0, &[&der::item(0xa0, &[&name])])]))
                };
                let list: Option<Vec<Vec<u8>>> = parts().iter().map(point).collect();
                der::sequence(&[&list?.concat()])
            }
            id::AUTHORITY_INFO | id::SUBJECT_INFO => {
                let access = |(k, v): &(String, String)| {
                    let (method, kind) = k.split_once(';')?;
                    Some(der::sequence(&[&der::oid(&oid_of(method)?), &general_der(kind, v)?]))
                };
                let list: Option<Vec<Vec<u8>>> = parts().iter().map(access).collect();
                der::sequence(&[&list?.concat()])
            }
            id::POLICIES => {
                let list: Option<Vec<Vec<u8>>> =
                    parts().iter().map(|(k, _)| oid_of(k).map(|oid| der::sequence(&[&der::oid(&oid)]))).collect();
                der::sequence(&[&list?.concat()])
            }
            id::INHIBIT_ANY => der::small(value.parse().ok()?),
            oid if oid.starts_with(id::NETSCAPE) => der::item(tag::IA5, &[value.as_bytes()]),
            _ => return None,
        }
    };
    Some(Some(Extension { oid, critical, value: body }))
}

fn authority(parts: &[(String, String)], context: &Context<'_>) -> Option<Vec<u8>> {
    let wants = |what: &str| parts.iter().find(|(k, _)| k == what).map(|(_, v)| v == "always");
    let mut out = Vec::new();
    let mut has_key = false;
    if wants("keyid").is_some() {
        let id = match context.issuer {
            Some(issuer) => issuer.extension(id::SUBJECT_KEY).and_then(|v| Some(Reader(v).item()?.body.to_vec())),
            None => None,
        };
        let id = id.or_else(|| context.own.then(|| Certificate::key_identifier(context.public_key)));
        if let Some(id) = id {
            out.extend(der::item(0x80, &[&id]));
            has_key = true;
        }
    }
    if wants("issuer").is_some_and(|always| always || !has_key) && (context.own || context.issuer.is_some()) {
        let (name, serial) = match context.issuer {
            Some(issuer) if !context.own => (&issuer.issuer, issuer.serial.as_slice()),
            _ => (context.name, context.serial),
        };
        out.extend(der::item(0xa1, &[&der::item(0xa4, &[&name.der])]));
        let number = der::number(serial);
        out.extend(der::item(0x82, &[Reader(&number).item()?.body]));
    }
    Some(der::sequence(&[&out]))
}

/// A general name of its kind and value.
fn general_der(kind: &str, value: &str) -> Option<Vec<u8>> {
    Some(match kind {
        "DNS" => der::item(0x82, &[value.as_bytes()]),
        "email" => der::item(0x81, &[value.as_bytes()]),
        "URI" => der::item(0x86, &[value.as_bytes()]),
        "RID" => der::item(0x88, &[Reader(&der::oid(&oid_of(value)?)).item()?.body]),
        "IP" => match value.parse::<std::net::IpAddr>().ok()? {
            std::net::IpAddr::V4(a) => der::item(0x87, &[&a.octets()]),
            std::net::IpAddr::V6(a) => der::item(0x87, &[&a.octets()]),
        },
        _ => return None,
    })
}
