//! The outbox: jobs of one order of things are done one after the other, none waits for another order's, and whoever
//! claimed one and died holds nobody up for long (R31, R35, R80).

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use fieldhouse_kernel::jobs::{self, Bell, Job, NewJob, Outcome, Queue, State};
use fieldhouse_shop::env::Env;
use tokio::sync::{Notify, mpsc};

use crate::{shopping::number_in, support::TestApp};

static QUEUE: Queue = Queue {
    name: "errands",
    patience: Duration::from_secs(5),
    look: Duration::from_secs(1),
    first_pause: Duration::from_secs(4),
    longest_pause: Duration::from_secs(16),
    tries: 3,
    together: 1,
    parked_blocks: false,
};
static OTHER: Queue = Queue { name: "others", ..QUEUE };

fn job<'a>(queue: &'static Queue, kind: &'a str, ordered_by: &'a str) -> NewJob<'a> {
    NewJob {
        queue,
        kind,
        site: "fieldhouse",
        subject: "s",
        ordered_by,
        dedupe_key: None,
        counted_for: "",
        payload: String::new(),
        held: false,
    }
}

async fn leave(env: &Env, jobs: impl IntoIterator<Item = NewJob<'_>>) {
    let tx = env.db.write().await.unwrap();
    for job in jobs {
        jobs::enqueue(&tx, &env.clock, &env.ids, job).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// One round in which jobs of some kinds go wrong; what was tried.
async fn round(env: &Env, failing: &[&str]) -> Vec<String> {
    round_of(env, &QUEUE, failing).await
}

async fn round_of(env: &Env, queue: &'static Queue, failing: &[&str]) -> Vec<String> {
    let tried = Mutex::new(Vec::new());
    let done = jobs::work_off(&env.db, &env.clock, queue, |job: Job| {
        tried.lock().unwrap().push(job.kind.clone());
        let failed = failing.contains(&job.kind.as_str());
        async move { if failed { Outcome::Failed("not today".to_owned()) } else { Outcome::Done } }
    });
    let done = done.await.unwrap();
    let tried = tried.into_inner().unwrap();
    assert_eq!(done, tried.iter().filter(|kind| !failing.contains(&kind.as_str())).count());
    tried
}

async fn parked(env: &Env) -> Vec<String> {
    jobs::list(env.db.read(), State::Parked).await.unwrap()
}

#[tokio::test]
async fn what_is_counted_together_is_counted_up_to_what_is_asked_about_and_no_further() {
    let app = TestApp::start().await;
    let env = &app.state.env;
    let letter = |held| NewJob { counted_for: "coach", held, ..job(&QUEUE, "letter", "") };
    leave(env, [true, true, false, false, false, false].map(letter)).await;
    let tx = env.db.write().await.unwrap();
    for (most, counted) in [(0, 0), (1, 1), (3, 3), (4, 4), (5, 4), (u32::MAX, 4)] {
        let found = jobs::count_since(&tx, QUEUE.name, ("coach", &[]), 0, most).await.unwrap();
        assert_eq!(found, counted, "of {most}, without those that are held");
    }
}

#[tokio::test]
async fn jobs_of_one_order_follow_each_other_and_hold_no_other_one_up() {
    let app = TestApp::start().await;
    let left = [("a1", "a"), ("b1", "b"), ("a2", "a"), ("free", ""), ("b2", "b"), ("a3", "a")];
    leave(&app.state, left.map(|(kind, order)| job(&QUEUE, kind, order))).await;
    // The same name in another queue is another order of things.
    leave(&app.state, [job(&OTHER, "elsewhere", "a")]).await;
    assert_eq!(round(&app.state, &["a1", "free"]).await, ["a1", "b1", "free", "b2"]);
    assert_eq!(round(&app.state, &[]).await, [""; 0], "not before they are due");
    app.state.clock.advance_seconds(4);
    assert_eq!(round(&app.state, &["a1"]).await, ["a1", "free"]);
    app.state.clock.advance_seconds(7);
    assert_eq!(round(&app.state, &[]).await, [""; 0], "the pause doubles");
    app.state.clock.advance_seconds(1);
    // The third try was the last: what comes after a parked job waits for it no longer.
    assert_eq!(round(&app.state, &["a1"]).await, ["a1", "a2", "a3"]);
    let lines = parked(&app.state).await;
    assert!(lines.len() == 1 && lines[0].contains("  errands a1  fieldhouse  s  since "), "{lines:?}");
    assert!(lines[0].ends_with("tried 3 times: not today"), "{lines:?}");
}

/// Tries until what goes wrong is parked; its id.
async fn park(env: &Env, queue: &'static Queue, kind: &str) -> String {
    for _ in 0..queue.tries {
        assert!(round_of(env, queue, &[kind]).await.contains(&kind.to_owned()));
        env.clock.advance_seconds(16);
    }
    let lines = parked(env).await;
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0][..36].to_owned()
}

#[tokio::test]
async fn what_comes_after_a_parked_job_waits_for_people_where_its_receiver_must_not_hear_of_it_first() {
    static CAREFUL: Queue = Queue { name: "careful", parked_blocks: true, ..QUEUE };
    let app = TestApp::start().await;
    let left = [("a1", "a"), ("a2", "a"), ("b1", "b"), ("free", ""), ("more", "")];
    leave(&app.state, left.map(|(kind, order)| job(&CAREFUL, kind, order))).await;
    let first = park(&app.state, &CAREFUL, "a1").await;
    leave(&app.state, [job(&CAREFUL, "a3", "a"), job(&CAREFUL, "b2", "b")]).await;
    assert_eq!(round_of(&app.state, &CAREFUL, &[]).await, ["b2"], "no other one waits for it");
    app.state.clock.advance_seconds(86_400);
    assert_eq!(round_of(&app.state, &CAREFUL, &[]).await, [""; 0]);
    jobs::retry(&app.state.db, &app.state.clock, &first).await.unwrap();
    assert_eq!(round_of(&app.state, &CAREFUL, &[]).await, ["a1", "a2", "a3"]);

    leave(&app.state, [job(&CAREFUL, "c1", "c"), job(&CAREFUL, "c2", "c")]).await;
    let first = park(&app.state, &CAREFUL, "c1").await;
    assert_eq!(round_of(&app.state, &CAREFUL, &[]).await, [""; 0]);
    jobs::drop_job(&app.state.db, &first).await.unwrap();
    assert_eq!(round_of(&app.state, &CAREFUL, &[]).await, ["c2"]);
}

#[tokio::test]
async fn what_somebody_took_on_was_tried_whatever_became_of_it() {
    let app = TestApp::start().await;
    let untried = async |kind: &str| jobs::is_untried(app.state.db.read(), (QUEUE.name, kind), kind).await.unwrap();
    let take = async |kind: &str| {
        let tx = app.state.db.write().await.unwrap();
        let taken = jobs::take_untried(&tx, (QUEUE.name, kind), kind).await.unwrap();
        tx.commit().await.unwrap();
        taken
    };
    leave(&app.state, ["parked", "lost"].map(|kind| job(&QUEUE, kind, kind))).await;
    assert!(untried("parked").await && untried("lost").await);
    // Somebody claims both and is never heard of again, and the claims run out.
    let claimed = Arc::new(Notify::new());
    let dies = tokio::spawn({
        let (state, claimed) = (app.state.clone(), Arc::clone(&claimed));
        async move {
            let never = |job: Job| {
                let (claimed, lost) = (Arc::clone(&claimed), job.kind == "lost");
                async move {
                    if lost {
                        claimed.notify_one();
                        std::future::pending::<()>().await;
                    }
                    Outcome::Refused("no".to_owned())
                }
            };
            jobs::work_off(&state.db, &state.clock, &QUEUE, never).await.unwrap();
        }
    });
    claimed.notified().await;
    dies.abort();
    assert!(dies.await.unwrap_err().is_cancelled());
    app.state.clock.advance_seconds(60);
    assert!(!untried("lost").await && !take("lost").await, "its receiver may have it");
    let id = parked(&app.state).await[0][..36].to_owned();
    assert!(!untried("parked").await);
    jobs::retry(&app.state.db, &app.state.clock, &id).await.unwrap();
    assert!(!untried("parked").await && !take("parked").await, "people try it again");

    // What waits behind one that nobody took on goes with it, and nothing of anybody else.
    leave(&app.state, [job(&QUEUE, "new", "new"), job(&QUEUE, "behind", "new"), job(&OTHER, "new", "new")]).await;
    assert!(!take("behind").await, "there is none of this order");
    assert!(untried("new").await && take("new").await && !take("new").await);
    let left = number_in(app.state.db.read(), "SELECT COUNT(*) AS n FROM job WHERE ordered_by = 'new'").await;
    assert_eq!(left, 1, "of the other queue");
}

#[tokio::test]
async fn jobs_of_several_orders_are_done_together_and_those_of_one_never() {
    static BRISK: Queue = Queue { name: "brisk", together: 3, ..QUEUE };
    let app = TestApp::start().await;
    leave(
        &app.state,
        [("a1", "a"), ("a2", "a"), ("b", "b"), ("c", ""), ("d", "")].map(|(kind, order)| job(&BRISK, kind, order)),
    )
    .await;
    // Three are there at once, or this never ends.
    let together = tokio::sync::Barrier::new(3);
    let (tried, done) = (Mutex::new(Vec::new()), Mutex::new(BTreeSet::new()));
    let handle = async |job: Job| {
        tried.lock().unwrap().push(job.kind.clone());
        match job.kind.as_str() {
            "a2" => assert!(done.lock().unwrap().contains("a1"), "not beside the one before it"),
            "a1" | "b" | "c" => {
                together.wait().await;
            }
            _ => {}
        }
        done.lock().unwrap().insert(job.kind);
        Outcome::Done
    };
    assert_eq!(jobs::work_off(&app.state.db, &app.state.clock, &BRISK, handle).await.unwrap(), 5);
    assert_eq!(tried.into_inner().unwrap(), ["a1", "b", "c", "a2", "d"]);

    leave(&app.state, (0..7).map(|_| job(&BRISK, "away", ""))).await;
    let asked = Mutex::new(0);
    let away = async |_: Job| {
        *asked.lock().unwrap() += 1;
        Outcome::Away("nobody home".to_owned())
    };
    assert_eq!(jobs::work_off(&app.state.db, &app.state.clock, &BRISK, away).await.unwrap(), 0);
    assert_eq!(asked.into_inner().unwrap(), 3, "those at once, and no other one");
}

#[tokio::test]
async fn a_receiver_that_is_away_ends_the_round_and_nothing_is_parked() {
    let app = TestApp::start().await;
    leave(&app.state, [job(&QUEUE, "one", ""), job(&QUEUE, "two", "")]).await;
    for _ in 0..10 {
        let tried = Mutex::new(0);
        let done = jobs::work_off(&app.state.db, &app.state.clock, &QUEUE, |_| {
            *tried.lock().unwrap() += 1;
            async { Outcome::Away("nobody home".to_owned()) }
        });
        assert_eq!(done.await.unwrap(), 0);
        assert_eq!(tried.into_inner().unwrap(), 1, "one is enough to know");
        app.state.clock.advance_seconds(4);
    }
    assert_eq!(parked(&app.state).await, [""; 0]);
    assert_eq!(round(&app.state, &[]).await, ["one", "two"]);
}

#[tokio::test]
async fn a_job_that_panics_is_parked_in_time_and_holds_no_other_one_up() {
    let app = TestApp::start().await;
    leave(&app.state, [job(&QUEUE, "bad", ""), job(&QUEUE, "good", "")]).await;
    let mut done = 0;
    for _ in 0..QUEUE.tries {
        let tried = jobs::work_off(&app.state.db, &app.state.clock, &QUEUE, async |job: Job| {
            assert_ne!(job.kind, "bad", "what this job is made of breaks its handler");
            Outcome::Done
        });
        done += tried.await.unwrap();
        app.state.clock.advance_seconds(16);
    }
    assert_eq!(done, 1);
    let lines = parked(&app.state).await;
    assert!(lines.len() == 1 && lines[0].contains("tried 3 times: it panicked"), "{lines:?}");
}

#[tokio::test]
async fn a_claim_ends_when_its_time_is_up_and_no_two_workers_have_one_job() {
    let app = TestApp::start().await;
    leave(&app.state, (0..8).map(|_| job(&QUEUE, "one", ""))).await;
    let seen = Mutex::new(Vec::new());
    let worker = async || {
        let done = jobs::work_off(&app.state.db, &app.state.clock, &QUEUE, |job: Job| {
            seen.lock().unwrap().push(job.id);
            async { Outcome::Done }
        });
        done.await.unwrap()
    };
    let (one, other, third) = tokio::join!(worker(), worker(), worker());
    assert_eq!(one + other + third, 8);
    assert_eq!(seen.lock().unwrap().iter().collect::<BTreeSet<_>>().len(), 8);

    leave(&app.state, [job(&QUEUE, "late", "")]).await;
    // Somebody claims it and is never heard of again.
    let claimed = Arc::new(Notify::new());
    let dies = tokio::spawn({
        let (state, claimed) = (app.state.clone(), Arc::clone(&claimed));
        async move {
            let never = |_: Job| {
                claimed.notify_one();
                std::future::pending()
            };
            jobs::work_off(&state.db, &state.clock, &QUEUE, never).await.unwrap();
        }
    });
    claimed.notified().await;
    dies.abort();
    assert!(dies.await.unwrap_err().is_cancelled());
    app.state.clock.advance_seconds(9);
    assert_eq!(round(&app.state, &[]).await, [""; 0], "it may still be at it");
    app.state.clock.advance_seconds(1);
    assert_eq!(round(&app.state, &[]).await, ["late"]);
}

#[tokio::test]
async fn a_key_is_taken_once_by_a_queue_and_what_is_held_goes_when_people_let_it() {
    let app = TestApp::start().await;
    let once = |queue| NewJob { dedupe_key: Some("o-1"), ..job(queue, "placed", "") };
    leave(&app.state, [once(&QUEUE), once(&OTHER)]).await;
    // Something else that happened to the same order is another message.
    leave(&app.state, [NewJob { kind: "shipped", ..once(&QUEUE) }]).await;
    let tx = app.state.db.write().await.unwrap();
    assert!(jobs::enqueue(&tx, &app.state.clock, &app.state.ids, once(&QUEUE)).await.is_err());
    drop(tx);
    assert_eq!(round(&app.state, &[]).await, ["placed", "shipped"]);

    leave(&app.state, [NewJob { held: true, ..job(&QUEUE, "kept", "") }]).await;
    assert_eq!(round(&app.state, &[]).await, [""; 0]);
    let held = jobs::list(app.state.db.read(), State::Held).await.unwrap();
    assert!(held.len() == 1 && held[0].contains("  errands kept  "), "{held:?}");
    jobs::retry(&app.state.db, &app.state.clock, &held[0][..36]).await.unwrap();
    assert_eq!(round(&app.state, &[]).await, ["kept"]);
    assert!(jobs::retry(&app.state.db, &app.state.clock, &held[0][..36]).await.is_err(), "done is done");
    assert_eq!(number_in(app.state.db.read(), "SELECT COUNT(*) AS n FROM job WHERE state = 'waiting'").await, 1);
}

#[tokio::test]
async fn a_worker_looks_when_it_is_rung_for() {
    /// Would look by itself long after this test.
    static PATIENT: Queue = Queue { name: "patient", look: Duration::from_hours(1), ..QUEUE };
    let app = TestApp::start().await;
    let bell = Arc::new(Bell::default());
    let (said, mut done) = mpsc::unbounded_channel();
    leave(&app.state, [job(&PATIENT, "there before", "")]).await;
    let worker = tokio::spawn({
        let (state, bell) = (app.state.clone(), Arc::clone(&bell));
        async move {
            let handle = |job: Job| {
                said.send(job.kind).unwrap();
                std::future::ready(Outcome::Done)
            };
            jobs::work(&state.db, &state.clock, &bell, &PATIENT, handle).await;
        }
    });
    assert_eq!(done.recv().await.unwrap(), "there before");
    for kind in ["first", "second"] {
        leave(&app.state, [job(&PATIENT, kind, "")]).await;
        bell.ring();
        assert_eq!(done.recv().await.unwrap(), kind);
    }
    worker.abort();
}
