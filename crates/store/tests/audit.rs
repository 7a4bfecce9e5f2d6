//! Whatever is changed in a log or in an export is found, and the first bad entry is named.

use crate::support::*;
use store::audit::{
    AuditFault, Finding, Problem, SignedBy, Span, Verified, export, verify_database, verify_export,
};
use store::{Backend, Hash, HouseKey, Journal, JournalOptions, Memory, MemoryReader, Outcome};

/// A journal that signs after every fourth entry and projects after every sixth.
fn journal() -> Journal<Memory> {
    let options = JournalOptions {
        checkpoint_every: 4,
        project_every: 6,
    };
    let mut journal = Journal::open_with(Memory::new(), key(), ORIGIN, options).unwrap();
    for batch in small_history() {
        let outcomes = journal.commit(vec![batch], 1_700_000_000_999);
        assert!(
            matches!(outcomes[..], [Outcome::Done { .. }]),
            "{outcomes:?}"
        );
    }
    journal
}

fn reader() -> MemoryReader {
    journal().backend().reader().unwrap()
}

fn exported(span: Span) -> Vec<u8> {
    let mut file = Vec::new();
    export(&mut reader(), &key(), span, 1_700_000_001_000, &mut file).unwrap();
    file
}

fn verify(file: &[u8]) -> Result<Verified, AuditFault> {
    verify_export(&mut &file[..], Some(key().public()))
}

fn finding(file: &[u8]) -> Finding {
    match verify(file) {
        Err(AuditFault::Found(finding)) => finding,
        other => panic!("{other:?}"),
    }
}

/// The lines of an export, each with its end; and the position of the entry on each, if one is.
fn lines(file: &[u8]) -> Vec<(Vec<u8>, Option<u64>)> {
    let lines = file.split_inclusive(|&byte| byte == b'\n');
    lines
        .map(|line| {
            let text = std::str::from_utf8(line).unwrap();
            let position = text
                .starts_with(r#"{"entry""#)
                .then(|| text.rsplit_once(r#""position":"#).unwrap().1);
            (
                line.to_vec(),
                position.map(|position| position.trim_end_matches("}\n").parse().unwrap()),
            )
        })
        .collect()
}

fn joined(lines: &[(Vec<u8>, Option<u64>)]) -> Vec<u8> {
    lines.iter().flat_map(|(line, _)| line.clone()).collect()
}

#[test]
fn a_log_is_verified_in_the_database_and_in_its_export() {
    let in_database = verify_database(&mut reader(), Some(key().public())).unwrap();
    assert_eq!(
        (
            in_database.head.size,
            in_database.checkpoints,
            in_database.signed
        ),
        (14, 3, 12)
    );
    let in_export = verify(&exported(Span::default())).unwrap();
    assert_eq!(
        in_export,
        Verified {
            signed: 14,
            by: SignedBy::Trailer,
            ..in_database
        }
    );
    assert_eq!(lines(&exported(Span::default())).len(), 1 + 14 + 3 + 1);
}

#[test]
fn every_flipped_bit_is_found_on_its_line_and_names_its_entry() {
    let file = exported(Span::default());
    let lines = lines(&file);
    let mut at = 0;
    for ((line, position), number) in lines.iter().zip(1..) {
        for offset in at..at + line.len() {
            for mask in [0x01, 0x20] {
                let mut changed = file.clone();
                changed[offset] ^= mask;
                let finding = finding(&changed);
                assert_eq!(
                    finding.line,
                    Some(number),
                    "byte {offset} ^ {mask}: {finding}"
                );
                if let Some(position) = position {
                    assert_eq!(
                        finding.position, *position,
                        "byte {offset} ^ {mask}: {finding}"
                    );
                }
            }
        }
        at += line.len();
    }
}

#[test]
fn every_removed_line_is_found() {
    let lines = lines(&exported(Span::default()));
    for removed in 0..lines.len() {
        let mut left = lines.clone();
        let (line, position) = left.remove(removed);
        let finding = finding(&joined(&left));
        match position {
            Some(position) => assert_eq!(finding.position, position, "{finding}"),
            None => assert!(
                finding.position <= 15,
                "{} {finding}",
                String::from_utf8_lossy(&line)
            ),
        }
    }
    assert_eq!(
        finding(&joined(&lines[..lines.len() - 1])).problem,
        Problem::NoEnd
    );
    // The checkpoint behind entry 8 vouches for 5 to 8.
    let without_second = |line: &&(Vec<u8>, Option<u64>)| !line.0.starts_with(br#"{"after":4,"#);
    let left: Vec<_> = lines.iter().filter(without_second).cloned().collect();
    assert_eq!((left.len(), finding(&joined(&left)).position), (18, 5));
    assert_eq!(
        finding(&joined(&left)).problem,
        Problem::NoCheckpoint { size: 8 }
    );
}

#[test]
fn every_doubled_line_is_found() {
    let lines = lines(&exported(Span::default()));
    for doubled in 0..lines.len() {
        let mut more = lines.clone();
        more.insert(doubled, lines[doubled].clone());
        finding(&joined(&more));
    }
}

#[test]
fn every_swapped_pair_of_lines_is_found_where_it_starts() {
    let lines = lines(&exported(Span::default()));
    for first in 0..lines.len() - 1 {
        let mut swapped = lines.clone();
        swapped.swap(first, first + 1);
        let finding = finding(&joined(&swapped));
        // Two entries: the first of them is missing in its place. An entry and a checkpoint: the
        // entry is out of place.
        let position = lines[first].1.or(lines[first + 1].1);
        if let Some(position) = position.filter(|_| first > 0) {
            assert_eq!(finding.position, position, "{first}: {finding}");
        }
    }
}

#[test]
fn every_cut_off_tail_is_found() {
    let file = exported(Span::default());
    let lines = lines(&file);
    for length in 0..file.len() {
        let finding = finding(&file[..length]);
        let whole = file[..length].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(
            finding.line,
            Some(u64::try_from(whole + 1).unwrap()),
            "{length}: {finding}"
        );
        let entries = u64::try_from(
            lines[..whole]
                .iter()
                .filter(|(_, position)| position.is_some())
                .count(),
        )
        .unwrap();
        assert_eq!(finding.position, entries + 1, "{length}: {finding}");
    }
}

#[test]
fn entries_that_were_forged_with_their_hashes_break_at_the_next_signature() {
    // Somebody changes entry 6 and writes all hashes anew, but cannot sign.
    let mut hash = Hash::genesis(ORIGIN, &key().public());
    let mut forged = Vec::new();
    for (line, position) in lines(&exported(Span::default())) {
        let text = String::from_utf8(line).unwrap();
        let Some(position) = position else {
            forged.extend(text.into_bytes());
            continue;
        };
        let (entry, _) = text
            .strip_prefix(r#"{"entry":"#)
            .unwrap()
            .rsplit_once(r#","hash":"#)
            .unwrap();
        let entry = entry.replace("half", "HALF");
        hash = hash.next(entry.as_bytes());
        forged.extend(
            format!("{{\"entry\":{entry},\"hash\":\"{hash}\",\"position\":{position}}}\n")
                .into_bytes(),
        );
    }
    let found = finding(&forged);
    assert_eq!(found.position, 5, "{found}");
    assert!(
        matches!(found.problem, Problem::Signed { size: 8, .. }),
        "{found}"
    );
    let words = found.to_string();
    assert!(
        words.starts_with("entry 5 (line 11): the house signed "),
        "{words}"
    );
}

#[test]
fn an_export_of_another_house_is_not_this_houses() {
    let other = HouseKey::from_entropy([8; 32]);
    let mut journal = Journal::open(Memory::new(), other.clone(), ORIGIN).unwrap();
    journal.commit(vec![said(table(1), "1", "a")], 5);
    let mut reader = journal.backend().reader().unwrap();
    let mut file = Vec::new();
    export(&mut reader, &other, Span::default(), 1, &mut file).unwrap();
    assert!(matches!(finding(&file).problem, Problem::OtherKey { .. }));
    assert!(verify_export(&mut &file[..], None).is_ok());
    let refused = export(&mut reader, &key(), Span::default(), 1, &mut Vec::new());
    assert!(matches!(refused, Err(AuditFault::NotTheKey { .. })));
    assert!(matches!(
        verify_database(&mut reader, Some(key().public())),
        Err(AuditFault::Found(_))
    ));
}

#[test]
fn every_part_of_a_log_can_be_exported_and_verified() {
    for from in 1..=14 {
        for to in from..=14 {
            let file = exported(Span {
                from: Some(from),
                to: Some(to),
            });
            let verified = verify(&file).unwrap();
            assert_eq!(
                (verified.from, verified.head.size, verified.signed),
                (from, to, to)
            );
        }
    }
    let words = |span| {
        export(&mut reader(), &key(), span, 1, &mut Vec::new())
            .unwrap_err()
            .to_string()
    };
    for (from, to) in [(0, 3), (15, 15), (4, 3), (1, 15)] {
        let right = format!("there are no entries {from} to {to}: the log has the entries 1 to 14");
        assert_eq!(
            words(Span {
                from: Some(from),
                to: Some(to)
            }),
            right
        );
    }
}

#[test]
fn a_part_has_no_place_for_changes_either() {
    let file = exported(Span {
        from: Some(6),
        to: Some(9),
    });
    for offset in 0..file.len() {
        let mut changed = file.clone();
        changed[offset] ^= 0x04;
        finding(&changed);
    }
    let lines = lines(&file);
    for removed in 0..lines.len() {
        let mut left = lines.clone();
        left.remove(removed);
        finding(&joined(&left));
    }
}

#[test]
fn an_empty_log_is_exported_and_verified() {
    let mut journal = Journal::open(Memory::new(), key(), ORIGIN).unwrap();
    let mut file = Vec::new();
    export(
        &mut journal.backend().reader().unwrap(),
        &key(),
        Span::default(),
        1,
        &mut file,
    )
    .unwrap();
    let verified = verify(&file).unwrap();
    assert_eq!(
        (verified.from, verified.head.size, verified.checkpoints),
        (1, 0, 0)
    );
    let nothing = verify_database(&mut Memory::new().reader().unwrap(), None);
    assert!(matches!(nothing, Err(AuditFault::NoHouse)));
}

#[test]
fn the_same_log_gives_the_same_export() {
    assert_eq!(exported(Span::default()), exported(Span::default()));
}
