//! The configuration file.

use server::{Config, ConfigFault};

/// The file that comes with the program.
const FILE: &str = include_str!("../../../pontoon/pontoon.toml");

#[test]
fn the_commented_file_has_every_key_with_its_default() {
    assert_eq!(Config::read(FILE).unwrap(), Config::default());
    assert_eq!(Config::read("").unwrap(), Config::default());
    // Each line of it, changed in its name, is a key that is not there.
    for line in FILE
        .lines()
        .filter(|line| line.contains(" = ") && !line.starts_with('#'))
    {
        let other = FILE.replacen(line, &format!("x-{line}"), 1);
        let fault = Config::read(&other).unwrap_err().to_string();
        assert!(fault.contains("unknown field"), "{line}: {fault}");
    }
}

#[test]
fn what_cannot_be_is_named_with_what_could() {
    for (text, parts) in [
        (
            "listen = \"nowhere\"",
            &["`listen` is \"nowhere\"", "such as \"127.0.0.1:8021\""][..],
        ),
        (
            "listen = \"localhost:8021\"",
            &["`listen` is \"localhost:8021\"", "names are not looked up"],
        ),
        (
            "listen = 8021",
            &["`listen` is 8021", "an address and a port"],
        ),
        (
            "proxies = [\n  \"localhost\",\n]",
            &["`proxies` is \"localhost\"", "such as [\"127.0.0.1\"]"],
        ),
        ("data = \"\"", &["`data` is empty", "the path of a folder"]),
        ("data = 7", &["`data` is 7", "in quotes"]),
        (
            "[rate]\n# A comment = here.\nburst = \"many\"",
            &["`rate.burst` is \"many\"", "a whole number from 1 to 10000"],
        ),
        (
            "[rate]\nburst = 1.5",
            &["`rate.burst` is 1.5", "a whole number"],
        ),
        (
            "play_money = 99999999999999999999",
            &["`play_money` is 99999999999999999999", "0 to 1000000"],
        ),
        (
            "[demo]\nhouse_players = 300",
            &["`demo.house_players` is 300", "0 to 7"],
        ),
        (
            "[demo]\ntables = \"sydney\"",
            &["`demo.tables` is \"sydney\"", "a list of books"],
        ),
        (
            "[demo]\ntables = [\"sydney\", \"tasmania\", \"sydney\"]",
            &["`demo.tables` is `sydney` twice", "named once"],
        ),
        (
            "origins = [\"https://example.org/play\"]",
            &["`https://example.org/play`", "without a path"],
        ),
        ("origins = [\"https://example.org?a\"]", &["without a path"]),
        ("origins = [\"https://\"]", &["`https://`"]),
        ("origins = [\"https://Example.org\"]", &["in small letters"]),
        ("colour = \"red\"", &["unknown field `colour`", "listen"]),
        (
            "[rate]\nper_day = 5",
            &["unknown field `per_day`", "messages"],
        ),
        (
            "play_money = 1000001",
            &["`play_money` is 1000001", "0 to 1000000"],
        ),
        (
            "play_money = -1",
            &["`play_money` is -1", "a whole number from 0 to 1000000"],
        ),
        (
            "[rate]\nmessages = 0",
            &["`rate.messages` is 0", "1 to 10000"],
        ),
        (
            "[rate]\nsign_ins = 0",
            &["`rate.sign_ins` is 0", "1 to 100000"],
        ),
        (
            "[rate]\nrequests = 0",
            &["`rate.requests` is 0", "1 to 1000000"],
        ),
        (
            "[sockets]\nmost = 0",
            &["`sockets.most` is 0", "1 to 1000000"],
        ),
        (
            "[sockets]\nper_session = 1001",
            &["`sockets.per_session` is 1001", "1 to 1000"],
        ),
        (
            "[demo]\nhouse_players = 8",
            &["`demo.house_players` is 8", "0 to 7"],
        ),
        (
            "[demo]\ntables = [\"macau\"]",
            &["`demo.tables`", "`macau`", "sydney"],
        ),
        (
            "[times]\ndecision_ms = 49",
            &["`times.decision_ms` is 49", "50 to 3600000"],
        ),
        (
            "origins = [\"example.org\"]",
            &["`origins`", "`example.org`", "https://example.org"],
        ),
        ("origins = [\"https://example.org/\"]", &["without a slash"]),
        (
            "guests = \"yes\"",
            &["`guests` is \"yes\"", "true or false"],
        ),
        ("listen = ", &["line 1"]),
    ] {
        let fault = Config::read(text).expect_err(text).to_string();
        for part in parts {
            assert!(fault.contains(part), "{text}: `{part}` is not in: {fault}");
        }
    }
    let several = "origins = [\"https://example.org\", \"http://127.0.0.1:8080\"]";
    assert_eq!(Config::read(several).unwrap().origins.len(), 2);
    assert!(matches!(
        Config::read("play_money = 2000000"),
        Err(ConfigFault::Range {
            key: "play_money",
            ..
        })
    ));
}
