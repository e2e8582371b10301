//! Lists of orders at the desk: found by any fragment, page by page, kept under a name, and acted on as far as they were chosen.

use std::fmt::Write as _;

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::buying::orders::search::index_due;
use serde_json::{Value, json};

use crate::{
    approvals::{decide, order, school},
    desk::{acts, grants, member, put, with_rights},
    desk_orders::{act, assert_ledger, code, done, only, placed, show, staff},
    shopping::{add, check_out, place, placing},
    support::{TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

#[tokio::test]
async fn orders_are_found_by_any_fragment_and_listed_by_queue_page_by_page() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (buyer, approver) = school(&app, SITE).await;
    let waiting = order(&buyer, "one", 2).await;
    app.state.clock.advance_seconds(1);
    let id = placed(&app).await;
    index_due(&app.state).await.unwrap();
    let number = waiting["number"].as_str().unwrap().to_owned();
    let list = async |query: &str| {
        let answer = desk.get(&format!("/desk/api/orders?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text);
        answer.json()["orders"].as_array().unwrap().iter().map(|order| order["id"].clone()).collect::<Vec<_>>()
    };
    let (waits, other) = (waiting["id"].clone(), json!(id));
    assert_eq!(list("").await, [other.clone(), waits.clone()], "the newest first");
    assert_eq!(list("queue=awaiting_approval").await, only(&waits));
    assert_eq!(list("queue=to_pick").await, only(&other));
    assert_eq!(list(&format!("q={}", &number[3..])).await, only(&waits));
    assert_eq!(list("q=orth%20sch").await, only(&waits), "of the unit's name");
    assert_eq!(list("q=al200-5").await, only(&other), "of a sku, in lower case");
    assert_eq!(list("q=PO-47").await, [other.clone(), waits.clone()], "of the purchase order");
    assert_eq!(list("q=PO-47&queue=to_pick").await, only(&other));
    assert_eq!(list("q=PO-47&from=2026-11-21").await.len(), 0);
    assert_eq!(list("q=PO-47&site=usgames").await.len(), 0);
    let counted = async |query: &str| {
        desk.get(&format!("/desk/api/orders/count?{query}")).await.json()["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(counted("").await, "2");
    assert_eq!(counted("q=PO-47").await, "2");
    assert_eq!(counted("q=PO-47&queue=to_pick").await, "1");
    assert_eq!(counted("q=nothing-like-it").await, "0");
    assert_eq!(list("q=nothing-like-it").await, Vec::<Value>::new());
    assert_eq!(list("q=%22FH-1%22%20OR%20%22nix%22").await.len(), 0);
    assert_eq!(desk.get("/desk/api/orders?q=ab").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(desk.get("/desk/api/orders?colour=red").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(list("from=2026-11-20&to=2026-11-20").await.len(), 2);
    assert_eq!(list("from=2026-11-21").await.len(), 0);
    assert_eq!(list("queue=late").await.len(), 0);
    app.state.clock.advance_seconds(8 * 86_400);
    let later = staff(&app, "order_desk").await;
    let late = later.get("/desk/api/orders?queue=late").await.json()["orders"].clone();
    assert_eq!(
        (late[0]["id"].clone(), late.as_array().unwrap().len()),
        (other, 1),
        "who waits for an approver is not late"
    );
    let queues = later.get("/desk/api/queues").await.json();
    let counts: Vec<_> = queues["queues"].as_array().unwrap().iter().map(|queue| queue["text"].clone()).collect();
    assert_eq!(counts, ["1", "0", "0", "1", "0", "0", "0", "0", "0"]);
    decide(&approver, &waiting, "approved", "").await;
    let waiting = later.get("/desk/api/orders?queue=awaiting_approval").await.json();
    assert_eq!(waiting["orders"], json!([]));
    let timeline = show(&later, waits.as_str().unwrap()).await["timeline"].clone();
    let kinds: Vec<_> = timeline.as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    assert_eq!(kinds, ["order.approved", "order.awaiting_approval", "order.placed"]);
}

#[tokio::test]
async fn what_waits_says_why_until_when_and_for_whom_and_is_asked_for_by_it() {
    let app = TestApp::stocked().await;
    let (kim, desk) = member(&app, "kim@store.example", &grants(&[("manager", None)])).await;
    let (pat, other) = member(&app, "pat@store.example", &grants(&[("support", None)])).await;
    let (one, two) = (placed(&app).await, placed(&app).await);
    let art = json!({"kind": "art_proof", "reason": "Coach looks at it", "due": "11/20/2026"});
    done(&desk, &one, "holds", art).await;
    let waiting = done(&other, &two, "holds", json!({"kind": "stock", "due": "11/21/2026"})).await;
    let list = async |query: &str| {
        let answer = desk.get(&format!("/desk/api/orders?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text);
        answer.json()["orders"].as_array().unwrap().clone()
    };
    let ids =
        |orders: Vec<Value>| orders.iter().map(|order| order["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let told = list("queue=on_hold&hold=art_proof").await;
    assert_eq!(
        told[0]["holds"],
        json!([{"label": "Art proof", "reason": "Coach looks at it", "owner": "Sam", "due": "2026-11-20", "isDue": true}])
    );
    for (query, found) in [
        ("hold=art_proof", &one),
        ("hold=stock", &two),
        ("owner=me", &one),
        ("due=yes", &one),
        (&format!("owner={pat}"), &two),
        (&format!("hold=stock&owner={pat}"), &two),
    ] {
        assert_eq!(ids(list(query).await), only(found), "{query}");
        assert_eq!(desk.get(&format!("/desk/api/orders/count?{query}")).await.json()["text"], "1", "{query}");
    }
    for query in ["owner=nobody", "hold=stock&owner=me", "hold=stock&due=yes", "hold=art_proof&queue=to_pick"] {
        assert_eq!(list(query).await.len(), 0, "{query}");
    }
    for wrong in ["hold=weather", "due=no"] {
        assert_eq!(desk.get(&format!("/desk/api/orders?{wrong}")).await.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    let due = async || desk.get("/desk/api/queues").await.json()["due"]["text"].clone();
    assert_eq!(due().await, "1");

    // Handed over and put off, to who may hold orders of this brand and to nobody else.
    let colleagues = desk.get(&format!("/desk/api/orders/{two}/colleagues")).await.json();
    assert_eq!(colleagues.as_array().unwrap().len(), 2, "{colleagues}");
    let hold = waiting["holds"][0]["id"].as_str().unwrap();
    let change = async |by: &Visitor, draft: Value| {
        let version = show(&desk, &two).await["order"]["version"].clone();
        put(by, &format!("/desk/api/orders/{two}/holds/{hold}"), &json!({"version": version, "draft": draft})).await
    };
    let changed = change(&other, json!({"owner": kim, "due": "11/19/2026"})).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    let changed = changed.json();
    assert_eq!(
        (&changed["holds"][0]["ownerId"], &changed["holds"][0]["due"], &changed["order"]["queue"]),
        (&json!(kim), &json!("2026-11-19"), &json!("on_hold"))
    );
    assert_eq!(
        (&changed["timeline"][0]["kind"], &changed["timeline"][0]["text"]),
        (&json!("order.hold_changed"), &json!("Stock: Sam looks after it, again by 2026-11-19"))
    );
    assert_eq!((list("owner=me").await.len(), due().await), (2, json!("2")));
    assert_eq!(code(&change(&desk, json!({"due": "soon"})).await), (422, "hold_due".to_owned()));
    let (outsider, _) = member(&app, "u@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await;
    let (packer, packs) = member(&app, "w@store.example", &grants(&[("warehouse", None)])).await;
    for owner in [outsider, packer, "nobody".to_owned()] {
        assert_eq!(change(&desk, json!({"owner": owner})).await.status, StatusCode::NOT_FOUND, "{owner}");
    }
    assert_eq!(code(&change(&packs, json!({"owner": kim})).await), (403, "not_permitted".to_owned()));
    assert_eq!(change(&desk, json!({})).await.json()["holds"][0]["owner"], "Nobody yet");
    assert_eq!(ids(list("owner=nobody").await), only(&two));
    let stale = json!({"version": 1, "draft": {}});
    assert_eq!(put(&desk, &format!("/desk/api/orders/{two}/holds/{hold}"), &stale).await.status, StatusCode::CONFLICT);
    done(&desk, &two, &format!("holds/{hold}/close"), json!({})).await;
    assert_eq!(change(&desk, json!({"owner": kim})).await.status, StatusCode::NOT_FOUND, "it is closed");
    assert_eq!(list("queue=to_pick").await[0]["holds"], json!([]));
    assert_ledger(&app, &two).await;
    // Kept for everybody, it shows each their own.
    let kept = json!({"name": "Mine", "shared": true, "ask": {"owner": "me"}});
    assert_eq!(desk.post("/desk/api/views", &kept).await.status, StatusCode::OK);
    let acts = acts(&desk, "order.hold_changed").await;
    assert_eq!((acts.len(), &acts[0]["actorName"]), (2, &json!("Sam")));
}

#[tokio::test]
async fn credits_that_wait_and_edits_kept_for_later_are_listed_for_who_may_know_of_them() {
    let app = TestApp::stocked().await;
    let (desk, clerk) = (staff(&app, "manager").await, staff(&app, "order_desk").await);
    let desk_owner = staff(&app, "owner").await;
    let visitor = app.visitor(SITE);
    add(&visitor, json!([{"sku": "JRS100-NAV-M", "quantity": 48}])).await;
    let review = check_out(&visitor).await;
    let id = place(&visitor, "much", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    let other = placed(&app).await;
    let told = async |who: &Visitor| {
        let queues = who.get("/desk/api/queues").await.json();
        let listed = async |waits: &str| {
            let list = who.get(&format!("/desk/api/orders?waits={waits}")).await;
            assert_eq!(list.status, StatusCode::OK, "{}", list.text);
            let orders = list.json()["orders"].clone();
            orders.as_array().unwrap().iter().map(|order| order["id"].clone()).collect::<Vec<_>>()
        };
        let counts = ["credits", "edits"].map(|key| queues[key]["text"].as_str().unwrap().to_owned());
        (counts, listed("credit").await, listed("edit").await)
    };
    let of = |credits: usize, edits: usize| [credits.to_string(), edits.to_string()];
    assert_eq!(told(&desk).await, (of(0, 0), vec![], vec![]));

    let credit = json!({"amount": "250", "method": "store_credit", "reason": "Late"});
    let asked = done(&clerk, &id, "credits", credit).await;
    let kept = json!({"amounts": {"lines": [{"position": 1, "quantity": 9, "today": false}]}});
    let kept = act(&desk, &other, "edits", kept).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(told(&desk).await, (of(1, 1), vec![json!(id)], vec![json!(other)]));
    let (_, elsewhere) = member(&app, "there@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await;
    assert_eq!(told(&elsewhere).await, (of(0, 0), vec![], vec![]));
    assert_eq!(told(&staff(&app, "warehouse").await).await, (of(0, 0), vec![], vec![]), "who sees no amounts");
    let finance = staff(&app, "finance").await;
    assert_eq!(told(&finance).await, (of(1, 0), vec![json!(id)], vec![]), "who edits nothing");
    assert_eq!(desk.get("/desk/api/orders?waits=rain").await.status, StatusCode::BAD_REQUEST);

    let page = show(&desk, &other).await;
    assert_eq!(page["keptEdits"][0]["id"], kept.as_str());
    assert!(page["keptEdits"][0]["by"].as_str().is_some_and(|by| !by.is_empty()), "{page}");
    assert_eq!(show(&finance, &other).await["keptEdits"], json!([]));
    let blind =
        member(&app, "blind@store.example", &with_rights(&desk_owner, &["orders.view", "orders.edit"]).await).await.1;
    let discard = format!("edits/{kept}/discard");
    assert_eq!(act(&blind, &other, &discard, json!({})).await.status, StatusCode::FORBIDDEN, "who sees no amounts");
    done(&desk, &other, &discard, json!({})).await;
    let refund = asked["refunds"][0]["id"].as_str().unwrap();
    done(&finance, &id, &format!("credits/{refund}/decision"), json!({"granted": false})).await;
    assert_eq!(told(&desk).await, (of(0, 0), vec![], vec![]));
    assert_eq!(show(&desk, &other).await["keptEdits"], json!([]));

    // Of an order that ended nobody goes on with an edit.
    let again = json!({"amounts": {"lines": [{"position": 1, "quantity": 9, "today": false}]}});
    assert_eq!(act(&desk, &other, "edits", again).await.status, StatusCode::CREATED);
    let all = json!([{"position": 1, "quantity": 12}, {"position": 2, "quantity": 3}]);
    let ended = done(&desk, &other, "cancellations", json!({"reason": "customer", "note": "", "lines": all})).await;
    assert_eq!(ended["keptEdits"], json!([]));
    assert_eq!(told(&desk).await, (of(0, 0), vec![], vec![]));
    // Nor of one that left whole.
    let left = placed(&app).await;
    let again = json!({"amounts": {"lines": [{"position": 1, "quantity": 9, "today": false}]}});
    assert_eq!(act(&desk, &left, "edits", again).await.status, StatusCode::CREATED);
    assert_eq!(told(&desk).await, (of(0, 1), vec![], vec![json!(left)]));
    let picked = done(&desk, &left, "shipments", json!({})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap();
    done(&desk, &left, &format!("shipments/{shipment}/ship"), json!({})).await;
    assert_eq!(show(&desk, &left).await["order"]["queue"], "on_the_way");
    assert_eq!(told(&desk).await, (of(0, 0), vec![], vec![]));
}

#[tokio::test]
async fn an_open_hold_is_on_hold_whatever_became_of_its_order() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (id, other) = (placed(&app).await, placed(&app).await);
    done(&desk, &id, "holds", json!({"kind": "stock", "reason": "Asked the mill", "due": "11/20/2026"})).await;
    let all = json!([{"position": 1, "quantity": 12}, {"position": 2, "quantity": 3}]);
    let ended = done(&desk, &id, "cancellations", json!({"reason": "customer", "note": "", "lines": all})).await;
    assert_eq!(ended["order"]["queue"], "cancelled");
    let list = async |query: &str| {
        let answer = desk.get(&format!("/desk/api/orders?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text);
        let orders = answer.json()["orders"].as_array().unwrap().clone();
        let ids: Vec<_> = orders.iter().map(|order| order["id"].as_str().unwrap().to_owned()).collect();
        let count = desk.get(&format!("/desk/api/orders/count?{query}")).await.json()["text"].clone();
        assert_eq!(count, ids.len().to_string(), "{query}");
        ids
    };
    for query in ["queue=on_hold", "hold=stock", "owner=me", "due=yes", "queue=on_hold&owner=me", "queue=cancelled"] {
        assert_eq!(list(query).await, only(&id), "{query}");
    }
    let found = async || {
        index_due(&app.state).await.unwrap();
        list("q=BAL200&queue=on_hold").await
    };
    assert_eq!(found().await, only(&id));
    for query in ["owner=nobody", "queue=late", "hold=stock&queue=to_pick"] {
        assert_eq!(list(query).await, Vec::<String>::new(), "{query}");
    }
    assert_eq!(list("queue=to_pick").await, only(&other));
    let counts = async || {
        let queues = desk.get("/desk/api/queues").await.json();
        let of = |key: &str| {
            let all = queues["queues"].as_array().unwrap();
            all.iter().find(|queue| queue["queue"] == key).unwrap()["text"].clone()
        };
        [of("on_hold"), of("cancelled"), queues["due"]["text"].clone()]
    };
    assert_eq!(counts().await, ["1", "1", "1"]);
    let hold = ended["holds"][0]["id"].as_str().unwrap();
    let closed = done(&desk, &id, &format!("holds/{hold}/close"), json!({})).await;
    assert_eq!(closed["order"]["queue"], "cancelled", "nothing of it goes on");
    assert_eq!(counts().await, ["0", "1", "0"]);
    assert_eq!((list("queue=on_hold").await.len(), found().await.len()), (0, 0));
    assert_ledger(&app, &id).await;
}

#[tokio::test]
async fn a_list_goes_on_where_its_page_ended_also_within_one_moment() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    // All placed in the same millisecond: only the id tells them apart.
    for _ in 0..120 {
        placed(&app).await;
    }
    index_due(&app.state).await.unwrap();
    for query in ["", "q=BAL200"] {
        let (mut seen, mut after, mut pages) = (std::collections::BTreeSet::new(), String::new(), 0);
        loop {
            let page = desk.get(&format!("/desk/api/orders?{query}&after={after}")).await.json();
            let orders = page["orders"].as_array().unwrap();
            assert!(orders.len() <= 50);
            for order in orders {
                assert!(seen.insert(order["id"].as_str().unwrap().to_owned()), "{query}: shown twice");
            }
            pages += 1;
            let Some(next) = page["next"].as_str() else { break };
            next.clone_into(&mut after);
        }
        assert_eq!((seen.len(), pages), (120, 3), "{query}");
    }
    assert_eq!(desk.get("/desk/api/orders?after=yesterday").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(desk.get("/desk/api/orders/count?queue=to_pick").await.json()["text"], "120");
}

#[tokio::test]
async fn players_and_parcels_are_found_and_nothing_typed_means_anything_to_the_database() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let visitor = app.visitor(SITE);
    let wanted = json!([{"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Ann-Kathrin", "7"], ["100%_Bea", "8"]]}]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let id = place(&visitor, "players", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    let other = placed(&app).await;
    let found = async |typed: &str| {
        index_due(&app.state).await.unwrap();
        let mut path = "/desk/api/orders?q=".to_owned();
        for byte in typed.bytes() {
            write!(path, "%{byte:02X}").unwrap();
        }
        let answer = desk.get(&path).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let orders = answer.json()["orders"].as_array().unwrap().clone();
        orders.iter().map(|order| order["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("kathrin").await, only(&id));
    assert_eq!(found("5555550142").await, [other.clone(), id.clone()], "a telephone number without its dashes");
    for typed in ["(555) 555-0142", "555.555.0142", "+1 555 555 0142"] {
        assert_eq!(found(typed).await, [other.clone(), id.clone()], "{typed}");
    }
    assert_eq!(found("0%_b").await, only(&id), "what patterns mean something by is what it is");
    for hostile in ["%%%", "___", "\"\"\"", "NEAR(a b)", "words:abc", "abc* OR *", "'; DROP TABLE orders; --", "\\\\\\"]
    {
        assert_eq!(found(hostile).await, Vec::<String>::new(), "{hostile}");
    }
    assert_eq!(found("999 AA10").await.len(), 0);
    let picked = done(&desk, &other, "shipments", json!({})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap();
    let parcels = json!({"parcels": [{"carrier": "ups", "tracking": "1Z999AA10123456784"}]});
    done(&desk, &other, &format!("shipments/{shipment}/ship"), parcels).await;
    assert_eq!(found("aa101234").await, [other]);
}

#[tokio::test]
async fn several_orders_are_done_at_once_and_one_that_is_refused_stops_no_other() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let mut orders = Vec::new();
    for _ in 0..3 {
        orders.push(placed(&app).await);
    }
    let bulk = async |desk: &Visitor, act: &str, hold: Value, versions: &[i64]| {
        let named = orders.iter().zip(versions).map(|(id, version)| json!({"id": id, "version": version}));
        let named: Vec<Value> = named.chain([json!({"id": "none", "version": 1})]).collect();
        desk.post("/desk/api/orders/bulk", &json!({"act": act, "orders": named, "hold": hold})).await
    };
    let why = json!({"kind": "stock", "reason": "Late from the mill", "due": ""});
    let version = show(&desk, &orders[0]).await["order"]["version"].as_i64().unwrap();
    // The second one was seen before it changed, the fourth there is not.
    let told = bulk(&desk, "hold", why.clone(), &[version, version - 1, version]).await.json();
    assert_eq!(told["done"], 2);
    let problems: Vec<&str> =
        told["results"].as_array().unwrap().iter().map(|one| one["problem"].as_str().unwrap()).collect();
    assert!(problems[0].is_empty() && problems[2].is_empty(), "{problems:?}");
    assert!(!problems[1].is_empty() && problems[3] == "There is nothing here.", "{problems:?}");
    let queues = async || {
        let mut found = Vec::new();
        for id in &orders {
            found.push(show(&desk, id).await["order"]["queue"].as_str().unwrap().to_owned());
        }
        found
    };
    assert_eq!(queues().await, ["on_hold", "to_pick", "on_hold"]);
    // What holds for one holds for each: an order on hold is not picked.
    let picked = bulk(&desk, "pick", json!({}), &[version + 1, version, version + 1]).await.json();
    assert_eq!(
        (&picked["done"], queues().await),
        (&json!(1), vec!["on_hold".into(), "to_ship".into(), "on_hold".into()])
    );
    for id in &orders {
        assert_ledger(&app, id).await;
    }
    let packs = staff(&app, "warehouse").await;
    let refused = bulk(&packs, "hold", why, &[version + 1; 3]).await.json();
    assert_eq!(refused["done"], 0, "{refused}");
    let none = desk.post("/desk/api/orders/bulk", &json!({"act": "release", "orders": []})).await;
    assert_eq!(code(&none), (422, "bulk_no_orders".to_owned()));
    let many: Vec<Value> = (0..201).map(|at| json!({"id": at.to_string(), "version": 1})).collect();
    let many = desk.post("/desk/api/orders/bulk", &json!({"act": "release", "orders": many})).await;
    assert_eq!(code(&many), (422, "bulk_too_many".to_owned()));
    let odd = desk.post("/desk/api/orders/bulk", &json!({"act": "burn", "orders": []})).await;
    assert_eq!(odd.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_list_is_kept_shared_and_dropped_by_whose_it_is() {
    let app = TestApp::start().await;
    let desk = staff(&app, "manager").await;
    let other = staff(&app, "support").await;
    let names = async |visitor: &Visitor| {
        let all = visitor.get("/desk/api/views").await.json();
        let name = |view: &Value| format!("{} {}", view["name"].as_str().unwrap(), view["own"]);
        all.as_array().unwrap().iter().map(name).collect::<Vec<_>>()
    };
    let keep = async |name: &str, shared: bool, ask: Value| {
        desk.post("/desk/api/views", &json!({"name": name, "shared": shared, "ask": ask})).await
    };
    let held = json!({"queue": "on_hold", "site": "usgames"});
    let kept = keep(" Held at US Games ", true, held.clone()).await;
    assert_eq!(kept.status, StatusCode::OK, "{}", kept.text);
    assert_eq!(kept.json()[0]["ask"]["queue"], "on_hold");
    assert_eq!(keep("Mine", false, json!({"q": "PO-4711", "after": "1.x"})).await.json()[1]["ask"]["after"], "");
    assert_eq!(names(&desk).await, ["Held at US Games true", "Mine true"]);
    assert_eq!(names(&other).await, ["Held at US Games false"]);
    for wrong in
        [json!({"queue": "asleep"}), json!({"site": "nowhere"}), json!({"from": "yesterday"}), json!({"x": "1"})]
    {
        assert_eq!(keep("Wrong", false, wrong.clone()).await.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    assert_eq!(code(&keep(" ", false, held).await), (422, "view_name".to_owned()));
    let id = kept.json()[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/desk/api/views/{id}");
    assert_eq!(other.send(Method::DELETE, &path, &[], None).await.status, StatusCode::NOT_FOUND);
    assert_eq!(desk.send(Method::DELETE, &path, &[], None).await.status, StatusCode::OK);
    assert!(names(&other).await.is_empty());
}
