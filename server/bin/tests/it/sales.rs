//! Sales figures: whatever is done to orders, they are what the orders say, and the same when they are made anew. Reports add
//! up, are shown to who may see amounts, at the brands where they may, and are read by an index.

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, checkout::split::split_cents, money::Cents};
use fieldhouse_kernel::db::Db;
use fieldhouse_shop::{
    buying::orders::{progress::store::list_entries, store as orders},
    desk::sales::{
        count_due, forget,
        store::{Figures, Grouped, sums},
    },
    events::store::list_events,
};
use futures_util::future::join_all;
use sea_orm::{ConnectionTrait, DbBackend, StatementBuilder};
use serde_json::{Value, json};

use crate::{
    approvals::{decide, order, school},
    databases::durable_database,
    desk::{grants, member},
    desk_orders::{act, done, placed, show, staff},
    shopping::{add_one, check_out, number_in, place, placing, query, texts},
    support::{TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const DAY: i64 = 86_400;
const TABLES: [&str; 3] = ["sales_day", "sales_unit_day", "sales_article_day"];

async fn sum(app: &TestApp, table: &str, column: &str, kinds: &str) -> i64 {
    let sql = format!("SELECT COALESCE(CAST(SUM({column}) AS BIGINT), 0) AS n FROM {table} WHERE kind IN ({kinds})");
    number_in(app.state.db.read(), &sql).await
}

const NET: &str = "'placed', 'edited', 'cancelled', 'declined'";

/// What is left of an order by its rows: pieces and cents.
async fn left_of(app: &TestApp, id: &str) -> (i64, i64) {
    let db = app.state.db.read();
    let order = orders::find_placed(db, id).await.unwrap().unwrap();
    if order.lifecycle.key() == "declined" {
        return (0, 0);
    }
    let lines = orders::list_lines(db, id).await.unwrap();
    let entries = list_entries(db, id).await.unwrap();
    let edits: Vec<i64> = list_events(db, id, None, 1_000)
        .await
        .unwrap()
        .iter()
        .filter(|event| event.kind == "order.edited")
        .map(|event| event.seq)
        .collect();
    let prices: Vec<Cents> = lines.iter().map(|line| *line.your_cents).collect();
    let off = split_cents(*order.discount_cents, &prices).unwrap();
    let (mut pieces, mut cents) = (0, 0);
    for (line, off) in lines.iter().zip(off) {
        let by_edits: i64 = entries
            .iter()
            .filter(|entry| entry.position == line.position && edits.contains(&entry.event_seq))
            .filter(|entry| entry.kind.key() == "cancelled")
            .map(|entry| entry.quantity)
            .sum();
        let kept = line.quantity - line.cancelled;
        let weights = [kept, line.cancelled - by_edits].map(|pieces| Cents::new(pieces).unwrap());
        let price = line.your_cents.minus_floored(off);
        pieces += kept;
        cents += if kept == 0 { 0 } else { split_cents(price, &weights).unwrap()[0].get() };
    }
    (pieces, cents)
}

/// The figures are what the orders say, in every table.
pub async fn assert_figures(app: &TestApp) {
    let ids = texts(app, "orders", "id").await;
    let (mut pieces, mut cents, mut left) = (0, 0, 0);
    for id in &ids {
        let (of_order, worth) = left_of(app, id).await;
        (pieces, cents, left) = (pieces + of_order, cents + worth, left + i64::from(of_order > 0));
    }
    for table in TABLES {
        assert_eq!(sum(app, table, "pieces", NET).await, pieces, "{table}");
        assert_eq!(sum(app, table, "amount_cents", NET).await, cents, "{table}");
    }
    for table in &TABLES[..2] {
        assert_eq!(sum(app, table, "orders", "'placed'").await, i64::try_from(ids.len()).unwrap(), "{table}");
        assert_eq!(sum(app, table, "orders", NET).await, left, "{table}");
        let credited =
            "SELECT COALESCE(CAST(SUM(amount_cents) AS BIGINT), 0) AS n FROM order_refund WHERE state = 'granted'";
        let credited = number_in(app.state.db.read(), credited).await;
        assert_eq!(sum(app, table, "amount_cents", "'credited'").await, credited, "{table}");
    }
    let decided = "SELECT COUNT(*) AS n FROM event WHERE kind IN ('order.approved', 'order.declined')";
    let approvals = "SELECT COALESCE(CAST(SUM(approvals) AS BIGINT), 0) AS n FROM sales_decision_day";
    let db = app.state.db.read();
    assert_eq!(number_in(db, approvals).await, number_in(db, decided).await);
    let left = "SELECT COUNT(*) AS n FROM event WHERE kind = 'shipment.shipped'";
    let shipments = "SELECT COALESCE(CAST(SUM(shipments) AS BIGINT), 0) AS n FROM sales_shipment_day";
    assert_eq!(number_in(db, shipments).await, number_in(db, left).await);
}

/// All rows of all tables.
async fn everything(app: &TestApp) -> Vec<String> {
    let mut rows = Vec::new();
    for (table, columns) in [
        ("sales_day", "site || '|' || day || '|' || kind || '|' || orders || '|' || pieces || '|' || amount_cents"),
        (
            "sales_unit_day",
            "site || '|' || day || '|' || unit_key || '|' || name || '|' || kind || '|' || orders || '|' || pieces || '|' || amount_cents",
        ),
        (
            "sales_article_day",
            "site || '|' || day || '|' || sku || '|' || product_id || '|' || name || '|' || kind || '|' || pieces || '|' || amount_cents",
        ),
        ("sales_decision_day", "site || '|' || day || '|' || within_hours || '|' || approvals"),
        ("sales_shipment_day", "site || '|' || day || '|' || shipments || '|' || late"),
    ] {
        let sql = format!("SELECT {columns} AS t FROM {table} ORDER BY 1");
        let found = query(app.state.db.read(), &sql).await;
        let text = |row: &sea_orm::QueryResult| format!("{table} {}", row.try_get::<String>("", "t").unwrap());
        rows.extend(found.iter().map(text));
    }
    rows.sort();
    rows
}

/// Chance that is the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// One act on an order, whatever comes of it, but no failure of the server.
async fn something(desk: &Visitor, id: &str, chance: &mut Chance) {
    let few = 1 + chance.below(3);
    let first_line = |quantity: usize| json!([{"position": 1, "quantity": quantity}]);
    let answers = match chance.below(6) {
        0 | 1 => {
            let quantity = chance.below(16);
            let discount = ["", "5.00", "7.77"][chance.below(3)];
            let added = json!([{"sku": "BAG100", "quantity": few}]);
            let amounts = json!({
                "lines": [{"position": 1, "quantity": quantity, "today": false}],
                "discount": discount, "discountReason": "Late last time",
            });
            let draft = if chance.below(3) == 0 {
                json!({"added": added, "amounts": amounts})
            } else {
                json!({"amounts": amounts})
            };
            let staged = act(desk, id, "edits", draft).await;
            match staged.json()["id"].as_str() {
                Some(edit) => vec![act(desk, id, &format!("edits/{edit}/apply"), json!({})).await],
                None => vec![staged],
            }
        }
        2 => vec![act(desk, id, "cancellations", json!({"reason": "stock", "lines": first_line(few)})).await],
        3 => {
            let cancelled = act(desk, id, "cancellations", json!({"reason": "stock", "lines": first_line(few)})).await;
            let event = show(desk, id).await["timeline"][0]["sequence"].as_i64().unwrap();
            vec![cancelled, act(desk, id, &format!("cancellations/{event}/undo"), json!({})).await]
        }
        4 => {
            let credit = json!({"amount": "1.25", "method": "terms_credit", "reason": "Torn seam"});
            vec![act(desk, id, "credits", credit).await]
        }
        _ => {
            let picked = act(desk, id, "shipments", json!({"lines": first_line(few)})).await;
            let shipment = show(desk, id).await["shipments"][0]["id"].as_str().map(str::to_owned);
            match shipment {
                Some(shipment) => {
                    vec![picked, act(desk, id, &format!("shipments/{shipment}/ship"), json!({})).await]
                }
                None => vec![picked],
            }
        }
    };
    for answer in answers {
        assert!(answer.status.as_u16() < 500, "{}", answer.text);
    }
}

#[tokio::test]
async fn figures_are_what_the_orders_say_whatever_was_done_and_the_same_when_made_anew() {
    let app = TestApp::stocked().await;
    let (buyer, approver) = school(&app, SITE).await;
    let mut chance = Chance(7);
    let mut ids = Vec::new();
    for day in 0..4 {
        // Nobody sits at the desk from one day to the next.
        let (_, desk) = member(&app, &format!("day{day}@store.example"), &grants(&[("owner", None)])).await;
        for hour in 0..3 {
            ids.push(placed(&app).await);
            let waiting = order(&buyer, &format!("{day}-{hour}"), 2 + hour).await;
            app.state.clock.advance_seconds(20 * 60);
            if hour < 2 {
                let decision = ["approved", "declined"][usize::try_from(hour).unwrap()];
                assert_eq!(decide(&approver, &waiting, decision, "Because").await.status, StatusCode::OK);
            }
            ids.push(waiting["id"].as_str().unwrap().to_owned());
            for _ in 0..8 {
                let id = ids[chance.below(ids.len())].clone();
                something(&desk, &id, &mut chance).await;
            }
            if chance.below(2) == 0 {
                count_due(&app.state).await.unwrap();
            }
        }
        app.state.clock.advance_seconds(DAY);
    }
    count_due(&app.state).await.unwrap();
    assert_figures(&app).await;
    // Each kind happened, or the test tells little.
    for kind in ["placed", "edited", "cancelled", "declined", "credited"] {
        assert!(
            number_in(app.state.db.read(), &format!("SELECT COUNT(*) AS n FROM sales_day WHERE kind = '{kind}'")).await
                > 0,
            "{kind}"
        );
    }
    for kind in ["order.edited", "order.cancelled", "order.restored", "shipment.shipped"] {
        let sql = format!("SELECT COUNT(*) AS n FROM event WHERE kind = '{kind}'");
        assert!(number_in(app.state.db.read(), &sql).await > 2, "{kind}");
    }
    let before = everything(&app).await;
    let events = forget(&app.state).await.unwrap();
    assert!(everything(&app).await.is_empty());
    assert_eq!(count_due(&app.state).await.unwrap(), events);
    assert_eq!(everything(&app).await, before);
    assert_eq!(count_due(&app.state).await.unwrap(), 0, "each event once");
    assert_eq!(everything(&app).await, before);
}

#[tokio::test]
async fn several_nodes_count_each_event_once() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    for _ in 0..6 {
        let id = placed(&app).await;
        done(&desk, &id, "cancellations", json!({"reason": "stock", "lines": [{"position": 1, "quantity": 2}]})).await;
    }
    let nodes: Vec<_> = (0..4).map(|_| app.again(app.state.config.clone())).collect();
    let counted = join_all(nodes.iter().map(|node| count_due(node))).await;
    assert_eq!(counted.into_iter().map(Result::unwrap).sum::<u64>(), 12);
    assert_figures(&app).await;
}

fn amounts(row: &Value) -> [i64; 6] {
    ["orders", "pieces", "sold", "canceled", "net", "credited"].map(|name| row["figures"][name].as_i64().unwrap())
}

async fn report(desk: &Visitor, ask: &str) -> Value {
    let answer = desk.get(&format!("/desk/api/reports/sales{ask}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{ask}: {}", answer.text);
    answer.json()
}

#[tokio::test]
async fn a_report_tells_days_brands_units_styles_and_sizes_beside_the_same_weekdays_a_year_before() {
    let app = TestApp::stocked().await;
    // 52 weeks before the others.
    let early = placed(&app).await;
    app.state.clock.advance_seconds(364 * DAY);
    let (buyer, approver) = school(&app, SITE).await;
    let desk = staff(&app, "owner").await;
    let id = placed(&app).await;
    done(&desk, &id, "cancellations", json!({"reason": "stock", "lines": [{"position": 1, "quantity": 4}]})).await;
    done(&desk, &id, "credits", json!({"amount": "10", "method": "terms_credit", "reason": "Torn seam"})).await;
    app.state.clock.advance_seconds(2 * DAY);
    let waiting = order(&buyer, "one", 2).await;
    assert_eq!(decide(&approver, &waiting, "approved", "").await.status, StatusCode::OK);
    let desk = member(&app, "second@store.example", &grants(&[("owner", None)])).await.1;
    assert_eq!(report(&desk, "").await["waiting"], 6, "nothing is counted yet");
    count_due(&app.state).await.unwrap();
    assert_figures(&app).await;
    let (_, worth) = left_of(&app, &early).await;
    let gloves = 8_999;
    assert_eq!(worth, 12 * gloves + 3 * 1_500);

    let days = report(&desk, "?from=2027-11-17&to=2027-11-22").await;
    assert_eq!((days["waiting"].as_u64(), days["beforeFrom"].as_str()), (Some(0), Some("2026-11-18")));
    let told = days["rows"].as_array().unwrap();
    assert_eq!(told.len(), 6);
    assert_eq!((told[2]["key"].as_str(), told[2]["name"].as_str()), (Some("2027-11-19"), Some("Fri, Nov 19, 2027")));
    assert_eq!(amounts(&told[2]), [1, 11, worth, 4 * gloves, worth - 4 * gloves, 1_000]);
    assert_eq!(told[2]["before"], worth, "November 20, 2026 was a Friday, too");
    assert_eq!(amounts(&told[4]), [1, 2, 2 * gloves, 0, 2 * gloves, 0]);
    assert_eq!(amounts(&told[3]), [0; 6]);
    assert_eq!(amounts(&days["total"]), [2, 13, worth + 2 * gloves, 4 * gloves, worth - 2 * gloves, 1_000]);
    assert_eq!(days["points"][2]["net"], worth - 4 * gloves);
    assert!(
        days["summary"].as_str().unwrap().contains("in 2 orders of 13 pieces, $179.98 (16.0%) less than in"),
        "{days}"
    );
    assert_eq!(days["approvals"], "1 approval decided, within an hour.");

    let by = async |by: &str| report(&desk, &format!("?from=2027-11-17&to=2027-11-22&by={by}")).await;
    let units = by("unit").await;
    let names: Vec<_> = units["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["key"].as_str().unwrap(), row["name"].as_str().unwrap()))
        .collect();
    assert_eq!(names, [("", "For themselves"), ("NORTH", "NORTH School")]);
    assert_eq!(units["rows"][1]["share"], "19.0%");
    let styles = by("style").await;
    assert_eq!(styles["rows"][0]["key"], "glv100");
    assert_eq!(styles["rows"][0]["name"], "Fielding Glove 11.5\"");
    assert_eq!(amounts(&styles["rows"][0]), [0, 10, 14 * gloves, 4 * gloves, 10 * gloves, 0]);
    let sizes = by("size").await;
    let names: Vec<_> = sizes["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["5", "11.5\""]);
    assert_eq!(styles["countsOrders"], false);
    assert!(styles["summary"].as_str().unwrap().contains(" net in 13 pieces, "), "{styles}");
    for report in [&units, &styles, &sizes] {
        assert_eq!(report["total"]["figures"]["net"], days["total"]["figures"]["net"]);
        assert_eq!(report["total"]["before"], days["total"]["before"]);
        assert_eq!(report["points"], days["points"]);
    }
    assert_eq!(report(&desk, "?days=7").await["from"], "2027-11-15");
    assert_eq!(report(&desk, "").await["from"], "2027-10-23");
    let brands = by("brand").await;
    assert_eq!((brands["rows"][0]["key"].as_str(), brands["rows"].as_array().unwrap().len()), (Some(SITE.key()), 1));
    let north = report(&desk, "?from=2027-11-17&to=2027-11-22&unit=NORTH").await;
    assert_eq!((north["unitName"].as_str(), &north["total"]["figures"]["pieces"]), (Some("NORTH School"), &json!(2)));
    let balls = report(&desk, "?from=2027-11-17&to=2027-11-22&style=bal200&by=size").await;
    assert_eq!(
        (balls["styleName"].as_str(), &balls["total"]["figures"]["pieces"]),
        (Some("Training Soccer Ball"), &json!(3))
    );
    for wrong in [
        "?from=2027-11-22&to=2027-11-17",
        "?from=2025-01-01&to=2027-11-17",
        "?from=tomorrow",
        "?by=week",
        "?days=367",
        "?days=-1",
        "?days=0",
        "?days=few",
        "?days=9999999999",
        "?unit=NORTH&by=size",
        "?to=-9999-01-05&from=-9999-01-01",
    ] {
        let answer = desk.get(&format!("/desk/api/reports/sales{wrong}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong}: {}", answer.text);
    }

    let lines = desk.get("/desk/api/reports/lines").await.json();
    let line = lines["lines"].as_array().unwrap().iter().find(|line| line["site"] == SITE.key()).unwrap();
    let text = line["text"].as_str().unwrap();
    assert!(
        text.starts_with("Today $179.98 in 1 order. Last 7 days $944.90 in 2 orders, $179.98 (16.0%) less"),
        "{text}"
    );

    let file = desk.get("/desk/api/reports/sales.csv?from=2027-11-17&to=2027-11-22&by=unit").await;
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"sales-2027-11-17-2027-11-22.csv\"");
    let lines: Vec<&str> = file.text.lines().collect();
    assert_eq!(lines.len(), 4, "{}", file.text);
    assert_eq!(lines[2], "\"NORTH\",\"NORTH School\",\"2\",\"179.98\",\"0.00\",\"179.98\",\"0.00\",\"1\",\"0.00\"");
}

#[tokio::test]
async fn figures_are_shown_at_the_brands_whose_amounts_somebody_may_see() {
    let app = TestApp::stocked().await;
    for site in [Site::FIELDHOUSE, Site::US_GAMES] {
        let visitor = app.visitor(site);
        add_one(&visitor, "BAL100", 1).await;
        let review = check_out(&visitor).await;
        assert_eq!(place(&visitor, "one", &placing(&review)).await.status, StatusCode::CREATED);
    }
    count_due(&app.state).await.unwrap();
    let one = member(&app, "one@store.example", &grants(&[("finance", Some(&[Site::US_GAMES]))])).await.1;
    let all = report(&one, "?by=brand").await;
    assert_eq!(all["rows"].as_array().unwrap().len(), 1);
    assert_eq!((&all["rows"][0]["key"], &all["total"]["figures"]["orders"]), (&json!("usgames"), &json!(1)));
    assert_eq!(one.get("/desk/api/reports/sales?site=fieldhouse").await.status, StatusCode::NOT_FOUND);
    assert_eq!(one.get("/desk/api/reports/sales?site=nowhere").await.status, StatusCode::NOT_FOUND);
    let lines = one.get("/desk/api/reports/lines").await.json();
    assert_eq!(lines["lines"].as_array().unwrap().len(), 1);
    let packer = staff(&app, "warehouse").await;
    for path in ["sales", "sales.csv", "lines"] {
        assert_eq!(packer.get(&format!("/desk/api/reports/{path}")).await.status, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn a_day_of_figures_is_one_of_the_stores_time_zone() {
    let mut app = TestApp::stocked().await;
    // 05:30 in Greenwich: still the day before in Chicago.
    app.state.clock.advance_seconds(17 * 3_600 + 1_800);
    placed(&app).await;
    count_due(&app.state).await.unwrap();
    assert_eq!(texts(&app, "sales_day", "day").await, ["2026-11-20"]);
    app.reconfigure(|config| config.time_zone = jiff::tz::TimeZone::get("Europe/Berlin").unwrap());
    forget(&app.state).await.unwrap();
    count_due(&app.state).await.unwrap();
    assert_eq!(texts(&app, "sales_day", "day").await, ["2026-11-21"]);
}

#[tokio::test]
async fn questions_of_reports_are_answered_by_an_index() {
    let app = TestApp::start().await;
    let backend = app.state.db.backend();
    let sites = [Site::FIELDHOUSE, Site::US_GAMES];
    let unit = Figures::Units(Some("NORTH".to_owned()));
    let style = Figures::Articles(Some("glv100".to_owned()));
    let tx = app.state.db.write().await.unwrap();
    if backend == DbBackend::Postgres {
        // Tables of a few rows are read whole, index or none.
        tx.execute_unprepared("SET LOCAL enable_seqscan = off").await.unwrap();
    }
    for (figures, by) in [
        (Figures::Brands, Grouped::Day),
        (Figures::Brands, Grouped::Site),
        (Figures::Units(None), Grouped::Unit),
        (unit, Grouped::Day),
        (Figures::Articles(None), Grouped::Style),
        (style, Grouped::Sku),
    ] {
        let question = StatementBuilder::build(&sums(&figures, &sites, ("2026-01-01", "2026-02-01"), by), &backend);
        let plan = if backend == DbBackend::Postgres { "EXPLAIN " } else { "EXPLAIN QUERY PLAN " };
        let explained = sea_orm::Statement { sql: [plan, &question.sql].concat(), ..question };
        let rows = tx.query_all_raw(explained).await.unwrap();
        let column = if backend == DbBackend::Postgres { "QUERY PLAN" } else { "detail" };
        let plan: Vec<String> = rows.iter().map(|row| row.try_get("", column).unwrap()).collect();
        let plan = plan.join("\n");
        assert!(!plan.contains("Seq Scan") && !plan.contains("SCAN sales"), "{figures:?}: {plan}");
        assert!(plan.contains("day"), "{figures:?} not by day: {plan}");
    }
}

#[tokio::test]
async fn the_command_makes_figures_anew() {
    let (database, folder) = durable_database().await;
    let command = |args: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_fieldhouse"))
            .args(args)
            .current_dir(folder.path())
            .env("DATABASE_URL", &database)
            .output()
            .unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    command(&["migrate"]);
    let db = Db::connect(&database).await.unwrap();
    let tx = db.write().await.unwrap();
    tx.execute_unprepared(
        "INSERT INTO sales_day (site, day, kind, orders, pieces, amount_cents) VALUES ('fieldhouse', '2026-01-01', 'placed', 1, 1, 1)",
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let said = command(&["sales", "rebuild"]);
    assert!(said.contains("Sales figures were made anew of 0 events."), "{said}");
    assert_eq!(number_in(db.read(), "SELECT COUNT(*) AS n FROM sales_day").await, 0);
}
