//! Who may do what: every role and every deed.

use crate::common::{CREDIT, House, NOON, PLAY_MONEY};
use desk::{By, Dealt, Deed, DeskRefusal, Effect, Only, Place, Role, Stakes, Standing, TableKind};
use ledger::PlayerId;
use rules::{BoxNo, Money, Sign, builtin};
use table::{Actor, Command, Lay, Seal};

const PLACES: [Place; 5] = [
    Place::House,
    Place::Table(TableKind {
        stakes: Stakes::Play,
        dealt: Dealt::BySoftware,
    }),
    Place::Table(TableKind {
        stakes: Stakes::Play,
        dealt: Dealt::ByHand,
    }),
    Place::Table(TableKind {
        stakes: Stakes::Credit,
        dealt: Dealt::BySoftware,
    }),
    Place::Table(TableKind {
        stakes: Stakes::Credit,
        dealt: Dealt::ByHand,
    }),
];

#[test]
fn the_page_of_roles_is_the_table_of_roles() {
    let page = include_str!("../../../docs/roles.md");
    assert!(
        page == desk::roles_page(),
        "write it again: cargo run -p desk --example roles > docs/roles.md"
    );
}

/// The rows of the page, each with a cell for every standing.
fn page() -> Vec<(String, Vec<String>)> {
    let text = include_str!("../../../docs/roles.md");
    let rows = text.lines().filter(|line| line.starts_with('|')).skip(2);
    let cells = rows.map(|row| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
    });
    cells
        .map(|mut cells| (cells.next().unwrap(), cells.collect()))
        .collect()
}

/// Somebody of every standing, asked through the desk.
fn one_of_each(house: &mut House) -> Vec<(Standing, By)> {
    let mut people = vec![
        (Standing::House, By::House),
        (Standing::Visitor, By::Visitor),
    ];
    people.push((Standing::Guest, By::Person(house.guest("gus").0)));
    people.push((
        Standing::Role(Role::Player),
        By::Person(house.register("pia")),
    ));
    for (no, role) in Role::ALL
        .into_iter()
        .enumerate()
        .filter(|(_, role)| *role != Role::Player)
    {
        people.push((
            Standing::Role(role),
            house.staff(&format!("staff{no}"), &[role]),
        ));
    }
    assert_eq!(
        people
            .iter()
            .map(|(standing, _)| *standing)
            .collect::<Vec<_>>(),
        Standing::ALL
    );
    people
}

#[test]
fn every_role_may_do_what_the_page_says_and_nothing_else() {
    let mut house = House::default();
    let people = one_of_each(&mut house);
    let page = page();
    assert_eq!(page.len(), Deed::ALL.len());
    let mut cells = 0;
    for (&deed, (words, row)) in Deed::ALL.iter().zip(&page) {
        assert_eq!(deed.words(), words);
        assert_eq!(row.len(), people.len());
        for ((standing, by), cell) in people.iter().zip(row) {
            for place in PLACES {
                let holds = match (cell.as_str(), place) {
                    ("yes", _) => true,
                    ("play", Place::Table(table)) => table.stakes == Stakes::Play,
                    ("auto", Place::Table(table)) => table.dealt == Dealt::BySoftware,
                    ("hand", Place::Table(table)) => table.dealt == Dealt::ByHand,
                    ("" | "play" | "auto" | "hand", _) => false,
                    (other, _) => panic!("{other} means nothing"),
                };
                let refusal = match standing {
                    Standing::Visitor => DeskRefusal::NotSignedIn,
                    Standing::House | Standing::Guest | Standing::Role(_) => {
                        DeskRefusal::NotAllowed(deed)
                    }
                };
                let expected = if holds { Ok(()) } else { Err(refusal) };
                assert_eq!(
                    house.desk.permit(*by, deed, place),
                    expected,
                    "{standing:?} {deed:?} {place:?}"
                );
                cells += 1;
            }
        }
    }
    assert_eq!(cells, Deed::ALL.len() * Standing::ALL.len() * PLACES.len());
}

#[test]
fn everybody_is_told_the_deeds_that_are_theirs_somewhere() {
    let mut house = House::default();
    for (standing, by) in one_of_each(&mut house) {
        let By::Person(person) = by else { continue };
        let told = house.desk.person(person).unwrap().deeds();
        let may = |deed: &Deed| {
            PLACES
                .iter()
                .any(|place| house.desk.permit(by, *deed, *place).is_ok())
        };
        assert_eq!(
            told,
            Deed::ALL.iter().copied().filter(may).collect::<Vec<_>>(),
            "{standing:?}"
        );
    }
}

fn may(deed: Deed, role: Role) -> bool {
    deed.only(Standing::Role(role)).is_some()
}

#[test]
fn an_inspector_reads_everything_and_changes_nothing() {
    for &deed in Deed::ALL {
        match deed.effect() {
            Effect::Reads => assert!(may(deed, Role::Inspector), "{deed:?}"),
            Effect::Changes => assert!(!may(deed, Role::Inspector), "{deed:?}"),
            Effect::Own => {}
        }
    }
}

#[test]
fn nobody_of_the_staff_wagers_and_no_player_gives_orders() {
    let wagers = [
        Deed::Arrive,
        Deed::Sit,
        Deed::Lay,
        Deed::Choose,
        Deed::Cut,
        Deed::CashOut,
    ];
    for deed in wagers {
        for role in Role::ALL {
            assert_eq!(may(deed, role), role == Role::Player, "{role} {deed:?}");
        }
    }
    for &deed in Deed::ALL
        .iter()
        .filter(|deed| may(**deed, Role::Supervisor) && deed.effect() == Effect::Changes)
    {
        assert!(!may(deed, Role::Player), "{deed:?}");
    }
}

#[test]
fn a_guest_has_nothing_that_a_player_has_not() {
    for &deed in Deed::ALL
        .iter()
        .filter(|deed| deed.only(Standing::Guest).is_some())
    {
        assert!(may(deed, Role::Player), "{deed:?}");
    }
    assert_eq!(Deed::Lay.only(Standing::Guest), Some(Only::AtPlayMoney));
}

#[test]
fn the_clock_is_nobodys_and_a_shoe_has_one_dealer() {
    for deed in [Deed::Tick, Deed::Restart] {
        assert!(
            Role::ALL.into_iter().all(|role| !may(deed, role)),
            "{deed:?}"
        );
    }
    for deed in [Deed::Shuffle, Deed::CutByHouse, Deed::Deal] {
        for place in PLACES {
            let dealers = Standing::ALL
                .into_iter()
                .filter(|standing| deed.may(*standing, place))
                .count();
            assert_eq!(
                dealers,
                usize::from(place != Place::House),
                "{deed:?} {place:?}"
            );
        }
    }
}

#[test]
fn money_and_people_are_in_different_hands() {
    for deed in [Deed::Credit, Deed::Correct] {
        assert!(may(deed, Role::GamingManager) && !may(deed, Role::Administrator));
    }
    for deed in [
        Deed::CreateStaff,
        Deed::GiveRole,
        Deed::TakeRole,
        Deed::ResetPassword,
        Deed::Unlock,
    ] {
        assert!(may(deed, Role::Administrator) && !may(deed, Role::GamingManager));
    }
}

#[test]
fn a_supervisor_does_not_undo_a_managers_order() {
    let restrict = |held| {
        Deed::of(&Command::Restrict {
            player: PlayerId(1),
            held,
        })
    };
    assert!(may(restrict(game::Held::Late), Role::Supervisor));
    for held in [game::Held::ByOrder, game::Held::Free] {
        assert!(
            !may(restrict(held), Role::Supervisor) && may(restrict(held), Role::GamingManager),
            "{held:?}"
        );
    }
}

#[test]
fn a_table_is_told_as_whom_somebody_asks() {
    let mut house = House::default();
    let people = one_of_each(&mut house);
    let by = |standing| {
        people
            .iter()
            .find(|(other, _)| *other == standing)
            .unwrap()
            .1
    };
    let ask = |standing, command: &Command, place| {
        house
            .desk
            .permit_command(by(standing), NOON, command, place)
    };
    let By::Person(pia) = by(Standing::Role(Role::Player)) else {
        panic!("a person")
    };
    let lay = Command::Lay {
        lay: Lay::Wager {
            box_no: BoxNo::new(1).unwrap(),
            amount: Money::from_dollars(5),
        },
    };
    assert_eq!(
        ask(Standing::Role(Role::Player), &lay, CREDIT),
        Ok(Actor::Player(pia))
    );
    assert_eq!(
        ask(Standing::Guest, &lay, CREDIT),
        Err(DeskRefusal::NotAllowed(Deed::Lay))
    );
    assert!(matches!(
        ask(Standing::Guest, &lay, PLAY_MONEY),
        Ok(Actor::Player(_))
    ));
    let sign = Command::SetSign {
        sign: Sign::usual(&builtin("sydney").unwrap()),
        newcomers: false,
    };
    assert_eq!(
        ask(Standing::Role(Role::Supervisor), &sign, CREDIT),
        Ok(Actor::Staff("staff2".to_owned()))
    );
    assert_eq!(
        ask(Standing::House, &Command::Open, CREDIT),
        Ok(Actor::Staff("house".to_owned()))
    );
    assert_eq!(
        ask(Standing::House, &Command::Tick, CREDIT),
        Ok(Actor::Clock)
    );
    let shuffled = Command::Shuffled {
        seal: Seal::default(),
    };
    assert_eq!(ask(Standing::House, &shuffled, CREDIT), Ok(Actor::Software));
    assert_eq!(
        ask(Standing::Role(Role::Dealer), &shuffled, CREDIT),
        Err(DeskRefusal::NotAllowed(Deed::Shuffle))
    );
    let by_hand = Place::Table(TableKind {
        stakes: Stakes::Credit,
        dealt: Dealt::ByHand,
    });
    assert_eq!(
        ask(Standing::Role(Role::Dealer), &shuffled, by_hand),
        Ok(Actor::Dealer)
    );
    assert_eq!(
        ask(Standing::House, &shuffled, by_hand),
        Err(DeskRefusal::NotAllowed(Deed::Shuffle))
    );
}

#[test]
fn nobody_comes_to_a_table_under_anothers_name() {
    let mut house = House::default();
    let pia = house.register("pia");
    let arrive = |name: &str| Command::Arrive {
        name: name.to_owned(),
        card: None,
    };
    let ask = |name| {
        house
            .desk
            .permit_command(By::Person(pia), NOON, &arrive(name), PLAY_MONEY)
    };
    assert_eq!(ask("pia"), Ok(Actor::Player(pia)));
    assert_eq!(ask("ann"), Err(DeskRefusal::OtherName("pia".to_owned())));
    let nobody = By::Person(PlayerId(99));
    let refusal = Err(DeskRefusal::NoSuchPerson(PlayerId(99)));
    assert_eq!(
        house
            .desk
            .permit_command(nobody, NOON, &arrive("pia"), PLAY_MONEY),
        refusal
    );
}
