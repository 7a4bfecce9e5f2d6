//! The log as CSV files under a cover: whatever is changed in them is found.

use crate::support::*;
use store::audit::{
    AuditFault, Cover, CsvFiles, Finding, Problem, Span, Verified, export_csv, verify_csv,
};
use store::{Backend, Journal, JournalOptions, Memory};

struct Sheets {
    cover: String,
    entries: Vec<u8>,
    transfers: Vec<u8>,
}

fn exported(span: Span) -> Sheets {
    let options = JournalOptions {
        checkpoint_every: 4,
        project_every: 6,
    };
    let mut journal = Journal::open_with(Memory::new(), key(), ORIGIN, options).unwrap();
    journal.commit(small_history(), 1_700_000_000_999);
    // Past the first checkpoint that every log must have.
    journal.commit(
        (0..260)
            .map(|no| said(table(3), &format!("m{no}"), "a"))
            .collect(),
        1_700_000_000_999,
    );
    let (mut entries, mut transfers) = (Vec::new(), Vec::new());
    let files = CsvFiles::new("house.entries.csv", "house.transfers.csv").unwrap();
    let mut reader = journal.backend().reader().unwrap();
    let (verified, cover) = export_csv(
        &mut reader,
        &key(),
        span,
        7,
        files,
        (&mut entries, &mut transfers),
    )
    .unwrap();
    // The files hold no checkpoints, and their cover signs every entry.
    assert_eq!(
        (verified.checkpoints, verified.signed),
        (0, verified.head.size)
    );
    Sheets {
        cover: cover.to_string(),
        entries,
        transfers,
    }
}

fn verify(sheets: &Sheets) -> Result<Verified, AuditFault> {
    let cover: Cover = sheets
        .cover
        .parse()
        .map_err(|fault| std::io::Error::other(format!("{fault}")))?;
    verify_csv(
        &cover,
        &mut &sheets.entries[..],
        &mut &sheets.transfers[..],
        Some(key().public()),
    )
}

fn finding(sheets: &Sheets) -> Finding {
    match verify(sheets) {
        Err(AuditFault::Found(finding)) => finding,
        other => panic!("{other:?}"),
    }
}

fn small() -> Sheets {
    exported(Span {
        from: Some(1),
        to: Some(14),
    })
}

#[test]
fn the_sheets_of_a_log_are_verified() {
    let all = verify(&exported(Span::default())).unwrap();
    assert_eq!((all.from, all.head.size, all.signed), (1, 274, 274));
    let part = verify(&exported(Span {
        from: Some(5),
        to: Some(270),
    }))
    .unwrap();
    assert_eq!((part.from, part.head.size), (5, 270));
}

#[test]
fn a_row_says_what_an_entry_and_a_transfer_are() {
    let sheets = small();
    let entries = String::from_utf8(sheets.entries).unwrap();
    let row = entries.lines().nth(3).unwrap();
    assert!(
        row.contains(",table/1,1,1700000000000,ann,ann,3,said,1,\"{\"\"at\"\":1700000000000,"),
        "{row}"
    );
    // A sheet would take it for a formula.
    assert!(entries.contains(",ann,\"'=10\",said,"), "{entries}");
    let transfers: Vec<String> = String::from_utf8(sheets.transfers)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    assert_eq!(
        transfers[0],
        "position,transfer,does,from,held,to,cents,hold,purpose,clause"
    );
    assert_eq!(transfers[1], "1,c-1,pay,house,,player 1,10000,,wager,14.8");
    assert_eq!(
        transfers[3],
        "3,t1-1,hold,player 1,wagers held at table 1,float of table 1,2500,,wager,14.8"
    );
    assert_eq!(transfers[6], "6,t1-4,post,,,,1250,t1-3,wager,14.8");
    assert_eq!(transfers[8], "9,t1-6,void,,,,,t1-5,wager,14.8");
    assert_eq!(transfers.len(), 11);
}

#[test]
fn every_flipped_bit_of_the_sheets_is_found_in_its_row() {
    let sheets = small();
    let rows = |file: &[u8]| file.iter().filter(|&&byte| byte == b'\n').count();
    for offset in 0..sheets.entries.len() {
        let mut entries = sheets.entries.clone();
        entries[offset] ^= 0x01;
        let before = u64::try_from(rows(&sheets.entries[..offset])).unwrap();
        let finding = finding(&Sheets {
            entries,
            ..small_from(&sheets)
        });
        assert_eq!(
            (finding.line, finding.position),
            (Some(before + 1), before.max(1)),
            "byte {offset}: {finding}"
        );
    }
    for offset in 0..sheets.transfers.len() {
        let mut transfers = sheets.transfers.clone();
        transfers[offset] ^= 0x01;
        let before = u64::try_from(rows(&sheets.transfers[..offset])).unwrap();
        let finding = finding(&Sheets {
            transfers,
            ..small_from(&sheets)
        });
        assert_eq!(finding.line, Some(before + 1), "byte {offset}: {finding}");
    }
}

fn small_from(sheets: &Sheets) -> Sheets {
    Sheets {
        cover: sheets.cover.clone(),
        entries: sheets.entries.clone(),
        transfers: sheets.transfers.clone(),
    }
}

#[test]
fn every_flipped_bit_of_the_seal_is_found() {
    let sheets = small();
    for offset in 0..sheets.cover.len() {
        let mut bytes = sheets.cover.clone().into_bytes();
        bytes[offset] ^= 0x01;
        let Ok(cover) = String::from_utf8(bytes) else {
            continue;
        };
        assert!(
            verify(&Sheets {
                cover,
                ..small_from(&sheets)
            })
            .is_err(),
            "byte {offset}"
        );
    }
}

#[test]
fn rows_that_are_removed_doubled_or_swapped_are_found() {
    let sheets = small();
    let rows = |file: &[u8]| {
        file.split_inclusive(|&byte| byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect::<Vec<_>>()
    };
    let (entries, transfers) = (rows(&sheets.entries), rows(&sheets.transfers));
    for place in 0..entries.len() {
        let mut removed = entries.clone();
        removed.remove(place);
        let found = finding(&Sheets {
            entries: removed.concat(),
            ..small_from(&sheets)
        });
        assert_eq!(
            found.position,
            u64::try_from(place.max(1)).unwrap(),
            "{found}"
        );
        let mut doubled = entries.clone();
        doubled.insert(place, entries[place].clone());
        finding(&Sheets {
            entries: doubled.concat(),
            ..small_from(&sheets)
        });
    }
    for place in 0..transfers.len() - 1 {
        let mut swapped = transfers.clone();
        swapped.swap(place, place + 1);
        let found = finding(&Sheets {
            transfers: swapped.concat(),
            ..small_from(&sheets)
        });
        assert!(matches!(found.problem, Problem::InFile { .. }), "{found}");
    }
    let cut = Sheets {
        transfers: transfers[..transfers.len() - 1].concat(),
        ..small_from(&sheets)
    };
    let words = finding(&cut).to_string();
    assert!(
        words.starts_with(
            "entry 12 (line 11): in house.transfers.csv: the row is `the end of the file`"
        ),
        "{words}"
    );
}

#[test]
fn the_files_of_a_seal_lie_beside_it() {
    assert!(CsvFiles::new("a.csv", "b.csv").is_some());
    for name in ["", "../a.csv", "a/b.csv", ".a", "a b", "b.csv", "a\\b"] {
        assert_eq!(CsvFiles::new(name, "b.csv"), None, "{name}");
    }
}
