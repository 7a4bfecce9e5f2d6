//! The web page: the files of `web/dist`, built into the program. Every address that is not the
//! API's is one of the page's own, and the page knows which.

use crate::error::ApiError;
use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use store::hex;

/// What `npm run build` made; nothing where the page was not built.
#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

const ANYTHING: &str = "application/octet-stream";
const INDEX: &str = "index.html";
/// What stands in for a page that was not built.
const NOT_BUILT: &str = include_str!("not_built.html");
/// Names of these files change with what is in them.
const ASSETS: &str = "assets/";
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const ASK_AGAIN: &str = "no-cache";

/// How a file may be packed, the best first: what a client says, and how the packed file's name
/// ends.
const PACKED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Which build this is: the version of the program, and what tells one page from another where
/// there is one.
pub(crate) fn build() -> String {
    let version = env!("CARGO_PKG_VERSION");
    Files::get(INDEX).map_or_else(
        || version.to_owned(),
        |page| format!("{version}+{}", hex(&page.metadata.sha256_hash()[..6])),
    )
}

/// A file of the page, or the page itself for its own addresses.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "ws" || path.split('/').next() == Some("api") {
        return ApiError::not_found("there is nothing at this address").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let refused = ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "form",
            "pages can only be read",
        );
        return ([(ALLOW, "GET, HEAD")], refused).into_response();
    }
    if let Some(response) = found(path, &headers) {
        return response;
    }
    // The page's own addresses may have dots, as clauses do; what ends like a file is a file that
    // is not there.
    if path.starts_with(ASSETS) || media_type(path) != ANYTHING {
        return ApiError::not_found("there is no such file").into_response();
    }
    found(INDEX, &headers).unwrap_or_else(|| Html(NOT_BUILT).into_response())
}

fn found(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = Files::get(path)?;
    let packed = PACKED
        .into_iter()
        .filter(|(encoding, _)| accepts(headers, encoding));
    let packed =
        packed.filter_map(|(encoding, end)| Some((encoding, Files::get(&format!("{path}{end}"))?)));
    let (encoding, file) = packed
        .map(|(encoding, file)| (Some(encoding), file))
        .next()
        .unwrap_or((None, plain));
    Some(answer(path, encoding, file, headers))
}

fn answer(
    path: &str,
    encoding: Option<&'static str>,
    file: EmbeddedFile,
    asked: &HeaderMap,
) -> Response {
    let tag = tag(&file);
    let mut headers = HeaderMap::new();
    let kept = if path.starts_with(ASSETS) {
        FOR_EVER
    } else {
        ASK_AGAIN
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    let has_it = asked
        .get_all(IF_NONE_MATCH)
        .iter()
        .any(|known| known.to_str().is_ok_and(|known| known.contains(&tag)));
    if has_it {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    (headers, Body::from(file.data.into_owned())).into_response()
}

fn tag(file: &EmbeddedFile) -> String {
    format!("\"{}\"", hex(&file.metadata.sha256_hash()[..16]))
}

fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    codings(headers).any(|coding| coding == Coding::Taken(encoding))
}

/// A way to encode an answer, and what the caller says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coding<'a> {
    Taken(&'a str),
    Refused(&'a str),
}

/// What the caller says of encodings.
pub(crate) fn codings(headers: &HeaderMap) -> impl Iterator<Item = Coding<'_>> {
    let said = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok());
    said.flat_map(|value| value.split(',')).map(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, ""));
        match quality
            .trim()
            .strip_prefix("q=")
            .map(|q| q.trim_end_matches(['0', '.']))
        {
            Some("") => Coding::Refused(name.trim()),
            Some(_) | None => Coding::Taken(name.trim()),
        }
    })
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" => "text/plain; charset=utf-8",
        _ => ANYTHING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_of(path: &str, bytes: &'static [u8]) -> (String, EmbeddedFile) {
        let metadata = rust_embed::Metadata::__rust_embed_new([7; 32], None, None);
        (
            path.to_owned(),
            EmbeddedFile {
                data: bytes.into(),
                metadata,
            },
        )
    }

    #[test]
    fn what_has_its_content_in_its_name_is_kept_for_ever_and_the_rest_is_asked_for_again() {
        for (path, kept) in [
            ("assets/index-1a2b.js", FOR_EVER),
            (INDEX, ASK_AGAIN),
            ("assets-old.js", ASK_AGAIN),
        ] {
            let (path, file) = file_of(path, b"x");
            let response = answer(&path, None, file, &HeaderMap::new());
            assert_eq!(response.headers()[CACHE_CONTROL], kept, "{path}");
        }
    }

    #[test]
    fn who_has_a_file_already_is_told_so() {
        let (path, file) = file_of(INDEX, b"x");
        let known = format!("\"other\", W/{}", tag(&file)).parse().unwrap();
        let response = answer(
            &path,
            None,
            file,
            &HeaderMap::from_iter([(IF_NONE_MATCH, known)]),
        );
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
    }

    #[test]
    fn a_packed_file_goes_to_those_who_can_unpack_it() {
        let said = |value: &'static str| {
            HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))])
        };
        assert!(accepts(&said("gzip, deflate, br;q=0.9"), "br"));
        assert!(!accepts(&said("gzip, br;q=0"), "br"));
        assert!(!accepts(&said("gzip, br;q=0.0"), "br"));
        assert!(!accepts(&said("brotli"), "br"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[tokio::test]
    async fn an_address_of_the_page_is_the_page_and_a_file_that_is_not_there_is_none() {
        let get = async |path: &'static str| {
            file(Method::GET, Uri::from_static(path), HeaderMap::new()).await
        };
        for path in ["/", "/table/5", "/rules/sydney", "/rules/sydney/14.5.1"] {
            let page = get(path).await;
            assert_eq!(page.status(), StatusCode::OK, "{path}");
            assert!(
                page.headers()[CONTENT_TYPE]
                    .to_str()
                    .unwrap()
                    .starts_with("text/html"),
                "{path}"
            );
        }
        for path in [
            "/assets/none.js",
            "/assets/none",
            "/none.js",
            "/api/nothing",
            "/api",
            "/ws",
        ] {
            assert_eq!(get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
        let posted = file(Method::POST, Uri::from_static("/"), HeaderMap::new()).await;
        assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
    }
}
