//! What the kernel takes away: Landlock for files and TCP ports, a filter of system calls where no sockets may be made.

use crate::{Held, net::Target};
use landlock::{
    ABI, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, NetPort, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    Scope, path_beneath_rules,
};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use std::{collections::BTreeMap, path::PathBuf};

/// Linux 6.2: the first that asks before a file is cut short.
const FILES: ABI = ABI::V3;
/// Names are looked up over TCP too, where an answer is long.
const DNS: u16 = 53;
const EACCES: u32 = 13;

/// Confines the calling thread, and what it starts from now on.
pub fn confine(held: &Held) -> Result<(), String> {
    landlock(held)
        .map_err(|error| format!("--allow-… needs Landlock in the kernel (Linux 6.2, or 6.7 for --allow-net): {error}"))?;
    if held.net.as_ref().is_some_and(Vec::is_empty) {
        without_sockets().map_err(|error| format!("--allow-… needs seccomp in the kernel: {error}"))?;
    }
    Ok(())
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::ReadDir
}

fn writing() -> BitFlags<AccessFs> {
    AccessFs::from_write(FILES)
}

/// The ports of what is granted, where every grant has one.
fn ports(net: &[Target]) -> Option<Vec<u16>> {
    net.iter().map(Target::port).collect()
}

fn landlock(held: &Held) -> Result<(), RulesetError> {
    let ports = held.net.as_ref().and_then(|net| ports(net));
    let mut handled = BitFlags::<AccessFs>::EMPTY;
    let parts: [(&Option<Vec<PathBuf>>, BitFlags<AccessFs>); 3] =
        [(&held.read, reading()), (&held.write, writing()), (&held.exec, AccessFs::Execute.into())];
    for (paths, access) in &parts {
        if paths.is_some() {
            handled |= *access;
        }
    }
    let mut ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    // Files only move between folders where that is allowed, whatever else is handled.
    ruleset = ruleset.handle_access(handled | AccessFs::Refer)?;
    if ports.is_some() {
        ruleset = ruleset.handle_access(AccessNet::BindTcp | AccessNet::ConnectTcp)?;
    }
    // Newer kernels also keep signals and nameless sockets of other processes out of reach.
    ruleset = ruleset.set_compatibility(CompatLevel::BestEffort).scope(Scope::Signal | Scope::AbstractUnixSocket)?;
    let mut ruleset = ruleset.create()?;
    for (paths, access) in parts {
        if let Some(paths) = paths {
            ruleset = ruleset.add_rules(path_beneath_rules(paths, access))?;
        }
    }
    if held.write.is_none() {
        ruleset = ruleset.add_rules(path_beneath_rules(["/"], AccessFs::Refer))?;
    }
    if let Some(ports) = ports.filter(|ports| !ports.is_empty()) {
        for port in ports.into_iter().filter(|&port| port != 0).chain([DNS]) {
            ruleset = ruleset.add_rule(NetPort::new(port, AccessNet::BindTcp | AccessNet::ConnectTcp))?;
        }
    }
    ruleset.restrict_self().map(drop)
}

/// No more sockets are made: neither by what PHP code knows nor by libraries.
fn without_sockets() -> Result<(), String> {
    #[cfg(target_arch = "x86_64")]
    const SOCKET: i64 = 41;
    #[cfg(not(target_arch = "x86_64"))]
    const SOCKET: i64 = 198;
    // The same number everywhere. It can make sockets too, and nothing here uses it.
    const IO_URING_SETUP: i64 = 425;
    let rules = BTreeMap::from([(SOCKET, Vec::new()), (IO_URING_SETUP, Vec::new())]);
    let machine = std::env::consts::ARCH.try_into().map_err(|error| format!("{error:?}"))?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(EACCES), machine);
    let program: BpfProgram = filter.and_then(TryInto::try_into).map_err(|error| error.to_string())?;
    seccompiler::apply_filter(&program).map_err(|error| error.to_string())
}
