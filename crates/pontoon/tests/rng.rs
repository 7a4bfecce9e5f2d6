//! `pontoon rng dump`: bytes for a laboratory.

use crate::support::{fails, pontoon};
use std::path::Path;

#[test]
fn raw_words_are_four_bytes_each_and_a_seed_gives_them_again() {
    let seven = pontoon(&["rng", "dump", "--raw", "5000", "--seed", "7"]);
    assert!(seven.status.success());
    assert_eq!(seven.stdout.len(), 20_000);
    assert_eq!(
        seven.stdout,
        pontoon(&["rng", "dump", "--raw", "5000", "--seed", "0x7"]).stdout
    );
    assert_ne!(
        seven.stdout,
        pontoon(&["rng", "dump", "--raw", "5000", "--seed", "8"]).stdout
    );
    let os = || pontoon(&["rng", "dump", "--raw", "4"]).stdout;
    assert_ne!(os(), os());
}

#[test]
fn raw_words_are_those_that_the_shoes_are_shuffled_with() {
    let words = pontoon(&["rng", "dump", "--raw", "100", "--seed", "7"]).stdout;
    let mut words = words
        .chunks(4)
        .map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap()));
    let mut cards: Vec<u8> = (0..52).filter(|card| card / 4 != 9).collect();
    cards::shuffle(&mut cards, &mut || words.next().unwrap());
    assert_eq!(
        pontoon(&["rng", "dump", "--shoes", "1", "--decks", "1", "--seed", "7"]).stdout,
        cards
    );
}

#[test]
fn shoes_hold_their_decks() {
    let output = pontoon(&["rng", "dump", "--shoes", "3"]);
    assert_eq!(output.stdout.len(), 3 * 384);
    for shoe in output.stdout.chunks(384) {
        for card in 0..52_u8 {
            let expected = if card / 4 == 9 { 0 } else { 8 };
            assert_eq!(
                shoe.iter().filter(|&&there| there == card).count(),
                expected,
                "card {card}"
            );
        }
    }
}

#[test]
fn bytes_go_to_a_file_whole() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("words.bin");
    let output = pontoon(&[
        "rng",
        "dump",
        "--raw",
        "10",
        "--seed",
        "7",
        "--out",
        path.to_str().unwrap(),
    ]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(
        std::fs::read(&path).unwrap(),
        pontoon(&["rng", "dump", "--raw", "10", "--seed", "7"]).stdout
    );
    fails(
        &[
            "rng",
            "dump",
            "--raw",
            "1",
            "--output",
            "no-such-folder/words.bin",
        ],
        &["cannot write no-such-folder/words.bin"],
    );
}

/// A link stays a link, and what is no file is written to and not replaced.
#[test]
fn bytes_go_where_a_name_leads() {
    let folder = tempfile::tempdir().unwrap();
    let [file, link, pipe] = ["words.bin", "link", "pipe"].map(|name| folder.path().join(name));
    std::fs::write(&file, "of yesterday").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let dump = |path: &Path| {
        pontoon(&[
            "rng",
            "dump",
            "--raw",
            "10",
            "--seed",
            "7",
            "--output",
            path.to_str().unwrap(),
        ])
    };
    assert!(dump(&link).status.success());
    assert!(link.is_symlink());
    let words = std::fs::read(&file).unwrap();
    assert_eq!(words.len(), 40);
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    assert!(dump(&pipe).status.success());
    assert_eq!(reader.join().unwrap(), words);
    let full = dump(Path::new("/dev/full"));
    assert_eq!(full.status.code(), Some(1));
    assert!(
        String::from_utf8(full.stderr)
            .unwrap()
            .contains("cannot write /dev/full: No space left on device")
    );
}

#[test]
fn words_or_shoes_must_be_asked_for_and_not_both() {
    for arguments in [
        &["rng", "dump"][..],
        &["rng", "dump", "--raw", "1", "--shoes", "1"],
        &["rng", "dump", "--raw", "1", "--decks", "2"],
    ] {
        assert_eq!(pontoon(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
