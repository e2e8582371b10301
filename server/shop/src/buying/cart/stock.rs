//! What counted articles make of a cart that is shown: a line that wants more than is left says how many there are, before
//! somebody tries to order it.

use fieldhouse_core::cart::CartCardView;
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;

use crate::{env::Env, finding::catalog::Catalog, stock};

/// Tells it on cards of a cart, each with all lines of its articles. Asks nothing where nothing on them is counted.
pub async fn tell(
    env: &Env,
    db: &impl ConnectionTrait,
    catalog: &Catalog,
    cards: &mut [CartCardView],
) -> Result<(), Failure> {
    let lines = cards.iter().flat_map(|card| &card.line_items).filter(|line| catalog.is_counted(&line.sku));
    // The path of a line in its own view is none.
    let wanted: Vec<(String, &str, u64)> =
        lines.map(|line| (String::new(), &*line.sku, u64::from(line.quantity))).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let told = stock::forecast(env, db, &wanted).await?;
    let lines = cards.iter_mut().flat_map(|card| &mut card.line_items).filter(|line| catalog.is_counted(&line.sku));
    for (place, line) in lines.enumerate() {
        let Some((_, error)) = told.iter().find(|(short, _)| *short == place) else { continue };
        let mut error = error.clone();
        // What is left of the path begins with a dot.
        error.field.remove(0);
        // The pages may still show the last piece, for a moment.
        line.unavailable |= error.field == "sku";
        if !line.errors.iter().any(|known| known.code == error.code) {
            line.errors.push(error);
        }
    }
    Ok(())
}
