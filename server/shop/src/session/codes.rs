//! The cookies the codes live in (cart §3): readable by the storefront's scripts, so anybody may write
//! them. Read strictly, and written only when the server found something else to be true (R11, R48).

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::{IntoResponseParts, ResponseParts},
};
use fieldhouse_core::{
    offers::{is_cookie_code, read_offer_code},
    pricing::CodesDraft,
};
use fieldhouse_kernel::{failure::Failure, http::cookies};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, utf8_percent_encode};

use super::IDLE_DAYS;

const FLYER: &str = "flyercode";
const FRIENDLY: &str = "friendlyFlyercode";
const CERTIFICATE: &str = "certFlyerCode";
const PROGRAM: &str = "programId";

/// As long as a session without a visit.
const MAX_AGE_SECONDS: i64 = IDLE_DAYS.saturating_mul(86_400);
/// What a friendly code may hold beyond the letters of a code; it is written escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// The codes a request carries in its cookies, empty where there is none. They are wishes: whether
/// they hold is decided anew each time something is priced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Codes {
    /// Offer (flyer) code.
    pub flyer_code: String,
    /// What was typed when the flyer code was looked up.
    pub friendly_flyer_code: String,
    /// Flyer code of a certificate on the cart.
    pub cert_flyer_code: String,
    /// Program id.
    pub program_id: String,
    /// Names of cookies that are there and hold nothing a code can be.
    unreadable: Vec<&'static str>,
}

impl Codes {
    /// The cookies of a request. A doubled, over-long or binary one counts as none.
    pub fn read(headers: &HeaderMap) -> Self {
        let mut codes = Self::default();
        let mut unreadable = Vec::new();
        for (name, code) in codes.named_mut() {
            if !cookies::any(headers, name) {
                continue;
            }
            match cookies::only(headers, name).and_then(|value| readable(name, value)) {
                Some(value) => *code = value,
                None => unreadable.push(name),
            }
        }
        codes.unreadable = unreadable;
        codes
    }

    /// As the rules of pricing read them.
    pub fn draft(&self) -> CodesDraft {
        CodesDraft {
            flyer_code: self.flyer_code.clone(),
            program_id: self.program_id.clone(),
            cert_flyer_code: self.cert_flyer_code.clone(),
        }
    }

    /// The headers that make the cookies of this request those of `truth`; none where they agree.
    pub fn settle(&self, truth: &Self, secure: bool) -> SetCodes {
        let wanted = truth.named();
        let changed = self
            .named()
            .into_iter()
            .zip(wanted)
            .filter(|((name, carried), (_, wanted))| carried != wanted || self.unreadable.contains(name));
        SetCodes(changed.filter_map(|(_, (name, value))| write(name, value, secure)).collect())
    }

    fn named(&self) -> [(&'static str, &String); 4] {
        [
            (FLYER, &self.flyer_code),
            (FRIENDLY, &self.friendly_flyer_code),
            (CERTIFICATE, &self.cert_flyer_code),
            (PROGRAM, &self.program_id),
        ]
    }

    fn named_mut(&mut self) -> [(&'static str, &mut String); 4] {
        [
            (FLYER, &mut self.flyer_code),
            (FRIENDLY, &mut self.friendly_flyer_code),
            (CERTIFICATE, &mut self.cert_flyer_code),
            (PROGRAM, &mut self.program_id),
        ]
    }
}

/// The code a cookie's value stands for, when it can be one.
fn readable(name: &str, value: &[u8]) -> Option<String> {
    if name != FRIENDLY {
        return std::str::from_utf8(value).ok().filter(|value| is_cookie_code(value)).map(str::to_owned);
    }
    let typed = percent_decode(value).decode_utf8().ok()?;
    let read = read_offer_code(&typed);
    (read.error.is_none() && read.code == *typed).then_some(read.code)
}

fn write(name: &str, value: &str, secure: bool) -> Option<HeaderValue> {
    let value = utf8_percent_encode(value, ESCAPED).to_string();
    let age = if value.is_empty() { 0 } else { MAX_AGE_SECONDS };
    let flag = if secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}={value}; Path=/; Max-Age={age}; SameSite=Lax{flag}")).ok()
}

impl<S: Sync> FromRequestParts<S> for Codes {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Ok(Self::read(&parts.headers))
    }
}

/// `Set-Cookie` headers of the codes that changed.
#[derive(Debug)]
pub struct SetCodes(Vec<HeaderValue>);

impl IntoResponseParts for SetCodes {
    type Error = Infallible;
    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        for value in self.0 {
            parts.headers_mut().append(header::SET_COOKIE, value);
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cookies: &[&[u8]]) -> Codes {
        let mut headers = HeaderMap::new();
        for value in cookies {
            headers.append(header::COOKIE, HeaderValue::from_bytes(value).unwrap());
        }
        Codes::read(&headers)
    }

    fn settled(carried: &Codes, truth: &Codes) -> Vec<String> {
        carried.settle(truth, true).0.iter().map(|value| value.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn r48_codes_are_read_when_they_can_be_codes() {
        let codes =
            read(&[b"flyercode=AB; friendlyFlyercode=COACH%2025; programId=P-1", b"certFlyerCode=C1; pmToken=x"]);
        let all = [&codes.flyer_code, &codes.friendly_flyer_code, &codes.program_id, &codes.cert_flyer_code];
        assert_eq!(all, ["AB", "COACH 25", "P-1", "C1"]);
        let long = ["flyercode=".as_bytes(), &[b'A'; 4096]].concat();
        let bad: [&[u8]; 9] = [
            b"flyercode",
            b"flyercode=",
            b"flyercode=\xff\xfe",
            b"flyercode=A B",
            b"flyercode=<x>",
            b"flyercode=%41",
            b"flyercode=AB; flyercode=AB",
            b"friendlyFlyercode=%0a",
            &long,
        ];
        for value in bad {
            let codes = read(&[value]);
            assert_eq!(codes.draft(), CodesDraft::default(), "{value:?}");
            assert_eq!(settled(&codes, &Codes::default()).len(), 1, "{value:?} is taken away");
        }
        assert_eq!(read(&[b"xflyercode=AB; flyercodes=AB"]), Codes::default());
    }

    #[test]
    fn only_what_is_not_true_is_written() {
        let truth =
            Codes { flyer_code: "AB".to_owned(), friendly_flyer_code: "été 26".to_owned(), ..Codes::default() };
        let carried = read(&[b"flyercode=AB; programId=P-1"]);
        assert_eq!(
            settled(&carried, &truth),
            [
                "friendlyFlyercode=%C3%A9t%C3%A9%2026; Path=/; Max-Age=2592000; SameSite=Lax; Secure",
                "programId=; Path=/; Max-Age=0; SameSite=Lax; Secure",
            ]
        );
        assert!(settled(&truth, &truth).is_empty());
        let back = read(&[b"friendlyFlyercode=%C3%A9t%C3%A9%2026"]);
        assert_eq!(back.friendly_flyer_code, "été 26");
    }
}
