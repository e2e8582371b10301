//! Which letters a brand sends: switched at the desk, told on the order, looked at before anybody gets one.

use axum::http::StatusCode;
use fieldhouse_core::{
    brand::{Site, brand},
    letters::LetterKind,
    staff::{Grant, Grants, Role, Scope},
};
use fieldhouse_shop::{
    letters::worker::{self, send_due},
    mail::{self, LETTERS, store::SwitchRow},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    sync::mpsc,
};

use crate::{
    accounts::letters,
    approvals::{decide, order, school},
    desk::{acts, grants, member, owner, put},
    desk_orders::{act, code, done, show, staff},
    shopping::{add, check_out, letters_left, place, placing},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const OTHER: Site = Site::US_GAMES;

/// Twelve balls, ordered by a guest at a brand: the answer to placing.
async fn ordered(app: &TestApp, site: Site, key: &str) -> Value {
    let visitor = app.visitor(site);
    let wanted = json!([{"sku": "BAL100", "quantity": 12}]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let answer = place(&visitor, key, &placing(&review)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()
}

async fn switch(desk: &Visitor, site: &str, kind: &str, version: i64, on: bool) -> Answer {
    put(desk, &format!("/desk/api/letters/{site}/{kind}"), &json!({"version": version, "on": on})).await
}

fn id_of(order: &Value) -> String {
    order["id"].as_str().unwrap().to_owned()
}

fn events_of<'a>(seen: &'a Value, kind: &str) -> Vec<&'a Value> {
    seen["timeline"].as_array().unwrap().iter().filter(|event| event["kind"] == kind).collect()
}

/// A mail server on loopback that takes every letter: its address, and what was sent to it.
async fn mail_server() -> (String, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (taken, letters) = mpsc::unbounded_channel::<String>();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let taken = taken.clone();
            tokio::spawn(async move {
                let (from, mut to) = stream.into_split();
                let mut lines = BufReader::new(from).lines();
                to.write_all(b"220 ready\r\n").await.unwrap();
                let mut letter: Option<String> = None;
                while let Ok(Some(line)) = lines.next_line().await {
                    let answer = match (&mut letter, line.as_str()) {
                        (Some(text), ".") => {
                            drop(taken.send(std::mem::take(text)));
                            letter = None;
                            "250 taken\r\n"
                        }
                        (Some(text), line) => {
                            text.push_str(line);
                            text.push('\n');
                            continue;
                        }
                        (None, "DATA") => {
                            letter = Some(String::new());
                            "354 go on\r\n"
                        }
                        (None, _) => "250 well\r\n",
                    };
                    if to.write_all(answer.as_bytes()).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    (url, letters)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_letter_leaves_when_its_act_is_there_and_not_at_the_next_look() {
    let mut app = TestApp::stocked().await;
    let (url, mut letters) = mail_server().await;
    app.reconfigure(|config| config.mail = url);
    let working = tokio::spawn(worker::run(app.state.clone()));
    let desk = staff(&app, "manager").await;
    let order = ordered(&app, SITE, "soon").await;
    let mut leaves = async |what: &str| {
        // Sooner than the worker would look by itself, which is all that can be said of a busy machine.
        let letter = tokio::time::timeout(LETTERS.look.mul_f32(0.8), letters.recv()).await;
        let letter = letter.unwrap_or_else(|_| panic!("no letter about {what}")).unwrap();
        assert!(letter.contains(what), "{letter}");
    };
    leaves(order["number"].as_str().unwrap()).await;
    // Each act rings.
    for text in ["The first part leaves today", "The second one tomorrow"] {
        done(&desk, &id_of(&order), "notes", json!({"text": text, "public": true})).await;
        leaves(text).await;
    }
    working.abort();
}

#[tokio::test]
async fn a_letter_switched_off_at_a_brand_is_not_sent_there_and_the_order_says_so() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let [here, there] = [ordered(&app, SITE, "a").await, ordered(&app, OTHER, "b").await];
    let [here, there] = [id_of(&here), id_of(&there)];
    assert_eq!(letters(&app).await.len(), 2);
    let off = switch(&desk, SITE.key(), "order_cancelled", 0, false).await;
    assert_eq!(off.status, StatusCode::OK, "{}", off.text);
    let part = json!({"reason": "stock", "note": "", "lines": [{"position": 1, "quantity": 5}]});
    let silent = done(&desk, &here, "cancellations", part.clone()).await;
    let told = done(&desk, &there, "cancellations", part.clone()).await;
    let changed: Vec<String> =
        letters(&app).await.into_iter().filter(|letter| letter.contains("Subject: A change to your")).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert!(changed[0].contains(&format!("A change to your {} order", brand(OTHER).name)), "{}", changed[0]);

    assert!(events_of(&told, "letter.not_sent").is_empty());
    assert_eq!(events_of(&told, "order.cancelled")[0]["letter"], true);
    let unsent = events_of(&silent, "letter.not_sent");
    assert_eq!((unsent.len(), &unsent[0]["by"]), (1, &json!("")), "nobody did it: it is how the brand is set");
    assert_eq!(unsent[0]["text"], "Order canceled, in part or in full");
    let cancelled = events_of(&silent, "order.cancelled")[0].clone();
    assert_eq!(cancelled["letter"], false, "it is not offered once more");
    let again = format!("events/{}/letter", cancelled["sequence"]);
    assert_eq!(code(&act(&desk, &here, &again, json!({})).await), (409, "letter_switched_off".to_owned()));
    // A change since names who made it, not the letter that did not go.
    let seen_before = json!({"version": 1, "draft": {"text": "x"}});
    let stale = desk.post(&format!("/desk/api/orders/{here}/notes"), &seen_before).await;
    assert!(stale.json()["title"].as_str().unwrap().contains("(order canceled)"), "{}", stale.text);

    let entry = acts(&desk, "letter.switched_off").await.remove(0);
    assert_eq!((&entry["site"], &entry["subjectId"]), (&json!(SITE.key()), &json!("order_cancelled")));
    assert_eq!((&entry["before"], &entry["after"]), (&json!({"on": true}), &json!({"on": false})));
    let on = switch(&desk, SITE.key(), "order_cancelled", 1, true).await;
    assert_eq!(on.status, StatusCode::OK, "{}", on.text);
    assert_eq!(act(&desk, &here, &again, json!({})).await.status, StatusCode::OK);
    done(&desk, &here, "cancellations", part).await;
    let sent = letters(&app).await;
    assert_eq!(sent.iter().filter(|letter| letter.contains("Subject: A change to your")).count(), 3);
    assert_eq!(acts(&desk, "letter.switched_on").await.len(), 1);
}

#[tokio::test]
async fn who_orders_where_no_confirmations_are_sent_is_told_so_and_orders_that_wait_say_each_letter_once() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "owner").await;
    for kind in ["order_placed", "approval_asked", "order_decided"] {
        assert_eq!(switch(&desk, SITE.key(), kind, 0, false).await.status, StatusCode::OK);
    }
    let before = letters_left(&app).await;
    let quiet = ordered(&app, SITE, "a").await;
    assert!(quiet["letterNote"].as_str().unwrap().starts_with("No confirmation is sent"), "{quiet}");
    let other = ordered(&app, OTHER, "b").await;
    assert_eq!(other["letterNote"], "");
    assert_eq!(letters_left(&app).await, before + 1, "of the other brand");
    let seen = show(&desk, &id_of(&quiet)).await;
    let kinds: Vec<&str> =
        seen["timeline"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["letter.not_sent", "order.placed"], "the newest first");
    assert_eq!(seen["timeline"][0]["text"], "Order placed");

    let (buyer, approver) = school(&app, SITE).await;
    let left = letters_left(&app).await;
    let waits = order(&buyer, "w", 60).await;
    assert_eq!(waits["letterNote"], "", "it is not confirmed yet");
    assert_eq!(letters_left(&app).await, left + 1, "the buyer hears that it waits");
    assert_eq!(decide(&approver, &waits, "approved", "").await.status, StatusCode::OK);
    assert_eq!(letters_left(&app).await, left + 1);
    let seen = show(&desk, &id_of(&waits)).await;
    let unsent: Vec<&str> =
        events_of(&seen, "letter.not_sent").iter().map(|event| event["text"].as_str().unwrap()).collect();
    assert_eq!(unsent, ["Order approved or declined", "Order placed", "Approval asked for"]);
}

#[tokio::test]
async fn another_brands_letters_are_not_there_and_those_that_always_go_stay_on() {
    let app = TestApp::stocked().await;
    let given = grants(&[("manager", Some(&[OTHER]))]);
    let (_, theirs) = member(&app, "theirs@store.example", &given).await;
    let listed = theirs.get("/desk/api/letters").await.json();
    let listed = listed.as_array().unwrap();
    assert_eq!((listed.len(), &listed[0]["site"]), (1, &json!(OTHER.key())));
    assert_eq!(listed[0]["letters"].as_array().unwrap().len(), LetterKind::ALL.len());
    let elsewhere = switch(&theirs, SITE.key(), "order_shipped", 0, false).await;
    let nowhere = switch(&theirs, "nobrand", "order_shipped", 0, false).await;
    for answer in [&elsewhere, &nowhere] {
        assert_eq!(code(answer), (404, "not_found".to_owned()));
    }
    assert_eq!(elsewhere.json()["title"], nowhere.json()["title"]);
    for path in ["letters/fieldhouse/order_shipped/preview", "letter-pages/fieldhouse/order_shipped"] {
        assert_eq!(theirs.get(&format!("/desk/api/{path}")).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(switch(&theirs, OTHER.key(), "order_flown", 0, false).await.status, StatusCode::NOT_FOUND);
    assert_eq!(switch(&theirs, OTHER.key(), "order_shipped", 0, false).await.status, StatusCode::OK);
    let reads = staff(&app, "auditor").await;
    let all = reads.get("/desk/api/letters").await.json();
    let of = |site: Site, kind: &str| {
        let brand = all.as_array().unwrap().iter().find(|brand| brand["site"] == site.key()).unwrap();
        brand["letters"].as_array().unwrap().iter().find(|letter| letter["kind"] == kind).unwrap().clone()
    };
    assert_eq!(all[0]["switchable"], false);
    let switched = of(OTHER, "order_shipped");
    assert_eq!(
        (&switched["on"], &switched["version"], &switched["switchedBy"]),
        (&json!(false), &json!(1), &json!("Sam"))
    );
    assert!(switched["switchedAt"].as_str().is_some());
    assert_eq!(
        (&of(SITE, "order_shipped")["on"], &of(SITE, "order_shipped")["switchedAt"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(switch(&reads, OTHER.key(), "order_shipped", 1, true).await.status, StatusCode::FORBIDDEN);
    for kind in LetterKind::ALL.iter().filter(|kind| kind.stays().is_some()) {
        let stays = switch(&theirs, OTHER.key(), kind.key(), 0, false).await;
        assert_eq!(code(&stays), (422, "letter_stays".to_owned()), "{kind:?}");
        assert!(of(OTHER, kind.key())["stays"].as_str().unwrap().starts_with("Always sent"), "{kind:?}");
    }
    assert_eq!(of(OTHER, "order_shipped")["stays"], "");
    // Whatever a row says.
    let tx = app.state.db.write().await.unwrap();
    let row = SwitchRow {
        site: OTHER.into(),
        kind: LetterKind::Reset.key().to_owned(),
        off: true,
        version: 1,
        switched_by: String::new(),
        switched_by_name: String::new(),
        switched_at: 0,
    };
    assert!(mail::store::write_switch(&tx, row).await.unwrap());
    assert!(!mail::is_off(&*tx, OTHER, LetterKind::Reset).await.unwrap());
    assert!(mail::is_off(&*tx, OTHER, LetterKind::OrderShipped).await.unwrap());
    assert_eq!(mail::off_at(&*tx, OTHER).await.unwrap(), [LetterKind::OrderShipped]);
}

#[tokio::test]
async fn of_two_who_switch_at_once_one_is_told_of_the_other() {
    let app = TestApp::start().await;
    let [one, two] = [staff(&app, "owner").await, staff(&app, "manager").await];
    let (first, second) = tokio::join!(
        switch(&one, SITE.key(), "order_shipped", 0, false),
        switch(&two, SITE.key(), "order_shipped", 0, false),
    );
    let mut told = [code(&first), code(&second)];
    told.sort();
    assert_eq!(told, [(200, String::new()), (409, "letter_switched".to_owned())]);
    let refused = if first.status == StatusCode::CONFLICT { &first } else { &second };
    assert_eq!(refused.json()["currentVersion"], 1);
    assert!(refused.json()["title"].as_str().unwrap().starts_with("Sam switched this letter off"), "{}", refused.text);
    let (first, second) = tokio::join!(
        switch(&one, SITE.key(), "order_shipped", 1, true),
        switch(&two, SITE.key(), "order_shipped", 1, true),
    );
    let mut told = [first.status.as_u16(), second.status.as_u16()];
    told.sort_unstable();
    assert_eq!(told, [200, 409]);
    assert_eq!(code(&switch(&one, SITE.key(), "order_shipped", 0, false).await).0, 409);
    assert_eq!(acts(&one, "letter.switched_off").await.len() + acts(&one, "letter.switched_on").await.len(), 2);
}

#[tokio::test]
async fn a_letter_is_looked_at_as_it_would_be_sent_and_nothing_is() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let look = async |by: &Visitor, kind: &str| {
        let answer = by.get(&format!("/desk/api/letters/{}/{kind}/preview", SITE.key())).await;
        assert_eq!(answer.status, StatusCode::OK, "{kind}: {}", answer.text);
        answer.json()
    };
    for kind in LetterKind::ALL {
        assert_eq!(look(&desk, kind.key()).await["about"], "Sample facts", "{kind:?}");
    }
    ordered(&app, OTHER, "b").await;
    assert_eq!(look(&desk, "order_placed").await["about"], "Sample facts", "another brand's order is none of this one");
    let placed = ordered(&app, SITE, "a").await;
    let (id, number) = (id_of(&placed), placed["number"].as_str().unwrap());
    done(&desk, &id, "notes", json!({"text": "Between us", "public": false})).await;
    assert_eq!(look(&desk, "order_noted").await["about"], "Sample facts", "no letter tells what is for the house");
    done(&desk, &id, "notes", json!({"text": "Comes on Friday", "public": true})).await;
    done(&desk, &id, "notes", json!({"text": "Between us", "public": false})).await;
    done(
        &desk,
        &id,
        "cancellations",
        json!({"reason": "stock", "note": "", "lines": [{"position": 1, "quantity": 5}]}),
    )
    .await;
    let (buyer, approver) = school(&app, SITE).await;
    let waits = order(&buyer, "w", 60).await;
    assert_eq!(look(&desk, "order_decided").await["about"], "Sample facts", "it is not decided");
    assert_eq!(look(&desk, "order_waiting").await["about"], format!("Order {}", waits["number"].as_str().unwrap()));
    assert_eq!(decide(&approver, &waits, "declined", "Too many").await.status, StatusCode::OK);

    let left = letters_left(&app).await;
    let noted = look(&desk, "order_noted").await;
    assert_eq!(noted["about"], format!("Order {number}"));
    assert_eq!(noted["subject"], format!("About your Fieldhouse order {number}"));
    assert!(noted["text"].as_str().unwrap().contains("Comes on Friday"), "{noted}");
    let cancelled = look(&desk, "order_cancelled").await;
    assert!(cancelled["text"].as_str().unwrap().contains("5 \u{d7} Match Soccer Ball (BAL100)"), "{cancelled}");
    let decided = look(&desk, "order_decided").await;
    assert!(decided["text"].as_str().unwrap().contains("Too many"), "{decided}");
    let kinds = ["order_placed", "order_noted", "order_cancelled", "order_waiting", "order_decided"];
    for kind in kinds {
        let text = look(&desk, kind).await["text"].as_str().unwrap().to_owned();
        assert!(!text.contains("key="), "no link of it opens anything: {text}");
    }
    let page = desk.get(&format!("/desk/api/letter-pages/{}/order_cancelled", SITE.key())).await;
    let said = |name: &str| page.headers[name].to_str().unwrap().to_owned();
    assert_eq!((page.status, said("content-type").as_str()), (StatusCode::OK, "text/html; charset=utf-8"));
    assert!(page.text.contains("5 \u{d7} Match Soccer Ball (BAL100)"), "{}", page.text);
    let policy = said("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'unsafe-inline'; "), "{policy}");
    assert!(policy.contains("frame-ancestors 'self'") && policy.ends_with("; sandbox"), "{policy}");
    assert_eq!(said("cache-control"), "no-store");
    assert_eq!(letters_left(&app).await, left, "nothing was left");

    // Who may not see orders sees the same letters, and nobody's order.
    let first = owner(&app).await;
    let settings = json!({"version": 0, "name": "Settings", "permissions": ["settings.view"]});
    assert_eq!(put(&first.visitor, "/desk/api/roles/settings", &settings).await.status, StatusCode::OK);
    let role = Role { key: "settings".to_owned(), ..crate::desk::role("auditor") };
    let given = Grants::new(vec![Grant { role, scope: Scope::All }]);
    let (_, blind) = member(&app, "settings@store.example", &given).await;
    for kind in kinds {
        let told = look(&blind, kind).await;
        assert_eq!(told["about"], "Sample facts", "{kind}");
        assert!(!told["text"].as_str().unwrap().contains(number), "{kind}");
    }
    assert!(send_due(&app.state).await.unwrap() > 0);
}
