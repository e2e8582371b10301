//! Lines of carts that a node keeps are those of the database, whatever was done to the cart, by whom and at which node.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    extract::FromRequestParts,
    http::{Method, Request, StatusCode},
};
use fieldhouse_core::{brand::Site, money::Cents};
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    buying::cart::{
        self,
        seen::{self, SeenCart},
        store::{self, cart_row},
    },
    session,
    state::AppState,
};
use futures_util::future::join_all;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, sign_in},
    fixture::repriced,
    shopping::{add, assert_books, cart as cart_of, lines, remove, set_quantity},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// Fails when a node would take other lines for a cart's than the database has; how many it keeps.
pub async fn assert_kept(node: &AppState) -> usize {
    let mut kept = 0;
    for cart in cart_row::Entity::find().all(node.db.read()).await.unwrap() {
        let Some(lines) = node.kept_lines.find(&cart) else { continue };
        let stored = store::list_lines(node.db.read(), &cart.id).await.unwrap();
        assert_eq!(lines.to_vec(), stored, "what is kept of {cart:?}");
        kept += 1;
    }
    kept
}

/// What the node knows of a shopper who asks.
pub async fn as_visitor(app: &TestApp, shopper: &Visitor) -> session::Visitor {
    let cookie = format!("fieldhouse={}", shopper.cookie("fieldhouse").unwrap());
    let request = Request::builder().header("host", "fieldhouse.localhost:8420").header("cookie", cookie);
    let mut parts = request.body(()).unwrap().into_parts().0;
    session::Visitor::from_request_parts(&mut parts, &app.state).await.unwrap()
}

#[tokio::test]
async fn a_view_is_kept_only_when_its_owner_wished_for_the_same_before_its_lines_were_read() {
    let app = TestApp::stocked().await;
    let shopper = app.visitor(SITE);
    let ball = shopper.get("/api/catalog/products/BAL100").await.json()["id"].clone();
    assert_eq!(add(&shopper, json!([{"sku": "BAL100", "quantity": 1}])).await.status, StatusCode::OK);
    let wish = json!({ "productId": ball });
    let unwish = format!("/api/wishlist/{}", ball.as_str().unwrap());
    shopper.post("/api/wishlist", &wish).await;
    shopper.send(Method::DELETE, &unwish, &[], None).await;
    let visitor = as_visitor(&app, &shopper).await;
    let catalog = app.state.catalog.load_full();
    let read =
        async |seen: &SeenCart| cart::priced_of(&app.state, &catalog, &visitor, seen.clone()).await.unwrap().unwrap();
    let before = seen::look(&app.state, &visitor).await.unwrap().unwrap();
    shopper.post("/api/wishlist", &wish).await;
    let marked = read(&before).await;
    assert_eq!(marked.wished.len(), 1, "lines are not kept yet: they are read with their marks");
    assert!(!marked.is_as_seen(&before), "nothing was wished for then");
    let now = seen::look(&app.state, &visitor).await.unwrap().unwrap();
    assert!(read(&now).await.is_as_seen(&now));
}

/// One shopper with two nodes.
struct Nodes {
    app: TestApp,
    other: AppState,
    here: Visitor,
    there: Visitor,
}

impl Nodes {
    async fn start() -> Self {
        let app = TestApp::stocked().await;
        let other = app.another_node().await;
        let here = app.visitor(SITE);
        let there = Visitor::at(surfaces::router(other.clone(), Arc::clone(&app.pages)), SITE);
        let nodes = Self { app, other, here, there };
        add(&nodes.here, json!([{"sku": "BAL200-5", "quantity": 3}])).await;
        nodes.follow();
        nodes
    }

    /// The browser is the same one at both.
    fn follow(&self) {
        self.there.forge_cookie("fieldhouse", &self.here.cookie("fieldhouse").unwrap());
    }

    async fn assert_same(&self) -> usize {
        let kept = assert_kept(&self.app.state).await + assert_kept(&self.other).await;
        assert_eq!(cart_of(&self.here).await, cart_of(&self.there).await);
        kept
    }
}

/// Numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

async fn change(visitor: &Visitor, line: &str, body: &Value) -> Answer {
    visitor.send(Method::PATCH, &format!("/api/cart/lines/{line}"), &[], Some(body)).await
}

#[tokio::test]
async fn what_nodes_keep_of_a_cart_is_what_is_stored_after_every_act_at_either() {
    for seed in [47, 1_009, 65_537] {
        let nodes = Nodes::start().await;
        let mut dice = Dice(seed);
        let (mut undo, mut prices, mut told) = (String::new(), 1, BTreeMap::new());
        // From the newest catalogue: a cart that is not is held for its next change, and priced whole.
        let mut is_priced = true;
        for _ in 0..80 {
            let visitor = if dice.below(2) == 0 { &nodes.here } else { &nodes.there };
            let seen = cart_of(visitor).await;
            let version = seen["version"].as_i64().unwrap();
            let all = lines(&seen);
            let (_, line, _) = all.get(dice.below(all.len().max(1))).cloned().unwrap_or_default();
            let few = 1 + i64::try_from(dice.below(9)).unwrap();
            let (act, answer) = match dice.below(16) {
                0 => ("add", add(visitor, json!([{"sku": "BAL200-5", "quantity": few}])).await),
                1 => {
                    let sizes = ["JRS100-NAV-S", "JRS100-RED-L"][dice.below(2)];
                    (
                        "more",
                        add(visitor, json!([{"sku": sizes, "quantity": 12 * few}, {"sku": "GLV100-L", "quantity": 1}]))
                            .await,
                    )
                }
                2 => {
                    let names: Vec<_> = (0..few).map(|nth| json!([format!("Player {}", nth % 3), "7"])).collect();
                    ("names", add(visitor, json!([{"sku": "JRS200-NAV-S", "quantity": few, "freeForm": names}])).await)
                }
                3 => {
                    let name = ["Player 0", "Cleo"][dice.below(2)];
                    let texts = json!({"version": version, "quantity": 1, "freeForm": [[name, "7"]]});
                    ("texts", change(visitor, &line, &texts).await)
                }
                4 => ("remove", remove(visitor, &line, version).await),
                5 if dice.below(3) == 0 => (
                    "empty",
                    visitor.send(Method::DELETE, &format!("/api/cart/lines?version={version}"), &[], None).await,
                ),
                6 => ("undo", visitor.post("/api/cart/undo", &json!({ "undo": undo })).await),
                7 => ("stale", set_quantity(visitor, &line, few, version - 1).await),
                8 => {
                    prices += 1;
                    let catalog =
                        Arc::new(repriced(prices, |variant| variant.price = Cents::new(1_000 + 100 * prices)));
                    nodes.app.state.catalog.store(Arc::clone(&catalog));
                    nodes.other.catalog.store(catalog);
                    ("prices", visitor.get("/api/cart/head").await)
                }
                _ => ("set", set_quantity(visitor, &line, 12 * few, version).await),
            };
            if answer.status == StatusCode::OK {
                *told.entry(act).or_insert(0) += 1;
                let gone = answer.json()["undo"].as_str().unwrap_or_default().to_owned();
                undo = if gone.is_empty() { undo } else { gone };
            }
            assert!(act != "stale" || answer.status != StatusCode::OK, "{act}: {}", answer.text);
            let kept = nodes.assert_same().await;
            if answer.status == StatusCode::OK {
                assert!(act != "set" || !is_priced || kept > 0, "a change leaves its lines");
                is_priced = act != "prices" && (is_priced || act != "undo");
            }
        }
        assert!(told["set"] > 5 && told.len() >= 7, "{told:?}");
        assert_books(&nodes.app).await;
    }
}

#[tokio::test]
async fn a_cart_that_comes_along_at_sign_in_and_parts_again_is_kept_as_it_is() {
    let nodes = Nodes::start().await;
    let owner = customer(&nodes.app, SITE, COACH).await;
    add(&owner, json!([{"sku": "GLV100-L", "quantity": 2}, {"sku": "BAL200-5", "quantity": 1}])).await;
    let of = async |visitor: &Visitor| {
        let seen = cart_of(visitor).await;
        let (_, line, quantity) = lines(&seen).remove(0);
        let changed = set_quantity(visitor, &line, quantity + 1, seen["version"].as_i64().unwrap()).await;
        assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    };
    of(&owner).await;
    of(&nodes.here).await;
    let merged = sign_in(&nodes.here, COACH, PASSWORD).await.json();
    nodes.follow();
    nodes.assert_same().await;
    let undone = nodes.there.post("/api/cart/undo", &json!({ "undo": merged["mergedUndo"] })).await;
    assert_eq!(undone.status, StatusCode::OK, "{} after {merged}", undone.text);
    nodes.follow();
    nodes.assert_same().await;
    of(&nodes.here).await;
    of(&nodes.there).await;
    assert!(nodes.assert_same().await > 0);
    assert_books(&nodes.app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_rivals_at_two_nodes_who_saw_one_version_one_wins() {
    let nodes = Nodes::start().await;
    for round in 0..12 {
        let seen = cart_of(&nodes.here).await;
        let (_, line, _) = lines(&seen).remove(0);
        let version = seen["version"].as_i64().unwrap();
        let rivals = (0..8).map(|rival| {
            let visitor = if rival % 2 == 0 { &nodes.here } else { &nodes.there };
            set_quantity(visitor, &line, 10 * (round + 1) + rival, version)
        });
        let answers = join_all(rivals).await;
        let won = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
        let told: Vec<_> = answers.iter().filter(|answer| answer.status != StatusCode::OK).collect();
        assert_eq!((won, told.len()), (1, 7));
        for answer in told {
            assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.text);
            assert_eq!(answer.json()["currentVersion"], version + 1);
        }
        nodes.assert_same().await;
    }
    assert_books(&nodes.app).await;
}
