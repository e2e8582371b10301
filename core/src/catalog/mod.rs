//! Products: what a shopper may read of them, units, availability, sizes, recently viewed.
//! Not here: prices (see `pricing`) and how products are stored (the server).

mod availability;
mod recently_viewed;
mod sizes;
mod swatches;
mod units;
pub mod views;

pub use availability::{
    AddButtonDraft, AvailableDate, ButtonView, add_button, date_code_text, stock_note, tile_stock_note,
};
pub use recently_viewed::{recently_viewed, remember_viewed};
pub(crate) use sizes::ten_thousandths;
pub use sizes::{SizeChoiceDraft, size_order, size_selectable, sort_sizes};
pub use swatches::{SwatchRowView, swatch_row};
pub use units::{unit_suffix, unit_word};
pub use views::*;
