//! What people wrote to the store at the desk: read, assigned, answered and closed; who subscribed; what did not go out.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::letters::worker::send_due;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, letters, register},
    business_units::{ASK, join, school},
    desk::{acts, grants, member, put, with_rights},
    desk_orders::{self, code, placed, staff},
    shell::{contact, submissions, subscribe, with_content},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// Sends a contact form at a brand; its id.
async fn written(app: &TestApp, site: Site, over: &Value) -> String {
    let sent = app.visitor(site).post("/api/forms/contact", &contact(over)).await;
    assert_eq!(sent.status, StatusCode::NO_CONTENT, "{}", sent.text);
    submissions(app, site).await[0].id.clone()
}

async fn show(desk: &Visitor, id: &str) -> Value {
    let answer = desk.get(&format!("/desk/api/messages/{id}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

async fn answer(desk: &Visitor, id: &str, text: &str, end: &str) -> Answer {
    let version = show(desk, id).await["message"]["version"].clone();
    let body = json!({"version": version, "answer": {"text": text, "end": end}});
    desk.post(&format!("/desk/api/messages/{id}/answers"), &body).await
}

async fn ids(desk: &Visitor, query: &str) -> Vec<String> {
    let page = desk.get(&format!("/desk/api/messages?{query}")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    let messages = page.json()["messages"].as_array().unwrap().clone();
    messages.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_form_is_read_assigned_answered_by_letter_and_closed() {
    let app = with_content().await;
    let id = written(&app, SITE, &json!({})).await;
    let desk = staff(&app, "manager").await;
    let colleague = member(&app, "kim@store.example", &grants(&[("support", None)])).await.0;
    member(&app, "pack@store.example", &grants(&[("warehouse", None)])).await;
    let waits = desk.get("/desk/api/inbox").await.json();
    assert_eq!((&waits["forms"]["text"], &waits["changeRequests"]["text"]), (&json!("1"), &json!("0")));

    let seen = show(&desk, &id).await;
    let row = &seen["message"];
    assert_eq!((&row["email"], &row["status"]), (&json!("pat@club.example"), &json!("open")));
    assert_eq!(row["excerpt"], "Forty jerseys. By Friday.");
    assert_eq!(seen["said"][0], json!({"label": "Your name", "value": "Pat Margolis"}));
    let names: Vec<&str> =
        seen["colleagues"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert!(names.contains(&colleague.as_str()) && names.len() == 2, "who packs answers nobody: {names:?}");

    let assigned =
        put(&desk, &format!("/desk/api/messages/{id}/assignee"), &json!({"version": 1, "assignee": colleague})).await;
    assert_eq!(assigned.json()["assigneeId"], json!(colleague));
    assert_eq!(ids(&desk, "kind=form&assignee=me").await, [""; 0]);
    let stale = put(&desk, &format!("/desk/api/messages/{id}/assignee"), &json!({"version": 1, "assignee": ""})).await;
    assert_eq!(code(&stale), (409, "message_changed".to_owned()));
    let remark = json!({"version": 2, "text": "Ask Dana for a quote"});
    assert_eq!(desk.post(&format!("/desk/api/messages/{id}/notes"), &remark).await.status, StatusCode::OK);

    app.state.clock.advance_seconds(1);
    send_due(&app.state).await.unwrap();
    let before = letters(&app).await.len();
    assert_eq!(code(&answer(&desk, &id, "", "").await), (422, "answer_empty".to_owned()));
    assert_eq!(code(&answer(&desk, &id, "Yes", "declined").await), (422, "answer_end_unknown".to_owned()));
    let told = answer(&desk, &id, "We can.\nPlease send the sizes.", "done").await;
    assert_eq!(told.json()["message"]["status"], "done", "{}", told.text);
    let all = letters(&app).await;
    assert_eq!(all.len(), before + 1);
    let letter = all.iter().find(|letter| letter.contains("To: pat@club.example")).unwrap().replace("\r\n", "\n");
    assert!(letter.contains("Subject: Re: ") && letter.contains("We can.\nPlease send the sizes."), "{letter}");
    assert!(letter.contains("Message: Forty jerseys.") && !letter.contains("Ask Dana"), "{letter}");
    assert!(ids(&desk, "kind=form").await.is_empty());
    assert_eq!(ids(&desk, "kind=form&status=done").await, [id.as_str()]);
    let written = show(&desk, &id).await["notes"].clone();
    let sent: Vec<bool> = written.as_array().unwrap().iter().map(|note| note["sent"].as_bool().unwrap()).collect();
    assert_eq!(sent, [false, true]);

    let version = show(&desk, &id).await["message"]["version"].clone();
    let again = desk.post(&format!("/desk/api/messages/{id}/reopen"), &json!({"version": version})).await;
    assert_eq!(again.json()["message"]["status"], "open");
    assert_eq!(letters(&app).await.len(), before + 1, "closing without words and opening again tell nobody");
    assert_eq!(answer(&desk, &id, "", "done").await.status, StatusCode::OK);
    assert_eq!(letters(&app).await.len(), before + 1);
    let kept = acts(&desk, "message.answered").await;
    assert_eq!(
        (kept.len(), &kept[1]["before"]["status"], &kept[1]["after"]["status"]),
        (2, &json!("open"), &json!("done"))
    );
    for action in ["message.assigned", "message.noted", "message.reopened"] {
        assert_eq!(acts(&desk, action).await.len(), 1, "{action}");
    }
}

#[tokio::test]
async fn a_change_request_is_answered_once_and_its_customer_told() {
    let app = TestApp::start().await;
    let customer = school(&app, SITE).await;
    join(&app, SITE, &["NORTH"]).await;
    let asked = json!({"role": "sold-to", "message": "We have moved:\n2 New Road"});
    assert_eq!(customer.post(ASK, &asked).await.status, StatusCode::OK);
    let desk = staff(&app, "manager").await;
    let id = ids(&desk, "kind=change_request").await[0].clone();
    let seen = show(&desk, &id).await;
    assert_eq!((&seen["message"]["title"], &seen["message"]["email"]), (&json!("Change of sold to"), &json!(COACH)));
    assert!(
        seen["said"].as_array().unwrap().contains(&json!({"label": "Request", "value": "We have moved:\n2 New Road"}))
    );
    assert_eq!(code(&answer(&desk, &id, "Soon", "").await), (422, "answer_end_unknown".to_owned()));
    let no = answer(&desk, &id, "Please send a W-9 first.", "declined").await;
    assert_eq!(no.json()["message"]["status"], "declined", "{}", no.text);
    let told = customer.get("/api/account/addresses").await.json()["defaults"][0]["changeRequests"][0].clone();
    assert_eq!((&told["status"], &told["note"]), (&json!("declined"), &json!("Please send a W-9 first.")));
    let mailed: Vec<String> =
        letters(&app).await.into_iter().filter(|letter| letter.contains("Please send a W-9 first.")).collect();
    assert_eq!(mailed.len(), 1);
    assert_eq!(code(&answer(&desk, &id, "", "done").await), (409, "message_changed".to_owned()));
    let reopen = desk.post(&format!("/desk/api/messages/{id}/reopen"), &json!({"version": 2})).await;
    assert_eq!(reopen.status, StatusCode::NOT_FOUND, "its customer asks anew");
}

#[tokio::test]
async fn what_was_written_at_another_brand_is_not_there_and_who_lacks_a_right_answers_nothing() {
    let app = with_content().await;
    let id = written(&app, Site::VARSITY_BRANDS, &json!({"topic": "A fitting"})).await;
    let other = member(&app, "one@store.example", &grants(&[("manager", Some(&[SITE]))])).await.1;
    assert!(ids(&other, "kind=form").await.is_empty());
    assert_eq!(other.get(&format!("/desk/api/messages/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.get("/desk/api/messages?kind=form&site=varsitybrands").await.status, StatusCode::NOT_FOUND);
    let body = json!({"version": 1, "answer": {"text": "Yes", "end": "done"}});
    assert_eq!(other.post(&format!("/desk/api/messages/{id}/answers"), &body).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.get("/desk/api/inbox").await.json()["forms"]["text"], "0");
    let auditor = staff(&app, "auditor").await;
    let reads = auditor.get(&format!("/desk/api/messages/{id}")).await;
    if reads.status == StatusCode::OK {
        assert_eq!(reads.json()["answerable"], false);
    }
    assert_eq!(auditor.post(&format!("/desk/api/messages/{id}/answers"), &body).await.status, StatusCode::FORBIDDEN);
    let nobody = json!({"version": 1, "assignee": "00000000-0000-4000-8000-000000000000"});
    let desk = staff(&app, "manager").await;
    assert_eq!(put(&desk, &format!("/desk/api/messages/{id}/assignee"), &nobody).await.status, StatusCode::NOT_FOUND);
    for wrong in ["kind=letter", "kind=form&status=asleep", "kind=form&assignee=kim", "kind=form&after=yesterday"] {
        assert_eq!(desk.get(&format!("/desk/api/messages?{wrong}")).await.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn messages_are_listed_page_by_page_and_none_is_left_out() {
    let app = with_content().await;
    for number in 0..53 {
        // Several within one moment.
        if number % 9 == 0 {
            app.state.clock.advance_seconds(60);
        }
        let (site, topic) = if number % 2 == 0 { (SITE, "A quote") } else { (Site::VARSITY_BRANDS, "A fitting") };
        let over = json!({"email": format!("pat{number}@club.example"), "topic": topic});
        let sent = app.visitor(site).post("/api/forms/contact", &contact(&over)).await;
        assert_eq!(sent.status, StatusCode::NO_CONTENT, "{}", sent.text);
    }
    let desk = staff(&app, "manager").await;
    let first = desk.get("/desk/api/messages?kind=form").await.json();
    let next = first["next"].as_str().unwrap();
    let second = desk.get(&format!("/desk/api/messages?kind=form&after={next}")).await.json();
    assert!(second["next"].is_null());
    let rows = [&first, &second].into_iter().flat_map(|page| page["messages"].as_array().unwrap());
    let all: Vec<(String, String)> = rows
        .map(|row| (row["sentAt"].as_str().unwrap().to_owned(), row["email"].as_str().unwrap().to_owned()))
        .collect();
    assert!(all.is_sorted_by(|one, next| one.0 >= next.0));
    let mut emails: Vec<&String> = all.iter().map(|(_, email)| email).collect();
    emails.sort();
    emails.dedup();
    assert_eq!(emails.len(), 53);
}

#[tokio::test]
async fn who_subscribed_is_listed_found_and_taken_off() {
    let app = TestApp::start().await;
    for email in ["coach@club.example", "office@club.example"] {
        assert_eq!(subscribe(&app.visitor(SITE), email).await.status, StatusCode::OK);
    }
    assert_eq!(subscribe(&app.visitor(Site::US_GAMES), "coach@club.example").await.status, StatusCode::OK);
    let desk = member(&app, "one@store.example", &grants(&[("manager", Some(&[SITE]))])).await.1;
    let found = async |query: &str| {
        let page = desk.get(&format!("/desk/api/newsletter?{query}")).await.json();
        let rows = page["subscribers"].as_array().unwrap().clone();
        rows.iter().map(|row| row["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(found("").await.is_empty(), "nobody confirmed");
    assert_eq!(found("status=waiting").await.len(), 2);
    assert_eq!(found("status=waiting&q=OFFICE").await, ["office@club.example"]);
    let rows = desk.get("/desk/api/newsletter?status=waiting&q=office").await.json();
    let id = rows["subscribers"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/desk/api/newsletter/{id}");
    let support = member(&app, "us@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await.1;
    let gone = async |desk: &Visitor| desk.send(Method::DELETE, &path, &[], None).await.status;
    assert_eq!(gone(&support).await, StatusCode::NOT_FOUND);
    assert_eq!((gone(&desk).await, gone(&desk).await), (StatusCode::NO_CONTENT, StatusCode::NOT_FOUND));
    assert_eq!(found("status=waiting").await, ["coach@club.example"]);
    let kept = acts(&desk, "newsletter.removed").await;
    assert_eq!((kept.len(), &kept[0]["before"]["email"]), (1, &json!("office@club.example")));
}

#[tokio::test]
async fn r80_what_did_not_go_out_is_tried_again_or_dropped_from_the_desk() {
    let app = TestApp::stocked().await;
    // A file where the folder should be: the post is down.
    std::fs::write(app.mail_folder(), "").unwrap();
    let order = placed(&app).await;
    register(&app, SITE, COACH).await;
    register(&app, Site::US_GAMES, COACH).await;
    for _ in 0..20 {
        send_due(&app.state).await.unwrap();
        app.state.clock.advance_seconds(6 * 3_600);
    }
    std::fs::remove_file(app.mail_folder()).unwrap();
    let owner = staff(&app, "owner").await;
    let parked = owner.get("/desk/api/jobs").await.json();
    let jobs = parked["jobs"].as_array().unwrap().clone();
    let first = &jobs[0];
    assert!(jobs.len() >= 2 && first["attempts"] == 20 && !first["reason"].as_str().unwrap().is_empty(), "{parked}");
    assert!(jobs.iter().any(|job| job["to"] == COACH), "{parked}");
    let given = with_rights(&owner, &["jobs.retry"]).await;
    let unseen = member(&app, "post@store.example", &given).await.1.get("/desk/api/jobs").await;
    assert_eq!(unseen.json()["jobs"].as_array().unwrap().len(), jobs.len());
    assert!(!unseen.text.contains(COACH), "to whom is for who may see customers");
    assert!(!unseen.text.contains(&order), "and about which order for who may see orders");
    assert_eq!(parked["counts"][0], json!({"state": "parked", "jobs": jobs.len()}));
    let number = desk_orders::show(&owner, &order).await["order"]["number"].clone();
    let about: Vec<_> = jobs.iter().map(|job| job.get("order")).collect();
    assert!(about.contains(&Some(&json!({"id": order, "number": number}))) && about.contains(&None), "{parked}");
    let act = async |job: &Value, what: &str| {
        owner.post(&format!("/desk/api/jobs/{}/{what}", job["id"].as_str().unwrap()), &Value::Null).await
    };
    let left = act(first, "retry").await.json()["jobs"].as_array().unwrap().len();
    assert_eq!(left, jobs.len() - 1);
    assert_eq!(act(first, "retry").await.status, StatusCode::NOT_FOUND, "on its way");
    assert_eq!(act(&jobs[1], "drop").await.status, StatusCode::OK);
    assert_eq!(act(&jobs[1], "drop").await.status, StatusCode::NOT_FOUND);
    assert_eq!(send_due(&app.state).await.unwrap(), 1);
    let kept = [acts(&owner, "job.retried").await, acts(&owner, "job.dropped").await].concat();
    assert_eq!(
        kept.iter().map(|act| act["subjectId"].clone()).collect::<Vec<_>>(),
        [first["id"].clone(), jobs[1]["id"].clone()]
    );
    for wrong in ["state=done", "state=asleep"] {
        assert_eq!(owner.get(&format!("/desk/api/jobs?{wrong}")).await.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}
