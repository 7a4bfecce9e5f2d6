//! A real table tells the desk what happened: the desk must come to the same sums as the ledger and
//! the events.
#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on has failed"
)]

#[path = "../../table/tests/common/mod.rs"]
mod table_house;

use desk::{Desk, Terms};
use game::{Outcome, Settled};
use ledger::{Account, PlayerId, TableId};
use rules::{BOOK_IDS, Money, Net, builtin};
use std::collections::BTreeMap;
use table::{Actor, Command, Config, Lay, Span, What};
use table_house::{House, boxed, dollars, player};

const NAMES: [&str; 5] = ["ann", "bob", "cho", "dee", "eve"];

fn anything(house: &mut House) -> (Actor, Command) {
    let no = house.below(5) + 1;
    let actor = Actor::Player(player(no));
    let box_no = boxed(u8::try_from(house.below(7) + 1).unwrap());
    let amount = dollars([5, 10, 25, 100][usize::try_from(house.below(4)).unwrap()]);
    let staff = Actor::Staff("sue".to_owned());
    match house.below(40) {
        0..3 => (
            actor,
            Command::Arrive {
                name: NAMES[usize::try_from(no - 1).unwrap()].to_owned(),
                card: None,
            },
        ),
        3 if house.below(2) == 0 => (actor, Command::Depart),
        4..7 => (actor, Command::Sit { box_no }),
        7..14 => (
            actor,
            Command::Lay {
                lay: Lay::Wager { box_no, amount },
            },
        ),
        14 => (
            actor,
            Command::Lay {
                lay: Lay::Side {
                    box_no,
                    side: game::Side::Pairs,
                    amount: dollars(5),
                },
            },
        ),
        15 => (actor, Command::Withdraw { box_no }),
        16..20 => (actor, Command::Ready),
        20 => (staff, Command::Open),
        21 if house.below(8) == 0 => (staff, Command::AnnounceClosing { last_rounds: false }),
        22 if house.below(4) == 0 => (
            staff,
            Command::VoidRound {
                why: "a test".to_owned(),
            },
        ),
        23..26 => {
            house.now = house.now.after(Span::seconds(house.below(600).into()));
            (Actor::Clock, Command::Tick)
        }
        _ => decision(house).unwrap_or((actor, Command::Ready)),
    }
}

fn decision(house: &mut House) -> Option<(Actor, Command)> {
    let legal = house.table.round()?.1.legal();
    let count = u32::try_from(legal.len()).ok().filter(|&count| count > 0)?;
    let chosen = legal[usize::try_from(house.below(count)).unwrap()];
    let by = house.table.round_players_now()[chosen.player.index()];
    Some((
        Actor::Player(by),
        Command::Choose {
            choice: chosen.choice,
        },
    ))
}

/// What a step settled, by player.
fn settled(house: &House, from: usize, in_round: &mut Vec<PlayerId>) -> Vec<(PlayerId, Settled)> {
    let mut found = Vec::new();
    for event in &house.log[from..] {
        match &event.what {
            What::RoundBegan { players, .. } => in_round.clone_from(players),
            What::Round(event) => {
                if let game::What::Settled(settled) = event.what {
                    found.push((in_round[settled.player.index()], settled));
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn sums_agree_with_the_ledger_whatever_happens_at_a_table() {
    let (mut decided, mut void, mut midnight) = (0, 0, 0);
    for (seed, id) in (0..).zip(BOOK_IDS) {
        let mut house = House::with(Config::for_play_money(&builtin(id).unwrap()), seed);
        let mut desk = Desk::new(Terms::default());
        let mut documents: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let (mut in_round, mut wagered) = (Vec::new(), BTreeMap::<PlayerId, Money>::new());
        house
            .give(&Actor::Staff("sue".to_owned()), &Command::Open)
            .unwrap();
        for _ in 0..1500 {
            let (by, command) = anything(&mut house);
            let (events, moves) = (house.log.len(), house.moved.len());
            let day = house.now.0 / 86_400_000;
            let Ok(decision) = house.table.decide(&by, house.now, &command) else {
                continue;
            };
            if house.ledger.clone().apply(&decision.transfers).is_err() {
                continue;
            }
            house.give(&by, &command).unwrap();
            let told = desk.told(
                TableId(1),
                house.now,
                &house.log[events..],
                &house.moved[moves..],
            );
            documents.extend(
                told.puts()
                    .into_iter()
                    .map(|put| (put.key, put.value.unwrap())),
            );
            desk.take_told(told);
            for (player, settled) in settled(&house, events, &mut in_round) {
                if settled.outcome != Outcome::Returned {
                    *wagered.entry(player).or_default() =
                        wagered.get(&player).copied().unwrap_or_default() + settled.stake;
                    decided += 1;
                }
            }
            void += house.log[events..]
                .iter()
                .filter(|event| matches!(event.what, What::RoundVoid { .. }))
                .count();
            midnight += house.now.0 / 86_400_000 - day;
            check(&house, &desk, &wagered);
        }
        let stored = documents
            .iter()
            .map(|(key, value)| ("play", key.as_str(), value.as_slice()));
        let restored = Desk::restore(Terms::default(), stored).unwrap();
        assert_eq!(restored, desk, "what was told survives a restart");
    }
    assert!(
        decided > 500 && void > 5,
        "{decided} wagers decided, {void} rounds void, {midnight} midnights"
    );
}

fn check(house: &House, desk: &Desk, wagered: &BTreeMap<PlayerId, Money>) {
    for no in 1..=5 {
        let player = player(no);
        let totals = desk.plays().totals(player, house.now);
        let held = house
            .ledger
            .holds()
            .filter(|(_, hold)| hold.from == Account::Player(player));
        assert_eq!(
            totals.open,
            held.map(|(_, hold)| hold.amount).sum::<Money>()
        );
        let change = house.ledger.balance(Account::Player(player)) + Net::lost(dollars(10_000));
        assert_eq!(totals.ever.net, change + Net::won(totals.open));
        assert_eq!(
            totals.ever.wagered,
            wagered.get(&player).copied().unwrap_or_default()
        );
        let there = house
            .table
            .view()
            .people
            .iter()
            .any(|person| person.player == player && !person.leaving);
        assert_eq!(desk.plays().of(player).any(desk::Play::is_there), there);
    }
}
