//! Examples at a table: one that opens, is laid out and dealt at as the house does it, without a
//! server around it.

use super::example::{Act, Example, Step, first_difference, named};
use super::undriven::{Fault, Undriven, at_any_table};
use game::notation::Refused;
use game::{Choice, Draw, Held, Need, Player, ShoeAge, Turn, WagersChecked};
use ledger::{Account, Ledger, Move, PlayerId, Purpose, Series, TableId, Transfer, TransferId};
use rules::{BoxNo, Clause, Money, Net, builtin};
use serde_json::Value;
use table::{Actor, Command, Config, Needs, Phase, Refusal, Seal, Table, Time, What};

/// What everybody has at the beginning.
const PURSE: Money = Money::from_dollars(100_000);

/// Plays an example at a table as the house ships it, where wagers are checked as they are laid;
/// how many of its refusals the table gave too.
pub(crate) fn play(example: &Example) -> Result<usize, Fault> {
    if let Some(why) = at_any_table(example) {
        return Err(why.into());
    }
    match Floor::open(example, WagersChecked::WhenLaid).and_then(Floor::play) {
        // A wager that only a person takes from the layout when wagers close is not taken here.
        Err(Fault::Wrong(wrong)) => {
            match Floor::open(example, WagersChecked::WhenClosed).and_then(Floor::play) {
                Ok(_) => Err(Undriven::OutsideSign.into()),
                Err(_) => Err(Fault::Wrong(wrong)),
            }
        }
        other => other,
    }
}

/// A table with the people of an example.
#[derive(Clone)]
struct Floor<'a> {
    example: &'a Example,
    table: Table,
    ledger: Ledger,
    now: Time,
    told: Vec<Value>,
    /// The players of the round, in the order of its records.
    players: Vec<PlayerId>,
}

impl<'a> Floor<'a> {
    fn open(example: &'a Example, wagers_checked: WagersChecked) -> Result<Self, Fault> {
        let setup = example.setup();
        let usual = Config::usual(&builtin(example.book).unwrap());
        let kept = setup.patrons.iter().find_map(|patron| patron.minimum);
        let config = Config {
            set: example.sets.clone(),
            decks: match setup.pack {
                game::Pack::Decks(decks) => decks,
                game::Pack::Cards(_) => return Err(Undriven::SmallShoe.into()),
            },
            dealing: setup.dealing,
            faces: setup.faces,
            sign: rules::Sign {
                minimum: kept.unwrap_or(setup.sign.minimum),
                ..setup.sign.clone()
            },
            wagers_checked,
            ..usual
        };
        let table = Table::new(TableId(1), config).map_err(|fault| wrong(&fault))?;
        let mut floor = Self {
            example,
            table,
            ledger: Ledger::new(),
            now: Time(1_000_000),
            told: Vec::new(),
            players: Vec::new(),
        };
        floor.fund();
        floor.by_staff(Command::Open)?;
        floor.people_come()?;
        Ok(floor)
    }

    fn fund(&mut self) {
        for player in self.example.setup().players() {
            let transfer = Transfer {
                id: TransferId {
                    series: Series::Cashier,
                    no: id(player).0.into(),
                },
                does: Move::Pay {
                    from: Account::House,
                    to: Account::Player(id(player)),
                    amount: PURSE,
                },
                purpose: Purpose::PlayMoney,
                clause: Clause::SILENT,
            };
            let _ = self.ledger.apply(&[transfer]).unwrap();
        }
    }

    /// Everybody comes; whoever keeps a lower minimum was there when the sign was changed.
    fn people_come(&mut self) -> Result<(), Fault> {
        let setup = self.example.setup();
        let keeps = |player: &Player| setup.patrons[player.index()].minimum.is_some();
        let (before, after): (Vec<Player>, Vec<Player>) = setup.players().partition(keeps);
        for &player in &before {
            self.arrive(player)?;
        }
        if !before.is_empty() {
            let sign = setup.sign.clone();
            self.by_staff(Command::SetSign {
                sign,
                newcomers: true,
            })?;
        }
        for &player in &after {
            self.arrive(player)?;
        }
        for &(box_no, maximum) in &setup.raised {
            self.by_staff(Command::SetMaximum {
                box_no,
                maximum: Some(maximum),
            })?;
        }
        Ok(())
    }

    fn arrive(&mut self, player: Player) -> Result<(), Fault> {
        let patron = &self.example.setup().patrons[player.index()];
        let command = Command::Arrive {
            name: patron.name.clone(),
            card: None,
        };
        self.by_player(player, &command)
            .map_err(|refusal| wrong(&refusal))?;
        if self.example.asks_for_cards() {
            self.by_staff(Command::FindCard {
                player: id(player),
                valid: patron.card,
            })?;
        }
        if patron.raised.is_some() {
            self.by_staff(Command::RaiseLimits {
                player: id(player),
                limits: patron.raised,
            })?;
        }
        if patron.held == Held::ByOrder {
            self.by_staff(Command::Restrict {
                player: id(player),
                held: Held::ByOrder,
            })?;
        }
        Ok(())
    }

    fn play(mut self) -> Result<usize, Fault> {
        let mut refusals = 0;
        for (player, box_no) in self.example.seats() {
            self.sit_if(player, box_no, true)
                .map_err(|refusal| wrong(&refusal))?;
        }
        for step in self.example.steps() {
            match step {
                Step::Act { act, .. } => self.act(act)?,
                Step::Refused(refused) => refusals += usize::from(self.refuses(refused)?),
            }
        }
        let told: Vec<Value> = self
            .told
            .iter()
            .filter(|event| self.example.is_told(event))
            .cloned()
            .collect();
        if self.example.closes()
            && let Some(difference) = first_difference(&self.example.told(), &told)
        {
            return Err(Fault::Wrong(difference));
        }
        self.check_money()?;
        Ok(refusals)
    }

    fn check_money(&self) -> Result<(), Fault> {
        if !self.example.is_over() {
            return Ok(());
        }
        for (player, (name, net)) in self.example.setup().players().zip(self.example.nets()) {
            let has = self.ledger.balance(Account::Player(id(player)));
            let got = has.cents() - Net::won(PURSE).cents();
            if got != net.cents() {
                return Err(Fault::Wrong(format!(
                    "{name} won {got} cents, and {} by the engine",
                    net.cents()
                )));
            }
        }
        Ok(())
    }

    fn act(&mut self, act: Act) -> Result<(), Fault> {
        match act {
            Act::Lay {
                player,
                lay,
                seated,
            } => {
                self.sit_if(player, lay.box_no(), seated)
                    .and_then(|()| self.by_player(player, &Command::Lay { lay }))
                    .map_err(|refusal| wrong(&refusal))?;
            }
            Act::Close => self.pass(self.table.config().times.wagers)?,
            Act::Choose(player, choice) => {
                let choice = self.as_here(choice)?;
                self.by_player(player, &Command::Choose { choice })
                    .map_err(|refusal| wrong(&refusal))?;
            }
            Act::Deal(draw) => self
                .give(&Actor::Dealer, &Command::Deal { draw })
                .map_err(|refusal| wrong(&refusal))?,
            Act::Absent(player, box_no) => {
                let due = self.table.round().map(|(_, round)| round.turn());
                let here = |hand: game::HandRef, who: Player| {
                    hand.box_no == box_no && self.players.get(who.index()) == Some(&id(player))
                };
                if !matches!(due, Some(Turn::Decide(hand, who)) if here(hand, who)) {
                    return Err(Undriven::Unasked.into());
                }
                self.pass(self.table.config().times.decision)?;
            }
            Act::Withdraw(player) => {
                if self.table.interrupted().is_none() {
                    self.give(&Actor::Clock, &Command::Restarted)
                        .map_err(|refusal| wrong(&refusal))?;
                }
                self.by_player(player, &Command::WithdrawFromRound)
                    .map_err(|refusal| wrong(&refusal))?;
            }
        }
        self.resume_unless(act)?;
        self.settle()
    }

    /// After a failure the round goes on once nobody else withdraws.
    fn resume_unless(&mut self, act: Act) -> Result<(), Fault> {
        let Some(until) = self.table.interrupted() else {
            return Ok(());
        };
        let all = self.example.steps();
        let withdrawals = all.iter().filter(|step| {
            matches!(
                step,
                Step::Act {
                    act: Act::Withdraw(_),
                    ..
                }
            )
        });
        let said = self
            .told
            .iter()
            .filter(|event| event["what"].get("withdrawn").is_some());
        if matches!(act, Act::Withdraw(_)) && said.count() < withdrawals.count() {
            return Ok(());
        }
        self.now = until;
        self.give(&Actor::Clock, &Command::Tick)
            .map_err(|refusal| wrong(&refusal))
    }

    /// Whether the table refuses this too, by the same clause; false where a table cannot be asked.
    fn refuses(&self, refused: &Refused) -> Result<bool, Fault> {
        if self.example.is_after_the_end(refused) {
            return Ok(false);
        }
        let mut copy = self.clone();
        for each in &refused.before {
            copy.act(each.what.into())?;
        }
        let answer = match Act::from(refused.tried) {
            Act::Lay {
                player,
                lay,
                seated,
            } => {
                // Somebody else may sit there: the wager is refused all the same.
                let _ = copy.sit_if(player, lay.box_no(), seated);
                copy.by_player(player, &Command::Lay { lay })
            }
            Act::Choose(player, choice) => {
                let choice = copy.as_here(choice)?;
                copy.by_player(player, &Command::Choose { choice })
            }
            Act::Deal(Draw::Shuffle) | Act::Close | Act::Absent(..) | Act::Withdraw(_) => {
                return Ok(false);
            }
            Act::Deal(draw) => copy.give(&Actor::Dealer, &Command::Deal { draw }),
        };
        match answer {
            Err(refusal) if refusal.clause == refused.refusal.clause => Ok(true),
            Err(refusal) => Err(Fault::Wrong(format!(
                "the engine refuses with `{}` by {}, the table with {refusal}",
                refused.refusal.reason, refused.refusal.clause
            ))),
            Ok(()) => Err(Fault::Wrong(format!(
                "the table allows {:?}, which the engine refuses by {}",
                refused.tried, refused.refusal.clause
            ))),
        }
    }

    /// The players of a choice as the table's round numbers them.
    fn as_here(&self, choice: Choice) -> Result<Choice, Fault> {
        let here = |player: Player| {
            let place = self.players.iter().position(|each| *each == id(player));
            let here = place.and_then(|place| self.example.setup().players().nth(place));
            here.ok_or_else(|| {
                Fault::Wrong(format!(
                    "{} is not in the table's round",
                    self.example.name_of(player)
                ))
            })
        };
        if let Choice::TakeInsurance { box_no, of, amount } = choice {
            let of = here(of)?;
            return Ok(Choice::TakeInsurance { box_no, of, amount });
        }
        if let Choice::Nominate { box_no, nominee } = choice {
            let nominee = here(nominee)?;
            return Ok(Choice::Nominate { box_no, nominee });
        }
        Ok(choice)
    }

    fn sit_if(&mut self, player: Player, box_no: BoxNo, seated: bool) -> Result<(), Refusal> {
        let sits = self
            .table
            .view()
            .boxes
            .iter()
            .any(|place| place.no == box_no && place.seated == Some(id(player)));
        if seated && !sits {
            self.by_player(player, &Command::Sit { box_no })?;
            self.cut_if_due();
        }
        Ok(())
    }

    /// Whoever is offered the cut takes it; where the cards are cut is nothing to a dealer who has
    /// them in the order of the example.
    fn cut_if_due(&mut self) {
        for player in self.example.setup().players() {
            if self.table.phase() == Phase::Cut {
                let place = self.table.pack().len() / 2;
                let _ = self.by_player(player, &Command::Cut { place });
            }
        }
    }

    /// The dealer brings whatever the example does not tell.
    fn settle(&mut self) -> Result<(), Fault> {
        loop {
            self.cut_if_due();
            let command = match self.table.needs() {
                Needs::Shuffle(_) => Command::Shuffled {
                    seal: Seal(String::new()),
                },
                Needs::Seed => Command::SeedByHouse {
                    seed: "the house".to_owned(),
                },
                Needs::Cut(range) => Command::CutByHouse {
                    place: *range.start(),
                },
                Needs::Draw(Need::Burn) if self.example.setup().age == ShoeAge::Running => {
                    Command::Deal { draw: Draw::Burned }
                }
                Needs::Nothing | Needs::Draw(_) => return Ok(()),
            };
            self.give(&Actor::Dealer, &command)
                .map_err(|refusal| wrong(&refusal))?;
        }
    }

    fn pass(&mut self, span: table::Span) -> Result<(), Fault> {
        self.now = self.now.after(span);
        self.give(&Actor::Clock, &Command::Tick)
            .map_err(|refusal| wrong(&refusal))
    }

    fn by_staff(&mut self, command: Command) -> Result<(), Fault> {
        self.give(&Actor::Staff("sue".to_owned()), &command)
            .map_err(|refusal| wrong(&refusal))?;
        self.settle()
    }

    fn by_player(&mut self, player: Player, command: &Command) -> Result<(), Refusal> {
        self.give(&Actor::Player(id(player)), command)
    }

    fn give(&mut self, by: &Actor, command: &Command) -> Result<(), Refusal> {
        let decision = self.table.decide(by, self.now, command)?;
        let _ = self.ledger.apply(&decision.transfers).unwrap();
        self.table = decision.table;
        for event in decision.events {
            if let What::RoundBegan { players, .. } = event.what {
                self.players = players;
            } else if let What::Round(event) = event.what {
                let name = |no: u64| self.name_in_round(no);
                let told = named(serde_json::to_value(event).unwrap(), &name);
                self.told.push(told);
            }
        }
        Ok(())
    }

    fn name_in_round(&self, no: u64) -> String {
        let player = self.players[usize::try_from(no).unwrap()];
        let setup = self.example.setup();
        let found = setup.players().find(|each| id(*each) == player);
        found.map_or_else(String::new, |found| self.example.name_of(found).to_owned())
    }
}

fn id(player: Player) -> PlayerId {
    PlayerId(u32::try_from(player.index()).unwrap() + 1)
}

fn wrong(what: &impl std::fmt::Display) -> Fault {
    Fault::Wrong(what.to_string())
}
