//! What the auditor is for: a run that holds, with one thing changed in what it is given, does not
//! hold any more.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use soak::{Evidence, Law, Plan, judge, play};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A run in which all kinds of things happened, and which ended in order.
const SEED: u64 = 5;

/// The log of the run and everything else, as plain data that threads may share.
fn evidence() -> Evidence {
    static LOG: OnceLock<()> = OnceLock::new();
    let (evidence, _) = play(Plan::of(SEED)).unwrap();
    LOG.get_or_init(|| drop(judge(&evidence).unwrap()));
    evidence
}

/// Hashes and numbers once more, so that nothing but the change itself can be objected to.
fn bind(evidence: &mut Evidence, entries: Vec<Value>) {
    let start = [
        b"pontoon log 1\n",
        evidence.origin.as_bytes(),
        b"\n",
        &evidence.key,
    ]
    .concat();
    let mut hash: [u8; 32] = Sha256::digest(start).into();
    evidence.log.clear();
    for (position, entry) in (1..).zip(entries) {
        let bytes = serde_json::to_vec(&entry).unwrap();
        hash = Sha256::digest([b"pontoon entry 1\n", hash.as_slice(), &bytes].concat()).into();
        evidence.log.push(soak::Line {
            position,
            hash,
            bytes,
        });
    }
}

fn entries(evidence: &Evidence) -> Vec<Value> {
    evidence
        .log
        .iter()
        .map(|line| serde_json::from_slice(&line.bytes).unwrap())
        .collect()
}

/// Changes the first entry that can be changed so.
fn change(evidence: &mut Evidence, how: impl Fn(&mut Value) -> bool) {
    let mut all = entries(evidence);
    assert!(
        all.iter_mut().any(how),
        "nothing in the run can be changed so"
    );
    bind(evidence, all);
}

/// The first event of a table that fits, in one entry.
fn event(entry: &mut Value, fits: impl Fn(&Value) -> bool) -> Option<&mut Value> {
    let steps = entry["body"].get_mut("steps")?.as_array_mut()?;
    steps
        .iter_mut()
        .flat_map(|step| step["events"].as_array_mut().into_iter().flatten())
        .find(|event| fits(&event["what"]))
}

/// The first transfer that fits, in one entry.
fn transfer(entry: &mut Value, fits: impl Fn(&Value) -> bool) -> Option<&mut Value> {
    entry["transfers"]
        .as_array_mut()?
        .iter_mut()
        .find(|transfer| fits(transfer))
}

#[track_caller]
fn objects(evidence: &Evidence, law: Law) {
    let objection = judge(evidence).unwrap_err();
    assert_eq!(objection.law, law, "{objection}");
}

#[test]
fn bound_again_without_a_change_the_log_is_the_same_to_the_last_byte() {
    let mut evidence = evidence();
    let before = evidence.log.clone();
    let all = entries(&evidence);
    bind(&mut evidence, all);
    assert_eq!(evidence.log, before);
}

#[test]
fn a_changed_byte_breaks_the_chain() {
    let mut evidence = evidence();
    let line = evidence.log.get_mut(20).unwrap();
    let place = line.bytes.iter().position(u8::is_ascii_digit).unwrap();
    line.bytes[place] ^= 1;
    objects(&evidence, Law::Log);
}

#[test]
fn an_entry_that_is_applied_twice_is_found() {
    let mut evidence = evidence();
    let mut all = entries(&evidence);
    let place = all
        .iter()
        .position(|entry| {
            entry["transfers"]
                .as_array()
                .is_some_and(|list| list.len() == 1)
        })
        .unwrap();
    let twice = all[place].clone();
    all.insert(place + 1, twice);
    renumber(&mut all);
    bind(&mut evidence, all);
    objects(&evidence, Law::Sums);
}

#[test]
fn a_command_that_is_done_twice_is_found_though_no_money_moved() {
    let mut evidence = evidence();
    let mut all = entries(&evidence);
    let fits = |entry: &Value| {
        entry["body"]["steps"][0]["command"]["sit"].is_object() && !entry["command"].is_null()
    };
    let place = all.iter().position(fits).unwrap();
    let twice = all[place].clone();
    all.insert(place + 1, twice);
    renumber(&mut all);
    bind(&mut evidence, all);
    objects(&evidence, Law::Once);
}

/// Numbers the entries of every stream anew.
fn renumber(entries: &mut [Value]) {
    let mut last = BTreeMap::new();
    for entry in entries {
        let seq: &mut u64 = last.entry(entry["stream"].to_string()).or_default();
        *seq += 1;
        entry["seq"] = json!(*seq);
    }
}

#[test]
fn a_hold_that_is_not_the_whole_wager_is_found() {
    let mut evidence = evidence();
    change(&mut evidence, |entry| {
        let hold = transfer(entry, |transfer| {
            transfer["purpose"] == "wager" && transfer["does"]["hold"]["amount"] != 1
        });
        hold.map(|hold| hold["does"]["hold"]["amount"] = json!(1))
            .is_some()
    });
    objects(&evidence, Law::Wagers);
}

#[test]
fn a_hold_that_is_lost_is_found() {
    let mut evidence = evidence();
    change(&mut evidence, |entry| {
        let transfers = entry["transfers"].as_array_mut().unwrap();
        let lost = transfers.len() == 1 && transfers[0]["purpose"] == "wager";
        if lost {
            transfers.clear();
        }
        lost
    });
    objects(&evidence, Law::Wagers);
}

#[test]
fn a_payment_that_is_a_cent_too_high_is_found_though_everything_agrees_on_it() {
    let mut evidence = evidence();
    change(&mut evidence, |entry| {
        pay_another(entry, |_, net| Some((None, net + 1)))
    });
    objects(&evidence, Law::Payment);
}

#[test]
fn odds_that_a_hand_does_not_have_are_found_though_everything_agrees_on_them() {
    let mut evidence = evidence();
    // The auditor leaves split and doubled hands to the replay: a box that never saw one is
    // changed.
    let other: BTreeSet<(String, String)> = entries(&evidence)
        .iter()
        .flat_map(split_or_doubled)
        .collect();
    change(&mut evidence, |entry| {
        let table = entry["stream"].to_string();
        pay_another(entry, |settled, net| {
            let plain = settled["odds"] == "1 to 1"
                && settled["kind"] == "wager"
                && settled["stake"] == net
                && net % 100 == 0;
            let judged = !other.contains(&(table.clone(), settled["box_no"].to_string()));
            (plain && judged).then_some((Some("2 to 1"), net * 2))
        })
    });
    objects(&evidence, Law::Hands);
}

/// The boxes of an entry that were split or doubled, each with its table.
fn split_or_doubled(entry: &Value) -> Vec<(String, String)> {
    let steps = entry["body"]["steps"].as_array().into_iter().flatten();
    let events = steps.flat_map(|step| step["events"].as_array().into_iter().flatten());
    let round = events.map(|event| &event["what"]["round"]["what"]);
    let hands = round
        .flat_map(|what| [&what["hand_split"]["hand"], &what["doubled"]["hand"]])
        .filter(|hand| hand.is_object());
    hands
        .map(|hand| (entry["stream"].to_string(), hand["box_no"].to_string()))
        .collect()
}

/// Pays the first winning wager of an entry otherwise, in the round and in the money.
fn pay_another(
    entry: &mut Value,
    how: impl Fn(&Value, i64) -> Option<(Option<&'static str>, i64)>,
) -> bool {
    let Some(event) = event(entry, |what| {
        what["round"]["what"]["settled"]["outcome"] == "won"
    }) else {
        return false;
    };
    let settled = &mut event["what"]["round"]["what"]["settled"];
    let net = settled["net"].as_i64().unwrap();
    let Some((odds, paid)) = how(settled, net) else {
        return false;
    };
    settled["net"] = json!(paid);
    if let Some(odds) = odds {
        settled["odds"] = json!(odds);
    }
    let pay = transfer(entry, |transfer| {
        transfer["purpose"] == "won" && transfer["does"]["pay"]["amount"] == net
    })
    .unwrap();
    pay["does"]["pay"]["amount"] = json!(paid);
    true
}

#[test]
fn a_wager_without_the_money_for_it_is_found() {
    let mut evidence = evidence();
    let newcomer = |entry: &mut Value| {
        let Some(moved) = entry["body"]
            .get_mut("events")
            .and_then(Value::as_array_mut)
        else {
            return false;
        };
        let Some(moved) = moved
            .iter_mut()
            .find(|event| event["moved"]["why"] == "newcomer")
        else {
            return false;
        };
        moved["moved"]["net"] = json!(1);
        transfer(entry, |_| true).unwrap()["does"]["pay"]["amount"] = json!(1);
        true
    };
    let mut all = entries(&evidence);
    for entry in &mut all {
        newcomer(entry);
    }
    bind(&mut evidence, all);
    objects(&evidence, Law::BelowNothing);
}

#[test]
fn an_acknowledged_command_that_is_lost_is_found() {
    let mut evidence = evidence();
    evidence.ended = soak::Ended::Anyhow;
    let heard = |entry: &Value| {
        let (sender, id) = (
            entry["command"]["sender"].as_str(),
            entry["command"]["id"].as_str(),
        );
        let found = evidence
            .heard
            .iter()
            .find(|heard| Some(heard.sender.as_str()) == sender && Some(heard.id.as_str()) == id);
        found.is_some_and(|heard| heard.answer["done"].is_object())
    };
    let mut all = entries(&evidence);
    let plain = |entry: &Value| {
        entry["body"]["steps"][0]["command"] == "ready"
            || entry["body"]["steps"][0]["command"]["sit"].is_object()
    };
    let place = all
        .iter()
        .rposition(|entry| heard(entry) && !plain(entry))
        .unwrap();
    all.truncate(place);
    // The disk lost its tail with everything that followed from it.
    bind(&mut evidence, all);
    forget_after(&mut evidence);
    objects(&evidence, Law::Acknowledged);
}

/// Balances, documents and frames as a shorter log leaves them.
fn forget_after(evidence: &mut Evidence) {
    let mut balances = BTreeMap::new();
    let mut last = BTreeMap::new();
    let (mut shoes, mut rounds, mut sealed) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut holds = BTreeMap::new();
    // Tables that deal face down, those with a round, and their shoes that wait for its end.
    let (mut down, mut hides, mut waiting) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for entry in entries(evidence) {
        last.insert(
            entry["stream"].as_str().unwrap().replace("table/", ""),
            entry["seq"].as_u64().unwrap(),
        );
        for transfer in entry["transfers"].as_array().unwrap() {
            let mut shift = |from: &Value, to: &Value, amount: i64| {
                *balances.entry(from.to_string()).or_insert(0) -= amount;
                *balances.entry(to.to_string()).or_insert(0) += amount;
            };
            let does = &transfer["does"];
            if let Some(pay) = does.get("pay") {
                shift(&pay["from"], &pay["to"], pay["amount"].as_i64().unwrap());
            } else if let Some(hold) = does.get("hold") {
                shift(
                    &hold["from"],
                    &hold["held"],
                    hold["amount"].as_i64().unwrap(),
                );
                holds.insert(transfer["id"].to_string(), hold.clone());
            } else {
                let end = does.get("post").or(does.get("void")).unwrap();
                let hold = holds.remove(&end["hold"].to_string()).unwrap();
                let (all, posted) = (
                    hold["amount"].as_i64().unwrap(),
                    end["amount"].as_i64().unwrap_or(0),
                );
                shift(&hold["held"], &hold["to"], posted);
                shift(&hold["held"], &hold["from"], all - posted);
            }
        }
        let table = entry["stream"].as_str().unwrap().replace("table/", "");
        if entry["body"]["founded"]["faces"] == "down" {
            down.insert(table.clone());
        }
        for step in entry["body"]["steps"].as_array().into_iter().flatten() {
            for event in step["events"].as_array().unwrap() {
                let what = &event["what"];
                if let Some(no) = what["shuffled"]["shoe"].as_u64() {
                    sealed.insert(table.clone(), no);
                }
                if what["shuffle_due"].is_object()
                    || what == "closed"
                    || what["round"]["what"] == "cutting_card_first"
                {
                    let ended = sealed.remove(&table).map(|no| format!("{table}/{no:010}"));
                    if hides.contains(&table) {
                        waiting.extend(ended)
                    } else {
                        shoes.extend(ended)
                    }
                }
                if what["round_began"].is_object() && down.contains(&table) {
                    hides.insert(table.clone());
                }
                let over = what["round_over"]["no"]
                    .as_u64()
                    .or(what["round_void"]["no"].as_u64());
                rounds.extend(over.map(|no| format!("{table}/{no:010}")));
                if over.is_some() && hides.remove(&table) {
                    shoes.extend(
                        waiting.extract_if(.., |shoe| shoe.starts_with(&format!("{table}/"))),
                    );
                }
            }
        }
    }
    evidence.balances = balances;
    evidence.frames.retain(|(table, version), _| {
        last.get(&table.to_string())
            .is_some_and(|last| version <= last)
    });
    evidence
        .documents
        .retain(|(space, key), _| match space.as_str() {
            "shoe" => shoes.contains(key),
            "round" => rounds.contains(key),
            _ => false,
        });
    for table in sealed
        .keys()
        .map(String::as_str)
        .chain(waiting.iter().filter_map(|shoe| shoe.split('/').next()))
    {
        evidence
            .documents
            .insert(("sealed".to_owned(), table.to_owned()), Vec::new());
    }
}

#[test]
fn a_command_that_was_refused_and_done_is_found() {
    let mut evidence = evidence();
    let heard = evidence
        .heard
        .iter_mut()
        .find(|heard| heard.answer["done"].is_object())
        .unwrap();
    heard.answer = json!({ "refused": { "why": "no", "reason": "desk" } });
    objects(&evidence, Law::Refused);
}

#[test]
fn a_version_that_is_another_commands_is_found() {
    let mut evidence = evidence();
    let heard = evidence
        .heard
        .iter_mut()
        .find(|heard| heard.answer["done"].is_object())
        .unwrap();
    heard.answer["done"]["version"] = json!(1);
    objects(&evidence, Law::Acknowledged);
}

#[test]
fn what_was_known_before_it_was_asked_for_is_found() {
    let mut evidence = evidence();
    let last = evidence
        .heard
        .iter_mut()
        .rfind(|heard| heard.answer["done"].is_object())
        .unwrap();
    last.heard = 1;
    objects(&evidence, Law::Order);
}

#[test]
fn what_is_told_and_not_in_the_log_is_found() {
    let mut one = evidence();
    let (&(table, version), events) = one
        .frames
        .iter()
        .next_back()
        .map(|(key, events)| (key, events.clone()))
        .unwrap();
    one.frames.insert((table, version + 10_000), events);
    objects(&one, Law::Told);
    let mut other = evidence();
    other.frames.insert((table, version), "[]".into());
    objects(&other, Law::Told);
}

#[test]
fn another_card_than_was_committed_to_is_found() {
    let mut evidence = evidence();
    change(&mut evidence, |entry| {
        let dealt = event(entry, |what| {
            what["round"]["what"]["dealt"]["to"] == "dealer"
        });
        dealt.is_some_and(|dealt| {
            let card = &mut dealt["what"]["round"]["what"]["dealt"]["card"];
            let other = if *card == "2c" { "2d" } else { "2c" };
            let small = ["2", "3", "4", "5"]
                .iter()
                .any(|rank| card.as_str().is_some_and(|card| card.starts_with(rank)));
            if small {
                *card = json!(other);
            }
            small
        })
    });
    let objection = judge(&evidence).unwrap_err();
    assert!(
        [Law::Cards, Law::Hands].contains(&objection.law),
        "{objection}"
    );
}

#[test]
fn a_shoe_that_is_not_opened_is_found_and_one_that_is_opened_too_early() {
    let mut one = evidence();
    let key = one
        .documents
        .keys()
        .find(|(space, _)| space == "shoe")
        .cloned()
        .unwrap();
    let document = one.documents.remove(&key).unwrap();
    objects(&one, Law::Shoes);
    let mut other = evidence();
    other
        .documents
        .insert(("shoe".to_owned(), "1/0000000999".to_owned()), document);
    objects(&other, Law::Shoes);
}

#[test]
fn a_salt_of_an_opened_shoe_that_was_exchanged_is_found() {
    let mut evidence = evidence();
    let shoe = |value: &Value| value["reveal"].is_array();
    let mut documents = evidence
        .documents
        .iter_mut()
        .filter(|((space, _), _)| space == "shoe");
    let (value, mut record) = documents
        .find_map(|(_, value)| {
            let record: Value = serde_json::from_slice(value).unwrap();
            shoe(&record).then_some((value, record))
        })
        .unwrap();
    let salt = record["reveal"][0]["salt"].clone();
    record["reveal"][1]["salt"] = salt;
    *value = serde_json::to_vec(&record).unwrap();
    objects(&evidence, Law::Shoes);
}

/// Puts an event about every newcomer at the end of the entry that registered them.
fn add_to_newcomers(evidence: &mut Evidence, event: impl Fn(u64) -> Value) {
    let mut all = entries(evidence);
    for entry in &mut all {
        let Some(events) = entry["body"]
            .get_mut("events")
            .and_then(Value::as_array_mut)
        else {
            continue;
        };
        let person = events
            .iter()
            .find_map(|event| event["registered"]["person"].as_u64());
        events.extend(person.map(&event));
    }
    bind(evidence, all);
}

#[test]
fn a_wager_of_somebody_who_is_excluded_is_found() {
    let mut evidence = evidence();
    add_to_newcomers(
        &mut evidence,
        |person| json!({ "excluded": { "person": person, "until": "for_ever" } }),
    );
    objects(&evidence, Law::Limits);
}

#[test]
fn a_wager_beyond_a_limit_of_ones_own_is_found() {
    for limit in ["one_wager", "wagered_a_day", "loss_a_day", "play_a_day"] {
        let mut evidence = evidence();
        add_to_newcomers(&mut evidence, |person| {
            json!({
                "limit_set": { "person": person, "change": { limit: 1 }, "from": 0 },
            })
        });
        objects(&evidence, Law::Limits);
    }
}

#[test]
fn a_second_top_up_in_a_day_is_found() {
    let mut evidence = evidence();
    add_to_newcomers(&mut evidence, no_top_up);
    add_to_newcomers(&mut evidence, no_top_up);
    objects(&evidence, Law::Limits);
}

#[test]
fn a_top_up_of_somebody_who_is_excluded_is_found() {
    let mut evidence = evidence();
    add_to_newcomers(
        &mut evidence,
        |person| json!({ "excluded": { "person": person, "until": "for_ever" } }),
    );
    add_to_newcomers(&mut evidence, no_top_up);
    let objection = judge(&evidence).unwrap_err();
    assert_eq!(objection.law, Law::Limits);
    assert!(
        objection.what.contains("excluded gets more play money"),
        "{objection}"
    );
}

#[test]
fn a_top_up_of_somebody_with_a_wager_in_play_is_found() {
    let mut evidence = evidence();
    let mut all = entries(&evidence);
    // The first entry of the desk after a wager was laid, moved behind that wager's entry.
    let laid = all
        .iter()
        .position(|entry| holder(entry).is_some())
        .unwrap();
    let player = holder(&all[laid]).unwrap();
    let next = all
        .iter()
        .skip(laid)
        .position(|entry| entry["body"]["events"].is_array())
        .unwrap();
    let mut desk = all.remove(laid + next);
    desk["body"]["events"]
        .as_array_mut()
        .unwrap()
        .push(no_top_up(player));
    all.insert(laid + 1, desk);
    renumber(&mut all);
    bind(&mut evidence, all);
    let objection = judge(&evidence).unwrap_err();
    assert_eq!(objection.law, Law::Limits);
    assert!(
        objection.what.contains("at stake gets more play money"),
        "{objection}"
    );
}

/// A top-up of nothing, so that no sum changes.
fn no_top_up(person: u64) -> Value {
    json!({ "moved": { "person": person, "net": 0, "why": "top_up" } })
}

/// The player who laid a wager in this entry.
fn holder(entry: &Value) -> Option<u64> {
    let transfers = entry["transfers"].as_array()?;
    transfers
        .iter()
        .find_map(|transfer| transfer["does"]["hold"]["from"]["player"].as_u64())
}

#[test]
fn a_balance_on_the_disk_that_is_another_is_found() {
    let mut evidence = evidence();
    *evidence.balances.values_mut().next().unwrap() += 1;
    objects(&evidence, Law::Sums);
}

#[test]
fn a_round_that_does_not_end_is_found() {
    let mut evidence = evidence();
    change(&mut evidence, |entry| {
        let over = event(entry, |what| what["round_over"].is_object());
        over.map(|over| over["what"] = json!({ "ready": { "player": 1 } }))
            .is_some()
    });
    objects(&evidence, Law::Rounds);
}

#[test]
fn a_clause_that_the_rules_do_not_give_is_found() {
    let mut evidence = evidence();
    change(&mut evidence, |entry| {
        let laid = event(entry, |what| what["laid"].is_object());
        laid.map(|laid| laid["clause"] = json!("99.9")).is_some()
    });
    objects(&evidence, Law::Told);
    // Also where everybody was told the same wrong clause.
    evidence.frames.clear();
    objects(&evidence, Law::Replay);
}
