//! Charts and par sheets as their users meet them: real binary, real files, published charts.
#![allow(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::support::{pontoon, text};
use rules::{BOOK_IDS, Sign, builtin};
use serde_json::Value;
use simulator::{FileFault, StrategyFile};
use std::path::{Path, PathBuf};

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(
        &[&["strategy"], arguments, &["--as", "json"]].concat(),
    ))
    .unwrap()
}

/// The cells of a row of a chart.
fn row<'a>(chart: &'a Value, table: &str, label: &str) -> Vec<&'a str> {
    let table = chart["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|other| other["table"] == table)
        .unwrap();
    let row = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .find(|other| other["label"] == label);
    row.unwrap_or_else(|| panic!("no row {label}"))["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell.as_str().unwrap())
        .collect()
}

/// The class of hands with a hard total and so many cards.
fn class<'a>(chart: &'a Value, total: u8, cards: &str, upcard: &str) -> &'a Value {
    let wanted = |class: &&Value| {
        class["kind"] == "hard"
            && class["total"] == total
            && class["cards"] == cards
            && class["upcard"] == upcard
    };
    chart["classes"]
        .as_array()
        .unwrap()
        .iter()
        .find(wanted)
        .unwrap()
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// The Wizard of Odds' chart of Spanish 21, six decks, the dealer draws to soft 17: columns 2 to 9,
/// ten, Ace.
const PUBLISHED: [(&str, &str, &str); 34] = [
    ("hard", "5", "H H H H H H H H H H"),
    ("hard", "6", "H H H H H H H H H H"),
    ("hard", "7", "H H H H H H H H H H"),
    ("hard", "8", "H H H H H H H H H H"),
    ("hard", "9", "H H H H D H H H H H"),
    ("hard", "10", "D5 D5 D D D D4 D3 H H H"),
    ("hard", "11", "D4 D5 D5 D5 D5 D4 D4 D4 D3 D3"),
    ("hard", "12", "H H H H H H H H H H"),
    ("hard", "13", "H H H H S4* H H H H H"),
    ("hard", "14", "H H S4* S5' S6\" H H H H H"),
    ("hard", "15", "S4* S5' S6 S6 S H H H H H"),
    ("hard", "16", "S6 S6 S6 S S H H H H Rh"),
    ("hard", "17", "S S S S S S S6 S6 S6 Rh"),
    ("hard", "18", "S S S S S S S S S S"),
    ("hard", "19", "S S S S S S S S S S"),
    ("hard", "20", "S S S S S S S S S S"),
    ("soft", "13", "H H H H H H H H H H"),
    ("soft", "14", "H H H H H H H H H H"),
    ("soft", "15", "H H H H D4 H H H H H"),
    ("soft", "16", "H H H D3 D4 H H H H H"),
    ("soft", "17", "H H D3 D4 D5 H H H H H"),
    ("soft", "18", "S4 S4 D4 D5 D6 S6 S4 H H H"),
    ("soft", "19", "S S S S S S S S S6 S6"),
    ("soft", "20", "S S S S S S S S S S"),
    ("pairs", "2-2", "P P P P P P P H H H"),
    ("pairs", "3-3", "P P P P P P P H H H"),
    ("pairs", "4-4", "H H H H H H H H H H"),
    ("pairs", "5-5", "D D D D D D D H H H"),
    ("pairs", "6-6", "H H P P P H H H H H"),
    // Published with the Super Bonus, where 7-7 against 7 is P$; the reference book has none.
    ("pairs", "7-7", "P P P P P P H H H H"),
    ("pairs", "8-8", "P P P P P P P P P R"),
    ("pairs", "9-9", "S P P P P S P P S S"),
    ("pairs", "T-T", "S S S S S S S S S S"),
    ("pairs", "A-A", "P P P P P P P P P P"),
];

/// Where our chart differs: the total, the upcard, our cell, the number of cards that decides it,
/// and why.
const DIFFERING: [(u8, &str, &str, &str, CloseOrRare); 3] = [
    // Drawing with five cards is better by 0.0004 of a wager, in one hand of 76,000.
    (
        14,
        "6",
        "S5\"",
        "5",
        CloseOrRare {
            margin: 0.000_5,
            chance: 2e-5,
        },
    ),
    // Drawing with six cards is better by 0.007 of a wager, in one hand of 980,000.
    (
        15,
        "6",
        "S6",
        "6",
        CloseOrRare {
            margin: 0.008,
            chance: 2e-6,
        },
    ),
    // Drawing with five cards is better by 0.0002 of a wager, in one hand of 6,500.
    (
        16,
        "2",
        "S5",
        "5",
        CloseOrRare {
            margin: 0.000_3,
            chance: 2e-4,
        },
    ),
];

/// The two best plays differ by less than a margin, and the hands are met less often than a chance.
#[derive(Clone, Copy)]
struct CloseOrRare {
    margin: f64,
    chance: f64,
}

#[test]
fn the_chart_of_spanish_21_is_the_published_one_but_for_three_cells() {
    let chart = json(&["spanish-21"]);
    let upcards: Vec<&str> = chart["upcards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card.as_str().unwrap())
        .collect();
    let mut differing = Vec::new();
    for (table, label, published) in PUBLISHED {
        let published: Vec<&str> = published.split(' ').collect();
        let ours = row(&chart, table, label);
        assert_eq!(ours.len(), published.len());
        for ((ours, published), upcard) in ours.iter().zip(published).zip(&upcards) {
            let ours = ours.trim_end_matches(['~', '=']);
            if ours != published {
                differing.push((label, *upcard, ours));
            }
        }
    }
    let listed: Vec<String> = DIFFERING
        .iter()
        .map(|(total, upcard, ours, ..)| format!("{total} v {upcard}: {ours}"))
        .collect();
    let found: Vec<String> = differing
        .iter()
        .map(|(label, upcard, ours)| format!("{label} v {upcard}: {ours}"))
        .collect();
    assert_eq!(found, listed);
    for (total, upcard, _, cards, why) in DIFFERING {
        let class = class(&chart, total, cards, upcard);
        let (margin, chance) = (
            class["margin"].as_f64().unwrap(),
            class["chance"].as_f64().unwrap(),
        );
        assert_eq!(
            class["best"], "draw",
            "{total} v {upcard} with {cards} cards"
        );
        let CloseOrRare {
            margin: most,
            chance: often,
        } = why;
        assert!(
            margin < most && chance > 0.0 && chance < often,
            "{total} v {upcard}: margin {margin}, chance {chance}"
        );
    }
}

#[test]
fn suited_sevens_are_drawn_to_where_there_is_a_super_bonus() {
    let chart = json(&[
        "spanish-21",
        "--set",
        "super-bonus.prizes=5 to 24: 1000, 25 up: 5000",
    ]);
    assert_eq!(
        row(&chart, "pairs", "7-7"),
        ["P", "P", "P", "P", "P", "P$", "H", "H", "H", "H"]
    );
    assert_eq!(row(&json(&["spanish-21"]), "pairs", "7-7")[5], "P");
}

#[test]
fn a_later_ace_and_forfeiting_have_tables_where_the_book_knows_them() {
    let tables = |book: &str| -> Vec<String> {
        let chart = json(&[book]);
        chart["tables"]
            .as_array()
            .unwrap()
            .iter()
            .map(|table| table["table"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        tables("tasmania"),
        ["hard", "soft", "later-soft", "pairs", "forfeit"]
    );
    assert_eq!(tables("sydney"), ["hard", "soft", "pairs", "forfeit"]);
    assert_eq!(tables("blackjack"), ["hard", "soft", "pairs"]);
    let chart = json(&["sydney"]);
    assert_eq!(
        row(&chart, "forfeit", "17"),
        ["-", "-", "-", "-", "-", "-", "-", "-", "-", "F"]
    );
}

#[test]
fn a_chart_costs_little_and_the_plain_one_more() {
    for book in ["adelaide", "sydney", "blackjack", "spanish-21"] {
        let chart = json(&[book]);
        let number = |key: &str| chart[key].as_f64().unwrap();
        let (costs, plain) = (number("chart_costs"), number("plain_chart_costs"));
        assert!((0.0..0.000_1).contains(&costs), "{book}: {costs}");
        assert!(costs <= plain && plain < 0.002, "{book}: {plain}");
        assert!(
            (number("ev_best") - number("ev_chart") - costs).abs() < 1e-12,
            "{book}"
        );
        let losses = chart["losses"].as_array().unwrap();
        assert!(losses.len() <= 12, "{book}");
        assert!(
            losses.is_sorted_by(|one, other| one["costs"].as_f64() >= other["costs"].as_f64()),
            "{book}"
        );
    }
}

#[test]
fn a_chart_fits_80_columns_and_has_no_colour_where_nobody_looks() {
    let bonus = [
        "blackjack",
        "--decks",
        "1",
        "--set",
        "pays.five-cards=4 to 1",
        "--set",
        "pays.six-cards=6 to 1",
    ];
    for arguments in [
        vec!["adelaide"],
        vec!["tasmania", "--wager", "1000"],
        vec!["singapore", "--plain"],
        bonus.to_vec(),
    ] {
        let text = text(&[&["strategy"], arguments.as_slice()].concat());
        assert!(!text.contains('\x1b'), "{arguments:?}");
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
        }
    }
}

#[test]
fn csv_has_a_line_for_each_class_with_the_best_play_first() {
    let text = text(&["strategy", "sydney", "--as", "csv"]);
    let lines: Vec<Vec<String>> = text.lines().map(fields).collect();
    let place = |name: &str| lines[0].iter().position(|field| field == name).unwrap();
    let classes = json(&["sydney"])["classes"].as_array().unwrap().len();
    let forfeits = lines.iter().filter(|line| line[0] == "forfeit").count();
    assert_eq!(lines.len() - 1 - forfeits, classes);
    assert_eq!(forfeits, 17 * 10);
    for line in &lines[1..] {
        assert_eq!(line.len(), lines[0].len(), "{line:?}");
        if line[0] == "forfeit" {
            continue;
        }
        let worths = ["stand", "draw", "double", "split", "surrender"]
            .map(|name| line[place(name)].parse::<f64>().ok());
        let most = worths.iter().flatten().copied().fold(f64::MIN, f64::max);
        let best = line[place(&line[place("best")])].parse::<f64>().unwrap();
        assert!((best - most).abs() < 1e-15, "{line:?}");
        if let Ok(margin) = line[place("margin")].parse::<f64>() {
            let second = line[place(&line[place("second")])].parse::<f64>().unwrap();
            assert!((best - second - margin).abs() < 1e-12, "{line:?}");
        }
    }
    assert!(
        lines.iter().any(|line| line[place("cell")] == "S5\""),
        "a quotation mark survives"
    );
}

/// The fields of a line of CSV.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = fields.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => last.push(letters.next().unwrap()),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => last.push(other),
        }
    }
    assert!(!quoted, "{line}");
    fields
}

/// A text as a strategy file that holds for its book.
fn strategy_file(text: &str, book: &str) -> StrategyFile {
    let words = |faults: Vec<FileFault>| {
        faults
            .iter()
            .map(|fault| format!("{fault}\n"))
            .collect::<String>()
    };
    let file = StrategyFile::parse(text)
        .unwrap_or_else(|faults| panic!("{book}: {}{text}", words(faults)));
    let rules = builtin(book).unwrap();
    assert_eq!(
        words(file.check(&rules, &Sign::usual(&rules))),
        "",
        "{book}"
    );
    file
}

#[test]
fn a_printed_chart_is_a_strategy_file() {
    for (book, more, name) in BOOK_IDS
        .map(|book| (book, None, "Strategy"))
        .into_iter()
        .chain([("singapore", Some("--plain"), "Plain strategy")])
    {
        let arguments: Vec<&str> = ["strategy", book].into_iter().chain(more).collect();
        let printed_chart = strategy_file(&text(&arguments), book);
        let written = strategy_file(
            &text(&[&arguments[..], &["--as", "strategy"]].concat()),
            book,
        );
        assert_eq!(
            (written.book.as_deref(), written.name),
            (Some(book), format!("{name} of {book}"))
        );
        let [printed_cells, written_cells] =
            [printed_chart.charts, written.charts].map(|charts| charts.unwrap().to_string());
        // The file says more in one cell only: 7-7 v 4 that may not be split draws, a 14 stands.
        assert_eq!(
            written_cells.replacen("Ph     P ", "P      P ", 1),
            printed_cells,
            "{book}"
        );
    }
}

#[test]
fn a_printed_chart_with_a_typing_error_is_refused_where_it_stands() {
    let text = text(&["strategy", "sydney"]);
    for (from, to, wanted) in [
        ("S5\"", "S5&", "`&` is no play"),
        ("   16 S5", "   61 S5", "`61` is no row"),
        ("Soft totals", "Sft totals", "`Sft` is no row"),
        ("\nPairs\n", "\nPears\n", "`Pears` is no row"),
    ] {
        let faults = StrategyFile::parse(&text.replacen(from, to, 1)).unwrap_err();
        assert!(
            faults
                .iter()
                .any(|fault| fault.what.to_string().starts_with(wanted)),
            "{wanted}: {faults:?}"
        );
    }
}

#[test]
fn the_example_of_sydney_is_what_the_command_writes() {
    let example = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/strategies/sydney.strategy"),
    )
    .unwrap();
    assert_eq!(text(&["strategy", "sydney", "--as", "strategy"]), example);
}

#[test]
fn svg_and_html_are_well_formed() {
    let svg = text(&["strategy", "canberra", "--as", "svg"]);
    let html = text(&["strategy", "canberra", "--as", "html"]);
    for text in [
        &svg,
        &html,
        &text(&["par", "sydney"]),
        &text(&["strategy", "blackjack", "--as", "svg", "--decks", "1"]),
    ] {
        well_formed(text);
    }
    for text in [
        "canberra@1",
        "8 decks",
        "wager 25",
        "S5&quot;",
        "S5&#39;",
        "Doubled hands",
        env!("CARGO_PKG_VERSION"),
    ] {
        assert!(svg.contains(text), "{text}");
    }
    for text in [
        "<th scope=\"row\">7-7</th>",
        "<th scope=\"col\">T</th>",
        "@media print",
        "title=\"2 cards: draw ",
    ] {
        assert!(html.contains(text), "{text}");
    }
    assert!(
        !html.contains("http"),
        "a page needs nothing from elsewhere"
    );
}

/// Tags close in order, attributes are quoted, and nothing stands in a text that would be markup.
fn well_formed(text: &str) {
    let text = text.trim_start_matches("<!DOCTYPE html>");
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.trim();
    while let Some(start) = rest.find('<') {
        entities(&rest[..start]);
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag} closes something else");
            continue;
        }
        let (body, closed) = tag
            .strip_suffix('/')
            .map_or((tag, false), |body| (body, true));
        let (name, attributes) = body.split_once(' ').unwrap_or((body, ""));
        assert!(
            name.chars().all(|letter| letter.is_ascii_alphanumeric()),
            "<{tag}>"
        );
        quoted(attributes);
        if !closed {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new(), "left open");
    assert!(rest.trim().is_empty(), "after the end: {rest}");
}

fn entities(text: &str) {
    for (place, _) in text.match_indices('&') {
        let name = &text[place + 1..place + 1 + text[place + 1..].find(';').unwrap()];
        assert!(
            ["amp", "lt", "gt", "quot", "#39", "#10"].contains(&name),
            "&{name};"
        );
    }
}

fn quoted(attributes: &str) {
    let mut rest = attributes.trim();
    while !rest.is_empty() {
        let (name, value) = rest
            .split_once("=\"")
            .unwrap_or_else(|| panic!("{attributes}"));
        assert!(
            name.chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '-'),
            "{name} in {attributes}"
        );
        let (value, more) = value.split_once('"').unwrap();
        entities(value);
        rest = more.trim_start();
    }
}

/// The numbers in a part of a page, as other programs read them.
fn values(part: &str) -> Vec<f64> {
    part.split("<data value=\"")
        .skip(1)
        .map(|text| text.split('"').next().unwrap().parse().unwrap())
        .collect()
}

#[test]
fn a_par_sheet_has_both_edges_and_results_that_add_up() {
    for book in ["adelaide", "canberra", "singapore", "tasmania", "sydney"] {
        let page = text(&["par", book]);
        let summary = page
            .split("<h2>Summary</h2>")
            .nth(1)
            .unwrap()
            .split("</table>")
            .next()
            .unwrap();
        for words in [
            "House edge per initial wager",
            "House edge per total wagered",
            "Standard deviation",
            "How often a round wins",
        ] {
            assert!(summary.contains(words), "{book}: {words}");
        }
        let [expectation, edge, of_all, wagered, ..] = values(summary)[..] else {
            panic!("{book}: {summary}")
        };
        assert!(
            (expectation + edge).abs() < 1e-15 && (edge - of_all * wagered).abs() < 1e-12,
            "{book}"
        );
        let results = page
            .split("id=\"results\"")
            .nth(1)
            .unwrap()
            .split("</table>")
            .next()
            .unwrap();
        let (rows, sum) = results.split_once("class=\"sum\"").unwrap();
        let rows: Vec<Vec<f64>> = rows
            .split("<tr>")
            .map(values)
            .filter(|values| values.len() == 2)
            .collect();
        let chance: f64 = rows.iter().map(|values| values[0]).sum();
        let worth: f64 = rows.iter().map(|values| values[1]).sum();
        assert!(
            (chance - 1.0).abs() < 1e-9,
            "{book}: the probabilities add up to {chance}"
        );
        let [all, together] = values(sum)[..] else {
            panic!("{book}: {sum}")
        };
        assert!(
            (all - chance).abs() < 1e-12 && (together - worth).abs() < 1e-12,
            "{book}"
        );
        assert!(
            (worth - expectation).abs() < 1e-6,
            "{book}: the returns add up to {worth}, not {expectation}"
        );
        for words in [
            "Rules in force",
            "Side wagers",
            "<h2>Method</h2>",
            "MIT OR Apache-2.0",
            "Hard totals",
        ] {
            assert!(page.contains(words), "{book}: {words}");
        }
    }
}

#[test]
fn a_par_sheet_names_the_settings_that_were_changed() {
    let page = text(&[
        "par",
        "sydney",
        "--decks",
        "6",
        "--set",
        "resplit=may",
        "--wager",
        "10",
    ]);
    assert!(page.contains("split.again = may"));
    assert!(page.contains("may (changed; the book says may-not)"));
    assert!(page.contains("6 of 48 cards"));
}

#[test]
fn a_file_is_written_in_the_form_of_its_name_and_nothing_else_is_left() {
    let folder = folder("strategy-forms");
    for (name, start) in [
        ("a.svg", "<svg"),
        ("a.html", "<!DOCTYPE html>"),
        ("a.csv", "kind,"),
        ("a.json", "{"),
        ("a.strategy", "# Strategy: "),
        ("a.txt", "Strategy: "),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, "what was there").unwrap();
        let text = text(&["strategy", "sydney", "-o", path.to_str().unwrap()]);
        assert_eq!(text, "");
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written.starts_with(start), "{name}: {}", &written[..40]);
    }
    text(&[
        "par",
        "sydney",
        "-o",
        folder.join("par.html").to_str().unwrap(),
    ]);
    assert_eq!(
        files(&folder),
        [
            "a.csv",
            "a.html",
            "a.json",
            "a.strategy",
            "a.svg",
            "a.txt",
            "par.html"
        ]
    );
}

#[test]
fn what_cannot_be_written_is_told_and_leaves_nothing() {
    let folder = folder("strategy-unwritable");
    std::fs::write(folder.join("file"), "what was there").unwrap();
    for command in ["strategy", "par"] {
        for (path, why) in [
            ("none/a.svg", "No such file"),
            ("file/a.svg", "Not a directory"),
            (".", "it is a folder"),
        ] {
            let path = folder.join(path);
            let output = pontoon(&[command, "sydney", "-o", path.to_str().unwrap()]);
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{message}");
            assert!(
                message.starts_with(&format!("pontoon: cannot write {}: ", path.display())),
                "{message}"
            );
            assert!(message.contains(why), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
    assert_eq!(files(&folder), ["file"]);
    assert_eq!(
        std::fs::read_to_string(folder.join("file")).unwrap(),
        "what was there"
    );
}

#[test]
fn what_was_asked_wrongly_is_told_in_one_line() {
    for (arguments, words) in [
        (vec!["sidney"], "there is no book `sidney`"),
        (vec!["sydney", "--decks", "5"], "it allows 6 or 8"),
        (
            vec!["sydney", "--set", "split.agin=may"],
            "there is no setting or reading `split.agin`",
        ),
        (vec!["sydney", "--set", "split.again"], "write key=value"),
        (vec!["sydney", "--wager", "0"], "more than nothing"),
    ] {
        for command in ["strategy", "par"] {
            let output = pontoon(&[&[command], arguments.as_slice()].concat());
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{message}");
            assert!(message.contains(words), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
            assert!(output.stdout.is_empty());
        }
    }
    let output = pontoon(&["strategy", "sydney", "--as", "pdf"]);
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("terminal, svg, html, csv, json, strategy")
    );
}
