//! Names and addresses of hosts, services, protocols and network interfaces.

use phant_grants::net;
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Ctx, Late, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs},
    time::Duration,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    gethostname,
    gethostbyaddr,
    gethostbyname,
    gethostbynamel,
    dns_check_record,
    dns_get_record,
    dns_get_mx,
    getservbyname,
    getservbyport,
    getprotobyname,
    getprotobynumber,
    net_get_interfaces,
    ip2long,
    long2ip,
    inet_pton,
    inet_ntop,
];

/// The longest host name a resolver takes.
const LONGEST_NAME: usize = 255;

#[php("function gethostname(): string|false")]
fn gethostname(ctx: &Ctx) -> OrFalse<Vec<u8>> {
    match phant_os::ids::host_name() {
        Ok(name) => OrFalse::Some(name),
        Err(e) => {
            let errno = e.raw_os_error().unwrap_or(0);
            ctx.warning(format!("unable to fetch host [{errno}]: {}", phant_os::error_text(&e)));
            OrFalse::False
        }
    }
}

#[php("function gethostbyaddr(string $ip): string|false")]
fn gethostbyaddr(ctx: &Ctx, ip: &PhpStr) -> OrFalse<Vec<u8>> {
    match ip.to_text().parse::<IpAddr>() {
        Ok(address) => OrFalse::Some(phant_os::net::host_of(address).unwrap_or_else(|| ip.to_vec())),
        Err(_) => {
            ctx.warning("Address is not a valid IPv4 or IPv6 address");
            OrFalse::False
        }
    }
}

/// IPv4 addresses of a name.
fn addresses(name: &PhpStr) -> Vec<String> {
    let text = name.to_text();
    let found = (text.as_ref(), 0).to_socket_addrs().map(|a| a.collect::<Vec<_>>()).unwrap_or_default();
    let mut out: Vec<String> = Vec::new();
    for address in found {
        if let SocketAddr::V4(a) = address {
            let text = a.ip().to_string();
            if !out.contains(&text) {
                out.push(text);
            }
        }
    }
    out
}

fn too_long(ctx: &Ctx, name: &PhpStr) -> bool {
    if name.len() > LONGEST_NAME {
        ctx.warning(format!("Host name cannot be longer than {LONGEST_NAME} characters"));
        return true;
    }
    false
}

#[php("function gethostbyname(string $hostname): string")]
fn gethostbyname(ctx: &Ctx, hostname: &PhpStr) -> PhpResult<Vec<u8>> {
    crate::file::check_path(ctx, hostname, 1)?;
    if too_long(ctx, hostname) {
        return Ok(hostname.to_vec());
    }
    Ok(addresses(hostname).into_iter().next().map_or_else(|| hostname.to_vec(), String::into_bytes))
}

#[php("function gethostbynamel(string $hostname): array|false")]
fn gethostbynamel(ctx: &Ctx, hostname: &PhpStr) -> PhpResult<OrFalse<Array>> {
    crate::file::check_path(ctx, hostname, 1)?;
    if too_long(ctx, hostname) {
        return Ok(OrFalse::False);
    }
    let found = addresses(hostname);
    if found.is_empty() {
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(found.into_iter().map(Value::from).collect()))
}

// The record functions speak DNS themselves, with the servers of /etc/resolv.conf.

const A: u16 = 1;
const NS: u16 = 2;
const CNAME: u16 = 5;
const SOA: u16 = 6;
const PTR: u16 = 12;
const HINFO: u16 = 13;
const MX: u16 = 15;
const TXT: u16 = 16;
const AAAA: u16 = 28;
const SRV: u16 = 33;
const NAPTR: u16 = 35;
const A6: u16 = 38;
const ANY: u16 = 255;
const CAA: u16 = 257;

/// Record types by PHP's bit.
const TYPES: [(i64, u16); 13] = [
    (1, A),
    (2, NS),
    (16, CNAME),
    (32, SOA),
    (2048, PTR),
    (4096, HINFO),
    (8192, CAA),
    (16384, MX),
    (32768, TXT),
    (33_554_432, SRV),
    (67_108_864, NAPTR),
    (134_217_728, AAAA),
    (16_777_216, A6),
];

fn servers() -> Vec<IpAddr> {
    let text = std::fs::read_to_string("/etc/resolv.conf").unwrap_or_default();
    let mut out: Vec<IpAddr> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("nameserver"))
        .filter_map(|rest| rest.trim().split('%').next()?.parse().ok())
        .collect();
    if out.is_empty() {
        out.push(IpAddr::from([127, 0, 0, 1]));
    }
    out
}

/// Asks for records; the answer message, or `None` if nobody answered.
fn query(name: &[u8], kind: u16) -> Option<Vec<u8>> {
    let id = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), kind) as u16;
    let mut message = Vec::with_capacity(name.len() + 18);
    message.extend_from_slice(&id.to_be_bytes());
    message.extend_from_slice(&[1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for label in name.strip_suffix(b".").unwrap_or(name).split(|&b| b == b'.') {
        if label.is_empty() && !name.is_empty() && name != b"." || label.len() > 63 {
            return None;
        }
        if !label.is_empty() {
            message.push(label.len() as u8);
            message.extend_from_slice(label);
        }
    }
    message.push(0);
    message.extend_from_slice(&kind.to_be_bytes());
    message.extend_from_slice(&[0, 1]);
    for _attempt in 0..2 {
        for server in servers() {
            if let Some(answer) = ask(server, &message, id) {
                return Some(answer);
            }
        }
    }
    None
}

fn ask(server: IpAddr, message: &[u8], id: u16) -> Option<Vec<u8>> {
    use std::io::{Read, Write};
    let address = SocketAddr::new(server, 53);
    let socket = net::udp(&address).ok()?;
    socket.set_read_timeout(Some(Duration::from_secs(3))).ok()?;
    socket.send(message).ok()?;
    let mut buffer = vec![0; 4096];
    let n = socket.recv(&mut buffer).ok()?;
    buffer.truncate(n);
    if n < 12 || buffer[..2] != id.to_be_bytes() {
        return None;
    }
    if buffer[2] & 2 == 0 {
        return Some(buffer);
    }
    // Cut short: the whole of it comes over TCP.
    let mut stream = net::tcp(&address, Duration::from_secs(3)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    stream.write_all(&(message.len() as u16).to_be_bytes()).ok()?;
    stream.write_all(message).ok()?;
    let mut len = [0; 2];
    stream.read_exact(&mut len).ok()?;
    let mut whole = vec![0; usize::from(u16::from_be_bytes(len))];
    stream.read_exact(&mut whole).ok()?;
    Some(whole)
}

/// Reads an answer message piece by piece; every read is checked.
struct Reader<'a> {
    message: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn bytes(&mut self, n: usize) -> Option<&[u8]> {
        let out = self.message.get(self.at..self.at.checked_add(n)?)?;
        self.at += n;
        Some(out)
    }
    fn u8(&mut self) -> Option<u8> {
        self.bytes(1).map(|b| b[0])
    }
    fn u16(&mut self) -> Option<u16> {
        self.bytes(2).map(|b| u16::from_be_bytes([b[0], b[1]]))
    }
    fn u32(&mut self) -> Option<u32> {
        self.bytes(4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
    }
    /// A name, compressed or not.
    fn name(&mut self) -> Option<String> {
        let mut out = String::new();
        let mut at = self.at;
        let mut jumped = false;
        // Every jump goes somewhere else in at most 64 KiB; a message of pointers only must still end.
        for _ in 0..256 {
            let n = usize::from(*self.message.get(at)?);
            if n == 0 {
                if !jumped {
                    self.at = at + 1;
                }
                return Some(out);
            }
            if n & 0xc0 == 0xc0 {
                let low = usize::from(*self.message.get(at + 1)?);
                if !jumped {
                    self.at = at + 2;
                }
                jumped = true;
                at = (n & 0x3f) << 8 | low;
                continue;
            }
            let label = self.message.get(at + 1..at + 1 + n)?;
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(&String::from_utf8_lossy(label));
            at += 1 + n;
        }
        None
    }
    fn text(&mut self) -> Option<Vec<u8>> {
        let n = usize::from(self.u8()?);
        self.bytes(n).map(<[u8]>::to_vec)
    }
}

fn kind_name(kind: u16) -> Option<&'static str> {
    Some(match kind {
        A => "A",
        NS => "NS",
        CNAME => "CNAME",
        SOA => "SOA",
        PTR => "PTR",
        HINFO => "HINFO",
        MX => "MX",
        TXT => "TXT",
        AAAA => "AAAA",
        SRV => "SRV",
        NAPTR => "NAPTR",
        CAA => "CAA",
        A6 => "A6",
        _ => return None,
    })
}

/// One record as `dns_get_record` shows it; `None` in the inner place for types it does not show.
fn record(r: &mut Reader<'_>, wanted: u16, raw: bool) -> Option<Option<Array>> {
    let host = r.name()?;
    let kind = r.u16()?;
    let _class = r.u16()?;
    let ttl = r.u32()?;
    let len = usize::from(r.u16()?);
    let end = r.at.checked_add(len).filter(|&e| e <= r.message.len())?;
    if wanted != ANY && kind != wanted {
        r.at = end;
        return Some(None);
    }
    let mut out = Array::with_hash_capacity(8);
    out.set_name("host", host.into());
    out.set_name("class", "IN".into());
    out.set_name("ttl", i64::from(ttl).into());
    if raw {
        out.set_name("type", i64::from(kind).into());
        let data = r.bytes(len)?;
        out.set_name("data", data.into());
        return Some(Some(out));
    }
    let Some(name) = kind_name(kind) else {
        r.at = end;
        return Some(None);
    };
    out.set_name("type", name.into());
    fields(r, kind, end, &mut out)?;
    r.at = end;
    Some(Some(out))
}

/// The fields of a record of one type, up to its end.
fn fields(r: &mut Reader<'_>, kind: u16, end: usize, out: &mut Array) -> Option<()> {
    match kind {
        A => {
            let b = r.bytes(4)?;
            out.set_name("ip", format!("{}.{}.{}.{}", b[0], b[1], b[2], b[3]).into());
        }
        AAAA => {
            let b: [u8; 16] = r.bytes(16)?.try_into().ok()?;
            out.set_name("ipv6", std::net::Ipv6Addr::from(b).to_string().into());
        }
        NS | CNAME | PTR => {
            let target = r.name()?;
            out.set_name("target", target.into());
        }
        MX => {
            let preference = r.u16()?;
            out.set_name("pri", i64::from(preference).into());
            let target = r.name()?;
            out.set_name("target", target.into());
        }
        TXT => {
            let mut whole = Vec::new();
            let mut entries = Array::new();
            while r.at < end {
                let piece = r.text()?;
                whole.extend_from_slice(&piece);
                let _ = entries.push(piece.into());
            }
            out.set_name("txt", whole.into());
            out.set_name("entries", entries.into());
        }
        HINFO => {
            let (cpu, os) = (r.text()?, r.text()?);
            out.set_name("cpu", cpu.into());
            out.set_name("os", os.into());
        }
        SOA => {
            let (mname, rname) = (r.name()?, r.name()?);
            out.set_name("mname", mname.into());
            out.set_name("rname", rname.into());
            for name in ["serial", "refresh", "retry", "expire", "minimum-ttl"] {
                let n = r.u32()?;
                out.set_name(name, i64::from(n).into());
            }
        }
        SRV => {
            for name in ["pri", "weight", "port"] {
                let n = r.u16()?;
                out.set_name(name, i64::from(n).into());
            }
            let target = r.name()?;
            out.set_name("target", target.into());
        }
        NAPTR => {
            for name in ["order", "pref"] {
                let n = r.u16()?;
                out.set_name(name, i64::from(n).into());
            }
            for name in ["flags", "services", "regex"] {
                let text = r.text()?;
                out.set_name(name, text.into());
            }
            let replacement = r.name()?;
            out.set_name("replacement", replacement.into());
        }
        CAA => {
            let flags = r.u8()?;
            out.set_name("flags", i64::from(flags).into());
            let tag = r.text()?;
            out.set_name("tag", tag.into());
            let value = r.bytes(end.checked_sub(r.at)?)?.to_vec();
            out.set_name("value", value.into());
        }
        _ => {}
    }
    Some(())
}

/// The records in an answer, in its three sections.
fn records(message: &[u8], wanted: u16, raw: bool) -> Option<[Vec<Array>; 3]> {
    let mut r = Reader { message, at: 4 };
    let questions = r.u16()?;
    let counts = [r.u16()?, r.u16()?, r.u16()?];
    for _ in 0..questions {
        r.name()?;
        r.u32()?;
    }
    let mut out = [Vec::new(), Vec::new(), Vec::new()];
    for (i, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let wanted = if i == 0 { wanted } else { ANY };
            match record(&mut r, wanted, raw) {
                Some(Some(record)) => out[i].push(record),
                Some(None) => {}
                // A damaged record hides what follows it.
                None => return Some(out),
            }
        }
    }
    Some(out)
}

/// Whether an answer says that the name exists and has records.
fn has_answers(message: &[u8]) -> bool {
    message.len() >= 12 && message[3] & 15 == 0 && u16::from_be_bytes([message[6], message[7]]) > 0
}

#[php("function dns_check_record(string $hostname, string $type = 'MX'): bool", alias = "checkdnsrr")]
fn dns_check_record(ctx: &Ctx, hostname: &PhpStr, r#type: &PhpStr) -> PhpResult<bool> {
    crate::file::check_path(ctx, hostname, 1)?;
    if hostname.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let kind = match r#type.to_ascii_uppercase().as_slice() {
        b"A" => A,
        b"NS" => NS,
        b"MX" => MX,
        b"PTR" => PTR,
        b"ANY" => ANY,
        b"SOA" => SOA,
        b"CAA" => CAA,
        b"TXT" => TXT,
        b"CNAME" => CNAME,
        b"AAAA" => AAAA,
        b"SRV" => SRV,
        b"NAPTR" => NAPTR,
        b"A6" => A6,
        _ => return Err(ctx.argument_error(2, "must be a valid DNS record type")),
    };
    Ok(query(hostname, kind).is_some_and(|m| has_answers(&m)))
}

#[php(
    "function dns_get_record(string $hostname, int $type = DNS_ANY, &$authoritative_name_servers = null, &$additional_records = null, bool $raw = false): array|false"
)]
fn dns_get_record(
    ctx: &Ctx,
    hostname: &PhpStr,
    r#type: i64,
    mut authoritative_name_servers: RefArg<'_>,
    mut additional_records: RefArg<'_>,
    raw: bool,
    passed: usize,
) -> PhpResult<OrFalse<Array>> {
    const EVERY: i64 = 251_721_779;
    const ANYTHING: i64 = 268_435_456;
    crate::file::check_path(ctx, hostname, 1)?;
    if raw {
        if !(1..=0xffff).contains(&r#type) {
            return Err(ctx.argument_error(2, "must be between 1 and 65535 when argument #5 ($raw) is true"));
        }
    } else if r#type & !EVERY != 0 && r#type != ANYTHING {
        return Err(ctx.argument_error(2, "must be a DNS_* constant"));
    }
    let kinds: Vec<u16> = if raw {
        vec![r#type as u16]
    } else if r#type == ANYTHING {
        vec![ANY]
    } else {
        TYPES.iter().filter(|(bit, _)| r#type & bit != 0).map(|(_, kind)| *kind).collect()
    };
    let mut sections = [Array::new(), Array::new(), Array::new()];
    let mut answered = false;
    for kind in kinds {
        let Some(message) = query(hostname, kind) else { continue };
        answered = true;
        if let Some(found) = records(&message, kind, raw) {
            for (section, found) in sections.iter_mut().zip(found) {
                for record in found {
                    let _ = section.push(record.into());
                }
            }
        }
    }
    let [answers, authorities, additional] = sections;
    if passed > 2 {
        authoritative_name_servers.set(authorities);
    }
    if passed > 3 {
        additional_records.set(additional);
    }
    if !answered {
        ctx.warning("A temporary server error occurred.");
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(answers))
}

#[php("function dns_get_mx(string $hostname, &$hosts, &$weights = null): bool", alias = "getmxrr")]
fn dns_get_mx(ctx: &Ctx, hostname: &PhpStr, mut hosts: RefArg<'_>, mut weights: RefArg<'_>, passed: usize) -> PhpResult<bool> {
    crate::file::check_path(ctx, hostname, 1)?;
    let (mut names, mut preferences) = (Array::new(), Array::new());
    if let Some([answers, ..]) = query(hostname, MX).and_then(|m| records(&m, MX, false)) {
        for record in answers {
            let field = |name: &str| record.get_bytes(name.as_bytes()).map(Value::unref).unwrap_or_default();
            let _ = names.push(field("target"));
            let _ = preferences.push(field("pri"));
        }
    }
    let found = !names.is_empty();
    hosts.set(names);
    if passed > 2 {
        weights.set(preferences);
    }
    Ok(found)
}

#[php("function getservbyname(string $service, string $protocol): int|false")]
fn getservbyname(ctx: &Ctx, service: &PhpStr, protocol: &PhpStr) -> PhpResult<OrFalse<i64>> {
    crate::file::check_path(ctx, service, 1)?;
    crate::file::check_path(ctx, protocol, 2)?;
    Ok(phant_os::net::service_port(service, protocol).map(i64::from).into())
}

#[php("function getservbyport(int $port, string $protocol): string|false")]
fn getservbyport(ctx: &Ctx, port: i64, protocol: &PhpStr) -> PhpResult<OrFalse<Vec<u8>>> {
    crate::file::check_path(ctx, protocol, 2)?;
    Ok(phant_os::net::service_name(port as u16, protocol).into())
}

#[php("function getprotobyname(string $protocol): int|false")]
fn getprotobyname(ctx: &Ctx, protocol: &PhpStr) -> PhpResult<OrFalse<i64>> {
    crate::file::check_path(ctx, protocol, 1)?;
    Ok(phant_os::net::protocol_number(protocol).map(i64::from).into())
}

#[php("function getprotobynumber(int $protocol): string|false")]
fn getprotobynumber(protocol: i64) -> OrFalse<Vec<u8>> {
    i32::try_from(protocol).ok().and_then(phant_os::net::protocol_name).into()
}

#[php("function ip2long(string $ip): int|false", pure)]
fn ip2long(ctx: &Ctx, ip: &PhpStr) -> PhpResult<OrFalse<i64>> {
    crate::file::check_path(ctx, ip, 1)?;
    let address = ip.to_text().parse::<std::net::Ipv4Addr>().ok();
    Ok(address.map(|a| i64::from(u32::from(a))).into())
}

#[php("function long2ip(int $ip): string", pure)]
fn long2ip(ip: i64) -> String {
    std::net::Ipv4Addr::from(ip as u32).to_string()
}

#[php("function inet_pton(string $ip): string|false")]
fn inet_pton(late: Late<'_>, ip: &PhpStr) -> PhpResult<OrFalse<Str>> {
    if ip.contains(&0) {
        crate::file::check_path(late.ctx()?, ip, 1)?;
    }
    let Ok(text) = std::str::from_utf8(ip) else { return Ok(OrFalse::False) };
    // Only one kind has colons.
    let octets = if text.contains(':') {
        text.parse::<Ipv6Addr>().ok().map(|address| Str::new(address.octets()))
    } else {
        text.parse::<Ipv4Addr>().ok().map(|address| Str::new(address.octets()))
    };
    Ok(octets.into())
}

#[php("function inet_ntop(string $ip): string|false")]
fn inet_ntop(ip: &PhpStr) -> OrFalse<String> {
    if let Ok(v4) = <[u8; 4]>::try_from(ip.as_bytes()) {
        return OrFalse::Some(std::net::Ipv4Addr::from(v4).to_string());
    }
    match <[u8; 16]>::try_from(ip.as_bytes()) {
        Ok(v6) => OrFalse::Some(ipv6_text(v6)),
        Err(_) => OrFalse::False,
    }
}

/// An IPv6 address as C's `inet_ntop` writes it: like Rust, but IPv4-compatible addresses end in dots too.
fn ipv6_text(octets: [u8; 16]) -> String {
    let compatible = octets[..12] == [0; 12] && (octets[12] != 0 || octets[13] != 0);
    if compatible {
        return format!("::{}.{}.{}.{}", octets[12], octets[13], octets[14], octets[15]);
    }
    std::net::Ipv6Addr::from(octets).to_string()
}

#[php("function net_get_interfaces(): array|false")]
fn net_get_interfaces(ctx: &Ctx) -> OrFalse<Array> {
    let found = match phant_os::net::interfaces() {
        Ok(found) => found,
        Err(e) => {
            let errno = e.raw_os_error().unwrap_or(0);
            ctx.warning(format!("getifaddrs() failed {errno}: {}", phant_os::error_text(&e)));
            return OrFalse::False;
        }
    };
    let mut order: Vec<Vec<u8>> = Vec::new();
    let mut by_name: BTreeMap<Vec<u8>, (Array, u32)> = BTreeMap::new();
    for address in found {
        let entry = by_name.entry(address.name.clone()).or_insert_with(|| {
            order.push(address.name.clone());
            (Array::new(), address.flags)
        });
        let mut unicast = Array::with_hash_capacity(5);
        unicast.set_name("flags", i64::from(address.flags).into());
        unicast.set_name("family", i64::from(address.family).into());
        for (name, value) in
            [("address", address.address), ("netmask", address.netmask), ("broadcast", address.broadcast), ("ptp", address.peer)]
        {
            if let Some(value) = value {
                unicast.set_name(name, value.to_string().into());
            }
        }
        let _ = entry.0.push(unicast.into());
    }
    let mut out = Array::with_hash_capacity(order.len());
    for name in order {
        if let Some((unicast, flags)) = by_name.remove(&name) {
            let mut facts = Array::with_hash_capacity(2);
            facts.set_name("unicast", unicast.into());
            facts.set_name("up", phant_os::net::is_up(flags).into());
            out.set(&name[..], facts.into());
        }
    }
    OrFalse::Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_messages() {
        // A name that points at itself, records that claim more than there is.
        let message = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0xff, 0xff];
        assert!(records(&message, A, false).is_some());
        assert!(records(&message[..5], A, false).is_none());
    }
}
