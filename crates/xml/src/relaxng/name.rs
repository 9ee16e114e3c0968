//! Which names elements and attributes may have.

/// Namespace (empty for none) and local name.
pub type Name = (Vec<u8>, Vec<u8>);

#[derive(Clone, Debug)]
pub(super) enum NameClass {
    One(Name),
    Any,
    Namespace(Vec<u8>),
    Choice(Vec<NameClass>),
    /// The first but the second.
    Except(Box<NameClass>, Box<NameClass>),
}

impl NameClass {
    pub(super) fn has(&self, name: &Name) -> bool {
        match self {
            NameClass::One(one) => one == name,
            NameClass::Any => true,
            NameClass::Namespace(uri) => *uri == name.0,
            NameClass::Choice(all) => all.iter().any(|one| one.has(name)),
            NameClass::Except(all, but) => all.has(name) && !but.has(name),
        }
    }
    /// Whether it has more names than can be told.
    pub(super) fn is_open(&self) -> bool {
        match self {
            NameClass::One(_) => false,
            NameClass::Any | NameClass::Namespace(_) | NameClass::Except(..) => true,
            NameClass::Choice(all) => all.iter().any(NameClass::is_open),
        }
    }
    /// The local name, if it is one.
    pub(super) fn local(&self) -> Option<&[u8]> {
        match self {
            NameClass::One(name) => Some(&name.1),
            _ => None,
        }
    }
}
