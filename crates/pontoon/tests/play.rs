//! Sessions at the table through the real program, with cards from a seed.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn program(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pontoon"));
    command
        .args(arguments.split_whitespace())
        .env_remove("NO_COLOR");
    command
}

/// Plays a session with a fixed text as its input.
#[track_caller]
fn play(arguments: &str, input: &[u8]) -> String {
    let output = run(arguments, input);
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{screen}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stderr.is_empty());
    screen
}

fn run(arguments: &str, input: &[u8]) -> Output {
    let mut command = program(arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that ends before it has read everything closes the pipe.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Plays a session by answering each prompt; `answer` sees what was written since the last one.
#[track_caller]
fn converse(arguments: &str, mut answer: impl FnMut(&str) -> String) -> String {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut screen, mut fresh, mut byte) = (Vec::new(), Vec::new(), [0]);
    while stdout.read(&mut byte).unwrap() == 1 {
        fresh.push(byte[0]);
        if fresh.ends_with(b"> ") {
            let line = answer(&String::from_utf8_lossy(&fresh)) + "\n";
            screen.append(&mut fresh);
            stdin.write_all(line.as_bytes()).unwrap();
        }
    }
    screen.append(&mut fresh);
    let screen = String::from_utf8(screen).unwrap();
    assert!(child.wait().unwrap().success(), "{screen}");
    screen
}

/// Somebody who stands on 17 or more, never surrenders, and leaves after `rounds` rounds.
fn plain_player(rounds: usize, wager: &'static str) -> impl FnMut(&str) -> String {
    let mut played = 0;
    move |fresh: &str| {
        played += fresh.matches(" now.\n").count();
        let prompt = fresh.lines().last().unwrap_or_default();
        let answer = match prompt {
            _ if played == rounds => "quit",
            "cut> " => "",
            "surrender?> " | "insurance?> " => "no",
            "keep or forfeit?> " => "keep",
            "the button> " => "press",
            "your choice> " if offered_total(fresh) < 17 => "draw",
            "your choice> " => "stand",
            _ if prompt.contains("wager [") => "",
            _ if prompt.contains("wager>") => wager,
            other => panic!("an unknown prompt: {other}"),
        };
        answer.to_owned()
    }
}

/// The total of the hand that a choice is offered for: `box 1, 8♠ Q♦ (18) against …`.
fn offered_total(fresh: &str) -> u8 {
    let (_, rest) = fresh
        .rsplit_once(" (soft ")
        .filter(|(_, rest)| rest.contains(") against"))
        .or_else(|| {
            let (before, _) = fresh.rsplit_once(") against")?;
            before.rsplit_once('(')
        })
        .unwrap();
    rest.split(')').next().unwrap().parse().unwrap()
}

fn cents(amount: &str) -> i64 {
    let (dollars, part) = amount
        .trim_start_matches(['+', '-'])
        .split_once('.')
        .unwrap_or((amount.trim_start_matches(['+', '-']), "0"));
    let part: i64 = format!("{part:0<2}").parse().unwrap();
    let sum = dollars.parse::<i64>().unwrap() * 100 + part;
    if amount.starts_with('-') { -sum } else { sum }
}

/// Every round's result, after checking that the money adds up: the wagers' results to the round's,
/// and the rounds' to the bankroll.
#[track_caller]
fn check_money(screen: &str) -> Vec<i64> {
    let mut nets = Vec::new();
    let mut wagers = 0;
    let mut bankroll = None;
    for line in screen.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if line.starts_with("  box ")
            && line.ends_with(']')
            && words.iter().any(|word| word.ends_with(':'))
            && line.contains(" of ")
        {
            // Other lines about a box have no result in them.
            let net = words
                .iter()
                .skip(2)
                .find(|word| word.starts_with(['+', '-']) || **word == "0");
            wagers += net.map_or(0, |net| cents(net));
        }
        if let [
            "Round",
            _,
            net,
            "Bankroll",
            before,
            "before,",
            after,
            "now.",
        ] = words[..]
        {
            let (net, before, after) = (
                cents(net.trim_end_matches('.')),
                cents(before),
                cents(after),
            );
            assert_eq!(before + net, after, "{line}");
            assert_eq!(wagers, net, "{line}\n{screen}");
            assert!(bankroll.is_none_or(|bankroll| bankroll == before), "{line}");
            assert!(after >= 0, "{line}");
            bankroll = Some(after);
            wagers = 0;
            nets.push(net);
        }
    }
    nets
}

#[test]
fn a_session_of_several_rounds_is_played_by_each_book() {
    for book in ["adelaide", "canberra", "singapore", "tasmania", "sydney"] {
        for seed in [1, 2, 3] {
            let screen = converse(
                &format!("play {book} --seed {seed}"),
                plain_player(12, "25"),
            );
            let nets = check_money(&screen);
            assert_eq!(nets.len(), 12, "{screen}");
            let result: i64 = nets.iter().sum();
            let farewell = screen.lines().last().unwrap();
            assert!(
                farewell.starts_with("Thank you for playing. 12 rounds, "),
                "{farewell}"
            );
            let said = farewell
                .split_whitespace()
                .nth(6)
                .unwrap()
                .trim_end_matches(':');
            assert_eq!(cents(said), result, "{farewell}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_session() {
    let once = converse("play sydney --seed 0xbeef", plain_player(6, "25 pairs 5"));
    assert_eq!(
        once,
        converse("play sydney --seed 0xbeef", plain_player(6, "25 pairs 5"))
    );
    assert_ne!(
        once,
        converse("play sydney --seed 0xbeee", plain_player(6, "25 pairs 5"))
    );
}

#[test]
fn without_a_seed_the_cards_differ() {
    let once = converse("play sydney", plain_player(6, "25"));
    assert_eq!(check_money(&once).len(), 6);
    assert_ne!(once, converse("play sydney", plain_player(6, "25")));
}

#[test]
fn a_whole_shoe_is_dealt_and_shuffled_again() {
    let screen = converse(
        "play canberra --decks 3 --seed 4 --boxes 3",
        plain_player(16, "5"),
    );
    assert_eq!(check_money(&screen).len(), 16);
    assert!(
        screen.matches("A new shoe is shuffled").count() > 1,
        "{screen}"
    );
    assert!(screen.contains("the cutting card"), "{screen}");
}

#[test]
fn what_the_sign_of_singapore_offers_is_settled() {
    let screen = converse(
        "play singapore --seed 3 --boxes 7 --bankroll 5000",
        plain_player(10, "10 pairs 1 pandemonium 2"),
    );
    assert_eq!(check_money(&screen).len(), 10);
    assert!(
        screen.contains(
            "These are ours: 100=0.07, 50=0.09, 25=0.12, 20=0.13, 10=0.14, 5=0.15, 3=0.15, 2=0.15."
        ),
        "{screen}"
    );
    assert!(
        screen.contains("the meter shows"),
        "a Pontoon comes in 70 hands: {screen}"
    );
    assert!(
        screen.contains(
            "(the book gives no chances for the meter: they are ours, as told when the \
            table opened)"
        ),
        "{screen}"
    );
}

#[test]
fn a_book_without_side_wagers_refuses_them_with_its_clause() {
    let screen = play("play tasmania --seed 1", b"\n25 pairs 5\nquit\n");
    assert!(screen.contains("box 1: refused: "), "{screen}");
    assert!(screen.contains("0 rounds, 0: you brought 1000"), "{screen}");
}

#[test]
fn the_end_of_input_in_mid_round_lets_the_book_play_on() {
    for seed in 1..20 {
        let screen = play(&format!("play sydney --seed {seed}"), b"\n25");
        assert_eq!(check_money(&screen).len(), 1, "{screen}");
        assert!(
            screen
                .lines()
                .last()
                .unwrap()
                .starts_with("Thank you for playing. 1 round, "),
            "{screen}"
        );
        if screen.contains("your choice> ") {
            assert!(
                screen.contains("You leave in mid-round: the book plays your hands on [18.10]."),
                "{screen}"
            );
        }
    }
}

#[test]
fn the_end_of_input_before_anything_is_no_fault() {
    for input in [&b""[..], b"\n", b"quit\n", b"\nquit\n"] {
        assert!(play("play --seed 1", input).ends_with(
            "Thank you for playing. 0 rounds, 0: you brought 1000 and leave with 1000.\n"
        ));
    }
}

#[test]
fn nonsense_gets_a_line_and_loses_nothing() {
    let nonsense = "xyzzy\n-3\n25 25\n99999999999999999999\n\u{1b}[2J\ndouble\n\\\n";
    let mut input = format!("{nonsense}\n{nonsense}25\n").into_bytes();
    input.extend_from_slice(b"\xff\xfe\x00\n");
    input.extend_from_slice(&b"x".repeat(100_000));
    input.extend_from_slice(
        b"\nxyzzy\nrules\nrules 99.99\nrules 13.1\nhelp\ntable\nlast\nrecord\nrecord /tmp\n\n\n",
    );
    let screen = play("play sydney --seed 7 --boxes 1", &input);
    assert_eq!(check_money(&screen).len(), 1, "{screen}");
    assert!(
        screen.contains("a cut is a number from 48 to 336"),
        "{screen}"
    );
    assert!(
        screen.contains("`xyzzy` is not understood; type one of these, or help: 1 "),
        "{screen}"
    );
    assert!(screen.contains("sydney has no clause `99.99`"), "{screen}");
    assert!(screen.contains("sydney 13.1\n    "), "{screen}");
    assert!(screen.contains("no round has been played yet"), "{screen}");
    assert!(
        !screen.contains('\u{1b}'),
        "nothing typed may move the cursor"
    );
}

#[test]
fn random_lines_never_stop_the_table() {
    let words = [
        "",
        "1",
        "2",
        "3",
        "d",
        "s",
        "p",
        "b 7",
        "double 3",
        "n",
        "k",
        "u",
        "i",
        "25",
        "10 pairs 5",
        "-",
        "rebet",
        "clear",
        "why",
        "x",
    ];
    for (number, book) in
        (1_usize..).zip(["adelaide", "canberra", "singapore", "tasmania", "sydney"])
    {
        let mut at = number;
        let lines = (0..600).map(|_| {
            at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
            words[(at >> 16) % words.len()]
        });
        let input = lines.collect::<Vec<&str>>().join("\n");
        let screen = play(
            &format!("play {book} --seed {number} --boxes {number} --bankroll 300"),
            input.as_bytes(),
        );
        assert!(check_money(&screen).len() > 3, "{screen}");
    }
}

#[test]
fn a_double_that_the_bankroll_cannot_cover_is_refused_and_the_hand_goes_on() {
    let mut asked = false;
    let mut player = plain_player(8, "25");
    let mut stage = 0;
    let screen = converse("play sydney --seed 2 --bankroll 30", |fresh| {
        if fresh.ends_with("your choice> ") && stage < 2 {
            stage += 1;
            asked = true;
            return if stage == 1 { "double" } else { "double 6" }.to_owned();
        }
        if fresh.contains("there is not enough for that") {
            return "stand".to_owned();
        }
        if asked && fresh.ends_with("wager [25]> ") {
            return "quit".to_owned();
        }
        player(fresh)
    });
    assert!(
        screen
            .contains("there is not enough for that: 5 of the bankroll is left; a smaller amount"),
        "{screen}"
    );
    assert_eq!(screen.matches("there is not enough").count(), 2, "{screen}");
    assert!(screen.contains("dou(b)le 0.50 to 5"), "{screen}");
    assert!(!check_money(&screen).is_empty());
}

#[test]
fn a_wager_above_the_bankroll_is_refused() {
    let screen = play(
        "play sydney --seed 2 --bankroll 30 --boxes 2",
        b"\n31\n20\n11\n10\n",
    );
    assert!(
        screen.contains("box 1: there is not enough for that: 30 of the bankroll is left"),
        "{screen}"
    );
    assert!(
        screen.contains("box 2: there is not enough for that: 10 of the bankroll is left"),
        "{screen}"
    );
    assert_eq!(check_money(&screen).len(), 1, "{screen}");
}

#[test]
fn the_session_ends_when_the_minimum_cannot_be_covered() {
    let screen = converse(
        "play sydney --seed 5 --bankroll 12 --minimum 10",
        plain_player(usize::MAX, "10"),
    );
    assert!(
        screen.contains("does not cover the minimum of 10: that was the last round."),
        "{screen}"
    );
    check_money(&screen);
}

#[test]
fn two_boxes_are_played_each_with_its_own_wager_and_repeated() {
    let screen = play(
        "play sydney --seed 3 --boxes 2",
        b"\n25\n10\nn\nn\nstand\nstand\nkeep\nstand\nstand\n\n",
    );
    assert!(
        screen.contains("wager 25\n") && screen.contains("wager 10\n"),
        "{screen}"
    );
    let screen = converse("play sydney --seed 3 --boxes 2", plain_player(3, "25"));
    assert_eq!(check_money(&screen).len(), 3);
    assert_eq!(
        screen.matches("as last time: box 1: 25, box 2: 25").count(),
        2,
        "{screen}"
    );
}

#[test]
fn a_player_alone_in_adelaide_has_one_box() {
    let screen = play("play adelaide --boxes 2 --seed 1", b"\n25\n");
    assert!(screen.contains("Box 2 is refused: "), "{screen}");
    assert!(screen.contains("[19]. You have box 1."), "{screen}");
    assert!(!screen.contains("box 2 wager"), "{screen}");
    let screen = play(
        "play adelaide --boxes 2 --seed 1 --set lone-player=no-cap",
        b"\n25\n25\n",
    );
    assert!(screen.contains("box 2 wager"), "{screen}");
}

#[test]
fn why_shows_each_choice_with_its_clause_and_words() {
    let screen = play("play sydney --seed 7", b"\n25\nno\n?\nwhy\n");
    assert!(screen.contains("  stand [12.2]\n    "), "{screen}");
    assert!(screen.contains("  draw [12.3]\n    "), "{screen}");
}

#[test]
fn what_the_book_refuses_is_told_with_its_clause() {
    let screen = play(
        "play sydney --seed 7",
        b"\n25\nno\nsplit\nsurrender\ninsurance\nforfeit\n",
    );
    assert!(
        screen.contains("refused: only two first cards of equal value may be split [14.1]"),
        "{screen}"
    );
    assert!(screen.matches("refused: ").count() >= 4, "{screen}");
}

#[test]
fn a_recorded_round_is_accepted_by_the_round_command() {
    for (number, book) in (1..).zip(["adelaide", "canberra", "singapore", "tasmania", "sydney"]) {
        let file: PathBuf =
            std::env::temp_dir().join(format!("pontoon-play-{}-{book}.round", std::process::id()));
        let _ = std::fs::remove_file(&file);
        let mut player = plain_player(4, "25");
        let screen = converse(&format!("play {book} --seed {number} --boxes 2"), |fresh| {
            let answer = player(fresh);
            if answer == "quit" && !fresh.contains("recorded") {
                format!("record {}", file.display())
            } else {
                answer
            }
        });
        assert!(screen.contains("recorded: "), "{screen}");
        let last = *check_money(&screen).last().unwrap();
        let output = run(&format!("round {}", file.display()), b"");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success(),
            "{told}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let net = told
            .lines()
            .find_map(|line| line.strip_prefix("net: player "))
            .unwrap();
        assert_eq!(cents(net), last, "{told}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn wrong_arguments_are_refused_with_a_reason() {
    for (arguments, why) in [
        ("play sidney", "there is no book `sidney`"),
        ("play --boxes 8", "8 is not in 1..=7"),
        (
            "play --bankroll 3",
            "a bankroll of 3 does not cover the minimum of 5",
        ),
        (
            "play --bankroll -3",
            "an amount of money cannot be negative",
        ),
        ("play --seed hello", "a seed is a whole number"),
        (
            "play --decks 7",
            "7 decks are not allowed where a wager on pairs is offered: 6 or 8 are (4.1)",
        ),
        (
            "play --minimum 50 --maximum 20",
            "a minimum of 50 is above its maximum of 20",
        ),
        ("play --set nothing=1", "--set nothing=1"),
        ("play --set nothing", "write key=value"),
    ] {
        let output = run(arguments, b"");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && told.contains(why),
            "{arguments}: {told}"
        );
    }
}
