//! Examples at the server's socket: real connections to a house that listens, whose chance brings
//! the cards of the example.

use super::example::{Act, Example, Step, first_difference, named};
use super::order::{Chosen, word_of, words};
use super::undriven::{Fault, Undriven, at_a_socket};
use crate::support::{Client, House, Socket, config};
use game::notation::Refused;
use game::{Choice, Draw, Held, Player};
use rules::{BoxNo, builtin};
use serde_json::{Value, json};
use server::{Config, Rate, SocketLimits};
use std::time::Duration;
use table::{Lay, Span};

/// What everybody is given for an example, in cents.
const PURSE: u64 = 1_000_000;
/// How long an event may take that the engine tells; one that comes is there much sooner.
const PATIENCE: Duration = Duration::from_secs(20);

/// A house, its staff, and people who come back for every example.
pub(crate) struct Places {
    house: House,
    chosen: Chosen,
    manager: Client,
    people: Vec<Client>,
}

impl Places {
    pub(crate) async fn open() -> Self {
        let chosen = Chosen::default();
        let limits = SocketLimits {
            most: 100_000,
            per_address: 100_000,
            per_session: 100_000,
        };
        let rate = Rate {
            messages: 1_000_000,
            burst: 1_000_000,
            requests: 1_000_000,
            sign_ins: 1_000_000,
        };
        let config = Config {
            sockets: limits,
            rate,
            ..config()
        };
        let house = House::start_with(config, chosen.chance(1)).await;
        let manager = house.staff("max", &["gaming_manager", "supervisor"]).await;
        Self {
            house,
            chosen,
            manager,
            people: Vec::new(),
        }
    }

    pub(crate) async fn close(self) {
        self.house.stop().await;
    }

    /// Plays an example that a table was driven by, at a table of its own; how many of its
    /// refusals came here too.
    pub(crate) async fn play(&mut self, example: &Example) -> Result<usize, Fault> {
        if let Some(why) = at_a_socket(example) {
            return Err(why.into());
        }
        while self.people.len() < example.setup().patrons.len() {
            let name = format!("player-{}", self.people.len() + 1);
            self.people.push(self.house.member(&name).await);
        }
        let went = match Scene::open(self, example).await {
            Ok(mut scene) => {
                let went = scene.play().await;
                scene.leave().await;
                went
            }
            Err(fault) => Err(fault),
        };
        self.chosen.forget();
        went
    }
}

/// One table with the people of an example.
struct Scene<'a> {
    places: &'a Places,
    example: &'a Example,
    table: u32,
    watcher: Socket,
    sockets: Vec<Socket>,
    told: Vec<Value>,
    /// The numbers of the round's players, in the order of its records.
    players: Vec<u64>,
    seats: Vec<(Player, BoxNo)>,
    is_cut: bool,
    asked: u32,
    /// Of the last frame that came.
    version: u64,
}

impl<'a> Scene<'a> {
    async fn open(places: &'a Places, example: &'a Example) -> Result<Self, Fault> {
        let setup = example.setup();
        let usual = table::Config::usual(&builtin(example.book).unwrap());
        let kept = setup.patrons.iter().find_map(|patron| patron.minimum);
        let sign = rules::Sign {
            minimum: kept.unwrap_or(setup.sign.minimum),
            ..setup.sign.clone()
        };
        let game::Pack::Decks(decks) = setup.pack else {
            return Err(Undriven::SmallShoe.into());
        };
        let wanted = json!({
            "book": example.book,
            "set": example.sets,
            "decks": decks,
            "faces": setup.faces,
            "sign": sign,
            "times": usual.times,
        });
        let founded = places.manager.post("/api/tables", wanted).await;
        if !founded.status.is_success() {
            return Err(Fault::Wrong(founded.text));
        }
        let table = u32::try_from(founded.json()["table"].as_u64().unwrap()).unwrap();
        let watcher = places.manager.watches(table).await;
        let mut scene = Self {
            places,
            example,
            table,
            watcher,
            sockets: Vec::new(),
            told: Vec::new(),
            players: Vec::new(),
            seats: Vec::new(),
            is_cut: false,
            asked: 0,
            version: 0,
        };
        scene.stack()?;
        scene.staff(json!("open")).await?;
        scene.people_come().await?;
        Ok(scene)
    }

    /// The next shuffle brings the cards of the example.
    fn stack(&self) -> Result<(), Fault> {
        let book = self.example.setup().book.clone();
        let burned = usize::from(book.shoe.burn.is.get());
        let pile = self.example.setup().full();
        let words = words(&pile, burned, &self.example.cards(), self.cut_at());
        let words = words.ok_or_else(|| Fault::Wrong("the shoe does not hold its cards".into()))?;
        self.places.chosen.bring(words);
        Ok(())
    }

    fn cut_at(&self) -> u32 {
        self.example.setup().full().len() / 2
    }

    async fn people_come(&mut self) -> Result<(), Fault> {
        let setup = self.example.setup();
        for _ in &setup.patrons {
            let socket = self.places.people[self.sockets.len()].socket().await;
            self.sockets.push(socket);
        }
        let keeps = |player: &Player| setup.patrons[player.index()].minimum.is_some();
        let (before, after): (Vec<Player>, Vec<Player>) = setup.players().partition(keeps);
        for &player in &before {
            self.arrive(player).await?;
        }
        if !before.is_empty() {
            let sign = json!({ "set_sign": { "sign": setup.sign, "newcomers": true } });
            self.staff(sign).await?;
        }
        for &player in &after {
            self.arrive(player).await?;
        }
        for &(box_no, maximum) in &setup.raised {
            let raise = json!({ "set_maximum": { "box_no": box_no, "maximum": maximum } });
            self.staff(raise).await?;
        }
        Ok(())
    }

    async fn arrive(&mut self, player: Player) -> Result<(), Fault> {
        let patron = &self.example.setup().patrons[player.index()];
        let client = &self.places.people[player.index()];
        let me = client.get("/api/me").await.ok();
        let missing = PURSE.saturating_sub(me["balance"].as_u64().unwrap_or(0));
        if missing > 0 {
            let credit = json!({
                "id": format!("credit-{}-{}", self.table, player.index()),
                "amount": missing,
                "why": "for an example",
            });
            let path = format!("/api/people/{}/credit", client.person);
            self.places.manager.post(&path, credit).await.ok();
        }
        let arrive = json!({ "arrive": { "name": client.handle } });
        self.does(player, arrive).await.map_err(Fault::Wrong)?;
        if self.example.asks_for_cards() {
            let card = json!({ "player": client.person, "valid": patron.card });
            self.staff(json!({ "find_card": card })).await?;
        }
        if let Some(limits) = patron.raised {
            let raise = json!({ "player": client.person, "limits": limits });
            self.staff(json!({ "raise_limits": raise })).await?;
        }
        if patron.held == Held::ByOrder {
            let order = json!({ "restrict": { "player": client.person, "held": "by_order" } });
            self.staff(order).await?;
        }
        Ok(())
    }

    async fn play(&mut self) -> Result<usize, Fault> {
        let mut refusals = 0;
        let before = self.balances().await;
        let steps = self.example.steps();
        for (player, box_no) in self.example.seats() {
            self.sit(player, box_no).await?;
        }
        for (at, step) in steps.iter().enumerate() {
            match step {
                Step::Act { act, told } => {
                    if let Some(Step::Act { act: next, .. }) = steps.get(at + 1) {
                        self.bring_multiplier(*next)?;
                    }
                    self.act(*act).await?;
                    // Wagers are told when they are closed.
                    if !matches!(act, Act::Lay { .. }) {
                        self.read_until(*told).await;
                    }
                }
                // Where nobody is waited for, the house has dealt on before anybody could ask.
                Step::Refused(_) if !waits_after(&steps[at..]) => {}
                Step::Refused(refused) => refusals += usize::from(self.refuses(refused).await?),
            }
        }
        if self.example.closes() {
            self.compare()?;
        }
        if self.example.is_over() {
            let after = self.balances().await;
            let changes = before
                .iter()
                .zip(&after)
                .map(|(before, after)| after - before);
            for (got, (name, net)) in changes.zip(self.example.nets()) {
                if got != net.cents() {
                    return Err(Fault::Wrong(format!(
                        "{name} won {got} cents, and {} by the engine",
                        net.cents()
                    )));
                }
            }
        }
        Ok(refusals)
    }

    async fn balances(&self) -> Vec<i64> {
        let mut all = Vec::new();
        for client in &self.places.people[..self.sockets.len()] {
            let me = client.get("/api/me").await.ok();
            all.push(me["balance"].as_i64().unwrap());
        }
        all
    }

    fn compare(&self) -> Result<(), Fault> {
        let wanted: Vec<Value> = self.example.told().iter().map(as_seen).collect();
        // Where the example ends before its round does, the house goes on dealing.
        let most = match self.example.is_over() {
            true => self.told.len(),
            false => wanted.len().min(self.told.len()),
        };
        match first_difference(&wanted, &self.told[..most]) {
            Some(difference) => Err(Fault::Wrong(difference)),
            None => Ok(()),
        }
    }

    /// Reads until the table has told so much, or says nothing more.
    async fn read_until(&mut self, told: usize) {
        while self.told.len() < told {
            let next = tokio::time::timeout(PATIENCE, self.watcher.next()).await;
            let Ok(next) = next else { return };
            match next {
                Ok(message) => self.read(&message["frame"]),
                Err(_) => self.watch_again().await,
            }
        }
    }

    /// Goes on from the last frame that came.
    async fn watch_again(&mut self) {
        self.watcher = self.places.manager.socket().await;
        let watch = json!({ "table": self.table, "from": self.version });
        self.watcher.say(json!({ "watch": watch })).await;
    }

    fn read(&mut self, frame: &Value) {
        self.version = frame["version"].as_u64().unwrap_or(self.version);
        for event in frame["events"].as_array().into_iter().flatten() {
            let what = &event["what"];
            if let Some(players) = what["round_began"]["players"].as_array() {
                self.players = players.iter().filter_map(Value::as_u64).collect();
            } else if !what["round"].is_null() {
                let name = |no: u64| self.name_in_round(no);
                let told = as_seen(&named(what["round"].clone(), &name));
                if self.example.is_told(&told) {
                    self.told.push(told);
                }
            }
        }
    }

    fn name_in_round(&self, no: u64) -> String {
        let person = self.players[usize::try_from(no).unwrap()];
        let found = self
            .example
            .setup()
            .players()
            .find(|player| u64::from(self.places.people[player.index()].person) == person);
        found.map_or_else(String::new, |found| self.example.name_of(found).to_owned())
    }

    async fn act(&mut self, act: Act) -> Result<(), Fault> {
        match act {
            Act::Lay {
                player,
                lay,
                seated,
            } => {
                if seated {
                    self.sit(player, lay.box_no()).await?;
                }
                self.does(player, of_lay(lay)).await.map_err(Fault::Wrong)?;
                self.cut().await;
            }
            Act::Close => self.pass(Span::seconds(15)),
            Act::Choose(player, choice) => {
                let choice = self.as_here(choice)?;
                let choose = json!({ "choose": { "choice": choice } });
                self.does(player, choose).await.map_err(Fault::Wrong)?;
            }
            // The house deals.
            Act::Deal(_) => {}
            Act::Absent(..) => self.pass(Span::seconds(20)),
            Act::Withdraw(_) => return Err(Undriven::Failure.into()),
        }
        Ok(())
    }

    /// Where this comes next, the meter shows it.
    fn bring_multiplier(&self, next: Act) -> Result<(), Fault> {
        if let Act::Deal(Draw::Multiplier(shown)) = next {
            let multipliers = &self.example.setup().book.pandemonium.multipliers.is;
            let word = word_of(multipliers, shown);
            let word = word.ok_or_else(|| Fault::Wrong(format!("no word shows {shown}")))?;
            self.places.chosen.bring(vec![word]);
        }
        Ok(())
    }

    fn pass(&self, span: Span) {
        self.places.house.advance(span);
    }

    async fn sit(&mut self, player: Player, box_no: BoxNo) -> Result<(), Fault> {
        if self.seats.contains(&(player, box_no)) {
            return Ok(());
        }
        self.seats.push((player, box_no));
        let sit = json!({ "sit": { "box_no": box_no } });
        self.does(player, sit).await.map_err(Fault::Wrong)?;
        self.cut().await;
        Ok(())
    }

    /// Whoever is offered the cut takes it at the place for which the cards were put in order.
    async fn cut(&mut self) {
        for player in self.example.setup().players() {
            if self.is_cut {
                return;
            }
            let cut = json!({ "cut": { "place": self.cut_at() } });
            self.is_cut = self.does(player, cut).await.is_ok();
        }
    }

    async fn refuses(&mut self, refused: &Refused) -> Result<bool, Fault> {
        if !refused.before.is_empty() || self.example.is_after_the_end(refused) {
            return Ok(false);
        }
        let (player, command) = match Act::from(refused.tried) {
            Act::Lay {
                player,
                lay,
                seated: false,
            } => (player, of_lay(lay)),
            Act::Choose(player, choice) => {
                let Ok(choice) = self.as_here(choice) else {
                    return Ok(false);
                };
                (player, json!({ "choose": { "choice": choice } }))
            }
            Act::Lay { seated: true, .. }
            | Act::Deal(_)
            | Act::Close
            | Act::Absent(..)
            | Act::Withdraw(_) => return Ok(false),
        };
        let clause = format!("({})", refused.refusal.clause);
        match self.does(player, command).await {
            Err(refusal) if refusal.contains(&clause) => Ok(true),
            Err(refusal) => Err(Fault::Wrong(format!(
                "the engine refuses with `{}` by {clause}, the server with {refusal}",
                refused.refusal.reason
            ))),
            Ok(()) => Err(Fault::Wrong(format!(
                "the server allows {:?}, which the engine refuses by {clause}",
                refused.tried
            ))),
        }
    }

    /// A choice with its players as the table's round numbers them.
    fn as_here(&self, choice: Choice) -> Result<Choice, Fault> {
        let (Choice::TakeInsurance {
            of: player,
            box_no: of_box,
            ..
        }
        | Choice::Nominate {
            nominee: player,
            box_no: of_box,
        }) = choice
        else {
            return Ok(choice);
        };
        let person = u64::from(self.places.people[player.index()].person);
        let place = self.players.iter().position(|each| *each == person);
        let here = place.and_then(|place| self.example.setup().players().nth(place));
        let here = here.ok_or_else(|| {
            Fault::Wrong(format!(
                "{} is not in the round",
                self.example.name_of(player)
            ))
        })?;
        if let Choice::TakeInsurance { box_no, amount, .. } = choice {
            return Ok(Choice::TakeInsurance {
                box_no,
                of: here,
                amount,
            });
        }
        Ok(Choice::Nominate {
            box_no: of_box,
            nominee: here,
        })
    }

    /// A name for a request that no request before it had.
    fn id(&mut self) -> String {
        self.asked += 1;
        format!("{}-{}", self.table, self.asked)
    }

    /// Gives the table a command of a player's; the words of a refusal.
    async fn does(&mut self, player: Player, command: Value) -> Result<(), String> {
        let id = self.id();
        let wanted = json!({ "do": { "id": id, "table": self.table, "command": command } });
        loop {
            let socket = &mut self.sockets[player.index()];
            socket.say(wanted.clone()).await;
            if let Some(answer) = answer_to(&id, socket).await {
                return refusal_of(&answer).map_or(Ok(()), Err);
            }
            self.sockets[player.index()] = self.places.people[player.index()].socket().await;
        }
    }

    async fn staff(&mut self, command: Value) -> Result<(), Fault> {
        let id = self.id();
        let wanted = json!({ "do": { "id": id, "table": self.table, "command": command } });
        let mut socket = self.places.manager.socket().await;
        socket.say(wanted).await;
        let answer = answer_to(&id, &mut socket).await.unwrap_or_default();
        refusal_of(&answer).map_or(Ok(()), |refusal| Err(Fault::Wrong(refusal)))
    }

    /// Nobody stays: a round that the example leaves unfinished waits for nobody.
    async fn leave(&mut self) {
        for player in self.example.setup().players() {
            let _ = self.does(player, json!("depart")).await;
        }
    }
}

/// The answer to a request; nothing where the server closed the socket, as it does to one that does
/// not answer its pings while the clock jumps.
async fn answer_to(id: &str, socket: &mut Socket) -> Option<Value> {
    loop {
        let message = socket.next().await.ok()?;
        if ["answer", "refused"]
            .iter()
            .any(|kind| message[kind]["id"] == id)
        {
            return Some(message);
        }
    }
}

/// Whether what comes next is done by somebody at the table.
fn waits_after(steps: &[Step<'_>]) -> bool {
    let next = steps.iter().find_map(|step| match step {
        Step::Act { act, .. } => Some(*act),
        Step::Refused(_) => None,
    });
    next.is_some_and(|act| !matches!(act, Act::Deal(_)))
}

/// The words of a refusal, by the table or by the house around it, with the clause behind them.
fn refusal_of(answer: &Value) -> Option<String> {
    let by_table = &answer["answer"]["answer"]["refused"];
    let by_house = &answer["refused"]["error"];
    match (by_table["why"].as_str(), by_table["clause"].as_str()) {
        (Some(why), Some(clause)) => Some(format!("{why} ({clause})")),
        _ => by_house.as_str().map(str::to_owned),
    }
}

fn of_lay(lay: Lay) -> Value {
    json!({ "lay": { "lay": lay } })
}

/// An event as somebody sees it who holds no cards: those that lie face down are not told.
fn as_seen(event: &Value) -> Value {
    let mut event = event.clone();
    if event["what"]["dealt"]["face"] == "down"
        && let Some(dealt) = event["what"]["dealt"].as_object_mut()
    {
        dealt.remove("card");
    }
    event
}
