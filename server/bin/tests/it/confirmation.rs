//! E-mails are confirmed by their owner (R74): until then an account that was made with one gets nothing that a file or
//! an invitation gives to it, and it does not survive its owner's claim.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, register, reset_token, session_type, sign_in, try_sign_in},
    business_units::unit,
    import_tables::{ADDRESSES, CUSTOMERS, Kind, bytes},
    shell::told_by_a_page,
    shopping::{add_one, check_out, count, place, placing, put, shipping, texts},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const OWN: &str = "blue velvet tractors";
const RESET: &str = "/account/reset-password";

/// The confirmation link in a letter to an e-mail, without its host.
async fn link(app: &TestApp, email: &str, before: &[String]) -> String {
    let to = format!("To: {email}");
    let now = letters(app).await;
    let fits =
        |letter: &&String| letter.contains("/account/confirm/") && letter.contains(&to) && !before.contains(letter);
    let letter = now.iter().find(fits).expect("a letter with a link");
    let from = letter.find("/account/confirm/").unwrap();
    letter[from..].chars().take_while(|c| !c.is_whitespace() && !"\"<>".contains(*c)).collect()
}

/// Presses the page's button, as a browser without scripts does.
async fn press(visitor: &Visitor, link: &str) -> Answer {
    let form: [(&str, &[u8]); 2] =
        [("content-type", b"application/x-www-form-urlencoded"), ("origin", b"http://fieldhouse.localhost:8420")];
    visitor.send_bytes(Method::POST, link, &form, "").await
}

async fn import_customer(app: &TestApp, row: &str, dry_run: bool) -> String {
    let counts = bytes(app, Kind::Customers, "c.csv", [CUSTOMERS, row].concat().as_bytes(), dry_run).await.unwrap();
    counts.line("customers", dry_run)
}

async fn session(visitor: &Visitor) -> Value {
    visitor.get("/api/auth/session").await.json()
}

const DIRECTOR: &str = "fieldhouse,coach@club.example,Pat,Margolis,,,,yes,,NORTH:administrator\n";

#[tokio::test]
async fn r74_whoever_registers_anothers_email_gets_nothing_and_does_not_survive_its_owner() {
    let app = TestApp::stocked().await;
    unit(&app, SITE, "NORTH", &[]).await;
    let squatter = customer(&app, SITE, COACH).await;
    let welcome = link(&app, COACH, &[]).await;
    let before = letters(&app).await;

    // A dry run says who waits for what, and writes nothing.
    let told = import_customer(&app, DIRECTOR, true).await;
    let waits = "1 wait until their e-mail is confirmed:\n  coach@club.example: NORTH as administrator, by invitation; \
                 certificate reporting";
    assert!(told.ends_with(waits), "{told}");
    assert_eq!((count(&app, "invitation").await, letters(&app).await.len()), (0, before.len()));
    assert!(import_customer(&app, DIRECTOR, false).await.ends_with(waits));
    let addresses = [
        ADDRESSES,
        "fieldhouse,coach@club.example,,home,,Pat,Margolis,School,214-555-0142,,1 Oak Road,,US,Austin,TX,78701\n",
    ];
    let counts = bytes(&app, Kind::Addresses, "a.csv", addresses.concat().as_bytes(), false).await.unwrap();
    assert_eq!((counts.added, counts.waiting.as_slice()), (0, &["coach@club.example: address home".to_owned()][..]));
    // Taken over again, nobody is invited twice.
    import_customer(&app, DIRECTOR, false).await;
    let invited: Vec<String> = letters(&app).await.into_iter().filter(|letter| !before.contains(letter)).collect();
    assert!(invited.len() == 1 && invited[0].contains("/account/invitation?token="), "{invited:?}");

    // The squatter may shop, and that is all.
    let seen = session(&squatter).await;
    assert_eq!((&seen["seesPeople"], &seen["showCertReporting"]), (&json!(false), &json!(false)));
    assert_eq!(count(&app, "business_unit_member").await, 0);
    let book = squatter.get("/api/account/addresses").await.text;
    assert!(!book.contains("1 Oak Road"), "{book}");
    add_one(&squatter, "BAL100", 1).await;
    assert_eq!(place(&squatter, "k", &placing(&check_out(&squatter).await)).await.status, StatusCode::CREATED);

    // What a guest orders with the e-mail is the guest's.
    let guest = app.visitor(SITE);
    add_one(&guest, "BAL100", 1).await;
    check_out(&guest).await;
    let mut shipped = shipping();
    shipped["email"] = json!(COACH);
    let review = put(&guest, "/api/checkout/shipping", &shipped).await.json();
    let ordered = place(&guest, "k", &placing(&review)).await;
    assert_eq!(ordered.status, StatusCode::CREATED, "{}", ordered.text);
    let order = format!("/api/orders/{}", ordered.json()["id"].as_str().unwrap());
    assert_eq!(squatter.get(&order).await.status, StatusCode::NOT_FOUND);

    // The owner, at another browser. Looking changes nothing.
    let owner = app.visitor(SITE);
    for _ in 0..2 {
        let page = owner.get(&welcome).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains("Set a password of my own") && !page.text.contains("<script"), "{}", page.text);
        assert_eq!(page.headers["cache-control"], "no-store");
    }
    assert_eq!(session_type(&squatter).await, "customer");
    let claimed = press(&owner, &welcome).await;
    assert_eq!(claimed.status, StatusCode::SEE_OTHER, "{}", claimed.text);
    let to = claimed.headers["location"].to_str().unwrap().to_owned();
    let token = to.strip_prefix("/account/create-password?token=").unwrap().to_owned();
    assert_eq!(session_type(&squatter).await, "anon");
    assert_eq!(try_sign_in(&squatter, COACH, PASSWORD).await.status, StatusCode::UNAUTHORIZED);
    let set = owner.post("/api/features/Account/create-password", &json!({"password": OWN, "token": token})).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.text);
    sign_in(&owner, COACH, OWN).await;
    assert!(owner.get(&welcome).await.text.contains("Your email is confirmed"));
    assert!(press(&owner, &welcome).await.text.contains("Your email is confirmed"), "once and for all");
    assert_eq!(session_type(&owner).await, "customer");
    import_customer(&app, DIRECTOR, false).await;
    let seen = session(&owner).await;
    assert_eq!((&seen["seesPeople"], &seen["showCertReporting"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn r74_whoever_made_the_account_confirms_it_by_a_button_and_goes_on() {
    let app = TestApp::start().await;
    unit(&app, SITE, "NORTH", &[]).await;
    let coach = customer(&app, SITE, COACH).await;
    let welcome = link(&app, COACH, &[]).await;
    for forged in [format!("{welcome}A"), welcome.replace('.', ""), "/account/confirm/x".to_owned()] {
        told_by_a_page(&coach.get(&forged).await, RESET);
        told_by_a_page(&press(&coach, &forged).await, RESET);
    }
    told_by_a_page(&coach.get(&format!("{welcome}.")).await, RESET);
    assert_eq!(app.visitor(Site::US_GAMES).get(&welcome).await.status, StatusCode::NOT_FOUND, "of another brand");
    let foreign: [(&str, &[u8]); 2] =
        [("content-type", b"application/x-www-form-urlencoded"), ("origin", b"http://evil.example")];
    let refused = coach.send_bytes(Method::POST, &welcome, &foreign, "").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    // A person pressed it: they are told on a page, as of everything that goes wrong with a letter's link.
    assert_eq!(refused.headers["content-type"], "text/html; charset=utf-8", "{}", refused.text);
    assert_eq!(refused.headers["cache-control"], "no-store");
    assert!(refused.text.contains("<h1>Nothing was done</h1>") && refused.text.contains("href=\"/\""));
    let method = coach.send(Method::DELETE, &welcome, &[], None).await;
    assert_eq!(
        (method.status, &method.headers["content-type"]),
        (StatusCode::METHOD_NOT_ALLOWED, &refused.headers["content-type"])
    );
    assert!(coach.get(&welcome).await.text.contains("Confirm your email"));
    let done = press(&coach, &welcome).await;
    assert!(done.status == StatusCode::OK && done.text.contains("Your email is confirmed"), "{}", done.text);
    assert_eq!(session_type(&coach).await, "customer", "nobody is signed out");
    let told = import_customer(&app, DIRECTOR, false).await;
    assert!(told.ends_with("roles given: 1 administrator"), "{told}");
    assert_eq!(session(&coach).await["seesPeople"], json!(true));
    assert_eq!(texts(&app, "invitation", "email").await, Vec::<String>::new());
    // A file takes away at once, whatever is confirmed.
    import_customer(&app, "fieldhouse,coach@club.example,Pat,Margolis,,,,no,,-\n", false).await;
    let seen = session(&coach).await;
    assert_eq!((&seen["seesPeople"], &seen["showCertReporting"]), (&json!(false), &json!(false)));
}

#[tokio::test]
async fn r74_a_link_lives_seven_days_and_a_link_to_set_a_password_confirms_as_well() {
    let app = TestApp::start().await;
    unit(&app, SITE, "NORTH", &[]).await;
    let squatter = customer(&app, SITE, COACH).await;
    let welcome = link(&app, COACH, &[]).await;
    app.state.clock.advance_seconds(7 * 86_400);
    told_by_a_page(&app.visitor(SITE).get(&welcome).await, RESET);
    told_by_a_page(&press(&app.visitor(SITE), &welcome).await, RESET);
    let before = letters(&app).await;
    let owner = app.visitor(SITE);
    let asked =
        owner.post("/api/features/Account/password-token", &json!({"email": COACH, "storeKey": "fieldhouse"})).await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.text);
    let token = reset_token(&app, &before).await;
    let set = owner.post("/api/features/Account/create-password", &json!({"password": OWN, "token": token})).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.text);
    assert_eq!(session_type(&squatter).await, "anon");
    assert!(import_customer(&app, DIRECTOR, false).await.ends_with("roles given: 1 administrator"));
}

#[tokio::test]
async fn r74_a_new_email_is_to_be_confirmed_anew() {
    let app = TestApp::start().await;
    unit(&app, SITE, "NORTH", &[]).await;
    register(&app, SITE, "mallory@club.example").await;
    let mallory = app.visitor(SITE);
    sign_in(&mallory, "mallory@club.example", PASSWORD).await;
    let own = link(&app, "mallory@club.example", &[]).await;
    press(&mallory, &own).await;
    let before = letters(&app).await;
    let account = mallory.get("/api/account").await.json();
    let change = json!({
        "version": account["version"], "firstName": "Pat", "lastName": "Margolis", "title": account["title"],
        "email": COACH, "classification": account["classification"], "currentPassword": PASSWORD,
    });
    assert_eq!(put(&mallory, "/api/account", &change).await.status, StatusCode::OK);
    assert_eq!(mallory.get(&own).await.status, StatusCode::NOT_FOUND, "a link of the old one confirms nothing");
    assert!(import_customer(&app, DIRECTOR, false).await.contains("by invitation"));
    let asked = link(&app, COACH, &before).await;
    sign_in(&mallory, COACH, PASSWORD).await;
    let owner = app.visitor(SITE);
    assert_eq!(press(&owner, &asked).await.status, StatusCode::SEE_OTHER, "its owner has the last word");
    assert_eq!(session_type(&mallory).await, "anon");
}

#[tokio::test]
async fn r74_whom_the_operator_brings_is_confirmed_and_an_invitation_confirms() {
    let app = TestApp::start().await;
    unit(&app, SITE, "NORTH", &[]).await;
    assert!(import_customer(&app, DIRECTOR, false).await.ends_with("roles given: 1 administrator"));
    assert!(import_customer(&app, DIRECTOR, true).await.contains("1 are the same"));
    // An invitation that waits for somebody's e-mail is taken with an account of it, and confirms it.
    let buyer = customer(&app, SITE, "buyer@club.example").await;
    let row = "fieldhouse,buyer@club.example,Pat,Margolis,,,,,,NORTH\n";
    assert!(import_customer(&app, row, false).await.contains("NORTH as buyer, by invitation"));
    let all = letters(&app).await;
    let letter = all.iter().find(|letter| letter.contains("/account/invitation?token=")).unwrap();
    let token = letter.split("invitation?token=").nth(1).unwrap();
    let token: String = token.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
    let accepted = buyer.post("/api/invitations/accept", &json!({ "token": token })).await;
    assert_eq!(accepted.status, StatusCode::OK, "{}", accepted.text);
    assert!(import_customer(&app, row, true).await.contains("1 are the same"));
    let row = "fieldhouse,buyer@club.example,Pat,Margolis,,,,,,NORTH:approver\n";
    assert!(import_customer(&app, row, false).await.ends_with("roles given: 1 approver"));
}
