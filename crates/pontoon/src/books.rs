//! Finding books and reading files.

use anyhow::{Context, Result, bail};
use rules::{BOOK_IDS, REFERENCE_IDS, RuleBook, builtin, check, parse, reference};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The largest file any command reads.
const LARGEST: u64 = 1 << 20;

/// A book by name, one of the five or one for reference, or from a file whose name ends in .toml.
pub(crate) fn find(name: &str) -> Result<Arc<RuleBook>> {
    if BOOK_IDS.contains(&name) {
        return Ok(builtin(name)?);
    }
    if REFERENCE_IDS.contains(&name) {
        return Ok(reference(name)?);
    }
    if Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "toml")
    {
        return read_book(Path::new(name)).map(Arc::new);
    }
    bail!(
        "there is no book `{name}`: the books are {}; for reference {}; a file's name ends in \
        .toml",
        BOOK_IDS.join(", "),
        REFERENCE_IDS.join(", ")
    )
}

/// A book as it stands and as `--set KEY=VALUE` changes it.
pub(crate) fn changed(name: &str, sets: &[String]) -> Result<(Arc<RuleBook>, RuleBook)> {
    let usual = find(name)?;
    let mut book = RuleBook::clone(&usual);
    set(&mut book, sets).with_context(|| usual.id.name.clone())?;
    Ok((usual, book))
}

/// Changes settings as `--set KEY=VALUE` says.
pub(crate) fn set(book: &mut RuleBook, sets: &[String]) -> Result<()> {
    let pair = |change: &String| match change.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => bail!("--set {change}: write key=value"),
    };
    let changes = sets.iter().map(pair).collect::<Result<Vec<_>>>()?;
    book.set_all(changes)
        .map_err(|refused| match &refused.change {
            Some((key, value)) => anyhow::anyhow!("--set {key}={value}: {refused}"),
            None => anyhow::anyhow!("--set {}: {refused}", sets.join(" --set ")),
        })
}

/// Reads and checks a book's file.
pub(crate) fn read_book(path: &Path) -> Result<RuleBook> {
    let text = read(path)?;
    parse(&text)
        .and_then(|draft| check(&draft))
        .map_err(|faults| {
            let lines: Vec<String> = faults
                .iter()
                .map(|fault| format!("{}:{fault}", path.display()))
                .collect();
            anyhow::anyhow!("{} fault(s)\n{}", lines.len(), lines.join("\n"))
        })
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<String> {
    read_up_to(path, LARGEST, "no book and no round")
}

/// The same for files that may be larger; `none` is larger than `largest` bytes.
pub(crate) fn read_up_to(path: &Path, largest: u64, none: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let name = path.display();
    if path == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(largest + 1)
            .read_to_end(&mut bytes)
            .context("standard input")?;
    } else {
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        file.take(largest + 1)
            .read_to_end(&mut bytes)
            .with_context(|| format!("cannot read {name}"))?;
    }
    if u64::try_from(bytes.len()).is_ok_and(|len| len > largest) {
        bail!("{name} is larger than {largest} bytes: {none} is");
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{name} is not text: byte {at} is not UTF-8")
    })
}
