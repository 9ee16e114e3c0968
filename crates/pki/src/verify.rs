//! Whether a certificate can be trusted: chains up to a root, purposes, names of hosts.

use crate::{
    certificate::Certificate,
    der::{Reader, tag},
    extensions::{id, set_bits},
};

/// What a certificate is to be good for, by OpenSSL's numbers.
pub const PURPOSES: [(i64, &str, &str); 10] = [
    (1, "sslclient", "SSL client"),
    (2, "sslserver", "SSL server"),
    (3, "nssslserver", "Netscape SSL server"),
    (4, "smimesign", "S/MIME signing"),
    (5, "smimeencrypt", "S/MIME encryption"),
    (6, "crlsign", "CRL signing"),
    (7, "any", "Any Purpose"),
    (8, "ocsphelper", "OCSP helper"),
    (9, "timestampsign", "Time Stamp signing"),
    (10, "codesign", "Code signing"),
];

/// Bits of the key usage, by their place in the bit string.
struct Usage(Option<Vec<usize>>);

impl Usage {
    fn rejects(&self, wanted: &[usize]) -> bool {
        self.0.as_ref().is_some_and(|bits| !bits.iter().any(|b| wanted.contains(b)))
    }
}

fn extended(certificate: &Certificate) -> Option<Vec<String>> {
    let list = Reader(certificate.extension(id::EXTENDED_KEY_USAGE)?).sequence()?;
    Some(list.filter_map(|item| item.oid()).collect())
}

fn extended_rejects(certificate: &Certificate, wanted: &[&str]) -> bool {
    extended(certificate).is_some_and(|list| !list.iter().any(|oid| wanted.contains(&oid.as_str())))
}

/// The constraint on certificates below: whether it may sign others, and how many may stand between.
pub fn constraints(certificate: &Certificate) -> Option<(bool, Option<i64>)> {
    let mut fields = Reader(certificate.extension(id::BASIC_CONSTRAINTS)?).sequence()?;
    let ca = fields.optional(tag::BOOLEAN).is_some_and(|b| b.body != [0]);
    Some((ca, fields.optional(tag::INTEGER).and_then(|n| n.small())))
}

/// How it may sign others: 0 not at all, otherwise OpenSSL's number of the reason.
pub fn authority(certificate: &Certificate) -> u8 {
    let usage = Usage(certificate.extension(id::KEY_USAGE).and_then(set_bits));
    if usage.rejects(&[5]) {
        return 0;
    }
    if let Some((ca, _)) = constraints(certificate) {
        return u8::from(ca);
    }
    if certificate.version == 0 && certificate.is_self_issued() {
        return 3;
    }
    if usage.0.is_some() {
        return 4;
    }
    let netscape = certificate.extension(id::NETSCAPE_TYPE).and_then(set_bits);
    if netscape.is_some_and(|bits| bits.iter().any(|b| (5..8).contains(b))) { 5 } else { 0 }
}

/// Whether it is good for a purpose, itself or as one that signs others.
pub fn fits(certificate: &Certificate, purpose: i64, as_authority: bool) -> bool {
    const SERVER: [&str; 3] = ["1.3.6.1.5.5.7.3.1", "1.3.6.1.4.1.311.10.3.3", "2.16.840.1.113730.4.1"];
    let usage = Usage(certificate.extension(id::KEY_USAGE).and_then(set_bits));
    let netscape = Usage(certificate.extension(id::NETSCAPE_TYPE).and_then(set_bits));
    let has_netscape = |bit: usize| netscape.0.as_ref().is_some_and(|bits| bits.contains(&bit));
    let authority_with = |bit: usize| match authority(certificate) {
        0 => false,
        5 => has_netscape(bit),
        _ => true,
    };
    match purpose {
        1 => {
            !extended_rejects(certificate, &["1.3.6.1.5.5.7.3.2"])
                && if as_authority { authority_with(5) } else { !usage.rejects(&[0, 4]) && !netscape.rejects(&[0]) }
        }
        2 | 3 => {
            !extended_rejects(certificate, &SERVER)
                && if as_authority {
                    authority_with(5)
                } else {
                    !netscape.rejects(&[1]) && !usage.rejects(&[0, 2, 4]) && (purpose == 2 || !usage.rejects(&[2]))
                }
        }
        4 | 5 => {
            !extended_rejects(certificate, &["1.3.6.1.5.5.7.3.4"])
                && if as_authority {
                    authority_with(6)
                } else {
                    let by_netscape = netscape.0.is_none() || has_netscape(2) || has_netscape(0);
                    by_netscape && !usage.rejects(if purpose == 4 { &[0, 1] } else { &[2] })
                }
        }
        6 => {
            if as_authority {
                authority(certificate) != 0
            } else {
                !usage.rejects(&[6])
            }
        }
        8 => !as_authority || authority(certificate) != 0,
        9 => {
            if as_authority {
                return authority(certificate) != 0;
            }
            let by_usage = usage.0.as_ref().is_none_or(|bits| !bits.is_empty() && bits.iter().all(|b| *b < 2));
            let critical = certificate.extensions.iter().any(|e| e.oid == id::EXTENDED_KEY_USAGE && e.critical);
            by_usage && critical && extended(certificate).is_some_and(|list| list == ["1.3.6.1.5.5.7.3.8"])
        }
        10 => {
            if as_authority {
                return authority(certificate) != 0;
            }
            let by_usage = usage.0.as_ref().is_some_and(|bits| bits.contains(&0) && !bits.contains(&5) && !bits.contains(&6));
            by_usage
                && extended(certificate).is_some_and(|list| {
                    let has = |oid: &str| list.iter().any(|known| known == oid);
                    has("1.3.6.1.5.5.7.3.3") && !has("2.5.29.37.0") && !has(SERVER[0])
                })
        }
        _ => true,
    }
}

/// Why a certificate is not trusted, by OpenSSL's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Distrust {
    Signature = 7,
    NotYetValid = 9,
    Expired = 10,
    SelfSigned = 18,
    SelfSignedInChain = 19,
    NoLocalIssuer = 20,
    TooLong = 22,
    InvalidAuthority = 79,
    PathLength = 25,
    Purpose = 26,
    UnknownCritical = 34,
    KeyTooSmall = 66,
}

impl Distrust {
    /// OpenSSL's words.
    pub fn text(self) -> &'static str {
        match self {
            Distrust::Signature => "certificate signature failure",
            Distrust::NotYetValid => "certificate is not yet valid",
            Distrust::Expired => "certificate has expired",
            Distrust::SelfSigned => "self-signed certificate",
            Distrust::SelfSignedInChain => "self-signed certificate in certificate chain",
            Distrust::NoLocalIssuer => "unable to get local issuer certificate",
            Distrust::TooLong => "certificate chain too long",
            Distrust::InvalidAuthority => "invalid CA certificate",
            Distrust::PathLength => "path length constraint exceeded",
            Distrust::Purpose => "unsuitable certificate purpose",
            Distrust::UnknownCritical => "unhandled critical extension",
            Distrust::KeyTooSmall => "EE certificate key too weak",
        }
    }
}

/// Where trusted certificates come from.
pub trait Store {
    /// Those that may have issued a certificate, by the issuer's name.
    fn issuers(&self, certificate: &Certificate) -> Vec<Certificate>;
}

impl Store for [Certificate] {
    fn issuers(&self, certificate: &Certificate) -> Vec<Certificate> {
        self.iter().filter(|candidate| may_issue(candidate, certificate)).cloned().collect()
    }
}

/// Whether names and key identifiers do not contradict that one has issued the other.
pub fn may_issue(issuer: &Certificate, subject: &Certificate) -> bool {
    if issuer.subject.canonical() != subject.issuer.canonical() {
        return false;
    }
    let wanted = subject.extension(id::AUTHORITY_KEY).and_then(|value| {
        let key = Reader(value).sequence()?.find(|field| field.tag == 0x80)?;
        Some(key.body.to_vec())
    });
    let own = issuer.extension(id::SUBJECT_KEY).and_then(|value| Some(Reader(value).item()?.body.to_vec()));
    match (wanted, own) {
        (Some(wanted), Some(own)) => wanted == own,
        _ => true,
    }
}

/// How a chain is checked.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// For which purpose; 0 for none in particular.
    pub purpose: i64,
    /// At which time.
    pub time: i64,
    /// How many certificates may stand between the first and the root.
    pub depth: usize,
}

const KNOWN: [&str; 9] = [
    id::BASIC_CONSTRAINTS,
    id::KEY_USAGE,
    id::EXTENDED_KEY_USAGE,
    id::SUBJECT_ALT_NAME,
    id::AUTHORITY_KEY,
    id::SUBJECT_KEY,
    id::POLICIES,
    id::NETSCAPE_TYPE,
    id::CRL_POINTS,
];

/// Checks a certificate by the trusted ones, through others that are not. The chain, its root last, or what is wrong and at
/// which place of it.
pub fn verify(
    certificate: &Certificate,
    others: &[Certificate],
    store: &dyn Store,
    policy: Policy,
) -> Result<Vec<Certificate>, (Distrust, usize)> {
    let mut chain = vec![certificate.clone()];
    let mut trusted = false;
    loop {
        let last = chain.last().expect("not empty");
        let own = last.is_self_issued();
        let candidates = store.issuers(last);
        if own && candidates.iter().any(|c| c == last) {
            trusted = true;
            break;
        }
        if chain.len() > policy.depth + 1 {
            return Err((Distrust::TooLong, chain.len() - 1));
        }
        let good = |c: &Certificate| c.key().is_some_and(|key| last.verify(&key) == Some(true));
        let valid = |c: &&Certificate| (c.not_before.seconds..=c.not_after.seconds).contains(&policy.time);
        let pick = |list: &[Certificate]| {
            let fitting: Vec<&Certificate> = list.iter().filter(|c| !chain.contains(c) && may_issue(c, last)).collect();
            let fitting: Vec<&Certificate> =
                if fitting.len() > 1 { fitting.iter().copied().filter(|c| good(c)).collect() } else { fitting };
            fitting.iter().copied().find(valid).or(fitting.first().copied()).cloned()
        };
        let next = if own { None } else { pick(&candidates).or_else(|| pick(others)) };
        match next {
            Some(next) => chain.push(next),
            None => break,
        }
    }
    if !trusted {
        let last = chain.last().expect("not empty");
        let fault = match (last.is_self_issued(), chain.len()) {
            (true, 1) => Distrust::SelfSigned,
            (true, _) => Distrust::SelfSignedInChain,
            (false, _) => Distrust::NoLocalIssuer,
        };
        return Err((fault, chain.len() - 1));
    }
    let mut between = 0;
    for (i, member) in chain.iter().enumerate() {
        if member.extensions.iter().any(|e| e.critical && !KNOWN.contains(&e.oid.as_str())) {
            return Err((Distrust::UnknownCritical, i));
        }
        if i > 0 {
            if authority(member) == 0 {
                return Err((Distrust::InvalidAuthority, i));
            }
            if constraints(member).and_then(|(_, length)| length).is_some_and(|length| between > length) {
                return Err((Distrust::PathLength, i));
            }
            between += i64::from(!member.is_self_issued());
        }
        if policy.purpose != 0 && !fits(member, policy.purpose, i > 0) {
            return Err((Distrust::Purpose, i));
        }
    }
    for i in (0..chain.len()).rev() {
        let issuer = chain.get(i + 1).unwrap_or(&chain[i]);
        if i + 1 < chain.len() && issuer.key().and_then(|key| chain[i].verify(&key)) != Some(true) {
            return Err((Distrust::Signature, i));
        }
        if chain[i].not_before.seconds > policy.time {
            return Err((Distrust::NotYetValid, i));
        }
        if chain[i].not_after.seconds < policy.time {
            return Err((Distrust::Expired, i));
        }
    }
    Ok(chain)
}

/// Whether a pattern with at most one star in its first label is a host's name.
pub fn host_matches(pattern: &str, host: &str) -> bool {
    let (pattern, host) = (pattern.to_ascii_lowercase(), host.to_ascii_lowercase());
    if pattern == host {
        return true;
    }
    let Some(star) = pattern.find('*') else { return false };
    let (prefix, suffix) = (&pattern[..star], &pattern[star + 1..]);
    let dots = suffix.matches('.').count();
    if prefix.contains('.')
        || suffix.contains('*')
        || !suffix.contains('.')
        || dots < 2
        || host.len() < prefix.len() + suffix.len()
    {
        return false;
    }
    let middle = host.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix));
    middle.is_some_and(|middle| !middle.contains('.') && !middle.is_empty())
}
