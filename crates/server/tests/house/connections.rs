//! Connections that say nothing, or not enough: nobody else is kept out by them.

use crate::support::{House, config};
use server::SocketLimits;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Longer than the server waits for anything.
const LONG: Duration = Duration::from_secs(3600);

/// What is answered to these bytes before the server closes the connection. The clock runs on while
/// nothing happens.
async fn until_closed(address: SocketAddr, bytes: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let closed = tokio::time::timeout(LONG, stream.read_to_end(&mut answer)).await;
    // A reset is an end too.
    let _ = closed.expect("the server closes it");
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn a_request_that_is_never_sent_whole_is_not_waited_for() {
    let house = House::start(config()).await;
    tokio::time::pause();
    assert_eq!(until_closed(house.address, "").await, "", "nothing at all");
    assert_eq!(
        until_closed(house.address, "GET /api/lobby HTTP/1.1\r\nHost: here\r\nX-").await,
        "",
        "half a head"
    );
    let body = "POST /api/sign-in HTTP/1.1\r\nHost: here\r\nContent-Type: \
        application/json\r\nContent-Length: 10\r\n\r\n{";
    let answered = until_closed(house.address, body).await;
    assert!(
        answered.starts_with("HTTP/1.1 4"),
        "half a body: {answered}"
    );
    house.stop().await;
}

#[tokio::test]
async fn one_address_cannot_take_every_connection() {
    let sockets = SocketLimits {
        per_address: 1,
        ..SocketLimits::default()
    };
    let house = House::start(server::Config {
        sockets,
        ..config()
    })
    .await;
    // One for sockets and a hundred beside them.
    let mut silent = Vec::new();
    for _ in 0..101 {
        silent.push(TcpStream::connect(house.address).await.unwrap());
    }
    let mut one_more = TcpStream::connect(house.address).await.unwrap();
    let ended = one_more.read(&mut [0; 1]).await;
    assert!(
        ended.is_err() || ended.is_ok_and(|bytes| bytes == 0),
        "it is closed at once"
    );
    drop(silent);
    // Their places are free again as soon as the server sees that they are gone.
    while until_answered(house.address).await.is_empty() {}
    house.stop().await;
}

async fn until_answered(address: SocketAddr) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let _ = stream
        .write_all(b"GET /health HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        .await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    answer
}
