//! Which locales have a collation, where it comes from, and what it begins with.

use crate::locale_id;

/// Locales that ICU has collations for, which are the root's.
const PLAIN: &str = "ca de de_AT dz en en_US ff fr ga id id_ID it lb lij ms nl pt sa st sw wae xh zu";
/// Those with one of their own, and those that have another one's: `own` or `name:whose`.
const OWN: &str = "af am ar ar_SA:ar as az be bg bn bo br bs bs_Cyrl ceb chr cs cy da dsb ee el en_US_POSIX eo es et fa fa_AF \
    ff_Adlm fi fil fo fr_CA fy gl gu ha haw he he_IL:he hi hr hsb hu hy ig is ja ka kk kl km kn ko kok ku ky lkt ln lo lt lv mk \
    ml mn mr mt my nb:no nb_NO:no ne nn:no no nso om or pa pa_Guru:pa pa_Guru_IN:pa pl ps ro ru se si sk sl smn sq sr \
    sr_Cyrl:sr sr_Cyrl_BA:sr sr_Cyrl_ME:sr sr_Cyrl_RS:sr sr_Latn sr_Latn_BA:sr_Latn sr_Latn_RS:sr_Latn sv ta te th tk tn to tr \
    ug uk ur uz vi wo yi yo zh zh_Hans:zh zh_Hans_CN:zh zh_Hans_SG:zh zh_Hant:zh@collation=stroke \
    zh_Hant_HK:zh@collation=stroke zh_Hant_MO:zh@collation=stroke zh_Hant_TW:zh@collation=stroke";
/// Other names of locales.
const OTHER_NAMES: [(&str, &str); 24] = [
    ("ar", "ar_SA"),
    ("ars", "ar_SA"),
    ("in", "id"),
    ("in_ID", "id_ID"),
    ("iw", "he"),
    ("iw_IL", "he_IL"),
    ("mo", "ro"),
    ("no_NO", "nb_NO"),
    ("pa_IN", "pa_Guru_IN"),
    ("sh", "sr_Latn"),
    ("sh_BA", "sr_Latn_BA"),
    ("sh_YU", "sr_Latn_RS"),
    ("sr_BA", "sr_Cyrl_BA"),
    ("sr_ME", "sr_Cyrl_ME"),
    ("sr_RS", "sr_Cyrl_RS"),
    ("tl", "fil"),
    ("zh_CN", "zh_Hans_CN"),
    ("zh_SG", "zh_Hans_SG"),
    ("zh_HK", "zh_Hant_HK"),
    ("zh_MO", "zh_Hant_MO"),
    ("zh_TW", "zh_Hant_TW"),
    ("ji", "yi"),
    ("ars_SA", "ar_SA"),
    ("jw", "jv"),
];
/// Locales whose texts are normalized.
const NORMALIZED: &str = "as bn bo el fa fa_AF gu he hi ig km kn kok mr my or pa ps si ta te th vi wo yi yo";

/// Where a collator's rules come from.
pub(super) struct Origin {
    /// The locale that has the rules, and the one that was found.
    pub(super) actual: String,
    pub(super) valid: String,
    /// As a language tag.
    pub(super) tag: String,
    pub(super) keywords: Vec<(String, String)>,
    pub(super) normalized: bool,
}

/// Kinds of collations, with what they are in a language tag.
const KINDS: [(&str, &str); 4] =
    [("phonebook", "phonebk"), ("traditional", "trad"), ("dictionary", "dict"), ("gb2312han", "gb2312")];
/// Which kinds there are besides the usual ones, by language.
const SPECIAL: [(&str, &str); 17] = [
    ("ar", "compat"),
    ("de", "phonebook eor"),
    ("bn", "traditional"),
    ("es", "traditional"),
    ("fi", "traditional"),
    ("hi", ""),
    ("ja", "unihan private-kana"),
    ("kn", "traditional"),
    ("ko", "searchjl unihan"),
    ("ln", "phonetic"),
    ("si", "dictionary"),
    ("sv", "traditional trad"),
    ("vi", "traditional"),
    ("zh", "big5han gb2312han pinyin stroke unihan zhuyin"),
    ("pl", ""),
    ("da", ""),
    ("sa", "traditional"),
];

impl Origin {
    /// What a name of a locale means. `None` if it makes no sense.
    pub(super) fn new(name: &str) -> Option<Origin> {
        let name = name.split('\0').next().unwrap_or_default();
        // Behind `@` without a value there may be anything.
        let name = if name.contains('=') { name } else { name.split('@').next().unwrap_or_default() };
        let canonical = locale_id::canonical(name)?;
        let keywords = locale_id::keywords(&canonical)?;
        let plain = canonical.split('@').next().unwrap_or_default().to_owned();
        let (base, mut kind) = match plain.split_once("__") {
            Some((base, "PHONEBOOK")) => (base, Some("phonebook")),
            Some((base, "TRADITIONAL")) => (base, Some("traditional")),
            _ => (plain.as_str(), None),
        };
        let keyword = keywords.iter().find(|(key, _)| key == "collation").map(|(_, kind)| kind.to_ascii_lowercase());
        let from_variant = kind.is_some();
        kind = keyword.as_deref().or(kind);
        let mut valid = find(base);
        let mut actual = owner(&valid);
        let language = valid.split('_').next().unwrap_or_default();
        let special = SPECIAL.iter().find(|(own, _)| *own == language).map_or("", |special| special.1);
        let kind = kind.filter(|kind| special.split(' ').any(|known| known == *kind) || *kind == "search" || *kind == "emoji");
        if let Some(kind) = kind {
            actual = format!("{}@collation={kind}", if special.is_empty() { "root" } else { language });
            valid = match from_variant {
                true => plain.clone(),
                false if valid.starts_with("zh_") => format!("{valid}@collation={kind}"),
                false => actual.clone(),
            };
        }
        let mut tag = match base {
            "" | "root" => "und".to_owned(),
            _ => base.replace('_', "-"),
        };
        if owner(&find(base)) == "root" {
            tag = "und".to_owned();
        }
        if let Some(kind) = kind {
            let short = KINDS.iter().find(|(long, _)| *long == kind).map_or(kind, |kind| kind.1);
            tag = format!("{}-u-co-{short}", base.replace('_', "-"));
        }
        let normalized = NORMALIZED.split(' ').any(|name| name == actual);
        Some(Origin { actual, valid, tag, keywords, normalized })
    }
}

fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = OWN.split_whitespace().map(|entry| entry.split_once(':').unwrap_or((entry, entry)));
    own.chain(PLAIN.split(' ').map(|name| (name, "root")))
}

/// The locale with a collation that a name stands for, or is a kind of.
fn find(name: &str) -> String {
    let mut name = name.to_owned();
    loop {
        if let Some((_, other)) = OTHER_NAMES.iter().find(|(known, _)| *known == name) {
            return (*other).to_owned();
        }
        if entries().any(|(known, _)| known == name) {
            return name;
        }
        match name.rfind('_') {
            Some(at) => name.truncate(at),
            None => return "root".to_owned(),
        }
        while name.ends_with('_') {
            name.pop();
        }
    }
}

/// Whose rules a locale with a collation has.
fn owner(name: &str) -> String {
    entries().find(|(known, _)| *known == name).map_or("root", |entry| entry.1).to_owned()
}
