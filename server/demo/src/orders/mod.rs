//! A year of orders, so that every queue and every screen has something true to show: carts of the demo's articles priced by
//! the rules, then what happened to them, by the same rules as at the desk. No letter and no message leaves for them.

mod fate;
mod letters;
mod people;
mod work;

use anyhow::Context;
use fieldhouse_core::{
    brand::Site,
    checkout::{PaymentDraft, ShippingDraft},
    orders::status::{Lifecycle, order_queue},
    people::approval::Decision,
};
use fieldhouse_kernel::{
    clock::{Clock, Ids},
    db::WriteTx,
    failure::Failure,
};
use fieldhouse_shop::{
    buying::{
        cart::{self, PricedCart, personal::Prices, pool::new_row, store::LineRow},
        checkout::{
            Saved, amounts,
            written::{Placed, order_lines, summary_of, tell},
        },
        orders::{
            approvals::store::{ApprovalRow, insert_approval},
            numbers,
            store::{OrderRow, insert_lines, insert_order, is_any},
        },
    },
    env::Env,
    finding::catalog::{Catalog, product::Product},
    owner::VisitorId,
    people::{
        account::store::{CustomerRow, find_by_email},
        business_units::store::{UnitRow, find_by_key},
    },
    state::AppState,
};
use jiff::Timestamp;

use crate::chance::Chance;
use fate::Fate;
use people::{PEOPLE, PLAYERS, Person};

/// How many.
const ORDERS: u32 = 400;
/// Over how many days: a year, and the month of the year before that reports put beside this one.
const DAYS: u32 = 396;
const DAY_MILLIS: i64 = 86_400_000;
const HOUR_MILLIS: i64 = 3_600_000;
/// Lines that are tried before an order has none.
const TRIES: usize = 40;

/// Writes them into a store that has no order yet; how many.
pub async fn load(state: &AppState) -> anyhow::Result<u32> {
    let tx = state.db.write_durable().await?;
    if is_any(&*tx).await? {
        return Ok(0);
    }
    let catalog = state.catalog.load_full();
    let bug = |failure: Failure| match failure.cause {
        Some(cause) => cause,
        None => anyhow::anyhow!("{}: {:?}", failure.title, failure.errors),
    };
    let mut newest = None;
    for number in 0..ORDERS {
        newest = write(state, &tx, &catalog, number).await.map_err(bug)?.or(newest);
    }
    if let Some(order) = newest {
        letters::write(state, &tx, &order).await?;
    }
    crate::inbox::write(state, &tx).await.map_err(bug)?;
    crate::stock::write(state, &tx, &catalog).await.map_err(bug)?;
    tx.commit().await.context("cannot write the demo's orders")?;
    Ok(ORDERS)
}

/// One order and its fate; the first is the oldest. As it was placed, or nothing where nobody ordered.
async fn write(state: &AppState, tx: &WriteTx, catalog: &Catalog, number: u32) -> Result<Option<OrderRow>, Failure> {
    let mut chance = Chance::named(&["order", &number.to_string()].concat());
    let Some(&site) = Site::BUILT_IN.get(chance.below(Site::BUILT_IN.len())) else { return Ok(None) };
    let (age, fate) = (age(number), Fate::of(number, ORDERS, &mut chance));
    let now = state.clock.millis();
    let office_hours = i64::from(chance.between(0, 8)).saturating_mul(HOUR_MILLIS);
    let placed_at = now.saturating_sub(age.saturating_mul(DAY_MILLIS)).saturating_sub(office_hours);
    let moment = Timestamp::from_millisecond(placed_at).map_err(Failure::internal)?;
    let env = Env::new(state.config.clone(), state.db.clone(), Clock::fixed(moment), Ids::Random);
    let buyer = Buyer::find(tx, site, &fate, &mut chance).await?;
    let visitor = buyer.visitor(&env)?;
    let Some(cart) = filled(&env, catalog, (site, visitor), &mut chance)? else { return Ok(None) };
    let order = placed(&env, tx, &cart, (site, visitor), (&buyer, &fate, number)).await?;
    work::after(&env, tx, order.clone(), (&fate, now), &mut chance).await?;
    Ok(Some(order))
}

/// Days since the order of a number: the last ones came today.
fn age(number: u32) -> i64 {
    let left = ORDERS.saturating_sub(1).saturating_sub(number);
    i64::from(left.saturating_mul(DAYS).checked_div(ORDERS).unwrap_or_default())
}

/// Who orders: somebody with an account and a unit, or a guest.
struct Buyer {
    person: &'static Person,
    customer: Option<CustomerRow>,
    unit: Option<UnitRow>,
}

impl Buyer {
    async fn find(tx: &WriteTx, site: Site, fate: &Fate, chance: &mut Chance) -> Result<Self, Failure> {
        // Only a unit has somebody who approves.
        let of_unit = |person: &&Person| !fate.was_asked_for() || !person.unit.is_empty();
        let people: Vec<&Person> = PEOPLE.iter().filter(of_unit).collect();
        let nobody = || Failure::internal(anyhow::anyhow!("nobody orders"));
        let person = people.get(chance.below(people.len())).copied().ok_or_else(nobody)?;
        let customer = find_by_email(&**tx, site, person.email).await?;
        let unit = match &customer {
            Some(_) => find_by_key(&**tx, site.key(), person.unit).await?,
            None => None,
        };
        Ok(Self { person, customer, unit })
    }

    fn visitor(&self, env: &Env) -> Result<VisitorId, Failure> {
        match &self.customer {
            Some(customer) => Ok(VisitorId(customer.id.parse().map_err(Failure::internal)?)),
            None => Ok(VisitorId(env.ids.random())),
        }
    }
}

/// A cart of some articles, each in some sizes, as the rules would let it be ordered.
fn filled<'a>(
    env: &Env,
    catalog: &'a Catalog,
    (site, visitor): (Site, VisitorId),
    chance: &mut Chance,
) -> Result<Option<PricedCart<'a>>, Failure> {
    let products: Vec<&Product> = catalog.products_of(site).filter(|product| !product.facts.call_to_order).collect();
    let row = cart::new_cart(env, site, visitor, catalog.change);
    let personal = Prices::none(env.clock.millis());
    let wanted = 1_usize.saturating_add(chance.below(4));
    let (mut lines, mut styles): (Vec<LineRow>, _) = (Vec::new(), 0);
    for _ in 0..TRIES {
        if styles == wanted {
            break;
        }
        let Some(product) = products.get(chance.below(products.len())) else { continue };
        if lines.iter().any(|line| line.product_id == product.facts.id) {
            continue;
        }
        let sizes = lines_of(env, &row.id, product, lines.len(), chance)?;
        let priced = cart::price(row.clone(), sizes.clone(), catalog, site, &personal)?;
        if !sizes.is_empty() && priced.in_order().iter().all(|(_, outcome)| outcome.errors.is_empty()) {
            lines.extend(sizes);
            styles = styles.saturating_add(1);
        }
    }
    if lines.is_empty() {
        return Ok(None);
    }
    cart::price(row, lines, catalog, site, &personal).map(Some)
}

/// Lines of one article in one colour and some of its sizes.
fn lines_of(
    env: &Env,
    cart: &str,
    product: &Product,
    begin: usize,
    chance: &mut Chance,
) -> Result<Vec<LineRow>, Failure> {
    let Some(group) = product.groups.get(chance.below(product.groups.len())) else { return Ok(Vec::new()) };
    let sizes = chance.between(1, 5);
    let members = chance.some_of(&group.members, usize::try_from(sizes).unwrap_or(1));
    let labels = &product.facts.free_form_options;
    let mut lines = Vec::new();
    for variant in members.into_iter().filter_map(|member| product.variants.get(member)) {
        let unit = variant.delivery_unit.max(1);
        let few = if labels.is_empty() { chance.between(2, 24) } else { chance.between(1, 6) };
        let least = few.max(variant.min_order_qty);
        let pieces = least.div_ceil(unit).saturating_mul(unit);
        let texts: Vec<Vec<String>> = if labels.is_empty() {
            Vec::new()
        } else {
            (0..pieces).map(|_| labels.iter().map(|label| printed(label, chance)).collect()).collect()
        };
        let texts = serde_json::to_string(&texts).map_err(Failure::internal)?;
        let id = env.ids.random().to_string();
        let mut line = new_row(id, cart, &variant.sku, (i64::from(pieces), texts));
        line.product_id.clone_from(&product.facts.id);
        line.position = i64::try_from(begin.saturating_add(lines.len())).map_err(Failure::internal)?;
        lines.push(line);
    }
    Ok(lines)
}

/// What is printed on a piece for a label: a number where it asks for one, else a player's name.
fn printed(label: &str, chance: &mut Chance) -> String {
    if label.to_lowercase().contains("number") {
        chance.between(0, 99).to_string()
    } else {
        chance.one_of(&PLAYERS).to_owned()
    }
}

/// Writes the order as it is placed.
async fn placed(
    env: &Env,
    tx: &WriteTx,
    cart: &PricedCart<'_>,
    (site, visitor): (Site, VisitorId),
    (buyer, fate, number): (&Buyer, &Fate, u32),
) -> Result<OrderRow, Failure> {
    let now = env.clock.millis();
    let methods = env.config.freight.keys();
    let method = methods.first().cloned().unwrap_or_default();
    let shipping = ShippingDraft {
        email: buyer.person.email.to_owned(),
        address: buyer.person.address(),
        method,
        instructions: buyer.person.instructions.to_owned(),
    };
    let payment = PaymentDraft { po_number: buyer.person.purchase_order(number), po_file_name: String::new() };
    let saved = Saved { shipping: Some(shipping.clone()), payment: Some(payment.clone()) };
    let sums = amounts(&env.config, cart, &saved, None)?;
    let guest = buyer.customer.is_none();
    let placed = Placed { id: env.ids.random().to_string(), visitor, guest, site, now, shop_as: None };
    let taken = numbers::take(tx, site, buyer.person.email).await?;
    let order = placed.order(taken, &env.config, cart, (&shipping, Some(&payment)), &sums, 1)?;
    let waits = fate.was_asked_for() && buyer.unit.is_some();
    let lifecycle = if waits { Lifecycle::AwaitingApproval } else { Lifecycle::Open };
    let released = (!waits && fate.was_released()).then_some(now);
    let mut order = OrderRow {
        summary: summary_of(site, &sums, None)?,
        unit_key: buyer.unit.as_ref().map(|unit| unit.key.clone()).unwrap_or_default(),
        unit_name: buyer.unit.as_ref().map(|unit| unit.name.clone()).unwrap_or_default(),
        lifecycle: lifecycle.into(),
        released_at: released,
        ..order
    };
    order.queue = order_queue(order.state()).into();
    insert_order(tx, order.clone()).await?;
    insert_lines(tx, order_lines(&order.id, cart, &fieldhouse_shop::stock::Held::default())?).await?;
    if let Some(unit) = buyer.unit.as_ref().filter(|_| waits) {
        let row = ApprovalRow {
            order_id: order.id.clone(),
            unit_id: unit.id.clone(),
            decision: Decision::Waiting.into(),
            note: String::new(),
            decided_by: None,
            asked_at: now,
            decided_at: None,
            approved_cents: None,
            again: false,
        };
        insert_approval(tx, row).await?;
    }
    tell(env, tx, &order, (buyer.customer.as_ref(), None)).await?;
    Ok(order)
}
