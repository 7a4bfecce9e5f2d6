//! The books and their worth over HTTP, and the description of the API.

use crate::support::{House, config};
use rules::{BOOK_IDS, Money, builtin, builtin_prose, compare};
use serde_json::{Value, json};
use solver::Worth;

/// As an address writes it: everything but letters and digits by its bytes.
fn in_address(text: &str) -> String {
    let byte = |byte: u8| {
        if byte.is_ascii_alphanumeric() {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    text.bytes().map(byte).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_books_are_told_setting_by_setting_and_clause_by_clause() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let books = visitor.get("/api/books").await.ok();
    let ids: Vec<&str> = books
        .as_array()
        .unwrap()
        .iter()
        .map(|book| book["book"].as_str().unwrap())
        .collect();
    assert_eq!(ids, BOOK_IDS);
    for id in BOOK_IDS {
        let page = visitor.get(&format!("/api/books/{id}")).await.ok();
        let book = builtin(id).unwrap();
        let mut settings = 0;
        book.each(|key, _, setting| {
            let line = &page["settings"][settings];
            assert_eq!(
                (line["key"].as_str(), line["value"].as_str()),
                (Some(key), Some(setting.text().as_str()))
            );
            assert_eq!(line["clause"], setting.clause().to_string());
            settings += 1;
        });
        assert_eq!(page["settings"].as_array().unwrap().len(), settings);
        assert_eq!(
            page["readings"].as_array().unwrap().len(),
            book.readings.len()
        );
        let prose = builtin_prose(id).unwrap();
        let clauses = visitor.get(&format!("/api/books/{id}/clauses")).await.ok();
        assert_eq!(clauses.as_array().unwrap().len(), prose.entries.len());
        let entry = &prose.entries[0];
        let clause = visitor
            .get(&format!(
                "/api/books/{id}/clauses/{}",
                in_address(&entry.clause.to_string())
            ))
            .await
            .ok();
        assert_eq!(clause["words"], entry.words.as_str());
    }
    let clause = visitor.get("/api/books/sydney/clauses/20.7").await.ok();
    assert_eq!(clause["status"], "partly_enforced");
    assert_eq!(clause["by"], "table");
    assert_eq!(clause["reason"], "what staff say to players is not seen");
    let differences = visitor.get("/api/books/sydney/compare/canberra").await.ok();
    let right = compare(&builtin("sydney").unwrap(), &builtin("canberra").unwrap());
    assert_eq!(differences.as_array().unwrap().len(), right.len());
    for path in [
        "/api/books/macau",
        "/api/books/sydney/clauses/99.99",
        "/api/books/sydney/compare/macau",
    ] {
        assert_eq!(
            visitor.get(path).await.refused(),
            (404, "not_found".to_owned()),
            "{path}"
        );
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_worth_of_a_book_is_the_solvers() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let question = json!({ "book": "sydney", "decks": 6, "wager": 1000 });
    let edge = visitor
        .post("/api/analysis/edge", question.clone())
        .await
        .ok();
    let book = builtin("sydney").unwrap();
    let worth = Worth::of(&book, 6, Money::from_dollars(10)).unwrap();
    let near = |value: &Value, right: f64| (value.as_f64().unwrap() - right).abs() < 1e-12;
    assert!(
        near(
            &edge["edge_per_initial_wager"],
            worth.edge_per_initial_wager()
        ),
        "{edge}"
    );
    assert!(
        near(&edge["standard_deviation"], worth.deviation()),
        "{edge}"
    );
    let chart = visitor.post("/api/analysis/chart", question).await.ok();
    assert_eq!(
        chart["edge"], edge,
        "the same question is answered the same"
    );
    let lines = chart["lines"].as_array().unwrap();
    let find = |kind: &str, hand: &str| {
        lines
            .iter()
            .find(|line| line["kind"] == kind && line["hand"] == hand && line["cards"] == 2)
    };
    // Nobody draws to a hard 20, and everybody draws to a hard 8 against an Ace.
    let twenty = find("pair", "TT").unwrap();
    assert!(
        twenty["cells"]
            .as_array()
            .unwrap()
            .iter()
            .all(|cell| cell["ranked"][0][0] == "stand")
    );
    assert_eq!(
        find("hard", "8").unwrap()["cells"][9]["ranked"][0][0],
        "draw"
    );
    for (wrong, status) in [
        (json!({ "book": "macau" }), 404),
        (json!({ "book": "sydney", "decks": 1 }), 400),
        (json!({ "book": "sydney", "wager": 0 }), 400),
        (json!({ "book": "sydney", "set": { "no-such": "x" } }), 400),
        (json!({ "book": "sydney", "rounds": 5 }), 400),
    ] {
        assert_eq!(
            visitor
                .post("/api/analysis/edge", wrong.clone())
                .await
                .status,
            status,
            "{wrong}"
        );
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_lists_what_is_there_and_its_page_loads_nothing_from_elsewhere() {
    let house = House::start(config()).await;
    let visitor = house.visitor();
    let api = visitor.get("/api/openapi.json").await.ok();
    let paths = api["paths"].as_object().unwrap();
    for path in [
        "/ws",
        "/health",
        "/api/me/limits",
        "/api/log/export",
        "/api/analysis/chart",
        "/api/tables/{table}/commands",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    let tags: Vec<&str> = api["tags"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| tag["name"].as_str().unwrap())
        .collect();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            let tag = operation["tags"][0].as_str().unwrap_or_default();
            assert!(tags.contains(&tag), "{method} {path} is in no section");
            assert!(
                operation["summary"].is_string() || operation["description"].is_string(),
                "{method} {path} says nothing"
            );
        }
    }
    for path in ["/", "/api/docs", "/api/docs.js"] {
        let page = visitor.get(path).await;
        assert!(page.status.is_success(), "{path}");
        assert!(
            !page.text.contains("http://") && !page.text.contains("https://"),
            "{path} loads from elsewhere"
        );
        assert!(
            page.headers["content-security-policy"]
                .to_str()
                .unwrap()
                .starts_with("default-src 'self'")
        );
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
    }
    house.stop().await;
}
