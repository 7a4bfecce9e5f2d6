//! Reading and writing a round, where the round does not matter.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use game::notation::{Script, play};
use rules::{RuleBook, builtin};
use std::sync::Arc;

fn builtin_book(name: &str) -> Result<Arc<RuleBook>, String> {
    builtin(name).map_err(|error| error.to_string())
}

#[track_caller]
fn reads_back(text: &str) {
    let script = Script::parse(text).unwrap();
    assert_eq!(
        Script::parse(&script.to_string()).unwrap(),
        script,
        "{script}"
    );
}

#[test]
fn names_and_values_with_blanks_are_quoted() {
    reads_back("book \"my house.toml\"\nbox 1 ann 5\n");
    reads_back("book \"my house.toml@2\"\nset cards.decks=\"3 to 8\"\nbox 1 ann 5\n");
    assert_eq!(
        Script::parse("book \"a b.toml@2\"").unwrap().head.book,
        "a b.toml"
    );
}

#[test]
fn a_stray_quotation_mark_is_refused_with_its_place() {
    for text in [
        "book ga6\"a6\"",
        "book \"\"",
        "book \"a",
        "book sydney set a\"b=c\"",
    ] {
        let error = Script::parse(text).unwrap_err();
        assert_eq!(error.line, 1, "{error}");
    }
}

#[test]
fn several_rounds_in_one_text_keep_their_lines_and_a_faulty_one_hides_no_other() {
    let text = "# two rounds\nbook sydney\nbox 1 ann 5\n\nbook canberra\nbox 1 bob five\n";
    let rounds = Script::parse_all(text);
    let places: Vec<_> = rounds
        .iter()
        .map(|round| match round {
            Ok(round) => (round.at.0, 0),
            Err(error) => (error.line, error.column),
        })
        .collect();
    assert_eq!(places, [(2, 0), (6, 11)]);
    let rounds = Script::parse_all(&text.replace("five", "5"));
    let heads: Vec<_> = rounds.into_iter().map(Result::unwrap).collect();
    assert_eq!(
        heads
            .iter()
            .map(|round| (round.at.0, round.head.book.as_str()))
            .collect::<Vec<_>>(),
        [(2, "sydney"), (5, "canberra")]
    );
}

#[test]
fn a_head_that_contradicts_itself_is_refused_with_its_place() {
    let faults = [
        ("decks 8 decks 6", 22, "`decks`"),
        ("decks 8\ncards 8s", 1, "decks or cards"),
        ("cards 8s decks 8", 23, "decks or cards"),
        ("minimum 5 minimum 25", 24, "`minimum`"),
        ("maximum 5\nmaximum 25", 1, "`maximum`"),
        ("chip 1 chip 2", 21, "`chip`"),
        ("shoe new device", 23, "the shoe or the device"),
        ("shoe shoe new", 19, "the shoe or the device"),
        ("shoe new left 5", 23, "a new shoe holds all its cards"),
        ("left 5 shoe new", 26, "a new shoe holds all its cards"),
        ("pairs off pairs 1 5", 24, "`pairs`"),
        ("pairs off pairs compulsory", 30, "no condition of play"),
        ("set resplit=may set resplit=may-not", 34, "`set resplit`"),
        ("late ann\nheld ann", 6, "how ann is held"),
        ("marker ann 1 marker ann 2", 34, "`marker ann`"),
        ("raised 2 500 raised 2 600", 34, "`raised 2`"),
        ("raised ann 5 500 raised ann 5 600", 38, "`raised ann`"),
        ("players ann bob ann", 30, "ann is a player"),
    ];
    for (head, column, what) in faults {
        let text = format!("book sydney  {head}\nbox 1 ann 5\n");
        let error = Script::parse(&text).unwrap_err();
        let line = 1 + head.matches('\n').count();
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{head}: {error}"
        );
        assert!(error.what.contains(what), "{head}: {error}");
        // So are the items of a table that is to be refused.
        let items = head.replace('\n', " ");
        let text = format!("book sydney\nrefused [4.1]  table {items}\n");
        let error = Script::parse(&text).unwrap_err();
        assert!(
            error.line == 2 && error.what.contains(what),
            "{items}: {error}"
        );
    }
}

#[test]
fn the_items_of_a_refused_table_may_change_what_the_head_says() {
    let text =
        "book sydney decks 8 minimum 5 maximum 10\nrefused [4.1]  table decks 7\nbox 1 ann 5\n";
    let played = play(&Script::parse(text).unwrap(), &builtin_book);
    // Only the end of the text is missing: the table was refused as it says.
    let error = played.unwrap_err();
    assert!(error.what.contains("ends before the round"), "{error}");
}

#[test]
fn a_clause_may_have_the_books_brackets_and_is_printed_as_the_page_names_it() {
    for (written, name) in [
        ("62(a)", "62a"),
        ("9(d)", "9d"),
        ("50(a)(i)", "50a(i)"),
        ("50a(i)", "50a(i)"),
        ("10.2(b)", "10.2b"),
        ("reading tie", "reading tie"),
        ("(a) 9", "(a) 9"),
        ("9(", "9("),
    ] {
        let script = Script::parse(&format!("book adelaide\ncites [{written}]\n")).unwrap();
        assert_eq!(script.lines[0].line.to_string(), format!("cites [{name}]"));
    }
    let text = "book adelaide\nbox 1 ann* 10\ndeal 5c 9d 4d\n\
        refused [62(a)]  1 double 11 Kc\n1 double 10 Kc\ndealer Kd\n\
        result 1/1 ann wager stand-off [11]\ncites [62(b)]\n";
    play(&Script::parse(text).unwrap(), &builtin_book).unwrap();
}

#[test]
fn the_wrong_player_who_calls_is_refused() {
    let text = "book sydney\nbox 1 ann* 10, bob 5\ndeal 9c 9d 4d\n\
        refused [6.6]  1 stand bob\nrefused [6.6]  1 draw bob 2c\n\
        1 draw ann 2c stand ann\ndealer Kd\nnet ann -10\n";
    let script = Script::parse(text).unwrap();
    assert_eq!(Script::parse(&script.to_string()).unwrap(), script);
    play(&script, &builtin_book).unwrap();
}

#[test]
fn a_head_of_a_hundred_thousand_names_is_read_in_a_moment() {
    // 14 to 25 seconds when each name was looked for among those before it; a second is far more
    // than it takes, and far less than that.
    let names: Vec<String> = (0..100_000).map(|no| format!("p{no}")).collect();
    let text = format!(
        "book sydney\nplayers {}\nwarned p99999\nbox 1 p0 5\n",
        names.join(" ")
    );
    let script = Script::parse(&text).unwrap();
    assert_eq!(script.head.players.len(), 100_000);
    let error = play(&script, &builtin_book).unwrap_err();
    assert!(error.what.contains("at most 200 people"), "{error}");
}
