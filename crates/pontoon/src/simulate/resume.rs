//! A run that was stopped, in a file: what was asked, and what its whole blocks came to.

use super::plot::Point;
use super::run::{Moment, Progressed};
use super::table_asked::mark;
use crate::file_out;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use simulator::{BettorRecord, BoxResult, Record, SeatRecord, SideRecord, Simulation, Spread, Won};
use solver::{CardValue, VALUES};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The form of the file.
const FORM: &str = "pontoon simulate 3";
/// No run that was kept is larger.
const LARGEST: u64 = 1 << 26;
/// How often a run is kept while it goes on.
const OFTEN: Duration = Duration::from_secs(10);

/// The file of a run.
pub(crate) struct Resume {
    path: PathBuf,
    /// Everything that decides which rounds are played.
    asked: Value,
    kept: Option<Instant>,
}

impl Resume {
    pub(crate) fn new(path: &Path, asked: Value) -> Self {
        Self {
            path: path.to_owned(),
            asked,
            kept: None,
        }
    }

    /// How far the run has come; nowhere where there is no such file yet.
    pub(crate) fn read(&self, simulation: &Simulation<'_>) -> Result<Progressed> {
        let name = self.path.display();
        if !self.path.exists() {
            return Ok(Progressed::default());
        }
        let text = self.text().with_context(|| format!("cannot read {name}"))?;
        let (head, body) = text.split_once('\n').unwrap_or((&text, ""));
        let Ok(head) = serde_json::from_str::<Value>(head) else {
            bail!("{name} is not a run that was kept")
        };
        match head["form"].as_str() {
            Some(FORM) => {}
            Some(form) if form.starts_with("pontoon simulate") => {
                bail!(
                    "{name} was kept by another version ({form}; this one reads {FORM}): start \
                    anew with another file"
                )
            }
            _ => bail!("{name} is not a run that was kept"),
        }
        let damaged = || format!("{name} is damaged: start anew with another file");
        if head["mark"] != mark(body) {
            bail!(damaged());
        }
        let value: Value = serde_json::from_str(body).with_context(damaged)?;
        self.check(&value["asked"])?;
        let progressed = progressed(&value).with_context(damaged)?;
        if !simulation.is_of_blocks(&progressed.record, progressed.blocks) {
            bail!(damaged());
        }
        Ok(progressed)
    }

    fn text(&self) -> Result<String> {
        let mut text = String::new();
        let read = File::open(&self.path)?
            .take(LARGEST)
            .read_to_string(&mut text)?;
        if u64::try_from(read).is_ok_and(|read| read >= LARGEST) {
            bail!("it is larger than any run")
        } else {
            Ok(text)
        }
    }

    /// Whether the file's run is the one that is asked for now.
    fn check(&self, kept: &Value) -> Result<()> {
        let Some((key, was, is)) = difference("run", kept, &self.asked) else {
            return Ok(());
        };
        let differs = match key.as_str() {
            "rules" => "the settings of its book are others".to_owned(),
            "text" => "its strategy file is another".to_owned(),
            _ => format!("its {key} is {}, not {}", short(&was), short(&is)),
        };
        bail!(
            "{} is a run of something else: {differs}; go on with what it was, or start anew with \
            another file",
            self.path.display()
        )
    }

    /// Writes down how far the run has come.
    #[expect(
        clippy::disallowed_methods,
        reason = "how often a file is written decides nothing"
    )]
    pub(crate) fn keep(&mut self, progressed: &Progressed, moment: Moment) -> Result<()> {
        let now = Instant::now();
        // At once for the first time: a file that cannot be written is told before hours have gone
        // by.
        let recent = self
            .kept
            .is_some_and(|kept| now.duration_since(kept) < OFTEN);
        if moment == Moment::NowAndThen && recent {
            return Ok(());
        }
        self.kept = Some(now);
        let body = json!({
            "asked": self.asked,
            "blocks": progressed.blocks,
            "points": progressed.points.iter().map(|point| json!([point.rounds, point.mean, point.error])).collect::<Vec<_>>(),
            "record": record_json(&progressed.record),
        })
        .to_string();
        let head = json!({ "form": FORM, "mark": mark(&body) });
        file_out::put(Some(&self.path), &format!("{head}\n{body}"))
    }
}

/// The first thing in which two runs differ: its name, what it was and what it is.
fn difference(name: &str, was: &Value, is: &Value) -> Option<(String, Value, Value)> {
    match (was, is) {
        (Value::Object(kept), Value::Object(asked)) => asked
            .iter()
            .find_map(|(key, value)| difference(key, kept.get(key).unwrap_or(&Value::Null), value)),
        (Value::Array(kept), Value::Array(asked)) if kept.len() == asked.len() => kept
            .iter()
            .zip(asked)
            .find_map(|(was, is)| difference(name, was, is)),
        _ if was == is => None,
        _ => Some((name.to_owned(), was.clone(), is.clone())),
    }
}

fn short(value: &Value) -> String {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    if text.chars().count() > 60 {
        format!("{}…", text.chars().take(60).collect::<String>())
    } else {
        text
    }
}

/// Sums may be larger than other programs' numbers: they are texts.
fn text(number: impl ToString) -> Value {
    Value::String(number.to_string())
}

fn spread_json(spread: &Spread) -> Value {
    let Spread {
        times,
        net,
        initial,
        net_net,
        net_initial,
        initial_initial,
    } = *spread;
    json!([
        text(times),
        text(net),
        text(initial),
        text(net_net),
        text(net_initial),
        text(initial_initial)
    ])
}

fn side_json(side: &SideRecord) -> Value {
    json!({
        "rounds": spread_json(&side.rounds),
        "results": side.results.iter().map(|(net, times)| json!([net, times])).collect::<Vec<_>>(),
    })
}

fn bettor_json(bettor: &BettorRecord) -> Value {
    let results = CardValue::all().flat_map(|upcard| {
        bettor.tally.against(upcard).map(
            move |(
                BoxResult {
                    initial,
                    net,
                    wagered,
                    super_bonus,
                },
                times,
            )| { json!([upcard.index(), initial, net, wagered, super_bonus, times]) },
        )
    });
    json!({
        "results": results.collect::<Vec<_>>(),
        "shoes": spread_json(&bettor.shoes),
        "bonuses": bettor.bonuses.iter().map(|won| json!([won.times, text(won.cents)])).collect::<Vec<_>>(),
        "insurance": side_json(&bettor.insurance),
        "pairs": side_json(&bettor.pairs),
        "pandemonium": side_json(&bettor.pandemonium),
    })
}

fn record_json(record: &Record) -> Value {
    let seat = |seat: &SeatRecord| {
        json!({
            "bettors": seat.bettors.iter().map(bettor_json).collect::<Vec<_>>(),
            "rounds": spread_json(&seat.rounds),
            "shoes": spread_json(&seat.shoes),
            "boxes": spread_json(&seat.boxes),
            "purse": spread_json(&seat.purse),
            "by_upcard": seat.by_upcard.iter().map(spread_json).collect::<Vec<_>>(),
            "by_count": seat.by_count.iter().map(|(count, spread)| json!([count, spread_json(spread)])).collect::<Vec<_>>(),
        })
    };
    json!({
        "rounds": record.rounds,
        "shuffles": record.shuffles,
        "by_engine": record.by_engine,
        "left_lanes": record.left_lanes,
        "void": record.void,
        "seats": record.seats.iter().map(seat).collect::<Vec<_>>(),
        "products": record.products.iter().map(|((one, other), sum)| json!([one, other, text(sum)])).collect::<Vec<_>>(),
        "table": spread_json(&record.table),
    })
}

/// A value that is missing or no such number.
fn missing() -> anyhow::Error {
    anyhow::anyhow!("a number is missing")
}

fn list(value: &Value) -> Result<&Vec<Value>> {
    value.as_array().ok_or_else(missing)
}

fn sum<T: std::str::FromStr>(value: &Value) -> Result<T> {
    value
        .as_str()
        .and_then(|text| text.parse().ok())
        .ok_or_else(missing)
}

fn whole<T: TryFrom<i64>>(value: &Value) -> Result<T> {
    value
        .as_i64()
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(missing)
}

fn real(value: &Value) -> Result<f64> {
    value.as_f64().ok_or_else(missing)
}

fn progressed(value: &Value) -> Result<Progressed> {
    let point = |point: &Value| {
        Ok(Point {
            rounds: whole(&point[0])?,
            mean: real(&point[1])?,
            error: real(&point[2])?,
        })
    };
    Ok(Progressed {
        blocks: whole(&value["blocks"])?,
        record: record(&value["record"])?,
        points: list(&value["points"])?
            .iter()
            .map(point)
            .collect::<Result<_>>()?,
    })
}

fn spread(value: &Value) -> Result<Spread> {
    Ok(Spread {
        times: sum(&value[0])?,
        net: sum(&value[1])?,
        initial: sum(&value[2])?,
        net_net: sum(&value[3])?,
        net_initial: sum(&value[4])?,
        initial_initial: sum(&value[5])?,
    })
}

fn side(value: &Value) -> Result<SideRecord> {
    let results = list(&value["results"])?
        .iter()
        .map(|pair| Ok((whole(&pair[0])?, whole(&pair[1])?)));
    Ok(SideRecord {
        rounds: spread(&value["rounds"])?,
        results: results.collect::<Result<BTreeMap<i64, u64>>>()?,
    })
}

fn bettor(value: &Value) -> Result<BettorRecord> {
    let mut bettor = BettorRecord {
        shoes: spread(&value["shoes"])?,
        ..BettorRecord::default()
    };
    for row in list(&value["results"])? {
        let place: usize = whole(&row[0])?;
        let upcard = CardValue::all().nth(place).ok_or_else(missing)?;
        let [initial, net, wagered, super_bonus] = [1, 2, 3, 4].map(|column| whole(&row[column]));
        let result = BoxResult {
            initial: initial?,
            net: net?,
            wagered: wagered?,
            super_bonus: super_bonus?,
        };
        bettor.tally.add(upcard, result, whole(&row[5])?);
    }
    for (won, row) in bettor.bonuses.iter_mut().zip(list(&value["bonuses"])?) {
        *won = Won {
            times: whole(&row[0])?,
            cents: sum(&row[1])?,
        };
    }
    bettor.insurance = side(&value["insurance"])?;
    bettor.pairs = side(&value["pairs"])?;
    bettor.pandemonium = side(&value["pandemonium"])?;
    Ok(bettor)
}

fn seat(value: &Value) -> Result<SeatRecord> {
    let by_count = list(&value["by_count"])?
        .iter()
        .map(|row| Ok((whole(&row[0])?, spread(&row[1])?)));
    let mut by_upcard = [Spread::default(); VALUES];
    for (sums, row) in by_upcard.iter_mut().zip(list(&value["by_upcard"])?) {
        *sums = spread(row)?;
    }
    Ok(SeatRecord {
        by_upcard,
        purse: spread(&value["purse"])?,
        bettors: list(&value["bettors"])?
            .iter()
            .map(bettor)
            .collect::<Result<_>>()?,
        rounds: spread(&value["rounds"])?,
        shoes: spread(&value["shoes"])?,
        boxes: spread(&value["boxes"])?,
        by_count: by_count.collect::<Result<_>>()?,
    })
}

fn record(value: &Value) -> Result<Record> {
    let products = list(&value["products"])?
        .iter()
        .map(|row| Ok(((whole(&row[0])?, whole(&row[1])?), sum(&row[2])?)));
    Ok(Record {
        rounds: whole(&value["rounds"])?,
        shuffles: whole(&value["shuffles"])?,
        by_engine: whole(&value["by_engine"])?,
        left_lanes: whole(&value["left_lanes"])?,
        void: whole(&value["void"])?,
        seats: list(&value["seats"])?
            .iter()
            .map(seat)
            .collect::<Result<_>>()?,
        products: products.collect::<Result<_>>()?,
        table: spread(&value["table"])?,
    })
}
