//! Whether a JSON value is of a type: exactly, with no field too many.

use crate::shape::{Field, Shape};
use crate::wire::Wire;
use serde_json::{Map, Value};

/// Where a value is not of its type, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{at}: {why}")]
pub struct Misfit {
    /// The way to it, through fields and lists.
    pub at: String,
    /// What is wrong there.
    pub why: String,
}

impl Misfit {
    fn new(at: &str, why: String) -> Self {
        Self {
            at: at.to_owned(),
            why,
        }
    }
}

impl Wire {
    /// Whether a value is of the type with this name.
    ///
    /// # Errors
    ///
    /// The first place where it is not.
    pub fn fits(&self, name: &str, value: &Value) -> Result<(), Misfit> {
        self.word(name, value, name)
    }

    /// Whether a value is of a shape.
    ///
    /// # Errors
    ///
    /// The first place where it is not.
    pub fn fits_shape(&self, shape: &Shape, value: &Value, at: &str) -> Result<(), Misfit> {
        match (shape, value) {
            (Shape::Word(word), _) => self.word(word, value, at),
            (Shape::Union(all), _) => self.one_of(all, value, at),
            (Shape::Literal(text), Value::String(found)) if text == found => Ok(()),
            (Shape::Array(of), Value::Array(all)) => {
                (0..).zip(all).try_for_each(|(no, each): (usize, _)| {
                    self.fits_shape(of, each, &format!("{at}[{no}]"))
                })
            }
            (Shape::Tuple(of), Value::Array(all)) if of.len() == all.len() => (0..)
                .zip(of.iter().zip(all))
                .try_for_each(|(no, (of, each)): (usize, _)| {
                    self.fits_shape(of, each, &format!("{at}[{no}]"))
                }),
            (Shape::Object(fields), Value::Object(object)) => self.object(fields, object, at),
            (Shape::Map(of), Value::Object(object)) => object
                .iter()
                .try_for_each(|(key, each)| self.fits_shape(of, each, &format!("{at}.{key}"))),
            (
                Shape::Literal(_)
                | Shape::Array(_)
                | Shape::Tuple(_)
                | Shape::Object(_)
                | Shape::Map(_),
                _,
            ) => Err(Misfit::new(at, format!("{value} is not {shape:?}"))),
        }
    }

    fn word(&self, word: &str, value: &Value, at: &str) -> Result<(), Misfit> {
        let fits = match word {
            "number" => value.is_number(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "unknown" => true,
            name => {
                let shape = self
                    .shape(name)
                    .ok_or_else(|| Misfit::new(at, format!("there is no type {name}")))?;
                return self.fits_shape(shape, value, at);
            }
        };
        if fits {
            Ok(())
        } else {
            Err(Misfit::new(at, format!("{value} is no {word}")))
        }
    }

    /// Of the ways to be none of several, the one that came furthest tells most.
    fn one_of(&self, all: &[Shape], value: &Value, at: &str) -> Result<(), Misfit> {
        let mut furthest = Misfit::new("", "no type at all".to_owned());
        for shape in all {
            match self.fits_shape(shape, value, at) {
                Ok(()) => return Ok(()),
                Err(misfit) if misfit.at.len() >= furthest.at.len() => furthest = misfit,
                Err(_) => {}
            }
        }
        Err(furthest)
    }

    fn object(
        &self,
        fields: &[Field],
        object: &Map<String, Value>,
        at: &str,
    ) -> Result<(), Misfit> {
        if let Some(extra) = object
            .keys()
            .find(|key| fields.iter().all(|field| field.name != **key))
        {
            return Err(Misfit::new(
                at,
                format!("the field {extra} is not in the type"),
            ));
        }
        for field in fields {
            match object.get(&field.name) {
                Some(value) => {
                    self.fits_shape(&field.shape, value, &format!("{at}.{}", field.name))?
                }
                None if field.optional => {}
                None => {
                    return Err(Misfit::new(
                        at,
                        format!("the field {} is missing", field.name),
                    ));
                }
            }
        }
        Ok(())
    }
}
