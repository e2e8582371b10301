//! The customer of the customer API: the ten update actions, and passwords.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, letters, session_type, sign_in, try_sign_in},
    platform::{Client, ask, code, password_form},
    support::TestApp,
};

pub fn address(street: &str) -> Value {
    json!({"firstName": "Pat", "lastName": "Margolis", "company": "Lincoln High School", "phone": "214-555-0142",
        "streetName": street, "additionalStreetInfo": "Gate 4", "city": "Dallas", "state": "TX", "postalCode": "75201",
        "country": "us"})
}

#[tokio::test]
async fn the_ten_actions_of_account_7_change_the_customer() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let me = client.me().await;
    assert_eq!(
        (me["email"].as_str(), me["version"].as_i64(), me["authenticationMode"].as_str()),
        (Some(COACH), Some(1), Some("Password"))
    );
    assert_eq!(me["custom"]["fields"], json!({"customer_classification_id": "Club"}));
    let first = me["addresses"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!((&me["defaultShippingAddressId"], &me["shippingAddressIds"]), (&json!(first), &json!([first])));
    let actions = json!([
        {"action": "setTitle", "title": "Director"},
        {"action": "setFirstName", "firstName": "Robin"},
        {"action": "setLastName", "lastName": " Coach "},
        {"action": "setCustomField", "name": "customer_classification_id", "value": "School"},
        {"action": "addAddress", "address": address("1 Main St")},
        {"action": "addAddress", "address": address("2 Main St")},
    ]);
    let changed = client.post("/me/", &json!({"version": 1, "actions": actions})).await.json();
    assert_eq!(changed["version"], 2);
    assert_eq!(
        [&changed["title"], &changed["firstName"], &changed["lastName"]],
        [&json!("Director"), &json!("Robin"), &json!("Coach")]
    );
    assert_eq!(changed["custom"]["fields"]["customer_classification_id"], "School");
    let added = &changed["addresses"][1];
    assert_eq!(
        (&added["streetName"], &added["country"], &added["phone"]),
        (&json!("1 Main St"), &json!("US"), &json!("214-555-0142"))
    );
    assert_eq!(added["custom"]["fields"]["address_type"], "ship-to");
    let (second, third) = (added["id"].as_str().unwrap(), changed["addresses"][2]["id"].as_str().unwrap());
    let done = client
        .change(json!([
            {"action": "changeAddress", "addressId": second, "address": address("3 Main St")},
            {"action": "addShippingAddressId", "addressId": second},
            {"action": "setDefaultShippingAddress", "addressId": second},
            {"action": "removeAddress", "addressId": third},
        ]))
        .await
        .json();
    assert_eq!(done["defaultShippingAddressId"], second);
    assert_eq!(done["shippingAddressIds"], json!([first, second]));
    assert_eq!(done["addresses"][1]["streetName"], "3 Main St");
    assert_eq!(client.me().await, done);
    // The storefront shows the same.
    let visitor = app.visitor(Site::FIELDHOUSE);
    sign_in(&visitor, COACH, PASSWORD).await;
    assert_eq!(visitor.get("/api/account").await.json()["title"], "Director");
    let book = visitor.get("/api/account/addresses").await.json();
    assert_eq!(book["addresses"][0]["address"]["address"], "3 Main St");
    // A new e-mail ends everything, and tells the old address.
    let moved = client.change(json!([{"action": "changeEmail", "email": "Robin@Club.example"}])).await;
    assert_eq!((moved.status, &moved.json()["email"]), (StatusCode::OK, &json!("robin@club.example")));
    assert_eq!(client.get("/me").await.status, 401);
    assert_eq!(session_type(&visitor).await, "anon");
    assert!(letters(&app).await.iter().any(|letter| letter.contains(&format!("To: {COACH}"))));
    Client::customer(&app, Site::FIELDHOUSE, "robin@club.example").await;
}

#[tokio::test]
async fn r06_r07_updates_are_refused_whole_in_the_platforms_words() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let rival = Client::registered(&app, Site::FIELDHOUSE, "rival@club.example").await;
    let me = client.me().await;
    let default = me["addresses"][0]["id"].clone();
    let theirs = rival.me().await["addresses"][0]["id"].clone();
    let zip = {
        let mut bad = address("1 Main St");
        bad["postalCode"] = json!("x");
        bad
    };
    let sold_to = {
        let mut bad = address("1 Main St");
        bad["custom"] = json!({"type": {"typeId": "type", "id": "x"}, "fields": {"address_type": "sold-to"}});
        bad
    };
    for (action, status, expected, field) in [
        (json!({"action": "removeAddress", "addressId": default}), 409, "InvalidOperation", None),
        (
            json!({"action": "changeAddress", "addressId": default, "address": address("x")}),
            409,
            "InvalidOperation",
            None,
        ),
        (json!({"action": "removeAddress", "addressId": theirs}), 400, "InvalidField", Some("actions.1.addressId")),
        (
            json!({"action": "addShippingAddressId", "addressId": theirs}),
            400,
            "InvalidField",
            Some("actions.1.addressId"),
        ),
        (
            json!({"action": "changeAddress", "addressKey": "HQ", "address": address("x")}),
            400,
            "InvalidField",
            Some("actions.1.addressKey"),
        ),
        (json!({"action": "setFirstName", "firstName": " "}), 400, "RequiredField", Some("actions.1.firstName")),
        (json!({"action": "addAddress", "address": zip}), 400, "InvalidField", Some("actions.1.address.postalCode")),
        (json!({"action": "addAddress", "address": {}}), 400, "RequiredField", Some("actions.1.address.firstName")),
        (
            json!({"action": "addAddress", "address": sold_to}),
            400,
            "InvalidField",
            Some("actions.1.address.custom.fields.address_type"),
        ),
        (json!({"action": "changeEmail", "email": "x"}), 400, "InvalidField", Some("actions.1.email")),
        (json!({"action": "changeEmail", "email": "rival@club.example"}), 400, "DuplicateField", Some("email")),
        (
            json!({"action": "setCustomField", "name": "showCertReporting", "value": "true"}),
            400,
            "InvalidField",
            Some("actions.1.name"),
        ),
    ] {
        // Nothing is done when anything is refused.
        let actions = json!([{"action": "setTitle", "title": "Never"}, action]);
        let answer = client.post("/me", &json!({"version": 1, "actions": actions})).await;
        assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (status, expected), "{action}: {}", answer.text);
        let told = answer.json();
        if let Some(field) = field {
            assert_eq!(told["errors"][0]["field"], field, "{action}");
        }
        assert_eq!(client.me().await, me, "{action}");
    }
    let late = client.post("/me", &json!({"version": 999, "actions": []})).await;
    assert_eq!((late.status.as_u16(), code(&late).as_str()), (409, "ConcurrentModification"));
    assert_eq!(late.json()["errors"][0]["currentVersion"], 1);
    for body in [json!({"version": 1, "actions": [], "id": "x"}), json!({"version": "1", "actions": []}), json!([])] {
        assert_eq!(code(&client.post("/me", &body).await), "InvalidJsonInput");
    }
    assert_eq!(client.me().await, me);
}

#[tokio::test]
async fn what_is_wrong_with_an_action_is_told_with_its_place() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let me = client.me().await;
    for (action, field) in [
        (json!({"action": "setFirstName"}), "actions.1"),
        (json!({"action": "addAddress", "address": {"city": 5}}), "actions.1.address.city"),
        (
            json!({"address": {"custom": {"fields": {"address_type": []}}}, "action": "addAddress"}),
            "actions.1.address.custom.fields.address_type",
        ),
        (json!({"action": 5}), "actions.1.action"),
        (json!("setTitle"), "actions.1"),
        (json!({"title": "x"}), "actions.1"),
        (json!({"action": "addBillingAddressId", "addressId": "x"}), "actions.1.action"),
        (json!({"action": "setCustomerGroup", "customerGroup": {}}), "actions.1.action"),
        (json!({"action": "setTitle", "title": "x", "showCertReporting": true}), "actions.1.showCertReporting"),
        (json!({"action": "setTitle", "title": "x", "title ": "y"}), "actions.1.title "),
    ] {
        let actions = json!([{"action": "setTitle", "title": "Never"}, action]);
        let answer = client.post("/me", &json!({"version": 1, "actions": actions})).await;
        assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "InvalidJsonInput"), "{action}");
        assert_eq!(answer.json()["errors"][0]["field"], field, "{action}");
        assert_eq!(client.me().await, me, "{action}");
    }
    let billed = client.change(json!([{"action": "setDefaultBillingAddress"}])).await.json();
    let said = "There is no action \u{2018}setDefaultBillingAddress\u{2019} here: \u{2018}actions.0.action\u{2019}.";
    assert_eq!((&billed["message"], &billed["errors"][0]["message"]), (&json!(said), &json!(said)));
}

#[tokio::test]
async fn r47_a_new_email_needs_a_password_given_lately() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    app.state.clock.advance_seconds(16 * 60);
    let actions = json!([{"action": "changeEmail", "email": "new@club.example"}]);
    let stale = client.change(actions.clone()).await;
    assert_eq!((stale.status.as_u16(), code(&stale).as_str()), (401, "insufficient_user_authentication"));
    // New tokens without the password do not help.
    let renewed =
        ask(&visitor, "/oauth/token", &format!("grant_type=refresh_token&refresh_token={}", client.refresh)).await;
    let renewed = Client { token: renewed.json()["access_token"].as_str().unwrap().to_owned(), ..client };
    assert_eq!(renewed.change(actions.clone()).await.status, 401);
    assert_eq!(renewed.me().await["email"], COACH);
    let fresh = Client::customer(&app, Site::FIELDHOUSE, COACH).await;
    assert_eq!(fresh.change(actions).await.status, StatusCode::OK);
}

#[tokio::test]
async fn passwords_are_changed_reset_and_guessed_as_often_as_at_the_storefront() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    sign_in(&visitor, COACH, PASSWORD).await;
    let wish = |version: i64, current: &str, new: &str| json!({"version": version, "currentPassword": current, "newPassword": new});
    let wrong = client.post("/me/password", &wish(1, "something else", "nine purple camels")).await;
    assert_eq!((wrong.status.as_u16(), code(&wrong).as_str()), (400, "InvalidCurrentPassword"));
    for bad in ["short", "passwordpassword", "coach@club.example"] {
        let refused = client.post("/me/password", &wish(1, PASSWORD, bad)).await;
        assert_eq!((refused.status.as_u16(), code(&refused).as_str()), (400, "InvalidField"), "R41: {bad}");
        assert!(refused.json()["message"].as_str().unwrap().starts_with("[1] "), "{}", refused.text);
    }
    assert_eq!(
        code(&client.post("/me/password", &wish(2, PASSWORD, "nine purple camels")).await),
        "ConcurrentModification"
    );
    let changed = client.post("/me/password", &wish(1, PASSWORD, "nine purple camels")).await;
    assert_eq!((changed.status, &changed.json()["version"]), (StatusCode::OK, &json!(2)));
    assert_eq!(client.get("/me").await.status, 401, "R37: every token has ended");
    assert_eq!(session_type(&visitor).await, "anon");
    // A reset by the letter's token, by a client that speaks for nobody.
    let before = letters(&app).await;
    visitor.post("/api/features/Account/password-token", &json!({"email": COACH})).await;
    let token = crate::accounts::reset_token(&app, &before).await;
    let machine = Client::given(app.visitor(Site::FIELDHOUSE), "/oauth/token", "grant_type=client_credentials").await;
    assert_eq!(machine.refresh, "");
    let reset = json!({"tokenValue": token, "newPassword": PASSWORD});
    assert_eq!(machine.post("/me/password/reset", &reset).await.json()["email"], COACH);
    assert_eq!(machine.post("/me/password/reset", &reset).await.status, 400, "used");
    assert_eq!(code(&machine.get("/me").await), "insufficient_scope");
    assert_eq!(code(&machine.get("/me/active-cart").await), "insufficient_scope");
    // R42: tries at the token endpoint and at the storefront are counted together.
    for _ in 0..5 {
        let form = password_form(COACH, "wrong password");
        assert_eq!(ask(&visitor, "/oauth/fieldhouse/customers/token", &form).await.status, 400);
        assert_eq!(try_sign_in(&visitor, COACH, "wrong password").await.status, 401);
    }
    let refused = ask(&visitor, "/oauth/fieldhouse/customers/token", &password_form(COACH, PASSWORD)).await;
    assert_eq!((refused.status.as_u16(), code(&refused).as_str()), (429, "General"));
    assert_eq!(refused.headers["retry-after"], "30");
}
