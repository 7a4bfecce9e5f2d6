//! Writes the types of the wire into a folder, `web/src/wire` unless another is named.

use std::path::{Path, PathBuf};
use wire::Wire;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire");
    let folder = std::env::args_os().nth(1).map_or_else(usual, PathBuf::from);
    let files = Wire::gather()?.files();
    std::fs::create_dir_all(&folder)?;
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        let stale = path
            .file_name()
            .and_then(|name| name.to_str())
            .is_none_or(|name| !files.contains_key(name));
        if stale && path.extension().is_some_and(|extension| extension == "ts") {
            std::fs::remove_file(path)?;
        }
    }
    for (name, text) in files {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}
