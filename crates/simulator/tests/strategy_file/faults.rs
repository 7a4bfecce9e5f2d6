//! Each fault by an example, with its place and its words.

use super::{charts, faults};

#[test]
fn every_fault_of_a_text_is_told_with_its_place() {
    let good = charts(&[]);
    let count = "base best\ncount\ntags A -1 2 1 3 1 4 1 5 1 6 1 7 0 8 0 9 0 T -1\n";
    let cases: Vec<(String, &str)> = vec![
        (
            String::new(),
            "line 1, column 1: the file does not say how to play: write the charts, or a line \
            `base best` or `base card`",
        ),
        (
            "\n hello".into(),
            "line 2, column 2: `hello` begins no line here: write name, book or base, or a section",
        ),
        (
            "base best\nbase card".into(),
            "line 2, column 1: base is there a second time",
        ),
        (
            "base worst".into(),
            "line 1, column 6: `worst` is not valid here: write best or card",
        ),
        (
            "base".into(),
            "line 1, column 5: `` is not valid here: write best or card",
        ),
        (
            "base best now".into(),
            "line 1, column 11: `now` is too much on this line",
        ),
        (
            "name\nbase best".into(),
            "line 1, column 1: `` is not valid here: write a name of 1 to 80 letters",
        ),
        (
            format!("{good}base best"),
            "line 43, column 1: a base stands instead of charts",
        ),
        (
            good.replace("soft\n", "oft\n"),
            "line 20, column 1: `oft` is no row of this section: write a total from 5 to 20, or \
            several",
        ),
        (
            good.replace("\nsoft\n", "\nhard\n"),
            "line 20, column 1: Hard totals is there a second time: write it once",
        ),
        (
            good.replace("\nsoft\n", "\n# soft\n"),
            "line 1, column 1: the section soft is missing",
        ),
        (
            good.replacen("2 3 4 5 6 7 8 9 T A\n", "", 1),
            "line 2, column 1: the columns are missing: write the dealer's cards above the rows",
        ),
        (
            good.replacen("9 T A", "9 A", 1),
            "line 2, column 18: there is no column T: write 2 3 4 5 6 7 8 9 T A, each once",
        ),
        (
            good.replacen("9 T A", "9 9 T A", 1),
            "line 2, column 17: there is a second column 9",
        ),
        (
            good.replacen("9 T A", "9 K A", 1),
            "line 2, column 17: `K` is no column",
        ),
        (
            good.replace("\n16 H", "\n61 H"),
            "line 14, column 1: `61` is no row of this section: write a total from 5 to 20",
        ),
        (
            good.replace("\n16 H", "\n15 H"),
            "line 14, column 1: there is a second row for hard 15: write it once",
        ),
        (
            good.replace("8-8 H", "8-9 H"),
            "line 39, column 1: `8-9` is no row of this section: write a pair: 2-2 to 9-9, T-T or \
            A-A",
        ),
        (
            good.replace("\n16 H H H H H H H H H H", ""),
            "line 1, column 1: there is no row for hard 16",
        ),
        (
            good.replace("\n16 H", "\n16"),
            "line 14, column 21: hard 16 has no cell for column A: write ten cells in a row",
        ),
        (
            good.replace("\n16 H", "\n16 H H"),
            "line 14, column 24: `H` is one cell too many",
        ),
        (
            good.replace("\n16 H H", "\n16 H X"),
            "line 14, column 6: `X` is no play: write S stand, H draw, D double, P split or R \
            surrender",
        ),
        (
            good.replace("\n16 H H", "\n16 H Sx"),
            "line 14, column 7: `x` is no play",
        ),
        (
            good.replace("\n16 H H", "\n16 H Dd"),
            "line 14, column 7: `d` is in this cell already",
        ),
        (
            good.replace("\n16 H H", "\n16 H P"),
            "line 14, column 6: only a pair is split",
        ),
        (
            good.replace("8-8 H H", "8-8 H H4"),
            "line 39, column 8: a pair has two cards",
        ),
        (
            good.replace("\n16 H H", "\n16 H S9"),
            "line 14, column 7: a number of cards from 3 to 7 belongs here",
        ),
        (
            good.replace("\n16 H H", "\n16 H S4*"),
            "line 14, column 8: `*` has no meaning here: * ' and \" belong to hard 13, 14 and 15",
        ),
        (
            good.replace("\n14 H H", "\n14 H S'*"),
            "line 12, column 8: marks are written once and in this order",
        ),
        (
            good.replace("\n14 H H", "\n14 H S4^"),
            "line 12, column 8: `^` does not say what is done: write a mark and its play, such as \
            *R",
        ),
        (
            good.replace("\n14 H H", "\n14 H S[1]"),
            "line 12, column 7: a footnote is not read: write its text here",
        ),
        (
            format!("{good}forfeit\n2 3 4 5 6 7 8 9 T A\nto 20 - - - - - - - - - K"),
            "line 45, column 25: `K` is not valid here: write F to forfeit",
        ),
        (
            "base best\nramp\n1: 5".into(),
            "line 2, column 1: a ramp needs a section count with its tags",
        ),
        (
            "base best\ncount\ntrue floor".into(),
            "line 2, column 1: this section needs a line such as: tags A -1",
        ),
        (
            count.replace(" 9 0", ""),
            "line 3, column 43: there is no tag for 9",
        ),
        (
            count.replace("9 0", "8 0"),
            "line 3, column 39: there is a second tag for 8",
        ),
        (
            count.replace("T -1", "T -21"),
            "line 3, column 45: `-21` is not valid here: write a number from -20 to 20",
        ),
        (
            count.replace("T -1", "T -1.234"),
            "line 3, column 45: `-1.234` is not valid here",
        ),
        (
            format!("{count}true up"),
            "line 4, column 6: `up` is not valid here: write floor, truncate, nearest or exact",
        ),
        (
            format!("{count}decks many"),
            "line 4, column 7: `many` is not valid here: write cards, halves or whole",
        ),
        (
            format!("{count}start 0\nstart 1"),
            "line 5, column 1: start is there a second time",
        ),
        (
            format!("{count}sides 2"),
            "line 4, column 1: `sides` is not valid here: write tags, start, true or decks",
        ),
        (
            format!("{count}ramp\nbelow 1: 5\n2: 10"),
            "line 6, column 1: the second line of a ramp begins where the line `below` ends",
        ),
        (
            format!("{count}ramp\n1: 5\n1: 10"),
            "line 6, column 1: true counts of a ramp rise from line to line",
        ),
        (
            format!("{count}ramp\n1: 0"),
            "line 5, column 4: a wager is more than nothing",
        ),
        (
            format!("{count}ramp\n1: ten"),
            "line 5, column 4: `ten`: not an amount of money",
        ),
        (
            format!("{count}ramp\n1 5"),
            "line 5, column 1: `1` is not valid here: write below 1: 5 or 2: 25",
        ),
        (
            format!("{count}ramp\n1001: 5"),
            "line 5, column 1: `1001` is not valid here: write a number from -1000 to 1000",
        ),
        (
            format!("{count}wonging\nenter 1\nleave 2"),
            "line 4, column 1: `leave` is above `enter`",
        ),
        (
            format!("{count}wonging\nlate often"),
            "line 5, column 6: `often` is not valid here: write free or held",
        ),
        (
            format!("{count}index\nhard 16 T: S from 2"),
            "line 5, column 9: this is no index play: write hard 16 v T: S from 2",
        ),
        (
            format!("{count}index\nhard 16 v T: S"),
            "line 5, column 15: this is no index play",
        ),
        (
            format!("{count}index\nhard 16 v T: S from 2 or so"),
            "line 5, column 23: `or` is too much on this line",
        ),
        (
            format!("{count}index\nhard 26 v T: S from 2"),
            "line 5, column 6: `26` is no row of this section",
        ),
        (
            format!("{count}index\nhard 16 v T: SX from 2"),
            "line 5, column 15: `X` is no play",
        ),
        (
            format!("{count}index\nhard 16 v T: S from 2 below 2"),
            "line 5, column 1: no true count is meant",
        ),
        (
            format!("{count}index\nhard 16 v T: S from 2\nhard 16 v T: H below 3"),
            "line 6, column 1: hard 16 v T has a play for some of these true counts in line 5",
        ),
        (
            format!("{count}index\ninsurance from 3\ninsurance from 4"),
            "line 6, column 1: insurance is there a second time",
        ),
    ];
    let mut unlike = Vec::new();
    for (text, wanted) in cases {
        let found = faults(&text, "sydney");
        if !found.iter().any(|fault| fault.starts_with(wanted)) {
            unlike.push(format!("{wanted}\nbut\n{}", found.join("\n")));
        }
    }
    assert!(unlike.is_empty(), "{}", unlike.join("\n\n"));
}

#[test]
fn all_faults_are_told_and_none_follows_from_another() {
    let text = charts(&[
        ("hard 16", "S S X S S S S S Y S"),
        ("soft 18", "S S"),
        ("pair 9-9", "S S S S S S S S S S^"),
    ]);
    let found = faults(&text, "sydney");
    let starts: Vec<&str> = found
        .iter()
        .map(|fault| fault.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        starts,
        [
            "line 14, column 8",
            "line 14, column 20",
            "line 27, column 7",
            "line 40, column 24"
        ],
        "{found:#?}"
    );
}

#[test]
fn what_a_book_does_not_allow_is_told_with_its_clause() {
    let ramp = |text: &str| {
        format!("base best\ncount\ntags A -1 2 1 3 1 4 1 5 1 6 1 7 0 8 0 9 0 T -1\nramp\n{text}")
    };
    let d = "D D D D D D D D D D";
    let cases: Vec<(&str, String, &str)> = vec![
        (
            "adelaide",
            charts(&[("hard 12", "H H H H H H H H Dh H")]),
            "line 10, column 20: hard 12 v T: the book does not allow double here: only the first \
            two cards of a hard 9, 10 or 11 may be doubled (62)",
        ),
        (
            "adelaide",
            charts(&[("pair 4-4", d)]),
            "line 35, column 5: pair 4-4 v 2: the book does not allow double here",
        ),
        (
            "adelaide",
            charts(&[("hard 11", d)]),
            "line 9, column 4: hard 11 v 2: the book does not allow double here: only the first \
            two cards may be doubled: say with a small letter what is done with more, Dh or Ds \
            (62)",
        ),
        (
            "singapore",
            charts(&[("hard 11", "H H H H H H H H H D4")]),
            "line 9, column 22: hard 11 v A: the book does not allow double here: only the first \
            two cards may be doubled",
        ),
        (
            "sydney",
            charts(&[("hard 16", "H H H H R H H H H H")]),
            "line 14, column 12: hard 16 v 6: the book does not allow surrender here: only hands \
            against an Ace or a card that counts ten may be surrendered (10.1)",
        ),
        (
            "sydney",
            charts(&[("hard 16", "H H H H H H H H R H")]),
            "line 14, column 20: hard 16 v T: the book does not allow surrender here: only the \
            first two cards may be surrendered: say with a small letter what is done with more, Rh \
            or Rs (10.1)",
        ),
        (
            "canberra",
            charts(&[("hard 11", "S H H H H H H H H H")]),
            "line 9, column 4: hard 11 v 2: the book does not allow stand here: a total below 12 \
            must draw: write H (10.2c)",
        ),
        (
            "adelaide",
            charts(&[("hard 14", "H*D H H H H H H H H H")]),
            "line 12, column 4: hard 14 v 2: the book does not allow double here",
        ),
        (
            "sydney",
            charts(&[])
                + "forfeit\n2 3 4 5 6 7 8 9 T A\nto 20 - - - - - - - - - -\n21 F - - - - - - - - -",
            "line 46, column 4: a doubled 21 v 2: the book does not allow to forfeit it: write - \
            (reading forfeit-21)",
        ),
        (
            "canberra",
            "base best\nbook sydney".into(),
            "line 2, column 6: written for sydney, asked for canberra",
        ),
        (
            "sydney",
            ramp("below 1: 4.50\n1: 10"),
            "line 5, column 10: a wager of 4.50 is below the minimum of 5",
        ),
        (
            "sydney",
            ramp("1: 5000"),
            "line 5, column 4: a wager of 5000 is above the maximum of 1000",
        ),
        (
            "adelaide",
            ramp("1: 5\nindex\nsoft 18 v 6: Ds from 1"),
            "line 7, column 1: soft 18 v 6: the book does not allow double here",
        ),
    ];
    let mut unlike = Vec::new();
    for (id, text, wanted) in cases {
        let found = faults(&text, id);
        if !found.first().is_some_and(|fault| fault.starts_with(wanted)) {
            unlike.push(format!("{wanted}\nbut\n{}", found.join("\n")));
        }
    }
    assert!(unlike.is_empty(), "{}", unlike.join("\n\n"));
}

#[test]
fn what_a_book_does_allow_is_no_fault() {
    for (id, text) in [
        (
            "adelaide",
            charts(&[
                ("hard 11", "Dh Dh Dh Dh Dh Dh Dh Dh Rh Dh"),
                ("pair 5-5", "D D D D D D D D R R"),
            ]),
        ),
        (
            "sydney",
            charts(&[
                ("hard 11", "D D S S/D4 D D D D Rd4 Rh"),
                ("soft 18", "D D D D D D D D Rs Rdh"),
            ]),
        ),
        (
            "singapore",
            charts(&[
                ("hard 5", "D D D D D D D D D D"),
                ("hard 12", "Dh Ds S H Ds5 Dh Dh Dh Dh Rh"),
            ]),
        ),
        ("tasmania", "base card\nbook tasmania@1".to_owned()),
    ] {
        assert_eq!(faults(&text, id), Vec::<String>::new(), "{id}");
    }
}
