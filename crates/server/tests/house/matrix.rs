//! Every standing × every command of a table × every phase it can be in, through the running house.
//!
//! Who may is expected from the desk's one table of deeds; what a table says to those who may is
//! written down here, cell by cell, from the rules of the Sydney book. Software shuffles at once,
//! so a table never rests in the phase of the shuffle.

use crate::support::{on, with_tables, world};
use cards::Card;
use desk::{
    Answer, By, Cost, Deed, DeskCommand, DeskRefusal, HashMemory, Place, Role, Standing, TableKind,
    Token, hash_password,
};
use game::{Choice, Draw, HandRef, Held, RaisedLimits};
use ledger::{PlayerId, TableId};
use rules::{BoxNo, Money, Sign, builtin};
use serde_json::Value;
use server::{Refused, Running};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use store::FakeDisk;
use table::{Command, Lay, Phase, Seal};

const TABLE: TableId = TableId(1);
const BOOK: &str = "sydney";
const PHASES: [Phase; 4] = [Phase::Closed, Phase::Cut, Phase::Wagers, Phase::Round];

/// A house with somebody of every standing, and a table in some phase.
struct Scene {
    running: Arc<Running>,
    people: BTreeMap<Standing, By>,
}

/// Ann sits at box 1 and Gus, a guest, at box 2; in a round it is Ann's turn.
const fn own_box(standing: Standing) -> u8 {
    match standing {
        Standing::Guest => 2,
        Standing::House | Standing::Visitor | Standing::Role(_) => 1,
    }
}

fn box_no(number: u8) -> BoxNo {
    BoxNo::new(number).unwrap()
}

impl Scene {
    async fn new(phase: Phase) -> Self {
        for seed in 1.. {
            let scene = Self::with_seed(seed, phase).await;
            if scene.phase() == phase && (phase != Phase::Round || scene.ann_decides()) {
                return scene;
            }
            scene.running.stop().await.unwrap();
        }
        unreachable!("some seed deals Ann a hand to decide on")
    }

    async fn with_seed(seed: u64, phase: Phase) -> Self {
        let (world, hand, _) = world(seed);
        // The clock stands still for as long as the house runs.
        std::mem::forget(hand);
        let running = Running::start_on(on(&FakeDisk::new()), with_tables(&[]), world).unwrap();
        let mut scene = Self {
            running,
            people: BTreeMap::from([
                (Standing::House, By::House),
                (Standing::Visitor, By::Visitor),
            ]),
        };
        scene.employ().await;
        let config = table::Config::for_play_money(&builtin(BOOK).unwrap());
        scene.running.found_table(By::House, config).await.unwrap();
        scene.lead_to(phase).await;
        scene
    }

    async fn at_desk(&self, by: By, command: DeskCommand) -> PlayerId {
        match self.running.at_desk(by, command).await.unwrap() {
            Answer::Created { person } | Answer::SignedIn { person, .. } => person,
            Answer::Done
            | Answer::WrongPassword
            | Answer::Limits { .. }
            | Answer::Excluded { .. }
            | Answer::Moved { .. }
            | Answer::Incident { .. }
            | Answer::Ended { .. } => panic!("nobody came in"),
        }
    }

    async fn employ(&mut self) {
        let phc = |handle: &str| {
            hash_password(
                handle,
                "a few plain words",
                [1; 16],
                Cost::LEAST,
                &mut HashMemory::default(),
            )
            .unwrap()
        };
        let key = |no: u8| Token::new([no; 32]).key();
        let ann = DeskCommand::Register {
            handle: "ann".to_owned(),
            phc: phc("ann"),
            key: key(1),
        };
        let ann = self.at_desk(By::Visitor, ann).await;
        let gus = self
            .at_desk(
                By::Visitor,
                DeskCommand::EnterAsGuest {
                    handle: "gus".to_owned(),
                    key: key(2),
                },
            )
            .await;
        self.people
            .insert(Standing::Role(Role::Player), By::Person(ann));
        self.people.insert(Standing::Guest, By::Person(gus));
        for (no, role) in (1..).zip(Role::ALL.into_iter().filter(|role| *role != Role::Player)) {
            let handle = format!("staff-{no}");
            let staff = DeskCommand::Staff {
                phc: phc(&handle),
                handle,
                roles: BTreeSet::from([role]),
            };
            let id = self.at_desk(By::House, staff).await;
            self.people.insert(Standing::Role(role), By::Person(id));
        }
        assert_eq!(self.people.len(), Standing::ALL.len());
    }

    async fn lead_to(&self, phase: Phase) {
        if phase == Phase::Closed {
            return;
        }
        self.must(Standing::House, Command::Open).await;
        let players = [Standing::Role(Role::Player), Standing::Guest];
        for (standing, name) in players.into_iter().zip(["ann", "gus"]) {
            self.must(
                standing,
                Command::Arrive {
                    name: name.to_owned(),
                    card: None,
                },
            )
            .await;
            self.must(
                standing,
                Command::Sit {
                    box_no: box_no(own_box(standing)),
                },
            )
            .await;
        }
        if phase == Phase::Cut {
            return;
        }
        self.must(players[0], Command::Cut { place: 100 }).await;
        for standing in players {
            let lay = Lay::Wager {
                box_no: box_no(own_box(standing)),
                amount: Money::from_dollars(25),
            };
            self.must(standing, Command::Lay { lay }).await;
        }
        if phase == Phase::Round {
            for standing in players {
                self.must(standing, Command::Ready).await;
            }
        }
    }

    async fn must(&self, standing: Standing, command: Command) {
        let answer = self.ask(standing, command.clone()).await.unwrap();
        assert!(answer.get("done").is_some(), "{command:?}: {answer}");
        assert_ne!(self.phase(), Phase::Shuffle);
    }

    async fn ask(&self, standing: Standing, command: Command) -> Result<Value, Refused> {
        self.running
            .table(TABLE)
            .unwrap()
            .ask(self.people[&standing], None, command)
            .await
    }

    fn phase(&self) -> Phase {
        self.running
            .table(TABLE)
            .unwrap()
            .latest()
            .host
            .table()
            .phase()
    }

    fn version(&self) -> u64 {
        self.running.table(TABLE).unwrap().latest().host.version()
    }

    fn ann(&self) -> PlayerId {
        let By::Person(ann) = self.people[&Standing::Role(Role::Player)] else {
            panic!("Ann is a person")
        };
        ann
    }

    fn ann_decides(&self) -> bool {
        let latest = self.running.table(TABLE).unwrap().latest();
        let can = latest.host.table().can(self.ann());
        can.iter().any(|can| matches!(can.what, table::Able::Choose { choice: Choice::Stand { hand } } if hand == first_hand()))
    }
}

fn first_hand() -> HandRef {
    HandRef {
        box_no: box_no(1),
        hand: 0,
    }
}

/// Every command there is, as somebody of this standing would give it.
fn commands(standing: Standing, ann: PlayerId) -> Vec<Command> {
    let own = box_no(own_box(standing));
    let sign = Sign {
        maximum: Money::from_dollars(500),
        ..Sign::usual(&builtin(BOOK).unwrap())
    };
    let name = if standing == Standing::Guest {
        "gus"
    } else {
        "ann"
    }
    .to_owned();
    vec![
        Command::Open,
        Command::AnnounceClosing { last_rounds: false },
        Command::Close,
        Command::SetSign {
            sign,
            newcomers: false,
        },
        Command::SetMaximum {
            box_no: box_no(1),
            maximum: Some(Money::from_dollars(2000)),
        },
        Command::RaiseLimits {
            player: ann,
            limits: Some(RaisedLimits {
                minimum: Money::from_dollars(20),
                maximum: Money::from_dollars(2000),
            }),
        },
        Command::Reserve {
            box_no: box_no(5),
            player: Some(ann),
        },
        Command::Restrict {
            player: ann,
            held: Held::Late,
        },
        Command::Restrict {
            player: ann,
            held: Held::ByOrder,
        },
        Command::RefuseSeveral {
            player: ann,
            refused: true,
        },
        Command::RefuseWager {
            player: ann,
            box_no: box_no(1),
        },
        Command::FindCard {
            player: ann,
            valid: true,
        },
        Command::NoteTouched { player: ann },
        Command::RefuseFuture {
            player: ann,
            refused: true,
        },
        Command::CutBySupervisor { place: 100 },
        Command::Vacate { box_no: box_no(1) },
        Command::OrderShuffle,
        Command::VoidRound {
            why: "a test".to_owned(),
        },
        Command::Arrive { name, card: None },
        Command::Depart,
        Command::Sit { box_no: box_no(3) },
        Command::GiveUp { box_no: own },
        Command::Lay {
            lay: Lay::Wager {
                box_no: box_no(4),
                amount: Money::from_dollars(5),
            },
        },
        Command::Withdraw { box_no: own },
        Command::Ready,
        Command::WithdrawFromRound,
        Command::Cut { place: 100 },
        Command::RefuseCut,
        Command::GiveSeed {
            seed: "seed".to_owned(),
        },
        Command::Choose {
            choice: Choice::Stand { hand: first_hand() },
        },
        Command::Shuffled {
            seal: Seal("seal".to_owned()),
        },
        Command::CutByHouse { place: 100 },
        Command::SeedByHouse {
            seed: "seed".to_owned(),
        },
        Command::Deal {
            draw: Draw::Card("As".parse::<Card>().unwrap()),
        },
        Command::Tick,
        Command::Restarted,
    ]
}

/// What the table answers to somebody who may: `done`, or the reason for which it refuses.
const DONE: &str = "done";

/// What the table says in the phases closed, cut, wagers and round.
fn table_says(command: &Command, standing: Standing) -> [&'static str; 4] {
    let guest = standing == Standing::Guest;
    match command {
        Command::Open => [DONE, "already_open", "already_open", "already_open"],
        Command::AnnounceClosing { .. } => ["closed", DONE, DONE, DONE],
        // Two players are there: nobody is sent away without notice (20.9).
        Command::Close => [
            "closed",
            "closing_needs_notice",
            "closing_needs_notice",
            "round_under_way",
        ],
        // A sign can be announced at any time; it comes when no wager lies under the old one (7.5).
        Command::SetSign { .. } => ["closed", DONE, DONE, DONE],
        // A round goes by the limits under which it was wagered on (7.6).
        Command::RaiseLimits { .. } => ["closed", DONE, DONE, "round_under_way"],
        // A box has none of its own in Sydney (7.6).
        Command::SetMaximum { .. } => [
            "closed",
            "no_own_maximum",
            "no_own_maximum",
            "round_under_way",
        ],
        // Box 5 is free, and Ann is at the table (6.14).
        Command::Reserve { .. } => ["closed", DONE, DONE, DONE],
        // Ann has sat no round out: no round was played (6.11).
        Command::Restrict {
            held: Held::Late, ..
        } => ["closed", "not_sat_out", "not_sat_out", "round_under_way"],
        Command::Restrict { .. } => ["closed", DONE, DONE, "round_under_way"],
        // Nobody is asked for a card at a table of play money (H1).
        Command::FindCard { .. } => ["closed", "no_card_asked", "no_card_asked", "no_card_asked"],
        Command::NoteTouched { .. } | Command::RefuseFuture { .. } => {
            ["closed", "nothing_noted", "nothing_noted", "nothing_noted"]
        }
        Command::CutBySupervisor { .. } => {
            ["closed", "house_cuts_last", "no_cut_due", "no_cut_due"]
        }
        Command::RefuseSeveral { .. } => ["closed", DONE, DONE, "round_under_way"],
        // Only what lies there before the first card can be refused (20.12).
        Command::RefuseWager { .. } => ["closed", "nothing_laid_here", DONE, "nothing_laid_here"],
        // Five seats are free (20.10).
        Command::Vacate { .. } => ["closed", "seats_free", "seats_free", "round_under_way"],
        // Cards that were just shuffled wait for the cut; in a round they are shuffled when it is
        // over (5.1.4).
        Command::OrderShuffle => ["closed", "shuffle_due_already", DONE, DONE],
        Command::VoidRound { .. } => [
            "no_round_under_way",
            "no_round_under_way",
            "no_round_under_way",
            DONE,
        ],
        Command::Arrive { .. } => [
            "closed",
            "already_at_table",
            "already_at_table",
            "already_at_table",
        ],
        Command::Depart | Command::Sit { .. } | Command::GiveUp { .. } => {
            ["closed", DONE, DONE, DONE]
        }
        Command::Lay { .. } => ["closed", DONE, DONE, "game.wagers_closed"],
        Command::Withdraw { .. } => ["closed", "nothing_laid_here", DONE, "game.wagers_closed"],
        Command::Ready => ["closed", "nothing_laid", DONE, "game.wagers_closed"],
        // No failure interrupted the round.
        Command::WithdrawFromRound => [
            "closed",
            "no_round_under_way",
            "no_round_under_way",
            "not_interrupted",
        ],
        // The first to arrive is offered the cut (5.3.1): Ann.
        Command::Cut { .. } | Command::RefuseCut if guest => {
            ["closed", "cut_not_offered", "no_cut_due", "no_cut_due"]
        }
        Command::Cut { .. } | Command::RefuseCut => ["closed", DONE, "no_cut_due", "no_cut_due"],
        Command::GiveSeed { .. } => ["closed", "no_seeds_here", "no_seeds_here", "no_seeds_here"],
        // Box 1 is Ann's.
        Command::Choose { .. } if guest => {
            ["closed", "no_round_under_way", "no_round_under_way", "game"]
        }
        Command::Choose { .. } => ["closed", "no_round_under_way", "no_round_under_way", DONE],
        Command::Shuffled { .. } => ["no_shuffle_due"; 4],
        Command::CutByHouse { .. } => ["no_cut_due", "house_cuts_last", "no_cut_due", "no_cut_due"],
        Command::SeedByHouse { .. } => ["seed_too_late"; 4],
        // In a round that waits for Ann no card is due.
        Command::Deal { .. } => [
            "closed",
            "no_round_under_way",
            "no_round_under_way",
            "not_dealt",
        ],
        Command::Tick => [DONE; 4],
        Command::Restarted => ["closed", DONE, DONE, DONE],
    }
}

/// The reason of a refusal as the matrix writes it.
fn said(answer: &Value) -> String {
    if answer.get("done").is_some() {
        return DONE.to_owned();
    }
    let reason = &answer["refused"]["reason"];
    match reason {
        Value::String(word) => word.clone(),
        Value::Object(of) => {
            let (word, inner) = of.iter().next().unwrap();
            match inner {
                Value::String(inner) => format!("{word}.{inner}"),
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Array(_)
                | Value::Object(_) => word.clone(),
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => panic!("{answer}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_standing_gives_every_command_in_every_phase() {
    let (mut cells, mut allowed) = (0, 0);
    for (place, phase) in PHASES.into_iter().enumerate() {
        let mut scene = Scene::new(phase).await;
        for standing in Standing::ALL {
            for command in commands(standing, scene.ann()) {
                let deed = Deed::of(&command);
                let version = scene.version();
                let answer = scene.ask(standing, command.clone()).await;
                let cell = format!("{standing:?} {command:?} in {phase:?}");
                cells += 1;
                if !deed.may(standing, Place::Table(TableKind::TRIAL)) {
                    let refusal = match standing {
                        Standing::Visitor => DeskRefusal::NotSignedIn,
                        Standing::House | Standing::Guest | Standing::Role(_) => {
                            DeskRefusal::NotAllowed(deed)
                        }
                    };
                    assert_eq!(answer, Err(Refused::Desk(refusal)), "{cell}");
                    assert_eq!(scene.version(), version, "{cell}");
                    continue;
                }
                allowed += 1;
                let (said, right) = (
                    said(&answer.unwrap_or_else(|refused| panic!("{cell}: {refused}"))),
                    table_says(&command, standing)[place],
                );
                // What exactly the round says to somebody whose turn it is not is the round's
                // business.
                assert!(
                    said == right || right == "game" && said.starts_with("game"),
                    "{cell}: said {said}, right is {right}"
                );
                if right != DONE {
                    assert_eq!(
                        scene.version(),
                        version,
                        "a refusal changes nothing: {cell}"
                    );
                }
                if scene.version() != version {
                    scene.running.stop().await.unwrap();
                    scene = Scene::new(phase).await;
                }
            }
        }
        scene.running.stop().await.unwrap();
    }
    assert_eq!(cells, PHASES.len() * Standing::ALL.len() * 36);
    assert!(allowed > 200, "{allowed} cells are open");
}

#[test]
fn the_matrix_has_every_deed_that_is_done_at_a_table() {
    let listed: BTreeSet<Deed> = commands(Standing::House, PlayerId(1))
        .iter()
        .map(Deed::of)
        .collect();
    let first_elsewhere = Deed::ALL
        .iter()
        .position(|deed| *deed == Deed::Register)
        .unwrap();
    let at_tables: BTreeSet<Deed> = Deed::ALL[..first_elsewhere].iter().copied().collect();
    assert_eq!(listed, at_tables);
}
