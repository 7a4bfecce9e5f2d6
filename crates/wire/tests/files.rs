//! The files in `web/src/wire` are what the Rust types say today.

use std::collections::BTreeMap;
use std::path::Path;
use wire::Wire;

#[test]
fn the_files_of_the_web_client_are_those_of_the_rust_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire");
    let read = std::fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        (
            path.file_name().unwrap().to_str().unwrap().to_owned(),
            std::fs::read_to_string(&path).unwrap(),
        )
    });
    let (found, wanted): (BTreeMap<String, String>, _) =
        (read.collect(), Wire::gather().unwrap().files());
    for (name, text) in &wanted {
        assert!(
            found.get(name) == Some(text),
            "{name} is not what the Rust types say: run `make types`"
        );
    }
    for name in found.keys() {
        assert!(
            wanted.contains_key(name),
            "{name} is no file of the wire: run `make types`"
        );
    }
}

#[test]
fn each_type_stands_in_one_file_and_every_file_imports_what_it_uses() {
    let wire = Wire::gather().unwrap();
    let files = wire.files();
    for name in wire.names() {
        let declared = format!("export type {name} =");
        let homes: Vec<&String> = files
            .iter()
            .filter(|(_, text)| text.contains(&declared))
            .map(|(file, _)| file)
            .collect();
        assert_eq!(homes.len(), 1, "{name} stands in {homes:?}");
    }
    let table = &files["table.ts"];
    assert!(
        table.contains("import type { Card } from \"./cards\";"),
        "{table}"
    );
    assert!(
        !table.contains("PersonLine"),
        "what is not used is not imported"
    );
    assert!(files["index.ts"].contains("export type * from \"./table\";"));
}
