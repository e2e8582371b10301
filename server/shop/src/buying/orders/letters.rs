//! Letters about a placed order.

use anyhow::Context;
use fieldhouse_core::checkout::OrderView;

use super::{links, store};
use crate::{
    env::Env,
    mail::{
        layout::{Addressee, Letter},
        ordered::{Ordered, ordered},
    },
};

/// To the buyer of an order that was placed, or approved. The link is made here and now: nothing that opens an order waits
/// in a table.
pub async fn placed(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Letter> {
    let order = store::find_placed(env.db.read(), to.subject).await?.context("the order is gone")?;
    let path = links::for_letter(env, &order.id).await?;
    let order = super::view(order, None, false).map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
    Ok(write_placed(to, &PlacedFacts::of(&order), &path))
}

/// What the letter about an order that was placed says.
#[derive(Debug, Clone)]
pub struct PlacedFacts {
    /// Its number.
    pub number: String,
    /// Pieces.
    pub pieces: u64,
    /// What it comes to.
    pub total: String,
    /// The order itself, told whole.
    pub ordered: Ordered,
}

impl PlacedFacts {
    /// Of an order.
    pub fn of(order: &OrderView) -> Self {
        Self {
            number: order.number.clone(),
            pieces: order.total_line_item_quantity,
            total: order.summary.total.text.clone(),
            ordered: ordered(order),
        }
    }
}

/// With a signed path that opens it on any device.
pub fn write_placed(to: &Addressee<'_>, order: &PlacedFacts, path: &str) -> Letter {
    let number = &order.number;
    let pieces = if order.pieces == 1 { "1 piece".to_owned() } else { format!("{} pieces", order.pieces) };
    Letter {
        subject: format!("Your {} order {number}", to.brand.name),
        paragraphs: vec![
            format!("Thank you for your order. Its number is {number}."),
            format!("{pieces}, {} in total.", order.total),
        ],
        links: vec![look_up_address(to)],
        ordered: Some(order.ordered.clone()),
        last: look_up(to, number),
        button: opened(to, Some(path)),
    }
}

/// To the order, whoever holds the letter: its path is signed.
pub fn opened(to: &Addressee<'_>, path: Option<&str>) -> Option<(&'static str, String)> {
    path.map(|path| ("See your order", [&to.home, path].concat()))
}

/// For when the link is over.
pub fn look_up(to: &Addressee<'_>, number: &str) -> Vec<String> {
    let address = look_up_address(to);
    vec![format!(
        "The link opens your order for 90 days. Later, look it up at {address} with number {number} and your email."
    )]
}

/// Where whoever has its number and the e-mail finds an order.
pub fn look_up_address(to: &Addressee<'_>) -> String {
    [&to.home, "/order/look-up"].concat()
}
