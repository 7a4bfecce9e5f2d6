//! Whole tables, counters, files and runs that are stopped, through the real program.
#![allow(clippy::float_arithmetic, reason = "a share of a wager is no money")]

use crate::support::{fails, file, json, number, pontoon, text};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn a_round_that_cannot_be_finished_comes_to_nothing() {
    let dealt = [
        "simulate", "tasmania", "--decks", "3", "--boxes", "7", "--deal", "shoe", "--cut", "0",
        "--rounds", "20k",
    ];
    let void = timeless(&[&dealt[..], &["--set", "shoe.runs-out=not-provided"]].concat());
    assert!(number(&void["rounds_void"]) > 100.0, "{void}");
    let aces = void["by_upcard"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["upcard"] == "A")
        .unwrap();
    assert!(
        (number(&aces["wagers"]) / number(&void["wagers"]) - 1.0 / 12.0).abs() < 0.01,
        "{void}"
    );
    // Where the book shuffles the rack, every round is finished.
    let whole = timeless(&dealt);
    // The last shoe is dealt to its end.
    let rounds = whole["rounds"].as_u64().unwrap();
    assert!((20_000..20_030).contains(&rounds), "{whole}");
    assert_eq!(
        (&whole["rounds_void"], &whole["wagers"]),
        (&Value::from(0), &Value::from(7 * rounds))
    );
    assert!(number(&whole["rounds_by_engine"]) > 100.0);
}

/// What does not depend on how long it took.
fn timeless(arguments: &[&str]) -> Value {
    without_time(json(arguments))
}

fn without_time(mut found: Value) -> Value {
    let fields = found.as_object_mut().unwrap();
    assert!(fields.remove("seconds").is_some() && fields.remove("rounds_per_second").is_some());
    found
}

/// A path for this test alone, where nothing is yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn complaint(arguments: &[&str]) -> String {
    let output = pontoon(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

const COUNTER: &str = "examples/strategies/sydney-counter.strategy";

#[test]
fn every_way_to_deal_is_the_same_by_any_number_of_threads() {
    const WHOLE: u64 = 0;
    for (rounds, more, beyond) in [
        // Several blocks of shoes.
        (1_100_000, &["sydney", "--deal", "shoe"][..], 80),
        (
            1_100_000,
            &["sydney", "--deal", "shoe", "--strategy", COUNTER],
            80,
        ),
        (
            270_000,
            &["sydney", "--deal", "device", "--boxes", "3"],
            WHOLE,
        ),
        (270_000, &["adelaide", "--boxes", "7"], WHOLE),
        (
            270_000,
            &[
                "singapore",
                "--box",
                "25,pairs=5,pandemonium=2",
                "--box",
                "50,card,co=10,co=20:nothing",
            ],
            WHOLE,
        ),
    ] {
        let asked = rounds.to_string();
        let run = |threads: &str| {
            let arguments: Vec<&str> = ["simulate"]
                .into_iter()
                .chain(more.iter().copied())
                .chain(["--rounds", &asked, "--threads", threads])
                .collect();
            timeless(&arguments)
        };
        let one = run("1");
        let played = one["rounds"].as_u64().unwrap();
        assert!((rounds..=rounds + beyond).contains(&played), "{more:?}");
        assert_eq!(one, run("2"), "{more:?}");
    }
}

#[test]
fn boxes_share_the_dealer_and_the_solver_knows_each() {
    let found = timeless(&[
        "simulate", "adelaide", "--boxes", "7", "--rounds", "2M", "--seed", "3",
    ]);
    let (mean, error) = (number(&found["ev_per_initial_wager"]), number(&found["se"]));
    assert!(
        (mean - number(&found["exact_ev"])).abs() < 3.0 * error,
        "{mean} ± {error}"
    );
    let together = &found["covariances"][0];
    assert_eq!(together["seats"], serde_json::json!([1, 1]));
    // The dealer's hand is shared: boxes win and lose together.
    assert!(
        number(&together["correlation"]) > 0.2 && number(&together["correlation"]) < 0.8,
        "{together}"
    );
    assert_eq!(found["seats"][0]["boxes"].as_array().unwrap().len(), 7);
}

#[test]
fn a_counter_wins_from_a_shoe_and_not_from_a_device() {
    let run = |deal: &str| {
        timeless(&[
            "simulate",
            "sydney",
            "--strategy",
            COUNTER,
            "--deal",
            deal,
            "--rounds",
            "3M",
        ])
    };
    let shoe = run("shoe");
    assert!(
        number(&shoe["ev_per_initial_wager"]) > 4.0 * number(&shoe["se"]),
        "{shoe}"
    );
    assert!(number(&shoe["hourly"]["n0"]) > 1_000.0, "{shoe}");
    let worth = |count: i64| {
        let rows = shoe["by_true_count"].as_array().unwrap();
        let row = rows.iter().find(|row| row["true_count"] == count).unwrap();
        number(&row["ev_per_initial_wager"])
    };
    assert!(worth(-5) < worth(0) && worth(0) < worth(5), "{shoe}");
    let device = run("device");
    assert!(number(&device["ev_per_initial_wager"]) < 0.0, "{device}");
    assert_eq!(device["hourly"]["n0"], Value::Null);
}

#[test]
fn a_counter_who_comes_and_goes_needs_somebody_who_stays() {
    let wonger = "examples/strategies/sydney-wonger.strategy";
    let words = complaint(&[
        "simulate",
        "sydney",
        "--strategy",
        wonger,
        "--deal",
        "shoe",
        "--rounds",
        "10k",
    ]);
    assert!(words.contains("add a box that always plays"), "{words}");
    let found = timeless(&[
        "simulate",
        "sydney",
        "--strategy",
        wonger,
        "--boxes",
        "2",
        "--others",
        "card",
        "--deal",
        "shoe",
        "--rounds",
        "500k",
    ]);
    let wagers = |seat: usize| number(&found["seats"][seat]["bettors"][0]["figures"]["wagers"]);
    assert!(
        wagers(0) < 0.5 * wagers(1) && (wagers(1) - number(&found["rounds"])).abs() < 0.5,
        "{found}"
    );
}

#[test]
fn side_wagers_come_to_what_they_are_worth() {
    let found = timeless(&[
        "simulate",
        "singapore",
        "--pairs",
        "5",
        "--pandemonium",
        "2",
        "--rounds",
        "2M",
    ]);
    let sides = found["seats"][0]["bettors"][0]["side_wagers"]
        .as_array()
        .unwrap();
    let exact = json(&["side", "singapore"]);
    for (name, key) in [("pairs", "pairs"), ("pandemonium", "pandemonium")] {
        let side = sides.iter().find(|side| side["wager"] == name).unwrap();
        let wanted = -number(&exact[key]["edge"]["decimal"]);
        let off = (number(&side["ev_per_stake"]) - wanted) / number(&side["se"]);
        assert!(
            off.abs() < 3.0,
            "{name}: {off} standard errors off {wanted}"
        );
        assert_eq!(side["times"], 2_000_000);
    }
}

#[test]
fn a_run_that_is_kept_goes_on_to_the_same_digits() {
    let kept = fresh("kept-run.json");
    let name = kept.to_str().unwrap();
    let run = |rounds: &str, more: &[&str]| {
        let arguments: Vec<&str> = [
            "simulate", "sydney", "--boxes", "2", "--deal", "shoe", "--seed", "8", "--rounds",
            rounds,
        ]
        .into_iter()
        .chain(more.iter().copied())
        .collect();
        timeless(&arguments)
    };
    // In three parts, the first two with a block that is not whole.
    let first = run("270k", &["--resume", name]);
    assert!((270_000..270_080).contains(&first["rounds"].as_u64().unwrap()));
    run("530k", &["--resume", name, "--threads", "1"]);
    assert_eq!(run("800k", &["--resume", name]), run("800k", &[]));
    let before = std::fs::read_to_string(&kept).unwrap();
    let other = |arguments: &[&str], words: &[&str]| {
        let arguments: Vec<&str> = ["simulate"]
            .into_iter()
            .chain(arguments.iter().copied())
            .chain(["--rounds", "800k", "--resume", name])
            .collect();
        fails(&arguments, words);
        assert_eq!(
            std::fs::read_to_string(&kept).unwrap(),
            before,
            "the file is as it was"
        );
    };
    other(
        &["canberra", "--boxes", "2", "--deal", "shoe", "--seed", "8"],
        &["book is sydney@1, not canberra@1"],
    );
    other(
        &["sydney", "--boxes", "2", "--deal", "shoe", "--seed", "9"],
        &["its seed is 8, not 9"],
    );
    other(
        &[
            "sydney", "--boxes", "2", "--deal", "shoe", "--seed", "8", "--wager", "50",
        ],
        &["its wager is 25, not 50"],
    );
    let tie = [
        "sydney",
        "--boxes",
        "2",
        "--deal",
        "shoe",
        "--seed",
        "8",
        "--set",
        "settlement.tie=dealer-wins",
    ];
    other(&tie, &["the settings of its book"]);
    let fewer = [
        "simulate", "sydney", "--boxes", "2", "--deal", "shoe", "--seed", "8", "--rounds", "2k",
        "--resume", name,
    ];
    fails(&fewer, &["rounds are kept already"]);
    let old = file(
        "old-run.json",
        before.replace("pontoon simulate 3", "pontoon simulate 2"),
    );
    fails(
        &["simulate", "sydney", "--resume", old.to_str().unwrap()],
        &["kept by another version"],
    );
    let broken = file(
        "broken-run.json",
        before.replace("\"rounds\":[\"", "\"rounds\":[\"1"),
    );
    assert_ne!(std::fs::read_to_string(&broken).unwrap(), before);
    fails(
        &[
            "simulate",
            "sydney",
            "--boxes",
            "2",
            "--deal",
            "shoe",
            "--seed",
            "8",
            "--resume",
            broken.to_str().unwrap(),
        ],
        &["is damaged"],
    );
    let no_run = file("no-run.json", "hello");
    fails(
        &["simulate", "sydney", "--resume", no_run.to_str().unwrap()],
        &["is not a run that was kept"],
    );
}

#[test]
fn shoes_side_by_side_that_are_kept_go_on_to_the_same_digits() {
    let kept = fresh("kept-shoes.json");
    let run = |rounds: &str, more: &[&str]| {
        let asked = ["simulate", "sydney", "--deal", "shoe", "--rounds", rounds];
        timeless(&[&asked, more].concat())
    };
    let resume = ["--resume", kept.to_str().unwrap()];
    let first = run("700k", &resume);
    assert_eq!(first["method"], "shoes side by side");
    assert_eq!(run("1200k", &resume), run("1200k", &[]));
}

#[test]
fn a_run_says_how_it_is_played_and_why_not_side_by_side() {
    for (more, method) in [
        (&[][..], "rounds side by side"),
        (&["--deal", "shoe"], "shoes side by side"),
        (
            &["--deal", "shoe", "--boxes", "2"],
            "round by round: several boxes of a shoe",
        ),
        (
            &["--deal", "shoe", "--pairs", "5"],
            "round by round: side wagers",
        ),
        (
            &["--deal", "device"],
            "round by round: cards of the round before are out",
        ),
    ] {
        let asked = [&["simulate", "sydney", "--rounds", "2k"], more].concat();
        assert_eq!(timeless(&asked)["method"], method, "{more:?}");
        let shown = text(&asked).replace('\n', " ");
        assert!(shown.contains(method), "{shown}");
    }
}

#[test]
fn a_run_that_is_interrupted_tells_what_there_is_and_goes_on_later() {
    let kept = fresh("interrupted-run.json");
    let name = kept.to_str().unwrap();
    let arguments = [
        "simulate", "tasmania", "--seed", "5", "--json", "--resume", name, "--rounds",
    ];
    let mut child = Command::new(env!("CARGO_BIN_EXE_pontoon"))
        .args(arguments)
        .arg("1e12")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The file is there as soon as a block was played: only then is there something to tell.
    while !kept.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["interrupted"], true);
    let rounds = found["rounds"].as_u64().unwrap();
    assert!(
        rounds > 0
            && String::from_utf8(output.stderr)
                .unwrap()
                .contains("stopped after"),
        "{found}"
    );
    let more = (rounds + 100_000).to_string();
    let on = timeless(&[
        "simulate", "tasmania", "--seed", "5", "--resume", name, "--rounds", &more,
    ]);
    assert_eq!(
        on,
        timeless(&["simulate", "tasmania", "--seed", "5", "--rounds", &more])
    );
}

#[test]
fn pictures_and_tables_are_written() {
    let [plots, csv, parquet] = ["sim-plots", "sim-csv", "sim-parquet"].map(fresh);
    let found = timeless(&[
        "simulate",
        "sydney",
        "--strategy",
        COUNTER,
        "--deal",
        "shoe",
        "--rounds",
        "600k",
        "--follow",
        "500",
        "--bankroll",
        "1000",
        "--plot",
        plots.to_str().unwrap(),
        "--csv",
        csv.to_str().unwrap(),
        "--parquet",
        parquet.to_str().unwrap(),
    ]);
    for stem in ["convergence", "distribution", "by-count", "bankroll"] {
        let svg = std::fs::read_to_string(plots.join(format!("{stem}.svg"))).unwrap();
        assert!(
            svg.starts_with("<svg") && svg.contains("The Star Sydney"),
            "{stem}"
        );
        assert!(
            std::fs::read(plots.join(format!("{stem}.png")))
                .unwrap()
                .starts_with(b"\x89PNG"),
            "{stem}"
        );
    }
    let summary = std::fs::read_to_string(csv.join("summary.csv")).unwrap();
    let [names, values] = [0, 1].map(|line| {
        summary
            .lines()
            .nth(line)
            .unwrap()
            .split(',')
            .collect::<Vec<_>>()
    });
    let at = names
        .iter()
        .position(|name| *name == "ev_per_initial_wager")
        .unwrap();
    assert!(
        (values[at].parse::<f64>().unwrap() - number(&found["ev_per_initial_wager"])).abs() < 1e-15
    );
    assert!(
        std::fs::read(parquet.join("by-count.parquet"))
            .unwrap()
            .starts_with(b"PAR1")
    );
    assert_eq!(found["bankroll"]["players"], 1_000);
    assert!(
        number(&found["bankroll"]["ruined"]) > 0.0
            && number(&found["hourly"]["risk_of_ruin"]) > 0.0,
        "{found}"
    );
}

#[test]
fn a_folder_that_cannot_be_written_takes_nothing_away() {
    let taken = file("taken-by-a-file", "mine");
    fails(
        &[
            "simulate",
            "sydney",
            "--rounds",
            "10k",
            "--json",
            "--csv",
            taken.to_str().unwrap(),
        ],
        &["it is not a folder"],
    );
    assert_eq!(std::fs::read_to_string(taken).unwrap(), "mine");
    // A folder stands where a file should go: the run is told, and the other tables are written.
    let [csv, parquet] = ["half-csv", "half-parquet"].map(fresh);
    std::fs::create_dir_all(csv.join("summary.csv")).unwrap();
    let [csv, parquet] = [&csv, &parquet].map(|path| path.to_str().unwrap());
    let output = pontoon(&[
        "simulate",
        "sydney",
        "--rounds",
        "10k",
        "--json",
        "--csv",
        csv,
        "--parquet",
        parquet,
    ]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["rounds"], 10_000);
    assert!(Path::new(parquet).join("summary.parquet").exists());
    assert_eq!(
        std::fs::read_dir(csv).unwrap().count(),
        1,
        "nothing half written"
    );
}

#[test]
fn a_strategy_file_that_is_wrong_is_told_by_line() {
    let card = text(&["strategy", "sydney", "--as", "strategy"]);
    let check = |name: &str, text: &str, words: &[&str]| {
        let path = file(name, text);
        let message = complaint(&[
            "simulate",
            "sydney",
            "--rounds",
            "10k",
            "--strategy",
            path.to_str().unwrap(),
        ]);
        for word in words.iter().chain(&[name, "line "]) {
            assert!(message.contains(word), "`{word}` is not in: {message}");
        }
    };
    let row = card
        .lines()
        .find(|line| line.trim_start().starts_with("12 "))
        .unwrap();
    let shorter = row.rsplit_once(char::is_whitespace).unwrap().0.trim_end();
    check(
        "missing-cell.strategy",
        &card.replacen(row, shorter, 1),
        &["1 fault"],
    );
    let surrender = row.replacen(" H", " R", 1);
    check(
        "surrender-against-2.strategy",
        &card.replacen(row, &surrender, 1),
        &["1 fault"],
    );
    let counter = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(COUNTER),
    )
    .unwrap();
    check(
        "ramp-too-low.strategy",
        &counter.replace("below 1: 5", "below 1: 4"),
        &["1 fault", "minimum"],
    );
    check(
        "other-book.strategy",
        &counter.replace("book sydney", "book canberra"),
        &["canberra"],
    );
    let missing = complaint(&["simulate", "sydney", "--strategy", "nowhere.strategy"]);
    assert!(
        missing.contains("cannot open nowhere.strategy"),
        "{missing}"
    );
}

#[test]
fn what_cannot_be_dealt_is_said() {
    for (arguments, words) in [
        (&["sydney", "--cut", "1"][..], "--cut is for --deal shoe"),
        (
            &["canberra", "--deal", "shoe", "--cut", "0.5"],
            "48 to 192 cards behind it",
        ),
        (&["tasmania", "--pairs", "5"], "no wager on a pair"),
        (
            &["sydney", "--pandemonium", "5"],
            "no Pontoon Pandemonium wager",
        ),
        (
            &["adelaide", "--decks", "3", "--pairs", "5"],
            "wager on a pair with",
        ),
        (
            &["sydney", "--box", "25", "--boxes", "2"],
            "leave out --boxes",
        ),
        (&["sydney", "--box", "25,co=5,co=5,co=5"], "allows 1 to 3"),
        (&["sydney", "--minimum", "50"], "below the minimum of 50"),
        (
            &["sydney", "--minimum", "50", "--maximum", "10"],
            "let nobody wager",
        ),
        (&["sydney", "--follow", "1e9"], "at most 1000000 rounds"),
        (&["sydney", "--pairs", "0"], "more than nothing"),
        (
            &["tasmania", "--box", "60,co=60", "--maximum", "100"],
            "come to 120, above the maximum of 100",
        ),
        (&["sydney", "--resume", "-"], "not on standard output"),
        (
            &["sydney", "--csv", "no/such/folder"],
            "there is no folder no/such",
        ),
        (&["singapore", "--chances", "100=1"], "--chances"),
    ] {
        let arguments: Vec<&str> = ["simulate"].iter().chain(arguments).copied().collect();
        fails(&arguments, &[words]);
    }
    for (option, value, words) in [
        ("--boxes", "8", "1..=7"),
        ("--boxes", "0", "1..=7"),
        ("--box", "card", "is no amount"),
        ("--cut", "-1", "decks from the back"),
        ("--deal", "hand", "fresh, shoe, device"),
        ("--strategy", "guess", "best, card, or a strategy file"),
        ("--hour", "0", "1..=100000"),
    ] {
        let output = pontoon(&["simulate", "sydney", option, value]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{option} {value}: {message}");
        assert!(
            message.contains(words) && output.stdout.is_empty(),
            "{option} {value}: {message}"
        );
    }
}

#[test]
fn what_count_proposes_can_be_simulated_as_it_is() {
    for (book, level) in [
        ("adelaide", "1"),
        ("canberra", "3"),
        ("singapore", "2"),
        ("tasmania", "1"),
        ("sydney", "3"),
    ] {
        let sections = json(&["count", book, "--level", level])["sections"]
            .as_str()
            .unwrap()
            .to_owned();
        let path = file(
            &format!("{book}-proposed.strategy"),
            format!("base card\n{sections}\n"),
        );
        let found = timeless(&[
            "simulate",
            book,
            "--deal",
            "shoe",
            "--rounds",
            "20k",
            "--strategy",
            path.to_str().unwrap(),
        ]);
        assert!(
            found["by_true_count"].as_array().unwrap().len() > 5,
            "{book}: {found}"
        );
    }
}

#[test]
fn players_are_followed_from_nothing_to_the_last_round() {
    let found = timeless(&[
        "simulate",
        "sydney",
        "--rounds",
        "20k",
        "--follow",
        "3",
        "--bankroll",
        "20",
    ]);
    let fan = found["bankroll"]["fan"].as_array().unwrap();
    assert_eq!(
        (&fan[0]["rounds"], &fan.last().unwrap()["rounds"]),
        (&Value::from(0), &Value::from(3))
    );
    for point in fan {
        let spread = number(&point["quantiles"][4]) - number(&point["quantiles"][0]);
        assert_eq!(spread > 0.0, point["rounds"] != 0, "{point}");
    }
    // After a first round lost, a bankroll below the wager is gone.
    assert!(number(&found["bankroll"]["ruined"]) > 0.4, "{found}");
}
