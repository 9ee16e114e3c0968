//! Which scripts a text can be written in.

use crate::char::{
    set::Set,
    tables::{Tables, table},
};
use icu_locale::LocaleExpander;
use icu_locale_core::LanguageIdentifier;
use icu_properties::{
    props::Script,
    script::{ScriptWithExtensions, ScriptWithExtensionsBorrowed},
};

/// Scripts, or all there are. Writing systems of several scripts count as scripts of their own.
#[derive(Clone, PartialEq)]
pub(super) enum Scripts {
    All,
    Some(Vec<u16>),
}

/// Han with Bopomofo, Japanese, Korean.
const SYSTEMS: [u16; 3] = [0xff00, 0xff01, 0xff02];

fn number(script: Script) -> u16 {
    script.to_icu4c_value()
}

/// The scripts a character is used in.
fn of_char(data: &ScriptWithExtensionsBorrowed<'static>, c: char) -> Scripts {
    let mut scripts: Vec<u16> = data.get_script_extensions_val(c).iter().map(number).collect();
    let has = |scripts: &[u16], script: Script| scripts.contains(&number(script));
    if has(&scripts, Script::Common) || has(&scripts, Script::Inherited) {
        return Scripts::All;
    }
    let [bopomofo, japanese, korean] = SYSTEMS;
    let mut add = |script: Script, systems: &[u16]| {
        if has(&scripts, script) {
            scripts.extend_from_slice(systems);
        }
    };
    add(Script::Han, &SYSTEMS);
    add(Script::Hiragana, &[japanese]);
    add(Script::Katakana, &[japanese]);
    add(Script::Hangul, &[korean]);
    add(Script::Bopomofo, &[bopomofo]);
    Scripts::Some(scripts)
}

impl Scripts {
    /// The scripts that all of a text can be written in.
    pub(super) fn of(text: &str) -> Scripts {
        let data = ScriptWithExtensions::new();
        text.chars().fold(Scripts::All, |all, c| all.both(of_char(&data, c)))
    }
    /// The same of what cannot be written in Latin.
    pub(super) fn of_others_than_latin(text: &str) -> Scripts {
        let data = ScriptWithExtensions::new();
        let latin = number(Script::Latin);
        let others = text.chars().map(|c| of_char(&data, c)).filter(|scripts| !scripts.has(latin));
        others.fold(Scripts::All, Scripts::both)
    }

    fn both(self, other: Scripts) -> Scripts {
        match (self, other) {
            (Scripts::All, other) => other,
            (all, Scripts::All) => all,
            (Scripts::Some(a), Scripts::Some(b)) => Scripts::Some(a.into_iter().filter(|script| b.contains(script)).collect()),
        }
    }
    fn has(&self, script: u16) -> bool {
        match self {
            Scripts::All => true,
            Scripts::Some(scripts) => scripts.contains(&script),
        }
    }
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Scripts::Some(scripts) if scripts.is_empty())
    }
    pub(super) fn shares(&self, other: &Scripts) -> bool {
        !self.clone().both(other.clone()).is_empty()
    }
    /// Whether it is a writing system that is mixed with Latin everywhere.
    pub(super) fn has_east_asian_mix(&self) -> bool {
        SYSTEMS.iter().any(|&system| self.has(system))
    }
    /// Whether it is a script whose letters look like Latin ones.
    pub(super) fn has_lookalike(&self) -> bool {
        [Script::Cyrillic, Script::Greek, Script::Cherokee].iter().any(|&script| self.has(number(script)))
    }
}

/// The characters of the scripts that locales are written in, and those of no script.
pub(super) fn characters(locales: &[String]) -> Set {
    let tables = Tables::get();
    let named = |name: &str| tables.property(0x100a).and_then(|scripts| scripts.value(name.as_bytes()));
    let mut wanted = vec![named("Common"), named("Inherited")];
    for locale in locales {
        let Ok(mut locale) = LanguageIdentifier::try_from_str(&locale.replace('_', "-")) else { continue };
        LocaleExpander::new_extended().maximize(&mut locale);
        let scripts: &[&str] = match locale.script.as_ref().map_or("", |script| script.as_str()) {
            "Jpan" => &["Hani", "Hira", "Kana"],
            "Kore" => &["Hani", "Hang"],
            "Hans" | "Hant" => &["Hani", "Bopo"],
            "Hrkt" => &["Hira", "Kana"],
            "" => continue,
            _ => {
                wanted.push(locale.script.and_then(|script| named(script.as_str())));
                continue;
            }
        };
        wanted.extend(scripts.iter().map(|name| named(name)));
    }
    let wanted: Vec<i64> = wanted.into_iter().flatten().collect();
    Set::from_ranges(tables.ranges(table::SCRIPT, |script| wanted.contains(&i64::from(script))))
}
