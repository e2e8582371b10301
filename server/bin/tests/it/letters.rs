//! Letters: one for each act, in its brand's name, tried again after a failure, never doubled.

use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::jobs::{self, State};
use fieldhouse_server::surfaces;
use fieldhouse_shop::{config::Config, letters::worker::send_due};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

use crate::{
    accounts::{COACH, letters, register, registration},
    shell::{contact, with_content},
    shopping::{add_one, check_out, letters_left, number_in, place, placing, texts},
    support::{TestApp, Visitor},
};

#[tokio::test]
async fn each_brand_welcomes_in_its_own_name_once() {
    let app = TestApp::start().await;
    for site in Site::BUILT_IN {
        register(&app, site, COACH).await;
    }
    let all = letters(&app).await;
    assert_eq!(all.len(), 4);
    for site in Site::BUILT_IN {
        let subject = format!("Subject: Welcome to {}", brand(site).name);
        let letter = all.iter().find(|letter| letter.contains(&subject)).unwrap();
        assert!(letter.contains(&format!("To: {COACH}")));
        assert!(letter.contains("text/plain") && letter.contains("text/html") && letter.contains("Hello Pat,"));
        assert!(letter.contains(&format!("http://{}.localhost:8420/api/auth/signin", site.key())));
    }
    assert_eq!(send_due(&app.state).await.unwrap(), 0, "nothing is sent twice");
    let refused = app.visitor(Site::US_GAMES).post("/api/features/Account/register", &registration(COACH)).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(letters(&app).await.len(), 4, "no letter without its act");
}

#[tokio::test]
async fn an_order_is_confirmed_by_one_letter_even_by_two_workers() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
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
    register(&app, Site::FIELDHOUSE, COACH).await;
    assert_eq!(send_due(&app.state).await.unwrap(), 0);
    std::fs::remove_file(app.mail_folder()).unwrap();
    assert_eq!(send_due(&app.state).await.unwrap(), 0, "not at once");
    app.state.clock.advance_seconds(30);
    assert_eq!(send_due(&app.state).await.unwrap(), 1);
    app.state.clock.advance_seconds(86_400);
    assert_eq!(send_due(&app.state).await.unwrap(), 0);
    assert_eq!((letters(&app).await.len(), letters_left(&app).await), (1, 1));
}

#[tokio::test]
async fn r80_a_letter_that_is_given_up_is_seen_and_goes_out_or_is_dropped_by_hand() {
    let app = TestApp::start().await;
    std::fs::write(app.mail_folder(), "").unwrap();
    register(&app, Site::FIELDHOUSE, COACH).await;
    register(&app, Site::US_GAMES, COACH).await;
    let waiting = letters_left(&app).await;
    for _ in 0..20 {
        assert_eq!(send_due(&app.state).await.unwrap(), 0);
        app.state.clock.advance_seconds(6 * 3_600);
    }
    let told = jobs::list(app.state.db.read(), State::Parked).await.unwrap();
    let sent = "SELECT COUNT(*) AS n FROM job WHERE state = 'done'";
    assert_eq!(number_in(app.state.db.read(), sent).await, 0, "nothing is marked sent that was not");
    assert_eq!(i64::try_from(told.len()).unwrap(), waiting, "{told:?}");
    assert!(!told.concat().contains(COACH), "{told:?}");
    let welcomes: Vec<&str> =
        told.iter().filter(|line| line.contains("  letters welcome  ")).map(|line| &line[..36]).collect();
    assert_eq!(welcomes.len(), 2, "{told:?}");
    let state = app.again(Config { metrics: true, ..app.state.config.clone() });
    let metrics = Visitor::at(surfaces::router(state, app.pages.clone()), Site::FIELDHOUSE).get("/metrics").await.text;
    assert!(metrics.contains(&format!("fieldhouse_jobs{{queue=\"letters\",state=\"parked\"}} {waiting}")), "{metrics}");
    std::fs::remove_file(app.mail_folder()).unwrap();
    assert_eq!(send_due(&app.state).await.unwrap(), 0, "not by itself");
    jobs::retry(&app.state.db, &app.state.clock, welcomes[0]).await.unwrap();
    jobs::drop_job(&app.state.db, welcomes[1]).await.unwrap();
    assert!(jobs::retry(&app.state.db, &app.state.clock, welcomes[1]).await.is_err());
    assert!(jobs::drop_job(&app.state.db, welcomes[0]).await.is_err(), "on its way");
    assert_eq!(send_due(&app.state).await.unwrap(), 1);
    assert_eq!(number_in(app.state.db.read(), sent).await, 1);
}

#[tokio::test]
async fn r66_what_was_typed_never_becomes_a_header() {
    let app = TestApp::start().await;
    let mut draft = registration(COACH);
    draft["firstName"] = serde_json::json!("Pat\r\nBcc: x@evil.example");
    let refused = app.visitor(Site::FIELDHOUSE).post("/api/features/Account/register", &draft).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let mut draft = registration(COACH);
    draft["email"] = serde_json::json!("a@b.co\r\nBcc: x@evil.example");
    let refused = app.visitor(Site::FIELDHOUSE).post("/api/features/Account/register", &draft).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(letters(&app).await.is_empty());
    assert!(texts(&app, "job", "payload").await.is_empty());
}

/// How a mail server takes a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// Takes the letter.
    Good,
    /// Hangs up at once.
    Down,
    /// Says nothing until it is let go, then hangs up.
    Silent,
    /// Has no time now.
    Busy,
    /// Refuses the recipient for now.
    Rejecting,
    /// Takes the letter and hangs up before it says so.
    Forgetful,
}

/// A mail server that takes one connection after another, each in its mood; the last mood stays.
struct MailServer {
    url: String,
    /// What it was told on each connection, line by line.
    told: Arc<Mutex<Vec<Vec<String>>>>,
    /// A silent connection was made.
    arrived: Arc<Notify>,
    /// Lets a silent connection go.
    release: Arc<Notify>,
}

impl MailServer {
    async fn start(moods: &[Mood]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            url: format!("smtp://{}", listener.local_addr().unwrap()),
            told: Arc::default(),
            arrived: Arc::default(),
            release: Arc::default(),
        };
        let (told, arrived, release) = (server.told.clone(), server.arrived.clone(), server.release.clone());
        let moods = moods.to_vec();
        let mut moods = moods.into_iter();
        tokio::spawn(async move {
            let mut mood = Mood::Good;
            while let Ok((stream, _)) = listener.accept().await {
                mood = moods.next().unwrap_or(mood);
                if mood == Mood::Silent {
                    arrived.notify_one();
                    release.notified().await;
                }
                let lines = talk(stream, mood).await.unwrap_or_default();
                told.lock().unwrap().push(lines);
            }
        });
        server
    }

    /// Every letter that was taken whole, as lines.
    fn taken(&self) -> Vec<Vec<String>> {
        let told = self.told.lock().unwrap();
        told.iter().filter(|lines| lines.iter().any(|line| line == ".")).cloned().collect()
    }
}

async fn talk(mut stream: TcpStream, mood: Mood) -> std::io::Result<Vec<String>> {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    let (mut told, mut in_letter) = (Vec::new(), false);
    match mood {
        Mood::Down | Mood::Silent => return Ok(told),
        Mood::Busy => {
            write.write_all(b"421 too busy\r\n").await?;
            return Ok(told);
        }
        Mood::Good | Mood::Rejecting | Mood::Forgetful => write.write_all(b"220 mail.test\r\n").await?,
    }
    while let Some(line) = lines.next_line().await? {
        let refused = mood == Mood::Rejecting && line.starts_with("RCPT");
        let answer = match (in_letter, line.as_str()) {
            (true, ".") => "250 taken\r\n",
            (true, _) => "",
            (false, _) if refused => "450 not now\r\n",
            (false, "DATA") => "354 go on\r\n",
            (false, "QUIT") => "221 bye\r\n",
            (false, _) => "250 ok\r\n",
        };
        let last = line == "QUIT" || (in_letter && line == ".");
        in_letter = (in_letter && line != ".") || line == "DATA";
        told.push(line);
        if last && mood == Mood::Forgetful {
            return Ok(told);
        }
        write.write_all(answer.as_bytes()).await?;
        if last || refused {
            break;
        }
    }
    Ok(told)
}

#[tokio::test]
async fn letters_go_to_the_configured_mail_server() {
    let app = TestApp::start().await;
    register(&app, Site::US_GAMES, COACH).await;
    let server = MailServer::start(&[Mood::Good]).await;
    let mail = server.url.clone();
    let config = Config { mail, mail_from: "store@shop.example".to_owned(), ..app.state.config.clone() };
    let state = app.again(config);
    assert_eq!(send_due(&state).await.unwrap(), 1);
    let told = server.taken().concat();
    let has = |start: &str| told.iter().any(|line| line.starts_with(start));
    assert!(has("MAIL FROM:<store@shop.example>") && has(&format!("RCPT TO:<{COACH}>")), "{told:?}");
    assert!(has("From: \"US Games\" <store@shop.example>") && has("Subject: Welcome to US Games"), "{told:?}");
    assert_eq!(told.iter().filter(|line| line.starts_with("RCPT")).count(), 1);
    assert!(!app.mail_folder().exists());
}

#[tokio::test]
async fn r66_what_ends_a_letter_in_smtp_ends_none_when_it_was_typed() {
    let app = with_content().await;
    let server = MailServer::start(&[Mood::Good]).await;
    let state = app.again(Config { mail: server.url.clone(), ..app.state.config.clone() });
    let typed = "Before\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<y@evil.example>\r\nDATA\r\nafter\n..\n.\nend";
    let sent = app.visitor(Site::FIELDHOUSE).post("/api/forms/contact", &contact(&json!({ "message": typed }))).await;
    assert_eq!(sent.status, StatusCode::NO_CONTENT, "{}", sent.text);
    assert_eq!(send_due(&state).await.unwrap(), 1);
    let taken = server.taken();
    assert_eq!(taken.len(), 1, "{taken:?}");
    let at = taken[0].iter().position(|line| line == "DATA").unwrap();
    let (said, letter) = taken[0].split_at(at + 1);
    let starts = |lines: &[String], start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((starts(said, "MAIL FROM"), starts(said, "RCPT TO")), (1, 1), "{said:?}");
    // All of it is in the letter, which ends where the letter ends.
    // Once as text, once as HTML.
    assert_eq!((starts(letter, "RCPT TO"), letter.last().map(String::as_str)), (2, Some(".")), "{letter:?}");
    assert_eq!(letter.iter().filter(|line| *line == ".").count(), 1);
    assert!(letter.iter().any(|line| line == "..") && letter.iter().any(|line| line == "end"), "{letter:?}");
}

#[tokio::test]
async fn r35_people_register_while_the_mail_server_is_away_and_each_is_welcomed_once() {
    let app = TestApp::start().await;
    let moods = [Mood::Down, Mood::Busy, Mood::Rejecting, Mood::Forgetful, Mood::Silent, Mood::Good];
    let server = MailServer::start(&moods).await;
    let state = app.again(Config { mail: server.url.clone(), ..app.state.config.clone() });
    let router = surfaces::router(state.clone(), app.pages.clone());
    let join = async |email: &str| {
        let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
        let answer = visitor.post("/api/features/Account/register", &registration(email)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    };
    join(COACH).await;
    // Down, busy, rejecting, forgetful: each try puts the letter off, and costs nobody anything.
    for pause in [30, 60, 120, 240] {
        assert_eq!(send_due(&state).await.unwrap(), 0);
        assert_eq!(send_due(&state).await.unwrap(), 0, "not at once");
        state.clock.advance_seconds(pause);
    }
    // While it says nothing at all, others register; they are welcomed as soon as it is let go.
    let worker = tokio::spawn({
        let state = state.clone();
        async move { send_due(&state).await.unwrap() }
    });
    server.arrived.notified().await;
    for name in ["one", "two", "three"] {
        join(&format!("{name}@club.example")).await;
    }
    server.release.notify_one();
    assert_eq!(worker.await.unwrap(), 3);
    state.clock.advance_seconds(480);
    assert_eq!(send_due(&state).await.unwrap(), 1);
    state.clock.advance_seconds(7 * 86_400);
    assert_eq!(send_due(&state).await.unwrap(), 0);
    let taken = server.taken();
    let to = |email: &str| {
        let line = format!("RCPT TO:<{email}>");
        taken.iter().filter(|told| told.contains(&line)).collect::<Vec<_>>()
    };
    for name in ["one", "two", "three"] {
        assert_eq!(to(&format!("{name}@club.example")).len(), 1, "{name}");
    }
    // The server that took a letter and did not say so gets it again: under the name it knows.
    let name = |told: &Vec<String>| told.iter().find(|line| line.starts_with("Message-ID:")).unwrap().clone();
    let copies: Vec<String> = to(COACH).into_iter().map(name).collect();
    assert_eq!((copies.len(), &copies[0]), (2, &copies[1]));
    assert_eq!(taken.len(), 5);
}
