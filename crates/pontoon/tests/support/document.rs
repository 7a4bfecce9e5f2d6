//! A Markdown page of the project: its blocks, its headings and its links.
//! What a block or a link means is not known here.

use std::path::{Path, PathBuf};

/// The folder that holds the whole project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A page, named by its path below the root.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// What stands between two fences.
pub(crate) struct Block {
    /// The line of the first fence, from 1.
    pub(crate) line: usize,
    /// The word behind the first fence.
    pub(crate) kind: String,
    /// The name of the file as which the line above says to save the block.
    pub(crate) file: Option<String>,
    pub(crate) body: String,
}

/// A link to another place in the project.
pub(crate) struct Link {
    pub(crate) line: usize,
    /// A path from the page's folder; empty for a place on the page itself.
    pub(crate) path: String,
    pub(crate) anchor: Option<String>,
}

impl Page {
    #[track_caller]
    pub(crate) fn read(name: &str) -> Self {
        let text = std::fs::read_to_string(root().join(name));
        let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
        Self {
            name: name.to_owned(),
            text,
        }
    }

    /// Every page of a folder, in the order of their names.
    pub(crate) fn all_in(folder: &str) -> Vec<Self> {
        let files = std::fs::read_dir(root().join(folder)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
        names.sort();
        names
            .iter()
            .map(|name| Self::read(Path::new(folder).join(name).to_str().unwrap()))
            .collect()
    }

    /// The lines, each with its number and whether it stands in a block or is a fence of one.
    fn lines(&self) -> impl Iterator<Item = (usize, &str, bool)> {
        let mut is_inside = false;
        (1..).zip(self.text.lines()).map(move |(number, line)| {
            let is_fence = line.trim_start().starts_with("```");
            is_inside ^= is_fence;
            (number, line, is_inside || is_fence)
        })
    }

    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_inside = false;
        let mut above = "";
        for (line, text) in (1..).zip(self.text.lines()) {
            let fence = text.trim_start().strip_prefix("```");
            match fence {
                Some(kind) if !is_inside => {
                    let (kind, file) = (kind.to_owned(), saved_as(above));
                    blocks.push(Block {
                        line,
                        kind,
                        file,
                        body: String::new(),
                    });
                }
                None if is_inside => {
                    let body = &mut blocks.last_mut().unwrap().body;
                    body.push_str(text);
                    body.push('\n');
                }
                None if !text.trim().is_empty() => above = text,
                Some(_) => above = "",
                None => {}
            }
            is_inside ^= fence.is_some();
        }
        assert!(!is_inside, "{}: the last block has no end", self.name);
        blocks
    }

    /// The names by which headings are linked to, as GitHub makes them.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        for (_, line, is_code) in self.lines() {
            let title = line.trim_start_matches('#');
            if is_code || title == line || !title.starts_with(' ') {
                continue;
            }
            let kept = title
                .trim()
                .chars()
                .filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
            let anchor: String = kept
                .map(|sign| if sign == ' ' { '-' } else { sign })
                .collect();
            let anchor = anchor.to_lowercase();
            let before = anchors.iter().filter(|other| **other == anchor).count();
            anchors.push(if before == 0 {
                anchor
            } else {
                format!("{anchor}-{before}")
            });
        }
        anchors
    }

    /// Every link that leads to a place in the project: text, pictures and HTML.
    pub(crate) fn links(&self) -> Vec<Link> {
        let mut links = Vec::new();
        for (line, text, _) in self.lines().filter(|(_, _, is_code)| !is_code) {
            // What stands in backticks is no link.
            let text: String = text.split('`').step_by(2).collect();
            for (start, end) in [
                ("](", ')'),
                ("src=\"", '"'),
                ("srcset=\"", '"'),
                ("href=\"", '"'),
            ] {
                let targets = text
                    .split(start)
                    .skip(1)
                    .filter_map(|rest| rest.split(end).next());
                for target in targets.filter(|target| !target.contains(':')) {
                    let (path, anchor) = match target.split_once('#') {
                        Some((path, anchor)) => (path, Some(anchor.to_owned())),
                        None => (target, None),
                    };
                    links.push(Link {
                        line,
                        path: path.to_owned(),
                        anchor,
                    });
                }
            }
        }
        links
    }
}

/// The file that a line such as "Save this as `house.toml`:" names.
fn saved_as(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("ave this as `")?;
    let (name, _) = rest.split_once('`')?;
    Some(name.to_owned())
}
