use game::notation::{Script, play, describe};
#[test]
fn smoke() {
    let text = "book sydney  decks 8  minimum 5  maximum 1000\nbox 1  ann* 25, bob 10\nbox 4  cho* 50 pairs 5\ndeal 8s Qd | Kd | 8h Qc\n4  surrender cho\n1  split ann bob 3c double ann 25 Kh / 9d stand\ndealer 7c\nresult 4 cho wager surrendered -25\n";
    let script = Script::parse(text).unwrap();
    assert_eq!(Script::parse(&script.to_string()).unwrap(), script);
    let played = play(&script, &|name| rules::builtin(name).map_err(|e| e.to_string()));
    match played { Ok(p) => { for e in p.round.events() { println!("{:60} {}", describe(&p.round, e), e.clause); }
      let b = rules::builtin("sydney").unwrap();
      println!("{}", Script::with_results(&p.round, &b)); }, Err(e) => panic!("{e}") }
}
