//! Business units: what of them shows in session, address book, checkout, prices and the customer API, and
//! what nobody can change through them (account §1, §2, §6).

use axum::http::{Method, StatusCode};
use fieldhouse_core::{addresses::AddressFormDraft, brand::Site, business_units::PartyRole, inbox::RequestStatus};
use fieldhouse_shop::people::{
    business_units::store::{self, UnitAddressRow, UnitRow},
    memberships::{assign, refer},
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, customer, letters, try_sign_in},
    platform::Client,
    shopping::{broken, count, put, texts},
    support::{TestApp, Visitor},
};

const BOOK: &str = "/api/account/addresses";
pub const ASK: &str = "/api/account/change-requests";

/// A unit with one address, which refers to units that are there.
pub async fn unit(app: &TestApp, site: Site, key: &str, parties: &[(PartyRole, &str)]) {
    let tx = app.state.db.write().await.unwrap();
    let row = UnitRow {
        tax_exempt: String::new(),
        id: id_of(site, key),
        site: site.into(),
        key: key.to_owned(),
        name: format!("{key} School"),
        personal_orders: false,
        version: 1,
        created_at: 0,
        changed_at: 0,
    };
    store::write_units(&tx, vec![row.clone()]).await.unwrap();
    let address = AddressFormDraft {
        first_name: "Front".to_owned(),
        last_name: "Desk".to_owned(),
        phone_number: "214-555-0142".to_owned(),
        address: format!("1 {key} Road"),
        country: "US".to_owned(),
        city: "Dallas".to_owned(),
        state: "TX".to_owned(),
        zip: "75201".to_owned(),
        ..AddressFormDraft::default()
    };
    let address = UnitAddressRow {
        id: format!("{}-address", row.id),
        unit_id: row.id.clone(),
        position: 1,
        address: serde_json::to_string(&address).unwrap(),
        key: None,
    };
    store::replace_addresses(&tx, &row.id, vec![address]).await.unwrap();
    let parties: Vec<_> = parties.iter().map(|(role, key)| (*role, id_of(site, key))).collect();
    refer(&tx, &row.id, &parties).await.unwrap();
    tx.commit().await.unwrap();
}

pub fn id_of(site: Site, key: &str) -> String {
    format!("{}-{key}", site.key())
}

/// Makes the only customer of a site belong to units.
pub async fn join(app: &TestApp, site: Site, keys: &[&str]) {
    let tx = app.state.db.write().await.unwrap();
    let found = fieldhouse_shop::people::account::store::find_by_email(&*tx, site, COACH).await.unwrap().unwrap();
    let ids: Vec<String> = keys.iter().map(|key| id_of(site, key)).collect();
    assign(&tx, &found.id, &ids).await.unwrap();
    tx.commit().await.unwrap();
}

/// A school that buys and gets the invoice; the district pays, the field house gets the goods.
pub async fn school(app: &TestApp, site: Site) -> Visitor {
    use PartyRole::{BillTo, Payer, ShipTo, SoldTo};
    unit(app, site, "DISTRICT", &[]).await;
    unit(app, site, "FIELD", &[]).await;
    unit(app, site, "NORTH", &[]).await;
    let north = [(SoldTo, "NORTH"), (BillTo, "NORTH"), (Payer, "DISTRICT"), (ShipTo, "NORTH"), (ShipTo, "FIELD")];
    unit(app, site, "NORTH", &north).await;
    unit(app, site, "SOUTH", &[(Payer, "DISTRICT"), (ShipTo, "FIELD")]).await;
    customer(app, site, COACH).await
}

async fn session_units(visitor: &Visitor) -> Value {
    visitor.get("/api/auth/session").await.json()["businessUnit"].clone()
}

/// Types, streets and whether each comes from a unit.
fn streets(addresses: &Value) -> Vec<(String, String, bool)> {
    let addresses = addresses.as_array().unwrap().iter();
    addresses
        .map(|entry| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let of_unit = entry["businessUnitId"].is_string();
            assert_eq!(entry["editable"].as_bool().unwrap(), !of_unit && entry["isDefault"] == false, "{entry}");
            (text(&entry["label"]), text(&entry["address"]["address"]), of_unit)
        })
        .collect()
}

#[tokio::test]
async fn the_session_names_each_role_and_key_once_and_prices_follow_the_first_sold_to() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let visitor = school(&app, site).await;
    assert_eq!(session_units(&visitor).await, json!([]));
    assert_eq!(texts(&app, "customer", "sold_to").await, [""]);
    join(&app, site, &["SOUTH", "NORTH"]).await;
    let pairs = [
        ("payed-by", "DISTRICT"),
        ("ship-to", "FIELD"),
        ("sold-to", "NORTH"),
        ("billed-to", "NORTH"),
        ("ship-to", "NORTH"),
    ];
    let named: Vec<Value> = pairs.iter().map(|(role, key)| json!({"role": role, "key": key})).collect();
    assert_eq!(session_units(&visitor).await, json!(named));
    assert_eq!(texts(&app, "customer", "sold_to").await, ["NORTH"]);
    // What a unit refers to changes for its members at once (R09).
    unit(&app, site, "SOUTH", &[(PartyRole::SoldTo, "SOUTH")]).await;
    assert_eq!(session_units(&visitor).await[0], json!({"role": "sold-to", "key": "SOUTH"}));
    assert_eq!(texts(&app, "customer", "sold_to").await, ["SOUTH"]);
    join(&app, site, &[]).await;
    assert_eq!(session_units(&visitor).await, json!([]));
    assert_eq!(texts(&app, "customer", "sold_to").await, [""]);
}

#[tokio::test]
async fn the_address_book_has_the_default_information_and_ship_to_addresses_of_units() {
    let app = TestApp::start().await;
    let site = Site::US_GAMES;
    let visitor = school(&app, site).await;
    let without = visitor.get(BOOK).await.json();
    let parties: Vec<Value> = without["defaults"].as_array().unwrap().clone();
    assert_eq!(parties.len(), 3);
    for (party, (role, label)) in
        parties.iter().zip([("sold-to", "sold to"), ("billed-to", "bill to"), ("payed-by", "payer")])
    {
        assert_eq!(
            *party,
            json!({"role": role, "label": label, "addresses": [], "changeRequestLink": false, "changeRequestUnits": [],
                "changeRequests": []})
        );
    }
    join(&app, site, &["NORTH", "SOUTH"]).await;
    let book = visitor.get(BOOK).await.json();
    let row = |label: &str, street: &str, of_unit| (label.to_owned(), street.to_owned(), of_unit);
    assert_eq!(
        streets(&book["addresses"]),
        [
            row("ship to", "100 Field Road", false),
            row("ship to", "1 NORTH Road", true),
            row("ship to", "1 FIELD Road", true)
        ]
    );
    let expected = [("sold to", "1 NORTH Road"), ("bill to", "1 NORTH Road"), ("payer", "1 DISTRICT Road")];
    for (party, (label, street)) in book["defaults"].as_array().unwrap().iter().zip(expected) {
        assert_eq!(streets(&party["addresses"]), [row(label, street, true)]);
        assert_eq!(party["changeRequestLink"], true);
    }
    assert_eq!(book["addresses"][1]["businessUnitId"], id_of(site, "NORTH"));
    assert_eq!(book["addresses"][1]["namedBy"], json!([id_of(site, "NORTH")]));
    // A ship-to that nobody orders for says whose it is.
    assert_eq!(book["addresses"][2]["namedBy"], json!([id_of(site, "NORTH"), id_of(site, "SOUTH")]));
    assert_eq!(book["addresses"][0]["namedBy"], json!([]));
}

#[tokio::test]
async fn r06_addresses_of_business_units_are_read_only() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let visitor = school(&app, site).await;
    let id = format!("{}-address", id_of(site, "NORTH"));
    let other = visitor.send(Method::DELETE, &format!("{BOOK}/{id}"), &[], None).await;
    assert_eq!(other.status, StatusCode::NOT_FOUND, "a unit one does not belong to");
    join(&app, site, &["NORTH"]).await;
    let before = visitor.get(BOOK).await.json();
    let address = before["addresses"][0]["address"].clone();
    let own = before["addresses"][0]["id"].clone();
    let client = Client::customer(&app, site, COACH).await;
    for (method, tail, body) in
        [(Method::PUT, "", Some(&address)), (Method::DELETE, "", None), (Method::POST, "/default", None)]
    {
        let answer = visitor.send(method, &format!("{BOOK}/{id}{tail}"), &[], body).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (StatusCode::CONFLICT, Some("address_read_only")));
    }
    for action in ["removeAddress", "setDefaultShippingAddress"] {
        let answer = client.post("/me", &json!({"version": 1, "actions": [{"action": action, "addressId": id}]})).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{action}: {}", answer.text);
    }
    assert_eq!(visitor.get(BOOK).await.json(), before);
    assert!(own.is_string());
    assert_eq!(count(&app, "business_unit_address").await, 4);
}

#[tokio::test]
async fn a_request_for_a_change_is_stored_mailed_once_and_shown() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let visitor = school(&app, site).await;
    let ask = |role: &str, message: &str| json!({"role": role, "message": message});
    let early = visitor.post(ASK, &ask("sold-to", "x")).await;
    assert_eq!(broken(&early), [(String::new(), "change_request_not_here".to_owned())]);
    join(&app, site, &["NORTH"]).await;
    let wrong = visitor.post(ASK, &ask("ship-to", " ")).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(broken(&wrong).len(), 2, "{}", wrong.text);
    let sent = visitor.post(ASK, &ask("sold-to", "We are at <b>2</b> now\nBcc: x@y.example")).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text);
    let told = |book: &Value| book["defaults"][0]["changeRequests"][0].clone();
    assert_eq!(told(&sent.json())["status"], "open");
    assert_eq!(told(&visitor.get(BOOK).await.json()), told(&sent.json()));
    // Again while it is open: no second letter, the first words stand.
    let again = visitor.post(ASK, &ask("sold-to", "Again")).await;
    assert_eq!((again.status, again.json()["code"].as_str()), (StatusCode::CONFLICT, Some("change_request_open")));
    let other = visitor.post(ASK, &ask("payed-by", "Another district")).await;
    assert_eq!(other.status, StatusCode::OK);
    assert_eq!(count(&app, "change_request").await, 2);
    let mailed: Vec<String> =
        letters(&app).await.into_iter().filter(|letter| letter.contains("Subject: Fieldhouse: change of")).collect();
    assert_eq!(mailed.len(), 2);
    let letter = mailed.iter().find(|letter| letter.contains("change of sold to")).unwrap();
    assert!(letter.contains("NORTH School (NORTH)") && letter.contains(COACH), "{letter}");
    assert!(letter.contains("&#60;b&#62;2&#60;/b&#62;"), "{letter}");
    let head = letter.split("\r\n\r\n").next().unwrap();
    assert!(!head.contains("Bcc:"), "{head}");
    // Once the unit's parties are changed the requests of its members are done, and others can be sent.
    unit(&app, site, "NORTH", &[(PartyRole::SoldTo, "FIELD")]).await;
    assert_eq!(told(&visitor.get(BOOK).await.json())["status"], "done");
    let later = visitor.post(ASK, &ask("sold-to", "Back again")).await;
    assert_eq!(told(&later.json())["message"], "Back again");
    assert_eq!(told(&later.json())["status"], "open");
}

#[tokio::test]
async fn who_has_several_units_names_the_one_a_change_is_of() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let visitor = school(&app, site).await;
    join(&app, site, &["NORTH", "SOUTH"]).await;
    let units = visitor.get(BOOK).await.json()["defaults"][0]["changeRequestUnits"].clone();
    assert_eq!(units, json!([{"key": "NORTH", "name": "NORTH School"}, {"key": "SOUTH", "name": "SOUTH School"}]));
    let ask = |unit: &str| json!({"role": "sold-to", "message": "We have moved", "unit": unit});
    for wrong in ["", "FIELD", "north"] {
        let refused = visitor.post(ASK, &ask(wrong)).await;
        assert_eq!(broken(&refused), [("unit".to_owned(), "change_request_unit_unknown".to_owned())], "{wrong}");
    }
    let sent = visitor.post(ASK, &ask("SOUTH")).await;
    assert_eq!(sent.json()["defaults"][0]["changeRequests"][0]["unit"], "SOUTH School", "{}", sent.text);
    let letters = letters(&app).await;
    let letter = letters.iter().find(|letter| letter.contains("change of sold to")).unwrap();
    assert!(letter.contains("SOUTH School (SOUTH)") && !letter.contains("NORTH School"), "{letter}");
}

/// What may be asked for still, and for which units what was asked for stands how.
fn told(book: &Value, nth: usize) -> (bool, Vec<String>, Vec<String>) {
    let party = &book["defaults"][nth];
    let list = |name: &str, of: &[&str]| -> Vec<String> {
        let rows = party[name].as_array().unwrap().iter();
        rows.map(|row| of.iter().map(|key| row[*key].as_str().unwrap()).collect::<Vec<_>>().join(" ")).collect()
    };
    let link = party["changeRequestLink"].as_bool().unwrap();
    (link, list("changeRequestUnits", &["key"]), list("changeRequests", &["unit", "status", "message"]))
}

#[tokio::test]
async fn a_request_for_one_unit_leaves_the_others_free() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let visitor = school(&app, site).await;
    join(&app, site, &["NORTH", "SOUTH", "FIELD"]).await;
    let ask = async |unit: &str, message: &str| {
        app.state.clock.advance_seconds(60);
        visitor.post(ASK, &json!({"role": "sold-to", "message": message, "unit": unit})).await
    };
    let strings = |of: &[&str]| of.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(ask("NORTH", "We have moved").await.status, StatusCode::OK);
    let second = ask("SOUTH", "Another name").await;
    assert_eq!(second.status, StatusCode::OK, "{}", second.text);
    let both = strings(&["SOUTH School open Another name", "NORTH School open We have moved"]);
    assert_eq!(told(&second.json(), 0), (true, strings(&["FIELD"]), both.clone()));
    assert_eq!(told(&second.json(), 1).1, ["NORTH", "SOUTH", "FIELD"], "another role is free");
    let again = ask("SOUTH", "Again").await;
    assert_eq!((again.status, again.json()["code"].as_str()), (StatusCode::CONFLICT, Some("change_request_open")));
    let last = ask("FIELD", "And here").await;
    assert!(!told(&last.json(), 0).0 && told(&last.json(), 0).1.is_empty(), "every unit has one: {}", last.text);
    // New parties of one unit answer what was asked for it, not what was asked for the others.
    unit(&app, site, "SOUTH", &[(PartyRole::SoldTo, "SOUTH")]).await;
    let book = visitor.get(BOOK).await.json();
    let stands = ["FIELD School open And here", "SOUTH School done Another name", "NORTH School open We have moved"];
    assert_eq!(told(&book, 0), (true, strings(&["SOUTH"]), strings(&stands)));
    // The next one takes the place of the one that was answered, and of no other.
    let next = ask("SOUTH", "Once more").await;
    let stands = ["SOUTH School open Once more", "FIELD School open And here", "NORTH School open We have moved"];
    assert_eq!(told(&next.json(), 0), (false, Vec::new(), strings(&stands)), "{}", next.text);
    assert_eq!(count(&app, "change_request").await, 3);
}

#[tokio::test]
async fn a_request_of_before_that_names_no_unit_stands_beside_and_ends_with_the_next() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let visitor = school(&app, site).await;
    join(&app, site, &["NORTH"]).await;
    let sent = visitor.post(ASK, &json!({"role": "sold-to", "message": "Of before"})).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text);
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared("UPDATE change_request SET unit_key = ''").await.unwrap();
    tx.commit().await.unwrap();
    app.state.clock.advance_seconds(60);
    let book = visitor.get(BOOK).await.json();
    assert_eq!(book["defaults"][0]["changeRequests"][0]["unit"], "");
    assert_eq!(book["defaults"][0]["changeRequestUnits"][0]["key"], "NORTH");
    unit(&app, site, "NORTH", &[(PartyRole::SoldTo, "FIELD")]).await;
    let book = visitor.get(BOOK).await.json();
    assert_eq!(book["defaults"][0]["changeRequests"][0]["status"], "done");
    let later = visitor.post(ASK, &json!({"role": "sold-to", "message": "Now"})).await.json();
    let shown = later["defaults"][0]["changeRequests"].as_array().unwrap();
    assert!(shown.len() == 1 && shown[0]["message"] == "Now", "{later}");
}

#[tokio::test]
async fn staff_answer_a_request_by_hand_and_the_customer_is_told() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let visitor = school(&app, site).await;
    join(&app, site, &["NORTH"]).await;
    assert_eq!(fieldhouse_shop::people::change_requests::list(&app.state, true).await.unwrap(), Vec::<String>::new());
    for role in ["sold-to", "payed-by"] {
        let sent = visitor.post(ASK, &json!({"role": role, "message": "We have moved:\n2 New Road"})).await;
        assert_eq!(sent.status, StatusCode::OK, "{}", sent.text);
    }
    let listed = fieldhouse_shop::people::change_requests::list(&app.state, false).await.unwrap();
    assert_eq!(listed.len(), 2);
    let line = listed.iter().find(|line| line.contains("sold to")).unwrap();
    let (id, rest) = line.split_once(' ').unwrap();
    assert_eq!(
        rest,
        format!("open 2026-11-20 sold to of NORTH: {COACH} at fieldhouse\n  We have moved:\n  2 New Road")
    );
    let declined = RequestStatus::Declined;
    let note = "Please send <b>a W-9</b> first.";
    let bad = fieldhouse_shop::people::change_requests::close(&app.state, id, declined, "\u{1b}[2J").await.unwrap_err();
    assert!(bad.to_string().starts_with("the note: "), "{bad}");
    fieldhouse_shop::people::change_requests::close(&app.state, id, declined, note).await.unwrap();
    let again =
        fieldhouse_shop::people::change_requests::close(&app.state, id, RequestStatus::Done, "").await.unwrap_err();
    assert_eq!(again.to_string(), "there is no open change request of this id");
    assert_eq!(fieldhouse_shop::people::change_requests::list(&app.state, false).await.unwrap().len(), 1);
    assert!(
        fieldhouse_shop::people::change_requests::list(&app.state, true)
            .await
            .unwrap()
            .iter()
            .any(|line| line.contains("declined 2026-11-20"))
    );
    let told = visitor.get(BOOK).await.json()["defaults"][0]["changeRequests"][0].clone();
    assert_eq!((&told["status"], &told["note"]), (&json!("declined"), &json!(note)));
    let mailed: Vec<String> = letters(&app)
        .await
        .into_iter()
        .filter(|letter| letter.contains("Subject: Your Fieldhouse change request"))
        .collect();
    assert_eq!(mailed.len(), 1);
    let letter = &mailed[0];
    assert!(letter.contains(&format!("To: {COACH}")) && letter.contains("Your request was declined."), "{letter}");
    assert!(letter.contains(note) && letter.contains("&#60;b&#62;a W-9&#60;/b&#62;"), "{letter}");
    // New parties answer what is open, and leave alone what was answered; another request can be sent.
    unit(&app, site, "NORTH", &[(PartyRole::SoldTo, "FIELD")]).await;
    let book = visitor.get(BOOK).await.json();
    let statuses: Vec<&Value> =
        [0, 2].iter().map(|nth: &usize| &book["defaults"][*nth]["changeRequests"][0]["status"]).collect();
    assert_eq!(statuses, ["declined", "done"]);
    let later = visitor.post(ASK, &json!({"role": "sold-to", "message": "Here is the W-9"})).await;
    assert_eq!(later.json()["defaults"][0]["changeRequests"][0]["status"], "open");
    assert_eq!(later.json()["defaults"][0]["changeRequests"][0]["note"], "");
}

#[tokio::test]
async fn the_club_connection_has_no_change_requests() {
    let app = TestApp::start().await;
    let site = Site::ATHLETIC_CONNECTION;
    let visitor = school(&app, site).await;
    join(&app, site, &["NORTH"]).await;
    let book = visitor.get(BOOK).await.json();
    assert!(book["defaults"].as_array().unwrap().iter().all(|party| party["changeRequestLink"] == false));
    assert_eq!(streets(&book["defaults"][0]["addresses"]).len(), 1);
    let refused = visitor.post(ASK, &json!({"role": "sold-to", "message": "x"})).await;
    assert_eq!(broken(&refused), [(String::new(), "change_request_not_here".to_owned())]);
    assert_eq!(count(&app, "change_request").await, 0);
}

#[tokio::test]
async fn the_customer_api_reads_business_units_and_puts_parties_in_place() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    school(&app, site).await;
    let client = Client::customer(&app, site, COACH).await;
    let none = client.get("/me/business-units").await.json();
    assert_eq!((&none["total"], &none["results"]), (&json!(0), &json!([])));
    join(&app, site, &["SOUTH", "NORTH"]).await;
    let plain = client.get("/me/business-units").await.json();
    assert_eq!((&plain["count"], &plain["results"][0]["key"]), (&json!(2), &json!("SOUTH")));
    let north = &plain["results"][1];
    assert_eq!((&north["name"], &north["stores"][0]["key"]), (&json!("NORTH School"), &json!("fieldhouse")));
    assert_eq!(north["custom"]["fields"]["payer"], json!([{"typeId": "business-unit", "id": id_of(site, "DISTRICT")}]));
    let paths = ["bill_to_party", "ship_to_party", "sold_to_party", "payer"];
    let expand: Vec<String> = paths.iter().map(|path| format!("expand=custom.fields.{path}[*]")).collect();
    let whole = client.get(&["/me/business-units?", &expand.join("&")].concat()).await.json();
    let fields = &whole["results"][1]["custom"]["fields"];
    for (path, keys, kind) in [
        ("bill_to_party", vec!["NORTH"], "billed-to"),
        ("ship_to_party", vec!["NORTH", "FIELD"], "ship-to"),
        ("sold_to_party", vec!["NORTH"], "sold-to"),
        ("payer", vec!["DISTRICT"], "payed-by"),
    ] {
        let parties = fields[path].as_array().unwrap();
        let found: Vec<&str> = parties.iter().map(|party| party["obj"]["key"].as_str().unwrap()).collect();
        assert_eq!(found, keys, "{path}");
        let address = &parties[0]["obj"]["addresses"][0];
        assert_eq!(address["streetName"], format!("1 {} Road", keys[0]));
        assert_eq!(address["custom"]["fields"]["address_type"], kind);
    }
    let one = client.get("/me/business-units?limit=1&offset=1").await.json();
    assert_eq!((&one["total"], &one["results"][0]["key"]), (&json!(2), &json!("NORTH")));
    // Nobody else's, and nothing of it in the address book that clients change.
    let rival = Client::registered(&app, site, "rival@club.example").await;
    assert_eq!(rival.get("/me/business-units").await.json()["total"], 0);
    assert_eq!(client.get("/me").await.json()["addresses"].as_array().unwrap().len(), 1);
    let stranger = Client::anonymous(&app, site).await;
    assert_eq!(stranger.get("/me/business-units").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn r07_r09_membership_is_nobodys_to_set_and_ends_at_once() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let visitor = school(&app, site).await;
    let account = visitor.get("/api/account").await.json();
    let mut body = account.clone();
    body["businessUnit"] = json!([{"role": "sold-to", "key": "NORTH"}]);
    body["soldTo"] = json!("NORTH");
    let answer = put(&visitor, "/api/account", &body).await;
    assert!(answer.status.is_success() || answer.status == StatusCode::BAD_REQUEST, "{}", answer.text);
    assert_eq!(session_units(&visitor).await, json!([]));
    assert_eq!(texts(&app, "customer", "sold_to").await, [""]);
    join(&app, site, &["NORTH"]).await;
    assert_eq!(session_units(&visitor).await.as_array().unwrap().len(), 5);
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared("DELETE FROM business_unit_member").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(session_units(&visitor).await, json!([]));
    assert_eq!(visitor.get(BOOK).await.json()["addresses"].as_array().unwrap().len(), 1);
    let refused = visitor.post(ASK, &json!({"role": "sold-to", "message": "x"})).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_demo_has_customers_with_none_one_and_several_units() {
    let app = TestApp::start().await;
    for _ in 0..2 {
        fieldhouse_demo::customers::load(&app.state).await.unwrap();
    }
    assert_eq!(count(&app, "business_unit").await, 5 * 4);
    for site in Site::BUILT_IN {
        for (name, units, sold_to, addresses) in
            [("coach", 0, "", 1), ("buyer", 1, "LINCOLN-HS", 20), ("director", 3, "ADAMS-MS", 3), ("legacy", 0, "", 1)]
        {
            let email = format!("{name}@demo.example");
            let found = fieldhouse_shop::people::account::store::find_by_email(app.state.db.read(), site, &email).await;
            let found = found.unwrap().unwrap();
            assert_eq!(found.sold_to, sold_to, "{email}");
            let belongs = store::list_units_of(app.state.db.read(), &found.id).await.unwrap();
            assert_eq!(belongs.len(), units, "{email}");
            let id = found.customer_id().unwrap();
            let own = fieldhouse_shop::people::account::store::list_addresses(app.state.db.read(), id).await.unwrap();
            assert_eq!(own.len(), addresses, "{email}");
            assert_eq!(found.default_shipping_address_id.as_ref(), Some(&own[0].id), "{email}");
            assert_eq!(found.show_cert_reporting, name == "director", "{email}");
            // The passwords of the README.
            let password = if name == "legacy" { "from the old store" } else { "seven green llamas" };
            let answer = try_sign_in(&app.visitor(site), &email, password).await;
            assert_eq!(answer.text.contains("token:"), name == "legacy", "{email}: {}", answer.text);
            assert_eq!(answer.status == StatusCode::OK, name != "legacy", "{email}: {}", answer.text);
        }
    }
    let hashes = 4 * Site::BUILT_IN.len();
    assert_eq!(app.state.passwords.computed(), u64::try_from(hashes).unwrap(), "none is computed for loading");
}
