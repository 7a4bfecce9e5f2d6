//! Reading and writing a round, where the round does not matter.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use game::notation::Script;

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
fn several_rounds_in_one_text_keep_their_lines() {
    let text = "# two rounds\nbook sydney\nbox 1 ann 5\n\nbook canberra\nbox 1 bob five\n";
    let error = Script::parse_all(text).unwrap_err();
    assert_eq!((error.line, error.column), (6, 11));
    let rounds = Script::parse_all(&text.replace("five", "5")).unwrap();
    assert_eq!(
        rounds
            .iter()
            .map(|round| (round.at.0, round.head.book.as_str()))
            .collect::<Vec<_>>(),
        [(2, "sydney"), (5, "canberra")]
    );
}
