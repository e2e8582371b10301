//! Personal prices of a cart's lines: asked for before a transaction begins, then written to the rows
//! with the time they were confirmed. An outage keeps what was confirmed within a day (decisions: prices).

use std::collections::HashMap;

use fieldhouse_core::checkout::placement::is_confirmed;
use fieldhouse_kernel::db::columns::Money;
use fieldhouse_kernel::failure::Failure;

use super::store::{CartRow, LineRow};
use crate::{
    buying::{cart::visit::PriceVisit, pricing::PersonalAnswer},
    session::Visitor,
    state::AppState,
};

/// Confirmed for as long as it is there: a price of the catalogue, which nobody has to be asked for.
pub const ALWAYS: i64 = i64::MAX;
/// No question has this key: prices of rows that carry it are asked for at the next look.
const UNKNOWN: &str = "?";

/// The personal prices that hold for a cart now.
#[derive(Debug)]
pub struct Prices {
    /// What they depend on (site, codes, buyer, own conditions); empty when none are asked for.
    pub key: String,
    answers: HashMap<String, PersonalAnswer>,
    /// The flyer code as the shopper knows it.
    shown_flyer: String,
    now: i64,
}

/// Which lines of a cart are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All, from what was answered lately or anew.
    All,
    /// All, anew: an order is about to be placed.
    Confirm,
    /// Those given, and all others only when the cart's prices are another visit's.
    Given,
}

impl Prices {
    /// Asks for the prices of skus that a visitor is to pay, with the codes of a cart and its cookies.
    /// When the price service is away nothing is answered, and that is no failure here.
    pub async fn ask(
        state: &AppState,
        visitor: &Visitor,
        cart: Option<&CartRow>,
        skus: Vec<String>,
        which: Which,
    ) -> Result<Self, Failure> {
        let now = state.clock.millis();
        let Some(visit) = PriceVisit::of(state, visitor, cart).await? else {
            return Ok(Self::none(now));
        };
        let mut skus = skus;
        let key = visit.key();
        if which == Which::Given
            && let Some(cart) = cart.filter(|cart| cart.price_key != key)
        {
            let lines = super::store::list_lines(state.db.read(), &cart.id).await?;
            skus.extend(lines.into_iter().map(|line| line.sku));
        }
        skus.sort_unstable();
        skus.dedup();
        let answers = match visit.ask(state, skus, 1, which == Which::Confirm).await {
            Ok(answers) => answers.into_iter().map(|answer| (answer.sku.clone(), answer)).collect(),
            Err(_) => HashMap::new(),
        };
        Ok(Self { key, answers, shown_flyer: visit.shown_flyer().to_owned(), now })
    }

    /// None: what the catalogue says holds.
    pub fn none(now: i64) -> Self {
        Self { key: String::new(), answers: HashMap::new(), shown_flyer: String::new(), now }
    }

    /// Those of two carts that become one while nobody can be asked: as long as neither had personal
    /// prices none are needed, else they are asked for at the next look.
    pub fn of_merge(held: &CartRow, brought: &CartRow, now: i64) -> Self {
        let key = if held.price_key.is_empty() && brought.price_key.is_empty() { "" } else { UNKNOWN };
        Self { key: key.to_owned(), answers: HashMap::new(), shown_flyer: String::new(), now }
    }

    /// True when a cart's sums come from these prices.
    pub fn are_of(&self, cart: &CartRow) -> bool {
        cart.price_key == self.key
    }

    /// Writes what holds for a line; `same` tells that the row's price is of the same visit.
    pub fn apply(&self, row: &mut LineRow, same: bool) {
        if self.key.is_empty() {
            (row.personal_cents, row.confirmed_at) = (None, Some(ALWAYS));
            row.promo_code.clear();
        } else if let Some(answer) = self.answers.get(&row.sku) {
            row.personal_cents = answer.unit_price.map(Money::from);
            row.confirmed_at = Some(self.now);
            if answer.promo_code.is_empty() {
                row.promo_code.clear();
            } else {
                row.promo_code.clone_from(&self.shown_flyer);
            }
        } else if !same || !is_confirmed(price_age(row.confirmed_at, self.now)) {
            (row.personal_cents, row.confirmed_at) = (None, None);
            row.promo_code.clear();
        }
    }
}

/// Seconds since a price was confirmed; nothing when it never was.
pub fn price_age(confirmed_at: Option<i64>, now: i64) -> Option<u32> {
    let millis = now.saturating_sub(confirmed_at?).max(0);
    Some(u32::try_from(millis.div_euclid(1000)).unwrap_or(u32::MAX))
}
