//! The customer API: its tokens, and what they open.

use axum::http::{Method, StatusCode};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, register, sign_in},
    platform_customers::address,
    shopping::{assert_books, count, texts},
    support::{Answer, TestApp, Visitor},
};

pub const PROJECT: &str = "/platform/fieldhouse";

/// A client of the platform at a brand's host, with the token it was given.
pub struct Client {
    pub visitor: Visitor,
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
    pub async fn given(visitor: Visitor, path: &str, form: &str) -> Self {
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

    pub async fn good(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        answer.json()
    }

    pub async fn me(&self) -> Value {
        let answer = self.get("/me?expand=addresses[*]").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    }

    /// Changes the customer at the present version.
    pub async fn change(&self, actions: Value) -> Answer {
        let version = self.me().await["version"].clone();
        self.post("/me", &json!({"version": version, "actions": actions})).await
    }
}

pub fn password_form(email: &str, password: &str) -> String {
    format!("grant_type=password&username={}&password={}", email.replace('@', "%40"), password.replace(' ', "%20"))
}

/// The platform's code of a refusal.
pub fn code(answer: &Answer) -> String {
    let body = answer.json();
    assert_eq!(body["statusCode"], answer.status.as_u16(), "{body}");
    assert!(body["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
    assert!(body["errors"][0]["message"].is_string(), "{body}");
    body["errors"][0]["code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn r45_only_the_configured_client_gets_tokens_and_only_for_a_shopper() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
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
    let mut client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
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
    let client = Client::customer(&app, Site::FIELDHOUSE, COACH).await;
    assert_eq!(ask(&client.visitor, "/oauth/token/revoke", "token=unknown").await.status, StatusCode::OK);
    assert_eq!(client.get("/me").await.status, StatusCode::OK);
    let revoked = ask(&client.visitor, "/oauth/token/revoke", &format!("token={}", client.refresh)).await;
    assert_eq!(revoked.status, StatusCode::OK);
    assert_eq!(client.get("/me").await.status, 401);
    app.state.clock.advance_seconds(40 * 86_400);
    let forgotten = Client::anonymous(&app, Site::FIELDHOUSE).await;
    forgotten.good("/me/carts", &json!({"currency": "USD"})).await;
    app.state.clock.advance_seconds(40 * 86_400);
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    assert_eq!((count(&app, "platform_grant").await, count(&app, "cart").await), (0, 0));
}

#[tokio::test]
async fn a_bearer_token_counts_nowhere_else_and_a_cookie_counts_nowhere_here() {
    let app = TestApp::stocked().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let bearer = ["Bearer ", &client.token].concat();
    let stranger = app.visitor(Site::FIELDHOUSE);
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
    let client = Client::registered(&app, Site::US_GAMES, COACH).await;
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
    let host = app.visitor(Site::FIELDHOUSE);
    let answer = host.send(Method::GET, "/platform/fieldhouse/me", &[("authorization", &bearer)], None).await;
    assert_eq!(answer.json(), me);
}

#[tokio::test]
async fn r38_an_anonymous_cart_becomes_the_customers_at_sign_up_and_sign_in() {
    let app = TestApp::stocked().await;
    let client = Client::anonymous(&app, Site::FIELDHOUSE).await;
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
    let rival = Client::registered(&app, Site::FIELDHOUSE, "rival@club.example").await;
    rival.good("/me/carts", &json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 1}]})).await;
    let entered = rival.good("/me/login", &json!({"email": COACH, "password": PASSWORD})).await;
    assert_eq!(entered["cart"]["totalLineItemQuantity"], 3);
    assert_eq!(rival.get("/me/active-cart").await.json()["totalLineItemQuantity"], 1);
    assert_books(&app).await;
}

#[tokio::test]
async fn an_anonymous_id_is_given_once() {
    let app = TestApp::start().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
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
        visitor: app.visitor(Site::FIELDHOUSE),
    };
    let cart = client.good("/me/carts", &json!({"currency": "USD"})).await;
    assert_eq!((&cart["anonymousId"], &cart["totalPrice"]["centAmount"]), (&json!("team-7"), &json!(0)));
    assert_eq!(code(&client.post("/me/login", &json!({"email": COACH, "password": "x"})).await), "insufficient_scope");
}

#[tokio::test]
async fn lists_are_asked_for_in_parts_and_what_is_not_understood_is_refused() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
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
        "sort=total%20asc",
        "where=total%20%3D%20%221%22",
    ] {
        let answer = client.get(&format!("/me/orders?{query}")).await;
        assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "InvalidJsonInput"), "{query}");
    }
    for expand in ["addresses[*]", "a".repeat(5000).as_str(), "..%2F", "__proto__", "%F0%9F%8F%80", "a&expand=b"] {
        assert_eq!(client.get(&format!("/me?expand={expand}")).await.status, StatusCode::OK, "{expand}");
    }
}
