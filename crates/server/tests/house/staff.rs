//! Staff: who may do what over HTTP, and what it does.

use crate::support::{Client, House, PASSWORD, config, credentials, with_tables};
use desk::{Deed, Place, Role, Standing};
use hyper::Method;
use serde_json::{Value, json};
use server::FirstAdministrator;

#[tokio::test(flavor = "multi_thread")]
async fn a_house_has_one_first_administrator_and_it_chose_its_password() {
    let house = House::start(config()).await;
    let make = async |password: &str| {
        server::make_first_administrator(&house.running, password.to_owned()).await
    };
    assert!(make("short").await.is_err());
    assert_eq!(make(PASSWORD).await.unwrap(), FirstAdministrator::Made);
    assert_eq!(
        make("another password").await.unwrap(),
        FirstAdministrator::ThereAlready
    );
    let admin = house
        .visitor()
        .enters("/api/sign-in", Some(credentials("admin")))
        .await;
    let me = admin.get("/api/me").await.ok();
    assert_eq!(
        (me["kind"].as_str(), me["roles"][0].as_str()),
        (Some("staff"), Some("administrator"))
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_who_lost_the_password_is_given_one_from_the_console() {
    let house = House::start(config()).await;
    assert_eq!(
        house
            .visitor()
            .post("/api/register", credentials("admin"))
            .await
            .refused(),
        (409, "name_taken".to_owned())
    );
    let new = || "quite another one".to_owned();
    let reset = || server::reset_administrator(&house.running, new());
    assert_eq!(reset().await.unwrap(), None, "there is none");
    house.administrator().await;
    let made = server::make_first_administrator(&house.running, new()).await;
    assert_eq!(made.unwrap(), FirstAdministrator::ThereAlready);
    assert_eq!(reset().await.unwrap().as_deref(), Some("admin"));
    let body = json!({ "handle": "admin", "password": "quite another one" });
    let admin = house.visitor().enters("/api/sign-in", Some(body)).await;
    assert_eq!(
        admin.get("/api/me").await.refused(),
        (403, "change_password_first".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_won_and_lost_is_for_those_who_may_read_money() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    for (role, sees) in [
        ("supervisor", false),
        ("gaming_manager", true),
        ("inspector", true),
    ] {
        let staff = house.staff(role, &[role]).await;
        let page = staff.get(&format!("/api/people/{}", ann.person)).await.ok();
        assert_eq!(page["limits"]["today"].is_object(), sees, "{role}: {page}");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_opened_given_roles_locked_and_unlocked() {
    let house = House::start(config()).await;
    let admin = house.administrator().await;
    let sue = house.staff("sue", &["supervisor"]).await;
    let (roles, lock) = (
        format!("/api/people/{}/roles", sue.person),
        format!("/api/people/{}/lock", sue.person),
    );
    admin.post(&roles, json!({ "role": "dealer" })).await.ok();
    let clash = admin.post(&roles, json!({ "role": "inspector" })).await;
    assert_eq!(
        (clash.refused(), clash.fields()),
        ((409, "refused".to_owned()), vec!["role".to_owned()])
    );
    assert_eq!(
        admin
            .post(&roles, json!({ "role": "king" }))
            .await
            .refused(),
        (400, "form".to_owned())
    );
    let me = sue.get("/api/me").await.ok();
    assert_eq!(me["roles"], json!(["dealer", "supervisor"]));
    admin.delete(&format!("{roles}/dealer")).await.ok();
    assert_eq!(
        admin
            .delete(&format!("/api/people/{}/roles/administrator", admin.person))
            .await
            .status,
        409,
        "nobody their own"
    );
    for (handle, given, refused, field) in [
        ("clock", json!(["dealer"]), (409, "name_taken"), "handle"),
        ("no name at all", json!(["dealer"]), (400, "form"), "handle"),
        ("carl", json!([]), (400, "form"), "roles"),
        (
            "carl",
            json!(["dealer", "inspector"]),
            (400, "form"),
            "roles",
        ),
    ] {
        let asked = json!({ "handle": handle, "password": "given by the house", "roles": given });
        let reply = admin.post("/api/staff", asked).await;
        assert_eq!(
            reply.refused(),
            (refused.0, refused.1.to_owned()),
            "{handle} {given}"
        );
        assert_eq!(reply.fields(), [field], "{handle} {given}");
    }
    let mut socket = sue.socket().await;
    admin.post(&lock, json!({ "why": "keys lost" })).await.ok();
    assert_eq!(socket.closed().await.0, 4401, "a lock closes what is open");
    assert_eq!(sue.get("/api/me").await.refused().1, "session");
    assert_eq!(
        house
            .visitor()
            .post("/api/sign-in", credentials("sue"))
            .await
            .refused(),
        (403, "locked".to_owned())
    );
    let page = admin.get(&format!("/api/people/{}", sue.person)).await.ok();
    assert_eq!(page["account"]["locked"], "keys lost");
    admin
        .post(&format!("/api/people/{}/unlock", sue.person), Value::Null)
        .await
        .ok();
    house
        .visitor()
        .post("/api/sign-in", credentials("sue"))
        .await
        .ok();
    assert_eq!(
        admin
            .post(
                &lock.replace(&sue.person.to_string(), "999"),
                json!({ "why": "x" })
            )
            .await
            .refused()
            .0,
        404
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_found_by_letters_kind_and_page() {
    let house = House::start(config()).await;
    for name in ["anna", "bert", "hanna"] {
        house.member(name).await;
    }
    house.guest().await;
    let admin = house.administrator().await;
    let names = async |query: &str| {
        let people = admin.get(&format!("/api/people?{query}")).await.ok();
        people
            .as_array()
            .unwrap()
            .iter()
            .map(|person| person["handle"].as_str().unwrap().to_owned())
            .collect::<Vec<String>>()
    };
    assert_eq!(names("search=ann").await, ["anna", "hanna"]);
    assert_eq!(names("kind=staff").await, ["admin"]);
    assert_eq!(names("kind=member&most=2").await, ["anna", "bert"]);
    assert_eq!(names("kind=member&most=2&after=2").await, ["hanna"]);
    let text = admin.get("/api/people").await.text;
    assert!(
        !text.contains("argon2") && !text.contains("key"),
        "no hash and no token: {text}"
    );
    assert_eq!(
        admin.get("/api/people?sort=name").await.refused(),
        (400, "form".to_owned())
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_credits_and_corrects_once_and_the_player_is_told() {
    let house = House::start(config()).await;
    let ann = house.member("ann").await;
    let max = house.staff("max", &["gaming_manager"]).await;
    let mut socket = ann.socket().await;
    assert_eq!(socket.until("balance").await["cents"], 100_000);
    let (credit, correct) = (
        format!("/api/people/{}/credit", ann.person),
        format!("/api/people/{}/correct", ann.person),
    );
    let body = json!({ "id": "1", "amount": 2500, "why": "a token of regret" });
    let first = max.post(&credit, body.clone()).await.ok();
    assert_eq!(
        max.post(&credit, body).await.ok(),
        first,
        "asked twice, credited once"
    );
    assert_eq!(socket.until("balance").await["cents"], 102_500);
    max.post(
        &correct,
        json!({ "id": "2", "net": -500, "why": "paid twice" }),
    )
    .await
    .ok();
    assert_eq!(socket.until("balance").await["cents"], 102_000);
    let too_much = json!({ "id": "3", "net": -200_000, "why": "more than there is" });
    assert_eq!(
        max.post(&correct, too_much).await.refused(),
        (409, "money".to_owned())
    );
    assert_eq!(
        max.post(&credit, json!({ "id": "4", "amount": 1, "why": "" }))
            .await
            .refused(),
        (400, "form".to_owned())
    );
    let statement = max
        .get(&format!("/api/people/{}/statement", ann.person))
        .await
        .ok();
    let whys: Vec<&str> = statement["lines"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|line| line["why"].as_str())
        .collect();
    assert!(
        whys.contains(&"paid twice") && whys.contains(&"a token of regret"),
        "{whys:?}"
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_founded_and_incidents_written_down() {
    let house = House::start(config()).await;
    let max = house.staff("max", &["gaming_manager"]).await;
    let table = max
        .post("/api/tables", json!({ "book": "singapore", "decks": 8 }))
        .await
        .ok();
    assert_eq!(table["table"], 1);
    assert_eq!(
        house.visitor().get("/api/tables/1").await.ok()["phase"],
        "closed"
    );
    max.does(1, "open", json!("open")).await.ok();
    assert_ne!(
        house.visitor().get("/api/tables/1").await.ok()["phase"],
        "closed"
    );
    for wrong in [
        json!({ "book": "macau" }),
        json!({ "book": "singapore", "decks": 1 }),
        json!({ "book": "singapore", "cutting_card": 5000 }),
        json!({ "book": "singapore", "set": [["no-such", "x"]] }),
        json!({ "book": "singapore", "float": -1 }),
        json!({ "book": "singapore", "colour": "red" }),
    ] {
        assert_eq!(
            max.post("/api/tables", wrong.clone()).await.refused(),
            (400, "form".to_owned()),
            "{wrong}"
        );
    }
    max.post(
        "/api/incidents",
        json!({ "table": 1, "what": "a card fell" }),
    )
    .await
    .ok();
    max.post(
        "/api/incidents",
        json!({ "table": null, "what": "the light went" }),
    )
    .await
    .ok();
    assert_eq!(
        max.post("/api/incidents", json!({ "table": 7, "what": "x" }))
            .await
            .refused()
            .0,
        404
    );
    let incidents = max.get("/api/incidents").await.ok();
    let told: Vec<(&str, &str)> = incidents
        .as_array()
        .unwrap()
        .iter()
        .map(|incident| {
            (
                incident["by"].as_str().unwrap(),
                incident["what"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(told, [("max", "the light went"), ("max", "a card fell")]);
    house.stop().await;
}

/// Every address that needs a permission, the deed it is, and a body with which nothing else is
/// wrong.
fn deeds() -> Vec<(Method, &'static str, Deed, Value)> {
    let (get, post) = (Method::GET, Method::POST);
    let money = json!({ "id": "m", "amount": 100, "why": "x" });
    vec![
        (get.clone(), "/api/lobby", Deed::ReadLobby, Value::Null),
        (get.clone(), "/api/tables/1", Deed::Watch, Value::Null),
        (
            get.clone(),
            "/api/tables/1/shoe",
            Deed::CheckFairness,
            Value::Null,
        ),
        (get.clone(), "/api/meters", Deed::Watch, Value::Null),
        (get.clone(), "/api/books", Deed::ReadRules, Value::Null),
        (
            get.clone(),
            "/api/books/sydney",
            Deed::ReadRules,
            Value::Null,
        ),
        (
            get.clone(),
            "/api/books/sydney/clauses",
            Deed::ReadRules,
            Value::Null,
        ),
        (
            get.clone(),
            "/api/books/sydney/compare/canberra",
            Deed::ReadRules,
            Value::Null,
        ),
        (
            get.clone(),
            "/api/books/sydney/chart.csv",
            Deed::ReadRules,
            Value::Null,
        ),
        (get.clone(), "/api/me", Deed::ReadOwnAccount, Value::Null),
        (
            get.clone(),
            "/api/me/limits",
            Deed::ReadOwnAccount,
            Value::Null,
        ),
        (
            get.clone(),
            "/api/me/reality",
            Deed::ReadOwnAccount,
            Value::Null,
        ),
        (
            get.clone(),
            "/api/me/sessions",
            Deed::ReadOwnAccount,
            Value::Null,
        ),
        (
            get.clone(),
            "/api/me/rounds",
            Deed::ReadOwnHistory,
            Value::Null,
        ),
        (
            get.clone(),
            "/api/me/statement",
            Deed::ReadOwnHistory,
            Value::Null,
        ),
        (
            post.clone(),
            "/api/me/limits",
            Deed::SetOwnLimits,
            json!({ "changes": [{ "one_wager": 5000 }] }),
        ),
        (
            post.clone(),
            "/api/me/reality",
            Deed::Acknowledge,
            Value::Null,
        ),
        (
            post.clone(),
            "/api/me/exclusion",
            Deed::ExcludeOneself,
            json!({ "for": { "hours": 24 } }),
        ),
        (
            post.clone(),
            "/api/me/cash-out",
            Deed::CashOut,
            json!({ "id": "o", "amount": 100 }),
        ),
        (
            post.clone(),
            "/api/tables/1/top-up",
            Deed::TopUp,
            json!({ "id": "u" }),
        ),
        (
            post.clone(),
            "/api/me/password",
            Deed::ChangePassword,
            json!({ "old": PASSWORD, "new": PASSWORD }),
        ),
        (
            post.clone(),
            "/api/tables",
            Deed::FoundTable,
            json!({ "book": "sydney" }),
        ),
        (
            get.clone(),
            "/api/private-tables",
            Deed::StartPrivateTable,
            Value::Null,
        ),
        (
            post.clone(),
            "/api/private-tables",
            Deed::StartPrivateTable,
            json!({ "book": "sydney" }),
        ),
        (
            get.clone(),
            "/api/incidents",
            Deed::ReadIncidents,
            Value::Null,
        ),
        (
            post.clone(),
            "/api/incidents",
            Deed::WriteIncident,
            json!({ "table": null, "what": "x" }),
        ),
        (get.clone(), "/api/people", Deed::ReadPeople, Value::Null),
        (get.clone(), "/api/people/1", Deed::ReadPeople, Value::Null),
        (
            get.clone(),
            "/api/people/1/statement",
            Deed::ReadMoney,
            Value::Null,
        ),
        (
            get.clone(),
            "/api/people/1/rounds",
            Deed::ReadMoney,
            Value::Null,
        ),
        (
            post.clone(),
            "/api/staff",
            Deed::CreateStaff,
            json!({ "handle": "new", "password": PASSWORD, "roles": ["dealer"] }),
        ),
        (
            post.clone(),
            "/api/people/1/roles",
            Deed::GiveRole,
            json!({ "role": "dealer" }),
        ),
        (
            Method::DELETE,
            "/api/people/1/roles/dealer",
            Deed::TakeRole,
            Value::Null,
        ),
        (
            post.clone(),
            "/api/people/1/lock",
            Deed::Lock,
            json!({ "why": "x" }),
        ),
        (
            post.clone(),
            "/api/people/1/unlock",
            Deed::Unlock,
            Value::Null,
        ),
        (
            post.clone(),
            "/api/people/1/password",
            Deed::ResetPassword,
            json!({ "password": PASSWORD }),
        ),
        (
            post.clone(),
            "/api/people/1/credit",
            Deed::Credit,
            money.clone(),
        ),
        (
            post.clone(),
            "/api/people/1/correct",
            Deed::Correct,
            json!({ "id": "c", "net": 100, "why": "x" }),
        ),
        (get.clone(), "/api/log", Deed::ReadLog, Value::Null),
        (
            post.clone(),
            "/api/log/verify",
            Deed::VerifyLog,
            json!({ "replay": false }),
        ),
        (get.clone(), "/api/log/export", Deed::ExportLog, Value::Null),
        (get, "/metrics", Deed::ReadMetrics, Value::Null),
        (post, "/api/sign-out", Deed::SignOut, Value::Null),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_is_open_to_those_whom_the_table_of_roles_names_and_to_nobody_else() {
    let open_metrics = false;
    let rate = server::Rate {
        sign_ins: 1000,
        ..server::Rate::default()
    };
    let house = House::start(server::Config {
        open_metrics,
        rate,
        ..with_tables(&["sydney"])
    })
    .await;
    house.member("somebody").await;
    let mut callers: Vec<(Standing, Client)> = vec![
        (Standing::Visitor, house.visitor()),
        (Standing::Guest, house.guest().await),
        (Standing::Role(Role::Player), house.member("ann").await),
    ];
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Player) {
        let word = serde_json::to_value(role).unwrap();
        let word = word.as_str().unwrap();
        callers.push((
            Standing::Role(role),
            house.staff(&format!("the-{}", &word[..4]), &[word]).await,
        ));
    }
    for (method, path, deed, body) in deeds() {
        for (standing, caller) in &callers {
            let body = if body.is_null() {
                None
            } else {
                Some(body.clone())
            };
            let reply = caller.ask(method.clone(), path, body, &[]).await;
            let code = if reply.status.is_success() {
                String::new()
            } else {
                reply.refused().1
            };
            let shut = ["not_allowed", "not_signed_in"].contains(&code.as_str());
            assert_eq!(
                !shut,
                deed.may(*standing, Place::House),
                "{standing:?} {method} {path}: {} {}",
                reply.status,
                reply.text
            );
        }
    }
    house.stop().await;
}
