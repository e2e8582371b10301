//! Letters: one for each act, in its brand's name, tried again after a failure, never doubled.

use axum::http::StatusCode;
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_server::{config::Config, mail::worker::send_due};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    task::JoinHandle,
};

use crate::{
    accounts::{COACH, letters, register, registration},
    shopping::{add_one, check_out, count, place, placing, texts},
    support::TestApp,
};

#[tokio::test]
async fn each_brand_welcomes_in_its_own_name_once() {
    let app = TestApp::start().await;
    for site in Site::ALL {
        register(&app, site, COACH).await;
    }
    let all = letters(&app).await;
    assert_eq!(all.len(), 4);
    for site in Site::ALL {
        let subject = format!("Subject: Welcome to {}", brand(site).name);
        let letter = all.iter().find(|letter| letter.contains(&subject)).unwrap();
        assert!(letter.contains(&format!("To: {COACH}")));
        assert!(letter.contains("text/plain") && letter.contains("text/html") && letter.contains("Hello Pat,"));
        assert!(letter.contains(&format!("http://{}.localhost:8420/api/auth/signin", site.key())));
    }
    assert_eq!(send_due(&app.state).await.unwrap(), 0, "nothing is sent twice");
    let refused = app.visitor(Site::UsGames).post("/api/features/Account/register", &registration(COACH)).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(letters(&app).await.len(), 4, "no letter without its act");
}

#[tokio::test]
async fn an_order_is_confirmed_by_one_letter_even_by_two_workers() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::Fieldhouse);
    add_one(&visitor, "BAL100", 2).await;
    let review = check_out(&visitor).await;
    let order = place(&visitor, "k", &placing(&review)).await.json();
    let (first, second) = tokio::join!(send_due(&app.state), send_due(&app.state));
    assert_eq!(first.unwrap() + second.unwrap(), 1);
    let all = letters(&app).await;
    assert_eq!(all.len(), 1);
    let number = order["number"].as_str().unwrap();
    assert!(all[0].contains(&format!("Subject: Your Fieldhouse order {number}")), "{}", all[0]);
    assert!(all[0].contains("To: coach@example.com") && all[0].contains("2 \u{d7} Match Soccer Ball"), "{}", all[0]);
    assert!(all[0].contains("PO-4711"));
}

#[tokio::test]
async fn a_letter_that_could_not_go_out_is_tried_again_later() {
    let app = TestApp::start().await;
    // A file where the folder should be: the post is down.
    std::fs::write(app.mail_folder(), "").unwrap();
    register(&app, Site::Fieldhouse, COACH).await;
    assert_eq!(send_due(&app.state).await.unwrap(), 0);
    std::fs::remove_file(app.mail_folder()).unwrap();
    assert_eq!(send_due(&app.state).await.unwrap(), 0, "not at once");
    app.state.clock.advance_seconds(30);
    assert_eq!(send_due(&app.state).await.unwrap(), 1);
    app.state.clock.advance_seconds(86_400);
    assert_eq!(send_due(&app.state).await.unwrap(), 0);
    assert_eq!((letters(&app).await.len(), count(&app, "letter").await), (1, 1));
}

#[tokio::test]
async fn r66_what_was_typed_never_becomes_a_header() {
    let app = TestApp::start().await;
    let mut draft = registration(COACH);
    draft["firstName"] = serde_json::json!("Pat\r\nBcc: x@evil.example");
    let refused = app.visitor(Site::Fieldhouse).post("/api/features/Account/register", &draft).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let mut draft = registration(COACH);
    draft["email"] = serde_json::json!("a@b.co\r\nBcc: x@evil.example");
    let refused = app.visitor(Site::Fieldhouse).post("/api/features/Account/register", &draft).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(letters(&app).await.is_empty());
    assert!(texts(&app, "letter", "recipient").await.is_empty());
}

/// A mail server for one connection; what it was told, line by line.
async fn mail_server() -> (String, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let talk = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (read, mut write) = stream.split();
        let mut lines = BufReader::new(read).lines();
        let (mut told, mut in_letter) = (Vec::new(), false);
        write.write_all(b"220 mail.test\r\n").await.unwrap();
        while let Some(line) = lines.next_line().await.unwrap() {
            let answer = match (in_letter, line.as_str()) {
                (true, ".") => "250 taken\r\n",
                (true, _) => "",
                (false, "DATA") => "354 go on\r\n",
                (false, "QUIT") => "221 bye\r\n",
                (false, _) => "250 ok\r\n",
            };
            in_letter = (in_letter && line != ".") || line == "DATA";
            write.write_all(answer.as_bytes()).await.unwrap();
            let last = line == "QUIT" || (line == "." && !in_letter);
            told.push(line);
            if last {
                break;
            }
        }
        told
    });
    (url, talk)
}

#[tokio::test]
async fn letters_go_to_the_configured_mail_server() {
    let app = TestApp::start().await;
    register(&app, Site::UsGames, COACH).await;
    let (url, talk) = mail_server().await;
    let config = Config { mail: url, mail_from: "store@shop.example".to_owned(), ..app.state.config.clone() };
    let state = app.again(config);
    assert_eq!(send_due(&state).await.unwrap(), 1);
    let told = talk.await.unwrap();
    let has = |start: &str| told.iter().any(|line| line.starts_with(start));
    assert!(has("MAIL FROM:<store@shop.example>") && has(&format!("RCPT TO:<{COACH}>")), "{told:?}");
    assert!(has("From: \"US Games\" <store@shop.example>") && has("Subject: Welcome to US Games"), "{told:?}");
    assert_eq!(told.iter().filter(|line| line.starts_with("RCPT")).count(), 1);
    assert!(!app.mail_folder().exists());
}
