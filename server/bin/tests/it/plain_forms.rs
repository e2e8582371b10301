//! Forms that are sent without scripts: posted, answered by a page, and nothing personal in an address.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::{limits, publishing::newsletter};

use crate::{
    shell::{submissions, with_content},
    support::{Answer, Visitor},
};

const OWN: &[u8] = b"http://fieldhouse.localhost:8420";
const FORM: &[u8] = b"application/x-www-form-urlencoded";
const GOOD: &str = "name=Pat+Margolis&email=pat%40club.example&organization=&phone=214-555-0142&topic=A+quote\
                    &message=Forty+jerseys.%0D%0ABy+Friday.&website=";

async fn send(visitor: &Visitor, path: &str, origin: &[u8], body: &'static str) -> Answer {
    visitor.send_bytes(Method::POST, path, &[("content-type", FORM), ("origin", origin)], body).await
}

#[tokio::test]
async fn a_form_posts_to_its_own_page_and_is_thanked_at_another_address() {
    let app = with_content().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let page = visitor.get("/contact-us").await.text;
    assert!(page.contains("action=\"/forms/contact\" method=\"post\""), "{page}");
    let sent = send(&visitor, "/forms/contact", OWN, GOOD).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text);
    assert_eq!(sent.headers["location"], "/forms/contact/sent");
    let thanks = visitor.get("/forms/contact/sent").await;
    assert_eq!(thanks.status, StatusCode::OK);
    assert!(thanks.text.contains("Thank you, we received your form submission!") && thanks.text.contains("href=\"/\""));
    let stored = submissions(&app, Site::FIELDHOUSE).await;
    assert_eq!(stored.len(), 1);
    assert!(
        stored[0].answers.contains("pat@club.example") && stored[0].answers.contains("Forty jerseys.\\nBy Friday.")
    );
}

#[tokio::test]
async fn what_is_wrong_stands_at_its_field_and_what_was_entered_stays() {
    let app = with_content().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let body = "name=Pat+%22Margolis%22&email=pat&phone=&topic=A+quote&message=+&website=";
    let answer = send(&visitor, "/forms/contact", OWN, body).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
    assert_eq!(answer.headers["cache-control"], "no-store");
    let page = answer.text;
    assert!(page.contains("2 fields need your attention."), "{page}");
    assert!(page.contains("aria-describedby=\"field-email-error\" autofocus value=\"pat\">"), "{page}");
    assert!(page.contains("id=\"field-message-error\">Please fill in this field</p>"), "{page}");
    assert!(page.contains("value=\"Pat &#34;Margolis&#34;\"") && page.contains("<option selected>A quote</option>"));
    assert!(page.contains("<form method=\"post\" action=\"/forms/contact\">") && page.contains("name=\"website\""));
    assert!(submissions(&app, Site::FIELDHOUSE).await.is_empty());
}

#[tokio::test]
async fn forms_of_strangers_and_of_robots_are_not_taken() {
    let app = with_content().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for (path, body) in [("/forms/contact", GOOD), ("/newsletter/join", "email=pat%40club.example")] {
        assert_eq!(send(&visitor, path, b"https://evil.example", body).await.status, StatusCode::FORBIDDEN, "{path}");
        let json = visitor.send(Method::POST, path, &[], Some(&serde_json::json!({}))).await;
        assert_eq!(json.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
    }
    // The calls of scripts do not read what a form of a stranger's page could send.
    assert_eq!(send(&visitor, "/api/forms/contact", OWN, GOOD).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let robot =
        send(&visitor, "/forms/contact", OWN, "name=a&email=a%40b.co&topic=A+quote&message=x&website=spam").await;
    assert_eq!(robot.status, StatusCode::SEE_OTHER, "thanked like anybody: {}", robot.text);
    assert_eq!(send(&visitor, "/forms/contact", OWN, "name=a&name=b").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(send(&visitor, "/forms/contact", OWN, "name=%C0%AF").await.status, StatusCode::BAD_REQUEST);
    let (shown, thanked) = (visitor.get("/forms/nothing").await, visitor.get("/forms/nothing/sent").await);
    for nowhere in [shown, thanked, send(&visitor, "/forms/nothing", OWN, GOOD).await] {
        assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
        assert_eq!(nowhere.headers["content-type"], "text/html; charset=utf-8");
        assert!(nowhere.text.contains("<h1>We cannot find this form</h1>") && nowhere.text.contains("href=\"/\""));
    }
    assert!(submissions(&app, Site::FIELDHOUSE).await.is_empty());
    assert_eq!(newsletter::store::count_subscriptions(app.state.db.read(), "fieldhouse").await.unwrap(), 0);
}

#[tokio::test]
async fn a_busy_sender_is_told_on_the_page_and_loses_nothing() {
    let app = with_content().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for _ in 0..limits::quota::OF_SENDER {
        assert_eq!(send(&visitor, "/forms/contact", OWN, GOOD).await.status, StatusCode::SEE_OTHER);
    }
    let answer = send(&visitor, "/forms/contact", OWN, GOOD).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.headers.contains_key("retry-after"));
    assert!(answer.text.contains("Please try again in an hour") && answer.text.contains("By Friday.</textarea>"));
}

#[tokio::test]
async fn the_newsletter_is_joined_without_scripts() {
    let app = with_content().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert!(visitor.get("/").await.text.contains("action=\"/newsletter/join\" method=\"post\""));
    let wrong = send(&visitor, "/newsletter/join", OWN, "email=pat").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("id=\"field-email-error\"") && wrong.text.contains("value=\"pat\""), "{}", wrong.text);
    let joined = send(&visitor, "/newsletter/join", OWN, "email=pat%40club.example").await;
    assert_eq!(
        (joined.status, &joined.headers["location"]),
        (StatusCode::SEE_OTHER, &"/newsletter/joined".parse().unwrap())
    );
    let thanks = visitor.get("/newsletter/joined").await.text;
    assert!(thanks.contains("Thank you for joining our Team!"), "{thanks}");
    assert_eq!(newsletter::store::count_subscriptions(app.state.db.read(), "fieldhouse").await.unwrap(), 1);
}
