//! R66: whatever people type into a field that reaches a letter, the letter keeps its head, its one recipient and its
//! two parts. Letters are read strictly here, so that what a lenient reader would take for a header fails.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use base64::{Engine, engine::general_purpose::STANDARD};
use fieldhouse_core::{
    brand::{Site, brand},
    checkout::OrderView,
    inbox::RequestStatus,
    people::{MemberRole, approval::Decision},
};
use fieldhouse_shop::{
    buying::orders::{
        self,
        approvals::{Asked, OrderLink, letters as approvals},
        letters::PlacedFacts,
    },
    desk::letters::{Told, write},
    letters::worker::send_due,
    mail::{
        LetterKind,
        layout::{Addressee, Letter},
        ordered::ordered,
        send::message,
    },
    people::{account::letters as account, change_requests, members::letters as members},
    publishing::{forms::letters as forms, newsletter::letters as newsletter},
    staff,
};
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, registration},
    approvals::{APPROVER, BUYER, decide, school},
    business_units::unit,
    people::{invite, join},
    shell::{contact, with_content},
    shopping::{add_one, check_out, place, placing, shipping, texts},
    support::{TestApp, Visitor},
};

/// What becomes a header, another recipient, another part or another letter where texts are glued together.
const TRICKS: [&str; 14] = [
    "\r\nBcc: x@evil.example",
    "\nBcc: x@evil.example",
    "\rBcc: x@evil.example",
    "\r\n\tBcc: x@evil.example",
    "%0d%0aBcc: x@evil.example",
    "\\r\\nBcc: x@evil.example",
    "\u{85}Bcc: x@evil.example",
    "\u{2028}Bcc: x@evil.example",
    "\u{b}Bcc: x@evil.example",
    "\r\n\r\n<h1>another letter</h1>",
    "\r\nContent-Type: text/html\r\n\r\n--x--\r\n",
    "\r\n.\r\nRCPT TO:<x@evil.example>",
    ", x@evil.example",
    " =?utf-8?q?=0d=0aBcc:_x@evil.example?=",
];

/// A letter as RFC 5322 and RFC 2046 have it, read without any leniency.
#[derive(Debug)]
struct Read {
    to: String,
    subject: String,
    /// Decoded.
    text: String,
    html: String,
}

/// Names and values; a line that is none fails.
fn headers(head: &str) -> Vec<(String, String)> {
    let lines = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let pair = |line: &str| {
        let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("no header: {line:?}"));
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'), "no name of a header: {line:?}");
        assert!(value.bytes().all(|b| b == b' ' || b.is_ascii_graphic()), "no value of a header: {line:?}");
        (name.to_owned(), value.trim().to_owned())
    };
    lines.split("\r\n").map(pair).collect()
}

fn value<'a>(headers: &'a [(String, String)], name: &str) -> &'a str {
    let mut found = headers.iter().filter(|(known, _)| known == name);
    let (Some((_, value)), None) = (found.next(), found.next()) else { panic!("not one {name}: {headers:?}") };
    value
}

fn unquoted(body: &str) -> Vec<u8> {
    let joined = body.replace("=\r\n", "");
    let (mut bytes, mut rest) = (Vec::new(), joined.bytes());
    while let Some(byte) = rest.next() {
        if byte == b'=' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    bytes
}

fn decoded(encoding: &str, body: &str) -> String {
    let bytes = match encoding {
        "7bit" => body.as_bytes().to_vec(),
        "quoted-printable" => unquoted(body),
        "base64" => STANDARD.decode(body.replace("\r\n", "")).unwrap(),
        other => panic!("{other}"),
    };
    String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
}

fn read(letter: &[u8]) -> Read {
    let letter = std::str::from_utf8(letter).unwrap();
    let lines = letter.replace("\r\n", "");
    assert!(letter.is_ascii() && !lines.contains(['\r', '\n']), "lines end otherwise: {letter:?}");
    assert!(letter.split("\r\n").all(|line| line.len() <= 998), "a line is too long for RFC 5322");
    let (head, body) = letter.split_once("\r\n\r\n").unwrap();
    let headers = headers(head);
    let mut names: Vec<&str> = headers.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Subject", "To"], "{letter}");
    for (name, value) in &headers {
        assert!(name == "Subject" || !value.contains("evil.example"), "{name}: {value}");
    }
    let kind = value(&headers, "Content-Type").strip_prefix("multipart/alternative;").unwrap();
    let boundary = kind.trim().strip_prefix("boundary=\"").unwrap().strip_suffix('"').unwrap();
    let parts: Vec<&str> = body.split(&format!("--{boundary}")).collect();
    let ["", text, html, end] = parts[..] else { panic!("{} parts: {letter}", parts.len()) };
    assert_eq!(end.trim_end(), "--", "{letter}");
    let part = |part: &str, expected: &str| {
        let (head, body) = part.strip_prefix("\r\n").unwrap().split_once("\r\n\r\n").unwrap();
        let headers = self::headers(head);
        assert_eq!(headers.len(), 2, "{head}");
        assert_eq!(value(&headers, "Content-Type"), expected);
        // The line end before a boundary is the boundary's.
        decoded(value(&headers, "Content-Transfer-Encoding"), body.strip_suffix("\r\n").unwrap())
    };
    let to = value(&headers, "To").to_owned();
    assert!(to.matches('@').count() == 1 && !to.contains([',', ';', ' ']), "{to}");
    Read {
        to,
        subject: value(&headers, "Subject").to_owned(),
        text: part(text, "text/plain; charset=utf-8"),
        html: part(html, "text/html; charset=utf-8"),
    }
}

/// One of each letter, with the same text in every place that takes one.
/// An order of which every text is hostile.
fn hostile_order(hostile: &str) -> OrderView {
    let text = || json!(hostile);
    let row = || json!({"label": text(), "cents": null, "text": text(), "note": text()});
    let pair = json!({"regularPrice": 100, "discountedPrice": null});
    let line = json!({
        "lineItemId": text(), "sku": text(), "size": text(), "quantity": 1, "unitPrice": pair, "linePrice": pair,
        "attributes": [], "options": [{"label": text(), "value": text()}], "freeForm": [[text()]],
        "availableDate": "", "unavailable": false, "minOrderQty": 0, "deliveryUnit": 0, "tiers": [],
        "offerPrice": null, "errors": [],
    });
    let card = json!({
        "key": text(), "id": text(), "name": text(), "brand": text(), "productSlug": text(), "image": null,
        "sku": text(), "color": text(), "href": text(), "promoCode": text(), "shippingType": text(),
        "warnings": [text()], "isFavourite": false, "unitOfMeasure": "EA", "freeFormOptions": [text()],
        "subtotal": pair, "pooledQuantity": 1, "nextTier": null, "lineItems": [line],
    });
    let address = json!({
        "firstName": text(), "lastName": text(), "company": text(), "phoneNumber": text(), "address": text(),
        "address2": text(), "country": text(), "city": text(), "state": text(), "zip": text(),
    });
    let summary = json!({
        "merchandise": row(), "savings": row(), "certificates": row(), "freight": row(), "tax": row(), "total": row(),
    });
    serde_json::from_value(json!({
        "id": text(), "number": text(), "placedAt": text(), "status": text(), "own": true, "placedByText": text(), "approval": null,
        "orderedFor": text(), "site": text(), "email": text(), "shipTo": address, "shippingMethod": text(),
        "instructions": text(), "poNumber": text(), "poFileName": text(),
        "certificates": [{"paymentId": text(), "certificateNumber": text(), "amount": text(), "remainder": text()}],
        "totalLineItemQuantity": 1, "items": [card], "summary": summary, "totalCents": 100, "afterChanges": [], "letterNote": text(),
        "lifecycle": "open", "onHold": false, "version": 1, "mayCancel": false, "cancelText": text(),
        "piecesText": text(), "lines": [], "shipments": [], "credits": [], "notes": [], "documents": [],
    }))
    .unwrap()
}

/// Every kind of letter, with the same text wherever one goes.
fn all_letters(to: &Addressee<'_>, hostile: &str) -> Vec<Letter> {
    let owned = || hostile.to_owned();
    let asked = |decision| Asked {
        link: Some(OrderLink { id: owned(), path: owned() }),
        number: owned(),
        unit: owned(),
        buyer: owned(),
        total: owned(),
        decision,
        decider: owned(),
        note: owned(),
        frees: true,
        ordered: ordered(&hostile_order(hostile)),
    };
    let told = Told {
        number: owned(),
        path: owned(),
        data: json!({
            "label": hostile, "amount": hostile, "method": hostile, "reason": hostile, "note": hostile,
            "changes": [hostile], "total": hostile,
        }),
        pieces: owned(),
        parcels: owned(),
        links: vec![owned()],
        frees: true,
    };
    let about_events = LetterKind::ALL.iter().filter_map(|kind| write(*kind, to, &told));
    let others = [
        account::write_welcome(to, hostile, None),
        account::write_confirm_email(to, hostile, String::new()),
        account::write_reset(to, hostile, hostile),
        account::write_password_changed(to, hostile),
        account::write_email_changed(to, hostile),
        orders::letters::write_placed(to, &PlacedFacts::of(&hostile_order(hostile)), hostile),
        newsletter::write_joined(to, owned()),
        forms::write_sent(to, hostile, &[(owned(), owned())]),
        change_requests::letters::write_requested(to, hostile, &[("Request", owned())]),
        change_requests::letters::write_closed(to, hostile, (hostile, true, hostile)),
        members::write_invitation(to, (hostile, hostile, hostile), hostile),
        approvals::write_waiting(to, asked(Decision::Waiting)),
        approvals::write_asked(to, asked(Decision::Waiting)),
        approvals::write_decided(to, asked(Decision::Declined)),
        staff::letters::write_staff_invitation(to, hostile, String::new()),
    ];
    others.into_iter().chain(about_events).collect()
}

#[test]
fn r66_no_text_in_any_letter_makes_a_header_a_part_or_a_recipient() {
    let long = "x".repeat(5_000);
    let tricks = TRICKS.iter().map(|trick| format!("Pat{trick}")).chain([long, "é\r\n".repeat(400)]);
    for hostile in tricks {
        let (home, brand) = ("http://usgames.localhost".to_owned(), brand(Site::US_GAMES));
        let to = Addressee { brand, home, recipient: COACH, subject: "id" };
        for letter in all_letters(&to, &hostile) {
            let parts = (letter.text(brand), letter.html(brand));
            let sender = (&*brand.name, "store@usgames.example");
            let message = message("id", sender, COACH, &letter.subject, parts.clone()).unwrap();
            let read = read(&message.formatted());
            assert_eq!(read.to, COACH);
            // Nothing is lost either, but the kind of line ends.
            let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
            assert_eq!(read.text, lines(&parts.0));
            assert_eq!(read.html, lines(&parts.1));
            // Nobody's address to send to, whatever a table holds.
            let refused = self::message("id", sender, &format!("{COACH}{hostile}"), "x", parts);
            assert!(refused.is_err() || hostile.starts_with('x'), "{hostile:?}");
        }
    }
}

/// Who typed what where, and what was taken.
struct Typed<'a> {
    app: &'a TestApp,
    trick: &'static str,
    /// Different for each trick, so that a letter tells which.
    letter: char,
    taken: &'a mut Vec<String>,
}

impl Typed<'_> {
    /// Nobody else writes it.
    fn mark(&self, field: &str) -> String {
        format!("Mark{}{field}", self.letter)
    }

    fn hostile(&self, field: &str) -> String {
        [&self.mark(field), self.trick].concat()
    }

    fn email(&self, name: &str) -> String {
        format!("{name}{}@club.example", self.letter)
    }

    /// Sends a body with something hostile in one field; whether it was taken. Taken or refused, nothing breaks.
    async fn send(&self, visitor: &Visitor, method: Method, path: &str, body: &Value) -> bool {
        let answer = visitor.send(method, path, &[("idempotency-key", "k")], Some(body)).await;
        assert!([200, 201, 204, 422].contains(&answer.status.as_u16()), "{path} {:?}: {}", self.trick, answer.text);
        answer.status.is_success()
    }

    /// An address with something behind it is none.
    async fn addresses(&self, customer: &Visitor) {
        let visitor = self.app.visitor(Site::FIELDHOUSE);
        let bad = [&self.email("bad"), self.trick].concat();
        let mut account = customer.get("/api/account").await.json();
        account.as_object_mut().unwrap().remove("taxExemptions");
        account["email"] = json!(bad);
        account["currentPassword"] = json!(PASSWORD);
        let mut shipped = shipping();
        shipped["email"] = json!(bad);
        for (method, path, body) in [
            (Method::POST, "/api/features/Account/register", registration(&bad)),
            (Method::POST, "/api/features/Newsletter01", json!({ "email": bad })),
            (Method::POST, "/api/forms/contact", contact(&json!({ "email": bad }))),
            (Method::PUT, "/api/account", account),
            (Method::PUT, "/api/checkout/shipping", shipped),
        ] {
            assert!(!self.send(customer, method, path, &body).await, "{path} takes {bad:?}");
        }
        // Signing in and asking for a link are lenient with addresses; a letter is not.
        let asked = json!({"email": bad, "storeKey": ""});
        self.send(&visitor, Method::POST, "/api/features/Account/password-token", &asked).await;
    }

    /// Names of a new account, and all its letters.
    async fn account(&mut self) {
        let site = Site::FIELDHOUSE;
        for field in ["firstName", "lastName"] {
            let email = self.email(field).to_lowercase();
            let mut draft = registration(&email);
            draft[field] = json!(self.hostile(field));
            let visitor = self.app.visitor(site);
            if !self.send(&visitor, Method::POST, "/api/features/Account/register", &draft).await {
                continue;
            }
            if field == "firstName" {
                self.taken.push(self.mark(field));
            }
            let asked = json!({"email": email, "storeKey": ""});
            assert!(self.send(&visitor, Method::POST, "/api/features/Account/password-token", &asked).await);
            crate::accounts::sign_in(&visitor, &email, PASSWORD).await;
            let changed = json!({"currentPassword": PASSWORD, "newPassword": "nine purple walruses"});
            assert!(self.send(&visitor, Method::POST, "/api/features/Account/update-password", &changed).await);
            let mut account = visitor.get("/api/account").await.json();
            account.as_object_mut().unwrap().remove("taxExemptions");
            account["email"] = json!(["new", &email].concat());
            account["currentPassword"] = json!("nine purple walruses");
            assert!(self.send(&visitor, Method::PUT, "/api/account", &account).await);
        }
    }

    /// A form; one of its fields takes several lines.
    async fn form(&mut self) {
        for field in ["name", "organization", "phone", "topic", "message"] {
            let email = self.email(field);
            let body = contact(&json!({ "email": email, field: self.hostile(field) }));
            let visitor = self.app.visitor(Site::FIELDHOUSE);
            if self.send(&visitor, Method::POST, "/api/forms/contact", &body).await {
                self.taken.push(self.mark(field));
            }
        }
    }

    /// A request for a change, and what staff answers to it.
    async fn request(&mut self, customer: &Visitor) {
        let body = json!({"role": "sold-to", "message": self.hostile("request")});
        if !self.send(customer, Method::POST, "/api/account/change-requests", &body).await {
            return;
        }
        self.taken.push(self.mark("request"));
        // Written while it is open: its letter names who asks.
        send_due(&self.app.state).await.unwrap();
        let ids = texts(self.app, "change_request WHERE status = 'open'", "id").await;
        let note = self.hostile("close");
        let closed = change_requests::close(&self.app.state, &ids[0], RequestStatus::Declined, &note).await;
        if closed.is_ok() {
            self.taken.push(self.mark("close"));
        } else {
            change_requests::close(&self.app.state, &ids[0], RequestStatus::Done, "").await.unwrap();
        }
    }

    /// An order of a buyer which waits for approval: what was typed along the way, and the decision.
    async fn order(&mut self, buyer: &Visitor, approver: &Visitor) {
        let line = json!({"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [[self.hostile("text"), "7"]]});
        self.send(buyer, Method::POST, "/api/cart/lines", &json!({"lines": [line]})).await;
        add_one(buyer, "GLV100-L", 2).await;
        check_out(buyer).await;
        for field in ["firstName", "lastName", "company"] {
            let mut shipped = shipping();
            shipped["address"][field] = json!(self.hostile(field));
            self.send(buyer, Method::PUT, "/api/checkout/shipping", &shipped).await;
        }
        let mut shipped = shipping();
        shipped["instructions"] = json!(self.hostile("instructions"));
        self.send(buyer, Method::PUT, "/api/checkout/shipping", &shipped).await;
        let payment = json!({"poNumber": self.hostile("po"), "poFileName": self.hostile("file")});
        let by_name = self.send(buyer, Method::PUT, "/api/checkout/payment", &payment).await;
        let payment = json!({"poNumber": self.hostile("po")});
        let taken = by_name || self.send(buyer, Method::PUT, "/api/checkout/payment", &payment).await;
        let review = buyer.get("/api/checkout").await.json();
        let placed = place(buyer, &self.mark("order"), &placing(&review)).await;
        assert_eq!(placed.status, StatusCode::CREATED, "{:?}: {}", self.trick, placed.text);
        let (order, note) = (placed.json(), self.hostile("note"));
        if decide(approver, &order, "approved", &note).await.status.is_success() {
            self.taken.push(self.mark("note"));
        } else {
            assert_eq!(decide(approver, &order, "approved", "").await.status, StatusCode::OK);
        }
        if taken {
            self.taken.push(self.mark("po"));
        }
    }
}

#[tokio::test]
async fn r66_nothing_typed_into_a_field_that_reaches_a_letter_changes_its_head_or_its_recipient() {
    let app = with_content().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    unit(&app, site, "SOUTH", &[]).await;
    let coach = customer(&app, site, COACH).await;
    add_one(&coach, "BAL100", 1).await;
    join(&app, site, COACH, "NORTH", MemberRole::Administrator).await;
    let mut taken = Vec::new();
    for (trick, letter) in TRICKS.into_iter().zip('a'..) {
        let mut typed = Typed { app: &app, trick, letter, taken: &mut taken };
        typed.addresses(&coach).await;
        typed.account().await;
        typed.form().await;
        typed.request(&coach).await;
        typed.order(&buyer, &approver).await;
        let invited = invite(&coach, site, &[&typed.email("bad"), trick].concat(), "buyer").await;
        assert_eq!(invited.status, StatusCode::UNPROCESSABLE_ENTITY, "{trick:?}");
        let invited = invite(&coach, site, &typed.email("invited"), "buyer").await;
        assert_eq!(invited.status, StatusCode::OK, "{}", invited.text);
        let joined = json!({ "email": typed.email("news") });
        assert!(typed.send(&app.visitor(site), Method::POST, "/api/features/Newsletter01", &joined).await);
        send_due(&app.state).await.unwrap();
    }
    let mut recipients: BTreeSet<String> = texts(&app, "customer", "email").await.into_iter().collect();
    let earlier: Vec<String> =
        recipients.iter().filter_map(|email| email.strip_prefix("new").map(str::to_owned)).collect();
    recipients.extend(earlier);
    recipients.extend(["coach@example.com".to_owned(), app.state.settings().sender(site)]);
    recipients.extend(app.state.contents.load().form(site, "contact").map(|form| form.recipient.clone()));
    recipients.extend(
        ('a'..).take(TRICKS.len()).flat_map(|c| ["news", "invited"].map(|name| format!("{name}{c}@club.example"))),
    );
    let mut read_letters = Vec::new();
    for file in std::fs::read_dir(app.mail_folder()).unwrap() {
        let read = read(&std::fs::read(file.unwrap().path()).unwrap());
        assert!(recipients.contains(&read.to), "{} is written to: {}", read.to, read.subject);
        read_letters.push(read);
    }
    // What was taken is in a letter, as text.
    for mark in &taken {
        let shown = read_letters.iter().any(|letter| letter.text.contains(mark) && letter.html.contains(mark));
        assert!(shown, "{mark} is in no letter");
    }
    for kind in ["name", "message", "request", "close", "po", "note"] {
        assert!(taken.iter().any(|mark| mark.ends_with(kind)), "no {kind} was taken: {taken:?}");
    }
    assert!(read_letters.len() > 8 * TRICKS.len(), "only {} letters", read_letters.len());
    let written = |to: &str| read_letters.iter().any(|letter| letter.to == to);
    assert!(written(BUYER) || written("coach@example.com"), "the buyer");
    assert!(written(APPROVER) && written(COACH));
}
