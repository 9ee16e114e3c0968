//! What a configuration says about encryption: an array under `OPT_TLS_CONFIG`.

use phant_aerospike_client::{
    connection::Open,
    tls::{Revocation, Settings, opener},
};
use phant_memory::{Array, Value};
use phant_native::Ctx;
use phant_streams::path;

/// Numbers of options.
mod opt {
    pub const CONFIG: i64 = 34;
    pub const ENABLE: i64 = 35;
    pub const CA_FILE: i64 = 36;
    pub const CA_PATH: i64 = 37;
    pub const PROTOCOLS: i64 = 38;
    pub const CIPHERS: i64 = 39;
    pub const CRL_CHECK: i64 = 40;
    pub const CRL_CHECK_ALL: i64 = 41;
    pub const BLACKLIST: i64 = 42;
    pub const KEY_FILE: i64 = 44;
    pub const CERT_FILE: i64 = 45;
}

struct Given<'a> {
    ctx: &'a Ctx,
    array: &'a Array,
}

impl Given<'_> {
    fn text(&self, number: i64) -> Result<Option<String>, String> {
        match self.array.get_int(number).map(Value::unref) {
            None => Ok(None),
            Some(value) if value.is_null() => Ok(None),
            Some(value) => match value.as_str() {
                Some(text) => Ok(Some(text.to_text().into_owned()).filter(|text| !text.is_empty())),
                None => Err("an option of TLS must be a string".into()),
            },
        }
    }
    fn flag(&self, number: i64) -> bool {
        self.array.get_int(number).is_some_and(phant_native::convert::to_bool)
    }
    fn file(&self, number: i64) -> Result<Option<Vec<u8>>, String> {
        let Some(name) = self.text(number)? else { return Ok(None) };
        let absolute = path::absolute(name.as_bytes());
        if !path::check_basedir(self.ctx, &absolute) {
            return Err(format!("{name} is outside of open_basedir"));
        }
        std::fs::read(path::os(&absolute)).map(Some).map_err(|error| format!("{name}: {error}"))
    }
    /// All certificates and lists of a folder.
    fn folder(&self, number: i64, out: &mut Vec<u8>) -> Result<(), String> {
        let Some(name) = self.text(number)? else { return Ok(()) };
        let absolute = path::absolute(name.as_bytes());
        if !path::check_basedir(self.ctx, &absolute) {
            return Err(format!("{name} is outside of open_basedir"));
        }
        let all = std::fs::read_dir(path::os(&absolute)).map_err(|error| format!("{name}: {error}"))?;
        for file in all.flatten() {
            // What is not a readable file is no certificate.
            if let Ok(text) = std::fs::read(file.path()) {
                out.extend_from_slice(&text);
                out.push(b'\n');
            }
        }
        Ok(())
    }
}

/// Whether a list like `-all +TLSv1.2` has TLS 1.2 and TLS 1.3.
fn versions(list: &str) -> Result<(bool, bool), String> {
    let mut has = (false, false);
    for word in list.split_ascii_whitespace() {
        let (on, name) = word.strip_prefix('-').map_or((true, word.trim_start_matches('+')), |name| (false, name));
        match name {
            "all" => has = (on, on),
            "TLSv1.2" => has.0 = on,
            "TLSv1.3" => has.1 = on,
            "SSLv2" | "SSLv3" | "TLSv1" | "TLSv1.1" => {}
            _ => return Err(format!("{name} is no version of TLS")),
        }
    }
    if has == (false, false) { Err("no version of TLS that is safe is allowed".into()) } else { Ok(has) }
}

/// What opens connections that encrypt, if the configuration wants that.
pub fn of(ctx: &Ctx, config: &Array) -> Result<Option<Open>, String> {
    let Some(array) = config.get_int(opt::CONFIG).map(Value::unref) else { return Ok(None) };
    let Some(array) = array.as_array() else { return Err("OPT_TLS_CONFIG must be an array".into()) };
    let given = Given { ctx, array: &array };
    if !given.flag(opt::ENABLE) {
        return Ok(None);
    }
    if given.text(opt::BLACKLIST)?.is_some() {
        return Err("OPT_TLS_CERT_BLACKLIST is not supported".into());
    }
    let mut trusted = given.file(opt::CA_FILE)?.unwrap_or_default();
    trusted.push(b'\n');
    given.folder(opt::CA_PATH, &mut trusted)?;
    let certificate = given.file(opt::CERT_FILE)?;
    let key = given.file(opt::KEY_FILE)?;
    let ciphers = given.text(opt::CIPHERS)?.map(|list| list.split(':').map(str::to_owned).collect());
    let revocation = match (given.flag(opt::CRL_CHECK_ALL), given.flag(opt::CRL_CHECK)) {
        (true, _) => Revocation::Chain,
        (false, true) => Revocation::Own,
        (false, false) => Revocation::Ignored,
    };
    let versions = given.text(opt::PROTOCOLS)?.map(|list| versions(&list)).transpose()?;
    opener(&Settings { trusted, certificate, key, versions, ciphers, revocation }).map(Some)
}

#[cfg(test)]
mod tests {
    use super::versions;

    #[test]
    fn lists_of_versions() {
        assert_eq!(versions("-all +TLSv1.2"), Ok((true, false)));
        assert_eq!(versions("all"), Ok((true, true)));
        assert_eq!(versions("all -TLSv1.2"), Ok((false, true)));
        assert!(versions("TLSv1.1").is_err());
        assert!(versions("TLSv9").is_err());
    }
}
