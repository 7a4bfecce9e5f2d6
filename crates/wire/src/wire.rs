//! The types of the wire, gathered, and the files they are written to.

use crate::parse::{first_paragraph, parse};
use crate::print::declaration;
use crate::shape::Shape;
use std::any::type_name;
use std::collections::{BTreeMap, BTreeSet};
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str =
    "// Generated from the Rust types: do not edit. `make types` writes it again.\n";

/// The server has too many types for one file: these of its modules have files of their own.
const FILES: [(&str, &[&str]); 6] = [
    ("socket", &["message", "frame", "wire"]),
    (
        "account",
        &["accounts", "own", "recall", "sessions", "statement"],
    ),
    ("books", &["analysis", "books", "chart"]),
    (
        "lab",
        &[
            "advice",
            "hand",
            "price",
            "settings",
            "side",
            "simulation",
            "super_bonus",
            "trainer",
        ],
    ),
    ("rounds", &["course", "rounds", "steps"]),
    (
        "staff",
        &["audit", "export", "floor", "log", "people", "staff"],
    ),
];

/// Every type that goes over the wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wire {
    types: BTreeMap<String, Declared>,
}

/// A type as TypeScript has it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Declared {
    /// The Rust type, with its path.
    rust: &'static str,
    docs: Option<String>,
    shape: Shape,
}

/// Why the types cannot be told.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WireFault {
    /// Two types have one name.
    #[error(
        "{name} is the name of {one} and of {other}: give one of them another with `#[ts(rename = \
        …)]`"
    )]
    Twice {
        /// The name.
        name: String,
        /// A type.
        one: &'static str,
        /// Another.
        other: &'static str,
    },
    /// A type is told in words that are not known here.
    #[error("the type of {rust} cannot be read, {why}: {text}")]
    Unread {
        /// Which.
        rust: &'static str,
        /// What is wrong.
        why: String,
        /// How it is told.
        text: String,
    },
}

impl Wire {
    /// Gathers the types from the server.
    ///
    /// # Errors
    ///
    /// When two have one name, or one cannot be told.
    pub fn gather() -> Result<Self, WireFault> {
        let config = Config::new().with_large_int("number");
        let mut gathered = Gathered {
            config,
            types: BTreeMap::new(),
            fault: None,
        };
        server::each_on_the_wire(&mut gathered);
        gathered.fault.map_or(
            Ok(Self {
                types: gathered.types,
            }),
            Err,
        )
    }

    /// The names of all types.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.types.keys().map(String::as_str)
    }

    /// The shape of the type with this name.
    pub fn shape(&self, name: &str) -> Option<&Shape> {
        self.types.get(name).map(|declared| &declared.shape)
    }

    /// The files, by name: one for each crate, several for the server, and one that has them all.
    pub fn files(&self) -> BTreeMap<String, String> {
        let crates: BTreeSet<&str> = self.types.values().map(Declared::home).collect();
        let mut files: BTreeMap<String, String> = crates
            .iter()
            .map(|home| (format!("{home}.ts"), self.file(home)))
            .collect();
        let all: String = crates
            .iter()
            .map(|home| format!("export type * from \"./{home}\";\n"))
            .collect();
        files.insert("index.ts".to_owned(), format!("{HEADER}\n{all}"));
        files
    }

    fn file(&self, home: &str) -> String {
        let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut text = String::new();
        for (name, declared) in self
            .types
            .iter()
            .filter(|(_, declared)| declared.home() == home)
        {
            text.push('\n');
            text.push_str(&declaration(
                name,
                declared.docs.as_deref(),
                &declared.shape,
            ));
            declared.shape.each_name(&mut |other| {
                if let Some((other, from)) = self
                    .types
                    .get_key_value(other)
                    .filter(|(_, from)| from.home() != home)
                {
                    imports.entry(from.home()).or_default().insert(other);
                }
            });
        }
        let imports: String = imports
            .into_iter()
            .map(|(from, names)| import(from, names))
            .collect();
        let between = if imports.is_empty() { "" } else { "\n" };
        format!("{HEADER}{between}{imports}{text}")
    }
}

fn import(from: &str, names: BTreeSet<&str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    format!(
        "import type {{ {} }} from \"./{from}\";\n",
        names.join(", ")
    )
}

impl Declared {
    /// The file it goes to: its crate's.
    fn home(&self) -> &'static str {
        let mut path = self.rust.split("::");
        match (path.next(), path.next()) {
            (Some("server"), Some(module)) => FILES
                .iter()
                .find(|(_, modules)| modules.contains(&module))
                .map_or("server", |(file, _)| file),
            (home, _) => home.unwrap_or(self.rust),
        }
    }
}

struct Gathered {
    config: Config,
    types: BTreeMap<String, Declared>,
    fault: Option<WireFault>,
}

impl TypeVisitor for Gathered {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers, texts and lists have no declaration of their own.
        if T::output_path().is_none() || self.fault.is_some() {
            return;
        }
        let (name, rust) = (T::ident(&self.config), type_name::<T>());
        if let Some(known) = self.types.get(&name) {
            if known.rust != rust {
                self.fault = Some(WireFault::Twice {
                    name,
                    one: known.rust,
                    other: rust,
                });
            }
            return;
        }
        let text = T::inline(&self.config);
        match parse(&text) {
            Ok(shape) => {
                let docs = T::docs().as_deref().and_then(first_paragraph);
                self.types.insert(name, Declared { rust, docs, shape });
                T::visit_dependencies(self);
            }
            Err(why) => self.fault = Some(WireFault::Unread { rust, why, text }),
        }
    }
}
