//! A TypeScript type, as far as the wire needs any. What values are of it is not known here.

/// The shape of a value on the wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A word of the language, such as `number`, or the name of another type.
    Word(String),
    /// One text and no other.
    Literal(String),
    /// A list.
    Array(Box<Self>),
    /// A list of so many.
    Tuple(Vec<Self>),
    /// One of several.
    Union(Vec<Self>),
    /// Named fields.
    Object(Vec<Field>),
    /// Any texts, each with a value of this shape.
    Map(Box<Self>),
}

/// A field of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// What it is, in words.
    pub docs: Option<String>,
    /// Its name.
    pub name: String,
    /// Whether it may be missing.
    pub optional: bool,
    /// Its shape.
    pub shape: Shape,
}

/// The words that are not the name of another type.
const PLAIN: [&str; 5] = ["number", "string", "boolean", "null", "unknown"];

impl Shape {
    /// Calls `named` with the name of every other type in it.
    pub(crate) fn each_name(&self, named: &mut impl FnMut(&str)) {
        match self {
            Self::Word(word) if PLAIN.contains(&word.as_str()) => {}
            Self::Word(word) => named(word),
            Self::Literal(_) => {}
            Self::Array(of) | Self::Map(of) => of.each_name(named),
            Self::Tuple(all) | Self::Union(all) => {
                all.iter().for_each(|shape| shape.each_name(named))
            }
            Self::Object(fields) => fields.iter().for_each(|field| field.shape.each_name(named)),
        }
    }
}
