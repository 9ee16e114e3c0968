//! XML Schema's simple types on their own, as other schema languages use them.

use super::{
    Kind, Schema, TypeId,
    pattern::Pattern,
    read,
    simple::{self, Facet, Simple, Variety},
};

/// The types, with those that were derived from them.
pub(crate) struct Datatypes(Schema);

impl Datatypes {
    pub(crate) fn new() -> Datatypes {
        Datatypes(read::builtin_types())
    }
    /// A type by its name.
    pub(crate) fn named(&self, name: &[u8]) -> Option<TypeId> {
        self.0.named_types.get(&(read::XS.to_vec(), name.to_vec())).copied()
    }
    /// A type with facets, as parameters give them; those that are none are passed over.
    pub(crate) fn derive(&mut self, base: TypeId, parameters: &[(Vec<u8>, Vec<u8>)]) -> TypeId {
        let Kind::Simple(of) = &self.0.types[base].kind else { return base };
        let mut patterns = Vec::new();
        let mut facets = Vec::new();
        for (name, value) in parameters {
            let count = || std::str::from_utf8(value).ok().and_then(|text| text.trim().parse().ok());
            let facet = match &name[..] {
                b"pattern" => {
                    patterns.extend(Pattern::new(value).map(|pattern| (value.clone(), pattern)));
                    None
                }
                b"length" => count().map(Facet::Length),
                b"minLength" => count().map(Facet::MinLength),
                b"maxLength" => count().map(Facet::MaxLength),
                b"totalDigits" => count().map(Facet::TotalDigits),
                b"fractionDigits" => count().map(Facet::FractionDigits),
                b"minInclusive" => Some(Facet::MinInclusive(value.clone())),
                b"maxInclusive" => Some(Facet::MaxInclusive(value.clone())),
                b"minExclusive" => Some(Facet::MinExclusive(value.clone())),
                b"maxExclusive" => Some(Facet::MaxExclusive(value.clone())),
                _ => None,
            };
            facets.extend(facet);
        }
        // Unlike a schema's, a text has to have all the patterns.
        facets.extend(patterns.into_iter().map(|pattern| Facet::Patterns(vec![pattern])));
        let variety = match &of.variety {
            Variety::Atomic(builtin) => Variety::Atomic(*builtin),
            Variety::List(item) => Variety::List(*item),
            Variety::Union(members) => Variety::Union(members.clone()),
        };
        let kind = Kind::Simple(Simple { variety, facets, base: Some(base), white_space: of.white_space });
        self.0.types.push(super::Type { name: None, kind });
        self.0.types.len() - 1
    }
    /// Whether a text is one of the type's.
    pub(crate) fn allows(&self, id: TypeId, text: &[u8]) -> bool {
        simple::check(&self.0, id, text).is_ok()
    }
    /// Whether two texts are the same value.
    pub(crate) fn equal(&self, id: TypeId, a: &[u8], b: &[u8]) -> bool {
        let Kind::Simple(of) = &self.0.types[id].kind else { return a == b };
        let (a, b) = (simple::normalized(a, of.white_space), simple::normalized(b, of.white_space));
        a == b || self.allows(id, &a) && self.allows(id, &b) && simple::compare(of, &a, &b) == Some(std::cmp::Ordering::Equal)
    }
}
