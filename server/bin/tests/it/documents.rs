//! Documents of orders as PDF: who may have which, what they say and what they leave out.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::publishing::content;
use lopdf::Document;
use serde_json::{Value, json};

use crate::{
    accounts::customer,
    content::import_json,
    desk::{acts, grants, member, owner, put},
    desk_orders::{act, code, done, placed, show, staff},
    shopping::{add, check_out, place, placing},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// What a document says, page by page.
fn pages(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "application/pdf");
    assert!(answer.headers["cache-control"].to_str().unwrap().contains("no-store"));
    let document = Document::load_mem(&answer.bytes).unwrap();
    document.get_pages().keys().map(|page| document.extract_text(&[*page]).unwrap()).collect()
}

fn said(answer: &Answer) -> String {
    pages(answer).concat()
}

fn name(answer: &Answer) -> &str {
    answer.headers["content-disposition"].to_str().unwrap()
}

fn kinds(order: &Value) -> Vec<&str> {
    order["documents"].as_array().unwrap().iter().map(|paper| paper["kind"].as_str().unwrap()).collect()
}

/// Twelve gloves and two jerseys with names; who ordered and the order.
async fn bought(app: &TestApp, site: Site) -> (Visitor, Value) {
    let visitor = app.visitor(site);
    let wanted = json!([
        {"sku": "GLV100-L", "quantity": 12},
        {"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Ann", "7"], ["Bea", "8"]]},
    ]);
    let added = add(&visitor, wanted).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    let review = check_out(&visitor).await;
    let answer = place(&visitor, "papers", &placing(&review)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    (visitor, answer.json())
}

fn id(order: &Value) -> &str {
    order["id"].as_str().unwrap()
}

async fn of(visitor: &Visitor, order: &str, kind: &str) -> Answer {
    visitor.get(&format!("/api/orders/{order}/documents/{kind}")).await
}

async fn at_desk(desk: &Visitor, order: &str, below: &str) -> Answer {
    desk.get(&format!("/desk/api/orders/{order}/{below}")).await
}

#[tokio::test]
async fn a_buyer_prints_what_the_order_has_and_nobody_else_does() {
    let app = TestApp::stocked().await;
    let (visitor, order) = bought(&app, SITE).await;
    assert_eq!(kinds(&order), ["acknowledgement", "roster"]);
    let answer = of(&visitor, id(&order), "acknowledgement").await;
    let told = said(&answer);
    let number = order["number"].as_str().unwrap();
    for part in [number, "Order acknowledgement", "GLV100-L", "Name: Ann, Number: 7", "Page 1 of 1", "Ship to"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.contains(order["summary"]["total"]["text"].as_str().unwrap()), "{told}");
    let named = format!("inline; filename=\"Fieldhouse-{number}-acknowledgement.pdf\"");
    assert_eq!(name(&answer), named);
    assert_eq!(of(&visitor, id(&order), "acknowledgement").await.bytes, answer.bytes, "the same order, the same bytes");
    let roster = said(&of(&visitor, id(&order), "roster").await);
    assert!(roster.contains("Ann") && !roster.contains("GLV100-L") && !roster.contains('$'), "{roster}");

    // What it does not have, what is for the house, and what is no kind are not there.
    for kind in ["invoice", "pick-list", "packing-slip", "credit-memo", "diploma"] {
        assert_eq!(of(&visitor, id(&order), kind).await.status, StatusCode::NOT_FOUND, "{kind}");
    }
    let stranger = customer(&app, SITE, "stranger@club.example").await;
    for other in [&stranger, &app.visitor(SITE), &app.visitor(Site::US_GAMES)] {
        let hidden = of(other, id(&order), "acknowledgement").await;
        let none = of(other, "00000000-0000-4000-8000-000000000000", "acknowledgement").await;
        assert_eq!((hidden.status, hidden.impersonal()), (StatusCode::NOT_FOUND, none.impersonal()));
    }
    // Whoever holds the link of the letter has it on any device.
    let look = json!({"number": order["number"], "email": order["email"]});
    let link = app.visitor(SITE).post("/api/order-look-ups", &look).await.json()["path"].as_str().unwrap().to_owned();
    let key = link.split("key=").nth(1).unwrap();
    let opened = of(&app.visitor(SITE), id(&order), &format!("acknowledgement?key={key}")).await;
    assert_eq!(opened.bytes, answer.bytes);
    assert_eq!(of(&app.visitor(SITE), id(&order), "acknowledgement?key=x").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_invoice_tells_what_was_shipped_with_its_share_and_a_whole_one_the_total() {
    let app = TestApp::stocked().await;
    let (visitor, order) = bought(&app, SITE).await;
    let desk = staff(&app, "manager").await;
    let ship = async |lines: Value| {
        let picked = done(&desk, id(&order), "shipments", lines).await;
        let shipments = picked["shipments"].as_array().unwrap().clone();
        let shipment = shipments.last().unwrap()["id"].as_str().unwrap().to_owned();
        done(&desk, id(&order), &format!("shipments/{shipment}/ship"), json!({})).await
    };
    let gloves = order["lines"].as_array().unwrap().iter().find(|line| line["sku"] == "GLV100-L").unwrap();
    let seen = ship(json!({"lines": [{"position": gloves["position"], "quantity": 6}]})).await;
    assert_eq!(kinds(&seen), ["acknowledgement", "pick-list", "roster", "invoice"]);
    let half = said(&of(&visitor, id(&order), "invoice").await);
    let glove = seen["lines"].as_array().unwrap().iter().find(|line| line["sku"] == "GLV100-L").unwrap();
    let six = glove["linePrice"].as_i64().unwrap() / 2;
    let merchandise = format!("${}.{:02}", six / 100, six % 100);
    assert!(half.contains(&merchandise), "{merchandise}: {half}");
    assert!(half.contains("Amount due") && !half.contains("JRS200-NAV-S"), "{half}");
    assert!(half.contains("8 pieces are still to be shipped"), "{half}");
    let total = order["summary"]["total"]["text"].as_str().unwrap();
    assert!(!half.contains(total));
    let seen = ship(json!({})).await;
    assert_eq!(kinds(&seen), ["acknowledgement", "roster", "invoice"]);
    let whole = said(&at_desk(&desk, id(&order), "documents/invoice").await);
    assert!(whole.contains(total) && whole.contains("JRS200-NAV-S"), "{whole}");
}

#[tokio::test]
async fn an_edited_order_with_a_discount_is_invoiced_at_what_it_comes_to() {
    let app = TestApp::stocked().await;
    let (_, order) = bought(&app, SITE).await;
    let desk = staff(&app, "manager").await;
    let gloves = order["lines"].as_array().unwrap().iter().find(|line| line["sku"] == "GLV100-L").unwrap();
    let lowered = json!([{"position": gloves["position"], "quantity": 8}]);
    let draft = json!({
        "amounts": {"lines": lowered, "discount": "5.00", "discountReason": "Late"}, "reason": "Fewer players",
    });
    let staged = act(&desk, id(&order), "edits", draft).await;
    assert_eq!(staged.status, StatusCode::CREATED, "{}", staged.text);
    let apply = format!("edits/{}/apply", staged.json()["id"].as_str().unwrap());
    let edited = done(&desk, id(&order), &apply, json!({})).await;
    let picked = done(&desk, id(&order), "shipments", json!({})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    done(&desk, id(&order), &format!("shipments/{shipment}/ship"), json!({})).await;
    let whole = said(&at_desk(&desk, id(&order), "documents/invoice").await);
    let total = edited["order"]["total"].as_i64().unwrap();
    let due = format!("${}.{:02}", total / 100, total % 100);
    assert!(whole.contains(&due) && whole.contains("Discount"), "{due}: {whole}");
}

#[tokio::test]
async fn who_packs_prints_what_has_no_amounts_and_other_brands_are_not_there() {
    let app = TestApp::stocked().await;
    let (_, order) = bought(&app, SITE).await;
    let warehouse = staff(&app, "warehouse").await;
    assert_eq!(kinds(&show(&warehouse, id(&order)).await), ["pick-list", "roster"]);
    let list = said(&at_desk(&warehouse, id(&order), "documents/pick-list").await);
    assert!(list.contains("JRS200-NAV-S") && list.contains("Picked by") && !list.contains('$'), "{list}");
    let picked = done(&warehouse, id(&order), "shipments", json!({})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    let slip_at = format!("shipments/{shipment}/packing-slip");
    let answer = at_desk(&warehouse, id(&order), &slip_at).await;
    let number = order["number"].as_str().unwrap();
    assert_eq!(name(&answer), format!("inline; filename=\"Fieldhouse-{number}-1-packing-slip.pdf\""));
    let slip = said(&answer);
    assert!(slip.contains("Name: Ann, Number: 7") && slip.contains("Shipment 1") && !slip.contains('$'), "{slip}");
    assert_eq!(code(&at_desk(&warehouse, id(&order), "documents/acknowledgement").await).0, 403);
    assert_eq!(code(&at_desk(&warehouse, id(&order), "documents/invoice").await).0, 403);
    assert_eq!(code(&at_desk(&warehouse, id(&order), "documents/pick-list").await).0, 404, "nothing is left to pick");
    assert_eq!(code(&at_desk(&warehouse, id(&order), "shipments/none/packing-slip").await).0, 404);

    let (_, elsewhere) = member(&app, "u@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await;
    for below in ["documents/roster", &slip_at, "credits/none/memo"] {
        assert_eq!(at_desk(&elsewhere, id(&order), below).await.status, StatusCode::NOT_FOUND, "{below}");
        let nobody = at_desk(&app.visitor(SITE), id(&order), below).await;
        assert_eq!(nobody.status, StatusCode::UNAUTHORIZED, "{below}");
    }
    let asked = json!({"shipments": [shipment]});
    let refused = elsewhere.post("/desk/api/packing-slips", &asked).await;
    assert_eq!(code(&refused), (422, "slips_unknown".to_owned()));
    // Undone before it left, there is nothing to slip into a parcel.
    done(&warehouse, id(&order), &format!("shipments/{shipment}/undo"), json!({})).await;
    assert_eq!(at_desk(&warehouse, id(&order), &slip_at).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn packing_slips_of_many_are_one_file_each_is_in_it_once_and_one_that_is_not_there_is_named() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let mut shipments = Vec::new();
    // So many are made with a rest after each.
    for _ in 0..12 {
        let order = placed(&app).await;
        let picked = done(&desk, &order, "shipments", json!({})).await;
        shipments.push(picked["shipments"][0]["id"].clone());
    }
    let asked =
        async |shipments: Vec<Value>| desk.post("/desk/api/packing-slips", &json!({"shipments": shipments})).await;
    let answer = asked(shipments.clone()).await;
    assert_eq!(name(&answer), "inline; filename=\"packing-slips-12.pdf\"");
    let pages = pages(&answer);
    assert_eq!(pages.len(), 12);
    assert!(pages.iter().all(|page| page.contains("Page 1 of 1") && page.contains("GLV100-L")));
    assert!(pages[0] != pages[1]);

    let too_many = asked((0..201).map(|nth| json!(format!("{nth}"))).collect()).await;
    assert_eq!(code(&too_many), (422, "slips_too_many".to_owned()));
    let twice = asked(vec![shipments[0].clone(), shipments[1].clone(), shipments[0].clone()]).await;
    assert_eq!(code(&twice), (422, "slips_twice".to_owned()));
    assert_eq!(code(&asked(Vec::new()).await), (422, "slips_none".to_owned()));
    let unknown = asked(vec![shipments[0].clone(), json!("nobody's"), shipments[1].clone()]).await;
    let errors = unknown.json()["errors"].clone();
    assert_eq!(errors.as_array().unwrap().len(), 1);
    assert_eq!((&errors[0]["field"], &errors[0]["code"]), (&json!("shipments.1"), &json!("slips_unknown")));
    let forged = [("origin", "https://evil.example")];
    let forged = desk.send(Method::POST, "/desk/api/packing-slips", &forged, Some(&json!({"shipments": []}))).await;
    assert_eq!(forged.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn documents_of_several_orders_are_one_file_of_what_each_has() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let mut orders = Vec::new();
    for _ in 0..3 {
        orders.push(placed(&app).await);
    }
    let asked = async |by: &Visitor, kind: &str, orders: &[String]| {
        by.post("/desk/api/papers", &json!({"kind": kind, "orders": orders})).await
    };
    let printed = |answer: &Answer| answer.headers["printed-orders"].to_str().unwrap().to_owned();
    let none = asked(&desk, "packing-slip", &orders).await;
    assert_eq!(code(&none), (422, "papers_none_has".to_owned()), "nothing is picked yet");
    let lists = asked(&desk, "pick-list", &orders).await;
    assert_eq!((name(&lists), printed(&lists)), ("inline; filename=\"pick-lists-3.pdf\"", "3".to_owned()));
    assert_eq!(pages(&lists).len(), 3);

    // One goes into two boxes, one left already, and of the third nothing is picked.
    for part in [json!({"lines": [{"position": 1, "quantity": 5}]}), json!({})] {
        done(&desk, &orders[0], "shipments", part).await;
    }
    let left = done(&desk, &orders[1], "shipments", json!({})).await;
    let shipment = left["shipments"][0]["id"].as_str().unwrap();
    done(&desk, &orders[1], &format!("shipments/{shipment}/ship"), json!({})).await;
    let slips = asked(&desk, "packing-slip", &orders).await;
    assert_eq!((name(&slips), printed(&slips)), ("inline; filename=\"packing-slips-2.pdf\"", "1".to_owned()));
    let told = pages(&slips);
    assert!(told[0].contains("Shipment 1") && told[1].contains("Shipment 2"), "{told:?}");
    let lists = asked(&desk, "pick-list", &orders).await;
    assert_eq!((name(&lists), printed(&lists)), ("inline; filename=\"pick-lists-1.pdf\"", "1".to_owned()));

    // Amounts are for who sees amounts; another brand's order is not there, and named.
    let warehouse = staff(&app, "warehouse").await;
    assert_eq!(asked(&warehouse, "pick-list", &orders).await.status, StatusCode::OK);
    assert_eq!(code(&asked(&warehouse, "acknowledgement", &orders).await), (403, "not_permitted".to_owned()));
    assert_eq!(printed(&asked(&desk, "acknowledgement", &orders).await), "3");
    let (_, elsewhere) = member(&app, "u@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await;
    let refused = asked(&elsewhere, "pick-list", &orders[..1]).await;
    assert_eq!(code(&refused), (422, "papers_unknown".to_owned()));
    assert_eq!(refused.json()["errors"][0]["field"], "orders.0");
    assert_eq!(code(&asked(&desk, "credit-memo", &orders).await), (422, "papers_kind".to_owned()));
    assert_eq!(code(&asked(&desk, "pick-list", &[]).await), (422, "papers_none".to_owned()));
    assert_eq!(code(&asked(&desk, "diploma", &orders).await), (422, "papers_kind".to_owned()));
}

#[tokio::test]
async fn the_brands_words_stand_on_its_documents() {
    let app = TestApp::stocked().await;
    let (visitor, order) = bought(&app, SITE).await;
    let before = said(&of(&visitor, id(&order), "acknowledgement").await);
    assert!(before.contains("Thank you for your order."), "{before}");
    let papers = json!({
        "address": ["1 Stadium Drive"], "remitTo": ["PO Box 7"],
        "acknowledgement": {"terms": "Net 15 days.", "footer": ""},
    });
    let wrong = json!({"site": "fieldhouse", "shell": {"papers": {"diploma": {}}}});
    assert!(import_json(&app, &wrong).await.is_err(), "a kind that there is not");
    import_json(&app, &json!({"site": "fieldhouse", "shell": {"papers": papers}})).await.unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    let after = said(&of(&visitor, id(&order), "acknowledgement").await);
    assert!(after.contains("1 Stadium Drive") && after.contains("Net 15 days."), "{after}");
    assert!(!after.contains("Thank you") && !after.contains("PO Box 7"), "{after}");
    let shell = visitor.get("/api/shell").await;
    assert!(!shell.text.contains("Net 15"), "words on paper are no part of every page");
}

/// What the desk is told of documents, and of a brand's.
async fn templates(desk: &Visitor, site: Site) -> (Value, Value) {
    let all = desk.get("/desk/api/paper-templates").await.json();
    let of = all["brands"].as_array().unwrap().iter().find(|brand| brand["site"] == site.key()).cloned();
    (all.clone(), of.unwrap_or_default())
}

async fn keep(desk: &Visitor, site: &str, version: &Value, papers: &Value) -> Answer {
    put(desk, &format!("/desk/api/paper-templates/{site}"), &json!({"version": version, "papers": papers})).await
}

#[tokio::test]
async fn a_template_is_looked_at_kept_by_who_may_and_printed_from_then_on() {
    let app = TestApp::stocked().await;
    let (visitor, order) = bought(&app, SITE).await;
    let desk = staff(&app, "manager").await;
    let (all, before) = templates(&desk, SITE).await;
    assert_eq!((all["kinds"].as_array().unwrap().len(), &all["elsewhere"]), (6, &json!(false)));
    assert_eq!((&before["changeable"], &before["papers"]["invoice"]), (&json!(true), &json!({})));
    let was = of(&visitor, id(&order), "acknowledgement").await;
    let mut papers = before["papers"].clone();
    papers["address"] = json!(["1 Stadium Drive"]);
    papers["acknowledgement"] =
        json!({"facts": ["status", "ship-to"], "columns": ["amount", "to-come", "item"], "footer": "Go team."});
    let look = json!({"kind": "acknowledgement", "papers": papers});
    let looked = desk.post("/desk/api/paper-templates/fieldhouse/preview", &look).await;
    assert_eq!(name(&looked), "inline; filename=\"Fieldhouse-sample-acknowledgement.pdf\"");
    let told = said(&looked);
    for (part, is_there) in [("To come", true), ("Go team.", true), ("1 Stadium Drive", true), ("Each", false)] {
        assert_eq!(told.contains(part), is_there, "{part}: {told}");
    }
    assert_eq!(of(&visitor, id(&order), "acknowledgement").await.bytes, was.bytes, "looking keeps nothing");

    let kept = keep(&desk, "fieldhouse", &before["version"], &papers).await;
    assert_eq!(kept.status, StatusCode::OK, "{}", kept.text);
    let told = said(&of(&visitor, id(&order), "acknowledgement").await);
    for (part, is_there) in [("To come", true), ("Go team.", true), ("Status", true), ("Email", false), ("Each", false)]
    {
        assert_eq!(told.contains(part), is_there, "{part}: {told}");
    }
    // Another kind and another brand are as they were.
    assert!(said(&of(&visitor, id(&order), "roster").await).contains("Received"));
    assert_eq!(templates(&desk, Site::US_GAMES).await.1["papers"]["acknowledgement"], json!({}));
    // The log says what became what, and the content's history has it.
    let acts = acts(&owner(&app).await.visitor, "papers.changed").await;
    assert_eq!((acts.len(), &acts[0]["site"]), (1, &json!("fieldhouse")));
    assert_eq!(acts[0]["after"]["acknowledgement"], papers["acknowledgement"]);
    assert_eq!(acts[0]["before"]["acknowledgement"], Value::Null);
    let history = content::history::list(&app.state, 1, None).await.unwrap();
    assert!(history.contains("documents at the desk") && history.contains("fieldhouse/shell"), "{history}");

    // Who saw what was there before is told so; what is as it was is no act.
    let late = keep(&desk, "fieldhouse", &before["version"], &before["papers"]).await;
    assert_eq!(code(&late), (409, "papers_changed".to_owned()));
    let now = templates(&desk, SITE).await.1;
    assert_eq!(keep(&desk, "fieldhouse", &now["version"], &papers).await.status, StatusCode::OK);
    assert_eq!(templates(&desk, SITE).await.1["version"], now["version"]);
}

#[tokio::test]
async fn a_template_is_of_its_kinds_parts_and_only_ones_own_brands() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let wrong = json!({
        "packingSlip": {"columns": ["item", "amount"]}, "invoice": {"columns": []}, "roster": {"facts": ["horoscope"]},
        "pickList": {"terms": "\u{202e}"},
    });
    let version = templates(&desk, SITE).await.1["version"].clone();
    let refused = keep(&desk, "fieldhouse", &version, &wrong).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let told = refused.json()["errors"].clone();
    assert_eq!((told.as_array().unwrap().len(), &told[0]["field"]), (1, &json!("papers.pickList.terms")), "{told}");
    let mut wrong = wrong;
    wrong["pickList"] = json!({});
    let refused = keep(&desk, "fieldhouse", &version, &wrong).await.json();
    let all = refused["errors"].as_array().unwrap().iter();
    let told: Vec<_> = all.map(|error| (error["field"].as_str().unwrap(), error["code"].as_str().unwrap())).collect();
    let expected = [
        ("papers.packingSlip.columns.1", "paper_column_unknown"),
        ("papers.roster.facts.0", "paper_fact_unknown"),
        ("papers.invoice.columns", "paper_columns_none"),
    ];
    assert_eq!(told, expected);
    let look = json!({"kind": "packing-slip", "papers": wrong});
    let looked = desk.post("/desk/api/paper-templates/fieldhouse/preview", &look).await;
    assert_eq!(looked.status, StatusCode::UNPROCESSABLE_ENTITY);
    let file = json!({"site": "fieldhouse", "shell": {"papers": wrong}});
    assert!(import_json(&app, &file).await.is_err(), "files of content are held to the same");

    let (_, theirs) = member(&app, "theirs@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await;
    let (all, own) = templates(&theirs, Site::US_GAMES).await;
    assert_eq!(all["brands"].as_array().unwrap().len(), 1);
    for site in ["fieldhouse", "nobrand"] {
        assert_eq!(code(&keep(&theirs, site, &json!(0), &json!({})).await), (404, "not_found".to_owned()), "{site}");
        let look = json!({"kind": "invoice", "papers": {}});
        let looked = theirs.post(&format!("/desk/api/paper-templates/{site}/preview"), &look).await;
        assert_eq!(looked.status, StatusCode::NOT_FOUND, "{site}");
    }
    assert_eq!(
        keep(&theirs, "usgames", &own["version"], &json!({"roster": {"facts": []}})).await.status,
        StatusCode::OK
    );
    let reads = staff(&app, "auditor").await;
    assert_eq!(templates(&reads, SITE).await.1["changeable"], false);
    assert_eq!(keep(&reads, "fieldhouse", &version, &json!({})).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_credit_that_counts_has_a_memo_and_one_that_waits_has_none() {
    let app = TestApp::stocked().await;
    let (clerk, finance) = (staff(&app, "order_desk").await, staff(&app, "finance").await);
    let (_, order) = bought(&app, SITE).await;
    let credit = |amount: &str| json!({"amount": amount, "method": "store_credit", "reason": "A torn seam"});
    let given = done(&finance, id(&order), "credits", credit("12.50")).await;
    let memo = |order: &Value| format!("credits/{}/memo", order["refunds"][0]["id"].as_str().unwrap());
    let answer = at_desk(&finance, id(&order), &memo(&given)).await;
    let told = said(&answer);
    for part in ["Credit memo", "$12.50", "A torn seam", "Store credit"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(name(&answer).contains("-credit-memo.pdf"));
    // A second one keeps its number when the first is taken back.
    app.state.clock.advance_seconds(1);
    let second = done(&finance, id(&order), "credits", credit("3")).await;
    let first = format!("credits/{}/withdrawal", given["refunds"][0]["id"].as_str().unwrap());
    done(&finance, id(&order), &first, json!({})).await;
    let answer = at_desk(&finance, id(&order), &memo(&second)).await;
    assert!(name(&answer).contains("-credit-memo-2.pdf"), "{}", name(&answer));
    assert_eq!(at_desk(&finance, id(&order), &memo(&given)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(at_desk(&finance, id(&order), "credits/none/memo").await.status, StatusCode::NOT_FOUND);
    let warehouse = staff(&app, "warehouse").await;
    assert_eq!(code(&at_desk(&warehouse, id(&order), &memo(&given)).await).0, 403);
    let other = placed(&app).await;
    assert_eq!(at_desk(&finance, &other, &memo(&given)).await.status, StatusCode::NOT_FOUND, "of another order");
    let asked = done(&clerk, id(&order), "credits", credit("201")).await;
    let waiting = asked["refunds"].as_array().unwrap().iter().find(|refund| refund["state"] == "asked").unwrap();
    let waiting = format!("credits/{}/memo", waiting["id"].as_str().unwrap());
    assert_eq!(at_desk(&finance, id(&order), &waiting).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_buyer_is_told_of_credits_that_count_and_prints_their_memos() {
    let app = TestApp::stocked().await;
    let (clerk, finance) = (staff(&app, "order_desk").await, staff(&app, "finance").await);
    let (visitor, order) = bought(&app, SITE).await;
    assert_eq!(order["credits"], json!([]));
    let credit = |amount: &str| json!({"amount": amount, "method": "store_credit", "reason": "A torn seam"});
    let given = done(&finance, id(&order), "credits", credit("12.50")).await;
    let asked = done(&clerk, id(&order), "credits", credit("201")).await;
    let waiting = asked["refunds"].as_array().unwrap().iter().find(|refund| refund["state"] == "asked").unwrap();
    let own = visitor.get(&format!("/api/orders/{}", id(&order))).await.json();
    let granted = &given["refunds"][0];
    let expected = json!([{
        "id": granted["id"], "amount": 1250, "method": "Store credit", "reason": "A torn seam",
        "at": granted["createdAt"],
    }]);
    assert_eq!(own["credits"], expected, "neither what waits nor who gave it");

    let look = json!({"number": order["number"], "email": order["email"]});
    let guest = app.visitor(SITE);
    let link = guest.post("/api/order-look-ups", &look).await.json()["path"].as_str().unwrap().to_owned();
    let key = link.split("key=").nth(1).unwrap();
    let memo = |credit: &Value| format!("/api/orders/{}/credits/{}/memo", id(&order), credit["id"].as_str().unwrap());
    for answer in [visitor.get(&memo(granted)).await, guest.get(&format!("{}?key={key}", memo(granted))).await] {
        let told = said(&answer);
        for part in ["Credit memo", "$12.50", "A torn seam", "Store credit"] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
    assert_eq!(guest.get(&memo(granted)).await.status, StatusCode::NOT_FOUND, "without the link");
    assert_eq!(visitor.get(&memo(waiting)).await.status, StatusCode::NOT_FOUND);
    let decision = format!("credits/{}/decision", waiting["id"].as_str().unwrap());
    done(&finance, id(&order), &decision, json!({"granted": false})).await;
    let own = visitor.get(&format!("/api/orders/{}", id(&order))).await.json();
    assert_eq!(own["credits"], expected, "what was refused is not told");
}
