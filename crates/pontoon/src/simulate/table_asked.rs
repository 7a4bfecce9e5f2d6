//! The table that was asked for: its boxes, sign, cards and ways to play.

use super::SimulateArguments;
use super::box_asked::{BoxAsked, How};
use super::ways::Way;
use anyhow::{Context, Result, bail};
use cards::Composition;
use clap::ValueEnum;
use report::Asked;
use rules::{Money, PairWager, RuleBook, Sign};
use serde_json::{Value, json};
use simulator::{BLOCK, Cut, DECK, Dealing, Mind, Play, SHOES, Seat, Table};
use solver::side_wagers::pandemonium::Chances;
use solver::{Pile, full_shoe};

/// How the cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deal {
    /// All cards are shuffled before every round.
    Fresh,
    /// A shoe with a cutting card, and the book's burned cards.
    Shoe,
    /// A continuous shuffling device, as the book has it.
    Device,
}

impl Deal {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Shoe => "shoe",
            Self::Device => "device",
        }
    }
}

/// A table with everything it borrows from.
pub(crate) struct TableAsked<'a> {
    pub(crate) asked: &'a Asked,
    pub(crate) pile: Pile,
    /// Each different box once, and which of them each box is.
    pub(crate) kinds: Vec<BoxAsked>,
    pub(crate) boxes: Vec<usize>,
    pub(crate) ways: Vec<Way>,
    sign: Sign,
    shoe: Composition,
    pub(crate) dealing: Dealing,
    multipliers: Vec<(u16, u64)>,
}

impl<'a> TableAsked<'a> {
    pub(crate) fn new(arguments: &SimulateArguments, asked: &'a Asked) -> Result<Self> {
        let all = boxes(arguments, asked)?;
        let mut kinds: Vec<BoxAsked> = Vec::new();
        let mut boxes = Vec::new();
        for each in all {
            let place = kinds.iter().position(|kind| *kind == each);
            boxes.push(place.unwrap_or(kinds.len()));
            if place.is_none() {
                kinds.push(each);
            }
        }
        let mut sign = Sign::usual(&asked.book);
        sign.minimum = arguments.minimum.unwrap_or(sign.minimum);
        sign.maximum = arguments.maximum.unwrap_or(sign.maximum);
        check_sides(&asked.book, asked.decks, &kinds)?;
        check_limits(arguments, &sign, &kinds)?;
        let shoe = full_shoe(&asked.book, asked.decks)?;
        let pile = Pile::of(&shoe);
        let how = |kind: &BoxAsked| {
            kind.how
                .clone()
                .unwrap_or_else(|| arguments.strategy.clone())
        };
        let ways = kinds
            .iter()
            .map(|kind| Way::new(&asked.book, &sign, &pile, how(kind), kind.wager))
            .collect::<Result<_>>()?;
        widen(&mut sign, &kinds, &asked.book);
        let dealing = dealing(arguments, &asked.book, shoe.len())?;
        let multipliers = multipliers(&asked.book, arguments.chances.as_deref())?;
        Ok(Self {
            asked,
            pile,
            kinds,
            boxes,
            ways,
            sign,
            shoe,
            dealing,
            multipliers,
        })
    }

    /// The table, with these ways to play for each kind of box.
    pub(crate) fn table<'t>(&'t self, plays: &'t [Vec<Box<dyn Play + 't>>]) -> Table<'t> {
        let seat = |place: usize| Seat {
            mind: Mind {
                plays: plays[place].iter().map(|play| &**play).collect(),
                counting: self.ways[place].counting(),
            },
            bettors: self.kinds[place].bets(),
        };
        Table {
            book: &self.asked.book,
            sign: self.sign.clone(),
            shoe: self.shoe.clone(),
            dealing: self.dealing,
            seats: (0..self.kinds.len()).map(seat).collect(),
            boxes: self.boxes.clone(),
            multipliers: self.multipliers.clone(),
        }
    }

    /// How many boxes each kind has.
    pub(crate) fn boxes_of_kinds(&self) -> Vec<usize> {
        (0..self.kinds.len())
            .map(|kind| self.boxes.iter().filter(|&&of| of == kind).count())
            .collect()
    }

    /// The numbers of the boxes of a kind: `1`, `2-5`, `1, 3`.
    pub(crate) fn box_numbers(&self, kind: usize) -> String {
        let numbers: Vec<usize> = (1..)
            .zip(&self.boxes)
            .filter(|(_, of)| **of == kind)
            .map(|(no, _)| no)
            .collect();
        match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) if last - first + 1 == numbers.len() && numbers.len() > 1 => {
                format!("{first}-{last}")
            }
            _ => numbers
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(", "),
        }
    }

    /// What one wager is exactly worth, where the solver knows it: a box from a full shoe that
    /// nobody else's cards bear on.
    pub(crate) fn worth(&self) -> Option<f64> {
        let full = self.dealing.is_fresh(&self.asked.book);
        // What others win with a Super Bonus is not in the solver's figure.
        let alone = self.boxes.len() == 1 && self.kinds[0].others.is_empty();
        let alone = alone || self.asked.book.super_bonus.prizes.is.steps().is_empty();
        // The solver pays odds and halves to the last part of a cent.
        let whole = self.kinds[0].wager.cents().is_multiple_of(2);
        self.ways
            .first()
            .filter(|_| full && alone && whole)?
            .worth()
            .map(|worth| worth.worth)
    }

    /// Everything that decides which rounds are played.
    pub(crate) fn asked_json(&self, seed: u64) -> Value {
        let mut rules = String::new();
        self.asked
            .book
            .each(|key, _, setting| rules += &format!("{key}={}\n", setting.text()));
        let kind = |(place, (kind, way)): (usize, (&BoxAsked, &Way))| {
            let others: Vec<String> = kind
                .others
                .iter()
                .map(|(wager, follows)| format!("{wager} {follows:?}"))
                .collect();
            json!({
                "boxes": self.box_numbers(place),
                "wager": kind.wager.to_string(),
                "strategy": way.how.word(),
                "text": way.text().map(mark),
                "pairs": kind.pairs.map(|amount| amount.to_string()),
                "pandemonium": kind.pandemonium.map(|amount| amount.to_string()),
                "others": others,
            })
        };
        json!({
            "book": format!("{}@{}", self.asked.book.id.name, self.asked.book.id.version),
            "rules": mark(&rules),
            "decks": self.asked.decks,
            "boxes": self.kinds.iter().zip(&self.ways).enumerate().map(kind).collect::<Vec<_>>(),
            "limits": format!("{} to {}", self.sign.minimum, self.sign.maximum),
            "deal": format!("{:?}", self.dealing),
            "chances": self.multipliers,
            "seed": seed,
            "block": BLOCK,
            "shoes": SHOES,
        })
    }
}

/// A short mark of a text: FNV-1a.
pub(crate) fn mark(text: &str) -> String {
    let mark = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |mark, byte| {
        (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{mark:016x}")
}

fn boxes(arguments: &SimulateArguments, asked: &Asked) -> Result<Vec<BoxAsked>> {
    if !arguments.each.is_empty() {
        if arguments.boxes.is_some()
            || arguments.others.is_some()
            || arguments.pairs.is_some()
            || arguments.pandemonium.is_some()
        {
            bail!(
                "--box says everything of a box: leave out --boxes, --others, --pairs and \
                --pandemonium"
            );
        }
        return Ok(arguments.each.clone());
    }
    let count = usize::from(arguments.boxes.unwrap_or(1));
    let first = BoxAsked {
        pairs: arguments.pairs,
        pandemonium: arguments.pandemonium,
        ..BoxAsked::plain(asked.wager, arguments.strategy.clone())
    };
    let other = match &arguments.others {
        Some(how) => BoxAsked::plain(asked.wager, how.clone()),
        None => first.clone(),
    };
    Ok([first]
        .into_iter()
        .chain(std::iter::repeat_n(other, count - 1))
        .collect())
}

/// Side wagers of nothing are none, and none that the book does not have.
fn check_sides(book: &RuleBook, decks: u8, kinds: &[BoxAsked]) -> Result<()> {
    if kinds
        .iter()
        .flat_map(|kind| [kind.pairs, kind.pandemonium])
        .flatten()
        .any(Money::is_zero)
    {
        bail!("a wager must be more than nothing");
    }
    let pairs = kinds.iter().any(|kind| kind.pairs.is_some());
    if pairs && book.pairs.wager.is == PairWager::None {
        bail!(
            "{} has no wager on a pair ({})",
            book.id.name,
            book.pairs.wager.clause
        );
    }
    let allowed = &book.cards.decks_with_pairs;
    if pairs && !allowed.is.allows(decks) {
        bail!(
            "{} offers the wager on a pair with {} decks ({}), not {decks}",
            book.id.name,
            rules::Value::write(&allowed.is),
            allowed.clause
        );
    }
    if kinds.iter().any(|kind| kind.pandemonium.is_some())
        && book.pandemonium.multipliers.is.all().is_empty()
    {
        bail!(
            "{} has no Pontoon Pandemonium wager ({})",
            book.id.name,
            book.pandemonium.multipliers.clause
        );
    }
    Ok(())
}

/// Limits that were asked for hold; the usual ones give way to the wagers.
fn check_limits(arguments: &SimulateArguments, sign: &Sign, kinds: &[BoxAsked]) -> Result<()> {
    if sign.minimum > sign.maximum || sign.minimum.is_zero() {
        bail!(
            "the limits {} to {} let nobody wager",
            sign.minimum,
            sign.maximum
        );
    }
    for wager in kinds.iter().flat_map(BoxAsked::bets).map(|bets| bets.wager) {
        if arguments.minimum.is_some_and(|minimum| wager < minimum) {
            bail!(
                "a wager of {wager} is below the minimum of {}",
                sign.minimum
            );
        }
        if arguments.maximum.is_some_and(|maximum| wager > maximum) {
            bail!(
                "a wager of {wager} is above the maximum of {}",
                sign.maximum
            );
        }
    }
    // Some books count all wagers of a box together.
    let total = kinds
        .iter()
        .map(|kind| kind.bets().iter().map(|bets| bets.wager).sum::<Money>())
        .max();
    match total {
        Some(total) if arguments.maximum.is_some_and(|maximum| total > maximum) => {
            bail!(
                "the wagers of a box come to {total}, above the maximum of {}",
                sign.maximum
            )
        }
        Some(_) | None => Ok(()),
    }
}

fn widen(sign: &mut Sign, kinds: &[BoxAsked], book: &RuleBook) {
    let bets: Vec<_> = kinds.iter().map(BoxAsked::bets).collect();
    let least = bets.iter().flatten().map(|bets| bets.wager).min();
    sign.minimum = sign.minimum.min(least.unwrap_or(sign.minimum));
    let usual = sign.maximum;
    for bets in &bets {
        // Some books count all wagers of a box together, and a ramp may go up to the maximum.
        let others: Money = bets[1..].iter().map(|bets| bets.wager).sum();
        sign.maximum = sign.maximum.max(bets[0].wager + others).max(usual + others);
    }
    let cent = Money::from_cents(1);
    let range = |side: Option<Money>| side.map(|amount| (cent, amount));
    let most = |side: fn(&simulator::Bets) -> Option<Money>| {
        range(bets.iter().flatten().filter_map(side).max())
    };
    sign.pairs = most(|bets| bets.pairs).filter(|_| book.pairs.wager.is != PairWager::None);
    sign.pandemonium = most(|bets| bets.pandemonium);
}

fn dealing(arguments: &SimulateArguments, book: &RuleBook, cards: u32) -> Result<Dealing> {
    match (arguments.deal, arguments.cut) {
        (Deal::Shoe, Some(cut)) => Ok(Dealing::Shoe(cut.places(book, cards)?)),
        // One deck from the back: every book that says where it goes allows that.
        (Deal::Shoe, None) => {
            let behind = DECK.min(cards / 2);
            Ok(Dealing::Shoe(Cut {
                least: behind,
                most: behind,
            }))
        }
        (Deal::Fresh | Deal::Device, Some(_)) => {
            bail!(
                "--cut is for --deal shoe: there is no cutting card in a {} deal",
                arguments.deal.word()
            )
        }
        (Deal::Fresh, None) => Ok(Dealing::Fresh),
        (Deal::Device, None) => Ok(Dealing::Device),
    }
}

fn multipliers(book: &RuleBook, given: Option<&str>) -> Result<Vec<(u16, u64)>> {
    let multipliers = &book.pandemonium.multipliers.is;
    if multipliers.all().is_empty() {
        return match given {
            Some(_) => bail!(
                "--chances: {} has no Pontoon Pandemonium wager",
                book.id.name
            ),
            None => Ok(Vec::new()),
        };
    }
    let chances = match given {
        Some(text) => Chances::parse(text, multipliers).context("--chances")?,
        None => Chances::ours(multipliers)
            .context("our chances do not fit this book: give --chances")?,
    };
    Ok(chances
        .parts()
        .into_iter()
        .map(|(multiplier, parts)| (multiplier, parts.into()))
        .collect())
}

/// What the first box plays by, and how the cards come: for titles.
pub(crate) fn in_words(table: &TableAsked<'_>, arguments: &SimulateArguments) -> Vec<String> {
    let boxes = match table.boxes.len() {
        1 => "one box".to_owned(),
        boxes => format!("{boxes} boxes"),
    };
    let deal = match table.dealing {
        Dealing::Fresh => "a fresh shuffle every round".to_owned(),
        Dealing::Device => "a continuous shuffling device".to_owned(),
        Dealing::Shoe(Cut { least, most }) if least == most => {
            format!("a shoe with {least} cards behind the cutting card")
        }
        Dealing::Shoe(Cut { least, most }) => {
            format!("a shoe with {least} to {most} cards behind the cutting card")
        }
    };
    let play = match &table.ways[0].how {
        How::Best | How::Card => format!("{} play", table.ways[0].how.word()),
        How::File(_) => format!("played by {}", table.ways[0].name()),
    };
    vec![boxes, deal, play, format!("seed {}", arguments.seed)]
}
