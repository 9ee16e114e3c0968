//! What makes a label of a domain name valid beyond its characters: directions of writing (RFC 5893) and joiners
//! (RFC 5892, appendix A).

use icu_properties::{
    CodePointMapData,
    props::{BidiClass, CanonicalCombiningClass, GeneralCategory, JoiningType},
};

/// Whether a label begins with a character that would combine with the one before.
pub(crate) fn begins_with_mark(label: &str) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new();
    let mark = |c| {
        matches!(category.get(c), GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark | GeneralCategory::EnclosingMark)
    };
    label.chars().next().is_some_and(mark)
}

fn class(c: char) -> BidiClass {
    CodePointMapData::<BidiClass>::new().get(c)
}

fn is_strong_right(class: BidiClass) -> bool {
    matches!(class, BidiClass::RightToLeft | BidiClass::ArabicLetter)
}

/// Whether a label makes a name one in which directions matter.
pub(crate) fn has_right_to_left(label: &str) -> bool {
    label.chars().map(class).any(|class| is_strong_right(class) || class == BidiClass::ArabicNumber)
}

/// Whether the directions of a label's characters go together.
pub(crate) fn directions_agree(label: &str) -> bool {
    use BidiClass as B;
    let classes: Vec<B> = label.chars().map(class).collect();
    let Some(&first) = classes.first() else { return true };
    let Some(&last) = classes.iter().rev().find(|&&class| class != B::NonspacingMark) else { return false };
    let neutral = |class: B| {
        matches!(
            class,
            B::EuropeanSeparator
                | B::CommonSeparator
                | B::EuropeanTerminator
                | B::OtherNeutral
                | B::BoundaryNeutral
                | B::NonspacingMark
        )
    };
    if first == B::LeftToRight {
        let fits = |class: B| matches!(class, B::LeftToRight | B::EuropeanNumber) || neutral(class);
        return classes.iter().all(|&class| fits(class)) && matches!(last, B::LeftToRight | B::EuropeanNumber);
    }
    let fits = |class: B| is_strong_right(class) || matches!(class, B::ArabicNumber | B::EuropeanNumber) || neutral(class);
    let both_numbers = classes.contains(&B::EuropeanNumber) && classes.contains(&B::ArabicNumber);
    is_strong_right(first)
        && classes.iter().all(|&class| fits(class))
        && (is_strong_right(last) || matches!(last, B::ArabicNumber | B::EuropeanNumber))
        && !both_numbers
}

/// Whether every joiner stands where it changes how letters are written.
pub(crate) fn joiners_fit(label: &str) -> bool {
    let combining = CodePointMapData::<CanonicalCombiningClass>::new();
    let joining = CodePointMapData::<JoiningType>::new();
    let chars: Vec<char> = label.chars().collect();
    chars.iter().enumerate().filter(|(_, c)| matches!(c, '\u{200c}' | '\u{200d}')).all(|(i, &c)| {
        if i > 0 && combining.get(chars[i - 1]) == CanonicalCombiningClass::Virama {
            return true;
        }
        if c == '\u{200d}' {
            return false;
        }
        let not_transparent = |c: &&char| joining.get(**c) != JoiningType::Transparent;
        let before = chars[..i].iter().rev().find(not_transparent).map(|&c| joining.get(c));
        let after = chars[i + 1..].iter().find(not_transparent).map(|&c| joining.get(c));
        matches!(before, Some(JoiningType::LeftJoining | JoiningType::DualJoining))
            && matches!(after, Some(JoiningType::RightJoining | JoiningType::DualJoining))
    })
}
