//! The customer API: its tokens, and what they open.

use axum::http::{Method, StatusCode};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use fieldhouse_core::brand::Site;
use fieldhouse_server::certificates::store::CertificateRow;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, register, session_type, sign_in, try_sign_in},
    certificates::{certificate, issue, redeem},
    shopping::{assert_books, check_out, count, place, placing, texts},
    support::{Answer, TestApp, Visitor},
};

pub const PROJECT: &str = "/platform/fieldhouse";

/// A client of the platform at a brand's host, with the token it was given.
pub struct Client {
    visitor: Visitor,
    pub token: String,
    pub refresh: String,
}

/// Asks a token endpoint as the configured client.
pub async fn ask(visitor: &Visitor, path: &str, form: &str) -> Answer {
    let basic = ["Basic ", &STANDARD.encode("storefront:public")].concat();
    let headers: [(&str, &[u8]); 2] =
        [("authorization", basic.as_bytes()), ("content-type", b"application/x-www-form-urlencoded")];
    visitor.send_bytes(Method::POST, path, &headers, form.to_owned()).await
}

impl Client {
    async fn given(visitor: Visitor, path: &str, form: &str) -> Self {
        let answer = ask(&visitor, path, form).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let answer = answer.json();
        let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
        Self { visitor, token: text("access_token"), refresh: text("refresh_token") }
    }

    /// The tokens of one client, used somewhere else.
    pub fn with(visitor: Visitor, client: Self) -> Self {
        Self { visitor, ..client }
    }

    /// Somebody new.
    pub async fn anonymous(app: &TestApp, site: Site) -> Self {
        Self::given(app.visitor(site), "/oauth/fieldhouse/anonymous/token", "grant_type=client_credentials").await
    }

    /// A customer, with the password.
    pub async fn customer(app: &TestApp, site: Site, email: &str) -> Self {
        let form = password_form(email, PASSWORD);
        Self::given(app.visitor(site), "/oauth/fieldhouse/customers/token", &form).await
    }

    /// A customer who has just registered.
    pub async fn registered(app: &TestApp, site: Site, email: &str) -> Self {
        register(app, site, email).await;
        Self::customer(app, site, email).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    /// A call below the project.
    pub async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let bearer = ["Bearer ", &self.token].concat();
        self.visitor.send(method, &[PROJECT, path].concat(), &[("authorization", &bearer)], body).await
    }

    async fn good(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        answer.json()
    }

    async fn me(&self) -> Value {
        let answer = self.get("/me?expand=addresses[*]").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    }

    /// Changes the customer at the present version.
    async fn change(&self, actions: Value) -> Answer {
        let version = self.me().await["version"].clone();
        self.post("/me", &json!({"version": version, "actions": actions})).await
    }
}

fn password_form(email: &str, password: &str) -> String {
    format!("grant_type=password&username={}&password={}", email.replace('@', "%40"), password.replace(' ', "%20"))
}

/// The platform's code of a refusal.
fn code(answer: &Answer) -> String {
    let body = answer.json();
    assert_eq!(body["statusCode"], answer.status.as_u16(), "{body}");
    assert!(body["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
    assert!(body["errors"][0]["message"].is_string(), "{body}");
    body["errors"][0]["code"].as_str().unwrap().to_owned()
}

fn address(street: &str) -> Value {
    json!({"firstName": "Pat", "lastName": "Margolis", "company": "Lincoln High School", "phone": "214-555-0142",
        "streetName": street, "additionalStreetInfo": "Gate 4", "city": "Dallas", "state": "TX", "postalCode": "75201",
        "country": "us"})
}

#[tokio::test]
async fn r45_only_the_configured_client_gets_tokens_and_only_for_a_shopper() {
    let app = TestApp::start().await;
    register(&app, Site::Fieldhouse, COACH).await;
    let visitor = app.visitor(Site::Fieldhouse);
    let path = "/oauth/fieldhouse/customers/token";
    let form = password_form(COACH, PASSWORD);
    for secret in ["storefront:wrong", "storefront:", "nobody:public", ":", "storefront"] {
        let basic = ["Basic ", &STANDARD.encode(secret)].concat();
        let headers: [(&str, &[u8]); 2] =
            [("authorization", basic.as_bytes()), ("content-type", b"application/x-www-form-urlencoded")];
        let answer = visitor.send_bytes(Method::POST, path, &headers, form.clone()).await;
        assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (401, "invalid_client"), "{secret}");
        assert!(answer.headers["www-authenticate"].to_str().unwrap().starts_with("Basic"));
    }
    for (form, status, expected) in [
        ("", 400, "invalid_request"),
        ("grant_type=client_credentials", 400, "unsupported_grant_type"),
        ("grant_type=password&grant_type=password", 400, "invalid_request"),
        ("grant_type=password&username=a%00&password=b", 400, "invalid_request"),
        ("grant_type=password&username=%ff&password=b", 400, "invalid_request"),
        ("grant_type=password&username=a", 400, "invalid_request"),
        ("grant_type=password&username=a&password=b", 400, "invalid_customer_account_credentials"),
        ("grant_type=password&username=nobody%40club.example&password=b", 400, "invalid_customer_account_credentials"),
        ("grant_type=password&username=a&password=b&scope=manage_project:fieldhouse", 400, "invalid_scope"),
        ("grant_type=refresh_token&refresh_token=x", 400, "invalid_grant"),
    ] {
        let answer = ask(&visitor, path, form).await;
        assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (status, expected), "{form}");
        assert_eq!(answer.json()["error"], expected);
    }
    let json = visitor.send(Method::POST, path, &[("authorization", "Basic x")], Some(&json!({}))).await;
    assert_eq!(json.status, 401);
    assert_eq!(ask(&visitor, "/oauth/other/customers/token", &form).await.status, 404);
    assert_eq!(ask(&visitor, "/oauth/fieldhouse/in-store/key=nowhere/customers/token", &form).await.status, 404);
    let elsewhere = ask(&visitor, "/oauth/fieldhouse/in-store/key=usgames/customers/token", &form).await;
    assert_eq!(code(&elsewhere), "invalid_customer_account_credentials", "the customer of another store");
    let answer = ask(&visitor, "/oauth/fieldhouse/in-store/key=fieldhouse/customers/token", &form).await.json();
    assert_eq!((answer["token_type"].as_str(), answer["expires_in"].as_i64()), (Some("Bearer"), Some(3600)));
    let scope = answer["scope"].as_str().unwrap();
    assert!(scope.starts_with("manage_my_profile:fieldhouse ") && scope.contains(" customer_id:"), "{scope}");
    // Nothing that was handed out lies in the tables.
    let stored = texts(&app, "platform_token", "token_hash").await;
    assert_eq!(stored.len(), 2);
    for token in ["access_token", "refresh_token"] {
        let token = answer[token].as_str().unwrap();
        assert_eq!(token.len(), 43);
        assert!(!stored.iter().any(|hash| hash == token));
    }
}

#[tokio::test]
async fn r45_a_token_ends_by_time_by_revocation_and_a_refresh_token_is_used_once() {
    let app = TestApp::start().await;
    let mut client = Client::registered(&app, Site::Fieldhouse, COACH).await;
    let renew = async |token: &str| {
        ask(&client.visitor, "/oauth/token", &format!("grant_type=refresh_token&refresh_token={token}")).await
    };
    // A refresh token opens nothing, an access token renews nothing.
    let access = std::mem::replace(&mut client.token, client.refresh.clone());
    assert_eq!(client.get("/me").await.status, 401);
    client.token = access;
    assert_eq!(code(&renew(&client.token.clone()).await), "invalid_grant");
    app.state.clock.advance_seconds(3600);
    let ended = client.get("/me").await;
    assert_eq!((ended.status.as_u16(), code(&ended).as_str()), (401, "invalid_token"));
    assert!(ended.headers["www-authenticate"].to_str().unwrap().contains("invalid_token"));
    let renewed = renew(&client.refresh).await.json();
    let twin = renew(&client.refresh).await;
    assert_eq!(twin.status, StatusCode::OK, "several calls of one client renew at once");
    client.token = renewed["access_token"].as_str().unwrap().to_owned();
    assert_eq!(client.get("/me").await.status, StatusCode::OK);
    app.state.clock.advance_seconds(60);
    assert_eq!(code(&renew(&client.refresh).await), "invalid_grant", "used again later");
    assert_eq!(client.get("/me").await.status, 401, "and all that came of it has ended");
    assert_eq!(count(&app, "platform_token").await, 0);
    let client = Client::customer(&app, Site::Fieldhouse, COACH).await;
    assert_eq!(ask(&client.visitor, "/oauth/token/revoke", "token=unknown").await.status, StatusCode::OK);
    assert_eq!(client.get("/me").await.status, StatusCode::OK);
    let revoked = ask(&client.visitor, "/oauth/token/revoke", &format!("token={}", client.refresh)).await;
    assert_eq!(revoked.status, StatusCode::OK);
    assert_eq!(client.get("/me").await.status, 401);
    app.state.clock.advance_seconds(40 * 86_400);
    let forgotten = Client::anonymous(&app, Site::Fieldhouse).await;
    forgotten.good("/me/carts", &json!({"currency": "USD"})).await;
    app.state.clock.advance_seconds(40 * 86_400);
    fieldhouse_server::session::sweep::sweep(&app.state).await.unwrap();
    assert_eq!((count(&app, "platform_grant").await, count(&app, "cart").await), (0, 0));
}

#[tokio::test]
async fn a_bearer_token_counts_nowhere_else_and_a_cookie_counts_nowhere_here() {
    let app = TestApp::stocked().await;
    let client = Client::registered(&app, Site::Fieldhouse, COACH).await;
    let bearer = ["Bearer ", &client.token].concat();
    let stranger = app.visitor(Site::Fieldhouse);
    let api = stranger.send(Method::GET, "/api/account", &[("authorization", &bearer)], None).await;
    assert_eq!(api.status, 401);
    sign_in(&stranger, COACH, PASSWORD).await;
    let platform = stranger.get("/platform/fieldhouse/me").await;
    assert_eq!((platform.status.as_u16(), code(&platform).as_str()), (401, "invalid_token"));
    let signed_in = stranger.send(Method::GET, "/platform/fieldhouse/me", &[("authorization", &bearer)], None).await;
    assert_eq!(signed_in.status, StatusCode::OK);
    assert!(!signed_in.headers.contains_key("set-cookie"));
    for token in ["", "Bearer", "Bearer ", "Basic abc", &bearer.to_uppercase(), "Bearer a b", &"Bearer x".repeat(500)] {
        let headers = [("authorization", token)];
        let answer = stranger.send(Method::GET, "/platform/fieldhouse/me", &headers, None).await;
        assert_eq!(answer.status, 401, "{token}");
    }
    let twice = [("authorization", bearer.as_str()), ("authorization", bearer.as_str())];
    assert_eq!(stranger.send(Method::GET, "/platform/fieldhouse/me", &twice, None).await.status, 401);
}

#[tokio::test]
async fn r04_a_token_is_good_for_its_store_alone() {
    let app = TestApp::stocked().await;
    let client = Client::registered(&app, Site::UsGames, COACH).await;
    let me = client.me().await;
    assert_eq!(me["stores"], json!([{"typeId": "store", "key": "usgames"}]));
    assert_eq!(client.get("/in-store/key=usgames/me").await.json(), me);
    assert_eq!(client.get("/in-store/key=usgames/me/").await.json(), me, "account §7 writes a slash");
    let unknown = client.get("/in-store/key=usgames/nothing").await;
    assert_eq!(code(&unknown), "ResourceNotFound");
    for path in [
        "/in-store/key=fieldhouse/me",
        "/in-store/key=nowhere/me",
        "/in-store/key=/me",
        "/in-store/usgames/me",
        "/in-store/key=usgames/in-store/key=usgames/me",
        "/in-store",
        "/nothing",
        "",
    ] {
        let answer = client.get(path).await;
        assert_eq!((answer.status, answer.json()), (unknown.status, unknown.json()), "{path}");
    }
    let other = client.visitor.get("/platform/other/me").await;
    assert_eq!((other.status, other.json()), (unknown.status, unknown.json()), "another project");
    // The token says which store, not the host.
    let bearer = ["Bearer ", &client.token].concat();
    let host = app.visitor(Site::Fieldhouse);
    let answer = host.send(Method::GET, "/platform/fieldhouse/me", &[("authorization", &bearer)], None).await;
    assert_eq!(answer.json(), me);
}

#[tokio::test]
async fn the_ten_actions_of_account_7_change_the_customer() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::Fieldhouse, COACH).await;
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
    let visitor = app.visitor(Site::Fieldhouse);
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
    Client::customer(&app, Site::Fieldhouse, "robin@club.example").await;
}

#[tokio::test]
async fn r06_r07_updates_are_refused_whole_in_the_platforms_words() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::Fieldhouse, COACH).await;
    let rival = Client::registered(&app, Site::Fieldhouse, "rival@club.example").await;
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
        (json!({"action": "setDefaultShippingAddress", "addressId": default}), 409, "InvalidOperation", None),
        (json!({"action": "removeAddress", "addressId": theirs}), 404, "ResourceNotFound", None),
        (json!({"action": "addShippingAddressId", "addressId": theirs}), 404, "ResourceNotFound", None),
        (json!({"action": "setFirstName", "firstName": " "}), 400, "RequiredField", Some("actions.1.firstName")),
        (json!({"action": "setFirstName"}), 400, "InvalidJsonInput", None),
        (json!({"action": "addAddress", "address": zip}), 400, "InvalidField", Some("actions.1.address.postalCode")),
        (json!({"action": "addAddress", "address": {}}), 400, "RequiredField", Some("actions.1.address.firstName")),
        (json!({"action": "addAddress", "address": sold_to}), 400, "InvalidJsonInput", None),
        (json!({"action": "changeEmail", "email": "x"}), 400, "InvalidField", Some("actions.1.email")),
        (json!({"action": "changeEmail", "email": "rival@club.example"}), 400, "DuplicateField", Some("email")),
        (
            json!({"action": "setCustomField", "name": "showCertReporting", "value": "true"}),
            400,
            "InvalidJsonInput",
            None,
        ),
        (json!({"action": "setCustomerGroup", "customerGroup": {}}), 400, "InvalidJsonInput", None),
        (json!({"action": "setTitle", "title": "x", "showCertReporting": true}), 400, "InvalidJsonInput", None),
        (json!({"action": "setTitle", "title": "x", "title ": "y"}), 400, "InvalidJsonInput", None),
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
async fn r47_a_new_email_needs_a_password_given_lately() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::Fieldhouse, COACH).await;
    let visitor = app.visitor(Site::Fieldhouse);
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
    let fresh = Client::customer(&app, Site::Fieldhouse, COACH).await;
    assert_eq!(fresh.change(actions).await.status, StatusCode::OK);
}

#[tokio::test]
async fn passwords_are_changed_reset_and_guessed_as_often_as_at_the_storefront() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::Fieldhouse, COACH).await;
    let visitor = app.visitor(Site::Fieldhouse);
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
    let machine = Client::given(app.visitor(Site::Fieldhouse), "/oauth/token", "grant_type=client_credentials").await;
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

#[tokio::test]
async fn r38_an_anonymous_cart_becomes_the_customers_at_sign_up_and_sign_in() {
    let app = TestApp::stocked().await;
    let client = Client::anonymous(&app, Site::Fieldhouse).await;
    assert_eq!(client.get("/me").await.status, 404);
    let cart =
        client.good("/me/carts", &json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 2}]})).await;
    let mut home = address("100 Field Road");
    home["mobile"] = json!("214-555-0199");
    let draft = json!({
        "email": COACH, "password": PASSWORD, "title": "Head Coach", "addresses": [home], "defaultShippingAddress": 0,
        "custom": {"type": {"typeId": "type", "key": "customer"}, "fields": {"customer_classification_id": "Club"}},
    });
    let joined = client.good("/me/signup", &draft).await;
    assert_eq!((&joined["customer"]["email"], &joined["cart"]["id"]), (&json!(COACH), &cart["id"]));
    assert_eq!(joined["customer"]["addresses"][0]["mobile"], "214-555-0199");
    assert_eq!(client.get("/me/active-cart").await.status, 404, "it is the customer's now");
    let again = client.post("/me/signup", &draft).await;
    assert_eq!((again.status.as_u16(), code(&again).as_str()), (400, "DuplicateField"));
    let bare = client.post("/me/signup", &json!({"email": "x@club.example", "password": PASSWORD})).await;
    assert_eq!(code(&bare), "RequiredField", "the rules of registration hold");
    client.good("/me/carts", &json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 1}]})).await;
    let wrong = client.post("/me/login", &json!({"email": COACH, "password": "wrong password"})).await;
    assert_eq!((wrong.status.as_u16(), code(&wrong).as_str()), (400, "InvalidCredentials"));
    assert_eq!(client.get("/me/active-cart").await.json()["totalLineItemQuantity"], 1);
    let mode = "MergeWithExistingCustomerCart";
    let entered =
        client.good("/me/login", &json!({"email": COACH, "password": PASSWORD, "activeCartSignInMode": mode})).await;
    assert_eq!(entered["cart"]["totalLineItemQuantity"], 3);
    // A customer's token takes nothing along: what it speaks for has an owner already.
    let rival = Client::registered(&app, Site::Fieldhouse, "rival@club.example").await;
    rival.good("/me/carts", &json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 1}]})).await;
    let entered = rival.good("/me/login", &json!({"email": COACH, "password": PASSWORD})).await;
    assert_eq!(entered["cart"]["totalLineItemQuantity"], 3);
    assert_eq!(rival.get("/me/active-cart").await.json()["totalLineItemQuantity"], 1);
    assert_books(&app).await;
}

#[tokio::test]
async fn an_anonymous_id_is_given_once() {
    let app = TestApp::start().await;
    let visitor = app.visitor(Site::Fieldhouse);
    let ask = async |id: &str| {
        let form = format!("grant_type=client_credentials&anonymous_id={id}&scope=manage_my_orders:fieldhouse");
        ask(&visitor, "/oauth/fieldhouse/anonymous/token", &form).await
    };
    let first = ask("team-7").await.json();
    assert_eq!(first["scope"], "manage_my_orders:fieldhouse anonymous_id:team-7");
    assert_eq!(code(&ask("team-7").await), "invalid_request");
    assert_eq!(code(&ask("a%20b").await), "invalid_request");
    let client = Client {
        token: first["access_token"].as_str().unwrap().to_owned(),
        refresh: String::new(),
        visitor: app.visitor(Site::Fieldhouse),
    };
    let cart = client.good("/me/carts", &json!({"currency": "USD"})).await;
    assert_eq!((&cart["anonymousId"], &cart["totalPrice"]["centAmount"]), (&json!("team-7"), &json!(0)));
    assert_eq!(code(&client.post("/me/login", &json!({"email": COACH, "password": "x"})).await), "insufficient_scope");
}

#[tokio::test]
async fn carts_change_by_the_actions_of_cart_7() {
    let app = TestApp::stocked().await;
    let client = Client::registered(&app, Site::Fieldhouse, COACH).await;
    assert_eq!(code(&client.get("/me/active-cart").await), "ResourceNotFound");
    let cart = client.good("/in-store/key=fieldhouse/me/carts", &json!({"currency": "USD"})).await;
    assert_eq!(
        (&cart["lineItems"], &cart["cartState"], &cart["store"]["key"]),
        (&json!([]), &json!("Active"), &json!("fieldhouse"))
    );
    let path = format!("/me/carts/{}", cart["id"].as_str().unwrap());
    let at = |version: &Value, actions: Value| json!({"version": version, "actions": actions});
    let cart = client
        .good(&path, &at(&cart["version"], json!([{"action": "addLineItem", "sku": "BAL100", "quantity": 3}])))
        .await;
    let line = &cart["lineItems"][0];
    assert_eq!(
        (&line["variant"]["sku"], &line["quantity"], &line["name"]["en"].is_string()),
        (&json!("BAL100"), &json!(3), &true)
    );
    let unit = line["price"]["value"]["centAmount"].as_i64().unwrap();
    assert_eq!(
        line["price"]["value"],
        json!({"type": "centPrecision", "currencyCode": "USD", "centAmount": unit, "fractionDigits": 2})
    );
    // The storefront shows the same cart.
    let visitor = app.visitor(Site::Fieldhouse);
    sign_in(&visitor, COACH, PASSWORD).await;
    let shown = crate::shopping::cart(&visitor).await;
    assert_eq!((&shown["id"], &shown["totalCents"]), (&cart["id"], &cart["totalPrice"]["centAmount"]));
    let id = line["id"].clone();
    let cart = client
        .good(
            &path,
            &at(
                &cart["version"],
                json!([
                    {"action": "changeLineItemQuantity", "lineItemId": id, "quantity": 5},
                    {"action": "removeLineItem", "lineItemId": id, "quantity": 1},
                    {"action": "recalculate", "updateProductData": true},
                ]),
            ),
        )
        .await;
    assert_eq!(cart["lineItems"][0]["quantity"], 4);
    let cart_type = visitor.get("/api/cart/types/").await.json()["types"]["body"]["id"].clone();
    let cart = client
        .good(
            &path,
            &at(
                &cart["version"],
                json!([
                    {"action": "setCustomType", "type": {"typeId": "type", "id": cart_type}},
                    {"action": "setCustomField", "name": "program_id", "value": "P1"},
                ]),
            ),
        )
        .await;
    assert_eq!(cart["custom"], json!({"type": {"typeId": "type", "id": cart_type}, "fields": {"program_id": "P1"}}));
    let cart = client
        .good(
            &path,
            &at(&cart["version"], json!([{"action": "setCustomField", "name": "program_id", "value": "remove"}])),
        )
        .await;
    assert_eq!(cart["custom"]["fields"], json!({}));
    let cart = client.good(&path, &at(&cart["version"], json!([{"action": "removeLineItem", "lineItemId": id}]))).await;
    assert_eq!(cart["lineItems"], json!([]));
    assert_eq!(client.get("/me/carts?limit=1").await.json()["results"][0], cart);
    assert_eq!(client.get("/me/active-cart").await.json(), cart);
    assert_books(&app).await;
}

#[tokio::test]
async fn r10_r13_no_action_names_an_amount_and_quantities_keep_the_rules() {
    let app = TestApp::stocked().await;
    let client = Client::anonymous(&app, Site::Fieldhouse).await;
    let cart =
        client.good("/me/carts", &json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 1}]})).await;
    let (path, id) = (format!("/me/carts/{}", cart["id"].as_str().unwrap()), cart["lineItems"][0]["id"].clone());
    for (action, expected, field) in [
        (
            json!({"action": "addLineItem", "sku": "BAL100", "externalPrice": {"centAmount": 1}}),
            "InvalidJsonInput",
            None,
        ),
        (json!({"action": "setLineItemPrice", "lineItemId": id}), "InvalidJsonInput", None),
        (json!({"action": "addLineItem", "sku": "NOPE"}), "InvalidField", Some("actions.0.sku")),
        (json!({"action": "addLineItem", "sku": "BAL100", "quantity": -1}), "InvalidField", Some("actions.0.quantity")),
        (json!({"action": "addLineItem", "sku": "BAL100", "quantity": 1.5}), "InvalidJsonInput", None),
        (
            json!({"action": "addLineItem", "sku": "BAL100", "quantity": 9_223_372_036_854_775_807_i64}),
            "InvalidField",
            Some("actions.0.quantity"),
        ),
        (
            json!({"action": "changeLineItemQuantity", "lineItemId": id, "quantity": 10_000}),
            "InvalidField",
            Some("actions.0.quantity"),
        ),
        (
            json!({"action": "changeLineItemQuantity", "lineItemId": id, "quantity": -1}),
            "InvalidField",
            Some("actions.0.quantity"),
        ),
        (json!({"action": "changeLineItemQuantity", "lineItemId": "x", "quantity": 1}), "ResourceNotFound", None),
        (json!({"action": "setCustomField", "name": "price", "value": "1"}), "InvalidJsonInput", None),
        (json!({"action": "setCustomField", "name": "flyer_code", "value": "<script>"}), "InvalidJsonInput", None),
        (json!({"action": "setCustomType", "type": {"typeId": "type", "id": "x"}}), "InvalidJsonInput", None),
    ] {
        let answer = client.post(&path, &json!({"version": cart["version"], "actions": [action]})).await;
        assert_eq!(code(&answer), expected, "{action}: {}", answer.text);
        if let Some(field) = field {
            assert_eq!(answer.json()["errors"][0]["field"], field, "{action}");
        }
        assert_eq!(client.get("/me/active-cart").await.json(), cart, "{action}");
    }
    for draft in [
        json!({"currency": "EUR"}),
        json!({"currency": "USD", "totalPrice": 1}),
        json!({"currency": "USD", "customerId": "x"}),
    ] {
        assert_eq!(code(&client.post("/me/carts", &draft).await), "InvalidJsonInput", "{draft}");
    }
    let elsewhere = json!({"currency": "USD", "store": {"typeId": "store", "key": "usgames"}});
    assert_eq!(client.post("/me/carts", &elsewhere).await.status, 404);
    let late = client.post(&path, &json!({"version": 99, "actions": []})).await;
    assert_eq!((late.status.as_u16(), code(&late).as_str()), (409, "ConcurrentModification"));
    assert_eq!(late.json()["errors"][0]["currentVersion"], cart["version"]);
    assert_books(&app).await;
}

#[tokio::test]
async fn r02_r03_what_is_somebody_elses_does_not_exist() {
    let app = TestApp::stocked().await;
    let owner = Client::registered(&app, Site::Fieldhouse, COACH).await;
    let cart =
        owner.good("/me/carts", &json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 1}]})).await;
    let (id, line) = (cart["id"].as_str().unwrap(), cart["lineItems"][0]["id"].clone());
    let rivals = [
        Client::registered(&app, Site::Fieldhouse, "rival@club.example").await,
        Client::anonymous(&app, Site::Fieldhouse).await,
        Client::registered(&app, Site::UsGames, COACH).await,
    ];
    for rival in &rivals {
        rival.good("/me/carts", &json!({"currency": "USD"})).await;
        for kind in ["carts", "orders"] {
            let made_up = rival.get(&format!("/me/{kind}/00000000-0000-4000-8000-000000000000")).await;
            for id in [id, "1%20or%201=1", "..%2f", "'"] {
                let answer = rival.get(&format!("/me/{kind}/{id}")).await;
                assert_eq!((answer.status.as_u16(), answer.json()), (404, made_up.json()), "{kind} {id}");
            }
        }
        let remove = json!({"version": cart["version"], "actions": [{"action": "removeLineItem", "lineItemId": line}]});
        assert_eq!(rival.post(&format!("/me/carts/{id}"), &remove).await.status, 404);
        let own = rival.get("/me/active-cart").await.json();
        let remove = json!({"version": own["version"], "actions": [{"action": "removeLineItem", "lineItemId": line}]});
        assert_eq!(rival.post(&format!("/me/carts/{}", own["id"].as_str().unwrap()), &remove).await.status, 404);
    }
    assert_eq!(owner.get("/me/active-cart").await.json(), cart);
}

#[tokio::test]
async fn orders_are_read_as_they_were_placed() {
    let app = TestApp::stocked().await;
    let visitor = customer(&app, Site::Fieldhouse, COACH).await;
    let wishes =
        json!([{"sku": "BAL200-4", "quantity": 2}, {"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [["Kim", "7"]]}]);
    crate::shopping::add(&visitor, wishes).await;
    let placed = place(&visitor, "one", &placing(&check_out(&visitor).await)).await.json();
    let client = Client::customer(&app, Site::Fieldhouse, COACH).await;
    let path = format!("/me/orders/{}", placed["id"].as_str().unwrap());
    let order = client.get(&[&path, "?expand=paymentInfo.payments[*]"].concat()).await.json();
    assert_eq!(
        [&order["id"], &order["orderNumber"], &order["customerEmail"], &order["orderState"]],
        [&placed["id"], &placed["number"], &placed["email"], &json!("Confirmed")]
    );
    let cents = |money: &Value| money["centAmount"].as_i64().unwrap();
    assert_eq!(cents(&order["taxedPrice"]["totalGross"]), placed["totalCents"].as_i64().unwrap());
    let (gross, tax) = (cents(&order["taxedPrice"]["totalGross"]), cents(&order["taxedPrice"]["totalTax"]));
    assert_eq!((tax, gross - tax), (placed["summary"]["tax"]["cents"].as_i64().unwrap(), cents(&order["totalPrice"])));
    let freight = &order["shippingInfo"]["price"];
    assert_eq!((&freight["currencyCode"], &freight["fractionDigits"]), (&json!("USD"), &json!(2)));
    let lines = order["lineItems"].as_array().unwrap();
    let sum: i64 = lines.iter().map(|line| cents(&line["totalPrice"])).sum();
    assert_eq!(cents(&order["totalPrice"]), sum + cents(&order["shippingInfo"]["price"]));
    let ball = lines.iter().find(|line| line["variant"]["sku"] == "BAL200-4").unwrap();
    assert_eq!((cents(&ball["price"]["value"]), cents(&ball["price"]["discounted"]["value"])), (2000, 1500));
    assert_eq!(cents(&ball["totalPrice"]), 3000);
    let jersey = lines.iter().find(|line| line["variant"]["sku"] == "JRS200-NAV-S").unwrap();
    assert_eq!(jersey["custom"]["fields"], json!({"freeForm": ["Kim", "7"]}));
    let page = client.get("/in-store/key=fieldhouse/me/orders?limit=50").await.json();
    assert_eq!((&page["total"], &page["results"][0]["id"]), (&json!(1), &order["id"]));
    let rival = Client::registered(&app, Site::Fieldhouse, "rival@club.example").await;
    let made_up = rival.get("/me/orders/00000000-0000-4000-8000-000000000000").await;
    let theirs = rival.get(&path).await;
    assert_eq!((theirs.status.as_u16(), theirs.json()), (404, made_up.json()));
}

/// A payment as clients plan it.
fn planned(interface: &str, method: &str, cents: i64, fields: &Value) -> Value {
    json!({
        "amountPlanned": {"currencyCode": "USD", "centAmount": cents},
        "paymentMethodInfo": {"paymentInterface": interface, "method": method},
        "custom": {"type": {"typeId": "type", "key": "payment"}, "fields": fields},
    })
}

#[tokio::test]
async fn payments_of_the_three_kinds_are_planned_read_and_deleted() {
    let app = TestApp::stocked().await;
    let gift = CertificateRow { flyer: "AB".to_owned(), ..certificate("GC-1") };
    issue(&app, &[gift, certificate("GC-2")]).await;
    let client = Client::registered(&app, Site::Fieldhouse, COACH).await;
    let lines = json!([{"sku": "BAL100", "quantity": 2}]);
    let cart = client.good("/me/carts", &json!({"currency": "USD", "lineItems": lines})).await;
    let total = cart["totalPrice"]["centAmount"].clone();
    // R12: whatever was sent, a certificate is worth what the look-up says, an order what it comes to.
    let number = json!({"certificate_number": "gc-1"});
    let gift = client.good("/me/payments", &planned("SAP", "CERTIFICATE", 1_000_000, &number)).await;
    assert_eq!(gift["amountPlanned"]["centAmount"], 5_000);
    assert_eq!(gift["custom"]["fields"], json!({"certificate_number": "GC-1"}));
    let order = client.good("/me/payments", &planned("SAP", "PURCHASE_ORDER", 1, &json!({"po_number": "PO-1"}))).await;
    assert_eq!(
        (&order["amountPlanned"]["centAmount"], &order["custom"]["fields"]["po_number"]),
        (&total, &json!("PO-1"))
    );
    let fields = json!({"card_token": "tok-1", "exp_month": "12", "exp_year": "2030"});
    let visa = client.good("/me/payments", &planned("card-payment-provider", "VISA", 1, &fields)).await;
    assert_eq!(visa["custom"]["fields"], json!({"exp_month": "12", "exp_year": "2030"}), "R08: the token stays here");
    let listed = client.get("/me/payments/?limit=50").await.json();
    assert_eq!((&listed["limit"], &listed["total"]), (&json!(50), &json!(3)));
    let one = |payment: &Value| format!("/me/payments/{}", payment["id"].as_str().unwrap());
    assert_eq!(client.get(&one(&visa)).await.json(), visa);

    // On the cart, in place of its reference when asked for.
    let path = format!("/me/carts/{}", cart["id"].as_str().unwrap());
    let act = async |cart: &Value, action: Value| {
        client.post(&path, &json!({"version": cart["version"], "actions": [action]})).await
    };
    let reference = json!({"typeId": "payment", "id": gift["id"]});
    let cart = act(&cart, json!({"action": "addPayment", "payment": reference})).await.json();
    assert_eq!(cart["paymentInfo"]["payments"], json!([reference]));
    assert_eq!(cart["custom"]["fields"]["flyer_code"], "AB", "cart §4: its flyer comes along");
    let whole = client.get("/me/active-cart?expand=paymentInfo.payments[*]").await.json();
    assert_eq!(whole["paymentInfo"]["payments"][0]["obj"]["amountPlanned"]["centAmount"], 5_000);
    for value in [json!("remove"), json!("XY"), Value::Null] {
        let locked = act(&cart, json!({"action": "setCustomField", "name": "flyer_code", "value": value})).await;
        assert_eq!(locked.status, 400);
        assert!(locked.text.contains("is being used by a certificate in your cart"), "{}", locked.text);
    }
    let twice = planned("SAP", "CERTIFICATE", 1, &json!({"certificate_number": "GC-1"}));
    assert_eq!(client.post("/me/payments", &twice).await.status, 400, "it is on the cart already");
    let cart = act(&cart, json!({"action": "removePayment", "payment": reference})).await.json();
    assert_eq!((&cart["paymentInfo"], &cart["custom"]["fields"]), (&Value::Null, &json!({})));

    let stale = client.send(Method::DELETE, &[&one(&order), "?version=9"].concat(), None).await;
    assert_eq!((stale.status.as_u16(), code(&stale).as_str()), (409, "ConcurrentModification"));
    for query in ["", "?version=", "?version=x", "?version=1&version=1", "?version=-1"] {
        let answer = client.send(Method::DELETE, &[&one(&order), query].concat(), None).await;
        assert_eq!(answer.status, 400, "{query}");
    }
    let gone = client.send(Method::DELETE, &[&one(&order), "/?version=1"].concat(), None).await;
    assert_eq!((gone.status, gone.json()), (StatusCode::OK, order.clone()));
    assert_eq!(client.get(&one(&order)).await.status, 404);

    // R02, R03: somebody else's payment does not exist.
    let rival = Client::registered(&app, Site::Fieldhouse, "rival@club.example").await;
    let made_up = rival.get("/me/payments/00000000-0000-4000-8000-000000000000").await;
    assert_eq!(rival.get(&one(&visa)).await.json(), made_up.json());
    assert_eq!(rival.send(Method::DELETE, &[&one(&visa), "?version=1"].concat(), None).await.status, 404);
    let theirs = rival.good("/me/carts", &json!({"currency": "USD"})).await;
    let steal = json!({"version": theirs["version"], "actions": [{"action": "addPayment", "payment": {"typeId": "payment", "id": visa["id"]}}]});
    assert_eq!(rival.post(&format!("/me/carts/{}", theirs["id"].as_str().unwrap()), &steal).await.status, 404);
    assert_eq!(client.get(&one(&visa)).await.json(), visa);
    assert_books(&app).await;
}

#[tokio::test]
async fn r12_a_payment_of_an_order_stays_and_is_told_with_it() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-1")]).await;
    let visitor = customer(&app, Site::Fieldhouse, COACH).await;
    crate::shopping::add_one(&visitor, "BAL100", 2).await;
    assert_eq!(redeem(&visitor, "GC-1").await.status, StatusCode::OK);
    let placed = place(&visitor, "one", &placing(&check_out(&visitor).await)).await.json();
    let client = Client::customer(&app, Site::Fieldhouse, COACH).await;
    let path = format!("/me/orders/{}?expand=paymentInfo.payments[*]", placed["id"].as_str().unwrap());
    let order = client.get(&path).await.json();
    let payment = &order["paymentInfo"]["payments"][0];
    assert_eq!(payment["obj"]["custom"]["fields"], json!({"certificate_number": "GC-1"}));
    let path = format!("/me/payments/{}?version={}", payment["id"].as_str().unwrap(), payment["obj"]["version"]);
    let kept = client.send(Method::DELETE, &path, None).await;
    assert_eq!((kept.status.as_u16(), code(&kept).as_str()), (409, "ReferenceExists"));
}

#[tokio::test]
async fn r65_payments_are_of_their_kind_whole_and_never_hold_a_card_number() {
    let app = TestApp::stocked().await;
    let client = Client::anonymous(&app, Site::Fieldhouse).await;
    let card =
        |token: &str, month: &str, year: &str| json!({"card_token": token, "exp_month": month, "exp_year": year});
    for (interface, method, fields) in [
        ("SAP", "CERTIFICATE", json!({})),
        ("SAP", "CERTIFICATE", json!({"certificate_number": "NOPE"})),
        ("SAP", "CERTIFICATE", json!({"certificate_number": "GC-1", "po_number": "x"})),
        ("SAP", "PURCHASE_ORDER", json!({"po_number": " "})),
        ("SAP", "PURCHASE_ORDER", json!({"po_number": "4111 1111 1111 1111"})),
        ("SAP", "VISA", card("tok", "12", "2030")),
        ("card-payment-provider", "VISA", card("4111111111111111", "12", "2030")),
        ("card-payment-provider", "4111-1111-1111-1111", card("tok", "12", "2030")),
        ("card-payment-provider", "VISA", card("tok", "13", "2030")),
        ("card-payment-provider", "VISA", card("", "12", "2030")),
        (
            "card-payment-provider",
            "VISA",
            json!({"card_token": "tok", "exp_month": "12", "exp_year": "2030", "cvv": "123"}),
        ),
        ("other", "CASH", json!({})),
    ] {
        let answer = client.post("/me/payments", &planned(interface, method, 1, &fields)).await;
        assert_eq!(answer.status, 400, "{interface} {method} {fields}: {}", answer.text);
        assert!(!answer.text.contains("4111"), "{}", answer.text);
        code(&answer);
    }
    let mut euros = planned("SAP", "PURCHASE_ORDER", 1, &json!({"po_number": "PO-1"}));
    euros["amountPlanned"]["currencyCode"] = json!("EUR");
    assert_eq!(client.post("/me/payments", &euros).await.status, 400);
    assert_eq!(count(&app, "payment").await, 0);
}

#[tokio::test]
async fn lists_are_asked_for_in_parts_and_conditions_are_refused() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::Fieldhouse, COACH).await;
    let page = client.get("/me/orders/?limit=50&offset=1").await.json();
    assert_eq!(page, json!({"limit": 50, "offset": 1, "count": 0, "total": 0, "results": []}));
    for query in [
        "limit=501",
        "limit=-1",
        "limit=x",
        "limit=%2B1",
        "limit=1&limit=2",
        "offset=10001",
        "offset=99999999999999999999",
        "where=id%20%3D%201",
        "where=1%3D1%3B--",
        "sort=id%20asc",
    ] {
        let answer = client.get(&format!("/me/orders?{query}")).await;
        assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "InvalidJsonInput"), "{query}");
    }
    for expand in ["addresses[*]", "a".repeat(5000).as_str(), "..%2F", "__proto__", "%F0%9F%8F%80", "a&expand=b"] {
        assert_eq!(client.get(&format!("/me?expand={expand}")).await.status, StatusCode::OK, "{expand}");
    }
}
