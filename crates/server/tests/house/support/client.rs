//! A client over HTTP and over a socket: real connections, nothing shared with the server.

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::HeaderMap;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// No test waits longer for an answer; a good one never waits at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody who asks.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) token: Option<String>,
    pub(crate) person: u32,
    pub(crate) handle: String,
}

/// What was answered.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|_| panic!("{} is no JSON: {}", self.status, self.text))
    }

    /// The answer to something that was done.
    pub(crate) fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        if self.text.is_empty() {
            Value::Null
        } else {
            self.json()
        }
    }

    /// The code of a refusal, with its status.
    pub(crate) fn refused(&self) -> (u16, String) {
        assert!(!self.status.is_success(), "{}: {}", self.status, self.text);
        (
            self.status.as_u16(),
            self.json()["code"].as_str().unwrap_or_default().to_owned(),
        )
    }

    /// What a refusal says it is about.
    pub(crate) fn fields(&self) -> Vec<String> {
        self.refused();
        let json = self.json();
        json["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| field.as_str().unwrap().to_owned())
            .collect()
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            token: None,
            person: 0,
            handle: String::new(),
        }
    }

    pub(crate) async fn enters(&self, path: &str, body: Option<Value>) -> Self {
        let opened = self.ask(Method::POST, path, body, &[]).await.ok();
        Self {
            token: Some(opened["token"].as_str().unwrap().to_owned()),
            person: u32::try_from(opened["person"].as_u64().unwrap()).unwrap(),
            handle: opened["handle"].as_str().unwrap().to_owned(),
            ..self.clone()
        }
    }

    pub(crate) fn with_token(&self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.ask(Method::GET, path, None, &[]).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.ask(Method::POST, path, Some(body), &[]).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.ask(Method::DELETE, path, None, &[]).await
    }

    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Reply {
        let body = body.map(|body| body.to_string());
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        self.raw(method, path, body.unwrap_or_default(), &all).await
    }

    /// A request with exactly these headers beside the token's.
    pub(crate) async fn raw(
        &self,
        method: Method,
        path: &str,
        body: String,
        headers: &[(&str, &str)],
    ) -> Reply {
        let asked = async {
            let stream = TcpStream::connect(self.address).await.unwrap();
            let (mut send, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
            tokio::spawn(connection);
            let mut request = Request::builder()
                .method(method)
                .uri(path)
                .header("host", self.address.to_string());
            if let Some(token) = &self.token {
                request = request.header("authorization", format!("Bearer {token}"));
            }
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let response = send
                .send_request(request.body(Full::new(Bytes::from(body))).unwrap())
                .await
                .unwrap();
            let (status, headers) = (response.status(), response.headers().clone());
            let bytes = response.into_body().collect().await.unwrap().to_bytes();
            Reply {
                status,
                headers,
                text: String::from_utf8_lossy(&bytes).into_owned(),
            }
        };
        timeout(PATIENCE, asked).await.expect("the server answers")
    }

    /// Asks for an answer that comes piece by piece, and takes its first piece.
    pub(crate) async fn begins(&self, path: &str, body: Value) -> Begun {
        let asked = async {
            let stream = TcpStream::connect(self.address).await.unwrap();
            let (mut send, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
            let connection = tokio::spawn(async move {
                // It may be cut off in the middle.
                let _ = connection.await;
            });
            let request = Request::builder()
                .method(Method::POST)
                .uri(path)
                .header("host", self.address.to_string());
            let mut request = request.header("content-type", "application/json");
            if let Some(token) = &self.token {
                request = request.header("authorization", format!("Bearer {token}"));
            }
            let response = send
                .send_request(
                    request
                        .body(Full::new(Bytes::from(body.to_string())))
                        .unwrap(),
                )
                .await
                .unwrap();
            let status = response.status();
            let mut rest = response.into_body();
            let first = rest.frame().await.unwrap().unwrap().into_data().unwrap();
            Begun {
                status,
                first: String::from_utf8_lossy(&first).into_owned(),
                _rest: rest,
                connection,
            }
        };
        timeout(PATIENCE, asked).await.expect("the server answers")
    }

    /// A command to a table, by HTTP.
    pub(crate) async fn does(&self, table: u32, id: &str, command: Value) -> Reply {
        self.post(
            &format!("/api/tables/{table}/commands"),
            json!({ "id": id, "command": command }),
        )
        .await
    }

    /// A socket that says hello.
    pub(crate) async fn socket(&self) -> Socket {
        self.try_socket(&[]).await.expect("the socket opens")
    }

    /// A socket on a connection of one's own.
    pub(crate) async fn socket_on(&self, stream: TcpStream) -> Socket {
        self.upgraded(stream, &[]).await.expect("the socket opens")
    }

    pub(crate) async fn try_socket(
        &self,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, (u16, String)> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        self.upgraded(stream, headers).await
    }

    async fn upgraded(
        &self,
        stream: TcpStream,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, (u16, String)> {
        let mut request = format!("ws://{}/ws", self.address)
            .into_client_request()
            .unwrap();
        if let Some(token) = &self.token {
            request
                .headers_mut()
                .insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match timeout(PATIENCE, client_async(request, stream))
            .await
            .expect("the server answers")
        {
            Ok((stream, _)) => Ok(Socket {
                stream,
                next: 1,
                said: Vec::new(),
                heard: Vec::new(),
            }),
            Err(Error::Http(response)) => {
                let body = response.body().clone().unwrap_or_default();
                let body: Value = serde_json::from_slice(&body).unwrap_or_default();
                Err((
                    response.status().as_u16(),
                    body["code"].as_str().unwrap_or_default().to_owned(),
                ))
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A socket that watches a table.
    pub(crate) async fn watches(&self, table: u32) -> Socket {
        let mut socket = self.socket().await;
        socket
            .say(json!({ "watch": { "table": table, "from": null } }))
            .await;
        socket
    }
}

/// An answer that has begun.
pub(crate) struct Begun {
    pub(crate) status: StatusCode,
    pub(crate) first: String,
    /// Whoever lets go of it has hung up.
    _rest: Incoming,
    connection: tokio::task::JoinHandle<()>,
}

impl Begun {
    /// Hangs up.
    pub(crate) fn leave(self) {
        self.connection.abort();
    }
}

/// A socket.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<TcpStream>,
    next: u64,
    /// Every message that was sent, and every one that came.
    pub(crate) said: Vec<Value>,
    pub(crate) heard: Vec<Value>,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: Value) {
        self.send(Message::text(message.to_string())).await;
        self.said.push(message);
    }

    pub(crate) async fn send(&mut self, message: Message) {
        // What the server has closed it does not read any more.
        let _ = self.stream.send(message).await;
    }

    /// The next message; the code and the reason where the server closes.
    pub(crate) async fn next(&mut self) -> Result<Value, (u16, String)> {
        loop {
            let message = timeout(PATIENCE, self.stream.next())
                .await
                .expect("the server says something");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.heard.push(message.clone());
                    return Ok(message);
                }
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Err((frame.code.into(), frame.reason.to_string()));
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => return Err((0, String::new())),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a kind; others are skipped.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self
                .next()
                .await
                .unwrap_or_else(|closed| panic!("closed while waiting for {kind}: {closed:?}"));
            if let Some(found) = message.get(kind) {
                return found.clone();
            }
        }
    }

    /// How the server closes; what it says before is skipped.
    pub(crate) async fn closed(&mut self) -> (u16, String) {
        loop {
            if let Err(closed) = self.next().await {
                return closed;
            }
        }
    }

    /// Gives a table a command; the answer or the refusal.
    pub(crate) async fn does(&mut self, table: u32, command: Value) -> Value {
        let id = format!("s-{}", self.next);
        self.next += 1;
        self.does_as(&id, table, command).await
    }

    pub(crate) async fn does_as(&mut self, id: &str, table: u32, command: Value) -> Value {
        self.say(json!({ "do": { "id": id, "table": table, "command": command } }))
            .await;
        loop {
            let message = self
                .next()
                .await
                .unwrap_or_else(|closed| panic!("closed while waiting for an answer: {closed:?}"));
            for kind in ["answer", "refused"] {
                if message[kind]["id"] == id {
                    return message;
                }
            }
        }
    }

    /// The next ping of the server.
    pub(crate) async fn pinged(&mut self) {
        loop {
            let message = timeout(PATIENCE, self.stream.next())
                .await
                .expect("the server pings");
            if let Some(Ok(Message::Ping(_))) = message {
                return;
            }
            assert!(matches!(message, Some(Ok(_))), "{message:?}");
        }
    }
}
