//! People of a business unit: roles, invitations by mail, and that nobody does what their role does not allow.

use axum::http::{Method, StatusCode};
use fieldhouse_core::{brand::Site, people::MemberRole};
use fieldhouse_shop::{people::account::store::find_by_email, pruning::sweep::sweep};
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, session_type, sign_in, try_sign_in},
    business_units::{id_of, unit},
    shopping::{broken, count, put, texts},
    support::{Answer, TestApp, Visitor},
};

const PEOPLE: &str = "/api/account/people";
const BUYER: &str = "buyer@club.example";
const NEW: &str = "new@club.example";

/// Makes a customer a member of a unit.
pub async fn join(app: &TestApp, site: Site, email: &str, key: &str, role: MemberRole) {
    let tx = app.state.db.write().await.unwrap();
    let found = find_by_email(&*tx, site, email).await.unwrap().unwrap();
    fieldhouse_shop::people::memberships::join(&tx, &found.id, &id_of(site, key), role).await.unwrap();
    tx.commit().await.unwrap();
}

/// A unit NORTH with an administrator and a buyer.
async fn club(app: &TestApp, site: Site) -> (Visitor, Visitor) {
    unit(app, site, "NORTH", &[]).await;
    let administrator = customer(app, site, COACH).await;
    let buyer = customer(app, site, BUYER).await;
    join(app, site, COACH, "NORTH", MemberRole::Administrator).await;
    join(app, site, BUYER, "NORTH", MemberRole::Buyer).await;
    (administrator, buyer)
}

fn below(site: Site, rest: &str) -> String {
    [PEOPLE, "/", &id_of(site, "NORTH"), rest].concat()
}

pub async fn invite(visitor: &Visitor, site: Site, email: &str, role: &str) -> Answer {
    visitor.post(&below(site, "/invitations"), &json!({"email": email, "role": role})).await
}

/// E-mails with roles, in the order shown.
fn members(view: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let members = view["units"][0]["members"].as_array().unwrap();
    members.iter().map(|member| (text(&member["email"]), text(&member["role"]))).collect()
}

async fn id_of_member(administrator: &Visitor, email: &str) -> String {
    let view = administrator.get(PEOPLE).await.json();
    let members = view["units"][0]["members"].as_array().unwrap().clone();
    members.iter().find(|member| member["email"] == email).unwrap()["id"].as_str().unwrap().to_owned()
}

async fn set_role(visitor: &Visitor, site: Site, member: &str, role: &str) -> Answer {
    put(visitor, &below(site, &format!("/members/{member}")), &json!({ "role": role })).await
}

async fn remove(visitor: &Visitor, site: Site, member: &str) -> Answer {
    visitor.send(Method::DELETE, &below(site, &format!("/members/{member}")), &[], None).await
}

/// The token of the invitation that was mailed to an address.
async fn token_for(app: &TestApp, email: &str, before: &[String]) -> String {
    let now = letters(app).await;
    let to = format!("To: {email}");
    let fits = |letter: &&String| letter.contains("/account/invitation?token=") && letter.contains(&to);
    let letter = now.iter().filter(fits).find(|letter| !before.contains(letter));
    let after = letter.expect("an invitation").split("invitation?token=").nth(1).unwrap().to_owned();
    after.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

fn person() -> Value {
    json!({"title": "Equipment Manager", "classification": "Club", "firstName": "Sam", "lastName": "Whitfield",
           "password": {"new": PASSWORD, "confirm": PASSWORD}})
}

#[tokio::test]
async fn administrators_see_the_people_of_their_units_and_nobody_else_does() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let (administrator, buyer) = club(&app, site).await;
    unit(&app, site, "SOUTH", &[]).await;
    join(&app, site, COACH, "SOUTH", MemberRole::Buyer).await;
    let view = administrator.get(PEOPLE).await.json();
    assert_eq!(view["units"].as_array().unwrap().len(), 1, "SOUTH is looked after by others: {view}");
    assert_eq!(view["units"][0]["name"], "NORTH School");
    assert_eq!(
        members(&view),
        [(BUYER.to_owned(), "buyer".to_owned()), (COACH.to_owned(), "administrator".to_owned())]
    );
    assert_eq!(view["units"][0]["members"][1]["you"], true);
    assert_eq!(buyer.get(PEOPLE).await.json(), json!({"units": []}));
    let flags = |view: &Value| (view["seesPeople"].clone(), view["decidesOrders"].clone());
    assert_eq!(flags(&administrator.get("/api/auth/session").await.json()), (json!(true), json!(true)));
    assert_eq!(flags(&buyer.get("/api/auth/session").await.json()), (json!(false), json!(false)));
    join(&app, site, BUYER, "NORTH", MemberRole::Approver).await;
    assert_eq!(flags(&buyer.get("/api/auth/session").await.json()), (json!(false), json!(true)));
    // What cannot be named cannot be changed: one answer for a unit that is not theirs and one that is not.
    let me = id_of_member(&administrator, COACH).await;
    for stranger in [&buyer, &customer(&app, site, "stranger@club.example").await] {
        let refused = set_role(stranger, site, &me, "buyer").await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND);
        let unknown = put(stranger, "/api/account/people/none/members/x", &json!({"role": "buyer"})).await;
        assert_eq!(refused.impersonal(), unknown.impersonal());
        assert_eq!(invite(stranger, site, NEW, "administrator").await.status, StatusCode::NOT_FOUND);
        assert_eq!(remove(stranger, site, &me).await.status, StatusCode::NOT_FOUND);
        let limit = put(stranger, &below(site, "/approval"), &json!({"above": "0"})).await;
        assert_eq!(limit.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(members(&administrator.get(PEOPLE).await.json()).len(), 2);
    assert_eq!(count(&app, "invitation").await, 0);
}

#[tokio::test]
async fn roles_change_and_people_go_but_never_the_last_administrator() {
    let app = TestApp::start().await;
    let site = Site::US_GAMES;
    let (administrator, buyer) = club(&app, site).await;
    let (me, other) = (id_of_member(&administrator, COACH).await, id_of_member(&administrator, BUYER).await);
    for refused in [set_role(&administrator, site, &me, "approver").await, remove(&administrator, site, &me).await] {
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(broken(&refused), [("role".to_owned(), "last_administrator".to_owned())]);
    }
    let unknown = set_role(&administrator, site, &other, "owner").await;
    assert_eq!(broken(&unknown), [("role".to_owned(), "role_unknown".to_owned())]);
    assert_eq!(set_role(&administrator, site, "nobody", "buyer").await.status, StatusCode::NOT_FOUND);

    let raised = set_role(&administrator, site, &other, "administrator").await;
    assert_eq!(raised.status, StatusCode::OK, "{}", raised.text);
    assert_eq!(members(&buyer.get(PEOPLE).await.json()).len(), 2);
    // The first one is removed by the second, and may do nothing more at once (R09).
    assert_eq!(remove(&buyer, site, &me).await.status, StatusCode::OK);
    assert_eq!(administrator.get(PEOPLE).await.json(), json!({"units": []}));
    assert_eq!(set_role(&administrator, site, &other, "buyer").await.status, StatusCode::NOT_FOUND);
    assert_eq!(invite(&administrator, site, NEW, "buyer").await.status, StatusCode::NOT_FOUND);
    assert_eq!(administrator.get("/api/auth/session").await.json()["seesPeople"], false);
}

#[tokio::test]
async fn r19_two_administrators_who_remove_each_other_leave_one() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let (first, second) = club(&app, site).await;
    for _ in 0..5 {
        join(&app, site, COACH, "NORTH", MemberRole::Administrator).await;
        join(&app, site, BUYER, "NORTH", MemberRole::Administrator).await;
        let (a, b) = (id_of_member(&first, COACH).await, id_of_member(&first, BUYER).await);
        let (one, two) = tokio::join!(remove(&first, site, &b), remove(&second, site, &a));
        let done = [one.status, two.status];
        assert_eq!(done.iter().filter(|status| **status == StatusCode::OK).count(), 1, "{done:?}");
        assert_eq!(texts(&app, "business_unit_member", "role").await, ["administrator"]);
    }
}

#[tokio::test]
async fn contract_prices_follow_a_membership_and_a_role_survives_an_import() {
    use fieldhouse_core::business_units::PartyRole::SoldTo;
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let (administrator, _) = club(&app, site).await;
    unit(&app, site, "NORTH", &[(SoldTo, "NORTH")]).await;
    assert_eq!(texts(&app, "customer", "sold_to").await, ["NORTH", "NORTH"]);
    let other = id_of_member(&administrator, BUYER).await;
    set_role(&administrator, site, &other, "approver").await;
    // Whoever assigns units anew knows no roles: who stays keeps theirs.
    let tx = app.state.db.write().await.unwrap();
    fieldhouse_shop::people::memberships::assign(&tx, &other, &[id_of(site, "NORTH")]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(members(&administrator.get(PEOPLE).await.json())[0].1, "approver");
    remove(&administrator, site, &other).await;
    let mut left = texts(&app, "customer", "sold_to").await;
    left.sort();
    assert_eq!(left, ["", "NORTH"]);
}

#[tokio::test]
async fn somebody_without_an_account_makes_one_by_the_invitation() {
    let app = TestApp::start().await;
    let site = Site::ATHLETIC_CONNECTION;
    let (administrator, _) = club(&app, site).await;
    let invited = invite(&administrator, site, " New@Club.example ", "approver").await;
    assert_eq!(invited.status, StatusCode::OK, "{}", invited.text);
    let open = invited.json()["units"][0]["invitations"].clone();
    assert_eq!((&open[0]["email"], &open[0]["role"]), (&json!(NEW), &json!("approver")));
    assert_eq!(open[0]["expiresAt"], "2026-11-27T12:00:00Z");
    let token = token_for(&app, NEW, &[]).await;
    assert!(!texts(&app, "invitation", "token_hash").await.contains(&token), "only the hash is stored");

    let visitor = app.visitor(site);
    let received = visitor.get(&format!("/api/invitations/{token}")).await.json();
    assert_eq!(received, json!({"unit": "NORTH School", "email": NEW, "role": "approver", "registered": false}));
    let bare = visitor
        .post(
            "/api/invitations/register",
            &json!({"token": token, "person":
        {"title": "", "classification": "", "firstName": "", "lastName": "", "password": {}}}),
        )
        .await;
    assert_eq!(bare.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(broken(&bare).len(), 6, "{}", bare.text);
    let mut common = person();
    common["password"] = json!({"new": "thunderbird1", "confirm": "thunderbird1"});
    let common = visitor.post("/api/invitations/register", &json!({"token": token, "person": common})).await;
    assert!(common.json()["error"].as_str().unwrap().starts_with("[1]"), "{}", common.text);

    let done = visitor.post("/api/invitations/register", &json!({"token": token, "person": person()})).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!(done.json()["session"]["email"], NEW);
    assert_eq!(session_type(&visitor).await, "customer");
    assert_eq!(visitor.get("/api/auth/session").await.json()["decidesOrders"], true);
    assert!(members(&administrator.get(PEOPLE).await.json()).contains(&(NEW.to_owned(), "approver".to_owned())));
    assert!(
        letters(&app).await.iter().any(|letter| letter.contains(&format!("To: {NEW}")) && letter.contains("Welcome"))
    );
    sign_in(&app.visitor(site), NEW, PASSWORD).await;
    // Once.
    for again in [
        visitor.post("/api/invitations/register", &json!({"token": token, "person": person()})).await,
        visitor.post("/api/invitations/accept", &json!({ "token": token })).await,
        visitor.get(&format!("/api/invitations/{token}")).await,
    ] {
        assert_eq!(again.status, StatusCode::NOT_FOUND, "{}", again.text);
    }
}

#[tokio::test]
async fn an_account_of_the_invited_email_accepts_and_no_other() {
    let app = TestApp::start().await;
    let site = Site::VARSITY_BRANDS;
    let (administrator, buyer) = club(&app, site).await;
    let known = customer(&app, site, NEW).await;
    invite(&administrator, site, NEW, "buyer").await;
    let token = token_for(&app, NEW, &[]).await;
    let body = json!({ "token": token });
    assert_eq!(buyer.get(&format!("/api/invitations/{token}")).await.json()["registered"], true);
    let stranger = app.visitor(site).post("/api/invitations/accept", &body).await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
    let other = buyer.post("/api/invitations/accept", &body).await;
    assert_eq!((other.status, other.json()["code"].clone()), (StatusCode::CONFLICT, json!("invitation_other_email")));
    let twice = app.visitor(site).post("/api/invitations/register", &json!({"token": token, "person": person()})).await;
    assert_eq!((twice.status, twice.json()["code"].clone()), (StatusCode::CONFLICT, json!("email_exists")));
    // At another store the token is nobody's.
    let elsewhere = app.visitor(Site::US_GAMES).get(&format!("/api/invitations/{token}")).await;
    assert_eq!(elsewhere.status, StatusCode::NOT_FOUND);

    let accepted = known.post("/api/invitations/accept", &body).await;
    assert_eq!(accepted.status, StatusCode::OK, "{}", accepted.text);
    assert_eq!(members(&administrator.get(PEOPLE).await.json()).len(), 3);
    assert_eq!(known.post("/api/invitations/accept", &body).await.status, StatusCode::NOT_FOUND);
    let again = invite(&administrator, site, NEW, "buyer").await;
    assert_eq!(broken(&again), [("email".to_owned(), "invitation_member_already".to_owned())]);
}

#[tokio::test]
async fn r44_an_invitation_ends_by_time_withdrawal_and_a_newer_one() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let (administrator, _) = club(&app, site).await;
    invite(&administrator, site, NEW, "buyer").await;
    let first = token_for(&app, NEW, &[]).await;
    let before = letters(&app).await;
    invite(&administrator, site, NEW, "approver").await;
    let second = token_for(&app, NEW, &before).await;
    let opens = async |token: &str| app.visitor(site).get(&format!("/api/invitations/{token}")).await.status;
    assert_eq!(opens(&first).await, StatusCode::NOT_FOUND, "the newest counts");
    assert_eq!(opens(&second).await, StatusCode::OK);

    let view = administrator.get(PEOPLE).await.json();
    let id = view["units"][0]["invitations"][0]["id"].as_str().unwrap().to_owned();
    let withdraw = below(site, &format!("/invitations/{id}"));
    let withdrawn = administrator.send(Method::DELETE, &withdraw, &[], None).await;
    assert_eq!(withdrawn.json()["units"][0]["invitations"], json!([]));
    assert_eq!(opens(&second).await, StatusCode::NOT_FOUND);
    assert_eq!(administrator.send(Method::DELETE, &withdraw, &[], None).await.status, StatusCode::NOT_FOUND);

    let before = letters(&app).await;
    invite(&administrator, site, NEW, "buyer").await;
    let third = token_for(&app, NEW, &before).await;
    app.state.clock.advance_seconds(7 * 86_400);
    assert_eq!(opens(&third).await, StatusCode::NOT_FOUND, "a week later");
    let late = app.visitor(site).post("/api/invitations/register", &json!({"token": third, "person": person()})).await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);
    sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "invitation").await, 0);
    assert_eq!(try_sign_in(&app.visitor(site), NEW, PASSWORD).await.status, StatusCode::UNAUTHORIZED, "no account");
}

#[tokio::test]
async fn r40_inviting_tells_nothing_about_accounts_and_is_limited() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let (administrator, _) = club(&app, site).await;
    customer(&app, site, "known@club.example").await;
    let mut known = invite(&administrator, site, "known@club.example", "buyer").await.json();
    let invited = &mut known["units"][0]["invitations"][0];
    (invited["email"], invited["id"]) = (Value::Null, Value::Null);
    let id = administrator.get(PEOPLE).await.json()["units"][0]["invitations"][0]["id"].as_str().unwrap().to_owned();
    administrator.send(Method::DELETE, &below(site, &format!("/invitations/{id}")), &[], None).await;
    let mut unknown = invite(&administrator, site, "unknown@club.example", "buyer").await.json();
    let invited = &mut unknown["units"][0]["invitations"][0];
    (invited["email"], invited["id"]) = (Value::Null, Value::Null);
    assert_eq!(known, unknown);
    // One mailbox is not filled: ten in a quarter of an hour.
    let mut last = StatusCode::OK;
    for _ in 0..10 {
        last = invite(&administrator, site, "unknown@club.example", "buyer").await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    let other = invite(&administrator, site, "somebody@club.example", "buyer").await;
    assert_eq!(other.status, StatusCode::OK, "{}", other.text);
}

#[tokio::test]
async fn an_approval_limit_is_an_amount_of_dollars_or_nothing() {
    let app = TestApp::start().await;
    let site = Site::FIELDHOUSE;
    let (administrator, _) = club(&app, site).await;
    let set = async |above: &str| put(&administrator, &below(site, "/approval"), &json!({ "above": above })).await;
    assert_eq!(set("$1,250.00").await.json()["units"][0]["approvalAbove"], 125_000);
    let refused = set("a lot").await;
    assert_eq!(broken(&refused), [("above".to_owned(), "approval_limit_unreadable".to_owned())]);
    assert_eq!(administrator.get(PEOPLE).await.json()["units"][0]["approvalAbove"], 125_000);
    assert_eq!(set(" ").await.json()["units"][0]["approvalAbove"], Value::Null);
}
